// This file has what a geometric predicate takes and returns.
#pragma once

#include <ff/platform.hpp>

namespace ff {

/// The exact sign of a determinant, or that a coordinate was infinite or NaN.  A scoped type, so that this
/// status is nowhere taken for a sign.
enum class sign : signed char { negative = -1, zero = 0, positive = 1, not_finite = 2 };

/// The sign of the negated determinant; not_finite stays.
FF_HD constexpr sign operator-(sign s) {
  return s == sign::not_finite ? s : static_cast<sign>(-static_cast<int>(s));
}

/// Points with float or double coordinates.  Any type with members x, y and, in space, z will do: CUDA's
/// float2, float3, double2 and double3, or a user's own.
template <class T>
struct point2 {
  T x, y;
};
template <class T>
struct point3 {
  T x, y, z;
};

namespace predicates {

/// The predicates, by the determinant whose sign they are.
enum class determinant { orient2d, orient3d, incircle, insphere };

/// Returns whether its rows have the sum of the coordinates' squares, of how many dimensions the points are,
/// and how many it takes.
template <determinant which>
inline constexpr bool is_lifted = which == determinant::incircle || which == determinant::insphere;
template <determinant which>
inline constexpr int dimension_of = which == determinant::orient2d || which == determinant::incircle ? 2 : 3;
template <determinant which>
inline constexpr int points_of = dimension_of<which> + (is_lifted<which> ? 2 : 1);

/// The stages of a predicate, in their order: the first that is certain of the sign decides.
enum class stage {
  filter,   ///< the determinant in the coordinates' own format, beside a bound of its error
  pairs,    ///< the same in pairs
  lattice,  ///< integers of a fixed width, where the coordinates are multiples of a unit not too small for it
  limbs     ///< integers as wide as the coordinates ask for
};

/// This counter is told which stage decided, and keeps nothing.  It costs nothing.
struct uncounted {
  FF_HD constexpr void operator()(stage) const {}
};

/// Counts the evaluations that each stage decided, of one thread.
struct stage_counts {
  uint64 filter = 0, pairs = 0, lattice = 0, limbs = 0;

  FF_HD constexpr void operator()(stage s) {
    filter += s == stage::filter, pairs += s == stage::pairs;
    lattice += s == stage::lattice, limbs += s == stage::limbs;
  }
  FF_HD constexpr stage_counts& operator+=(const stage_counts& y) {
    filter += y.filter, pairs += y.pairs, lattice += y.lattice, limbs += y.limbs;
    return *this;
  }
};

}  // namespace predicates

namespace detail {

/// n of T.  Written T[n] with an int n that depends on a template, g++ would warn of its sign.
template <class T, int n>
using array_of = T[static_cast<size_t>(n)];

/// The type of a point's coordinates: float or double.
template <class P>
using coordinate = typename without_const<decltype(P::x)>::type;

}  // namespace detail
}  // namespace ff
