// The kernels of fast_t: products and sums that stay open, and what closes them into two words.
//
// 1. A product keeps its factors' heads x and y and the cross terms t; its head is RN(x y + t).
// 2. A sum keeps its head and a low word, which is not yet normalised.
// 3. A term's rest is its value less any float near its head.  TwoSum splits the head of a sum into the parts
//    that it saw of each term, and the rests of both terms are the low word.  No term is rounded on its own.
// 4. Closing a product takes its rest (2 flops), closing a sum one FastTwoSum (3 flops).
//
// A sum of two stored numbers keeps a relative bound under cancellation.  A sum with a computed term cannot
// have one, whatever its addition does, since that term was rounded.  docs/proofs/fast.md has the proofs; the
// templates take floats of few bits too, for the exhaustive checks.
#pragma once

#include <ff/arithmetic.hpp>

namespace ff::detail {

/// An open product: x y + t, rounded to hi.
template <class T>
struct open_product {
  T hi, x, y, t;
};

/// An open sum: hi + lo, where lo may exceed half an ulp of hi.
template <class T>
struct open_sum {
  T hi, lo;
};

// ---------------------------------------------------------------- products

/// x y.  The head of mul22, 3 flops; closed it is mul22, 4 u^2 proved.
template <class T>
FF_HD constexpr open_product<T> open_multiply(basic_ff<T> x, basic_ff<T> y) {
  const T t = fma_rn(x.lo(), y.hi(), mul_rn(x.hi(), y.lo()));
  return {fma_rn(x.hi(), y.hi(), t), x.hi(), y.hi(), t};
}

/// x y, y a single word.  The head of mul21, 2 flops; closed it is mul21, 1 u^2 proved.
template <class T>
FF_HD constexpr open_product<T> open_multiply(basic_ff<T> x, T y) {
  const T t = mul_rn(x.lo(), y);
  return {fma_rn(x.hi(), y, t), x.hi(), y, t};
}

/// x y of two single words: exact, 1 flop; closed it is two_prod.
template <class T>
FF_HD constexpr open_product<T> open_multiply(T x, T y) {
  return {mul_rn(x, y), x, y, T(0.0f)};
}

// ---------------------------------------------------------------- heads and rests

template <class T>
FF_HD constexpr T head_of(const open_product<T>& p) {
  return p.hi;
}
template <class T>
FF_HD constexpr T head_of(const open_sum<T>& s) {
  return s.hi;
}
template <class T>
FF_HD constexpr T head_of(const basic_ff<T>& x) {
  return x.hi();
}

/// What a sum has not seen of a term: of its head, and the low word beside it.
template <class T>
struct unseen_part {
  T head, low;
};
template <class T>
FF_HD constexpr unseen_part<T> unseen(const open_product<T>& p, T seen) {
  return {fma_rn(p.x, p.y, neg(seen)), p.t};
}
template <class T>
FF_HD constexpr unseen_part<T> unseen(const open_sum<T>& s, T seen) {
  return {sub_rn(s.hi, seen), s.lo};
}
template <class T>
FF_HD constexpr unseen_part<T> unseen(const basic_ff<T>& x, T seen) {
  return {sub_rn(x.hi(), seen), x.lo()};
}

// ---------------------------------------------------------------- sums

/// x + y, at least one of them open.  TwoSum of the heads, then what it has not seen, 8 flops.  A sum of n
/// terms, closed, errs by at most (n^2 + 4 n + 8) u^2 of the sum of their magnitudes, proved.
template <class T, template <class> class X, template <class> class Y>
FF_HD constexpr open_sum<T> open_add(const X<T>& x, const Y<T>& y) {
  const T a = head_of(x), b = head_of(y);
  const T s = add_rn(a, b), b_seen = sub_rn(s, a), a_seen = sub_rn(s, b_seen);
  const unseen_part<T> p = unseen(x, a_seen), q = unseen(y, b_seen);
  return {s, add_rn(add_rn(p.head, q.head), add_rn(p.low, q.low))};
}

/// x + y of two stored numbers: AccurateDWPlusDW (JMP Alg. 6) without its last fast two-sum, 17 flops; closed
/// it is add22_accurate, 3 u^2 + 13 u^3 of the sum, under cancellation too.
template <class T>
FF_HD constexpr open_sum<T> open_add(const basic_ff<T>& x, const basic_ff<T>& y) {
  const auto [sh, sl] = add12(y.hi(), x.hi());
  const auto [th, tl] = add12(y.lo(), x.lo());
  const auto [vh, vl] = fast_add12(sh, add_rn(sl, th));
  return {vh, add_rn(tl, vl)};
}

/// x + y, x open or stored and y a single word: 7 flops.  A stored x makes it DWPlusFP (JMP Alg. 4) without
/// its last step; closed it is add21, 2 u^2.
template <class T, template <class> class X>
FF_HD constexpr open_sum<T> open_add(const X<T>& x, T y) {
  const T a = head_of(x), s = add_rn(a, y), y_seen = sub_rn(s, a), a_seen = sub_rn(s, y_seen);
  const unseen_part<T> p = unseen(x, a_seen);
  return {s, add_rn(add_rn(p.head, sub_rn(y, y_seen)), p.low)};
}

// ---------------------------------------------------------------- closing

/// The two words of a term: a product's are mul22's, a sum's one FastTwoSum away.
template <class T>
FF_HD constexpr basic_ff<T> closed(const open_product<T>& p) {
  const unseen_part<T> rest = unseen(p, p.hi);
  return from_words(p.hi, add_rn(rest.head, rest.low));
}
template <class T>
FF_HD constexpr basic_ff<T> closed(const open_sum<T>& s) {
  return fast_add12(s.hi, s.lo);
}
template <class T>
FF_HD constexpr basic_ff<T> closed(const basic_ff<T>& x) {
  return x;
}

}  // namespace ff::detail
