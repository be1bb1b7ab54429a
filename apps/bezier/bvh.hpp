// A binary tree of boxes over the parts of patches: T. Karras, Maximizing parallelism in the construction of
// BVHs, octrees, and k-d trees, HPG 2012.  Every step is a function of one element's number, which host and
// device run alike: the tree is the same, bit for bit.
#pragma once

#include <ff/platform/integers.hpp>

#include "first_hit.hpp"

namespace bezier {

using box = ff::geometry::box;
using ff::uint32, ff::uint64;

/// Each patch has this many leaves, the boxes of its parts of equal size in u and v.  A ray that meets one of
/// them is a candidate for the whole patch: with 16 parts a ray has half as many as with one.
constexpr int halvings = 2, parts_along = 1 << halvings, parts_of_patch = parts_along * parts_along;

/// Two children and their boxes; aligned, so that four numbers are loaded at once.  A child that is not
/// negative is a node; ~child is a leaf otherwise, whose patch is leaf / parts_of_patch.
struct alignas(16) node {
  box bounds[2];
  int child[2];
};

/// The box of a part of a patch.  Control points are halved in floats: each of the 3 means a halving errs by
/// u of the greatest coordinate at most, so that 4 halvings stay within 12 u, for which the box has 16 u.
FF_HD_LARGE constexpr box bounds_of_part(const patch& whole, int part) {
  using namespace ff::geometry;
  const int iu = part / parts_along, iv = part % parts_along;
  patch s = whole;
  for (int bit = halvings - 1; bit >= 0; --bit) {
    const auto along_u = halve_u(s);
    s = ((iu >> bit) & 1) != 0 ? along_u.upper : along_u.lower;
    const auto along_v = halve_v(s);
    s = ((iv >> bit) & 1) != 0 ? along_v.upper : along_v.lower;
  }
  const box all = bounds_of(whole), b = bounds_of(s);
  const auto margin = [](float lower, float upper) {
    return ff::fma_rn(ff::greatest(ff::abs(lower), ff::abs(upper)), 0x1p-20f, 0x1p-126f);
  };
  const vector3<float> m{margin(all.lower.x, all.upper.x), margin(all.lower.y, all.upper.y),
                         margin(all.lower.z, all.upper.z)};
  return {b.lower - m, b.upper + m};
}

// ---- the order of the leaves

/// The bits of a number below 2^10, two zeros before each.
FF_HD constexpr uint32 spread_bits(uint32 x) {
  x = (x | (x << 16)) & 0x030000ffu;
  x = (x | (x << 8)) & 0x0300f00fu;
  x = (x | (x << 4)) & 0x030c30c3u;
  return (x | (x << 2)) & 0x09249249u;
}

/// A leaf's place on the Morton curve through the scene's box, with its number below: no two keys are alike.
FF_HD constexpr uint64 key_of(const box& scene, const box& b, int leaf) {
  const auto cell = [](float lower, float upper, float low, float high) {
    const float middle = ff::add_rn(ff::mul_rn(0.5f, low), ff::mul_rn(0.5f, high));
    const float share = ff::div_rn(ff::sub_rn(middle, lower), ff::sub_rn(upper, lower));
    const float at = ff::mul_rn(1024.0f, share);  // NaN in a scene without that extent
    return ff::less(0.0f, at) ? static_cast<uint32>(ff::least(at, 1023.0f)) : 0u;
  };
  const uint32 x = cell(scene.lower.x, scene.upper.x, b.lower.x, b.upper.x);
  const uint32 y = cell(scene.lower.y, scene.upper.y, b.lower.y, b.upper.y);
  const uint32 z = cell(scene.lower.z, scene.upper.z, b.lower.z, b.upper.z);
  const uint32 code = (spread_bits(x) << 2) | (spread_bits(y) << 1) | spread_bits(z);
  return (uint64{code} << 32) | static_cast<uint32>(leaf);
}
FF_HD constexpr int leaf_of(uint64 key) { return static_cast<int>(key & 0xffffffffu); }

// ---- the nodes

/// Says what the construction reads and writes.  `parent` has, for each node and then for each leaf by its
/// place in the order, twice the parent's number and which of its children it is; -1 for the root, node 0.
struct tree_in_work {
  int leaves;  ///< two or more; there is a node less
  const uint64* key;
  const box* leaf_box;  ///< by number, not by place
  node* nodes;
  int* parent;
  int* arrivals;  ///< zero for each node at first
};

/// Says how many leading bits the keys at two places share; -1 where there is no place j.
FF_HD constexpr int common_bits(const tree_in_work& t, int i, int j) {
  return j < 0 || j >= t.leaves ? -1 : ff::detail::leading_zeros(t.key[i] ^ t.key[j]);
}

/// Node i: the widest range of places that begins or ends with i and whose keys share more bits than with the
/// neighbour beyond; its children split it where the next bit changes.
FF_HD_LARGE constexpr void make_node(const tree_in_work& t, int i) {
  const int way = common_bits(t, i, i + 1) > common_bits(t, i, i - 1) ? 1 : -1;
  const int beyond = common_bits(t, i, i - way);
  int reach = 2;
  while (common_bits(t, i, i + reach * way) > beyond) reach *= 2;
  int length = 0;
  for (int step = reach / 2; step >= 1; step /= 2)
    if (common_bits(t, i, i + (length + step) * way) > beyond) length += step;
  const int other_end = i + length * way;

  const int shared = common_bits(t, i, other_end);
  int split = 0;
  for (int step = length; step > 1;) {
    step = (step + 1) / 2;
    if (split + step < length && common_bits(t, i, i + (split + step) * way) > shared) split += step;
  }
  const int last_of_left = i + split * way + (way < 0 ? -1 : 0);
  const int first = way > 0 ? i : other_end, last = way > 0 ? other_end : i;

  const int from[2] = {first, last_of_left + 1}, to[2] = {last_of_left, last};
  for (int side = 0; side < 2; ++side) {
    const bool is_leaf = from[side] == to[side];
    const int place = side == 0 ? last_of_left : last_of_left + 1;
    t.nodes[i].child[side] = is_leaf ? ~leaf_of(t.key[place]) : place;
    t.parent[is_leaf ? t.leaves - 1 + place : place] = 2 * i + side;
  }
  if (i == 0) t.parent[0] = -1;
}

/// The box of the leaf at a place into its parent, and on from the second child of each node to arrive.
/// arrive(counter) adds 1 and returns what there was; what was written before the first arrival is seen after
/// the second.
FF_ANY_CALLEE
template <class Arrive>
FF_HD void climb(const tree_in_work& t, int place, const Arrive& arrive) {
  box b = t.leaf_box[leaf_of(t.key[place])];
  for (int slot = t.parent[t.leaves - 1 + place]; slot >= 0;) {
    node& parent = t.nodes[slot / 2];
    parent.bounds[slot % 2] = b;
    if (arrive(t.arrivals[slot / 2]) == 0) return;
    b = join(parent.bounds[0], parent.bounds[1]);
    slot = t.parent[slot / 2];
  }
}

}  // namespace bezier
