// The report's own parts: its list, its vectors, its two oracles, its verdicts, the recorded worst cases and
// the README's table.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "accuracy/oracle.hpp"
#include "accuracy/report.hpp"

namespace {

using namespace accuracy;
namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

const operator_info& info(int op) { return accuracy::operators()[static_cast<std::size_t>(op)]; }

stream all_classes(std::uint64_t seed) {
  stream s{seed, {}};
  for (int c = 0; c < class_count; ++c) s.classes.push_back(static_cast<input_class>(c));
  return s;
}

TEST(Registry, EveryOperatorHasABoundAndEveryBoundAnOperator) {
  for (const operator_info& o : accuracy::operators()) {
    EXPECT_TRUE(o.function || ff::bounds::find(o.bounds_row)) << o.name << " names no row of bounds.hpp";
    if (o.kind == group::composite) {
      EXPECT_STREQ(o.name, o.function->name);
    }
  }
  for (const ff::bounds::operator_row& row : ff::bounds::all) {
    EXPECT_GE(find_operator(row.name), 0) << row.name << " is in bounds.hpp but never tested";
  }
}

// floor(log2 |x|) of a pair is that of its head or one less.
bool inside(ff::ff_t x, ff::bounds::exponent_range m) {
  const double a = std::fabs(static_cast<double>(x));
  return a >= std::ldexp(1.0 - 0x1p-23, m.low) && a < std::ldexp(1.0, m.high);
}

// An elementary function's arguments, the hard ones and the fitted ones too.
TEST(Vectors, OfFunctionsStayInRangeAndArePairs) {
  const auto cpu = make_cpu_backend();
  int functions = 0;
  for (std::size_t op = 0; op < accuracy::operators().size(); ++op) {
    const operator_info& o = info(static_cast<int>(op));
    if (!o.function) continue;
    const recipe r = o.how();
    std::vector<evaluation> evaluations(8000);
    cpu->evaluate(static_cast<int>(op), all_classes(7), 0, evaluations);
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
      for (int k = 0; k < operand_count(r); ++k) {
        const ff::ff_t x = evaluations[i].v[k];
        ASSERT_TRUE(in_range(span_of(r, k), x)) << o.name << " operand " << k << " vector " << i;
        const double half_ulp = std::ldexp(1.0, exponent_of(x.hi()) - 24);
        ASSERT_LE(std::fabs(double(x.lo())), half_ulp * (1 + 0x1p-23)) << o.name << " vector " << i;
      }
    }
    ++functions;
  }
  EXPECT_GT(functions, 50);
}

TEST(Vectors, StayInTheDomainAndArePairs) {
  for (std::size_t op = 0; op < accuracy::operators().size(); ++op) {
    if (info(static_cast<int>(op)).kind == group::outside || info(static_cast<int>(op)).function) continue;
    const recipe r = info(static_cast<int>(op)).how();
    for (int c = 0; c < class_count; ++c) {
      for (std::uint64_t i = 0; i < 2000; ++i) {
        const operands v = make_vector(r, 7, static_cast<input_class>(c), i);
        for (int k = 0; k < operand_count(r); ++k) {
          ASSERT_TRUE(inside(v[k], k == 0 ? r.where.x : r.where.y))
              << info(static_cast<int>(op)).name << " operand " << k << " of " << class_names[c] << " vector "
              << i;
          const double half_ulp = std::ldexp(1.0, exponent_of(v[k].hi()) - 24);
          ASSERT_LE(std::fabs(double(v[k].lo())), half_ulp * (1 + 0x1p-23));
          if (is_single(r, k)) {
            ASSERT_EQ(v[k].lo(), 0.0f);
          }
        }
        const double x = static_cast<double>(v.x), y = static_cast<double>(v.y);
        const bool product = r.wanted == expression::product || r.wanted == expression::product_sum;
        if (!product && r.wanted != expression::quotient) continue;
        const double result = std::fabs(product ? x * y : x / y);
        ASSERT_GE(result, std::ldexp(1.0, r.where.result.low)) << info(static_cast<int>(op)).name;
        ASSERT_LT(result, std::ldexp(1.0, r.where.result.high)) << info(static_cast<int>(op)).name;
      }
    }
  }
}

