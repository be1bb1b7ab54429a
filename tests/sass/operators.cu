// The operators' kernels; null shows what load and store take.
#include "catalogue/arithmetic.hpp"
#include "kernels.cuh"

namespace catalogue::entry {
CATALOGUE_ENTRY(null, (ff_t x), x)
CATALOGUE_ENTRY(fast_add12_bare, (float x, float y), ff::fast_add12(x, y))  // its operands in no order
}  // namespace catalogue::entry

void operators() {
  compile{}(catalogue::entry::null{});
  compile{}(catalogue::entry::fast_add12_bare{});
  catalogue::arithmetic_rows(compile{});
}
