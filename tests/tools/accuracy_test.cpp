// The report's own parts: its rows, its vectors, its two oracles, its verdicts, the recorded worst cases and
// the README's table.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ff/ff.hpp>
#include <ff/interval/bounds.hpp>
#include <ff/special.hpp>
#include <ff/wide.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "accuracy/fleet/fleet.hpp"
#include "accuracy/judge/climb.hpp"
#include "accuracy/judge/values.hpp"
#include "accuracy/pages/pages.hpp"
#include "catalogue/arithmetic.hpp"
#include "catalogue/functions.hpp"
#include "catalogue/special.hpp"
#include "reports.hpp"

namespace {

using namespace accuracy;
using namespace ff_test;
using catalogue::in_range;
using catalogue::is_single;
using catalogue::span_of;

const subjects& rows() {
  static const subjects all = value_subjects(false);
  return all;
}
const value_row& row(const std::string& name) { return *find_value_row(name); }

stream all_classes(std::uint64_t seed) { return {seed, first_classes(catalogue::class_count)}; }

std::vector<evaluation> evaluated(const value_row& row, std::uint64_t seed, std::size_t count) {
  std::vector<evaluation> all(count);
  row.cpu->evaluate(all_classes(seed), 0, all);
  return all;
}

std::uint32_t bits(float a) { return ff::detail::to_bits(a); }

// ---------------------------------------------------------------- rows

template <ff::size_t count>
void expect_rows(const ff::bounds::function_row (&family)[count]) {
  for (const ff::bounds::function_row& b : family)
    EXPECT_TRUE(find_value_row(b.name)) << b.name << " is never tested";
}

TEST(Registry, EveryRowHasABoundAndEveryBoundARow) {
  std::set<std::string> names;
  for (const value_row& r : value_rows()) {
    EXPECT_TRUE(r.info.bounded()) << r.info.name << " has no bound of its name";
    EXPECT_TRUE(names.insert(r.info.name).second) << "two rows are called " << r.info.name;
    EXPECT_TRUE(!r.info.original || find_value_row(r.info.original)) << r.info.name;
  }
  catalogue::each_operator([](const ff::bounds::operator_row& b) {
    EXPECT_TRUE(find_value_row(b.name)) << b.name << " has a bound but is never tested";
  });
  using namespace ff::bounds;
  expect_rows(exponentials);
  expect_rows(logarithms);
  expect_rows(powers);
  expect_rows(cube_roots);
  expect_rows(euclidean_lengths);
  expect_rows(trigonometric);
  expect_rows(half_turns);
  expect_rows(inverse_tangents);
  expect_rows(inverse_sines);
  expect_rows(hyperbolics);
  expect_rows(inverse_hyperbolics);
  expect_rows(error_functions);
  expect_rows(error_complements);
  expect_rows(error_inverses);
  expect_rows(tgammas);
  expect_rows(lgammas);
  expect_rows(small_vectors);
  expect_rows(complex_numbers);
  expect_rows(wide_numbers);
  expect_rows(norms);
  expect_rows(boys_functions);
  expect_rows(modified_bessel_functions);
  expect_rows(bessel_functions);
  expect_rows(bessel_functions_of_order);
  expect_rows(exponential_integrals);
  expect_rows(digammas);
  expect_rows(lambert_functions);
  expect_rows(zetas);
  expect_rows(complex_hyperbolics);
  expect_rows(complex_inverses);
}

// Every callable that catalogue/ names is visited: in a row, or without one.
TEST(Registry, EveryEntryIsVisited) {
  std::set<std::string> visited;
  for (const value_row& r : value_rows()) visited.insert(r.info.entry);
  const auto add = [&](auto entry) { visited.insert(decltype(entry)::name); };
  catalogue::functions_without_row(add);
  catalogue::special::operators_without_entry(add);
  catalogue::special::comparisons(add);
  catalogue::special::conversions(add);
  catalogue::special::exact_functions(add);
  int entries = 0;
  for (const auto& file : fs::recursive_directory_iterator(fs::path(FF_SOURCE_DIR) / "catalogue")) {
    if (!file.is_regular_file()) continue;
    const std::string text = read_file(file.path()), mark = "\nCATALOGUE_ENTRY(";
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; ++entries) {
      at += mark.size();
      const std::string name = text.substr(at, text.find(',', at) - at);
      EXPECT_TRUE(visited.count(name)) << name << " of " << file.path() << " is in no list";
    }
  }
  EXPECT_GE(entries, 110);
}

