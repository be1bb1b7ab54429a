// sum, dot, nrm2, sum2 and dot2 on the host: the documented order, the bounds against MPFR, special values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ff/reduce.hpp>
#include <vector>

#include "exact.hpp"
#include "real.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using std::size_t;
using std::vector;

// ---------------------------------------------------------------- data

template <class T>
T random_element(draws& d, int low, int high) {
  const float hi = from_bits(d.sign() | static_cast<uint32>(d.between(low, high) + 127) << 23 | d.fraction());
  if constexpr (sizeof(T) == sizeof(float))
    return hi;
  else
    return ff::add12(hi, hi * 0x1p-25f * static_cast<float>(d.between(-999, 999)) * 1e-3f);
}

template <class T>
vector<T> random_elements(size_t n, uint64 seed, int low = -20, int high = 20) {
  draws d(seed);
  vector<T> x;
  for (size_t i = 0; i < n; ++i) x.push_back(random_element<T>(d, low, high));
  return x;
}

// Sums and dots of condition 2^25 and more: the second half undoes the first but for small change in one
// element of 9973, and all is shuffled, both arrays alike.
template <class T>
void cancel(vector<T>& x, vector<T>& y, uint64 seed) {
  const size_t n = x.size();
  draws d(seed);
  for (size_t i = 0; i < n / 2; ++i) {
    x[n / 2 + i] = -x[i];
    y[n / 2 + i] = y[i];
  }
  for (size_t i = 0; i < n; i += 9973) x[i] = x[i] + x[i] * 0x1p-22f;
  for (size_t i = n; i > 1; --i) {
    const size_t j = d.bits() % i;
    std::swap(x[i - 1], x[j]);
    std::swap(y[i - 1], y[j]);
  }
}

// ---------------------------------------------------------------- MPFR

// The exact sum of x y and that of |x y|: 640 bits hold every partial sum.
template <class T>
void exact_dot(const vector<T>& x, const vector<T>& y, real& total, real& magnitude) {
  for (size_t i = 0; i < x.size(); ++i) {
    const real product = real(x[i]) * real(y[i]);
    mpfr_add(total, total, product, MPFR_RNDN);
    mpfr_add(magnitude, magnitude, abs(product), MPFR_RNDN);
  }
}

// |r - exact|
template <class R>
double error(R r, const real& exact) {
  return static_cast<double>(abs(real(r) - exact));
}

constexpr double u2 = 0x1p-48, u = 0x1p-24;

template <class T>
vector<T> ones(size_t n) {
  return vector<T>(n, T(1.0f));
}

// ---------------------------------------------------------------- the documented order, spelled out

ff_t neighbours(const vector<ff_t>& v) {
  if (v.size() == 1) return v[0];
  vector<ff_t> halved;
  for (size_t i = 0; i < v.size(); i += 2)
    halved.push_back(ff::add22(v[i], i + 1 < v.size() ? v[i + 1] : ff_t(0.0f)));
  return neighbours(halved);
}

template <class Reduction, class T = typename Reduction::element>
typename Reduction::result in_order(const vector<T>& x, const vector<T>& y) {
  const ff::reduction_shape<T> shape(x.size());
  vector<ff_t> chunks;
  for (size_t chunk = 0; chunk < shape.chunks; ++chunk) {
    vector<ff_t> lanes;
    for (size_t l = 0; l < shape.lanes; ++l) {
      typename Reduction::lane lane;
      for (size_t row = 0; row < shape.rows; ++row) {
        const size_t i = (chunk * shape.rows + row) * shape.lanes + l;
        if (i < x.size())
          Reduction::step(lane, x[i], y[i]);
        else
          Reduction::step(lane, T(0.0f), T(0.0f));
        if (row % 8 == 7) lane.renormalize();
      }
      lanes.push_back(lane.result());
    }
    chunks.push_back(neighbours(lanes));
  }
  return Reduction::finish(neighbours(chunks));
}

const size_t sizes[] = {0,    1,    2,    3,    4,    5,    7,     31,    511,   512,   513,    1023,
                        1024, 1025, 4095, 8191, 8192, 8193, 12345, 24577, 65536, 73729, 100003, 262145};

