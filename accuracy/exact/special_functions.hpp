// Defines what the functions of <ff/special.hpp> compute.
//
// MPFR has most of them.  The others are summed here, to more bits than the judge needs; arguments keep all
// their bits.
#pragma once

#include "catalogue/special_functions.hpp"
#include "definition.hpp"
#include "tgamma.hpp"

namespace accuracy {

/// A number of MPFR's with its own memory.
class big {
 public:
  explicit big(mpfr_prec_t bits) { mpfr_init2(m_, bits); }
  big(const big&) = delete;
  big& operator=(const big&) = delete;
  ~big() { mpfr_clear(m_); }
  operator mpfr_ptr() { return m_; }

 private:
  mpfr_t m_;
};

/// The order of a function, as operands::integer takes it.
inline int order_of(mpfr_srcptr n) { return static_cast<int>(ff_t(mpfr_get_d(n, MPFR_RNDN))); }

// ---------------------------------------------------------------- Boys's function

/// F_n(x) = exp(-x) sum of (2x)^k / ((2n + 1) (2n + 3) .. (2n + 2k + 1)); all terms are positive.
inline void exact_boys(mpfr_ptr r, int n, mpfr_srcptr x) {
  if (mpfr_cmp_ui(x, 400) > 0) {  // Gamma(n + 1/2)/(2 x^(n + 1/2)) to 2^-500
    big order(64), power(320);
    mpfr_set_d(order, n + 0.5, MPFR_RNDN);
    mpfr_pow(power, x, order, MPFR_RNDN);
    mpfr_gamma(r, order, MPFR_RNDN);
    mpfr_div(r, r, power, MPFR_RNDN);
    mpfr_div_2ui(r, r, 1, MPFR_RNDN);
    return;
  }
  big term(256), sum(256), twice(320);
  mpfr_mul_2ui(twice, x, 1, MPFR_RNDN);
  mpfr_set_ui(term, 1, MPFR_RNDN);
  mpfr_div_ui(term, term, static_cast<unsigned long>(2 * n + 1), MPFR_RNDN);
  mpfr_set(sum, term, MPFR_RNDN);
  for (int k = 1; !mpfr_zero_p(term) && mpfr_get_exp(term) > mpfr_get_exp(sum) - 200; ++k) {
    mpfr_mul(term, term, twice, MPFR_RNDN);
    mpfr_div_ui(term, term, static_cast<unsigned long>(2 * n + 2 * k + 1), MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
  }
  mpfr_neg(twice, x, MPFR_RNDN);
  mpfr_exp(r, twice, MPFR_RNDN);
  mpfr_mul(r, r, sum, MPFR_RNDN);
}

/// The same in double.
FF_HD_LARGE double boys_in_double(int n, double x) {
  if (x > 60 + 2 * n) {
    double limit = 0.886226925452758 / ::sqrt(x);
    for (int m = 1; m <= n; ++m) limit *= (m - 0.5) / x;
    return limit;
  }
  double term = 1.0 / (2 * n + 1), sum = term;
  for (int k = 1; term > 0x1p-58 * sum; ++k) sum += term *= 2 * x / (2 * n + 2 * k + 1);
  return ::exp(-x) * sum;
}
template <>
struct exact<entry::boys> : function {
  static void of(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x) { exact_boys(r, order_of(n), x); }
  FF_HD_LARGE static tangent native(double order, double x) {
    const int n = static_cast<int>(order);
    if (!(x >= 0) || n < 0 || n > 60) return {::nan("")};
    return {boys_in_double(n, x), 0, -boys_in_double(n + 1, x)};
  }
};

// ---------------------------------------------------------------- modified Bessel functions

/// I_n(x) = (x/2)^n sum of (x^2/4)^k / (k! (n + k)!) for n = 0 or 1.
inline void exact_bessel_i(mpfr_ptr r, unsigned long n, mpfr_srcptr x) {
  big square(640), term(320), sum(320);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_div_2ui(square, square, 2, MPFR_RNDN);
  if (n == 0) mpfr_set_ui(term, 1, MPFR_RNDN);
  if (n == 1) mpfr_div_2ui(term, x, 1, MPFR_RNDN);
  mpfr_set(sum, term, MPFR_RNDN);
  for (unsigned long k = 1; !mpfr_zero_p(term) && mpfr_get_exp(term) > mpfr_get_exp(sum) - 200; ++k) {
    mpfr_mul(term, term, square, MPFR_RNDN);
    mpfr_div_ui(term, term, k * (n + k), MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
  }
  mpfr_set(r, sum, MPFR_RNDN);
}
FF_HD_LARGE double bessel_i_in_double(int n, double x) {
  if (fabs(x) > 24) {  // exp(a)/sqrt(2 pi a) times the asymptotic series
    const double a = fabs(x), limit = ::exp(a) * 0.3989422804014327 / ::sqrt(a);
    double term = 1, sum = 1;
    for (int k = 1; fabs(term) > 0x1p-58; ++k)
      sum += term *= ((2 * k - 1) * (2 * k - 1) - 4 * n * n) / (8 * a * k);
    return n == 1 && x < 0 ? -limit * sum : limit * sum;
  }
  double term = n == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; fabs(term) > 0x1p-58 * fabs(sum); ++k) sum += term *= 0.25 * x * x / (k * (n + k));
  return sum;
}
template <>
struct exact<entry::cyl_bessel_i0> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { exact_bessel_i(r, 0, x); }
  FF_HD_LARGE static tangent native(double x) {
    if (!(fabs(x) < 100)) return {::nan("")};
    return {bessel_i_in_double(0, x), bessel_i_in_double(1, x)};
  }
};
template <>
struct exact<entry::cyl_bessel_i1> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { exact_bessel_i(r, 1, x); }
  FF_HD_LARGE static tangent native(double x) {
    if (!(fabs(x) < 100)) return {::nan("")};
    const double one = bessel_i_in_double(1, x);
    return {one, fabs(x) > 1e-6 ? bessel_i_in_double(0, x) - one / x : 0.5};
  }
};

