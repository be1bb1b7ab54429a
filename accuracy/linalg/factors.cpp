// Factorisations and solutions of ff::linalg before MPFR: residuals, orthogonality, distances from solutions
// of 400 bits.
#include "accuracy/linalg/factors.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/linalg/hard_families.hpp"
#include "accuracy/linalg/residual.hpp"
#include "accuracy/linalg/study.hpp"
#include "accuracy/linalg/system_families.hpp"

namespace accuracy {

std::vector<linalg_error> judge_refusal(const dense& a) {
  const double norm = norm_of(a), root = std::sqrt(static_cast<double>(std::min(a.rows, a.columns)));
  const bool out_of_range = norm > 0x1p128 || norm < 0x1p-102 * root;
  if (out_of_range) return {};
  return {{"|A|", HUGE_VAL, 5e-13}};
}

std::vector<linalg_error> judge_factors(const linalg_case& c, const dense& a, const svd_factors& f) {
  const int64 k = f.s.rows;
  linalg_error residual{"|A|", 0, 5e-13}, order{"descending", 0, 0};
  // The residual is measured in some rows, and the others are taken to be like them: the norm of a matrix may
  // be in one row alone.
  double squares = 0, seen = 0;
  const dense of_a = transpose_of(a);
  sampled_columns(c, a.rows, [&](int64 i) {
    wide_column scaled(at(k)), x = column_of(of_a, i);
    for (int64 h = 0; h < k; ++h)
      mpfr_mul(scaled[at(h)], wide_real(f.u(i, h)), wide_real(f.s(h, 0)), MPFR_RNDN);
    subtract_product(x, f.v, scaled);
    const double norm = norm_of(x);
    squares += norm * norm;
    ++seen;
  });
  raise(residual, quotient(std::sqrt(squares * static_cast<double>(a.rows) / seen), norm_of(a)));
  for (int64 h = 1; h < k; ++h)
    if (f.s(h - 1, 0) < f.s(h, 0)) order.error = HUGE_VAL;
  linalg_error of_u{"|Q^T Q - I|", mean_defect(c, f.u), 5e-14};
  raise(of_u, mean_defect(c, f.v));
  return {residual, of_u, order};
}

namespace {

using ff::linalg::qr_method;
using ff::linalg::svd_method;

// ---------------------------------------------------------------- factors

std::vector<linalg_error> judge_qr(const linalg_case& c, qr_method method) {
  const bool reflects = method == qr_method::householder;
  const int64 longer = std::max(c.rows, c.columns), shorter = std::min(c.rows, c.columns);
  const dense a = reflects ? c.matrix() : c.of.make(longer, shorter, c.seed);
  const auto f = c.on.qr(a, method);
  // A reflection alone is off by some u^2, however short its column.
  const double bound = static_cast<double>(std::max<int64>(longer + shorter, 20)) * u2;
  linalg_error residual{reflects ? "|A_j|" : "|A|", 0, bound};
  if (!f) {  // rank deficient, as Cholesky's method says
    if (reflects) residual.error = HUGE_VAL;
    return reflects ? std::vector<linalg_error>{residual} : std::vector<linalg_error>{};
  }
  for (int64 i = 0; i < f->r.rows; ++i)
    for (int64 j = 0; j <= i && j < f->r.columns; ++j)
      if (j < i ? f->r(i, j) != 0.0f : f->r(i, j) < 0.0f) residual.error = HUGE_VAL;
  const double all = norm_of(a);
  sampled_columns(c, a.columns, [&](int64 j) {
    wide_column x = column_of(a, j);
    const double scale = reflects ? norm_of(x) : all;
    subtract_product(x, f->q, column_of(f->r, j));
    const double rounded = std::sqrt(static_cast<double>(shorter)) * 0x1p-149;  // R's elements at the bottom
    raise(residual, quotient(std::max(norm_of(x) - rounded, 0.0), scale));
  });
  return {residual, orthogonality(c, f->q, bound)};
}

/// Symmetric, with a diagonal that outweighs its row.
std::vector<linalg_error> judge_cholesky(const linalg_case& c) {
  const int64 n = std::min(c.rows, c.columns);
  dense a = c.of.make(n, n, c.seed);
  bool in_domain = true;
  for (int64 i = 0; i < n; ++i) {
    float sum = 0;
    for (int64 j = 0; j < n; ++j) {
      if (j > i) a(i, j) = a(j, i);
      sum += std::fabs(a(i, j).hi());
    }
    a(i, i) = sum > 0 ? ff_t(sum * 1.25f) + a(i, i) / 8.0f : ff_t(1.0f);
    in_domain = in_domain && a(i, i) >= 0x1p-80f && a(i, i) <= 0x1p120f;
  }
  if (!in_domain) return {};
  // Rows that were copied may have grown others' sums: outweigh them too.
  for (int64 i = 0; i < n; ++i) {
    float sum = 0;
    for (int64 j = 0; j < n; ++j)
      if (j != i) sum += std::fabs(a(i, j).hi());
    if (a(i, i) < sum) a(i, i) = sum * 1.25f;
  }
  const auto l = c.on.cholesky(a);
  linalg_error e{"sqrt(a_ii a_jj)", l ? 0 : HUGE_VAL, static_cast<double>(n + 4) * u2};
  if (!l) return {e};
  for (int64 i = 0; i < n; ++i)
    for (int64 j = i + 1; j < n; ++j)
      if ((*l)(i, j) != 0.0f) e.error = HUGE_VAL;
  const dense transposed = transpose_of(*l);
  sampled_columns(c, n, [&](int64 j) {
    wide_column x = column_of(a, j);
    subtract_product(x, *l, column_of(transposed, j));
    for (int64 i = 0; i < n; ++i) {
      const double scale = std::sqrt(double(a(i, i))) * std::sqrt(double(a(j, j)));
      raise(e, quotient(std::fabs(mpfr_get_d(x[at(i)], MPFR_RNDA)), scale));
    }
  });
  return {e};
}

// ---------------------------------------------------------------- solutions

/// The solution of A x = b by Gauss's elimination; nothing for a singular A.
std::optional<wide_column> solution_of(std::vector<wide_column> rows, wide_column b) {
  const std::size_t n = b.size();
  wide_real factor, term;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t p = c;
    for (std::size_t i = c; i < n; ++i)
      if (mpfr_cmpabs(rows[i][c], rows[p][c]) > 0) p = i;
    if (mpfr_zero_p((mpfr_srcptr)rows[p][c]) != 0) return {};
    std::swap(rows[c], rows[p]);
    std::swap(b[c], b[p]);
    for (std::size_t i = c + 1; i < n; ++i) {
      mpfr_div(factor, rows[i][c], rows[c][c], MPFR_RNDN);
      for (std::size_t j = c + 1; j < n; ++j) {
        mpfr_mul(term, factor, rows[c][j], MPFR_RNDN);
        mpfr_sub(rows[i][j], rows[i][j], term, MPFR_RNDN);
      }
      mpfr_mul(term, factor, b[c], MPFR_RNDN);
      mpfr_sub(b[i], b[i], term, MPFR_RNDN);
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) {
      mpfr_mul(term, rows[i][j], b[j], MPFR_RNDN);
      mpfr_sub(b[i], b[i], term, MPFR_RNDN);
    }
    mpfr_div(b[i], b[i], rows[i][i], MPFR_RNDN);
  }
  return b;
}

/// That of smallest |b - A x|: normal equations, for whose squared condition 400 bits are enough.
std::optional<wide_column> nearest_solution_of(const dense& a, const wide_column& b) {
  std::vector<wide_column> rows(at(a.columns), wide_column(at(a.columns)));
  wide_column right(at(a.columns));
  const dense columns = transpose_of(a);
  for (int64 i = 0; i < a.columns; ++i) {
    const wide_column x = column_of(a, i);
    for (int64 h = 0; h < a.rows; ++h) mpfr_fma(right[at(i)], x[at(h)], b[at(h)], right[at(i)], MPFR_RNDN);
    for (int64 j = 0; j <= i; ++j) {
      wide_real& sum = rows[at(i)][at(j)];
      for (int64 h = 0; h < a.rows; ++h) mpfr_fma(sum, x[at(h)], wide_real(columns(j, h)), sum, MPFR_RNDN);
      rows[at(j)][at(i)] = sum;
    }
  }
  return solution_of(std::move(rows), std::move(right));
}

/// The condition up to which every system has a solution that converges.
constexpr double always_solved = 1e6;

/// Where the report says so, or has to, it is the distance from the solution; for every answer of solve, its
/// backward error.
std::vector<linalg_error> judge_solution(const linalg_case& c, bool least_squares) {
  const int64 longer = std::max(c.rows, c.columns), n = std::min(c.rows, c.columns),
              m = least_squares ? longer : n;
  const dense a = c.of.make(m, n, c.seed), b = normal_matrix(m, 1, c.seed + 1);
  const auto said = c.on.solve(a, b, least_squares);
  linalg_error distance{"|x|, converged", 0, 4 * u2};
  const bool converged = said && said->report.converged;
  if (c.of.condition <= always_solved && !converged) distance.error = HUGE_VAL;
  std::vector<linalg_error> errors;
  if (distance.error > 0) errors.push_back(distance);
  if (!said || said->report.rank < n) return errors;  // singular, as the status says
  const wide_column x = column_of(said->x, 0), right = column_of(b, 0);
  if (converged) {
    std::vector<wide_column> rows;
    for (int64 i = 0; !least_squares && i < n; ++i) rows.push_back(column_of(transpose_of(a), i));
    const auto exact = least_squares ? nearest_solution_of(a, right) : solution_of(std::move(rows), right);
    if (!exact) return {{distance.unit, HUGE_VAL, distance.bound}};
    double largest = 0;
    for (const wide_real& v : *exact) largest = std::max(largest, std::fabs(mpfr_get_d(v, MPFR_RNDN)));
    if (!(largest < 0x1p127)) return {};  // x itself is beyond the floats
    for (int64 i = 0; i < n; ++i) {
      wide_real d;
      mpfr_sub(d, x[at(i)], (*exact)[at(i)], MPFR_RNDN);
      raise(distance, quotient(std::fabs(mpfr_get_d(d, MPFR_RNDA)), largest));
    }
    errors.push_back(distance);
  }
  if (least_squares) return errors;
  linalg_error e{"|A| |x| + |b|", 0, static_cast<double>(n + 8) * u2};
  // Without a certificate the report has to tell the error of what was written.
  if (!converged) e.bound = std::max(e.bound, 1.001 * said->report.backward_error);
  for (int64 i = 0; i < n; ++i) {
    if (!isfinite(said->x(i, 0))) return errors;
    wide_sum sum;
    double rounded = 0;  // what X's elements lost at the bottom of the range
    for (int64 h = 0; h < n; ++h) {
      sum.add(a(i, h), said->x(h, 0));
      rounded += std::fabs(double(a(i, h))) * 0x1p-149;
    }
    sum.subtract(b(i, 0));
    const double left = std::fabs(mpfr_get_d(sum.value, MPFR_RNDA)) - rounded;
    raise(e, quotient(std::max(left, 0.0), mpfr_get_d(sum.magnitudes, MPFR_RNDD)));
  }
  errors.push_back(e);
  return errors;
}

// ---------------------------------------------------------------- singular values

std::vector<linalg_error> judge_svd(const linalg_case& c, svd_method method) {
  const dense a = c.matrix();
  const auto f = c.on.svd(a, method);
  if (!f) return judge_refusal(a);
  std::vector<linalg_error> errors = judge_factors(c, a, *f);
  if (f->s(f->s.rows - 1, 0) < 0.0f) errors.back().error = HUGE_VAL;
  return errors;
}

std::vector<linalg_error> judge_eigh(const linalg_case& c) {
  const int64 n = std::min(c.rows, c.columns);
  dense a = c.of.make(n, n, c.seed);
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j < i; ++j) a(i, j) = a(j, i);
  const auto f = c.on.eigh(a);
  return f ? judge_factors(c, a, *f) : judge_refusal(a);
}