// No row's time depends on what its words are, pairs or not: lgamma once took a step for each unit of a low
// word, minutes in all.  A call of the slowest takes some microseconds.
TEST(Registry, AnyWordsTakeNoLonger) {
  random_bits draws(9, 0, 0);
  for (const value_row& r : value_rows()) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 4000; ++i) {
      operands v{};
      for (int k = 0; k < r.info.how.arguments; ++k) {
        const std::uint64_t b = draws.next();
        const float hi = ff::detail::from_bits(static_cast<std::uint32_t>(b));
        // Half of the heads are moderate, where more is done than for huge ones; a low word may exceed them.
        const float moderate = ff::detail::from_bits((bits(hi) & 0x83ffffffu) | 0x3c000000u);
        const float lo = ff::detail::from_bits(static_cast<std::uint32_t>(b >> 32));
        v[k] = from_words(i % 2 == 0 ? hi : moderate, is_single(r.info.how, k) ? 0.0f : lo);
      }
      r.cpu->evaluate_one(v);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_LT(taken.count(), 2) << r.info.name;
  }
}

// ---------------------------------------------------------------- vectors

// floor(log2 |x|) of a pair is that of its head or one less.
bool inside(ff_t x, ff::bounds::exponent_range m) {
  const double a = std::fabs(static_cast<double>(x));
  return a >= std::ldexp(1.0 - 0x1p-23, m.low) && a < std::ldexp(1.0, m.high);
}

// The hard ones and the fitted ones too.
TEST(Vectors, StayInTheDomainAndArePairs) {
  int functions = 0, products = 0, quotients = 0, small_products = 0;
  for (const value_row& r : value_rows()) {
    if (r.info.kind == group::outside) continue;
    const recipe& how = r.info.how;
    functions += how.of_values;
    const std::string name = r.info.original ? r.info.original : r.info.entry;
    const auto names = [&](const char* part) { return !how.of_values && name.find(part) != name.npos; };
    const bool product = names("mul") || names("two_prod") || names("fma") || names("dot_step");
    const bool quotient = names("div");
    products += product, quotients += quotient;
    const std::vector<evaluation> all = evaluated(r, 7, 16000);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const operands& v = all[i].v;
      for (int k = 0; k < how.arguments; ++k) {
        const ff_t x = v[k];
        if (how.of_values) {
          ASSERT_TRUE(in_range(span_of(how, k), x)) << r.info.name << " operand " << k << " vector " << i;
        } else if (name == "lerp" && k == 2) {
          ASSERT_TRUE(x >= 0 && x <= 1) << "the share of vector " << i;
        } else {
          ASSERT_TRUE(inside(x, k == 0 ? how.where.x : how.where.y))
              << r.info.name << " operand " << k << " vector " << i;
        }
        const double half_ulp = std::ldexp(1.0, catalogue::exponent_of(x.hi()) - 24);
        ASSERT_LE(std::fabs(double(x.lo())), half_ulp * (1 + 0x1p-23)) << r.info.name << " vector " << i;
        if (is_single(how, k)) {
          ASSERT_EQ(x.lo(), 0.0f);
        }
      }
      if (how.of_values || !(product || quotient)) continue;
      const double x = static_cast<double>(v.x), y = static_cast<double>(v.y);
      const bool with_summand = how.scale == ff::bounds::relative_to::operands;
      const double summand = with_summand ? std::fabs(static_cast<double>(v.z)) : 0;
      const double result = std::fabs(product ? x * y : x / y) + summand;
      small_products += with_summand && std::fabs(x * y) < std::ldexp(1.0, how.where.result.low);
      ASSERT_GE(result, std::ldexp(1.0, how.where.result.low)) << r.info.name;
      ASSERT_LT(result, std::ldexp(1.0, how.where.result.high)) << r.info.name;
    }
  }
  EXPECT_GT(functions, 50);
  EXPECT_GE(products, 14);
  EXPECT_GE(quotients, 5);
  EXPECT_GT(small_products, 1000);
}

