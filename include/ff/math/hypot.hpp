// Euclidean lengths and their inverses: hypot of two and of three, rhypot.
//
//   x^2 = p + e,  t + d = the sum of all p,  s = RN(sqrt t),  h = 1/(2s),  hypot = s + (t - s^2 + d + the e)
//   h.
//
// The sum of the squares with what its roundings lost, and a square root of both.  The kernel hypot22 holds
// on the domain stated; the functions hold for all arguments.
#pragma once

#include <ff/directed/float.hpp>
#include <ff/math/bounds.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

// The greatest and the least of two numbers that are not negative, by their bits; NaN is above infinity.
FF_HD constexpr float greatest_unsigned(float a, float b) { return to_bits(a) < to_bits(b) ? b : a; }
FF_HD constexpr float least_unsigned(float a, float b) { return to_bits(a) < to_bits(b) ? a : b; }

// a + b for numbers that are not negative: add12 in 5 operations.
FF_HD constexpr ff_t add_sorted(float a, float b) {
  const float s = add_rn(a, b);
  return from_words(s, sub_rn(least_unsigned(a, b), sub_rn(s, greatest_unsigned(a, b))));
}

// x^2 less the square of its low word: hi rounded with the cross term in, so that lo is at most half its ulp.
FF_HD constexpr ff_t square(ff_t x) {
  const float twice = add_rn(x.hi(), x.hi()), p = fma_rn(x.hi(), x.hi(), mul_rn(twice, x.lo()));
  return from_words(p, fma_rn(twice, x.lo(), fma_rn(x.hi(), x.hi(), neg(p))));
}
// This square includes the low word's, and does not round x^2 - p, which may have 25 bits.
FF_HD_LARGE constexpr ff_t accurate_square(ff_t x) {
  const float twice = add_rn(x.hi(), x.hi()), p = fma_rn(x.hi(), x.hi(), mul_rn(twice, x.lo()));
  const auto [s, e] = two_prod(x.hi(), x.hi());
  return from_words(p, add_rn(fma_rn(twice, x.lo(), sub_rn(s, p)), fma_rn(x.lo(), x.lo(), e)));
}

// Sums of squares.
FF_HD constexpr ff_t sum_of(ff_t p, ff_t q) {
  const auto [t, e] = add_sorted(p.hi(), q.hi());
  return fast_add12(t, add_rn(add_rn(p.lo(), q.lo()), e));
}
// t + (e + low), where e + low may be more than half an ulp of t: what it loses is made good, and |lo| is at
// most ulp(hi)/2 but for a rounding.
FF_HD_LARGE constexpr ff_t sum_of_three(float t, float e, float low) {
  const auto [more, lost] = add12(e, low);
  const auto [hi, lo] = fast_add12(t, more);
  return from_words(hi, add_rn(lo, lost));
}
FF_HD_LARGE constexpr ff_t accurate_sum_of(ff_t p, ff_t q) {
  const auto [t, e] = add_sorted(p.hi(), q.hi());
  return sum_of_three(t, e, add_rn(p.lo(), q.lo()));
}
// The largest last: what the first addition loses is then small beside the sum.
FF_HD_LARGE constexpr ff_t accurate_sum_of(ff_t p, ff_t q, ff_t r) {
  const float greater = greatest_unsigned(p.hi(), q.hi()), greatest = greatest_unsigned(greater, r.hi());
  const auto [s, d] = add_sorted(least_unsigned(p.hi(), q.hi()), least_unsigned(greater, r.hi()));
  const auto [t, e] = add_sorted(s, greatest);
  return sum_of_three(t, e, add_rn(add_rn(add_rn(p.lo(), q.lo()), r.lo()), d));
}

// a + b rounded downwards but for the sign of a zero, for finite sums: in floats on the host, where loops
// vectorise.
FF_HD constexpr float add_down(float a, float b) {
  if (on_device()) return add_toward<toward::down>(a, b);
  const auto [s, e] = add12(a, b);
  const uint32 bits = to_bits(s), below = bits + (bits >> 31) * 2 - 1;
  return from_bits(less(e, 0.0f) ? below : bits);
}

