// Bicubic Bezier patches: points, derivatives, normals, halves and bounds.
#pragma once

#include <ff/geometry/box.hpp>

namespace ff {
namespace geometry {

/// S(u, v) = sum of p[i][j] B_i(u) B_j(v) with Bernstein's polynomials of degree 3, u and v from 0 to 1.
template <class T>
struct bezier_patch {
  vector3<T> p[4][4];
};

/// A point of a surface and its derivatives by u, by v and by both.
template <class T>
struct surface_point {
  vector3<T> point, du, dv, duv;
};

}  // namespace geometry

namespace detail {

/// A value and its slope.
template <class T>
struct value_and_slope {
  T value, slope;
};

/// The cubic with these coefficients at t by de Casteljau's algorithm.
template <class T>
FF_HD constexpr value_and_slope<T> cubic_at(T c0, T c1, T c2, T c3, T t) {
  using n = number<T>;
  const T d0 = n::mean(c0, c1, t), d1 = n::mean(c1, c2, t), d2 = n::mean(c2, c3, t);
  const T e0 = n::mean(d0, d1, t), e1 = n::mean(d1, d2, t);
  return {n::mean(e0, e1, t), n::mul(n::of(3.0f), n::sub(e1, e0))};
}

template <class T>
FF_HD constexpr geometry::vector3<T> from_components(const T (&c)[3]) {
  return {c[0], c[1], c[2]};
}

}  // namespace detail

namespace geometry {

/// S(u, v) and its derivatives in T by de Casteljau's algorithm: each component of the point within 13 u of
/// the greatest |control point| for u = 2^-24 (float) and 2^-53 (double), within 49 2^-48 for ff_t.
template <class T, class S>
FF_HD constexpr surface_point<T> evaluate(const bezier_patch<S>& s, T u, T v) {
  using n = detail::number<T>;
  T point[3] = {}, du[3] = {}, dv[3] = {}, duv[3] = {};
  for (int k = 0; k < 3; ++k) {
    detail::value_and_slope<T> row[4] = {};
    for (int i = 0; i < 4; ++i)
      row[i] = detail::cubic_at(n::of(component(s.p[i][0], k)), n::of(component(s.p[i][1], k)),
                                n::of(component(s.p[i][2], k)), n::of(component(s.p[i][3], k)), v);
    const auto value = detail::cubic_at(row[0].value, row[1].value, row[2].value, row[3].value, u);
    const auto slope = detail::cubic_at(row[0].slope, row[1].slope, row[2].slope, row[3].slope, u);
    point[k] = value.value, du[k] = value.slope, dv[k] = slope.value, duv[k] = slope.slope;
  }
  return {detail::from_components(point), detail::from_components(du), detail::from_components(dv),
          detail::from_components(duv)};
}

/// Returns whether an edge's control points coincide, so that the edge is a point.
struct collapsed_edges {
  bool u0, u1, v0, v1;
};
template <class T>
FF_HD constexpr collapsed_edges collapsed(const bezier_patch<T>& s) {
  const auto same = [](const vector3<T>& a, const vector3<T>& b) {
    const vector3<T> d = a - b;
    using n = detail::number<T>;
    return equal(n::to_float(d.x), 0.0f) && equal(n::to_float(d.y), 0.0f) && equal(n::to_float(d.z), 0.0f);
  };
  collapsed_edges e{true, true, true, true};
  for (int k = 1; k < 4; ++k) {
    e.u0 = e.u0 && same(s.p[0][0], s.p[0][k]), e.u1 = e.u1 && same(s.p[3][0], s.p[3][k]);
    e.v0 = e.v0 && same(s.p[0][0], s.p[k][0]), e.v1 = e.v1 && same(s.p[0][3], s.p[k][3]);
  }
  return e;
}

/// The normal du x dv, not of length 1.  On an edge that is a point one derivative vanishes; the normal is
/// there the limit from inside the patch, with the mixed derivative in its place.  Zero where that too
/// vanishes.
template <class T, class S>
FF_HD constexpr vector3<T> normal(const bezier_patch<S>& s, const surface_point<T>& at, T u, T v) {
  using n = detail::number<T>;
  const auto [u0, u1, v0, v1] = collapsed(s);
  const float at_u = n::to_float(u), at_v = n::to_float(v);
  // dv = u duv + ... at u = 0, and (u - 1) duv + ... at u = 1.
  if (u0 && equal(at_u, 0.0f)) return cross(at.du, at.duv);
  if (u1 && equal(at_u, 1.0f)) return cross(at.duv, at.du);
  if (v0 && equal(at_v, 0.0f)) return cross(at.duv, at.dv);
  if (v1 && equal(at_v, 1.0f)) return cross(at.dv, at.duv);
  return cross(at.du, at.dv);
}

/// The two halves of a patch, below and above the middle.
template <class T>
struct halves {
  bezier_patch<T> lower, upper;
};

}  // namespace geometry

namespace detail {

/// (x + y)/2: exact where x + y is.
template <class T>
FF_HD constexpr T middle(T x, T y) {
  using n = number<T>;
  return n::mul(n::add(x, y), n::of(0.5f));
}
template <class T>
FF_HD constexpr geometry::vector3<T> middle_of(const geometry::vector3<T>& x, const geometry::vector3<T>& y) {
  return {middle(x.x, y.x), middle(x.y, y.y), middle(x.z, y.z)};
}

template <class T>
FF_HD constexpr void halve_cubic(const geometry::vector3<T> (&c)[4], geometry::vector3<T> (&lower)[4],
                                 geometry::vector3<T> (&upper)[4]) {
  const geometry::vector3<T> m = middle_of<T>(c[1], c[2]);
  lower[0] = c[0], upper[3] = c[3];
  lower[1] = middle_of<T>(c[0], c[1]), upper[2] = middle_of<T>(c[2], c[3]);
  lower[2] = middle_of<T>(lower[1], m), upper[1] = middle_of<T>(m, upper[2]);
  lower[3] = upper[0] = middle_of<T>(lower[2], upper[1]);
}

}  // namespace detail

namespace geometry {

/// The halves u <= 1/2 and u >= 1/2, each again with u from 0 to 1, by de Casteljau's algorithm.  A mean is
/// rounded once, and exact where three more bits hold it.
template <class T>
FF_HD constexpr halves<T> halve_u(const bezier_patch<T>& s) {
  halves<T> h{};
  for (int j = 0; j < 4; ++j) {
    const vector3<T> c[4] = {s.p[0][j], s.p[1][j], s.p[2][j], s.p[3][j]};
    vector3<T> lower[4] = {}, upper[4] = {};
    detail::halve_cubic<T>(c, lower, upper);
    for (int i = 0; i < 4; ++i) h.lower.p[i][j] = lower[i], h.upper.p[i][j] = upper[i];
  }
  return h;
}
/// The halves v <= 1/2 and v >= 1/2, likewise.
template <class T>
FF_HD constexpr halves<T> halve_v(const bezier_patch<T>& s) {
  halves<T> h{};
  for (int i = 0; i < 4; ++i) detail::halve_cubic<T>(s.p[i], h.lower.p[i], h.upper.p[i]);
  return h;
}

/// The box of the control points, which holds the patch.
FF_HD constexpr box bounds_of(const bezier_patch<float>& s) {
  box b = empty_box();
  for (const auto& row : s.p)
    for (const auto& p : row) b = join(b, p);
  return b;
}

}  // namespace geometry
}  // namespace ff
