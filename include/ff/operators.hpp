// The operators of ff_t: the bare kernels of arithmetic.hpp on their domain, heads as IEEE outside it.
//
// A float operand takes the cheaper mixed form; any other arithmetic type becomes the nearest pair first.
#pragma once

#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>
#include <ff/comparison.hpp>
#include <ff/type/bound.hpp>

namespace ff {
namespace detail {

template <class F>
using if_float = require<is_same<F, float>>;

// Do x, y and the quotient q that a bare kernel made of them lie where that kernel holds?  All tests are
// cheaper than a branch.  Where the reciprocal of a zero or subnormal y is infinite, as the device's, four
// tests say the same as six, and take four instructions where six take nine: q is NaN then, as for an
// infinite x.
FF_HD_PRIMITIVE constexpr bool plain_quotient_of_flushed(float x, float y, float q) {
  const bool x_in = !less(abs(x), 0x1p-96f), y_in = less(abs(y), 0x1p126f);
  const bool q_above = !less(abs(q), 0x1p-96f), q_below = less(abs(q), 0x1p126f);
  return x_in & y_in & (q_above & q_below);  // in this order nvcc makes one chain of predicates
}
FF_HD_PRIMITIVE constexpr bool plain_quotient(float x, float y, float q) {
  if (on_device()) return plain_quotient_of_flushed(x, y, q);
  const bool x_in = within(x, 0x1p-96f, infinity), y_in = within(y, 0x1p-126f, 0x1p126f);
  const bool q_in = within(q, 0x1p-96f, 0x1p126f);
  return x_in & y_in & q_in;
}

// x/y where div22 does not hold: IEEE for zeros, infinities and NaN; else on significands, then scaled.
struct outside_quotient {
  FF_HD static constexpr ff_t of(ff_t x, ff_t y) {
    const float a = x.hi(), b = y.hi();
    const float sign = from_bits((to_bits(b) & sign_bits) | 0x3f800000u);
    if (equal(b, 0.0f)) return mul_rn(a, mul_rn(sign, infinity));
    if (!less(abs(b), infinity)) return mul_rn(a, equal(abs(b), infinity) ? mul_rn(sign, 0.0f) : b);
    if (equal(a, 0.0f) || !less(abs(a), infinity)) return mul_rn(a, sign);
    const int ex = ilogb(x), ey = ilogb(y);
    return ldexp(div22(ldexp(x, -ex), ldexp(y, -ey)), ex - ey);
  }
};
// One function for all divisions of a translation unit, so that none of them inlines it.
FF_HD constexpr ff_t quotient_outside(ff_t x, ff_t y) { return out_of_line<outside_quotient>(x, y); }

}  // namespace detail

// ---------------------------------------------------------------- IEEE versions of the bare kernels

/// x/y for all x and y: div22 on its domain, and its bound wherever |x/y| >= 2^-96; below, the quotient's low
/// word underflows and adds up to 2^-149.  x/0, 0/0, x/inf, inf/inf and NaN as IEEE.
FF_HD constexpr ff_t operator/(ff_t x, ff_t y) {
  const ff_t q = div22(x, y);
  return detail::plain_quotient(x.hi(), y.hi(), q.hi()) ? q : detail::quotient_outside(x, y);
}

/// x/y, y a float: div21, likewise.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator/(ff_t x, F y) {
  const ff_t q = div21(x, y);
  return detail::plain_quotient(x.hi(), y, q.hi()) ? q : detail::quotient_outside(x, y);
}

/// x/y, x a float: div12, likewise.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator/(F x, ff_t y) {
  const ff_t q = div12(x, y);
  return detail::plain_quotient(x, y.hi(), q.hi()) ? q : detail::quotient_outside(x, y);
}

/// 1/y: rcp22 on its domain, outside as operator/.
FF_HD constexpr ff_t rcp(ff_t y) {
  const ff_t r = rcp22(y);
  return detail::within(y.hi(), 0x1p-126f, 0x1p96f) ? r : detail::quotient_outside(1.0f, y);
}

namespace detail {
struct outside_sqrt {
  FF_HD static constexpr ff_t of(ff_t x) {
    const float a = x.hi();
    if (equal(a, 0.0f) || equal(a, infinity)) return a;
    if (!less(0.0f, a)) return quiet_nan;
    const ff_t scaled = ldexp(x, 100);
    return ldexp(sqrt_by(sqrt_seed(scaled.hi()), scaled), -50);
  }
};
struct outside_rsqrt {
  FF_HD static constexpr ff_t of(ff_t x) {
    const float a = x.hi();
    if (equal(a, 0.0f)) return from_bits(to_bits(a) | infinity_bits);
    if (equal(a, infinity)) return 0.0f;
    if (!less(0.0f, a)) return quiet_nan;
    return ldexp(rsqrt22(ldexp(x, 100)), 50);
  }
};
}  // namespace detail

