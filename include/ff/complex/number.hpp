// Complex numbers of two float-floats.
//
// Bounds are relative to the modulus of the exact result ("normwise") unless said otherwise, in u^2.  Their
// table, bounds::complex_numbers at the end, says where each holds and how it is known.  Infinities and NaN
// follow C Annex G in abs, arg, sqrt, exp, log and division; a product with an infinite factor may be NaN.
#pragma once

#include <ff/complex/special.hpp>
#include <ff/math/atan.hpp>
#include <ff/math/exp.hpp>
#include <ff/math/hypot.hpp>
#include <ff/math/log.hpp>
#include <ff/math/pow.hpp>
#include <ff/math/trig.hpp>
#include <ff/type/constants.hpp>
#include <ff/vector.hpp>

namespace ff {

class complex;

namespace detail {

// std::complex and cuda::std::complex of float, double, long double and ff_t: known by their members, so that
// no header of theirs is needed.
template <class Z>
FF_HD const Z& some();
template <class...>
using nothing = void;
template <class Z, class = void>
inline constexpr bool is_other_complex = false;
template <class Z>
inline constexpr bool is_other_complex<
    Z, nothing<typename Z::value_type, decltype(some<Z>().real()), decltype(some<Z>().imag())>> =
    is_same<typename Z::value_type, float> || is_same<typename Z::value_type, double> ||
    is_same<typename Z::value_type, long double> || is_same<typename Z::value_type, ff_t>;
template <>
inline constexpr bool is_other_complex<complex, void> = false;

}  // namespace detail

/// re + i im: 16 bytes, trivially copyable, laid out as two ff_t.
class alignas(16) complex {
 public:
  using value_type = ff_t;

  /// Uninitialised, like ff_t; `complex{}` is zero.
  complex() = default;
  FF_HD_LARGE constexpr complex(ff_t re, ff_t im = 0.0f) : re_(re), im_(im) {}

  /// From std::complex and cuda::std::complex of float and of ff_t, exactly, and of the wider types, rounded.
  /// std's own are on the host.
  FF_ANY_CALLEE
  template <class Z, detail::require<detail::is_other_complex<Z>> = 0>
  FF_HD_LARGE constexpr explicit complex(const Z& z) : re_(z.real()), im_(z.imag()) {}

  /// To them, long double's apart, by the conversions of ff_t: each component rounded to nearest.
  FF_ANY_CALLEE
  template <class Z, detail::require<detail::is_other_complex<Z> &&
                                     !detail::is_same<typename Z::value_type, long double>> = 0>
  FF_HD_LARGE constexpr explicit operator Z() const {
    using component = typename Z::value_type;
    return Z(static_cast<component>(re_), static_cast<component>(im_));
  }

  FF_HD_LARGE constexpr ff_t real() const { return re_; }
  FF_HD_LARGE constexpr ff_t imag() const { return im_; }

  FF_HD_LARGE constexpr complex operator+() const { return *this; }
  FF_HD_LARGE constexpr complex operator-() const { return {-re_, -im_}; }