// sqrt(x): sqrt22 with the residue rounded downwards.  The second order of the correction, left out there, is
// up to 9/8 u^2 and never positive: the rounding makes up for some of it.  (With the residue to nearest hypot
// exceeds 4 u^2.)
FF_HD constexpr ff_t balanced_sqrt_by(sqrt_seeds<float> seeds, ff_t x) {
  const auto [s, h] = seeds;
  return add_prod(s, add_down(fma_rn(neg(s), s, x.hi()), x.lo()), h);
}
FF_HD_LARGE constexpr ff_t balanced_sqrt(ff_t x) { return balanced_sqrt_by(sqrt_seed(x.hi()), x); }

// sqrt(x): sqrt22 with the second order of its correction and the error of h, the corrected residue in two
// words.
FF_HD_LARGE constexpr ff_t accurate_sqrt(ff_t x) {
  const auto [s, h] = sqrt_seed(x.hi());
  const float dh = fma_rn(neg(s), s, x.hi()), d = add_rn(dh, x.lo());
  const float e = fma_rn(neg(d), mul_rn(h, h), fma_rn(neg(s), add_rn(h, h), 1.0f));
  const auto [r, rest] = add12(dh, fma_rn(d, e, x.lo()));
  const auto [root, low] = add_prod(s, r, h);
  return fast_add12(root, fma_rn(rest, h, low));
}

// 1/sqrt(x): rsqrt22 with the second order of its correction, added to the smaller part of 1 - x y^2.
FF_HD_LARGE constexpr ff_t accurate_rsqrt(ff_t x) {
  const float y = rsqrt_rn(x.hi());
  const auto [s, t] = two_prod(x.hi(), y);
  const float w = fma_rn(x.lo(), y, t), a = fma_rn(neg(s), y, 1.0f), e = fma_rn(neg(w), y, a);
  return add_prod(y, add_rn(a, fma_rn(neg(w), y, mul_rn(mul_rn(e, 0.75f), e))), mul_rn(0.5f, y));
}

// Sums of squares of which no square that counts, nor its low word, nor the root's residue over- or
// underflows.
FF_HD_LARGE constexpr bool plain_squares(float t) { return between(t, 0x1p-90f, 0x1p126f); }
FF_HD_LARGE constexpr bool plain_inverse_squares(float t) { return between(t, 0x1p-90f, 0x1p100f); }
// Testing the inverse root takes an instruction less: of zero, infinity and NaN it is NaN, which compares
// false.  Up to 2^128 nothing overflows unless the sum does.
FF_HD_LARGE constexpr bool plain_inverse_length(float inverse) { return less(inverse, 0x1p45f); }

FF_HD_LARGE constexpr bool all_zero(float a, float b, float c) {
  return equal(a, 0.0f) && equal(b, 0.0f) && equal(c, 0.0f);
}
FF_HD_LARGE constexpr bool all_finite(float a, float b, float c) {
  return less(abs(a), infinity) && less(abs(b), infinity) && less(abs(c), infinity);
}
// The length of a vector with a component that is not finite: infinite if one is, else NaN.
FF_HD_LARGE constexpr float length_not_finite(float a, float b, float c) {
  const bool any = equal(abs(a), infinity) || equal(abs(b), infinity) || equal(abs(c), infinity);
  return any ? infinity : quiet_nan;
}
// The exponent of the greatest component; INT_MIN only for zeros.
FF_HD_LARGE constexpr int greatest_exponent(ff_t x, ff_t y, ff_t z) {
  return max_int(max_int(ilogb(x), ilogb(y)), ilogb(z));
}

