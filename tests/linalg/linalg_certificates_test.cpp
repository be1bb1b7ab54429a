// Systems of many kinds against solutions of MPFR: what solve and least_squares certify is right, and what
// double solves is not refused.
//
// 1. Each system has a kind, an order from 2 to 60, and scales of rows, columns and right sides by its
// number.
// 2. The exact solution comes from Gauss's elimination with 400 bits.
// 3. A certificate is false where X is further than 2^-46 of its column's largest element from the solution,
//    or where A is singular.
// 4. A refusal is an X without a certificate that a caller cannot use although A is regular, the solution is
// in
//    range and double has a finite one: X is not finite, or solves a system further away than double's does.
//    In double, solve is judged by Gauss's elimination, least_squares by Householder's reflections.
// FF_SYSTEMS=100000 gives the number of systems; FF_FIRST_SYSTEM the number of the first one.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <ff/linalg/solve.hpp>
#include <ff/platform/threads.hpp>
#include <ff/random.hpp>
#include <mutex>
#include <optional>
#include <string>

#include "accuracy/linalg/families.hpp"
#include "accuracy/linalg/tiny_pivots.hpp"
#include "accuracy/roots/reference.hpp"

namespace {

using accuracy::dense;
using accuracy::filled;
using accuracy::wide_real;
using ff::ff_t;
using ff::int64;
using ff::linalg::fault;
using ff::linalg::solve_report;
using ff::linalg::status;

using wide_rows = std::vector<std::vector<wide_real>>;

std::size_t at(int64 i) { return static_cast<std::size_t>(i); }

enum class kind {
  normal,
  conditioned,
  integers,
  singular_consistent,
  singular_inconsistent,
  duplicate_columns,
  dependent_columns,
  vandermonde,
  pascal,
  hilbert,
  lauchli,
  triangular,
  wilkinson,
  diagonal,
  nearly_singular,
  kahan,
  frank,
  cauchy,
  companion,
  signs,
  nearly_equal_rows,
  sides_of_all_sizes,
  count
};

/// One system, and the kind that it is of.
struct linear_system {
  kind of;
  dense a, b;
};

int64 integer(ff::philox& g, int64 least, int64 most) {
  return least + static_cast<int64>(g() % static_cast<unsigned>(most - least + 1));
}
double uniform(ff::philox& g) { return static_cast<double>(g()) * 0x1p-31 - 1.0; }

dense integers(ff::philox& g, int64 rows, int64 columns, int64 most) {
  return filled(rows, columns,
                [&](int64, int64) { return ff_t(static_cast<float>(integer(g, -most, most))); });
}

/// A column, or the last row, is a combination of the others with small integers, so that no rounding hides
/// it.
void make_dependent(ff::philox& g, dense& a, bool rows) {
  const int64 n = a.columns, from = integer(g, 0, n - 2), other = integer(g, 0, n - 2);
  const float f = static_cast<float>(integer(g, -3, 3)), h = static_cast<float>(integer(g, 1, 2));
  for (int64 i = 0; i < n; ++i) {
    if (rows)
      a(n - 1, i) = a(from, i) * f + a(other, i) * h;
    else
      a(i, n - 1) = a(i, from) * f + a(i, other) * h;
  }
}

/// Exponents from -most to most, of a factor of each line.
std::vector<int> grades(ff::philox& g, int64 count, int most) {
  std::vector<int> e(at(count));
  for (int& v : e) v = static_cast<int>(integer(g, -most, most));
  return e;
}

/// Kahan's, Frank's, Cauchy's, companion and sign matrices, and rows that differ by 2^-45 or less.
dense classical_matrix(kind k, ff::philox& g, int64 n, std::uint64_t seed) {
  switch (k) {
    case kind::kahan: {
      const double angle = 0.3 + 0.5 * (uniform(g) + 1.0), s = std::sin(angle), c = std::cos(angle);
      return filled(n, n, [&](int64 i, int64 j) {
        return ff_t(i > j ? 0.0 : std::pow(s, static_cast<double>(i)) * (i == j ? 1.0 : -c));
      });
    }
    case kind::frank:
      return filled(n, n, [&](int64 i, int64 j) {
        return ff_t(j < i - 1 ? 0.0f : static_cast<float>(n - std::max(i, j)));
      });
    case kind::cauchy: {
      const int64 between = integer(g, 1, 9);
      return filled(n, n, [&](int64 i, int64 j) {
        return ff_t(1.0f) / ff_t(static_cast<float>(between * i + 3 * j + 1));
      });
    }
    case kind::companion: {
      const dense last = integers(g, n, 1, 99);
      return filled(n, n, [&](int64 i, int64 j) {
        return j == n - 1 ? (last(i, 0) == 0.0f ? ff_t(1.0f) : last(i, 0)) : ff_t(i == j + 1 ? 1.0f : 0.0f);
      });
    }
    case kind::signs:
      return filled(n, n, [&](int64, int64) { return ff_t(integer(g, 0, 1) == 0 ? -1.0f : 1.0f); });
    case kind::nearly_equal_rows: {
      dense a = accuracy::normal_matrix(n, n, seed);
      const int e = static_cast<int>(integer(g, 36, 45));
      for (int64 j = 0; j < n; ++j) a(n - 1, j) = a(0, j) + ldexp(a(n - 1, j), -e);
      return a;
    }
    default:
      return accuracy::normal_matrix(n, n, seed);
  }
}

/// A square matrix of a kind, of elements near 1 where the kind lets them be.
dense matrix_of(kind k, ff::philox& g, int64 n, std::uint64_t seed) {
  switch (k) {
    case kind::conditioned: {
      const double cond = std::pow(2.0, static_cast<double>(integer(g, 1, 60)));
      return accuracy::by_mode(static_cast<int>(integer(g, 1, 5)), cond).make(n, n, seed);
    }
    case kind::integers:
      return integers(g, n, n, integer(g, 1, 9));
    case kind::singular_consistent:
    case kind::singular_inconsistent: {
      if (integer(g, 0, 3) == 0)
        return filled(n, n, [&](int64 i, int64 j) { return ff_t(static_cast<float>(i * n + j + 1)); });
      dense a = integers(g, n, n, integer(g, 1, 9));
      make_dependent(g, a, integer(g, 0, 1) == 0);
      return a;
    }
    case kind::duplicate_columns: {
      dense a = accuracy::normal_matrix(n, n, seed);
      const int64 from = integer(g, 0, n - 2);
      const int e = static_cast<int>(integer(g, -3, 3));
      for (int64 i = 0; i < n; ++i) a(i, n - 1) = ldexp(a(i, from), e);
      return a;
    }
    case kind::dependent_columns: {
      dense a = filled(n, n, [&](int64, int64) { return ff_t(std::floor(uniform(g) * 0x1p20)); });
      make_dependent(g, a, false);
      return a;
    }
    case kind::vandermonde:
      return filled(n, n, [&](int64 i, int64 j) {
        return ff_t(std::pow(static_cast<double>(i + 1) / static_cast<double>(n), static_cast<double>(j)));
      });
    case kind::pascal: {
      dense a(n, n);
      for (int64 i = 0; i < n; ++i)
        for (int64 j = 0; j < n; ++j) a(i, j) = i == 0 || j == 0 ? ff_t(1.0f) : a(i - 1, j) + a(i, j - 1);
      return a;
    }
    case kind::hilbert:
      return accuracy::hilbert().make(n, n, seed);
    case kind::lauchli:
      return accuracy::lauchli().make(n, n, seed);
    case kind::triangular: {
      dense a = accuracy::normal_matrix(n, n, seed);
      for (int64 i = 0; i < n; ++i)
        for (int64 j = 0; j < i; ++j) a(i, j) = 0.0f;
      return a;
    }
    case kind::wilkinson:
      return filled(n, n, [&](int64 i, int64 j) {
        return ff_t(j == n - 1 || i == j ? 1.0f : i > j ? -1.0f : 0.0f);
      });
    case kind::diagonal: {
      dense a(n, n);
      for (int64 i = 0; i < n; ++i) a(i, i) = ff_t(uniform(g) + 1.5);
      return a;
    }
    case kind::nearly_singular: {  // A column is another plus a tiny one.
      dense a = accuracy::normal_matrix(n, n, seed);
      const int e = static_cast<int>(integer(g, 10, 48));
      for (int64 i = 0; i < n; ++i) a(i, n - 1) = a(i, 0) + ldexp(a(i, n - 1), -e);
      return a;
    }
    default:
      return classical_matrix(k, g, n, seed);
  }
}

linear_system system_of(std::uint64_t number) {
  ff::philox g(number, 77);
  const auto k = static_cast<kind>(number % static_cast<std::uint64_t>(kind::count));
  const int64 n = integer(g, 2, integer(g, 0, 3) == 0 ? 60 : 16), sides = integer(g, 1, 3);
  linear_system s{k, matrix_of(k, g, n, number), integers(g, n, sides, 9)};
  if (k == kind::singular_consistent) {
    const dense x = integers(g, n, sides, 9);
    for (int64 i = 0; i < n; ++i)
      for (int64 j = 0; j < sides; ++j) {
        ff_t sum = 0.0f;
        for (int64 h = 0; h < n; ++h) sum = sum + s.a(i, h) * x(h, j);
        s.b(i, j) = sum;
      }
  } else if (integer(g, 0, 1) == 0) {
    s.b = accuracy::normal_matrix(n, sides, number + 1);
  }
  if (k == kind::sides_of_all_sizes)
    for (int64 i = 0; i < n; ++i) {
      for (int64 j = 0; j < sides; ++j) s.b(i, j) = ldexp(s.b(i, j), static_cast<int>(integer(g, -60, 60)));
      s.b(i, 0) = 0.0f;
    }
  // None, rows, columns, both, or all by one power; sides each by their own.
  const int64 how = integer(g, 0, 5);
  const int most = static_cast<int>(integer(g, 1, 60));
  std::vector<int> rows(at(n), 0), columns(at(n), 0), of_sides = grades(g, sides, most);
  if (how == 1 || how == 3) rows = grades(g, n, how == 3 ? most / 2 : most);
  if (how == 2 || how == 3) columns = grades(g, n, how == 3 ? most / 2 : most);
  if (how == 4) rows.assign(at(n), static_cast<int>(integer(g, 0, 1) == 0 ? -90 : 90));
  if (k == kind::pascal || k == kind::vandermonde || how == 5)
    rows.assign(at(n), 0), columns.assign(at(n), 0);
  for (int64 i = 0; i < n; ++i) {
    for (int64 j = 0; j < n; ++j) s.a(i, j) = ldexp(s.a(i, j), rows[at(i)] + columns[at(j)]);
    for (int64 j = 0; j < sides; ++j)
      s.b(i, j) = ldexp(s.b(i, j), (how == 4 ? 0 : rows[at(i)]) + (how == 5 ? 0 : of_sides[at(j)]));
  }
  return s;
}

/// A, B and weighted copies of rows below them, so that least squares have more rows than columns.  Some rows
/// are 2^+-most times the others.
linear_system taller(linear_system s, std::uint64_t number) {
  ff::philox g(number, 78);
  const int64 n = s.a.rows, more = integer(g, 0, n), k = s.b.columns;
  if (more == 0) return s;
  const int most = static_cast<int>(integer(g, 0, 3) == 0 ? integer(g, 0, 50) : 0);
  linear_system t{s.of, dense(n + more, n), dense(n + more, k)};
  const dense noise = accuracy::normal_matrix(n + more, k, number + 5);
  for (int64 i = 0; i < n + more; ++i) {
    const int e = i % 3 == 1 ? most : i % 3 == 2 ? -most : 0;
    const int64 from = i < n ? i : integer(g, 0, n - 1), other = integer(g, 0, n - 1);
    for (int64 j = 0; j < n; ++j)
      t.a(i, j) = ldexp(i < n ? s.a(from, j) : s.a(from, j) * 2.0f + s.a(other, j), e);
    for (int64 j = 0; j < k; ++j)
      t.b(i, j) = ldexp(i < n ? s.b(from, j) : s.b(from, j) * (noise(i, j) + 1.0f), e);
  }
  return t;
}

/// A and B of the normal equations, with rows and columns scaled; rounding of 400 bits leaves them right
/// although weights are squared in them.
wide_rows normal_equations(const dense& a, const dense& b) {
  const std::size_t n = at(a.columns), k = at(b.columns);
  wide_rows rows(n, std::vector<wide_real>(n + k));
  for (int64 h = 0; h < a.rows; ++h)
    for (std::size_t i = 0; i < n; ++i) {
      const wide_real x(a(h, int64(i)));
      for (std::size_t j = 0; j < n; ++j)
        mpfr_fma(rows[i][j], x, wide_real(a(h, int64(j))), rows[i][j], MPFR_RNDN);
      for (std::size_t j = 0; j < k; ++j)
        mpfr_fma(rows[i][n + j], x, wide_real(b(h, int64(j))), rows[i][n + j], MPFR_RNDN);
    }
  return rows;
}
wide_rows square_equations(const dense& a, const dense& b) {
  wide_rows rows(at(a.rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int64 j = 0; j < a.columns; ++j) rows[i].emplace_back(a(int64(i), j));
    for (int64 j = 0; j < b.columns; ++j) rows[i].emplace_back(b(int64(i), j));
  }
  return rows;
}

/// X of A X = B with 400 bits; nothing for a singular A.  Rows are scaled by their largest elements, so that
/// a pivot of 2^-300 can only come from rounding.
std::optional<wide_rows> exact_solution(wide_rows rows) {
  const std::size_t n = rows.size(), k = rows[0].size() - n;
  std::vector<mpfr_exp_t> columns(n, -1000000);
  for (std::size_t i = 0; i < n; ++i) {
    mpfr_exp_t most = -1000000;
    for (std::size_t j = 0; j < n; ++j)
      if (mpfr_zero_p((mpfr_srcptr)rows[i][j]) == 0)
        most = std::max(most, mpfr_get_exp((mpfr_srcptr)rows[i][j]));
    if (most == -1000000) return {};
    for (wide_real& v : rows[i]) mpfr_mul_2si(v, v, -most, MPFR_RNDN);
    for (std::size_t j = 0; j < n; ++j)
      if (mpfr_zero_p((mpfr_srcptr)rows[i][j]) == 0)
        columns[j] = std::max(columns[j], mpfr_get_exp((mpfr_srcptr)rows[i][j]));
  }
  wide_real factor, term;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t p = c;
    for (std::size_t i = c; i < n; ++i)
      if (mpfr_cmpabs(rows[i][c], rows[p][c]) > 0) p = i;
    if (mpfr_zero_p((mpfr_srcptr)rows[p][c]) != 0 || mpfr_get_exp((mpfr_srcptr)rows[p][c]) < columns[c] - 300)
      return {};
    std::swap(rows[c], rows[p]);
    for (std::size_t i = c + 1; i < n; ++i) {
      if (mpfr_zero_p((mpfr_srcptr)rows[i][c]) != 0) continue;
      mpfr_div(factor, rows[i][c], rows[c][c], MPFR_RNDN);
      for (std::size_t j = c + 1; j < n + k; ++j) {
        mpfr_mul(term, factor, rows[c][j], MPFR_RNDN);
        mpfr_sub(rows[i][j], rows[i][j], term, MPFR_RNDN);
      }
    }
  }
  wide_rows x(n, std::vector<wide_real>(k));
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = 0; j < k; ++j) {
      wide_real& v = rows[i][n + j];
      for (std::size_t h = i + 1; h < n; ++h) {
        mpfr_mul(term, rows[i][h], x[h][j], MPFR_RNDN);
        mpfr_sub(v, v, term, MPFR_RNDN);
      }
      mpfr_div(x[i][j], v, rows[i][i], MPFR_RNDN);
    }
  return x;
}

