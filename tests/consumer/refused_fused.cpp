// Templates that do not take a product of fused_t, or a sum, as they take a number: each alone is refused.
// With WORKS each is written as docs/guide/fast.md has it, and compiles.
#include <algorithm>
#include <complex>
#include <ff/ff.hpp>
#include <numeric>
#include <vector>
#if defined(BESSEL)
#include <boost/math/special_functions/bessel.hpp>
#endif

using number = ff::fused_t;

template <class T>
T larger(T a, T b) {
  return a < b ? b : a;
}

number use(number x, number y, number z) {
#if defined(MAXIMUM)
  return std::max(x * y, z);
#elif defined(CLAMP)
  return std::clamp(x * y, y, z);
#elif defined(CALL)
  return larger(x * y, z);
#elif defined(COMPLEX)
  return (x * y + std::complex<number>(y, z)).real();
#elif defined(ACCUMULATE)
  const std::vector<number> all{x, y, z};
  return std::accumulate(all.begin(), all.end(), x * y);
#elif defined(LAMBDA)
  return [&] {
    if (x < y) return x * y;
    return z;
  }();
#elif defined(BESSEL)
  return boost::math::cyl_bessel_j(number(1), x);
#else
  const std::vector<number> all{x, y, z};
  const number most = std::max<number>(x * y, z), between = std::clamp<number>(x * y, y, z);
  const auto chosen = [&]() -> number {
    if (x < y) return x * y;
    return z;
  };
  return larger<number>(most, between) + (number(x * y) + std::complex<number>(y, z)).real() +
         std::accumulate(all.begin(), all.end(), number(x * y)) + chosen() + (x < y ? x * y : z);
#endif
}
