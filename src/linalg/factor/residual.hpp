// b - A x in four floats or six, and what it may be off by, for host and device.
#pragma once

#include <cmath>

#include "elements.hpp"

namespace ff::linalg::detail::factor {

/// A running sum of products of pairs in so many words, which hold a product exactly; a step's error is of
/// the order of u^words of what was added.
template <int words>
class word_sum {
 public:
  static_assert(words == 4 || words == 6, "as add_product has it");
  /// Products between renormalisations, after which words are factors of u apart again.  What a sum of six
  /// words loses is amplified by the square of a condition.
  static constexpr int batch = words == 4 ? 8 : 1;

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
    // Where the first words cancel, each pass moves the others up by one.
    for (int pass = 1; pass < words; ++pass) renormalize();
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
/// And so may a low word below this, however large its head is.
inline constexpr float least_whole_low = 0x1p-125f;

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
    const float low = abs(a.lo());
    if (less(p, least_whole_element) || (less(low, least_whole_low) && !equal(low, 0.0f)))
      lost = fma_rn(0x1p-148f, q, lost);
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

/// Says what a row's sum is off by at most, of its row_sum: grow (share size + lost + least).
/// docs/proofs/solve.md derives it.
struct sum_errors {
  float share = 0.0f, least = 0.0f, grow = 0.0f;

  /// Of so many products, in any order, in `words` words.
  template <int words>
  static sum_errors of(int64 products) {
    static_assert(words == 4 || words == 6, "as word_sum has them");
    const double unit = words == 4 ? 0x1p-78 : 0x1p-123;
    const auto steps = static_cast<double>(products + merges);
    return {static_cast<float>(unit * steps), static_cast<float>(most_lost * steps), growth(products)};
  }
  /// Of a sum of magnitudes, which is its own bound.
  static sum_errors of_magnitudes(int64 products) {
    sum_errors all = of<4>(products);
    all.share = 1.0f;
    return all;
  }

 private:
  /// What the partial sums of a row and its summands without a factor count as, in products.
  static constexpr int64 merges = 64;
  /// `size` and `lost` are sums in float, where each of up to four steps a product may lose 2^-24 of them.
  static float growth(int64 products) {
    return static_cast<float>(1.001 * std::exp(0x1p-22 * static_cast<double>(products + merges)));
  }
};

/// r = b - second - A (x + x_low); b, second and x_low count as zeros where they are null.  worst[0] is
/// raised to the bits of the largest (|r_i| + what was lost) / (|A| |x| + |b| + |second|)_i, and worst[1] to
/// those of the share that was lost.  `low`, unless it is null, receives what r's rounding to pairs leaves,
/// and `bound` what r + low is off by at most, by `errors`.
struct residual_task {
  matrix_read a, x, b, second;
  matrix r;
  uint32* worst;
  matrix low = {};
  matrix_read x_low = {};
  matrix bound = {};
  sum_errors errors = {};

  struct shares {
    uint32 error, lost;
  };

  /// Adds term h of row i for column j.
  template <int words>
  FF_HD void take(int64 i, int64 j, int64 h, row_sum<words>& s) const {
    s.take(a(i, h), x(h, j));
    if (x_low.data != nullptr) s.take(a(i, h), x_low(h, j));
  }
  /// The columns j to j + k of x, and of all that belongs to them.
  residual_task block(int64 j, int64 k) const {
    const auto part = [j, k](const auto& m) { return m.data == nullptr ? m : m.block(0, j, m.rows, k); };
    residual_task t = *this;
    t.x = part(x), t.x_low = part(x_low), t.b = part(b), t.second = part(second);
    t.r = part(r), t.low = part(low), t.bound = part(bound);
    return t;
  }
  /// Ends a row; what *worst is to be raised to.
  template <int words>
  FF_HD shares finish(int64 i, int64 j, row_sum<words> s) const {
    if (b.data != nullptr) s.add(b(i, j), b(i, j));
    if (second.data != nullptr) s.add(second(i, j), -second(i, j));
    const ff_t v = s.sum.result();
    r(i, j) = v;
    float stored = mul_rn(abs(v.hi()), 0x1p-45f);
    if (low.data != nullptr) {
      s.sum.add(-v);
      const ff_t rest = s.sum.result();
      low(i, j) = rest;
      stored = mul_rn(abs(rest.hi()), 0x1p-44f);
    }
    if (bound.data != nullptr) {
      const bool of_zeros = equal(s.size, 0.0f) && equal(s.lost, 0.0f);
      const float lost = add_rn(add_rn(s.lost, errors.least), stored);
      bound(i, j) = of_zeros ? 0.0f : mul_rn(errors.grow, fma_rn(s.size, errors.share, lost));
    }
    const float error = add_rn(abs(v.hi()), s.lost);
    // A sum beyond the range tells nothing, and must not pass for a small share.
    if (!less(s.size, ff::detail::infinity)) return {to_bits(ff::detail::infinity), 0u};
    return {magnitude_bits_of(equal(error, 0.0f) ? 0.0f : div_rn(error, s.size)),
            magnitude_bits_of(equal(s.lost, 0.0f) ? 0.0f : div_rn(s.lost, s.size))};
  }
};

}  // namespace ff::linalg::detail::factor