TEST(Vectors, DependOnSeedClassAndIndexAlone) {
  const auto at = [&](std::uint64_t seed, input_class c, std::uint64_t i) {
    using drawn = catalogue::summands;
    return catalogue::make_vector<drawn>(row("add22").info.how, seed, c, i, drawn::draw).x.hi();
  };
  EXPECT_EQ(at(3, input_class::ties, 5), at(3, input_class::ties, 5));
  EXPECT_NE(at(3, input_class::ties, 5), at(4, input_class::ties, 5));
  EXPECT_NE(at(3, input_class::ties, 5), at(3, input_class::ties, 6));
}

// ---------------------------------------------------------------- oracles

// The search's oracle against the judge (MPFR), row by row.  Sums, products, quotients and roots of pairs of
// doubles are as good as exact here; where a formula has functions, they are within 2 ulps of double.
TEST(Oracles, Agree) {
  int searched = 0;
  for (const value_row& r : value_rows()) {
    const std::string name = r.info.name;
    if (r.info.kind == group::outside || r.info.kind == group::mutant || r.info.kind == group::function)
      continue;
    const auto has = [&](const char* part) { return name.find(part) != name.npos; };
    const auto has_one_of = [&](std::initializer_list<const char*> parts) {
      return std::any_of(parts.begin(), parts.end(), has);
    };
    const bool of_functions = has_one_of({"exp", "pow", "log", "arg", "polar", "sin", "cos", "tan"});
    // As of functions, the search knows the errors of special ones by double alone.
    if (has_one_of(
            {"boys", "cyl", "j0", "j1", "jn", "y0", "y1", "yn", "expint", "digamma", "lambert", "zeta"}))
      continue;
    const std::vector<evaluation> all = evaluated(r, 11, 20000);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double estimate = r.estimate(r.info.how, all[i].v, all[i].result);
      if (estimate < 0) continue;
      ++compared;
      const double exact = r.error(r.info.how, all[i].v, all[i].result);
      ASSERT_NEAR(estimate, exact, of_functions ? 0.25 : 1e-5 * (1 + exact)) << name << " vector " << i;
    }
    EXPECT_TRUE(!r.searched || compared > all.size() / 2) << name;
    searched += r.searched;
  }
  EXPECT_GE(searched, 65);
}

// The search's worst are as bad as it says: estimates that exceed MPFR's errors would fill its list and hide
// the worst.  Double's own functions are good to a few ulps, 1/16 u^2 each.
TEST(Oracles, SearchIsNotMisled) {
  int functions = 0;
  for (const value_row& r : value_rows()) {
    if (r.info.kind != group::function) continue;
    const auto found = r.cpu->hunt(all_classes(5), 1 << 17);
    ASSERT_FALSE(found.empty()) << r.info.name;
    if (found[0].error < 0) continue;  // double has no such function on the host
    ++functions;
    for (std::size_t k = 0; k < std::min<std::size_t>(found.size(), 8); ++k) {
      const auto& [estimate, v] = found[k];
      const double exact = r.error(r.info.how, v, r.cpu->evaluate_one(v));
      EXPECT_NEAR(estimate, exact, 0.4)
          << r.info.name << " at " << v.x.hi() << ' ' << v.x.lo() << " and " << v.y.hi() << ' ' << v.y.lo();
    }
  }
  EXPECT_GE(functions, 65);
}

double error_of(const char* name, const operands& v, const outcome& result) {
  return row(name).error(row(name).info.how, v, result);
}

// MPFR itself against results known by hand.
TEST(Oracles, JudgeKnownErrors) {
  const operands v{ff_t(1.0f), ff_t(0x1p-60f), ff_t(0.0f)};
  EXPECT_EQ(error_of("add22", v, from_words(1.0f, 0x1p-60f)), 0);
  EXPECT_NEAR(error_of("add22", v, from_words(1.0f, 0.0f)), 0x1p-12, 1e-15);
  EXPECT_NEAR(error_of("add22", v, from_words(1.0f, 0x1p-47f)), 2 - 0x1p-12, 1e-12);
  EXPECT_TRUE(std::isinf(error_of("add22", v, from_words(ff::detail::infinity, 0.0f))));
  const operands cancelled{ff_t(1.0f), ff_t(-1.0f), ff_t(0.0f)};
  EXPECT_EQ(error_of("add22", cancelled, from_words(0.0f, 0.0f)), 0);
  EXPECT_TRUE(std::isinf(error_of("add22", cancelled, from_words(0x1p-149f, 0.0f))));
}

