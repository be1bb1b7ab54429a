// Numbers of few bits in the place of floats: what the search does with their large errors shows whether its
// bounds are right, and that they are needed.
#pragma once

#include <ff/geometry/certified.hpp>

namespace coarse {

/// A float whose operations round to `bits` bits.  Its bounds are claimed 2^-flattered times what they are.
template <int bits, int flattered = 0>
struct number {
  float x;
  FF_HD explicit operator double() const { return static_cast<double>(x); }
};

/// x rounded to `bits` bits, ties away from zero.
template <int bits>
FF_HD float rounded(float x) {
  const ff::uint32 half = 1u << (23 - bits);
  return ff::detail::from_bits((ff::detail::to_bits(x) + half) & ~(2 * half - 1));
}

}  // namespace coarse

template <int bits, int flattered>
struct ff::detail::number<coarse::number<bits, flattered>> {
  using T = coarse::number<bits, flattered>;
  static constexpr float u = power_of_two(-bits - flattered) * 1.01f;
  static constexpr float sum_error = u, by_float_error = u, mean_error = 2 * u, dyadic_mean_error = 2 * u;
  static constexpr int digits = 20;
  FF_HD static T result(float x) { return {coarse::rounded<bits>(x)}; }
  FF_HD static T of(float x) { return {x}; }
  FF_HD static T add(T x, T y) { return result(add_rn(x.x, y.x)); }
  FF_HD static T sub(T x, T y) { return result(sub_rn(x.x, y.x)); }
  FF_HD static T mul(T x, float y) { return result(mul_rn(x.x, y)); }
  FF_HD static T mean(T x, T y, float t) {
    return result(fma_rn(t, y.x, result(fma_rn(neg(t), x.x, x.x)).x));
  }
  FF_HD static float to_float(T x) { return x.x; }
};
