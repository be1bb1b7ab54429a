// The study of candidate pairs: what is drawn, the reference, and what the methods lose and invent.
#include "apps/bezier/study/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "apps/bezier/study/pairs_report.hpp"
#include "apps/bezier/teapot.hpp"
#include "command/failure.hpp"
#include "known_points.hpp"

namespace bezier {
namespace {

using reference::judge;

constexpr choice mixed{method::certified, arithmetic::mixed};

pair_figures study(pair_kind kind, const choice& by, std::uint64_t count) {
  static const pair_source from = sphere();
  return study_on_host({kind, by, count, 0}, from);
}

// ---------------------------------------------------------------- what is drawn

TEST(BezierPairs, DrawnByTheirNumbers) {
  const pair_source from = sphere();
  for (int k = 0; k < pair_kinds; ++k) {
    const auto kind = static_cast<pair_kind>(k);
    const auto all = drawn_pairs({kind, mixed, 200, 0}, from),
               rest = drawn_pairs({kind, mixed, 100, 100}, from);
    int different = 0, meet = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      EXPECT_EQ(bytes_of(all[i + 100]), bytes_of(rest[i])) << pair_kind_names[k];
      different += bytes_of(all[i].r) != bytes_of(rest[i].r);
      const ff::geometry::slab_ray line(rest[i].r);
      meet += may_meet(line, ff::geometry::bounds_of(rest[i].s));
    }
    EXPECT_EQ(different, 100) << pair_kind_names[k];
    EXPECT_GT(meet, kind == pair_kind::poles ? 50 : 95) << pair_kind_names[k];
  }
}

/// The same pairs whatever the compiler: their bytes, as FNV-1a has them.
TEST(BezierPairs, DrawnAlikeByEveryCompiler) {
  constexpr std::uint64_t known[pair_kinds] = {15102737155609223652u, 429920096622340257u,
                                               3805030610205545647u,  5798328706593795232u,
                                               2084789865298062482u,  13793019914650705537u};
  const pair_source from = sphere();
  for (int k = 0; k < pair_kinds; ++k) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const ray_and_patch& p : drawn_pairs({static_cast<pair_kind>(k), mixed, 500, 0}, from))
      for (const auto byte : bytes_of(p)) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    EXPECT_EQ(hash, known[k]) << pair_kind_names[k];
  }
}

TEST(BezierPairs, KindsNeedTheirPatches) {
  const pair_source none({}), flat({flat_sheet()}), round = sphere();
  EXPECT_TRUE(none.has(pair_kind::random) && none.has(pair_kind::grazing));
  EXPECT_FALSE(none.has(pair_kind::camera) || none.has(pair_kind::silhouette) || none.has(pair_kind::poles));
  EXPECT_TRUE(flat.has(pair_kind::camera));
  EXPECT_FALSE(flat.has(pair_kind::poles));
  EXPECT_EQ(round.poles().size(), 8u);
}

// ---------------------------------------------------------------- the reference

point_list points(std::initializer_list<patch_point> all) {
  point_list p;
  clear(p);
  for (const patch_point& q : all) p.hit[p.count++] = q;
  return p;
}

TEST(BezierReference, KnownPointsAreAskedFor) {
  for (ff::uint64 i = 0; i < 100; ++i) {
    const known_pair k = known_point(i);
    const patch_point right{64.0f, k.u, k.v}, wrong{300.0f, k.u + 0.1, k.v - 0.1};
    const double near = 0x1p-14;
    const auto of = [&](const point_list& p) { return judge(k.pair.r, k.pair.s, p, near); };
    const auto none = of(points({}));
    ASSERT_FALSE(none.unjudged);
    EXPECT_GE(none.zeros, 1) << i;
    EXPECT_EQ(none.lost, none.zeros) << i;
    EXPECT_EQ(of(points({right})).lost, none.zeros - 1) << i;
    EXPECT_EQ(of(points({right})).invented, 0) << i;
    EXPECT_EQ(of(points({wrong})).invented, 1) << i;
    EXPECT_EQ(of(points({wrong})).lost, none.lost) << i;
    EXPECT_EQ(of(points({right, right})).invented, 1) << i;
    const patch_point off{64.0f, k.u + 0x1p-12, k.v};
    EXPECT_EQ(judge(k.pair.r, k.pair.s, points({off}), 0x1p-9).lost, none.zeros - 1) << i;
  }
}

