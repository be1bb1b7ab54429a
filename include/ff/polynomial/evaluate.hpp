// Values of polynomials, each beside a bound of its error that is computed on the way.
//
// A polynomial is anything whose [k] is the coefficient of x^k: an array, a pointer, a user's own.  The
// bounds are proved in docs/proofs/polynomial.md.  They hold for every finite coefficient and argument,
// overflow and underflow included; where a value or its bound overflows, the bound is infinite.
#pragma once

#include <ff/complex.hpp>
#include <ff/directed/float.hpp>

namespace ff {
namespace polynomial {

/// re + i im in floats.
struct complex_float {
  float re, im;
};

/// A computed value and a bound of its error, in modulus: |value - exact| <= error.
template <class T>
struct bounded {
  T value;
  float error;
};

/// Returns the derivative as well, for Newton's method; its error has no bound.
template <class T, class D>
struct bounded_with_derivative {
  T value;
  D derivative;
  float error;
};

}  // namespace polynomial

namespace detail {

using polynomial::complex_float;

/// |re| + |im|, which is at least the modulus.
FF_HD constexpr float norm1(float re, float im) { return add_rn(abs(re), abs(im)); }

// x y + a, and its inner fused products, whose magnitudes bound the roundings.
struct float_step {
  complex_float value, inner;

  FF_HD constexpr float rounded() const {
    return add_rn(norm1(value.re, value.im), norm1(inner.re, inner.im));
  }
};
FF_HD constexpr float_step multiply_add(complex_float x, complex_float y, complex_float a) {
  const complex_float inner{fma_rn(neg(x.im), y.im, a.re), fma_rn(x.im, y.re, a.im)};
  return {{fma_rn(x.re, y.re, inner.re), fma_rn(x.re, y.im, inner.im)}, inner};
}

/// p x + a.  28 and 20 flops, within 40 u^2 of |p| |x| + |a| in modulus (docs/proofs/polynomial.md).
FF_HD constexpr ff_t multiply_add(ff_t p, ff_t x, ff_t a) { return product(p, x).add(a).result(); }
FF_HD constexpr complex multiply_add(complex p, complex x, ff_t a) {
  return {product(p.real(), x.real()).add_product(-p.imag(), x.imag()).add(a).result(),
          product(p.real(), x.imag()).add_product(p.imag(), x.real()).result()};
}

/// At least the modulus of x: 2^-21 of it and 2^-70 more cover the roundings and the squares that underflow.
FF_HD constexpr float modulus_above(float x) { return abs(x); }
FF_HD constexpr float modulus_above(complex_float x) {
  return fma_rn(sqrt_rn(fma_rn(x.re, x.re, mul_rn(x.im, x.im))), 0x1.000008p0f, 0x1p-70f);
}
FF_HD constexpr float modulus_above(ff_t x) { return next_up(abs(x.hi())); }
FF_HD constexpr float modulus_above(complex x) {
  return modulus_above(complex_float{modulus_above(x.real()), modulus_above(x.imag())});
}

/// factor b (1 + (n + 16) 2^-23), rounded up: what a sum b of bounds, itself rounded to nearest in at most
/// n + 7 steps on end, says of the error.  Infinite unless it and the value are finite.
FF_HD constexpr float error_above(float factor, float b, int n, bool finite) {
  constexpr toward up = toward::up;
  const float rounding = fma_toward<up>(static_cast<float>(n + 16), 0x1p-23f, 1.0f);
  const float error = mul_toward<up>(mul_toward<up>(factor, rounding), b);
  return finite && is_finite(error) ? error : infinity;
}

// The bounds of what a step rounds, in units of the factor beside which they stand, and never so small that
// underflow, at most 2^-150 a rounding, would exceed them.
inline constexpr float unit = 0x1p-24f, least_of_floats = 0x1p-122f, least_of_pairs = 0x1p-96f;
inline constexpr float real_step = 16 * 0x1p-48f, complex_step = 40 * 0x1p-48f;

}  // namespace detail

namespace polynomial {

// ---------------------------------------------------------------- Horner in floats

/// p(x) of degree n by Horner, fused: 2 flops a step and 2 for the bound, sum of u |y_k| |x|^k over the
/// intermediate values y_k.  Higham, Accuracy and Stability, algorithm 5.1.  n < 2^20.
template <class P>
FF_HD_LARGE constexpr bounded<float> horner(const P& p, int n, float x) {
  float y = p[n], b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    y = fma_rn(y, x, p[k]);
    b = fma_rn(b, abs(x), greatest(abs(y), detail::least_of_floats));
  }
  return {y, detail::error_above(detail::unit, b, n, detail::is_finite(y))};
}

/// Evaluates at a complex argument, and returns the derivative as well.
template <class P>
FF_HD_LARGE constexpr bounded_with_derivative<complex_float, complex_float> horner(const P& p, int n,
                                                                                   complex_float x) {
  complex_float y{p[n], 0.0f}, d{0.0f, 0.0f};
  const float modulus = detail::modulus_above(x);
  float b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    d = detail::multiply_add(d, x, y).value;
    const detail::float_step step = detail::multiply_add(y, x, {p[k], 0.0f});
    y = step.value;
    b = fma_rn(b, modulus, greatest(step.rounded(), detail::least_of_floats));
  }
  const bool finite = detail::is_finite(y.re) && detail::is_finite(y.im);
  return {y, d, detail::error_above(detail::unit, b, n, finite)};
}

