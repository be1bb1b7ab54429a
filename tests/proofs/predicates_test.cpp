// The bounds of predicates/bounds.hpp: from the rules of docs/proofs/predicates.md, with all terms of higher
// order; and the stages themselves, from the very source, in floats of 8 bits, against exact determinants.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ff/predicates.hpp>
#include <random>

#include "tiny_float.hpp"

namespace tiny_float {

template <int P>
tiny<P> greatest(tiny<P> a, tiny<P> b) {
  return less(a, b) ? b : a;
}
template <int P>
tiny<P> extent(tiny<P> a, tiny<P> b, tiny<P> c) {
  return greatest(greatest(abs(a), abs(b)), abs(c));
}
template <int P>
tiny<P> extent(tiny<P> a, tiny<P> b, tiny<P> c, tiny<P> d) {
  return greatest(extent(a, b, c), abs(d));
}

}  // namespace tiny_float

// Nothing under- or overflows.  A constant is rounded upwards.
template <int P>
struct ff::detail::word_format<tiny_float::tiny<P>> {
  using tiny = tiny_float::tiny<P>;
  static constexpr double u = 1.0 / (1 << P), least = 0;
  static tiny number(double c) {
    const tiny t = tiny::round(c);
    return t.value() < c ? tiny::round(c * (1 + 2 * u)) : t;
  }
  static bool is_finite(tiny) { return true; }
};

namespace {

using namespace tiny_float;
using ff::point2;
using ff::point3;
namespace bounds = ff::bounds;

// ---------------------------------------------------------------- the rules of docs/proofs/predicates.md

// |the head| <= head, |the low word| <= low, |their sum - the exact value| <= error.
struct two_words {
  double head, low, error;
};
two_words larger(two_words a, two_words b) {
  return {std::max(a.head, b.head), std::max(a.low, b.low), std::max(a.error, b.error)};
}

struct rules {
  double u;

  // A sum of `so_far` and what is added, rounded; returns the magnitude, and error has the rounding.
  double rounded(double magnitude, double& error) const {
    error += u * magnitude;
    return magnitude * (1 + u);
  }
  static double carried(two_words a, two_words b) {
    return a.error * (b.head + b.low) + b.error * (a.head + a.low) + a.error * b.error + a.low * b.low;
  }

  // D: a b - c d for |a b| <= p and |c d| <= q of the heads, whose low words' products are at most
  // relative_low p and relative_low q.
  two_words difference_of_products(double p, double q, double relative_low, double carried_on) const {
    const double heads = (p + q) * (1 + u), e = u * heads, d = u * (q * (1 + u) + e);
    double error = 0, left = rounded(u * p + d, error), right = rounded(u * q + e + d, error);
    for (int term = 0; term < 2; ++term) {
      left = rounded(left + relative_low * p, error);
      right = rounded(right + relative_low * q, error);
    }
    const double low = u * p + u * q + e + 2 * relative_low * (p + q) + error;
    return {heads * (1 + u), rounded(low, error), error + carried_on};
  }
  // P: a b.
  two_words product(two_words a, two_words b) const {
    double error = 0, low = u * a.head * b.head;
    low = rounded(low + a.head * b.low, error);
    low = rounded(low + a.low * b.head, error);
    return {a.head * b.head * (1 + u), low, error + carried(a, b)};
  }
  // A: sum + a b for |a b| <= p of the heads, |a.hi b.lo| <= x, |a.lo b.hi| <= y.
  two_words add_product(two_words sum, double p, double x, double y, double carried_on) const {
    const double heads = sum.head + p * (1 + u), e = u * heads, d = u * (sum.head + e);
    double error = 0, cross = rounded(sum.low + x, error);
    cross = rounded(cross + y, error);
    double rest = u * p + d;
    error += u * rest;
    rest = rounded(u * p + e + u * rest, error);
    return {heads * (1 + u), rounded(cross + rest, error), error + carried_on + sum.error};
  }
  two_words add_product(two_words sum, two_words a, two_words b) const {
    return add_product(sum, a.head * b.head, a.head * b.low, a.low * b.head, carried(a, b));
  }
  // C: what closed_with_product is off by, but for what is relative to the result.
  double closed(two_words sum, two_words a, two_words b) const {
    double error = 0, cross = rounded(sum.low + a.head * b.low, error);
    cross = rounded(cross + a.low * b.head, error);
    return (error + u * cross + carried(a, b) + sum.error) * (1 + u) / (1 - u);
  }

