// The predicates' part of the report: its points, its judge, its verdicts, the recorded worst cases, its
// pages.
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "accuracy/pages/pages.hpp"
#include "accuracy/predicates/judge.hpp"
#include "reports.hpp"

namespace {

using namespace accuracy;
using namespace accuracy::predicates;
using namespace ff_test;

const subjects& rows() {
  static const subjects all = predicate_subjects(false);
  return all;
}

const class_list all_themes = first_classes(theme_count);
plan plan_of(std::uint64_t count, std::uint64_t hunt = 0) { return {{1, all_themes}, count, hunt}; }
plan plan_of(theme t, std::uint64_t count, std::uint64_t hunt = 0) {
  class_list one;
  one.add(static_cast<int>(t));
  return {{1, one}, count, hunt};
}
const sign_counts& of(const trial& t, theme c) { return t.signs[static_cast<std::size_t>(c)]; }

template <class T>
class PredicatePoints : public testing::Test {};
using formats = testing::Types<float, double, ff::double_in_floats>;
TYPED_TEST_SUITE(PredicatePoints, formats);

// What each class promises, of vectors drawn; the exact sign is GMP's.
TYPED_TEST(PredicatePoints, AreOfTheirClass) {
  using T = TypeParam;
  predicates::judge gmp;
  for (int k = 0; k < determinant_count; ++k) {
    const auto d = static_cast<determinant>(k);
    const int words = points_of(d) * dimension_of(d);
    for (int c = 0; c < theme_count; ++c) {
      const auto t = static_cast<theme>(c);
      int zeros = 0, not_finite = 0, signs[2] = {};
      double largest = 0, least = INFINITY;
      std::set<int> orders;
      constexpr int drawn = 600;
      for (std::uint64_t i = 0; i < drawn; ++i) {
        const predicates::operands<T> v = make_points<T>(d, 7, t, i);
        const predicates::operands<T> again = make_points<T>(d, 7, t, i);
        ASSERT_EQ(std::memcmp(v.x, again.x, sizeof v.x), 0);
        orders.insert(v.order);
        const sign s = gmp.exact_sign(d, v);
        zeros += s == sign::zero, not_finite += s == sign::not_finite;
        signs[0] += s == sign::negative, signs[1] += s == sign::positive;
        for (int w = 0; w < words; ++w) {
          const double size = std::fabs(static_cast<double>(v.x[w]));
          if (std::isfinite(size)) largest = std::max(largest, size);
          if (size > 0) least = std::min(least, size);
        }
      }
      SCOPED_TRACE(std::string(determinant_names[k]) + " " + theme_names[c]);
      EXPECT_EQ(not_finite, t == theme::not_finite ? drawn : 0);
      EXPECT_GT(orders.size(), 100u);
      if (t == theme::degenerate) {
        EXPECT_EQ(zeros, drawn);
      } else if (t != theme::not_finite) {
        EXPECT_LT(zeros, drawn / 2);
        EXPECT_GT(signs[0], drawn / 8);
        EXPECT_GT(signs[1], drawn / 8);
      }
      if (t == theme::uniform || t == theme::not_finite) {
        EXPECT_LT(largest, 1);
      }
      if (t == theme::lattice) {
        EXPECT_GT(zeros, 0);
      }
      if (t == theme::huge) {
        EXPECT_GT(largest, std::ldexp(1, format<T>::most - 1));
        EXPECT_GE(least, std::ldexp(1, format<T>::most - 60));
      }
      if (t == theme::subnormal) {
        EXPECT_LE(largest, std::ldexp(format<T>::smallest, format<T>::digits));
        EXPECT_LT(least, std::ldexp(format<T>::smallest, format<T>::digits - 1));
      }
      if (t == theme::wide) {
        EXPECT_GT(largest, std::ldexp(1, format<T>::wide - 20));
        EXPECT_LT(least, std::ldexp(1, 20 - format<T>::wide));
      }
    }
  }
}

// A determinant in its own format of the points of classes `rounded` and `moved` has the wrong sign at times:
// they are as near to zero as they should be.
TYPED_TEST(PredicatePoints, FoolPlainArithmetic) {
  using T = TypeParam;
  using number = typename format<T>::number;
  predicates::judge gmp;
  for (const theme t : {theme::rounded, theme::moved}) {
    int wrong = 0;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      const auto v = make_points<T>(determinant::orient2d, 3, t, i);
      volatile number left = (v.x[0] - v.x[4]) * (v.x[3] - v.x[5]),
                      right = (v.x[1] - v.x[5]) * (v.x[2] - v.x[4]);
      const int plain = (left > right) - (left < right);
      wrong += plain != static_cast<int>(gmp.exact_sign(determinant::orient2d, v));
    }
    EXPECT_GT(wrong, 400) << theme_names[static_cast<int>(t)];
  }
}

