// The GPU's results against the host's, bit for bit: 2^24 vectors of all classes for every operator, past
// their domains as well, and every component of a result.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "accuracy/backend.hpp"

namespace {

using namespace accuracy;

class Bits : public testing::TestWithParam<int> {};

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }
bool same_bits(const outcome& a, const outcome& b) {
  bool same = true;
  for (int i = 0; i < outcome::most; ++i) {
    const ff::ff_t x = a.part[i], y = b.part[i];
    same = same && same_bits(x.hi(), y.hi()) && same_bits(x.lo(), y.lo());
  }
  return same;
}

TEST_P(Bits, GpuEqualsHost) {
  std::string why;
  const auto gpu = make_gpu_backend(why);
  if (!gpu) GTEST_SKIP() << "no GPU: " << why;
  const auto cpu = make_cpu_backend();
  stream s{2, {}};
  for (int c = 0; c < class_count; ++c) s.classes.push_back(static_cast<input_class>(c));

  constexpr std::uint64_t total = 1 << 24, piece = 1 << 22;
  std::vector<evaluation> on_gpu(piece);
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::uint64_t> differing(threads, 0), first(threads, total);
  for (std::uint64_t start = 0; start < total; start += piece) {
    gpu->evaluate(GetParam(), s, start, on_gpu);
    std::vector<std::thread> pool;
    for (unsigned t = 0; t < threads; ++t) {
      pool.emplace_back([&, t] {
        const std::uint64_t begin = piece * t / threads, end = piece * (t + 1) / threads;
        for (std::uint64_t i = begin; i < end; ++i) {
          const auto& [v, g] = on_gpu[i];
          if (same_bits(g, cpu->evaluate_one(GetParam(), v))) continue;
          if (differing[t]++ == 0) first[t] = start + i;
        }
      });
    }
    for (auto& thread : pool) thread.join();
  }
  for (unsigned t = 0; t < threads; ++t) {
    EXPECT_EQ(differing[t], 0u) << "first at vector " << first[t];
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, Bits, testing::Range(0, static_cast<int>(accuracy::operators().size())),
                         [](const auto& p) {
                           return accuracy::operators()[static_cast<std::size_t>(p.param)].name;
                         });

}  // namespace
