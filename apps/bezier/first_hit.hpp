// The first hit of a ray among the patches that it may meet.
#pragma once

#include <ff/geometry.hpp>

namespace bezier {

using ray = ff::geometry::ray<float>;
using patch = ff::geometry::bezier_patch<float>;

/// Holds what is known of a ray so far.
struct first_hit {
  ff::ff_t t, u, v;  ///< of the nearest hit, where there is one
  int patch = -1;    ///< its number; -1: none
  float doubtful_t;  ///< the least parameter at which a hit could not be decided; infinite: none
  int boxes;         ///< of parameters, that a certified search has examined

  FF_HD constexpr bool found() const { return patch >= 0; }
  /// Returns whether what could not be decided may come first.
  FF_HD constexpr bool undecided() const {
    return ff::less(doubtful_t, ff::detail::infinity) && !(found() && t < doubtful_t);
  }
};

FF_HD constexpr first_hit no_hit() {
  first_hit h{};
  h.patch = -1, h.doubtful_t = ff::detail::infinity;
  return h;
}

/// Takes a hit if it is nearer; of two at the same t the one on the patch of the lower number, so that the
/// order does not matter.
FF_HD constexpr void take(first_hit& best, ff::ff_t t, ff::ff_t u, ff::ff_t v, int number) {
  const bool nearer = !best.found() || t < best.t || (t == best.t && number < best.patch);
  if (nearer) best.t = t, best.u = u, best.v = v, best.patch = number;
}

}  // namespace bezier