predicates::operands<double> points(std::initializer_list<double> x) {
  predicates::operands<double> v{};
  std::copy(x.begin(), x.end(), v.x);
  return v;
}

TEST(PredicateJudge, KnowsSignsByHand) {
  predicates::judge gmp;
  const auto of = [&](determinant d, std::initializer_list<double> x) {
    return static_cast<int>(gmp.exact_sign(d, points(x)));
  };
  const double tiny = 0x1p-1074, large = 0x1.fffffffffffffp1023;
  EXPECT_EQ(of(determinant::orient2d, {0, 0, 1, 0, 0, 1}), 1);
  EXPECT_EQ(of(determinant::orient2d, {0, 0, 0, 1, 1, 0}), -1);
  EXPECT_EQ(of(determinant::orient2d, {0, 0, large, large, tiny, tiny}), 0);
  EXPECT_EQ(of(determinant::orient2d, {0, 0, large, large, tiny, 2 * tiny}), 1);
  EXPECT_EQ(of(determinant::orient2d, {-large, -large, large, large, 0, -tiny}), -1);
  // d below the plane z = 0, on which a, b, c go counterclockwise seen from above.
  EXPECT_EQ(of(determinant::orient3d, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -tiny}), 1);
  EXPECT_EQ(of(determinant::orient3d, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, large}), -1);
  EXPECT_EQ(of(determinant::orient3d, {0, 0, 0, 1, 0, 0, 0, 1, 0, large, tiny, 0}), 0);
  EXPECT_EQ(of(determinant::incircle, {1, 0, 0, 1, -1, 0, 0, 0}), 1);
  EXPECT_EQ(of(determinant::incircle, {1, 0, 0, 1, -1, 0, 0, -1}), 0);
  EXPECT_EQ(of(determinant::incircle, {1, 0, 0, 1, -1, 0, 0, -2}), -1);
  // a, b, c, d with a positive orient3d.
  EXPECT_EQ(of(determinant::insphere, {1, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0}), 1);
  EXPECT_EQ(of(determinant::insphere, {1, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 1}), 0);
  EXPECT_EQ(of(determinant::insphere, {1, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 1 + 0x1p-52}), -1);
  EXPECT_EQ(of(determinant::orient2d, {0, 0, 1, 0, NAN, 1}), static_cast<int>(sign::not_finite));
}

TEST(PredicateJudge, PermutationsKnowTheirSign) {
  const auto v = make_points<double>(determinant::insphere, 1, theme::uniform, 5);
  predicates::judge gmp;
  std::set<std::array<double, 15>> seen;
  for (int order = 0; order < 120; ++order) {
    predicates::operands<double> from = v, to{};
    from.order = order;
    const bool odd = reorder(determinant::insphere, from, to);
    const sign s = gmp.exact_sign(determinant::insphere, to),
               wanted = gmp.exact_sign(determinant::insphere, v);
    EXPECT_EQ(odd ? -s : s, wanted) << order;
    std::array<double, 15> x;
    std::copy(std::begin(to.x), std::end(to.x), x.begin());
    seen.insert(x);
  }
  EXPECT_EQ(seen.size(), 120u);
}

// All of them at once, and each stage alone.
TEST(PredicateVerdicts, EverySignIsExact) {
  int judged_rows = 0;
  for (const auto& s : rows()) {
    if (s->kind() == catalogue::group::mutant) continue;
    const trial t = s->study(plan_of(22 << 9, 22 << 7));
    EXPECT_TRUE(t.passed()) << table_head(*s) << table_row(t);
    EXPECT_EQ(t.vectors, 22u << 9);
    EXPECT_EQ(t.hunted, 22u << 7);
    for (int c = 0; c < theme_count; ++c) {
      const sign_counts& n = t.signs[static_cast<std::size_t>(c)];
      std::uint64_t decided = 0;
      for (const std::uint64_t d : n.decided) decided += d;
      EXPECT_EQ(n.vectors, (22u << 9) / 11 + (22u << 7) / 11) << theme_names[c];
      EXPECT_EQ(decided, n.vectors) << theme_names[c];
    }
    EXPECT_EQ(of(t, theme::degenerate).zeros, of(t, theme::degenerate).vectors);
    ++judged_rows;
  }
  EXPECT_EQ(judged_rows, 12);
}

TEST(PredicateVerdicts, MutantsAreCaught) { expect_mutants_caught(rows(), plan_of(11 << 10), 40); }

