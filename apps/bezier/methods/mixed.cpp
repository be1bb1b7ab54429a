#include "finders.hpp"

namespace bezier {

host_functions certified_mixed() {
  using mixed = certified<float, ff::ff_t>;
  return {mixed::find, mixed::meet, nullptr};
}

}  // namespace bezier