  // The sum of squares of exact differences, which are x, y and z of it.
  two_words squares(double x, double y, double z, int terms) const {
    two_words s{x * (1 + u), 3 * u * x, u * u * x};
    s.low = rounded(s.low, s.error);
    for (double square : {y, z})
      if (--terms > 0) s = add_product(s, square, u * square, u * square, u * u * square);
    return s;
  }
  two_words minor_of_unit_rows() const {  // heads to 1
    return difference_of_products(1, 1, u, 2 * u * u);
  }
  two_words minor_of_unit_squares() const {  // |a b| + |c d| to 1
    return larger(difference_of_products(1, 0, u, u * u), difference_of_products(0, 1, u, u * u));
  }

  double power(int n) const { return std::pow(1 - u, n); }

  // In units of the row's scale, with what the computed bound may have lost to rounding.
  double orient2d_pairs() const { return minor_of_unit_squares().error * (1 + u) / power(4); }
  double orient3d_pairs() const {
    const two_words z{1, u, 0}, m = minor_of_unit_rows();
    return closed(add_product(product(z, m), z, m), z, m) / power(3);
  }
  double incircle_pairs() const {
    const two_words m = minor_of_unit_squares(), l = larger(squares(1, 0, 0, 2), squares(0, 1, 0, 2));
    return closed(add_product(product(l, m), l, m), l, m) / power(6);
  }
  double insphere_pairs() const {
    const two_words z{1, u, 0}, m = minor_of_unit_rows();
    two_words three = add_product(add_product(product(z, m), z, m), z, m);
    three.head = 4 * std::pow(1 + u, 3) + three.low + three.error;  // three minors, to 4 together
    const two_words l = larger(squares(1, 0, 0, 3), larger(squares(0, 1, 0, 3), squares(0, 0, 1, 3)));
    return closed(add_product(add_product(product(l, three), l, three), l, three), l, three) / power(8);
  }

  // ---- the filters

