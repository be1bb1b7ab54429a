// The factor after a rank-one update: how far L L^T is from the matrix that it stands for.
#include <ff/linalg/qr.hpp>

#include "accuracy/linalg/residual.hpp"
#include "accuracy/linalg/tiny_pivots.hpp"

namespace accuracy {
namespace {

/// [L x] of the family's elements, whose product with its transpose is the updated matrix.
dense factor_and_update(const linalg_case& c, int64 n) {
  const dense a = c.of.make(n, n + 1, c.seed);
  return filled(n, n + 1, [&](int64 i, int64 j) { return j > i && j < n ? ff_t(0.0f) : a(i, j); });
}

std::vector<linalg_error> judge(const linalg_case& c) {
  const int64 n = std::min(c.rows, c.columns);
  const dense before = factor_and_update(c, n);
  std::vector<double> length;
  for (int64 i = 0; i < n; ++i) {
    double sum = 0;
    for (int64 j = 0; j <= n; ++j) sum += double(before(i, j)) * double(before(i, j));
    length.push_back(std::sqrt(sum));
    if (!(sum == 0 || (sum >= 0x1p-80 && sum <= 0x1p120))) return {};  // beside the domain
  }
  dense l = filled(n, n, [&](int64 i, int64 j) { return before(i, j); });
  const dense x = filled(n, 1, [&](int64 i, int64) { return before(i, n); });
  linalg_error e{"sqrt(b_ii b_jj)", HUGE_VAL, 56.0 * static_cast<double>(n) * u2};
  if (!ff::linalg::cholesky_update(l.view(), x.all())) return {e};
  c.on.pass(l);
  e.error = 0;
  const dense rows = transpose_of(before), l_rows = transpose_of(l);
  sampled_columns(c, n, [&](int64 j) {
    wide_column left(at(n));
    subtract_product(left, before, column_of(rows, j));
    for (wide_real& v : left) mpfr_neg(v, v, MPFR_RNDN);
    subtract_product(left, l, column_of(l_rows, j));
    for (int64 i = 0; i < n; ++i)
      raise(e, quotient(std::fabs(mpfr_get_d(left[at(i)], MPFR_RNDA)), length[at(i)] * length[at(j)]));
  });
  return {e};
}

class heads_of_the_factor final : public machine {
 public:
  void pass(dense& result) const override {
    for (ff_t& e : result.elements) e = e.hi();
  }
};

}  // namespace

linalg_judge cholesky_update_judge() {
  const auto families = [] {
    std::vector<family> all = matrix_families();
    for (const family& f : tiny_pivot_families()) all.push_back(f);
    return all;
  };
  return {{{"cholesky update", judge, families}}, {{"low words of L dropped", "cholesky update", [] {
                                                      return std::make_unique<heads_of_the_factor>();
                                                    }}}};
}

}  // namespace accuracy
