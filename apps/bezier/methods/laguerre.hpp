// Laguerre's method with deflation for real coefficients, in float, double and float-float alike.
//
// ff::polynomial::laguerre works in float-float alone and divides out one complex root at a time.  Here the
// arithmetic is a parameter, so that the three can be compared, and of a polynomial with real coefficients
// a pair of conjugate roots is divided out at once, which halves the work.
#pragma once

#include "resultant.hpp"

namespace bezier {

/// re + i im.
template <class T>
struct complex_number {
  T re, im;
};

template <class T>
struct complex_arithmetic {
  using n = ff::detail::number<T>;
  using z = complex_number<T>;

  FF_HD static float head(T x) { return ff::abs(n::to_float(x)); }
  FF_HD static float length(const z& x) { return ff::add_rn(head(x.re), head(x.im)); }
  FF_HD static z add(const z& x, const z& y) { return {n::add(x.re, y.re), n::add(x.im, y.im)}; }
  FF_HD static z sub(const z& x, const z& y) { return {n::sub(x.re, y.re), n::sub(x.im, y.im)}; }
  FF_HD static z scale(const z& x, T s) { return {n::mul(x.re, s), n::mul(x.im, s)}; }
  /// x y + c.
  FF_HD static z fma(const z& x, const z& y, const z& c) {
    return {n::fma(x.re, y.re, n::fma(n::negative(x.im), y.im, c.re)),
            n::fma(x.re, y.im, n::fma(x.im, y.re, c.im))};
  }
  FF_HD static z mul(const z& x, const z& y) {
    return {n::fma(x.re, y.re, n::negative(n::mul(x.im, y.im))), n::fma(x.re, y.im, n::mul(x.im, y.re))};
  }
  FF_HD static T square_length(const z& x) { return n::fma(x.re, x.re, n::mul(x.im, x.im)); }
  /// For |y| of about 1.
  FF_HD static z div(const z& x, const z& y) {
    const T d = square_length(y);
    const z p = mul(x, {y.re, n::negative(y.im)});
    return {n::div(p.re, d), n::div(p.im, d)};
  }