// ---------------------------------------------------------------- Bessel functions

/// A Bessel function of MPFR's, of double's, and its derivative there.
template <int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
struct bessel_function : function {
  static constexpr const char* operands_text = "max(|f|, sqrt(2/(pi x)))";
  static void of(mpfr_ptr r, mpfr_srcptr x) { f(r, x, MPFR_RNDN); }
  FF_HD_LARGE static double amplitude(double x, double) {
    return fabs(x) < 0.5 ? 0 : ::sqrt(0.6366197723675814 / fabs(x));
  }
};
// clang-format off
template <> struct exact<entry::j0> : bessel_function<mpfr_j0> {
  FF_HD_LARGE static tangent native(double x) { return {::j0(x), -::j1(x)}; }
};
template <> struct exact<entry::j1> : bessel_function<mpfr_j1> {
  FF_HD_LARGE static tangent native(double x) { return {::j1(x), x == 0 ? 0.5 : ::j0(x) - ::j1(x) / x}; }
};
template <> struct exact<entry::y0> : bessel_function<mpfr_y0> {
  FF_HD_LARGE static tangent native(double x) { return {::y0(x), -::y1(x)}; }
};
template <> struct exact<entry::y1> : bessel_function<mpfr_y1> {
  FF_HD_LARGE static tangent native(double x) { return {::y1(x), ::y0(x) - ::y1(x) / x}; }
};
// clang-format on

