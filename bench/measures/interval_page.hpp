// The tables of docs/evidence/intervals.md: errors and containment from ff-accuracy's record, instructions
// and slots from ff-bench's.
#pragma once

#include "measure.hpp"

namespace bench {

std::string intervals_page(const std::vector<json>& runs, const cost_model& model);

}  // namespace bench