// Errors of results put down by hand: by component, of the sum of products, and of the whole.
TEST(Oracles, JudgeKnownErrorsOfComposites) {
  const operands i_times_i{0.0f, 1.0f, 0.0f, {1.0f}}, unit{3.0f, 4.0f, 0.0f};
  EXPECT_EQ(error_of("complex_mul", i_times_i, {-1.0f, 0.0f}), 0);
  EXPECT_NEAR(error_of("complex_mul", i_times_i, {from_words(-1.0f, 0x1p-47f), 0.0f}), 2, 1e-9);
  EXPECT_NEAR(error_of("complex_mul", i_times_i, {from_words(-1.0f, 0x1p-48f), 0x1p-48f}), std::sqrt(2),
              1e-9);
  EXPECT_TRUE(std::isinf(error_of("complex_mul_parts", i_times_i, {-1.0f, 0x1p-60f})));
  EXPECT_TRUE(std::isinf(error_of("complex_mul", i_times_i, {-1.0f, ff::detail::quiet_nan})));
  const operands orthogonal{1.0f, 1.0f, 1.0f, {-1.0f}};
  EXPECT_EQ(error_of("dot2", orthogonal, ff_t(0.0f)), 0);
  EXPECT_NEAR(error_of("dot2", orthogonal, ff_t(0x1p-46f)), 2, 1e-9);
  EXPECT_EQ(error_of("length2", unit, ff_t(5.0f)), 0);
  EXPECT_NEAR(error_of("length2", unit, from_words(5.0f, 5 * 0x1p-48f)), 1, 1e-9);
  EXPECT_EQ(error_of("complex_sqrt", {-4.0f, -0.0f, 0.0f}, {0.0f, -2.0f}), 0);
  EXPECT_GT(error_of("complex_sqrt", {-4.0f, -0.0f, 0.0f}, {0.0f, 2.0f}), 0x1p48);
  EXPECT_NEAR(error_of("complex_pow", {1.0f, 0.0f, 7.0f}, {from_words(1.0f, 0x1p-48f), 0.0f}), 1, 1e-9);
  EXPECT_NEAR(error_of("complex_pow_real", {1.0f, 0.0f, 7.0f}, {from_words(1.0f, 0x1p-48f), 0.0f}), 1.0 / 8,
              1e-9);
}

// ---------------------------------------------------------------- the search

// A vector's relatives are vectors: pairs, in range, zeros and single words as before; few are itself.
TEST(Search, RelativesAreVectors) {
  random_bits draws(3, 0, 0);
  for (const value_row& r : value_rows()) {
    const recipe& how = r.info.how;
    const char* name = r.info.name;
    int moved = 0, all_zero = 0;
    for (const auto& [v, result] : evaluated(r, 3, 2000)) {
      const operands w = catalogue::make_relative(draws, how, v);
      bool same = true, zero = true;
      for (int k = 0; k < how.arguments; ++k) {
        zero = zero && v[k].hi() == 0;
        same = same && bits(v[k].hi()) == bits(w[k].hi()) && bits(v[k].lo()) == bits(w[k].lo());
        if (v[k].hi() == 0) {
          ASSERT_EQ(w[k].hi(), 0) << name;
          continue;
        }
        const float exponent = std::max(std::fabs(w[k].hi()), 0x1p-126f);
        ASSERT_EQ(bits(v[k].hi()) >> 23, bits(w[k].hi()) >> 23) << name;
        const double most = std::ldexp(1 + 0x1p-23, std::ilogb(exponent) - 24);  // the class `weak` has it
        ASSERT_LE(std::fabs(w[k].lo()), most) << name;
        ASSERT_TRUE(!is_single(how, k) || w[k].lo() == 0) << name;
        if (how.of_values && in_range(span_of(how, k), v[k])) {
          ASSERT_TRUE(in_range(span_of(how, k), w[k])) << name << " at " << w[k].hi() << ' ' << w[k].lo();
        }
      }
      moved += !same;
      all_zero += zero;
    }
    EXPECT_GE(moved, (2000 - all_zero) / 2) << name;
  }
}

