// The operators alone.
#include "parts.hpp"

namespace accuracy {

void bind_rows(std::vector<value_row>& all) { bind_arithmetic_rows(all); }
#if defined(FF_HAS_GPU_CODE)
void bind_runners(gpu_runners& all) {
  bind_arithmetic_runners(all);
  bind_special_runners(all);
}
#endif
void bind_special(std::vector<special_subject>& all) { bind_special_operators(all); }
subjects interval_rows(bool) { return {}; }
subjects predicate_rows(bool) { return {}; }
bool is_whole() { return false; }

}  // namespace accuracy