  double differences_of_three() const { return 12 * u + 18 * u * u + 6 * u * u * u; }
  double three_minors() const { return 3 * u + u * (4 + 3 * u); }
  double orient2d_filter() const { return (3 * u + u * u) * (1 + u) / power(3); }
  double three_rows() const {  // but for the last rounding
    const double first = (2 + u) * (1 + u), second = (4 + 2 * u) * (1 + u) + u * first;
    return differences_of_three() + three_minors() + u * first + u * second;
  }
  double orient3d_filter() const { return three_rows() * (1 + u) / power(3); }
  double incircle_filter() const {
    const double of_products = 2 * u + u * u, sum_of_sines = 2.6, lifted = (1 + u) * (1 + u);
    const double error = 4 * u * (sum_of_sines + 3 * of_products) +
                         lifted * (3 * of_products + 3 * u + u * (sum_of_sines + 3 * u));
    const double first = lifted * (1 + u) * (1 + u), second = lifted * (2 + 2 * u) * (1 + u) + u * first;
    return (error + u * first + u * second) * (1 + u) / power(6);
  }
  double insphere_filter() const {
    const double l = std::max(std::pow(1 + u, 2) - power(3), std::pow(1 + u, 3) - power(2));
    const double last = u * (4 + three_rows()), error = three_rows() + last, largest = std::pow(1 + u, 3);
    const double first = (4 + error) * largest, second = 2 * first + u * first,
                 third = 3 * first + u * first + u * second;
    return (4 * l * (4 + differences_of_three()) + largest * 4 * error + u * (first + second + third)) *
           (1 + u) / power(7);
  }
};

struct rule_of_row {
  bounds::stage_row row;
  double (rules::*follows)() const;
};
constexpr rule_of_row all_rules[] = {
    {bounds::orient2d_filter, &rules::orient2d_filter}, {bounds::orient3d_filter, &rules::orient3d_filter},
    {bounds::incircle_filter, &rules::incircle_filter}, {bounds::insphere_filter, &rules::insphere_filter},
    {bounds::orient2d_pairs, &rules::orient2d_pairs},   {bounds::orient3d_pairs, &rules::orient3d_pairs},
    {bounds::incircle_pairs, &rules::incircle_pairs},   {bounds::insphere_pairs, &rules::insphere_pairs}};

// From 7 bits on; and a leading constant that is no larger than it has to be.
TEST(PredicateBounds, FollowFromTheRules) {
  for (const auto& [row, follows] : all_rules) {
    for (int p = 7; p <= 53; ++p) {
      const double u = std::ldexp(1.0, -p), proved = (rules{u}.*follows)(), stated = row.of(u);
      EXPECT_LE(proved, stated * (1 + 1e-15)) << row.predicate << ", u^" << row.power << ", p = " << p;
    }
    const double u = 0x1p-50, leading = (rules{u}.*follows)() / (row.power == 1 ? u : u * u);
    EXPECT_GT(leading, row.leading - 0.01) << row.predicate << ", u^" << row.power;
  }
}

// The code has them without a rounding.
TEST(PredicateBounds, AreFloatsAndDoubles) {
  for (const auto& [row, follows] : all_rules) {
    const double higher = row.higher * 0x1p-53;
    EXPECT_EQ((row.leading + higher) - row.leading, higher) << row.predicate << ", u^" << row.power;
    const double c = row.of(0x1p-24);
    EXPECT_EQ(static_cast<double>(static_cast<float>(c)), c) << row.predicate << ", u^" << row.power;
  }
}

// ---------------------------------------------------------------- in floats of 8 bits

constexpr int bits = 8;
using word = tiny<bits>;
__extension__ using wide = __int128;
template <std::size_t n>
using coordinates = std::array<double, n>;  // integers

struct determinant_of_differences {
  wide d[4][4] = {};
  wide minor_of(int i, int j) const { return d[i][0] * d[j][1] - d[i][1] * d[j][0]; }
  wide three(int i, int j, int k, int column = 2) const {
    return d[i][column] * minor_of(j, k) - d[j][column] * minor_of(i, k) + d[k][column] * minor_of(i, j);
  }
};

template <int dimension, std::size_t n>
determinant_of_differences differences_of(const coordinates<n>& c) {
  constexpr int last = static_cast<int>(n) / dimension - 1;
  determinant_of_differences m;
  const auto at = [&](int i, int k) {
    return static_cast<wide>(c[static_cast<std::size_t>(dimension * i + k)]);
  };
  for (int i = 0; i < last; ++i)
    for (int k = 0; k < dimension; ++k) {
      m.d[i][k] = at(i, k) - at(last, k);
      m.d[i][3] += m.d[i][k] * m.d[i][k];
    }
  return m;
}

template <std::size_t n>
point2<word> in_plane(const coordinates<n>& c, std::size_t i) {
  return {word::round(c[2 * i]), word::round(c[2 * i + 1])};
}
template <std::size_t n>
point3<word> in_space(const coordinates<n>& c, std::size_t i) {
  return {word::round(c[3 * i]), word::round(c[3 * i + 1]), word::round(c[3 * i + 2])};
}

struct orient2d {
  static constexpr std::size_t coordinates_of = 6;
  static wide exact(const coordinates<6>& c) { return differences_of<2>(c).minor_of(0, 1); }
  template <bool pairs>
  static auto estimate(const coordinates<6>& c) {
    const auto a = in_plane(c, 0), b = in_plane(c, 1), d = in_plane(c, 2);
    return pairs ? ff::detail::orient2d_estimate_in_pairs(a, b, d) : ff::detail::orient2d_estimate(a, b, d);
  }
};
struct orient3d {
  static constexpr std::size_t coordinates_of = 12;
  static wide exact(const coordinates<12>& c) { return differences_of<3>(c).three(0, 1, 2); }
  template <bool pairs>
  static auto estimate(const coordinates<12>& c) {
    const auto p = in_space(c, 0), q = in_space(c, 1), r = in_space(c, 2), s = in_space(c, 3);
    return pairs ? ff::detail::orient3d_estimate_in_pairs(p, q, r, s)
                 : ff::detail::orient3d_estimate(p, q, r, s);
  }
};
struct incircle {
  static constexpr std::size_t coordinates_of = 8;
  static wide exact(const coordinates<8>& c) { return differences_of<2>(c).three(0, 1, 2, 3); }
  template <bool pairs>
  static auto estimate(const coordinates<8>& c) {
    const auto p = in_plane(c, 0), q = in_plane(c, 1), r = in_plane(c, 2), s = in_plane(c, 3);
    return pairs ? ff::detail::incircle_estimate_in_pairs(p, q, r, s)
                 : ff::detail::incircle_estimate(p, q, r, s);
  }
};
struct insphere {
  static constexpr std::size_t coordinates_of = 15;
  static wide exact(const coordinates<15>& c) {
    const determinant_of_differences m = differences_of<3>(c);
    return m.d[3][3] * m.three(0, 1, 2) - m.d[2][3] * m.three(0, 1, 3) + m.d[1][3] * m.three(0, 2, 3) -
           m.d[0][3] * m.three(1, 2, 3);
  }
  template <bool pairs>
  static auto estimate(const coordinates<15>& c) {
    const auto p = in_space(c, 0), q = in_space(c, 1), r = in_space(c, 2), s = in_space(c, 3),
               t = in_space(c, 4);
    return pairs ? ff::detail::insphere_estimate_in_pairs(p, q, r, s, t)
                 : ff::detail::insphere_estimate(p, q, r, s, t);
  }
};

struct judged {
  double error;  // of the determinant, less what its own last roundings may be, over the bound
  double wrong;  // |the determinant| over the bound where its sign is not the exact one's
};
template <class Predicate, bool pairs>
judged judge(const coordinates<Predicate::coordinates_of>& c) {
  const auto estimate = Predicate::template estimate<pairs>(c);
  const double computed = estimate.determinant.value(), bound = estimate.bound.value();
  if (!(bound > 0)) return {0, 0};
  const wide exact = Predicate::exact(c), off = static_cast<wide>(computed) - exact;
  const double u = std::ldexp(1.0, -bits), relative = (pairs ? 2 : 1) * u / (1 - u) * std::fabs(computed);
  const bool wrong = computed > 0 ? exact <= 0 : computed < 0 && exact >= 0;
  return {std::max(0.0, std::fabs(static_cast<double>(off)) - relative) / bound,
          wrong ? std::fabs(computed) / bound : 0};
}

// From random points uphill: a coordinate or two drawn again or moved by one place, kept where that does not
// lower the error, or in every third run the wrong sign's distance from certainty.
template <class Predicate, bool pairs>
judged hunt(int runs, int steps) {
  constexpr std::size_t n = Predicate::coordinates_of;
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  const auto any = [&] {
    const double magnitude = std::ldexp(static_cast<double>((1 << (bits - 1)) + below(1 << (bits - 1))),
                                        static_cast<int>(below(7)));
    return below(16) == 0 ? 0.0 : below(2) == 0 ? magnitude : -magnitude;
  };
  judged worst{0, 0};
  for (int run = 0; run < runs; ++run) {
    coordinates<n> c{};
    for (double& x : c) x = any();
    double reached = -1;
    for (int step = 0; step < steps; ++step) {
      coordinates<n> t = c;
      for (std::uint64_t changes = 1 + below(2); changes > 0; --changes) {
        double& x = t[below(n)];
        const double place = std::max(1.0, std::ldexp(1.0, x == 0 ? 0 : std::ilogb(x) + 1 - bits));
        x = below(2) == 0 ? any() : word::round(below(2) == 0 ? x + place : x - place).value();
      }
      const judged now = judge<Predicate, pairs>(t);
      worst = {std::max(worst.error, now.error), std::max(worst.wrong, now.wrong)};
      const double height = run % 3 == 2 ? now.wrong + 0.01 * now.error : now.error;
      if (height >= reached) reached = height, c = t;
    }
  }
  return worst;
}

// No stage is ever certain of a wrong sign; one with a bound of `wrong_from` times its own would be.
template <class Predicate, bool pairs>
void expect_sound(const char* name, double error_from, double wrong_from) {
  const judged worst = hunt<Predicate, pairs>(60, 20'000);
  std::printf("%-16s p = %d: error up to %.3f of the bound, a wrong sign up to %.3f of it\n", name, bits,
              worst.error, worst.wrong);
  EXPECT_LE(worst.wrong, 1) << name;
  EXPECT_LE(worst.error, 1) << name;
  EXPECT_GE(worst.error, error_from) << name << ": a bound that is too large, or no hard points";
  EXPECT_GE(worst.wrong, wrong_from) << name << ": no hard points";
}
TEST(PredicateBounds, HoldInEightBits) {
  expect_sound<orient2d, false>("orient2d filter", 1.0 / 3, 1.0 / 3);
  expect_sound<orient3d, false>("orient3d filter", 1.0 / 3, 1.0 / 3);
  expect_sound<incircle, false>("incircle filter", 1.0 / 3, 0.2);
  expect_sound<insphere, false>("insphere filter", 0.15, 0.1);
  expect_sound<orient2d, true>("orient2d pairs", 0.1, 0.05);
  expect_sound<orient3d, true>("orient3d pairs", 0.05, 0.03);
  expect_sound<incircle, true>("incircle pairs", 0.03, 0.02);
  expect_sound<insphere, true>("insphere pairs", 0.01, 0.004);
}

}  // namespace
