// Special functions broken on purpose.
#pragma once

#include "accuracy/exact/special_functions.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

FF_HD_LARGE constexpr ff_t head_of(ff_t x) { return ff_t(x.hi()); }

// Without the argument's low word.
CATALOGUE_ENTRY(boys_of_head, (int n, ff_t x), ff::boys(n, head_of(x)))
CATALOGUE_ENTRY(cyl_bessel_i0_of_head, (ff_t x), ff::cyl_bessel_i0(head_of(x)))
CATALOGUE_ENTRY(j0_of_head, (ff_t x), ff::j0(head_of(x)))
CATALOGUE_ENTRY(j1_of_head, (ff_t x), ff::j1(head_of(x)))
CATALOGUE_ENTRY(y0_of_head, (ff_t x), ff::y0(head_of(x)))
CATALOGUE_ENTRY(jn_of_head, (int n, ff_t x), ff::jn(n, head_of(x)))
CATALOGUE_ENTRY(yn_of_head, (int n, ff_t x), ff::yn(n, head_of(x)))
CATALOGUE_ENTRY(lambert_w0_of_head, (ff_t x), ff::lambert_w0(head_of(x)))
CATALOGUE_ENTRY(riemann_zeta_of_head, (ff_t s), ff::riemann_zeta(head_of(s)))
// The result without its low word.
CATALOGUE_ENTRY(boys_in_float, (int n, ff_t x), head_of(ff::boys(n, x)))
CATALOGUE_ENTRY(cyl_bessel_i1_in_float, (ff_t x), head_of(ff::cyl_bessel_i1(x)))
CATALOGUE_ENTRY(lambert_wm1_in_float, (ff_t x), head_of(ff::lambert_wm1(x)))
// Without the care that a function takes: the pole of Y_1 in a float, the upward recurrence for every order,
// Ei by its logarithm far from 0, psi's reflection with a rounded pi, and zeta's with a rounded 1 - s.
FF_HD_LARGE constexpr ff_t y1_by_float(ff_t x) {
  return ff::y1(x) + (ff_t(0x1.45f306p-1f) / x - ff::from_words(0x1.45f306p-1f, 0x1.b9391p-26f) / x);
}
CATALOGUE_ENTRY(y1_with_float, (ff_t x), y1_by_float(x))
FF_HD_LARGE constexpr ff_t jn_upwards(int n, ff_t x) {
  const int order = n < 0 ? -n : n;
  return order < 2 || order > 128 ? ff::jn(n, x) : ff::detail::bessel_upwards(order, x, ff::j0(x), ff::j1(x));
}
CATALOGUE_ENTRY(jn_by_upwards, (int n, ff_t x), jn_upwards(n, x))
FF_HD_LARGE constexpr ff_t expint_without_log_word(ff_t x) {
  return ff::less(ff::abs(x.hi()), 0.5f) ? ff::expint(x) - ff_t(ff::log(ff::abs(x)).lo()) : ff::expint(x);
}
CATALOGUE_ENTRY(expint_with_float, (ff_t x), expint_without_log_word(x))
FF_HD_LARGE constexpr ff_t digamma_by_float(ff_t x) {
  return ff::digamma(x) + (ff_t(ff::constants::pi) - ff_t(0x1.921fb6p1f)) / ff::tanpi(x);
}
CATALOGUE_ENTRY(digamma_with_float, (ff_t x), digamma_by_float(x))
FF_HD_LARGE constexpr ff_t digamma_of_sum(ff_t x) {
  return ff::less(x.hi(), 1.0f) ? head_of(ff::digamma(x + 1.0f)) - ff::rcp(x) : ff::digamma(x);
}
CATALOGUE_ENTRY(digamma_by_heads, (ff_t x), digamma_of_sum(x))
FF_HD_LARGE constexpr ff_t zeta_without_rest(ff_t s) {
  const ff_t t = 1.0f - s, half = ff::sinpi(ff::ldexp(s, -1));
  return ff::detail::zeta_gamma(head_of(t), 0.0f) * (ff::riemann_zeta(t) * (half + half));
}
CATALOGUE_ENTRY(zeta_of_rounded, (ff_t s), zeta_without_rest(s))

}  // namespace mutant

template <class Visit>
void special_functions_mutants(Visit visit) {
  using namespace catalogue;
  visit("boys", mutant_of<mutant::boys_of_head, row<entry::boys, of_order<33, 24>>>{}, 1.0);
  visit("boys_far", mutant_of<mutant::boys_in_float, row<entry::boys, of_order<33, 24>>>{}, 1.0);
  visit("cyl_bessel_i0", mutant_of<mutant::cyl_bessel_i0_of_head, row<entry::cyl_bessel_i0, on_cells<17>>>{},
        1.0);
  visit("cyl_bessel_i1", mutant_of<mutant::cyl_bessel_i1_in_float, row<entry::cyl_bessel_i1, on_cells<17>>>{},
        1.0);
  visit("j0", mutant_of<mutant::j0_of_head, row<entry::j0, on_cells<17>>>{}, 1.0);
  visit("j1_large", mutant_of<mutant::j1_of_head, row<entry::j1, arguments>>{}, 1.0);
  visit("y0", mutant_of<mutant::y0_of_head, row<entry::y0, on_cells<17>>>{}, 1.0);
  visit("y1", mutant_of<mutant::y1_with_float, row<entry::y1, on_cells<17>>>{}, 1.0);
  visit("jn", mutant_of<mutant::jn_by_upwards, row<entry::jn, order_below<20>>>{}, 1.0);
  visit("jn_high", mutant_of<mutant::jn_of_head, row<entry::jn, order_below<128>>>{}, 1.0);
  visit("yn", mutant_of<mutant::yn_of_head, row<entry::yn, order_below<20>>>{}, 1.0);
  visit("expint", mutant_of<mutant::expint_with_float, row<entry::expint, near_expint_zero>>{}, 1.0);
  visit("digamma", mutant_of<mutant::digamma_by_heads, row<entry::digamma, near_integers>>{}, 1.0);
  visit("digamma_negative", mutant_of<mutant::digamma_with_float, row<entry::digamma, near_integers>>{}, 1.0);
  visit("lambert_w0", mutant_of<mutant::lambert_w0_of_head, row<entry::lambert_w0, near_branch_point>>{},
        1.0);
  visit("lambert_wm1", mutant_of<mutant::lambert_wm1_in_float, row<entry::lambert_wm1, near_branch_point>>{},
        1.0);
  visit("riemann_zeta", mutant_of<mutant::riemann_zeta_of_head, row<entry::riemann_zeta, near_pole>>{}, 1.0);
  visit("riemann_zeta_negative", mutant_of<mutant::zeta_of_rounded, row<entry::riemann_zeta, near_zeros>>{},
        1.0);
}

}  // namespace accuracy
