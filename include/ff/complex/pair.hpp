// Complex numbers of two T, where T is dd_t or wide_t: arithmetic, modulus and root.
//
// Bounds are relative to the modulus of the exact result ("normwise"), in u^2 of T.  A part that is infinite
// or NaN makes the result what IEEE makes of the formula: a product with an infinite factor may be NaN.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

template <class T>
struct as_given {
  using type = T;
};
/// T, which no argument decides: whatever converts to T may be passed.
template <class T>
using given = typename as_given<T>::type;

/// True where the squares of all numbers are numbers: quotients and roots then need no scaling.
template <class T>
inline constexpr bool squares_are_in_range = false;

}  // namespace detail

/// re + i im: 32 bytes, trivially copyable.
template <class T>
class alignas(16) basic_complex {
 public:
  using value_type = T;

  /// Uninitialised, like T; `basic_complex<T>{}` is zero.
  basic_complex() = default;
  FF_HD_LARGE constexpr basic_complex(T re, T im = T(0.0f)) : re_(re), im_(im) {}

  FF_HD_LARGE constexpr T real() const { return re_; }
  FF_HD_LARGE constexpr T imag() const { return im_; }

  FF_HD_LARGE constexpr basic_complex operator+() const { return *this; }
  FF_HD_LARGE constexpr basic_complex operator-() const { return {-re_, -im_}; }

 private:
  T re_, im_;
};

