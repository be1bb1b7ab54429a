// Double-doubles to try functions on: a counter makes the same vector on host and device.
#pragma once

#include <ff/dd.hpp>

#include "vectors.hpp"

namespace ff_test {

using ff::dd_t;

/// 2^n for -1074 <= n <= 1023.
FF_HD_LARGE constexpr double double_power(int n) {
  return ff::detail::double_from_bits(n >= -1022 ? static_cast<uint64>(n + 1023) << 52
                                                 : uint64{1} << (n + 1074));
}
FF_HD_LARGE constexpr double with_random_sign(double x, uint64 bits) {
  return ff::detail::flip_sign(x, bits & ff::detail::double_sign_bit);
}

/// 52 bits: uniform, a power of two and its neighbours, few leading bits, half-way patterns.
FF_HD_LARGE constexpr uint64 double_fraction(draws& d) {
  constexpr uint64 all = ~uint64{0} >> 12;
  const uint64 uniform = d.bits() & all, few = static_cast<uint64>(d.between(0, 4));
  const int kind = d.between(0, 9), place = d.between(0, 51);
  return kind == 5   ? few
         : kind == 6 ? all - few
         : kind == 7 ? uniform & ~(all >> place)
         : kind == 8 ? (uniform & ~(all >> 24)) + (uint64{1} << 27)
         : kind == 9 ? uint64{1} << place
                     : uniform;
}

/// A pair in [1, 2), or just below: a full low word, none, half an ulp, just below it, or a tiny one.
FF_HD_LARGE constexpr dd_t dd_digits(draws& d) {
  const double head = ff::detail::double_from_bits(uint64{0x3ff} << 52 | double_fraction(d));
  const uint64 fraction = double_fraction(d), sign = d.bits(), near = static_cast<uint64>(d.between(0, 3));
  const int kind = d.between(0, 7), below = d.between(1, 90);
  const double half = 0x1p-53, full = ff::detail::double_from_bits(uint64{0x3ff - 54} << 52 | fraction);
  const double low = kind == 0   ? 0.0
                     : kind == 1 ? half
                     : kind == 2 ? ff::detail::double_from_bits(ff::detail::to_bits(half) - 1 - near)
                     : kind == 3 ? ff::mul_rn(full, double_power(-below))
                                 : full;
  return ff::fast_add12(head, with_random_sign(low, sign));
}

/// A number of either sign with an exponent from -span to span.
FF_HD_LARGE constexpr dd_t dd_number(draws& d, int span) {
  const dd_t m = dd_digits(d);
  const int e = d.between(-span, span);
  const uint64 sign = d.bits();
  return ff::detail::flip_sign(ff::ldexp(m, e), sign & ff::detail::double_sign_bit);
}

struct two_dd {
  dd_t x, y;
};
/// Two summands: far apart, near, cancelling to some digit or altogether.
FF_HD_LARGE constexpr two_dd dd_pair_of(draws& d, int span) {
  const dd_t x = dd_number(d, span), other = dd_number(d, 110);
  const int kind = d.between(0, 4), gap = d.between(0, 55);
  const uint64 sign = d.bits();
  if (kind == 0) return {x, dd_number(d, span)};
  if (kind == 1) return {x, ff::ldexp(other, ff::ilogb(x))};
  if (kind == 2) return {x, ff::mul21(-x, ff::add_rn(1.0, with_random_sign(double_power(-gap), sign)))};
  if (kind == 3) return {x, ff::from_words(-x.hi(), with_random_sign(x.lo(), sign))};
  return {x, -x};
}

constexpr int dd_functions = 45;

/// A number with an exponent of any size, whose results over- and underflow, or a special value.
FF_HD_LARGE dd_t any_dd(draws& d) {
  const dd_t m = dd_number(d, 0);
  const int e = d.between(-1100, 1030), kind = d.between(0, 31);
  if (kind == 0) return with_random_sign(0.0, d.bits());
  if (kind == 1) return with_random_sign(ff::detail::infinite_double, d.bits());
  if (kind == 2) return ff::detail::double_quiet_nan;
  return ff::ldexp(m, e);
}

/// What vector i gives the functions; one of four is wild, of any exponent.
struct dd_case {
  dd_t x, y, z;
  two_dd p;  ///< x and y where they are not wild
  bool wild;
  uint64 i;
};

/// Operators, conversion and comparison.
FF_HD_LARGE dd_t dd_operation(int f, const dd_case& c) {
  const auto& [x, y, z, p, wild, i] = c;
  const dd_t a = abs(x);
  switch (f) {
    case 0:
      return x + y;
    case 1:
      return x * y;
    case 2:
      return x / y;
    case 3:
      return fma(x, y, i % 8 < 4 ? z : -(x * y));
    case 4:
      return sqrt(a);
    case 5:
      return rsqrt(a);
    case 6:
      return sqr(x);
    case 7:
      return rcp(x);
    case 8:
      return x - y.hi();
    case 9:
      return x.hi() * y;
    case 10:
      return x / y.hi();
    case 11:
      return x.hi() / y;
    case 12:
      return dd_t(static_cast<ff_t>(x));
    case 13:
      return dd_t(static_cast<float>(x)) + static_cast<ff::int64>(y);
    case 14:
      return floor(x) + trunc(y);
    case 15:
      return ldexp(x, static_cast<int>(y)) + dd_t(ilogb(a));
    default:
      return x < y ? x : y;
  }
}
/// Roots, elementary functions and complex numbers.
FF_HD_LARGE dd_t dd_function(int f, const dd_case& c) {
  const auto& [x, y, z, p, wild, i] = c;
  const dd_t a = abs(x);
  switch (f) {
    case 17:
      return cbrt(x);
    case 18:
      return hypot(x, y);
    case 19:
      return exp(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 54));
    case 20:
      return log(a);
    case 21: {
      const ff::dd_complex product = ff::dd_complex(x, y) * ff::dd_complex(z, x);
      return product.real() + product.imag();
    }
    case 22: {
      const ff::dd_complex quotient = ff::dd_complex(x, z) / ff::dd_complex(y, z),
                           root = sqrt(ff::dd_complex(x, y));
      return quotient.real() - quotient.imag() * root.imag() + root.real();
    }
    case 23:
      return sin(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 128) - 98));
    case 24:
      return cos(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 128) - 98));
    case 25:
      return tan(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 32) - 2));
    case 26:
      return atan2(x, y);
    case 27:
      return asin(ff::ldexp(x, -ilogb(a) - static_cast<int>(i % 64))) + acos(ff::ldexp(x, -ilogb(a) - 1));
    case 28:
      return pow(wild ? x : a, wild ? y : ff::ldexp(y, -ilogb(y) + static_cast<int>(i % 8) - 4));
    case 29:
      return expm1(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 54));
    case 30:
      return log1p(a);
    case 31:
      return exp2(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 54));
    case 32:
      return exp10(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 56));
    case 33:
      return log2(a) + log10(a);
    case 34:
      return sinh(ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 54)) +
             cosh(ff::ldexp(x, -ilogb(a) + 3)) +
             tanh(ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 58));
    default:
      return asinh(x) + acosh(1.0 + a) + atanh(ff::ldexp(x, -ilogb(a) - static_cast<int>(i % 64)));
  }
}
/// Whole parts and remainders, neighbours, erf and Gamma, and the hash.
FF_HD_LARGE dd_t dd_whole_or_special(int f, const dd_case& c) {
  const auto& [x, y, z, p, wild, i] = c;
  const dd_t a = abs(x);
  switch (f) {
    case 36:
      return round(p.x) + rint(p.y) + dd_t(lrint(z)) + hypot(x, y, z);
    case 37: {
      dd_t whole = 0.0;
      int exponent = 0;
      const dd_t fraction = modf(i % 2 == 0 ? p.x : ff::ldexp(p.x, -ilogb(p.x) + 60), &whole),
                 digits = frexp(x, &exponent);
      return i % 3 == 0 ? whole : i % 3 == 1 ? fraction : digits + dd_t(exponent);
    }
    case 38:
      return fmod(p.x, i % 64 == 0 ? y : p.y);
    case 39: {
      int quotient = 0;
      const dd_t rest = remquo(p.x, i % 64 == 0 ? y : p.y, &quotient);
      return i % 2 == 0 ? rest : dd_t(quotient);
    }
    case 40:
      return nextafter(x, y) + fdim(y, x);
    case 41: {
      const dd_t moderate = ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 32) - 26);
      return erf(moderate) + erfc(wild ? x : moderate);
    }
    case 42:
      return tgamma(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 32) - 24));
    case 43:
      return lgamma(wild ? x : ff::ldexp(x, -ilogb(a) + static_cast<int>(i % 64) - 24));
    default:
      return dd_t(static_cast<double>(std::hash<dd_t>()(x) >> 12));
  }
}

/// Function f of vector i.
FF_HD_LARGE dd_t dd_result(int f, uint64 i) {
  draws d(i);
  dd_case c{};
  c.p = dd_pair_of(d, 200), c.wild = i % 4 == 0, c.i = i;
  const dd_t first = any_dd(d), second = any_dd(d);
  c.z = dd_number(d, 200);
  c.x = c.wild ? first : c.p.x, c.y = c.wild ? second : c.p.y;
  return f < 17 ? dd_operation(f, c) : f < 36 ? dd_function(f, c) : dd_whole_or_special(f, c);
}

/// The bits of a number as far as they are promised: beside a special head the low word does not count.
struct dd_bits {
  uint64 hi, lo;
  dd_bits() = default;
  FF_HD_LARGE constexpr explicit dd_bits(dd_t x)
      : hi(isnan(x) ? ~uint64{0} : ff::detail::to_bits(x.hi())),
        lo(isfinite(x) ? ff::detail::to_bits(x.lo()) : 0) {}
  constexpr bool operator==(const dd_bits& other) const { return hi == other.hi && lo == other.lo; }
};

}  // namespace ff_test
