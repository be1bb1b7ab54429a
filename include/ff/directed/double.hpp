// The directed primitives of directed/float.hpp for double.  Not for constant expressions.
//
// Device: one instruction.  Host: round to nearest, then one double down or up where the sign of the exact
// residue says so.  Where that residue could underflow or overflow it is taken of scaled operands.
#pragma once

#include <ff/directed/float.hpp>
#include <ff/platform/doubles.hpp>

namespace ff {
namespace detail {

inline constexpr double double_infinity = bit_cast<double>(0x7ff0000000000000ull);
inline constexpr double largest_double = 0x1.fffffffffffffp1023;

FF_HD bool is_negative(double x) { return bit_cast<uint64>(x) >> 63; }
FF_HD bool is_finite(double x) { return (bit_cast<uint64>(x) & 0x7ff0000000000000u) != 0x7ff0000000000000u; }

FF_HD double next_up(double x) {
  const uint64 b = bit_cast<uint64>(x);
  if (!(x < double_infinity)) return x;
  if (b << 1 == 0) return bit_cast<double>(uint64{1});
  return bit_cast<double>(b >> 63 ? b - 1 : b + 1);
}
FF_HD double next_down(double x) { return -next_up(-x); }

/// r, rounded to nearest, stepped to where a value r + residue rounds in direction R.
template <toward R>
FF_HD double step(double r, double residue) {
  if constexpr (R == toward::down) return residue < 0 ? next_down(r) : r;
  return residue > 0 ? next_up(r) : r;
}

/// What an overflow of finite operands to the infinity r rounds to.
template <toward R>
FF_HD double overflow(double r) {
  if constexpr (R == toward::down) return r > 0 ? largest_double : r;
  return r < 0 ? -largest_double : r;
}

/// The sign of the exact a b + c - r, as a number: the terms' exact sum as an expansion (Shewchuk 1997,
/// Grow-Expansion), whose largest component decides.  Finite operands without under- or overflow.
FF_HD_OUT_OF_LINE double residue_in_range(double a, double b, double c, double r) {
  const double p = run_fma(a, b, -0.0);  // a bare product would be contracted into the sums
  double expansion[4] = {run_fma(a, b, -p), p, c, -r};
  for (int grown = 2; grown < 4; ++grown) {
    double q = expansion[grown];
    for (int i = 0; i < grown; ++i) {
      const double s = q + expansion[i], seen = s - q;
      expansion[i] = (q - (s - seen)) + (expansion[i] - seen);
      q = s;
    }
    expansion[grown] = q;
  }
  for (int i = 3; i > 0; --i)
    if (!equal_doubles(expansion[i], 0)) return expansion[i];
  return expansion[0];
}

/// The same for any finite a, b, c and r = RN(a b + c): scaled so that |a|, |b| are in [1/2, 1).
FF_HD_OUT_OF_LINE double residue(double a, double b, double c, double r) {
  if (equal_doubles(a, 0) || equal_doubles(b, 0)) return 0;  // then r is c
  int ea = 0, eb = 0, ec = 0;
  a = run_frexp(a, &ea), b = run_frexp(b, &eb);
  const int shift = -(ea + eb);
  (void)run_frexp(c, &ec);
  const bool c_counts = !equal_doubles(c, 0);
  if (c_counts && ec + shift > 200 && equal_doubles(r, c)) return a > 0 ? b : -b;  // c dwarfs the product
  r = run_ldexp(r, shift);
  if (c_counts && ec + shift < -300) {  // the product dwarfs c
    const double rest = residue_in_range(a, b, 0, r);
    return equal_doubles(rest, 0) ? c : rest;
  }
  return residue_in_range(a, b, run_ldexp(c, shift), r);
}

template <toward R>
FF_HD_OUT_OF_LINE double host_fma(double a, double b, double c) {
  const double r = run_fma(a, b, c);
  if (!is_finite(r)) return is_finite(a) && is_finite(b) && is_finite(c) ? overflow<R>(r) : r;
  if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return r;
  const double rest = residue(a, b, c, r);
  if (equal_doubles(r, 0) && equal_doubles(rest, 0))
    return double(zero_sum<R>(is_negative(a) != is_negative(b), is_negative(c)));
  return step<R>(r, rest);
}
template <toward R>
FF_HD_OUT_OF_LINE double host_add(double a, double b) {
  const double s = a + b;
  if (!is_finite(s)) return is_finite(a) && is_finite(b) ? overflow<R>(s) : s;
  if (equal_doubles(s, 0)) return double(zero_sum<R>(is_negative(a), is_negative(b)));
  const bool ordered = run_abs(a) >= run_abs(b);  // FastTwoSum: nothing but s can overflow
  const double greater = ordered ? a : b, lesser = ordered ? b : a;
  return step<R>(s, lesser - (s - greater));
}
template <toward R>
FF_HD_OUT_OF_LINE double host_mul(double a, double b) {
  const double p = a * b, magnitude = run_abs(p);
  if (magnitude > 0x1p-960 && magnitude < double_infinity) return step<R>(p, run_fma(a, b, -p));
  if (!is_finite(p)) return is_finite(a) && is_finite(b) ? overflow<R>(p) : p;
  return step<R>(p, residue(a, b, 0, p));
}
template <toward R>
FF_HD_OUT_OF_LINE double host_div(double a, double b) {
  const double q = a / b;
  if (!is_finite(q)) return is_finite(a) && !equal_doubles(b, 0) ? overflow<R>(q) : q;
  if (!is_finite(b)) return q;
  const double scale = run_abs(a) < 0x1p-900 ? 0x1p600 : 1;
  const double rest = run_fma(-q * scale, b, a * scale);
  return step<R>(q, b > 0 ? rest : -rest);
}
template <toward R>
FF_HD_OUT_OF_LINE double host_sqrt(double a) {
  const double s = run_sqrt(a);
  if (!is_finite(s)) return s;
  const double root_scale = a < 0x1p-900 ? 0x1p300 : 1, r = s * root_scale;
  return step<R>(s, run_fma(-r, r, a * root_scale * root_scale));
}

}  // namespace detail

/// a + b.
template <toward R>
FF_HD double add_toward(double a, double b) {
  if constexpr (detail::device_pass) {
    return detail::device_add<R == toward::up>(a, b);
  } else {
    return detail::host_add<R>(a, b);
  }
}
/// a - b.
template <toward R>
FF_HD double sub_toward(double a, double b) {
  return add_toward<R>(a, -b);
}
/// a b.
template <toward R>
FF_HD double mul_toward(double a, double b) {
  if constexpr (detail::device_pass) {
    return detail::device_mul<R == toward::up>(a, b);
  } else {
    return detail::host_mul<R>(a, b);
  }
}
/// a b + c, rounded once.
template <toward R>
FF_HD double fma_toward(double a, double b, double c) {
  if constexpr (detail::device_pass) {
    return detail::device_fma<R == toward::up>(a, b, c);
  } else {
    return detail::host_fma<R>(a, b, c);
  }
}
/// a / b.
template <toward R>
FF_HD double div_toward(double a, double b) {
  if constexpr (detail::device_pass) {
    return detail::device_div<R == toward::up>(a, b);
  } else {
    return detail::host_div<R>(a, b);
  }
}
/// The square root of a.
template <toward R>
FF_HD double sqrt_toward(double a) {
  if constexpr (detail::device_pass) {
    return detail::device_sqrt<R == toward::up>(a);
  } else {
    return detail::host_sqrt<R>(a);
  }
}

}  // namespace ff
