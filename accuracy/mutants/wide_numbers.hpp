// Wide numbers broken on purpose.
#pragma once

#include "accuracy/exact/wide_numbers.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

using catalogue::larger;
using catalogue::lowered;
using catalogue::share;
using catalogue::sum_exponent;
using catalogue::wide_at;
using ff::wide_t;

// Numbers of different steps are taken to be of different sizes, which cannot cancel.
FF_HD_LARGE constexpr wide_t sloppy_between_steps(wide_t x, wide_t y) {
  using namespace ff::detail;
  if (x.step() < y.step()) return sloppy_between_steps(y, x);
  if (x.step() != y.step() + 1 || !ff::less(ff::abs(x.pair().hi()), 16.0f)) return x + y;
  return settle_wide::of(ff::add22_sloppy(scaled(x.pair(), wide_step), y.pair()), y.step());
}
CATALOGUE_ENTRY(no_cancellation_between_steps, (ff_t x, ff_t y, int d, int e),
                lowered(sloppy_between_steps(wide_at(x, d), wide_at(y, e)), sum_exponent(d, e)))
// A neighbouring step is taken to be far away.
FF_HD_LARGE constexpr wide_t larger_alone(wide_t x, wide_t y) {
  if (x.step() == y.step()) return x + y;
  return x.step() > y.step() ? x : y;
}
CATALOGUE_ENTRY(neighbouring_step_dropped, (ff_t x, ff_t y, int d, int e),
                lowered(larger_alone(wide_at(x, d), wide_at(y, e)), sum_exponent(d, e)))
// A product whose low word leaves the range of float is left where it is.
FF_HD_LARGE constexpr wide_t in_one_step(wide_t x, wide_t y) {
  using namespace ff::detail;
  const ff_t down = scaled(y.pair(), -wide_step);
  return settle_wide::of(ff::mul22(scaled(x.pair(), -wide_step / 2), down), x.step() + y.step()) *
         wide_t(0x1p96f);
}
CATALOGUE_ENTRY(product_not_at_home, (ff_t x, ff_t y, int d, int e),
                lowered(in_one_step(wide_at(x, d), wide_at(y, e)), d + e))
// The product of a fused sum is rounded to a pair of its own.
CATALOGUE_ENTRY(wide_fma_of_heads, (ff_t x, ff_t y, ff_t z, int d, int e, int f),
                lowered(ff::fma(wide_at(x, d), wide_at(ff_t(y.hi()), e), wide_at(z, f)), larger(d + e, f)))
// The root of an odd step without its half step.
FF_HD_LARGE constexpr wide_t root_of_even_step(wide_t x) {
  using namespace ff::detail;
  const ff_t root = ff::sqrt22(x.pair());
  return wide_from(root, x.step() >> 1);
}
CATALOGUE_ENTRY(half_step_forgotten, (ff_t x, int e), lowered(root_of_even_step(wide_at(x, e)), share(e, 2)))
// A double's digits below the head's are cut off after 24 bits.
FF_HD_LARGE constexpr wide_t cut_off(ff_t x, int e) {
  const std::uint64_t bits = ff::detail::bits_of_wide(wide_at(x, e)) ^ catalogue::last_bits(e);
  const double head = ff::detail::bit_cast<double>(bits & ~std::uint64_t{0x1fffffff});
  const double rest = ff::detail::bit_cast<double>(bits & ~std::uint64_t{31});
  return wide_t(head) + (wide_t(rest) - wide_t(head));
}
CATALOGUE_ENTRY(double_cut_off, (ff_t x, int e), lowered(cut_off(x, e), e))
// A number is stored without its low word.
CATALOGUE_ENTRY(head_stored, (ff_t x, int e), lowered(catalogue::through_double(wide_at(ff_t(x.hi()), e)), e))

// The steps of an argument are taken off with 64 ln 2 in two words.
FF_HD_LARGE constexpr wide_t exp_by_a_pair(wide_t x) {
  const ff_t y = static_cast<ff_t>(x), step = ff::rint(y * (1.0f / 44.361419f));
  const ff_t rest = y - step * ff::from_words(0x1.62e43p5f, -0x1.05c61p-23f);
  return ldexp(wide_t(ff::exp(rest)), 64 * static_cast<int>(step));
}
CATALOGUE_ENTRY(exp_reduced_by_a_pair, (ff_t x, int e),
                lowered(exp_by_a_pair(wide_at(x, e)),
                        catalogue::exponential_exponent(static_cast<double>(x), e, ff::constants::log2e)))
CATALOGUE_ENTRY(exp_of_a_head, (ff_t x, int e),
                lowered(ff::exp(wide_at(ff_t(x.hi()), e)),
                        catalogue::exponential_exponent(static_cast<double>(x), e, ff::constants::log2e)))
