// Ehrlich and Aberth's iteration on all roots at once, in floats and then on float-floats, and Smith's disks.
//
// Each step takes one point and reads the others, so that all points of a sweep can be taken at the same
// time: by the lanes of a warp, or one after the other, with the same bits.
#pragma once

#include <ff/polynomial/scaled.hpp>

namespace ff {
namespace detail {

inline constexpr int float_sweeps = 40, pair_sweeps = 32;

/// a - b in floats: of pairs the heads' and the low words' differences.
FF_HD constexpr complex_float difference(complex_float a, complex_float b) {
  return {sub_rn(a.re, b.re), sub_rn(a.im, b.im)};
}
FF_HD constexpr complex_float difference(complex a, complex b) {
  return {add_rn(sub_rn(a.real().hi(), b.real().hi()), sub_rn(a.real().lo(), b.real().lo())),
          add_rn(sub_rn(a.imag().hi(), b.imag().hi()), sub_rn(a.imag().lo(), b.imag().lo()))};
}
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

/// The sum of 1/(z_i - z_j) over all other points.  Points that coincide with z_i repel it a little, each of
/// two to its own side.
template <class Z>
FF_HD constexpr complex_float reciprocal_differences(const Z* z, int n, int i) {
  complex_float sum{0.0f, 0.0f};
  const complex_float here = heads(z[i]);
  for (int j = 0; j < n; ++j) {
    complex_float d = difference(z[i], z[j]);
    if (j != i && equal(norm1(d.re, d.im), 0.0f))
      d = times(complex_float{here.im, here.re}, i < j ? 0x1p-20f : -0x1p-20f);
    const complex_float r = reciprocal(d);
    sum = {add_rn(sum.re, r.re), add_rn(sum.im, r.im)};
  }
  return sum;
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

/// z_i - p / (p' - p sum_j 1/(z_i - z_j)) in z = z_i.  The last step is one from a point where the value is
/// rounding error, of which the bound is seldom less than 16 times, or one that is less than `enough` of
/// |z_i|.
template <class Z, class P>
FF_HD constexpr stepped<Z> aberth_step(const P& p, const Z* z, int i, float enough) {
  const complex_float here = heads(z[i]);
  const int s = scale_of(here);
  const auto at = value_at(p, z[i], s);
  const complex_float sum = times(reciprocal_differences(z, p.degree, i), power_of_two(s));
  return corrected(z[i], heads(at.value), at.derivative, sum, mul_rn(0x1p-4f, at.error),
                   mul_rn(enough, norm1(here.re, here.im)), s);
}

// When the next step would not pay: in floats the error falls as the cube, and on pairs, with a slope in
// floats, to about 2^-20 of the one before.
inline constexpr float float_enough = 0x1p-12f, pair_enough = 0x1p-21f;

/// Sweeps over all points that may still step; each reads the points of the sweep before.
template <int N, class Z, class P>
FF_HD constexpr void iterate(const P& p, Z* z, int sweeps, float enough) {
  Z next[static_cast<size_t>(N)] = {};
  bool done[static_cast<size_t>(N)] = {};
  for (int left = p.degree; sweeps > 0 && left > 0; --sweeps) {
    for (int i = 0; i < p.degree; ++i) {
      if (done[i]) continue;
      const stepped<Z> step = aberth_step(p, z, i, enough);
      next[i] = step.point;
      done[i] = step.last;
      left -= step.last ? 1 : 0;
    }
    for (int i = 0; i < p.degree; ++i) z[i] = next[i];
  }
}

// ---------------------------------------------------------------- distances

/// The squared distance of two points as square 4^exponent, 1 <= square < 8, within 6 u; square is 0 where
/// the points are closer than 2^-126.
struct squared_distance {
  float square;
  int exponent;
};
FF_HD constexpr squared_distance distance(complex z, complex w) {
  const float re = (z.real() - w.real()).hi(), im = (z.imag() - w.imag()).hi();
  const float m = greatest_unsigned(abs(re), abs(im));
  if (!between(m, 0x1p-126f, infinity)) return {is_finite(m) ? 0.0f : infinity, 0};
  const int e = min_int(static_cast<int>(to_bits(m) >> 23) - 127, 126);
  const float f = power_of_two(-e), a = mul_rn(re, f), b = mul_rn(im, f);
  return {fma_rn(a, a, mul_rn(b, b)), e};
}

/// x 2^n for x >= 0, not below it.
FF_HD constexpr float scaled_up(float x, int n) {
  const float r = scaled(ff_t(x), n).hi();
  return equal(x, 0.0f) ? 0.0f : greatest(r, 0x1p-126f);
}

// ---------------------------------------------------------------- disks by Rouche's theorem

/// What all other points say of the disk about one: the sum S of |w_j| / |z_i - z_j|, w_j = p(z_j) / (a_n
/// product of (z_j - z_k)), and the least distance.  For the distances stand the greater components of
/// difference() or of exact differences.
struct attraction {
  float sum = 0.0f, nearest = 0x1p120f;

  FF_HD constexpr void take(complex_float difference, float weight) {
    const float d = greatest_unsigned(abs(difference.re), abs(difference.im));
    nearest = least(nearest, d);
    sum = fma_rn(weight, rcp_rn(least(greatest(d, 0x1p-120f), 0x1p120f)), sum);
  }

  /// True if every difference so far had a relative error below 2^-20.
  FF_HD constexpr bool tells(complex z) const {
    return !less(nearest, mul_rn(0x1p-20f, norm1(z.real().hi(), z.imag().hi())));
  }

  /// |w_i| / (1 - 2 S), rounded up: a disk of this radius holds one root, and meets no other such disk.
  /// Infinite where that is not proved.
  FF_HD constexpr float radius(float weight) const {
    const float twice = mul_rn(2.25f, sum);
    if (!less(twice, 0.5f)) return infinity;
    const float r = mul_rn(div_rn(weight, sub_rn(1.0f, twice)), 0x1.00004p0f);
    const bool apart = less(0x1p-120f, nearest) && less(mul_rn(2.0f, r), mul_rn(0x1.ffffp-1f, nearest));
    return apart ? r : infinity;
  }
};

// ---------------------------------------------------------------- Smith's disks

/// The product of |z_i - z_j| over all other points as sqrt(square) 2^exponent; not `apart` where two points
/// coincide, or are closer than 2^-126.  The square of each factor is within 7 u, its rounding here included.
struct distance_product {
  float square;
  int exponent;
  bool apart;
};
FF_HD constexpr distance_product product_of_distances(const complex* z, int n, int i) {
  distance_product all{1.0f, 0, true};
  for (int j = 0; j < n; ++j) {
    if (j == i) continue;
    const squared_distance d = distance(z[i], z[j]);
    all.apart = all.apart && is_finite(d.square) && less(0.0f, d.square);
    all.square = mul_rn(all.square, d.square);
    all.exponent += d.exponent;
    if (less(0x1p64f, all.square)) {
      all.square = mul_rn(all.square, 0x1p-64f);
      all.exponent += 32;
    }
  }
  return all;
}

/// n |p(z_i)| / |a_n product of (z_i - z_j)|, rounded up: with these radii the disks about n points hold all
/// roots, and every connected component of their union as many as it has disks.  Smith, Error bounds for
/// zeros of a polynomial based upon Gerschgorin's theorems, 1970.  Infinite where two points coincide, or z_i
/// is out of range.  Proved with its roundings in docs/proofs/polynomial.md.
template <class P>
FF_HD constexpr float smith_radius(const P& p, const complex* z, int i) {
  const complex_float here = heads(z[i]);
  const int n = p.degree, s = scale_of(here);
  const coefficients_at<ff_t, P> coefficients(p, s);
  const auto at = polynomial::horner(coefficients, n, times(z[i], power_of_two(-s)));
  const float value = add_toward<toward::up>(modulus_above(at.value), at.error);
  const distance_product apart = product_of_distances(z, n, i);
  if (!in_range(here) || !apart.apart || !is_finite(value)) return infinity;
  const float leading = abs(p.significand[p.first + n].hi());
  const float quotient = div_rn(mul_rn(static_cast<float>(n), value), mul_rn(leading, sqrt_rn(apart.square)));
  return scaled_up(mul_rn(quotient, 0x1.0004p0f), coefficients.m() - p.exponent_at(n, 0) - apart.exponent);
}

}  // namespace detail
}  // namespace ff