/// The largest distance from the solution over the column's largest element; infinity for what is not finite.
double distance(const dense& x, const wide_rows& exact) {
  double worst = 0.0;
  for (int64 j = 0; j < x.columns; ++j) {
    wide_real most, d, largest;
    for (int64 i = 0; i < x.rows; ++i) {
      if (!isfinite(x(i, j))) return HUGE_VAL;
      const wide_real& e = exact[at(i)][at(j)];
      mpfr_sub(d, wide_real(x(i, j)), e, MPFR_RNDN);
      if (mpfr_cmpabs(d, most) > 0) mpfr_abs(most, d, MPFR_RNDN);
      if (mpfr_cmpabs(e, largest) > 0) mpfr_abs(largest, e, MPFR_RNDN);
    }
    if (mpfr_zero_p((mpfr_srcptr)most) != 0) continue;
    mpfr_div(d, most, largest, MPFR_RNDU);
    worst = std::max(worst, mpfr_get_d(d, MPFR_RNDU));
  }
  return worst;
}

/// Gauss's elimination in double, as LAPACK's dgesv does it; nothing where a pivot is 0 or X is not finite.
std::optional<std::vector<double>> by_double(const dense& a, const dense& b) {
  const std::size_t n = at(a.rows), k = at(b.columns), width = n + k;
  std::vector<double> m(n * width);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i * width + j] = double(a(int64(i), int64(j)));
    for (std::size_t j = 0; j < k; ++j) m[i * width + n + j] = double(b(int64(i), int64(j)));
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t p = c;
    for (std::size_t i = c; i < n; ++i)
      if (std::fabs(m[i * width + c]) > std::fabs(m[p * width + c])) p = i;
    if (m[p * width + c] == 0.0) return {};
    for (std::size_t j = 0; j < width; ++j) std::swap(m[c * width + j], m[p * width + j]);
    for (std::size_t i = c + 1; i < n; ++i) {
      const double f = m[i * width + c] / m[c * width + c];
      for (std::size_t j = c + 1; j < width; ++j) m[i * width + j] -= f * m[c * width + j];
    }
  }
  std::vector<double> x(n * k);
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = 0; j < k; ++j) {
      double v = m[i * width + n + j];
      for (std::size_t h = i + 1; h < n; ++h) v -= m[i * width + h] * x[h * k + j];
      x[i * k + j] = v / m[i * width + i];
      if (!std::isfinite(x[i * k + j]) || std::fabs(x[i * k + j]) > 3e38) return {};
    }
  return x;
}

