// The kernels of ff/directed/pair.hpp, from the very source, in floats of 4 to 8 bits: each result lies on
// its side of the exact value, whatever the operands, weak ones included, and is a strict pair.
//
// Operands are those of operands.hpp.  Sides are decided exactly, as signs of expansions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ff/directed/float.hpp>
#include <vector>

#include "exact.hpp"
#include "operands.hpp"

namespace tiny_float {

// The P-bit float at or beside x in direction R; x exact, or rounded to odd.
template <ff::toward R, int P>
tiny<P> directed(double x) {
  constexpr int dropped = 53 - P;
  const std::uint64_t towards_zero = bits_of(x) >> dropped;
  if (from_bits(towards_zero << dropped) == x) return tiny<P>::round(x);
  const bool away = (R == ff::toward::up) == (x > 0);
  return tiny<P>::round(from_bits((towards_zero + (away ? 1 : 0)) << dropped));
}

template <ff::toward R, int P>
tiny<P> add_toward(tiny<P> a, tiny<P> b) {
  return directed<R, P>(sum_to_odd(a.value(), b.value()));
}
template <ff::toward R, int P>
tiny<P> mul_toward(tiny<P> a, tiny<P> b) {
  return directed<R, P>(a.value() * b.value());
}
template <ff::toward R, int P>
tiny<P> fma_toward(tiny<P> a, tiny<P> b, tiny<P> c) {
  return directed<R, P>(sum_to_odd(a.value() * b.value(), c.value()));
}
// As the library's at 24 bits: 2u and terms of higher order.
template <int P>
tiny<P> correction_error(tiny<P>) {
  const double u = std::ldexp(1.0, -P);
  return directed<ff::toward::up, P>(2 * u * (1 + 4 * u));
}

}  // namespace tiny_float

// After the primitives that its templates are to find.
#include <ff/directed/pair.hpp>

namespace {

using ff::toward;
using ff_test::exact_sum;
using namespace tiny_float;

template <int P>
using numbers = std::vector<number<P>>;

template <int P>
numbers<P> both(int gaps) {
  numbers<P> all = normalised<P>(gaps);
  for (const number<P> x : weak<P>()) all.push_back(x);
  return all;
}

// ---------------------------------------------------------------- what a run found

struct tally {
  std::uint64_t results = 0, wrong_side = 0, not_strict = 0;
  double excess[2] = {0, 0};  // the largest distance to the exact value, in u^2 of `scale`: down, up

