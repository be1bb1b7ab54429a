// Complex numbers of two wide numbers: no square overflows or vanishes, so that products, quotients and
// moduli need no scaling.
//
// Bounds are relative to the modulus of the exact result ("normwise"), in u^2.  A part that is infinite or
// NaN makes the result what IEEE makes of the formula: a product with an infinite factor may be NaN.
#pragma once

#include <ff/wide/functions.hpp>

namespace ff {

/// re + i im: 32 bytes, trivially copyable.
class alignas(16) wide_complex {
 public:
  using value_type = wide_t;

  /// Uninitialised, like wide_t; `wide_complex{}` is zero.
  wide_complex() = default;
  FF_HD constexpr wide_complex(wide_t re, wide_t im = ff_t(0.0f)) : re_(re), im_(im) {}

  FF_HD constexpr wide_t real() const { return re_; }
  FF_HD constexpr wide_t imag() const { return im_; }

  FF_HD constexpr wide_complex operator+() const { return *this; }
  FF_HD constexpr wide_complex operator-() const { return {-re_, -im_}; }

 private:
  wide_t re_, im_;
};

/// The real part, the imaginary part, the conjugate.
FF_HD constexpr wide_t real(wide_complex z) { return z.real(); }
FF_HD constexpr wide_t imag(wide_complex z) { return z.imag(); }
FF_HD constexpr wide_complex conj(wide_complex z) { return {z.real(), -z.imag()}; }

/// By value, exactly.
FF_HD constexpr bool operator==(wide_complex z, wide_complex w) {
  return z.real() == w.real() && z.imag() == w.imag();
}
FF_HD constexpr bool operator!=(wide_complex z, wide_complex w) { return !(z == w); }

/// z + w, z - w: 2 u^2, of each part alone too.
FF_HD constexpr wide_complex operator+(wide_complex z, wide_complex w) {
  return {z.real() + w.real(), z.imag() + w.imag()};
}
FF_HD constexpr wide_complex operator-(wide_complex z, wide_complex w) {
  return {z.real() - w.real(), z.imag() - w.imag()};
}
FF_HD constexpr wide_complex operator+(wide_complex z, wide_t x) { return {z.real() + x, z.imag()}; }
FF_HD constexpr wide_complex operator+(wide_t x, wide_complex z) { return z + x; }
FF_HD constexpr wide_complex operator-(wide_complex z, wide_t x) { return {z.real() - x, z.imag()}; }
FF_HD constexpr wide_complex operator-(wide_t x, wide_complex z) { return {x - z.real(), -z.imag()}; }

/// z w: 15 u^2.  A part is a fused sum of two products, 10.5 u^2 of their magnitudes.
FF_HD constexpr wide_complex operator*(wide_complex z, wide_complex w) {
  return {fma(z.real(), w.real(), -(z.imag() * w.imag())), fma(z.real(), w.imag(), z.imag() * w.real())};
}
FF_HD constexpr wide_complex operator*(wide_complex z, wide_t x) { return {z.real() * x, z.imag() * x}; }
FF_HD constexpr wide_complex operator*(wide_t x, wide_complex z) { return z * x; }

/// |z|^2: 10.5 u^2.
FF_HD constexpr wide_t norm(wide_complex z) { return fma(z.real(), z.real(), z.imag() * z.imag()); }

/// z / w = z conj(w) / |w|^2: 31 u^2, what product, norm and quotient add up to.
FF_HD_LARGE constexpr wide_complex operator/(wide_complex z, wide_complex w) {
  const wide_complex p = z * conj(w);
  const wide_t d = norm(w);
  return {p.real() / d, p.imag() / d};
}
FF_HD constexpr wide_complex operator/(wide_complex z, wide_t x) { return {z.real() / x, z.imag() / x}; }
FF_HD_LARGE constexpr wide_complex operator/(wide_t x, wide_complex w) { return wide_complex(x) / w; }

/// Assign the result to z.
FF_HD constexpr wide_complex& operator+=(wide_complex& z, wide_complex w) { return z = z + w; }
FF_HD constexpr wide_complex& operator-=(wide_complex& z, wide_complex w) { return z = z - w; }
FF_HD constexpr wide_complex& operator*=(wide_complex& z, wide_complex w) { return z = z * w; }
FF_HD constexpr wide_complex& operator/=(wide_complex& z, wide_complex w) { return z = z / w; }

/// |z|: 9 u^2.
FF_HD_LARGE constexpr wide_t abs(wide_complex z) { return hypot(z.real(), z.imag()); }

/// The root with a real part >= 0, its sign that of im: 25 u^2.  sqrt(0) = 0.
FF_HD_LARGE constexpr wide_complex sqrt(wide_complex z) {
  if (z.real() == wide_t(ff_t(0.0f)) && z.imag() == wide_t(ff_t(0.0f))) return {ff_t(0.0f), z.imag()};
  // The larger part is a sum without cancellation; the other follows from their product, im / 2.
  const wide_t large = sqrt(ldexp(abs(z) + abs(z.real()), -1)), lesser = ldexp(abs(z.imag()) / large, -1);
  return signbit(z.real()) ? wide_complex(lesser, copysign(large, z.imag()))
                           : wide_complex(large, copysign(lesser, z.imag()));
}

/// e^z: 16 u^2, over the range of exp; |im| < 2^128.
FF_HD_LARGE constexpr wide_complex exp(wide_complex z) {
  const wide_t size = exp(z.real());
  return {size * cos(z.imag()), size * sin(z.imag())};
}

/// The angle, -pi to pi: atan2's bound on the parts scaled by one power of two, 8 u^2.
FF_HD_LARGE constexpr wide_t arg(wide_complex z) {
  const int a = ilogb(z.real()), b = ilogb(z.imag()), most = a > b ? a : b;
  if (!isfinite(z.real()) || !isfinite(z.imag()) ||
      (z.real() == wide_t(ff_t(0.0f)) && z.imag() == wide_t(ff_t(0.0f))))
    return wide_t(atan2(static_cast<ff_t>(z.imag()), static_cast<ff_t>(z.real())));
  const wide_t re = ldexp(z.real(), -most), im = ldexp(z.imag(), -most);
  // A tiny angle is im / re, which ff_t may not hold.
  if (!signbit(re) && b < a - 60) return im / re;
  return wide_t(atan2(static_cast<ff_t>(im), static_cast<ff_t>(re)));
}

}  // namespace ff