/// Least squares by Householder's reflections in double, as LAPACK's dgels; nothing where X is not finite.
std::optional<std::vector<double>> squares_by_double(const dense& a, const dense& b) {
  const std::size_t m = at(a.rows), n = at(a.columns), k = at(b.columns), width = n + k;
  std::vector<double> w(m * width), x(n * k);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < width; ++j)
      w[i * width + j] = double(j < n ? a(int64(i), int64(j)) : b(int64(i), int64(j - n)));
  for (std::size_t c = 0; c < n; ++c) {
    double squares = 0.0;
    for (std::size_t i = c; i < m; ++i) squares += w[i * width + c] * w[i * width + c];
    const double beta = -std::copysign(std::sqrt(squares), w[c * width + c]);
    if (!(squares > 0.0)) return {};
    std::vector<double> v(m, 0.0);
    for (std::size_t i = c; i < m; ++i) v[i] = w[i * width + c];
    v[c] -= beta;
    for (std::size_t j = c; j < width; ++j) {
      double sum = 0.0;
      for (std::size_t i = c; i < m; ++i) sum += v[i] * w[i * width + j];
      for (std::size_t i = c; i < m; ++i) w[i * width + j] += sum / (beta * v[c]) * v[i];
    }
  }
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = 0; j < k; ++j) {
      double v = w[i * width + n + j];
      for (std::size_t h = i + 1; h < n; ++h) v -= w[i * width + h] * x[h * k + j];
      x[i * k + j] = v / w[i * width + i];
      if (!std::isfinite(x[i * k + j]) || std::fabs(x[i * k + j]) > 3e38) return {};
    }
  return x;
}

/// The largest |B - A X| over |A| |X| + |B|, element by element, with 400 bits.
template <class Element>
double backward_error(const dense& a, const dense& b, const Element& x) {
  double worst = 0.0;
  for (int64 i = 0; i < a.rows; ++i)
    for (int64 j = 0; j < b.columns; ++j) {
      wide_real rest(b(i, j)), size, term;
      mpfr_abs(size, rest, MPFR_RNDN);
      for (int64 h = 0; h < a.columns; ++h) {
        mpfr_mul(term, wide_real(a(i, h)), wide_real(x(h, j)), MPFR_RNDN);
        mpfr_sub(rest, rest, term, MPFR_RNDN);
        mpfr_abs(term, term, MPFR_RNDN);
        mpfr_add(size, size, term, MPFR_RNDN);
      }
      if (mpfr_zero_p((mpfr_srcptr)rest) != 0) continue;
      mpfr_div(rest, rest, size, MPFR_RNDN);
      worst = std::max(worst, std::fabs(mpfr_get_d(rest, MPFR_RNDU)));
    }
  return worst;
}

/// How much larger a backward error may be than double's: elements have five bits fewer, and where the
/// condition is beyond both, errors are a matter of luck.  2^12 was seen, of a Vandermonde matrix.
constexpr double most_times_further = 0x1p15;

/// An answer to a regular system that its caller cannot use, although double has one.
bool is_refusal(const linear_system& s, bool squares, const dense& x, const wide_rows& exact) {
  const auto in_double = squares ? squares_by_double(s.a, s.b) : by_double(s.a, s.b);
  if (!in_double) return false;
  for (const auto& row : exact)
    for (const wide_real& e : row)
      if (std::fabs(mpfr_get_d(e, MPFR_RNDN)) >= 0x1p127) return false;
  for (const ff_t& e : x.elements)
    if (!isfinite(e)) return true;
  if (squares) return false;
  const std::size_t k = at(s.b.columns);
  const double theirs =
      backward_error(s.a, s.b, [&](int64 i, int64 j) { return ff_t((*in_double)[at(i) * k + at(j)]); });
  const double ours = backward_error(s.a, s.b, [&](int64 i, int64 j) { return x(i, j); });
  return ours > std::max(0x1p-40, most_times_further * theirs);
}

/// What became of many systems.
struct verdicts {
  std::int64_t certified = 0, uncertified = 0, singular = 0, called_singular = 0, false_certificates = 0,
               refusals = 0;
  double worst = 0.0;
};

void judge(const linear_system& s, bool squares, const std::string& name, verdicts& v, std::string& said) {
  dense x = filled(s.a.columns, s.b.columns, [](int64, int64) { return ff_t(ff::detail::quiet_nan); });
  solve_report r;
  ff::linalg::solve_options one;
  one.threads = 1;
  const status got = squares ? ff::linalg::least_squares(s.a.view(), s.b.view(), x.view(), one, &r)
                             : ff::linalg::solve(s.a.view(), s.b.view(), x.view(), one, &r);
  const auto exact = exact_solution(squares ? normal_equations(s.a, s.b) : square_equations(s.a, s.b));
  v.singular += !exact;
  v.certified += got.ok();
  v.uncertified += !got.ok();
  if (got.ok() != r.converged) said += name + ": status and report differ\n";
  if (got.ok()) {
    const double d = exact ? distance(x, *exact) : HUGE_VAL;
    v.worst = std::max(v.worst, d);
    // What least squares report is a bound, where that of solve is an estimate.
    if (d <= 0x1p-46 && (!squares || d <= r.forward_error * (1 + 0x1p-40))) return;
    ++v.false_certificates;
    said += name + ": certified, but off by " + std::to_string(std::log2(d)) + " bits; left " +
            std::to_string(std::log2(r.forward_error)) + ", condition " + std::to_string(r.condition) + "\n";
    return;
  }
  if (exact && got.code() == fault::singular) ++v.called_singular;
  if (!exact || !is_refusal(s, squares, x, *exact)) return;
  ++v.refusals;
  said += name + ": refused: " + got.text() + "\n";
}

