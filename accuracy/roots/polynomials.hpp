// Polynomials whose roots are hard to find, by their number, the same on host and device.
#pragma once

#include <ff/polynomial.hpp>
#include <ff/random.hpp>

namespace accuracy {

enum class polynomial_kind { gaussian, wilkinson, chebyshev, clustered, multiple, tiny, huge, ragged };
inline constexpr int polynomial_kinds = 8;
inline constexpr const char* polynomial_kind_names[polynomial_kinds] = {
    "gaussian", "wilkinson", "chebyshev", "clustered", "multiple", "tiny", "huge", "ragged"};

/// p[k] is the coefficient of x^k.
template <int N>
struct coefficients {
  ff::ff_t c[N + 1];
  FF_HD_LARGE constexpr ff::ff_t operator[](int k) const { return c[k]; }
};

/// p, of degree n, becomes p (x - root).
template <int N>
FF_HD_LARGE constexpr void multiply_by(coefficients<N>& p, int n, ff::ff_t root) {
  for (int k = n; k >= 0; --k) {
    p.c[k + 1] = p.c[k + 1] + p.c[k];
    p.c[k] = -(root * p.c[k]);
  }
}

/// An integer from first to last.
FF_HD_LARGE constexpr int drawn_between(ff::philox& g, int first, int last) {
  return first + static_cast<int>((ff::uint64{g()} * static_cast<ff::uint64>(last - first + 1)) >> 32);
}

/// Normal coefficients times powers of two.
template <int N>
FF_HD_LARGE constexpr void draw_normal(coefficients<N>& p, ff::philox& g, int first, int last) {
  const ff::normal_distribution normal;
  for (ff::ff_t& c : p.c) {
    const ff::ff_t x = normal(g);
    c = ldexp(x, drawn_between(g, first, last));
  }
}

/// T_N, its last coefficient moved by 2^-20 or so.
template <int N>
FF_HD_LARGE constexpr void draw_chebyshev(coefficients<N>& p, ff::philox& g) {
  coefficients<N> before{};
  before.c[0] = p.c[1] = 1.0f;
  for (int n = 1; n < N; ++n) {
    coefficients<N> next{};
    for (int k = 0; k <= N; ++k) next.c[k] = (k > 0 ? 2.0f * p.c[k - 1] : ff::ff_t(0.0f)) - before.c[k];
    before = p;
    p = next;
  }
  p.c[0] = p.c[0] + ldexp(ff::normal_distribution()(g), -20);
}

/// Two to four roots about one place, the others anywhere.
template <int N>
FF_HD_LARGE constexpr void draw_clustered(coefficients<N>& p, ff::philox& g) {
  const ff::normal_distribution normal;
  const ff::ff_t centre = normal(g);
  const int members = drawn_between(g, 2, N < 4 ? N : 4), closeness = drawn_between(g, -20, -2);
  for (int k = 0; k < N; ++k) {
    const ff::ff_t away = normal(g);
    multiply_by(p, k, k < members ? centre + ldexp(away, closeness) : away * 2.0f);
  }
}

/// Polynomial i of a kind; of every eight one has a root at zero, and one the degree N - 1.
template <int N>
FF_HD_LARGE constexpr coefficients<N> draw_polynomial(polynomial_kind kind, ff::uint64 i,
                                                      ff::uint64 seed = 0) {
  ff::philox g(seed, i);
  coefficients<N> p{};
  p.c[0] = 1.0f;
  switch (kind) {
    case polynomial_kind::gaussian:
      draw_normal(p, g, 0, 0);
      break;
    case polynomial_kind::wilkinson:
      for (int k = 0; k < N; ++k) multiply_by(p, k, ldexp(ff::ff_t(k + 1), drawn_between(g, -1, 1)));
      break;
    case polynomial_kind::chebyshev:
      draw_chebyshev(p, g);
      break;
    case polynomial_kind::clustered:
      draw_clustered(p, g);
      break;
    case polynomial_kind::multiple:
      for (int k = 0; k < N; ++k) multiply_by(p, k, ldexp(ff::ff_t(drawn_between(g, -3, 3)), -1));
      break;
    case polynomial_kind::tiny:
      draw_normal(p, g, -126, -100);
      break;
    case polynomial_kind::huge:
      draw_normal(p, g, 90, 120);
      break;
    case polynomial_kind::ragged:
      draw_normal(p, g, -100, 100);
      break;
  }
  if (i % 8 == 1) p.c[0] = 0.0f;
  if (i % 8 == 2) p.c[N] = 0.0f;
  return p;
}

}  // namespace accuracy