/// x . y
wide_real product_of(const wide_column& x, const wide_column& y) {
  wide_real sum;
  for (std::size_t i = 0; i < x.size(); ++i) mpfr_fma(sum, x[i], y[i], sum, MPFR_RNDN);
  return sum;
}

/// x = c x - s y and y = s x + c y make x and y orthogonal; false where they are so to 2^-80.
bool turn(wide_column& x, wide_column& y) {
  const wide_real xx = product_of(x, x), yy = product_of(y, y), xy = product_of(x, y);
  wide_real z, t, c, s, term, least;
  mpfr_mul(least, xx, yy, MPFR_RNDN);
  mpfr_sqrt(least, least, MPFR_RNDN);
  mpfr_mul_2si(least, least, -80, MPFR_RNDN);
  if (mpfr_cmpabs(xy, least) <= 0) return false;
  mpfr_sub(z, yy, xx, MPFR_RNDN);
  mpfr_div(z, z, xy, MPFR_RNDN);
  mpfr_div_2ui(z, z, 1, MPFR_RNDN);
  mpfr_fma(t, z, z, wide_real(ff_t(1.0f)), MPFR_RNDN);
  mpfr_sqrt(t, t, MPFR_RNDN);
  mpfr_abs(term, z, MPFR_RNDN);
  mpfr_add(t, t, term, MPFR_RNDN);
  mpfr_ui_div(t, 1, t, MPFR_RNDN);
  if ((mpfr_sgn)(z) < 0) mpfr_neg(t, t, MPFR_RNDN);
  mpfr_fma(c, t, t, wide_real(ff_t(1.0f)), MPFR_RNDN);
  mpfr_rec_sqrt(c, c, MPFR_RNDN);
  mpfr_mul(s, c, t, MPFR_RNDN);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const wide_real old = x[i];
    mpfr_mul(term, s, y[i], MPFR_RNDN);
    mpfr_fms(x[i], c, old, term, MPFR_RNDN);
    mpfr_mul(term, c, y[i], MPFR_RNDN);
    mpfr_fma(y[i], s, old, term, MPFR_RNDN);
  }
  return true;
}