// 10^x through a rounded product.
CATALOGUE_ENTRY(exp10_by_a_product, (ff_t x, int e),
                lowered(ff::exp2(wide_at(x, e) * wide_t(catalogue::log2_of_ten())),
                        catalogue::exponential_exponent(static_cast<double>(x), e, catalogue::log2_of_ten())))
// The steps' logarithm in one word.
FF_HD_LARGE constexpr ff_t log10_by_a_float(wide_t anywhere) {
  const wide_t x = ff::detail::canonical(anywhere);
  return ff::log10(x.pair()) + ff_t(x.step()) * 0x1.344136p4f;
}
CATALOGUE_ENTRY(log10_steps_in_one_word, (ff_t x, int e), log10_by_a_float(wide_at(x, e)))
// e^(y log x), the logarithm and the product rounded.
CATALOGUE_ENTRY(power_of_a_rounded_logarithm, (ff_t x, ff_t y, int d, int e),
                lowered(ff::exp(wide_at(y, e) * ff::log(wide_at(x, d))),
                        catalogue::power_exponent(static_cast<double>(x), static_cast<double>(y), d, e)))
CATALOGUE_ENTRY(power_of_a_head, (ff_t x, ff_t y, int d, int e),
                lowered(ff::pow(wide_at(x, d), wide_at(ff_t(y.hi()), e)),
                        catalogue::power_exponent(static_cast<double>(x), static_cast<double>(y), d, e)))
// e^(-x^2) of a rounded square; Gamma by its logarithm; an angle whose smaller side is lost between steps.
FF_HD_LARGE constexpr wide_t erfc_by_a_square(wide_t x) {
  const ff_t near = static_cast<ff_t>(x);
  return near < 8 ? wide_t(ff::erfc(near)) : ff::exp(-(x * x)) * wide_t(ff::erfcx(near));
}
CATALOGUE_ENTRY(erfc_of_a_rounded_square, (ff_t x, int e),
                lowered(erfc_by_a_square(wide_at(x, e)), catalogue::erfc_exponent(static_cast<double>(x), e)))
CATALOGUE_ENTRY(gamma_by_its_logarithm, (ff_t x, int e),
                lowered(ff::exp(ff::lgamma(wide_at(x, e))),
                        catalogue::gamma_exponent(static_cast<double>(x), e)))
CATALOGUE_ENTRY(angle_of_heads, (ff_t y, ff_t x, int d, int e),
                lowered(ff::atan2(wide_at(y, d), wide_at(ff_t(x.hi()), e)),
                        catalogue::angle_exponent(x.hi(), d, e)))
CATALOGUE_ENTRY(log_gamma_of_a_head, (ff_t x, int e),
                lowered(ff::lgamma(wide_at(ff_t(x.hi()), e)), catalogue::log_gamma_exponent(e)))
// The smaller square's low word, a radicand's and an exponent's; the steps' logarithm in one word.
CATALOGUE_ENTRY(hypot_of_a_head, (ff_t x, ff_t y, int d, int e),
                lowered(ff::hypot(wide_at(x, d), wide_at(ff_t(y.hi()), e)), larger(d, e)))
CATALOGUE_ENTRY(cube_root_of_a_head, (ff_t x, int e),
                lowered(ff::cbrt(wide_at(ff_t(x.hi()), e)), share(e, 3)))
CATALOGUE_ENTRY(exp2_of_a_head, (ff_t x, int e),
                lowered(ff::exp2(wide_at(ff_t(x.hi()), e)),
                        catalogue::exponential_exponent(static_cast<double>(x), e, 1.0f)))
FF_HD_LARGE constexpr ff_t log_by_a_float(wide_t anywhere) {
  const wide_t x = ff::detail::canonical(anywhere);
  return ff::log(x.pair()) + ff_t(x.step()) * 0x1.62e43p5f;
}
CATALOGUE_ENTRY(log_steps_in_one_word, (ff_t x, int e), log_by_a_float(wide_at(x, e)))
CATALOGUE_ENTRY(log2_of_a_head, (ff_t x, int e), static_cast<ff_t>(ff::log2(wide_at(ff_t(x.hi()), e))))
CATALOGUE_ENTRY(complex_root_of_a_head, (ff_t a, ff_t b, int i, int j),
                catalogue::lowered(ff::sqrt(catalogue::wide_complex_at(ff_t(a.hi()), b, i, j)),
                                   share(larger(i, j), 2)))
