// CUDA's own functions of double in company.
#include "company_mixes.cuh"
#include "function_list.hpp"

namespace bench {
namespace {
namespace double_fn {
#define BENCH_FUNCTION(NAME, ...)                      \
  struct NAME {                                        \
    template <class... More>                           \
    __device__ static double of(double x, More... y) { \
      return ::NAME(x, y...);                          \
    }                                                  \
  };
BENCH_FUNCTIONS(BENCH_FUNCTION)
#undef BENCH_FUNCTION
}  // namespace double_fn
}  // namespace

void add_company_double(std::vector<company_kernel>& all) {
  add_company_nulls<double>(all);
#define BENCH_ADD(NAME, ...) \
  add_company<double_fn::NAME, double, std::size(std::initializer_list<float>{__VA_ARGS__}) / 2>(all, #NAME);
  BENCH_FUNCTIONS(BENCH_ADD)
#undef BENCH_ADD
  mixes::add_to<double>(all);
}

}  // namespace bench
