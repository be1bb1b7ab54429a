// Generated scenes: as many as asked for, the same for the same seed, and with the contacts that were sown.
#include "apps/intersect/generate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "apps/intersect/grid.hpp"
#include "apps/intersect/run.hpp"

namespace intersect {
namespace {

std::array<uint64_t, contacts> count(const result& r) {
  std::array<uint64_t, contacts> counts{};
  for (const hit& h : r.hits) ++counts[static_cast<std::size_t>(h.how)];
  return counts;
}

TEST(Generate, AsManyAsAskedFor) {
  for (const uint32_t triangles : {1u, 2u, 15u, 1000u, 12345u}) {
    const space_scene s = generate_ground(triangles, triangles / 2 + 1, 1);
    EXPECT_EQ(s.triangles.size(), triangles);
    EXPECT_EQ(s.reds.size(), triangles / 2 + 1);
    for (const corners& t : s.triangles) EXPECT_LT(std::max({t.a, t.b, t.c}), s.vertices.size());
    const plane_scene p = generate_map(triangles, triangles + 3, 1);
    EXPECT_EQ(p.reds.size(), triangles);
    EXPECT_EQ(p.blues.size(), triangles + 3);
  }
}

// The sum of a scene's bits, so that no machine draws another scene.
template <class Scene>
uint64_t fingerprint(const Scene& s) {
  uint64_t sum = 1469598103934665603u;
  const auto add = [&](float x) { sum = (sum ^ ff::detail::to_bits(x)) * 1099511628211u; };
  for (const auto& r : s.reds) {
    const auto b = box_of(r);
    for (const float x : b.low) add(x);
    for (const float x : b.high) add(x);
  }
  return sum;
}
TEST(Generate, TheSameForASeed) {
  EXPECT_EQ(fingerprint(generate_ground(1000, 100, 5)), fingerprint(generate_ground(1000, 100, 5)));
  EXPECT_NE(fingerprint(generate_ground(1000, 100, 5)), fingerprint(generate_ground(1000, 100, 6)));
  EXPECT_EQ(fingerprint(generate_ground(1000, 100, 5)), 18302225611857781373u);
  EXPECT_EQ(fingerprint(generate_map(1000, 1000, 5)), 14756764424370584279u);
}

TEST(Generate, GroundHasTheContactsThatWereSown) {
  const uint32_t holes = 160;
  const space_scene s = generate_ground(4000, holes, 3);
  const auto counts = count(run_on_host(s.view(), {strategy::parallel, numbers::cascade, 16}, 2));
  const auto of = [&](contact how) { return counts[static_cast<std::size_t>(how)]; };
  EXPECT_GE(of(contact::vertex), holes / 16 * 3);  // most vertices have six triangles
  EXPECT_GE(of(contact::edge), holes / 16);
  EXPECT_GE(of(contact::coplanar), holes / 16 * 2);
  EXPECT_GE(of(contact::endpoint), holes / 16);
  EXPECT_GE(of(contact::proper), holes * 3);
  EXPECT_EQ(of(contact::degenerate), 0u);
}

TEST(Generate, MapHasTheContactsThatWereSown) {
  const uint32_t n = 64 * 80;
  const plane_scene s = generate_map(n, n, 3);
  const auto counts = count(run_on_host(s.view(), {strategy::parallel, numbers::cascade, 72}, 2));
  const auto of = [&](contact how) { return counts[static_cast<std::size_t>(how)]; };
  EXPECT_GE(of(contact::overlap), n / 8);
  EXPECT_GE(of(contact::vertex), n / 8);
  EXPECT_GE(of(contact::endpoint), n / 8);
  EXPECT_GE(of(contact::proper), n / 8);
}

// 15.45 million pairs share a cell in the paper.
TEST(Generate, ThePapersSceneHasThePapersPairs) {
  const space_scene s = generate_ground(paper_triangles, paper_segments, 1);
  box<3> reds = empty_box<3>(), blues = empty_box<3>();
  for (const auto& r : s.reds) reds = hull(reds, box_of(r));
  for (const point3& v : s.vertices) blues = hull(blues, box_of(v));
  const grid<3> g = make_grid(reds, blues, 100);
  std::vector<uint64_t> holes(g.cells), triangles(g.cells);
  for (const auto& r : s.reds) g.for_each_cell(box_of(r), [&](uint32_t cell) { ++holes[cell]; });
  for (uint32_t i = 0; i < s.triangles.size(); ++i)
    g.for_each_cell(box_of(s.view().blue(i)), [&](uint32_t cell) { ++triangles[cell]; });
  const uint64_t pairs = std::inner_product(holes.begin(), holes.end(), triangles.begin(), uint64_t{0});
  EXPECT_NEAR(static_cast<double>(pairs), 15.45e6, 0.01 * 15.45e6);
}

}  // namespace
}  // namespace intersect
