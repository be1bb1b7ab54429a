// The first stage of the predicates: determinants in the coordinates' own format, beside bounds of their
// error.
//
// Each function returns a number that has the sign of the exact determinant, or zero where it is not certain.
// That holds for every argument:
// - Overflow, infinity and NaN: every intermediate result goes into the determinant by sums and products,
//   through which nothing becomes finite again, and a determinant that is not finite is not certain.
// - Underflow: a product is off by at most half the least subnormal number.  The bounds have that times what
//   the product is multiplied by, many times over (docs/proofs/predicates.md).
#pragma once

#include <ff/predicates/bounds.hpp>
#include <ff/predicates/rounded_double.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

/// Holds what the stages know of the format of their words: the unit roundoff, the least normal number, and
/// numbers.
template <class T>
struct word_format;
template <>
struct word_format<float> {
  static constexpr double u = 0x1p-24, least = 0x1p-126;
  FF_HD static constexpr float number(double c) { return static_cast<float>(c); }
  FF_HD static constexpr bool is_finite(float magnitude) { return less(magnitude, infinity); }
};
template <>
struct word_format<rounded_double> {
  static constexpr double u = 0x1p-53, least = 0x1p-1022, infinity = bit_cast<double>(0x7ff0000000000000ull);
  FF_HD static constexpr rounded_double number(double c) { return rounded_double(c); }
  FF_HD static constexpr bool is_finite(rounded_double magnitude) { return magnitude.value() < infinity; }
};

/// The word that the stages calculate with for coordinates of type T.
template <class T>
struct word_of {
  using type = T;
};
template <>
struct word_of<double> {
  using type = rounded_double;
};

/// A determinant, and a bound of its error where it is finite.
template <class T>
struct estimate {
  T determinant, bound;
};
template <class T>
estimate(T, T) -> estimate<T>;

/// The determinant where it is finite and beyond its bound, else zero.
template <class T>
FF_HD constexpr T certain(estimate<T> e) {
  const T magnitude = abs(e.determinant);
  return less(e.bound, magnitude) && word_format<T>::is_finite(magnitude) ? e.determinant : T(0);
}

/// The larger of two magnitudes.  What it makes of NaN does not matter, as the determinant is NaN, too: that
/// saves the host branches.
FF_HD constexpr float larger_magnitude(float a, float b) {
  return on_device() ? greatest(a, b) : less(a, b) ? b : a;
}

/// At least the largest magnitude: of floats itself, of doubles, whose maximum takes a device three
/// instructions, the sum.
FF_HD constexpr float extent(float a, float b, float c) {
  return larger_magnitude(larger_magnitude(abs(a), abs(b)), abs(c));
}
FF_HD constexpr float extent(float a, float b, float c, float d) {
  return larger_magnitude(extent(a, b, c), abs(d));
}
FF_HD rounded_double extent(rounded_double a, rounded_double b, rounded_double c) {
  return add_rn(add_rn(abs(a), abs(b)), abs(c));
}
FF_HD rounded_double extent(rounded_double a, rounded_double b, rounded_double c, rounded_double d) {
  return add_rn(extent(a, b, c), abs(d));
}

// ---------------------------------------------------------------- bounds

/// c (|p| + |q|), for the determinant p - q.
template <class T>
FF_HD constexpr T bound_of_difference(T p, T q, double c) {
  using format = word_format<T>;
  return fma_rn(add_rn(abs(p), abs(q)), format::number(c), format::number(format::least));
}

/// c l^2.  What is added to l stands for minors that underflow, and keeps c l normal.
template <class T>
FF_HD constexpr T bound_of_square(T l, double c) {
  using format = word_format<T>;
  const T scaled = fma_rn(l, format::number(c), format::number(2 * format::least));
  return fma_rn(scaled, l, format::number(format::least));
}

/// c x y z.  What is added to x y stands for minors that underflow, and keeps c x y normal.
template <class T>
FF_HD constexpr T bound_of_volume(T x, T y, T z, double c) {
  using format = word_format<T>;
  const T area = fma_rn(x, y, format::number(2 * format::least / c));
  return fma_rn(mul_rn(area, format::number(c)), z, format::number(format::least));
}

/// c x y z l.  What is added to x y z stands for determinants of three rows that underflow.
template <class T>
FF_HD constexpr T bound_of_volume(T x, T y, T z, T l, double c) {
  using format = word_format<T>;
  const T floor = format::number(2 * format::least / c);
  const T volume = fma_rn(fma_rn(x, y, floor), z, floor);
  return fma_rn(mul_rn(volume, format::number(c)), l, format::number(format::least));
}

// ---------------------------------------------------------------- the stage

template <class T>
FF_HD constexpr point2<T> difference(point2<T> a, point2<T> b) {
  return {sub_rn(a.x, b.x), sub_rn(a.y, b.y)};
}
template <class T>
FF_HD constexpr point3<T> difference(point3<T> a, point3<T> b) {
  return {sub_rn(a.x, b.x), sub_rn(a.y, b.y), sub_rn(a.z, b.z)};
}