/// The singular values, in descending order, by rotations of columns (Hestenes 1958).
wide_column values_of(const dense& a) {
  std::vector<wide_column> columns;
  for (int64 j = 0; j < a.columns; ++j) columns.push_back(column_of(a, j));
  for (bool turned = true; turned;) {
    turned = false;
    for (std::size_t p = 0; p < columns.size(); ++p)
      for (std::size_t q = p + 1; q < columns.size(); ++q) turned = turn(columns[p], columns[q]) || turned;
  }
  wide_column values;
  for (const wide_column& x : columns) {
    values.push_back(product_of(x, x));
    mpfr_sqrt(values.back(), values.back(), MPFR_RNDN);
  }
  std::sort(values.begin(), values.end(),
            [](const wide_real& x, const wide_real& y) { return (mpfr_cmp)(x, y) > 0; });
  return values;
}

/// Each value relative to itself, where columns are well conditioned but for their lengths.
std::vector<linalg_error> judge_own_bits(const linalg_case& c) {
  if (std::min(c.rows, c.columns) > 40) return {};  // the judge would take minutes
  const dense a = c.matrix();
  const auto f = c.on.svd(a, svd_method::jacobi);
  if (!f) return judge_refusal(a);
  linalg_error e{"each value", 0, 2e-13};
  const wide_column values = values_of(a);
  for (int64 h = 0; h < f->s.rows; ++h) {
    wide_real d(f->s(h, 0));
    mpfr_sub(d, d, values[at(h)], MPFR_RNDN);
    mpfr_div(d, d, values[at(h)], MPFR_RNDN);
    raise(e, std::fabs(mpfr_get_d(d, MPFR_RNDA)));
  }
  return {e};
}