TEST(Vectors, DependOnSeedClassAndIndexAlone) {
  const recipe r = info(find_operator("add22")).how();
  const auto at = [&](std::uint64_t seed, input_class c, std::uint64_t i) {
    return make_vector(r, seed, c, i).x.hi();
  };
  EXPECT_EQ(at(3, input_class::ties, 5), at(3, input_class::ties, 5));
  EXPECT_NE(at(3, input_class::ties, 5), at(4, input_class::ties, 5));
  EXPECT_NE(at(3, input_class::ties, 5), at(3, input_class::ties, 6));
}

// The search's oracle (doubles) against the judge (MPFR), operator by operator.
TEST(Oracles, Agree) {
  const auto cpu = make_cpu_backend();
  oracle mpfr;
  const stream s = all_classes(11);
  for (std::size_t op = 0; op < accuracy::operators().size(); ++op) {
    const operator_info& o = info(static_cast<int>(op));
    if (o.kind == group::outside || o.kind == group::mutant) continue;
    const recipe r = o.how();
    std::vector<evaluation> evaluations(20000);
    cpu->evaluate(static_cast<int>(op), s, 0, evaluations);
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
      const auto& [v, result] = evaluations[i];
      const double estimate = estimated_error(r, v, result.part[0]);
      if (estimate < 0) break;
      const double exact = mpfr.error(o, r, v, result);
      ASSERT_NEAR(estimate, exact, 1e-5 * (1 + exact)) << o.name << " vector " << i;
    }
  }
}

// The search's worst are as bad as it says: estimates that exceed MPFR's errors would fill its list and hide
// the worst.  Double's own functions are good to a few ulps, 1/16 u^2 each.
TEST(Oracles, SearchIsNotMisled) {
  const auto cpu = make_cpu_backend();
  oracle mpfr;
  int functions = 0;
  for (std::size_t i = 0; i < accuracy::operators().size(); ++i) {
    const operator_info& o = info(static_cast<int>(i));
    if (o.kind != group::function) continue;
    const recipe r = o.how();
    const auto found = cpu->hunt(static_cast<int>(i), all_classes(5), 1 << 17);
    ASSERT_FALSE(found.empty()) << o.name;
    if (found[0].error < 0) continue;  // double has no such function on the host
    ++functions;
    for (std::size_t k = 0; k < std::min<std::size_t>(found.size(), 8); ++k) {
      const auto& [estimate, v] = found[k];
      const double exact = mpfr.error(o, r, v, cpu->evaluate_one(static_cast<int>(i), v));
      EXPECT_NEAR(estimate, exact, 0.4) << o.name << " at " << v.x.hi() << ' ' << v.x.lo();
    }
  }
  EXPECT_GE(functions, 65);
}

