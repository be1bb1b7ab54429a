// The kernels of fast_t: products and sums that stay open, and what closes them into two words.
//
// 1. A product keeps its factors' heads x and y and the cross terms t; its head is RN(x y + t).
// 2. A sum keeps its head and a low word, which is not yet normalised.
// 3. TwoSum splits the head of a sum into the parts that it saw of each term.  What it has not seen is the low
//    word of the sum; a product's comes from its factors, so that it is not rounded on its own.
// 4. Closing a product takes its rest (2 flops), closing a sum one FastTwoSum (3 flops).
//
// A sum of two stored numbers keeps a relative bound under cancellation.  A sum with a computed term cannot
// have one, whatever its addition does, since that term was rounded: a sum of n terms, closed, errs by at
// most (n^2 + 6 n + 2) u^2 of the sum of their magnitudes.  docs/proofs/fast.md has the proofs; the templates
// take floats of few bits too, for the exhaustive checks.
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

// ---------------------------------------------------------------- sums

/// What a sum has not seen of a product, rounded twice.
template <class T>
FF_HD constexpr T unseen(const open_product<T>& p, T seen) {
  return add_rn(fma_rn(p.x, p.y, neg(seen)), p.t);
}

/// x + y of products.  TwoSum's parts of the heads, then what they have not seen, 8 flops.
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, const open_product<T>& y) {
  const T s = add_rn(x.hi, y.hi), y_seen = sub_rn(s, x.hi), x_seen = sub_rn(s, y_seen);
  return {s, add_rn(unseen(x, x_seen), unseen(y, y_seen))};
}

/// x + y of a product and a sum, 8 flops.  Of a stored y, closed, it is fma22 without xl yl: 7 u^2 of
/// |x| + |y| proved.
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, const open_sum<T>& y) {
  const T s = add_rn(x.hi, y.hi), y_seen = sub_rn(s, x.hi), x_seen = sub_rn(s, y_seen);
  return {s, add_rn(unseen(x, x_seen), add_rn(y.lo, sub_rn(y.hi, y_seen)))};
}
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, basic_ff<T> y) {
  return open_add(x, open_sum<T>{y.hi(), y.lo()});
}
template <class T>
FF_HD constexpr open_sum<T> open_add(const open_product<T>& x, T y) {
  const T s = add_rn(x.hi, y), y_seen = sub_rn(s, x.hi), x_seen = sub_rn(s, y_seen);
  return {s, add_rn(unseen(x, x_seen), sub_rn(y, y_seen))};
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

/// x + y, y a single word: DWPlusFP (JMP Alg. 4) without its last step, 7 flops; closed it is add21, 2 u^2.
template <class T>
FF_HD constexpr open_sum<T> open_add(basic_ff<T> x, T y) {
  return open_add(open_sum<T>{x.hi(), x.lo()}, y);
}

// ---------------------------------------------------------------- closing

/// The two words of a term: a product's are mul22's, a sum's one FastTwoSum away.
template <class T>
FF_HD constexpr basic_ff<T> closed(const open_product<T>& p) {
  return from_words(p.hi, unseen(p, p.hi));
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
