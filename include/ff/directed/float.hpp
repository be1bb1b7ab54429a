// Five of the primitives, rounded downwards or upwards: what intervals are built from.
//
// Device: one instruction with a static rounding mode (quotient and root: PTX's own correctly rounded
// sequences).  Host: round to nearest, then one float down or up where the exact error, held in double, says
// so; the rounding mode of the processor is neither read nor changed.  Same bits, signs of zeros included.
#pragma once

#include <ff/platform/directed.hpp>
#include <ff/platform/doubles.hpp>
#include <ff/rounding.hpp>

namespace ff {

/// A direction of rounding: towards minus or plus infinity.
enum class toward { down, up };

/// The other direction.
FF_HD constexpr toward opposite(toward r) { return r == toward::down ? toward::up : toward::down; }

namespace detail {

/// The float next above x.  NaN and +infinity stay.
FF_HD constexpr float next_up(float x) {
  const uint32 b = to_bits(x);
  if ((b & magnitude_bits) > infinity_bits || b == infinity_bits) return x;
  if (b == sign_bits) return from_bits(1);
  return from_bits(b >> 31 ? b - 1 : b + 1);
}
/// The float next below x.  NaN and -infinity stay.
FF_HD constexpr float next_down(float x) {
  return from_bits(to_bits(next_up(from_bits(to_bits(x) ^ sign_bits))) ^ sign_bits);
}

/// The float beside r if the exact value lies beyond it in direction R, that is `below` or `above` r.
template <toward R>
FF_HD constexpr float step(float r, bool below, bool above) {
  if constexpr (R == toward::down) return below ? next_down(r) : r;
  return above ? next_up(r) : r;
}

/// The exact sum s + e, |e| <= ulp(s)/2, rounded to a float.  A NaN e stands for zero.
template <toward R>
FF_HD constexpr float narrowed(double s, double e) {
  const float r = s > 0x1.fffffep127 ? infinity : s < -0x1.fffffep127 ? -infinity : float(s);
  const double d = double(r);
  const bool level = equal_doubles(s, d);
  return step<R>(r, s < d || (level && e < 0), s > d || (level && e > 0));
}

/// The sum of two numbers of these signs, when it is zero.
template <toward R>
FF_HD constexpr float zero_sum(bool a_negative, bool b_negative) {
  return (R == toward::down ? a_negative || b_negative : a_negative && b_negative) ? -0.0f : 0.0f;
}

// --- host and constant expressions.  Sums and products of floats, and their rests, are exact in double, so
// contraction changes nothing.

template <toward R>
FF_HD constexpr float host_fma(float a, float b, float c) {
  const double p = double(a) * double(b), s = p + double(c);
  const double c_seen = s - p, e = (p - (s - c_seen)) + (double(c) - c_seen);
  const bool p_negative = (to_bits(a) ^ to_bits(b)) >> 31;
  return equal_doubles(s, 0) ? zero_sum<R>(p_negative, to_bits(c) >> 31) : narrowed<R>(s, e);
}
template <toward R>
FF_HD constexpr float host_add(float a, float b) {
  return host_fma<R>(a, 1.0f, b);
}
template <toward R>
FF_HD constexpr float host_mul(float a, float b) {
  return narrowed<R>(double(a) * double(b), 0);
}
// The quotient's and the root's residues have the sign of the exact ones: their terms are exact in double.
template <toward R>
FF_HD constexpr float host_div(float a, float b) {
  const float q = a / b;
  const double residue = double(a) - double(q) * double(b), outward = b > 0 ? residue : -residue;
  return step<R>(q, outward<0, outward> 0);
}
template <toward R>
FF_HD constexpr float host_sqrt(float a) {
  const float s = sqrt_rn(a);
  const double residue = double(a) - double(s) * double(s);
  return step<R>(s, residue<0, residue> 0);
}

}  // namespace detail

// ---- IEEE binary32 rounded in direction R, subnormals kept, whatever the flags

/// a + b.
template <toward R>
FF_HD constexpr float add_toward(float a, float b) {
  if (detail::on_device()) return detail::device_add<R == toward::up>(a, b);
  return detail::host_add<R>(a, b);
}
/// a - b.
template <toward R>
FF_HD constexpr float sub_toward(float a, float b) {
  return add_toward<R>(a, neg(b));
}
/// a b.
template <toward R>
FF_HD constexpr float mul_toward(float a, float b) {
  if (detail::on_device()) return detail::device_mul<R == toward::up>(a, b);
  return detail::host_mul<R>(a, b);
}
/// a b + c, rounded once.
template <toward R>
FF_HD constexpr float fma_toward(float a, float b, float c) {
  if (detail::on_device()) return detail::device_fma<R == toward::up>(a, b, c);
  return detail::host_fma<R>(a, b, c);
}
/// a / b.
template <toward R>
FF_HD constexpr float div_toward(float a, float b) {
  if (detail::on_device()) return detail::device_div<R == toward::up>(a, b);
  return detail::host_div<R>(a, b);
}
/// The square root of a.
template <toward R>
FF_HD constexpr float sqrt_toward(float a) {
  if (detail::on_device()) return detail::device_sqrt<R == toward::up>(a);
  return detail::host_sqrt<R>(a);
}
/// The float at or beside a double.
template <toward R>
FF_HD constexpr float narrow_toward(double a) {
  if (detail::on_device()) return detail::device_narrow<R == toward::up>(a);
  return detail::narrowed<R>(a, 0);
}

}  // namespace ff
