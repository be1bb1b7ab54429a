// Kajiya's method in three stages, each a function of its own: formation of the polynomial (resultant.hpp),
// its roots, and the other coordinate.  Nothing is proved of what they find.
#pragma once

#include "laguerre.hpp"

namespace bezier {

/// Values of v at which the planes may have a common u.
template <class T>
struct root_list {
  T v[resultant<T>::degree];
  int count;
};

/// v of a root x: x itself, or x = v/(1 - v).  Of 1/x where that was sought.
template <basis B, class T>
FF_HD T parameter_of_root(T x, bool reversed) {
  using n = ff::detail::number<T>;
  const T one = n::of(1.0f);
  if (reversed) return B == basis::power ? n::div(one, x) : n::div(one, n::add(one, x));
  return B == basis::power ? x : n::div(x, n::add(one, x));
}

/// Looks again for the root near x with all coefficients, which deflation has left as they were, and lists it
/// if it is real and from 0 to 1.  A root beyond 1 is sought as that of the reversed polynomial: so its
/// powers stay in range.
template <basis B, class T>
FF_HD_LARGE void polish(const resultant<T>& r, complex_number<T> x, root_list<T>& out) {
  using z = complex_arithmetic<T>;
  using n = ff::detail::number<T>;
  const float re = n::to_float(x.re), im = n::to_float(x.im);
  const bool reversed = ff::less(1.0f, z::length(x));
  if (reversed) {
    const T scale = n::of(to_unit(z::length(x)));
    const complex_number<T> unit = z::scale(x, scale);
    x = z::scale(z::div({n::of(1.0f), n::of(0.0f)}, unit), scale);
  }
  if (ff::less(ff::add_rn(ff::abs(re), 1.0f), ff::mul_rn(32.0f, ff::abs(im)))) return;
  if (ff::less(re, -0.125f)) return;
  const int degree = resultant<T>::degree;
  if (!find_root(reversed ? r.c + degree : r.c, reversed ? -1 : 1, degree, x)) return;
  const float found = n::to_float(x.re), imaginary = ff::abs(n::to_float(x.im));
  const float size = ff::fma_rn(found, found, 1.0f);
  if (ff::less(ff::mul_rn(tolerance<T>::imaginary, size), imaginary)) return;
  T v = parameter_of_root<B>(x.re, reversed);
  if (on_patch(v) && out.count < degree) out.v[out.count++] = v;
}

/// Polishes x in float first.  ff costs 15 times as much, and then needs one step or two.
template <class T>
FF_HD_LARGE void approach(const T* c, int degree, complex_number<T>& x) {
  using n = ff::detail::number<T>;
  float heads[resultant<T>::degree + 1];
  for (int k = 0; k <= degree; ++k) heads[k] = n::to_float(c[k]);
  complex_number<float> near{n::to_float(x.re), n::to_float(x.im)};
  find_root(heads, 1, degree, near);
  if (ff::less(complex_arithmetic<float>::length(near), ff::detail::infinity))
    x = {n::of(near.re), n::of(near.im)};
}

/// The roots: real ones with v from 0 to 1, by Laguerre's method from 0 on, with deflation and polished.
/// Where the leading coefficients of the Bernstein form vanish, v = 1 is a root.  A polynomial that vanishes
/// has none.
template <basis B, class T>
FF_HD_OUT_OF_LINE void find_roots(const resultant<T>& r, root_list<T>& out) {
  using n = ff::detail::number<T>;
  using z = complex_arithmetic<T>;
  out.count = 0;
  T c[resultant<T>::degree + 1];
  for (int k = 0; k <= resultant<T>::degree; ++k) c[k] = r.c[k];
  int degree = resultant<T>::degree;
  while (degree >= 0 && ff::equal(n::to_float(c[degree]), 0.0f)) --degree;
  if (degree < 0) return;
  if (B == basis::bernstein && degree < resultant<T>::degree) out.v[out.count++] = n::of(1.0f);

  while (degree > 0) {
    complex_number<T> x{n::of(0.0f), n::of(0.0f)};
    if (degree > 1) {  // at degree 1 Laguerre's method would be at a loss with a subnormal slope
      if constexpr (ff::detail::is_same<T, ff::ff_t>) approach(c, degree, x);
      find_root(c, 1, degree, x);
    } else {
      x.re = n::negative(n::div(c[0], c[1]));
      if (!ff::less(z::head(x.re), ff::detail::infinity)) return;
    }
    const float re = ff::abs(n::to_float(x.re)), im = ff::abs(n::to_float(x.im));
    const bool real = !ff::less(ff::mul_rn(tolerance<T>::imaginary, ff::greatest(re, 1.0f)), im);
    if (real || degree < 2) {
      polish<B>(r, {x.re, n::of(0.0f)}, out);
      divide_by_real_root(c, degree, x.re);
      degree -= 1;
    } else {
      polish<B>(r, x, out);
      divide_by_conjugates(c, degree, x);
      degree -= 2;
    }
  }
}

/// The cubics in u at v in Bernstein's basis: for each row the dot product with Bernstein's polynomials.
template <class T>
FF_HD_LARGE void cubic_at(const ff::detail::bicubic<T>& f, T v, T (&c)[4]) {
  using n = ff::detail::number<T>;
  const T three = n::of(3.0f), r = n::sub(n::of(1.0f), v), rr = n::mul(r, r), vv = n::mul(v, v);
  const T w[4] = {n::mul(rr, r), n::mul(n::mul(rr, v), three), n::mul(n::mul(vv, r), three), n::mul(vv, v)};
  for (int i = 0; i < 4; ++i)
    c[i] = n::fma(f.c[i][0], w[0], n::fma(f.c[i][1], w[1], n::fma(f.c[i][2], w[2], n::mul(f.c[i][3], w[3]))));
}

/// The other coordinate: u from the null vector (1, x, x^2) of Bezout's matrix at v, which is the longest
/// vector product of two of its rows.
template <basis B, class T>
FF_HD_LARGE T other_coordinate(const ff::detail::plane_pair<T>& planes, T v) {
  using n = ff::detail::number<T>;
  T a[4], b[4];
  cubic_at(planes.a, v, a), cubic_at(planes.b, v, b);
  to_basis<B>(a[0], a[1], a[2], a[3]), to_basis<B>(b[0], b[1], b[2], b[3]);
  const auto bracket = [&](int i, int j) { return n::fma(a[i], b[j], n::negative(n::mul(a[j], b[i]))); };
  const T m01 = bracket(2, 0), m02 = bracket(3, 0), m12 = bracket(3, 1);
  const T m[3][3] = {
      {bracket(1, 0), m01, m02}, {m01, n::add(bracket(2, 1), m02), m12}, {m02, m12, bracket(3, 2)}};
  T x[3] = {};
  float longest = -1.0f;
  for (int i = 0; i < 3; ++i) {
    const T(&p)[3] = m[i], (&q)[3] = m[(i + 1) % 3];
    const T y[3] = {n::fma(p[1], q[2], n::negative(n::mul(p[2], q[1]))),
                    n::fma(p[2], q[0], n::negative(n::mul(p[0], q[2]))),
                    n::fma(p[0], q[1], n::negative(n::mul(p[1], q[0])))};
    float length = 0.0f;
    for (const T& component : y) length = ff::add_rn(length, ff::abs(n::to_float(component)));
    if (!ff::less(longest, length)) continue;
    longest = length;
    for (int k = 0; k < 3; ++k) x[k] = y[k];
  }
  const bool from_above = ff::less(ff::abs(n::to_float(x[0])), ff::abs(n::to_float(x[2])));
  const T low = from_above ? x[1] : x[0], high = from_above ? x[2] : x[1];
  return n::div(high, B == basis::power ? low : n::add(low, high));
}

/// Both stages after the formation: u for each v, and t.
template <basis B, class T>
FF_HD_OUT_OF_LINE void add_points(const ray& r, const patch& s, const root_list<T>& roots,
                                  point_list& found) {
  const ff::detail::plane_pair<T> planes = unit_planes<T>(r, s);
  for (int i = 0; i < roots.count; ++i) {
    const T v = roots.v[i];
    add_point(r, s, other_coordinate<B>(planes, v), v, found);
  }
}

/// All points by Kajiya's method in a basis.
template <basis B, class T>
struct kajiya_in {
  FF_HD_LARGE static void find(const ray& r, const patch& s, point_list& found) {
    clear(found);
    resultant<T> polynomial;
    form<B>(r, s, polynomial);
    root_list<T> roots;
    find_roots<B>(polynomial, roots);
    add_points<B>(r, s, roots, found);
  }
  FF_HD_LARGE static void meet(const ray& r, const patch& s, int number, first_hit& best) {
    point_list found;
    find(r, s, found);
    take_all(found, number, best);
  }
};

template <class T>
struct kajiya : kajiya_in<basis::power, T> {
  static constexpr const char* name = "kajiya";
};
template <class T>
struct kajiya_bernstein : kajiya_in<basis::bernstein, T> {
  static constexpr const char* name = "kajiya-bernstein";
};

}  // namespace bezier