/// f_n(x) for n >= 0 from f_0 and f_1 by the recurrence upwards, for x >= n and for Y_n; MPFR's own functions
/// of order n take minutes for some arguments.
template <int (*zero)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
void bessel_upwards(mpfr_ptr r, int n, mpfr_srcptr x) {
  big before(320), at(320), next(320);
  zero(before, x, MPFR_RNDN);
  one(at, x, MPFR_RNDN);
  if (n == 0) mpfr_set(at, before, MPFR_RNDN);
  for (int k = 1; k < n; ++k) {
    mpfr_mul_si(next, at, 2 * k, MPFR_RNDN);
    mpfr_div(next, next, x, MPFR_RNDN);
    mpfr_sub(next, next, before, MPFR_RNDN);
    mpfr_swap(before, at);
    mpfr_swap(at, next);
  }
  mpfr_set(r, at, MPFR_RNDN);
}
/// J_n(x) = (x/2)^n sum of (-x^2/4)^k/(k! (n + k)!) for 0 <= x < n, where little cancels.
inline void bessel_j_series(mpfr_ptr r, int n, mpfr_srcptr x) {
  big square(640), term(640), sum(640);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_div_2ui(square, square, 2, MPFR_RNDN);
  mpfr_set_ui(term, 1, MPFR_RNDN);
  for (int k = 1; k <= n; ++k) {
    mpfr_mul(term, term, x, MPFR_RNDN);
    mpfr_div_si(term, term, 2 * k, MPFR_RNDN);
  }
  mpfr_set(sum, term, MPFR_RNDN);
  for (int k = 1; !mpfr_zero_p(term) && mpfr_get_exp(term) > mpfr_get_exp(sum) - 200; ++k) {
    mpfr_mul(term, term, square, MPFR_RNDN);
    mpfr_div_si(term, term, -k * (n + k), MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
  }
  mpfr_set(r, sum, MPFR_RNDN);
}
inline void exact_jn(mpfr_ptr r, int n, mpfr_srcptr x) {
  const int order = n < 0 ? -n : n;
  big a(320);
  mpfr_abs(a, x, MPFR_RNDN);
  if (mpfr_cmp_si(a, order) < 0) {
    bessel_j_series(r, order, a);
  } else {
    bessel_upwards<mpfr_j0, mpfr_j1>(r, order, a);
  }
  if (order % 2 == 1 && (n < 0) != (mpfr_sgn(x) < 0)) mpfr_neg(r, r, MPFR_RNDN);
}
inline void exact_yn(mpfr_ptr r, int n, mpfr_srcptr x) {
  const int order = n < 0 ? -n : n;
  bessel_upwards<mpfr_y0, mpfr_y1>(r, order, x);
  if (order % 2 == 1 && n < 0) mpfr_neg(r, r, MPFR_RNDN);
}

/// The amplitude beyond the order; below, what a result is that keeps both words.
FF_HD_LARGE double bessel_amplitude(double n, double x) {
  const double order = fabs(::trunc(n)), a = fabs(x);
  return a < 0.5 || a <= order ? 0x1p-100 : ::sqrt(0.6366197723675814 / a);
}
template <>
struct exact<entry::jn> : function {
  static constexpr const char* operands_text = "max(|f|, sqrt(2/(pi x)) for x > n)";
  static void of(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x) { exact_jn(r, order_of(n), x); }
  FF_HD_LARGE static double amplitude(double n, double x) { return bessel_amplitude(n, x); }
  FF_HD_LARGE static tangent native(double order, double x) {
    const int n = static_cast<int>(order);
    return {::jn(n, x), 0, (::jn(n - 1, x) - ::jn(n + 1, x)) / 2};
  }
};
template <>
struct exact<entry::yn> : function {
  static constexpr const char* operands_text = "max(|f|, sqrt(2/(pi x)) for x > n)";
  static void of(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x) { exact_yn(r, order_of(n), x); }
  FF_HD_LARGE static double amplitude(double n, double x) { return bessel_amplitude(n, x); }
  FF_HD_LARGE static tangent native(double order, double x) {
    const int n = static_cast<int>(order);
    return {::yn(n, x), 0, (::yn(n - 1, x) - ::yn(n + 1, x)) / 2};
  }
  FF_HD_LARGE static bool holds(relative_to, double value) { return fabs(value) < 0x1p125; }
};

// ---------------------------------------------------------------- integrals and derivatives

/// Ei(x) in double: its series, or exp(x)/x times a continued fraction or the asymptotic series.
FF_HD_LARGE double expint_in_double(double x) {
  if (x > 38) {
    double term = 1, sum = 1;
    for (int k = 1; term > 0x1p-58 && k < x; ++k) sum += term *= k / x;
    return ::exp(x / 2) * (::exp(x / 2) / x) * sum;
  }
  if (x < -1) {  // Lentz
    double b = 1 - x, c = 1e300, d = 1 / b, h = d;
    for (int i = 1; i < 200; ++i) {
      const double a = -1.0 * i * i;
      b += 2, d = 1 / (a * d + b), c = b + a / c, h *= c * d;
    }
    return -h * ::exp(x);
  }
  double term = 1, sum = 0;
  for (int k = 1; fabs(term) > 0x1p-58 * fabs(sum) || k < x; ++k) sum += (term *= x / k) / k;
  return 0.5772156649015329 + ::log(fabs(x)) + sum;
}
template <>
struct exact<entry::expint> : function {
  static constexpr const char* operands_text = "max(|f|, 1/2 for 0 < x < 1)";
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_eint(r, x, MPFR_RNDN); }
  FF_HD_LARGE static double amplitude(double x, double) { return x > 0 && x < 1 ? 0.5 : 0; }
  FF_HD_LARGE static tangent native(double x) { return {expint_in_double(x), ::exp(x) / x}; }
};
template <>
struct exact<entry::digamma> : function {
  static constexpr const char* operands_text = "max(|f|, 1/2 for 1 < x < 2, log(2 - x) for x < 0)";
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_digamma(r, x, MPFR_RNDN); }
  FF_HD_LARGE static double amplitude(double x, double) {
    return x < 0 ? ::log(2 - x) : x > 1 && x < 2 ? 0.5 : 0;
  }
  FF_HD_LARGE static tangent native(double x) {
    if (hidden_from_double(x)) return {::nan("")};
    const double h = fabs(x) * 0x1p-20;
    return {digamma(x), (digamma(x + h) - digamma(x - h)) / (2 * h)};
  }
};

