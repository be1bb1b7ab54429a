// The same contacts on GPU and host, by every strategy, in both arithmetics.
#include <gtest/gtest.h>

#include <utility>

#include "apps/intersect/generate.hpp"
#include "apps/intersect/run.hpp"
#include "scenes.hpp"

namespace intersect {
namespace {

class Gpu : public testing::Test {
  void SetUp() override {
    std::string why;
    if (!command::first_gpu(why)) GTEST_SKIP() << "no GPU: " << why;
  }
};

constexpr strategy on_gpu[] = {strategy::pairs, strategy::segment, strategy::triangle, strategy::cells};

template <class Scene>
void expect_same(const Scene& scene, uint32_t along, const std::string& what) {
  for (const bool whole : {false, true}) {
    const result host =
        run_on_host(scene.view(), {strategy::parallel, numbers::cascade, along, whole, true}, 0);
    const auto expect = [&](strategy how, numbers in, bool counted, int runs) {
      const result device = run_on_gpu(scene, {how, in, along, whole, counted, runs});
      const std::string where = what + ", " + strategy_names[static_cast<int>(how)] + " by " +
                                numbers_names[static_cast<int>(in)] + (whole ? "" : ", in pieces");
      EXPECT_TRUE(device.hits == host.hits)
          << where << ": " << device.hits.size() << " contacts, " << host.hits.size() << " on the host";
      EXPECT_EQ(device.candidates, host.candidates) << where;
      if (!counted) return;
      EXPECT_EQ(device.counts.tested, host.counts.tested) << where;
      for (const auto& [d, h] : {std::pair(device.counts.in_space, host.counts.in_space),
                                 std::pair(device.counts.in_plane, host.counts.in_plane)}) {
        EXPECT_EQ(d.filter, h.filter) << where;
        EXPECT_EQ(d.pairs, h.pairs) << where;
        EXPECT_EQ(d.lattice, h.lattice) << where;
        EXPECT_EQ(d.limbs, h.limbs) << where;
      }
    };
    for (const strategy how : on_gpu) expect(how, numbers::cascade, how != strategy::cells, 2);
    expect(strategy::cells, numbers::cascade, true, 1);
    expect(strategy::cells, numbers::cascade, false, 1);
    expect(strategy::cells, numbers::rational, false, 1);  // the host's rationals take most of the time
  }
}

TEST_F(Gpu, SameContactsInSpace) {
  unsigned seed = 1;
  for (const kind_of_scene& kind : kinds_of_scenes) {
    const space_scene scene = scene_maker(kind, seed++).space(300, 400);
    for (const uint32_t along : {5u, 32u}) expect_same(scene, along, kind.name);
  }
}

TEST_F(Gpu, SameContactsOfTheGround) { expect_same(generate_ground(20000, 500, 1), 50, "ground"); }

TEST_F(Gpu, SameContactsInThePlane) {
  unsigned seed = 1;
  for (const kind_of_scene& kind : kinds_of_scenes) {
    const plane_scene scene = scene_maker(kind, seed++).plane(500, 400);
    for (const uint32_t along : {5u, 64u}) expect_same(scene, along, kind.name);
  }
  expect_same(generate_map(50000, 25000, 1), 200, "map");
}

// More than the list of hits first has room for.
TEST_F(Gpu, MoreContactsThanExpected) {
  plane_scene scene;
  for (int i = 0; i < 1500; ++i) {
    const auto at = static_cast<float>(i);
    scene.reds.push_back({{at, -1}, {at, 2000}});
    scene.blues.push_back({{-1, at}, {2000, at}});
  }
  for (const strategy how : on_gpu)
    EXPECT_EQ(run_on_gpu(scene, {how, numbers::cascade, 4}).hits.size(), 1500u * 1500u);
}

TEST_F(Gpu, NothingMeets) {
  plane_scene scene;
  scene.reds = {{{0, 0}, {1, 1}}};
  scene.blues = {{{5, 5}, {6, 6}}};
  for (const strategy how : on_gpu)
    EXPECT_TRUE(run_on_gpu(scene, {how, numbers::cascade, 16, false, true}).hits.empty());
}

}  // namespace
}  // namespace intersect