/// sqrt(x): sqrt22 on its domain; sqrt(+-0) = +-0, sqrt(inf) = inf, sqrt(x < 0) = NaN; below 2^-102 the
/// bound holds for the words that are there.
FF_HD constexpr ff_t sqrt(ff_t x) {
  using namespace detail;
  return plain_or(
      between(x.hi(), 0x1p-102f, infinity), [&] { return sqrt_by(sqrt_seed(x.hi()), x); },
      [&] { return out_of_line<outside_sqrt>(x); });
}

/// 1/sqrt(x): rsqrt22 on its domain; rsqrt(+-0) = +-inf, rsqrt(inf) = 0, rsqrt(x < 0) = NaN.
FF_HD constexpr ff_t rsqrt(ff_t x) {
  using namespace detail;
  return plain_or(
      between(x.hi(), 0x1p-126f, infinity), [&] { return rsqrt_by(rsqrt_rn(x.hi()), x); },
      [&] { return out_of_line<outside_rsqrt>(x); });
}

// ---------------------------------------------------------------- + - *
//
// add22 and its kin on their domain, bit for bit; outside it the head is what IEEE has for the heads:
// infinite, NaN or a zero with its sign, whatever the low words hold.

// The bodies are templates over the word: ff_t and dd_t have the same.

namespace detail {
// Above every error term that a sum of finite pairs leaves, at most half as much, and too small to change an
// infinity.  The words of the largest numbers.
template <class T>
inline constexpr T largest_rest = T(0x1p106f);
template <class T>
inline constexpr T largest_word = T(0x1.fffffep127f);
template <>
inline constexpr double largest_rest<double> = 0x1p973;
template <>
inline constexpr double largest_word<double> = 0x1.fffffffffffffp1023;
template <class T>
inline constexpr T infinite_word = T(infinity);

// add12 of any finite sum: where b is the largest word and a + b a tie, s - a rounds to infinity.
template <class T>
FF_HD_PRIMITIVE constexpr basic_ff<T> add12_of_any(T a, T b) {
  const T s = add_rn(a, b);
  const T b_seen = limited(sub_rn(s, a), largest_word<T>), a_seen = sub_rn(s, b_seen);
  return from_words(s, add_rn(sub_rn(a, a_seen), sub_rn(b, b_seen)));
}

template <class T>
FF_HD constexpr basic_ff<T> ieee_sum(basic_ff<T> x, basic_ff<T> y) {
  const auto [a, b] = add12_of_any(y.hi(), x.hi());
  const auto [c, d] = add12(y.lo(), x.lo());
  const auto [s, e] = fast_add12(a, c);
  // An infinite a or s leaves NaN or the opposite infinity here.
  const T rest = limited(add_rn(add_rn(b, d), e), largest_rest<T>);
  // Where c is zero the sum is a, with its sign of zero; where c is not finite the heads alone count.
  const T hi = add_if(less(abs(d), abs(c)), s, rest, a);
  return from_words(hi, sub_rn(rest, sub_rn(hi, s)));
}
template <class T>
FF_HD constexpr basic_ff<T> ieee_sum(basic_ff<T> x, T y) {
  const auto [s, e] = add12_of_any(x.hi(), y);
  const T rest = limited(add_rn(x.lo(), e), largest_rest<T>);
  const T hi = add_if(less(T(0.0f), abs(rest)), s, rest, s);  // without a rest s, with its sign of zero
  return from_words(hi, sub_rn(rest, sub_rn(hi, s)));
}

template <class T>
FF_HD constexpr basic_ff<T> ieee_product(basic_ff<T> x, basic_ff<T> y) {
  const T p = mul_rn(x.hi(), y.hi()), t = fma_rn(x.lo(), y.hi(), mul_rn(x.hi(), y.lo()));
  // |t| is at most 2u of |p|; where p is zero or not finite, or t is not, the heads alone count.
  const T s = fma_if(less(abs(t), abs(p)), x.hi(), y.hi(), t, p);
  return from_words(s, add_rn(fma_rn(x.hi(), y.hi(), neg(s)), t));
}
template <class T>
FF_HD constexpr basic_ff<T> ieee_product(basic_ff<T> x, T y) {
  const T p = mul_rn(x.hi(), y), t = mul_rn(x.lo(), y);
  const T s = fma_if(less(abs(t), abs(p)), x.hi(), y, t, p);
  return from_words(s, add_rn(fma_rn(x.hi(), y, neg(s)), t));
}
template <class T>
FF_HD constexpr basic_ff<T> ieee_square(basic_ff<T> x) {
  const T t = limited(mul_rn(add_rn(x.hi(), x.hi()), x.lo()), largest_rest<T>);
  const T s = fma_rn(x.hi(), x.hi(), t);
  return from_words(s, add_rn(fma_rn(x.hi(), x.hi(), neg(s)), t));
}

template <class T>
FF_HD constexpr basic_ff<T> ieee_fma(basic_ff<T> x, basic_ff<T> y, basic_ff<T> z) {
  // The error terms of fma22 with their signs turned: a zero among them is then +0, and s - (+0) is s, with
  // its sign of zero.
  const T t = fma_rn(neg(x.lo()), y.hi(), fma_rn(neg(x.hi()), y.lo(), mul_rn(neg(x.lo()), y.lo())));
  const T p = fma_rn(x.hi(), y.hi(), neg(t)), s = add_rn(p, z.hi());
  const T z_seen = limited(sub_rn(s, p), largest_word<T>), p_seen = sub_rn(s, z_seen);
  const T product_rest = add_rn(fma_rn(neg(x.hi()), y.hi(), p_seen), t);
  const T z_rest = sub_rn(sub_rn(z_seen, z.hi()), z.lo());
  const T rest = limited(add_rn(z_rest, product_rest), largest_rest<T>);  // where s is infinite
  const T heads = fma_rn(x.hi(), y.hi(), z.hi());
  const T hi = add_if(less(abs(heads), infinite_word<T>), s, neg(rest), heads);
  return from_words(hi, sub_rn(sub_rn(s, hi), rest));
}
}  // namespace detail

