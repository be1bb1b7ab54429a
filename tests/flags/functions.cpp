// Prints a hash of every elementary function's results over 2^16 vectors, as bits.cpp does for the operators.
#include <ff/math.hpp>

#include "bits.hpp"

namespace {

// A pair: |lo| <= ulp(hi)/2, or a head alone.
FF_HD constexpr ff_t valid(ff_t v) {
  return ff::equal(ff::add_rn(v.hi(), v.lo()), v.hi()) ? v : ff_t(v.hi());
}
// From 2^-12 to 2^13, where most functions have something to do.
FF_HD constexpr ff_t ordinary(ff_t v) { return valid(folded(v, 115, 139)); }
FF_HD constexpr ff_t fraction(ff_t v) { return valid(folded(v, 96, 126)); }

namespace op {

OPERATOR(exp, return ff::exp(valid(x)))
OPERATOR(exp_ordinary, return ff::exp(ordinary(y)))
OPERATOR(exp2, return ff::exp2(valid(x)))
OPERATOR(exp2_ordinary, return ff::exp2(ordinary(y)))
OPERATOR(exp10, return ff::exp10(valid(x)))
OPERATOR(exp10_ordinary, return ff::exp10(ordinary(y)))
OPERATOR(expm1, return ff::expm1(valid(x)))
OPERATOR(expm1_ordinary, return ff::expm1(ordinary(y)))
OPERATOR(log, return ff::log(valid(x)))
OPERATOR(log_ordinary, return ff::log(ordinary(y)))
OPERATOR(log2, return ff::log2(valid(x)))
OPERATOR(log2_ordinary, return ff::log2(ordinary(y)))
OPERATOR(log10, return ff::log10(valid(x)))
OPERATOR(log10_ordinary, return ff::log10(ordinary(y)))
OPERATOR(log1p, return ff::log1p(valid(x)))
OPERATOR(log1p_ordinary, return ff::log1p(ordinary(y)))
OPERATOR(cbrt, return ff::cbrt(valid(x)))
OPERATOR(cbrt_ordinary, return ff::cbrt(ordinary(y)))
OPERATOR(rcbrt, return ff::rcbrt(valid(x)))
OPERATOR(rcbrt_ordinary, return ff::rcbrt(ordinary(y)))
OPERATOR(sin, return ff::sin(valid(x)))
OPERATOR(sin_ordinary, return ff::sin(ordinary(y)))
OPERATOR(cos, return ff::cos(valid(x)))
OPERATOR(cos_ordinary, return ff::cos(ordinary(y)))
OPERATOR(tan, return ff::tan(valid(x)))
OPERATOR(tan_ordinary, return ff::tan(ordinary(y)))
OPERATOR(sinpi, return ff::sinpi(valid(x)))
OPERATOR(sinpi_ordinary, return ff::sinpi(ordinary(y)))
OPERATOR(cospi, return ff::cospi(valid(x)))
OPERATOR(cospi_ordinary, return ff::cospi(ordinary(y)))
OPERATOR(tanpi, return ff::tanpi(valid(x)))
OPERATOR(tanpi_ordinary, return ff::tanpi(ordinary(y)))
OPERATOR(asin, return ff::asin(valid(x)))
OPERATOR(asin_ordinary, return ff::asin(ordinary(y)))
OPERATOR(acos, return ff::acos(valid(x)))
OPERATOR(acos_ordinary, return ff::acos(ordinary(y)))
OPERATOR(atan, return ff::atan(valid(x)))
OPERATOR(atan_ordinary, return ff::atan(ordinary(y)))
OPERATOR(sinh, return ff::sinh(valid(x)))
OPERATOR(sinh_ordinary, return ff::sinh(ordinary(y)))
OPERATOR(cosh, return ff::cosh(valid(x)))
OPERATOR(cosh_ordinary, return ff::cosh(ordinary(y)))
OPERATOR(tanh, return ff::tanh(valid(x)))
OPERATOR(tanh_ordinary, return ff::tanh(ordinary(y)))
OPERATOR(asinh, return ff::asinh(valid(x)))
OPERATOR(asinh_ordinary, return ff::asinh(ordinary(y)))
OPERATOR(acosh, return ff::acosh(valid(x)))
OPERATOR(acosh_ordinary, return ff::acosh(ordinary(y)))
OPERATOR(atanh, return ff::atanh(valid(x)))
OPERATOR(atanh_ordinary, return ff::atanh(ordinary(y)))
OPERATOR(erf, return ff::erf(valid(x)))
OPERATOR(erf_ordinary, return ff::erf(ordinary(y)))
OPERATOR(erfc, return ff::erfc(valid(x)))
OPERATOR(erfc_ordinary, return ff::erfc(ordinary(y)))
OPERATOR(erfcx, return ff::erfcx(valid(x)))
OPERATOR(erfcx_ordinary, return ff::erfcx(ordinary(y)))
OPERATOR(erfinv, return ff::erfinv(valid(x)))
OPERATOR(erfinv_ordinary, return ff::erfinv(ordinary(y)))
OPERATOR(erfcinv, return ff::erfcinv(valid(x)))
OPERATOR(erfcinv_ordinary, return ff::erfcinv(ordinary(y)))
OPERATOR(normcdf, return ff::normcdf(valid(x)))
OPERATOR(normcdf_ordinary, return ff::normcdf(ordinary(y)))
OPERATOR(normcdfinv, return ff::normcdfinv(valid(x)))
OPERATOR(normcdfinv_ordinary, return ff::normcdfinv(ordinary(y)))
OPERATOR(tgamma, return ff::tgamma(valid(x)))
OPERATOR(tgamma_ordinary, return ff::tgamma(ordinary(y)))
OPERATOR(lgamma, return ff::lgamma(valid(x)))
OPERATOR(lgamma_ordinary, return ff::lgamma(ordinary(y)))
OPERATOR(asin_fraction, return ff::asin(fraction(y)))
OPERATOR(acos_fraction, return ff::acos(fraction(y)))
OPERATOR(atanh_fraction, return ff::atanh(fraction(y)))
OPERATOR(erfinv_fraction, return ff::erfinv(fraction(y)))
OPERATOR(log1p_fraction, return ff::log1p(fraction(y)))
OPERATOR(pow, return ff::pow(valid(x), valid(y)))
OPERATOR(pow_ordinary, return ff::pow(ff::abs(ordinary(x)), ordinary(y)))
OPERATOR(hypot, return ff::hypot(valid(x), valid(y)))
OPERATOR(hypot_ordinary, return ff::hypot(ff::abs(ordinary(x)), ordinary(y)))
OPERATOR(rhypot, return ff::rhypot(valid(x), valid(y)))
OPERATOR(rhypot_ordinary, return ff::rhypot(ff::abs(ordinary(x)), ordinary(y)))
OPERATOR(atan2, return ff::atan2(valid(x), valid(y)))
OPERATOR(atan2_ordinary, return ff::atan2(ff::abs(ordinary(x)), ordinary(y)))
OPERATOR(hypot3, return ff::hypot(valid(x), valid(y), valid(z)))
OPERATOR(pown, return ff::pown(valid(x), static_cast<int>(ff::detail::to_bits(b)) >>
                                             (ff::detail::to_bits(z.hi()) & 31u)))
OPERATOR(rootn, return ff::rootn(valid(x), static_cast<int>(ff::detail::to_bits(b)) >>
                                               (ff::detail::to_bits(z.hi()) & 31u)))
OPERATOR(sincos, ff_t s{}, c{}; ff::sincos(valid(x), &s, &c); return {s.hi(), c.lo()})
OPERATOR(sincos_ordinary, ff_t s{}, c{}; ff::sincos(ordinary(y), &s, &c); return {c.hi(), s.lo()})
OPERATOR(sincospi, ff_t s{}, c{}; ff::sincospi(ordinary(y), &s, &c); return {s.hi(), c.lo()})

int print_all_on(const char* where) {
  return print_on<false, exp, exp_ordinary, exp2, exp2_ordinary, exp10, exp10_ordinary, expm1, expm1_ordinary,
                  log, log_ordinary, log2, log2_ordinary, log10, log10_ordinary, log1p, log1p_ordinary, cbrt,
                  cbrt_ordinary, rcbrt, rcbrt_ordinary, sin, sin_ordinary, cos, cos_ordinary, tan,
                  tan_ordinary, sinpi, sinpi_ordinary, cospi, cospi_ordinary, tanpi, tanpi_ordinary, asin,
                  asin_ordinary, acos, acos_ordinary, atan, atan_ordinary, sinh, sinh_ordinary, cosh,
                  cosh_ordinary, tanh, tanh_ordinary, asinh, asinh_ordinary, acosh, acosh_ordinary, atanh,
                  atanh_ordinary, erf, erf_ordinary, erfc, erfc_ordinary, erfcx, erfcx_ordinary, erfinv,
                  erfinv_ordinary, erfcinv, erfcinv_ordinary, normcdf, normcdf_ordinary, normcdfinv,
                  normcdfinv_ordinary, tgamma, tgamma_ordinary, lgamma, lgamma_ordinary, asin_fraction,
                  acos_fraction, atanh_fraction, erfinv_fraction, log1p_fraction, pow, pow_ordinary, hypot,
                  hypot_ordinary, rhypot, rhypot_ordinary, atan2, atan2_ordinary, hypot3, pown, rootn, sincos,
                  sincos_ordinary, sincospi>(where);
}
}  // namespace op

}  // namespace

int main(int argc, char** argv) { return op::print_all_on(argc > 1 ? argv[1] : ""); }
