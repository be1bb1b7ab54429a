// Families of polynomials whose roots are far apart in size, close together or badly conditioned: how many
// roots are isolated, and that every disk holds as many of MPFR's roots as it says.
#include <cmath>
#include <ff/polynomial/large.hpp>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "accuracy/roots/reference.hpp"
#include "everywhere.hpp"
#include "real.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using namespace ff::polynomial;
using ff::ff_t;
using std::size_t;

// ---------------------------------------------------------------- exact polynomials

using exact_polynomial = std::vector<real>;  // [k] is the coefficient of x^k

exact_polynomial product(const exact_polynomial& p, const exact_polynomial& q) {
  exact_polynomial r(p.size() + q.size() - 1);
  for (size_t i = 0; i < p.size(); ++i)
    for (size_t j = 0; j < q.size(); ++j) r[i + j] = r[i + j] + p[i] * q[j];
  return r;
}

exact_polynomial with_roots(const std::vector<double>& roots) {
  exact_polynomial p{1.0};
  for (const double x : roots) p = product(p, {-x, 1.0});
  return p;
}

/// (a + b x) p + c q, c the constant.
exact_polynomial recurrence(double a, double b, const exact_polynomial& p, double c,
                            const exact_polynomial& q) {
  exact_polynomial r = product({a, b}, p);
  for (size_t k = 0; k < q.size(); ++k) r[k] = r[k] + real(c) * q[k];
  return r;
}

/// The nearest pairs, all times one power of two where the greatest would not be a float.
std::vector<ff_t> rounded(const exact_polynomial& p) {
  mpfr_exp_t most = -100000;
  for (const real& c : p)
    if (mpfr_zero_p(c) == 0) most = std::max(most, mpfr_get_exp(c));
  std::vector<ff_t> r;
  for (const real& c : p) {
    real scaled = c;
    mpfr_mul_2si(scaled, c, most > 120 ? 120 - most : 0, MPFR_RNDN);
    r.push_back(nearest_pair(scaled));
  }
  return r;
}

exact_polynomial mandelbrot(int degree) {
  exact_polynomial p{1.0};
  while (static_cast<int>(p.size()) <= degree) {
    p = product(p, p);
    p.insert(p.begin(), 1.0);
  }
  return p;
}
exact_polynomial chebyshev(int degree) {
  exact_polynomial before{1.0}, p{0.0, 1.0};
  for (int n = 1; n < degree; ++n) {
    const exact_polynomial next = recurrence(0, 2, p, -1, before);
    before = p, p = next;
  }
  return p;
}
/// n! L_n.
exact_polynomial laguerre_polynomial(int degree) {
  exact_polynomial before{1.0}, p{1.0, -1.0};
  for (int n = 1; n < degree; ++n) {
    const exact_polynomial next = recurrence(2 * n + 1, -1, p, -n * n, before);
    before = p, p = next;
  }
  return p;
}
exact_polynomial exponential(int degree) {
  exact_polynomial p{1.0};
  for (int k = 1; k <= degree; ++k) p.push_back(p.back() / real(k));
  return p;
}
std::vector<double> powers(double base, int first, int last) {
  std::vector<double> r;
  for (int k = first; k <= last; ++k) r.push_back(std::pow(base, k));
  return r;
}
/// Coefficients of about 1 in no order.
exact_polynomial waves(int degree) {
  exact_polynomial p;
  for (int k = 0; k <= degree; ++k) p.push_back(std::sin(1.7 * k + 1) + 0.1 * std::cos(k * k));
  return p;
}
exact_polynomial waves_with(int degree, int place, double value) {
  exact_polynomial p = waves(degree);
  p[static_cast<size_t>(place)] = value;
  return p;
}

// ---------------------------------------------------------------- the judgement

struct judgement {
  int isolated = 0, clustered = 0, uncertified = 0, wrong = 0;
};
std::ostream& operator<<(std::ostream& out, const judgement& j) {
  return out << j.isolated << " isolated, " << j.clustered << " in clusters, " << j.uncertified
             << " not certified, " << j.wrong << " wrong";
}

