// NVIDIA's pairs of floats in company, where the toolkit (or FF_CCCL, a folder of newer headers) has them.
#include "../peers.cuh"

#if __has_include(<cuda/fpmp_math>)
#include <cuda/fpmp_math>
#include <cuda/version>

using fp32mp2 = cuda::experimental::fp32mp2;

// Before the harness, which would convert without it.
static __device__ fp32mp2 both(fp32mp2 a, fp32mp2 b) { return {both(a.hi(), b.hi()), both(a.lo(), b.lo())}; }

#include "company_mixes.cuh"
#include "function_list.hpp"

namespace bench {
namespace {

template <>
struct company_number<fp32mp2> {
  static constexpr const char* name = "fp32mp2";
  __device__ static fp32mp2 drawn_from(ff::uint32 bits, draw d) {
    const float hi = company_number<float>::drawn_from(bits, d);
    return {hi, ff::mul_rn(hi, 0x1.3p-26f)};
  }
  __device__ static ff::uint32 word(fp32mp2 x) {
    return ff::detail::to_bits(x.hi()) ^ ff::detail::to_bits(x.lo());
  }
};

// Some of the functions it has not: those are left out.
namespace fp32mp2_fn {
#define BENCH_FUNCTION(NAME, ...)                                          \
  struct NAME##_of {                                                       \
    template <class T, class... More>                                      \
    __device__ static auto of(T x, More... y) -> decltype(NAME(x, y...)) { \
      return NAME(x, y...);                                                \
    }                                                                      \
  };
BENCH_FUNCTIONS(BENCH_FUNCTION)
#undef BENCH_FUNCTION
}  // namespace fp32mp2_fn

template <class F, class... T>
using result_of = decltype(F::of(T()...));
template <class F, class Nothing, class... T>
constexpr bool has = false;
template <class F, class... T>
constexpr bool has<F, std::void_t<result_of<F, T...>>, T...> = std::is_same_v<result_of<F, T...>, fp32mp2>;

template <class F, int operands>
void add_where_it_is(std::vector<company_kernel>& all, const char* name) {
  if constexpr (operands == 1) {
    if constexpr (has<F, void, fp32mp2>) add_company<F, fp32mp2, 1>(all, name);
  } else {
    if constexpr (has<F, void, fp32mp2, fp32mp2>) add_company<F, fp32mp2, 2>(all, name);
  }
}

}  // namespace

void add_company_fp32mp2(std::vector<company_kernel>& all) {
  add_company_nulls<fp32mp2>(all);
#define BENCH_ADD(NAME, ...)                                                                            \
  add_where_it_is<fp32mp2_fn::NAME##_of, std::size(std::initializer_list<float>{__VA_ARGS__}) / 2>(all, \
                                                                                                   #NAME);
  BENCH_FUNCTIONS(BENCH_ADD)
#undef BENCH_ADD
  mixes::add_to<fp32mp2>(all);
}

int company_cccl() { return CCCL_VERSION; }

}  // namespace bench

#else
#include "company.hpp"

namespace bench {
void add_company_fp32mp2(std::vector<company_kernel>&) {}
int company_cccl() { return 0; }
}  // namespace bench
#endif
