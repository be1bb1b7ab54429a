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

/// Where the exponents of a block's coefficients differ by more than this, each coefficient has its own.
inline constexpr int most_spread = 60;
/// This stands for the exponent of such a block.
inline constexpr int wide_block = 1 << 28;

/// Coefficient k is coefficient[k] 2^exponent[k / block_length], the greatest of each block from 1 to 2, or
/// coefficient[k] 2^own[k] in a wide block; those above `degree` that fill the last block vanish.  The
/// leading one stands here once more, with an exponent of its own.  Graded: the moduli of roots are not all
/// about from 2^-40 to 2^40.
struct large_polynomial {
  const ff_t* coefficient;
  const int* exponent;
  int blocks, degree;
  ff_t leading;
  int leading_exponent;
  const int* own;
  bool graded;
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

inline constexpr int cluster_trials = 8;

// A step may lose this, in units of complex_step, where coefficients or the value beside them vanish in the
// scale of a block.
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

/// Adds the rounding error of a block of floats, in units of u, as if all its values were as great as the
/// last.
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

/// p(z) by Horner, its derivative by t = 2^-s z in floats or D's pairs, s the scale of z, and in pairs a
/// bound of the value's error: the sums of evaluate.hpp.  Blocks have an exponent each; steps in a wide or
/// incomplete block have their own, and all steps where |z| is not from 2^-5 to 2^5, which are taken in t.
template <class D = complex_float, class Z>
FF_HD constexpr large_value<Z, D> value_of(const large_polynomial& p, Z z) {
  const complex_float here = heads(z);
  const int of_point = scale_of(here);
  const bool near_one = -5 < of_point && of_point < 5;
  const int s = near_one ? 0 : of_point;
  const Z t = times(z, power_of_two(-s));
  const float modulus =
      mul_rn(modulus_above(times(z, power_of_two(-of_point))), power_of_two(near_one ? of_point : 0));
  float to_the_block = modulus;
  for (int k = 1; k < block_length; k += k) to_the_block = mul_rn(to_the_block, to_the_block);
  large_value<Z, D> v{Z{}, D{}, 0.0f, -(1 << 28)};
  for (int of = p.blocks - 1; of >= 0; --of) {
    const int exponent = p.exponent[of], begin = of * block_length;
    const ff_t* const a = p.coefficient + static_cast<size_t>(begin);
    const int steps = min_int(p.degree + 1 - begin, block_length);
    if (near_one && exponent != wide_block && steps == block_length) {
      rescale(v, exponent);
      const float f = power_or_zero(exponent - v.exponent);
      ff_t own[block_length] = {};
      for (int k = 0; k < block_length; ++k) own[k] = a[k];
      for (int k = block_length - 1; k >= 0; --k) horner_step(v, t, modulus, own[k], f);
      end_of_steps(v, to_the_block, block_length);
      continue;
    }
    for (int k = steps - 1; k >= 0; --k) {
      const int of_step = (exponent == wide_block ? p.own[begin + k] : exponent) + s * (begin + k);
      rescale(v, of_step);
      horner_step(v, t, modulus, a[k], power_or_zero(of_step - v.exponent));
      end_of_steps(v, modulus, 1);
    }
  }
  v.derivative = times(v.derivative, power_of_two(of_point - s));
  rescale(v, -(1 << 28));
  v.error = large_error(v, p.degree);
  if (!in_range(here)) v.error = infinity;
  return v;
}

// ---------------------------------------------------------------- steps

/// Aberth's step of root i, as aberth_step().
struct quick_step {
  template <class Z>
  FF_HD static constexpr stepped<Z> of(const large_polynomial& p, const Z* z, int i, float enough) {
    const int s = scale_of(heads(z[i]));
    const large_value<Z> at = value_of(p, z[i]);
    const complex_float value = heads(at.value);
    const auto others = sum_of_reciprocals(z, p.degree, i, s, p.graded);
    const complex_float slope = multiply_add({neg(value.re), neg(value.im)}, others.sum, at.derivative).value;
    return lonely_step(z[i], value, at.derivative, slope, others.nearest,
                       mul_rn(is_same<Z, complex> ? 0x1p-4f : 1.0f, at.error), enough, s);
  }
};

/// This step is for a point that wanders.  Far from its root, p'/p and the sum are about n/|z|.  Their
/// difference is 1/(z_i - the root) once all others have arrived; floats leave nothing of it.
struct careful_step {
  FF_HD static constexpr stepped<complex> of(const large_polynomial& p, const complex* z, int i,
                                             float enough) {
    const int s = scale_of(heads(z[i]));
    const large_value<complex, complex> at = value_of<complex>(p, z[i]);
    const auto others = pair_sum_of_reciprocals(z, p.degree, i, s, p.graded);
    const complex slope = at.derivative - at.value * others.sum;
    return lonely_step(z[i], heads(at.value), heads(at.derivative), heads(slope), others.nearest,
                       mul_rn(0x1p-4f, at.error), enough, s);
  }
};

// ---------------------------------------------------------------- disks

/// At least |w_i|: within 4 n u of what the bound of the value gives.  Infinite where two points coincide.
FF_HD constexpr float weight_above(const large_polynomial& p, const complex* z, int i) {
  const large_value<complex> at = value_of(p, z[i]);
  const float value = add_toward<toward::up>(modulus_above(at.value), at.error);
  return weight_of(value, at.exponent - p.leading_exponent, p.leading, z, p.degree, i);
}

/// A circle about z_i that proves its roots, among a few.
FF_HD constexpr root_circle cluster_about(const complex* z, const float* weight, const float* single, int n,
                                          int i) {
  root_circle found{infinity, 0};
  float radius = weight[i];
  for (int trial = 0; trial < cluster_trials && found.count == 0; ++trial) {
    radius = mul_rn(4.0f, radius);
    found = circle_about(z, weight, single, n, i, radius);
  }
  return found;
}

}  // namespace detail
}  // namespace ff