/// Two points at a distance of 2^-k of the patch on the parabola z = (2 u - 1)^2: both are asked for.
TEST(BezierReference, BothOfTwoNearPointsAreAskedFor) {
  for (int k = 2; k <= 16; ++k) {
    const double half = std::ldexp(1, -k);
    patch s{};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        s.p[i][j] = {static_cast<float>(2 * i - 3), static_cast<float>(j), i == 0 || i == 3 ? 3.0f : -1.0f};
    const ray r{{-8, 1.25f, static_cast<float>(3 * half * half * 4)}, {1, 0, 0}, 0, 100};
    const patch_point low{static_cast<float>(8 - 6 * half), 0.5 - half, 1.25 / 3},
        high{static_cast<float>(8 + 6 * half), 0.5 + half, 1.25 / 3};
    EXPECT_EQ(judge(r, s, points({}), 0x1p-14).zeros, 2) << k;
    EXPECT_EQ(judge(r, s, points({low}), 0x1p-14).lost, 1) << k;
    EXPECT_EQ(judge(r, s, points({low, high}), 0x1p-14).lost, 0) << k;
    EXPECT_EQ(judge(r, s, points({low, high}), 0x1p-14).invented, 0) << k;
    EXPECT_EQ(judge(r, s, points({low, high, high}), 0x1p-14).invented, 1) << k;
  }
}

/// Of a ray in the patch no point is certain and none is invented; one that misses it has no points.
TEST(BezierReference, RaysInThePatchAndBesideIt) {
  const patch_point somewhere{2.0f, 0.25f, 0.5f};
  const auto within = judge({{-1, 1.5f, 0}, {1, 0, 0}, 0, 100}, flat_sheet(), points({somewhere}), 0x1p-14);
  EXPECT_EQ(within.zeros, 0);
  EXPECT_EQ(within.invented, 0);
  const auto beside = judge({{-1, 1.5f, 1}, {1, 0, 0}, 0, 100}, flat_sheet(), points({somewhere}), 0x1p-14);
  EXPECT_EQ(beside.zeros, 0);
  EXPECT_EQ(beside.invented, 1);
}

/// A point just beyond an edge is neither asked for nor held against a method.
TEST(BezierReference, PointsBesideAnEdge) {
  for (const double beyond : {0x1p-20, 0x1p-30}) {
    const ray r{{static_cast<float>(-3 * beyond), 1.5f, 1}, {0, 0, -1}, 0, 100};
    const auto told = judge(r, flat_sheet(), points({{1.0f, 0.0f, 0.5f}}), 0x1p-14);
    EXPECT_EQ(told.zeros, 0);
    EXPECT_EQ(told.invented, 0);
    EXPECT_EQ(judge(r, flat_sheet(), points({{1.0f, 0.25f, 0.5f}}), 0x1p-14).invented, 1);
  }
}

// ---------------------------------------------------------------- what is lost and invented

TEST(BezierPairs, CertifiedMixedLosesAndInventsNothing) {
  for (int k = 0; k < pair_kinds; ++k) {
    const auto f = study(static_cast<pair_kind>(k), mixed, 10000).counts;
    EXPECT_EQ(f.pairs, 10000u);
    EXPECT_GT(f.zeros, 1000u) << pair_kind_names[k];
    EXPECT_EQ(f.lost, 0u) << pair_kind_names[k];
    EXPECT_EQ(f.invented, 0u) << pair_kind_names[k];
    if (static_cast<pair_kind>(k) == pair_kind::touching) {
      EXPECT_EQ(f.undecided, f.pairs);
    } else {
      EXPECT_LE(f.undecided, 20u) << pair_kind_names[k];
    }
    EXPECT_LE(f.unjudged, 20u) << pair_kind_names[k];
  }
}

/// The certified search in float loses nothing either: what it cannot tell it says.
TEST(BezierPairs, CertifiedFloatIsHonest) {
  const auto f = study(pair_kind::silhouette, {method::certified, arithmetic::float32}, 1000).counts;
  EXPECT_EQ(f.lost, 0u);
  EXPECT_EQ(f.invented, 0u);
  EXPECT_GT(f.undecided, 200u);
}

