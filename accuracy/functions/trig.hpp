// sin, cos, sincos, tan and their relatives in half-turns.
#pragma once

#include <ff/math/trig_pi.hpp>

#include "../function.hpp"

namespace accuracy {
namespace fn {

/// The pair next to k pi/2 or its neighbour, k < 2^22 for half of them, else k < 2^largest.
FF_HD operands near_quadrant(random_bits& bits, int largest) {
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>(b % static_cast<std::uint64_t>(b & 64 ? 22 : largest));
  std::uint64_t k = (b >> 8) | (std::uint64_t{1} << 55);
  k >>= exponent < 56 ? 55 - exponent : 0;
  const double parts[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};  // pi/2
  const double scale = exponent < 56 ? 1.0 : ff::detail::bit_cast<double>((1023ull + exponent - 55) << 52);
  const double n = static_cast<double>(k) * scale;
  const double head = n * parts[0], e = fma(n, parts[0], -head), p = n * parts[1];
  const double rest = e + p, lost = (p - (rest - e)) + (e - (rest - (rest - e)));
  const double tail = fma(n, parts[1], -p) + lost + n * parts[2];
  const double x = head + rest, left = (head - x) + rest;
  const float h = static_cast<float>(x);
  float l = static_cast<float>((x - static_cast<double>(h)) + (left + tail));
  if (b & 128) l = ff::detail::from_bits(ff::detail::to_bits(l) + (b & 32 ? 1u : ~0u));
  const ff::ff_t pair(h, l);
  return {b >> 63 ? -pair : pair, ff::ff_t(1.0f), ff::ff_t(0.0f)};
}

/// The size of the argument does not tell how far a tangent holds.
struct periodic_unary : unary {
  static constexpr bool periodic = true;
};

struct sin : periodic_unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sin(x); }
  FF_HD static tangent native(double x) { return {::sin(x), ::cos(x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_sin(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return near_quadrant(bits, 15); }
};
struct sin_huge : sin {
  FF_HD static operands hard(random_bits& bits) { return near_quadrant(bits, 126); }
};

struct cos : periodic_unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::cos(x); }
  FF_HD static tangent native(double x) { return {::cos(x), -::sin(x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_cos(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return near_quadrant(bits, 15); }
};
struct cos_huge : cos {
  FF_HD static operands hard(random_bits& bits) { return near_quadrant(bits, 126); }
};

struct sincos_sin : sin {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sincos(x).s; }
};
struct sincos_cos : cos {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sincos(x).c; }
};

struct tan : periodic_unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::tan(x); }
  FF_HD static tangent native(double x) {
    const double t = ::tan(x);
    return {t, 1 + t * t};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_tan(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return near_quadrant(bits, 15); }
};
struct tan_huge : tan {
  FF_HD static operands hard(random_bits& bits) { return near_quadrant(bits, 126); }
};

/// A pair near a multiple of 1/2.
FF_HD operands near_half(random_bits& bits, int largest) {
  const std::uint64_t b = bits.next();
  const double n = static_cast<double>(static_cast<std::int64_t>(bits.next()) >>
                                       (63 - b % static_cast<std::uint64_t>(largest)));
  const double gap =
      static_cast<double>(b >> 11) * ff::detail::bit_cast<double>((1023ull - 53 - (b >> 6 & 31)) << 52);
  return {ff::ff_t(0.5 * n + (b & 32 ? gap : -gap)), ff::ff_t(1.0f), ff::ff_t(0.0f)};
}

struct sinpi : periodic_unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sinpi(x); }
  FF_HD static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    return {::sinpi(x), 3.14159265358979312 * ::cospi(x)};
#else
    return on_host(x, 0);
