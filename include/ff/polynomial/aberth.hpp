// Ehrlich and Aberth's iteration on all roots at once, in floats and then on float-floats.
//
// Each step takes one point and reads the others, so that all points of a sweep can be taken at the same
// time: by the lanes of a warp, or one after the other, with the same bits.
#pragma once

#include <ff/polynomial/certificate.hpp>

namespace ff {
namespace detail {

inline constexpr int float_sweeps = 40, pair_sweeps = 32, careful_sweeps = 12;

FF_HD constexpr complex_float moved(complex_float z, complex_float step) { return difference(z, step); }
FF_HD constexpr complex moved(complex z, complex_float step) {
  return {z.real() - step.re, z.imag() - step.im};
}

/// conj(z) / |z|^2; zero for zero.
FF_HD constexpr complex_float reciprocal(complex_float z) {
  const float square = fma_rn(z.re, z.re, mul_rn(z.im, z.im));
  const float r = rcp_rn(least(greatest(square, 0x1p-120f), 0x1p120f));
  return {mul_rn(z.re, r), neg(mul_rn(z.im, r))};
}

/// d times f, its components at most 2^60: the reciprocal of more adds nothing to that of distances about 1.
FF_HD constexpr complex_float scaled_difference(complex_float d, float f) {
  return {limited(mul_rn(d.re, f), 0x1p60f), limited(mul_rn(d.im, f), 0x1p60f)};
}

/// The sum of 1/(z_i - z_j) over all other points, times 2^s.  Points that coincide with z_i repel it a
/// little, each of two to its own side.  Differences of graded points are scaled first, because their squares
/// may be out of range.
template <class Z>
FF_HD constexpr complex_float reciprocal_differences(const Z* z, int n, int i, int s, bool graded) {
  complex_float sum{0.0f, 0.0f};
  const complex_float here = heads(z[i]);
  const float f = power_of_two(-s);
  for (int j = 0; j < n; ++j) {
    complex_float d = difference(z[i], z[j]);
    if (j != i && equal(norm1(d.re, d.im), 0.0f))
      d = times(complex_float{here.im, here.re}, i < j ? 0x1p-20f : -0x1p-20f);
    const complex_float r = reciprocal(graded ? scaled_difference(d, f) : d);
    sum = {add_rn(sum.re, r.re), add_rn(sum.im, r.im)};
  }
  return graded ? sum : times(sum, power_of_two(s));
}

/// p at 2^-s z, in floats for a point of floats.
template <class P>
FF_HD constexpr auto value_at(const P& p, complex_float z, int s) {
  return polynomial::horner(coefficients_at<float, P>(p, s), p.degree, times(z, power_of_two(-s)));
}
template <class P>
FF_HD constexpr auto value_at(const P& p, complex z, int s) {
  return polynomial::horner_with_derivative(coefficients_at<ff_t, P>(p, s), p.degree,
                                            times(z, power_of_two(-s)));
}

/// A point after a step, and whether the next would not pay.
template <class Z>
struct stepped {
  Z point;
  bool last;
};

/// z - value / (slope - value sum) times 2^s, the sum and the slope those of 2^-s z.  A step that is not
/// finite, or leaves the range, is not taken; the last one is one from a value below the noise, or shorter
/// than `enough`.
template <class Z>
FF_HD constexpr stepped<Z> corrected(Z z, complex_float value, complex_float derivative, complex_float sum,
                                     float noise, float enough, int s = 0) {
  const complex_float slope = multiply_add({neg(value.re), neg(value.im)}, sum, derivative).value;
  const complex_float step =
      times(multiply_add(value, reciprocal(slope), {0.0f, 0.0f}).value, power_of_two(s));
  const Z next = moved(z, step);
  const float length = norm1(step.re, step.im);
  const bool takes = is_finite(length) && in_range(heads(next));
  return {takes ? next : z, !less(noise, norm1(value.re, value.im)) || less(length, enough)};
}

// ---------------------------------------------------------------- all other points

/// 2^s times the sum of 1/(z_i - z_j), and 4^-s times the square of the least |z_i - z_j|.
template <class Sum>
struct reciprocals {
  Sum sum;
  float nearest;
};

/// In floats; the sum of reciprocal_differences() where points coincide.
template <class Z>
FF_HD constexpr reciprocals<complex_float> sum_of_reciprocals(const Z* z, int n, int i, int s, bool graded) {
  complex_float sum{0.0f, 0.0f};
  float nearest = infinity;
  const float f = power_of_two(-s);
  const auto add = [&](complex_float d) {
    const float square = fma_rn(d.re, d.re, mul_rn(d.im, d.im));
    const float r = rcp_rn(least(greatest(square, 0x1p-120f), 0x1p120f));
    nearest = least(nearest, square);
    sum = {fma_rn(d.re, r, sum.re), fma_rn(neg(d.im), r, sum.im)};
  };
  if (graded) {
    for_each_other<quick_difference>(z, n, i, [&](complex_float d, int) { add(scaled_difference(d, f)); });
  } else {
    for_each_other<quick_difference>(z, n, i, [&](complex_float d, int) { add(d); });
  }
  if (!less(0.0f, nearest)) return {reciprocal_differences(z, n, i, s, graded), nearest};
  return graded ? reciprocals<complex_float>{sum, nearest}
                : reciprocals<complex_float>{times(sum, power_of_two(s)), mul_rn(mul_rn(nearest, f), f)};
}

/// In pairs; sum_of_reciprocals() where a distance is out of range.
FF_HD constexpr reciprocals<complex> pair_sum_of_reciprocals(const complex* z, int n, int i, int s,
                                                             bool graded) {
  complex sum(0.0f);
  float nearest = infinity, farthest = 0.0f;
  for (int j = 0; j < n; ++j) {
    if (j == i) continue;
    const complex d = z[i] - z[j];
    const ff_t square = d.real() * d.real() + d.imag() * d.imag(), r = 1.0f / square;
    nearest = least(nearest, square.hi());
    farthest = greatest(farthest, square.hi());
    sum = {sum.real() + d.real() * r, sum.imag() - d.imag() * r};
  }
  const float f = power_of_two(-s);
  if (!graded && !less(nearest, 0x1p-100f) && less(farthest, 0x1p60f))
    return {times(sum, power_of_two(s)), mul_rn(mul_rn(nearest, f), f)};
  const auto plain = sum_of_reciprocals(z, n, i, s, graded);
  return {{plain.sum.re, plain.sum.im}, plain.nearest};
}

/// z - value / slope 2^s, with slopes and distances in units of the point's scale 2^s.  In floats it is also
/// the last where the estimate of the error exceeds the value.  A short step says nothing where Newton's
/// would be long, as a neighbour is in the way, nor where a neighbour is as close: two points may have found
/// one root.
template <class Z>
FF_HD constexpr stepped<Z> lonely_step(Z z, complex_float value, complex_float derivative,
                                       complex_float slope, float nearest, float noise, float enough, int s) {
  const complex_float here = times(heads(z), power_of_two(-s));
  const float short_step = mul_rn(enough, norm1(here.re, here.im));
  const float newton = mul_rn(mul_rn(4.0f, short_step), norm1(derivative.re, derivative.im));
  const bool alone = !less(sqrt_rn(nearest), mul_rn(4.0f, short_step));
  const bool counts = alone && less(norm1(value.re, value.im), newton);
  const float near_in_z = mul_rn(short_step, power_of_two(s));
  return corrected(z, value, slope, {0.0f, 0.0f}, noise, counts ? near_in_z : 0.0f, s);
}

/// z_i - p / (p' - p sum_j 1/(z_i - z_j)) in z = z_i.  The last step is one from a point where the value is
/// rounding error, of which the bound is seldom less than 16 times, or one that is less than `enough` of
/// |z_i|.
template <class Z, class P>
FF_HD constexpr stepped<Z> aberth_step(const P& p, const Z* z, int i, float enough) {
  const complex_float here = heads(z[i]);
  const int s = scale_of(here);
  const auto at = value_at(p, z[i], s);
  const complex_float sum = reciprocal_differences(z, p.degree, i, s, p.graded);
  return corrected(z[i], heads(at.value), at.derivative, sum, mul_rn(0x1p-4f, at.error),
                   mul_rn(enough, norm1(here.re, here.im)), s);
}

/// This step is for ill-conditioned roots.  The slope and the sum are pairs, because floats leave nothing of
/// a slope that is small beside its terms.
template <class P>
FF_HD_OUT_OF_LINE constexpr stepped<complex> careful_aberth_step(const P& p, const complex* z, int i,
                                                                 float enough) {
  const int s = scale_of(heads(z[i]));
  const complex t = times(z[i], power_of_two(-s));
  const coefficients_at<ff_t, P> coefficients(p, s);
  const auto at = polynomial::horner(coefficients, p.degree, t);
  complex y = ff_t(coefficients[p.degree]), derivative(0.0f);
  for (int k = p.degree - 1; k >= 0; --k) {
    derivative = derivative * t + y;
    y = multiply_add(y, t, coefficients[k]);
  }
  const auto others = pair_sum_of_reciprocals(z, p.degree, i, s, p.graded);
  const complex slope = derivative - at.value * others.sum;
  return lonely_step(z[i], heads(at.value), heads(derivative), heads(slope), others.nearest,
                     mul_rn(0x1p-4f, at.error), enough, s);
}

// When the next step would not pay: in floats the error falls as the cube, and on pairs, with a slope in
// floats, to about 2^-20 of the one before.
inline constexpr float float_enough = 0x1p-12f, pair_enough = 0x1p-21f, careful_enough = 0x1p-30f;

/// Names which step is taken.
struct plain_aberth {
  template <class Z, class P>
  FF_HD static constexpr stepped<Z> of(const P& p, const Z* z, int i, float enough) {
    return aberth_step(p, z, i, enough);
  }
};
struct careful_aberth {
  template <class P>
  FF_HD static constexpr stepped<complex> of(const P& p, const complex* z, int i, float enough) {
    return careful_aberth_step(p, z, i, enough);
  }
};

/// Sweeps over all points that may still step; each reads the points of the sweep before.  Returns the number
/// of steps.
template <int Degree, class Step, class Z, class P>
FF_HD constexpr int iterate(const P& p, Z* z, int sweeps, float enough) {
  Z next[static_cast<size_t>(Degree)] = {};
  bool done[static_cast<size_t>(Degree)] = {};
  int steps = 0;
  for (int left = p.degree; sweeps > 0 && left > 0; --sweeps) {
    steps += left;
    for (int i = 0; i < p.degree; ++i) {
      if (done[i]) continue;
      const stepped<Z> step = Step::of(p, z, i, enough);
      next[i] = step.point;
      done[i] = step.last;
      left -= step.last ? 1 : 0;
    }
    for (int i = 0; i < p.degree; ++i) z[i] = next[i];
  }
  return steps;
}

}  // namespace detail
}  // namespace ff