judgement judge(const std::vector<ff_t>& c, const std::vector<disk>& disks, int at_infinity,
                float shrunk = 1.0f) {
  judgement j;
  const int degree = static_cast<int>(c.size()) - 1;
  const std::vector<accuracy::root_cluster> exact = accuracy::roots_by_mpfr(c.data(), degree);
  for (const disk& d : disks) {
    int inside = 0;
    bool told = true;
    for (const accuracy::root_cluster& of : exact) {
      const auto place = accuracy::place_of(of, d.centre.real(), d.centre.imag(), d.radius * shrunk);
      inside += place == accuracy::place::inside ? of.count : 0;
      told = told && place != accuracy::place::undecided;
    }
    (d.count == 0 ? j.uncertified : d.count == 1 ? j.isolated : j.clustered) += d.count == 0 ? 1 : d.count;
    j.wrong += d.count > 0 && (!told || inside != d.count);
  }
  j.wrong += j.isolated + j.clustered + j.uncertified + at_infinity != degree;
  return j;
}
judgement judge_large(const std::vector<ff_t>& c, float shrunk = 1.0f) {
  const large_root_disks r = large_roots(c.data(), static_cast<int>(c.size()) - 1);
  const judgement j = judge(c, r.root, r.at_infinity, shrunk);
  EXPECT_TRUE(j.isolated == r.isolated && j.clustered == r.clustered && j.uncertified == r.uncertified);
  EXPECT_TRUE(r.status == (j.uncertified > 0 ? root_status::not_certified
                           : j.clustered > 0 ? root_status::clustered
                                             : root_status::isolated));
  return j;
}
judgement judge_small(const std::vector<ff_t>& c) {
  ff_t all[65] = {};
  std::copy(c.begin(), c.end(), all);
  const root_disks<64> r = roots<64>(all);
  const int missing = 65 - static_cast<int>(c.size());
  return judge(c, std::vector<disk>(r.root, r.root + r.disks), r.at_infinity - missing);
}

/// Both find at least so many isolated roots, no disk is wrong, and none is without a certificate.
void expect_isolated(const std::string& name, const std::vector<ff_t>& c, int least) {
  SCOPED_TRACE(name);
  const judgement large = judge_large(c);
  EXPECT_GE(large.isolated, least) << large;
  EXPECT_TRUE(large.wrong == 0 && large.uncertified == 0) << large;
  if (c.size() > 65) return;
  const judgement small = judge_small(c);
  EXPECT_EQ(small.isolated, large.isolated) << small;
  EXPECT_TRUE(small.wrong == 0 && small.uncertified == 0) << small;
}
void expect_all_isolated(const std::string& name, const exact_polynomial& p) {
  expect_isolated(name, rounded(p), static_cast<int>(p.size()) - 1);
}

struct PolynomialFamilies : Everywhere {};

TEST_F(PolynomialFamilies, KnownOnes) {
  expect_all_isolated("mandelbrot 15", mandelbrot(15));
  expect_isolated("mandelbrot 31", rounded(mandelbrot(31)), 29);
  for (int n : {10, 20, 30}) expect_all_isolated("chebyshev " + std::to_string(n), chebyshev(n));
  for (int n : {10, 20, 25}) expect_all_isolated("laguerre " + std::to_string(n), laguerre_polynomial(n));
  for (int n : {20, 30}) expect_all_isolated("exponential " + std::to_string(n), exponential(n));
  std::vector<double> whole;
  for (int k = 1; k <= 15; ++k) whole.push_back(k);
  expect_all_isolated("wilkinson 15", with_roots(whole));
  exact_polynomial mignotte(31);
  mignotte[0] = -2.0, mignotte[1] = 400.0, mignotte[2] = -20000.0,
  mignotte[30] = 1.0;  // x^30 - 2 (100 x - 1)^2
  expect_isolated("mignotte", rounded(mignotte), 28);
}

TEST_F(PolynomialFamilies, RootsOfAllSizes) {
  for (double base : {1.5, 2.0, 3.0, 4.0}) {
    const std::string name = "powers of " + std::to_string(base);
    expect_all_isolated(name, with_roots(powers(base, -10, -1)));
    expect_all_isolated(name, with_roots(powers(base, -10, 9)));
  }
  expect_all_isolated("2^-1 ... 2^-15", with_roots(powers(2.0, -15, -1)));
  expect_all_isolated("10^-1 ... 10^-10", with_roots(powers(10.0, -10, -1)));
  std::vector<double> signs = powers(1000.0, -4, 4);
  for (size_t k = 0; k < signs.size(); k += 2) signs[k] = -signs[k];
  expect_all_isolated("+-1000^k", with_roots(signs));
  // Coefficients below 2^-149 are zeros, and so are as many roots; the others are isolated.
  expect_isolated("2^-1 ... 2^-20", rounded(with_roots(powers(2.0, -20, -1))), 16);
  expect_isolated("4^-40 ... 4^39", rounded(with_roots(powers(4.0, -40, 39))), 31);
}