void judge(std::uint64_t number, bool squares, verdicts& v, std::string& said) {
  const linear_system s = squares ? taller(system_of(number), number) : system_of(number);
  judge(s, squares,
        (squares ? "least_squares " : "solve ") + std::to_string(number) + ", kind " +
            std::to_string(static_cast<int>(s.of)) + ", n " + std::to_string(s.a.rows),
        v, said);
}

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void judge_all(bool squares) {
  const std::uint64_t first = number_from("FF_FIRST_SYSTEM", 0), count = number_from("FF_SYSTEMS", 600);
  std::atomic<std::uint64_t> next{first};
  std::mutex one;
  verdicts all;
  std::string said;
  ff::detail::on_threads(ff::detail::processors(), [&] {
    verdicts v;
    std::string mine;
    for (std::uint64_t i; (i = next.fetch_add(1)) < first + count;) judge(i, squares, v, mine);
    const std::lock_guard<std::mutex> hold(one);
    all.certified += v.certified, all.uncertified += v.uncertified, all.singular += v.singular;
    all.called_singular += v.called_singular, all.false_certificates += v.false_certificates;
    all.refusals += v.refusals, all.worst = std::max(all.worst, v.worst);
    said += mine;
    mpfr_free_cache();
  });
  std::printf(
      "%s: %lld certified (worst 2^%.2f), %lld not; %lld singular, %lld regular called singular; "
      "%lld false certificates, %lld refusals\n",
      squares ? "least_squares" : "solve", static_cast<long long>(all.certified), std::log2(all.worst),
      static_cast<long long>(all.uncertified), static_cast<long long>(all.singular),
      static_cast<long long>(all.called_singular), static_cast<long long>(all.false_certificates),
      static_cast<long long>(all.refusals));
  EXPECT_EQ(all.false_certificates, 0) << said;
  EXPECT_EQ(all.refusals, 0) << said;
  EXPECT_EQ(said, "");
  EXPECT_GT(all.certified, static_cast<std::int64_t>(count * 3 / 5));
  EXPECT_GT(all.singular, static_cast<std::int64_t>(count / 8));
}

TEST(LinalgCertificates, OfSystems) { judge_all(false); }
TEST(LinalgCertificates, OfLeastSquares) { judge_all(true); }

// 19508: residuals of six words at a condition of 2^104.  29078, 29518, 34833: X left the range.  20453: a
// basic solution was needed.  73036: its correction left the range.  The other least squares: columns'
// powers spread X.
TEST(LinalgCertificates, OfSystemsThatWereWrongOrRefused) {
  verdicts v;
  std::string said;
  for (const std::uint64_t number : {19508, 29078, 29518, 34833}) judge(number, false, v, said);
  for (const std::uint64_t number : {8879, 17899, 20385, 20453, 20913, 73036}) judge(number, true, v, said);
  EXPECT_EQ(v.false_certificates, 0);
  EXPECT_EQ(v.refusals, 0);
  EXPECT_EQ(said, "");
}

// Small pivots one after the other make the scaled solution larger than float's range, although X is in it.
// Such systems had been answered by infinities, or by the solution of a system that was changed by 2^-34.
TEST(LinalgCertificates, SmallPivotsOneAfterTheOtherLeaveXInRange) {
  const auto triangle = [](int64 n, int e, int every, bool upper, std::uint64_t seed) {
    dense a = accuracy::normal_matrix(n, n, seed);
    for (int64 i = 0; i < n; ++i)
      for (int64 j = 0; j < n; ++j) {
        if (upper ? i > j : i < j) a(i, j) = 0.0f;
        if (i == j && i % every == every - 1) a(i, j) = ldexp(a(i, j), e);
      }
    return a;
  };
  struct kind_of_pivots {
    int64 n;
    int e, every, side;
  };
  verdicts v;
  std::string said;
  int answered = 0;
  for (const auto& [n, e, every, side] : {kind_of_pivots{12, -24, 2, -37},
                                          {12, -20, 2, 0},
                                          {7, -24, 1, -74},
                                          {7, -49, 2, -74},
                                          {7, -40, 2, 0},
                                          {3, -90, 2, 0},
                                          {3, -100, 3, 0},
                                          {2, -100, 2, 0}})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      linear_system s{kind::triangular, triangle(n, e, every, seed % 2 == 0, seed),
                      accuracy::normal_matrix(n, 1, seed + 1000)};
      for (ff_t& x : s.b.elements) x = ldexp(x, side);
      const std::string name = std::to_string(n) + ", 2^" + std::to_string(e) + ", " + std::to_string(seed);
      judge(s, false, "solve " + name, v, said);
      judge(s, true, "least_squares " + name, v, said);
      ++answered;
    }
  EXPECT_EQ(v.false_certificates, 0);
  EXPECT_EQ(v.refusals, 0);
  EXPECT_EQ(said, "");
  EXPECT_GT(v.certified, answered / 4);
}

// Families of accuracy/linalg/tiny_pivots.hpp.  Beyond 2^-100 float has not all bits of scaled elements, and
// fewer are certified.
TEST(LinalgCertificates, OfTinyPivots) {
  verdicts reached, beyond;
  std::string said, said_beyond;
  for (const accuracy::family& f : accuracy::tiny_pivot_families())
    for (const int64 n : {2, 3, 4, 7, 12})
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const linear_system s{kind::normal, f.make(n, n, seed), accuracy::normal_matrix(n, 2, seed + 7)};
        const std::string name = f.name + ", n " + std::to_string(n) + ", seed " + std::to_string(seed);
        const bool whole = f.name.find("2^-1") == std::string::npos && f.name.find("+-") == std::string::npos;
        judge(s, false, "solve " + name, whole ? reached : beyond, whole ? said : said_beyond);
        judge(s, true, "least_squares " + name, whole ? reached : beyond, whole ? said : said_beyond);
      }
  EXPECT_EQ(reached.false_certificates + beyond.false_certificates, 0) << said << said_beyond;
  EXPECT_EQ(reached.refusals + beyond.refusals, 0) << said << said_beyond;
  EXPECT_GT(reached.certified, reached.uncertified);
  EXPECT_GT(beyond.certified, 300);
  std::printf("%lld and %lld certified, %lld and %lld not\n", static_cast<long long>(reached.certified),
              static_cast<long long>(beyond.certified), static_cast<long long>(reached.uncertified),
              static_cast<long long>(beyond.uncertified));
}

