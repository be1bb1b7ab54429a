// Exponentials to the bases e, 2 and 10, and e^x - 1.
//
//   x = k ln2 + D + r,  e^x = 2^k e^D e^r,  e^r = (1 + r + r^2/2) (1 + r^3/6 - r^4/8 + ...).
//
// D is the table's point next to x - k ln2, and |r| < 2^-9.5.  It is chosen so that e^D = T (1 + rest) with T
// a float and a tiny rest (Gal, Bachelis 1991).  k ln2 is taken off in short parts, exactly (Cody, Waite),
// before the low word of x comes in.
#pragma once

#include <ff/math/bounds.hpp>
#include <ff/math/exp_table.hpp>
#include <ff/operators.hpp>
#include <ff/platform/integers.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr exp_row exp_row_at(uint32 i) { return table_row<exp_table>(i); }

// The cell of x is n = 256 k + i, i the row: x 256/ln2 rounded to an integer, and 128 more, since the table's
// points lie on both sides of 0.  Adding this rounds so; the last bits of the sum are n.
inline constexpr float exp_rounding = rounder<0> + 128;

// i, 256 k as a float, and k.
FF_HD_LARGE constexpr uint32 exp_cell(uint32 n) { return hidden(n & 255u); }
FF_HD_LARGE constexpr float whole_part(uint32 n, float rounded_at = rounder<0>) {
  return sub_rn(from_bits(n & ~255u), rounded_at);
}
FF_HD_LARGE constexpr int32 exponent_part(uint32 n) {
  return static_cast<int32>(n - to_bits(rounder<0>)) >> 8;
}

// x less k ln2 + D: r + low.  |r| < 2^-9.5, and low is a few ulps of r or below 2^-25; it contains the
// row's rest, the logarithm of e^D / T.
struct exp_argument {
  float r, low;
};

// r + low = x - k ln2 - D for |x| <= 1400, given 256 k.  ln2/256 = hi + mid + lo.  All steps before `low` are
// exact: their results are multiples of 2^-32 (2^-36 in the fine cells), and of every unit of x.lo that is
// coarser.
FF_HD_LARGE constexpr exp_argument exp_reduced(ff_t x, float k, exp_row row) {
  const float s = sub_rn(fma_rn(neg(k), ln2_cell_hi, x.hi()), from_bits(row.point));
  const auto [r, e] = fast_add12(fma_rn(neg(k), ln2_cell_mid, s), x.lo());
  return {r, add_rn(fma_rn(neg(k), ln2_cell_lo, e), from_bits(row.rest))};
}
FF_HD_LARGE constexpr exp_argument exp_reduced(ff_t x, uint32 n, exp_row row) {
  return exp_reduced(x, whole_part(n), row);
}

// r + low = (f + e) factor + rest - D, for 2^x and 10^x: f + e is x less whole powers, and factor is ln2 or
// ln10.  f factor = y + ye and y - D are exact.  Only `below` is rounded at the size of the last place.
FF_HD_LARGE constexpr exp_argument exp_reduced(float f, float e, float factor_hi, float factor_lo,
                                               exp_row row, float rest) {
  const auto [y, ye] = two_prod(f, factor_hi);
  const float below = fma_rn(e, factor_hi, fma_rn(f, factor_lo, ye));
  const auto [r, low] = fast_add12(sub_rn(y, from_bits(row.point)), below);
  return {r, add_rn(low, rest)};
}

// T e^(r + low) = m + me + T pe + qe + m (r^3/6 - r^4/8 + low), where p + pe = r + r^2/2, q + qe = T p and
// m + me = T + q.  All three pairs but the first are exact, and me comes last.  So the sum of `lowest` and me
// is the one rounding at the size of the last place: 1 u^2.  All others together are below 0.5 u^2.  `sixth`
// has 5 ulps more than 1/6, for r^5/20: that is 0.87 of the largest r^2 / 20.
FF_HD_LARGE constexpr ff_t exp_on_cell(float T, exp_argument a) {
  constexpr float sixth = 0x1.55556p-3f;
  const float half = mul_rn(0.5f, a.r), p = fma_rn(half, a.r, a.r), pe = fma_rn(half, a.r, sub_rn(a.r, p));
  const float cube = mul_rn(mul_rn(a.r, a.r), a.r);
  const float relative = fma_rn(cube, fma_rn(a.r, -1.0f / 8, sixth), a.low);
  const auto [q, qe] = two_prod(T, p);
  const auto [m, me] = fast_add12(T, q);
  const float lowest = fma_rn(m, relative, fma_rn(T, pe, qe));
  return fast_add12(m, add_rn(me, lowest));
}

// An exponential of a huge x, of an infinity or of NaN is 0, inf or NaN.
FF_HD_LARGE constexpr float exp_limit(float x) {
  const float above = on_device() ? mul_rn(x, infinity) : equal(x, x) ? infinity : x;
  return less(x, 0.0f) ? 0.0f : above;
}

// The pair h, l; an overflow has no low word.
FF_HD_LARGE constexpr ff_t pair_or_infinity(float h, float l) {
  return from_words(h, less(abs(h), infinity) ? l : 0.0f);
}