/// Evaluates at a real argument.
template <class P>
FF_HD_LARGE constexpr bounded_with_derivative<float, float> horner_with_derivative(const P& p, int n,
                                                                                   float x) {
  float y = p[n], d = 0.0f, b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    d = fma_rn(d, x, y);
    y = fma_rn(y, x, p[k]);
    b = fma_rn(b, abs(x), greatest(abs(y), detail::least_of_floats));
  }
  return {y, d, detail::error_above(detail::unit, b, n, detail::is_finite(y))};
}

// ---------------------------------------------------------------- compensated Horner

/// p(x) as a pair: Horner's value, and to it the value of the polynomial of its rounding errors.  Graillat,
/// Langlois, Louvet, Compensated Horner scheme, 2005, algorithm CompHorner.  Coefficients and argument are
/// floats; as exact as if they were evaluated in twice the precision and then rounded.  The bound is the sum
/// of the errors of the second polynomial.  n < 2^20.
template <class P>
FF_HD_LARGE constexpr bounded<ff_t> compensated_horner(const P& p, int n, float x) {
  float y = p[n], c = 0.0f, b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    const auto [product, lost] = two_prod(y, x);
    const auto [sum, rest] = add12(product, static_cast<float>(p[k]));
    const float error = add_rn(lost, rest);
    y = sum;
    c = fma_rn(c, x, error);
    b = fma_rn(b, abs(x), greatest(add_rn(abs(c), abs(error)), detail::least_of_floats));
  }
  const ff_t value = add12(y, c);
  return {value, detail::error_above(detail::unit, b, n, isfinite(value))};
}

/// Evaluates at a complex argument.  Graillat, Menissier-Morain, Accurate summation, dot product and
/// polynomial evaluation in complex floating point arithmetic, 2012.
template <class P>
FF_HD_LARGE constexpr bounded<complex> compensated_horner(const P& p, int n, complex_float x) {
  using detail::norm1;
  complex_float y{p[n], 0.0f}, c{0.0f, 0.0f};
  const float modulus = detail::modulus_above(x);
  float b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    const auto [rr, rr_lost] = two_prod(y.re, x.re);
    const auto [ii, ii_lost] = two_prod(neg(y.im), x.im);
    const auto [ri, ri_lost] = two_prod(y.re, x.im);
    const auto [ir, ir_lost] = two_prod(y.im, x.re);
    const auto [products, products_rest] = add12(rr, ii);
    const auto [re, re_rest] = add12(products, static_cast<float>(p[k]));
    const auto [im, im_rest] = add12(ri, ir);
    y = {re, im};
    const float lost = add_rn(rr_lost, ii_lost), rests = add_rn(products_rest, re_rest);
    const float crossed = add_rn(ri_lost, ir_lost);
    const complex_float error{add_rn(lost, rests), add_rn(crossed, im_rest)};
    const detail::float_step step = detail::multiply_add(c, x, error);
    c = step.value;
    const float sums = add_rn(add_rn(norm1(lost, rests), abs(crossed)), norm1(error.re, error.im));
    b = fma_rn(b, modulus, greatest(add_rn(step.rounded(), sums), detail::least_of_floats));
  }
  const complex value{add12(y.re, c.re), add12(y.im, c.im)};
  return {value, detail::error_above(detail::unit, b, n, detail::is_finite(value))};
}

