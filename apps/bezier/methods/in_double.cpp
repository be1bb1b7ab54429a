#include "finders.hpp"

namespace bezier {

host_functions functions_in_double(method m) { return functions_in<double>(m); }

}  // namespace bezier
