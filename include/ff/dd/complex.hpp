// Complex numbers of two dd_t.
//
// Bounds are relative to the modulus of the exact result ("normwise"), in u^2, u = 2^-53.  A part that is
// infinite or NaN makes the result what IEEE makes of the formula: a product with an infinite factor may be
// NaN.
#pragma once

#include <ff/dd/functions.hpp>

namespace ff {

/// re + i im: 32 bytes, trivially copyable.
class alignas(16) dd_complex {
 public:
  using value_type = dd_t;

  /// Uninitialised, like dd_t; `dd_complex{}` is zero.
  dd_complex() = default;
  FF_HD_LARGE constexpr dd_complex(dd_t re, dd_t im = 0.0) : re_(re), im_(im) {}

  FF_HD_LARGE constexpr dd_t real() const { return re_; }
  FF_HD_LARGE constexpr dd_t imag() const { return im_; }

  FF_HD_LARGE constexpr dd_complex operator+() const { return *this; }
  FF_HD_LARGE constexpr dd_complex operator-() const { return {-re_, -im_}; }

 private:
  dd_t re_, im_;
};

/// The real part, the imaginary part, the conjugate.
FF_HD_LARGE constexpr dd_t real(dd_complex z) { return z.real(); }
FF_HD_LARGE constexpr dd_t imag(dd_complex z) { return z.imag(); }
FF_HD_LARGE constexpr dd_complex conj(dd_complex z) { return {z.real(), -z.imag()}; }

/// By value, exactly.
FF_HD_LARGE constexpr bool operator==(dd_complex z, dd_complex w) {
  return z.real() == w.real() && z.imag() == w.imag();
}
FF_HD_LARGE constexpr bool operator!=(dd_complex z, dd_complex w) { return !(z == w); }

/// z + w, z - w: 2 u^2, of each part alone too.
FF_HD_LARGE constexpr dd_complex operator+(dd_complex z, dd_complex w) {
  return {z.real() + w.real(), z.imag() + w.imag()};
}
FF_HD_LARGE constexpr dd_complex operator-(dd_complex z, dd_complex w) {
  return {z.real() - w.real(), z.imag() - w.imag()};
}
FF_HD_LARGE constexpr dd_complex operator+(dd_complex z, dd_t x) { return {z.real() + x, z.imag()}; }
FF_HD_LARGE constexpr dd_complex operator+(dd_t x, dd_complex z) { return z + x; }
FF_HD_LARGE constexpr dd_complex operator-(dd_complex z, dd_t x) { return {z.real() - x, z.imag()}; }
FF_HD_LARGE constexpr dd_complex operator-(dd_t x, dd_complex z) { return {x - z.real(), -z.imag()}; }

/// z w: 15 u^2, proved.  A part is a fused sum of two products, 4 + 6.5 u^2 of their magnitudes.
FF_HD_LARGE constexpr dd_complex operator*(dd_complex z, dd_complex w) {
  return {fma(z.real(), w.real(), -(z.imag() * w.imag())), fma(z.real(), w.imag(), z.imag() * w.real())};
}
FF_HD_LARGE constexpr dd_complex operator*(dd_complex z, dd_t x) { return {z.real() * x, z.imag() * x}; }
FF_HD_LARGE constexpr dd_complex operator*(dd_t x, dd_complex z) { return z * x; }

/// |z|^2: 10.5 u^2, where neither square overflows nor both underflow.
FF_HD_LARGE constexpr dd_t norm(dd_complex z) { return fma(z.real(), z.real(), z.imag() * z.imag()); }

namespace detail {

/// z with its larger part in [1, 2), and the exponent that was taken out; 0 for what is zero or not finite.
struct scaled_dd_complex {
  dd_complex z;
  int n;
};
FF_HD_LARGE constexpr scaled_dd_complex near_one(dd_complex z) {
  const double a = abs(z.real().hi()), b = abs(z.imag().hi()), larger = less(a, b) ? b : a;
  if (is_zero_or_not_finite(larger) || !isfinite(z.real()) || !isfinite(z.imag())) return {z, 0};
  const int n = ilogb(dd_t(larger));
  return {{dd_scaled(z.real(), -n), dd_scaled(z.imag(), -n)}, n};
}

}  // namespace detail

/// z / w = z conj(w) / |w|^2: 31 u^2, proved: what product, norm and quotient add up to.  Both are scaled by
/// powers of two first, so that nothing overflows that need not.
FF_HD_LARGE constexpr dd_complex operator/(dd_complex z, dd_complex w) {
  const auto [a, m] = detail::near_one(z);
  const auto [b, n] = detail::near_one(w);
  const dd_complex p = a * conj(b);
  const dd_t d = norm(b);
  return {ldexp(p.real() / d, m - n), ldexp(p.imag() / d, m - n)};
}
FF_HD_LARGE constexpr dd_complex operator/(dd_complex z, dd_t x) { return {z.real() / x, z.imag() / x}; }
FF_HD_LARGE constexpr dd_complex operator/(dd_t x, dd_complex w) { return dd_complex(x) / w; }

/// The same into z.
FF_HD_LARGE constexpr dd_complex& operator+=(dd_complex& z, dd_complex w) { return z = z + w; }
FF_HD_LARGE constexpr dd_complex& operator-=(dd_complex& z, dd_complex w) { return z = z - w; }
FF_HD_LARGE constexpr dd_complex& operator*=(dd_complex& z, dd_complex w) { return z = z * w; }
FF_HD_LARGE constexpr dd_complex& operator/=(dd_complex& z, dd_complex w) { return z = z / w; }

/// |z|: hypot, 6.25 u^2.
FF_HD_LARGE constexpr dd_t abs(dd_complex z) { return hypot(z.real(), z.imag()); }

/// The root with a real part >= 0, its sign that of im: 20 u^2, observed.  sqrt(0) = 0.
FF_HD_LARGE constexpr dd_complex sqrt(dd_complex z) {
  const auto [a, n] = detail::near_one(z);
  if (equal(a.real().hi(), 0.0) && equal(a.imag().hi(), 0.0)) return {0.0, z.imag()};
  // An even exponent goes out of the root.  The larger part is a sum without cancellation; the other follows
  // from their product, im / 2.
  const int half = n >> 1, odd = n & 1;
  const dd_t re = ldexp(a.real(), odd), im = ldexp(a.imag(), odd);
  const dd_t large = sqrt(ldexp(hypot(re, im) + abs(re), -1)), lesser = ldexp(abs(im) / large, -1);
  const dd_t l = ldexp(large, half), s = ldexp(lesser, half);
  return signbit(z.real()) ? dd_complex(s, copysign(l, z.imag())) : dd_complex(l, copysign(s, z.imag()));
}

}  // namespace ff
