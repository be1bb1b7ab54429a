// A ray as two planes that meet in it, each a polynomial over a patch in Bernstein's basis beside a bound of
// its errors.  The bounds are proved in docs/proofs/bezier.md.
#pragma once

#include <ff/eft.hpp>
#include <ff/geometry/bezier.hpp>

namespace ff {
namespace detail {

/// What covers the terms of second order and the roundings of a bound itself.
FF_HD constexpr float with_slack(float bound) { return mul_rn(bound, 1.001f); }

/// The polynomial sum of c[i][j] B_i(u) B_j(v); each coefficient is within `error` of the exact one.
template <class T>
struct bicubic {
  T c[4][4];
  float error;

  FF_HD constexpr float greatest_magnitude() const {
    float m = 0.0f;
    for (const auto& row : c)
      for (const T& x : row) m = greatest(m, abs(number<T>::to_float(x)));
    return with_slack(m);
  }
};

/// Two planes through a ray: their common zeros on the patch are where the ray meets it.
template <class T>
struct plane_pair {
  bicubic<T> a, b;
};

/// A ray's axes, the main one last, and its direction scaled by a power of two so that the main component
/// is from 1 to 2.
struct ray_frame {
  int i, j, k;
  float di, dj, dk;

  FF_HD constexpr explicit ray_frame(const geometry::ray<float>& r)
      : i(0), j(0), k(geometry::main_axis<float>(r.direction)), di(0.0f), dj(0.0f), dk(0.0f) {
    i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
    const float main = component(r.direction, k);
    const int e = min_int(static_cast<int>((to_bits(main) >> 23) & 255) - 127, 126);
    const float s = power_of_two(-e);
    di = mul_rn(component(r.direction, i), s), dj = mul_rn(component(r.direction, j), s);
    dk = mul_rn(main, s);
  }
};

/// One coefficient of both planes, dk (p_i - o_i) - di (p_k - o_k) and the like with j, and the magnitudes
/// that its terms add up to.  The planes' normals dk e_i - di e_k are exact, so nothing is rounded but the
/// coefficients: a difference errs by one sum, a product by one by a float.
template <class T>
struct plane_coefficient {
  T a, b;
  float a_size, b_size;

  FF_HD constexpr plane_coefficient(const ray_frame& f, const geometry::vector3<float>& origin,
                                    const geometry::vector3<float>& p) {
    using n = number<T>;
    const T x = n::difference(component(p, f.i), component(origin, f.i));
    const T y = n::difference(component(p, f.j), component(origin, f.j));
    const T z = n::difference(component(p, f.k), component(origin, f.k));
    const T dx = n::mul(x, f.dk), dy = n::mul(y, f.dk), xz = n::mul(z, f.di), yz = n::mul(z, f.dj);
    a = n::sub(dx, xz), b = n::sub(dy, yz);
    a_size = add_rn(abs(n::to_float(dx)), abs(n::to_float(xz)));
    b_size = add_rn(abs(n::to_float(dy)), abs(n::to_float(yz)));
  }
};
/// The error bound of a coefficient whose terms sum to at most `size`: each term has two sums and a product,
/// and 2^-86 covers what underflows.
template <class T>
FF_HD constexpr float plane_error(float size) {
  constexpr float rounding = 2 * number<T>::sum_error + number<T>::by_float_error;
  return with_slack(fma_rn(size, rounding, 0x1p-86f));
}

template <class T>
FF_HD_LARGE constexpr plane_pair<T> planes_over(const geometry::ray<float>& r,
                                                const geometry::bezier_patch<float>& s) {
  const ray_frame f(r);
  plane_pair<T> pair{};
  float a_size = 0.0f, b_size = 0.0f;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const plane_coefficient<T> c(f, r.origin, s.p[i][j]);
      pair.a.c[i][j] = c.a, pair.b.c[i][j] = c.b;
      a_size = greatest(a_size, c.a_size), b_size = greatest(b_size, c.b_size);
    }
  }
  pair.a.error = plane_error<T>(a_size), pair.b.error = plane_error<T>(b_size);
  return pair;
}

/// Returns what coefficients of at most `size` err by when they are rounded to To by way of floats.
template <class To, class From>
FF_HD constexpr float narrowed_error(float size, float error) {
  return is_same<To, From> ? error : with_slack(fma_rn(size, 0x1p-24f, error));
}
template <class To, class From>
FF_HD constexpr To narrowed_coefficient(From x) {
  if constexpr (is_same<To, From>) return x;
  if constexpr (!is_same<To, From>) return number<To>::of(number<From>::to_float(x));
}

