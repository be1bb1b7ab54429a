#include "accuracy/linalg/study.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ff/reduce/shape.hpp>
#include <map>
#include <numeric>
#include <stdexcept>

#include "accuracy/judge/bits.hpp"
#include "accuracy/linalg/judge.hpp"

namespace accuracy {
namespace {

using ff::linalg::gemm_options;

constexpr double u2 = 0x1p-48, beyond_floats = 0x1.ffffffp127, beyond_sums = 0x1p126;

/// Says what underflow may cost a sum of n products and its result (docs/proofs/reduce.md).
wide_real underflow(int64 n) { return wide_sum::of_double(3 * static_cast<double>(n) * 0x1p-150 + 0x1p-149); }

/// f(i, j) for some elements of so many: all, where they are no more.
template <class F>
void sampled(const linalg_case& c, int64 rows, int64 columns, F f) {
  ff::philox g(c.seed, 99);
  const auto all = static_cast<uint64>(rows * columns);
  for (uint64 s = 0; s < std::min<uint64>(all, c.samples); ++s) {
    const auto at = static_cast<int64>(all <= c.samples ? s : (uint64{g()} << 32 | g()) % all);
    f(at / columns, at % columns);
  }
}

/// Row i of A times column j of B.
wide_sum product_of(const dense& a, int64 i, const dense& b, int64 j) {
  wide_sum sum;
  for (int64 h = 0; h < a.columns; ++h) sum.add(a(i, h), b(h, j));
  return sum;
}

// ---------------------------------------------------------------- gemm

/// The powers of two that balance the inner dimension: of the largest exponents of A's columns and B's rows
/// half of the difference; elements of columns that meet zeros alone become zeros.
void balance(dense& a, dense& b) {
  for (int64 h = 0; h < a.columns; ++h) {
    int of_a = -1000, of_b = -1000;
    for (int64 i = 0; i < a.rows; ++i)
      if (a(i, h).hi() != 0) of_a = std::max(of_a, std::ilogb(a(i, h).hi()));
    for (int64 j = 0; j < b.columns; ++j)
      if (b(h, j).hi() != 0) of_b = std::max(of_b, std::ilogb(b(h, j).hi()));
    const bool meets_zeros = of_a == -1000 || of_b == -1000;
    const int shift = static_cast<int>(std::floor((of_a - of_b) / 2.0));
    for (int64 i = 0; i < a.rows; ++i) a(i, h) = meets_zeros ? ff_t(0.0f) : ldexp(a(i, h), -shift);
    for (int64 j = 0; j < b.columns; ++j) b(h, j) = meets_zeros ? ff_t(0.0f) : ldexp(b(h, j), shift);
  }
}

double gemm_bound(ff::linalg::accuracy length, int64 k) {
  using ff::linalg::accuracy;
  const double l = length == accuracy::fast ? 46.897 : length == accuracy::standard ? 50.758 : 54.577;
  const double root = std::sqrt(static_cast<double>(k));
  return root * std::exp2(1 - l) * (1 + root * 0x1p-14);
}

std::vector<linalg_error> judge_gemm(const linalg_case& c, const gemm_options& o) {
  const dense a = c.matrix(), b = c.other(c.rows / 2 + 1), got = c.on.gemm(a, b, o);
  dense balanced_a = a, balanced_b = b;
  if (o.balance) balance(balanced_a, balanced_b);
  linalg_error e{o.componentwise ? "|A| |B|"
                 : o.balance     ? "balanced norms"
                                 : "norms",
                 0, o.componentwise ? 0x1p-44 : gemm_bound(o.length, a.columns)};
  sampled(c, got.rows, got.columns, [&](int64 i, int64 j) {
    const wide_sum sum = product_of(a, i, b, j);
    if (sum.is_beyond(beyond_floats, o.componentwise ? beyond_sums : HUGE_VAL)) {
      const bool right = o.componentwise
                             ? !isfinite(got(i, j))
                             : isinf(got(i, j)) && (got(i, j).hi() < 0) == ((mpfr_sgn)(sum.value) < 0);
      // Beyond 2^126, but not beyond the floats, a sum of floats may still be right.
      if (right || sum.is_beyond(beyond_floats, HUGE_VAL)) {
        if (!right) e.error = HUGE_VAL;
        return;
      }
    }
    wide_real allowed = underflow(a.columns);  // and the rounding of the result
    if (!o.componentwise) {
      mpfr_abs(allowed, sum.value, MPFR_RNDN);
      mpfr_mul_d(allowed, allowed, 0x1p-49, MPFR_RNDN);
      mpfr_add_d(allowed, allowed, 0x1p-149, MPFR_RNDN);
    }
    const wide_real scale =
        o.componentwise ? sum.magnitudes : product_of(balanced_a, i, balanced_b, j).norms();
    e.error = std::max(e.error, relative_error(got(i, j), sum.value, scale, allowed));
  });
  return {e};
}

linalg_subject gemm_subject(const char* name, gemm_options o) {
  return {name, [o](const linalg_case& c) { return judge_gemm(c, o); }, product_families};
}

// ---------------------------------------------------------------- sums of floats

/// One result that is a sum of so many products.
void see(linalg_error& e, ff_t got, const wide_sum& sum, int64 n) {
  if (sum.is_beyond(beyond_floats, beyond_sums) && !isfinite(got)) return;
  e.error = std::max(e.error, relative_error(got, sum.value, sum.magnitudes, underflow(n)));
}

std::vector<linalg_error> judge_dot(const linalg_case& c) {
  const dense x = c.matrix(), y = c.of.other(c.rows, c.columns, c.seed + 1);
  const int64 n = c.rows * c.columns;
  wide_sum sum;
  for (int64 i = 0; i < n; ++i) sum.add(x.all()(i), y.all()(i));
  linalg_error e{"|x| |y|", 0,
                 ff::reduction_bound<ff::reductions::dot<ff_t>>(static_cast<std::size_t>(n)) * u2};
  see(e, c.on.dot(x, y), sum, n);
  return {e};
}

std::vector<linalg_error> judge_nrm2(const linalg_case& c) {
  const dense x = c.matrix();
  const int64 n = c.rows * c.columns;
  wide_sum sum;
  for (int64 i = 0; i < n; ++i) sum.add(x.all()(i), x.all()(i));
  mpfr_sqrt(sum.value, sum.value, MPFR_RNDN);
  const double squares = ff::reduction_bound<ff::reductions::nrm2<ff_t>>(static_cast<std::size_t>(n));
  linalg_error e{"norm", 0, (squares / 2 + 3.375) * u2};
  e.error = relative_error(c.on.nrm2(x), sum.value, sum.value, wide_sum::of_double(0x1p-149));
  return {e};
}

std::vector<linalg_error> judge_gemv(const linalg_case& c) {
  const dense a = c.matrix(), x = c.other(1), y = c.on.gemv(a, x);
  linalg_error e{"|A| |x|", 0, ff::linalg::gemv_bound(a.columns) * u2};
  sampled(c, a.rows, 1, [&](int64 i, int64) { see(e, y(i, 0), product_of(a, i, x, 0), a.columns); });
  return {e};
}

std::vector<linalg_error> judge_ger(const linalg_case& c) {
  const dense a = c.matrix(), x = c.of.other(c.rows, 1, c.seed + 1), y = c.of.make(c.columns, 1, c.seed + 2);
  const dense got = c.on.ger(1.0f, x, y, a);
  linalg_error e{"|x y| + |a|", 0, 6.5 * u2};
  sampled(c, a.rows, a.columns, [&](int64 i, int64 j) {
    wide_sum sum;
    sum.add(x(i, 0), y(j, 0));
    sum.subtract(-a(i, j));
    see(e, got(i, j), sum, 1);
  });
  return {e};
}

/// A lower triangle whose diagonal outweighs its row, so that solutions stay in the range.
dense triangle_of(const linalg_case& c) {
  const int64 n = std::min(c.rows, c.columns);
  dense a = c.of.make(n, n, c.seed);
  for (int64 i = 0; i < n; ++i) {
    float sum = 0;
    for (int64 j = 0; j <= i; ++j) sum += std::fabs(a(i, j).hi());
    a(i, i) = sum > 0 ? a(i, i) + sum : ff_t(1.0f);
  }
  return a;
}

/// B - A X by rows, relative to |A| |X|, or to the norms.
std::vector<linalg_error> judge_triangle(const linalg_case& c, bool many) {
  const dense a = triangle_of(c);
  const int64 n = a.rows, m = many ? n / 2 + 1 : 1;
  const dense b = normal_matrix(n, m, c.seed + 1), x = c.on.solve_lower(a, b, many);
  linalg_error e{many ? "|A_i| |X_j|" : "|A| |x|", 0, ff::linalg::trsv_bound(n) * u2};
  sampled(c, n, m, [&](int64 i, int64 j) {
    wide_sum sum;
    for (int64 h = 0; h <= i; ++h) sum.add(a(i, h), x(h, j));
    const wide_real scale = many ? sum.norms() : sum.magnitudes;
    e.error = std::max(e.error, relative_error(b(i, j), sum.value, scale, underflow(n)));
  });
  return {e};
}

// ---------------------------------------------------------------- mutants

/// The standard product modulo what 12 pairwise coprime bytes have: one too few for its integers.
class one_modulus_short final : public machine {
 public:
  dense gemm(const dense& a, const dense& b, const gemm_options&) const override {
    __extension__ typedef __int128 wide;
    wide modulus = 1;
    std::vector<int> taken;
    for (int p = 256; taken.size() < 12; --p) {
      if (std::any_of(taken.begin(), taken.end(), [p](int q) { return std::gcd(p, q) > 1; })) continue;
      taken.push_back(p);
      modulus *= p;
    }
    // 2^s x as integers, of a norm of at most 2^50.75.
    const auto integers = [](ff::linalg::vector_view<const ff_t> x, std::vector<wide>& to) {
      double squares = 0;
      for (int64 h = 0; h < x.size; ++h) squares += double(x(h)) * double(x(h));
      const int s = squares > 0 ? static_cast<int>(std::floor(50.75 - std::log2(squares) / 2)) : 0;
      for (int64 h = 0; h < x.size; ++h)
        to.push_back(static_cast<wide>(std::nearbyint(std::ldexp(double(x(h)), s))));
      return s;
    };
    dense c(a.rows, b.columns);
    for (int64 i = 0; i < c.rows; ++i)
      for (int64 j = 0; j < c.columns; ++j) {
        std::vector<wide> x, y;
        const int scale = integers(a.view().row(i), x) + integers(b.view().column(j), y);
        wide sum = 0;
        for (std::size_t h = 0; h < x.size(); ++h) sum += x[h] * y[h];
        sum %= modulus;
        if (2 * sum > modulus) sum -= modulus;
        if (2 * sum < -modulus) sum += modulus;
        const auto head = static_cast<double>(sum);
        const auto rest = static_cast<double>(sum - static_cast<wide>(head));
        c(i, j) = ff_t(std::ldexp(head, -scale)) + ff_t(std::ldexp(rest, -scale));
      }
    return c;
  }
};

class low_words_dropped final : public machine {
 public:
  dense gemm(const dense& a, const dense& b, const gemm_options& o) const override {
    dense heads = a;
    for (ff_t& e : heads.elements) e = e.hi();
    return machine::gemm(heads, b, o);
  }
  dense gemv(const dense& a, const dense& x) const override {
    dense heads = x;
    for (ff_t& e : heads.elements) e = e.hi();
    return machine::gemv(a, heads);
  }
  ff_t dot(const dense& x, const dense& y) const override { return machine::dot(x, y).hi(); }
  dense ger(ff_t alpha, const dense& x, const dense& y, const dense& a) const override {
    dense r = a;
    for (int64 i = 0; i < a.rows; ++i)
      for (int64 j = 0; j < a.columns; ++j) r(i, j) = a(i, j) + alpha * x(i, 0).hi() * y(j, 0);
    return r;
  }
};

/// A mutant: gemm ignores one of its options.
class deaf final : public machine {
 public:
  explicit deaf(bool hears_balance) : hears_balance_(hears_balance) {}
  dense gemm(const dense& a, const dense& b, const gemm_options& o) const override {
    gemm_options heard = o;
    heard.balance = hears_balance_ && (o.balance || o.componentwise);
    heard.componentwise = false;
    return machine::gemm(a, b, heard);
  }

