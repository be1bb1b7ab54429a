// The interval half of the report: its vectors, its judge, its estimates, its verdicts, the recorded worst
// cases.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "accuracy/intervals/estimate.hpp"
#include "accuracy/pages/pages.hpp"
#include "reports.hpp"

namespace {

using namespace accuracy;
using namespace accuracy::intervals;
using namespace ff_test;

const subjects& rows() {
  static const subjects all = interval_subjects(false);
  return all;
}
template <class T>
const operation_row& row_of(const char* operation) {
  for (const typed_row<T>& r : typed_rows<T>()) {
    if (same_name(r.row.name, operation)) return r.row;
  }
  throw std::out_of_range(operation);
}

const class_list all_themes = first_classes(theme_count);
plan plan_of(std::uint64_t count, std::uint64_t hunt = 0) { return {{1, all_themes}, count, hunt}; }

template <class T>
int shape_of(const interval<T>& x) {
  const double l = as_double(x.lower()), u = as_double(x.upper());
  const int sign_l = l < 0 ? 0 : l > 0 ? 2 : 1, sign_u = u < 0 ? 0 : u > 0 ? 2 : 1;
  return ff::is_empty(x) ? 9 : 3 * sign_l + sign_u;
}

template <class T>
class IntervalVectors : public testing::Test {};
using endpoints = testing::Types<float, double, ff::ff_t>;
TYPED_TEST_SUITE(IntervalVectors, endpoints);

// Every theme meets every combination of signs of two operands; all are intervals, of strict pairs.
TYPED_TEST(IntervalVectors, CoverEveryThemeAndSign) {
  using T = TypeParam;
  recipe binary;
  binary.arity = 2;
  std::set<std::tuple<theme, int, int>> met;
  for (std::uint64_t i = 0; i < 216 * 32 * theme_count; ++i) {
    const intervals::operands<T> v = make_operands<T>(binary, 5, all_themes, i);
    for (const interval<T>& x : {v.x, v.y}) {
      const interval<T> checked(x.lower(), x.upper());
      ASSERT_TRUE(x == checked) << "vector " << i;
      if constexpr (ff::detail::is_same<T, ff::ff_t>) {
        ASSERT_TRUE(ff::is_empty(x) || !ff::is_bounded(x) ||
                    (x.lower().hi() + x.lower().lo() == x.lower().hi() &&
                     x.upper().hi() + x.upper().lo() == x.upper().hi()))
            << "vector " << i;
      }
    }
    met.insert({theme_of(all_themes, i), shape_of(v.x), shape_of(v.y)});
  }
  // [-,-] [-,0] [-,+] [0,0] [0,+] [+,+]
  for (int t = 0; t < theme_count; ++t) {
    for (int x : {0, 1, 2, 4, 5, 8}) {
      for (int y : {0, 1, 2, 4, 5, 8}) {
        const auto th = static_cast<theme>(t);
        if (th == theme::near || th == theme::empty) continue;
        EXPECT_TRUE(met.count({th, x, y})) << theme_names[t] << ' ' << x << ' ' << y;
      }
    }
    EXPECT_TRUE(met.count({theme::empty, 9, 8}) && met.count({theme::empty, 0, 9}));
  }
}

judgement judged(const char* operation, interval<float> x, interval<float> y, interval<float> r) {
  judge<float> mpfr;
  const interval<float> zero(0.0f);
  return mpfr.of(row_of<float>(operation), intervals::operands<float>{x, y, zero, 0},
                 {r, interval<float>::empty()});
}

TEST(IntervalJudge, KnowsResultsByHand) {
  using F = interval<float>;
  const float inf = ff::detail::infinity, tiny = 0x1p-149f;
  const F one(1.0f), three(3.0f), zero(0.0f), entire = F::entire(), empty = F::empty();
  const F third(0x1.555554p-2f, 0x1.555556p-2f);
  const char *div = "div", *mul = "mul", *sum = "add";
  EXPECT_EQ(judged(div, one, three, third).wrong, fault::none);
  EXPECT_TRUE(judged(div, one, three, third).tightest);
  EXPECT_EQ(judged(div, one, three, {0x1.555556p-2f, 0x1.555556p-2f}).wrong, fault::lower);
  EXPECT_EQ(judged(div, one, three, {0x1.555554p-2f, 0x1.555554p-2f}).wrong, fault::upper);
  EXPECT_FALSE(judged(div, one, three, {0x1.555552p-2f, 0x1.555556p-2f}).tightest);
  EXPECT_NEAR(judged(div, one, three, {0x1.555552p-2f, 0x1.555556p-2f}).error, 5 / 3., 1e-6);
  EXPECT_EQ(judged(div, one, zero, empty).wrong, fault::none);
  EXPECT_EQ(judged(div, one, zero, entire).wrong, fault::emptiness);
  EXPECT_EQ(judged(div, one, {-1.0f, 1.0f}, {-1.0f, 1.0f}).wrong, fault::upper);
  EXPECT_TRUE(judged(div, one, {0.0f, 1.0f}, {1.0f, inf}).tightest);
  EXPECT_TRUE(judged(div, zero, {-1.0f, 1.0f}, zero).tightest);
  EXPECT_TRUE(judged(mul, zero, entire, zero).tightest);
  EXPECT_EQ(judged(mul, zero, entire, empty).wrong, fault::emptiness);
  EXPECT_EQ(judged(mul, {-2.0f, 3.0f}, {-5.0f, 4.0f}, {-15.0f, 10.0f}).wrong, fault::upper);
  EXPECT_TRUE(judged(mul, {-2.0f, 3.0f}, {-5.0f, 4.0f}, {-15.0f, 12.0f}).tightest);
  EXPECT_TRUE(judged(mul, tiny, tiny, {0.0f, tiny}).tightest);
  EXPECT_FALSE(judged(mul, tiny, tiny, {-tiny, tiny}).tightest);
  EXPECT_TRUE(judged(sum, 0x1.fffffep127f, 1.0f, {0x1.fffffep127f, inf}).tightest);
  EXPECT_EQ(judged(sum, one, one, F::from_bounds(2.0f, 1.0f)).wrong, fault::invalid);
  EXPECT_EQ(judged(sum, one, one, F::from_bounds(inf, inf)).wrong, fault::invalid);
  EXPECT_EQ(judged(sum, one, one, F::from_bounds(2.0f, ff::detail::quiet_nan)).wrong, fault::invalid);
}

TEST(IntervalJudge, MeasuresPairs) {
  judge<ff::ff_t> mpfr;
  using P = interval<ff::ff_t>;
  const P one(1.0f), zero(0.0f);
  const operation_row& sum = row_of<ff::ff_t>("add");
  const auto of = [&](P r) { return mpfr.of(sum, {one, one, zero, 0}, {r, P::empty()}); };
  const judgement v = of(P::from_bounds(from_words(2.0f, -0x1p-45f), from_words(2.0f, 0x1p-46f)));
  EXPECT_EQ(v.wrong, fault::none);
  EXPECT_NEAR(v.error, 4, 1e-9);
  EXPECT_NEAR(v.total, 6, 1e-9);
  EXPECT_EQ(of(P::from_bounds(from_words(2.0f, 0x1p-148f), from_words(2.0f, 0x1p-45f))).wrong, fault::lower);
  EXPECT_EQ(of(P::from_bounds(from_words(2.0f, -0x1p-22f), 2.0f)).wrong,
            fault::invalid);  // not a strict pair
}

TEST(IntervalRegistry, EveryOperationHasABoundAndEveryBoundAnOperation) {
  std::set<std::string> operations;
  for_each_operation([&](auto, const operation_info& info) {
    EXPECT_TRUE(info.bound) << info.name << " has no row of bounds";
    operations.insert(info.name);
  });
  for (const ff::bounds::interval_row& b : ff::bounds::interval_operations)
    EXPECT_TRUE(operations.count(b.name)) << b.name << " is never tested";
}

// All of it at once, and containment in every class.
TEST(IntervalVerdicts, EveryOperationPasses) {
  int judged_rows = 0;
  for (const auto& s : rows()) {
    if (s->kind() == catalogue::group::mutant) continue;
    const trial t = s->study(plan_of(1 << 14));
    EXPECT_TRUE(t.passed()) << table_head(*s) << table_row(t);
    ++judged_rows;
  }
  EXPECT_GE(judged_rows, 135);
}

TEST(IntervalVerdicts, MutantsAreCaught) { expect_mutants_caught(rows(), plan_of(1 << 14), 50); }

// The hunt's arithmetic against the judge: the same slack for the vectors that it picks.
TEST(IntervalHunt, EstimatesWhatMpfrConfirms) {
  for (const char* type : {"interval_float.", "interval_double.", "interval_ff."}) {
    for (const char* name : {"add", "mul", "div", "recip", "fma", "sqr", "sqrt"}) {
      const trial t = named(rows(), std::string(type) + name).study(plan_of(1, 1 << 16));
      EXPECT_TRUE(t.passed()) << table_row(t);
      EXPECT_GE(t.least_slack, 0) << t.of->name();
      EXPECT_GT(t.prey.error, 0.5) << t.of->name();
    }
  }
}

// A hunt alone convicts: a single vector is judged otherwise.
TEST(IntervalHunt, CatchesMutants) {
  for (const char* name : {"interval_float.sum_to_nearest", "interval_double.sum_to_nearest",
                           "interval_ff.sum_tail_to_nearest", "interval_double.product_of_three",
                           "interval_ff.product_heads_compared", "interval_ff.quotient_uncorrected",
                           "interval_double.quotient_to_nearest", "interval_float.quotient_through_zero",
                           "interval_double.root_to_nearest", "interval_ff.square_unclipped"}) {
    const trial t = named(rows(), name).study(plan_of(1, 1 << 16));
    EXPECT_LT(t.least_slack, 0) << name;
    EXPECT_GT(t.wrong, 0u) << name;
  }
}

// accuracy/worst/intervals/*.wc: the worst vectors ever found.  Each range must still be
// contained, and within its bound.
TEST(IntervalWorstCases, Replay) {
  const int replayed = replay_worst_cases(
      rows(), fs::path(FF_SOURCE_DIR) / "accuracy/worst/intervals",
      [](const subject& row, const std::string& line, const instance& now, double) {
        EXPECT_EQ(now.wrong, fault::none) << row.name() << ": " << line;
        EXPECT_LE(now.error, row.bound() + ff::bounds::higher_order) << row.name() << ": " << line;
      });
  EXPECT_GT(replayed, 30);
}

TEST(IntervalReport, JsonAndCsvHoldTheRun) {
  const std::vector<trial> trials{named(rows(), "interval_ff.mul").study(plan_of(1 << 10)),
                                  named(rows(), "interval_float.sum_to_nearest").study(plan_of(1 << 10))};
  const auto json = nlohmann::json::parse(to_json({"a device", "1.2", "abc", "ff-accuracy", 1}, trials));
  EXPECT_EQ(json.at("device"), "a device");
  ASSERT_EQ(json.at("operations").size(), 2u);
  EXPECT_EQ(json["operations"][0].at("verdict"), "ok");
  EXPECT_EQ(json["operations"][0].at("worst_input").size(), 8u);
  EXPECT_EQ(json["operations"][1].at("verdict"), "VIOLATED");
  EXPECT_GT(json["operations"][1].at("violated"), 0);
  EXPECT_EQ(json["operations"][1].at("worst_input").size(), 4u);
  const std::string csv = to_csv(trials);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

}  // namespace
