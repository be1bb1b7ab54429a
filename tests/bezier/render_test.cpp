// Whole pictures on the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "apps/bezier/compare.hpp"
#include "reference.hpp"

namespace bezier {
namespace {

rendering render(const std::vector<patch>& patches, const picture::view& from, int size, const plan& p = {}) {
  return render_on_host(patches, picture::make_camera(from, 0, size, size), p);
}

int count(const rendering& r, outcome what) {
  return static_cast<int>(
      std::count_if(r.pixels.begin(), r.pixels.end(), [&](const pixel& p) { return p.what == what; }));
}

TEST(Picture, DoesNotDependOnThreadsAndBatches) {
  const std::vector<patch> patches = teapot(true);
  const picture::camera c = picture::make_camera(teapot_view("teapot"), 0, 40, 30);
  const rendering whole = render_on_host(patches, c, {choice{}, 2, 0, 1});
  EXPECT_GT(count(whole, outcome::hit), 200);
  EXPECT_EQ(whole.batches, 1);
  for (const auto& [threads, batch] :
       {std::pair(3u, 0), std::pair(2u, 7), std::pair(2u, 41), std::pair(1u, 1199)}) {
    const rendering parts = render_on_host(patches, c, {choice{}, 2, batch, threads});
    EXPECT_EQ(first_difference(whole, parts), -1) << threads << " threads, batches of " << batch;
    EXPECT_EQ(parts.batches, batch > 0 ? (1200 + batch - 1) / batch : 1);
    for (std::size_t i = 0; i < whole.stages.size(); ++i) {
      EXPECT_EQ(whole.stages[i].cost.rays, parts.stages[i].cost.rays);
      EXPECT_EQ(whole.stages[i].cost.pairs, parts.stages[i].cost.pairs);
      EXPECT_EQ(whole.stages[i].cost.hits, parts.stages[i].cost.hits);
    }
  }
}

TEST(Picture, MixedLeavesNoPixelOfTheTeapotUndecided) {
  for (const char* view : view_names) {
    const rendering r = render(teapot(true), teapot_view(view), 49);
    EXPECT_EQ(count(r, outcome::undecided), 0) << view;
    EXPECT_EQ(count(r, outcome::hit_in_doubt), 0) << view;
    EXPECT_GT(count(r, outcome::hit), 500) << view;
  }
}

// Arithmetics may leave more or less undecided; what they decide is the same.
TEST(Picture, CertifiedArithmeticsAgree) {
  for (const char* view : {"teapot", "grazing"}) {
    const rendering mixed = render(teapot(true), teapot_view(view), 24, {choice{}, 0});
    for (const arithmetic in : {arithmetic::float32, arithmetic::float64, arithmetic::pairs}) {
      const rendering other = render(teapot(true), teapot_view(view), 24, {{method::certified, in}, 0});
      const difference d = compare(mixed, other);
      EXPECT_EQ(d.wrong(), 0) << view << ", " << name_of({method::certified, in});
      EXPECT_EQ(d.undecided, in == arithmetic::float32 ? d.undecided : 0);
    }
  }
}

// The middle pixel looks straight down onto the tip of the lid, where the edges of four patches end in a
// point.
TEST(Picture, HitsTheTipOfTheLid) {
  const picture::camera c = picture::make_camera(teapot_view("poles"), 0, 5, 5);
  const picture::ray middle = ray_of(c, 2, 2);
  ASSERT_TRUE(middle.direction.x == 0 && middle.direction.y == 0 && middle.direction.z < 0);
  for (const choice& by : all_choices()) {
    if (by.how != method::certified) continue;
    const pixel p = render_on_host(teapot(true), c, {by, 0}).pixels[12];
    EXPECT_EQ(p.what, outcome::hit) << name_of(by);
    EXPECT_EQ(p.patch, 20) << name_of(by);  // the first of the four
    EXPECT_NEAR(double(p.t) * -middle.direction.z, 8.0 - 3.15f, 1e-6) << name_of(by);
  }
}

// Rays to points of edges that two patches share, rounded to one side or the other, where both face the eye.
TEST(Picture, NoRaySlipsThroughASeam) {
  const std::vector<patch> patches = teapot(true);
  const meeting meet = meeting_on_host(choice{});
  const picture::vec3 eyes[] = {{5, -8, 4}, {-6, 3, 7}, {1, 9, 1}, {-3, -6, 2}};
  const auto shared = edges_of(patches);
  int judged = 0;
  for (const picture::vec3& eye : eyes) {
    for (const patch& s : patches) {
      const auto edge = shared.find(edge_of(s, 0));
      if (edge == shared.end() || edge->second != 2) continue;
      for (int k = 1; k < 32; ++k) {
        const float v = static_cast<float>(k) / 32;
        const auto at = evaluate(s, 0.0f, v);
        const auto n = normal(s, at, 0.0f, v);
        const picture::vec3 point = vec3_of(at.point), way = point - eye, across = normalized(vec3_of(n));
        if (std::fabs(dot(across, normalized(way))) < 0.2f) continue;
        first_hit best = no_hit();
        for (std::size_t i = 0; i < patches.size(); ++i)
          meet(ray_from(eye, way, 0.0f), patches[i], static_cast<int>(i), best);
        EXPECT_FALSE(best.undecided());
        ASSERT_TRUE(best.found()) << "to " << point.x << ", " << point.y << ", " << point.z;
        EXPECT_LT(best.t, 1.0001f) << "to " << point.x << ", " << point.y << ", " << point.z;
        ++judged;
      }
    }
  }
  EXPECT_GT(judged, 1000);
}

patch square(float x, float y, float z, float side) {
  patch s{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      s.p[i][j] = {x + side * (static_cast<float>(i) / 3 - 0.5f),
                   y + side * (static_cast<float>(j) / 3 - 0.5f), z};
  return s;
}

TEST(Picture, ShadowsAndReflections) {
  const picture::view above{{0, 0, 10}, {0, 0, 0}, 20};
  const rendering alone = render({square(0, 0, 0, 8)}, above, 16, {choice{}, 1});
  EXPECT_EQ(count(alone, outcome::hit), 256);
  for (const pixel& p : alone.pixels) EXPECT_NEAR(double(p.t), 10, 1e-9);
  EXPECT_EQ(alone.stages[0].cost.hits, 256u);
  EXPECT_EQ(alone.stages[1].cost.rays, 256u);
  EXPECT_EQ(alone.stages[1].cost.hits, 0u);
  EXPECT_EQ(alone.stages[2].cost.rays, 256u);
  EXPECT_EQ(alone.stages[2].cost.hits, 0u);

  // A lid above the eye: all light comes through it, and every reflected ray meets it.
  const rendering covered = render({square(0, 0, 0, 8), square(0, 0, 20, 80)}, above, 16, {choice{}, 1});
  EXPECT_EQ(covered.stages[0].cost.hits, 256u);
  EXPECT_EQ(covered.stages[1].cost.hits, 256u);
  EXPECT_EQ(covered.stages[2].cost.hits, 256u);
  // Seen from below, the lid is in its own shadow.
  EXPECT_EQ(covered.stages[3].cost.rays, 0u);
  EXPECT_LT(covered.pixels[100].colour.red, alone.pixels[100].colour.red);

  EXPECT_EQ(name_of_stage(0), "primary");
  EXPECT_EQ(name_of_stage(1), "shadow");
  EXPECT_EQ(name_of_stage(3), "shadow of reflected");
  EXPECT_EQ(name_of_stage(4), "reflected 2");
}

// A ray within a plane patch: nothing can be decided, and the pixels say so.
TEST(Picture, UndecidedPixelsAreMagenta) {
  const rendering r = render({square(0, 0, 0, 8)}, {{10, 0, 0}, {0, 0, 0}, 20}, 3);
  const pixel& middle = r.pixels[4];
  EXPECT_EQ(middle.what, outcome::undecided);
  EXPECT_TRUE(middle.colour.red == 255 && middle.colour.green == 0 && middle.colour.blue == 255);
  EXPECT_EQ(r.pixels[1].what, outcome::miss);
  EXPECT_EQ(r.stages[0].cost.undecided, 3u);
}

TEST(Compare, CountsAndDraws) {
  const auto of = [](std::vector<pixel> pixels) {
    rendering r;
    r.width = static_cast<int>(pixels.size()), r.height = 1;
    r.pixels = std::move(pixels);
    return r;
  };
  const pixel miss{{255, 255, 255}, outcome::miss, -1, 0.0f}, hit{{90, 60, 30}, outcome::hit, 3, 2.0f};
  const pixel close{{90, 60, 30}, outcome::hit, 4, 2.0001f}, far{{90, 60, 30}, outcome::hit, 3, 2.001f};
  const pixel open{{255, 0, 255}, outcome::undecided, -1, 0.0f};
  const rendering truth = of({miss, hit, hit, hit, miss, hit, open, open});
  const difference d = compare(truth, of({hit, miss, close, far, open, hit, miss, open}));
  EXPECT_EQ(d.judged, 6);
  EXPECT_EQ(d.invented, 1);
  EXPECT_EQ(d.lost, 1);
  EXPECT_EQ(d.moved, 1);
  EXPECT_EQ(d.undecided, 1);
  EXPECT_EQ(d.wrong(), 3);
  const picture::image p = draw(d, truth);
  const auto is = [&](std::size_t k, int red, int green, int blue) {
    return p.pixels[k].red == red && p.pixels[k].green == green && p.pixels[k].blue == blue;
  };
  EXPECT_TRUE(is(0, 255, 0, 255) && is(1, 255, 0, 255) && is(3, 255, 0, 255));
  EXPECT_TRUE(is(2, 60, 60, 60) && is(4, 0, 0, 255) && is(5, 60, 60, 60));
}

TEST(Method, NamesAreFound) {
  ASSERT_FALSE(all_choices().empty());
  EXPECT_TRUE(all_choices().back() == choice{});
  for (const choice& c : all_choices()) {
    const std::string name = name_of(c);
    const std::size_t slash = name.find('/');
    const auto found = find_choice(name.substr(0, slash), name.substr(slash + 1));
    ASSERT_TRUE(found.has_value());
    EXPECT_TRUE(*found == c);
    EXPECT_NE(meeting_on_host(c), nullptr);
  }
  EXPECT_FALSE(find_choice("kajiya", "mixed"));
  EXPECT_THROW(meeting_on_host({method::newton, arithmetic::mixed}), std::logic_error);
}

}  // namespace
}  // namespace bezier
