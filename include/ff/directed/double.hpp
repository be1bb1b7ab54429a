// The directed primitives of directed/float.hpp for double.  Not for constant expressions.
//
// Device: one instruction.  Host: round to nearest, then one double down or up where the sign of the exact
// residue says so.  Where that residue could underflow or overflow it is taken of scaled operands.
#pragma once

#include <ff/directed/float.hpp>

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

#if !defined(__CUDACC_RTC__)
/// r, rounded to nearest, stepped to where a value r + residue rounds in direction R.  `negative` is the sign
/// of a zero.
template <toward R>
double step(double r, double residue) {
  if constexpr (R == toward::down) return residue < 0 ? next_down(r) : r;
  return residue > 0 ? next_up(r) : r;
}

/// What an overflow of finite operands to the infinity r rounds to.
template <toward R>
double overflow(double r) {
  if constexpr (R == toward::down) return r > 0 ? largest_double : r;
  return r < 0 ? -largest_double : r;
}

/// The sign of the exact a b + c - r, as a number: the terms' exact sum as an expansion (Shewchuk 1997,
/// Grow-Expansion), whose largest component decides.  Finite operands without under- or overflow.
inline double residue_in_range(double a, double b, double c, double r) {
  const double p = __builtin_fma(a, b, -0.0);  // a bare product would be contracted into the sums
  double expansion[4] = {__builtin_fma(a, b, -p), p, c, -r};
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
    if (expansion[i] != 0) return expansion[i];
  return expansion[0];
}

/// The same for any finite a, b, c and r = RN(a b + c): scaled so that |a|, |b| are in [1/2, 1).
inline double residue(double a, double b, double c, double r) {
  if (a == 0 || b == 0) return 0;  // then r is c
  int ea = 0, eb = 0, ec = 0;
  a = __builtin_frexp(a, &ea), b = __builtin_frexp(b, &eb);
  const int shift = -(ea + eb);
  (void)__builtin_frexp(c, &ec);
  if (c != 0 && ec + shift > 200 && r == c) return a > 0 ? b : -b;  // c dwarfs the product
  r = __builtin_ldexp(r, shift);
  if (c != 0 && ec + shift < -300) {  // the product dwarfs c
    const double rest = residue_in_range(a, b, 0, r);
    return rest != 0 ? rest : c;
  }
  return residue_in_range(a, b, __builtin_ldexp(c, shift), r);
}

template <toward R>
double host_fma(double a, double b, double c) {
  const double r = __builtin_fma(a, b, c);
  if (!is_finite(r)) return is_finite(a) && is_finite(b) && is_finite(c) ? overflow<R>(r) : r;
  if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return r;
  const double rest = residue(a, b, c, r);
  if (r == 0 && rest == 0) return double(zero_sum<R>(is_negative(a) != is_negative(b), is_negative(c)));
  return step<R>(r, rest);
}
template <toward R>
double host_add(double a, double b) {
  const double s = a + b;
  if (!is_finite(s)) return is_finite(a) && is_finite(b) ? overflow<R>(s) : s;
  if (s == 0) return double(zero_sum<R>(is_negative(a), is_negative(b)));
  const bool ordered = __builtin_fabs(a) >= __builtin_fabs(b);  // FastTwoSum: nothing but s can overflow
  const double large = ordered ? a : b, small = ordered ? b : a;
  return step<R>(s, small - (s - large));
}
template <toward R>
double host_mul(double a, double b) {
  const double p = a * b, size = __builtin_fabs(p);
  if (size > 0x1p-960 && size < double_infinity) return step<R>(p, __builtin_fma(a, b, -p));
  if (!is_finite(p)) return is_finite(a) && is_finite(b) ? overflow<R>(p) : p;
  return step<R>(p, residue(a, b, 0, p));
}
template <toward R>
double host_div(double a, double b) {
  const double q = a / b;
  if (!is_finite(q)) return is_finite(a) && b != 0 ? overflow<R>(q) : q;
  if (!is_finite(b)) return q;
  const double scale = __builtin_fabs(a) < 0x1p-900 ? 0x1p600 : 1;
  const double rest = __builtin_fma(-q * scale, b, a * scale);
  return step<R>(q, b > 0 ? rest : -rest);
}
template <toward R>
double host_sqrt(double a) {
  const double s = __builtin_sqrt(a);
  if (!is_finite(s)) return s;
  const double root_scale = a < 0x1p-900 ? 0x1p300 : 1, r = s * root_scale;
  return step<R>(s, __builtin_fma(-r, r, a * root_scale * root_scale));
}

#endif
#if defined(__CUDA_ARCH__)
template <toward R>
__device__ __forceinline__ double device_add(double a, double b) {
  return R == toward::down ? __dadd_rd(a, b) : __dadd_ru(a, b);
}
template <toward R>
__device__ __forceinline__ double device_mul(double a, double b) {
  return R == toward::down ? __dmul_rd(a, b) : __dmul_ru(a, b);
}
template <toward R>
__device__ __forceinline__ double device_fma(double a, double b, double c) {
  return R == toward::down ? __fma_rd(a, b, c) : __fma_ru(a, b, c);
}
template <toward R>
__device__ __forceinline__ double device_div(double a, double b) {
  return R == toward::down ? __ddiv_rd(a, b) : __ddiv_ru(a, b);
}
template <toward R>
__device__ __forceinline__ double device_sqrt(double a) {
  return R == toward::down ? __dsqrt_rd(a) : __dsqrt_ru(a);
}
#endif

}  // namespace detail

/// a + b.
template <toward R>
FF_HD double add_toward(double a, double b) {
#if defined(__CUDA_ARCH__)
  return detail::device_add<R>(a, b);
#else
  return detail::host_add<R>(a, b);
#endif
}
/// a - b.
template <toward R>
FF_HD double sub_toward(double a, double b) {
  return add_toward<R>(a, -b);
}
/// a b.
template <toward R>
FF_HD double mul_toward(double a, double b) {
#if defined(__CUDA_ARCH__)
  return detail::device_mul<R>(a, b);
#else
  return detail::host_mul<R>(a, b);
#endif
}
/// a b + c, rounded once.
template <toward R>
FF_HD double fma_toward(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return detail::device_fma<R>(a, b, c);
#else
  return detail::host_fma<R>(a, b, c);
#endif
}
/// a / b.
template <toward R>
FF_HD double div_toward(double a, double b) {
#if defined(__CUDA_ARCH__)
  return detail::device_div<R>(a, b);
#else
  return detail::host_div<R>(a, b);
#endif
}
/// The square root of a.
template <toward R>
FF_HD double sqrt_toward(double a) {
#if defined(__CUDA_ARCH__)
  return detail::device_sqrt<R>(a);
#else
  return detail::host_sqrt<R>(a);
#endif
}

}  // namespace ff