double lost_share(method m, arithmetic a, std::uint64_t count) {
  const auto f = study(pair_kind::random, {m, a}, count).counts;
  return static_cast<double>(f.lost) / static_cast<double>(f.zeros);
}
/// A point of the teapot's v = 0, continued, 9e-5 beyond that edge, where floats err by 3e-4.
TEST(BezierPairs, PointsBeyondAnEdgeWithinTheErrorsOfFloatsAreNotInvented) {
  constexpr choice by{method::certified, arithmetic::float32};
  const ray_and_patch p =
      drawn_pairs({pair_kind::silhouette, by, 1, 47490}, pair_source(teapot(true))).front();
  point_list found;
  functions_on_host(by).find(p.r, p.s, found);
  EXPECT_EQ(judge(p.r, p.s, found, nearness(mixed)).invented, 1);
  EXPECT_EQ(judge(p.r, p.s, found, nearness(by)).invented, 0);
}

TEST(BezierPairs, KajiyaInFloatLosesWhatPairsFind) {
  EXPECT_GT(lost_share(method::kajiya, arithmetic::float32, 1000), 0.3);
  EXPECT_GT(lost_share(method::kajiya_bernstein, arithmetic::float32, 1000), 0.002);
  EXPECT_LT(lost_share(method::kajiya, arithmetic::pairs, 1000), 0.01);
  EXPECT_EQ(lost_share(method::kajiya_bernstein, arithmetic::pairs, 3000), 0);
  EXPECT_LT(lost_share(method::kajiya, arithmetic::float64, 1000), 0.01);
}

TEST(BezierPairs, ThreadsDoNotMatter) {
  const pair_source from = sphere();
  const pair_study s{pair_kind::camera, {method::kajiya, arithmetic::float32}, 1000, 5};
  const auto one = study_on_host(s, from, 1).counts, four = study_on_host(s, from, 4).counts;
  EXPECT_TRUE(one == four);
  EXPECT_EQ(one.pairs, 1000u);
  EXPECT_FALSE(one == study_on_host({s.kind, s.by, 1000, 6}, from, 1).counts);
}

// ---------------------------------------------------------------- the command line's part

std::string refusal(const pairs_options& o, const pair_source& from) {
  try {
    wanted_studies(o, from);
  } catch (const command::bad_argument& e) {
    return e.what();
  }
  return "";
}

TEST(BezierPairs, WantedStudies) {
  const pair_source round = sphere(), none({});
  EXPECT_EQ(wanted_studies({}, round).size(), 6 * 13u);
  EXPECT_EQ(wanted_studies({}, none).size(), 3 * 13u);
  const auto some = wanted_studies({"2^10", "grazing", "certified", "all"}, round);
  ASSERT_EQ(some.size(), 4u);
  EXPECT_EQ(some[3].count, 1024u);
  EXPECT_EQ(name_of(some[3].by), "certified/mixed");
  EXPECT_EQ(refusal({"0", "all", "all", "all"}, round),
            "--pairs 0: expected a whole number from 1 to 1e12, like 100000 or 2^20");
  EXPECT_EQ(refusal({"1.5", "all", "all", "all"}, round).substr(0, 12), "--pairs 1.5:");
  EXPECT_EQ(refusal({"9", "steep", "all", "all"}, round),
            "--kind steep: expected all, random, camera, silhouette, grazing, poles, touching");
  EXPECT_EQ(refusal({"9", "poles", "all", "all"}, none),
            "--kind poles: expected patches to draw from, of which one has an edge that is a point");
  EXPECT_EQ(refusal({"9", "all", "bisection", "all"}, round),
            "--method bisection: expected all, kajiya, kajiya-bernstein, newton, certified");
  EXPECT_EQ(refusal({"9", "all", "newton", "mixed"}, round),
            "--arithmetic mixed: expected --method certified or all beside it");
}

TEST(BezierPairs, RecordAndTables) {
  const pair_source from = sphere();
  const auto studies = wanted_studies({"200", "random", "all", "float"}, from);
  int reports = 0;
  const auto rows = run_studies(studies, from, false, [&](const std::string&, double) { ++reports; });
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_GT(reports, 0);
  EXPECT_EQ(rows[0]["method"], "kajiya");
  EXPECT_EQ(rows[0]["pairs"], 200);
  EXPECT_GT(rows[0]["lost"], 0);
  const std::string text = pairs_text(rows);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
  EXPECT_NE(text.find("kajiya-bernstein"), std::string::npos);
  const auto stages = run_stages(studies, from, false);
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_GT(stages[1]["milliseconds"]["roots"], 0);
  EXPECT_NE(stages_text(stages).find("roots, ns a pair"), std::string::npos);
}

}  // namespace
}  // namespace bezier
