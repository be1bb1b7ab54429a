// Interval arithmetic measured, as links of a chain like those of operations.hpp: the state is an interval.
// It is the second factor: the signs of the first need no test, which the compiler would take out of the
// loop.
#pragma once

#include <ff/interval.hpp>

namespace bench {
namespace op {

template <class T, int links>
struct on_interval {
  static constexpr int unrolled = links, together = 4;
  using interval = ff::interval<T>;
  using operand = interval;
  using state = interval;
  FF_HD static state first(interval x) { return x; }
};

template <class T>
struct interval_add : on_interval<T, 16> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I, I d) { return x + d; }
};
template <class T>
struct interval_mul : on_interval<T, 16> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I c, I) { return c * x; }
};
template <class T>
struct interval_fma : on_interval<T, 16> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I c, I d) { return fma(c, x, d); }
};
template <class T>
struct interval_div : on_interval<T, 8> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I c, I) { return c / x; }
};
template <class T>
struct interval_sqrt : on_interval<T, 8> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I, I) { return sqrt(x); }
};

// Powers run away from any start but 1: their heads are brought back to [1, 2), in four instructions.
FF_HD float reduced(float x) {
  return ff::detail::from_bits((ff::detail::to_bits(x) & 0x7fffffu) | 0x3f800000u);
}
FF_HD double reduced(double x) {
  return ff::detail::bit_cast<double>((ff::detail::bit_cast<ff::uint64>(x) & 0xfffffffffffffu) |
                                      0x3ff0000000000000u);
}
FF_HD ff::ff_t reduced(ff::ff_t x) { return {reduced(x.hi()), x.lo()}; }
template <class T>
FF_HD ff::interval<T> reduced(ff::interval<T> x) {
  return ff::interval<T>::from_bounds(reduced(x.lower()), reduced(x.upper()));
}
template <class T>
struct interval_sqr : on_interval<T, 16> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I, I) { return reduced(sqr(x)); }
};
template <class T>
struct interval_pow5 : on_interval<T, 16> {
  using I = ff::interval<T>;
  FF_HD static I next(I x, I, I) { return reduced(ff::pown<5>(x)); }
};

struct interval_float_add : interval_add<float> {};
struct interval_float_mul : interval_mul<float> {};
struct interval_float_fma : interval_fma<float> {};
struct interval_float_div : interval_div<float> {};
struct interval_float_sqrt : interval_sqrt<float> {};
struct interval_float_sqr : interval_sqr<float> {};
struct interval_float_pow5 : interval_pow5<float> {};
struct interval_double_add : interval_add<double> {};
struct interval_double_mul : interval_mul<double> {};
struct interval_double_fma : interval_fma<double> {};
struct interval_double_div : interval_div<double> {};
struct interval_double_sqrt : interval_sqrt<double> {};
struct interval_double_sqr : interval_sqr<double> {};
struct interval_double_pow5 : interval_pow5<double> {};
struct interval_ff_add : interval_add<ff::ff_t> {};
struct interval_ff_mul : interval_mul<ff::ff_t> {};
struct interval_ff_fma : interval_fma<ff::ff_t> {};
struct interval_ff_div : interval_div<ff::ff_t> {};
struct interval_ff_sqrt : interval_sqrt<ff::ff_t> {};
struct interval_ff_sqr : interval_sqr<ff::ff_t> {};
struct interval_ff_pow5 : interval_pow5<ff::ff_t> {};

}  // namespace op
}  // namespace bench
