// The kernels of ff/fast/kernels.hpp, from the very source, in floats of few bits, against the bounds that
// docs/proofs/fast.md proves.
//
// Errors are in units of u^2 of the sum of the terms' magnitudes.  They are computed in long double, which
// holds the sums of these operands exactly but for bits far below u^2.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ff/fast/kernels.hpp>
#include <random>
#include <vector>

#include "operands.hpp"

namespace {

using namespace tiny_float;
using ff::detail::closed;
using ff::detail::open_add;
using ff::detail::open_multiply;
using ff::detail::open_product;
using ff::detail::open_sum;

template <int P>
double units(long double error) {
  return static_cast<double>(std::fabs(error)) / (u<P> * u<P>);
}

// Low words over half an ulp of the head.
template <int P>
double weakness(number<P> x) {
  const double hi = x.hi().value(), lo = std::fabs(x.lo().value());
  if (hi == 0) return lo == 0 ? 0 : HUGE_VAL;
  return lo / (u<P> * from_bits(bits_of(hi) & 0x7ff0000000000000u));
}

template <int P>
class drawing {
 public:
  explicit drawing(unsigned seed)
      : random_(seed), normal_(normalised<P>(P + 2)), weak_(tiny_float::weak<P>()) {}

  number<P> operand(int lowest, int highest) {
    const std::uint64_t bits = random_();
    const number<P> x =
        bits % 8 == 0 ? weak_[(bits >> 8) % weak_.size()] : normal_[(bits >> 8) % normal_.size()];
    return scaled(x, std::ldexp(bits & 16 ? -1.0 : 1.0, exponent(lowest, highest)));
  }
  int exponent(int lowest, int highest) {
    return lowest + static_cast<int>(random_() % static_cast<std::uint64_t>(highest - lowest + 1));
  }
  bool one_in(unsigned n) { return random_() % n == 0; }

