// Decompositions on the host, and what is expected of one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ff/linalg/svd.hpp>
#include <string>
#include <vector>

#include "matrices_to_decompose.hpp"

namespace ff_test {

struct factors {
  std::vector<ff_t> s, u, v;
  std::size_t u_columns = 0, v_columns = 0;
  ff::linalg::svd_report report;
};

inline factors decompose(const decomposed& d, const ff::linalg::svd_options& options = {}) {
  using ff::linalg::row_major;
  const std::size_t least = std::min(d.m, d.n);
  const bool full = options.vectors == ff::linalg::svd_vectors::full;
  factors f;
  f.u_columns = full ? d.m : least, f.v_columns = full ? d.n : least;
  f.s.resize(least);
  f.u.resize(d.m * f.u_columns);
  f.v.resize(d.n * f.v_columns);
  const auto m = static_cast<ff::int64>(d.m), n = static_cast<ff::int64>(d.n);
  const ff::linalg::status said =
      svd(row_major(d.elements.data(), m, n), f.s.data(),
          row_major(f.u.data(), m, static_cast<ff::int64>(f.u_columns)),
          row_major(f.v.data(), n, static_cast<ff::int64>(f.v_columns)), options, &f.report);
  const bool finite = std::all_of(d.elements.begin(), d.elements.end(), [](ff_t x) { return isfinite(x); });
  EXPECT_EQ(said.code(), finite ? ff::linalg::fault::none : ff::linalg::fault::numeric) << said.text();
  return f;
}

/// What a method is to reach: the two figures of its report, and how far a value may be from that chosen,
/// over the largest.
struct decomposition_goals {
  double residual, orthogonality, value;
};

inline void expect_good(const decomposed& d, const factors& f, ff::linalg::svd_method method,
                        const decomposition_goals& goals) {
  SCOPED_TRACE(d.name + ", " + std::to_string(d.m) + " x " + std::to_string(d.n));
  for (std::size_t i = 0; i < f.s.size(); ++i) {
    EXPECT_GE(f.s[i], ff_t(0.0f));
    if (i > 0) {
      EXPECT_LE(f.s[i], f.s[i - 1]);
    }
    if (!d.values.empty()) {
      EXPECT_NEAR(double(f.s[i]), d.values[i], goals.value * d.values[0]) << "value " << i;
    }
  }
  const worth w = worth_of(d, f.s, f.u, f.u_columns, f.v, f.v_columns);
  EXPECT_LE(w.residual, goals.residual);
  EXPECT_LE(w.orthogonality, goals.orthogonality);
  EXPECT_NEAR(f.report.residual, w.residual, 0.1 * w.residual + report_error(d));
  EXPECT_NEAR(f.report.orthogonality, w.orthogonality, 0.1 * w.orthogonality + report_error(d));
  EXPECT_TRUE(f.report.converged);
  EXPECT_EQ(f.report.method, method);
}

}  // namespace ff_test
