// sin, cos, sincos, tan.
#pragma once

#include <ff/math/trig.hpp>

#include "../vectors.hpp"

namespace catalogue {

template <>
struct result<ff::sine_and_cosine> {
  static constexpr int numbers = 2;
  FF_HD_LARGE static constexpr outcome to(ff::sine_and_cosine r) { return {r.s, r.c}; }
};

namespace entry {

CATALOGUE_ENTRY(sin, (ff_t x), ff::sin(x))
CATALOGUE_ENTRY(cos, (ff_t x), ff::cos(x))
CATALOGUE_ENTRY(tan, (ff_t x), ff::tan(x))
CATALOGUE_ENTRY(sincos, (ff_t x), ff::sincos(x))
CATALOGUE_ENTRY(sincos_sin, (ff_t x), ff::sincos(x).s)
CATALOGUE_ENTRY(sincos_cos, (ff_t x), ff::sincos(x).c)

}  // namespace entry

/// Pairs next to k pi/2 and their neighbours, k < 2^22 for half of them, else k < 2^largest.
template <int largest>
struct near_quadrants : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int exponent = static_cast<int>(b % static_cast<std::uint64_t>(b & 64 ? 22 : largest));
    std::uint64_t k = (b >> 8) | (std::uint64_t{1} << 55);
    k >>= exponent < 56 ? 55 - exponent : 0;
    const double parts[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};  // pi/2
    const double scale = exponent < 56 ? 1.0 : ff::detail::bit_cast<double>((1023ull + exponent - 55) << 52);
    const double n = static_cast<double>(k) * scale;
    const double head = n * parts[0], e = fma(n, parts[0], -head), p = n * parts[1];
    const double rest = e + p, lost = (p - (rest - e)) + (e - (rest - (rest - e)));
    const double tail = fma(n, parts[1], -p) + lost + n * parts[2];
    const double x = head + rest, left = (head - x) + rest;
    const float h = static_cast<float>(x);
    float l = static_cast<float>((x - static_cast<double>(h)) + (left + tail));
    if (b & 128) l = ff::detail::from_bits(ff::detail::to_bits(l) + (b & 32 ? 1u : ~0u));
    const ff_t pair = from_words(h, l);
    return {b >> 63 ? -pair : pair, ff_t(1.0f), ff_t(0.0f)};
  }
};
using near_few_quadrants = near_quadrants<15>;  // as far as the main path goes
using near_all_quadrants = near_quadrants<126>;

template <class Visit>
void trig_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::trigonometric);
  add(row<entry::sin, near_few_quadrants>{}, "sin");
  add(row<entry::sin, near_all_quadrants>{}, "sin_huge");
  add(row<entry::sin, near_few_quadrants>{}, "sin_tiny");
  add(row<entry::cos, near_few_quadrants>{}, "cos");
  add(row<entry::cos, near_all_quadrants>{}, "cos_huge");
  add(row<entry::tan, near_few_quadrants>{}, "tan");
  add(row<entry::tan, near_all_quadrants>{}, "tan_huge");
  add(row<entry::tan, near_few_quadrants>{}, "tan_tiny");
  add(row<entry::sincos_sin, near_few_quadrants>{}, "sincos_sin");
  add(row<entry::sincos_cos, near_few_quadrants>{}, "sincos_cos");
}

/// visit(entry{}) for each that has no row: both results at once, each of which has rows of its own.
template <class Visit>
void trig_without_row(Visit visit) {
  visit(entry::sincos{});
}

}  // namespace catalogue
