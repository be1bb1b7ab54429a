// The methods by which a ray and a patch are intersected: kajiya<T>, kajiya_bernstein<T>, newton<T>, and
// certified<Boxes, Values>.  find() lists all points, meet() takes the first.
#pragma once

#include <ff/geometry.hpp>

#include "kajiya.hpp"
#include "newton.hpp"

namespace bezier {

/// ff's certified search: what it finds is there, and what it could not decide it says.
template <class Boxes, class Values>
struct certified {
  static constexpr const char* name = "certified";

  FF_HD_LARGE static void find(const ray& r, const patch& s, point_list& found) {
    ff::geometry::patch_hits<Values> hits;
    ff::geometry::certified_hits<Boxes>(r, s, hits);
    found.count = hits.count;
    found.undecided = hits.undecided;
    found.boxes = hits.boxes;
    for (int i = 0; i < hits.count; ++i)
      found.hit[i] = {ff::ff_t(hits.hit[i].t), ff::ff_t(hits.hit[i].u), ff::ff_t(hits.hit[i].v)};
  }
  FF_HD_LARGE static void meet(const ray& r, const patch& s, int number, first_hit& best) {
    ff::geometry::patch_hits<Values> hits;
    ff::geometry::certified_hits<Boxes>(r, s, hits);
    for (int i = 0; i < hits.count; ++i)
      take(best, ff::ff_t(hits.hit[i].t), ff::ff_t(hits.hit[i].u), ff::ff_t(hits.hit[i].v), number);
    if (hits.undecided.any())
      best.doubtful_t = ff::least(best.doubtful_t, ff::greatest(hits.undecided.t_first, r.t_min));
    best.boxes += hits.boxes;
  }
};

}  // namespace bezier
