// The stage that always decides.
#pragma once

#include <ff/predicates/limbs.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

/// A sign, and the stage that is certain of it.
struct decided {
  sign s;
  predicates::stage by;
};

// What the plain stages leave: a call, which keeps their registers and code small.
template <class T, int dimension, bool lifted>
struct exact_determinant {
  template <class... X>
  FF_HD static constexpr decided of(X... x) {
    const T coordinates[] = {x...};
    for (T c : coordinates) {
      if (!is_finite_coordinate(c)) return {sign::not_finite, predicates::stage::limbs};
    }
    return {determinant_in_limbs<T, dimension, lifted>(coordinates).of(), predicates::stage::limbs};
  }
};

}  // namespace detail
}  // namespace ff