// A series for small numbers meets every number that is not at home in step 0; half of e^x meets those whose
// pair is large; e^x - 1 cancels, and so does (e^x - e^-x) / 2; an inverse loses its low word.
FF_HD_LARGE constexpr wide_t log1p_by_its_series(wide_t x) {
  const ff_t y = static_cast<ff_t>(x);
  return x.step() == 0 || x > wide_t(0x1p32f) ? ff::log1p(x) : x * wide_t(y * y / 3.0f - y * 0.5f + 1.0f);
}
CATALOGUE_ENTRY(log1p_of_another_step, (ff_t x, int e),
                lowered(log1p_by_its_series(catalogue::above_minus_one(x, e)), catalogue::lesser_exponent(e)))
FF_HD_LARGE constexpr wide_t cosh_by_its_pair(wide_t anywhere) {
  const wide_t x = ff::detail::recentred(anywhere);
  return ff::abs(x.pair()) > 80 ? ldexp(ff::exp(abs(x)), -1) : ff::cosh(x);
}
CATALOGUE_ENTRY(cosh_of_a_large_pair, (ff_t x, int e),
                lowered(cosh_by_its_pair(wide_at(x, e)),
                        catalogue::exponential_exponent(static_cast<double>(ff::abs(x)), e,
                                                        ff::constants::log2e)))
CATALOGUE_ENTRY(expm1_that_cancels, (ff_t x, int e),
                lowered(ff::exp(wide_at(x, e)) - wide_t(ff_t(1.0f)),
                        catalogue::exponent_or_power(static_cast<double>(x), signbit(x), e)))
FF_HD_LARGE constexpr wide_t sinh_by_exp(wide_t x) { return ldexp(ff::exp(x) - ff::exp(-x), -1); }
CATALOGUE_ENTRY(sinh_that_cancels, (ff_t x, int e),
                lowered(sinh_by_exp(wide_at(x, e)),
                        catalogue::exponent_or_power(static_cast<double>(ff::abs(x)), false, e)))
CATALOGUE_ENTRY(asinh_of_a_head, (ff_t x, int e),
                lowered(ff::asinh(wide_at(ff_t(x.hi()), e)), catalogue::lesser_exponent(e)))
// Gamma's reflection with the sine of a rounded product by pi, and its logarithm by the rounded Gamma.
FF_HD_LARGE constexpr wide_t reflected_by_a_product(wide_t x) {
  if (x > wide_t(ff_t(-20.0f))) return ff::tgamma(x);
  const ff_t sine = ff::sin(static_cast<ff_t>(x) * ff::constants::pi);
  return wide_t(ff::constants::pi) / (-x * wide_t(sine) * ff::tgamma(-x));
}
CATALOGUE_ENTRY(gamma_reflected_by_a_product, (ff_t x, int e),
                lowered(reflected_by_a_product(catalogue::below_zero(x, e)),
                        catalogue::reflected_exponent(x, e)))
CATALOGUE_ENTRY(log_gamma_reflected_by_a_head, (ff_t x, int e),
                static_cast<ff_t>(ff::lgamma(catalogue::below_zero(ff_t(x.hi()), e))))
// A factor's low word is left out; the smaller square of the modulus, too.
CATALOGUE_ENTRY(complex_product_of_a_head, (ff_t a, ff_t b, ff_t c, ff_t d, int i, int j, int k, int l),
                catalogue::lowered(catalogue::wide_complex_at(a, b, i, j) *
                                       catalogue::wide_complex_at(c, ff_t(d.hi()), k, l),
                                   larger(i, j) + larger(k, l)))
FF_HD_LARGE constexpr ff::wide_complex over_larger_part(ff::wide_complex z, ff::wide_complex w) {
  const wide_t a = abs(w.real()), b = abs(w.imag()), larger_part = a < b ? b : a;
  return z * conj(w) / (larger_part * larger_part);
}
CATALOGUE_ENTRY(complex_quotient_by_one_square, (ff_t a, ff_t b, ff_t c, ff_t d, int i, int j, int k, int l),
                catalogue::lowered(over_larger_part(catalogue::wide_complex_at(a, b, i, j),
                                                    catalogue::wide_complex_at(c, d, k, l)),
                                   larger(i, j) - larger(k, l)))

}  // namespace mutant

