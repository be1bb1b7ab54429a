// b - A x in three floats, for host and device.
#pragma once

#include "factor.hpp"

namespace ff::linalg::detail::factor {

/// A running sum of products of pairs in three words.  The products are exact but for lo lo; a step's error
/// is of the order of u^3 of what was added.
class triple_sum {
 public:
  static constexpr int batch = 8;

  FF_HD constexpr void add(ff_t x) {
    const auto [first, a] = add12(first_, x.hi());
    first_ = first;
    add_below(a, x.lo());
  }
  FF_HD constexpr void add_product(ff_t x, ff_t y) {
    const auto [p, e] = two_prod(x.hi(), y.hi());
    const auto [c, f] = two_prod(x.hi(), y.lo());
    const auto [d, g] = two_prod(x.lo(), y.hi());
    const auto [first, a] = add12(first_, p);
    first_ = first;
    add_below(a, e);
    add_below(c, d);
    third_ = add_rn(third_, fma_rn(x.lo(), y.lo(), add_rn(f, g)));
  }
  FF_HD constexpr void add(const triple_sum& x) {
    const auto [first, a] = add12(first_, x.first_);
    first_ = first;
    add_below(a, x.second_);
    third_ = add_rn(third_, x.third_);
    renormalize();
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
    const auto [first, a] = add12(first_, second_);
    return add12(first, add_rn(a, third_));
  }

  float first_ = 0.0f, second_ = 0.0f, third_ = 0.0f;

 private:
  FF_HD constexpr void add_below(float x, float y) {
    const auto [s, a] = add12(second_, x);
    const auto [t, b] = add12(s, y);
    second_ = t;
    third_ = add_rn(third_, add_rn(a, b));
  }
};

/// One row's sum of -a_h x_h, and that of the magnitudes.
struct row_sum {
  triple_sum sum;
  float size = 0.0f;

  FF_HD constexpr void take(ff_t a, ff_t x) {
    sum.add_product(-a, x);
    size = fma_rn(abs(a.hi()), abs(x.hi()), size);
  }
  FF_HD constexpr void take(const row_sum& other) {
    sum.add(other.sum);
    size = add_rn(size, other.size);
  }
};

/// r = b - second - A x; b and second count as zeros where they are null.  *worst is raised to the bits of
/// the largest |r_i| / (|A| |x| + |b| + |second|)_i.
struct residual_task {
  matrix_read a, x, b, second;
  matrix r;
  uint32* worst;

  /// Ends a row; what *worst is to be raised to.
  FF_HD uint32 finish(int64 i, int64 j, row_sum s) const {
    if (b.data != nullptr) {
      const ff_t v = b(i, j);
      s.sum.add(v);
      s.size = add_rn(s.size, abs(v.hi()));
    }
    if (second.data != nullptr) {
      const ff_t v = second(i, j);
      s.sum.add(-v);
      s.size = add_rn(s.size, abs(v.hi()));
    }
    const ff_t v = s.sum.result();
    r(i, j) = v;
    return magnitude_bits_of(v.hi() == 0.0f ? 0.0f : div_rn(v.hi(), s.size));
  }
};

}  // namespace ff::linalg::detail::factor
