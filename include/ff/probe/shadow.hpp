// The functions of double and float that C++ lacks, for the shadow of a probe.
//
// The device has them.  The host computes them in long double by their definitions, with 53 bits or nearly
// so.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <cmath>
#include <ff/platform/types.hpp>

namespace ff::detail::shadow {

#if defined(__CUDA_ARCH__)

FF_HD double exp10(double x) { return ::exp10(x); }
FF_HD double sinpi(double x) { return ::sinpi(x); }
FF_HD double cospi(double x) { return ::cospi(x); }
FF_HD double rsqrt(double x) { return ::rsqrt(x); }
FF_HD double rcbrt(double x) { return ::rcbrt(x); }
FF_HD double erfcx(double x) { return ::erfcx(x); }
FF_HD double erfinv(double x) { return ::erfinv(x); }
FF_HD double erfcinv(double x) { return ::erfcinv(x); }
FF_HD double normcdf(double x) { return ::normcdf(x); }
FF_HD double normcdfinv(double x) { return ::normcdfinv(x); }

#else

inline constexpr long double pi = 3.14159265358979323846264338327950288L;
inline constexpr long double root_of_half = 0.707106781186547524400844362104849039L;
inline constexpr long double two_by_root_of_pi = 1.12837916709551257389615890312154517L;

FF_HD double exp10(double x) { return static_cast<double>(std::pow(10.0L, static_cast<long double>(x))); }
FF_HD double rsqrt(double x) { return static_cast<double>(1.0L / std::sqrt(static_cast<long double>(x))); }
FF_HD double rcbrt(double x) { return static_cast<double>(1.0L / std::cbrt(static_cast<long double>(x))); }

// The remainder by 2 is exact, and so is the distance from the nearest multiple of 1/2.
FF_HD double sinpi(double x) {
  const double r = std::remainder(x, 2.0), a = std::fabs(r);
  const long double s = a <= 0.25   ? std::sin(pi * static_cast<long double>(a))
                        : a <= 0.75 ? std::cos(pi * static_cast<long double>(0.5 - a))
                                    : std::sin(pi * static_cast<long double>(1.0 - a));
  return std::copysign(static_cast<double>(s), r);
}
FF_HD double cospi(double x) {
  const double a = std::fabs(std::remainder(x, 2.0));
  const long double c = a <= 0.25   ? std::cos(pi * static_cast<long double>(a))
                        : a <= 0.75 ? std::sin(pi * static_cast<long double>(0.5 - a))
                                    : -std::cos(pi * static_cast<long double>(1.0 - a));
  return static_cast<double>(c);
}

// exp(x^2) erfc(x).  Past 100, where the first factor would overflow, three terms of the asymptotic series.
FF_HD double erfcx(double x) {
  const long double y = static_cast<long double>(x), square = y * y;
  if (x < 100) return static_cast<double>(std::exp(square) * std::erfc(y));
  return static_cast<double>(two_by_root_of_pi / 2 / y * (1 - 1 / (2 * square) + 3 / (4 * square * square)));
}

// A step of Newton's method from the last one, until steps no longer shrink.
FF_HD double erfcinv(double q) {
  if (q < 0 || q > 2 || std::isnan(q)) return std::nan("");
  if (!(q > 0)) return HUGE_VAL;
  if (!(q < 2)) return -HUGE_VAL;
  if (q > 1) return -erfcinv(2 - q);
  long double y = q < 0.1 ? std::sqrt(-std::log(static_cast<long double>(q))) : 0.0L;
  for (int i = 0; i < 60; ++i) {
    const long double step =
        (std::erfc(y) - static_cast<long double>(q)) * std::exp(y * y) / two_by_root_of_pi;
    y += step;
    if (std::fabs(step) <= 1e-18L * std::fabs(y)) break;
  }
  return static_cast<double>(y);
}
FF_HD double erfinv(double p) {
  const double a = std::fabs(p);
  if (a > 0.5) return std::copysign(erfcinv(1 - a), p);
  long double y = static_cast<long double>(p) / two_by_root_of_pi;
  for (int i = 0; i < 60 && a > 0; ++i) {
    const long double step =
        (std::erf(y) - static_cast<long double>(p)) * std::exp(y * y) / two_by_root_of_pi;
    y -= step;
    if (std::fabs(step) <= 1e-18L * std::fabs(y)) break;
  }
  return static_cast<double>(y);
}
FF_HD double normcdf(double x) {
  return static_cast<double>(std::erfc(-static_cast<long double>(x) * root_of_half) / 2);
}
FF_HD double normcdfinv(double p) {
  return static_cast<double>(-static_cast<long double>(erfcinv(2 * p)) / root_of_half);
}

#endif

FF_HD double tanpi(double x) { return sinpi(x) / cospi(x); }

// float's: the double's, rounded.
FF_HD float exp10(float x) { return static_cast<float>(exp10(static_cast<double>(x))); }
FF_HD float sinpi(float x) { return static_cast<float>(sinpi(static_cast<double>(x))); }
FF_HD float cospi(float x) { return static_cast<float>(cospi(static_cast<double>(x))); }
FF_HD float tanpi(float x) { return static_cast<float>(tanpi(static_cast<double>(x))); }
FF_HD float rsqrt(float x) { return static_cast<float>(rsqrt(static_cast<double>(x))); }
FF_HD float rcbrt(float x) { return static_cast<float>(rcbrt(static_cast<double>(x))); }
FF_HD float erfcx(float x) { return static_cast<float>(erfcx(static_cast<double>(x))); }
FF_HD float erfinv(float x) { return static_cast<float>(erfinv(static_cast<double>(x))); }
FF_HD float erfcinv(float x) { return static_cast<float>(erfcinv(static_cast<double>(x))); }
FF_HD float normcdf(float x) { return static_cast<float>(normcdf(static_cast<double>(x))); }
FF_HD float normcdfinv(float x) { return static_cast<float>(normcdfinv(static_cast<double>(x))); }

}  // namespace ff::detail::shadow

#endif
