#include "finders.hpp"

namespace bezier {

host_functions functions_in_pairs(method m) { return functions_in<ff::ff_t>(m); }
host_functions certified_mixed() {
  using mixed = certified<float, ff::ff_t>;
  return {mixed::find, mixed::meet, nullptr};
}

}  // namespace bezier
