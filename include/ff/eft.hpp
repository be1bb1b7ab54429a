// Error-free transforms: the result's two words add up to the exact sum, product or square.
//
// Exact as long as nothing overflows and, for products, the error term is a multiple of 2^-149:
// exponent(a) + exponent(b) >= -103, which |ab| >= 2^-102 ensures.
#pragma once

#include <ff/dd/rounding.hpp>
#include <ff/ff_t.hpp>
#include <ff/type/bound.hpp>

namespace ff {

/// Add12: s = RN(a + b) and the exact rest, for any a and b.
/// TwoSum (Knuth, TAOCP 2, 4.2.2), 6 flops, exact.
template <class T>
FF_HD_PRIMITIVE constexpr basic_ff<T> add12(T a, T b) {
  const T s = add_rn(a, b);
  const T b_seen = sub_rn(s, a), a_seen = sub_rn(s, b_seen);
  return from_words(s, add_rn(sub_rn(a, a_seen), sub_rn(b, b_seen)));
}

/// Add12 for exponent(a) >= exponent(b), or a == 0; in particular for |a| >= |b|.
/// FastTwoSum (Dekker 1971), 3 flops, exact under that condition.
template <class T>
FF_HD_PRIMITIVE constexpr basic_ff<T> fast_add12(T a, T b) {
  const T s = add_rn(a, b);
  return from_words(s, sub_rn(b, sub_rn(s, a)));
}

/// a = hi + lo with 12 bits in each word, so that products of such halves are exact; |a| < 2^115.
/// Veltkamp's splitting (Dekker 1971), s = 12, 4 flops, exact.
FF_HD constexpr ff_t split(float a) {
  const float c = mul_rn(4097.0f, a);
  const float hi = sub_rn(c, sub_rn(c, a));
  return from_words(hi, sub_rn(a, hi));
}

/// The exact product a b without a fused multiply-add: Dekker's product over split(), 17 flops, exact
/// for |a|, |b| < 2^115, |ab| in [2^-102, 2^127].  The form of the 2006 paper; two_prod is the fast one.
FF_HD constexpr ff_t mul12(float a, float b) {
  const float p = mul_rn(a, b);
  const auto [ah, al] = split(a);
  const auto [bh, bl] = split(b);
  const float e1 = sub_rn(p, mul_rn(ah, bh)), e2 = sub_rn(e1, mul_rn(al, bh));
  const float e3 = sub_rn(e2, mul_rn(ah, bl));
  return from_words(p, sub_rn(mul_rn(al, bl), e3));
}

/// The exact product a b: p = RN(a b) and the fused remainder.  TwoProdFMA, 2 flops, exact.
template <class T>
FF_HD_PRIMITIVE constexpr basic_ff<T> two_prod(T a, T b) {
  const T p = mul_rn(a, b);
  return from_words(p, fma_rn(a, b, neg(p)));
}

/// The exact square of a.  2 flops, exact.
template <class T>
FF_HD constexpr basic_ff<T> sqr12(T a) {
  return two_prod(a, a);
}

/// a + d r for |d r| of a few ulp(a): s = RN(a + d r), then the rest, rounded once.  The product is never
/// rounded on its own, a - s is exact, and |lo| <= ulp(s)/2 by construction.  3 flops.
template <class T>
FF_HD_PRIMITIVE constexpr basic_ff<T> add_prod(T a, T d, T r) {
  const T s = fma_rn(d, r, a);
  return from_words(s, fma_rn(d, r, sub_rn(a, s)));
}

namespace bounds {

/// These kernels have no error at all.
inline constexpr operator_row error_free[] = {
    {"add12", {"TwoSum", 6}, no_error, sums, "Knuth, TAOCP 2, 4.2.2"},
    {"fast_add12", {"FastTwoSum", 3}, no_error, sums, "Dekker 1971"},
    {"split", {"Veltkamp, s = 12", 4}, no_error, splits, "Dekker 1971"},
    {"mul12", {"Dekker product", 17}, no_error, split_products, "Dekker 1971"},
    {"two_prod", {"TwoProdFMA", 2}, no_error, exact_products, "Handbook of FP arithmetic, 2nd ed., 4.4"},
    {"sqr12", {"TwoProdFMA", 2}, no_error, exact_squares, "Handbook of FP arithmetic, 2nd ed., 4.4"},
};

}  // namespace bounds

}  // namespace ff
