// The float-float kernels with a result on the chosen side of the exact one: R = down gives a lower bound.
//
// Heads are rounded to nearest, and whatever is rounded away is carried into a tail whose every operation
// rounds in direction R; so each is a bound by construction, with no error analysis behind it, underflow
// included, as long as every intermediate is finite.  That the last step, FastTwoSum, loses nothing is
// checked exhaustively on floats of few bits (tests/proofs).  An overflow, or an operand that is not finite,
// makes the result infinite or NaN: callers look (interval/arithmetic.hpp).  Each result is a strict pair.
//
// The line above each function: flops, an FMA being one (+MUFU).  How far the bounds lie from the exact
// results interval/arithmetic.hpp says.
#pragma once

#include <ff/arithmetic.hpp>
#include <ff/directed/float.hpp>

namespace ff {

namespace detail {
// s + t renormalised: FastTwoSum, the tail rounded in direction R should it not be exact.
template <toward R, class T>
FF_HD constexpr basic_ff<T> renormalised(T s, T t) {
  const T head = add_rn(s, t);
  return from_words(head, add_toward<R>(t, sub_rn(s, head)));
}
}  // namespace detail

/// x + y.  add22 (madd), 20 flops.
template <toward R, class T>
FF_HD constexpr basic_ff<T> add22_toward(basic_ff<T> x, basic_ff<T> y) {
  const auto [a, b] = add12(x.hi(), y.hi());
  const auto [c, d] = add12(x.lo(), y.lo());
  const auto [s, e] = fast_add12(a, c);
  return detail::renormalised<R>(s, add_toward<R>(add_toward<R>(b, d), e));
}

/// x y.  mul22 with the product of the low words, 9 flops.
template <toward R, class T>
FF_HD constexpr basic_ff<T> mul22_toward(basic_ff<T> x, basic_ff<T> y) {
  const T t = fma_toward<R>(x.lo(), y.hi(), fma_toward<R>(x.hi(), y.lo(), mul_toward<R>(x.lo(), y.lo())));
  const T s = fma_rn(x.hi(), y.hi(), t);
  return detail::renormalised<R>(s, add_toward<R>(fma_toward<R>(x.hi(), y.hi(), neg(s)), t));
}

/// x^2.  sqr22 with the square of the low word, 9 flops.
template <toward R, class T>
FF_HD constexpr basic_ff<T> sqr22_toward(basic_ff<T> x) {
  const T t = fma_toward<R>(add_rn(x.hi(), x.hi()), x.lo(), mul_toward<R>(x.lo(), x.lo()));
  const T s = fma_rn(x.hi(), x.hi(), t);
  return detail::renormalised<R>(s, add_toward<R>(fma_toward<R>(x.hi(), x.hi(), neg(s)), t));
}

/// x y + z.  fma22, 15 flops.
template <toward R, class T>
FF_HD constexpr basic_ff<T> fma22_toward(basic_ff<T> x, basic_ff<T> y, basic_ff<T> z) {
  const T t = fma_toward<R>(x.lo(), y.hi(), fma_toward<R>(x.hi(), y.lo(), mul_toward<R>(x.lo(), y.lo())));
  const T p = fma_rn(x.hi(), y.hi(), t), s = add_rn(p, z.hi());
  const T z_seen = sub_rn(s, p), p_seen = sub_rn(s, z_seen);
  const T product_rest = add_toward<R>(fma_toward<R>(x.hi(), y.hi(), neg(p_seen)), t);
  const T z_rest = add_toward<R>(z.lo(), sub_rn(z.hi(), z_seen));
  return detail::renormalised<R>(s, add_toward<R>(z_rest, product_rest));
}

namespace detail {
// The relative error of a quotient's correction taken with RN(1/yh) for 1/y, and of a root's with RN(1/(2
// s)): 2 u and terms of higher order, those of a weak operand included.
FF_HD constexpr float correction_error(float) { return 0x1.00001p-23f; }

// The correction c of that relative error, on the side R.
template <toward R, class T>
FF_HD constexpr T outward(T c) {
  const T most = abs(c), further = R == toward::down ? neg(most) : most;
  return fma_toward<R>(further, correction_error(c), c);
}
}  // namespace detail

/// x / y for 2^-126 <= y < 2^126.  div22's head, its residue, and the residue over y.  19 flops (MUFU).
template <toward R, class T>
FF_HD constexpr basic_ff<T> div22_toward(basic_ff<T> x, basic_ff<T> y) {
  const T r = rcp_rn(y.hi()), q0 = mul_rn(x.hi(), r);
  const T q = fma_rn(detail::residue(x, y, q0), r, q0), n = neg(q);
  const T residue = add_toward<R>(fma_toward<R>(n, y.hi(), x.hi()), fma_toward<R>(n, y.lo(), x.lo()));
  // TwoSum: where x is subnormal the correction may be the larger of the two.
  return add12(q, detail::outward<R>(mul_toward<R>(residue, r)));
}

/// The square root of x, 2^-102 <= x < 2^128.  sqrt22's head and residue.  15 flops (MUFU).
template <toward R, class T>
FF_HD constexpr basic_ff<T> sqrt22_toward(basic_ff<T> x) {
  const auto [s, h] = sqrt_seed(x.hi());
  const T residue = add_toward<R>(fma_toward<R>(neg(s), s, x.hi()), x.lo());
  return detail::renormalised<R>(s, detail::outward<R>(mul_toward<R>(residue, h)));
}

/// The word beside hi + lo: RD or RU of the pair.
template <toward R, class T>
FF_HD constexpr T narrow22_toward(basic_ff<T> x) {
  return add_toward<R>(x.hi(), x.lo());
}

}  // namespace ff
