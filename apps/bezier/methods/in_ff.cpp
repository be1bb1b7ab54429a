#include "finders.hpp"

namespace bezier {

host_functions functions_in_pairs(method m) { return functions_in<ff::ff_t>(m); }

}  // namespace bezier