// About a bad vector lie others as bad, which vectors drawn in the same number do not show.
TEST(Search, AboutTheWorst) {
  runner& hypot = *row("hypot").cpu;
  const operands bad{from_words(0x1.6ab4f2p+1f, -0x1.ff3ee2p-24f),
                     from_words(0x1.0260cp-5f, -0x1.1e9692p-31f), 0.0f};
  const auto drawn = hypot.hunt(all_classes(3), 1 << 17);
  const auto about = hypot.hunt(all_classes(3), 1 << 17, {bad});
  EXPECT_GE(about.at(0).error, 3.3);
  EXPECT_LE(drawn.at(0).error, 3.3);
  for (const auto& [error, v] : about) {
    EXPECT_EQ(std::ilogb(v.x.hi()), 1) << "not about it";
    EXPECT_GT(error, 1.5);
  }
}

// Runs on the CPU, but for what it finds: call n of hunt() finds 1 + n/1024 alone, where the sum with zero is
// then n 2^-48 off, as it is from 1 to 2.
class scripted_runner final : public runner {
 public:
  struct call {
    std::uint64_t seed, evaluations;
    std::vector<operands> about;
  };
  std::vector<call> calls;

  bool is_gpu() const override { return false; }
  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& results) override {
    row("add22").cpu->evaluate(s, first, results);
  }
  std::vector<outcome> evaluate_given(const std::vector<operands>& given) override {
    std::vector<outcome> results = row("add22").cpu->evaluate_given(given);
    for (std::size_t k = 0; k < given.size(); ++k) {
      const operands& v = given[k];
      if (v.y.hi() != 0 || v.x.hi() < 1 || v.x.hi() >= 2) continue;
      results[k] = from_words(v.x.hi(), v.x.lo() + (v.x.hi() - 1) * 1024 * 0x1p-48f);
    }
    return results;
  }
  std::vector<candidate> hunt(const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    const auto n = static_cast<float>(calls.size());
    calls.push_back({s.seed, evaluations, about});
    return {{n, {1 + n / 1024, 0.0f, 0.0f}}};
  }
  std::vector<candidate> exhaust() override { return {}; }
  std::uint64_t evaluations_of_a_round() const override { return 1000; }
};

// Three quarters of the vectors are drawn; then each of four generations is about the worst of all before it.
TEST(Search, GoesOnAboutTheWorstInGenerations) {
  const auto script = std::make_shared<scripted_runner>();
  const value_subject scripted(row("add22"), script);
  const trial t = scripted.study({all_classes(3), 1000, (1 << 20) + 7});
  ASSERT_EQ(script->calls.size(), 5u);
  EXPECT_TRUE(script->calls[0].about.empty());
  EXPECT_EQ(script->calls[0].evaluations, (3 << 18) + 7u);
  std::uint64_t looked_at = 0;
  std::set<std::uint64_t> seeds;
  for (std::size_t n = 0; n < 5; ++n) {
    const auto& [seed, evaluations, about] = script->calls[n];
    looked_at += evaluations;
    seeds.insert(seed);
    ASSERT_EQ(about.size(), n);
    for (std::size_t k = 0; k < n; ++k) {
      EXPECT_EQ(about[k].x.hi(), 1 + static_cast<float>(n - 1 - k) / 1024) << "not the worst first";
    }
  }
  EXPECT_EQ(looked_at, (1u << 20) + 7);
  EXPECT_EQ(t.hunted, looked_at);
  EXPECT_EQ(seeds.size(), 5u) << "a generation repeats another's draws";
  // The climb at the end goes on from 1 + 4/1024, where the error is 4 u^2 and grows, to nearly 2.
  EXPECT_GT(std::strtof(t.prey.input.at(0).c_str(), nullptr), 1.9f);
  EXPECT_GT(t.prey.error, 400);
}

