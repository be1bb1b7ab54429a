// The stages that always decide: integers of a fixed width where the coordinates fit, as wide as it takes
// elsewhere.
#pragma once

#include <ff/predicates/lattice.hpp>
#include <ff/predicates/limbs.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

/// A sign, and the stage that is certain of it.
struct decided {
  sign s;
  predicates::stage by;
};

// lattice<> takes this for a coordinate of the type.
FF_HD constexpr float on_lattice(float x) { return x; }
FF_HD constexpr scaled_integer on_lattice(double x) { return as_scaled_integer(x); }

// Both of points' coordinates in order.
template <class T, int dimension, bool lifted>
struct sign_on_lattice {
  template <class... X>
  FF_HD static constexpr lattice_sign of(X... x) {
    using coordinate_on_lattice = decltype(on_lattice(T{}));
    const coordinate_on_lattice coordinates[] = {on_lattice(x)...};
    return determinant_on_lattice<coordinate_on_lattice, dimension, lifted>::of(coordinates);
  }
};
template <class T, int dimension, bool lifted>
struct sign_in_limbs {
  template <class... X>
  FF_HD static constexpr sign of(X... x) {
    if (!(is_finite_coordinate(x) && ...)) return sign::not_finite;
    const T coordinates[] = {x...};
    return determinant_in_limbs<T, dimension, lifted>(coordinates).of();
  }
};

/// Takes the points' coordinates in order.  The lattice applies to finite coordinates alone; a case with one
/// that is not finite counts as decided by the limbs.
template <class T, int dimension, bool lifted>
struct exact_determinant {
  template <class... X>
  FF_HD static constexpr decided of(X... x) {
    // a constant expression may not make a NaN
    if (!constant_evaluated() || (is_finite_coordinate(x) && ...)) {
      const lattice_sign l = sign_on_lattice<T, dimension, lifted>::of(x...);
      if (l.applies) return {l.s, predicates::stage::lattice};
    }
    return {out_of_line<sign_in_limbs<T, dimension, lifted>>(x...), predicates::stage::limbs};
  }
};

}  // namespace detail
}  // namespace ff
