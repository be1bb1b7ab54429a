// Low-rank terms: Eckart and Young's distance, the choice of a rank, the file, and pictures as matrices.
#include "apps/compress/factors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ff/ff.hpp>
#include <random>

#include "apps/compress/channels.hpp"
#include "apps/compress/decompose.hpp"
#include "apps/compress/report.hpp"
#include "apps/compress/sample.hpp"
#include "command/failure.hpp"

namespace compress {
namespace {

matrix random_matrix(int64 rows, int64 columns) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  matrix a(rows, columns);
  for (ff_t& x : a.elements) x = normal(random);
  return a;
}

TEST(Compress, DistanceIsTheTailOfTheValues) {
  for (const auto& [rows, columns] :
       {std::pair(24, 17), std::pair(9, 30), std::pair(1, 5), std::pair(4, 1)}) {
    const matrix a = random_matrix(rows, columns);
    const factors f = decompose_on_host(a).all;
    ASSERT_EQ(f.rank(), std::min(rows, columns));
    const std::vector<double> norms = distances(f.values);
    EXPECT_NEAR(norms[0], distance(a, matrix(rows, columns)), 1e-12 * norms[0]);
    for (int64 k = 1; k <= f.rank(); ++k)
      EXPECT_NEAR(distance(a, f.first(k).product()), norms[static_cast<std::size_t>(k)], 1e-12 * norms[0])
          << k;
  }
}

TEST(Compress, RankWithinAnError) {
  const std::vector<double> norms = distances({4.0f, 2.0f, 2.0f, 1.0f});
  EXPECT_DOUBLE_EQ(norms[0], 5);
  EXPECT_EQ(rank_within(norms, 1), 1);
  EXPECT_EQ(rank_within(norms, 0.6), 1);
  EXPECT_EQ(rank_within(norms, 0.59), 2);
  EXPECT_EQ(rank_within(norms, 0.2), 3);
  EXPECT_EQ(rank_within(norms, 0.19), 4);
  EXPECT_EQ(rank_within(norms, 0), 4);
  EXPECT_EQ(rank_within(distances({0.0f, 0.0f}), 0), 1);
}

TEST(Compress, RankOfAFileOfSomeBytes) {
  for (const stored how : {stored::fixed, stored::single, stored::pair}) {
    for (int64 k = 1; k <= 20; ++k) {
      const double bytes = file_bytes(20, 50, k, how);
      EXPECT_EQ(rank_of_bytes(20, 50, bytes, how), k);
      EXPECT_EQ(rank_of_bytes(20, 50, bytes - 1, how), k - 1);
    }
    EXPECT_EQ(rank_of_bytes(20, 50, 1e300, how), 20);
    EXPECT_EQ(rank_of_bytes(20, 50, 0, how), 0);
  }
}

TEST(Compress, SignalToNoise) {
  EXPECT_DOUBLE_EQ(signal_to_noise(1, 10, 1), 20);  // one of one element
  EXPECT_DOUBLE_EQ(signal_to_noise(2, 10, 4), 20);  // 1 in each of four
  EXPECT_TRUE(std::isinf(signal_to_noise(0, 255, 9)));
}

/// The terms of a random matrix as the file gives them back; nothing but rounding is lost.
TEST(Compress, FileGivesBackWhatItHolds) {
  const matrix a = random_matrix(21, 12);
  const factors all = decompose_on_host(a).all;
  for (const int64 rank : {int64{1}, int64{5}, int64{12}}) {
    const factors f = all.first(rank);
    const struct {
      stored how;
      double error;
    } ways[] = {{stored::fixed, 0.5 / 32767}, {stored::single, 0x1p-25}, {stored::pair, 0}};
    for (const auto& [how, error] : ways) {
      const std::string file = encode(f, how);
      EXPECT_EQ(static_cast<double>(file.size()), file_bytes(21, 12, rank, how));
      const factors g = decode("a", file);
      EXPECT_EQ(g.rows, 21);
      EXPECT_EQ(g.columns, 12);
      ASSERT_EQ(g.rank(), rank);
      for (std::size_t i = 0; i < f.values.size(); ++i) EXPECT_EQ(g.values[i], f.values[i]);
      const auto near = [&, e = error](const std::vector<ff_t>& x, const std::vector<ff_t>& y) {
        ASSERT_EQ(x.size(), y.size());
        for (std::size_t i = 0; i < x.size(); ++i)  // no element is above 1
          EXPECT_LE(std::abs(static_cast<double>(x[i] - y[i])), e * (1 + 1e-6)) << i;
      };
      near(f.left, g.left);
      near(f.right, g.right);
    }
  }
}

std::string said_of(const std::string& file) {
  try {
    decode("a.ffs", file);
    return "nothing";
  } catch (const command::bad_argument& e) {
    return e.what();
  }
}

TEST(Compress, DamagedFilesAreRefused) {
  factors f;
  f.rows = 2, f.columns = 3;
  f.values = {2.0f}, f.left = {1.0f, 0.0f}, f.right = {0.0f, 1.0f, 0.0f};
  const std::string good = encode(f, stored::single);
  EXPECT_EQ(said_of(good), "nothing");
  EXPECT_EQ(said_of("1,2\n"), "a.ffs: expected factors that --save wrote");
  EXPECT_EQ(said_of(good.substr(0, 20)), "a.ffs: expected the header that --save writes");
  EXPECT_EQ(said_of(good.substr(0, good.size() - 1)), "a.ffs: expected 56 bytes for rank 1 of 2 x 3, not 55");
  EXPECT_EQ(said_of(good + "x"), "a.ffs: expected 56 bytes for rank 1 of 2 x 3, not 57");
  const auto with = [&](std::size_t at, char byte) {
    std::string file = good;
    file[at] = byte;
    return said_of(file);
  };
  constexpr std::size_t rows = 8, rank = 16, channels = 20, how = 24, value = 28;
  const std::string header = "a.ffs: expected the header that --save writes";
  EXPECT_EQ(with(rows, 0), header);
  EXPECT_EQ(with(rank, 0), header);
  EXPECT_EQ(with(rank, 3), header);
  EXPECT_EQ(with(channels, 2), header);
  EXPECT_EQ(with(channels, 3), "nothing");
  EXPECT_EQ(with(how, 3), header);
  EXPECT_EQ(with(value + 3, 0x7f), "nothing");  // 1e38 and more
  f.values[0] = ff::ff_t(INFINITY);
  EXPECT_EQ(said_of(encode(f, stored::single)), "a.ffs: expected finite numbers");
}

// ---- pictures

void expect_same(const picture::image& a, const picture::image& b) {
  ASSERT_EQ(a.width, b.width);
  ASSERT_EQ(a.height, b.height);
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const picture::rgb p = a.pixels[i], q = b.pixels[i];
    different += p.red != q.red || p.green != q.green || p.blue != q.blue;
  }
  EXPECT_EQ(different, 0u);
}

