// The GPU's results against the host's, bit for bit: 2^24 vectors of all classes for every operator, past
// their domains as well.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "accuracy/backend.hpp"

namespace {

using namespace accuracy;

class Bits : public testing::TestWithParam<int> {};

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

TEST_P(Bits, GpuEqualsHost) {
  std::string why;
  const auto gpu = make_gpu_backend(why);
  if (!gpu) GTEST_SKIP() << "no GPU: " << why;
  const auto cpu = make_cpu_backend();
  stream s{2, {}};
  for (int c = 0; c < class_count; ++c) s.classes.push_back(static_cast<input_class>(c));

  constexpr std::uint64_t total = 1 << 24;
  std::vector<evaluation> on_gpu(total);
  gpu->evaluate(GetParam(), s, 0, on_gpu);

  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::uint64_t> differing(threads, 0), first(threads, total);
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      const std::uint64_t begin = total * t / threads, end = total * (t + 1) / threads;
      for (std::uint64_t i = begin; i < end; ++i) {
        const auto& [v, g] = on_gpu[i];
        const ff::ff_t h = cpu->evaluate_one(GetParam(), v);
        if (same_bits(g.hi(), h.hi()) && same_bits(g.lo(), h.lo())) continue;
        if (differing[t]++ == 0) first[t] = i;
      }
    });
  }
  for (auto& thread : pool) thread.join();
  for (unsigned t = 0; t < threads; ++t) {
    EXPECT_EQ(differing[t], 0u) << "first at vector " << first[t];
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, Bits, testing::Range(0, static_cast<int>(accuracy::operators().size())),
                         [](const auto& p) {
                           return accuracy::operators()[static_cast<std::size_t>(p.param)].name;
                         });

}  // namespace