// A vector's relatives are vectors: pairs, in range, zeros and single words as before; few are itself.
TEST(Search, RelativesAreVectors) {
  const auto cpu = make_cpu_backend();
  random_bits bits(3, 0, 0);
  for (std::size_t op = 0; op < accuracy::operators().size(); ++op) {
    const operator_info& o = info(static_cast<int>(op));
    const recipe r = o.how();
    std::vector<evaluation> evaluations(2000);
    cpu->evaluate(static_cast<int>(op), all_classes(3), 0, evaluations);
    int moved = 0, all_zero = 0;
    for (const auto& [v, result] : evaluations) {
      const operands w = make_relative(bits, r, v);
      bool same = true, zero = true;
      for (int k = 0; k < operand_count(r); ++k) {
        zero = zero && v[k].hi() == 0;
        same = same && ff::detail::to_bits(v[k].hi()) == ff::detail::to_bits(w[k].hi()) &&
               ff::detail::to_bits(v[k].lo()) == ff::detail::to_bits(w[k].lo());
        if (v[k].hi() == 0) {
          ASSERT_EQ(w[k].hi(), 0) << o.name;
          continue;
        }
        const float exponent = std::max(std::fabs(w[k].hi()), 0x1p-126f);
        ASSERT_EQ(ff::detail::to_bits(v[k].hi()) >> 23, ff::detail::to_bits(w[k].hi()) >> 23) << o.name;
        const double most = std::ldexp(1 + 0x1p-23, std::ilogb(exponent) - 24);  // the class `weak` has it
        ASSERT_LE(std::fabs(w[k].lo()), most) << o.name;
        if (is_single(r, k)) ASSERT_EQ(w[k].lo(), 0) << o.name;
        if (r.arguments > 0 && in_range(span_of(r, k), v[k])) {
          ASSERT_TRUE(in_range(span_of(r, k), w[k])) << o.name << " at " << w[k].hi() << ' ' << w[k].lo();
        }
      }
      moved += !same;
      all_zero += zero;
    }
    EXPECT_GE(moved, (2000 - all_zero) / 2) << o.name;
  }
}

// About a bad vector lie others as bad, which vectors drawn in the same number do not show.
TEST(Search, AboutTheWorst) {
  const auto cpu = make_cpu_backend();
  const int op = find_operator("hypot");
  const operands bad{ff::ff_t(0x1.6ab4f2p+1f, -0x1.ff3ee2p-24f), ff::ff_t(0x1.0260cp-5f, -0x1.1e9692p-31f),
                     0.0f};
  const auto drawn = cpu->hunt(op, all_classes(3), 1 << 17);
  const auto about = cpu->hunt(op, all_classes(3), 1 << 17, {bad});
  EXPECT_GE(about.at(0).error, 3.3);
  EXPECT_LE(drawn.at(0).error, 3.3);
  for (const auto& [error, v] : about) {
    EXPECT_EQ(std::ilogb(v.x.hi()), 1) << "not about it";
    EXPECT_GT(error, 1.5);
  }
}

// Runs on the CPU, but for what it finds: call n of hunt() finds 1 + n/1024 alone, where the sum with zero is
// then n 2^-48 off.
class scripted_backend final : public backend {
 public:
  struct call {
    std::uint64_t seed, evaluations;
    std::vector<operands> about;
  };
  std::vector<call> calls;

  std::string describe() const override { return "script"; }
  bool is_gpu() const override { return false; }
  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<evaluation>& results) override {
    cpu_->evaluate(op, s, first, results);
  }
  outcome evaluate_one(int, const operands& v) override {
    return ff::ff_t(v.x.hi(), (v.x.hi() - 1) * 1024 * 0x1p-48f);
  }
  std::vector<candidate> hunt(int, const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    const auto n = static_cast<float>(calls.size());
    calls.push_back({s.seed, evaluations, about});
    return {{n, {1 + n / 1024, 0.0f, 0.0f}}};
  }
  std::vector<candidate> exhaust(int) override { return {}; }

 private:
  std::unique_ptr<backend> cpu_ = make_cpu_backend();
};

// Three quarters of the vectors are drawn; then each of four generations is about the worst of all before it.
TEST(Search, GoesOnAboutTheWorstInGenerations) {
  scripted_backend script;
  plan p;
  p.vectors = all_classes(3);
  p.count = 1000;
  p.hunt = (1 << 20) + 7;
  const trial t = study(script, find_operator("add22"), p);
  ASSERT_EQ(script.calls.size(), 5u);
  EXPECT_TRUE(script.calls[0].about.empty());
  EXPECT_EQ(script.calls[0].evaluations, (3 << 18) + 7u);
  std::uint64_t looked_at = 0;
  std::set<std::uint64_t> seeds;
  for (std::size_t n = 0; n < 5; ++n) {
    const auto& [seed, evaluations, about] = script.calls[n];
    looked_at += evaluations;
    seeds.insert(seed);
    ASSERT_EQ(about.size(), n);
    for (std::size_t k = 0; k < n; ++k) {
      EXPECT_EQ(about[k].x.hi(), 1 + static_cast<float>(n - 1 - k) / 1024) << "not the worst first";
    }
  }
  EXPECT_EQ(looked_at, p.hunt);
  EXPECT_EQ(t.hunted, p.hunt);
  EXPECT_EQ(seeds.size(), 5u) << "a generation repeats another's draws";
  EXPECT_EQ(t.prey.v.x.hi(), 1 + 4.0f / 1024);
  EXPECT_NEAR(t.prey.error, 4, 0.02);
}

