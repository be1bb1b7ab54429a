// Says which elements of a product are within 2^-44 of (|A| |B|)_ij for certain, and the sums for the others;
// for host and device.  docs/proofs/gemm.md has the proof.
#pragma once

#include <ff/linalg/gemm.hpp>

#include "balance.hpp"

namespace ff::linalg::detail {

/// Bits of the magnitudes that are multiplied, so that k products of two fit 31 bits.
FF_HD constexpr int32 magnitude_bits(int64 k) {
  int32 bits = 7;
  while (bits > 1 && k * ((int64{1} << (2 * bits)) - 1) > 0x7fffffff) --bits;
  return bits;
}

/// |x| of a balanced row, below 2, cut off to so many bits.
FF_HD constexpr int32 cut_magnitude(ff_t x, int32 bits) {
  return static_cast<int32>(mul_rn(abs(x.hi()), static_cast<float>(1 << (bits - 1))));
}

/// Says what a cut magnitude adds to the square of its row's norm, which is at most that.
FF_HD constexpr uint64 square_above(int32 cut) { return static_cast<uint64>((cut + 1) * (cut + 1)); }

/// The norm of a row by the sum of square_above.
FF_HD float norm_above(uint64 squares) { return sqrt_rn(static_cast<float>(squares)); }

/// 2^(L - 54), rounded down, and what the share below has more than the bound of norms asks for: the result's
/// rounding, at most 2^-5 of the promise, and a few u.
inline constexpr float two_to_l = 1.4883f, share_slack = 1.06f;
static_assert(static_cast<wide>(two_to_l * 0x1p54f) * static_cast<wide>(two_to_l * 0x1p54f) <
                  (product_of_moduli<most_moduli> * 255u >> 9),
              "2^(2L) is 255/512 P");
static_assert(share_slack * (1 - 0x1p-5f) > 1 + 0x1p-12f, "docs/proofs/gemm.md, Componentwise");

/// Says how many times the norms' product the sum of the products of cut magnitudes has to be:
/// share_slack sqrt(k) 2^(45-L) (1 + sqrt(k) 2^-14).
inline float needed_share(int64 k) {
  const float root = sqrt_rn(static_cast<float>(k));
  return mul_rn(mul_rn(root, share_slack * 0x1p-9f / two_to_l), add_rn(1.0f, mul_rn(root, 0x1p-14f)));
}

/// Returns whether the element is within its bound.
FF_HD constexpr bool is_within(int32 sum, float norm_a, float norm_b, float share) {
  return !less(static_cast<float>(sum), mul_rn(share, mul_rn(norm_a, norm_b)));
}

/// A running sum of products in three words, for k <= 2^17 products within 2^-44 of the sum of their
/// magnitudes. The error of a product, 6 u^2 of it, is that of its low words; the sum's own is of the order
/// of k u^3.
class long_sum {
 public:
  static constexpr int batch = 8;

  FF_HD constexpr void add_product(ff_t x, ff_t y) {
    const auto [p, rest] = two_prod(x.hi(), y.hi());
    const float low = fma_rn(x.hi(), y.lo(), fma_rn(x.lo(), y.hi(), rest));
    const auto [first, a] = add12(first_, p);
    const auto [second, b] = add12(second_, a);
    const auto [both, c] = add12(second, low);
    first_ = first;
    second_ = both;
    third_ = add_rn(third_, add_rn(b, c));
  }
  FF_HD constexpr void renormalize() {
    const auto [first, a] = add12(first_, second_);
    const auto [second, b] = add12(a, third_);
    first_ = first;
    second_ = second;
    third_ = b;
  }
  FF_HD constexpr ff_t result() {
    renormalize();
    return add12(first_, add_rn(second_, third_));
  }

 private:
  float first_ = 0.0f, second_ = 0.0f, third_ = 0.0f;
};

}  // namespace ff::linalg::detail
