// A ray on its way through the scene, from candidate to candidate.
#pragma once

#include "candidates.hpp"

namespace bezier {

/// A ray, and what is known of it.
struct task {
  ray r;
  int stage;  ///< of the picture that needs it
  bool any;   ///< one hit will do, as for shadows; else the first is wanted
  first_hit hit;
  candidate last;   ///< all up to this one are done
  candidates next;  ///< those to meet; it has more while the ray is not done
  int pairs;        ///< met so far

  FF_HD constexpr bool undecided() const { return any ? !hit.found() && hit.undecided() : hit.undecided(); }
};

FF_HD constexpr task task_of(const ray& r, int stage, bool any) {
  task t{};
  t.r = r, t.stage = stage, t.any = any;
  t.hit = no_hit(), t.last = no_candidate();
  t.next.clear(), t.next.more = true;
  return t;
}

/// Beyond this parameter nothing is nearer than what was found, by more than what t may err by.
FF_HD constexpr float reach_of(const task& t) {
  if (!t.hit.found()) return t.r.t_max;
  return ff::least(t.r.t_max, ff::fma_rn(0x1p-16f, ff::abs(t.hit.t.hi()), t.hit.t.hi()));
}

/// The list is made aside and copied: the device keeps it close meanwhile.
FF_HD_LARGE void find_next(const scene_view& s, task& t) {
  ray r = t.r;
  r.t_max = reach_of(t);
  candidates next;
  find_candidates(s, r, t.last, next);
  t.next.copy(next);
}

/// The candidate that comes after k others, and is still to be met; none where none of the rest can hold a
/// nearer hit: the list is empty then.
FF_HD_LARGE bool has_next(task& t, int k, candidate& next) {
  const auto done = [&t](float near) { return ff::less(reach_of(t), near) || (t.any && t.hit.found()); };
  if (k < t.next.count) {
    next = t.next.each[k];
    if (!done(next.near)) return true;
    t.next.more = false;
  }
  t.next.more = t.next.more && !done(t.last.near);
  t.next.count = 0;
  return false;
}
FF_HD constexpr void count_met(task& t, const candidate& c) {
  ++t.pairs;
  t.last = c;
}

/// Meets the candidates one after another.  None are left.
FF_ANY_CALLEE
template <class Meet>
FF_HD void meet_next(const scene_view& s, const Meet& meet, task& t) {
  candidate c{};
  for (int k = 0; has_next(t, k, c); ++k) {
    meet(t.r, s.patches[c.patch()], c.patch(), t.hit);
    count_met(t, c);
  }
}

/// Says what tasks have cost and found.
struct counts {
  uint64 rays, pairs, boxes, hits, undecided;

  FF_HD constexpr counts operator+(const counts& b) const {
    return {rays + b.rays, pairs + b.pairs, boxes + b.boxes, hits + b.hits, undecided + b.undecided};
  }
};
FF_HD constexpr counts counts_of(const task& t) {
  return {1, static_cast<uint64>(t.pairs), static_cast<uint64>(t.hit.boxes),
          t.hit.found() && !t.undecided() ? 1u : 0u, t.undecided() ? 1u : 0u};
}

}  // namespace bezier
