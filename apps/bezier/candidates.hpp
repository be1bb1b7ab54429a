// The patches that a ray may meet, nearest first.
#pragma once

#include "bvh.hpp"

namespace bezier {

/// A scene in memory of the host or the device.
struct scene_view {
  const patch* patches;
  const node* nodes;
};

/// A leaf on a ray's way.  They are ordered by where the ray enters, and then by their numbers.
struct candidate {
  float near;
  int leaf;

  FF_HD constexpr int patch() const { return leaf / parts_of_patch; }
  FF_HD constexpr bool before(const candidate& other) const {
    return ff::less(near, other.near) || (ff::equal(near, other.near) && leaf < other.leaf);
  }
};
/// Before all others.
FF_HD constexpr candidate no_candidate() { return {ff::neg(ff::detail::infinity), -1}; }

/// The first few of a ray's candidates after some place, a patch only once, by its first leaf there.
struct candidates {
  static constexpr int most = 8;

  candidate each[most];
  int count;
  bool more;  ///< there are more after these

  FF_HD constexpr void clear() { count = 0, more = false; }
  /// As many as there are.
  FF_HD constexpr void copy(const candidates& from) {
    count = from.count, more = from.more;
    for (int k = 0; k < count; ++k) each[k] = from.each[k];
  }

  FF_HD constexpr void add(const candidate& c) {
    int place = 0;
    while (place < count && each[place].patch() != c.patch()) ++place;
    if (place < count) {  // the patch is there: its first leaf counts
      if (each[place].before(c)) return;
    } else if (count < most) {
      place = count++;
    } else {
      more = true;
      if (each[most - 1].before(c)) return;
      place = most - 1;
    }
    for (; place > 0 && c.before(each[place - 1]); --place) each[place] = each[place - 1];
    each[place] = c;
  }
  /// Returns whether no leaf from there on can change what is here, but `more`.
  FF_HD constexpr bool end_before(float near) const {
    return count == most && ff::less(each[most - 1].near, near);
  }
};

/// The first candidates after `after`, up to the ray's t_max.  The box test is conservative: a leaf whose
/// part the ray meets is a candidate, and enters no later than the hit.
FF_HD_LARGE void find_candidates(const scene_view& s, const ray& r, const candidate& after,
                                 candidates& found) {
  // A node's children share a longer prefix of 64 bits than the node itself.
  constexpr int deepest = 64;
  struct waiting {
    float near;
    int node;
  };
  const ff::geometry::slab_ray slabs_of(r);
  waiting stack[deepest];
  int depth = 0;
  found.clear();
  stack[depth++] = {ff::neg(ff::detail::infinity), 0};
  while (depth > 0) {
    const waiting w = stack[--depth];
    if (found.end_before(w.near)) {
      found.more = true;
      continue;
    }
    const node n = s.nodes[w.node];
    waiting inner[2]{};
    int inners = 0;
    for (int side = 0; side < 2; ++side) {
      const auto [near, far, may_meet] = slabs(slabs_of, n.bounds[side]);
      if (!may_meet) continue;
      if (n.child[side] >= 0) {
        inner[inners++] = {near, n.child[side]};
      } else if (const candidate c{near, ~n.child[side]}; after.before(c)) {
        found.add(c);
      }
    }
    const bool first_is_nearer = inners == 2 && ff::less(inner[0].near, inner[1].near);
    if (inners == 2) stack[depth++] = inner[first_is_nearer ? 1 : 0];
    if (inners > 0) stack[depth++] = inner[inners == 2 && !first_is_nearer ? 1 : 0];
  }
}

}  // namespace bezier