template <class T, class F>
void each_case(F body) {
  uint64 seed = 0;
  for (const size_t n : sizes) {
    vector<T> x = random_elements<T>(n, ++seed), y = random_elements<T>(n, ++seed);
    body(x, y);
    cancel(x, y, ++seed);
    body(x, y);
  }
}

template <class T>
void expect_order() {
  each_case<T>([](const vector<T>& x, const vector<T>& y) {
    const size_t n = x.size();
    EXPECT_TRUE(same_bits(ff::sum(n, x.data()), in_order<ff::reductions::sum<T>>(x, x))) << n;
    EXPECT_TRUE(same_bits(ff::dot(n, x.data(), y.data()), in_order<ff::reductions::dot<T>>(x, y))) << n;
    EXPECT_TRUE(same_bits(ff::nrm2(n, x.data()), in_order<ff::reductions::nrm2<T>>(x, x))) << n;
  });
}

TEST(Reduce, FloatsInTheDocumentedOrder) { expect_order<float>(); }
TEST(Reduce, FloatFloatsInTheDocumentedOrder) { expect_order<ff_t>(); }
TEST(Reduce, CompensatedInTheDocumentedOrder) {
  each_case<float>([](const vector<float>& x, const vector<float>& y) {
    const size_t n = x.size();
    EXPECT_TRUE(same_bits(ff::sum2(n, x.data()), in_order<ff::reductions::sum2>(x, x))) << n;
    EXPECT_TRUE(same_bits(ff::dot2(n, x.data(), y.data()), in_order<ff::reductions::dot2>(x, y))) << n;
  });
}

TEST(Reduce, Shape) {
  using shape = ff::reduction_shape<float>;
  for (size_t n = 0; n < size_t{1} << 40; n += n / 3 + 1) {
    const shape s(n);
    EXPECT_EQ(s.rows % s.batch, 0u) << n;
    EXPECT_LE(s.chunks, s.most_chunks) << n;
    EXPECT_GE(s.chunks * s.rows * s.lanes, n) << n;
    EXPECT_TRUE(n == 0 || (s.chunks - 1) * s.rows * s.lanes < n) << n;
    EXPECT_TRUE(n <= size_t{1} << 25 || s.chunks > s.most_chunks / 2) << n;
  }
}

// ---------------------------------------------------------------- bounds

// Worst error over bound seen; each test checks that it is neither above 1 nor vacuous.
template <class T>
void expect_bounds() {
  double worst_sum = 0, worst_dot = 0, worst_nrm2 = 0, naive = 0;
  each_case<T>([&](const vector<T>& x, const vector<T>& y) {
    const size_t n = x.size();
    if (n == 0) return;
    real s, s_size, d, d_size, q, q_size;
    exact_dot(x, ones<T>(n), s, s_size);
    exact_dot(x, y, d, d_size);
    exact_dot(x, x, q, q_size);
    q = sqrt(q);
    const double sum_bound =
        ff::reduction_bound<ff::reductions::sum<T>>(n) * u2 * static_cast<double>(s_size);
    const double dot_bound =
        ff::reduction_bound<ff::reductions::dot<T>>(n) * u2 * static_cast<double>(d_size);
    const double nrm2_bound =
        (ff::reduction_bound<ff::reductions::nrm2<T>>(n) / 2 + 3.376) * u2 * static_cast<double>(q);
    worst_sum = std::max(worst_sum, error(ff::sum(n, x.data()), s) / sum_bound);
    worst_dot = std::max(worst_dot, error(ff::dot(n, x.data(), y.data()), d) / dot_bound);
    worst_nrm2 = std::max(worst_nrm2, error(ff::nrm2(n, x.data()), q) / nrm2_bound);
    float plain = 0;
    for (const T& v : x) plain += float(v);
    naive = std::max(naive, error(plain, s) / sum_bound);
  });
  EXPECT_LE(worst_sum, 1);
  EXPECT_LE(worst_dot, 1);
  EXPECT_LE(worst_nrm2, 1);
  EXPECT_GT(worst_sum, 1e-3);
  EXPECT_GT(worst_dot, 1e-3);
  EXPECT_GT(worst_nrm2, 1e-3);
  EXPECT_GT(naive, 100);  // what a float sum makes of the same data
  std::printf("of its bound: sum %.3f, dot %.3f, nrm2 %.3f\n", worst_sum, worst_dot, worst_nrm2);
}