// The same of the composites, whose definition is one: what may differ is its arithmetic.  Sums, products,
// quotients and roots of pairs of doubles are as good as exact here; a function is within 2 ulps of double.
TEST(Oracles, OfCompositesAgree) {
  const auto cpu = make_cpu_backend();
  int composites = 0;
  for_each_composite([&](auto f, const char* name, const ff::bounds::function_row& row) {
    using F = decltype(f);
    std::vector<evaluation> evaluations(20000);
    cpu->evaluate(find_operator(name), all_classes(11), 0, evaluations);
    const std::string text = name;
    const bool of_functions = text.find("exp") != text.npos || text.find("pow") != text.npos ||
                              text.find("log") != text.npos || text.find("arg") != text.npos ||
                              text.find("polar") != text.npos;
    std::size_t compared = 0;
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
      const auto& [v, result] = evaluations[i];
      const double estimate = composite_error<F, approximation>(row.scale, v, result);
      if (estimate < 0) continue;
      ++compared;
      const double exact = composite_error<F, number>(row.scale, v, result);
      ASSERT_NEAR(estimate, exact, of_functions ? 0.25 : 1e-5 * (1 + exact)) << name << " vector " << i;
    }
    EXPECT_GT(compared, evaluations.size() / 2) << name;
    ++composites;
  });
  EXPECT_GE(composites, 35);
}

// Errors of results put down by hand: by component, of the sum of products, and of the whole.
TEST(Oracles, JudgeKnownErrorsOfComposites) {
  oracle mpfr;
  const auto error = [&](const char* name, const operands& v, const outcome& result) {
    const operator_info& o = info(find_operator(name));
    return mpfr.error(o, o.how(), v, result);
  };
  const operands i_times_i{0.0f, 1.0f, 0.0f, {1.0f}}, unit{3.0f, 4.0f, 0.0f};
  EXPECT_EQ(error("complex_mul", i_times_i, {-1.0f, 0.0f}), 0);
  EXPECT_NEAR(error("complex_mul", i_times_i, {{-1.0f, 0x1p-47f}, 0.0f}), 2, 1e-9);
  EXPECT_NEAR(error("complex_mul", i_times_i, {{-1.0f, 0x1p-48f}, 0x1p-48f}), std::sqrt(2), 1e-9);
  EXPECT_TRUE(std::isinf(error("complex_mul_parts", i_times_i, {-1.0f, 0x1p-60f})));
  EXPECT_TRUE(std::isinf(error("complex_mul", i_times_i, {-1.0f, ff::detail::quiet_nan})));
  const operands orthogonal{1.0f, 1.0f, 1.0f, {-1.0f}};
  EXPECT_EQ(error("dot2", orthogonal, ff::ff_t(0.0f)), 0);
  EXPECT_NEAR(error("dot2", orthogonal, ff::ff_t(0x1p-46f)), 2, 1e-9);
  EXPECT_EQ(error("length2", unit, ff::ff_t(5.0f)), 0);
  EXPECT_NEAR(error("length2", unit, {{5.0f, 5 * 0x1p-48f}}), 1, 1e-9);
  EXPECT_EQ(error("complex_sqrt", {-4.0f, -0.0f, 0.0f}, {0.0f, -2.0f}), 0);
  EXPECT_GT(error("complex_sqrt", {-4.0f, -0.0f, 0.0f}, {0.0f, 2.0f}), 0x1p48);
  EXPECT_NEAR(error("complex_pow", {1.0f, 0.0f, 7.0f}, {{1.0f, 0x1p-48f}, 0.0f}), 1, 1e-9);
  EXPECT_NEAR(error("complex_pow_real", {1.0f, 0.0f, 7.0f}, {{1.0f, 0x1p-48f}, 0.0f}), 1.0 / 8, 1e-9);
}

