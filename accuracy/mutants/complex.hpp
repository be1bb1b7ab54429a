// Functions of complex numbers broken on purpose.
#pragma once

#include "accuracy/exact/complex.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

using ff::complex;

// Karatsuba's: three products, no bound by component.
FF_HD_LARGE constexpr complex by_three_products(complex z, complex w) {
  const ff_t p = z.real() * w.real(), q = z.imag() * w.imag();
  return {p - q, (z.real() + z.imag()) * (w.real() + w.imag()) - p - q};
}
CATALOGUE_ENTRY(product_of_three, (complex z, complex w), by_three_products(z, w))
CATALOGUE_ENTRY(quotient_unscaled, (complex z, complex w), ff::detail::quotient(z, w))
// No care near the unit circle.
CATALOGUE_ENTRY(log_of_modulus, (complex z), complex(ff::log(abs(z)), arg(z)))
// |z| - x cancels for z near the positive axis.
FF_HD_LARGE constexpr complex by_difference(complex z) {
  const ff_t r = ff::hypot(z.real(), z.imag()), half(0.5f);
  return {ff::sqrt(half * (r + z.real())), ff::copysign(ff::sqrt(half * (r - z.real())), z.imag())};
}
CATALOGUE_ENTRY(root_by_difference, (complex z), by_difference(z))
FF_HD_LARGE constexpr complex of_head(complex z) { return {z.real(), ff_t(z.imag().hi())}; }
CATALOGUE_ENTRY(exp_of_heads, (complex z), ff::exp(of_head(z)))
FF_HD_LARGE constexpr complex power_by_head(complex z, complex w) { return ff::exp(w * ff::log(of_head(z))); }
CATALOGUE_ENTRY(power_of_head, (complex z, complex w), power_by_head(z, w))
// sinh of a number that lost its low word, a tangent whose divisor loses digits next to its poles, inverse
// functions by their logarithms.
FF_HD_LARGE constexpr complex tanh_by_exponentials(complex z) {
  const complex e = ff::exp(z + z);
  return (e - ff_t(1.0f)) / (e + ff_t(1.0f));
}
FF_HD_LARGE constexpr complex asin_by_log(complex z) {
  const complex i(0.0f, 1.0f);
  return -i * ff::log(i * z + ff::sqrt(ff_t(1.0f) - z * z));
}
FF_HD_LARGE constexpr complex atanh_by_logs(complex z) {
  const complex w = ff::log(ff_t(1.0f) + z) - ff::log(ff_t(1.0f) - z);
  return w * ff_t(0.5f);
}
CATALOGUE_ENTRY(sinh_of_heads, (complex z), ff::sinh(of_head(z)))
CATALOGUE_ENTRY(cosh_of_heads, (complex z), ff::cosh(of_head(z)))
CATALOGUE_ENTRY(tanh_of_exponentials, (complex z), tanh_by_exponentials(z))
CATALOGUE_ENTRY(asin_of_log, (complex z), asin_by_log(z))
CATALOGUE_ENTRY(acos_from_asin, (complex z), ff_t(ff::constants::half_pi) - ff::asin(z))
CATALOGUE_ENTRY(atanh_of_logs, (complex z), atanh_by_logs(z))

}  // namespace mutant

template <class Visit>
void complex_mutants(Visit visit) {
  using namespace catalogue;
  visit("complex_mul_parts",
        mutant_of<mutant::product_of_three, row<entry::complex_mul, product_near_axis>>{}, 1.0);
  visit("complex_div",
        mutant_of<mutant::quotient_unscaled, row<entry::complex_div, quotient_near_axis<-96, 124>>>{}, 1.0);
  visit("complex_log", mutant_of<mutant::log_of_modulus, row<entry::complex_log, near_circle>>{}, 1.0);
  visit("complex_sqrt", mutant_of<mutant::root_by_difference, row<entry::complex_sqrt, alike_not_zero<2>>>{},
        1.0);
  visit("complex_exp", mutant_of<mutant::exp_of_heads, row<entry::complex_exp, angle_near_axis>>{}, 1.0);
  visit("complex_sinh", mutant_of<mutant::sinh_of_heads, row<entry::complex_sinh, angle_near_axis>>{}, 1.0);
  visit("complex_cosh", mutant_of<mutant::cosh_of_heads, row<entry::complex_cosh, angle_near_axis>>{}, 1.0);
  visit("complex_tanh", mutant_of<mutant::tanh_of_exponentials, row<entry::complex_tanh, angle_near_axis>>{},
        1.0);
  visit("complex_asin", mutant_of<mutant::asin_of_log, row<entry::complex_asin, near_circle>>{}, 1.0);
  visit("complex_acos", mutant_of<mutant::acos_from_asin, row<entry::complex_acos, near_circle>>{}, 1.0);
  visit("complex_atanh", mutant_of<mutant::atanh_of_logs, row<entry::complex_atanh, near_circle_off_poles>>{},
        1.0);
  visit("complex_pow", mutant_of<mutant::power_of_head, row<entry::complex_pow, complex_powers<false>>>{},
        1.0);
}

}  // namespace accuracy
