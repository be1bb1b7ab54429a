// Every strategy of the host, in both arithmetics and on several grids, against all pairs by rationals.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "apps/intersect/generate.hpp"
#include "apps/intersect/grid.hpp"
#include "apps/intersect/pieces.hpp"
#include "apps/intersect/report.hpp"
#include "reference.hpp"
#include "scenes.hpp"

namespace intersect {
namespace {

template <class Scene>
void expect_all_agree(const Scene& scene, const std::string& what) {
  const std::vector<hit> wanted = all_contacts(scene.view());
  EXPECT_FALSE(wanted.empty()) << what;
  for (const auto how : {strategy::sequential, strategy::pairs, strategy::segment, strategy::triangle,
                         strategy::cells, strategy::parallel}) {
    for (const auto in : {numbers::cascade, numbers::rational}) {
      for (const uint32_t along : {1u, 3u, 24u}) {
        if (in == numbers::rational && along == 1) continue;
        for (const bool whole : {false, true}) {
          const result r = run_on_host(scene.view(), {how, in, along, whole, true, 1}, 3);
          EXPECT_TRUE(r.hits == wanted)
              << what << ", " << strategy_names[static_cast<int>(how)] << " by "
              << numbers_names[static_cast<int>(in)] << ", grid of " << along << (whole ? "" : ", pieces")
              << ": " << r.hits.size() << " contacts, expected " << wanted.size();
          // At most once each, and each that has a contact.
          EXPECT_LE(r.counts.tested, scene.view().red_count * uint64_t{scene.view().blue_count});
          EXPECT_GE(r.counts.tested, wanted.size());
          EXPECT_GE(r.candidates, r.counts.tested);
        }
      }
    }
  }
}

TEST(Strategies, AgreeInSpace) {
  unsigned seed = 1;
  for (const kind_of_scene& kind : kinds_of_scenes)
    expect_all_agree(scene_maker(kind, seed++).space(30, 40), kind.name);
}

TEST(Strategies, AgreeInThePlane) {
  unsigned seed = 1;
  for (const kind_of_scene& kind : kinds_of_scenes)
    expect_all_agree(scene_maker(kind, seed++).plane(50, 40), kind.name);
}

TEST(Strategies, AgreeOnGeneratedScenes) {
  expect_all_agree(generate_ground(300, 48, 7), "ground");
  expect_all_agree(generate_map(320, 320, 7), "map");
}

// What lies in one plane or on one line, and sets whose boxes do not meet.
TEST(Strategies, FlatScenesAndDistantOnes) {
  space_scene flat;
  flat.vertices = {{0, 0, 2}, {4, 0, 2}, {0, 4, 2}, {4, 4, 2}};
  flat.triangles = {{0, 1, 2}, {1, 3, 2}};
  flat.reds = {{{1, 1, 2}, {3, 3, 2}}, {{1, 1, 2}, {1, 1, 2}}};
  expect_all_agree(flat, "flat");
  plane_scene line;
  line.reds = {{{0, 1}, {4, 1}}, {{5, 1}, {6, 1}}};
  line.blues = {{{1, 1}, {2, 1}}, {{3, 1}, {5, 1}}};
  expect_all_agree(line, "line");
  for (point3& v : flat.vertices) v.z = 5;
  for (const auto how :
       {strategy::sequential, strategy::pairs, strategy::segment, strategy::triangle, strategy::cells})
    EXPECT_TRUE(run_on_host(flat.view(), {how, numbers::cascade, 8, false, true}, 2).hits.empty());
}

// The grid's one promise.
TEST(Grid, CellsNeverFallAsCoordinatesGrow) {
  const float coordinates[] = {-3e38f,    -1,     -0x1p-149f, -0.0f, 0,     0x1p-149f,
                               0x1p-126f, 1e-10f, 0.3f,       1,     1e10f, 3e38f};
  for (const float low : coordinates) {
    for (const float high : coordinates) {
      if (high < low) continue;
      const box<2> b{{low, low}, {high, high}};
      for (const uint32_t n : {1u, 2u, 7u, 32768u}) {
        const grid<2> g = make_grid(b, b, n);
        uint32_t before = 0;
        for (const float x : coordinates) {
          if (x < low || x > high) continue;
          const uint32_t place = g.place(x, 0);
          EXPECT_LE(before, place) << x << " in " << low << ", " << high;
          EXPECT_LT(place, n);
          before = place;
        }
        EXPECT_EQ(g.place(low, 0), 0u);
        if (low < 0.9 * high && high > 1) {
          EXPECT_EQ(g.place(high, 0), n - 1) << low << ", " << high;
        }
      }
    }
  }
}

// Pieces cover the segment, follow one another, and stay in its box.
template <class P>
void expect_cover(const segment<P>& s, const std::string& what) {
  const auto whole = box_of(s);
  for (const uint32_t n : {1u, 2u, 3u, 10u, 1000u}) {
    auto before = box_of_piece(s, 0, n);
    for (uint32_t j = 0; j < n; ++j) {
      const auto b = box_of_piece(s, j, n);
      const float p[] = {s.p.x, s.p.y}, q[] = {s.q.x, s.q.y};
      for (int k = 0; k < 2; ++k) {
        for (const uint32_t end : {j, j + 1}) {
          const mpq_class at = mpq_class(p[k]) + mpq_class(end, n) * (mpq_class(q[k]) - mpq_class(p[k]));
          EXPECT_LE(mpq_class(b.low[k]), at) << what << ", piece " << j << " of " << n;
          EXPECT_GE(mpq_class(b.high[k]), at) << what << ", piece " << j << " of " << n;
        }
        EXPECT_LE(whole.low[k], b.low[k]);
        EXPECT_GE(whole.high[k], b.high[k]);
        const bool rises = p[k] <= q[k];
        EXPECT_LE(rises ? before.low[k] : b.low[k], rises ? b.low[k] : before.low[k]) << what;
        EXPECT_LE(rises ? before.high[k] : b.high[k], rises ? b.high[k] : before.high[k]) << what;
      }
      before = b;
    }
  }
}
TEST(Pieces, CoverTheSegmentInOrder) {
  unsigned seed = 1;
  for (const kind_of_scene& kind : kinds_of_scenes)
    for (const segment<point2>& s : scene_maker(kind, seed++).plane(25, 1).reds) expect_cover(s, kind.name);
  expect_cover(segment<point2>{{-0x1.fffffep127f, 0x1.fffffep127f}, {0x1.fffffep127f, -1}}, "extreme");
}
TEST(Pieces, OnlyOfLongLeaningSegments) {
  const box<2> unit{{0, 0}, {1, 1}};
  const grid<2> g = make_grid(unit, unit, 100);
  EXPECT_EQ(pieces_of(g, unit), 100u);
  EXPECT_EQ(pieces_of(g, box<2>{{0, 0.305f}, {1, 0.335f}}), 1u);  // 4 cells wide
  EXPECT_EQ(pieces_of(g, box<2>{{0, 0.305f}, {1, 0.345f}}), 100u);
  EXPECT_EQ(pieces_of(g, box<2>{{2, 0}, {3, 1}}), 1u);  // outside
}
// Fewer pairs, the same contacts.
TEST(Pieces, SparePairs) {
  const space_scene s = generate_ground(20000, 200, 1);
  const result in_pieces = run_on_host(s.view(), {strategy::cells, numbers::cascade, 60}, 2);
  const result whole = run_on_host(s.view(), {strategy::cells, numbers::cascade, 60, true}, 2);
  EXPECT_TRUE(in_pieces.hits == whole.hits);
  EXPECT_LT(2 * in_pieces.candidates, whole.candidates);
}

TEST(Report, CsvNamesPairsAndClasses) {
  const std::vector<hit> hits = {{0, 7, contact::proper}, {3, 1, contact::coplanar}};
  EXPECT_EQ(to_csv(hits, true), "segment,triangle,contact\n0,7,proper\n3,1,coplanar\n");
  EXPECT_EQ(to_csv({}, false), "red,blue,contact\n");
  EXPECT_EQ(contacts_text(hits), "2 contacts: 1 proper, 1 coplanar");
}

TEST(Report, StagesAddUp) {
  counters c;
  c.tested = 5;
  c.in_space = {3, 1, 0, 0};
  const std::string text = stages_text(c, true);
  EXPECT_NE(text.find("5 pairs whose boxes meet\n4 orient3d: filter 3 (75.00 %), pairs 1 (25.00 %)"),
            text.npos)
      << text;
}

}  // namespace
}  // namespace intersect
