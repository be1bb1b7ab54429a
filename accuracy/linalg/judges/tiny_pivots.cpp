// Every factorisation and solution once more, of matrices with tiny pivots, and of small orders.
#include "accuracy/linalg/tiny_pivots.hpp"

#include <ff/linalg/svd_batched.hpp>

#include "accuracy/linalg/factors.hpp"

namespace accuracy {
namespace {

const char* const suffix = ", tiny pivots";

/// svd_batched of two equal matrices, the second of which is judged.
std::vector<linalg_error> judge_batched(const linalg_case& c) {
  const dense a = c.matrix();
  const int64 k = std::min(a.rows, a.columns);
  if (std::max(a.rows, a.columns) > ff::linalg::largest_batched) return {};
  dense two(2 * a.rows, a.columns), u(2 * a.rows, k), s(2 * k, 1), v(2 * a.columns, k);
  for (int64 i = 0; i < two.rows; ++i)
    for (int64 j = 0; j < a.columns; ++j) two(i, j) = a(i % a.rows, j);
  const auto first = [](dense& x) { return x.view().block(0, 0, x.rows / 2, x.columns); };
  const auto said = ff::linalg::svd_batched(2, first(two), a.rows * a.columns, s.elements.data(), k, first(u),
                                            a.rows * k, first(v), a.columns * k);
  if (!said) return judge_refusal(a);
  for (dense* const result : {&u, &s, &v}) c.on.pass(*result);
  const auto second = [](const dense& x) {
    return filled(x.rows / 2, x.columns, [&](int64 i, int64 j) { return x(x.rows / 2 + i, j); });
  };
  return judge_factors(c, a, {second(u), second(s), second(v)});
}

/// least_squares gives no certificate where rows or columns span what solve.hpp says.
std::vector<family> families_without_promise() {
  std::vector<family> all = tiny_pivot_families();
  for (family& f : all) f.condition = HUGE_VAL;
  return all;
}

class heads_of_factors_and_values final : public machine {
 public:
  void pass(dense& result) const override {
    for (ff_t& e : result.elements) e = e.hi();
  }
};

}  // namespace

linalg_judge tiny_pivots_judge() {
  linalg_judge all;
  std::vector<linalg_subject> subjects = factor_subjects();
  subjects.push_back({"svd_batched", judge_batched});
  for (linalg_subject& s : subjects) {
    if (s.name == "svd by Jacobi, values") continue;  // its columns have to be well conditioned
    s.families = s.name == "least_squares" ? families_without_promise : tiny_pivot_families;
    s.name += suffix;
    s.sizes = {{2, 2}, {3, 3}, {7, 7}, {9, 5}, {33, 20}};
    all.subjects.push_back(s);
  }
  for (const char* const name : {"low words of Q dropped", "low words of L dropped", "low words of A dropped",
                                 "low words of values dropped", "low words of U dropped", "always refuses"})
    for (linalg_mutant m : factor_mutants()) {
      if (m.name != name || (m.subject == "least_squares" && m.name == "always refuses")) continue;
      m.subject += suffix;
      all.mutants.push_back(m);
    }
  all.mutants.push_back({"low words of results dropped", std::string("svd_batched") + suffix,
                         [] { return std::make_unique<heads_of_factors_and_values>(); }});
  return all;
}

}  // namespace accuracy