template <class Visit>
void wide_numbers_mutants(Visit visit) {
  using namespace catalogue;
  using sum_of_two = row<entry::wide_plus, wide_summands<false>>;
  visit("wide_plus", mutant_of<mutant::no_cancellation_between_steps, sum_of_two>{}, 1.0);
  visit("wide_plus", mutant_of<mutant::neighbouring_step_dropped, sum_of_two>{}, 1.0);
  visit("wide_times", mutant_of<mutant::product_not_at_home, row<entry::wide_times, wide_operands<>>>{}, 1.0);
  visit("wide_fma", mutant_of<mutant::wide_fma_of_heads, row<entry::wide_fma, wide_factors_and_summand>>{},
        1.0);
  visit("wide_sqrt", mutant_of<mutant::half_step_forgotten, row<entry::wide_sqrt, wide_operands<true>>>{},
        1.0);
  visit("wide_hypot", mutant_of<mutant::hypot_of_a_head, row<entry::wide_hypot, wide_operands<>>>{}, 1.0);
  visit("wide_cbrt", mutant_of<mutant::cube_root_of_a_head, row<entry::wide_cbrt, wide_operands<>>>{}, 1.0);
  visit("wide_log", mutant_of<mutant::log_steps_in_one_word, row<entry::wide_log, wide_operands<true>>>{},
        1.0);
  visit("wide_log2", mutant_of<mutant::log2_of_a_head, row<entry::wide_log2, wide_operands<true>>>{}, 1.0);
  visit("wide_exp2", mutant_of<mutant::exp2_of_a_head, row<entry::wide_exp2, wide_operands<>>>{}, 1.0);
  visit("wide_complex_sqrt",
        mutant_of<mutant::complex_root_of_a_head, row<entry::wide_complex_sqrt, wide_operands<>>>{}, 1.0);
  visit("wide_exp", mutant_of<mutant::exp_reduced_by_a_pair, row<entry::wide_exp, wide_operands<>>>{}, 1.0);
  visit("wide_exp", mutant_of<mutant::exp_of_a_head, row<entry::wide_exp, wide_operands<>>>{}, 1.0);
  visit("wide_exp10", mutant_of<mutant::exp10_by_a_product, row<entry::wide_exp10, wide_operands<>>>{}, 1.0);
  visit("wide_log10",
        mutant_of<mutant::log10_steps_in_one_word, row<entry::wide_log10, wide_operands<true>>>{}, 1.0);
  visit("wide_expm1", mutant_of<mutant::expm1_that_cancels, row<entry::wide_expm1, wide_operands<>>>{}, 1.0);
  visit("wide_log1p", mutant_of<mutant::log1p_of_another_step, row<entry::wide_log1p, wide_operands<>>>{},
        1.0);
  visit("wide_sinh", mutant_of<mutant::sinh_that_cancels, row<entry::wide_sinh, wide_operands<>>>{}, 1.0);
  visit("wide_cosh", mutant_of<mutant::cosh_of_a_large_pair, row<entry::wide_cosh, wide_operands<>>>{}, 1.0);
  visit("wide_asinh", mutant_of<mutant::asinh_of_a_head, row<entry::wide_asinh, wide_operands<>>>{}, 1.0);
  visit("wide_pow",
        mutant_of<mutant::power_of_a_rounded_logarithm, row<entry::wide_pow, wide_base_and_power>>{}, 1.0);
  visit("wide_pow", mutant_of<mutant::power_of_a_head, row<entry::wide_pow, wide_base_and_power>>{}, 1.0);
  visit("wide_atan2", mutant_of<mutant::angle_of_heads, row<entry::wide_atan2, wide_operands<>>>{}, 1.0);
  visit("wide_erfc",
        mutant_of<mutant::erfc_of_a_rounded_square, row<entry::wide_erfc, wide_operands<true>>>{}, 1.0);
  visit("wide_tgamma",
        mutant_of<mutant::gamma_by_its_logarithm, row<entry::wide_tgamma, wide_operands<true>>>{}, 1.0);
  visit("wide_lgamma", mutant_of<mutant::log_gamma_of_a_head, row<entry::wide_lgamma, wide_operands<true>>>{},
        1.0);
  visit("wide_tgamma_negative",
        mutant_of<mutant::gamma_reflected_by_a_product,
                  row<entry::wide_tgamma_negative, wide_operands<true>>>{},
        1.0);
  visit("wide_lgamma_negative",
        mutant_of<mutant::log_gamma_reflected_by_a_head,
                  row<entry::wide_lgamma_negative, wide_operands<true>>>{},
        1.0);
  visit("wide_complex_times",
        mutant_of<mutant::complex_product_of_a_head, row<entry::wide_complex_times, wide_operands<>>>{}, 1.0);
  visit("wide_complex_div",
        mutant_of<mutant::complex_quotient_by_one_square, row<entry::wide_complex_div, wide_operands<>>>{},
        1.0);
  visit("wide_load", mutant_of<mutant::double_cut_off, row<entry::wide_load, wide_operands<>>>{}, 1.0);
  visit("wide_double", mutant_of<mutant::head_stored, row<entry::wide_double, wide_operands<>>>{}, 1.0);
}

}  // namespace accuracy
