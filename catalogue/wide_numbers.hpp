// Arithmetic and functions of wide numbers.
//
// A wide operand is a pair and an exponent, two operands here: all pairs first, then as many exponents.  The
// result is lowered by what the exponents say, so that it is a pair again, and relative errors stay.
#pragma once

#include <ff/complex.hpp>
#include <ff/wide.hpp>
#include <ff/wide/complex.hpp>

#include "vectors.hpp"

namespace catalogue {

/// x 2^e, exactly for 2^-40 <= |x| < 1: the pair moves up by less than a step.  It lies anywhere in its home,
/// as results of the operators do.
FF_HD_LARGE constexpr ff::wide_t wide_at(ff_t x, int e) {
  const int k = e >> 6;
  const bool moderate = -ff::detail::largest_step <= k && k <= ff::detail::largest_step;
  const ff_t m = ff::ldexp(x, e - 64 * k);
  return moderate && ff::detail::is_at_home(m.hi()) ? ff::detail::wide_from(m, k) : ldexp(ff::wide_t(x), e);
}
/// w 2^-n.
FF_HD_LARGE constexpr ff_t lowered(ff::wide_t w, int n) { return static_cast<ff_t>(ldexp(w, -n)); }
FF_HD_LARGE constexpr int larger(int a, int b) { return a > b ? a : b; }
/// A sum is lowered by 80 less: what is left where it cancels is then a float, however small.
FF_HD_LARGE constexpr int sum_exponent(int a, int b) { return larger(a, b) - 80; }
/// e / n, rounded down.
FF_HD_LARGE constexpr int share(int e, int n) { return e / n - (e % n < 0 ? 1 : 0); }

/// Stores w as a double and loads it again.
FF_HD_LARGE constexpr ff::wide_t through_double(ff::wide_t w) {
  double d = 0;
  store_double(&d, w);
  return ff::load_double(&d);
}

/// The last 5 bits of a double, which no pair of 48 bits has, drawn by its exponent.
FF_HD_LARGE constexpr std::uint64_t last_bits(int e) {
  return static_cast<std::uint32_t>(e) * 2654435761u >> 27;
}

/// The double nearest to x 2^e but for its last bits, loaded.
FF_HD_LARGE constexpr ff::wide_t loaded(ff_t x, int e) {
  const std::uint64_t bits = ff::detail::bits_of_wide(wide_at(x, e)) ^ last_bits(e);
  const double d = ff::detail::bit_cast<double>(bits);
  return ff::load_double(&d);
}

/// rint(log2 of b^(x 2^e)), where log2b = log2 b: what exponentials are lowered by.  From x as a double,
/// which definitions see as well.
FF_HD_LARGE constexpr int exponential_exponent(double x, int e, ff_t log2b) {
  return static_cast<int>(ff::rint(ff::ldexp(ff_t(x), e) * log2b));
}
FF_HD_LARGE constexpr ff_t log2_of_ten() { return ff::from_words(0x1.a934fp1f, 0x1.2f346ep-24f); }
/// The same of (x 2^d)^(y 2^e).
FF_HD_LARGE constexpr int power_exponent(double x, double y, int d, int e) {
  return static_cast<int>(ff::rint(ff::ldexp(ff_t(y), e) * (ff::log2(ff_t(x)) + static_cast<float>(d))));
}
/// What angles are lowered by: y 2^d / x 2^e where that is one, a small angle of x > 0.
FF_HD_LARGE constexpr int angle_exponent(float x, int d, int e) {
  return ff::less(0.0f, x) && d < e ? d - e : 0;
}
/// log2 of erfc(x 2^e) from 8 on, and of Gamma(x 2^e), rounded: as exponential_exponent.
FF_HD_LARGE constexpr int erfc_exponent(double x, int e) {
  const ff_t a = ff::ldexp(ff_t(x), e);
  return a < 8 ? 0 : -static_cast<int>(ff::rint(a * a * ff::constants::log2e));
}
FF_HD_LARGE constexpr int gamma_exponent(double x, int e) {
  return static_cast<int>(ff::rint(ff::lgamma(ff::ldexp(ff_t(x), e)) * ff::constants::log2e));
}
/// What log Gamma(x 2^e) is lowered by: nothing where it is a pair.
FF_HD_LARGE constexpr int log_gamma_exponent(int e) { return e > 64 ? e : 0; }
/// What a function is lowered by that is x for small x and a moderate number for large ones.
FF_HD_LARGE constexpr int lesser_exponent(int e) { return e < 0 ? e : 0; }
/// The same of one that is e^x for large x > 0, and -1 or so where `negative`: of expm1, and of sinh for |x|.
FF_HD_LARGE constexpr int exponent_or_power(double x, bool negative, int e) {
  return e < 0 ? e : negative ? 0 : exponential_exponent(x, e, ff::constants::log2e);
}
/// A number above -1: from 1 on positive.
FF_HD_LARGE constexpr ff::wide_t above_minus_one(ff_t x, int e) { return wide_at(e > 0 ? ff::abs(x) : x, e); }
/// -x 2^e, and a quarter less where that is an integer, at which Gamma has a pole.
FF_HD_LARGE constexpr ff::wide_t below_zero(ff_t x, int e) {
  const ff::wide_t w = -wide_at(x, e);
  return w == floor(w) ? w - ff::wide_t(ff_t(0.25f)) : w;
}
/// log2 |Gamma| of that number, rounded.  All of x counts next to a pole: its nearest float, and what is
/// left.
FF_HD_LARGE constexpr int reflected_exponent(ff_t x, int e) {
  const ff_t normal = ff::fast_add12(x.hi(), x.lo());
  return static_cast<int>(
      ff::rint(static_cast<ff_t>(ff::lgamma(below_zero(normal, e)) * ff::wide_t(ff::constants::log2e))));
}
/// Complex numbers, each part with an exponent.
FF_HD_LARGE constexpr ff::wide_complex wide_complex_at(ff_t re, ff_t im, int d, int e) {
  return {wide_at(re, d), wide_at(im, e)};
}
FF_HD_LARGE constexpr ff::complex lowered(ff::wide_complex z, int n) {
  return {lowered(z.real(), n), lowered(z.imag(), n)};
}

namespace entry {

CATALOGUE_ENTRY(wide_plus, (ff_t x, ff_t y, int d, int e),
                lowered(wide_at(x, d) + wide_at(y, e), sum_exponent(d, e)))
CATALOGUE_ENTRY(wide_minus, (ff_t x, ff_t y, int d, int e),
                lowered(wide_at(x, d) - wide_at(y, e), sum_exponent(d, e)))
CATALOGUE_ENTRY(wide_times, (ff_t x, ff_t y, int d, int e), lowered(wide_at(x, d) * wide_at(y, e), d + e))
CATALOGUE_ENTRY(wide_div, (ff_t x, ff_t y, int d, int e), lowered(wide_at(x, d) / wide_at(y, e), d - e))
CATALOGUE_ENTRY(wide_fma, (ff_t x, ff_t y, ff_t z, int d, int e, int f),
                lowered(ff::fma(wide_at(x, d), wide_at(y, e), wide_at(z, f)), larger(d + e, f)))
CATALOGUE_ENTRY(wide_sqrt, (ff_t x, int e), lowered(ff::sqrt(wide_at(x, e)), share(e, 2)))
CATALOGUE_ENTRY(wide_rsqrt, (ff_t x, int e), lowered(ff::rsqrt(wide_at(x, e)), -share(e, 2)))
CATALOGUE_ENTRY(wide_cbrt, (ff_t x, int e), lowered(ff::cbrt(wide_at(x, e)), share(e, 3)))
CATALOGUE_ENTRY(wide_hypot, (ff_t x, ff_t y, int d, int e),
                lowered(ff::hypot(wide_at(x, d), wide_at(y, e)), larger(d, e)))
CATALOGUE_ENTRY(wide_log, (ff_t x, int e), static_cast<ff_t>(ff::log(wide_at(x, e))))
CATALOGUE_ENTRY(wide_log2, (ff_t x, int e), static_cast<ff_t>(ff::log2(wide_at(x, e))))
CATALOGUE_ENTRY(wide_log10, (ff_t x, int e), static_cast<ff_t>(ff::log10(wide_at(x, e))))
CATALOGUE_ENTRY(wide_exp, (ff_t x, int e),
                lowered(ff::exp(wide_at(x, e)),
                        exponential_exponent(static_cast<double>(x), e, ff::constants::log2e)))
CATALOGUE_ENTRY(wide_exp2, (ff_t x, int e),
                lowered(ff::exp2(wide_at(x, e)), exponential_exponent(static_cast<double>(x), e, 1.0f)))
CATALOGUE_ENTRY(wide_exp10, (ff_t x, int e),
                lowered(ff::exp10(wide_at(x, e)),
                        exponential_exponent(static_cast<double>(x), e, log2_of_ten())))
CATALOGUE_ENTRY(wide_expm1, (ff_t x, int e),
                lowered(ff::expm1(wide_at(x, e)), exponent_or_power(static_cast<double>(x), signbit(x), e)))
CATALOGUE_ENTRY(wide_log1p, (ff_t x, int e), lowered(ff::log1p(above_minus_one(x, e)), lesser_exponent(e)))
CATALOGUE_ENTRY(wide_sinh, (ff_t x, int e),
                lowered(ff::sinh(wide_at(x, e)),
                        exponent_or_power(static_cast<double>(ff::abs(x)), false, e)))
CATALOGUE_ENTRY(wide_cosh, (ff_t x, int e),
                lowered(ff::cosh(wide_at(x, e)),
                        exponential_exponent(static_cast<double>(ff::abs(x)), e, ff::constants::log2e)))
CATALOGUE_ENTRY(wide_asinh, (ff_t x, int e), lowered(ff::asinh(wide_at(x, e)), lesser_exponent(e)))
CATALOGUE_ENTRY(wide_tgamma_negative, (ff_t x, int e),
                lowered(ff::tgamma(below_zero(x, e)), reflected_exponent(x, e)))
CATALOGUE_ENTRY(wide_lgamma_negative, (ff_t x, int e), static_cast<ff_t>(ff::lgamma(below_zero(x, e))))
CATALOGUE_ENTRY(wide_pow, (ff_t x, ff_t y, int d, int e),
                lowered(ff::pow(wide_at(x, d), wide_at(y, e)),
                        power_exponent(static_cast<double>(x), static_cast<double>(y), d, e)))
CATALOGUE_ENTRY(wide_atan2, (ff_t y, ff_t x, int d, int e),
                lowered(ff::atan2(wide_at(y, d), wide_at(x, e)), angle_exponent(x.hi(), d, e)))
CATALOGUE_ENTRY(wide_erfc, (ff_t x, int e),
                lowered(ff::erfc(wide_at(x, e)), erfc_exponent(static_cast<double>(x), e)))
CATALOGUE_ENTRY(wide_tgamma, (ff_t x, int e),
                lowered(ff::tgamma(wide_at(x, e)), gamma_exponent(static_cast<double>(x), e)))
CATALOGUE_ENTRY(wide_lgamma, (ff_t x, int e), lowered(ff::lgamma(wide_at(x, e)), log_gamma_exponent(e)))
CATALOGUE_ENTRY(wide_complex_times, (ff_t a, ff_t b, ff_t c, ff_t d, int i, int j, int k, int l),
                lowered(wide_complex_at(a, b, i, j) * wide_complex_at(c, d, k, l),
                        larger(i, j) + larger(k, l)))
CATALOGUE_ENTRY(wide_complex_div, (ff_t a, ff_t b, ff_t c, ff_t d, int i, int j, int k, int l),
                lowered(wide_complex_at(a, b, i, j) / wide_complex_at(c, d, k, l),
                        larger(i, j) - larger(k, l)))
CATALOGUE_ENTRY(wide_complex_sqrt, (ff_t a, ff_t b, int i, int j),
                lowered(ff::sqrt(wide_complex_at(a, b, i, j)), share(larger(i, j), 2)))
CATALOGUE_ENTRY(wide_load, (ff_t x, int e), lowered(loaded(x, e), e))
// Stored as a double and loaded again.
CATALOGUE_ENTRY(wide_double, (ff_t x, int e), lowered(through_double(wide_at(x, e)), e))

}  // namespace entry

/// Pairs, and an exponent for each: three quarters of the later exponents lie near the first, for which the
/// numbers overlap.
template <bool positive = false>
struct wide_operands {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v{};
    const int n = r.arguments / 2, low = static_cast<int>(r.span[1].low),
              high = static_cast<int>(r.span[1].high);
    int first = 0;
    for (int k = 0; k < n; ++k) {
      const ff_t x = make_operand(bits, make_exponent(bits, -40, -1, input_class::uniform), cls, false);
      v[k] = positive ? ff::abs(x) : x;
      const int any = make_exponent(bits, low, high, cls);
      const bool near = k > 0 && (bits.next() & 3) != 0;
      const int distance = make_distance(bits);
      if (k == 0) first = any;
      v[n + k] = static_cast<float>(near ? clamped(first + distance, low, high) : any);
    }
    return v;
  }
};