 private:
  std::mt19937_64 random_;
  std::vector<number<P>> normal_, weak_;
};

// A sum as it grows: what it is, the exact value and the sum of magnitudes.
template <int P>
struct growing {
  open_sum<tiny<P>> sum;
  long double exact, magnitude;
};
template <int P>
long double exactly(number<P> x) {
  return static_cast<long double>(x.hi().value()) + x.lo().value();
}

// ---------------------------------------------------------------- x y + z

// 12 u^2 and what the proof leaves to higher orders.
template <int P>
double fused_bound() {
  return 12 * (1 + 16 * u<P>);
}

template <int P>
double worst_multiply_add(int samples) {
  drawing<P> draw(P);
  double worst = 0, weakest = 0;
  for (int i = 0; i < samples; ++i) {
    const number<P> x = draw.operand(0, 0), y = draw.operand(0, 0), z = draw.operand(-(2 * P + 3), P + 3);
    const number<P> r = closed(open_add(open_multiply(x, y), z));
    const long double xy = exactly<P>(x) * exactly<P>(y), exact = xy + exactly<P>(z);
    worst = std::max(worst, units<P>((exactly<P>(r) - exact) / (std::fabs(xy) + std::fabs(exactly<P>(z)))));
    weakest = std::max(weakest, weakness<P>(r));
  }
  std::printf("| multiply-add | %2d | %.2f | |lo| to %.3f half ulps |\n", P, worst, weakest);
  EXPECT_LE(worst, fused_bound<P>());
  EXPECT_LE(weakest, 1) << "the result is no pair";
  return worst;
}

TEST(FastKernels, MultiplyAddKeepsItsBound) {
  EXPECT_GT(worst_multiply_add<4>(500'000), 3);
  EXPECT_GT(worst_multiply_add<6>(500'000), 3);
  EXPECT_GT(worst_multiply_add<8>(500'000), 3);
  EXPECT_GT(worst_multiply_add<11>(500'000), 3);
}

// ---------------------------------------------------------------- sums of n terms

// (2 n^2 + 10 n + 2) u^2, of two terms 22 u^2, and what the proof leaves to higher orders.
double units_of(int n) { return n == 2 ? 22 : 2 * n * n + 10 * n + 2; }
template <int P>
double sum_bound(int n) {
  return units_of(n) * (1 + 8 * n * u<P>);
}

// Adds a term: a product of pairs, of a pair and a word, a pair or a word.  One in four is chosen to cancel
// what there is.
template <int P>
growing<P> grown(growing<P> s, drawing<P>& draw) {
  using word = tiny<P>;
  number<P> x = draw.operand(-2, 2), y = draw.operand(-P, P);
  const auto head = s.sum.hi;
  if (draw.one_in(4) && head.value() != 0)
    y = ff::from_words(word::round(-head.value() / x.hi().value()), y.lo());
  const int kind = draw.exponent(0, 5);
  if (std::fabs(y.lo().value()) > u<P> * std::fabs(y.hi().value()) * (1 + 2 * u<P>))
    y = ff::from_words(y.hi(), word(0.0f));
  if (kind == 0) return {open_add(s.sum, y), s.exact + exactly<P>(y), s.magnitude + std::fabs(exactly<P>(y))};
  if (kind == 1)
    return {open_add(s.sum, y.hi()), s.exact + y.hi().value(), s.magnitude + std::fabs(y.hi().value())};
  if (kind == 2) {
    const long double v = exactly<P>(x) * y.hi().value();
    return {open_add(open_multiply(x, y.hi()), s.sum), s.exact + v, s.magnitude + std::fabs(v)};
  }
  const long double v = exactly<P>(x) * exactly<P>(y);
  return {open_add(open_multiply(x, y), s.sum), s.exact + v, s.magnitude + std::fabs(v)};
}

// A sum of two to start with: of products, of a product and a pair, of a product and a word.
template <int P>
growing<P> started(drawing<P>& draw) {
  const number<P> x = draw.operand(-2, 2), y = draw.operand(-2, 2), z = draw.operand(-2, 2),
                  w = draw.operand(-P, P);
  const auto xy = open_multiply(x, y);
  const long double v = exactly<P>(x) * exactly<P>(y);
  const int kind = draw.exponent(0, 2);
  if (kind == 0) return {open_add(xy, w), v + exactly<P>(w), std::fabs(v) + std::fabs(exactly<P>(w))};
  if (kind == 1) return {open_add(xy, w.hi()), v + w.hi().value(), std::fabs(v) + std::fabs(w.hi().value())};
  const long double zw = exactly<P>(z) * exactly<P>(w);
  return {open_add(xy, open_multiply(z, w)), v + zw, std::fabs(v) + std::fabs(zw)};
}

template <int P>
void sums_of(int n, int samples) {
  drawing<P> draw(static_cast<unsigned>(100 * P + n));
  double worst = 0, weakest = 0;
  for (int i = 0; i < samples; ++i) {
    growing<P> s = started<P>(draw);
    if (n >= 4 && draw.one_in(3)) {  // a tree instead of a chain
      growing<P> t = started<P>(draw);
      for (int k = 4; k < n; ++k) t = grown(t, draw);
      s = {open_add(s.sum, t.sum), s.exact + t.exact, s.magnitude + t.magnitude};
    } else {
      for (int k = 2; k < n; ++k) s = grown(s, draw);
    }
    const number<P> r = closed(s.sum);
    worst = std::max(worst, units<P>((exactly<P>(r) - s.exact) / s.magnitude));
    weakest = std::max(weakest, weakness<P>(r));
  }
  std::printf("| %d terms | %2d | %.2f of %g | |lo| to %.3f half ulps |\n", n, P, worst, units_of(n),
              weakest);
  EXPECT_LE(worst, sum_bound<P>(n)) << n << " terms, P = " << P;
  EXPECT_GE(worst, 2) << "the hard operands are missing";
  EXPECT_LE(weakest, 3) << "more than 1.5 ulps";
}

TEST(FastKernels, SumsOfTermsKeepTheirBound) {
  for (const int n : {2, 3, 4, 6, 8}) {
    sums_of<5>(n, 150'000);
    sums_of<8>(n, 150'000);
    sums_of<11>(n, 150'000);
  }
}

// ---------------------------------------------------------------- single steps

// A closed sum of stored numbers is add22_accurate, a closed product mul22, and so on, bit for bit.
template <int P>
void closed_kernels() {
  drawing<P> draw(3);
  const auto same = [](number<P> a, number<P> b) {
    return a.hi().value() == b.hi().value() && a.lo().value() == b.lo().value();
  };
  for (int i = 0; i < 300'000; ++i) {
    const number<P> x = draw.operand(-P, P), y = draw.operand(-P, P);
    ASSERT_TRUE(same(closed(open_add(x, y)), add22_accurate(x, y)));
    ASSERT_TRUE(same(closed(open_add(x, y)), closed(open_add(y, x))));
    ASSERT_TRUE(same(closed(open_add(x, y.hi())), add21(x, y.hi())));
    ASSERT_TRUE(same(closed(open_multiply(x, y)), mul22(x, y)));
    ASSERT_TRUE(same(closed(open_multiply(x, y.hi())), mul21(x, y.hi())));
  }
}
TEST(FastKernels, ClosedKernelsAreThoseOfArithmetic) {
  closed_kernels<5>();
  closed_kernels<8>();
}

// ---------------------------------------------------------------- the tests can fail

// A product whose rest is taken at its own head, not at the part that the sum has seen.
TEST(CanFail, AFastSumThatForgetsWhatItSawIsCaught) {
  constexpr int P = 8;
  drawing<P> draw(9);
  double worst = 0;
  for (int i = 0; i < 100'000; ++i) {
    const number<P> x = draw.operand(0, 0), y = draw.operand(0, 0), z = draw.operand(-4, P + 3);
    const auto p = open_multiply(x, y);
    const auto head = head_of(p), s = add_rn(head, z.hi());
    const number<P> r = closed(open_sum<tiny<P>>{s, add_rn(cross_terms(p, z.lo()), unseen_head(p, head))});
    const long double xy = exactly<P>(x) * exactly<P>(y), exact = xy + exactly<P>(z);
    worst = std::max(worst, units<P>((exactly<P>(r) - exact) / (std::fabs(xy) + std::fabs(exactly<P>(z)))));
  }
  EXPECT_GT(worst, fused_bound<P>());
}

// SloppyDWPlusDW in place of the accurate sum loses the relative bound.
TEST(CanFail, ASloppyDifferenceOfStoredNumbersIsCaught) {
  constexpr int P = 8;
  drawing<P> draw(10);
  double accurate = 0, sloppy = 0;
  for (int i = 0; i < 300'000; ++i) {
    const number<P> x = draw.operand(0, 0);
    number<P> y = draw.operand(0, 0);
    y = ff::from_words(neg(x.hi()), y.lo());
    const long double exact = exactly<P>(x) + exactly<P>(y);
    if (std::fabs(exact) < 1e-30L) continue;
    accurate = std::max(accurate, units<P>((exactly<P>(closed(open_add(x, y))) - exact) / exact));
    const open_sum<tiny<P>> s = open_add(open_sum<tiny<P>>{x.hi(), x.lo()}, y);
    sloppy = std::max(sloppy, units<P>((exactly<P>(closed(s)) - exact) / exact));
  }
  EXPECT_LE(accurate, 3 + 13 * u<P>);
  EXPECT_GT(sloppy, 16);
}

}  // namespace