// The result for |x.hi| < limit, exp_limit beyond.  T_127 is T 2^(127 + k), as bits.
// T 2^k is taken times 2^-64 (x >= 0) or 2^64 (x < 0), and the result is scaled back.  So each word is
// rounded once where it underflows, and overflow comes no sooner than it must.
FF_HD_LARGE constexpr ff_t exp_result(ff_t x, float limit, uint32 T_127, exp_argument a) {
  const float scale = from_bits((to_bits(x.hi()) >> 1 & 1u << 30) ^ to_bits(0x1p64f));  // 2^64 or 2^-64
  const auto [h, l] = exp_on_cell(from_bits(hidden(T_127) - to_bits(scale)), a);
  const bool inside = less(abs(x.hi()), limit);
  if (constant_evaluated() && !inside) return exp_limit(x.hi());
  const float scaled = mul_rn(h, scale), scaled_low = mul_rn(l, scale);
  const float beyond = exp_limit(x.hi());
  const float head = inside ? scaled : beyond;
  return from_words(head, both(inside, less(head, infinity)) ? scaled_low : 0.0f);
}

// ---- cores for the functions that are built on exponentials

// e^x = 2^k (h + l), h in [0.70, 1.42], |l| <= ulp(h)/2.
struct exp_parts {
  float h, l;
  int32 k;
};

