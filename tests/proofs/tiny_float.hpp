// A binary float of P bits of significand and an exponent that never runs out, with the primitives of
// ff/rounding.hpp.  The kernels of ff/arithmetic.hpp are templates that find their primitives by
// argument-dependent lookup, so basic_ff<tiny<5>> runs the very source that basic_ff<float> runs, on
// operands few enough to be visited one by one.
//
// The value is a double with at most P significant bits.  An operation is done in double, where it is
// exact or rounded to odd, and then rounded to P bits, to nearest even: 53 >= 2P + 2 makes that the
// correctly rounded result.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <ff/rounding.hpp>

namespace tiny_float {

inline std::uint64_t bits_of(double x) {
  std::uint64_t b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}
inline double from_bits(std::uint64_t b) {
  double x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

template <int P>
class tiny {
  static_assert(P >= 2 && 2 * P + 2 <= 53, "double must hold two guard bits beside a product");

 public:
  tiny() = default;
  tiny(float x) : value_(rounded(double(x))) {}

  /// x rounded to P bits, to nearest even.  The carry of the significand runs into the exponent field.
  static tiny round(double x) {
    tiny t;
    t.value_ = rounded(x);
    return t;
  }

  double value() const { return value_; }

 private:
  static double rounded(double x) {
    constexpr int dropped = 53 - P;
    const std::uint64_t b = bits_of(x), even = (b >> dropped) & 1;
    return from_bits((b + ((std::uint64_t{1} << (dropped - 1)) - 1) + even) >> dropped << dropped);
  }

  double value_;
};

// The operations that most visits spend their time in are inlined whatever their size.
//
// p + c with the inexact case rounded to odd, which a second rounding to fewer bits cannot harm
// (Boldo and Melquiond 2008).
[[gnu::always_inline]] inline double sum_to_odd(double p, double c) {
  const double s = p + c, c_seen = s - p, e = (p - (s - c_seen)) + (c - c_seen);
  if (e == 0) return s;
  const bool outward = (e > 0) == (s > 0);
  return from_bits((outward ? bits_of(s) : bits_of(s) - 1) | 1);
}

template <int P>
[[gnu::always_inline]] inline tiny<P> add_rn(tiny<P> a, tiny<P> b) {
  return tiny<P>::round(sum_to_odd(a.value(), b.value()));
}
template <int P>
tiny<P> neg(tiny<P> a) {
  return tiny<P>::round(-a.value());
}
template <int P>
[[gnu::always_inline]] inline tiny<P> sub_rn(tiny<P> a, tiny<P> b) {
  return tiny<P>::round(sum_to_odd(a.value(), -b.value()));
}
template <int P>
tiny<P> mul_rn(tiny<P> a, tiny<P> b) {
  return tiny<P>::round(a.value() * b.value());
}
template <int P>
[[gnu::always_inline]] inline tiny<P> fma_rn(tiny<P> a, tiny<P> b, tiny<P> c) {
  return tiny<P>::round(sum_to_odd(a.value() * b.value(), c.value()));
}

// No quotient, root or reciprocal root of P-bit numbers lies within 2^-(3P+2), relatively, of a point
// half-way between two of them without being one, and only exact ones are: double rounding is harmless.
template <int P>
tiny<P> div_rn(tiny<P> a, tiny<P> b) {
  return tiny<P>::round(a.value() / b.value());
}
template <int P>
tiny<P> sqrt_rn(tiny<P> a) {
  return tiny<P>::round(std::sqrt(a.value()));
}
template <int P>
tiny<P> rcp_rn(tiny<P> b) {
  return tiny<P>::round(1 / b.value());
}
template <int P>
tiny<P> rsqrt_rn(tiny<P> a) {
  return tiny<P>::round(1 / std::sqrt(a.value()));
}

template <int P>
tiny<P> abs(tiny<P> a) {
  return tiny<P>::round(std::fabs(a.value()));
}
template <int P>
bool less(tiny<P> a, tiny<P> b) {
  return a.value() < b.value();
}
template <int P>
bool equal(tiny<P> a, tiny<P> b) {
  return a.value() == b.value();
}

// As the library's: h is one number below RN(1/(2s)) where the significand of s is all ones.
template <int P>
ff::sqrt_seeds<tiny<P>> sqrt_seed(tiny<P> a) {
  const tiny<P> s = sqrt_rn(a), h = tiny<P>::round(0.5 / s.value());
  constexpr std::uint64_t last = std::uint64_t{1} << (53 - P), significand = (std::uint64_t{1} << 52) - last;
  const bool all_ones = (bits_of(s.value()) & significand) == significand;
  return {s, tiny<P>::round(from_bits(bits_of(h.value()) - (all_ones ? last : 0)))};
}

}  // namespace tiny_float
