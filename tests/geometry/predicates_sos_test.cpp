// Symbolic perturbation: on host and device, that it is never zero and that its signs are those of one set of
// points; on the host, that they are the signs of the moved determinant, as a polynomial and at one number.
#include <ff/predicates/sos.hpp>

#include "everywhere.hpp"
#include "vectors.hpp"

#if !defined(FF_TEST_ON_DEVICE)
#include <gmpxx.h>

#include <map>
#endif

namespace {

using namespace ff_test;
using ff::sign;

struct PredicatesSos : Everywhere {};

enum predicate { orient2d, orient3d, incircle, insphere };

FF_HD_LARGE constexpr int dimension_of(predicate p) { return p == orient2d || p == incircle ? 2 : 3; }
FF_HD_LARGE constexpr bool is_lifted(predicate p) { return p == incircle || p == insphere; }
FF_HD_LARGE constexpr int points_of(predicate p) { return dimension_of(p) + 1 + (is_lifted(p) ? 1 : 0); }

template <class T>
struct indexed_points {
  T c[6][3];
  uint64 index[6];
};
template <class T>
std::ostream& operator<<(std::ostream& out, const indexed_points<T>& v) {
  for (int i = 0; i < 6; ++i)
    out << '(' << v.c[i][0] << ", " << v.c[i][1] << ", " << v.c[i][2] << ") " << v.index[i] << "; ";
  return out;
}

FF_HD_LARGE double scaled(double, int c, int power_of_two) {
  return c * ff::detail::bit_cast<double>(static_cast<uint64>(power_of_two + 1023) << 52);
}
FF_HD_LARGE float scaled(float, int c, int power_of_two) {
  return static_cast<float>(c) * from_bits(static_cast<uint32>(power_of_two + 127) << 23);
}

// Points of which few are in general position: of a grid, in one of few places, on a line or plane, on a
// circle and sphere, with an axis or all scaled far up or down.  Distinct indices, in the order of a shuffle.
template <class T>
FF_HD_LARGE indexed_points<T> degenerate(uint64 vector) {
  draws d(vector);
  indexed_points<T> r{};
  const int kind = d.between(0, 5), extent = d.between(0, 3), reach = sizeof(T) == 4 ? 50 : 400;
  const int all = d.coin() ? 0 : d.between(-reach, reach), far = d.coin() ? 0 : d.between(-reach, reach);
  int axis[3] = {all, all, all};
  if (!d.coin()) axis[d.between(0, 2)] += far;
  const int a[3] = {d.between(-3, 3), d.between(-3, 3), d.between(-3, 3)},
            b[3] = {d.between(-3, 3), d.between(-3, 3), d.between(-3, 3)};
  for (int i = 0; i < 6; ++i) {
    const int s = d.between(-2, 2), t = kind == 2 ? 0 : d.between(-2, 2), corner = d.between(0, 7);
    for (int k = 0; k < 3; ++k) {
      const int c = kind < 2    ? d.between(0, extent)
                    : kind < 4  ? a[k] * s + b[k] * t
                    : kind == 4 ? ((corner >> k & 1) != 0 ? 1 : -1) * (1 + (i + k) % 3)
                                : ((corner >> k & 1) != 0 ? 1 : -1);
      r.c[i][k] = scaled(T{}, c, axis[k]);
    }
    r.index[i] = static_cast<uint64>(i);
  }
  for (int i = 5; i > 0; --i) {
    const int j = d.between(0, i);
    const uint64 x = r.index[i];
    r.index[i] = r.index[j], r.index[j] = x;
  }
  return r;
}

// Of the points in the places of `at`.
template <predicate p, class T, class I = uint64>
FF_HD_LARGE sign perturbed(const indexed_points<T>& v, const int (&at)[5]) {
  const T(&a)[3] = v.c[at[0]], (&b)[3] = v.c[at[1]], (&c)[3] = v.c[at[2]], (&d)[3] = v.c[at[3]],
        (&e)[3] = v.c[at[4]];
  const I i = static_cast<I>(v.index[at[0]]), j = static_cast<I>(v.index[at[1]]),
          k = static_cast<I>(v.index[at[2]]), l = static_cast<I>(v.index[at[3]]),
          m = static_cast<I>(v.index[at[4]]);
  using ff::point2;
  using ff::point3;
  if constexpr (p == orient2d)
    return ff::orient2d_sos(point2<T>{a[0], a[1]}, {b[0], b[1]}, {c[0], c[1]}, i, j, k);
  else if constexpr (p == incircle)
    return ff::incircle_sos(point2<T>{a[0], a[1]}, {b[0], b[1]}, {c[0], c[1]}, {d[0], d[1]}, i, j, k, l);
  else if constexpr (p == orient3d)
    return ff::orient3d_sos(point3<T>{a[0], a[1], a[2]}, {b[0], b[1], b[2]}, {c[0], c[1], c[2]},
                            {d[0], d[1], d[2]}, i, j, k, l);
  else
    return ff::insphere_sos(point3<T>{a[0], a[1], a[2]}, {b[0], b[1], b[2]}, {c[0], c[1], c[2]},
                            {d[0], d[1], d[2]}, {e[0], e[1], e[2]}, i, j, k, l, m);
}

FF_HD_LARGE bool is_sign(sign s) { return s == sign::negative || s == sign::positive; }

// Never zero; another order of the points changes it as it changes a determinant; other indices of the same
// order change nothing.
template <predicate p, class T>
struct antisymmetric {
  FF_HD_LARGE indexed_points<T> input(uint64 vector) const { return degenerate<T>(vector); }
  FF_HD_LARGE bool operator()(uint64 vector) const {
    indexed_points<T> v = input(vector);
    const sign s = perturbed<p>(v, {0, 1, 2, 3, 4});
    draws d(~vector);
    int at[5] = {0, 1, 2, 3, 4};
    bool odd = false;
    for (int i = points_of(p) - 1; i > 0; --i) {
      const int j = d.between(0, i), x = at[i];
      at[i] = at[j], at[j] = x;
      odd ^= i != j;
    }
    const sign exchanged = perturbed<p>(v, at);
    for (uint64& i : v.index) i = i * i * 1000 + 7;
    return is_sign(s) && exchanged == (odd ? -s : s) && perturbed<p>(v, {0, 1, 2, 3, 4}) == s &&
           perturbed<p, T, uint32>(v, {0, 1, 2, 3, 4}) == s;
  }
};

// One more point than the predicate takes: the determinant with a second column of ones is zero, so its
// expansion along the one, a sum of the predicates of all points but one with alternating signs, has terms of
// both signs.
template <predicate p, class T>
struct sum_vanishes {
  FF_HD_LARGE indexed_points<T> input(uint64 vector) const { return degenerate<T>(vector); }
  FF_HD_LARGE bool operator()(uint64 vector) const {
    const indexed_points<T> v = input(vector);
    bool positive = false, negative = false;
    for (int without = 0; without <= points_of(p); ++without) {
      int at[5] = {};
      for (int i = 0; i < points_of(p); ++i) at[i] = i < without ? i : i + 1;
      const sign s = perturbed<p>(v, at);
      positive |= s == (without % 2 == 0 ? sign::positive : sign::negative);
      negative |= s == (without % 2 == 0 ? sign::negative : sign::positive);
    }
    return positive && negative;
  }
};

// Grassmann and Pluecker: [abc][ade] - [abd][ace] + [abe][acd] = 0 for any five points of the 3 x 3 grid, or
// any of them twice, so not all three terms have one sign.
struct grassmann_pluecker {
  FF_HD_LARGE indexed_points<float> input(uint64 vector) const {
    indexed_points<float> v{};
    uint64 places = vector;
    for (int i = 0; i < 5; ++i, places /= 9) {
      v.c[i][0] = static_cast<float>(places % 9 / 3), v.c[i][1] = static_cast<float>(places % 3);
      v.index[i] = static_cast<uint64>(i * (static_cast<int>(places % 4) + 1) + 1) * 7 % 5 +
                   5 * static_cast<uint64>(i);
    }
    return v;
  }
  FF_HD_LARGE bool operator()(uint64 vector) const {
    const indexed_points<float> v = input(vector);
    const auto product = [&](int b, int c, int d, int e) {
      return perturbed<orient2d>(v, {0, b, c, 0, 0}) == perturbed<orient2d>(v, {0, d, e, 0, 0});
    };
    const bool first = product(1, 2, 3, 4), second = !product(1, 3, 2, 4), third = product(1, 4, 2, 3);
    return !(first == second && second == third);
  }
};

template <predicate p, class T>
void judge_everywhere(uint64 host, uint64 device) {
  EXPECT_TRUE(holds(antisymmetric<p, T>{}, vectors(host, device)));
  EXPECT_TRUE(holds(sum_vanishes<p, T>{}, vectors(host, device)));
}

TEST_F(PredicatesSos, Orient2d) {
  judge_everywhere<orient2d, float>(60000, 10000000);
  judge_everywhere<orient2d, double>(30000, 10000000);
}
TEST_F(PredicatesSos, Orient3d) {
  judge_everywhere<orient3d, float>(20000, 3000000);
  judge_everywhere<orient3d, double>(10000, 3000000);
}
TEST_F(PredicatesSos, Incircle) {
  judge_everywhere<incircle, float>(10000, 3000000);
  judge_everywhere<incircle, double>(5000, 3000000);
}
TEST_F(PredicatesSos, Insphere) {
  judge_everywhere<insphere, float>(1000, 300000);
  judge_everywhere<insphere, double>(500, 300000);
}
TEST_F(PredicatesSos, OrientationsOfTheGrid) { EXPECT_TRUE(holds(grassmann_pluecker{}, 9 * 9 * 9 * 9 * 9)); }

#if !defined(FF_TEST_ON_DEVICE)

// ---------------------------------------------------------------- what it ought to be

// A polynomial in the moves: of each set of them, as bits in the order of their exponents, the coefficient.
using polynomial = std::map<uint32, mpq_class>;

struct entry {
  mpq_class value;
  uint32 move;  // its bit; 0: none
};
template <predicate p, class T>
std::vector<std::vector<entry>> matrix_of(const indexed_points<T>& v) {
  constexpr int n = points_of(p), dimension = dimension_of(p);
  std::vector<std::vector<entry>> m;
  for (int i = 0; i < n; ++i) {
    int rank = 0;
    for (int j = 0; j < n; ++j) rank += v.index[j] < v.index[i];
    int wheel = is_lifted(p) ? 1 : 0;
    mpq_class squares = 0;
    std::vector<entry> row;
    for (int k = 0; k < dimension; ++k, ++wheel) {
      row.push_back({mpq_class(static_cast<double>(v.c[i][k])), 1u << (wheel * n + rank)});
      squares += row.back().value * row.back().value;
    }
    if (is_lifted(p)) row.push_back({squares, 1u << rank});
    row.push_back({1, 0});
    m.push_back(row);
  }
  return m;
}
// By expansion along the first of the rows left.
polynomial determinant(const std::vector<std::vector<entry>>& m, size_t row, uint32 columns) {
  if (row == m.size()) return {{0, 1}};
  polynomial r;
  bool odd = false;
  for (size_t k = 0; k < m.size(); ++k) {
    if ((columns >> k & 1) == 0) continue;
    for (const auto& [moves, coefficient] : determinant(m, row + 1, columns & ~(1u << k))) {
      const mpq_class signed_one = odd ? mpq_class(-coefficient) : coefficient;
      r[moves] += signed_one * m[row][k].value;
      if (m[row][k].move != 0) r[moves | m[row][k].move] += signed_one;
    }
    odd = !odd;
  }
  return r;
}
template <predicate p, class T>
int sign_by_polynomial(const indexed_points<T>& v) {
  for (const auto& [moves, coefficient] : determinant(matrix_of<p>(v), 0, (1u << points_of(p)) - 1))
    if (coefficient != 0) return sgn(coefficient);
  return 0;
}

template <predicate p, class T>
void judge_by_polynomial(uint64 count) {
  uint64 zeros = 0;
  for (uint64 i = 0; i < count; ++i) {
    const indexed_points<T> v = degenerate<T>(i);
    zeros += determinant(matrix_of<p>(v), 0, (1u << points_of(p)) - 1)[0] == 0;
    ASSERT_EQ(static_cast<int>(perturbed<p>(v, {0, 1, 2, 3, 4})), sign_by_polynomial<p>(v))
        << std::hexfloat << v;
  }
  EXPECT_GT(zeros, count / 4);
}

TEST(PredicatesSosByPolynomial, Orient2d) {
  judge_by_polynomial<orient2d, float>(4000);
  judge_by_polynomial<orient2d, double>(2000);
}
TEST(PredicatesSosByPolynomial, Orient3d) {
  judge_by_polynomial<orient3d, float>(2000);
  judge_by_polynomial<orient3d, double>(1000);
}
TEST(PredicatesSosByPolynomial, Incircle) {
  judge_by_polynomial<incircle, float>(2000);
  judge_by_polynomial<incircle, double>(1000);
}
TEST(PredicatesSosByPolynomial, Insphere) {
  judge_by_polynomial<insphere, float>(300);
  judge_by_polynomial<insphere, double>(150);
}

// The determinant of points that are moved indeed, by powers of 2^-48, beside which integers up to 12 and
// their determinants of 4 rows count for nothing.
template <predicate p>
void judge_by_number(uint64 count) {
  for (uint64 i = 0; i < count; ++i) {
    indexed_points<float> v = degenerate<float>(i);
    draws d(i);
    const int extent = d.between(0, 4);
    for (auto& point : v.c) {
      for (float& c : point) c = static_cast<float>(d.between(0, extent));
    }
    auto m = matrix_of<p>(v);
    for (auto& row : m) {
      for (entry& e : row) {
        if (e.move == 0) continue;
        mpq_class step = 1;
        mpq_div_2exp(step.get_mpq_t(), step.get_mpq_t(), 48 * static_cast<unsigned long>(e.move));
        e.value += step, e.move = 0;
      }
    }
    ASSERT_EQ(static_cast<int>(perturbed<p>(v, {0, 1, 2, 3, 4})),
              sgn(determinant(m, 0, (1u << points_of(p)) - 1)[0]))
        << v;
  }
}
TEST(PredicatesSosByNumber, Orient2d) { judge_by_number<orient2d>(3000); }
TEST(PredicatesSosByNumber, Orient3d) { judge_by_number<orient3d>(60); }
TEST(PredicatesSosByNumber, Incircle) { judge_by_number<incircle>(60); }

TEST(PredicatesSosTest, WhatIsCertainStays) {
  using P = ff::point2<double>;
  EXPECT_EQ(ff::orient2d_sos(P{0, 0}, P{1, 0}, P{0, 1}, 2u, 1u, 0u), sign::positive);
  EXPECT_EQ(ff::orient2d_sos(P{0, 0}, P{1, 0}, P{0, std::numeric_limits<double>::infinity()}, 2u, 1u, 0u),
            sign::not_finite);
  static_assert(ff::orient2d_sos(P{1, 2}, P{1, 2}, P{1, 2}, 0, 1, 2) != sign::zero);
  ff::predicates::stage_counts count;
  ff::orient2d_sos(P{0, 0}, P{1, 1}, P{2, 2}, 0, 1, 2, count);
  EXPECT_EQ(count.filter + count.pairs + count.lattice + count.limbs, 1u);
}

#endif

}  // namespace