/// The real part, the imaginary part, the conjugate.
template <class T>
FF_HD_LARGE constexpr T real(basic_complex<T> z) {
  return z.real();
}
template <class T>
FF_HD_LARGE constexpr T imag(basic_complex<T> z) {
  return z.imag();
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> conj(basic_complex<T> z) {
  return {z.real(), -z.imag()};
}

/// By value, exactly; a real number is one whose imaginary part is zero.
template <class T>
FF_HD_LARGE constexpr bool operator==(basic_complex<T> z, basic_complex<T> w) {
  return z.real() == w.real() && z.imag() == w.imag();
}
template <class T>
FF_HD_LARGE constexpr bool operator==(basic_complex<T> z, detail::given<T> x) {
  return z == basic_complex<T>(x);
}
template <class T>
FF_HD_LARGE constexpr bool operator==(detail::given<T> x, basic_complex<T> z) {
  return z == basic_complex<T>(x);
}
template <class T>
FF_HD_LARGE constexpr bool operator!=(basic_complex<T> z, basic_complex<T> w) {
  return !(z == w);
}
template <class T>
FF_HD_LARGE constexpr bool operator!=(basic_complex<T> z, detail::given<T> x) {
  return !(z == x);
}
template <class T>
FF_HD_LARGE constexpr bool operator!=(detail::given<T> x, basic_complex<T> z) {
  return !(z == x);
}

/// z + w, z - w: 2 u^2, of each part alone too.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator+(basic_complex<T> z, basic_complex<T> w) {
  return {z.real() + w.real(), z.imag() + w.imag()};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator+(basic_complex<T> z, detail::given<T> x) {
  return {z.real() + x, z.imag()};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator+(detail::given<T> x, basic_complex<T> z) {
  return z + x;
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator-(basic_complex<T> z, basic_complex<T> w) {
  return {z.real() - w.real(), z.imag() - w.imag()};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator-(basic_complex<T> z, detail::given<T> x) {
  return {z.real() - x, z.imag()};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator-(detail::given<T> x, basic_complex<T> z) {
  return {x - z.real(), -z.imag()};
}

/// z w: 15 u^2, proved.  A part is a fused sum of two products, 4 + 6.5 u^2 of their magnitudes.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator*(basic_complex<T> z, basic_complex<T> w) {
  return {fma(z.real(), w.real(), -(z.imag() * w.imag())), fma(z.real(), w.imag(), z.imag() * w.real())};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator*(basic_complex<T> z, detail::given<T> x) {
  return {z.real() * x, z.imag() * x};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator*(detail::given<T> x, basic_complex<T> z) {
  return z * x;
}

/// |z|^2: 10.5 u^2, where neither square of a dd_t overflows nor both underflow.
template <class T>
FF_HD_LARGE constexpr T norm(basic_complex<T> z) {
  return fma(z.real(), z.real(), z.imag() * z.imag());
}
/// |z|: hypot, 6.25 u^2 for dd_t and 6.5 for wide_t.
template <class T>
FF_HD_LARGE constexpr T abs(basic_complex<T> z) {
  return hypot(z.real(), z.imag());
}

namespace detail {

/// z 2^-n, its larger part in [1, 2) where squares might leave the range; of zero and what is not finite,
/// and where no square does, z itself.
template <class T>
struct complex_near_one {
  basic_complex<T> z;
  int n;
};
template <class T>
FF_HD_LARGE constexpr complex_near_one<T> near_one(basic_complex<T> z) {
  if constexpr (!squares_are_in_range<T>) {
    const T a = abs(z.real()), b = abs(z.imag()), larger(a.hi() < b.hi() ? b.hi() : a.hi());
    if (isfinite(a) && isfinite(b) && !(larger == T(0.0f))) {
      const int n = ilogb(larger);
      return {{ldexp(z.real(), -n), ldexp(z.imag(), -n)}, n};
    }
  }
  return {z, 0};
}
template <class T>
FF_HD_LARGE constexpr T lifted(T x, int n) {
  return squares_are_in_range<T> ? x : ldexp(x, n);
}

}  // namespace detail

/// z / w = z conj(w) / |w|^2: 31 u^2, proved: what product, norm and quotient add up to.  Nothing overflows
/// that need not.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator/(basic_complex<T> z, basic_complex<T> w) {
  const auto [a, m] = detail::near_one(z);
  const auto [b, n] = detail::near_one(w);
  const basic_complex<T> p = a * conj(b);
  const T d = norm(b);
  return {detail::lifted(p.real() / d, m - n), detail::lifted(p.imag() / d, m - n)};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator/(basic_complex<T> z, detail::given<T> x) {
  return {z.real() / x, z.imag() / x};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator/(detail::given<T> x, basic_complex<T> w) {
  return basic_complex<T>(x) / w;
}

/// z = z + w and so on, w a complex number or a real one.
template <class T, class W>
FF_HD_LARGE constexpr basic_complex<T>& operator+=(basic_complex<T>& z, W w) {
  return z = z + w;
}
template <class T, class W>
FF_HD_LARGE constexpr basic_complex<T>& operator-=(basic_complex<T>& z, W w) {
  return z = z - w;
}
template <class T, class W>
FF_HD_LARGE constexpr basic_complex<T>& operator*=(basic_complex<T>& z, W w) {
  return z = z * w;
}
template <class T, class W>
FF_HD_LARGE constexpr basic_complex<T>& operator/=(basic_complex<T>& z, W w) {
  return z = z / w;
}

/// The root with a real part >= 0, its sign that of im: 13 u^2, proved: half of hypot's 6.5 and a sum's 2,
/// the root's 27/8, and a quotient's 5.  sqrt(0) = 0.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> sqrt(basic_complex<T> z) {
  const auto [a, n] = detail::near_one(z);
  if (a == T(0.0f)) return {T(0.0f), z.imag()};
  // An even exponent goes out of the root.  The larger part is a sum without cancellation; the other follows
  // from their product, im / 2.
  const T re = detail::lifted(a.real(), n & 1), im = detail::lifted(a.imag(), n & 1);
  const T large = sqrt(ldexp(hypot(re, im) + abs(re), -1)), lesser = ldexp(abs(im) / large, -1);
  const T l = detail::lifted(large, n >> 1), s = detail::lifted(lesser, n >> 1);
  return signbit(z.real()) ? basic_complex<T>(s, copysign(l, z.imag()))
                           : basic_complex<T>(l, copysign(s, z.imag()));
}

}  // namespace ff
