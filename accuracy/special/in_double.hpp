// Says what double makes of special operands: an operator of the language or a function of <cmath>, composed
// where C has none, for each callable that promises C Annex F.  All operands here are numbers that a double
// holds.
#pragma once

#include <cfenv>
#include <cmath>
#include <limits>

#include "catalogue/functions.hpp"
#include "catalogue/geometry.hpp"
#include "catalogue/special.hpp"

namespace accuracy {

using catalogue::operands;
using ff::ff_t;

inline double as_double(ff_t x) {
  return ff::detail::is_zero_or_not_finite(x.hi()) ? double(x.hi()) : double(x.hi()) + double(x.lo());
}

template <class Entry>
struct exact;

/// of(operands): the double beside an entry's result, which leaves it alone where it says nothing.  Unless an
/// entry has its own below, it is the exact formula (accuracy/exact) in doubles.
template <class Entry>
struct in_double {
  static double of(const operands& v) {
    const double x[] = {as_double(v.x), as_double(v.y), as_double(v.z)};
    double result[1];
    exact<Entry>::of(x, result);
    return result[0];
  }
};

namespace doubles {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double pi = 3.14159265358979312;

// C23's sinpi, cospi and tanpi: x modulo 2 and what is left of half-turns are exact.
inline double sinpi(double x) {
  const double r = std::fmod(x, 2), a = std::fabs(r);
  if (a == 0 || a == 1) return std::copysign(0.0, x);
  const double s = a <= 0.5 ? std::sin(pi * a) : a <= 1.5 ? std::sin(pi * (1 - a)) : std::sin(pi * (a - 2));
  return r < 0 ? -s : s;
}
inline double cospi(double x) {
  const double a = std::fabs(std::fmod(x, 2));
  return a == 0.5 || a == 1.5 ? 0 : std::cos(pi * a);
}
inline double tanpi(double x) {
  const double r = std::fmod(x, 2), a = std::fabs(r);
  if (a == 0 || a == 1) return std::copysign(0.0, a == 0 ? x : -x);
  const double t = a == 0.5   ? inf
                   : a == 1.5 ? -inf
                   : a < 0.5  ? std::tan(pi * a)
                   : a < 1.5  ? std::tan(pi * (a - 1))
                              : std::tan(pi * (a - 2));
  return r < 0 ? -t : t;
}

// e^(x^2) erfc x; beyond 25 four terms of the asymptotic series.
inline double erfcx(double x) {
  if (x < 25) return x < -27 ? inf : std::exp(x * x) * std::erfc(x);
  const double w = 1 / (x * x);
  return (1 - w * (0.5 - w * (0.75 - 1.875 * w))) / (x * std::sqrt(pi));
}

// The x of erfc(x) = q for 0 <= q <= 2: Newton's steps on log erfc.
inline double erfcinv(double q) {
  if (!(q >= 0 && q <= 2)) return nan;
  if (std::fabs(1 - q) < 0x1p-20) return 0.886226925452758 * (1 - q);
  if (q > 1) return -erfcinv(2 - q);
  if (q == 0) return inf;
  double x = q > 0.9 ? 0.886 * (1 - q) : std::sqrt(-std::log(q)) * 0.9;
  for (int i = 0; i < 60; ++i) {
    const double c = std::erfc(x);
    x += std::log(c / q) * c * 0.886226925452758 * std::exp(x * x);
  }
  return x;
}
inline double erfinv(double y) {
  if (y == 0) return y;
  if (std::fabs(y) < 0x1p-20) return 0.886226925452758 * y;
  return std::copysign(erfcinv(1 - std::fabs(y)), y);
}

// IEEE 754-2019's rootn.
inline double rootn(double x, int n) {
  const bool odd = n % 2 != 0;
  if (n == 0 || (x < 0 && !odd)) return nan;
  if (x == 0) {
    const double zero = odd ? x : 0.0;
    return n > 0 ? zero : 1 / zero;
  }
  return std::copysign(std::pow(std::fabs(x), 1.0 / n), x);
}

template <class I>
double saturated(double x) {
  using limits = std::numeric_limits<I>;
  if (x != x) return 0;
  const double t = std::trunc(x) + 0.0;  // no integer is -0
  if (t >= std::ldexp(1.0, limits::digits)) return static_cast<double>(limits::max());
  return t < static_cast<double>(limits::min()) ? static_cast<double>(limits::min()) : t;
}

// Of one, two and three numbers, and of one with an integer.
#define FF_OF_ONE(entry, value)                            \
  template <>                                              \
  struct in_double<entry> {                                \
    static double of([[maybe_unused]] const operands& v) { \
      [[maybe_unused]] const double x = as_double(v.x);    \
      return value;                                        \
    }                                                      \
  };
#define FF_OF_TWO(entry, value)                            \
  template <>                                              \
  struct in_double<entry> {                                \
    static double of(const operands& v) {                  \
      const double x = as_double(v.x), y = as_double(v.y); \
      return value;                                        \
    }                                                      \
  };
#define FF_WITH_FLOAT(entry, value)                  \
  template <>                                        \
  struct in_double<entry> {                          \
    static double of(const operands& v) {            \
      const double x = as_double(v.x), y = v.y.hi(); \
      return value;                                  \
    }                                                \
  };
#define FF_OF_FLOAT_AND(entry, value)                \
  template <>                                        \
  struct in_double<entry> {                          \
    static double of(const operands& v) {            \
      const double x = v.x.hi(), y = as_double(v.y); \
      return value;                                  \
    }                                                \
  };
#define FF_WITH_INTEGER(entry, value)     \
  template <>                             \
  struct in_double<entry> {               \
    static double of(const operands& v) { \
      const double x = as_double(v.x);    \
      const int n = v.integer(1);         \
      return value;                       \
    }                                     \
  };
}  // namespace doubles

namespace entry = catalogue::entry;
namespace special = catalogue::special;

FF_OF_TWO(entry::plus, x + y)
FF_OF_TWO(entry::minus, x - y)
FF_OF_TWO(entry::times, x* y)
FF_OF_TWO(entry::div, x / y)
FF_OF_ONE(entry::rcp, 1 / x)
FF_OF_ONE(entry::sqrt, std::sqrt(x))
FF_OF_ONE(entry::rsqrt, 1 / std::sqrt(x))
FF_OF_ONE(entry::floor, std::floor(x))
FF_OF_ONE(entry::ceil, std::ceil(x))
FF_OF_ONE(entry::trunc, std::trunc(x))
FF_OF_ONE(entry::round, std::round(x))
FF_OF_ONE(entry::rint, std::nearbyint(x))
FF_OF_TWO(entry::fmod, std::fmod(x, y))
FF_OF_TWO(entry::remainder, std::remainder(x, y))
FF_OF_ONE(entry::from_double, x)

FF_WITH_FLOAT(entry::plus_float, x + y)
FF_OF_FLOAT_AND(special::float_plus, x + y)
FF_WITH_FLOAT(special::minus_float, x - y)
FF_OF_FLOAT_AND(special::float_minus, x - y)
FF_WITH_FLOAT(entry::times_float, x* y)
FF_OF_FLOAT_AND(special::float_times, x* y)
FF_WITH_FLOAT(special::div_float, x / y)
FF_OF_FLOAT_AND(special::float_div, x / y)
FF_OF_ONE(entry::sqr, x* x)
// A product beyond ff's range is infinite whatever finite number is added; one below it lacks what it has
// below 2^-149.
template <>
struct in_double<entry::fma> {
  static double of(const operands& v) {
    const double x = as_double(v.x), y = as_double(v.y), z = as_double(v.z), p = x * y, size = std::fabs(p);
    const bool overflows = size >= 0x1p128 - 0x1p103 && std::isfinite(p);
    if (overflows) return std::isinf(z) ? z : std::copysign(doubles::inf, p) + z;
    if (size < 0x1p-100) return std::copysign(std::nearbyint(p * 0x1p149) * 0x1p-149, p) + z;
    return std::fma(x, y, z);
  }
  /// Says what the error is relative to, where that is not the result.
  static double size(const operands& v) {
    return std::fabs(as_double(v.x) * as_double(v.y)) + std::fabs(as_double(v.z));
  }
};

FF_OF_TWO(special::equal, x == y)
FF_OF_TWO(special::not_equal, x != y)
FF_OF_TWO(special::less, x < y)
FF_OF_TWO(special::at_most, x <= y)
FF_OF_TWO(special::greater, x > y)
FF_OF_TWO(special::at_least, x >= y)
FF_WITH_FLOAT(special::equal_float, x == y)
FF_WITH_FLOAT(special::less_float, x < y)
FF_OF_FLOAT_AND(special::float_less, x < y)
FF_WITH_FLOAT(special::at_most_float, x <= y)
FF_WITH_INTEGER(special::equal_integer, x == n)
FF_WITH_INTEGER(special::less_integer, x < n)
FF_WITH_INTEGER(special::equal_long, x == n)
FF_WITH_INTEGER(special::less_long, x < n)
template <>
struct in_double<special::long_less> {
  static double of(const operands& v) { return v.integer(0) < as_double(v.y); }
};

FF_OF_ONE(special::isfinite, std::isfinite(x))
FF_OF_ONE(special::isnan, std::isnan(x))
FF_OF_ONE(special::isinf, std::isinf(x))
FF_OF_ONE(special::isnormal, std::isfinite(x) && std::fabs(x) >= 0x1p-102)
FF_OF_ONE(special::signbit, std::signbit(x))
FF_OF_ONE(special::to_bool, static_cast<bool>(x))
FF_OF_ONE(special::to_float, static_cast<float>(x))
FF_OF_ONE(special::to_int, doubles::saturated<int>(x))
FF_OF_ONE(special::to_unsigned, doubles::saturated<unsigned int>(x))
FF_OF_ONE(special::to_long, doubles::saturated<long long>(x))
FF_OF_ONE(special::to_unsigned_long, doubles::saturated<unsigned long long>(x))
FF_OF_ONE(special::lround, doubles::saturated<long long>(std::round(x)))
FF_OF_ONE(special::lrint, doubles::saturated<long long>(std::nearbyint(x)))
FF_OF_ONE(special::ilogb, x == 0 || x != x ? -2147483648.0 : std::ilogb(x))
template <>
struct in_double<special::frexp_n> {
  static double of(const operands& v) {
    int exponent = 0;
    const double f = std::frexp(as_double(v.x), &exponent);
    return f - f == 0 ? exponent : 0;  // of infinities C leaves it unspecified
  }
};
template <>
struct in_double<special::remquo_q> {
  static double of(const operands& v) {
    const double x = as_double(v.x), y = as_double(v.y);
    int quotient = 0;
    const double r = std::remquo(x, y, &quotient);
    return r == r ? quotient & 7 : 0;
  }
};

FF_OF_ONE(special::negate, -x)
FF_OF_ONE(special::abs, std::fabs(x))
FF_OF_TWO(special::copysign, std::copysign(x, y))
// Of two zeros C leaves it open.
FF_OF_TWO(special::fmin, x != x || y < x ? y : x)
FF_OF_TWO(special::fmax, x != x || x < y ? y : x)
FF_OF_TWO(special::fdim, std::fdim(x, y))
FF_WITH_INTEGER(special::ldexp, std::ldexp(x, n))
FF_OF_ONE(special::logb, std::logb(x))
template <>
struct in_double<special::frexp> {
  static double of(const operands& v) {
    int exponent = 0;
    return std::frexp(as_double(v.x), &exponent);
  }
};
template <>
struct in_double<special::modf> {
  static double of(const operands& v) {
    double integer = 0;
    return std::modf(as_double(v.x), &integer);
  }
};
FF_OF_ONE(special::modf_i, std::trunc(x))

FF_OF_ONE(entry::exp, std::exp(x))
FF_OF_ONE(entry::exp2, std::exp2(x))
FF_OF_ONE(entry::exp10, std::pow(10.0, x))
FF_OF_ONE(entry::expm1, std::expm1(x))
FF_OF_ONE(entry::log, std::log(x))
FF_OF_ONE(entry::log2, std::log2(x))
FF_OF_ONE(entry::log10, std::log10(x))
FF_OF_ONE(entry::log1p, std::log1p(x))
FF_OF_TWO(entry::pow, std::pow(x, y))
FF_WITH_INTEGER(entry::pown, std::pow(x, static_cast<double>(n)))
FF_WITH_INTEGER(entry::rootn, doubles::rootn(x, n))
FF_OF_ONE(entry::cbrt, std::cbrt(x))
FF_OF_ONE(entry::rcbrt, 1 / std::cbrt(x))
FF_OF_TWO(entry::hypot, std::hypot(x, y))
FF_OF_TWO(entry::rhypot, 1 / std::hypot(x, y))
template <>
struct in_double<entry::hypot3> {
  static double of(const operands& v) {
    return std::hypot(as_double(v.x), std::hypot(as_double(v.y), as_double(v.z)));
  }
};
FF_OF_ONE(entry::sin, std::sin(x))
FF_OF_ONE(entry::cos, std::cos(x))
FF_OF_ONE(entry::tan, std::tan(x))
FF_OF_ONE(entry::sincos_sin, std::sin(x))
FF_OF_ONE(entry::sincos_cos, std::cos(x))
FF_OF_ONE(entry::sinpi, doubles::sinpi(x))
FF_OF_ONE(entry::cospi, doubles::cospi(x))
FF_OF_ONE(entry::tanpi, doubles::tanpi(x))
FF_OF_ONE(entry::sincospi_sin, doubles::sinpi(x))
FF_OF_ONE(entry::sincospi_cos, doubles::cospi(x))
FF_OF_ONE(entry::atan, std::atan(x))
FF_OF_TWO(entry::atan2, std::atan2(x, y))
FF_OF_ONE(entry::asin, std::asin(x))
FF_OF_ONE(entry::acos, std::acos(x))
FF_OF_ONE(entry::sinh, std::sinh(x))
FF_OF_ONE(entry::cosh, std::cosh(x))
FF_OF_ONE(entry::tanh, std::tanh(x))
FF_OF_ONE(entry::asinh, std::asinh(x))
FF_OF_ONE(entry::acosh, std::acosh(x))
FF_OF_ONE(entry::atanh, std::atanh(x))
FF_OF_ONE(entry::erf, std::erf(x))
FF_OF_ONE(entry::erfc, std::erfc(x))
FF_OF_ONE(entry::erfcx, doubles::erfcx(x))
FF_OF_ONE(entry::normcdf, std::erfc(-x * 0.70710678118654752) / 2)
FF_OF_ONE(entry::erfinv, doubles::erfinv(x))
FF_OF_ONE(entry::erfcinv, doubles::erfcinv(x))
FF_OF_ONE(entry::normcdfinv, 0 - 1.4142135623730951 * doubles::erfcinv(2 * x))
FF_OF_ONE(entry::tgamma, std::tgamma(x))
FF_OF_ONE(entry::lgamma, std::lgamma(x))

#undef FF_OF_ONE
#undef FF_OF_TWO
#undef FF_WITH_FLOAT
#undef FF_OF_FLOAT_AND
#undef FF_WITH_INTEGER

}  // namespace accuracy
