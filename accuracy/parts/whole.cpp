// Every family, and intervals.
#include "accuracy/intervals/row.hpp"
#include "accuracy/predicates/row.hpp"
#include "parts.hpp"

namespace accuracy {

void bind_rows(std::vector<value_row>& all) {
#define FAMILY(name) bind_##name##_rows(all);
  CATALOGUE_FAMILIES(FAMILY)
#undef FAMILY
}

#if defined(FF_HAS_GPU_CODE)
void bind_runners(gpu_runners& all) {
#define FAMILY(name) bind_##name##_runners(all);
  CATALOGUE_FAMILIES(FAMILY)
#undef FAMILY
  bind_special_runners(all);
}
#endif

void bind_special(std::vector<special_subject>& all) {
  bind_special_operators(all);
  bind_special_functions(all);
}

subjects interval_rows(bool on_gpu) { return intervals::interval_subjects(on_gpu); }
subjects predicate_rows(bool on_gpu) { return predicates::predicate_subjects(on_gpu); }
bool is_whole() { return true; }

}  // namespace accuracy
