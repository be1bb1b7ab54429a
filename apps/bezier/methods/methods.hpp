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

  using hits = ff::geometry::patch_hits<Values>;

  FF_HD_LARGE static void find(const ray& r, const patch& s, point_list& found) {
    hits h;
    ff::geometry::certified_hits<Boxes>(r, s, h);
    list(h, found);
  }
  FF_HD_LARGE static void meet(const ray& r, const patch& s, int number, first_hit& best) {
    hits h;
    ff::geometry::certified_hits<Boxes>(r, s, h);
    take_nearest(h, r, number, best);
  }

  FF_HD_LARGE static void list(const hits& h, point_list& found) {
    found.count = h.count;
    found.undecided = h.undecided;
    found.boxes = h.boxes;
    for (int i = 0; i < h.count; ++i)
      found.hit[i] = {ff::ff_t(h.hit[i].t), ff::ff_t(h.hit[i].u), ff::ff_t(h.hit[i].v)};
  }
  FF_HD_LARGE static void take_nearest(const hits& h, const ray& r, int number, first_hit& best) {
    for (int i = 0; i < h.count; ++i)
      take(best, ff::ff_t(h.hit[i].t), ff::ff_t(h.hit[i].u), ff::ff_t(h.hit[i].v), number);
    if (h.undecided.any())
      best.doubtful_t = ff::least(best.doubtful_t, ff::greatest(h.undecided.t_first, r.t_min));
    best.boxes += h.boxes;
  }
};

}  // namespace bezier
