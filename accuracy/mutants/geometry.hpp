// Functions of vectors broken on purpose.
#pragma once

#include "accuracy/exact/geometry.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

using ff::ff3;
using ff::ff4;

// Products added up as pairs, without what the sums lose.
FF_HD_LARGE constexpr ff_t sum_of_products(ff3 a, ff3 b) {
  return ff::add22_sloppy(ff::add22_sloppy(ff_t((a.x * b.x).hi()), a.y * b.y), a.z * b.z);
}
CATALOGUE_ENTRY(dot_of_sums, (ff3 a, ff3 b), sum_of_products(a, b))
// One component without a low word.
FF_HD_LARGE constexpr ff3 with_last_head(ff3 a) { return {a.x, a.y, ff_t(a.z.hi())}; }
CATALOGUE_ENTRY(cross_of_heads, (ff3 a, ff3 b), with_last_head(ff::cross(a, b)))
CATALOGUE_ENTRY(length_unscaled, (ff3 a), ff::sqrt(ff::detail::square_length(a)))
// The third square's low word forgotten.
CATALOGUE_ENTRY(hypot3_of_hypot, (ff_t x, ff_t y, ff_t z), ff::hypot(x, y, ff_t(z.hi())))
// By the head of the length.
CATALOGUE_ENTRY(normalize_by_quotients, (ff4 a), a / ff::length(a).hi())

}  // namespace mutant

template <class Visit>
void geometry_mutants(Visit visit) {
  using namespace catalogue;
  visit("dot3", mutant_of<mutant::dot_of_sums, row<entry::dot3, orthogonal<3>>>{}, 1.0);
  visit("cross", mutant_of<mutant::cross_of_heads, row<entry::cross, parallel>>{}, 1.0);
  visit("length3", mutant_of<mutant::length_unscaled, row<entry::length3, alike<3>>>{}, 1.0);
  visit("hypot3", mutant_of<mutant::hypot3_of_hypot, row<entry::hypot3, alike<3>>>{}, 1.0);
  visit("normalize4", mutant_of<mutant::normalize_by_quotients, row<entry::normalize4, alike_not_zero<4>>>{},
        1.0);
}

}  // namespace accuracy
