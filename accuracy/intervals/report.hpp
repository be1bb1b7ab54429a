// What a run over interval operations prints and writes.
#pragma once

#include "../report.hpp"
#include "study.hpp"

namespace accuracy::intervals {

std::string table_head();
std::string table_row(const trial& t);
std::string to_json(const provenance& from, const std::vector<trial>& trials);
std::string to_csv(const std::vector<trial>& trials);

/// Adds the worst vector of each trial to DIR/<row>.wc, which the tests replay; keeps what is there.
void add_to_corpus(const std::string& directory, const std::vector<trial>& trials);

}  // namespace accuracy::intervals
