// Says what is measured in company, and with which arguments.
#pragma once

#include <optional>

#include "company.hpp"
#include "function_list.hpp"

namespace bench {

inline drawn wide(float low, float high) { return {low, high, true}; }

// The arguments of functions.hpp, but where those of a real kernel are further apart.
inline std::vector<company_row> company_functions() {
  std::vector<company_row> rows;
  const auto add = [&](const char* name, float low, float high, float y_low = 1, float y_high = 2) {
    rows.push_back({name, name, {low, high}, {y_low, y_high}});
  };
#define BENCH_ADD(NAME, ...) add(#NAME, __VA_ARGS__);
  BENCH_FUNCTIONS(BENCH_ADD)
#undef BENCH_ADD
  const auto other = [&](const char* name, drawn x, drawn y = {}) {
    for (company_row& row : rows) {
      if (row.kernel == name) row.x = x, row.y = y;
    }
  };
  other("exp", {-60, 80});
  for (const char* logarithm : {"log", "log2", "log10"}) other(logarithm, wide(1e-30f, 1e30f));
  other("pow", {0.1f, 10}, {-20, 20});
  other("atan2", {-3, 3}, {-3, 3});
  return rows;
}

inline const std::vector<company_row>& company_rows() {
  return made_once<company_row>([](auto& all) {
    all = company_functions();
    const float largest = 1.7e38f;
    all.push_back({"sin, 1e4 to 1e6", "sin", {1e4f, 1e6f}});
    for (const char* name : {"sin", "cos", "tan", "sincos"}) {
      all.push_back({std::string(name) + ", 2^13 to 2^30", name, wide(0x1p13f, 0x1p30f)});
      all.push_back({std::string(name) + ", any finite", name, wide(0x1p-20f, largest)});
    }
    for (const char* name : {"fmod", "remainder"}) {
      all.push_back({std::string(name) + ", ratio below 1000", name, {0, 1000}, {1, 2}});
      all.push_back({std::string(name) + ", ratio to 2^24", name, wide(1, 0x1p24f), {1, 2}});
    }
    for (const char* name : {"+", "*", "/"}) all.push_back({name, name, {1, 2}, {1, 2}});
    all.push_back({"sqrt", "sqrt", {0.1f, 10}});
  });
}

inline const std::vector<company_mix>& company_mixes() {
  return made_once<company_mix>([](auto& all) {
    const auto part = [](int times, const char* kernel, drawn x, drawn y = {}) {
      return company_part{times, {kernel, kernel, x, y}};
    };
    const auto product = [&](int times) { return part(times, "*", {1, 2}, {1, 2}); };
    const auto sum = [&](int times) { return part(times, "+", {1, 2}, {1, 2}); };
    const drawn a{0.1f, 10};
    all.push_back({{"exp sin + log", "exp sin + log", a},
                   "exp(a) sin(a) + log(a)",
                   {part(1, "exp", a), part(1, "sin", a), part(1, "log", a), product(1), sum(1)}});
    const drawn c{0.1f, 5}, b{1, 2};
    all.push_back({{"six functions", "six functions", c, b},
                   "exp(-a) sin(a) + log(a) atan2(b, a) + pow(a, b) erf(a)",
                   {part(1, "exp", {-5, -0.1f}), part(1, "sin", c), part(1, "log", c), part(1, "atan2", b, c),
                    part(1, "pow", c, b), part(1, "erf", c), product(3), sum(2)}});
    const drawn angle{-1.5f, 1.5f}, half{-0.75f, 0.75f};
    all.push_back({{"haversine", "haversine", angle, angle},
                   "asin(sqrt(sin²(a/2) + cos(a) cos(b) sin²(b/2) / 4))",
                   {part(2, "sin", half), part(2, "cos", angle), part(1, "asin", {0, 0.75f}),
                    part(1, "sqrt", {0.01f, 0.75f}), product(7), sum(1)}});
    company_mix twice = all.back();
    twice.whole.title = twice.whole.kernel = "haversine, sines twice";
    twice.formula = "the same, its sin² written as sin(u) * sin(u)";
    all.push_back(twice);
    all.push_back({{"Black-Scholes", "Black-Scholes", {20, 200}, {0.1f, 2}},
                   "a call: log, exp, two erfc, sqrt, three divisions",
                   {part(1, "log", {0.2f, 2}), part(1, "exp", {-0.04f, 0}), part(2, "erfc", {-4, 6}),
                    part(1, "sqrt", {0.1f, 2}), part(3, "/", {1, 2}, {1, 2}), product(10), sum(3)}});
  });
}

/// None where it is not known.
inline std::optional<l1_split> l1_split_of(const std::string& architecture) {
  // Both in KB, by CUDA's programming guide; the amounts of shared memory are among those that it lists.
  if (architecture == "sm_80") return l1_split{192, {16, 64, 100, 164}};
  if (architecture == "sm_86" || architecture == "sm_89" || architecture == "sm_120")
    return l1_split{128, {8, 32, 64, 100}};
  if (architecture == "sm_90" || architecture == "sm_100" || architecture == "sm_103")
    return l1_split{256, {32, 64, 132, 228}};
  return {};
}

}  // namespace bench