#endif
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { exact_shifted(r, x, 0); }
  FF_HD static operands hard(random_bits& bits) { return near_half(bits, 15); }
  // No low word that makes the result underflow.
  FF_HD static operands fit(operands v, random_bits&) {
    if (ff::less(ff::abs(v.x.lo()), 0x1p-90f)) v.x = ff::ff_t(v.x.hi());
    return v;
  }

  // sin(pi (x + q/2)) and its derivative by glibc: the reduction is exact, pi r is good to 2^-53.
  static tangent on_host(double x, int quadrant) {
    const double n = std::nearbyint(2 * x), pi = 3.14159265358979312, r = pi * (x - 0.5 * n);
    const double s = std::sin(r), c = std::cos(r);
    switch (static_cast<int>(std::fmod(n, 4) + 4 + quadrant) & 3) {
      case 0:
        return {s, pi * c};
      case 1:
        return {c, -pi * s};
      case 2:
        return {-s, -pi * c};
      default:
        return {-c, pi * s};
    }
  }
  // sin(pi (x + shift/2)), 1/0 for shift < 0: tan(pi x).  x - n/2 is exact, so zeros and poles are.
  static void exact_shifted(mpfr_ptr r, mpfr_srcptr x, int shift) {
    mpfr_t y, n;
    mpfr_inits2(700, y, n, static_cast<mpfr_ptr>(nullptr));
    mpfr_mul_2ui(y, x, 1, MPFR_RNDN);
    mpfr_rint(n, y, MPFR_RNDN);
    mpfr_sub(y, y, n, MPFR_RNDN);
    mpfr_fmod_ui(n, n, 4, MPFR_RNDN);
    const long q = (mpfr_get_si(n, MPFR_RNDN) + 4 + (shift < 0 ? 0 : shift)) & 3;
    mpfr_const_pi(n, MPFR_RNDN);
    mpfr_mul(y, y, n, MPFR_RNDN);
    mpfr_div_2ui(y, y, 1, MPFR_RNDN);
    if (shift < 0) {
      (q & 1 ? mpfr_cot : mpfr_tan)(r, y, MPFR_RNDN);
    } else {
      (q & 1 ? mpfr_cos : mpfr_sin)(r, y, MPFR_RNDN);
    }
    if (shift < 0 ? q & 1 : q & 2) mpfr_neg(r, r, MPFR_RNDN);
    mpfr_clears(y, n, static_cast<mpfr_ptr>(nullptr));
  }
};
struct sinpi_any : sinpi {
  FF_HD static operands hard(random_bits& bits) { return near_half(bits, 40); }
  FF_HD static operands fit(operands v, random_bits&) { return v; }
};
struct cospi : sinpi {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::cospi(x); }
  FF_HD static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    return {::cospi(x), -3.14159265358979312 * ::sinpi(x)};
#else
    return on_host(x, 1);
#endif
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { exact_shifted(r, x, 1); }
};
struct cospi_any : cospi {
  FF_HD static operands hard(random_bits& bits) { return near_half(bits, 40); }
  FF_HD static operands fit(operands v, random_bits&) { return v; }
};
struct tanpi : sinpi {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::tanpi(x); }
  FF_HD static tangent native(double x) {
    const double t = sinpi::native(x).value / cospi::native(x).value;
    return {t, 3.14159265358979312 * (1 + t * t)};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { exact_shifted(r, x, -1); }
  FF_HD static operands off_the_pole(operands v) {
    const double twice = fmod(2 * ff::widen(v.x.hi()), 2.0) + fmod(2 * ff::widen(v.x.lo()), 2.0);
    if (fabs(twice) == 1) v.x = ff::ff_t(0.25f);
    return v;
  }
  FF_HD static operands hard(random_bits& bits) { return off_the_pole(near_half(bits, 15)); }
  FF_HD static operands fit(operands v, random_bits& bits) { return off_the_pole(sinpi::fit(v, bits)); }
};
struct tanpi_any : tanpi {
  FF_HD static operands hard(random_bits& bits) { return off_the_pole(near_half(bits, 40)); }
  FF_HD static operands fit(operands v, random_bits&) { return off_the_pole(v); }
};
struct sincospi_sin : sinpi {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sincospi(x).s; }
};
struct sincospi_cos : cospi {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sincospi(x).c; }
};

template <class Add>
void for_each_trig_function(Add add) {
  const auto& rows = ff::bounds::trigonometric;
  add(sin{}, "sin", rows[0]);
  add(sin_huge{}, "sin_huge", rows[1]);
  add(sin{}, "sin_tiny", rows[2]);
  add(cos{}, "cos", rows[3]);
  add(cos_huge{}, "cos_huge", rows[4]);
  add(tan{}, "tan", rows[5]);
  add(tan_huge{}, "tan_huge", rows[6]);
  add(tan{}, "tan_tiny", rows[7]);
  add(sincos_sin{}, "sincos_sin", rows[8]);
  add(sincos_cos{}, "sincos_cos", rows[9]);
  const auto& pi = ff::bounds::half_turns;
  add(sinpi{}, "sinpi", pi[0]);
  add(sinpi_any{}, "sinpi_any", pi[1]);
  add(cospi{}, "cospi", pi[2]);
  add(cospi_any{}, "cospi_any", pi[3]);
  add(tanpi{}, "tanpi", pi[4]);
  add(tanpi_any{}, "tanpi_any", pi[5]);
  add(sincospi_sin{}, "sincospi_sin", pi[6]);
  add(sincospi_cos{}, "sincospi_cos", pi[7]);
}

}  // namespace fn
}  // namespace accuracy
