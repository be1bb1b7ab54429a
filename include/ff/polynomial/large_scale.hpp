// The coefficients of a polynomial of a large degree in blocks that share an exponent, and the points from
// which its roots are sought.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/math/trig_pi.hpp>
#include <ff/polynomial/large_steps.hpp>
#include <vector>

namespace ff {
namespace detail {

/// Holds what a hull reads of scaled coefficients.
struct scaled_view {
  const ff_t* significand;
  const int* exponent;
  int first, degree, shift;

  FF_HD constexpr int exponent_at(int k, int s) const { return exponent[first + k] + (shift + s) * k; }
};

/// The polynomial in z = 2^-shift x without its roots at zero and infinity, as large_polynomial refers to it.
struct scaled_large {
  std::vector<ff_t> significand;
  std::vector<int> exponent;
  int first = 0, degree = -1, shift = 0;
  bool all_finite = true, graded = false;
  std::vector<ff_t> coefficient;
  std::vector<int> of_block, own;

  scaled_view view() const { return {significand.data(), exponent.data(), first, degree, shift}; }
  static size_t index(int k) { return static_cast<size_t>(k); }

  template <class T>
  scaled_large(const T* a, int n) {
    for (int k = 0; k <= n; ++k) take(ff_t(a[k]));
    int last = n;
    while (last >= 0 && exponent[index(last)] == no_exponent) --last;
    while (first < last && exponent[index(first)] == no_exponent) ++first;
    degree = last < 0 ? -1 : last - first;
    if (degree <= 0) return;
    shift = floor_of_quotient(exponent[index(first)] - exponent[index(last)], degree);
    const modulus_range z = range_of_moduli(view());
    graded = z.least < -40 || z.greatest > 40;
    if (graded) shift = z.middle(shift);
  }

  void take(ff_t a) {
    const bool vanishes = is_zero_or_not_finite(a.hi());
    const int e = vanishes ? 0 : ilogb(from_words(a.hi(), 0.0f));
    all_finite = all_finite && isfinite(a);
    significand.push_back(vanishes ? a : scaled(a, -e));
    exponent.push_back(vanishes ? no_exponent : e);
  }

  /// Fills the blocks.
  void deal() {
    const int blocks = degree / block_length + 1;
    coefficient.assign(index(blocks * block_length), ff_t(0.0f));
    own.assign(index(blocks * block_length), no_exponent);
    of_block.assign(index(blocks), -(1 << 28));
    std::vector<int> least_of_block(index(blocks), 1 << 28);
    for (int k = 0; k <= degree; ++k) {
      if (exponent[index(first + k)] == no_exponent) continue;
      int &most = of_block[index(k / block_length)], &least = least_of_block[index(k / block_length)];
      own[index(k)] = view().exponent_at(k, 0);
      most = max_int(most, own[index(k)]), least = min_int(least, own[index(k)]);
    }
    for (int of = 0; of < blocks; ++of)
      if (of_block[index(of)] - least_of_block[index(of)] > most_spread) of_block[index(of)] = wide_block;
    for (int k = 0; k <= degree; ++k) {
      if (exponent[index(first + k)] == no_exponent) continue;
      const int of = of_block[index(k / block_length)];
      coefficient[index(k)] =
          scaled(significand[index(first + k)], of == wide_block ? 0 : own[index(k)] - of);
    }
  }

  /// Evenly on the circle of each edge of Newton's polygon, turned from edge to edge and off the real axis.
  std::vector<complex_float> starts() const {
    std::vector<int> corner(index(degree + 1));
    const int corners = upper_hull(view(), corner.data());
    std::vector<complex_float> z;
    const ff_t golden = from_words(0x1.3c6ef4p-1f, -0x1.1a02d6p-26f);
    for (int edge = 0; edge + 1 < corners; ++edge) {
      const int from = corner[index(edge)], to = corner[index(edge + 1)];
      const float radius = exp2(ff_t(limited(neg(slope(view(), from, to)), greatest_log))).hi();
      for (int i = from; i < to; ++i) {
        const ff_t turns = ff_t(i) * golden + 0.11f;
        const sine_and_cosine at = sincospi((turns - floor(turns)) * 2.0f);
        z.push_back(times(complex_float{at.c.hi(), at.s.hi()}, radius));
      }
    }
    return z;
  }
};

}  // namespace detail
}  // namespace ff

#endif