 private:
  bool hears_balance_;
};

class norm_without_scaling final : public machine {
 public:
  ff_t nrm2(const dense& x) const override { return sqrt(machine::dot(x, x)); }
};

class float_diagonal final : public machine {
 public:
  dense solve_lower(const dense& a, const dense& b, bool many) const override {
    dense rounded = a;
    for (int64 i = 0; i < a.rows; ++i) rounded(i, i) = a(i, i).hi();
    return machine::solve_lower(rounded, b, many);
  }
};

}  // namespace

std::vector<linalg_subject> linalg_subjects() {
  using ff::linalg::accuracy;
  gemm_options fast, standard, proved, balanced, componentwise;
  fast.length = accuracy::fast;
  proved.length = accuracy::proved;
  balanced.balance = true;
  componentwise.componentwise = true;
  std::vector<linalg_subject> all{gemm_subject("gemm fast", fast),
                                  gemm_subject("gemm standard", standard),
                                  gemm_subject("gemm proved", proved),
                                  gemm_subject("gemm balanced", balanced),
                                  gemm_subject("gemm componentwise", componentwise),
                                  {"dot", judge_dot, product_families},
                                  {"nrm2", judge_nrm2},
                                  {"gemv", judge_gemv, product_families},
                                  {"ger", judge_ger, product_families},
                                  {"trsv", [](const linalg_case& c) { return judge_triangle(c, false); }},
                                  {"trsm", [](const linalg_case& c) { return judge_triangle(c, true); }}};
  for (const linalg_subject& s : factor_subjects()) all.push_back(s);
  for (const linalg_judge& j : linalg_judges()) all.insert(all.end(), j.subjects.begin(), j.subjects.end());
  return all;
}

std::vector<linalg_row> study_linalg(const linalg_subject& s, const machine& on, std::uint64_t seed,
                                     std::uint64_t samples) {
  std::vector<linalg_row> rows;
  for (const family& f : s.families()) {
    std::map<std::string, linalg_row> by_unit;
    for (const dimensions& d : s.sizes) {
      if (samples < 16 && d.rows > 50) continue;
      for (const linalg_error& e : s.judge({d, on, f, seed, samples})) {
        linalg_row& r = by_unit[e.unit];
        const bool worse = r.matrices == 0 || e.error * r.worst.bound > r.worst.error * e.bound;
        if (worse) r.worst = e, r.rows = d.rows, r.columns = d.columns;
        r.subject = s.name, r.family = f.name, ++r.matrices;
      }
    }
    for (const auto& [unit, row] : by_unit) rows.push_back(row);
  }
  return rows;
}

namespace {

/// This machine computes on the host and hashes all that it returns.
class listening final : public machine {
 public:
  std::string text() const { return hash_.text(); }

