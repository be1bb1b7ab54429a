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
  visit("complex_pow", mutant_of<mutant::power_of_head, row<entry::complex_pow, complex_powers<false>>>{},
        1.0);
}

}  // namespace accuracy