// ---------------------------------------------------------------- mutants

class heads_of_factors final : public machine {
 public:
  void pass(dense& result) const override {
    for (ff_t& e : result.elements) e = e.hi();
  }
  std::optional<qr_factors> qr(const dense& a, qr_method method) const override {
    auto f = machine::qr(a, method);
    if (f)
      for (ff_t& e : f->q.elements) e = e.hi();
    return f;
  }
  std::optional<dense> cholesky(const dense& a) const override {
    auto l = machine::cholesky(a);
    if (l)
      for (ff_t& e : l->elements) e = e.hi();
    return l;
  }
  std::optional<svd_factors> svd(const dense& a, svd_method method) const override {
    auto f = machine::svd(a, method);
    if (f)
      for (ff_t& e : f->s.elements) e = e.hi();
    return f;
  }
  std::optional<svd_factors> eigh(const dense& a) const override {
    auto f = machine::eigh(a);
    if (f)
      for (ff_t& e : f->s.elements) e = e.hi();
    return f;
  }
};

/// Reflections whose remainders below 2^-100 of the largest element are rounded as such.
class remainders_at_one_scale final : public machine {
 public:
  std::optional<qr_factors> qr(const dense& a, qr_method method) const override {
    auto f = machine::qr(a, method);
    if (!f) return f;
    for (int64 j = 0; j < f->q.columns; ++j)
      if (double(f->r(j, j)) < 0x1p-40 * norm_of(column_of(a, j)))
        for (int64 i = 0; i < a.rows; ++i) f->q(i, j) = f->q(i, j).hi();
    return f;
  }
};