// A X = A e_1: the last column's power makes it 2^37 times as large in X as in Y, and the residuals' own
// error with it.  It had been certified with an error of 2^-32.8.
TEST(LinalgCertificates, CoverElementsThatOnlyPowersOfColumnsMakeLarge) {
  struct element {
    int row, column;
    ff_t value;
  };
  constexpr int n = 6;
  const element elements[] = {{0, 0, ff::from_words(-0x1.3e16eap+13f, 0x1.b110aep-13f)},
                              {0, 1, ff::from_words(0x1.8fa1bcp-43f, 0x1.ab9d9p-68f)},
                              {1, 1, ff::from_words(0x1.74a3e8p+24f, 0x1.445c28p-1f)},
                              {1, 5, ff::from_words(0x1.eb2806p-12f, -0x1.d3becep-37f)},
                              {2, 0, ff::from_words(0x1.813232p+34f, 0x1.558864p+9f)},
                              {2, 2, ff::from_words(0x1.4d70ccp+42f, -0x1.4792dcp+16f)},
                              {2, 4, ff::from_words(-0x1.f8caa8p+7f, -0x1.bf166ap-18f)},
                              {3, 0, ff::from_words(-0x1.3d5d8ep-17f, 0x1.1a4942p-42f)},
                              {3, 3, ff::from_words(-0x1.33b17cp-29f, 0x1.870d0cp-54f)},
                              {4, 4, ff::from_words(-0x1.4da1f6p+90f, -0x1.cfb4dap+65f)},
                              {5, 3, ff::from_words(0x1.50ab02p+34f, 0x1.9fa5bp+8f)},
                              {5, 4, ff::from_words(0x1.aacf2cp-13f, -0x1.e38eep-38f)},
                              {5, 5, ff::from_words(-0x1.e37ed8p-20f, -0x1.5f1908p-48f)}};
  std::vector<ff_t> a(n * n), b(n), x(n);
  for (const element& e : elements) a[static_cast<std::size_t>(n * e.row + e.column)] = e.value;
  for (std::size_t i = 0; i < n; ++i) b[i] = a[n * i];
  for (const auto factors : {ff::linalg::solve_factors::automatic, ff::linalg::solve_factors::pairs}) {
    ff::linalg::solve_options options;
    options.factors = factors;
    ff::linalg::solve_report report;
    const auto said = ff::linalg::solve({a.data(), n, n, n, 1}, {b.data(), n, 1, 1, 1},
                                        {x.data(), n, 1, 1, 1}, options, &report);
    double error = 0;
    for (std::size_t i = 0; i < n; ++i) error = std::max(error, std::fabs(double(x[i] - (i == 0 ? 1 : 0))));
    EXPECT_TRUE(!said || error <= 0x1p-46) << error << " beside " << report.forward_error;
  }
}

// What is certified of A X = B is right.
void expect_a_true_certificate(const dense& a, const dense& b) {
  dense x(a.columns, b.columns);
  solve_report report;
  const status said = ff::linalg::solve(a.view(), b.view(), x.view(), {}, &report);
  const auto exact = exact_solution(square_equations(a, b));
  ASSERT_TRUE(exact);
  EXPECT_TRUE(!said.ok() || distance(x, *exact) <= 0x1p-46)
      << distance(x, *exact) << " beside " << report.forward_error;
}

// The corrections stopped one too early where a column's power makes an error of Y larger in X: 2^-40.3.
TEST(LinalgCertificates, StopByTheErrorOfX) {
  const float elements[3][3] = {
      {0x1p-30f, 0, 0x1p-36f}, {-0x1p-27f, 0x1p-43f, 0x1p-33f}, {-0x1p59f, -0x1p43f, 0x1p53f}};
  const ff_t sides[3][3] = {{-0x1p31f, -0x1p49f, ff::from_words(-0x1.bf245ap+54f, -0x1.4bd54ep+29f)},
                            {-0x1p31f, -0x1p49f, ff::from_words(0x1.fcb50cp+16f, 0x1.39ec7cp-10f)},
                            {0, 0x1p49f, ff::from_words(0x1.f8c62p+6f, -0x1.4e6c8p-23f)}};
  expect_a_true_certificate(filled(3, 3, [&](int64 i, int64 j) { return ff_t(elements[i][j]); }),
                            filled(3, 3, [&](int64 i, int64 j) { return sides[i][j]; }));
}

// The last words of Y are corrected with rounding, which a column's power makes 2^40 times larger in X:
// 2^-36.
TEST(LinalgCertificates, CountWhatTheWordsOfYLeave) {
  constexpr int64 n = 6;
  const int powers[n] = {2, 1, -17, -40, 39, 32};
  const ff_t side[n] = {
      ff::from_words(-0x1.39d11ep+0f, -0x1.4b6d3cp-26f), ff::from_words(-0x1.c7b4bcp+1f, 0x1.86ff6p-26f),
      ff::from_words(0x1.e8caccp-16f, -0x1.7a6288p-43f), ff::from_words(0x1.0b1f18p-46f, -0x1.bca99ap-71f),
      ff::from_words(0x1.7e714p-41f, 0x1.2c7d02p-66f),   ff::from_words(0x1.f34bbep-43f, 0x1.85c2b8p-68f)};
  const auto wilkinson = [&](int64 i, int64 j) {
    const float e = j == n - 1 || i == j ? 1.0f : i > j ? -1.0f : 0.0f;
    return ldexp(ff_t(e), powers[j]);
  };
  expect_a_true_certificate(filled(n, n, wilkinson), filled(n, 1, [&](int64 i, int64) { return side[i]; }));
}

// The factors of small integers are exact, so that probes saw less rounding than this right side: 2^-45.2.
TEST(LinalgCertificates, CountTheRoundingOfCorrections) {
  constexpr int64 n = 7;
  const ff_t side[n] = {
      ff::from_words(0x1.22046p-55f, 0x1.d36056p-80f),   ff::from_words(0x1.a73c0ap-54f, 0x1.3aaff8p-80f),
      ff::from_words(0x1.d543b4p-54f, 0x1.97c8a4p-79f),  ff::from_words(0x1.fc4448p-55f, 0x1.2b7d34p-80f),
      ff::from_words(0x1.9cba94p-55f, 0x1.6c734p-87f),   ff::from_words(0x1.b16e1cp-56f, 0x1.e9095ap-81f),
      ff::from_words(-0x1.ac2d98p-54f, -0x1.14575cp-79f)};
  const auto element = [](int64 i, int64 j) {
    const bool positive = i == j || (j == n - 1 && i < 4);
    return ff_t(j < i ? 0.0f : positive ? 1.0f : -1.0f);
  };
  expect_a_true_certificate(filled(n, n, element), filled(n, 1, [&](int64 i, int64) { return side[i]; }));
}

// An inverse that got errors of its own, since it was singular, leaves corrections that round by more:
// 2^-42.3 had been certified.
TEST(LinalgCertificates, WaitForCorrectionsOfBlurredInversesToVanish) {
  for (int e = -62; e <= -49; ++e)
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      ff::philox g(seed, 15);
      const auto element = [&](int64, int64) {
        return ff_t(1.0f) + ldexp(ff_t(static_cast<float>(integer(g, -3, 3))), e);
      };
      const dense a = filled(2, 2, element), b = accuracy::normal_matrix(2, 1, seed + 1);
      if (exact_solution(square_equations(a, b))) expect_a_true_certificate(a, b);
    }
}

