// Exact geometric predicates: on which side of a line, plane, circle or sphere a point lies.
//
// Each is the sign of a determinant, exact for every finite coordinate, subnormal and huge included, with the
// same result on host and device under every compiler flag.  Stages follow one another, from the cheapest to
// the one that always decides: the determinant in the coordinates' own format (predicates/filter.hpp), in
// pairs (predicates/pairs.hpp), in integers.  predicates/types.hpp has the result and the stages; a last
// argument, called with the stage that decided, counts them.
#pragma once

#include <ff/predicates/cascade.hpp>
#include <ff/predicates/types.hpp>

namespace ff {

/// Tells on which side of the line from a to b c lies: positive to the left, where a, b, c go
/// counterclockwise; zero on it. The sign of (a.x - c.x)(b.y - c.y) - (a.y - c.y)(b.x - c.x).  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign orient2d(const P& a, const P& b, const P& c, Count&& count = Count{}) {
  return detail::sign_by_stages<predicates::determinant::orient2d>(count, a, b, c);
}

/// Where d lies of the plane through a, b, c: positive below it, where a, b, c seen from above go
/// counterclockwise; zero on it.  The sign of the determinant of a - d, b - d, c - d.  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign orient3d(const P& a, const P& b, const P& c, const P& d, Count&& count = Count{}) {
  return detail::sign_by_stages<predicates::determinant::orient3d>(count, a, b, c, d);
}

/// Where d lies of the circle through a, b, c, which go counterclockwise: positive inside, zero on it; the
/// other sign where they go clockwise.  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign incircle(const P& a, const P& b, const P& c, const P& d, Count&& count = Count{}) {
  return detail::sign_by_stages<predicates::determinant::incircle>(count, a, b, c, d);
}

/// Where e lies of the sphere through a, b, c, d, whose orient3d is positive: positive inside, zero on it;
/// the other sign where orient3d is negative.  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign insphere(const P& a, const P& b, const P& c, const P& d, const P& e,
                              Count&& count = Count{}) {
  return detail::sign_by_stages<predicates::determinant::insphere>(count, a, b, c, d, e);
}

}  // namespace ff
