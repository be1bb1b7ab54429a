// Complex numbers of two T, where T is dd_t or wide_t: arithmetic, modulus and root.
//
// Bounds are relative to the modulus of the exact result ("normwise"), in u^2 of T.  Infinities and NaN
// follow C Annex G in division and sqrt; a product of dd_t with an infinite factor may be NaN.
#pragma once

#include <ff/basic.hpp>
#include <ff/complex/special.hpp>

namespace ff {
namespace detail {

template <class T>
struct as_given {
  using type = T;
};
/// T, which no argument decides: whatever converts to T may be passed.
template <class T>
using given = typename as_given<T>::type;

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

namespace detail {

/// What moves a number by powers of a unit, here 2, and the complex numbers whose products, quotients and
/// roots need no move: here none.
template <class T>
struct complex_scale {
  FF_HD_LARGE static constexpr int exponent(T x) { return ilogb(x); }
  FF_HD_LARGE static constexpr T moved(T x, int n) { return ldexp(x, n); }
  FF_HD_LARGE static constexpr bool is_plain(basic_complex<T>) { return false; }
};

}  // namespace detail

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

namespace detail {

template <class T>
FF_HD_LARGE constexpr basic_complex<T> product(basic_complex<T> z, basic_complex<T> w) {
  return {fma(z.real(), w.real(), -(z.imag() * w.imag())), fma(z.real(), w.imag(), z.imag() * w.real())};
}
template <class T>
FF_HD_LARGE constexpr T sum_of_squares(basic_complex<T> z) {
  return fma(z.real(), z.real(), z.imag() * z.imag());
}

}  // namespace detail

/// z w: 15 u^2, proved.  A part is a fused sum of two products, 4 + 6.5 u^2 of their magnitudes.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator*(basic_complex<T> z, basic_complex<T> w) {
  return detail::product(z, w);
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator*(basic_complex<T> z, detail::given<T> x) {
  return {z.real() * x, z.imag() * x};
}
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator*(detail::given<T> x, basic_complex<T> z) {
  return z * x;
}

/// |z|^2: 10.5 u^2, where neither square of a dd_t overflows nor both underflow; of wide_t over the whole
/// range.
template <class T>
FF_HD_LARGE constexpr T norm(basic_complex<T> z) {
  return detail::sum_of_squares(z);
}
/// |z|: hypot, 6.25 u^2 for dd_t and 6.5 for wide_t.
template <class T>
FF_HD_LARGE constexpr T abs(basic_complex<T> z) {
  return hypot(z.real(), z.imag());
}

namespace detail {

/// z U^-n, its larger part in [1, U) for the unit U of complex_scale; z is finite and not zero.
template <class T>
struct complex_near_one {
  basic_complex<T> z;
  int n;
};
template <class T>
FF_HD_LARGE constexpr basic_complex<T> moved(basic_complex<T> z, int n) {
  using scale = complex_scale<T>;
  return {scale::moved(z.real(), n), scale::moved(z.imag(), n)};
}
template <class T>
FF_HD_LARGE constexpr complex_near_one<T> near_one(basic_complex<T> z) {
  const T a = abs(z.real()), b = abs(z.imag());
  const int n = complex_scale<T>::exponent(a < b ? b : a);
  return {moved(z, -n), n};
}

/// z near one; the direction of an infinite z, whose infinite parts are +-1 beside +-0; a zero as it is.
template <class T>
FF_HD_LARGE constexpr complex_near_one<T> direction(basic_complex<T> z) {
  const auto unit = [](T x) { return copysign(T(isinf(x) ? 1.0f : 0.0f), x); };
  if (is_infinite(z)) return {{unit(z.real()), unit(z.imag())}, 0};
  return is_zero(z) ? complex_near_one<T>{z, 0} : near_one(z);
}
/// An infinite or zero modulus times z, whose parts' signs alone count.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> grown(float modulus, basic_complex<T> z) {
  const auto part = [modulus](T x) {
    const float unit = with_sign(static_cast<bool>(x) ? 1.0f : 0.0f, signbit(x) ? sign_bits : 0u);
    return T(isnan(x) ? quiet_nan : mul_rn(modulus, unit));
  };
  return {part(z.real()), part(z.imag())};
}

/// z / w as C Annex G.5.1 has it, and moved where no part is special.
template <class T>
struct quotient_anywhere {
  FF_HD_LARGE static constexpr basic_complex<T> of(basic_complex<T> z, basic_complex<T> w) {
    if (is_zero(w)) return grown(signbit(w.real()) ? -infinity : infinity, z);
    const bool finite = is_finite(z) && is_finite(w), large = is_infinite(z) && is_finite(w);
    if (!finite && !large && !(is_infinite(w) && is_finite(z))) return {T(quiet_nan), T(quiet_nan)};
    const auto [a, m] = direction(z);
    const auto [b, n] = direction(w);
    const basic_complex<T> p = product(a, conj(b));
    if (!finite) return grown(large ? infinity : 0.0f, p);
    const T d = sum_of_squares(b);
    return moved(basic_complex<T>(p.real() / d, p.imag() / d), m - n);
  }
};

}  // namespace detail

/// z / w = z conj(w) / |w|^2: 31 u^2, proved: what product, norm and quotient add up to.  Nothing overflows
/// that need not; zeros and infinities as C Annex G.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> operator/(basic_complex<T> z, basic_complex<T> w) {
  using namespace detail;
  if (complex_scale<T>::is_plain(z) && complex_scale<T>::is_plain(w)) {
    const basic_complex<T> p = product(z, conj(w));
    const T d = sum_of_squares(w);
    const basic_complex<T> q(p.real() / d, p.imag() / d);
    if (is_finite(q)) return q;
  }
  return out_of_line<quotient_anywhere<T>>(z, w);
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

namespace detail {

/// The root of z whose larger part is known.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> root_of_parts(basic_complex<T> z, T large) {
  const T lesser = ldexp(abs(z.imag()) / large, -1);
  return signbit(z.real()) ? basic_complex<T>(lesser, copysign(large, z.imag()))
                           : basic_complex<T>(large, copysign(lesser, z.imag()));
}

/// A root of z, finite and not zero, where neither |z| + |re z| nor its half leaves the range.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> root(basic_complex<T> z) {
  // The larger part is a sum without cancellation; the other follows from their product, im / 2.
  return root_of_parts(z, sqrt(ldexp(hypot(z.real(), z.imag()) + abs(z.real()), -1)));
}