// The heads are a matrix of rank one, and low words beyond 48 bits make it regular.  The product with the
// computed inverse was almost singular itself, which probes of few digits did not show: answers without one
// right digit had been certified.
TEST(LinalgCertificates, HoldWhereLowWordsAloneMakeAMatrixRegular) {
  const auto near_ones = [](int64 n, const auto& low) {
    return filled(n, n, [&](int64 i, int64 j) { return ff::from_words(1.0f, low(i, j)); });
  };
  const auto first = [](int64 n) {
    return filled(n, 1, [](int64 i, int64) { return ff_t(i == 0 ? 1.0f : 0.0f); });
  };
  const auto on_diagonal = [](float a, float b) {
    return [a, b](int64 i, int64 j) { return i != j ? 0.0f : i == 0 ? a : b; };
  };
  expect_a_true_certificate(near_ones(2, on_diagonal(0x1.68p-49f, -0x1.1p-49f)), first(2));
  expect_a_true_certificate(near_ones(2, on_diagonal(0x1.be1692p-71f, -0x1.11f0aep-71f)), first(2));
  // two products, of which the second needs all that the first has left of low words
  expect_a_true_certificate(near_ones(2, on_diagonal(-0x1.46e124p-58f, -0x1.8b34ccp-58f)), first(2));
  const int signs[4][4] = {{0, 1, 1, 0}, {-1, 0, 1, -1}, {0, 1, -1, 1}, {1, 1, -1, 0}};
  expect_a_true_certificate(
      near_ones(4, [&](int64 i, int64 j) { return 0x1p-62f * static_cast<float>(signs[i][j]); }), first(4));

  int certified = 0, tried = 0;
  for (int64 n = 2; n <= 4; ++n)
    for (int e = -90; e <= -50; e += 2)
      for (std::uint64_t seed = 1; seed <= 12; ++seed, ++tried) {
        ff::philox g(seed, 16 + static_cast<std::uint64_t>(n) - static_cast<std::uint64_t>(e));
        const bool few_digits = seed % 2 == 0;
        const dense low =
            few_digits
                ? filled(n, n, [&](int64, int64) { return ff_t(static_cast<float>(integer(g, -1, 1))); })
                : accuracy::normal_matrix(n, n, seed);
        const dense a = near_ones(n, [&](int64 i, int64 j) { return std::ldexp(low(i, j).hi(), e); });
        const dense b = seed % 3 == 0 ? accuracy::normal_matrix(n, 1, seed + 1) : first(n);
        if (!exact_solution(square_equations(a, b))) continue;
        expect_a_true_certificate(a, b);
        dense x(n, 1);
        certified += ff::linalg::solve(a.view(), b.view(), x.view()).ok();
      }
  EXPECT_GT(certified, tried / 2);
}

// The last row is the first but for one low bit.  A third of these had been called singular, although the
// product with a blurred inverse solves them.
TEST(LinalgCertificates, SolveWhereTwoRowsDifferByALowBit) {
  int certified = 0, tried = 0;
  for (int64 n = 3; n <= 8; ++n)
    for (int e = -70; e <= -50; e += 4)
      for (std::uint64_t seed = 1; seed <= 6; ++seed, ++tried) {
        ff::philox g(seed, static_cast<std::uint64_t>(n));
        dense a = filled(n, n, [&](int64, int64) { return ff_t(static_cast<float>(integer(g, -7, 7))); });
        for (int64 j = 0; j < n; ++j) a(n - 1, j) = a(0, j);
        a(0, 0) = a(n - 1, 0) = 1.0f;
        a(n - 1, 0) = ff::from_words(1.0f, std::ldexp(1.0f, e));
        const dense b = accuracy::normal_matrix(n, 1, seed);
        if (!exact_solution(square_equations(a, b))) continue;
        expect_a_true_certificate(a, b);
        dense x(n, 1);
        certified += ff::linalg::solve(a.view(), b.view(), x.view()).ok();
      }
  EXPECT_GT(certified, tried * 9 / 10);
}

// Powers of rows that the right side has too.  Half of a row's power had gone into the column, and made X's
// elements of one size 2^43 apart in Y: such answers, though exact, had no certificate.
TEST(LinalgCertificates, ScaleRowsWholeWhereTheirPowersAreTheSidesToo) {
  for (const int e : {-120, -100, -86, -82, 82, 86, 100, 120})
    for (const bool turned : {false, true}) {
      dense a(2, 2), x(2, 1);
      a(0, turned) = 1.0f;
      a(1, !turned) = std::ldexp(1.0f, e);
      const dense b = filled(2, 1, [&](int64 i, int64) { return ldexp(ff_t(0.75f), i == 1 ? e : 0); });
      EXPECT_TRUE(ff::linalg::solve(a.view(), b.view(), x.view()).ok()) << e << turned;
      for (const ff_t& y : x.elements) EXPECT_EQ(y, ff_t(0.75f)) << e << turned;
    }
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    constexpr int64 n = 5;
    ff::philox g(seed, 17);
    dense a = accuracy::normal_matrix(n, n, seed), b(n, 1), x(n, 1);
    for (int64 i = 0; i < n; ++i) {
      const int e = static_cast<int>(integer(g, -60, 60));
      for (int64 j = 0; j < n; ++j) a(i, j) = ldexp(a(i, j), e);
      for (int64 j = 0; j < n; ++j) b(i, 0) = b(i, 0) + a(i, j);
    }
    expect_a_true_certificate(a, b);
    EXPECT_TRUE(ff::linalg::solve(a.view(), b.view(), x.view()).ok()) << seed;
  }
}

// Inverses of heads of rank one were singular, and numbers of their last places left some of them so: 14 of
// the 1024 odd numbers below 2048 had been called singular at a condition near 2^51, and 143 at 2^81.
TEST(LinalgCertificates, SolveWhereInversesLookSingular) {
  for (const int e : {43, 60, 74})
    for (const float c : {141.0f, 159.0f, 165.0f, 293.0f, 307.0f, 321.0f}) {
      const float last = std::ldexp(1.0f, -e);
      const dense a = filled(2, 2, [&](int64 i, int64 j) {
        return i == j ? ff_t(-c) : i == 0 ? ff_t(c) : ff::from_words(c, last);
      });
      const dense b = filled(2, 1, [](int64 i, int64) { return ff_t(i == 0 ? 1.0f : 3.0f); });
      dense x(2, 1);
      EXPECT_TRUE(ff::linalg::solve(a.view(), b.view(), x.view()).ok()) << c << " 2^" << -e;
      expect_a_true_certificate(a, b);
    }
}

// One column is solved, and the other one had been NaN: its corrections left the range, and the shares of the
// columns behind it hid that.
TEST(LinalgCertificates, WriteFiniteColumnsBesideOthers) {
  const dense a = filled(2, 2, [](int64 i, int64 j) {
    return i == j ? ff_t(-41.0f) : i == 0 ? ff_t(41.0f) : ff::from_words(41.0f, 0x1p-74f);
  });
  const float sides[2][2] = {{1.0f, -3.0f}, {3.0f, 2.0f}};
  for (const bool turned : {false, true}) {
    const dense b = filled(2, 2, [&](int64 i, int64 j) { return ff_t(sides[i][turned ? 1 - j : j]); });
    dense x(2, 2);
    const status said = ff::linalg::solve(a.view(), b.view(), x.view());
    for (const ff_t& y : x.elements) EXPECT_TRUE(isfinite(y)) << said.text();
    expect_a_true_certificate(a, b);
  }
}

TEST(LinalgCertificates, RefuseLowWordsThatAreNotFinite) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    for (const bool in_a : {false, true}) {
      dense a = accuracy::normal_matrix(3, 3, 1), b = accuracy::normal_matrix(3, 1, 2);
      dense x = filled(3, 1, [](int64, int64) { return ff_t(7.0f); });
      (in_a ? a : b)(1, 0) = ff::from_words(1.0f, bad);
      EXPECT_EQ(ff::linalg::solve(a.view(), b.view(), x.view()).code(), ff::linalg::fault::numeric);
      EXPECT_EQ(ff::linalg::least_squares(a.view(), b.view(), x.view()).code(), ff::linalg::fault::numeric);
      for (const ff_t& y : x.elements) EXPECT_EQ(y, ff_t(7.0f));
    }
}

// Expects that a certificate of least squares is right.  Returns whether there was one.
bool expect_true_least_squares(const dense& a, const dense& b, ff::linalg::solve_factors factors) {
  dense x(a.columns, b.columns);
  ff::linalg::solve_options options;
  options.factors = factors;
  solve_report report;
  const bool ok = ff::linalg::least_squares(a.view(), b.view(), x.view(), options, &report).ok();
  const auto exact = exact_solution(normal_equations(a, b));
  const double off = exact ? distance(x, *exact) : HUGE_VAL;
  EXPECT_TRUE(!ok || (off <= 0x1p-46 && off <= report.forward_error * (1 + 0x1p-40)))
      << off << " beside " << report.forward_error;
  return ok;
}

