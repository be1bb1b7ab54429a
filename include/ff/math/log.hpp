// Logarithms to the bases e, 2 and 10, and log(1 + x).
//
//   x = 2^k x',  0.76 <= x' < 1.52,  r = c x' - 1,  log x = k ln2 - log c + log(1 + r).
//
// c is the table's number near 1/x', so short that r is exact (Tang 1990, with Wong and Goto's short
// reciprocals).  Its cells grow with |x' - 1|: r only has to be small beside the logarithm.  |r| < 2^-8.5;
// next to 1, where c is 1 and nothing cancels, |r| < 2^-11.
#pragma once

#include <ff/math/bounds.hpp>
#include <ff/math/log_bases_table.hpp>
#include <ff/math/log_table.hpp>
#include <ff/operators.hpp>
#include <ff/platform/integers.hpp>

namespace ff {
namespace detail {

// The row of x', of the table of that name.  The device takes its place in bytes: for the address of an index
// the compiler would multiply in 64 bits, the time of four sums.
template <class Table>
FF_HD_LARGE constexpr log_row log_row_of(float x) {
  static_assert(sizeof(log_row) == 16, "bits 17 to 24 times 16");
  const float y = fma_rn(x, log_stretch, -log_stretch), t = add_rn(abs(y), log_offset);
  if (on_device()) return run_row_at_byte<Table>((to_bits(t) >> 13 & 0xff0u) | (to_bits(y) >> 19 & 0x1000u));
  return table_row<Table>(((to_bits(t) >> 17) & 255u) | ((to_bits(y) >> 23) & 256u));
}

// A float of 2^-124 to 2^124: its row, the row's c times 2^-k, and 2^23 k.
struct log_cell {
  log_row row;
  float c, k;
};
template <class Table = log_table>
FF_HD_LARGE constexpr log_cell log_cell_of(float x) {
  const uint32 k = (to_bits(x) - log_first) & ~fraction_bits;
  const log_row row = log_row_of<Table>(from_bits(to_bits(x) - k));
  return {row, from_bits(row.c - k), static_cast<float>(static_cast<int32>(k))};
}

// r + low = c x - 1.  r0 = c x.hi - 1 is exact.  It is a multiple of every unit that x.lo c can have near it,
// so r0 - r is exact too.
FF_HD_LARGE constexpr ff_t log_argument(float c, ff_t x) {
  const float r0 = fma_rn(x.hi(), c, -1.0f), r = add_rn(r0, mul_rn(x.lo(), c));
  return from_words(r, fma_rn(x.lo(), c, sub_rn(r0, r)));
}

// The common steps of log(1 + r + low) for |r| < 2^-8.5 and a small low:
//   g     = RN(-r/2 + r^2/3 - r^3/4 + r^4/5), so that log(1 + r) is about r + r g
//   inner = what g's rounding left, - low + r low: r inner is what r + r g and low do not have
// -0x1.555556p-26f is 2/3 less the float beside it; what -0x1.00003p-1f has more than 1/2 stands for r^6/6.
// The sharp one adds what the rounding of 2/3 r + ... left: up to half of u^2.
struct log_factor {
  float g, inner;
};
template <bool Sharp>
FF_HD_LARGE constexpr log_factor log1p_factor(float r, float low) {
  const float half = mul_rn(-0.5f, r), c = fma_rn(r, 0.4f, -0x1.00003p-1f);
  const float rest = mul_rn(r, fma_rn(r, c, -0x1.555556p-26f)), third = fma_rn(r, 2.0f / 3, rest);
  const float g = fma_rn(neg(half), third, half);
  const float inner = sub_rn(fma_rn(neg(half), third, sub_rn(half, g)), fma_rn(neg(r), low, low));
  if (!Sharp) return {g, inner};
  return {g, fma_rn(neg(half), add_rn(fma_rn(r, 2.0f / 3, neg(third)), rest), inner)};
}

// 2^-23 k ln2 - log c + log(1 + r + low).
//   q + qe      = r g + low: the low word is rounded with the small product, and not beside r's last place
//   p + pe      = r + q
//   h + he      = hi + p + lowest: RN(p + lowest) is what h takes, so that |he| <= ulp(h)/2
//   s + e       = h + 2^-23 k ln2_hi, exact; e is 0 where k is
// Only `lowest`, he and the last sum are rounded at the size of the last place.  (h - hi) - p is exact but
// for the last bits of a p that is itself of their size.
FF_HD_LARGE constexpr ff_t log_sum(float k, log_row row, float r, float low) {
  const auto [g, inner] = log1p_factor<false>(r, low);
  const float q = fma_rn(g, r, low), qe = add_rn(fma_rn(g, r, neg(q)), low), hi = from_bits(row.hi);
  const auto [p, pe] = fast_add12(r, q);
  const float tiny = fma_rn(r, inner, add_rn(qe, fma_rn(k, ln2_step_lo, from_bits(row.rest))));
  const float lowest = add_rn(add_rn(tiny, pe), from_bits(row.lo));
  const float h = add_rn(hi, add_rn(p, lowest)), he = sub_rn(lowest, sub_rn(sub_rn(h, hi), p));
  const float s = fma_rn(k, ln2_step_hi, h), e = sub_rn(h, fma_rn(neg(k), ln2_step_hi, s));
  return fast_add12(s, add_rn(e, he));
}

// The bases 2 and 10.  `factor` is the logarithm of e, `unit` that of 2; `ratio` is the factor's low word
// over its head, `inverse` the head's reciprocal.  Factor, unit and the tables' words are 2^32 times as
// large, and so is the sum: the low words of the logarithm of 1 + 2^-124 would underflow on the way.
struct log_base_2 {
  using table = log2_table;
  static constexpr bool is_2 = true;
  static constexpr float factor = log2_e_hi * 0x1p32f, ratio = log2_e_lo / log2_e_hi;
  static constexpr float inverse = 0x1p-32f / log2_e_hi, shift = factor, unit_hi = 0x1p9f, unit_lo = 0.0f;
};
struct log_base_10 {
  using table = log10_table;
  static constexpr bool is_2 = false;
  static constexpr float factor = log10_e_hi * 0x1p32f, ratio = log10_e_lo / log10_e_hi;
  static constexpr float inverse = 0x1p-32f / log10_e_hi, shift = log10_e_hi * 0.64f * 0x1p32f;
  static constexpr float unit_hi = lg2_step_hi * 0x1p32f, unit_lo = lg2_step_lo * 0x1p32f;
};

// 2^-23 k unit - log c + factor log(1 + r + low).
//   q + qe      = r g + low,  p + pe = r + q, as above but for exact low words
//   tiny        = what is below pe, and (p + pe) ratio
//   y + ye      = p factor, exact
//   h           = hi + y, and what their low words move it by
//   left        = lo - (h - hi - y), exact where terms cancel: lo is short
//   b + be      = left + ye;  he = b + factor (pe + tiny) + be
//   s + e       = h + 2^-23 k unit_hi, exact; e is 0 where k is
// So only pe + tiny and he are rounded at the size of the last place, and the last sum where k is not 0.
// Next to 1, b is ye less an ulp of y or 0.  It fits a float unless ye and that ulp have opposite signs, so h
// takes no ulp then: in base 10, whose `tiny` is large, 0.64 of the low words decide about it.  te is what pe
// + tiny loses; it matters in base 10 alone, and next to 1 alone.
template <class Base>
FF_HD_LARGE constexpr ff_t log_sum(float k, log_row row, float r, float low) {
  const auto [g, inner] = log1p_factor<true>(r, low);
  const auto [rg, rg_e] = two_prod(g, r);
  const auto [q, q_e] = fast_add12(rg, low);
  const auto [p, pe] = fast_add12(r, q);
  const float qe = add_rn(q_e, rg_e), hi = from_bits(row.hi), lo = from_bits(row.lo);
  const float below = fma_rn(r, inner, add_rn(qe, from_bits(row.rest)));
  const float tiny = fma_rn(p, Base::ratio, fma_rn(pe, Base::ratio, below));
  const auto [y, ye] = two_prod(p, Base::factor);
  const float h = add_rn(hi, add_rn(y, add_rn(fma_rn(add_rn(pe, tiny), Base::shift, ye), lo)));
  const float left = sub_rn(lo, sub_rn(sub_rn(h, hi), y));
  const auto [b, be] = fast_add12(left, ye);
  const float rest = fma_rn(be, Base::inverse, tiny), t = add_rn(pe, rest);
  const float te = Base::is_2 || !equal(hi, 0.0f) ? 0.0f : sub_rn(rest, sub_rn(t, pe));
  const float he = fma_rn(t, Base::factor, Base::is_2 ? b : fma_rn(te, Base::factor, b));
  const float s = fma_rn(k, Base::unit_hi, h), s_e = sub_rn(h, fma_rn(neg(k), Base::unit_hi, s));
  const float e = Base::is_2 ? s_e : fma_rn(k, Base::unit_lo, s_e);
  const float sum = add_rn(s, add_rn(e, he)), low_sum = add_rn(add_rn(sub_rn(s, sum), e), he);
  return from_words(mul_rn(sum, 0x1p-32f), mul_rn(low_sum, 0x1p-32f));
}

// A number and what to add to its k: 2^23 times the exponent that was taken out.
struct log_operand {
  ff_t x;
  float k;
};

// The cores take 2^-124 <= x.hi < 2^124.  The exponent 2^23 k of a cell tells: zeros, negative numbers,
// infinities and NaN have others.  The k of a scaled argument has `more` added.
FF_HD_LARGE constexpr bool log_takes(ff_t x) {
  const uint32 k = (to_bits(x.hi()) - log_first) & ~fraction_bits;
  return less(abs(static_cast<float>(static_cast<int32>(k))), 124.5f * 0x1p23f);
}

FF_HD_LARGE constexpr ff_t log_core(ff_t x, float more) {
  const auto [row, c, k] = log_cell_of(x.hi());
  const auto [r, low] = log_argument(c, x);
  return log_sum(equal(more, 0.0f) ? k : add_rn(k, more), row, r, low);
}
template <class Base>
FF_HD_LARGE constexpr ff_t log_core_to(ff_t x, float more) {
  const auto [row, c, k] = log_cell_of<typename Base::table>(x.hi());
  const auto [r, low] = log_argument(c, x);
  return log_sum<Base>(equal(more, 0.0f) ? k : add_rn(k, more), row, r, low);
}

// log(s + b + lo), s = RN(1 + x.hi) >= 2^-12, b the rest of that sum.  Where lo is more than a few ulps of s,
// near x = -1, b is 0. r gets 1 - 2^-11 of lo, not all of it.  Else a lo of half an ulp would take r to
// x.hi's neighbour near 0, and low would need a bit more than it has.
FF_HD_LARGE constexpr ff_t log1p_core(float s, float b, float lo) {
  const auto [row, c, k] = log_cell_of(s);
  const float r0 = fma_rn(s, c, -1.0f), r = add_rn(r0, mul_rn(fma_rn(lo, 1 - 0x1p-11f, b), c));
  const float low = fma_rn(lo, c, fma_rn(b, c, sub_rn(r0, r)));
  return log_sum(k, row, r, low);
}

// Outside the cores' domain: log(+-0) = -inf, log(inf) = inf, log(x < 0) = NaN; or x scaled.
FF_HD_LARGE constexpr bool log_special(float x) { return !(less(0.0f, x) && less(x, infinity)); }
FF_HD_LARGE constexpr ff_t log_of_special(float x) {
  return equal(x, 0.0f) ? neg(infinity) : (less(x, 0.0f) ? quiet_nan : x);
}
FF_HD_LARGE constexpr log_operand log_rescaled(ff_t x) {
  const bool is_small = less(x.hi(), 1.0f);
  const float scale = is_small ? 0x1p64f : 0x1p-64f;
  return {from_words(mul_rn(x.hi(), scale), mul_rn(x.lo(), scale)), is_small ? -0x1p29f : 0x1p29f};
}

FF_HD_OUT_OF_LINE constexpr ff_t log_outside(ff_t x) {
  if (log_special(x.hi())) return log_of_special(x.hi());
  const auto [y, more] = log_rescaled(x);
  return log_core(y, more);
}
FF_HD_OUT_OF_LINE constexpr ff_t log2_outside(ff_t x) {
  if (log_special(x.hi())) return log_of_special(x.hi());
  const auto [y, more] = log_rescaled(x);
  return log_core_to<log_base_2>(y, more);
}
FF_HD_OUT_OF_LINE constexpr ff_t log10_outside(ff_t x) {
  if (log_special(x.hi())) return log_of_special(x.hi());
  const auto [y, more] = log_rescaled(x);
  return log_core_to<log_base_10>(y, more);
}

FF_HD_OUT_OF_LINE constexpr ff_t log1p_outside(ff_t x) {
  return log_outside(less(abs(x.hi()), 0x1p64f) ? add21(x, 1.0f) : x);
}

}  // namespace detail

/// The natural logarithm of every x > 0, subnormal ones too.  2.5 u^2 (bounds::logarithms); log(1) = +0,
/// log(+-0) = -inf, log(inf) = inf, log(x < 0) = NaN.
FF_HD_LARGE constexpr ff_t log(ff_t x) {
  using namespace detail;
  return plain_or(
      log_takes(x), [&] { return log_core(x, 0.0f); }, [&] { return log_outside(x); });
}

/// The logarithm to the base 2, to 2.5 u^2, else as log; exact for powers of two.
FF_HD_LARGE constexpr ff_t log2(ff_t x) {
  using namespace detail;
  return plain_or(
      log_takes(x), [&] { return log_core_to<log_base_2>(x, 0.0f); }, [&] { return log2_outside(x); });
}

/// The logarithm to the base 10, to 3 u^2, else as log.
FF_HD_LARGE constexpr ff_t log10(ff_t x) {
  using namespace detail;
  return plain_or(
      log_takes(x), [&] { return log_core_to<log_base_10>(x, 0.0f); }, [&] { return log10_outside(x); });
}

/// log(1 + x) for every x > -1, to 3 u^2 of the result, near 0 too.  log1p(+-0) = +-0, log1p(-1) = -inf,
/// log1p(inf) = inf, log1p(x < -1) = NaN.
FF_HD_LARGE constexpr ff_t log1p(ff_t x) {
  using namespace detail;
  const float s = add_rn(1.0f, x.hi());
  const bool plain = between(s, 0x1p-12f, 0x1p124f);
  const ff_t y = plain_or(
      plain,
      [&] {
        const float b = sub_rn(least(x.hi(), 1.0f), sub_rn(s, greatest(x.hi(), 1.0f)));
        return log1p_core(s, b, x.lo());
      },
      [&] { return log1p_outside(x); });
  return from_words(from_bits(to_bits(y.hi()) | sign_bit(x.hi())), y.lo());  // log1p(-0) = -0
}

namespace bounds {
inline constexpr range above_minus_one{-0x1.ffffffffffffp-1, largest_float, -149};

inline constexpr function_row logarithms[] = {
    {"log", observed(2.5, relative_to::subnormal), {positive}, "table of short reciprocals"},
    {"log2", observed(2.5, relative_to::subnormal), {positive}, "the same, with a table of its own"},
    {"log10", observed(3, relative_to::subnormal), {positive}, "the same, with a table of its own"},
    {"log1p", observed(3, relative_to::subnormal), {above_minus_one}, "the same"},
};
}  // namespace bounds

}  // namespace ff