TEST(Reduce, FloatsWithinTheirBounds) { expect_bounds<float>(); }
TEST(Reduce, FloatFloatsWithinTheirBounds) { expect_bounds<ff_t>(); }

TEST(Reduce, CompensatedWithinTheirBounds) {
  each_case<float>([](const vector<float>& x, const vector<float>& y) {
    const size_t n = x.size();
    if (n == 0) return;
    real s, s_size, d, d_size;
    exact_dot(x, ones<float>(n), s, s_size);
    exact_dot(x, y, d, d_size);
    const double sum_bound = ff::reduction_bound<ff::reductions::sum2>(n) * u2 * static_cast<double>(s_size);
    const double dot_bound = ff::reduction_bound<ff::reductions::dot2>(n) * u2 * static_cast<double>(d_size);
    EXPECT_LE(error(ff::sum2(n, x.data()), s), u * std::abs(static_cast<double>(s)) * (1 + u) + sum_bound)
        << n;
    EXPECT_LE(error(ff::dot2(n, x.data(), y.data()), d),
              u * std::abs(static_cast<double>(d)) * (1 + u) + dot_bound)
        << n;
  });
}

// More than one batch in a chunk.
TEST(Reduce, ManyRows) {
  const size_t n = (size_t{1} << 25) + 12345;
  EXPECT_EQ(ff::reduction_shape<float>(n).rows, 16u);
  vector<float> x(n);
  double total = 0;  // exact: multiples of 2^-20 below 2^25
  for (size_t i = 0; i < n; ++i) {
    x[i] = static_cast<float>(static_cast<int>(i * 2654435761u % 2097151) - 1000000) * 0x1p-20f;
    total += x[i];
  }
  EXPECT_EQ(double(ff::sum(n, x.data())), total);
}

TEST(Reduce, UnderflowIsBounded) {
  for (const size_t n : {1u, 100u, 20000u}) {
    const vector<float> x = random_elements<float>(n, n, -100, -60),
                        y = random_elements<float>(n, n + 1, -60, -20);
    real d, d_size;
    exact_dot(x, y, d, d_size);
    const double bound =
        ff::reduction_bound<ff::reductions::dot<float>>(n) * u2 * static_cast<double>(d_size);
    EXPECT_LE(error(ff::dot(n, x.data(), y.data()), d), bound + 0x1p-149 * static_cast<double>(n)) << n;
    const vector<ff_t> xx = random_elements<ff_t>(n, n, -80, -60),
                       yy = random_elements<ff_t>(n, n + 1, -60, -20);
    real dd, dd_size;
    exact_dot(xx, yy, dd, dd_size);
    const double bound22 =
        ff::reduction_bound<ff::reductions::dot<ff_t>>(n) * u2 * static_cast<double>(dd_size);
    EXPECT_LE(error(ff::dot(n, xx.data(), yy.data()), dd), bound22 + 0x1p-147 * static_cast<double>(n)) << n;
  }
}

// ---------------------------------------------------------------- exact and special