// Heavy rows of one direction conflict, and light ones settle the other.  A residual's roundings count by the
// square of what their weights differ by, and a correction's rounding of these had been left out: 0.99999994
// had been certified where 1 is exact, and a fifth of the certificates were false at 2^-44.
TEST(LinalgCertificates, HoldWhereHeavyRowsConflict) {
  using ff::linalg::solve_factors;
  int certified = 0, tried = 0;
  for (const auto factors : {solve_factors::automatic, solve_factors::pairs}) {
    for (int e = 10; e <= 46; ++e) {
      const float light = std::ldexp(1.0f, -e);
      const float rows[3][4][2] = {{{1, -1}, {0.5f, -0.5f}, {0.25f, -0.25f}, {0, light}},
                                   {{1, -1}, {0x1p-3f, -0x1p-3f}, {0x1p-6f, -0x1p-6f}, {0, light}},
                                   {{1, -1}, {0.5f, -0.5f}, {0.25f, -0.25f}, {0, light}}};
      const float sides[3][4] = {{0, 48, 16, light}, {-2, -2, 1, light}, {768, -768, 256, light}};
      for (int which = 0; which < 3; ++which) {
        const dense a = filled(4, 2, [&](int64 i, int64 j) { return ff_t(rows[which][i][j]); });
        const dense b = filled(4, 1, [&](int64 i, int64) { return ff_t(sides[which][i]); });
        certified += expect_true_least_squares(a, b, factors);
      }
    }
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      ff::philox g(seed, 18);
      const int64 heavy = integer(g, 2, 5);
      const int e = static_cast<int>(integer(g, 8, 46));
      const float u = static_cast<float>(integer(g, 1, 9)), v = static_cast<float>(integer(g, -9, -1));
      const dense numbers = accuracy::normal_matrix(heavy + 1, 4, seed);
      dense a(heavy + 1, 2), b(heavy + 1, 1);
      for (int64 i = 0; i < heavy; ++i) {
        const int power = -static_cast<int>(integer(g, 0, 9));
        a(i, 0) = std::ldexp(u, power);
        a(i, 1) = std::ldexp(v, power);
        b(i, 0) = ldexp(numbers(i, 0), static_cast<int>(integer(g, -10, 10)));
      }
      for (int64 j = 0; j < 2; ++j) a(heavy, j) = ldexp(numbers(heavy, 1 + j), -e);
      b(heavy, 0) = ldexp(numbers(heavy, 0), static_cast<int>(integer(g, -2, e)) - e);
      ++tried;
      certified += expect_true_least_squares(a, b, factors);
    }
  }
  EXPECT_GT(certified, tried / 3);
}

// A row of zeros whose side is large goes into the residual alone, and gives its scale: light rows' part of
// it met light elements of A below the range of float.  Errors of 2^-33.6 and 2^-38.6 had been certified.
TEST(LinalgCertificates, CountWhatTheNormalEquationsLoseBelowTheRange) {
  using ff::linalg::solve_factors;
  int certified = 0;
  for (const auto factors : {solve_factors::automatic, solve_factors::pairs})
    for (const float light : {0x1p-49f, 0x1p-42f})
      for (int z = 0; z <= 76; ++z) {
        const float side = std::ldexp(1.0f, z);
        const float first[4][2] = {{1, 4}, {light, 0}, {0, light}, {0, 0}};
        const float of_first[] = {-1.0f, 6 * light, 0.0f, side};
        certified += expect_true_least_squares(
            filled(4, 2, [&](int64 i, int64 j) { return ff_t(first[i][j]); }),
            filled(4, 1, [&](int64 i, int64) { return ff_t(of_first[i]); }), factors);
        const float second[5][3] = {{1, 0, -1}, {1, 4, 0}, {2 * light, 0, 0}, {0, light, 0}, {0, 0, 0}};
        const float of_second[] = {0.0f, -0.25f, 0x1.8e8044p-3f * light, 0.0f, side};
        certified += expect_true_least_squares(
            filled(5, 3, [&](int64 i, int64 j) { return ff_t(second[i][j]); }),
            filled(5, 1, [&](int64 i, int64) { return ff_t(of_second[i]); }), factors);
      }
  EXPECT_GT(certified, 100);
}

// An answer of 0 that is none: what cancels in A^T b is below the range of the scaled numbers, and 2^-51 or
// 2^-31 had been certified as 0.  Where A^T b is 0 exactly, so is the answer.
TEST(LinalgCertificates, CertifyNoAnswerOfZeroThatMayBeNone) {
  using ff::linalg::solve_factors;
  for (const auto factors : {solve_factors::automatic, solve_factors::pairs}) {
    const auto column = [](std::initializer_list<ff_t> of) {
      return filled(int64(of.size()), 1, [&](int64 i, int64) { return of.begin()[i]; });
    };
    expect_true_least_squares(column({1.0f, 0x1p-51f, 0x1p-51f, 0x1p-51f}),
                              column({0.0f, 0x1p124f, -0x1p124f, 1.0f}), factors);
    for (int e = 40; e <= 124; ++e) {
      const float side = std::ldexp(1.0f, e);
      for (int low = -147; low <= 0; low += 7)
        expect_true_least_squares(
            column({1.0f, 0x1p-9f, 0x1p-9f}),
            column({0.0f, side, ff::from_words(-side, std::ldexp(1.0f, std::min(low, e - 25)))}), factors);
    }
    EXPECT_TRUE(expect_true_least_squares(column({1.0f, 2.0f, 3.0f}), column({0.0f, 0.0f, 0.0f}), factors));
  }
}

// Y so far below its side that its words leave the range, and rows of few digits whose rounding by factors in
// float no probe showed: 2^-39.0 and 2^-43.5 had been certified.
TEST(LinalgCertificates, CountWhatYLosesAndFactorsRound) {
  using ff::linalg::solve_factors;
  for (const auto factors : {solve_factors::automatic, solve_factors::pairs}) {
    for (int z = 80; z <= 126; z += 3)
      for (int c = 0; c <= 52; c += 4)
        for (int t = -20; t <= 60; t += 4) {
          const float elements[] = {1.0f, 0.0f, std::ldexp(1.0f, -c)},
                      sides[] = {4.0f, std::ldexp(1.0f, z), std::ldexp(-0x1.d8ddcep0f, t)};
          expect_true_least_squares(filled(3, 1, [&](int64 i, int64) { return ff_t(elements[i]); }),
                                    filled(3, 1, [&](int64 i, int64) { return ff_t(sides[i]); }), factors);
        }
    const float rows[5][3] = {{-0x1p-14f, -0x1p-14f, -0x1p-15f},
                              {0x1p-18f, 0.0f, 0.0f},
                              {-0x1p-11f, 0.0f, 0.0f},
                              {0x1p-40f, -0x1.8p-39f, -0x1.8p-40f},
                              {0x1p-39f, 0.0f, -0x1p-39f}};
    const float sides[] = {0.0f, -0x1.7331cp-3f, -0x1.8p+13f, 0.0f, -0x1.280ad4p-13f};
    expect_true_least_squares(filled(5, 3, [&](int64 i, int64 j) { return ff_t(rows[i][j]); }),
                              filled(5, 1, [&](int64 i, int64) { return ff_t(sides[i]); }), factors);
  }
}