  FF_HD static float root(float x) { return ff::sqrt_rn(x); }
  FF_HD static double root(double x) { return ff::detail::run_sqrt(x); }
  FF_HD static ff::ff_t root(ff::ff_t x) { return ff::sqrt(x); }
  /// The root with a real part that is not negative, for |x| far from the ends of the range.
  FF_HD_LARGE static z sqrt(const z& x) {
    const T half = n::of(0.5f), zero = n::of(0.0f);
    const T length = root(square_length(x));
    const bool left = ff::less(n::to_float(x.re), 0.0f);
    const T sum = left ? n::sub(length, x.re) : n::add(length, x.re);
    if (!ff::less(0.0f, n::to_float(sum))) return {zero, zero};
    const T s = root(n::mul(half, sum)), other = n::div(n::mul(half, x.im), s);
    if (!left) return {s, other};
    return ff::less(n::to_float(x.im), 0.0f) ? z{n::negative(other), n::negative(s)} : z{other, s};
  }
};

/// Four unit roundoffs: what a step of Horner's rule errs by, relative to what it adds up to.
template <class T>
inline constexpr float horner_error = 0x1p-22f;
template <>
inline constexpr float horner_error<double> = 0x1p-51f;
template <>
inline constexpr float horner_error<ff::ff_t> = 0x1p-46f;

/// A step errs by at least this times horner_error: what of a word is below the least float is lost, and of
/// float-float the low word.  Kajiya's polynomials can have such leading coefficients.
template <class T>
inline constexpr float horner_floor = 0x1p-125f;
template <>
inline constexpr float horner_floor<double> = 0.0f;
template <>
inline constexpr float horner_floor<ff::ff_t> = 0x1p-101f;

inline constexpr int most_laguerre_steps = 40;

/// n p / (p' +- sqrt((n - 1) ((n - 1) p'^2 - n p p''))), the sign that which makes the denominator the
/// greater; `half` is p''/2.  All is scaled by a power of two that brings the denominator to about 1: its
/// square would leave the range.  Not finite where p' and p'' vanish.
template <class T>
FF_HD_LARGE complex_number<T> laguerre_correction(const complex_number<T>& p, const complex_number<T>& slope,
                                                  const complex_number<T>& half, int degree) {
  using z = complex_arithmetic<T>;
  using n = ff::detail::number<T>;
  const float bend = ff::mul_rn(ff::sqrt_rn(z::length(p)), ff::sqrt_rn(z::length(half)));
  const T s = n::of(to_unit(ff::greatest(z::length(slope), bend)));
  const complex_number<T> p1 = z::scale(slope, s), value = z::scale(p, s), h = z::scale(half, s);
  const float all = static_cast<float>(degree), less_one = static_cast<float>(degree - 1);
  const complex_number<T> square =
      z::sub(z::scale(z::mul(p1, p1), n::of(ff::mul_rn(less_one, less_one))),
             z::scale(z::mul(value, h), n::of(ff::mul_rn(2.0f, ff::mul_rn(all, less_one)))));
  const complex_number<T> root = z::sqrt(square), plus = z::add(p1, root), minus = z::sub(p1, root);
  const bool takes_minus = ff::less(z::length(plus), z::length(minus));
  return z::div(z::scale(value, n::of(all)), takes_minus ? minus : plus);
}

/// One root of the sum of c[stride k] x^k, k = 0 ... degree, from x on; false where the steps do not
/// end.  A stride of -1 is the reversed polynomial.  It ends where |p| is below the bound of its rounding
/// errors.
template <class T>
FF_HD_OUT_OF_LINE bool find_root(const T* c, std::ptrdiff_t stride, int degree, complex_number<T>& x) {
  using z = complex_arithmetic<T>;
  using n = ff::detail::number<T>;
  const T zero = n::of(0.0f);
  for (int step = 1; step <= most_laguerre_steps; ++step) {
    complex_number<T> p{c[stride * degree], zero}, slope{zero, zero}, half{zero, zero};
    const float size = z::length(x);
    float noise = z::head(p.re);
    for (int k = degree - 1; k >= 0; --k) {
      half = z::fma(half, x, slope);
      slope = z::fma(slope, x, p);
      p = z::fma(p, x, {c[stride * k], zero});
      noise = ff::fma_rn(noise, size, ff::add_rn(z::length(p), horner_floor<T>));
    }
    if (!ff::less(noise, ff::detail::infinity)) {
      x = z::scale(x, n::of(0.25f));
      continue;
    }
    if (!ff::less(ff::mul_rn(noise, horner_error<T>), z::length(p))) return true;
    complex_number<T> correction = laguerre_correction(p, slope, half, degree);
    if (!ff::less(z::length(correction), ff::detail::infinity))
      correction = {n::of(ff::add_rn(1.0f, size)), n::of(static_cast<float>(step))};
    if (step % 10 == 0) correction = z::scale(correction, n::of(0.75f));  // ends cycles
    x = z::sub(x, correction);
    if (ff::less(z::length(correction), ff::mul_rn(horner_error<T>, z::length(x)))) return true;
  }
  return false;
}

/// c divided by x - root; the remainder is dropped.
template <class T>
FF_HD_LARGE void divide_by_real_root(T* c, int degree, T root) {
  using n = ff::detail::number<T>;
  T quotient = c[degree];
  for (int k = degree - 1; k >= 0; --k) {
    const T next = n::fma(quotient, root, c[k]);
    c[k] = quotient;
    quotient = next;
  }
}

/// c divided by (x - root)(x - its conjugate).
template <class T>
FF_HD_LARGE void divide_by_conjugates(T* c, int degree, const complex_number<T>& root) {
  using n = ff::detail::number<T>;
  const T sum = n::mul(n::of(2.0f), root.re), minus = n::negative(complex_arithmetic<T>::square_length(root));
  T above = n::of(0.0f), quotient = c[degree];
  for (int k = degree - 1; k >= 1; --k) {
    const T next = n::fma(sum, quotient, n::fma(minus, above, c[k]));
    c[k] = quotient;  // now of x^(k - 1)
    above = quotient, quotient = next;
  }
  for (int k = 0; k + 2 <= degree; ++k) c[k] = c[k + 1];
}

}  // namespace bezier
