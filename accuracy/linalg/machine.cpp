#include "accuracy/linalg/machine.hpp"

namespace accuracy {

using ff::linalg::diagonal;
using ff::linalg::triangle;

dense machine::gemm(const dense& a, const dense& b, const ff::linalg::gemm_options& o) const {
  dense c(a.rows, b.columns);
  expect(ff::linalg::gemm(1.0f, a.view(), b.view(), 0.0f, c.view(), o));
  return c;
}

ff_t machine::dot(const dense& x, const dense& y) const {
  ff_t r = 0.0f;
  expect(ff::linalg::dot(x.all(), y.all(), &r));
  return r;
}

ff_t machine::nrm2(const dense& x) const {
  ff_t r = 0.0f;
  expect(ff::linalg::nrm2(x.all(), &r));
  return r;
}

dense machine::gemv(const dense& a, const dense& x) const {
  dense y(a.rows, 1);
  expect(ff::linalg::gemv(1.0f, a.view(), x.all(), 0.0f, y.all()));
  return y;
}

dense machine::ger(ff_t alpha, const dense& x, const dense& y, const dense& a) const {
  dense r = a;
  expect(ff::linalg::ger(alpha, x.all(), y.all(), r.view()));
  return r;
}

dense machine::solve_lower(const dense& a, const dense& b, bool many) const {
  dense x = b;
  if (many)
    expect(ff::linalg::trsm(triangle::lower, diagonal::stored, 1.0f, a.view(), x.view()));
  else
    expect(ff::linalg::trsv(triangle::lower, diagonal::stored, a.view(), x.all()));
  return x;
}

std::optional<qr_factors> machine::qr(const dense& a, ff::linalg::qr_method method) const {
  const int64 k = std::min(a.rows, a.columns);
  qr_factors f{dense(a.rows, k), dense(k, a.columns)};
  if (!answered(ff::linalg::qr(a.view(), f.q.view(), f.r.view(), {method}))) return {};
  return f;
}

std::optional<dense> machine::cholesky(const dense& a) const {
  dense l(a.rows, a.rows);
  if (!answered(ff::linalg::cholesky(a.view(), l.view()))) return {};
  return l;
}

std::optional<solution> machine::solve(const dense& a, const dense& b, bool least_squares) const {
  solution s{dense(a.columns, b.columns), {}};
  const auto by = least_squares ? ff::linalg::least_squares : ff::linalg::solve;
  if (!wrote(by(a.view(), b.view(), s.x.view(), {}, &s.report))) return {};
  return s;
}

std::optional<svd_factors> machine::svd(const dense& a, ff::linalg::svd_method method) const {
  const int64 k = std::min(a.rows, a.columns);
  svd_factors f{dense(a.rows, k), dense(k, 1), dense(a.columns, k)};
  ff::linalg::svd_options o;
  o.method = method;
  if (!has_values(ff::linalg::svd(a.view(), f.s.elements.data(), f.u.view(), f.v.view(), o))) return {};
  return f;
}

std::optional<svd_factors> machine::eigh(const dense& a) const {
  svd_factors f{dense(a.rows, a.rows), dense(a.rows, 1), dense(a.rows, a.rows)};
  if (!has_values(ff::linalg::eigh(a.view(), f.s.elements.data(), f.v.view()))) return {};
  f.u = f.v;
  return f;
}

#if !defined(FF_HAS_GPU_CODE)
std::unique_ptr<machine> device_machine() { return nullptr; }
#endif

}  // namespace accuracy