  // beyond: how far the exact value lies above the result, in its units; its sign is exact.
  template <int P>
  void judge(toward r, number<P> z, double beyond, double scale) {
    ++results;
    const double distance = r == toward::down ? beyond : -beyond;
    if (!(distance >= 0)) ++wrong_side;
    double& worst = excess[r == toward::up];
    worst = std::max(worst, distance / scale / (u<P> * u<P>));
    if (add_rn(z.hi(), z.lo()).value() != z.hi().value()) ++not_strict;
  }
};

// `most` is what the library states, in u^2; `floor` shows that the operands are hard ones.
template <int P>
void conclude(const char* name, const tally& t, double most, double floor) {
  std::printf("%-12s P = %d, %10llu results, at most %.3f u^2 below and %.3f u^2 above\n", name, P,
              static_cast<unsigned long long>(t.results), t.excess[0], t.excess[1]);
  EXPECT_EQ(t.wrong_side, 0u) << name << ", P = " << P;
  EXPECT_EQ(t.not_strict, 0u) << name << ", P = " << P;
  EXPECT_LE(std::max(t.excess[0], t.excess[1]), most) << name << ", P = " << P;
  EXPECT_GE(std::min(t.excess[0], t.excess[1]), floor) << name << ", P = " << P << ": no hard operands";
}

// Every i below total, or about `budget` of them spread evenly.
template <class F>
void visit(std::uint64_t total, std::uint64_t budget, F f) {
  const std::uint64_t stride = total <= budget ? 1 : total / budget | 1;
  for (std::uint64_t i = 0; i < total; i += stride) f(i);
}

// f(direction) for both directions, as a compile-time constant.
template <class F>
void either_way(F f) {
  f(std::integral_constant<toward, toward::down>{});
  f(std::integral_constant<toward, toward::up>{});
}

// ---------------------------------------------------------------- the kernels

constexpr std::uint64_t budget = 3'000'000;

template <int P>
void sums(const numbers<P>& xs, double floor) {
  tally t;
  const int lowest = -(2 * P + 3), binades = 2 - lowest;  // cancellation at every depth
  visit(xs.size() * xs.size() * static_cast<std::uint64_t>(2 * binades), budget, [&](std::uint64_t i) {
    const int e = lowest + static_cast<int>(i % static_cast<std::uint64_t>(binades));
    i /= static_cast<std::uint64_t>(binades);
    const number<P> x = scaled(xs[i / 2 / xs.size()], i % 2 == 0 ? 1 : -1);
    const number<P> y = scaled(xs[i / 2 % xs.size()], std::ldexp(1.0, e));
    either_way([&](auto r) {
      const number<P> z = ff::add22_toward<r()>(x, y);
      exact_sum<6> beyond;
      beyond.add(value(x)).add(value(y));
      const double sum = std::fabs(beyond.value());
      beyond.add(-z.hi().value()).add(-z.lo().value());
      t.judge(r(), z, beyond.value(), sum == 0 ? 1 : sum);
    });
  });
  conclude<P>("add22_toward", t, 5, floor);
}

template <int P>
void products(const numbers<P>& xs, double floor) {
  tally t;
  visit(2 * xs.size() * xs.size(), budget, [&](std::uint64_t i) {
    const number<P> x = scaled(xs[i / 2 / xs.size()], i % 2 == 0 ? 1 : -1), y = xs[i / 2 % xs.size()];
    const double product = value(x) * value(y);
    either_way([&](auto r) {
      const number<P> z = ff::mul22_toward<r()>(x, y);
      exact_sum<3> beyond;
      beyond.add(product).add(-z.hi().value()).add(-z.lo().value());
      t.judge(r(), z, beyond.value(), std::fabs(product));
    });
  });
  conclude<P>("mul22_toward", t, 6, floor);
}

template <int P>
void squares(const numbers<P>& xs, double floor) {
  tally t;
  for (const number<P> positive : xs)
    for (double sign : {1, -1}) {
      const number<P> x = scaled(positive, sign);
      const double square = value(x) * value(x);
      either_way([&](auto r) {
        const number<P> z = ff::sqr22_toward<r()>(x);
        exact_sum<3> beyond;
        beyond.add(square).add(-z.hi().value()).add(-z.lo().value());
        t.judge(r(), z, beyond.value(), square);
      });
    }
  conclude<P>("sqr22_toward", t, 4, floor);
}

template <int P>
void quotients(const numbers<P>& xs, double floor) {
  tally t;
  visit(2 * xs.size() * xs.size(), budget, [&](std::uint64_t i) {
    const number<P> x = scaled(xs[i / 2 / xs.size()], i % 2 == 0 ? 1 : -1), y = xs[i / 2 % xs.size()];
    either_way([&](auto r) {
      const number<P> z = ff::div22_toward<r()>(x, y);
      exact_sum<3> beyond;  // times y
      beyond.add(value(x)).add(-z.hi().value() * value(y)).add(-z.lo().value() * value(y));
      t.judge(r(), z, beyond.value(), std::fabs(value(x)));
    });
  });
  conclude<P>("div22_toward", t, 10, floor);
}

template <int P>
void roots(const numbers<P>& xs, double floor) {
  tally t;
  for (const number<P> in_first_binade : xs)
    for (double binade : {1, 2}) {
      const number<P> x = scaled(in_first_binade, binade);
      either_way([&](auto r) {
        const number<P> z = ff::sqrt22_toward<r()>(x);
        const double h = z.hi().value(), l = z.lo().value();
        exact_sum<4> beyond;  // x - z^2 = 2 sqrt(x) (sqrt(x) - z), nearly
        beyond.add(value(x)).add(-h * h).add(-2 * h * l).add(-l * l);
        t.judge(r(), z, beyond.value(), 2 * value(x));
      });
    }
  conclude<P>("sqrt22_toward", t, 8, floor);
}

template <int P>
void fused(const numbers<P>& xs, double floor) {
  tally t;
  const int lowest = -(2 * P + 3), binades = 3 * P + 7;
  const std::uint64_t n = xs.size();
  visit(n * n * n * 2 * static_cast<std::uint64_t>(binades), budget, [&](std::uint64_t i) {
    const int e = lowest + static_cast<int>(i % static_cast<std::uint64_t>(binades));
    i /= static_cast<std::uint64_t>(binades);
    const number<P> x = scaled(xs[i / 2 / n / n], i % 2 == 0 ? 1 : -1), y = xs[i / 2 / n % n];
    const number<P> z = scaled(xs[i / 2 % n], std::ldexp(1.0, e));
    const double product = value(x) * value(y);
    either_way([&](auto r) {
      const number<P> w = ff::fma22_toward<r()>(x, y, z);
      exact_sum<5> beyond;
      beyond.add(product).add(z.hi().value()).add(z.lo().value()).add(-w.hi().value()).add(-w.lo().value());
      t.judge(r(), w, beyond.value(), std::fabs(product) + std::fabs(value(z)));
    });
  });
  conclude<P>("fma22_toward", t, 8, floor);
}

template <int P>
void all(int gaps) {
  const numbers<P> xs = both<P>(gaps);
  sums<P>(xs, 2.9);
  products<P>(xs, 4.8);
  squares<P>(xs, 2.9);
  quotients<P>(xs, 8.4);
  roots<P>(xs, 5.2);
  fused<P>(xs, 6);
}

TEST(DirectedKernels, At4Bits) { all<4>(3); }
TEST(DirectedKernels, At5Bits) { all<5>(2); }
TEST(DirectedKernels, At6Bits) { all<6>(1); }
TEST(DirectedKernels, At8Bits) { all<8>(0); }

// ---------------------------------------------------------------- the tests can fail

// A product whose tail is rounded to nearest is no bound, and the tally sees it.
TEST(DirectedKernels, TailsRoundedToNearestAreCaught) {
  const numbers<5> xs = both<5>(1);
  tally t;
  for (const auto x : xs)
    for (const auto y : xs) {
      const auto z = ff::mul22(x, y);
      exact_sum<3> beyond;
      beyond.add(value(x) * value(y)).add(-z.hi().value()).add(-z.lo().value());
      t.judge(toward::down, z, beyond.value(), value(x) * value(y));
    }
  EXPECT_GT(t.wrong_side, 1000u);
  EXPECT_GT(t.not_strict, 0u);
}

}  // namespace
