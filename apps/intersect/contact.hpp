// Says how a segment meets a triangle, or another segment: a rule made of orientations and comparisons alone.
//
// All sets are closed.  An `arithmetic` has orient2d and orient3d, which return signs; where these are exact,
// so is the rule.
#pragma once

#include <ff/predicates/types.hpp>

#include "shapes.hpp"

namespace intersect {

using ff::sign;

/// How two sets meet.  Of several that are true, the one that comes last in its list.
enum class contact : uint32_t {
  none,
  // both
  proper,    ///< in one point, inside both
  endpoint,  ///< space: an end of the segment, inside the triangle.  Plane: an end of one, inside the other
  edge,      ///< space: in one point of an edge
  vertex,    ///< space: in a corner of the triangle.  Plane: in an end of both
  // space
  coplanar,    ///< the segment lies in the triangle's plane
  degenerate,  ///< the triangle's corners lie on a line
  // plane
  overlap,  ///< in more than a point
  // neither
  undecided  ///< the arithmetic could not tell
};
constexpr int contacts = 9;
constexpr const char* contact_names[contacts] = {"none",     "proper",     "endpoint", "edge",     "vertex",
                                                 "coplanar", "degenerate", "overlap",  "undecided"};

/// The point without its coordinate `axis`: exact, and one to one on every plane that is not along that axis.
FF_HD constexpr point2 without(int axis, const point3& a) {
  return axis == 0 ? point2{a.y, a.z} : axis == 1 ? point2{a.z, a.x} : point2{a.x, a.y};
}
FF_HD constexpr segment<point2> without(int axis, const segment<point3>& s) {
  return {without(axis, s.p), without(axis, s.q)};
}

FF_HD constexpr bool same(const point2& a, const point2& b) {
  return ff::equal(a.x, b.x) && ff::equal(a.y, b.y);
}

/// Of two segments on one line.  There boxes meet where the segments do.
FF_HD constexpr contact contact_on_line(const segment<point2>& r, const segment<point2>& b) {
  const box<2> shared = common(box_of(r), box_of(b));
  if (is_empty(shared)) return contact::none;
  const point2 low{shared.low[0], shared.low[1]}, high{shared.high[0], shared.high[1]};
  if (!same(low, high)) return contact::overlap;
  const bool ends = (same(low, r.p) || same(low, r.q)) && (same(low, b.p) || same(low, b.q));
  return ends ? contact::vertex : contact::endpoint;
}

template <class Arithmetic>
FF_HD constexpr contact contact_of(const segment<point2>& r, const segment<point2>& b, Arithmetic& exact) {
  const sign rp = exact.orient2d(b.p, b.q, r.p), rq = exact.orient2d(b.p, b.q, r.q);
  if (rp == rq && rp != sign::zero) return contact::none;
  const sign bp = exact.orient2d(r.p, r.q, b.p), bq = exact.orient2d(r.p, r.q, b.q);
  if (bp == bq && bp != sign::zero) return contact::none;
  const bool end_of_r = rp == sign::zero || rq == sign::zero;
  const bool end_of_b = bp == sign::zero || bq == sign::zero;
  if (!end_of_r && !end_of_b) return contact::proper;
  if (!(end_of_r && end_of_b)) return contact::endpoint;
  const bool on_line = rp == rq && bp == bq;  // then all are zero
  return on_line ? contact_on_line(r, b) : contact::vertex;
}

/// Returns whether the point lies in the triangle, whose orientation is `turn`, not zero.
template <class Arithmetic>
FF_HD constexpr bool contains(const point2& a, const point2& b, const point2& c, sign turn, const point2& x,
                              Arithmetic& exact) {
  return exact.orient2d(a, b, x) != -turn && exact.orient2d(b, c, x) != -turn &&
         exact.orient2d(c, a, x) != -turn;
}

/// Returns whether two segments in space meet.
template <class Arithmetic>
FF_HD_OUT_OF_LINE constexpr bool meet(const segment<point3>& r, const segment<point3>& b, Arithmetic& exact) {
  if (exact.orient3d(r.p, r.q, b.p, b.q) != sign::zero) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const segment<point2> s = without(axis, r), t = without(axis, b);
    const bool on_line =
        exact.orient2d(s.p, s.q, t.p) == sign::zero && exact.orient2d(s.p, s.q, t.q) == sign::zero &&
        exact.orient2d(t.p, t.q, s.p) == sign::zero && exact.orient2d(t.p, t.q, s.q) == sign::zero;
    if (!on_line) return contact_of(s, t, exact) != contact::none;
  }
  return !is_empty(common(box_of(r), box_of(b)));  // all four on one line
}

/// Of a segment and a triangle that lie in one plane.  Rare, so a call.
template <class Arithmetic>
FF_HD_OUT_OF_LINE constexpr contact contact_in_plane(const segment<point3>& s, const triangle& t,
                                                     Arithmetic& exact) {
  for (int axis = 0; axis < 3; ++axis) {
    const point2 a = without(axis, t.a), b = without(axis, t.b), c = without(axis, t.c);
    const sign turn = exact.orient2d(a, b, c);
    if (turn == sign::zero) continue;
    const segment<point2> r = without(axis, s);
    const bool met = contains(a, b, c, turn, r.p, exact) ||
                     contact_of(r, segment<point2>{a, b}, exact) != contact::none ||
                     contact_of(r, segment<point2>{b, c}, exact) != contact::none ||
                     contact_of(r, segment<point2>{c, a}, exact) != contact::none;
    return met ? contact::coplanar : contact::none;
  }
  const bool met = meet(s, segment<point3>{t.a, t.b}, exact) || meet(s, segment<point3>{t.b, t.c}, exact) ||
                   meet(s, segment<point3>{t.c, t.a}, exact);
  return met ? contact::degenerate : contact::none;
}

/// By the sides of the triangle's plane on which p and q lie, then by the sides of the three edges on which
/// the line through p and q passes.
template <class Arithmetic>
FF_HD constexpr contact contact_of(const segment<point3>& s, const triangle& t, Arithmetic& exact) {
  const sign p = exact.orient3d(t.a, t.b, t.c, s.p), q = exact.orient3d(t.a, t.b, t.c, s.q);
  if (p == q) return p == sign::zero ? contact_in_plane(s, t, exact) : contact::none;
  const sign ab = exact.orient3d(s.p, s.q, t.a, t.b);
  const sign bc = exact.orient3d(s.p, s.q, t.b, t.c);
  const sign ca = exact.orient3d(s.p, s.q, t.c, t.a);
  const bool left = ab == sign::positive || bc == sign::positive || ca == sign::positive;
  const bool right = ab == sign::negative || bc == sign::negative || ca == sign::negative;
  if (left && right) return contact::none;
  const int zeros = (ab == sign::zero) + (bc == sign::zero) + (ca == sign::zero);
  if (zeros > 0) return zeros == 1 ? contact::edge : contact::vertex;
  return p == sign::zero || q == sign::zero ? contact::endpoint : contact::proper;
}

}  // namespace intersect