TEST_F(PolynomialFamilies, OneRootFarOut) {
  for (double far : {1e2, 1e5, 1e7, 1e9, 1e15, 1e25, 1e30, 1e35}) {
    const std::string name = "far root " + std::to_string(far);
    expect_all_isolated(name, with_roots({-1.0, -far}));
    for (int degree : {4, 20, 40, 63, 90}) expect_all_isolated(name, product(waves(degree), {-far, 1.0}));
  }
  expect_all_isolated("numpy #14186", {0.16, 1.0, 1e-15});
  expect_all_isolated("Flocke's second", {900.0, 0.0, 3.664603343001005e-27, -6e6, -5.898376305898030e-09});
}

TEST_F(PolynomialFamilies, TinyLeadingOrLastCoefficients) {
  for (int degree : {5, 20, 64, 65, 100, 200})
    for (double tiny : {1e-3, 1e-5, 1e-7, 1e-15, 1e-30}) {
      const std::string name = "degree " + std::to_string(degree) + ", " + std::to_string(tiny);
      expect_all_isolated(name + " leads", waves_with(degree, degree, tiny));
      expect_all_isolated(name + " is last", waves_with(degree, 0, tiny));
    }
}

/// Roots that floats do not hold lose their own certificate alone.
TEST_F(PolynomialFamilies, RootsBeyondFloatsLeaveTheOthersAlone) {
  for (int degree : {3, 20, 100}) {
    std::vector<ff_t> c = rounded(waves(degree));
    c.back() = 0x1p-135f;  // a root of about 2^135
    const judgement j = judge_large(c);
    EXPECT_EQ(j.isolated, degree - 1) << j;
    EXPECT_EQ(j.uncertified, 1) << j;
    EXPECT_EQ(j.wrong, 0) << j;
  }
}

/// As many approximations as roots stand for a cluster that floats do not hold.
TEST_F(PolynomialFamilies, ClustersBeyondFloats) {
  const std::vector<ff_t> c{-1.04212e12f, 9.07239e-17f, 0.0f,        -5.71211e-28f, 0.0f,
                            0.0f,         -7.6896e32f,  5.84929e28f, 0.0f,          1.61447e35f,
                            -2.6045e-20f, 1.39754e-14f, -1.1218e19f, 9.21875e-35f};
  const judgement j = judge_large(c);
  EXPECT_EQ(j.wrong, 0) << j;
  EXPECT_EQ(judge_small(c).wrong, 0);
}

/// Clusters stay where they are, and roots at zero are apart from them.
TEST_F(PolynomialFamilies, ClustersAndZeros) {
  struct {
    std::vector<double> roots;
    int isolated;
  } const cases[] = {{{1, 1, 1e6, 1e-6}, 2},  {{1, 1, 1, -2, -2}, 0},         {{0, 0, 1, 2, 3}, 3},
                     {{0, 5, 5, 7}, 2},       {{1e30, 1e30, 1, 1e-30, 2}, 3}, {{0, 1e-30, 1e30}, 3},
                     {{3, 3.0000001, -4}, 1}, {{0, 0, 1e-35, 1e-35, 1, 2}, 2}};
  for (const auto& of : cases) {
    const std::vector<ff_t> c = rounded(with_roots(of.roots));
    expect_isolated("clusters", c, of.isolated);
  }
}

/// Random coefficients of one size and of very many, scaled, with zeros: whatever is certified is right.
TEST_F(PolynomialFamilies, NoDiskIsWrong) {
  int certified = 0, uncertified = 0;
  for (uint64 i = 0; i < 300; ++i) {
    draws d(i);
    const int degree = d.between(1, i % 10 == 0 ? 100 : 24), spread = d.between(0, 3) * 25;
    const int shift = degree > 24 ? 0 : d.between(-3, 3);
    std::vector<ff_t> c;
    for (int k = 0; k <= degree; ++k)
      c.push_back(d.between(0, 5) == 0 ? ff_t(0.0f)
                                       : ldexp(d.pair(-spread, spread), shift * (k - degree / 2)));
    if (c.back() == 0.0f) c.back() = 1.0f;
    const judgement j = judge_large(c);
    EXPECT_EQ(j.wrong, 0) << i << ": " << j;
    certified += j.isolated + j.clustered, uncertified += j.uncertified;
    if (degree <= 64) {
      EXPECT_EQ(judge_small(c).wrong, 0) << i;
    }
  }
  EXPECT_GT(certified, 20 * uncertified);
}

/// The judge can object: radii that are too small miss their roots.
TEST_F(PolynomialFamilies, TheJudgeObjects) {
  EXPECT_GT(judge_large(rounded(waves_with(20, 20, 1e-7)), 0x1p-12f).wrong, 0);
  EXPECT_GT(judge_large(rounded(waves_with(100, 100, 1e-7)), 0x1p-12f).wrong, 0);
}

}  // namespace
