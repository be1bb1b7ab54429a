// Operators broken on purpose.
#pragma once

#include "accuracy/exact/arithmetic.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

CATALOGUE_ENTRY(low_word_dropped, (ff_t x, ff_t y), ff_t(ff::add22(x, y).hi()))
CATALOGUE_ENTRY(sloppy_for_accurate, (ff_t x, ff_t y), ff::add22_sloppy(x, y))
// Says what -ftz=true does to a subnormal low word.
FF_HD_LARGE constexpr ff_t flushed(ff_t s) {
  return from_words(s.hi(), ff::less(ff::abs(s.lo()), 0x1p-126f) ? 0.0f : s.lo());
}
CATALOGUE_ENTRY(flushed_low_word, (ff_t x, ff_t y), flushed(ff::add22(x, y)))
// FastTwoSum where TwoSum is needed.
CATALOGUE_ENTRY(fast_two_sum_out_of_order, (float x, float y), ff::fast_add12(x, y))
// p = x y contracted into the sum that measures its error.
FF_HD_LARGE constexpr ff_t contracted(float x, float y) {
  const float p = ff::mul_rn(x, y);
  return from_words(p, ff::sub_rn(ff::mul_rn(x, y), p));
}
CATALOGUE_ENTRY(contracted_product, (float x, float y), contracted(x, y))
CATALOGUE_ENTRY(cross_term_dropped, (ff_t x, ff_t y), ff::mul21(x, y.hi()))
CATALOGUE_ENTRY(fused_product_of_head, (ff_t x, ff_t y), ff::mul21(x, y.hi()))
// div22 with its second correction left out.
FF_HD_LARGE constexpr ff_t corrected_once(ff_t x, ff_t y) {
  const float r = ff::rcp_rn(y.hi()), q = ff::mul_rn(x.hi(), r);
  return ff::add_prod(q, ff::detail::residue(x, y, q), r);
}
CATALOGUE_ENTRY(one_residue_only, (ff_t x, ff_t y), corrected_once(x, y))
CATALOGUE_ENTRY(low_word_ignored, (ff_t x), ff::sqrt22(ff_t(x.hi())))
// The part of a product that the sum has seen is taken to be its head.
FF_HD_LARGE constexpr ff_t seen_whole(ff_t x, ff_t y, ff_t z) {
  const auto p = ff::detail::open_multiply(x, y);
  const float head = ff::detail::head_of(p), s = ff::add_rn(head, z.hi());
  const float low = ff::detail::cross_terms(p, z.lo());
  return ff::fast_add12(s, ff::add_rn(low, ff::detail::unseen_head(p, head)));
}
CATALOGUE_ENTRY(product_seen_whole, (ff_t x, ff_t y, ff_t z), seen_whole(x, y, z))
// The product's own rounding error is left out.
FF_HD_LARGE constexpr ff_t rounded_product(ff_t x, ff_t y, ff_t z) {
  const auto p = ff::detail::open_multiply(x, y);
  const auto [s, e] = ff::add12(ff::detail::head_of(p), z.hi());
  return ff::fast_add12(s, ff::add_rn(ff::detail::cross_terms(p, z.lo()), e));
}
CATALOGUE_ENTRY(product_rounded_first, (ff_t x, ff_t y, ff_t z), rounded_product(x, y, z))
// A difference of stored numbers as if they had been computed.
CATALOGUE_ENTRY(fast_sum_of_computed, (ff_t x, ff_t y),
                ff::detail::closed(ff::detail::open_add(ff::detail::open_sum<float>{x.hi(), x.lo()}, y)))