TEST(Compress, FullRankIsThePicture) {
  picture::image p = sample(32);
  EXPECT_EQ(channels_of(p), 3);
  const matrix a = to_matrix(p, 3);
  EXPECT_EQ(a.rows, 32);
  EXPECT_EQ(a.columns, 96);
  factors f = decompose_on_host(a).all;
  f.channels = 3;
  expect_same(to_image(decode("a", encode(f, stored::fixed)).product(), 3), p);
  for (picture::rgb& q : p.pixels) q.green = q.blue = q.red;
  EXPECT_EQ(channels_of(p), 1);
  expect_same(to_image(to_matrix(p, 1), 1), p);
}

TEST(Compress, ElementsBecomeBytes) {
  matrix a(1, 6);
  a.elements = {-3.0f, 0.49f, 0.5f, 254.4f, 254.6f, 1e30f};
  const picture::image p = to_image(a, 3);
  ASSERT_EQ(p.width, 2);
  expect_same(p, {2, 1, {{0, 1, 255}, {0, 254, 255}}});
}

TEST(Compress, BeforeAfterAndTheDifference) {
  const picture::image before{2, 1, {{10, 0, 255}, {1, 2, 3}}}, after{2, 1, {{0, 3, 255}, {1, 2, 100}}};
  expect_same(compared(before, after),
              {6, 1, {{10, 0, 255}, {1, 2, 3}, {0, 3, 255}, {1, 2, 100}, {80, 24, 0}, {0, 0, 255}}});
}

// Every machine makes the same picture: the hash of its bytes.
TEST(Compress, SampleHasItsBits) {
  const picture::image p = sample(64);
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const picture::rgb& q : p.pixels)
    for (const unsigned char byte : {q.red, q.green, q.blue}) hash = (hash ^ byte) * 16777619;
  EXPECT_EQ(hash, 2346924409u);
}

// ---- what is printed

// A matrix of 3 x 4 elements up to 2, with these singular values.
subject small_matrix(const char* name, const std::vector<ff_t>& values) {
  subject s;
  s.name = name, s.peak = 2, s.raw_bytes = 96, s.rows = 3, s.columns = 4;
  s.norms = distances(values), s.how = stored::pair;
  return s;
}

TEST(Compress, TableOfRanks) {
  const subject s = small_matrix("a", {4.0f, 2.0f, 2.0f, 1.0f});
  EXPECT_EQ(rank_table(s, 3),
            "  rank   relative error   PSNR, dB        bytes    of raw\n"
            "     1              0.6       7.27           92    95.8 %\n"
            "     2           0.4472       9.82          156   162.5 %\n"
            "     3              0.2      16.81          220   229.2 %\n"
            "     4                0          -          284   295.8 %\n");
}

TEST(Compress, CurvesOfFewRanks) {
  for (const std::vector<ff_t>& values :
       {std::vector<ff_t>{0.0f}, {1.0f}, {2.0f, 1.0f}, {2.0f, 1.0f, 0.0f}}) {
    const subject s = small_matrix("<a>", values);
    const std::string svg = curve_svg(s, 1);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << svg;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << svg;
    EXPECT_NE(svg.find("&lt;a>"), std::string::npos) << svg;
  }
}

}  // namespace
}  // namespace compress
