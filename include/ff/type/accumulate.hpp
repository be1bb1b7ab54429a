// Sums of products that renormalise once at the end, not at each step.
#pragma once

#include <ff/eft.hpp>
#include <ff/type/bound.hpp>

namespace ff {

/// A running sum of products.  A step is an exact addition of heads, then rounded additions of what it and
/// the product leave to the low word, which grows without being folded into the head.
///
/// After n steps the error is at most n^2 + 6 n (floats) or 2 n^2 + 21 n (float-floats) u^2 times the sum
/// of |x y| (docs/proofs/accumulator.md); renormalize() every 8 to 16 steps makes that linear in n.
/// Domain: the sum of |x y| and |start| zero or from 2^-80 on, every product and partial sum below 2^126.
template <class T>
class basic_accumulator {
 public:
  FF_HD constexpr basic_accumulator() : hi_(T(0.0f)), lo_(T(0.0f)) {}
  FF_HD constexpr explicit basic_accumulator(basic_ff<T> start) : hi_(start.hi()), lo_(start.lo()) {}

  /// += x y for floats.  8 flops.
  FF_HD constexpr basic_accumulator& add_product(T x, T y) {
    const T p = mul_rn(x, y), s = add_rn(hi_, p);
    const T hi_seen = sub_rn(s, p), p_seen = sub_rn(s, hi_seen);
    const T hi_rest = sub_rn(hi_, hi_seen), p_rest = fma_rn(x, y, neg(p_seen));
    lo_ = add_rn(add_rn(lo_, p_rest), hi_rest);
    hi_ = s;
    return *this;
  }

  /// += x y for float-floats.  10 flops.
  FF_HD constexpr basic_accumulator& add_product(basic_ff<T> x, basic_ff<T> y) {
    const T p = mul_rn(x.hi(), y.hi()), s = add_rn(hi_, p);
    const T hi_seen = sub_rn(s, p), p_seen = sub_rn(s, hi_seen);
    const T cross = fma_rn(x.hi(), y.lo(), fma_rn(x.lo(), y.hi(), lo_));
    const T hi_rest = sub_rn(hi_, hi_seen), p_rest = fma_rn(x.hi(), y.hi(), neg(p_seen));
    lo_ = add_rn(add_rn(cross, p_rest), hi_rest);
    hi_ = s;
    return *this;
  }

  /// += x for a float.  7 flops.
  FF_HD constexpr basic_accumulator& add(T x) {
    const auto [s, e] = add12(hi_, x);
    lo_ = add_rn(lo_, e);
    hi_ = s;
    return *this;
  }

  /// += x for a float-float.  8 flops.
  FF_HD constexpr basic_accumulator& add(basic_ff<T> x) {
    add(x.hi());
    lo_ = add_rn(lo_, x.lo());
    return *this;
  }

  /// Folds the low word into the head.  6 flops; exact.
  FF_HD constexpr basic_accumulator& renormalize() {
    const auto [s, e] = add12(hi_, lo_);
    hi_ = s;
    lo_ = e;
    return *this;
  }

  /// The sum as a pair.
  FF_HD constexpr basic_ff<T> result() const { return add12(hi_, lo_); }

 private:
  T hi_, lo_;
};
/// The running sum of products of floats and float-floats.
using accumulator = basic_accumulator<float>;

namespace bounds {

/// The errors of one step.
inline constexpr operator_row accumulators[] = {
    {"dot_step", {"ours", 8}, proved(6, relative_to::operands), fused_products, "docs/proofs/accumulator.md"},
    {"dot_step22",
     {"ours", 10},
     proved(12, relative_to::operands),
     fused_products,
     "docs/proofs/accumulator.md"},
};

}  // namespace bounds

}  // namespace ff