/// A base as wide_operands draw it, but positive, and a power of an exponent of its own, of either sign.
struct wide_base_and_power {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = wide_operands<>::draw(r, bits, cls);
    v.x = ff::abs(v.x);
    v[3] = static_cast<float>(make_exponent(bits, -40, 12, input_class::uniform));
    return v;
  }
};

/// near 2^j, whose exponent stays within the pairs' range, as a pair and in `e` as the exponent that is left.
FF_HD_LARGE ff_t split_exponent(random_bits& bits, ff_t near, int all, int low, int high, int& e) {
  const int lifted = clamped(make_exponent(bits, -40, -1, input_class::uniform), all - high, all - low);
  e = all - lifted;
  return ff::ldexp(near, lifted - exponent_of(near.hi()));
}

/// Two operands whose sum almost vanishes for class `cancellation`, their exponents dealt differently between
/// pair and exponent.
template <bool difference>
struct wide_summands {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = wide_operands<>::draw(r, bits, cls);
    if (cls != input_class::cancellation) return v;
    const int low = static_cast<int>(r.span[1].low), high = static_cast<int>(r.span[1].high);
    const ff_t near = make_near(bits, v.x, false);
    int e = 0;
    const int all = v.integer(2) + exponent_of(near.hi());
    const ff_t y = split_exponent(bits, near, all, low, high, e);
    const int ey = exponent_of(y.hi());
    if (ey < -40 || ey > -1) return v;
    v.y = difference ? y : -y;
    v[3] = static_cast<float>(e);
    return v;
  }
};

