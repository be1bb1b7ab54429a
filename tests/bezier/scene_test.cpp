// Files of patches, the teapot and the scenes made of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/bezier/read.hpp"
#include "command/failure.hpp"
#include "reference.hpp"

namespace bezier {
namespace {

std::string point(int k) { return std::to_string(k) + " " + std::to_string(-k) + " 0.5\n"; }

std::string file_of(int patches) {
  std::string text = std::to_string(patches) + "\n";
  for (int i = 0; i < patches; ++i) {
    text += "3 3\n";
    for (int k = 0; k < 16; ++k) text += point(100 * i + k);
  }
  return text;
}

/// The text with line `number`, from 1 on, replaced.
std::string with_line(std::string text, int number, const std::string& line) {
  std::size_t first = 0;
  for (int i = 1; i < number; ++i) first = text.find('\n', first) + 1;
  return text.replace(first, text.find('\n', first) + 1 - first, line);
}

std::string complaint(const std::string& text) {
  try {
    read_patches("a.bpt", text);
  } catch (const command::bad_argument& e) {
    return e.what();
  }
  return "none";
}

TEST(Read, RowByRow) {
  const std::vector<patch> p = read_patches("a.bpt", file_of(2));
  ASSERT_EQ(p.size(), 2u);
  EXPECT_EQ(p[1].p[2][3].x, 111.0f);
  EXPECT_EQ(p[1].p[2][3].y, -111.0f);
  EXPECT_EQ(p[0].p[0][1].x, 1.0f);
  EXPECT_EQ(p[0].p[3][0].z, 0.5f);
  EXPECT_EQ(read_patches("a.bpt", "\n" + file_of(1) + "\n\n").size(), 1u);
}

TEST(Read, SaysWhatWasExpected) {
  const std::string good = file_of(2);
  EXPECT_EQ(complaint(good), "none");
  EXPECT_EQ(complaint(""), "a.bpt:1: expected the number of patches, not the end of the file");
  for (const char* bad : {"0\n", "-1\n", "1.5\n", "x\n", "10000001\n", "99999999999999\n"})
    EXPECT_EQ(complaint(with_line(good, 1, bad))
                  .rfind("a.bpt:1: expected a number of patches from 1 to 10000000", 0),
              0u)
        << complaint(with_line(good, 1, bad));
  EXPECT_EQ(complaint(with_line(good, 1, "2 3\n")), "a.bpt:1: expected the end of the line, not '3'");
  EXPECT_EQ(complaint(with_line(good, 2, "3 2\n")), "a.bpt:2: expected degree 3 from 3 to 3, not '2'");
  EXPECT_EQ(complaint(with_line(good, 19, "3\n")), "a.bpt:19: expected degree 3, not the end of the line");
  EXPECT_EQ(complaint(with_line(good, 5, "1 2\n")), "a.bpt:5: expected a number, not the end of the line");
  EXPECT_EQ(complaint(with_line(good, 5, "1 2 y\n")), "a.bpt:5: expected a number, not 'y'");
  EXPECT_EQ(complaint(with_line(good, 5, "1 2 3 4\n")), "a.bpt:5: expected the end of the line, not '4'");
  EXPECT_EQ(complaint(with_line(good, 5, "1 2 nan\n")),
            "a.bpt:5: expected a number in the range of floats, not 'nan'");
  EXPECT_EQ(complaint(with_line(good, 5, "1e39 2 3\n")),
            "a.bpt:5: expected a number in the range of floats, not '1e39'");
  EXPECT_EQ(complaint(with_line(good, 5, "1e18 2 3\n")),
            "a.bpt:5: expected a number of size 5.76e+17 at most, not 1e+18");
  EXPECT_EQ(complaint(with_line(good, 35, "")),
            "a.bpt:35: expected point 16 of 16 of patch 2 of 2, not the end of the file");
  EXPECT_EQ(complaint(good + "3 3\n"), "a.bpt:36: expected the end of the file after 2 patches, not '3 3'");
}

// Numbers may stand on fewer lines; lines may end as they do elsewhere.
TEST(Read, InAnyLines) {
  const std::string good = file_of(2);
  const std::vector<patch> wanted = read_patches("a.bpt", good);
  std::string one_line = good, old_ends = good;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  std::replace(old_ends.begin(), old_ends.end(), '\n', '\r');
  for (const std::string& text : {one_line, old_ends, "\xef\xbb\xbf" + good, "2\n" + one_line.substr(2)}) {
    const std::vector<patch> got = read_patches("a.bpt", text);
    ASSERT_EQ(got.size(), 2u);
    for (int k = 0; k < 16; ++k) EXPECT_EQ(got[1].p[k / 4][k % 4].y, wanted[1].p[k / 4][k % 4].y);
  }
  EXPECT_EQ(complaint(one_line + "7"), "a.bpt:1: expected the end of the file after 2 patches, not '7'");
  EXPECT_EQ(complaint(one_line.substr(0, one_line.size() - 5)),
            "a.bpt:2: expected point 16 of 16 of patch 2 of 2, not the end of the file");
}

TEST(Teapot, PatchesFitTogether) {
  const auto whole = edges_of(teapot(true)), open = edges_of(teapot(false));
  EXPECT_EQ(teapot(true).size(), 32u);
  EXPECT_EQ(teapot(false).size(), 28u);
  int borders = 0, borders_without_bottom = 0;
  for (const auto& [edge, count] : whole) {
    EXPECT_LE(count, 2);
    borders += count == 1;
  }
  for (const auto& [edge, count] : open) borders_without_bottom += count == 1;
  // Of handle and spout both ends, of the lid the rim, of the body its upper rim; and the body's lower one.
  EXPECT_EQ(borders, 16);
  EXPECT_EQ(borders_without_bottom, 20);
}

TEST(Teapot, Poles) {
  int poles = 0;
  for (const patch& s : teapot(true)) {
    if (!collapsed(s).u0) continue;
    const point3 tip = coordinates_of(s.p[0][0]);
    EXPECT_TRUE((tip == point3{0, 0, 3.15f}) || (tip == point3{0, 0, 0}));
    ++poles;
  }
  EXPECT_EQ(poles, 8);
}

TEST(Scene, FieldOfTeapots) {
  const scene field = make_scene("field");
  EXPECT_EQ(field.patches.size(), 11520u);
  // Moved teapots fit together as the first does, and no two are in one place.
  std::map<int, int> by_count;
  for (const auto& [edge, count] : edges_of(field.patches)) ++by_count[count];
  std::map<int, int> of_one;
  for (const auto& [edge, count] : edges_of(teapot(true))) ++of_one[count];
  for (const auto& [count, edges] : by_count) EXPECT_EQ(edges, 360 * of_one[count]) << count;
  EXPECT_THROW(make_scene("nosuch"), std::invalid_argument);
}

// All of a scene is in its view: every control point is in the picture.
TEST(Scene, ViewOfAll) {
  for (const char* name : {"field", "teapot28"}) {
    const scene s = make_scene(name);
    const picture::camera c = picture::make_camera(view_of(s), 0, 100, 100);
    const picture::vec3 right = normalized(c.right), up = normalized(c.up);
    const float half = 100 * std::sqrt(dot(c.up, c.up));
    for (const patch& p : s.patches)
      for (const auto& row : p.p)
        for (const auto& q : row) {
          const picture::vec3 way = picture::vec3{q.x, q.y, q.z} - c.eye;
          const float depth = dot(way, c.forward);
          ASSERT_GT(depth, 0);
          EXPECT_LE(std::fabs(dot(way, right)) / depth, half);
          EXPECT_LE(std::fabs(dot(way, up)) / depth, half);
        }
  }
}

}  // namespace
}  // namespace bezier