// One square whose cross term is left out.
FF_HD_LARGE constexpr ff_t norm_of_a_float(ff_t x, ff_t y, ff_t z) {
  return ff::fast_t(x) * x + ff::fast_t(y) * y + ff::fast_t(ff_t(z.hi())) * z;
}
CATALOGUE_ENTRY(one_cross_term_halved, (ff_t x, ff_t y, ff_t z), norm_of_a_float(x, y, z))
CATALOGUE_ENTRY(fused_cross_term_halved, (ff_t x, ff_t y, ff_t z), norm_of_a_float(x, y, z))
// The clamp that keeps infinities cuts the low words of large sums.
FF_HD_LARGE constexpr ff_t cut_low_word(ff_t x, ff_t y, ff_t z) {
  const auto s = ff::detail::open_add(ff::detail::open_multiply(x, y), z);
  return ff::fast_add12(s.hi, ff::limited(s.lo, 1.0f));
}
CATALOGUE_ENTRY(low_word_cut, (ff_t x, ff_t y, ff_t z), cut_low_word(x, y, z))
// A sum of stored numbers whose second error term is left out.
FF_HD_LARGE constexpr ff_t sum_without_last(ff_t x, ff_t y) {
  const auto [sh, sl] = ff::add12(y.hi(), x.hi());
  const auto [th, tl] = ff::add12(y.lo(), x.lo());
  return ff::fast_add12(sh, ff::limited(ff::add_rn(sl, th), 0x1p106f));
}
CATALOGUE_ENTRY(fused_sum_without_last, (ff_t x, ff_t y), sum_without_last(x, y))
CATALOGUE_ENTRY(bound_lowered, (ff_t x, ff_t y), ff::mul22(x, y))

}  // namespace mutant

template <class Visit>
void arithmetic_mutants(Visit visit) {
  using namespace catalogue;
  using sum_of_pairs = row<entry::add22, summands>;
  using product_of_pairs = row<entry::mul22, factors>;
  visit("add22", mutant_of<mutant::low_word_dropped, sum_of_pairs>{}, 1.0);
  visit("add22", mutant_of<mutant::sloppy_for_accurate, sum_of_pairs>{}, 1.0);
  visit("add22", mutant_of<mutant::flushed_low_word, sum_of_pairs>{}, 1.0);
  visit("add12", mutant_of<mutant::fast_two_sum_out_of_order, row<entry::add12, summands>>{}, 1.0);
  visit("two_prod", mutant_of<mutant::contracted_product, row<entry::two_prod, factors>>{}, 1.0);
  visit("mul22", mutant_of<mutant::cross_term_dropped, product_of_pairs>{}, 1.0);
  visit("div22", mutant_of<mutant::one_residue_only, row<entry::div22, dividend_and_divisor>>{}, 1.0);
  visit("sqrt22", mutant_of<mutant::low_word_ignored, row<entry::sqrt22, radicand>>{}, 1.0);
  visit("fast_multiply_add",
        mutant_of<mutant::product_rounded_first, row<entry::fast_multiply_add, factors_and_summand>>{}, 1.0);
  visit("fast_multiply_add",
        mutant_of<mutant::product_seen_whole, row<entry::fast_multiply_add, factors_and_summand>>{}, 1.0);
  visit("fast_plus", mutant_of<mutant::fast_sum_of_computed, row<entry::fast_plus, summands>>{}, 1.0);
  visit("fast_norm2", mutant_of<mutant::one_cross_term_halved, row<entry::fast_norm2, coefficients>>{}, 1.0);
  visit("fused_multiply_add",
        mutant_of<mutant::low_word_cut, row<entry::fused_multiply_add, factors_and_summand>>{}, 1.0);
  visit("fused_plus", mutant_of<mutant::fused_sum_without_last, row<entry::fused_plus, summands>>{}, 1.0);
  visit("fused_norm2", mutant_of<mutant::fused_cross_term_halved, row<entry::fused_norm2, coefficients>>{},
        1.0);
  visit("fused_times", mutant_of<mutant::fused_product_of_head, row<entry::fused_times, factors>>{}, 1.0);
  visit("mul22", mutant_of<mutant::bound_lowered, product_of_pairs>{}, 0.6);
}

}  // namespace accuracy
