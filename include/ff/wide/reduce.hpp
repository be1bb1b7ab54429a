// Sums, dot products and norms of wide numbers, and of doubles as wide numbers: none overflows or loses
// digits whose result is within the range.
//
// The order of operations is that of reduce/shape.hpp, on host and device the same bits.  A lane is a running
// sum of operator+ or fma.  Products of wide numbers may leave their range and come back in the sum or the
// root: lanes of wide_t, and their totals, have steps without an end.  Absent elements are zeros, which may
// move a total to another home: the result is brought to its own, so that equal values have equal bits.
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

/// m 2^(64 k) for any m and |k| < 2^28: what lies beyond wide_t's range too.
class alignas(16) far_wide {
 public:
  far_wide() = default;
  FF_HD constexpr explicit far_wide(float head) : far_wide(head, 0) {}
  FF_HD constexpr far_wide(ff_t m, int k) : m_(m), k_{k, 0} {}
  FF_HD constexpr ff_t pair() const { return m_; }
  FF_HD constexpr int step() const { return k_[0]; }

 private:
  ff_t m_;
  int k_[2];  // the second is zero, as wide_t's
};

}  // namespace reductions

namespace detail {

using reductions::far_wide;

struct settle_far {
  FF_HD static constexpr far_wide of(ff_t m, int k) {
    const centred_pair c = centred(m, k);
    return {c.m, c.k};
  }
  FF_HD static constexpr far_wide special(float head) { return far_wide(head); }
};

/// x + y, and x y + z, where the plain path does not hold.
struct far_sum {
  FF_HD static constexpr far_wide of(far_wide x, far_wide y) { return sum_settled_by<settle_far>::of(x, y); }
};
struct far_fma {
  FF_HD static constexpr far_wide of(wide_t x, wide_t y, far_wide z) {
    const centred_pair a = centred(x), b = centred(y);
    const float head = mul_rn(a.m.hi(), b.m.hi());
    const bool special = is_zero_or_not_finite(head);
    return far_sum::of(special ? far_wide(head) : settle_far::of(mul22(a.m, b.m), a.k + b.k), z);
  }
};

}  // namespace detail

namespace reductions {

/// The trees add totals with it.
FF_HD constexpr far_wide operator+(far_wide x, far_wide y) {
  const ff_t s = add22(x.pair(), y.pair());
  const bool level = x.step() == y.step(), home = detail::is_at_home(s.hi());
  return detail::plain_or(
      level & home, [&] { return far_wide(s, x.step()); },
      [&] { return detail::out_of_line<detail::far_sum>(x, y); });
}

/// A lane of wide numbers: the running sum.
class far_lane {
 public:
  FF_HD constexpr far_lane() : sum_(0.0f) {}
  FF_HD constexpr far_lane& add(wide_t x) {
    sum_ = sum_ + far_wide(x.pair(), x.step());
    return *this;
  }
  FF_HD constexpr far_lane& add_product(wide_t x, wide_t y) {
    const ff_t s = fma22(x.pair(), y.pair(), sum_.pair());
    const bool level = x.step() + y.step() == sum_.step(), home = detail::is_at_home(s.hi());
    sum_ = detail::plain_or(
        level & home, [&] { return far_wide(s, sum_.step()); },
        [&] { return detail::out_of_line<detail::far_fma>(x, y, sum_); });
    return *this;
  }
  FF_HD constexpr far_lane& renormalize() { return *this; }
  FF_HD constexpr far_wide result() const { return sum_; }

 private:
  far_wide sum_;
};

/// A lane of doubles: sums and products of theirs are wide numbers.
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

/// The lane of elements of type T.
template <class T>
struct lane_of_wide {
  using type = wide_lane;
};
template <>
struct lane_of_wide<wide_t> {
  using type = far_lane;
};

/// m 2^(64 k) in the home that its value has, and NaN in one form.
FF_HD constexpr wide_t one_form(ff_t m, int k) {
  if (isnan(m)) return detail::wide_special(detail::quiet_nan);
  const auto [s, e] = fast_add12(m.hi(), detail::low_word(m));
  return detail::wide_settled(from_words(s, e), k);
}
template <class Total>
FF_HD constexpr wide_t one_form(Total total) {
  return one_form(total.pair(), total.step());
}
/// The root of a total.
template <class Total>
FF_HD constexpr wide_t root_in_one_form(Total total) {
  const float head = total.pair().hi();
  if (detail::is_zero_or_not_finite(head) || less(head, 0.0f)) return one_form(sqrt(ff_t(head)), 0);
  const detail::centred_pair c = detail::centred(total.pair(), total.step());
  const auto [s, e] = fast_add12(c.m.hi(), c.m.lo());
  // The root halves the step.  Of an odd one it leaves a factor of 2^32.
  return one_form(detail::scaled(sqrt22(from_words(s, e)), (c.k & 1) * detail::wide_step / 2), c.k >> 1);
}

/// Does for sums of wide numbers and doubles, as wide numbers, what `sum` does for ff::sum.
template <class T>
struct wide_sum {
  using element = T;
  using lane = typename lane_of_wide<T>::type;
  using result = wide_t;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) { a.add(detail::wide_element(x)); }
  template <class Total>
  FF_HD static constexpr result finish(Total total) {
    return one_form(total);
  }
  /// Each step rounds by 2 u^2 of a sum below the sum of magnitudes.
  FF_HD static constexpr double lane_error(double k) { return 2 * k; }
};
/// ... for dot products.
template <class T>
struct wide_dot {
  using element = T;
  using lane = typename lane_of_wide<T>::type;
  using result = wide_t;
  static constexpr bool two_arrays = true;
  FF_HD static constexpr void step(lane& a, T x, T y) {
    a.add_product(detail::wide_element(x), detail::wide_element(y));
  }
  template <class Total>
  FF_HD static constexpr result finish(Total total) {
    return one_form(total);
  }
  /// Each step rounds by 6.5 u^2 of its product and of a sum below the sum of magnitudes.
  FF_HD static constexpr double lane_error(double k) { return 6.5 * k + 6.5; }
};
/// ... for norms.
template <class T>
struct wide_nrm2 {
  using element = T;
  using lane = typename lane_of_wide<T>::type;
  using result = wide_t;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) {
    const wide_t w = detail::wide_element(x);
    a.add_product(w, w);
  }
  template <class Total>
  FF_HD static constexpr result finish(Total total) {
    return root_in_one_form(total);
  }
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
