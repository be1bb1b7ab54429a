// The tree of boxes and the way of rays through it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "apps/bezier/task.hpp"
#include "reference.hpp"

namespace bezier {
namespace {

/// Patches of random control points, no further than that from the origin but for their size.
std::vector<patch> random_patches(int count, unsigned seed, float away = 1000) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> place(-away, away), shape(-1, 1);
  std::vector<patch> all;
  for (int n = 0; n < count; ++n) {
    const ff::geometry::vector3<float> at{place(random), place(random), place(random)};
    patch p{};
    for (auto& row : p.p)
      for (auto& q : row) q = {at.x + shape(random), at.y + shape(random), at.z + shape(random)};
    all.push_back(p);
  }
  return all;
}

// Corners of parts are points of the patch, and of the hull of their control points: without the margin
// rounding would leave some of them outside.
TEST(Tree, BoxesHoldTheirParts) {
  for (const patch& s : random_patches(200, 1)) {
    for (int part = 0; part < parts_of_patch; ++part) {
      const box b = bounds_of_part(s, part);
      const int iu = part / parts_along, iv = part % parts_along;
      for (int i = 0; i <= 4; ++i) {
        for (int j = 0; j <= 4; ++j) {
          const double u = (iu + i / 4.0) / parts_along;
          const double v = (iv + j / 4.0) / parts_along;
          const auto at = evaluate(s, u, v).point;
          EXPECT_TRUE(b.lower.x <= at.x && at.x <= b.upper.x && b.lower.y <= at.y && at.y <= b.upper.y &&
                      b.lower.z <= at.z && at.z <= b.upper.z)
              << "part " << part << ", u = " << u << ", v = " << v;
        }
      }
    }
  }
}

TEST(Tree, BoxesOfPartsAreSmall) {
  for (const patch& s : teapot(true)) {
    const box all = bounds_of(s);
    for (int part = 0; part < parts_of_patch; ++part) {
      const box b = bounds_of_part(s, part);
      EXPECT_LE(b.upper.x - b.lower.x, 0.65f * (all.upper.x - all.lower.x) + 1e-5f);
      EXPECT_LE(b.upper.z - b.lower.z, 0.65f * (all.upper.z - all.lower.z) + 1e-5f);
    }
  }
}

bool holds(const box& outer, const box& b) { return same_bits(outer, join(outer, b)); }

/// Visits every leaf with the boxes on its way.
class walk {
 public:
  walk(const std::vector<patch>& patches, const std::vector<node>& nodes) : patches_(patches), nodes_(nodes) {
    go(0, {}, 0);
  }
  std::map<int, int> leaves;  ///< how often each was visited
  std::set<int> nodes;
  int deepest = 0;

 private:
  void go(int n, const std::vector<box>& above, int depth) {
    deepest = std::max(deepest, depth);
    ASSERT_TRUE(nodes.insert(n).second) << "node " << n << " twice";
    const node& here = nodes_[static_cast<std::size_t>(n)];
    for (int side = 0; side < 2; ++side) {
      std::vector<box> boxes = above;
      boxes.push_back(here.bounds[side]);
      const int child = here.child[side];
      if (child >= 0) {
        go(child, boxes, depth + 1);
        continue;
      }
      const int leaf = ~child;
      ++leaves[leaf];
      const box b =
          bounds_of_part(patches_[static_cast<std::size_t>(leaf / parts_of_patch)], leaf % parts_of_patch);
      EXPECT_TRUE(same_bits(b, boxes.back())) << "leaf " << leaf;
      for (const box& outer : boxes) EXPECT_TRUE(holds(outer, b)) << "leaf " << leaf;
    }
  }

  const std::vector<patch>& patches_;
  const std::vector<node>& nodes_;
};

TEST(Tree, HasEachLeafOnceInAllBoxesAbove) {
  const patch flat{};  // a point: all keys have the same place
  for (const std::vector<patch>& patches : {teapot(true), teapot(false), random_patches(1, 2),
                                            random_patches(300, 3), std::vector<patch>(5, flat)}) {
    const std::vector<node> nodes = tree_on_host(patches);
    ASSERT_EQ(nodes.size(), patches.size() * parts_of_patch - 1);
    const walk w(patches, nodes);
    EXPECT_EQ(w.nodes.size(), nodes.size());
    ASSERT_EQ(w.leaves.size(), patches.size() * parts_of_patch);
    for (const auto& [leaf, times] : w.leaves) EXPECT_EQ(times, 1) << "leaf " << leaf;
    EXPECT_LT(w.deepest, 64);
  }
}

TEST(Tree, DoesNotDependOnThreads) {
  const std::vector<patch> patches = teapot(true);
  const std::vector<node> a = tree_on_host(patches, 1), b = tree_on_host(patches, 5);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (int side = 0; side < 2; ++side) {
      EXPECT_EQ(a[i].child[side], b[i].child[side]);
      EXPECT_TRUE(same_bits(a[i].bounds[side], b[i].bounds[side]));
    }
  }
}