  dense gemm(const dense& a, const dense& b, const gemm_options& o) const override {
    return heard(machine::gemm(a, b, o));
  }
  ff_t dot(const dense& x, const dense& y) const override { return heard(machine::dot(x, y)); }
  ff_t nrm2(const dense& x) const override { return heard(machine::nrm2(x)); }
  dense gemv(const dense& a, const dense& x) const override { return heard(machine::gemv(a, x)); }
  dense ger(ff_t alpha, const dense& x, const dense& y, const dense& a) const override {
    return heard(machine::ger(alpha, x, y, a));
  }
  dense solve_lower(const dense& a, const dense& b, bool many) const override {
    return heard(machine::solve_lower(a, b, many));
  }
  std::optional<qr_factors> qr(const dense& a, ff::linalg::qr_method method) const override {
    auto factors = machine::qr(a, method);
    hash_.add(factors.has_value());
    if (factors) heard(factors->q), heard(factors->r);
    return factors;
  }
  std::optional<dense> cholesky(const dense& a) const override {
    auto factor = machine::cholesky(a);
    hash_.add(factor.has_value());
    if (factor) heard(*factor);
    return factor;
  }
  std::optional<solution> solve(const dense& a, const dense& b, bool least_squares) const override {
    auto found = machine::solve(a, b, least_squares);
    hash_.add(found.has_value());
    if (found) heard(found->x), hash_.add(found->report.converged);
    return found;
  }
  std::optional<svd_factors> svd(const dense& a, ff::linalg::svd_method method) const override {
    auto factors = machine::svd(a, method);
    hash_.add(factors.has_value());
    if (factors) heard(factors->u), heard(factors->s), heard(factors->v);
    return factors;
  }
  std::optional<svd_factors> eigh(const dense& a) const override {
    auto factors = machine::eigh(a);
    hash_.add(factors.has_value());
    if (factors) heard(factors->u), heard(factors->s);
    return factors;
  }

