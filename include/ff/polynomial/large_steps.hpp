// The steps of large.hpp for one root each, on host and device with the same bits.
//
// Values carry an exponent of their own, which is adjusted between blocks of coefficients: x^(10^6) overflows
// even where x is near 1.  The disks come from Rouche's theorem, one by one (docs/proofs/polynomial.md).
#pragma once

#include <ff/polynomial/aberth.hpp>

namespace ff {
namespace detail {

/// The coefficients that have one exponent: 2^6 to the power of as many, times a few, does not overflow.
inline constexpr int block_length = 16;

/// Coefficient k is coefficient[k] 2^exponent[k / block_length], the greatest of each block from 1 to 2;
/// those above `degree` that fill the last block vanish.  What is below 2^-126 of its block's greatest
/// vanishes too. The leading one once more, with an exponent of its own.
struct large_polynomial {
  const ff_t* coefficient;
  const int* exponent;
  int blocks, degree;
  ff_t leading;
  int leading_exponent;
};

/// A value and a derivative times 2^exponent, the error of the value likewise.
template <class Z, class D = complex_float>
struct large_value {
  Z value;
  D derivative;
  float error;
  int exponent;
};

/// 2^n; 0 below 2^-126.
FF_HD constexpr float power_or_zero(int n) { return power_of_two(max_int(-127, min_int(n, 127))); }

/// floor(log2 m), m >= 0; -127 below 2^-126.
FF_HD constexpr int exponent_of(float m) { return static_cast<int>(to_bits(m) >> 23) - 127; }

// What a step may lose where coefficients, or the value beside them, vanish in the scale of a block, in units
// of complex_step.
inline constexpr float least_of_blocks = 0x1p-80f;

template <class Z, class D>
FF_HD constexpr large_value<Z, D> times(const large_value<Z, D>& v, float f) {
  return {times(v.value, f), times(v.derivative, f), mul_rn(v.error, f), v.exponent};
}

/// v times a power of two, so that its greatest part is 1 to 2, or the coefficients of a block with that
/// exponent are.  In two steps where the power is less than 2^-126: v itself may be up to 2^107.
template <class Z, class D>
FF_HD constexpr void rescale(large_value<Z, D>& v, int of_block) {
  const complex_float y = heads(v.value), slope = heads(v.derivative);
  const float size = greatest(norm1(y.re, y.im), norm1(slope.re, slope.im));
  const int next = max_int(v.exponent + exponent_of(greatest(size, v.error)), of_block);
  int power = v.exponent - next;
  if (power < -126) {
    v = times(v, 0x1p-120f);
    power += 120;
  }
  v = times(v, power_or_zero(power));
  v.error = add_rn(v.error, least_of_blocks);
  v.exponent = next;
}

/// y z + a, the derivative, and what it rounds: of floats nothing, an estimate is made for each block.
FF_HD constexpr void horner_step(large_value<complex_float>& v, complex_float z, float, ff_t a, float f) {
  v.derivative = multiply_add(v.derivative, z, v.value).value;
  v.value = multiply_add(v.value, z, {mul_rn(a.hi(), f), 0.0f}).value;
}
FF_HD constexpr complex_float next_derivative(complex_float d, complex z, complex value) {
  return multiply_add(d, heads(z), heads(value)).value;
}
FF_HD constexpr complex next_derivative(complex d, complex z, complex value) { return d * z + value; }
template <class D>
FF_HD constexpr void horner_step(large_value<complex, D>& v, complex z, float modulus, ff_t a, float f) {
  const ff_t scaled_a = from_words(mul_rn(a.hi(), f), mul_rn(a.lo(), f));
  const complex_float y = heads(v.value);
  const float operands = fma_rn(norm1(y.re, y.im), modulus, abs(scaled_a.hi()));
  v.derivative = next_derivative(v.derivative, z, v.value);
  v.value = multiply_add(v.value, z, scaled_a);
  v.error = fma_rn(v.error, modulus, greatest(operands, least_of_blocks));
}

/// What a block of floats rounds, in units of u: about that of its values, were all as great as the last.
FF_HD constexpr void end_of_steps(large_value<complex_float>& v, float to_the_length, int length) {
  const float rounded = mul_rn(static_cast<float>(length), norm1(v.value.re, v.value.im));
  v.error = fma_rn(v.error, to_the_length, rounded);
}
template <class D>
FF_HD constexpr void end_of_steps(large_value<complex, D>&, float, int) {}

FF_HD constexpr float large_error(const large_value<complex_float>& v, int) { return mul_rn(unit, v.error); }
template <class D>
FF_HD constexpr float large_error(const large_value<complex, D>& v, int n) {
  return error_above(complex_step, v.error, 2 * n, is_finite(v.value));
}

/// p(z) by Horner, its derivative in floats or D's pairs, and in pairs a bound of the value's error: the sums
/// of evaluate.hpp, with another exponent for each block, or each step where |z| is not from 2^-6 to 2^6.
template <class D = complex_float, class Z>
FF_HD constexpr large_value<Z, D> value_of(const large_polynomial& p, Z z) {
  const complex_float here = heads(z);
  const float unscaled = power_of_two(scale_of(here));
  const float modulus = mul_rn(modulus_above(times(z, power_of_two(-scale_of(here)))), unscaled);
  const bool near_one = between(modulus, 0x1p-6f, 0x1p6f);
  const int length = near_one ? block_length : 1;
  float power = modulus;  // to the length
  if (near_one) {
    for (int k = 1; k < block_length; k += k) power = mul_rn(power, power);
  }
  large_value<Z, D> v{Z{}, D{}, 0.0f, p.exponent[p.blocks - 1]};
  for (int of = p.blocks - 1; of >= 0; --of) {
    const int exponent = p.exponent[of];
    const ff_t* const a = p.coefficient + static_cast<size_t>(of) * block_length;
    for (int end = block_length; end > 0; end -= length) {
      rescale(v, exponent);
      const float f = power_or_zero(exponent - v.exponent);
      if (near_one) {
        ff_t own[block_length] = {};
        for (int k = 0; k < block_length; ++k) own[k] = a[k];
        for (int k = block_length - 1; k >= 0; --k) horner_step(v, z, modulus, own[k], f);
      } else {
        horner_step(v, z, modulus, a[end - 1], f);
      }
      end_of_steps(v, power, length);
    }
  }
  rescale(v, -(1 << 28));
  v.error = large_error(v, p.degree);
  if (!in_range(here)) v.error = infinity;
  return v;
}

// ---------------------------------------------------------------- all other points

/// z_i - z_j in floats, as difference(): but for 2 u of it off by at most 2 u^2 (|z_i| + |z_i - z_j|); or
/// within 2 u of each component.
struct quick_difference {
  template <class Z>
  FF_HD constexpr complex_float operator()(Z a, Z b) const {
    return difference(a, b);
  }
};
struct pair_difference {
  FF_HD constexpr complex_float operator()(complex a, complex b) const {
    return {(a.real() - b.real()).hi(), (a.imag() - b.imag()).hi()};
  }
};

/// visit(z_i - z_j, j) for all j but i, in order.  Several points are loaded before the first is used.
template <class Difference, class Z, class Visit>
FF_HD constexpr void for_each_other(const Z* z, int n, int i, Visit visit) {
  constexpr int chunk = 8;
  const Difference from{};
  const Z here = z[i];
  int j = 0;
  for (; j + chunk <= n; j += chunk) {
    Z others[chunk] = {};
    for (int k = 0; k < chunk; ++k) others[k] = z[j + k];
    if (i < j || i >= j + chunk) {
      for (int k = 0; k < chunk; ++k) visit(from(here, others[k]), j + k);
    } else {
      for (int k = 0; k < chunk; ++k)
        if (j + k != i) visit(from(here, others[k]), j + k);
    }
  }
  for (; j < n; ++j)
    if (j != i) visit(from(here, z[j]), j);
}

/// The sum of 1/(z_i - z_j), and the square of the least |z_i - z_j|.
template <class Sum>
struct reciprocals {
  Sum sum;
  float nearest;
};

/// In floats; the sum of reciprocal_differences() where points coincide.
template <class Z>
FF_HD constexpr reciprocals<complex_float> sum_of_reciprocals(const Z* z, int n, int i) {
  complex_float sum{0.0f, 0.0f};
  float nearest = infinity;
  for_each_other<quick_difference>(z, n, i, [&](complex_float d, int) {
    const float square = fma_rn(d.re, d.re, mul_rn(d.im, d.im));
    const float r = rcp_rn(least(greatest(square, 0x1p-120f), 0x1p120f));
    nearest = least(nearest, square);
    sum = {fma_rn(d.re, r, sum.re), fma_rn(neg(d.im), r, sum.im)};
  });
  return {less(0.0f, nearest) ? sum : reciprocal_differences(z, n, i), nearest};
}

/// In pairs; sum_of_reciprocals() where a distance is out of range.
FF_HD constexpr reciprocals<complex> pair_sum_of_reciprocals(const complex* z, int n, int i) {
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
  if (!less(nearest, 0x1p-100f) && less(farthest, 0x1p60f)) return {sum, nearest};
  const auto plain = sum_of_reciprocals(z, n, i);
  return {{plain.sum.re, plain.sum.im}, plain.nearest};
}

/// z - value / slope.  In floats it is also the last where the estimate of the error exceeds the value.  A
/// short step says nothing where Newton's would be long, as a neighbour is in the way, nor where a neighbour
/// is as close: two points may have found one root.
template <class Z>
FF_HD constexpr stepped<Z> large_step(Z z, const large_value<complex_float>& at, complex_float slope,
                                      float nearest, float noise, float enough) {
  const complex_float here = heads(z);
  const float short_step = mul_rn(enough, norm1(here.re, here.im));
  const float newton = mul_rn(mul_rn(4.0f, short_step), norm1(at.derivative.re, at.derivative.im));
  const bool alone = !less(sqrt_rn(nearest), mul_rn(4.0f, short_step));
  const bool counts = alone && less(norm1(at.value.re, at.value.im), newton);
  return corrected(z, at.value, slope, {0.0f, 0.0f}, noise, counts ? short_step : 0.0f);
}

/// Aberth's step of root i, as aberth_step().
struct quick_step {
  template <class Z>
  FF_HD static constexpr stepped<Z> of(const large_polynomial& p, const Z* z, int i, float enough) {
    const large_value<Z> at = value_of(p, z[i]);
    const complex_float value = heads(at.value);
    const auto others = sum_of_reciprocals(z, p.degree, i);
    const complex_float slope = multiply_add({neg(value.re), neg(value.im)}, others.sum, at.derivative).value;
    return large_step(z[i], {value, at.derivative, 0.0f, 0}, slope, others.nearest,
                      mul_rn(is_same<Z, complex> ? 0x1p-4f : 1.0f, at.error), enough);
  }
};

/// The same for a point that wanders.  Far from its root p'/p and the sum are about n/|z|, and of their
/// difference, which is 1/(z_i - the root) once all others have arrived, floats leave nothing.
struct careful_step {
  FF_HD static constexpr stepped<complex> of(const large_polynomial& p, const complex* z, int i,
                                             float enough) {
    const large_value<complex, complex> at = value_of<complex>(p, z[i]);
    const auto others = pair_sum_of_reciprocals(z, p.degree, i);
    const complex slope = at.derivative - at.value * others.sum;
    return large_step(z[i], {heads(at.value), heads(at.derivative), 0.0f, 0}, heads(slope), others.nearest,
                      mul_rn(0x1p-4f, at.error), enough);
  }
};

// ---------------------------------------------------------------- disks

/// product_of_distances() for points that are not close: the square of each factor is within 10 u.  A
/// factor's exponent is taken out of the product at once.
FF_HD constexpr distance_product quick_product_of_distances(const complex* z, int n, int i) {
  distance_product all{1.0f, 0, true};
  float nearest = 0x1p120f, farthest = 0.0f;
  for_each_other<quick_difference>(z, n, i, [&](complex_float d, int) {
    const float square = fma_rn(d.re, d.re, mul_rn(d.im, d.im));
    nearest = least(nearest, square);
    farthest = greatest(farthest, square);
    const float product = mul_rn(all.square, square);
    all.exponent += exponent_of(product);
    all.square = from_bits((to_bits(product) & 0x7fffffu) | 0x3f800000u);
  });
  const complex_float here = heads(z[i]);
  const float modulus = norm1(here.re, here.im);
  const float close = greatest(mul_rn(mul_rn(modulus, 0x1p-21f), mul_rn(modulus, 0x1p-21f)), 0x1p-100f);
  if (less(nearest, close) || !less(farthest, 0x1p120f)) return product_of_distances(z, n, i);
  if (all.exponent % 2 != 0) all = {mul_rn(2.0f, all.square), all.exponent - 1, true};
  all.exponent /= 2;
  return all;
}

/// At least |w_i|, w_i = p(z_i) / (a_n product of (z_i - z_j)): within 4 n u of what the bound of the value
/// gives.  Infinite where two points coincide.
FF_HD constexpr float weight_above(const large_polynomial& p, const complex* z, int i) {
  const large_value<complex> at = value_of(p, z[i]);
  const float value = add_toward<toward::up>(modulus_above(at.value), at.error);
  const distance_product apart = quick_product_of_distances(z, p.degree, i);
  if (!apart.apart || !is_finite(value)) return infinity;
  const float quotient = div_rn(value, mul_rn(abs(p.leading.hi()), sqrt_rn(apart.square)));
  const float rounding = fma_rn(static_cast<float>(p.degree), 0x1p-21f, 0x1.0004p0f);
  return scaled_up(mul_rn(quotient, rounding), at.exponent - p.leading_exponent - apart.exponent);
}

template <class Difference>
FF_HD constexpr attraction attraction_of(const complex* z, const float* weight, int n, int i) {
  attraction all;
  for_each_other<Difference>(z, n, i, [&](complex_float d, int j) { all.take(d, weight[j]); });
  return all;
}

/// The radius of a disk about z_i that holds one root, and meets no other such disk; infinite where that is
/// not proved.
FF_HD constexpr float separate_radius(const complex* z, const float* weight, int n, int i) {
  const attraction quick = attraction_of<quick_difference>(z, weight, n, i);
  if (quick.tells(z[i])) return quick.radius(weight[i]);
  return attraction_of<pair_difference>(z, weight, n, i).radius(weight[i]);
}

/// A disk about z_i that holds as many roots as points, and meets no disk of a single one without holding it;
/// infinite radius and no roots where none was found.
struct large_cluster {
  float radius;
  int count;
};
inline constexpr int cluster_trials = 8;

/// The distance, within 8 u of it; 0 where it is less than 2^-126.
FF_HD constexpr float plain_distance(complex a, complex b) {
  const squared_distance d = distance(a, b);
  return less(0.0f, d.square) ? scaled(ff_t(sqrt_rn(d.square)), d.exponent).hi() : d.square;
}

/// Whether the circle of that radius about z_i proves the number of roots in it, and the number.
FF_HD constexpr large_cluster cluster_within(const complex* z, const float* weight, const float* single,
                                             int n, int i, float radius) {
  float sum = 0.0f;
  int count = 0;
  bool clear = is_finite(radius);
  for (int j = 0; j < n; ++j) {
    const float d = plain_distance(z[i], z[j]);
    const float gap = fma_rn(-0x1p-18f, add_rn(d, radius), abs(sub_rn(d, radius)));  // from z_j to the circle
    count += less(d, radius) ? 1 : 0;
    clear = clear && (!is_finite(single[j]) || less(single[j], gap));
    sum = fma_rn(weight[j], rcp_rn(least(greatest(gap, 0x1p-120f), 0x1p120f)), sum);
    clear = clear && less(0x1p-120f, gap);
  }
  return clear && less(mul_rn(1.125f, sum), 1.0f) ? large_cluster{radius, count} : large_cluster{infinity, 0};
}

FF_HD constexpr large_cluster cluster_about(const complex* z, const float* weight, const float* single, int n,
                                            int i) {
  large_cluster found{infinity, 0};
  float radius = weight[i];
  for (int trial = 0; trial < cluster_trials && found.count == 0; ++trial) {
    radius = mul_rn(4.0f, radius);
    found = cluster_within(z, weight, single, n, i, radius);
  }
  return found;
}

}  // namespace detail
}  // namespace ff
