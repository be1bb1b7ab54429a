// Orientations for the rule of contact.hpp: exact ones, and those that a filter of intervals can tell.
#pragma once

#include <ff/interval.hpp>
#include <ff/predicates.hpp>

#include "contact.hpp"

namespace intersect {

/// ff's exact predicates.  Count is told which stage decided.
template <class Count>
struct cascade {
  Count in_plane{}, in_space{};

  FF_HD constexpr sign orient2d(const point2& a, const point2& b, const point2& c) {
    return ff::orient2d(a, b, c, in_plane);
  }
  FF_HD constexpr sign orient3d(const point3& a, const point3& b, const point3& c, const point3& d) {
    return ff::orient3d(a, b, c, d, in_space);
  }
};

/// The determinants in intervals of floats, the filter of Menezes et al.  A sign that an interval leaves open
/// is given as zero, and the evaluation is no longer certain.
struct interval_filter {
  using interval = ff::interval<float>;
  bool certain = true;

  FF_HD constexpr sign orient2d(const point2& a, const point2& b, const point2& c) {
    return sign_of(cross(less(a.x, c.x), less(a.y, c.y), less(b.x, c.x), less(b.y, c.y)));
  }
  FF_HD constexpr sign orient3d(const point3& a, const point3& b, const point3& c, const point3& d) {
    const interval ax = less(a.x, d.x), ay = less(a.y, d.y), az = less(a.z, d.z);
    const interval bx = less(b.x, d.x), by = less(b.y, d.y), bz = less(b.z, d.z);
    const interval cx = less(c.x, d.x), cy = less(c.y, d.y), cz = less(c.z, d.z);
    return sign_of(ax * cross(by, bz, cy, cz) + ay * cross(bz, bx, cz, cx) + az * cross(bx, by, cx, cy));
  }

 private:
  FF_HD static constexpr interval less(float a, float b) { return interval(a) - interval(b); }
  FF_HD static constexpr interval cross(const interval& ax, const interval& ay, const interval& bx,
                                        const interval& by) {
    return ax * by - ay * bx;
  }
  FF_HD constexpr sign sign_of(const interval& x) {
    if (ff::less(0.0f, x.lower())) return sign::positive;
    if (ff::less(x.upper(), 0.0f)) return sign::negative;
    certain = certain && ff::equal(x.lower(), 0.0f) && ff::equal(x.upper(), 0.0f);
    return sign::zero;
  }
};

/// The contact, or `undecided` where the arithmetic is a filter that cannot tell.
template <class Red, class Blue, class Count>
FF_HD constexpr contact decide(const Red& r, const Blue& b, cascade<Count>& exact) {
  return contact_of(r, b, exact);
}
template <class Red, class Blue>
FF_HD constexpr contact decide(const Red& r, const Blue& b, interval_filter& filter) {
  filter.certain = true;
  const contact c = contact_of(r, b, filter);
  return filter.certain ? c : contact::undecided;
}

}  // namespace intersect