// A wrong sign is told with its class and its operands, which replay.
TEST(PredicateVerdicts, NameTheirVector) {
  const subject& broken = named(rows(), "predicate_float.orient2d_points_swapped");
  const trial t = broken.study(plan_of(theme::uniform, 256));
  EXPECT_EQ(t.wrong, 256u);
  EXPECT_EQ(of(t, theme::uniform).wrong, 256u);
  EXPECT_EQ(of(t, theme::uniform).asymmetric, 0u);
  EXPECT_EQ(t.first_wrong.wrong, fault::sign);
  ASSERT_EQ(t.first_wrong.input.size(), 7u);
  EXPECT_EQ(broken.replay(t.first_wrong.input).wrong, fault::sign);
  EXPECT_EQ(broken.replay(t.first_wrong.input).result, t.first_wrong.result);
  EXPECT_EQ(named(rows(), "predicate_float.orient2d").replay(t.first_wrong.input).wrong, fault::none);
  EXPECT_NE(table_row(t).find("not the exact sign, in class uniform: 0x"), std::string::npos);
  EXPECT_THROW(broken.replay({"1", "2"}), std::runtime_error);
}

// The limbs convict as GMP does, and a stage that is asked alone where another one decides.
TEST(PredicateHunt, CatchesMutants) {
  const subject& broken = named(rows(), "predicate_float.orient3d_points_swapped");
  const trial swapped = broken.study(plan_of(theme::moved, 1, 512));
  EXPECT_EQ(swapped.hunted, 512u);
  EXPECT_GT(of(swapped, theme::moved).wrong, 300u);
  EXPECT_FALSE(swapped.passed());

  const trial alone =
      named(rows(), "predicate_float.orient3d_pair_bound_small").study(plan_of(theme::moved, 1, 4096));
  EXPECT_GT(of(alone, theme::moved).wrong_alone[1], 0u);
  EXPECT_FALSE(alone.passed());
  EXPECT_EQ(alone.first_wrong.found_by, finder::hunt);
  ASSERT_EQ(alone.first_wrong.input.size(), 13u);
}

// accuracy/worst/predicates/*.wc: vectors once decided wrongly, or hard for another reason.
TEST(PredicateWorstCases, Replay) {
  const int replayed =
      replay_worst_cases(rows(), fs::path(FF_SOURCE_DIR) / "accuracy/worst/predicates",
                         [](const subject& row, const std::string& line, const instance& now, double) {
                           EXPECT_EQ(now.wrong, fault::none) << row.name() << ": " << line;
                         });
  EXPECT_GT(replayed, 30);
}

TEST(PredicateReport, JsonAndCsvHoldTheRun) {
  const plan p = plan_of(11 << 6, 11 << 4);
  const std::vector<trial> trials{named(rows(), "predicate_float.orient3d").study(p),
                                  named(rows(), "predicate_double.orient3d").study(p),
                                  named(rows(), "predicate_float.orient2d_points_swapped").study(p)};
  const std::string text = to_json({"a device", "1.2", "abc", "ff-accuracy", 1}, trials);
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json.at("predicates").size(), 3u);
  const auto& first = json["predicates"][0];
  EXPECT_EQ(first.at("predicate"), "predicate_float.orient3d");
  EXPECT_EQ(first.at("verdict"), "ok");
  EXPECT_EQ(first.at("vectors"), 11 << 6);
  EXPECT_EQ(first.at("hunted"), 11 << 4);
  EXPECT_EQ(first.at("classes").size(), 11u);
  EXPECT_EQ(first.at("classes").at("degenerate").at("zeros"), (1 << 6) + (1 << 4));
  EXPECT_FALSE(first.contains("wrong_input"));
  EXPECT_EQ(json["predicates"][2].at("verdict"), "WRONG");
  EXPECT_EQ(json["predicates"][2].at("wrong_input").size(), 7u);
  const std::string csv = to_csv(trials);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 * 11);
  EXPECT_NE(csv.find("predicate_double.orient3d,huge,80,0,0,"), std::string::npos);
}

TEST(PredicateReport, SharesRoundToNoneOrAllOnlyThere) {
  trial t = named(rows(), "predicate_float.orient2d").study(plan_of(theme::uniform, 16));
  sign_counts& n = t.signs[static_cast<std::size_t>(theme::uniform)];
  n = {};
  n.vectors = 10000000, n.decided[0] = 9999999, n.decided[3] = 1;
  EXPECT_NE(table_row(t).find(" > 99.999         -         -   < 0.001         -"), std::string::npos)
      << table_row(t);
}

}  // namespace
