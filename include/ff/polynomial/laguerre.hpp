// Laguerre's method with deflation: one root after the other, each divided out before the next.
//
// S. Lahabar's thesis of 2010 intersects rays with bicubic patches by it, in double.  Nothing is proved of
// what it finds; roots<Degree> proves.
#pragma once

#include <ff/polynomial/scaled.hpp>

namespace ff {
namespace polynomial {

/// Approximations of all finite roots, in the order in which they were found.
template <int Degree>
struct laguerre_roots {
  complex root[static_cast<size_t>(Degree)];
  int roots;  ///< how many: the degree without vanishing leading coefficients; -1 for the zero polynomial
  int steps;  ///< of all roots together
  bool converged;  ///< false where a root needed more than `most_steps`, or a coefficient is not finite
};

}  // namespace polynomial

namespace detail {

inline constexpr int most_steps = 80;

/// z 2^-e with a greater component of 1 to 2, and e; zero stays, with e = 0.
struct scaled_complex {
  complex significand;
  int exponent;

  FF_HD constexpr explicit scaled_complex(complex z)
      : significand(z), exponent(is_zero(z) || !is_finite(z) ? 0 : exponent_of(z)) {
    significand = ldexp(z, -exponent);
  }
};

/// A step of Laguerre's method: n p / (p' +- sqrt((n - 1) ((n - 1) p'^2 - n p p''))), the sign that which
/// makes the denominator the greater.  p, p' and p'' enter by significand and exponent, for their products
/// would leave the range; `half` is p''/2.  Not finite where the denominator vanishes.
FF_HD_LARGE constexpr complex laguerre_correction(complex value, complex slope, complex half, int n) {
  const scaled_complex p(value), p2(half);
  const int slope_exponent = scaled_complex(slope).exponent, even = p.exponent + p2.exponent + 1;
  const int bent = even >= 0 ? even / 2 : -(-even / 2);
  const int e = is_zero(slope) ? bent : is_zero(half) ? slope_exponent : max_int(slope_exponent, bent);
  const complex p1 = ldexp(slope, -e), bend = ldexp(p2.significand, p.exponent + p2.exponent - 2 * e);
  const float degree = static_cast<float>(n), less_one = static_cast<float>(n - 1);
  const complex square = p1 * p1 * ff_t(less_one) - p.significand * bend * ff_t(mul_rn(2.0f, degree));
  const complex root = sqrt(square * ff_t(less_one));
  const complex plus = p1 + root, minus = p1 - root;
  const complex denominator = less(norm(plus), norm(minus)) ? minus : plus;
  return ldexp(p.significand * ff_t(degree) / denominator, p.exponent - e);
}

FF_HD constexpr float length_of(complex z) { return norm1(z.real().hi(), z.imag().hi()); }

/// One root of c_n x^n + ... + c_0, from z on; `steps` counts.  Every tenth step is shortened, which ends
/// cycles; from where values overflow z comes nearer to 0.
FF_HD_LARGE constexpr bool laguerre_root(const complex* c, int n, complex& z, int& steps) {
  for (int step = 1; step <= most_steps; ++step, ++steps) {
    complex p = c[n], slope = complex(0.0f), half = complex(0.0f);
    const float size = length_of(z);
    float noise = length_of(p);
    for (int k = n - 1; k >= 0; --k) {
      half = half * z + slope;
      slope = slope * z + p;
      p = p * z + c[k];
      noise = fma_rn(noise, size, length_of(p));
    }
    if (!is_finite(noise)) {
      z = ldexp(z, -2);
      continue;
    }
    if (!less(mul_rn(noise, 0x1p-47f), length_of(p))) return true;
    complex correction = laguerre_correction(p, slope, half, n);
    if (!is_finite(correction)) correction = complex(add_rn(1.0f, size), static_cast<float>(step));
    if (step % 10 == 0) correction = correction * ff_t(0x1.8p-1f);
    const complex next = z - correction;
    if (next == z) return true;
    z = next;
    if (less(length_of(correction), mul_rn(0x1p-45f, size))) return true;
  }
  return false;
}

}  // namespace detail

namespace polynomial {

/// The roots of the sum of coefficients[k] x^k, k = 0 ... Degree, by Laguerre's method from 0 on and
/// deflation. The coefficients are floats or float-floats; values and derivatives at the iterates must not
/// overflow, which roots about 1 in modulus ensure after the scaling that is done here.
template <int Degree, class P>
FF_HD_LARGE constexpr laguerre_roots<Degree> laguerre(const P& coefficients) {
  using namespace detail;
  scaled_polynomial<Degree> p{};
  for (int k = 0; k <= Degree; ++k) p.take(k, coefficients[k]);
  p.finish();
  laguerre_roots<Degree> r{};
  r.converged = p.all_finite;
  r.roots = p.degree < 0 ? -1 : p.first + p.degree;
  if (!p.all_finite || p.degree < 0) return r;
  for (int i = 0; i < p.first; ++i) r.root[i] = complex(0.0f);

  complex c[static_cast<size_t>(Degree) + 1] = {};
  const coefficients_at<ff_t, scaled_polynomial<Degree>> scaled_coefficients(p, 0);
  for (int k = 0; k <= p.degree; ++k) c[k] = complex(scaled_coefficients[k]);
  for (int n = p.degree; n > 0; --n) {
    complex z(0.0f);
    r.converged = laguerre_root(c, n, z, r.steps) && r.converged;
    r.root[p.first + p.degree - n] = ldexp(z, p.shift);
    complex quotient = c[n];
    for (int k = n - 1; k >= 0; --k) {
      const complex next = c[k] + quotient * z;
      c[k] = quotient;
      quotient = next;
    }
  }
  return r;
}

}  // namespace polynomial
}  // namespace ff