FF_HD_LARGE constexpr ff_t hypot_outside(ff_t x, ff_t y, ff_t z) {
  if (!all_finite(x.hi(), y.hi(), z.hi())) return length_not_finite(x.hi(), y.hi(), z.hi());
  if (all_zero(x.hi(), y.hi(), z.hi())) return 0.0f;
  const int n = greatest_exponent(x, y, z);
  const ff_t sum = accurate_sum_of(accurate_square(ldexp(x, -n)), accurate_square(ldexp(y, -n)),
                                   accurate_square(ldexp(z, -n)));
  return ldexp(accurate_sqrt(sum), n);
}
FF_HD_LARGE constexpr ff_t rhypot_outside(ff_t x, ff_t y) {
  if (!all_finite(x.hi(), y.hi(), 0.0f))
    return equal(length_not_finite(x.hi(), y.hi(), 0.0f), infinity) ? 0.0f : quiet_nan;
  if (all_zero(x.hi(), y.hi(), 0.0f)) return infinity;
  const int n = greatest_exponent(x, y, 0.0f);
  const ff_t sum = accurate_sum_of(accurate_square(ldexp(x, -n)), accurate_square(ldexp(y, -n)));
  return ldexp(accurate_rsqrt(sum), -n);
}

}  // namespace detail

/// sqrt(x^2 + y^2) where the sum lies in [2^-90, 2^126].  33 flops (MUFU).
FF_HD constexpr ff_t hypot22(ff_t x, ff_t y) {
  const ff_t sum = detail::sum_of(detail::square(x), detail::square(y));
  return detail::balanced_sqrt_by(straight_sqrt_seed(sum.hi()), sum);
}

/// sqrt(x^2 + y^2), without undue over- or underflow.  4 u^2; below 2^-100 the result's words underflow.
/// hypot(+-inf, y) = inf, even for y NaN; hypot(x, 0) = |x| to the same bound.
FF_HD_LARGE constexpr ff_t hypot(ff_t x, ff_t y) {
  using namespace detail;
  const ff_t sum = sum_of(square(x), square(y));
  return plain_or(
      plain_squares(sum.hi()), [&] { return balanced_sqrt(sum); }, [&] { return hypot_outside(x, y, 0.0f); });
}

/// sqrt(x^2 + y^2 + z^2), as hypot(x, y).
FF_HD_LARGE constexpr ff_t hypot(ff_t x, ff_t y, ff_t z) {
  using namespace detail;
  const ff_t sum = accurate_sum_of(accurate_square(x), accurate_square(y), accurate_square(z));
  return plain_or(
      plain_squares(sum.hi()), [&] { return accurate_sqrt(sum); }, [&] { return hypot_outside(x, y, z); });
}

/// 1/sqrt(x^2 + y^2), without undue over- or underflow.  4 u^2; below 2^-100 the result's words underflow.
/// rhypot(0, 0) = inf, rhypot(+-inf, y) = 0.
FF_HD_LARGE constexpr ff_t rhypot(ff_t x, ff_t y) {
  using namespace detail;
  const ff_t sum = accurate_sum_of(accurate_square(x), accurate_square(y));
  return plain_or([&] { return !is_zero_or_not_finite(sum.hi()); }, [&] { return accurate_rsqrt(sum); },
                  [](const ff_t& inverse) { return !plain_inverse_length(inverse.hi()); },
                  [&] { return rhypot_outside(x, y); });
}

namespace bounds {
// The ranges of components are: squares keep both words; squares underflow; the inverse length keeps both
// words; the inverse length underflows.
inline constexpr range lengths{-0x1p126, 0x1p126, -100}, short_lengths{-0x1p-96, 0x1p-96, -149},
    inverse_lengths{-0x1p100, 0x1p100, -126}, long_lengths{-0x1p126, 0x1p126, 90};

/// x is the range of every component; y is that of the second where there are two.
inline constexpr function_row euclidean_lengths[] = {
    {"hypot", observed(4), {lengths, lengths}, "sum of squares as a pair, one residue"},
    {"hypot_underflow",
     observed(4, relative_to::subnormal),
     {short_lengths, short_lengths},
     "the same, scaled by a power of two"},
    {"rhypot", observed(4), {inverse_lengths, inverse_lengths}, "sum of squares as a pair, one residue"},
    {"rhypot_underflow",
     observed(4, relative_to::subnormal),
     {long_lengths, long_lengths},
     "the same, scaled by a power of two"},
    {"hypot3", observed(4), {lengths}, "sum of squares as a pair, one residue"},
    {"hypot3_underflow",
     observed(4, relative_to::subnormal),
     {short_lengths},
     "the same, scaled by a power of two"},
};
}  // namespace bounds

}  // namespace ff