// ---------------------------------------------------------------- Horner in float-floats

/// p(x) by Horner with one renormalisation a step, 18 flops and 3 for the bound: 16 u^2 times the sum of
/// (|y_k+1 x| + |p_k|) |x|^k.  Coefficients are floats or float-floats.  n < 2^20.
template <class P>
FF_HD_LARGE constexpr bounded<ff_t> horner(const P& p, int n, ff_t x) {
  ff_t y = p[n];
  const float modulus = detail::modulus_above(x);
  float b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    const ff_t a = p[k];
    const float operands = fma_rn(abs(y.hi()), modulus, abs(a.hi()));
    y = detail::multiply_add(y, x, a);
    b = fma_rn(b, modulus, greatest(operands, detail::least_of_pairs));
  }
  return {y, detail::error_above(detail::real_step, b, n, isfinite(y))};
}

/// Returns the heads' derivative in floats as well, for 2 flops more a step.
template <class P>
FF_HD_LARGE constexpr bounded_with_derivative<ff_t, float> horner_with_derivative(const P& p, int n, ff_t x) {
  ff_t y = p[n];
  const float modulus = detail::modulus_above(x);
  float d = 0.0f, b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    const ff_t a = p[k];
    const float operands = fma_rn(abs(y.hi()), modulus, abs(a.hi()));
    d = fma_rn(d, x.hi(), y.hi());
    y = detail::multiply_add(y, x, a);
    b = fma_rn(b, modulus, greatest(operands, detail::least_of_pairs));
  }
  return {y, d, detail::error_above(detail::real_step, b, n, isfinite(y))};
}

/// Evaluates at a complex argument, in 48 flops and 4 for the bound, which is 40 u^2 times that sum.
template <class P>
FF_HD_LARGE constexpr bounded<complex> horner(const P& p, int n, complex x) {
  complex y = ff_t(p[n]);
  const float modulus = detail::modulus_above(x);
  float b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    const ff_t a = p[k];
    const float operands = fma_rn(detail::norm1(y.real().hi(), y.imag().hi()), modulus, abs(a.hi()));
    y = detail::multiply_add(y, x, a);
    b = fma_rn(b, modulus, greatest(operands, detail::least_of_pairs));
  }
  return {y, detail::error_above(detail::complex_step, b, n, detail::is_finite(y))};
}

/// Returns the heads' derivative in floats as well, for 8 flops more a step.
template <class P>
FF_HD_LARGE constexpr bounded_with_derivative<complex, complex_float> horner_with_derivative(const P& p,
                                                                                             int n,
                                                                                             complex x) {
  complex y = ff_t(p[n]);
  complex_float d{0.0f, 0.0f};
  const float modulus = detail::modulus_above(x);
  const complex_float head{x.real().hi(), x.imag().hi()};
  float b = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    const ff_t a = p[k];
    const complex_float y_head{y.real().hi(), y.imag().hi()};
    const float operands = fma_rn(detail::norm1(y_head.re, y_head.im), modulus, abs(a.hi()));
    d = detail::multiply_add(d, head, y_head).value;
    y = detail::multiply_add(y, x, a);
    b = fma_rn(b, modulus, greatest(operands, detail::least_of_pairs));
  }
  return {y, d, detail::error_above(detail::complex_step, b, n, detail::is_finite(y))};
}

}  // namespace polynomial
}  // namespace ff
