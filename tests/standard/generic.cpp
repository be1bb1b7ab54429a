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
using ff::abs, ff::acos, ff::acosh, ff::asin, ff::asinh, ff::atan, ff::atan2, ff::atanh, ff::cbrt, ff::ceil,
    ff::copysign, ff::cos, ff::cosh, ff::erf, ff::erfc, ff::exp, ff::exp2, ff::expm1, ff::fabs, ff::fdim,
    ff::floor, ff::fma, ff::fmax, ff::fmin, ff::fmod, ff::frexp, ff::hypot, ff::ilogb, ff::isfinite,
    ff::isinf, ff::isnan, ff::isnormal, ff::ldexp, ff::lgamma, ff::log, ff::log10, ff::log1p, ff::log2,
    ff::logb, ff::max, ff::min, ff::modf, ff::nextafter, ff::pow, ff::remainder, ff::rint, ff::round,
    ff::scalbn, ff::signbit, ff::sin, ff::sinh, ff::sqrt, ff::tan, ff::tanh, ff::tgamma, ff::trunc;
using std::abs, std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt,
    std::ceil, std::copysign, std::cos, std::cosh, std::erf, std::erfc, std::exp, std::exp2, std::expm1,
    std::fabs, std::fdim, std::floor, std::fma, std::fmax, std::fmin, std::fmod, std::frexp, std::hypot,
    std::ilogb, std::isfinite, std::isinf, std::isnan, std::isnormal, std::ldexp, std::lgamma, std::log,
    std::log10, std::log1p, std::log2, std::logb, std::max, std::min, std::modf, std::nextafter, std::pow,
    std::remainder, std::rint, std::round, std::scalbn, std::signbit, std::sin, std::sinh, std::sqrt,
    std::tan, std::tanh, std::tgamma, std::trunc;
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