/// Coefficients (i, j) of both planes in another format, and the errors of all.
template <class To, class From>
FF_HD constexpr void narrow_coefficients(plane_pair<To>& f, int i, int j, From a, From b) {
  f.a.c[i][j] = narrowed_coefficient<To>(a), f.b.c[i][j] = narrowed_coefficient<To>(b);
}
template <class To, class From>
FF_HD constexpr void narrow_errors(plane_pair<To>& f, const plane_pair<From>& wide, float a_size,
                                   float b_size) {
  f.a.error = narrowed_error<To, From>(a_size, wide.a.error);
  f.b.error = narrowed_error<To, From>(b_size, wide.b.error);
}

/// Returns whether a coefficient that was rounded to float may be zero but for an error of all.
template <class T>
FF_HD constexpr bool may_vanish(T x, float error) {
  return !less(with_slack(error), abs(number<T>::to_float(x)));
}

/// The same coefficients in another format, each rounded to float.
template <class To, class From>
FF_HD_LARGE constexpr bicubic<To> narrowed(const bicubic<From>& f) {
  bicubic<To> g{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) g.c[i][j] = narrowed_coefficient<To>(f.c[i][j]);
  g.error = narrowed_error<To, From>(f.greatest_magnitude(), f.error);
  return g;
}

// ---------------------------------------------------------------- restriction

/// A cubic's coefficients on [s, t] in place of those on [0, 1]: its polar form with s and t as arguments.
/// Three levels of means.  Ramshaw, Blossoms are polar forms, 1989.
template <class T, class P>
FF_HD_LARGE constexpr void restrict_cubic(T& c0, T& c1, T& c2, T& c3, P s, P t) {
  using n = number<T>;
  const T s0 = n::mean(c0, c1, s), s1 = n::mean(c1, c2, s), s2 = n::mean(c2, c3, s);
  const T t0 = n::mean(c0, c1, t), t1 = n::mean(c1, c2, t), t2 = n::mean(c2, c3, t);
  const T ss0 = n::mean(s0, s1, s), ss1 = n::mean(s1, s2, s);
  const T tt0 = n::mean(t0, t1, t), tt1 = n::mean(t1, t2, t);
  c0 = n::mean(ss0, ss1, s), c1 = n::mean(ss0, ss1, t);
  c2 = n::mean(tt0, tt1, s), c3 = n::mean(tt0, tt1, t);
}

/// Returns what the coefficients of a restriction err by, its bounds in P.
template <class T, class P>
FF_HD constexpr float restriction_error(float error, float size) {
  constexpr float mean_error = is_same<P, float> ? number<T>::dyadic_mean_error : number<T>::mean_error;
  return with_slack(fma_rn(size, 6 * mean_error, error));
}
template <class T, class P>
FF_HD_LARGE constexpr void restrict_row(bicubic<T>& f, int i, P v0, P v1) {
  restrict_cubic(f.c[i][0], f.c[i][1], f.c[i][2], f.c[i][3], v0, v1);
}
template <class T, class P>
FF_HD_LARGE constexpr void restrict_column(bicubic<T>& f, int j, P u0, P u1) {
  restrict_cubic(f.c[0][j], f.c[1][j], f.c[2][j], f.c[3][j], u0, u1);
}

/// The polynomial on [u0, u1] x [v0, v1], again with u and v from 0 to 1.  The bounds are in T, or floats
/// with at most 24 bits after the point.  `size` is at least the greatest magnitude of f's coefficients.
template <class T, class P>
FF_HD_LARGE constexpr bicubic<T> restricted(const bicubic<T>& f, float size, P u0, P u1, P v0, P v1) {
  bicubic<T> g = f;
  for (int i = 0; i < 4; ++i) restrict_row(g, i, v0, v1);
  for (int j = 0; j < 4; ++j) restrict_column(g, j, u0, u1);
  g.error = restriction_error<T, P>(f.error, size);
  return g;
}

/// The value at (u, v) of the polynomial with these coefficients by de Casteljau's algorithm: 6 means.
template <class T>
FF_HD_LARGE constexpr T value_at(const T (&c)[4][4], T u, T v) {
  T row[4] = {};
  for (int i = 0; i < 4; ++i) row[i] = cubic_at(c[i][0], c[i][1], c[i][2], c[i][3], v).value;
  return cubic_at(row[0], row[1], row[2], row[3], u).value;
}

/// In pairs by Bernstein's polynomials, each within 14 u^2, and two dot products: a fifth of the operations.
struct cubic_weights {
  ff_t w[4];

  FF_HD constexpr explicit cubic_weights(ff_t t) : w{} {
    const ff_t r = 1.0f - t, rr = r * r, tt = t * t;
    w[0] = rr * r, w[1] = (rr * t) * 3.0f, w[2] = (tt * r) * 3.0f, w[3] = tt * t;
  }
  FF_HD_LARGE constexpr ff_t of(const ff_t (&c)[4]) const {
    return product(c[0], w[0])
        .add_product(c[1], w[1])
        .add_product(c[2], w[2])
        .add_product(c[3], w[3])
        .result();
  }
};
FF_HD_LARGE constexpr ff_t value_at(const ff_t (&c)[4][4], const cubic_weights& of_u,
                                    const cubic_weights& of_v) {
  const ff_t row[4] = {of_v.of(c[0]), of_v.of(c[1]), of_v.of(c[2]), of_v.of(c[3])};
  return of_u.of(row);
}
FF_HD_LARGE constexpr ff_t value_at(const ff_t (&c)[4][4], ff_t u, ff_t v) {
  return value_at(c, cubic_weights(u), cubic_weights(v));
}