/// x + y: add22, 2 u^2, under cancellation too.  23 instructions.
FF_HD constexpr ff_t operator+(ff_t x, ff_t y) { return detail::ieee_sum(x, y); }
FF_HD constexpr ff_t operator-(ff_t x, ff_t y) { return x + (-y); }

/// x y: mul22, 4 u^2.  7 instructions.
FF_HD constexpr ff_t operator*(ff_t x, ff_t y) { return detail::ieee_product(x, y); }

/// x + y for a float: add21, 2 u^2.  14 instructions.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator+(ff_t x, F y) {
  return detail::ieee_sum(x, y);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator+(F x, ff_t y) {
  return y + x;
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator-(ff_t x, F y) {
  return x + neg(y);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator-(F x, ff_t y) {
  return -y + x;
}

/// x y for a float: mul21, 1 u^2.  6 instructions.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator*(ff_t x, F y) {
  return detail::ieee_product(x, y);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator*(F x, ff_t y) {
  return y * x;
}

/// x = x + y and so on, with whatever y the operator takes; ++ and -- add 1 and -1.
template <class Y>
FF_HD constexpr ff_t& operator+=(ff_t& x, Y y) {
  return x = x + y;
}
template <class Y>
FF_HD constexpr ff_t& operator-=(ff_t& x, Y y) {
  return x = x - y;
}
template <class Y>
FF_HD constexpr ff_t& operator*=(ff_t& x, Y y) {
  return x = x * y;
}
template <class Y>
FF_HD constexpr ff_t& operator/=(ff_t& x, Y y) {
  return x = x / y;
}
FF_HD constexpr ff_t& operator++(ff_t& x) { return x = x + 1.0f; }
FF_HD constexpr ff_t& operator--(ff_t& x) { return x = x - 1.0f; }
FF_HD constexpr ff_t operator++(ff_t& x, int) {
  const ff_t before = x;
  x = x + 1.0f;
  return before;
}
FF_HD constexpr ff_t operator--(ff_t& x, int) {
  const ff_t before = x;
  x = x - 1.0f;
  return before;
}

/// A volatile number, as a compensated sum may have it, has these operators too.  They return nothing, as its
/// operator= does.
template <class Y>
FF_HD void operator+=(volatile ff_t& x, Y y) {
  x = x + y;
}
template <class Y>
FF_HD void operator-=(volatile ff_t& x, Y y) {
  x = x - y;
}
template <class Y>
FF_HD void operator*=(volatile ff_t& x, Y y) {
  x = x * y;
}
template <class Y>
FF_HD void operator/=(volatile ff_t& x, Y y) {
  x = x / y;
}

/// x y + z: fma22, 6.5 u^2 of |x y| + |z|.  19 instructions.  Infinite where x y overflows, unless z is
/// infinite.
FF_HD constexpr ff_t fma(ff_t x, ff_t y, ff_t z) { return detail::ieee_fma(x, y, z); }

/// x^2: sqr22, 3.5 u^2.  6 instructions.
FF_HD constexpr ff_t sqr(ff_t x) { return detail::ieee_square(x); }

namespace detail {

/// (1 - t) a + t b, where b - a overflows.  The operators keep infinities.
struct lerp_of_far_ends {
  FF_HD static constexpr ff_t of(ff_t a, ff_t b, ff_t t) { return fma(t, b, (1.0f - t) * a); }
};

}  // namespace detail

/// a + t (b - a), 0 <= t <= 1: a for t = 0 and b for t = 1, exactly, and finite between finite ends.  Within
/// 12 u^2 of |a| + |b|, observed: at most half of the difference counts, its error is 2 u^2, that of t - 1
/// too, and fma22's 6.5 u^2 of both terms.
FF_HD constexpr ff_t lerp(ff_t a, ff_t b, ff_t t) {
  const ff_t d = sub22(b, a);
  if (!less(abs(d.hi()), detail::infinity)) return detail::out_of_line<detail::lerp_of_far_ends>(a, b, t);
  return less(t.hi(), 0.5f) ? fma22(t, d, a) : fma22(add21(t, -1.0f), d, b);
}
/// (a + b)/2 without undue overflow: add22's 2 u^2, and 2^-150 where a word of the half is subnormal.
/// Infinities and NaN as a + b.
FF_HD constexpr ff_t midpoint(ff_t a, ff_t b) {
  const auto half = [](ff_t x) { return from_words(mul_rn(x.hi(), 0.5f), mul_rn(x.lo(), 0.5f)); };
  const ff_t sum = a + b;
  return isinf(sum) && isfinite(a) && isfinite(b) ? half(a) + half(b) : half(sum);
}
/// a + b for any two floats, as a pair: add12.
FF_HD constexpr ff_t from_sum(float a, float b) { return add12(a, b); }
/// The pair of the same value with |lo| <= ulp(hi)/2 strictly, for words that mul22 left.
FF_HD constexpr ff_t renormalize(ff_t x) { return fast_add12(x.hi(), x.lo()); }

namespace bounds {

/// The errors of the operators, of integer functions and of conversion.
inline constexpr operator_row operators[] = {
    // ---- the operators: a bare kernel's bits on its domain, heads as IEEE outside it
    {"plus", {"add22", 23}, proved(2), sums, "Zhang, Aiken, CAV 2025"},
    {"minus", {"add22", 23}, proved(2), sums, "Zhang, Aiken, CAV 2025"},
    {"plus_float", {"add21", 14}, proved(2), sums, "JMP 2017, Alg. 4"},
    {"times", {"mul22", 7}, proved(4), products, "docs/proofs/mul22.md"},
    {"times_float", {"mul21", 6}, proved(1), products, "docs/proofs/mul22.md"},
    {"sqr", {"sqr22", 6}, proved(3.5), squares, "docs/proofs/mul22.md"},
    {"fma", {"fma22", 19}, proved(6.5, relative_to::operands), fused_products, "docs/proofs/fma22.md"},
    // ... with tests of the range, and a branch for what lies outside
    {"div", {"div22", 0}, proved(5), all_quotients, "docs/proofs/div22.md"},
    {"rcp", {"rcp22", 0}, proved(2.5), reciprocals, "docs/proofs/div22.md"},
    {"sqrt", {"sqrt22", 0}, proved(3.375), all_roots, "docs/proofs/sqrt22.md"},
    {"rsqrt", {"rsqrt22", 0}, proved(5), all_reciprocal_roots, "docs/proofs/sqrt22.md"},
    {"lerp",
     {"fma22 from the nearer end", 0},
     observed(12, relative_to::operands),
     interpolations,
     "the sum of its steps"},
    // Halving rounds a low word that becomes subnormal, by 2^-150 at most; a head that does has no low word.
    {"midpoint", {"add22, halved", 0}, proved(2, relative_to::subnormal), sums, "Zhang, Aiken, CAV 2025"},
    // ---- integer functions and conversion
    {"floor", {"", 0}, no_error, normal, "integral.hpp"},
    {"ceil", {"", 0}, no_error, normal, "integral.hpp"},
    {"trunc", {"", 0}, no_error, normal, "integral.hpp"},
    {"round", {"", 0}, no_error, normal, "integral.hpp"},
    {"rint", {"", 0}, no_error, normal, "integral.hpp"},
    {"fmod", {"", 0}, proved(0.5), normal, "exact, or the nearest pair"},
    {"remainder", {"", 0}, proved(0.5), normal, "exact, or the nearest pair"},
    {"from_double", {"", 0}, proved(0.54), sums, "2^-53 and half an ulp of the low word"},
};

}  // namespace bounds

}  // namespace ff
