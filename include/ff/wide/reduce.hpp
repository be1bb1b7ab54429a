// Sums, dot products and norms of wide numbers, and of doubles as wide numbers: no sum of squares of doubles,
// or of wide numbers within 2^+-(2^30), overflows or loses digits.
//
// The order of operations is that of reduce/shape.hpp, on host and device the same bits.  A lane is a running
// sum of operator+ or fma.  Absent elements are zeros, which may move a total to another home: the result is
// brought to its own, so that equal values have equal bits.
#pragma once

#include <ff/reduce/shape.hpp>
#include <ff/wide/comparison.hpp>

namespace ff {
namespace detail {

/// An element as a wide number: a double's bits are rounded to a pair by integers.
FF_HD constexpr wide_t wide_element(wide_t x) { return x; }
FF_HD constexpr wide_t wide_element(double x) { return wide_t(x); }

}  // namespace detail

namespace reductions {

/// A lane: the running sum.
class wide_lane {
 public:
  FF_HD constexpr wide_lane() : sum_(ff_t(0.0f)) {}
  FF_HD constexpr wide_lane& add(wide_t x) {
    sum_ = sum_ + x;
    return *this;
  }
  FF_HD constexpr wide_lane& add_product(wide_t x, wide_t y) {
    sum_ = fma(x, y, sum_);
    return *this;
  }
  FF_HD constexpr wide_lane& renormalize() { return *this; }
  FF_HD constexpr wide_t result() const { return sum_; }

 private:
  wide_t sum_;
};

/// The total at home in its own step, and NaN in one form.
FF_HD constexpr wide_t one_form(wide_t total) {
  return isnan(total) ? detail::wide_special(detail::quiet_nan) : detail::canonical(total);
}

/// Does for sums of wide numbers and doubles, as wide numbers, what `sum` does for ff::sum.
template <class T>
struct wide_sum {
  using element = T;
  using lane = wide_lane;
  using result = wide_t;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) { a.add(detail::wide_element(x)); }
  FF_HD static constexpr result finish(wide_t total) { return one_form(total); }
  /// Each step rounds by 2 u^2 of a sum below the sum of magnitudes.
  FF_HD static constexpr double lane_error(double k) { return 2 * k; }
};
/// ... for dot products.
template <class T>
struct wide_dot {
  using element = T;
  using lane = wide_lane;
  using result = wide_t;
  static constexpr bool two_arrays = true;
  FF_HD static constexpr void step(lane& a, T x, T y) {
    a.add_product(detail::wide_element(x), detail::wide_element(y));
  }
  FF_HD static constexpr result finish(wide_t total) { return one_form(total); }
  /// Each step rounds by 6.5 u^2 of its product and of a sum below the sum of magnitudes.
  FF_HD static constexpr double lane_error(double k) { return 6.5 * k + 6.5; }
};
/// ... for norms.
template <class T>
struct wide_nrm2 {
  using element = T;
  using lane = wide_lane;
  using result = wide_t;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) {
    const wide_t w = detail::wide_element(x);
    a.add_product(w, w);
  }
  FF_HD static constexpr result finish(wide_t total) { return one_form(sqrt(one_form(total))); }
  FF_HD static constexpr double lane_error(double k) { return wide_dot<T>::lane_error(k); }
};

/// Arrays of wide_t may be reduced, as ff::sum, dot and nrm2 do:
template <>
inline constexpr bool is_element<wide_t> = true;
/// sums by wide_sum,
template <>
struct sum<wide_t> : wide_sum<wide_t> {};
/// dot products by wide_dot,
template <>
struct dot<wide_t> : wide_dot<wide_t> {};
/// and norms by wide_nrm2.
template <>
struct nrm2<wide_t> : wide_nrm2<wide_t> {};

}  // namespace reductions
}  // namespace ff

#if !defined(__CUDACC_RTC__)

#include <ff/reduce/host.hpp>

namespace ff {

/// x[0] + ... + x[n - 1]; 0 for n = 0.  Within reduction_bound<reductions::wide_sum<double>>(n) u^2 of the
/// sum of magnitudes; a double is rounded to 48 bits first, u^2 / 2.  Arrays of wide_t have ff::sum.
inline wide_t wide_sum(size_t n, const double* x) {
  return detail::reduce<reductions::wide_sum<double>>(n, x, x);
}

/// x[0] y[0] + ... + x[n - 1] y[n - 1], likewise.
inline wide_t wide_dot(size_t n, const double* x, const double* y) {
  return detail::reduce<reductions::wide_dot<double>>(n, x, y);
}

/// sqrt(x[0]^2 + ... + x[n - 1]^2): half the bound of the dot product, and 27/8 u^2.  No scaling is needed.
inline wide_t wide_nrm2(size_t n, const double* x) {
  return detail::reduce<reductions::wide_nrm2<double>>(n, x, x);
}

}  // namespace ff

#endif