// Low words far below their heads lose bits where columns are scaled, and large residuals of light rows meet
// them.  2^-40.7 had been certified, by the first bound that was meant to count everything.
TEST(LinalgCertificates, CountWhatLowWordsLoseFarBelowTheirHeads) {
  int certified = 0;
  for (const float low : {0.0f, 0x1p-140f}) {
    dense a = filled(43, 3, [](int64, int64) { return ff_t(0.0f); }), b(43, 1);
    a(0, 0) = a(1, 1) = a(1, 2) = 0x1p38f;
    a(2, 1) = 0x1p2f;
    for (int64 i = 0; i < 3; ++i) b(i, 0) = 0.0f;
    for (int64 i = 3; i < 43; ++i) {
      const bool odd = i % 2 != 0;
      a(i, 0) = odd ? 0x1p2f : -0x1p2f;
      a(i, 1) =
          i == 3 ? ff_t(0x1p-80f + 0x1p-84f) : ff::from_words(odd ? 0x1p-80f : -0x1p-80f, odd ? low : 0.0f);
      b(i, 0) = 1.0f;
    }
    certified += expect_true_least_squares(a, b, ff::linalg::solve_factors::automatic);
  }
  EXPECT_GT(certified, 0);
}

// Their conditions go from 2^13 to 2^57, and the second triangle serves from about 2^45 on.
TEST(LinalgCertificates, HilbertsMatricesInLeastSquares) {
  for (const int64 n : {4, 8, 10, 12, 16, 20, 30, 44})
    for (const int64 more : {0, 4})
      for (const bool consistent : {false, true}) {
        const dense a =
            filled(n + more, n, [](int64 i, int64 j) { return ff_t(1.0f) / static_cast<float>(i + j + 1); });
        const dense b = filled(n + more, 1, [&](int64 i, int64) {
          ff_t sum = 0.0f;
          for (int64 j = 0; j < n; ++j) sum = sum + a(i, j);
          return consistent ? sum : ff_t(static_cast<float>(i % 3 - 1));
        });
        EXPECT_TRUE(expect_true_least_squares(a, b, ff::linalg::solve_factors::automatic))
            << n << ", " << more;
      }
}

// A column that is the sum of the others but for 2^-13 to 2^-29 of it, and words of 48 bits.  One in a
// hundred had been left without a certificate: a correction may be larger than the one before although the
// error shrinks.
TEST(LinalgCertificates, NearlyDependentColumnsInLeastSquares) {
  int without = 0;
  for (std::uint64_t seed = 1; seed <= 1200; ++seed) {
    ff::philox g(seed, 35);
    const int64 n = integer(g, 2, 8), m = n + integer(g, 0, 4), which = integer(g, 0, n - 1);
    const double apart = std::exp2(23.0 - 0.1 * static_cast<double>(integer(g, 360, 520)));
    dense a = filled(m, n, [&](int64, int64) {
      return ff::add12(static_cast<float>(integer(g, -0x800000, 0x800000)),
                       static_cast<float>(integer(g, -0x800000, 0x800000)) * 0x1p-24f);
    });
    const bool consistent = integer(g, 0, 1) == 0;
    dense b(m, 1);
    for (int64 i = 0; i < m; ++i) {
      ff_t sum = 0.0f;
      for (int64 j = 0; j < n; ++j)
        if (j != which) sum = sum + a(i, j);
      a(i, which) = sum + ff_t(static_cast<float>(uniform(g) * apart));
      b(i, 0) = consistent ? sum + a(i, which) : ff_t(static_cast<float>(integer(g, -1000, 1000)));
    }
    const bool certified = expect_true_least_squares(a, b, ff::linalg::solve_factors::pairs);
    // Beside a large residual few are within reach, and some columns are dependent.
    without += !certified && (consistent || m == n) && exact_solution(normal_equations(a, b));
  }
  EXPECT_EQ(without, 0);
}

// An answer without a certificate has a bound in forward_error, too.  X is subnormal here, and it is smaller
// than what it was before.
TEST(LinalgCertificates, BoundWhatIsNotCertified) {
  using ff::from_words;
  const ff_t rows[4][2] = {
      {from_words(-0x1.ed0a8ep+89f, 0x1.c7b7p+62f), from_words(-0x1.ed0a8ep+89f, 0x1.c7b3f2p+62f)},
      {from_words(0x1.a77946p+92f, -0x1.768ab8p+67f), from_words(0x1.a77946p+92f, -0x1.768a98p+67f)},
      {from_words(-0x1.112112p+88f, -0x1.ad508p+63f), from_words(-0x1.112112p+88f, -0x1.ad5228p+63f)},
      {from_words(0x1.df133p+92f, -0x1.ff5fbp+67f), from_words(0x1.df133p+92f, -0x1.ff5fcep+67f)}};
  const float sides[4] = {0x1.ac8p-96f, -0x1.96p-97f, -0x1.778p-96f, -0x1.a38p-96f};
  const dense a = filled(4, 2, [&](int64 i, int64 j) { return rows[i][j]; }),
              b = filled(4, 1, [&](int64 i, int64) { return ff_t(sides[i]); });
  dense x(2, 1);
  ff::linalg::solve_options options;
  options.factors = ff::linalg::solve_factors::pairs;
  solve_report report;
  EXPECT_EQ(ff::linalg::least_squares(a.view(), b.view(), x.view(), options, &report).code(),
            fault::not_converged);
  const auto exact = exact_solution(normal_equations(a, b));
  ASSERT_TRUE(exact);
  double off = 0.0, largest = 0.0;
  for (int64 i = 0; i < 2; ++i) {
    off = std::max(off, std::fabs(double(x(i, 0)) - mpfr_get_d((*exact)[at(i)][0], MPFR_RNDN)));
    largest = std::max(largest, std::fabs(double(x(i, 0))));
  }
  EXPECT_LE(off / largest, report.forward_error);
}

// Columns that a basic solution leaves out are zeros, whatever their lengths.
TEST(LinalgCertificates, WriteZerosForColumnsThatAreLeftOut) {
  for (const float length : {1.0f, 0x1p-100f, 0x1p-120f, 0x1p100f}) {
    const dense a = filled(3, 2, [&](int64, int64 j) { return ff_t(j == 0 ? 1.0f : length); }),
                b = filled(3, 1, [](int64 i, int64) { return ff_t(static_cast<float>(1 << i)); });
    dense x(2, 1);
    solve_report report;
    EXPECT_EQ(ff::linalg::least_squares(a.view(), b.view(), x.view(), {}, &report).code(), fault::singular);
    EXPECT_EQ(report.rank, 1);
    EXPECT_NEAR(double(x(0, 0)), 7.0 / 3, 1e-12);
    EXPECT_EQ(x(1, 0), 0.0f) << length;
  }
}

// The last column is the sum of the others but for low words of about 2^-e of it, and the residual is small.
TEST(LinalgCertificates, LowWordsKeepColumnsApartInLeastSquares) {
  for (const int e : {48, 56, 64, 68}) {
    int certified = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      ff::philox g(seed, 36);
      const int64 n = integer(g, 2, 6), m = n + integer(g, 0, 3);
      dense a(m, n), b(m, 1);
      for (int64 i = 0; i < m; ++i) {
        float sum = 0.0f;
        for (int64 j = 0; j < n - 1; ++j) {
          a(i, j) = static_cast<float>(integer(g, -2048, 2047)) + 0.5f;
          sum += a(i, j).hi();
        }
        a(i, n - 1) =
            ff::from_words(sum, std::ldexp(static_cast<float>(integer(g, -0x800000, 0x800000)), -12 - e));
        b(i, 0) = m > n ? a(i, 0) : ff_t(static_cast<float>(integer(g, -1000, 1000)));
      }
      dense x(n, 1);
      EXPECT_NE(ff::linalg::least_squares(a.view(), b.view(), x.view()).code(), fault::singular) << e;
      certified += expect_true_least_squares(a, b, ff::linalg::solve_factors::automatic);
    }
    EXPECT_GE(certified, e <= 56 ? 60 : e == 64 ? 50 : 0) << e;
  }
}

}  // namespace
