// The second stage of the predicates: differences of coordinates as exact pairs, and what is made of them
// with errors of a few u^2.
//
// As in filter.hpp, each function returns a number of the exact determinant's sign, or zero.  The sums are
// not normalised between steps: a low word collects what TwoSum and the products leave and the terms with one
// low word; products of two low words are dropped.
#pragma once

#include <ff/eft.hpp>
#include <ff/predicates/filter.hpp>

namespace ff {
namespace detail {

/// hi + lo, where lo may be several u |hi|, and more where hi is what was left of a cancellation.
template <class T>
struct two_words {
  T hi, lo;
};

template <class T>
FF_HD constexpr two_words<T> negated(two_words<T> a) {
  return {neg(a.hi), neg(a.lo)};
}

/// a - b, exactly.  TwoSum, 6 flops.
template <class T>
FF_HD constexpr two_words<T> exact_difference(T a, T b) {
  const auto [hi, lo] = add12(a, neg(b));
  return {hi, lo};
}
template <class T>
FF_HD constexpr point2<two_words<T>> exact_difference(point2<T> a, point2<T> b) {
  return {exact_difference(a.x, b.x), exact_difference(a.y, b.y)};
}
template <class T>
FF_HD constexpr point3<two_words<T>> exact_difference(point3<T> a, point3<T> b) {
  return {exact_difference(a.x, b.x), exact_difference(a.y, b.y), exact_difference(a.z, b.z)};
}

/// a b - c d.  TwoSum of the heads' products, whose rests are rounded once.  12 flops.
template <class T>
FF_HD constexpr two_words<T> difference_of_products(two_words<T> a, two_words<T> b, two_words<T> c,
                                                    two_words<T> d) {
  const T p = mul_rn(a.hi, b.hi), q = mul_rn(c.hi, d.hi), s = sub_rn(p, q);
  const T q_seen = sub_rn(s, p), p_seen_negated = sub_rn(q_seen, s);  // s = p_seen + q_seen
  const T left = fma_rn(a.lo, b.hi, fma_rn(a.hi, b.lo, fma_rn(a.hi, b.hi, p_seen_negated)));
  const T right = fma_rn(c.lo, d.hi, fma_rn(c.hi, d.lo, fma_rn(c.hi, d.hi, q_seen)));
  return {s, sub_rn(left, right)};
}

/// a b.  4 flops.
template <class T>
FF_HD constexpr two_words<T> product(two_words<T> a, two_words<T> b) {
  const T p = mul_rn(a.hi, b.hi);
  return {p, fma_rn(a.lo, b.hi, fma_rn(a.hi, b.lo, fma_rn(a.hi, b.hi, neg(p))))};
}

/// a^2.  4 flops.
template <class T>
FF_HD constexpr two_words<T> square(two_words<T> a) {
  const T p = mul_rn(a.hi, a.hi);
  return {p, fma_rn(add_rn(a.hi, a.hi), a.lo, fma_rn(a.hi, a.hi, neg(p)))};
}

/// sum + a b.  The accumulator's step (docs/proofs/accumulator.md), 10 flops.
template <class T>
FF_HD constexpr two_words<T> add_product(two_words<T> sum, two_words<T> a, two_words<T> b) {
  const T p = mul_rn(a.hi, b.hi), s = add_rn(sum.hi, p);
  const T sum_seen = sub_rn(s, p), p_seen = sub_rn(s, sum_seen);
  const T cross = fma_rn(a.lo, b.hi, fma_rn(a.hi, b.lo, sum.lo));
  const T rest = add_rn(fma_rn(a.hi, b.hi, neg(p_seen)), sub_rn(sum.hi, sum_seen));
  return {s, add_rn(cross, rest)};
}

/// sum + a b as one word: what its head leaves is small beside the result.  4 flops.
template <class T>
FF_HD constexpr T closed_with_product(two_words<T> sum, two_words<T> a, two_words<T> b) {
  const T cross = fma_rn(a.lo, b.hi, fma_rn(a.hi, b.lo, sum.lo));
  return add_rn(fma_rn(a.hi, b.hi, sum.hi), cross);
}

/// a.x b.y - a.y b.x.
template <class Point>
FF_HD constexpr auto minor_in_pairs(Point a, Point b) {
  return difference_of_products(a.x, b.y, a.y, b.x);
}

/// The determinant of three rows from the minors of their x and y; 24 flops, and as one word 18.
template <class T>
FF_HD constexpr two_words<T> combined(two_words<T> a, two_words<T> bc, two_words<T> b, two_words<T> ca,
                                      two_words<T> c, two_words<T> ab) {
  return add_product(add_product(product(c, ab), b, ca), a, bc);
}
template <class T>
FF_HD constexpr T combined_as_word(two_words<T> a, two_words<T> bc, two_words<T> b, two_words<T> ca,
                                   two_words<T> c, two_words<T> ab) {
  return closed_with_product(add_product(product(c, ab), b, ca), a, bc);
}

template <class T>
FF_HD constexpr two_words<T> lifted(point2<two_words<T>> a) {
  return add_product(square(a.x), a.y, a.y);
}
template <class T>
FF_HD constexpr two_words<T> lifted(point3<two_words<T>> a) {
  return add_product(add_product(square(a.x), a.y, a.y), a.z, a.z);
}

// ---------------------------------------------------------------- the stage

template <class T>
inline constexpr double pairs_bound_orient2d = bounds::orient2d_pairs.of(word_format<T>::u);
template <class T>
inline constexpr double pairs_bound_orient3d = bounds::orient3d_pairs.of(word_format<T>::u);
template <class T>
inline constexpr double pairs_bound_incircle = bounds::incircle_pairs.of(word_format<T>::u);
template <class T>
inline constexpr double pairs_bound_insphere = bounds::insphere_pairs.of(word_format<T>::u);

template <class T>
FF_HD constexpr T orient2d_pairs(point2<T> a, point2<T> b, point2<T> c) {
  const auto p = exact_difference(a, c), q = exact_difference(b, c);
  const two_words<T> determinant = minor_in_pairs(p, q);
  const T left = mul_rn(p.x.hi, q.y.hi), right = mul_rn(p.y.hi, q.x.hi);
  return certain(add_rn(determinant.hi, determinant.lo),
                 bound_of_difference(left, right, pairs_bound_orient2d<T>));
}

template <class T>
FF_HD constexpr T orient3d_pairs(point3<T> a, point3<T> b, point3<T> c, point3<T> d) {
  const auto p = exact_difference(a, d), q = exact_difference(b, d), r = exact_difference(c, d);
  const T determinant =
      combined_as_word(p.z, minor_in_pairs(q, r), q.z, minor_in_pairs(r, p), r.z, minor_in_pairs(p, q));
  const T x = extent(p.x.hi, q.x.hi, r.x.hi), y = extent(p.y.hi, q.y.hi, r.y.hi);
  const T z = extent(p.z.hi, q.z.hi, r.z.hi);
  return certain(determinant, bound_of_volume(x, y, z, pairs_bound_orient3d<T>));
}

template <class T>
FF_HD constexpr T incircle_pairs(point2<T> a, point2<T> b, point2<T> c, point2<T> d) {
  const auto p = exact_difference(a, d), q = exact_difference(b, d), r = exact_difference(c, d);
  const two_words<T> lp = lifted(p), lq = lifted(q), lr = lifted(r);
  const T determinant =
      combined_as_word(lp, minor_in_pairs(q, r), lq, minor_in_pairs(r, p), lr, minor_in_pairs(p, q));
  return certain(determinant, bound_of_square(extent(lp.hi, lq.hi, lr.hi), pairs_bound_incircle<T>));
}

template <class T>
FF_HD constexpr T insphere_pairs(point3<T> a, point3<T> b, point3<T> c, point3<T> d, point3<T> e) {
  const auto p = exact_difference(a, e), q = exact_difference(b, e);
  const auto r = exact_difference(c, e), s = exact_difference(d, e);
  const two_words<T> pq = minor_in_pairs(p, q), qr = minor_in_pairs(q, r), rs = minor_in_pairs(r, s);
  const two_words<T> sp = minor_in_pairs(s, p), pr = minor_in_pairs(p, r), qs = minor_in_pairs(q, s);
  const two_words<T> pqr = combined(p.z, qr, negated(q.z), pr, r.z, pq);
  const two_words<T> qrs = combined(q.z, rs, negated(r.z), qs, s.z, qr);
  const two_words<T> rsp = combined(r.z, sp, s.z, pr, p.z, rs);
  const two_words<T> spq = combined(s.z, pq, p.z, qs, q.z, sp);
  const two_words<T> lp = lifted(p), lq = lifted(q), lr = lifted(r), ls = lifted(s);
  const two_words<T> three = add_product(add_product(product(negated(lp), qrs), lq, rsp), negated(lr), spq);
  const T determinant = closed_with_product(three, ls, pqr);
  const T x = extent(p.x.hi, q.x.hi, r.x.hi, s.x.hi), y = extent(p.y.hi, q.y.hi, r.y.hi, s.y.hi);
  const T z = extent(p.z.hi, q.z.hi, r.z.hi, s.z.hi), l = extent(lp.hi, lq.hi, lr.hi, ls.hi);
  return certain(determinant, bound_of_volume(x, y, z, l, pairs_bound_insphere<T>));
}

}  // namespace detail
}  // namespace ff
