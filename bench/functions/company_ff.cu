// ff's functions in company.
#include "../ours.cuh"
#include "company.cuh"
#include "function_list.hpp"

namespace bench {
namespace {
namespace ff_fn {
#define BENCH_FUNCTION(NAME, ...)                   \
  struct NAME {                                     \
    template <class... More>                        \
    __device__ static ff_t of(ff_t x, More... y) {  \
      return ours<catalogue::entry::NAME>(x, y...); \
    }                                               \
  };
BENCH_FUNCTIONS(BENCH_FUNCTION)
#undef BENCH_FUNCTION
}  // namespace ff_fn
}  // namespace

void add_company_ff(std::vector<company_kernel>& all) {
  add_company_nulls<ff_t>(all);
#define BENCH_ADD(NAME, ...) \
  add_company<ff_fn::NAME, ff_t, catalogue::signature_of<catalogue::entry::NAME>::operands>(all, #NAME);
  BENCH_FUNCTIONS(BENCH_ADD)
#undef BENCH_ADD
}

}  // namespace bench
