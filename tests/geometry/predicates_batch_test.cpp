// Batches of predicates on the host: as item by item, whatever the number of threads.
#include <gtest/gtest.h>

#include <ff/predicates/host.hpp>
#include <vector>

#include "points_to_judge.hpp"

namespace {

using namespace ff_test;
using ff::predicates::determinant;
using ff::predicates::stage_counts;

template <determinant which, class T>
void expect_as_one_by_one() {
  const std::size_t n = 10007;
  const points_to_judge<which, T> points(n);
  const std::vector<ff::sign> wanted = points.signs();
  // All signs occur, or the comparison would prove little.
  for (const int s : {-1, 0, 1, 2})
    EXPECT_NE(std::count(wanted.begin(), wanted.end(), static_cast<ff::sign>(s)), 0) << s;
  for (const unsigned threads : {0u, 1u, 2u, 5u}) {
    std::vector<ff::sign> got(n + 1, static_cast<ff::sign>(77));
    stage_counts counts;
    ff::predicates::evaluate<which>(points.items(), n, got.data(), threads, &counts);
    EXPECT_EQ(counts.filter + counts.pairs + counts.lattice + counts.limbs, n) << threads;
    EXPECT_GT(counts.filter, n / 4);  // the cheap stages are there, and decide what they can
    EXPECT_GT(counts.pairs, 0u);
    EXPECT_EQ(static_cast<int>(got.back()), 77);
    got.pop_back();
    EXPECT_EQ(got, wanted) << threads << " threads";
    std::vector<ff::sign> uncounted(n);
    ff::predicates::evaluate<which>(points.items(), n, uncounted.data(), threads);
    EXPECT_EQ(uncounted, wanted) << threads << " threads";
  }
}

TEST(PredicatesBatch, orient2d) { expect_as_one_by_one<determinant::orient2d, float>(); }
TEST(PredicatesBatch, orient3d) { expect_as_one_by_one<determinant::orient3d, float>(); }
TEST(PredicatesBatch, incircle) { expect_as_one_by_one<determinant::incircle, float>(); }
TEST(PredicatesBatch, insphere) { expect_as_one_by_one<determinant::insphere, float>(); }
TEST(PredicatesBatch, orient3d_of_doubles) { expect_as_one_by_one<determinant::orient3d, double>(); }

TEST(PredicatesBatch, indexed_points) {
  const ff::point2<double> points[] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0.5}};
  const ff::uint32 corner[] = {0, 1, 2, 2, 1, 0, 1, 3, 2};
  const ff::predicates::indexed<ff::point2<double>, 3> items{points, corner};
  ff::sign signs[3];
  ff::predicates::evaluate<determinant::orient2d>(items, 3, signs);
  EXPECT_EQ(signs[0], ff::sign::positive);
  EXPECT_EQ(signs[1], ff::sign::negative);
  EXPECT_EQ(signs[2], ff::sign::zero);
}

TEST(PredicatesBatch, none) {
  const ff::predicates::arrays<ff::point2<float>, 3> items{{nullptr, nullptr, nullptr}};
  ff::predicates::evaluate<determinant::orient2d>(items, 0, nullptr);
}

}  // namespace