/// The values of both planes, in pairs with the same weights.
template <class T>
struct pair_of_values {
  T a, b;
};
template <class T>
FF_HD_LARGE constexpr pair_of_values<T> values_at(const plane_pair<T>& f, T u, T v) {
  return {value_at(f.a.c, u, v), value_at(f.b.c, u, v)};
}
FF_HD_LARGE constexpr pair_of_values<ff_t> values_at(const plane_pair<ff_t>& f, ff_t u, ff_t v) {
  const cubic_weights of_u(u), of_v(v);
  return {value_at(f.a.c, of_u, of_v), value_at(f.b.c, of_u, of_v)};
}

// ---------------------------------------------------------------- edges that are points

/// Returns whether x y - z w is proved to vanish, each of x and z an exact difference: the eight products and
/// rests as a nonoverlapping expansion, which vanishes only if all its words do.  Shewchuk, Adaptive
/// precision floating-point arithmetic, 1997, grow-expansion.  False where a product below 2^-100 may have
/// lost bits.
FF_HD_LARGE constexpr bool difference_vanishes(ff_t x, float y, ff_t z, float w) {
  const float left[4] = {x.hi(), x.lo(), neg(z.hi()), neg(z.lo())}, right[4] = {y, y, w, w};
  float word[8] = {};
  bool vanishes = true;
  for (int m = 0; m < 8; ++m) {
    const auto [product, lost] = two_prod(left[m / 2], right[m / 2]);
    const bool is_zero = equal(left[m / 2], 0.0f) || equal(right[m / 2], 0.0f);
    vanishes = vanishes && (is_zero || less(0x1p-100f, abs(product)));
    float rest = m % 2 == 0 ? lost : product;
    for (int l = 0; l < m; ++l) {
      const auto [sum, below] = add12(rest, word[l]);
      rest = sum, word[l] = below;
    }
    word[m] = rest;
  }
  for (const float x_l : word) vanishes = vanishes && equal(x_l, 0.0f);
  return vanishes;
}

/// Returns whether the line through a ray is proved to go exactly through p.
FF_HD_LARGE constexpr bool meets_point(const geometry::ray<float>& r, geometry::vector3<float> p) {
  const ray_frame f(r);
  const ff_t x = add12(component(p, f.i), neg(component(r.origin, f.i)));
  const ff_t y = add12(component(p, f.j), neg(component(r.origin, f.j)));
  const ff_t z = add12(component(p, f.k), neg(component(r.origin, f.k)));
  const auto is_exact = [](float scaled, float d) { return equal(d, 0.0f) || less(0x1p-100f, abs(scaled)); };
  return is_exact(f.di, component(r.direction, f.i)) && is_exact(f.dj, component(r.direction, f.j)) &&
         difference_vanishes(x, f.dk, z, f.di) && difference_vanishes(y, f.dk, z, f.dj);
}

/// f = u g on a patch whose coefficients vanish at u = 0: the cubic g of
/// c_0 = 0, c_1, c_2, c_3 is 3 c_1, c_1 + c_2, c_2 + c_3/3, c_3.
template <class T>
FF_HD constexpr void divide_by_parameter(T& c0, T& c1, T& c2, T& c3) {
  using n = number<T>;
  const T g1 = n::add(c1, c2), third = n::div(c3, n::of(3.0f));
  c0 = n::mul(c1, 3.0f), c2 = n::add(c2, third), c1 = g1;
}

/// f divided by u, 1 - u, v or 1 - v, edge = 0 ... 3, where it vanishes.
template <class T>
FF_HD_LARGE constexpr void divide_by_edge(bicubic<T>& f, int edge) {
  for (int k = 0; k < 4; ++k) {
    T(&c)[4][4] = f.c;
    if (edge == 0) divide_by_parameter(c[0][k], c[1][k], c[2][k], c[3][k]);
    if (edge == 1) divide_by_parameter(c[3][k], c[2][k], c[1][k], c[0][k]);
    if (edge == 2) divide_by_parameter(c[k][0], c[k][1], c[k][2], c[k][3]);
    if (edge == 3) divide_by_parameter(c[k][3], c[k][2], c[k][1], c[k][0]);
  }
  constexpr float rounding = number<T>::sum_error + 4 * number<T>::dyadic_mean_error;
  f.error = with_slack(fma_rn(f.greatest_magnitude(), rounding, mul_rn(3.0f, f.error)));
}

}  // namespace detail
}  // namespace ff
