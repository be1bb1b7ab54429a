// Powers and roots, for the report.
#pragma once

#include <ff/math/pow.hpp>

#include "../function.hpp"

namespace accuracy {
namespace fn {

/// Uniform in [0, 1).
FF_HD double unit_interval(random_bits& bits) { return static_cast<double>(bits.next() >> 11) * 0x1p-53; }

/// log x for x > 0, relatively good near 1 too.
FF_HD double log_of(ff::ff_t x) {
  const double hi = ff::widen(x.hi()), lo = ff::widen(x.lo());
  return hi > 0.5 && hi < 2 ? ::log1p((hi - 1) + lo) : ::log(hi + lo);
}

/// A positive x and the y for which x^y = e^t.
FF_HD operands with_result(ff::ff_t x, double t) {
  x = ff::abs(x);
  const double y = t / log_of(x);
  return {x, fabs(y) < 0x1.fp126 ? ff::ff_t(y) : ff::ff_t(1.0f), 0.0f};
}

/// One of the numbers whose powers have something special: powers of two, small integers, simple fractions.
FF_HD double simple_number(random_bits& bits) {
  const std::uint64_t b = bits.next();
  const double n = static_cast<double>(b >> 32 & 31), d = static_cast<double>(b >> 40 & 7);
  switch (b & 3) {
    case 0:
      return ff::widen(make_float(false, static_cast<int>(b >> 32) % 60 - 30, 0));
    case 1:
      return n + 1;
    case 2:
      return (n + 1) / (d + 1);
    default:
      return 0.5 * (n + 1);
  }
}

/// double's own, where the rest of x beyond a double acts linearly.
FF_HD tangent native_power(double x, double y, double low, double high) {
  const double value = ::pow(x, y);
  if (!(fabs(y) < 0x1p27 && value > low && value < high)) return {ff::widen(ff::detail::quiet_nan)};
  return {value, value * y / x, value * ::log(x)};
}

struct pow : binary {
  FF_HD static ff::ff_t run(ff::ff_t x, ff::ff_t y) { return ff::pow(x, y); }
  FF_HD static tangent native(double x, double y) { return native_power(x, y, 0x1p-96, 0x1.fffffp127); }
  static void exact(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { mpfr_pow(r, x, y, MPFR_RNDN); }
  static constexpr double least = -66.4, largest = 88.72;  // of log(x^y)
  /// y such that the result is anywhere in the range.
  FF_HD static operands fit(operands v, random_bits& bits) {
    return with_result(v.x, least + (largest - least) * unit_interval(bits));
  }
  /// x near 1 and y huge; results near the ends of the range; simple x and y.
  FF_HD static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const double t = least + (largest - least) * unit_interval(bits);
    if (b & 1) return with_result(near_point(bits, 1), t);
    const double simple = simple_number(bits);
    const ff::ff_t x = b & 2 ? ff::ff_t(simple) : near_point(bits, simple);
    if (b & 4)
      return with_result(x,
                         b & 8 ? least + 0.01 * unit_interval(bits) : largest - 0.01 * unit_interval(bits));
    const operands v{x, b & 16 ? near_point(bits, simple_number(bits)) : ff::ff_t(simple_number(bits)), 0.0f};
    const double result = static_cast<double>(v.y) * log_of(x);
    return result > least && result < largest ? v : with_result(x, t);
  }
};

/// Results whose words underflow.
struct pow_underflow : pow {
  FF_HD static tangent native(double x, double y) { return native_power(x, y, 0x1p-160, 0x1p-95); }
  FF_HD static operands fit(operands v, random_bits& bits) {
    return with_result(v.x, -105 + 39 * unit_interval(bits));
  }
  FF_HD static operands hard(random_bits& bits) {
    return with_result(near_point(bits, bits.next() & 1 ? simple_number(bits) : 1),
                       -105 + 39 * unit_interval(bits));
  }
};

/// n as an operand: from one that is not an integer.
FF_HD int to_int(ff::ff_t n) {
  const double d = static_cast<double>(n);
  return d >= 0x1.fffffffcp30 ? 2147483647 : d <= -0x1p31 ? -2147483647 - 1 : static_cast<int>(d);
}

/// An integer of any size, small ones often.
FF_HD int some_integer(random_bits& bits) {
  const std::uint64_t b = bits.next();
  const int n = static_cast<int>(static_cast<std::uint32_t>(b >> 32) >> (b & 31));
  return b & 32 ? n : static_cast<int>(0u - static_cast<unsigned>(n));
}

/// x^n, n the integer part of y.
struct pown : binary {
  FF_HD static ff::ff_t run(ff::ff_t x, ff::ff_t y) { return ff::pown(x, to_int(y)); }
  FF_HD static tangent native(double x, double y) {
    const tangent t = pow::native(fabs(x), to_int(ff::ff_t(y)));
    const bool negative = x < 0 && (to_int(ff::ff_t(y)) & 1) != 0;
    return {negative ? -t.value : t.value, negative == (x < 0) ? t.dx : -t.dx, 0};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    mpfr_pow_si(r, x, mpfr_get_si(y, MPFR_RNDZ), MPFR_RNDN);
  }
  /// n, and |x| = e^(t/n).
  FF_HD static operands fit(operands, random_bits& bits) {
    const int drawn = some_integer(bits), n = drawn == 0 ? 1 : drawn;
    const double t = pow::least + (pow::largest - pow::least) * unit_interval(bits);
    const double size = ::exp(t / n);
    const ff::ff_t x(size > 0x1p-149 && size < 0x1.fffffp127 ? size : 1.0);
    return {bits.next() & 1 ? x : -x, ff::ff_t(n), 0.0f};
  }
  FF_HD static operands hard(random_bits& bits) {
    const operands v = fit({}, bits);
    const int n = static_cast<int>(bits.next() >> 61) - 3;
    const double t = static_cast<double>(n) * log_of(ff::abs(v.x));
    return t > pow::least && t < pow::largest ? operands{v.x, ff::ff_t(n), 0.0f} : v;
  }
};

/// x^(1/n), n the integer part of y.
struct rootn : binary {
  FF_HD static ff::ff_t run(ff::ff_t x, ff::ff_t y) { return ff::rootn(x, to_int(y)); }
  FF_HD static tangent native(double x, double y) {
    const int n = to_int(ff::ff_t(y));
    if (x < 0 && n % 2 == 0) return {ff::widen(ff::detail::quiet_nan)};
    // 1/n is not a double: the rest of it enters by its derivative.
    const double inverse = 1.0 / n, rest = ::fma(-inverse, static_cast<double>(n), 1.0) * inverse;
    const tangent t = native_power(fabs(x), inverse, 0x1p-128, 0x1p128);
    const double value = t.value * (1 + rest * ::log(fabs(x)));
    return {x < 0 ? -value : value, t.dx, 0};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    const long n = mpfr_get_si(y, MPFR_RNDZ);
    mpfr_rootn_ui(r, x, static_cast<unsigned long>(n < 0 ? -n : n), MPFR_RNDN);
    if (n < 0) mpfr_ui_div(r, 1, r, MPFR_RNDN);
  }
  FF_HD static operands fit(operands v, random_bits& bits) {
    const int drawn = some_integer(bits), n = drawn == 0 || drawn == -1 ? 2 : drawn;
    return {n & 1 ? v.x : ff::abs(v.x), ff::ff_t(n), 0.0f};
  }
  FF_HD static operands hard(random_bits& bits) {
    const double simple = simple_number(bits);
    const ff::ff_t x = bits.next() & 1 ? ff::ff_t(simple) : near_point(bits, simple);
    return fit({bits.next() & 1 ? x : -x, 0.0f, 0.0f}, bits);
  }
};

template <class Add>
void for_each_pow_function(Add add) {
  add(pow{}, "pow", ff::bounds::powers[0]);
  add(pow_underflow{}, "pow_underflow", ff::bounds::powers[1]);
  add(pown{}, "pown", ff::bounds::powers[2]);
  add(rootn{}, "rootn", ff::bounds::powers[3]);
}

}  // namespace fn
}  // namespace accuracy
