// The gamma function and its logarithm, for the report.
#pragma once

#include <ff/math/lgamma.hpp>
#include <ff/math/tgamma.hpp>

#include "../function.hpp"

namespace accuracy {
namespace fn {

/// psi(x), to 2^-50 or so, by recurrence to x >= 16 and the asymptotic series.
FF_HD double digamma(double x) {
  double sum = 0;
  if (x < 0.5) {
    const double t = 3.141592653589793 * (x - rint(x));
    sum = -3.141592653589793 * ::cos(t) / ::sin(t);
    x = 1 - x;
  }
  for (; x < 16; x += 1) sum -= 1 / x;
  const double w = 1 / (x * x);
  return sum + ::log(x) - 0.5 / x -
         w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w * (1.0 / 240 - w / 132))));
}

/// Off the poles, beside which tgamma overflows.
FF_HD operands off_poles(operands v) {
  const ff::ff_t distance = ff::abs(v.x - ff::rint(v.x));
  if (!ff::less(0.0f, v.x.hi()) && distance < 0x1p-126f) v.x = ff::ff_t(v.x.hi() - 0.25f, 0.0f);
  return v;
}

/// Near the integers, the poles among them, and near 1 and 2, lgamma's zeros.
FF_HD operands near_integers(random_bits& bits) {
  const std::uint64_t b = bits.next();
  const double n = static_cast<double>(b % 128) - 70;
  const ff::ff_t one_or_two = near_point(bits, b & 1024 ? 1.0 : 2.0);
  const ff::ff_t other = n == 0 ? near_point(bits, 0x1p-20) : near_point(bits, n);
  // a low word of any size beside the integer itself
  const float tiny = make_float(b >> 63, -26 - static_cast<int>((b >> 32) % 100),
                                static_cast<std::uint32_t>(b >> 12) & 0x7fffffu);
  const ff::ff_t beside(static_cast<float>(n), n == 0 ? 0.0f : tiny);
  const ff::ff_t x = (b & 768) == 0 ? one_or_two : (b & 768) == 256 ? beside : other;
  return off_poles({x, ff::ff_t(1.0f), ff::ff_t(0.0f)});
}

/// A pole, or where double, which sees no more of x than 53 bits, cannot follow beside one.
FF_HD bool hidden_from_double(double x) { return x <= 0 && fabs(x - rint(x)) <= -0x1p-20 * x; }

struct tgamma : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::tgamma(x); }
  FF_HD static tangent native(double x) {
    if (hidden_from_double(x)) return {::nan("")};
    const double g = ::tgamma(x);
    return {g, g * digamma(x)};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_gamma(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return near_integers(bits); }
  FF_HD static operands fit(operands v, random_bits&) { return off_poles(v); }
};

struct lgamma : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::lgamma(x); }
  FF_HD static tangent native(double x) {
    if (hidden_from_double(x)) return {::nan("")};
    return {::lgamma(x), digamma(x)};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) {
    int sign;
    mpfr_lgamma(r, &sign, x, MPFR_RNDN);
  }
  FF_HD static operands hard(random_bits& bits) { return near_integers(bits); }
  FF_HD static operands fit(operands v, random_bits&) { return off_poles(v); }
};

template <class Add>
void for_each_gamma_function(Add add) {
  add(tgamma{}, "tgamma", ff::bounds::tgammas[0]);
  add(tgamma{}, "tgamma_below_one", ff::bounds::tgammas[1]);
  add(tgamma{}, "tgamma_underflow", ff::bounds::tgammas[2]);
  add(lgamma{}, "lgamma", ff::bounds::lgammas[0]);
  add(lgamma{}, "lgamma_near", ff::bounds::lgammas[1]);
  add(lgamma{}, "lgamma_stirling", ff::bounds::lgammas[2]);
  add(lgamma{}, "lgamma_negative", ff::bounds::lgammas[3]);
}

}  // namespace fn
}  // namespace accuracy
