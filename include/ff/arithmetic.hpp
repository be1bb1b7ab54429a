// Sum, product, quotient, roots and fused multiply-add of float-floats.
//
// The line above each function: name in the literature, flops (an FMA is one; +MUFU where the device's
// seed takes one), relative error in u^2, u = 2^-24.  bounds::kernels holds the same figures for programs,
// with domain, source and the worst case measured; docs/proofs the proofs of our own algorithms.
// JMP: Joldes, Muller, Popescu, TOMS 44(2), 2017.  MR: Muller, Rideau, TOMS 48(1), 2022.
#pragma once

#include <ff/eft.hpp>
#include <ff/type/bound.hpp>

namespace ff {

// ---------------------------------------------------------------- sums

/// x + y.  madd (Zhang, Aiken, CAV 2025), 20 flops, 2 u^2 proved, whatever the signs.  Equal to y + x bit for
/// bit; fastest where y stays in its registers from one sum to the next (x += y).
template <class T>
FF_HD constexpr basic_ff<T> add22(basic_ff<T> x, basic_ff<T> y) {
  const auto [a, b] = add12(y.hi(), x.hi());
  const auto [c, d] = add12(y.lo(), x.lo());
  const auto [s, e] = fast_add12(a, c);
  return fast_add12(s, add_rn(add_rn(b, d), e));
}

/// x + y.  AccurateDWPlusDW (JMP Alg. 6), 20 flops, 3 u^2 + 13 u^3 proved.
template <class T>
FF_HD constexpr basic_ff<T> add22_accurate(basic_ff<T> x, basic_ff<T> y) {
  const auto [sh, sl] = add12(y.hi(), x.hi());
  const auto [th, tl] = add12(y.lo(), x.lo());
  const auto [vh, vl] = fast_add12(sh, add_rn(sl, th));
  return fast_add12(vh, add_rn(tl, vl));
}

/// x + y where no cancellation can occur: same signs.  SloppyDWPlusDW (JMP Alg. 5), 11 flops, 3 u^2 for
/// same signs; for opposite signs there is **no relative bound**, the error is up to 3 u^2 (|x| + |y|).
template <class T>
FF_HD constexpr basic_ff<T> add22_sloppy(basic_ff<T> x, basic_ff<T> y) {
  const auto [s, e] = add12(x.hi(), y.hi());
  return fast_add12(s, add_rn(e, add_rn(x.lo(), y.lo())));
}

/// x + y, y a single word.  DWPlusFP (JMP Alg. 4), 10 flops, 2 u^2 proved.
template <class T>
FF_HD constexpr basic_ff<T> add21(basic_ff<T> x, T y) {
  const auto [s, e] = add12(x.hi(), y);
  return fast_add12(s, add_rn(x.lo(), e));
}

/// x - y = add22(x, -y).
template <class T>
FF_HD constexpr basic_ff<T> sub22(basic_ff<T> x, basic_ff<T> y) {
  return add22(x, -y);
}

// ---------------------------------------------------------------- products

/// x y.  Ours: the cross terms enter the head before it is rounded, so one residue gives the tail.
/// 5 flops, 4 u^2 proved (docs/proofs/mul22.md).  The result may be weak: |lo| one float above ulp(hi)/2.
template <class T>
FF_HD constexpr basic_ff<T> mul22(basic_ff<T> x, basic_ff<T> y) {
  const T t = fma_rn(x.lo(), y.hi(), mul_rn(x.hi(), y.lo()));
  const T s = fma_rn(x.hi(), y.hi(), t);
  return from_words(s, add_rn(fma_rn(x.hi(), y.hi(), neg(s)), t));
}

/// x y.  DWTimesDW3 (JMP Alg. 12), 9 flops, 4 u^2 proved (MR).  Strictly a pair.
template <class T>
FF_HD constexpr basic_ff<T> mul22_dw(basic_ff<T> x, basic_ff<T> y) {
  const auto [p, e] = two_prod(x.hi(), y.hi());
  const T t = fma_rn(x.hi(), y.lo(), mul_rn(x.lo(), y.lo()));
  return fast_add12(p, add_rn(e, fma_rn(x.lo(), y.hi(), t)));
}

/// x y, equal to y x bit for bit.  DWTimesDW1 (JMP Alg. 10) with both cross products rounded alike,
/// 9 flops, 5 u^2 proved (MR); 5 u^2 + 100 u^3 on weak operands (proofs/operators/products_dw.v).  Strictly a
/// pair.
template <class T>
FF_HD constexpr basic_ff<T> mul22_commutative(basic_ff<T> x, basic_ff<T> y) {
  const auto [p, e] = two_prod(x.hi(), y.hi());
  const T t = add_rn(mul_rn(x.hi(), y.lo()), mul_rn(x.lo(), y.hi()));
  return fast_add12(p, add_rn(e, t));
}

/// x y, y a single word: mul22 without the vanishing term.  Ours, 4 flops, 1 u^2 proved.  Strictly a pair.
template <class T>
FF_HD constexpr basic_ff<T> mul21(basic_ff<T> x, T y) {
  const T t = mul_rn(x.lo(), y), s = fma_rn(x.hi(), y, t);
  return from_words(s, add_rn(fma_rn(x.hi(), y, neg(s)), t));
}

/// x y, y a single word.  DWTimesFP3 (JMP Alg. 9), 6 flops, 2 u^2 proved.  Strictly a pair.
template <class T>
FF_HD constexpr basic_ff<T> mul21_dw(basic_ff<T> x, T y) {
  const auto [p, e] = two_prod(x.hi(), y);
  return fast_add12(p, fma_rn(x.lo(), y, e));
}

/// x^2: mul22 with the two cross terms in one product.  Ours, 5 flops, 3.5 u^2 proved; weak as mul22.
template <class T>
FF_HD constexpr basic_ff<T> sqr22(basic_ff<T> x) {
  const T t = mul_rn(add_rn(x.hi(), x.hi()), x.lo()), s = fma_rn(x.hi(), x.hi(), t);
  return from_words(s, add_rn(fma_rn(x.hi(), x.hi(), neg(s)), t));
}

// ---------------------------------------------------------------- quotients and roots, bare
//
// These hold on the domain in bounds::kernels and say nothing outside it, zeros and infinities included.
// operator/, rcp, sqrt and rsqrt below are the same on that domain and IEEE outside.

namespace detail {
// x - y q for q near x/y: both words' residues, the head's exact.
template <class T>
FF_HD constexpr T residue(basic_ff<T> x, basic_ff<T> y, T q) {
  return add_rn(fma_rn(neg(y.hi()), q, x.hi()), fma_rn(neg(y.lo()), q, x.lo()));
}
}  // namespace detail

/// 1/y.  A correctly rounded reciprocal, then r + r (e + e^2) with e = 1 - y r.  Ours, 9 flops
/// (MUFU), 2.5 u^2 proved.
template <class T>
FF_HD constexpr basic_ff<T> rcp22(basic_ff<T> y) {
  const T r = rcp_rn(y.hi());
  const T e = fma_rn(neg(y.lo()), r, fma_rn(neg(y.hi()), r, T(1.0f)));
  return add_prod(r, fma_rn(e, e, e), r);
}

/// x/y.  Two residues on a correctly rounded reciprocal.  Ours, 14 flops (MUFU), 5 u^2 proved.
template <class T>
FF_HD constexpr basic_ff<T> div22(basic_ff<T> x, basic_ff<T> y) {
  const T r = rcp_rn(y.hi()), q0 = mul_rn(x.hi(), r);
  const T q = fma_rn(detail::residue(x, y, q0), r, q0);
  return add_prod(q, detail::residue(x, y, q), r);
}

/// x/y, y a single word.  DWDivFP3 (JMP Alg. 15): a correctly rounded head, then the residue over y; here
/// both quotients come from one reciprocal.  Ours, 12 flops (MUFU), 2.5 u^2 proved.
template <class T>
FF_HD constexpr basic_ff<T> div21(basic_ff<T> x, T y) {
  const T r = rcp_rn(y), q0 = mul_rn(x.hi(), r);
  const T q = fma_rn(add_rn(fma_rn(neg(y), q0, x.hi()), x.lo()), r, q0);
  return add_prod(q, add_rn(fma_rn(neg(y), q, x.hi()), x.lo()), r);
}

/// x/y, x a single word: div22 without the term that is zero.  Ours, 12 flops (MUFU), 3 u^2 proved.
template <class T>
FF_HD constexpr basic_ff<T> div12(T x, basic_ff<T> y) {
  const T r = rcp_rn(y.hi()), q0 = mul_rn(x, r);
  const T d0 = fma_rn(neg(y.lo()), q0, fma_rn(neg(y.hi()), q0, x));
  const T q = fma_rn(d0, r, q0);
  return add_prod(q, fma_rn(neg(y.lo()), q, fma_rn(neg(y.hi()), q, x)), r);
}

namespace detail {
// Straight-line seeds, of numbers that have them.
FF_HD constexpr sqrt_seeds<float> kernel_sqrt_seed(float a) { return straight_sqrt_seed(a); }
FF_HD constexpr float kernel_rsqrt(float a) { return straight_rsqrt_rn(a); }
template <class T>
FF_HD constexpr auto kernel_sqrt_seed(T a) {
  return sqrt_seed(a);
}
template <class T>
FF_HD constexpr T kernel_rsqrt(T a) {
  return rsqrt_rn(a);
}

template <class T>
FF_HD constexpr basic_ff<T> sqrt_by(sqrt_seeds<T> seeds, basic_ff<T> x) {
  const auto [s, h] = seeds;
  return add_prod(s, add_rn(fma_rn(neg(s), s, x.hi()), x.lo()), h);
}
template <class T>
FF_HD constexpr basic_ff<T> rsqrt_by(T y, basic_ff<T> x) {
  const auto [s, t] = two_prod(x.hi(), y);
  const T rest = fma_rn(x.lo(), y, t);
  return add_prod(y, y, mul_rn(fma_rn(neg(rest), y, fma_rn(neg(s), y, T(1.0f))), T(0.5f)));
}
}  // namespace detail

/// sqrt(x).  RN(sqrt hi), then the exact residue times 1/(2s).  Ours, 13 flops (MUFU),
/// 27/8 u^2 proved.
/// Cf. SQRTDWtoDW (Lefevre, Louvet, Muller, Picot, Rideau 2023), 25/8 u^2.
template <class T>
FF_HD constexpr basic_ff<T> sqrt22(basic_ff<T> x) {
  return detail::sqrt_by(detail::kernel_sqrt_seed(x.hi()), x);
}

/// 1/sqrt(x).  y = RN(1/sqrt hi), then y + y (1 - x y^2)/2, hi y as an exact pair; the second order, up to
/// 2.4 u^2, is left out.  Ours, 17 flops (MUFU), 5 u^2 proved.
template <class T>
FF_HD constexpr basic_ff<T> rsqrt22(basic_ff<T> x) {
  return detail::rsqrt_by(detail::kernel_rsqrt(x.hi()), x);
}

// ---------------------------------------------------------------- fused multiply-add

/// x y + z with one renormalisation.  Ours, 15 flops, 6.5 u^2 of |x y| + |z| proved.
template <class T>
FF_HD constexpr basic_ff<T> fma22(basic_ff<T> x, basic_ff<T> y, basic_ff<T> z) {
  const T t = fma_rn(x.lo(), y.hi(), fma_rn(x.hi(), y.lo(), mul_rn(x.lo(), y.lo())));
  const T p = fma_rn(x.hi(), y.hi(), t), s = add_rn(p, z.hi());
  const T z_seen = sub_rn(s, p), p_seen = sub_rn(s, z_seen);
  const T product_rest = add_rn(fma_rn(x.hi(), y.hi(), neg(p_seen)), t);
  const T z_rest = add_rn(z.lo(), sub_rn(z.hi(), z_seen));
  return fast_add12(s, add_rn(z_rest, product_rest));
}

namespace bounds {

/// The errors of these kernels.
inline constexpr operator_row kernels[] = {
    // ---- sums
    {"add22", {"madd", 20}, proved(2), sums, "Zhang, Aiken, CAV 2025"},
    {"sub22", {"madd", 20}, proved(2), sums, "Zhang, Aiken, CAV 2025"},
    {"add22_accurate", {"AccurateDWPlusDW", 20}, proved(3), sums, "JMP 2017, Alg. 6"},
    {"add22_sloppy",
     {"SloppyDWPlusDW", 11},
     proved(3, relative_to::operands),
     sums,
     "JMP 2017, Alg. 5; docs/proofs/add22.md"},
    {"add21", {"DWPlusFP", 10}, proved(2), sums, "JMP 2017, Alg. 4"},
    // ---- products
    {"mul22", {"ours", 5}, proved(4), products, "docs/proofs/mul22.md"},
    {"mul22_dw", {"DWTimesDW3", 9}, proved(4), fused_products, "JMP 2017, Alg. 12; MR 2022"},
    // 5 for normalised operands (MR 2022), 5 + 100 u for weak ones
    {"mul22_commutative",
     {"DWTimesDW1", 9},
     proved(5.00001),
     products,
     "JMP 2017, Alg. 10; docs/proofs/certificates.md"},
    {"mul21", {"ours", 4}, proved(1), products, "docs/proofs/mul22.md"},
    {"mul21_dw", {"DWTimesFP3", 6}, proved(2), products, "JMP 2017, Alg. 9"},
    {"sqr22", {"ours", 5}, proved(3.5), squares, "docs/proofs/mul22.md"},
    // ---- quotients and roots, bare
    {"rcp22", {"ours", 9}, proved(2.5), reciprocals, "docs/proofs/div22.md"},
    {"div22", {"ours", 14}, proved(5), quotients, "docs/proofs/div22.md"},
    {"div21", {"ours", 12}, proved(2.5), quotients, "docs/proofs/div22.md"},
    {"div12", {"ours", 12}, proved(3), quotients, "docs/proofs/div22.md"},
    {"sqrt22", {"ours", 13}, proved(3.375), roots, "docs/proofs/sqrt22.md"},
    {"rsqrt22", {"ours", 17}, proved(5), reciprocal_roots, "docs/proofs/sqrt22.md"},
    // ---- fused multiply-add and accumulators
    {"fma22", {"ours", 15}, proved(6.5, relative_to::operands), fused_products, "docs/proofs/fma22.md"},
};

}  // namespace bounds

}  // namespace ff
