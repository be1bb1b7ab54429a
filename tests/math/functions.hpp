// The shapes that the tests of elementary functions share: tables of known results, double's own functions as
// judges, order between neighbouring floats, and operands of any words.  The functions under test are
// template arguments: each call is resolved where it is compiled, on host and device.
#pragma once

#include <cmath>

#include "../exact.hpp"
#include "../properties.hpp"

namespace ff_test {

using unary = ff_t(ff_t);
using binary = ff_t(ff_t, ff_t);
using of_double = double(double);

inline constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;
inline constexpr float largest = 0x1.fffffep127f, least = 0x1p-149f;

/// The very words, the low word of an infinite head being zero; any NaN for NaN.
FF_HD_LARGE constexpr bool is(ff_t got, ff_t want) {
  if (is_nan(want.hi())) return is_nan(got.hi());
  return same_bits(got.hi(), want.hi()) && ff::equal(got.lo(), want.lo());
}

/// |got - want| <= u2 u^2 |want|, for a want that is itself good to u^2/2.
FF_HD_LARGE constexpr bool near(ff_t got, ff_t want, float u2) {
  const ff_t difference = ff::sub22(got, want);
  return ff::abs(difference.hi()) <= (u2 + 0.5f) * 0x1p-48f * ff::abs(want.hi());
}

/// |got - want| in u^2 of the size.
FF_HD_LARGE constexpr double error_in_u2(ff_t got, ff_t want, double size) {
  return distance(got, want) / size * 0x1p48;
}

// ---------------------------------------------------------------- tables of known results

using known = two_pairs;           // x and f(x)
using known_of_two = three_pairs;  // x, y and f(x, y)

// The type of f stands by itself: a kernel that is named after one of several functions of a name needs it.
template <class F, F* f, class Rows>
struct known_results {
  Rows rows;
  float u2;
  FF_HD_LARGE bool follows(ff_t got, ff_t want) const {
    return u2 == 0 ? is(got, want) : near(got, want, u2) && is_pair(got);
  }
  FF_HD_LARGE bool follows(known row) const { return follows(f(row.x), row.y); }
  FF_HD_LARGE bool follows(known_of_two row) const { return follows(f(row.x, row.y), row.z); }
  FF_HD_LARGE auto input(uint64 i) const { return rows(i); }
  FF_HD_LARGE bool operator()(uint64 i) const { return follows(rows(i)); }
};

/// Whether f gives the results of a table: its very words or, where u2 is given, a pair as near as that.
template <unary* f, int count>
::testing::AssertionResult gives(const known (&rows)[count], float u2 = 0) {
  return holds(known_results<unary, f, rows_of<known, count>>{table(rows), u2}, count);
}
template <binary* f, int count>
::testing::AssertionResult gives(const known_of_two (&rows)[count], float u2 = 0) {
  return holds(known_results<binary, f, rows_of<known_of_two, count>>{table(rows), u2}, count);
}

/// Words that are not finite, for functions that then give NaN.
inline constexpr known not_finite[] = {{inf, nan}, {-inf, nan}, {nan, nan}};
inline constexpr known low_word_not_finite[] = {
    {from_words(1.5f, inf), nan},     {from_words(1.5f, -inf), nan},     {from_words(1.5f, nan), nan},
    {from_words(0x1p100f, inf), nan}, {from_words(0x1p100f, -inf), nan}, {from_words(0x1p100f, nan), nan}};

// ---------------------------------------------------------------- double's functions as judges

/// Whether got is within u2 u^2 of a result that double gives: NaN for NaN, infinite where no float is as
/// large. Where low words underflow an error of u2 2^-151 is allowed.
FF_HD_LARGE bool is_near_double(ff_t got, double want, double u2) {
  if (want != want) return is_nan(got.hi());
  if (magnitude(want) >= 0x1p128) return is(got, want > 0 ? inf : -inf);
  if (!is_finite(got)) return !is_nan(got.hi()) && magnitude(want) >= 0x1.ffffffp127;
  return distance(got, want) <= u2 * 0x1p-48 * (magnitude(want) + 0x1p-103) && is_pair(got);
}

/// What x has beyond value(x).
FF_HD_LARGE double rest(ff_t x) { return (wide(x.hi()) - value(x)) + wide(x.lo()); }
/// The same for a want that is the double plus a correction, which the rest of the argument makes.
FF_HD_LARGE bool is_near_double(ff_t got, double want, double correction, double u2) {
  const double e = ((want - wide(got.hi())) - wide(got.lo())) + correction;
  return magnitude(e) <= u2 * 0x1p-48 * magnitude(want);
}

/// f against double's g over floats: `Heads` gives float i.
template <unary* f, of_double* g, class Heads>
struct as_double_does {
  Heads heads;
  double u2;
  FF_HD_LARGE one_float input(uint64 i) const {
    const float x = heads(i);
    return {x};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float x = heads(i);
    return is_near_double(f(x), g(wide(x)), u2);
  }
};
template <unary* f, of_double* g, class Heads>
::testing::AssertionResult follows_double(Heads heads, double u2, uint64 count) {
  return holds(as_double_does<f, g, Heads>{heads, u2}, count);
}

/// Floats of the exponents from first to last, and those around k 2^e - 1/32 and k 2^e - 1/128 with k of 8
/// bits: the edges and points of the hyperbolic functions' cells.
struct heads_and_cells {
  int first, last;
  FF_HD_LARGE float operator()(uint64 i) const {
    draws d(i);
    const float head = d.in(first, last),
                cell = static_cast<float>(d.between(64, 255)) * power(d.between(-14, 4));
    const float edge = ff::sub_rn(cell, i % 4 == 1 ? 0.03125f : 0.0078125f);
    return i % 2 == 0 ? head : from_bits(to_bits(edge) + static_cast<uint32>(d.between(0, 4)) - 2u);
  }
};

// ---------------------------------------------------------------- symmetry and order

template <unary* f>
FF_HD_LARGE bool is_odd(ff_t x) {
  return is(f(-x), -f(x));
}
template <unary* f>
FF_HD_LARGE bool is_even(ff_t x) {
  return is(f(-x), f(x));
}

/// From one float to the next above it, no function falls by more than 8 u^2.
template <unary*... f>
struct never_falls {
  int first, last;  // exponents
  bool below_zero;
  FF_HD_LARGE one_float input(uint64 i) const {
    const float x = draws(i).in(first, last);
    return {below_zero ? x : ff::abs(x)};
  }
  template <unary* g>
  FF_HD_LARGE static bool rises(float x, float above) {
    const ff_t a = g(x), b = g(above);
    return !(ff::sub22(b, a).hi() < -8 * 0x1p-48f * ff::abs(a.hi()));
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float x = input(i).a, above = x < 0 ? inwards(x) : outwards(x);
    return (rises<f>(x, above) && ...);
  }
};

/// From one float to the next, f rises (or falls) by more than its error: floats around the multiples of
/// 2^-12, where neighbours are 2^24 u apart, to 4.
template <unary* f>
struct rises_across_cells {
  FF_HD_LARGE one_float input(uint64 i) const {
    const float edge = static_cast<float>(i / 8 + 1) * 0x1p-12f;
    return {from_bits(to_bits(edge) + static_cast<uint32>(i % 8) - 3)};
  }
  FF_HD_LARGE static ff_t step(float x) { return ff::sub22(f(outwards(x)), f(x)); }
  FF_HD_LARGE bool operator()(uint64 i) const { return step(input(i).a).hi() > 0; }
};
template <unary* f>
struct falls_across_cells : rises_across_cells<f> {
  FF_HD_LARGE bool operator()(uint64 i) const { return this->step(this->input(i).a).hi() < 0; }
};

// ---------------------------------------------------------------- tiny arguments

/// A pair below 2^-30, subnormal ones and zero too; below 2^-96 a float.
FF_HD_LARGE constexpr one_pair tiny_pair(uint64 i) {
  draws d(i);
  const float hi = from_bits(d.word() % to_bits(0x1p-30f) | d.sign());
  return {from_words(hi, ff::abs(hi) < 0x1p-96f ? 0.0f : d.low_word(draws::exponent(hi)))};
}
/// k/2^16 + j/2^33 between low and high: x + 1 and 1 - x are exact pairs.
struct dyadic_between {
  int low, high;
  FF_HD_LARGE one_pair operator()(uint64 i) const {
    draws d(i);
    const float head = static_cast<float>(d.between(low * 0x10000, high * 0x10000 - 1)) * 0x1p-16f;
    const float tail = static_cast<float>(d.between(-(1 << 15), 1 << 15)) * 0x1p-33f;
    return {draws::normalized(head, d.coin() ? tail : 0.0f)};
  }
};
/// x to within 2^-59: x may have a low word of half an ulp that rounds the other way.
FF_HD_LARGE constexpr bool is_next_to(ff_t got, ff_t x) {
  return is_rounded(got) && distance(got, x) <= wide(ff::abs(x.hi())) * 0x1p-59;
}

// ---------------------------------------------------------------- any words

/// Any head; a low word that goes with it, or any where the head is not finite.
FF_HD_LARGE constexpr one_pair any_words(uint64 i) {
  draws d(i);
  const float hi = d.any();
  return {from_words(hi, is_finite(hi) ? d.low_word(draws::exponent(hi)) : d.any())};
}

/// Any bits in both words, in every fourth vector ones that cancel.
FF_HD_LARGE constexpr one_pair any_bits_of_two(uint64 i) {
  draws d(i);
  const float hi = from_bits(d.word()), lo = from_bits(d.word());
  return {from_words(hi, i % 4 == 0 ? from_bits(to_bits(hi) ^ 0x80000000u) : lo)};
}

/// Finite results are pairs, and infinite ones have no low word.
FF_HD_LARGE constexpr bool is_finite_pair_or_infinity(ff_t r) {
  return ff::equal(ff::abs(r.hi()), inf) ? ff::equal(r.lo(), 0.0f) : is_pair(r);
}

/// Heads around the one where f begins to overflow, with any low words: what overflows is infinite, and
/// nothing but the two heads next to the edge depends on the low word.
template <unary* f>
struct overflows_from {
  float edge;
  FF_HD_LARGE int steps(uint64 i) const { return static_cast<int>(i % 2001) - 1000; }
  FF_HD_LARGE one_pair input(uint64 i) const {
    const float hi = from_bits(to_bits(edge) + static_cast<uint32>(steps(i)));
    return {from_words(hi, draws(i).low_word(draws::exponent(hi)))};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const ff_t r = f(input(i).x);
    const bool infinite = ff::equal(ff::abs(r.hi()), inf);
    return is_finite_pair_or_infinity(r) && (steps(i) > 1 ? infinite : steps(i) >= -1 || !infinite);
  }
};
template <unary* f>
::testing::AssertionResult overflow_is_clean(float edge) {
  return holds(overflows_from<f>{edge}, 2001 * vectors(100, 10'000));
}

/// NaN gives NaN, and finite results are pairs.
template <unary*... f>
FF_HD_LARGE bool are_sound(ff_t x) {
  const bool not_a_number = is_nan(x.hi());
  const auto sound = [&](ff_t r) { return not_a_number ? is_nan(r.hi()) : !is_finite(r) || is_pair(r); };
  return (sound(f(x)) && ...);
}

}  // namespace ff_test
