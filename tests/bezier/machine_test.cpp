// What GPUs do in another order than the host: leaves arrive as they like, and rows are dealt.
#include <gtest/gtest.h>

#include "apps/bezier/host_machine.hpp"
#include "reference.hpp"

namespace bezier {
namespace {

/// The last leaf climbs first.
struct reversed_machine : host_machine {
  reversed_machine() : host_machine(1) {}

  void climb(const tree_in_work& tree) const {
    for (int place = tree.leaves - 1; place >= 0; --place)
      bezier::climb(tree, place, [](int& arrivals) { return arrivals++; });
  }
};

TEST(Machine, LeavesMayArriveInAnyOrder) {
  const std::vector<patch> patches = teapot(true);
  reversed_machine reversed;
  const std::vector<node> expected = tree_on_host(patches);
  const std::vector<node> made = built_scene<reversed_machine>(reversed, patches).nodes(expected.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    for (int side = 0; side < 2; ++side) {
      EXPECT_EQ(made[i].child[side], expected[i].child[side]);
      EXPECT_TRUE(same_bits(made[i].bounds[side], expected[i].bounds[side])) << "node " << i;
    }
  }
}

TEST(Machine, RowsAreDealt) {
  const std::vector<patch> patches = teapot(true);
  for (const int rows : {1, 2, 29, 30}) {
    const picture::camera c = picture::make_camera(teapot_view("teapot"), 0, 31, rows);
    const plan p{choice{}, 1, 50, 1};
    const rendering whole = render_on_host(patches, c, p);
    host_machine host(1);
    const built_scene<host_machine> scene(host, patches);
    rendering dealt = whole;
    dealt.pixels.assign(whole.pixels.size(), pixel{});
    counts primary{};
    for (int which = 0; which < 3; ++which) {
      renderer<host_machine> part(host, c, p);
      part.run(scene.view(), {which, 3}, dealt.pixels, nullptr);
      primary = primary + part.stages()[0].cost;
    }
    EXPECT_EQ(first_difference(whole, dealt), -1) << rows << " rows";
    EXPECT_EQ(primary.rays, whole.stages[0].cost.rays);
    EXPECT_EQ(primary.pairs, whole.stages[0].cost.pairs);
  }
}

}  // namespace
}  // namespace bezier