/// a.x b.y - a.y b.x.
template <class Point>
FF_HD constexpr auto minor_of(Point a, Point b) {
  return fma_rn(a.x, b.y, neg(mul_rn(a.y, b.x)));
}

/// The determinant of three rows from the minors of their x and y.
template <class T>
FF_HD constexpr T combined(T a, T bc, T b, T ca, T c, T ab) {
  return fma_rn(a, bc, fma_rn(b, ca, mul_rn(c, ab)));
}

template <class T>
FF_HD constexpr T lifted(point2<T> a) {
  return fma_rn(a.x, a.x, mul_rn(a.y, a.y));
}
template <class T>
FF_HD constexpr T lifted(point3<T> a) {
  return fma_rn(a.x, a.x, fma_rn(a.y, a.y, mul_rn(a.z, a.z)));
}

template <class T>
inline constexpr double filter_bound_orient2d = bounds::orient2d_filter.of(word_format<T>::u);
template <class T>
inline constexpr double filter_bound_orient3d = bounds::orient3d_filter.of(word_format<T>::u);
template <class T>
inline constexpr double filter_bound_incircle = bounds::incircle_filter.of(word_format<T>::u);
template <class T>
inline constexpr double filter_bound_insphere = bounds::insphere_filter.of(word_format<T>::u);

template <class T>
FF_HD constexpr auto orient2d_estimate(point2<T> a, point2<T> b, point2<T> c) {
  const auto p = difference(a, c), q = difference(b, c);
  const auto left = mul_rn(p.x, q.y), right = mul_rn(p.y, q.x);
  return estimate{fma_rn(p.x, q.y, neg(right)), bound_of_difference(left, right, filter_bound_orient2d<T>)};
}

template <class T>
FF_HD constexpr auto orient3d_estimate(point3<T> a, point3<T> b, point3<T> c, point3<T> d) {
  const auto p = difference(a, d), q = difference(b, d), r = difference(c, d);
  const auto determinant = combined(p.z, minor_of(q, r), q.z, minor_of(r, p), r.z, minor_of(p, q));
  const auto x = extent(p.x, q.x, r.x), y = extent(p.y, q.y, r.y), z = extent(p.z, q.z, r.z);
  return estimate{determinant, bound_of_volume(x, y, z, filter_bound_orient3d<T>)};
}

template <class T>
FF_HD constexpr auto incircle_estimate(point2<T> a, point2<T> b, point2<T> c, point2<T> d) {
  const auto p = difference(a, d), q = difference(b, d), r = difference(c, d);
  const auto lp = lifted(p), lq = lifted(q), lr = lifted(r);
  const auto determinant = combined(lp, minor_of(q, r), lq, minor_of(r, p), lr, minor_of(p, q));
  return estimate{determinant, bound_of_square(extent(lp, lq, lr), filter_bound_incircle<T>)};
}

template <class T>
FF_HD constexpr auto insphere_estimate(point3<T> a, point3<T> b, point3<T> c, point3<T> d, point3<T> e) {
  const auto p = difference(a, e), q = difference(b, e), r = difference(c, e), s = difference(d, e);
  const auto pq = minor_of(p, q), qr = minor_of(q, r), rs = minor_of(r, s), sp = minor_of(s, p);
  const auto pr = minor_of(p, r), qs = minor_of(q, s);
  const auto pqr = combined(p.z, qr, neg(q.z), pr, r.z, pq), qrs = combined(q.z, rs, neg(r.z), qs, s.z, qr);
  const auto rsp = combined(r.z, sp, s.z, pr, p.z, rs), spq = combined(s.z, pq, p.z, qs, q.z, sp);
  const auto lp = lifted(p), lq = lifted(q), lr = lifted(r), ls = lifted(s);
  const auto determinant = fma_rn(ls, pqr, fma_rn(neg(lr), spq, fma_rn(lq, rsp, neg(mul_rn(lp, qrs)))));
  const auto x = extent(p.x, q.x, r.x, s.x), y = extent(p.y, q.y, r.y, s.y), z = extent(p.z, q.z, r.z, s.z);
  const auto bound = bound_of_volume(x, y, z, extent(lp, lq, lr, ls), filter_bound_insphere<T>);
  return estimate{determinant, bound};
}

// As words of the determinant's sign, or zero.
template <class... P>
FF_HD constexpr auto orient2d_filter(P... points) {
  return certain(orient2d_estimate(points...));
}
template <class... P>
FF_HD constexpr auto orient3d_filter(P... points) {
  return certain(orient3d_estimate(points...));
}
template <class... P>
FF_HD constexpr auto incircle_filter(P... points) {
  return certain(incircle_estimate(points...));
}
template <class... P>
FF_HD constexpr auto insphere_filter(P... points) {
  return certain(insphere_estimate(points...));
}

}  // namespace detail
}  // namespace ff