// sinpi as it was on one cell until a hunt stopped at 3.982 u^2: the low terms of series and angle in one sum
// each.
ff_t sinpi_of_one_sum(ff_t x) {
  using namespace ff::detail;
  using namespace ff;
  // the cell's sine and cosine and its point then
  constexpr float point = 0x1.008e8p-9f, f = 0x1.008e76p-9f, f_low = -0x1.7908e8p-34f,
                  f_slope = 0x1.ffffcp-1f, f_slope_low = -0x1.1d49f2p-27f;
  const quadrant_rest r = split_half_turn(x.hi(), x.lo());
  if (to_bits(add_rn(ff::abs(mul_rn(r.hi, pi.hi)), 0x1.bdp-5f)) >> 17 != 7859u) return sinpi(x);
  const float a = ff::abs(r.hi), low = flip_by(r.lo, r.hi);
  const float t = fma_rn(point, 0x1.45f306p-2f, mul_rn(point, 0x1.b9391p-27f));
  const auto [u, ul] = fast_add12(sub_rn(a, t), low);
  // pi.hi d + c as its nearest float and what that leaves
  const auto times_pi_and = [](float d, float c) {
    const float h = fma_rn(pi.hi, d, c);
    return from_words(h, add_rn(fma_rn(pi.hi, d, neg(h)), c));
  };
  const auto [p, pl] = times_pi_and(u, fma_rn(pi.mid, a, fma_rn(pi.hi, t, neg(point))));
  const auto [h, hl] = fast_add12(p, fma_rn(pi.hi, ul, add_rn(pl, fma_rn(pi.mid, low, mul_rn(pi.lo, a)))));

  const float half = mul_rn(h, -0.5f), square = mul_rn(h, h);
  const float cubic = mul_rn(square, fma_rn(square, 1.0f / 120, -1.0f / 6));
  const float g = fma_rn(half, f, f_slope), drop = sub_rn(f_slope, g);
  const float gl =
      fma_rn(cubic, fma_rn(0.5f, drop, g), add_rn(fma_rn(half, f, drop), fma_rn(half, f_low, f_slope_low)));
  const float s = fma_rn(h, g, f), e = fma_rn(h, g, sub_rn(f, s));
  const float slope = fma_rn(neg(h), fma_rn(neg(half), f_slope, f), f_slope);
  const float small = fma_rn(h, gl, mul_rn(hl, slope));
  return flip_by_bit(fast_add12(s, add_rn(e, add_rn(small, f_low))), sine_sign(r.quadrant, r.hi));
}

// About the vector where that hunt stopped lies one of 4.07 u^2, with the same head.  A climb finds it.
TEST(Search, ClimbsToTheMaximum) {
  const value_row& sinpi = row("sinpi");
  const recipe& how = sinpi.info.how;
  const auto estimated = [&](const operands& v) {
    return sinpi.estimate(how, v, outcome{sinpi_of_one_sum(v.x)});
  };
  const operands found{from_words(-0x1.7db378p-11f, -0x1.092608p-36f), 1.0f, 0.0f};
  const auto error = [&](const operands& v) { return sinpi.error(how, v, outcome{sinpi_of_one_sum(v.x)}); };
  EXPECT_NEAR(error(found), 3.982, 1e-3);
  const auto reached = climbed({{estimated(found), found}}, 1, how, 1, 64, 64, estimated);
  double worst = 0;
  for (const candidate& c : reached) worst = std::max(worst, error(c.v));
  EXPECT_GE(worst, 4.03);
  EXPECT_LE(reached.size(), 64u);
  // Where one evaluation judges a vector, MPFR can climb too.
  const auto judged = climbed(reached, winners_of_a_lap, how, 1, 1, 1, error);
  EXPECT_GE(judged.at(0).error, 4.03);
}

// Rivals are vectors as relatives are: pairs within the row's range, of the same exponents.
TEST(Search, RivalsAreVectors) {
  random_bits draws(5, 0, 0);
  for (const char* name : {"sinpi", "log", "pow", "pown", "add22", "fma22", "cross", "mul21"}) {
    const recipe& how = row(name).info.how;
    int heads = 0, lows = 0;
    for (const auto& [v, result] : evaluated(row(name), 3, 2000)) {
      for (const bool low : {false, true}) {
        const operands w = rival_of(draws, how, v, low);
        for (int k = 0; k < how.arguments; ++k) {
          const bool same_head = bits(v[k].hi()) == bits(w[k].hi());
          heads += !same_head && !low, lows += bits(v[k].lo()) != bits(w[k].lo());
          ASSERT_EQ(bits(v[k].hi()) >> 23, bits(w[k].hi()) >> 23) << name;
          ASSERT_TRUE(same_head || !low || is_single(how, k)) << name;
          ASSERT_TRUE(!is_single(how, k) || w[k].lo() == 0) << name;
          const double most =
              std::ldexp(1 + 0x1p-23, std::ilogb(std::max(std::fabs(w[k].hi()), 0x1p-126f)) - 24);
          ASSERT_LE(std::fabs(w[k].lo()), most) << name;
          if (how.of_values && in_range(span_of(how, k), v[k])) {
            ASSERT_TRUE(in_range(span_of(how, k), w[k])) << name;
          }
        }
      }
    }
    EXPECT_GT(heads, 800) << name;
    EXPECT_GT(lows, 500) << name;
  }
}