// MPFR itself against results known by hand.
TEST(Oracles, JudgeKnownErrors) {
  oracle mpfr;
  const recipe sum = info(find_operator("add22")).how();
  const operands v{ff::ff_t(1.0f), ff::ff_t(0x1p-60f), ff::ff_t(0.0f)};
  EXPECT_EQ(mpfr.error(sum, v, {1.0f, 0x1p-60f}), 0);
  EXPECT_NEAR(mpfr.error(sum, v, {1.0f, 0.0f}), 0x1p-12, 1e-15);
  EXPECT_NEAR(mpfr.error(sum, v, {1.0f, 0x1p-47f}), 2 - 0x1p-12, 1e-12);
  EXPECT_TRUE(std::isinf(mpfr.error(sum, v, {ff::detail::infinity, 0.0f})));
  const operands cancelled{ff::ff_t(1.0f), ff::ff_t(-1.0f), ff::ff_t(0.0f)};
  EXPECT_EQ(mpfr.error(sum, cancelled, {0.0f, 0.0f}), 0);
  EXPECT_TRUE(std::isinf(mpfr.error(sum, cancelled, {0x1p-149f, 0.0f})));
}

TEST(Verdicts, MutantsAreCaughtAndTheirOriginalsAreNot) {
  const auto cpu = make_cpu_backend();
  const plan p{all_classes(1), 1 << 16, 0, nullptr};
  int mutants = 0;
  for (std::size_t op = 0; op < accuracy::operators().size(); ++op) {
    const operator_info& o = info(static_cast<int>(op));
    if (o.kind != group::mutant) continue;
    ++mutants;
    EXPECT_FALSE(study(*cpu, static_cast<int>(op), p).within_bound()) << o.name << " was not caught";
    EXPECT_TRUE(study(*cpu, find_operator(o.bounds_row), p).within_bound()) << o.bounds_row;
  }
  EXPECT_GE(mutants, 6);
}

TEST(Verdicts, AHuntFindsWhatVectorsMiss) {
  const auto cpu = make_cpu_backend();
  const trial t = study(*cpu, find_operator("mul22"), {all_classes(1), 1 << 10, 1 << 22, nullptr});
  EXPECT_GT(t.prey.error, t.worst.error);
  EXPECT_GT(t.prey.error, 3.9);
  EXPECT_TRUE(t.within_bound());
}

// accuracy/worst/*.wc: the worst vectors ever found.  Each must still give the error recorded with it.
TEST(WorstCases, Replay) {
  const auto cpu = make_cpu_backend();
  oracle mpfr;
  int replayed = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(FF_SOURCE_DIR) / "accuracy/worst")) {
    if (entry.path().extension() != ".wc") continue;  // intervals' are a folder of their own
    const std::string name = entry.path().stem();
    const int op = find_operator(name);
    ASSERT_GE(op, 0) << entry.path() << " names no operator";
    const recipe r = info(op).how();
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (line.empty() || line[0] == '#') continue;
      const char* at = line.c_str();
      char* end = nullptr;
      operands v{1.0f, 1.0f, 0.0f};
      for (int k = 0; k < operand_count(r); ++k) {
        const float hi = std::strtof(at, &end);
        ASSERT_NE(at, end) << line;
        at = end;
        const float lo = is_single(r, k) ? 0.0f : std::strtof(at, &end);
        ASSERT_TRUE(is_single(r, k) || at != end) << line;
        at = end;
        v[k] = {hi, lo};
      }
      const double recorded = std::strtod(line.c_str() + line.find('#') + 1, nullptr);
      const double error = mpfr.error(info(op), r, v, cpu->evaluate_one(op, v));
      EXPECT_NEAR(error, recorded, 1e-3) << name << ": " << line;
      EXPECT_LE(error, info(op).bound().u2 + ff::bounds::higher_order) << name << ": " << line;
      ++replayed;
    }
  }
  EXPECT_GT(replayed, 20);
}

