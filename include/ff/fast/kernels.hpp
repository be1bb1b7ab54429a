// The kernels of fast_t: products and sums that stay open, and what closes them into two words.
//
// 1. A product keeps its factors.  It is not computed before it is added or stored.
// 2. A sum keeps its head and a low word, which is not yet normalised.
// 3. TwoSum splits the head of a sum into the parts that it saw of each term.  What it has not seen is the
// low
//    word of the sum; a product's comes from its factors, and its cross terms are fused into the low word.
// 4. Closing a product is mul22, closing a sum one FastTwoSum.
//
// A sum of two stored numbers keeps a relative bound under cancellation.  A sum with a computed term cannot
// have one, whatever its addition does, since that term was rounded: a sum of n terms, closed, errs by at
// most (2 n^2 + 10 n + 2) u^2 of the sum of their magnitudes.  docs/proofs/fast.md has the proofs; the
// templates take floats of few bits too, for the exhaustive checks.
#pragma once

#include <ff/operators.hpp>

namespace ff::detail {

/// An open product: x y or, if it is `negative`, -x y.  A y that is a single word has `by_word`.
template <class T>
struct open_product {
  basic_ff<T> x, y;
  bool by_word, negative;
};

/// An open sum: hi + lo, where lo may exceed half an ulp of hi.
template <class T>
struct open_sum {
  T hi, lo;
};

template <class T>
FF_HD constexpr open_product<T> open_multiply(basic_ff<T> x, basic_ff<T> y) {
  return {x, y, false, false};
}
template <class T>
FF_HD constexpr open_product<T> open_multiply(basic_ff<T> x, T y) {
  return {x, from_words(y, T(0.0f)), true, false};
}

// ---------------------------------------------------------------- parts of a product

/// The product of the heads, rounded.  Its sign comes last, so that a product and its negative share it.
template <class T>
FF_HD constexpr T head_of(const open_product<T>& p) {
  const T head = mul_rn(p.x.hi(), p.y.hi());
  return p.negative ? neg(head) : head;
}
/// ... less any part of it that a sum has seen.
template <class T>
FF_HD constexpr T unseen_head(const open_product<T>& p, T seen) {
  return fma_rn(p.negative ? neg(p.x.hi()) : p.x.hi(), p.y.hi(), neg(seen));
}
/// The cross terms, alone and added to a low word.
template <class T>
FF_HD constexpr T cross_terms(const open_product<T>& p) {
  const T first = mul_rn(p.x.lo(), p.y.hi()), t = p.by_word ? first : fma_rn(p.x.hi(), p.y.lo(), first);
  return p.negative ? neg(t) : t;
}
template <class T>
FF_HD constexpr T cross_terms(const open_product<T>& p, T low) {
  const basic_ff<T> x = p.negative ? -p.x : p.x;
  const T t = fma_rn(x.lo(), p.y.hi(), low);
  return p.by_word ? t : fma_rn(x.hi(), p.y.lo(), t);
}

// ---------------------------------------------------------------- sums

/// x + y of products, 14 flops; of a product with itself the compiler finds 11.
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, const open_product<T>& y) {
  const T p = head_of(x), q = head_of(y);
  const T s = add_rn(p, q), q_seen = sub_rn(s, p), p_seen = sub_rn(s, q_seen);
  const T low = add_rn(cross_terms(x), cross_terms(y));
  return {s, add_rn(add_rn(low, unseen_head(x, p_seen)), unseen_head(y, q_seen))};
}