// ---------------------------------------------------------------- verdicts

// What each rank looks at is its own, and all of it is looked at; any number of ranks looks at the same.
TEST(Fleet, SharesDependOnTheSearchAlone) {
  const stream s = all_classes(3);
  const auto looked_at = [&](int ranks, std::uint64_t evaluations) {
    std::multiset<std::pair<std::uint64_t, std::uint64_t>> all;
    for (int rank = 0; rank < ranks; ++rank) {
      scripted_runner where;
      hunt_own_shares(where, s, evaluations, {}, shares_of(where, evaluations), rank, ranks);
      for (const auto& call : where.calls) all.emplace(call.seed, call.evaluations);
    }
    return all;
  };
  for (const std::uint64_t evaluations : {1000u, 8000u, 16000u, 100000u, 1u << 30}) {
    const auto alone = looked_at(1, evaluations);
    std::set<std::uint64_t> seeds;
    std::uint64_t total = 0;
    for (const auto& [seed, count] : alone) seeds.insert(seed), total += count;
    EXPECT_EQ(seeds.size(), alone.size()) << "a share is looked at twice";
    EXPECT_EQ(seeds.count(s.seed), 1u);
    EXPECT_LE(total, evaluations);
    EXPECT_GT(total + alone.size(), evaluations);
    for (const int ranks : {2, 3, 7}) EXPECT_EQ(looked_at(ranks, evaluations), alone) << ranks << " ranks";
  }
  scripted_runner where;
  EXPECT_EQ(shares_of(where, 7999), 1u);
  EXPECT_EQ(shares_of(where, 16000), 2u);
  EXPECT_EQ(shares_of(where, std::uint64_t{1} << 50), 960u);
}

TEST(Verdicts, MutantsAreCaughtAndTheirOriginalsAreNot) {
  expect_mutants_caught(rows(), {all_classes(1), 1 << 16}, 24);
}

TEST(Verdicts, AHuntFindsWhatVectorsMiss) {
  const trial t = named(rows(), "mul22").study({all_classes(1), 1 << 10, 1 << 22});
  EXPECT_GT(t.prey.error, t.worst.error);
  EXPECT_GT(t.prey.error, 3.9);
  EXPECT_TRUE(t.passed());
}

// Whatever the threads do, one vector of several that are as bad is named.
TEST(Verdicts, TheWorstIsTheFirstOfItsKind) {
  const plan p{all_classes(1), 1 << 16};
  const instance one = named(rows(), "paper_add22").study(p).worst;
  for (int again = 0; again < 4; ++again)
    EXPECT_EQ(named(rows(), "paper_add22").study(p).worst.input, one.input);
}

// accuracy/worst/*.wc: the worst vectors ever found.  Each must still give the error recorded with it.
TEST(WorstCases, Replay) {
  const int replayed = replay_worst_cases(
      rows(), fs::path(FF_SOURCE_DIR) / "accuracy/worst",
      [](const subject& row, const std::string& line, const instance& now, double recorded) {
        EXPECT_NEAR(now.error, recorded, 1e-3) << row.name() << ": " << line;
        EXPECT_LE(now.error, row.bound() + ff::bounds::higher_order) << row.name() << ": " << line;
      });
  EXPECT_GT(replayed, 20);
}

// ---------------------------------------------------------------- pages

const command::provenance by_hand{"a device", "1.2", "abc", "ff-accuracy", 1};