 private:
  ff_t re_, im_;
};

static_assert(sizeof(complex) == 16 && alignof(complex) == 16, "one load of 16 bytes");

/// The real part, the imaginary part, the conjugate.
FF_HD_LARGE constexpr ff_t real(complex z) { return z.real(); }
FF_HD_LARGE constexpr ff_t imag(complex z) { return z.imag(); }
FF_HD_LARGE constexpr complex conj(complex z) { return {z.real(), -z.imag()}; }

/// By value, exactly; a real number is one whose imaginary part is zero.
FF_HD_LARGE constexpr bool operator==(complex z, complex w) {
  return z.real() == w.real() && z.imag() == w.imag();
}
FF_HD_LARGE constexpr bool operator!=(complex z, complex w) { return !(z == w); }
FF_HD_LARGE constexpr bool operator==(complex z, ff_t x) { return z.imag() == 0.0f && z.real() == x; }
FF_HD_LARGE constexpr bool operator!=(complex z, ff_t x) { return !(z == x); }
FF_HD_LARGE constexpr bool operator==(ff_t x, complex z) { return z == x; }
FF_HD_LARGE constexpr bool operator!=(ff_t x, complex z) { return !(z == x); }

namespace detail {

FF_HD_LARGE constexpr complex ldexp(complex z, int n) {
  return {ff::ldexp(z.real(), n), ff::ldexp(z.imag(), n)};
}
FF_HD_LARGE constexpr int exponent_of(complex z) { return max_int(ilogb(z.real()), ilogb(z.imag())); }
// The head of the larger component in magnitude.
FF_HD_LARGE constexpr float greatest_head(complex z) {
  return greatest_unsigned(abs(z.real().hi()), abs(z.imag().hi()));
}

// z/w = z conj(w) / |w|^2.
FF_HD_LARGE constexpr complex quotient(complex z, complex w) {
  const ff_t d = square_length(ff2{w.real(), w.imag()});
  return {dot(ff2{z.real(), z.imag()}, ff2{w.real(), w.imag()}) / d,
          difference_of_products(z.imag(), w.real(), z.real(), w.imag()) / d};
}

// An infinite component as +-1, a finite one as +-0.
FF_HD_LARGE constexpr float unit_if_infinite(ff_t x) {
  return with_sign(isinf(x) ? 1.0f : 0.0f, sign_bit(x.hi()));
}
// The direction of z/w for one of them infinite, without its modulus.
FF_HD_LARGE constexpr complex direction(float a, float b, float c, float d, float modulus) {
  return {mul_rn(modulus, add_rn(mul_rn(a, c), mul_rn(b, d))),
          mul_rn(modulus, sub_rn(mul_rn(b, c), mul_rn(a, d)))};
}

// C Annex G.5.1, and scaling for what would over- or underflow.
FF_HD_LARGE constexpr complex quotient_outside(complex z, complex w) {
  const float a = z.real().hi(), b = z.imag().hi(), c = w.real().hi(), d = w.imag().hi();
  if (is_zero(w)) {
    const float pole = with_sign(infinity, sign_bit(c));
    return {mul_rn(pole, a), mul_rn(pole, b)};
  }
  if (is_finite(z) && is_finite(w)) {
    if (is_zero(z)) return quotient(z, w);
    const int m = exponent_of(z), n = exponent_of(w);
    return ldexp(quotient(ldexp(z, -m), ldexp(w, -n)), m - n);
  }
  if (is_infinite(z) && is_finite(w))
    return direction(unit_if_infinite(z.real()), unit_if_infinite(z.imag()), c, d, infinity);
  if (is_finite(z) && is_infinite(w))
    return direction(a, b, unit_if_infinite(w.real()), unit_if_infinite(w.imag()), 0.0f);
  return {quiet_nan, quiet_nan};
}

}  // namespace detail

// ---------------------------------------------------------------- arithmetic

/// By component, 2 u^2 each.
FF_HD_LARGE constexpr complex operator+(complex z, complex w) {
  return {z.real() + w.real(), z.imag() + w.imag()};
}
FF_HD_LARGE constexpr complex operator-(complex z, complex w) {
  return {z.real() - w.real(), z.imag() - w.imag()};
}

/// Each component is a sum of two products, to bounds::dot_u2(2) = 21 u^2 of their magnitudes; normwise
/// sqrt(2) times that.
FF_HD_LARGE constexpr complex operator*(complex z, complex w) {
  return {difference_of_products(z.real(), w.real(), z.imag(), w.imag()),
          dot(ff2{z.real(), z.imag()}, ff2{w.imag(), w.real()})};
}

/// 22 u^2 normwise, without undue over- or underflow; below 2^-96 the result's words underflow.
FF_HD_LARGE constexpr complex operator/(complex z, complex w) {
  const bool plain = detail::between(detail::greatest_head(z), 0x1p-24f, 0x1p40f) &&
                     detail::between(detail::greatest_head(w), 0x1p-24f, 0x1p40f);
  return plain ? detail::quotient(z, w) : detail::quotient_outside(z, w);
}

/// With a real operand: by component, as ff_t.
FF_HD_LARGE constexpr complex operator+(complex z, ff_t x) { return {z.real() + x, z.imag()}; }
FF_HD_LARGE constexpr complex operator+(ff_t x, complex z) { return {x + z.real(), z.imag()}; }
FF_HD_LARGE constexpr complex operator-(complex z, ff_t x) { return {z.real() - x, z.imag()}; }
FF_HD_LARGE constexpr complex operator-(ff_t x, complex z) { return {x - z.real(), -z.imag()}; }
FF_HD_LARGE constexpr complex operator*(complex z, ff_t x) { return {z.real() * x, z.imag() * x}; }
FF_HD_LARGE constexpr complex operator*(ff_t x, complex z) { return z * x; }
FF_HD_LARGE constexpr complex operator/(complex z, ff_t x) { return {z.real() / x, z.imag() / x}; }
FF_HD_LARGE constexpr complex operator/(ff_t x, complex z) { return complex(x) / z; }

/// z = z + w and so on, w a complex number or a real one.
template <class W>
FF_HD_LARGE constexpr complex& operator+=(complex& z, W w) {
  return z = z + w;
}
template <class W>
FF_HD_LARGE constexpr complex& operator-=(complex& z, W w) {
  return z = z - w;
}
template <class W>
FF_HD_LARGE constexpr complex& operator*=(complex& z, W w) {
  return z = z * w;
}
template <class W>
FF_HD_LARGE constexpr complex& operator/=(complex& z, W w) {
  return z = z / w;
}

// ---------------------------------------------------------------- modulus and argument

/// |z|: hypot.
FF_HD_LARGE constexpr ff_t abs(complex z) { return hypot(z.real(), z.imag()); }
/// The argument in [-pi, pi]: atan2.
FF_HD_LARGE constexpr ff_t arg(complex z) { return atan2(z.imag(), z.real()); }
/// |z|^2, 8 u^2; over- and underflows as a product does.
FF_HD_LARGE constexpr ff_t norm(complex z) { return detail::square_length(ff2{z.real(), z.imag()}); }

/// z on the Riemann sphere: z where it is finite or has NaN but no infinity, otherwise infinity with a zero
/// of Im z's sign.  Exact.
FF_HD_LARGE constexpr complex proj(complex z) {
  return detail::is_infinite(z) ? complex(detail::infinity, copysign(0.0f, z.imag())) : z;
}

/// r (cos t + i sin t), 8 u^2 by component.
FF_HD_LARGE constexpr complex polar(ff_t r, ff_t t = 0.0f) {
  const auto [s, c] = sincos(t);
  return {r * c, r * s};
}

// ---------------------------------------------------------------- functions

namespace detail {

// sqrt of z = x + i y, 1 <= |z| < 4 or so:  t = sqrt((|z| + |x|) / 2);  for x >= 0 it is t + i y/(2t), for x
// < 0 |y|/(2t) +- i t.
FF_HD_LARGE constexpr complex sqrt_scaled(complex z) {
  const ff_t t = ff::sqrt(ff::ldexp(abs(z) + ff::abs(z.real()), -1)), half = ff::ldexp(z.imag() / t, -1);
  return signbit(z.real()) ? complex(ff::abs(half), copysign(t, z.imag())) : complex(t, half);
}

// r^2 (c + i s), where r^2 may overflow although its product with c does not.
FF_HD_LARGE constexpr complex turned_square(ff_t r, ff_t c, ff_t s) {
  return {isinf(r) ? copysign(r, c) : r * c * r, isinf(r) ? copysign(r, s) : r * s * r};
}

// log |z| for finite z that is not zero.  Near the unit circle it is log(1 + (m^2 - 1 + n^2)) / 2, so that
// the error is small beside |log z|; elsewhere log(2^k |z|) - k log 2.
FF_HD_LARGE constexpr ff_t log_abs(complex z) {
  const ff_t a = ff::abs(z.real()), b = ff::abs(z.imag()), m = fmax(a, b), n = fmin(a, b);
  if (less(0.25f, m.hi()) && less(m.hi(), 2.0f)) {
    const ff_t excess = (m - 1.0f) * (m + 1.0f) + n * n;  // |z|^2 - 1
    if (less(-0.75f, excess.hi()) && less(excess.hi(), 3.0f)) return ff::ldexp(log1p(excess), -1);
  }
  const int k = less(m.hi(), 0x1p-60f) ? 100 : less(0x1p60f, m.hi()) ? -100 : 0;
  const ff_t modulus = hypot(ff::ldexp(m, k), ff::ldexp(n, k));
  return k == 0 ? log(modulus) : log(modulus) - constants::ln2 * static_cast<float>(k);
}

}  // namespace detail

/// The principal square root, real part not negative; 7 u^2 normwise.
FF_HD_LARGE constexpr complex sqrt(complex z) {
  using namespace detail;
  if (!is_finite(z)) return sqrt_not_finite(z);
  if (is_zero(z)) return {0.0f, z.imag()};
  const int n = exponent_of(z) & ~1;
  return detail::ldexp(sqrt_scaled(detail::ldexp(z, -n)), n / 2);
}

/// e^z, 12 u^2 by component; 20 for |Re z| >= 60.  Below 2^-96 the result's words underflow.
FF_HD_LARGE constexpr complex exp(complex z) {
  using namespace detail;
  if (!is_finite(z)) return exp_not_finite(z, [](ff_t y) { return sincos(y); });
  if (equal(z.imag().hi(), 0.0f)) return {exp(z.real()), z.imag()};
  const auto [s, c] = sincos(z.imag());
  if (less(abs(z.real().hi()), 60.0f)) {
    const ff_t r = exp(z.real());
    return {r * c, r * s};
  }
  return turned_square(exp(ff::ldexp(z.real(), -1)), c, s);
}

/// The principal logarithm, imaginary part in [-pi, pi]; 9 u^2 normwise.  log(0) = -inf + i arg.
FF_HD_LARGE constexpr complex log(complex z) {
  using namespace detail;
  if (!is_finite(z)) {
    const bool infinite = is_infinite(z);
    return {infinite ? infinity : quiet_nan, infinite || !isnan(z.imag()) ? arg(z) : ff_t(quiet_nan)};
  }
  return {is_zero(z) ? ff_t(-infinity) : log_abs(z), arg(z)};
}

/// log(z) / log(10), with its special values; 14 u^2 normwise, and 3.5 2^-149 where the result underflows
/// next to z = 1.
FF_HD_LARGE constexpr complex log10(complex z) {
  const complex natural = log(z);
  return {natural.real() * constants::log10e, natural.imag() * constants::log10e};
}

/// z^w = e^(w log z), 22 u^2 (1 + |w log z|).  z^0 = 1; 0^w = 0 for Re w > 0.
FF_HD_LARGE constexpr complex pow(complex z, complex w) {
  if (detail::is_zero(w)) return {1.0f, 0.0f};
  if (detail::is_zero(z) && 0.0f < w.real()) return {0.0f, 0.0f};
  return exp(w * log(z));
}
/// A real power: |z|^x at the angle x arg z, 10 u^2 (1 + |x| + |x log z|).
FF_HD_LARGE constexpr complex pow(complex z, ff_t x) {
  if (equal(x.hi(), 0.0f)) return {1.0f, 0.0f};
  return polar(pow(abs(z), x), x * arg(z));
}

#if !defined(__CUDACC_RTC__)
/// (re,im), as std::complex writes it; there is none without ff/text/io.hpp, which writes the components.  Z
/// is complex: a real number, which converts to one, is not written so.
template <class C, class Traits, class Z, std::enable_if_t<std::is_same_v<Z, complex>, int> = 0>
auto operator<<(std::basic_ostream<C, Traits>& os, const Z& z) -> decltype(os << z.real()) {
  return os << '(' << z.real() << ',' << z.imag() << ')';
}
#endif

namespace bounds {
// Of components: all but the largest; numerators of quotients that underflow; moduli and angles whose
// products keep both words; real parts whose exponential does, is a square, or has words that underflow.
inline constexpr range finite{-0x1p126, 0x1p126, -126}, numerators{-0x1p-20, 0x1p-20, -149},
    quadrants{-0x1p30, 0x1p30, -30}, moduli{-0x1p62, 0x1p62, -30}, angles{-0x1p126, 0x1p126, -60},
    growth{-20, 60, -60}, large_growth{60, 88, 6}, decay{-105, -20, 5}, powers_of{-0x1p60, 0x1p60, -60};

/// x is the range of both components (of exp the real part, of polar the modulus), y of the second operand's
/// (of exp and polar the angle).
inline constexpr function_row complex_numbers[] = {
    {"complex_add", proved(2), {finite, finite}, "add22"},
    {"complex_sub", proved(2), {finite, finite}, "add22"},
    {"complex_mul", proved(1.41421357 * dot_u2(2), relative_to::norm), {factors, factors}, "accumulator.md"},
    {"complex_mul_parts", proved(dot_u2(2), relative_to::operands), {factors, factors}, "accumulator.md"},
    {"complex_div", observed(22, relative_to::norm), {finite, finite}, "z conj(w) / |w|^2"},
    {"complex_div_underflow", observed(22, relative_to::subnormal), {numerators, finite}, "scaled by 2^n"},
    {"complex_abs", observed(find(euclidean_lengths, "hypot")->error.u2), {lengths}, "hypot"},
    {"complex_arg", observed(find(inverse_tangents, "atan2")->error.u2), {quadrants}, "atan2"},
    {"complex_norm", observed(8), {factors}, "sum of squares"},
    {"complex_polar", observed(8), {moduli, angles}, "sincos"},
    {"complex_sqrt", observed(7, relative_to::norm), {everything}, "roots"},
    {"complex_exp", observed(12), {growth, angles}, "exp, sincos"},
    {"complex_exp_large", observed(20), {large_growth, angles}, "exp(x/2), sincos"},
    {"complex_exp_underflow", observed(20, relative_to::subnormal), {decay, angles}, "exp(x/2), sincos"},
    {"complex_log", observed(9, relative_to::norm), {everything}, "log1p or log; atan2"},
    {"complex_log10", observed(14, relative_to::subnormal), {everything}, "log"},
    {"complex_pow", observed(22, relative_to::power), {powers_of, powers_of}, "exp(w log z)"},
    {"complex_pow_real", observed(10, relative_to::power), {powers_of, powers_of}, "pow; sincos"},
};
}  // namespace bounds

}  // namespace ff

// libcu++'s functions of complex numbers call isinf, scalbn and others by qualified names, which take
// built-in types alone; some of its operators would compile and some not.
template <class T>
class ff::detail::device_std::complex<ff::basic_ff<T>> {
  static_assert(sizeof(T) == 0,
                "cuda::std::complex<ff_t> is ff::complex, which has its operators and functions");
};