TEST(Reduce, NothingIsZero) {
  EXPECT_TRUE(same_bits(ff::sum(0, static_cast<const float*>(nullptr)), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(ff::sum(0, static_cast<const ff_t*>(nullptr)), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(ff::dot(0, static_cast<const float*>(nullptr), nullptr), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(ff::nrm2(0, static_cast<const ff_t*>(nullptr)), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(ff::sum2(0, nullptr), 0.0f));
  EXPECT_TRUE(same_bits(ff::dot2(0, nullptr, nullptr), 0.0f));
}

TEST(Reduce, OneAndTwoAreExact) {
  const float x[] = {0x1.234568p+3f, -0x1.fffffep-14f}, y[] = {0x1.abcdeep-5f, 0x1p20f};
  EXPECT_TRUE(same_bits(ff::sum(1, x), ff_t(x[0])));
  EXPECT_TRUE(same_bits(ff::sum(2, x), ff::add12(x[0], x[1])));
  EXPECT_TRUE(same_bits(ff::dot(1, x, y), ff::two_prod(x[0], y[0])));
  EXPECT_TRUE(same_bits(ff::sum2(1, x + 1), x[1]));
  const float legs[] = {3, 4};
  EXPECT_TRUE(same_bits(ff::nrm2(2, legs), ff_t(5.0f)));
}

TEST(Reduce, WholeNumbersAreExact) {
  const size_t n = 1 << 20;
  vector<float> x(n);
  vector<ff_t> z(n);
  for (size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i + 1), z[i] = x[i];
  const double total = 0.5 * static_cast<double>(n) * static_cast<double>(n + 1);
  EXPECT_EQ(double(ff::sum(n, x.data())), total);
  EXPECT_EQ(double(ff::sum(n, z.data())), total);
  EXPECT_EQ(ff::sum2(n, x.data()), static_cast<float>(total));
}

TEST(Reduce, AlignmentChangesNothing) {
  const size_t n = 20011;
  const vector<float> x = random_elements<float>(n, 1), y = random_elements<float>(n, 2);
  const ff_t wanted = ff::dot(n, x.data(), y.data());
  for (size_t shift = 1; shift < 8; ++shift) {
    vector<float> xs(n + shift), ys(n + shift);
    std::copy(x.begin(), x.end(), xs.begin() + static_cast<std::ptrdiff_t>(shift));
    std::copy(y.begin(), y.end(), ys.begin() + static_cast<std::ptrdiff_t>(shift));
    EXPECT_TRUE(same_bits(ff::dot(n, xs.data() + shift, ys.data() + shift), wanted)) << shift;
    EXPECT_TRUE(same_bits(ff::dot(n, x.data(), ys.data() + shift), wanted)) << shift;
  }
}

// Neighbouring lanes may change places, since add22 commutes; elements may not, since lanes are sums in
// order.
TEST(Reduce, NeighbouringLanesMayChangePlaces) {
  const size_t n = 8 * 1024 * 3;
  vector<float> x = random_elements<float>(n, 3);
  const ff_t wanted = ff::sum(n, x.data());
  for (size_t i = 0; i < n; i += 2) std::swap(x[i], x[i + 1]);
  EXPECT_TRUE(same_bits(ff::sum(n, x.data()), wanted));
  std::reverse(x.begin(), x.end());
  EXPECT_FALSE(same_bits(ff::sum(n, x.data()), wanted));
}

TEST(Reduce, NonFiniteElementsAndOverflowGiveTheOneNaN) {
  const uint32 nan = 0x7fc00000u;
  for (const size_t n : {1u, 1000u, 9000u}) {
    for (const uint32 bad : {0x7f800000u, 0xff800000u, 0xffc00001u, 0x7f800001u}) {
      vector<float> x = random_elements<float>(n, n);
      x[n / 2] = from_bits(bad);
      const vector<float> y = ones<float>(n);
      vector<ff_t> z(x.begin(), x.end());
      const vector<ff_t> w(y.begin(), y.end());
      EXPECT_EQ(to_bits(ff::sum(n, x.data()).hi()), nan);
      EXPECT_EQ(to_bits(ff::dot(n, x.data(), y.data()).hi()), nan);
      EXPECT_EQ(to_bits(ff::nrm2(n, x.data()).hi()), nan);
      for (const uint32 low : {0u, 0x3f800000u, bad, bad ^ 0x80000000u}) {  // whatever stands beside it
        z[n / 2] = from_words(from_bits(bad), from_bits(low));
        EXPECT_EQ(to_bits(ff::sum(n, z.data()).hi()), nan);
        EXPECT_EQ(to_bits(ff::dot(n, w.data(), z.data()).hi()), nan);
        EXPECT_EQ(to_bits(ff::nrm2(n, z.data()).hi()), nan);
      }
      EXPECT_EQ(to_bits(ff::sum2(n, x.data())), nan);
      EXPECT_EQ(to_bits(ff::dot2(n, x.data(), y.data())), nan);
    }
  }
  const float big_ones[] = {0x1p127f, 0x1p127f};
  EXPECT_EQ(to_bits(ff::sum(2, big_ones).hi()), nan);
  EXPECT_EQ(to_bits(ff::nrm2(1, big_ones).hi()), nan);
  // Only the very last addition overflows: 2^128 - 2^103 in all.
  const ff_t largest = from_words(0x1.fffffep+127f, 0x1.fffffep+102f);
  EXPECT_EQ(to_bits(ff::sum(1, &largest).hi()), 0x7f7fffffu);
  const ff_t past[] = {largest, ff_t(0x1p79f)};
  EXPECT_EQ(to_bits(ff::sum(2, past).hi()), nan);
}

}  // namespace
