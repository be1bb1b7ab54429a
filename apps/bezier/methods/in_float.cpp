#include "finders.hpp"

namespace bezier {

host_functions functions_in_float(method m) { return functions_in<float>(m); }

}  // namespace bezier
