// Polynomials whose roots are hard to find, by their number, on host and device.
#pragma once

#include <ff/polynomial.hpp>
#include <ff/random.hpp>

#include "vectors.hpp"

namespace ff_test {

enum class polynomial_kind { gaussian, wilkinson, chebyshev, clustered, multiple, tiny, huge, ragged };
inline constexpr int polynomial_kinds = 8;
inline constexpr const char* polynomial_kind_names[] = {"gaussian", "wilkinson", "chebyshev", "clustered",
                                                        "multiple", "tiny",      "huge",      "ragged"};

template <int N>
struct coefficients {
  ff_t c[N + 1];
  FF_HD_LARGE constexpr ff_t operator[](int k) const { return c[k]; }
};

/// p times (x - root), for p of degree n.
template <int N>
FF_HD_LARGE void multiply_by(coefficients<N>& p, int n, ff_t root) {
  for (int k = n; k >= 0; --k) {
    p.c[k + 1] = p.c[k + 1] + p.c[k];
    p.c[k] = -(root * p.c[k]);
  }
}

template <int N>
FF_HD_LARGE coefficients<N> draw_polynomial(polynomial_kind kind, uint64 i) {
  draws d(i);
  ff::philox g(i);
  ff::normal_distribution normal;
  coefficients<N> p{};
  const auto scaled_gaussian = [&](int first, int last) {
    for (ff_t& c : p.c) c = ldexp(normal(g), d.between(first, last));
  };
  switch (kind) {
    case polynomial_kind::gaussian:
      scaled_gaussian(0, 0);
      break;
    case polynomial_kind::wilkinson:
      p.c[0] = 1.0f;
      for (int k = 0; k < N; ++k) multiply_by(p, k, ff_t(k + 1) * power(d.between(-1, 1)));
      break;
    case polynomial_kind::chebyshev: {
      coefficients<N> before{};
      before.c[0] = p.c[1] = 1.0f;
      for (int n = 1; n < N; ++n) {
        coefficients<N> next{};
        for (int k = 0; k <= N; ++k) next.c[k] = (k > 0 ? 2.0f * p.c[k - 1] : ff_t(0.0f)) - before.c[k];
        before = p;
        p = next;
      }
      p.c[0] = p.c[0] + ldexp(normal(g), -20);  // T_N itself once in a while would do
      break;
    }
    case polynomial_kind::clustered: {
      p.c[0] = 1.0f;
      const ff_t centre = normal(g);
      const int members = d.between(2, N < 4 ? N : 4), closeness = d.between(-20, -2);
      for (int k = 0; k < N; ++k) {
        const ff_t away = normal(g);
        multiply_by(p, k, k < members ? centre + ldexp(away, closeness) : away * 2.0f);
      }
      break;
    }
    case polynomial_kind::multiple:
      p.c[0] = 1.0f;
      for (int k = 0; k < N; ++k) multiply_by(p, k, ff_t(d.between(-3, 3)) * 0.5f);
      break;
    case polynomial_kind::tiny:
      scaled_gaussian(-126, -100);
      break;
    case polynomial_kind::huge:
      scaled_gaussian(90, 120);
      break;
    case polynomial_kind::ragged:
      scaled_gaussian(-100, 100);
      break;
  }
  if (i % 8 == 1) p.c[0] = 0.0f;
  if (i % 8 == 2) p.c[N] = 0.0f;
  return p;
}

}  // namespace ff_test