// ---------------------------------------------------------------- Lambert's W

/// W(x) in double: Newton's method on w - x exp(-w), from a series next to -1/e.
FF_HD_LARGE double lambert_in_double(double x, bool lower) {
  const double square = 2 * (2.718281828459045 * x + 1 + 1.4456468917292502e-16 * x);
  const double p = square <= 0 ? 0 : lower ? -::sqrt(square) : ::sqrt(square);
  double w = -1 + p * (1 - p * (1.0 / 3 - p * (11.0 / 72 - p * (43.0 / 540))));
  if (fabs(p) < 0.02) return w;
  if (x > 2) w = ::log(x) - ::log(::log(x));
  if (lower && x > -0.1) w = ::log(-x) - ::log(-::log(-x));
  for (int i = 0; i < 12; ++i) {
    const double e = x * ::exp(-w), r = (e - w) / (1 + e);
    w += r * (1 + 0.5 * r * e / (1 + e));
  }
  return w;
}
/// W(x) by the same steps from the double, each of which triples its bits.
inline void exact_lambert(mpfr_ptr r, mpfr_srcptr x, bool lower) {
  big w(500), e(500), step(500), divisor(500);
  mpfr_set_d(w, lambert_in_double(mpfr_get_d(x, MPFR_RNDN), lower), MPFR_RNDN);
  if (mpfr_cmp_si(w, -1) == 0) mpfr_add_d(w, w, lower ? -0x1p-26 : 0x1p-26, MPFR_RNDN);
  for (int i = 0; i < 40; ++i) {
    mpfr_neg(e, w, MPFR_RNDN);
    mpfr_exp(e, e, MPFR_RNDN);
    mpfr_mul(e, e, x, MPFR_RNDN);
    mpfr_sub(step, e, w, MPFR_RNDN);
    mpfr_add_ui(divisor, e, 1, MPFR_RNDN);
    mpfr_div(step, step, divisor, MPFR_RNDN);
    mpfr_add(w, w, step, MPFR_RNDN);
    if (mpfr_zero_p(step) || mpfr_get_exp(step) < mpfr_get_exp(w) - 200) break;
  }
  mpfr_set(r, w, MPFR_RNDN);
}
template <bool lower>
struct lambert_function : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { exact_lambert(r, x, lower); }
  FF_HD_LARGE static tangent native(double x) {
    if (!(x > -0.3678)) return {::nan("")};
    const double w = lambert_in_double(x, lower);
    return {w, x == 0 ? 1 : w / (x * (1 + w))};
  }
};
// clang-format off
template <> struct exact<entry::lambert_w0> : lambert_function<false> {};
template <> struct exact<entry::lambert_wm1> : lambert_function<true> {};
// clang-format on

// ---------------------------------------------------------------- zeta

/// zeta(s) in double by Borwein's alternating sum for s >= -1/2, reflected below.
FF_HD_LARGE double zeta_in_double(double s) {
  if (s > 60) return 1;
  if (s < -0.5) {
    const double half = ::exp(0.5 * (::lgamma(1 - s) - (1 - s) * 1.8378770664093453));
    return 2 * half * half * ::sin(1.5707963267948966 * ::fmod(s, 4.0)) * zeta_in_double(1 - s);
  }
  constexpr int n = 24;
  double d[n + 1], term = 1.0 / n, total = term;
  d[0] = total;
  for (int k = 1; k <= n; ++k) {
    term *= 4.0 * (n + k - 1) * (n - k + 1) / ((2 * k) * (2 * k - 1.0));
    d[k] = total += term;
  }
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += (k % 2 == 0 ? 1 : -1) * (d[n] - d[k]) * ::pow(k + 1.0, -s);
  return sum / (d[n] * -::expm1((1 - s) * 0.6931471805599453));
}
template <>
struct exact<entry::riemann_zeta> : function {
  static void of(mpfr_ptr r, mpfr_srcptr s) { mpfr_zeta(r, s, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double s) {
    if (fabs(s - 1) < 0x1p-10 || s < -40) return {::nan("")};
    const double h = 0x1p-18;
    return {zeta_in_double(s), (zeta_in_double(s + h) - zeta_in_double(s - h)) / (2 * h)};
  }
};

}  // namespace accuracy
