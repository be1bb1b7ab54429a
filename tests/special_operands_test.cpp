// Every operator and function at special operands, against double's: NaN, infinities, zeros and their signs.
#include <cmath>
#include <ff/operators.hpp>
#include <set>

#include "accuracy/pages/pages.hpp"
#include "accuracy/special/special.hpp"
#include "tools/reports.hpp"

namespace {

using namespace accuracy;
using ff::ff_t;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan_of_double = std::numeric_limits<double>::quiet_NaN();
constexpr float inf = ff::detail::infinity, nan_of_float = ff::detail::quiet_nan;

TEST(SpecialOperands, AreWhatDoubleMakesOfThem) {
  std::vector<special_trial> trials;
  for (const special_subject& s : special_subjects()) trials.push_back(judge_special(s, false));
  const std::string summary = special_summary(trials);
  EXPECT_NE(summary.find(" 0 differ from IEEE at the head"), std::string::npos) << summary;
}

TEST(SpecialOperands, OfEveryFunction) {
  std::set<std::string> names;
  std::size_t pairs = 0;
  for (const special_subject& s : special_subjects()) {
    EXPECT_TRUE(names.insert(s.name).second) << s.name << " is there twice";
    pairs += s.arguments == 2 ? special_tuples(s).size() : 0;
  }
  for (const char* name : {"plus", "minus", "times", "div", "fma", "sqrt", "rcp", "rsqrt", "less", "atan2",
                           "pow", "lgamma", "normcdfinv", "hypot3", "to_int", "ldexp"})
    EXPECT_EQ(names.count(name), 1u) << name;
  EXPECT_EQ(names.count("add22"), 0u);
  EXPECT_EQ(pairs % 1600, 0u);
}

struct judged_so {
  ff_t r;
  double want;
  special_verdict verdict;
};

TEST(SpecialOperands, JudgeTellsWhatDiffers) {
  using verdict = special_verdict;
  const judged_so all[] = {{nan_of_float, nan_of_double, verdict::same},
                           {nan_of_float, 1.0, verdict::kind},
                           {1.0f, nan_of_double, verdict::kind},
                           {inf, infinity, verdict::same},
                           {-inf, infinity, verdict::sign},
                           {inf, 0x1p200, verdict::same},
                           {inf, 0x1p127, verdict::kind},
                           {0x1.fffffep127f, 0x1p128, verdict::kind},
                           {0x1.fffffep127f, 0x1.fffffep127, verdict::same},
                           {0.0f, -0.0, verdict::sign},
                           {-0.0f, -0.0, verdict::same},
                           {0.0f, 0x1p-151, verdict::same},
                           {0x1p-149f, 0x1p-151, verdict::kind},
                           {0.0f, 0x1p-148, verdict::kind},
                           {0x1p-149f, 0x1p-149, verdict::same},
                           {0x1p-149f, 0.0, verdict::kind},
                           {1.0f, 1.0, verdict::same},
                           {1.0f, -1.0, verdict::sign},
                           {1.0f, 1 + 0x1p-30, verdict::value},
                           {1.0f, 1 + 0x1p-41, verdict::same}};
  for (const judged_so& j : all)
    EXPECT_EQ(static_cast<int>(judged(j.r, j.want)), static_cast<int>(j.verdict))
        << j.r.hi() << " " << j.want;
}

// A wrong operator is found: the bare sum, whose infinities are NaN, and a root that loses the sign of zero.
TEST(SpecialOperands, WrongOperatorsAreCaught) {
  special_subject sum{}, root{};
  for (const special_subject& s : special_subjects()) {
    if (s.name == std::string("plus")) sum = s;
    if (s.name == std::string("sqrt")) root = s;
  }
  sum.run = [](const operands& v) { return outcome(ff::add22(v.x, v.y)); };
  root.run = [](const operands& v) { return outcome(ff::abs(ff::sqrt(v.x))); };
  EXPECT_GT(judge_special(sum, false).differ, 100u);
  EXPECT_EQ(judge_special(root, false).differ, 1u);
  EXPECT_NE(special_summary({judge_special(root, false)}).find("1 of 40 differ, the first is sqrt(-0x0p+0)"),
            std::string::npos);
}

}  // namespace
