// The primitives of include/ff/rounding.hpp on traced numbers: each records its operation.
#pragma once

#include <ff/platform.hpp>
#include <ff/platform/floats.hpp>

namespace ff {
namespace detail {

template <int n>
inline constexpr traced rounder = from_bits(static_cast<uint32>(127 + 23 - n) << 23 | 0x400000u);

constexpr bool recorded(const traced& a) { return !__builtin_is_constant_evaluated() && a.place >= 0; }

}  // namespace detail

constexpr traced add_rn(traced a, traced b) {
  const float v = a.value + b.value;
  return detail::recorded(a) || detail::recorded(b) ? trace::result(trace::operation::add, v, &a, &b)
                                                    : traced(v);
}
constexpr traced neg(traced a) { return detail::recorded(a) ? trace::negated(a) : traced(-a.value); }
constexpr traced sub_rn(traced a, traced b) { return add_rn(a, neg(b)); }
constexpr traced mul_rn(traced a, traced b) {
  const float v = a.value * b.value;
  return detail::recorded(a) || detail::recorded(b) ? trace::result(trace::operation::multiply, v, &a, &b)
                                                    : traced(v);
}
constexpr traced fma_rn(traced a, traced b, traced c) {
  const float v = __builtin_fmaf(a.value, b.value, c.value);
  return detail::recorded(a) || detail::recorded(b) || detail::recorded(c)
             ? trace::result(trace::operation::fuse, v, &a, &b, &c)
             : traced(v);
}
constexpr traced div_rn(traced a, traced b) {
  const float v = a.value / b.value;
  return detail::recorded(a) || detail::recorded(b) ? trace::result(trace::operation::divide, v, &a, &b)
                                                    : traced(v);
}
constexpr traced sqrt_rn(traced a) {
  const float v = __builtin_sqrtf(a.value);
  return detail::recorded(a) ? trace::result(trace::operation::root, v, &a) : traced(v);
}

constexpr bool less(traced a, traced b) {
  const bool outcome = a.seen() < b.seen();
  if (detail::recorded(a) || detail::recorded(b)) trace::decided(outcome);
  return outcome;
}
constexpr bool equal(traced a, traced b) {
  const float x = a.seen(), y = b.seen();
  if (detail::recorded(a) || detail::recorded(b)) trace::decided(x < y ? -1 : x > y);
  return x == y;
}
template <class F, detail::require<detail::is_same<F, traced>> = 0>
constexpr traced abs(F a) {
  return __builtin_signbit(a.seen()) ? neg(a) : a;
}
constexpr traced least(traced a, traced b) { return less(b, a) ? b : a; }
constexpr traced greatest(traced a, traced b) { return less(a, b) ? b : a; }
constexpr traced limited(traced a, traced limit) {
  return less(limit, a) ? limit : less(a, neg(limit)) ? neg(limit) : a;
}
constexpr traced add_if(bool p, traced a, traced b, traced otherwise) { return p ? add_rn(a, b) : otherwise; }
constexpr traced fma_if(bool p, traced a, traced b, traced c, traced otherwise) {
  return p ? fma_rn(a, b, c) : otherwise;
}
constexpr traced narrow_rn(double a) { return traced(a); }
constexpr double widen(traced a) { return static_cast<double>(a); }

constexpr traced rcp_rn(traced b) { return div_rn(1.0f, b); }

template <class T>
struct sqrt_seeds {
  T s;
  T h;
};
constexpr sqrt_seeds<traced> sqrt_seed(traced a) {
  const traced s = sqrt_rn(a);
  const float h = 0.5f / s.value;
  return {s, detail::recorded(s) ? trace::result(trace::operation::half_reciprocal, h, &s) : traced(h)};
}
constexpr traced rsqrt_rn(traced a) {
  const float r = static_cast<float>(1 / __builtin_sqrt(static_cast<double>(a.value)));
  return detail::recorded(a) ? trace::result(trace::operation::reciprocal_root, r, &a) : traced(r);
}
constexpr sqrt_seeds<traced> straight_sqrt_seed(traced a) { return sqrt_seed(a); }
constexpr traced straight_rsqrt_rn(traced a) { return rsqrt_rn(a); }
namespace detail {
constexpr bool straight_roots() { return false; }
}  // namespace detail

}  // namespace ff