/// Two factors and a summand, which almost cancels their product for class `cancellation`.
struct wide_factors_and_summand {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = wide_operands<>::draw(r, bits, cls);
    if (cls != input_class::cancellation) {
      const int low = static_cast<int>(r.span[1].low), high = static_cast<int>(r.span[1].high);
      if ((bits.next() & 1) != 0)
        v[5] = static_cast<float>(clamped(v.integer(3) + v.integer(4) + make_distance(bits), low, high));
      return v;
    }
    const int low = static_cast<int>(r.span[1].low), high = static_cast<int>(r.span[1].high);
    // The other factor's exponent takes the product back into the range.
    v[4] = static_cast<float>(clamped(v.integer(4), low - v.integer(3) + 100, high - v.integer(3) - 100));
    v[4] = static_cast<float>(clamped(v.integer(4), low, high));
    const ff_t near = make_near(bits, ff::mul22_dw(v.x, v.y), false);
    int e = 0;
    const ff_t z =
        split_exponent(bits, near, v.integer(3) + v.integer(4) + exponent_of(near.hi()), low, high, e);
    const int ez = exponent_of(z.hi());
    if (ez < -40 || ez > -1) return v;
    v.z = -z;
    v[5] = static_cast<float>(e);
    return v;
  }
};

/// visit(row{}, info) for each.
template <class Visit>
void wide_numbers_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::wide_numbers, group::composite);
  add(row<entry::wide_plus, wide_summands<false>>{}, "wide_plus");
  add(row<entry::wide_minus, wide_summands<true>>{}, "wide_minus");
  add(row<entry::wide_times, wide_operands<>>{}, "wide_times");
  add(row<entry::wide_div, wide_operands<>>{}, "wide_div");
  add(row<entry::wide_fma, wide_factors_and_summand>{}, "wide_fma");
  add(row<entry::wide_sqrt, wide_operands<true>>{}, "wide_sqrt");
  add(row<entry::wide_rsqrt, wide_operands<true>>{}, "wide_rsqrt");
  add(row<entry::wide_cbrt, wide_operands<>>{}, "wide_cbrt");
  add(row<entry::wide_hypot, wide_operands<>>{}, "wide_hypot");
  add(row<entry::wide_log, wide_operands<true>>{}, "wide_log");
  add(row<entry::wide_log2, wide_operands<true>>{}, "wide_log2");
  add(row<entry::wide_log10, wide_operands<true>>{}, "wide_log10");
  add(row<entry::wide_exp, wide_operands<>>{}, "wide_exp");
  add(row<entry::wide_exp2, wide_operands<>>{}, "wide_exp2");
  add(row<entry::wide_exp10, wide_operands<>>{}, "wide_exp10");
  add(row<entry::wide_expm1, wide_operands<>>{}, "wide_expm1");
  add(row<entry::wide_log1p, wide_operands<>>{}, "wide_log1p");
  add(row<entry::wide_sinh, wide_operands<>>{}, "wide_sinh");
  add(row<entry::wide_cosh, wide_operands<>>{}, "wide_cosh");
  add(row<entry::wide_asinh, wide_operands<>>{}, "wide_asinh");
  add(row<entry::wide_pow, wide_base_and_power>{}, "wide_pow");
  add(row<entry::wide_atan2, wide_operands<>>{}, "wide_atan2");
  add(row<entry::wide_erfc, wide_operands<true>>{}, "wide_erfc");
  add(row<entry::wide_tgamma, wide_operands<true>>{}, "wide_tgamma");
  add(row<entry::wide_lgamma, wide_operands<true>>{}, "wide_lgamma");
  add(row<entry::wide_tgamma_negative, wide_operands<true>>{}, "wide_tgamma_negative");
  add(row<entry::wide_lgamma_negative, wide_operands<true>>{}, "wide_lgamma_negative");
  add(row<entry::wide_complex_times, wide_operands<>>{}, "wide_complex_times");
  add(row<entry::wide_complex_div, wide_operands<>>{}, "wide_complex_div");
  add(row<entry::wide_complex_sqrt, wide_operands<>>{}, "wide_complex_sqrt");
  add(row<entry::wide_load, wide_operands<>>{}, "wide_load");
  add(row<entry::wide_double, wide_operands<>>{}, "wide_double");
}

}  // namespace catalogue
