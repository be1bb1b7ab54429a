// Generic code over float, double and ff_t, as docs/guide/getting-started.md writes it.  Compiled by nvcc
// too.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ff/ff.hpp>
#include <type_traits>
#include <utility>
#if defined(__CUDACC__)
#include <cuda/std/cmath>
#endif

using ff::ff_t;

namespace {

// One way: the standard's names by using-declarations, the calls unqualified.
template <class T>
FF_HD T softplus(T x) {
#if defined(__CUDACC__)
  using cuda::std::exp, cuda::std::fabs, cuda::std::log1p, cuda::std::fmax;
#else
  using std::exp, std::fabs, std::log1p, std::fmax;
#endif
  return fmax(x, T(0.0f)) + log1p(exp(-fabs(x)));
}

// Another: a namespace with both, the calls qualified.
namespace either {
#define FF_EITHER(name) \
  using ff::name;       \
  using std::name;
FF_EITHER(abs)
FF_EITHER(acos)
FF_EITHER(acosh)
FF_EITHER(asin)
FF_EITHER(asinh)
FF_EITHER(atan) FF_EITHER(atan2) FF_EITHER(atanh) FF_EITHER(cbrt) FF_EITHER(ceil) FF_EITHER(copysign)
    FF_EITHER(cos) FF_EITHER(cosh) FF_EITHER(erf) FF_EITHER(erfc) FF_EITHER(exp) FF_EITHER(exp2)
        FF_EITHER(expm1) FF_EITHER(fabs) FF_EITHER(fdim) FF_EITHER(floor) FF_EITHER(fma) FF_EITHER(fmax)
            FF_EITHER(fmin) FF_EITHER(fmod) FF_EITHER(frexp) FF_EITHER(hypot) FF_EITHER(ilogb)
                FF_EITHER(isfinite) FF_EITHER(isinf) FF_EITHER(isnan) FF_EITHER(isnormal) FF_EITHER(ldexp)
                    FF_EITHER(lgamma) FF_EITHER(log) FF_EITHER(log10) FF_EITHER(log1p) FF_EITHER(log2)
                        FF_EITHER(logb) FF_EITHER(max) FF_EITHER(min) FF_EITHER(modf) FF_EITHER(nextafter)
                            FF_EITHER(pow) FF_EITHER(remainder) FF_EITHER(rint) FF_EITHER(round)
                                FF_EITHER(scalbn) FF_EITHER(signbit) FF_EITHER(sin) FF_EITHER(sinh)
                                    FF_EITHER(sqrt) FF_EITHER(tan) FF_EITHER(tanh) FF_EITHER(tgamma)
                                        FF_EITHER(trunc)
#undef FF_EITHER
}  // namespace either

template <class T>
T norm_of(T x, T y) {
  return either::max(either::sqrt(x * x + y * y), either::abs(x));
}

// What is not written so does not compile, and never becomes a double in silence.
template <class T, class = void>
constexpr bool has_std_sqrt = false;
template <class T>
constexpr bool has_std_sqrt<T, std::void_t<decltype(std::sqrt(std::declval<T>()))>> = true;
static_assert(has_std_sqrt<float> && has_std_sqrt<double> && !has_std_sqrt<ff_t>);
#if defined(__CUDACC__)
template <class T, class = void>
constexpr bool has_cuda_exp = false;
template <class T>
constexpr bool has_cuda_exp<T, std::void_t<decltype(cuda::std::exp(std::declval<T>()))>> = true;
static_assert(has_cuda_exp<double> && !has_cuda_exp<ff_t>);
#endif

static_assert(std::is_same_v<decltype(either::sqrt(1.0f)), float> &&
              std::is_same_v<decltype(either::sqrt(1.0)), double>);
static_assert(std::is_same_v<decltype(either::sqrt(ff_t())), ff_t> &&
              std::is_same_v<decltype(either::max(ff_t(), 1.0)), ff_t>);

}  // namespace

#if defined(__CUDACC__)
__global__ void evaluate(float* x, double* y, ff_t* z) {
  *x = softplus(*x), *y = softplus(*y), *z = softplus(*z);
}
#endif

int main() {
  const double wanted = std::log1p(std::exp(-2.0)) + 2, length = 5;
  const bool good = std::abs(softplus(2.0f) - float(wanted)) < 1e-6f &&
                    std::abs(softplus(2.0) - wanted) < 1e-15 &&
                    std::abs(double(softplus(ff_t(2))) - wanted) < 1e-13 && norm_of(3.0f, 4.0f) == 5.0f &&
                    norm_of(3.0, 4.0) == length && norm_of(ff_t(3), ff_t(4)) == length;
  std::puts(good ? "one template, three types" : "FAILED");
  return good ? 0 : 1;
}