template <class T>
struct root_anywhere {
  FF_HD_LARGE static constexpr basic_complex<T> of(basic_complex<T> z) {
    if (!is_finite(z)) return sqrt_not_finite(z);
    if (is_zero(z)) return {T(0.0f), z.imag()};
    // An even exponent goes out of the root.
    const auto [a, n] = near_one(z);
    const basic_complex<T> r = moved(root(moved(a, n & 1)), n >> 1);
    // im may vanish beside re, but not in the root.
    const bool turned = signbit(z.real());
    const T large = turned ? abs(r.imag()) : r.real(), lesser = turned ? r.real() : r.imag();
    return is_zero(basic_complex<T>(lesser)) ? root_of_parts(z, large) : r;
  }
};

}  // namespace detail

/// The root with a real part >= 0, its sign that of im: 13 u^2, proved: half of hypot's 6.5 and a sum's 2,
/// the root's 27/8, and a quotient's 5.  Zeros and what is not finite as C Annex G.
template <class T>
FF_HD_LARGE constexpr basic_complex<T> sqrt(basic_complex<T> z) {
  using namespace detail;
  const bool plain = complex_scale<T>::is_plain(z) && is_finite(z) && !is_zero(z);
  return plain ? root(z) : out_of_line<root_anywhere<T>>(z);
}

}  // namespace ff
