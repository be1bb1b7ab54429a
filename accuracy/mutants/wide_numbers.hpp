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
FF_HD_LARGE constexpr wide_t cut_off(wide_t x) {
  const ff_t m = x.pair();
  const float low = ff::detail::from_bits(ff::detail::to_bits(m.lo()) & ~7u);
  return ff::detail::wide_from(from_words(m.hi(), low), x.step());
}
CATALOGUE_ENTRY(double_cut_off, (ff_t x, int e),
                lowered(cut_off(catalogue::through_double(wide_at(x, e))), e))

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
  visit("wide_double", mutant_of<mutant::double_cut_off, row<entry::wide_double, wide_operands<>>>{}, 1.0);
}

}  // namespace accuracy