// For |x| <= 1400 (the caller clamps; NaN gives NaN in h).  The relative error is that of exp for |x| <= 88.
// It grows with k, since ln2's third word ends: 1.6 u^2 were seen up to 200, and 7.8 u^2 at 700 to 1400.
FF_HD_LARGE constexpr exp_parts exp_core(ff_t x) {
  const uint32 n = to_bits(fma_rn(x.hi(), exp_cells, exp_rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  const auto [h, l] = exp_on_cell(from_bits(row.head), exp_reduced(x, n, row));
  return {h, l, exponent_part(n)};
}

// Takes hi + lo + tail, where |tail| is about 2^-25 at most.  The third word enters where the low terms are
// summed.  It is rounded three times on its way, each time by up to 2^-25 |tail| of the result.
FF_HD_LARGE constexpr exp_parts exp_core(ff_t x, float tail) {
  const uint32 n = to_bits(fma_rn(x.hi(), exp_cells, exp_rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  const auto [r, low] = exp_reduced(x, n, row);
  const auto [h, l] = exp_on_cell(from_bits(row.head), exp_argument{r, add_rn(low, tail)});
  return {h, l, exponent_part(n)};
}

// The cell where e^x - 1 is wanted: next to 0 a fine one, where |r| < |x|/14, so that r's roundings count
// little beside the result.  T_bits are those of T 2^k.
struct exp_place {
  uint32 n;
  exp_row row;
  uint32 T_bits;
};
FF_HD_LARGE constexpr exp_place exp_cell_near_zero(float x) {
  const uint32 n = to_bits(fma_rn(x, exp_cells, exp_rounding));
  const uint32 top = (to_bits(x) << 1) >> 21, first = exp_fine_first;
  const uint32 fine = 256u - first + (top < first ? first : top) + (to_bits(x) >> 31) * exp_fine_sided;
  const uint32 coarse = exp_cell(n);
  const exp_row row = exp_row_at(less(abs(x), exp_fine) ? fine : coarse);
  return {n, row, row.head + ((n & ~255u) << 15)};
}

// (h + l) 2^k for h of about 1 and -252 <= k <= 254 (clamp it: beyond, the result is 0 or inf anyway).  Two
// factors: each word is rounded once, nothing overflows early, |lo| <= ulp(hi)/2 in subnormal results too.
FF_HD_LARGE constexpr ff_t ldexp_pair(float h, float l, int32 k) {
  const int32 half = k >> 1;
  const float a = power_of_two(half), b = power_of_two(k - half);
  return pair_or_infinity(mul_rn(mul_rn(h, a), b), mul_rn(mul_rn(l, a), b));
}

}  // namespace detail

/// e^x for every x.  1.5 u^2 (bounds::exponentials); where the result's words underflow, below x = -66, up to
/// half the least float more.  Results beyond 2^128 are infinite; exp(-inf) = 0.
FF_HD_LARGE constexpr ff_t exp(ff_t x) {
  using namespace detail;
  const uint32 n = to_bits(fma_rn(x.hi(), exp_cells, exp_rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  return exp_result(x, 104.0f, row.shifted + (n << 15), exp_reduced(x, n, row));
}

/// 2^x for every x, 2 u^2, otherwise as exp; exact for integers.
FF_HD_LARGE constexpr ff_t exp2(ff_t x) {
  using namespace detail;
  const uint32 n = to_bits(fma_rn(x.hi(), 256.0f, exp_rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  // x.hi = k + g + ge, |g| <= 1/2 + 2^-9; ge is 0 but for k = 1, x.hi < 1/2, whose last bit g has not
  const float k = whole_part(n), g = fma_rn(k, -0x1p-8f, x.hi());
  const float ge = sub_rn(x.hi(), fma_rn(k, 0x1p-8f, g));
  const auto [f, e] = fast_add12(g, add_rn(x.lo(), ge));
  return exp_result(x, 150.0f, row.shifted + (n << 15),
                    exp_reduced(f, e, ln2_hi, ln2_lo, row, from_bits(row.rest)));
}

/// 10^x for every x, 2 u^2, otherwise as exp.
FF_HD_LARGE constexpr ff_t exp10(ff_t x) {
  using namespace detail;
  const uint32 n = to_bits(fma_rn(x.hi(), exp10_cells, exp_rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  const float k = whole_part(n);
  // f + e + te - k lo = x - k log10(2), log10(2)/256 = hi + mid + lo.  s, the product k mid and s - t are
  // exact.  k lo is tiny: its share goes to the row's rest.
  const float s = fma_rn(neg(k), lg2_cell_hi, x.hi());
  const float t = fma_rn(neg(k), lg2_cell_mid, s), te = fma_rn(neg(k), lg2_cell_mid, sub_rn(s, t));
  const auto [f, e] = fast_add12(t, x.lo());
  constexpr float lo = mul_rn(lg2_cell_lo, ln10_hi);
  const float rest = fma_rn(neg(k), lo, from_bits(row.rest));
  return exp_result(x, 45.25f, row.shifted + (n << 15),
                    exp_reduced(f, add_rn(e, te), ln10_hi, ln10_lo, row, rest));
}

namespace detail {

// |x| >= 64 and NaN: e^x - 1 is e^x, or -1 and a low word.
FF_HD_OUT_OF_LINE constexpr ff_t expm1_outside(ff_t x) {
  const ff_t e = exp(x);
  return less(x.hi(), 0.0f) && equal(e.hi(), e.hi()) ? from_words(-1.0f, e.hi()) : e;
}

// |x| < 64.
FF_HD_LARGE constexpr ff_t expm1_inside(ff_t x) {
  const auto [n, row, T_bits] = exp_cell_near_zero(x.hi());
  const auto [r, low] = exp_reduced(x, n, row);
  // e^(r + low) - 1 = p + pe + rest, where b + b_low = r^2/2 + low and p + pe = r + b.  r^2/2 takes up low,
  // so that next to 0 pe alone is as large as half an ulp of the result.  The constant is an ulp above 1/6,
  // for r^5/120.
  const auto [square, square_low] = two_prod(r, r);
  const float sixth = fma_rn(r, 0x1.555558p-3f, mul_rn(square, 1.0f / 24));
  const auto [b, b_low] = fast_add12(mul_rn(0.5f, square), low);
  const auto [p, pe] = fast_add12(r, b);
  const float rest = fma_rn(square, sixth, fma_rn(low, p, fma_rn(0.5f, square_low, b_low)));
  // T - 1 = t + te, T p + te = q + qe + product_low and t + q = m + me.  Of large x te is as large as me: p
  // takes it up.
  const float T = from_bits(T_bits);
  const bool large = less(0x1p24f, T);
  const auto [t, te] = fast_add12(large ? T : -1.0f, large ? -1.0f : T);
  const auto [product, product_low] = two_prod(T, p);
  const auto [q, qe] = fast_add12(product, te);
  const auto [m, me] = fast_add12(t, q);
  const float lowest = fma_rn(T, rest, fma_rn(T, pe, add_rn(qe, product_low)));
  // the one rounding at the size of the last place
  const auto [h, l] = fast_add12(m, add_rn(me, lowest));
  // h with the sign of x, for expm1(-0)
  return from_words(from_bits(to_bits(h) ^ ((to_bits(h) ^ to_bits(x.hi())) & sign_bits)), l);
}

}  // namespace detail

/// e^x - 1 for every x, to 2 u^2 of the result (bounds::exponentials), near 0 too.  expm1(+-0) = +-0,
/// expm1(-inf) = -1; overflow as exp.
FF_HD_LARGE constexpr ff_t expm1(ff_t x) {
  using namespace detail;
  return plain_or(
      less(abs(x.hi()), 64.0f), [&] { return expm1_inside(x); }, [&] { return expm1_outside(x); });
}

namespace bounds {
inline constexpr range tiny_exponents{-0x1p-94, 0x1p-94, -149};

inline constexpr function_row exponentials[] = {
    {"exp", observed(1.5), {{-66, 88.7228, -60}}, "Gal's table of 256"},
    {"exp_underflow", observed(4, relative_to::subnormal), {{-105, -66, 5}}, "the same"},
    {"exp2", observed(2), {{-96, 127.9999, -60}}, "the same"},
    {"exp2_underflow", observed(4, relative_to::subnormal), {{-151, -96, 5}}, "the same"},
    {"exp10", observed(2), {{-28.5, 38.5318, -60}}, "the same"},
    {"exp10_underflow", observed(4, relative_to::subnormal), {{-45.5, -28.5, 4}}, "the same"},
    {"expm1", observed(2), {{-100, 88.7228, -96}}, "the same"},
    {"expm1_tiny", observed(4, relative_to::subnormal), {tiny_exponents}, "the same"},
};
}  // namespace bounds

}  // namespace ff
