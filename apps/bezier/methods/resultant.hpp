// Kajiya's polynomial: of the two planes through a ray, each a cubic in u whose coefficients are cubics in v,
// Bezout's determinant, of degree 18 in v, vanishes where they have a common u.
//
// J. Kajiya, Ray tracing parametric patches, SIGGRAPH 1982; S. Lahabar's thesis of 2010 does it on a GPU.
#pragma once

#include <cstddef>

#include "points.hpp"

namespace bezier {

/// The basis of the two cubics.  `power`: powers of u and of v.  `bernstein`: Bernstein's polynomials without
/// their powers of 1 - u and 1 - v, which are powers of u/(1 - u) and of v/(1 - v) with binomially scaled
/// coefficients.
enum class basis { power, bernstein };

/// A cubic's coefficients in the basis, from those in Bernstein's.
template <basis B, class T>
FF_HD constexpr void to_basis(T& c0, T& c1, T& c2, T& c3) {
  using n = ff::detail::number<T>;
  const T three = n::of(3.0f);
  if constexpr (B == basis::bernstein) {
    c1 = n::mul(three, c1), c2 = n::mul(three, c2);
  } else {
    const T d0 = n::sub(c1, c0), d1 = n::sub(c2, c1), d2 = n::sub(c3, c2);
    const T e0 = n::sub(d1, d0), e1 = n::sub(d2, d1);
    c1 = n::mul(three, d0), c2 = n::mul(three, e0), c3 = n::sub(e1, e0);
  }
}

/// A power of two that brings magnitudes of at most m to 1 or so; 1 where m is zero or not finite.
FF_HD constexpr float to_unit(float m) {
  const int biased = static_cast<int>(ff::detail::to_bits(m) >> 23) & 255;
  return biased == 0 || biased == 255 ? 1.0f : ff::detail::power_of_two(biased > 253 ? -126 : 127 - biased);
}

/// The planes' equations over the patch in Bernstein's basis, each with a greatest coefficient of 1 to 2.
template <class T>
FF_HD_LARGE ff::detail::plane_pair<T> unit_planes(const ray& r, const patch& s) {
  using n = ff::detail::number<T>;
  ff::detail::plane_pair<T> f = ff::detail::planes_over<T>(r, s);
  for (ff::detail::bicubic<T>* plane : {&f.a, &f.b}) {
    float m = 0.0f;
    for (const auto& row : plane->c)
      for (const T& x : row) m = ff::greatest(m, ff::abs(n::to_float(x)));
    const T scale = n::of(to_unit(m));
    for (auto& row : plane->c)
      for (T& x : row) x = n::mul(x, scale);
  }
  return f;
}

/// sum of c[k] x^k: the determinant, scaled to a greatest coefficient of 1 to 2, or all zero.
template <class T>
struct resultant {
  static constexpr int degree = 18;
  T c[degree + 1];
};

/// r += x y and r -= x y, for polynomials in one variable.
template <class T, std::size_t N, std::size_t M>
FF_HD_LARGE void add_product(const T (&x)[N], const T (&y)[M], T* r) {
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < M; ++j) r[i + j] = ff::detail::number<T>::fma(x[i], y[j], r[i + j]);
}
template <class T, std::size_t N, std::size_t M>
FF_HD_LARGE void subtract_product(const T (&x)[N], const T (&y)[M], T* r) {
  using n = ff::detail::number<T>;
  for (std::size_t i = 0; i < N; ++i) {
    const T minus = n::negative(x[i]);
    for (std::size_t j = 0; j < M; ++j) r[i + j] = n::fma(minus, y[j], r[i + j]);
  }
}

/// a_i b_j - a_j b_i for the coefficients, polynomials in v, of u^i and u^j.
template <class T>
FF_HD_LARGE void add_bracket(const T (&a)[4][4], const T (&b)[4][4], int i, int j, T (&r)[7]) {
  add_product(a[i], b[j], r);
  subtract_product(a[j], b[i], r);
}

/// The formation of the polynomial.  Bezout's matrix of two cubics is, with [i j] = a_i b_j - a_j b_i,
///   [1 0]        [2 0]         [3 0]
///   [2 0]    [2 1] + [3 0]     [3 1]
///   [3 0]        [3 1]         [3 2]
/// and maps (1, u, u^2) to zero where u is a common root.
template <basis B, class T>
FF_HD_OUT_OF_LINE void form(const ray& r, const patch& s, resultant<T>& out) {
  using n = ff::detail::number<T>;
  ff::detail::plane_pair<T> f = unit_planes<T>(r, s);
  for (ff::detail::bicubic<T>* plane : {&f.a, &f.b}) {
    for (auto& row : plane->c) to_basis<B>(row[0], row[1], row[2], row[3]);
    for (int j = 0; j < 4; ++j) to_basis<B>(plane->c[0][j], plane->c[1][j], plane->c[2][j], plane->c[3][j]);
  }
  const T zero = n::of(0.0f);
  T m[3][3][7];
  for (auto& row : m)
    for (auto& entry : row)
      for (T& x : entry) x = zero;
  add_bracket(f.a.c, f.b.c, 1, 0, m[0][0]), add_bracket(f.a.c, f.b.c, 2, 0, m[0][1]);
  add_bracket(f.a.c, f.b.c, 3, 0, m[0][2]), add_bracket(f.a.c, f.b.c, 3, 1, m[1][2]);
  add_bracket(f.a.c, f.b.c, 3, 2, m[2][2]), add_bracket(f.a.c, f.b.c, 2, 1, m[1][1]);
  for (int k = 0; k < 7; ++k) m[1][1][k] = n::add(m[1][1][k], m[0][2][k]);

  // The cofactors of the first row.
  T minor[3][13];
  for (auto& row : minor)
    for (T& x : row) x = zero;
  add_product(m[1][1], m[2][2], minor[0]), subtract_product(m[1][2], m[1][2], minor[0]);
  add_product(m[0][2], m[1][2], minor[1]), subtract_product(m[0][1], m[2][2], minor[1]);
  add_product(m[0][1], m[1][2], minor[2]), subtract_product(m[0][2], m[1][1], minor[2]);
  for (T& x : out.c) x = zero;
  add_product(minor[0], m[0][0], out.c), add_product(minor[1], m[0][1], out.c);
  add_product(minor[2], m[0][2], out.c);

  float greatest = 0.0f;
  for (const T& x : out.c) greatest = ff::greatest(greatest, ff::abs(n::to_float(x)));
  const T scale = n::of(to_unit(greatest));
  for (T& x : out.c) x = n::mul(x, scale);
}

}  // namespace bezier
