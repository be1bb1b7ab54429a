// b - A x in four floats or six, for host and device.
#pragma once

#include "elements.hpp"

namespace ff::linalg::detail::factor {

/// A running sum of products of pairs in so many words, which hold a product exactly; a step's error is of
/// the order of u^words of what was added.
template <int words>
class word_sum {
 public:
  static_assert(words == 4 || words == 6, "as add_product has it");
  static constexpr int batch = 8;

  FF_HD constexpr void add(ff_t x) {
    add_from(0, x.hi());
    add_from(1, x.lo());
  }
  FF_HD constexpr void add_product(ff_t x, ff_t y) {
    const auto [p, e] = two_prod(x.hi(), y.hi());
    const auto [c, f] = two_prod(x.hi(), y.lo());
    const auto [d, g] = two_prod(x.lo(), y.hi());
    add_from(0, p);
    add_from(1, e);
    add_from(1, c);
    add_from(1, d);
    const auto [q, h] = two_prod(x.lo(), y.lo());
    add_from(2, f);
    add_from(2, g);
    add_from(2, q);
    add_from(3, h);
  }
  FF_HD constexpr void add(const word_sum& x) {
    for (int w = 0; w < words; ++w) add_from(w, x.word_[w]);
    renormalize();
  }
  /// Words that differ by factors of u again, which a batch of additions leaves them near to.
  FF_HD constexpr void renormalize() {
    for (int w = 0; w + 1 < words; ++w) {
      const auto [head, rest] = add12(word_[w], word_[w + 1]);
      word_[w] = head;
      word_[w + 1] = rest;
    }
  }
  FF_HD constexpr ff_t result() {
    renormalize();
    renormalize();
    float rest = word_[words - 1];
    for (int w = words - 2; w > 1; --w) rest = add_rn(word_[w], rest);
    const auto [first, a] = add12(word_[0], word_[1]);
    return add12(first, add_rn(a, rest));
  }

  float word_[words] = {};

 private:
  /// Onto this word and those below it.
  FF_HD constexpr void add_from(int first, float x) {
    for (int w = first; w + 1 < words; ++w) {
      const auto [head, rest] = add12(word_[w], x);
      word_[w] = head;
      x = rest;
    }
    word_[words - 1] = add_rn(word_[words - 1], x);
  }
};

/// A product of pairs below this may have lost words below the range, of 2^-149 each.
inline constexpr float least_whole_product = 0x1p-52f;
/// The four words of such a product, and the rest of its factors, lose less than this.
inline constexpr float most_lost = 0x1p-146f;
/// A scaled element below this may have lost bits of its low word, 2^-149 at most.
inline constexpr float least_whole_element = 0x1p-100f;

/// One row's sum of -a_h x_h, that of the magnitudes, and that of what the sums lost below the range.
template <int words>
struct row_sum {
  word_sum<words> sum;
  float size = 0.0f, lost = 0.0f;

  FF_HD constexpr void take(ff_t a, ff_t x) {
    sum.add_product(-a, x);
    const float p = abs(a.hi()), q = abs(x.hi());
    size = fma_rn(p, q, size);
    if (equal(p, 0.0f) || equal(q, 0.0f)) return;
    if (less(mul_rn(p, q), least_whole_product)) lost = add_rn(lost, most_lost);
    if (less(p, least_whole_element)) lost = fma_rn(0x1p-148f, q, lost);
  }
  FF_HD constexpr void take(const row_sum& other) {
    sum.add(other.sum);
    size = add_rn(size, other.size);
    lost = add_rn(lost, other.lost);
  }
  /// A summand that is not a product.
  FF_HD constexpr void add(ff_t x, ff_t signed_x) {
    sum.add(signed_x);
    size = add_rn(size, abs(x.hi()));
    if (less(abs(x.hi()), least_whole_element) && !equal(x.hi(), 0.0f)) lost = add_rn(lost, 0x1p-148f);
  }
};

/// r = b - second - A x; b and second count as zeros where they are null.  worst[0] is raised to the bits of
/// the largest (|r_i| + what was lost) / (|A| |x| + |b| + |second|)_i, and worst[1] to those of the share
/// that was lost.  `low`, unless it is null, receives what r's rounding to pairs leaves.
struct residual_task {
  matrix_read a, x, b, second;
  matrix r;
  uint32* worst;
  matrix low = {};

  struct shares {
    uint32 error, lost;
  };

  /// Ends a row; what *worst is to be raised to.
  template <int words>
  FF_HD shares finish(int64 i, int64 j, row_sum<words> s) const {
    if (b.data != nullptr) s.add(b(i, j), b(i, j));
    if (second.data != nullptr) s.add(second(i, j), -second(i, j));
    const ff_t v = s.sum.result();
    r(i, j) = v;
    if (low.data != nullptr) {
      s.sum.add(-v);
      low(i, j) = s.sum.result();
    }
    const float error = add_rn(abs(v.hi()), s.lost);
    // A sum beyond the range tells nothing, and must not pass for a small share.
    if (!less(s.size, ff::detail::infinity)) return {to_bits(ff::detail::infinity), 0u};
    return {magnitude_bits_of(equal(error, 0.0f) ? 0.0f : div_rn(error, s.size)),
            magnitude_bits_of(equal(s.lost, 0.0f) ? 0.0f : div_rn(s.lost, s.size))};
  }
};

}  // namespace ff::linalg::detail::factor
