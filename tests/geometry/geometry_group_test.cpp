// Searches by a group of threads: what comes of a pair is what one thread makes of it, bit for bit, in
// whatever order its boxes are examined, and where the group's memory is too small.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "group.hpp"
#include "pairs.hpp"

namespace {

using ff::ff_t;
using ff::uint64;
using namespace ff::geometry;

template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
template <class T>
bool same(const patch_hit<T>& a, const patch_hit<T>& b) {
  return same(a.t, b.t) && same(a.u, b.u) && same(a.v, b.v) && same(a.t_error, b.t_error) &&
         same(a.u_error, b.u_error) && same(a.v_error, b.v_error) && a.edges == b.edges &&
         a.collapsed == b.collapsed;
}
template <class T>
bool same(const patch_hits<T>& a, const patch_hits<T>& b) {
  bool equal =
      a.count == b.count && a.boxes == b.boxes && a.zooms == b.zooms && same(a.undecided, b.undecided);
  for (int i = 0; equal && i < a.count; ++i) equal = same(a.hit[i], b.hit[i]);
  return equal;
}

/// The patch with another of its four edges in the place of the one at u = 0.
bezier_patch<float> turned(const bezier_patch<float>& s, uint64 edge) {
  bezier_patch<float> t{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int k = edge % 2 == 0 ? i : 3 - i;
      (edge < 2 ? t.p[k][j] : t.p[j][k]) = s.p[i][j];
    }
  return t;
}

/// Pairs of all kinds, some exactly through a pole, some out of the domain.
pairs::pair drawn(uint64 i) {
  const uint64 which = i / 5;
  if (i % 5 == 0) return pairs::wobbly(which);
  if (i % 5 == 1) return pairs::grazing(which);
  pairs::pair p = pairs::polar(which);
  if (i % 5 == 3) {
    pairs::stream x(which);
    const float u = std::floor(x.within(64.0f)) / 16, v = std::floor(x.within(64.0f)) / 16;
    p.r = {{u, v, 5.0f}, {-u, -v, -4.0f}, 0.0f, 10.0f};  // through (0, 0, 1)
  }
  p.s = turned(p.s, which / 3 % 4);
  if (i % 5 == 4 && which % 3 == 0) p.s.p[1][2].y = 0x1p61f;
  if (i % 5 == 4 && which % 3 == 1)
    for (auto& row : p.s.p)
      for (auto& at : row) at = {at.x, at.y, 1.0f};
  if (i % 5 == 4 && which % 3 == 1)
    p.r = {{-1.0f, 0.3f, 1.0f}, {1.0f, 0.0f, 0.0f}, 0.0f, 9.0f};  // in the plane
  return p;
}

/// Of `count` pairs, those that a group searches otherwise than one thread.
template <class N, class T, int pairs_, int threads>
int different(int count) {
  using memory = ff::detail::group_memory<N, T, pairs_, threads>;
  const auto m = std::make_unique<memory>();
  const auto store = std::make_unique<typename memory::store>();
  const geometry_group::shuffled group(threads);
  int wrong = 0;
  // One slot after another has had its pair searched, and gets the next.
  std::vector<pairs::pair> all;
  for (int i = 0; i < count; ++i) all.push_back(drawn(static_cast<uint64>(i)));
  const auto source = [&all](int i) -> const pairs::pair& { return all[static_cast<std::size_t>(i)]; };
  std::vector<int> finished(all.size());
  ff::detail::search_row(*m, *store, group, count, source, [&](int i, const patch_hits<T>& hits) {
    patch_hits<T> alone;
    certified_hits<N>(source(i).r, source(i).s, alone);
    wrong += same(alone, hits) ? 0 : 1;
    ++finished[static_cast<std::size_t>(i)];
  });
  for (const int times : finished) EXPECT_EQ(times, 1);
  return wrong;
}

TEST(GeometryGroup, Mixed) { EXPECT_EQ((different<float, ff_t, 64, 128>(2000)), 0); }
TEST(GeometryGroup, Float) { EXPECT_EQ((different<float, float, 64, 128>(500)), 0); }
TEST(GeometryGroup, Double) { EXPECT_EQ((different<double, double, 64, 128>(1000)), 0); }
TEST(GeometryGroup, Pairs) { EXPECT_EQ((different<ff_t, ff_t, 64, 128>(300)), 0); }
/// Less memory than the pairs need.
TEST(GeometryGroup, WithoutRoom) {
  EXPECT_EQ((different<float, ff_t, 16, 4>(500)), 0);
  EXPECT_EQ((different<float, ff_t, 3, 2>(500)), 0);
}

}  // namespace
