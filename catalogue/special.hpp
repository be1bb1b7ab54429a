// Special operands, and every callable that promises what C Annex F says of them: the catalogue's entries but
// for the bare kernels, and what has no entry there.
#pragma once

#include <ff/basic.hpp>
#include <ff/type/hash.hpp>

#include "arithmetic.hpp"

namespace catalogue {

// ---------------------------------------------------------------- operands

namespace special {

/// Zeros, infinities, NaN, ones, simple and odd numbers, the least and the largest of each kind: operand i,
/// every second one the former's negative.
inline constexpr int operand_count = 40;
FF_HD_LARGE constexpr ff_t operand(int i) {
  constexpr float heads[operand_count / 2][2] = {{0.0f, 0.0f},                   // zero
                                                 {ff::detail::infinity, 0.0f},   // infinity
                                                 {ff::detail::quiet_nan, 0.0f},  // NaN
                                                 {1.0f, 0.0f},                   // one
                                                 {0x1p-149f, 0.0f},              // the least number
                                                 {0x1p-126f, 0.0f},              // the least normal float
                                                 {0x1p-102f, 0.0f},              // numeric_limits' min()
                                                 {0x1.fffffep127f, 0x1.fffffep102f},  // max()
                                                 {0x1.fffffep127f, 0.0f},             // the largest float
                                                 {0.5f, 0.0f},
                                                 {1.5f, 0.0f},
                                                 {2.0f, 0.0f},
                                                 {2.5f, 0.0f},
                                                 {3.0f, 0.0f},
                                                 {100.0f, 0.0f},    // exp(100) overflows
                                                 {0x1p24f, 1.0f},   // odd, and no float
                                                 {1.0f, 0x1p-30f},  // next to one
                                                 {1.0f, -0x1p-30f},
                                                 {0x1p100f, 0.0f},  // huge and tiny
                                                 {0x1p-100f, 0.0f}};
  const ff_t x = ff::from_words(heads[i / 2][0], heads[i / 2][1]);
  return i % 2 == 0 ? x : -x;
}

/// Heads that are not finite, and low words that mean nothing beside them.
inline constexpr int head_count = 3, low_word_count = 7;
FF_HD_LARGE constexpr float head(int i) {
  return i == 0 ? ff::detail::infinity : i == 1 ? -ff::detail::infinity : ff::detail::quiet_nan;
}
FF_HD_LARGE constexpr float low_word(int i) {
  constexpr float all[low_word_count] = {
      0.0f, -0.0f, 1.0f, -ff::detail::infinity, ff::detail::infinity, ff::detail::quiet_nan, 0x1p100f};
  return all[i];
}

}  // namespace special

// ---------------------------------------------------------------- what promises

// Returns whether a name begins so.
constexpr bool begins(const char* name, const char* with) {
  while (*with != '\0' && *name == *with) ++name, ++with;
  return *with == '\0';
}

/// Returns whether an entry promises its domain alone: a bare kernel, by the literature's names, which end in
/// the numbers of words that go in and come out, or arithmetic of fast_t and fused_t, whose sums have no
/// negative zero (tests/fused_test.cpp has fused_t's infinities).
constexpr bool is_kernel_name(const char* name) {
  if (begins(name, "fast_") || begins(name, "fused_")) return true;
  for (const char* p = name; p[0] != '\0'; ++p) {
    if ((p[0] == '1' || p[0] == '2') && (p[1] == '1' || p[1] == '2')) return true;
  }
  return false;
}
template <class Entry>
inline constexpr bool is_kernel = is_kernel_name(Entry::name);
template <>
inline constexpr bool is_kernel<entry::split> = true;
template <>
inline constexpr bool is_kernel<entry::two_prod> = true;
template <>
inline constexpr bool is_kernel<entry::dot_step> = true;

namespace special {

FF_HD_LARGE constexpr ff_t number(bool b) { return b ? 1.0f : 0.0f; }
FF_HD_LARGE constexpr ff_t frexp_fraction(ff_t x) {
  int exponent = 0;
  return ff::frexp(x, &exponent);
}
FF_HD_LARGE constexpr ff_t frexp_exponent(ff_t x) {
  int exponent = 0;
  ff::frexp(x, &exponent);
  return exponent;
}
FF_HD_LARGE constexpr ff_t modf_fraction(ff_t x) {
  ff_t integer = 0.0f;
  return ff::modf(x, &integer);
}
FF_HD_LARGE constexpr ff_t modf_integer(ff_t x) {
  ff_t integer = 0.0f;
  ff::modf(x, &integer);
  return integer;
}
FF_HD_LARGE constexpr ff_t remquo_quotient(ff_t x, ff_t y) {
  int quotient = 0;
  ff::remquo(x, y, &quotient);
  return quotient & 7;
}

CATALOGUE_ENTRY(float_plus, (float x, ff_t y), x + y)
CATALOGUE_ENTRY(minus_float, (ff_t x, float y), x - y)
CATALOGUE_ENTRY(float_minus, (float x, ff_t y), x - y)
CATALOGUE_ENTRY(float_times, (float x, ff_t y), (x * y))
CATALOGUE_ENTRY(div_float, (ff_t x, float y), x / y)
CATALOGUE_ENTRY(float_div, (float x, ff_t y), x / y)

CATALOGUE_ENTRY(equal, (ff_t x, ff_t y), number(x == y))
CATALOGUE_ENTRY(not_equal, (ff_t x, ff_t y), number(x != y))
CATALOGUE_ENTRY(less, (ff_t x, ff_t y), number(x < y))
CATALOGUE_ENTRY(at_most, (ff_t x, ff_t y), number(x <= y))
CATALOGUE_ENTRY(greater, (ff_t x, ff_t y), number(x > y))
CATALOGUE_ENTRY(at_least, (ff_t x, ff_t y), number(x >= y))
CATALOGUE_ENTRY(equal_float, (ff_t x, float y), number(x == y))
CATALOGUE_ENTRY(less_float, (ff_t x, float y), number(x < y))
CATALOGUE_ENTRY(float_less, (float x, ff_t y), number(x < y))
CATALOGUE_ENTRY(at_most_float, (ff_t x, float y), number(x <= y))
CATALOGUE_ENTRY(equal_integer, (ff_t x, int n), number(x == n))
CATALOGUE_ENTRY(less_integer, (ff_t x, int n), number(x < n))
CATALOGUE_ENTRY(equal_long, (ff_t x, int n), number(x == static_cast<long long>(n)))
CATALOGUE_ENTRY(less_long, (ff_t x, int n), number(x < static_cast<long long>(n)))
CATALOGUE_ENTRY(long_less, (int n, ff_t x), number(static_cast<long long>(n) < x))

CATALOGUE_ENTRY(isfinite, (ff_t x), number(ff::isfinite(x)))
CATALOGUE_ENTRY(isnan, (ff_t x), number(ff::isnan(x)))
CATALOGUE_ENTRY(isinf, (ff_t x), number(ff::isinf(x)))
CATALOGUE_ENTRY(isnormal, (ff_t x), number(ff::isnormal(x)))
CATALOGUE_ENTRY(signbit, (ff_t x), number(ff::signbit(x)))
CATALOGUE_ENTRY(to_bool, (ff_t x), number(static_cast<bool>(x)))

CATALOGUE_ENTRY(to_float, (ff_t x), ff_t(static_cast<float>(x)))
CATALOGUE_ENTRY(to_int, (ff_t x), ff_t(static_cast<int>(x)))
CATALOGUE_ENTRY(to_unsigned, (ff_t x), ff_t(static_cast<unsigned int>(x)))
CATALOGUE_ENTRY(to_long, (ff_t x), ff_t(static_cast<long long>(x)))
CATALOGUE_ENTRY(to_unsigned_long, (ff_t x), ff_t(static_cast<unsigned long long>(x)))
CATALOGUE_ENTRY(lround, (ff_t x), ff_t(ff::llround(x)))
CATALOGUE_ENTRY(lrint, (ff_t x), ff_t(ff::llrint(x)))
CATALOGUE_ENTRY(hash, (ff_t x), ff_t(static_cast<long long>(std::hash<ff_t>{}(x) >> 20)))

CATALOGUE_ENTRY(negate, (ff_t x), -x)
CATALOGUE_ENTRY(abs, (ff_t x), ff::abs(x))
CATALOGUE_ENTRY(copysign, (ff_t x, ff_t y), ff::copysign(x, y))
CATALOGUE_ENTRY(fmin, (ff_t x, ff_t y), ff::fmin(x, y))
CATALOGUE_ENTRY(fmax, (ff_t x, ff_t y), ff::fmax(x, y))
CATALOGUE_ENTRY(fdim, (ff_t x, ff_t y), ff::fdim(x, y))
CATALOGUE_ENTRY(ldexp, (ff_t x, int n), ff::ldexp(x, n))
CATALOGUE_ENTRY(ilogb, (ff_t x), ff_t(ff::ilogb(x)))
CATALOGUE_ENTRY(logb, (ff_t x), ff::logb(x))
CATALOGUE_ENTRY(frexp, (ff_t x), frexp_fraction(x))
CATALOGUE_ENTRY(frexp_n, (ff_t x), frexp_exponent(x))
CATALOGUE_ENTRY(modf, (ff_t x), modf_fraction(x))
CATALOGUE_ENTRY(modf_i, (ff_t x), modf_integer(x))
CATALOGUE_ENTRY(remquo_q, (ff_t x, ff_t y), remquo_quotient(x, y))

/// visit(entry{}) for what has no entry in the catalogue: operators; comparisons, classification and
/// conversions; functions that are exact.
template <class Visit>
void operators_without_entry(Visit visit) {
  visit(float_plus{}), visit(minus_float{}), visit(float_minus{});
  visit(float_times{}), visit(div_float{}), visit(float_div{});
}
template <class Visit>
void comparisons(Visit visit) {
  visit(equal{}), visit(not_equal{}), visit(less{}), visit(at_most{}), visit(greater{}), visit(at_least{});
  visit(equal_float{}), visit(less_float{}), visit(float_less{}), visit(at_most_float{});
  visit(equal_integer{}), visit(less_integer{});
  visit(equal_long{}), visit(less_long{}), visit(long_less{});
}
template <class Visit>
void conversions(Visit visit) {
  visit(isfinite{}), visit(isnan{}), visit(isinf{}), visit(isnormal{}), visit(signbit{}), visit(to_bool{});
  visit(to_float{}), visit(to_int{}), visit(to_unsigned{}), visit(to_long{}), visit(to_unsigned_long{});
  visit(lround{}), visit(lrint{}), visit(hash{}), visit(ilogb{}), visit(frexp_n{}), visit(remquo_q{});
}
template <class Visit>
void exact_functions(Visit visit) {
  visit(negate{}), visit(abs{}), visit(copysign{}), visit(fmin{}), visit(fmax{}), visit(fdim{});
  visit(ldexp{}), visit(logb{}), visit(frexp{}), visit(modf{}), visit(modf_i{});
}

/// visit(row{}, info) or visit(entry{}) for all operators and what is exact, kernels too.
template <class Visit>
void operators(Visit visit) {
  arithmetic_rows(visit);
  operators_without_entry(visit);
}

}  // namespace special
}  // namespace catalogue