/// Values below 2^-50 of the largest are what a cut-off of that size leaves of them.
class small_values_cut_off final : public machine {
 public:
  std::optional<svd_factors> svd(const dense& a, svd_method method) const override {
    auto f = machine::svd(a, method);
    if (f)
      for (ff_t& e : f->s.elements)
        if (e < f->s(0, 0) * 0x1p-50f) e = e.hi();
    return f;
  }
};

/// Values that are never refused.
class values_at_any_scale final : public machine {
 public:
  std::optional<svd_factors> svd(const dense& a, svd_method method) const override {
    if (auto f = machine::svd(a, method)) return f;
    const int64 k = std::min(a.rows, a.columns);
    svd_factors f{dense(a.rows, k), dense(k, 1), dense(a.columns, k)};
    ff::linalg::svd_options o;
    o.method = method;
    const auto said = ff::linalg::svd(a.view(), f.s.elements.data(), f.u.view(), f.v.view(), o);
    return said.code() == ff::linalg::fault::option ? std::nullopt : std::optional<svd_factors>(f);
  }
};

/// Values that are always refused.
class no_values final : public machine {
 public:
  std::optional<svd_factors> svd(const dense&, svd_method) const override { return {}; }
  std::optional<svd_factors> eigh(const dense&) const override { return {}; }
};

/// Left vectors of floats.
class heads_of_vectors final : public machine {
 public:
  std::optional<svd_factors> svd(const dense& a, svd_method method) const override {
    auto f = machine::svd(a, method);
    if (f)
      for (ff_t& e : f->u.elements) e = e.hi();
    return f;
  }
};

/// A mutant: it solves with the heads of A alone, but reports as if with A.
class heads_of_the_matrix final : public machine {
 public:
  std::optional<solution> solve(const dense& a, const dense& b, bool least_squares) const override {
    dense heads = a;
    for (ff_t& e : heads.elements) e = e.hi();
    return machine::solve(heads, b, least_squares);
  }
};