// ---- candidates

/// The leaves that a ray may meet after some place, in order.
std::vector<candidate> all_leaves(const std::vector<patch>& patches, const ray& r, const candidate& after) {
  const ff::geometry::slab_ray slabs_of(r);
  std::vector<candidate> found;
  for (int leaf = 0; leaf < static_cast<int>(patches.size()) * parts_of_patch; ++leaf) {
    const auto at = slabs(slabs_of, bounds_of_part(patches[static_cast<std::size_t>(leaf / parts_of_patch)],
                                                   leaf % parts_of_patch));
    const candidate c{at.entry, leaf};
    if (at.may_meet && after.before(c)) found.push_back(c);
  }
  std::sort(found.begin(), found.end(), [](const candidate& a, const candidate& b) { return a.before(b); });
  return found;
}

TEST(Candidates, AreThoseOfAllLeavesInOrder) {
  // In a heap: rays have more of them than there is room for at once.
  const std::vector<patch> patches = random_patches(40, 4, 1);
  const std::vector<node> nodes = tree_on_host(patches);
  const scene_view view{patches.data(), nodes.data()};
  rays_at rays(patches, 5);
  int passes = 0, full = 0;
  for (int n = 0; n < 500; ++n) {
    const ray r = rays.next();
    candidate after = no_candidate();
    for (bool more = true; more; ++passes) {
      candidates found{};
      find_candidates(view, r, after, found);
      std::vector<candidate> expected;
      std::set<int> seen;
      for (const candidate& c : all_leaves(patches, r, after))
        if (seen.insert(c.patch()).second) expected.push_back(c);
      const auto count = std::min<std::size_t>(expected.size(), candidates::most);
      ASSERT_EQ(static_cast<std::size_t>(found.count), count);
      for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(found.each[k].leaf, expected[k].leaf);
      EXPECT_TRUE(found.more || expected.size() == count);
      more = found.more;
      full += more;
      if (more) after = found.each[candidates::most - 1];
    }
  }
  EXPECT_GT(full, 100);
  EXPECT_GT(passes, 600);
}

/// As the tracer goes: candidate after candidate.
first_hit hit_by_tree(const scene_view& view, const ray& r, meeting meet) {
  task t = task_of(r, 0, false);
  while (t.next.more) {
    find_next(view, t);
    meet_next(view, meet, t);
  }
  return t.hit;
}
first_hit hit_of_all(const std::vector<patch>& patches, const ray& r, meeting meet) {
  first_hit best = no_hit();
  for (std::size_t i = 0; i < patches.size(); ++i) meet(r, patches[i], static_cast<int>(i), best);
  return best;
}

TEST(Traversal, FindsWhatAllPatchesTell) {
  const meeting meet = meeting_on_host(choice{});
  unsigned seed = 6;
  for (const auto& [patches, rays_wanted] :
       {std::pair(teapot(true), 2000), std::pair(random_patches(60, 7, 5), 500)}) {
    const std::vector<node> nodes = tree_on_host(patches);
    const scene_view view{patches.data(), nodes.data()};
    rays_at rays(patches, seed++);
    int hits = 0;
    for (int n = 0; n < rays_wanted; ++n) {
      const ray r = rays.next();
      const first_hit a = hit_by_tree(view, r, meet), b = hit_of_all(patches, r, meet);
      EXPECT_EQ(a.patch, b.patch) << "ray " << n;
      EXPECT_TRUE(a.t == b.t && a.u == b.u && a.v == b.v) << "ray " << n;
      hits += a.found();
    }
    EXPECT_GT(hits, 100);
  }
}

// What is found does not depend on the order in which hits come.
TEST(FirstHit, TakesTheNearestOfTheLowestNumber) {
  const std::vector<std::pair<float, int>> hits = {{2, 5}, {1, 7}, {1, 3}, {1, 9}, {3, 0}};
  std::vector<int> order = {0, 1, 2, 3, 4};
  do {
    first_hit best = no_hit();
    for (const int k : order) {
      const auto [t, number] = hits[static_cast<std::size_t>(k)];
      take(best, t, 0.25f, 0.5f, number);
    }
    EXPECT_EQ(best.patch, 3);
    EXPECT_TRUE(best.t == 1.0f);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(FirstHit, IsUndecidedIfADoubtMayComeFirst) {
  first_hit h = no_hit();
  EXPECT_FALSE(h.undecided());
  h.doubtful_t = 5;
  EXPECT_TRUE(h.undecided());
  take(h, 5.0f, 0.0f, 0.0f, 1);
  EXPECT_TRUE(h.undecided());
  take(h, 4.0f, 0.0f, 0.0f, 2);
  EXPECT_FALSE(h.undecided());
}

}  // namespace
}  // namespace bezier