TEST(Report, JsonCsvAndSvgHoldTheRun) {
  const auto cpu = make_cpu_backend();
  const plan p{all_classes(1), 1 << 12, 0, nullptr};
  const std::vector<trial> trials{study(*cpu, find_operator("mul22"), p),
                                  study(*cpu, find_operator("add12"), p)};
  const provenance from{"a device", "1.2", "abc", "ff-accuracy", 1};
  const auto json = nlohmann::json::parse(to_json(from, trials));
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
  EXPECT_NE(to_svg(from, trials).find("mul22: max"), std::string::npos);
}

// A composite's row holds all of its operands and results.
TEST(Report, HoldsEveryComponent) {
  const auto cpu = make_cpu_backend();
  const plan p{all_classes(1), 1 << 12, 1 << 18, nullptr};
  const std::vector<trial> trials{study(*cpu, find_operator("cross"), p),
                                  study(*cpu, find_operator("dot4"), p)};
  EXPECT_GT(trials[1].prey.error, trials[1].worst.error);
  const auto json = nlohmann::json::parse(to_json({"a device", "1.2", "abc", "ff-accuracy", 1}, trials));
  EXPECT_EQ(json["operators"][0].at("worst_input").size(), 12u);
  EXPECT_EQ(json["operators"][0].at("worst_result").size(), 6u);
  EXPECT_EQ(json["operators"][1].at("worst_input").size(), 16u);
  EXPECT_EQ(json["operators"][1].at("worst_result").size(), 2u);
  EXPECT_EQ(json["operators"][1].at("scale"), "sum of |x y|");
}

// The README's table is what --readme-table prints for the recorded run.
TEST(Readme, TableIsTheRecordedRun) {
  const fs::path root(FF_SOURCE_DIR);
  const std::string table = readme_table(read_file(root / "accuracy/results/h200.json"));
  EXPECT_GT(std::count(table.begin(), table.end(), '\n'), 20);
  EXPECT_NE(read_file(root / "README.md").find(table), std::string::npos)
      << "README.md differs from: ff-accuracy --readme-table accuracy/results/h200.json\n"
      << table;
}

// docs/composites.md likewise, of every row there is.
TEST(Readme, CompositesTableIsTheRecordedRun) {
  const fs::path root(FF_SOURCE_DIR);
  const std::string table = composites_table(read_file(root / "accuracy/results/h200-composites.json"));
  for (const operator_info& o : accuracy::operators()) {
    if (o.kind != group::composite) continue;
    EXPECT_NE(table.find(std::string("| `") + o.name + "` |"), table.npos) << o.name << " was not recorded";
  }
  EXPECT_NE(read_file(root / "docs/composites.md").find(table), std::string::npos)
      << "docs/composites.md differs from: ff-accuracy --composites-table "
         "accuracy/results/h200-composites.json\n"
      << table;
}

// What was recorded was judged against the bounds that stand in bounds.hpp now.
TEST(Readme, RecordedRunIsWithinTodaysBounds) {
  for (const char* run : {"h200.json", "h200-functions.json", "h200-composites.json", "h200-deep.json"}) {
    const auto json = nlohmann::json::parse(read_file(fs::path(FF_SOURCE_DIR) / "accuracy/results" / run));
    for (const auto& row : json.at("operators")) {
      const std::string name = row.at("operator");
      const int op = find_operator(name);
      ASSERT_GE(op, 0) << name;
      if (info(op).kind == group::outside) continue;
      const double bound = info(op).bound().u2 + ff::bounds::higher_order;
      for (const char* key : {"max_u2", "hunt_max_u2", "all_floats_max_u2"})
        EXPECT_LE(row.value(key, 0.0), bound) << name << ' ' << key;
    }
  }
}

}  // namespace
