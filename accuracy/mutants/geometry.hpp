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
// The fourth square's low word forgotten, and the second order of the inverse root.
CATALOGUE_ENTRY(norm4d_of_head, (ff_t x, ff_t y, ff_t z, ff_t w), ff::norm4d(x, y, z, ff_t(w.hi())))
CATALOGUE_ENTRY(rnorm4d_of_rsqrt, (ff_t x, ff_t y, ff_t z, ff_t w),
                ff::rsqrt(ff::sqr22(x) + ff::sqr22(y) + ff::sqr22(z) + ff::sqr22(w)))
CATALOGUE_ENTRY(rnorm3d_of_root, (ff_t x, ff_t y, ff_t z), ff::rcp(ff::norm3d(x, y, z)))
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
  visit("norm4d", mutant_of<mutant::norm4d_of_head, row<entry::norm4d, alike<4>>>{}, 1.0);
  visit("rnorm4d", mutant_of<mutant::rnorm4d_of_rsqrt, row<entry::rnorm4d, alike_not_zero<4>>>{}, 1.0);
  visit("rnorm3d", mutant_of<mutant::rnorm3d_of_root, row<entry::rnorm3d, alike_not_zero<3>>>{}, 1.0);
  visit("normalize4", mutant_of<mutant::normalize_by_quotients, row<entry::normalize4, alike_not_zero<4>>>{},
        1.0);
}

}  // namespace accuracy
