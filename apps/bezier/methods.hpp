// The certified search as a method of the ray tracer.
#pragma once

#include "first_hit.hpp"

namespace bezier {

/// ff::geometry::certified_hits: every hit, or a doubt.
template <class Boxes, class Values>
struct certified {
  static constexpr const char* name = "certified";

  FF_HD static void meet(const ray& r, const patch& p, int number, first_hit& best) {
    ff::geometry::patch_hits<Values> found;
    ff::geometry::certified_hits<Boxes, Values>(r, p, found);
    for (int i = 0; i < found.count; ++i)
      take(best, ff::ff_t(found.hit[i].t), ff::ff_t(found.hit[i].u), ff::ff_t(found.hit[i].v), number);
    if (found.undecided.any())
      best.doubtful_t = ff::least(best.doubtful_t, ff::greatest(found.undecided.t_first, r.t_min));
    best.boxes += found.boxes;
  }
};

}  // namespace bezier