  void pass(dense& result) const override { heard(result); }

  void heard(const std::string& refusal) const {
    for (const char c : refusal) hash_.add(static_cast<int>(c));
  }

 private:
  dense heard(dense a) const {
    for (const ff_t e : a.elements) hash_.add(e);
    return a;
  }
  ff_t heard(ff_t x) const {
    hash_.add(x);
    return x;
  }
  mutable bits_hash hash_;
};

}  // namespace

std::string linalg_bits(const linalg_subject& s) {
  const listening host;
  for (const family& f : s.families()) {
    for (const auto& d : {dimensions{33, 20}, {70, 40}}) {
      try {
        s.judge({d, host, f, 1, 1});
      } catch (const std::runtime_error& refused) {
        host.heard(refused.what());  // a refusal is a result as well
      }
    }
  }
  return host.text();
}

std::vector<linalg_mutant> linalg_mutants() {
  const auto made = [](auto make) { return std::function<std::unique_ptr<machine>()>(make); };
  const auto no_low_words = made([] { return std::make_unique<low_words_dropped>(); });
  const auto float_divisor = made([] { return std::make_unique<float_diagonal>(); });
  std::vector<linalg_mutant> all{
      {"one modulus short", "gemm standard", made([] { return std::make_unique<one_modulus_short>(); })},
      {"low words of A dropped", "gemm fast", no_low_words},
      {"not balanced", "gemm balanced", made([] { return std::make_unique<deaf>(false); })},
      {"balanced, but nothing by sums", "gemm componentwise",
       made([] { return std::make_unique<deaf>(true); })},
      {"low word of the sum dropped", "dot", no_low_words},
      {"squares not scaled", "nrm2", made([] { return std::make_unique<norm_without_scaling>(); })},
      {"low words of x dropped", "gemv", no_low_words},
      {"low words of x dropped", "ger", no_low_words},
      {"diagonal rounded to float", "trsv", float_divisor},
      {"diagonal rounded to float", "trsm", float_divisor}};
  for (const linalg_mutant& m : factor_mutants()) all.push_back(m);
  for (const linalg_judge& judge : linalg_judges())
    all.insert(all.end(), judge.mutants.begin(), judge.mutants.end());
  return all;
}

std::string linalg_table_head() {
  return fmt::format("{:<21} {:<24} {:<16} {:>8} {:>12} {:>9} {:>9}  {}\n", "function", "matrices",
                     "relative to", "matrices", "worst", "log2", "bound", "verdict");
}

std::string linalg_table_row(const linalg_row& r) {
  const auto log = [](double x) {
    return x == 0 ? std::string("exact") : fmt::format("{:.2f}", std::log2(x));
  };
  return fmt::format("{:<21} {:<24} {:<16} {:>8} {:>12} {:>9} {:>9}  {}\n", r.subject, r.family, r.worst.unit,
                     r.matrices, fmt::format("{} x {}", r.rows, r.columns), log(r.worst.error),
                     log(r.worst.bound), r.passed() ? "within" : "EXCEEDED");
}

}  // namespace accuracy
