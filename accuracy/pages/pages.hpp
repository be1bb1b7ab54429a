// Says what a run prints and writes.
#pragma once

#include <string>
#include <vector>

#include "accuracy/judge/trial.hpp"
#include "accuracy/linalg/study.hpp"
#include "accuracy/special/special.hpp"
#include "command/provenance.hpp"

namespace accuracy {

std::string bits_text(double error);   ///< good bits of 48, or "exact"
std::string error_text(double error);  ///< in the row's unit

/// The class of the worst vector, or what else found it.
std::string found_by(const trial& t);

/// The table on the terminal, of rows like this one.
std::string table_head(const subject& of);
std::string table_row(const trial& t);

/// Says how many special operands there were, and what differs from double.
std::string special_summary(const std::vector<special_trial>& trials);
/// What docs/evidence/special-values.md shows, computed now, on the CPU: a JSON array of tables, each an
/// array of rows.
std::string special_tables();

/// Rows of values as "operators", of intervals as "operations", of predicates as "predicates"; a run has one
/// of them.  Special operands as "special".
std::string to_json(const command::provenance& from, const std::vector<trial>& trials,
                    const std::vector<special_trial>& specials = {});
/// Rows of ff::linalg, as "linalg".
std::string to_json(const command::provenance& from, const std::vector<linalg_row>& rows);
std::string to_csv(const std::vector<trial>& trials);

/// Of predicates, a line for each class: on the terminal, and as CSV.
std::string signs_head();
std::string signs_rows(const trial& t);
std::string signs_csv(const std::vector<trial>& trials);

/// Every row of the catalogue with its bound, as JSON: what docs/reference and scripts/report are made from.
std::string catalogue_json();

/// Today's hash of every row's bits, as JSON: what scripts/records.py holds the records against.
std::string bits_json(const std::string& commit);

/// Adds the worst vector of each trial to DIR/NAME.wc (of intervals DIR/intervals/NAME.wc, of predicates
/// DIR/predicates), which the tests replay; vectors that are there stay, with the error that they have today.
void add_to_corpus(const std::string& directory, const std::vector<trial>& trials);

}  // namespace accuracy