TEST(Report, JsonCsvAndSvgHoldTheRun) {
  const plan p{all_classes(1), 1 << 12};
  const std::vector<trial> trials{named(rows(), "mul22").study(p), named(rows(), "add12").study(p)};
  const auto json = nlohmann::json::parse(to_json(by_hand, trials));
  EXPECT_EQ(json.at("device"), "a device");
  ASSERT_EQ(json.at("operators").size(), 2u);
  EXPECT_EQ(json["operators"][0].at("max_u2").get<double>(), trials[0].worst.error);
  EXPECT_EQ(json["operators"][0].at("worst_input").size(), 4u);
  EXPECT_EQ(json["operators"][1].at("worst_input").size(), 2u);
  std::uint64_t counted = 0;
  for (std::uint64_t n : json["operators"][0]["histogram"]["counts"]) counted += n;
  EXPECT_EQ(counted, p.count);
  const std::string csv = to_csv(trials);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

// A composite's row holds all of its operands and results.
TEST(Report, HoldsEveryComponent) {
  const plan p{all_classes(1), 1 << 12, 1 << 18};
  const std::vector<trial> trials{named(rows(), "cross").study(p), named(rows(), "dot4").study(p)};
  EXPECT_GT(trials[1].prey.error, trials[1].worst.error);
  const auto json = nlohmann::json::parse(to_json(by_hand, trials));
  EXPECT_EQ(json["operators"][0].at("worst_input").size(), 12u);
  EXPECT_EQ(json["operators"][0].at("worst_result").size(), 6u);
  EXPECT_EQ(json["operators"][1].at("worst_input").size(), 16u);
  EXPECT_EQ(json["operators"][1].at("worst_result").size(), 2u);
  EXPECT_EQ(json["operators"][1].at("scale"), "sum of |x y|");
}

// The catalogue as JSON has every row that is judged, each with its bound.
TEST(Catalogue, IsPrintedWhole) {
  const auto printed = nlohmann::json::parse(catalogue_json());
  std::size_t judged = 0;
  for (const value_row& r : value_rows()) judged += r.info.kind != group::mutant ? 1 : 0;
  ASSERT_EQ(printed.at("rows").size(), judged);
  for (const auto& r : printed.at("rows")) {
    const value_row& known = row(r.at("row").get<std::string>());
    EXPECT_EQ(r.at("bound_u2"), known.info.u2);
    EXPECT_EQ(r.at("entry"), known.info.entry);
    EXPECT_EQ(r.at("holds"), known.info.kind != group::outside);
    EXPECT_FALSE(r.at("of").get<std::string>().empty()) << r;
    EXPECT_FALSE(r.at("domain").get<std::string>().empty()) << r;
  }
  EXPECT_EQ(printed.at("intervals").size(), std::size(ff::bounds::interval_operations));
}

// A row's hash is of its bits: the same each time, and another of nearly every row that is broken on purpose.
TEST(Bits, AreThoseOfTheRow) {
  int mutants = 0, unseen = 0;
  for (const auto& s : rows()) {
    const std::string once = s->bits();
    EXPECT_EQ(once.size(), 16u);
    EXPECT_EQ(s->bits(), once) << s->name();
    if (s->kind() != group::mutant) continue;
    const auto original =
        std::find_if(rows().begin(), rows().end(), [&](const auto& o) { return o->name() == s->original(); });
    ASSERT_NE(original, rows().end()) << s->name();
    ++mutants;
    unseen += (*original)->bits() == once;
  }
  std::printf("%d mutants, of which %d have the bits of the original on the vectors that are hashed\n",
              mutants, unseen);
  EXPECT_LE(4 * unseen, mutants);  // a mutant may lower the bound alone
}

// What was recorded was judged against the bounds that stand beside the kernels now.
TEST(Readme, RecordedRunIsWithinTodaysBounds) {
  for (const char* run : {"h200.json", "h200-functions.json", "h200-composites.json"}) {
    const auto json = nlohmann::json::parse(read_file(fs::path(FF_SOURCE_DIR) / "accuracy/results" / run));
    for (const auto& recorded : json.at("operators")) {
      const std::string name = recorded.at("operator");
      ASSERT_TRUE(find_value_row(name)) << name;
      if (row(name).info.kind == group::outside) continue;
      const double bound = row(name).info.u2 + ff::bounds::higher_order;
      for (const char* key : {"max_u2", "hunt_max_u2", "all_floats_max_u2"})
        EXPECT_LE(recorded.value(key, 0.0), bound) << name << ' ' << key;
    }
  }
}

}  // namespace