/// Refined once: what a residual of pairs alone is good for.
class refined_in_pairs final : public machine {
 public:
  std::optional<solution> solve(const dense& a, const dense& b, bool least_squares) const override {
    auto s = machine::solve(a, b, least_squares);
    if (!s) return s;
    dense product(a.rows, 1), rest = b;
    expect(ff::linalg::gemv(1.0f, a.view(), s->x.all(), 0.0f, product.all()));
    for (int64 i = 0; i < a.rows; ++i) rest(i, 0) = b(i, 0) - product(i, 0);
    const auto correction = machine::solve(a, rest, least_squares);
    if (!correction) return s;
    for (int64 i = 0; i < a.columns; ++i) s->x(i, 0) = s->x(i, 0) + correction->x(i, 0);
    return s;
  }
};

/// Solutions with a report that never says `converged`.
class never_converged final : public machine {
 public:
  std::optional<solution> solve(const dense& a, const dense& b, bool least_squares) const override {
    auto s = machine::solve(a, b, least_squares);
    if (s) s->report.converged = false;
    return s;
  }
};

class always_refusing final : public machine {
 public:
  std::optional<solution> solve(const dense&, const dense&, bool) const override { return {}; }
};

}  // namespace

std::vector<linalg_subject> factor_subjects() {
  return {
      {"qr", [](const linalg_case& c) { return judge_qr(c, qr_method::householder); },
       decomposition_families},
      {"qr by Cholesky", [](const linalg_case& c) { return judge_qr(c, qr_method::cholesky); },
       decomposition_families},
      {"cholesky", judge_cholesky},
      {"solve", [](const linalg_case& c) { return judge_solution(c, false); }, system_families},
      {"least_squares", [](const linalg_case& c) { return judge_solution(c, true); }, system_families},
      {"svd", [](const linalg_case& c) { return judge_svd(c, svd_method::automatic); },
       decomposition_families},
      {"svd by Golub-Reinsch", [](const linalg_case& c) { return judge_svd(c, svd_method::golub_reinsch); },
       decomposition_families},
      {"svd by Jacobi", [](const linalg_case& c) { return judge_svd(c, svd_method::jacobi); },
       decomposition_families},
      {"svd by Jacobi, values", judge_own_bits, column_graded_families},
      {"eigh", judge_eigh, decomposition_families}};
}

std::vector<linalg_mutant> factor_mutants() {
  const auto heads = [] { return std::make_unique<heads_of_factors>(); };
  const auto vectors = [] { return std::make_unique<heads_of_vectors>(); };
  const auto of_heads = [] { return std::make_unique<heads_of_the_matrix>(); };
  const auto once = [] { return std::make_unique<refined_in_pairs>(); };
  const auto never = [] { return std::make_unique<never_converged>(); };
  const auto refusing = [] { return std::make_unique<always_refusing>(); };
  const auto remainders = [] { return std::make_unique<remainders_at_one_scale>(); };
  const auto cut_off = [] { return std::make_unique<small_values_cut_off>(); };
  const auto accepting = [] { return std::make_unique<values_at_any_scale>(); };
  const auto no_answer = [] { return std::make_unique<no_values>(); };
  return {{"low words of Q dropped", "qr", heads},
          {"low words of Q dropped", "qr by Cholesky", heads},
          {"low words of L dropped", "cholesky", heads},
          {"low words of A dropped", "solve", of_heads},
          {"low words of A dropped", "least_squares", of_heads},
          {"residuals in pairs", "solve", once},
          {"never converges", "solve", never},
          {"never converges", "least_squares", never},
          {"always refuses", "solve", refusing},
          {"always refuses", "least_squares", refusing},
          {"low words of values dropped", "svd", heads},
          {"low words of U dropped", "svd by Golub-Reinsch", vectors},
          {"low words of values dropped", "svd by Jacobi", heads},
          {"low words of values dropped", "eigh", heads},
          {"dependent columns of Q by their heads", "qr", remainders},
          {"a cut-off at 2^-50", "svd by Jacobi, values", cut_off},
          {"lost low words accepted", "svd by Jacobi", accepting},
          {"always refuses", "svd", no_answer},
          {"always refuses", "eigh", no_answer}};
}

}  // namespace accuracy