/// x + y of a product and a sum: a step of ff::accumulator, 10 flops.  Of a stored y, closed, 12 u^2 of
/// |x| + |y| proved.
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, const open_sum<T>& y) {
  const T p = head_of(x), s = add_rn(p, y.hi), y_seen = sub_rn(s, p), p_seen = sub_rn(s, y_seen);
  const T low = add_rn(cross_terms(x, y.lo), unseen_head(x, p_seen));
  return {s, add_rn(low, sub_rn(y.hi, y_seen))};
}
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, basic_ff<T> y) {
  return open_add(x, open_sum<T>{y.hi(), y.lo()});
}
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, T y) {
  const T p = head_of(x), s = add_rn(p, y), y_seen = sub_rn(s, p), p_seen = sub_rn(s, y_seen);
  const T low = add_rn(cross_terms(x), unseen_head(x, p_seen));
  return {s, add_rn(low, sub_rn(y, y_seen))};
}

/// x + y of sums: TwoSum of the heads, low words added, 8 flops.
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_sum<T>& x, const open_sum<T>& y) {
  const auto [s, e] = add12(x.hi, y.hi);
  return {s, add_rn(e, add_rn(x.lo, y.lo))};
}
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_sum<T>& x, basic_ff<T> y) {
  return open_add(x, open_sum<T>{y.hi(), y.lo()});
}
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_sum<T>& x, T y) {
  const auto [s, e] = add12(x.hi, y);
  return {s, add_rn(e, x.lo)};
}

/// x + y of stored numbers: AccurateDWPlusDW (JMP Alg. 6) without its last fast two-sum, 17 flops; closed it
/// is add22_accurate, 3 u^2 + 13 u^3 of the sum, under cancellation too.
template <class T>
FF_HD constexpr open_sum<T> open_add(basic_ff<T> x, basic_ff<T> y) {
  const auto [sh, sl] = add12(y.hi(), x.hi());
  const auto [th, tl] = add12(y.lo(), x.lo());
  const auto [vh, vl] = fast_add12(sh, add_rn(sl, th));
  return {vh, add_rn(tl, vl)};
}

/// This variant keeps infinities.  An infinite head leaves NaN in the low word, which must not enter the next
/// head.
template <class T>
FF_HD constexpr open_sum<T> open_add_ieee(basic_ff<T> x, basic_ff<T> y) {
  const auto [sh, sl] = add12(y.hi(), x.hi());
  const auto [th, tl] = add12(y.lo(), x.lo());
  const auto [vh, vl] = fast_add12(sh, limited(add_rn(sl, th), largest_rest<T>));
  return {vh, add_rn(tl, vl)};
}

/// x + y, y a single word: DWPlusFP (JMP Alg. 4) without its last step, 7 flops; closed it is add21, 2 u^2.
template <class T>
FF_HD constexpr open_sum<T> open_add(basic_ff<T> x, T y) {
  return open_add(open_sum<T>{x.hi(), x.lo()}, y);
}

// ---------------------------------------------------------------- closing

/// The two words of a term: a product's are mul22's, a sum's one FastTwoSum away.
template <class T>
FF_HD constexpr basic_ff<T> closed(const open_product<T>& p) {
  const basic_ff<T> x = p.negative ? -p.x : p.x;
  return p.by_word ? mul21(x, p.y.hi()) : mul22(x, p.y);
}
template <class T>
FF_HD constexpr basic_ff<T> closed(const open_sum<T>& s) {
  return fast_add12(s.hi, s.lo);
}
template <class T>
FF_HD constexpr basic_ff<T> closed(const basic_ff<T>& x) {
  return x;
}

/// This variant keeps infinities, for one instruction more.  The low word of an infinite head is NaN or
/// infinite; it is cut to a finite number, which leaves the head as it is.
template <class T>
FF_HD constexpr basic_ff<T> closed_ieee(const open_product<T>& p) {
  const basic_ff<T> x = p.negative ? -p.x : p.x;
  return p.by_word ? ieee_product(x, p.y.hi()) : ieee_product(x, p.y);
}
template <class T>
FF_HD constexpr basic_ff<T> closed_ieee(const open_sum<T>& s) {
  return fast_add12(s.hi, limited(s.lo, largest_rest<T>));
}
template <class T>
FF_HD constexpr basic_ff<T> closed_ieee(const basic_ff<T>& x) {
  return x;
}

}  // namespace ff::detail
