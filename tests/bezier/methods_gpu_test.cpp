// The same points on GPU and host, bit for bit, by every method in every arithmetic.
#include <gtest/gtest.h>

#include <algorithm>

#include "apps/bezier/study/pairs.hpp"
#include "known_points.hpp"

namespace bezier {
namespace {

constexpr std::uint64_t count = 1500;

class BezierGpu : public testing::TestWithParam<choice> {};

bool same(const point_list& a, const point_list& b) {
  bool equal = a.count == b.count && a.boxes == b.boxes && bytes_of(a.undecided) == bytes_of(b.undecided);
  for (int i = 0; i < a.count && equal; ++i) equal = bytes_of(a.hit[i]) == bytes_of(b.hit[i]);
  return equal;
}

TEST_P(BezierGpu, SamePoints) {
  const pair_source from = sphere();
  for (int k = 0; k < pair_kinds; ++k) {
    const pair_study s{static_cast<pair_kind>(k), GetParam(), count, 0};
    const auto pairs = drawn_pairs(s, from);
    const auto on_gpu = points_on_gpu(s, from);
    const finder find = functions_on_host(s.by).find;
    ASSERT_EQ(on_gpu.size(), pairs.size());
    std::size_t different = 0, first = pairs.size();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      point_list on_host;
      find(pairs[i].r, pairs[i].s, on_host);
      if (same(on_host, on_gpu[i])) continue;
      ++different;
      first = std::min(first, i);
    }
    EXPECT_EQ(different, 0u) << name_of(s.by) << ", " << pair_kind_names[k] << ", first " << first;
  }
}

TEST_P(BezierGpu, SameFigures) {
  const pair_source from = sphere();
  for (int k = 0; k < pair_kinds; ++k) {
    const pair_study s{static_cast<pair_kind>(k), GetParam(), count / 3, 1000};
    EXPECT_TRUE(study_on_gpu(s, from).counts == study_on_host(s, from).counts)
        << name_of(s.by) << ", " << pair_kind_names[k];
  }
}

TEST_P(BezierGpu, SameStages) {
  const choice& by = GetParam();
  const pair_source from = sphere();
  const pair_study s{pair_kind::camera, by, count, 0};
  if (functions_on_host(by).in_stages == nullptr) {
    EXPECT_THROW(time_stages_on_gpu(s, from), std::logic_error);
    return;
  }
  const stage_times gpu = time_stages_on_gpu(s, from), host = time_stages_on_host(s, from);
  EXPECT_EQ(gpu.pairs, host.pairs);
  EXPECT_EQ(gpu.roots, host.roots);
  EXPECT_EQ(gpu.points, host.points);
  EXPECT_GT(gpu.formation, 0);
  EXPECT_GT(gpu.root_finding, 0);
  EXPECT_GT(gpu.other_coordinate, 0);
}

std::string test_name(const testing::TestParamInfo<choice>& info) {
  std::string name = name_of(info.param);
  for (char& c : name)
    if (c == '/' || c == '-') c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, BezierGpu, testing::ValuesIn(all_choices()), test_name);

TEST(BezierGpuStudy, CertifiedMixedLosesAndInventsNothing) {
  const pair_source from = sphere();
  for (int k = 0; k < pair_kinds; ++k) {
    const pair_study s{static_cast<pair_kind>(k), {method::certified, arithmetic::mixed}, 1 << 20, 0};
    const auto f = study_on_gpu(s, from).counts;
    EXPECT_EQ(f.pairs, s.count);
    EXPECT_EQ(f.lost, 0u) << pair_kind_names[k];
    EXPECT_EQ(f.invented, 0u) << pair_kind_names[k];
  }
}

}  // namespace
}  // namespace bezier
