// Arrays of doubles and numbers into each other, against the elements' own conversion.
#include <gtest/gtest.h>

#include <cstring>
#include <ff/convert.hpp>
#include <vector>

#include "arrays_to_convert.hpp"

namespace {

using namespace ff_test;

// From `large` elements on they are stored past the caches, beginning at an aligned one.
constexpr size_t large = ff::detail::convert_streams_from;
constexpr size_t sizes[] = {0, 1, 2, 3, 127, 128, 129, 255, 256, 257, 1000, 4099, large, large + 259};

// Elements before and behind the array, which have to stay as they are.
constexpr size_t margin = 3;

template <class In, class Out>
void expect_each_converted() {
  for (const size_t n : sizes)
    for (size_t shift = 0; shift < 2; ++shift) {
      const std::vector<In> all = elements_of<In>(n + shift);
      const uint64 untouched = 0x0123456789abcdefu;
      const size_t start = margin + shift;  // the one aligned to 8 bytes alone, the other to 16
      std::vector<uint64> bits(start + n + margin, untouched);
      ff::convert(all.data() + shift, reinterpret_cast<Out*>(bits.data() + start), n);
      for (size_t i = 0; i < n; ++i)
        ASSERT_EQ(bits[start + i], bits_of(static_cast<Out>(all[shift + i]))) << i << " of " << n;
      for (size_t i = 0; i < margin; ++i)
        EXPECT_TRUE(bits[start - 1 - i] == untouched && bits[start + n + i] == untouched) << n;
    }
}

TEST(Convert, every_element_of_doubles) { expect_each_converted<double, ff_t>(); }
TEST(Convert, every_element_of_numbers) { expect_each_converted<ff_t, double>(); }

template <class In, class Out>
void expect_in_place() {
  for (const size_t n : sizes) {
    std::vector<In> all = elements_of<In>(n + 1);
    const std::vector<In> before = all;
    ff::convert(all.data(), reinterpret_cast<Out*>(all.data()), n);
    for (size_t i = 0; i < n; ++i) {
      uint64 got;
      std::memcpy(&got, static_cast<const void*>(all.data() + i), sizeof got);
      ASSERT_EQ(got, bits_of(static_cast<Out>(before[i]))) << i << " of " << n;
    }
    EXPECT_EQ(bits_of(all[n]), bits_of(before[n]));
  }
}

TEST(Convert, doubles_in_place) { expect_in_place<double, ff_t>(); }
TEST(Convert, numbers_in_place) { expect_in_place<ff_t, double>(); }

// What ff_t holds comes back.
TEST(Convert, there_and_back) {
  std::vector<double> x(1001);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<double>(draws(i).pair(-50, 50).hi()) * (1 + 0x1p-40);
  std::vector<ff_t> pairs(x.size());
  std::vector<double> back(x.size());
  ff::convert(x.data(), pairs.data(), x.size());
  ff::convert(pairs.data(), back.data(), x.size());
  EXPECT_EQ(x, back);
}

}  // namespace
