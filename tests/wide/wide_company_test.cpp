// What wide_t does in company: sums, dot products and norms of arrays, complex numbers, against MPFR.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ff/wide/complex.hpp>
#include <ff/wide/reduce.hpp>
#include <vector>

#include "real.hpp"
#include "wide_vectors.hpp"

namespace {

using namespace ff_test;
using ff::wide_complex;
using namespace ff::reductions;

real exact(wide_t x) {
  real r(x.pair());
  if (mpfr_number_p(r) != 0) mpfr_mul_2si(r, r, 64L * x.step(), MPFR_RNDN);
  return r;
}
double units(const real& error, const real& size) {
  return mpfr_zero_p(error) ? 0 : double(by(mpfr_div, abs(error), abs(size)) * real(0x1p48));
}

class WideCompany : public ::testing::Test {
  mpfr_exp_t low_ = mpfr_get_emin(), high_ = mpfr_get_emax();

 public:
  WideCompany() { mpfr_set_emin(mpfr_get_emin_min()), mpfr_set_emax(mpfr_get_emax_max()); }
  ~WideCompany() override { mpfr_set_emin(low_), mpfr_set_emax(high_); }
};

// ---------------------------------------------------------------- reductions

// Numbers about 2^centre whose later half undoes most of the first.
template <class T>
std::vector<T> elements(std::size_t n, uint64 seed, int centre) {
  std::vector<T> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    draws d(seed + i);
    const wide_t w = ff::ldexp(wide_number(d, 30), centre);
    x[i] = static_cast<T>(w);
    if (i % 3 == 2) x[i] = -x[i - 1];
  }
  return x;
}

template <class T, class Sum, class Dot, class Norm>
void expect_bounds(int centre, Sum sum_of, Dot dot_of, Norm norm_of) {
  for (const std::size_t n : {0, 1, 2, 255, 257, 2048, 2049, 50000}) {
    const std::vector<T> x = elements<T>(n, 7, centre), y = elements<T>(n, 7000, -centre / 2);
    real sum, sizes, dot, products, squares;
    for (real* r : {&sum, &sizes, &dot, &products, &squares}) mpfr_set_zero(*r, 1);
    // A double is rounded to 48 bits first: the sums of what the lanes see.
    for (std::size_t i = 0; i < n; ++i) {
      const real a = exact(wide_t(x[i])), p = a * exact(wide_t(y[i]));
      sum = sum + a, sizes = sizes + abs(a), dot = dot + p, products = products + abs(p),
      squares = squares + a * a;
    }
    if (n == 0) {
      EXPECT_EQ(sum_of(n, x.data()), wide_t(0));
      EXPECT_EQ(norm_of(n, x.data()), wide_t(0));
      continue;
    }
    EXPECT_LE(units(exact(sum_of(n, x.data())) - sum, sizes), ff::reduction_bound<wide_sum<T>>(n)) << n;
    EXPECT_LE(units(exact(dot_of(n, x.data(), y.data())) - dot, products),
              ff::reduction_bound<wide_dot<T>>(n))
        << n;
    EXPECT_LE(units(exact(norm_of(n, x.data())) - sqrt(squares), sqrt(squares)),
              ff::reduction_bound<wide_nrm2<T>>(n) / 2 + 27.0 / 8)
        << n;
  }
}

TEST_F(WideCompany, ReductionsKeepTheirBoundsOverTheRange) {
  for (const int centre : {0, 700, -5000, 1000000000})
    expect_bounds<wide_t>(
        centre, [](auto n, auto x) { return ff::sum(n, x); },
        [](auto n, auto x, auto y) { return ff::dot(n, x, y); },
        [](auto n, auto x) { return ff::nrm2(n, x); });
}

TEST_F(WideCompany, DoublesAreReducedWithoutOverflow) {
  for (const int centre : {0, 900, -900})  // whose squares are no doubles
    expect_bounds<double>(
        centre, [](auto n, auto x) { return ff::wide_sum(n, x); },
        [](auto n, auto x, auto y) { return ff::wide_dot(n, x, y); },
        [](auto n, auto x) { return ff::wide_nrm2(n, x); });
}

TEST_F(WideCompany, ReductionsOfSpecialValuesAreThoseOfIeee) {
  const wide_t infinity = std::numeric_limits<wide_t>::infinity();
  std::vector<wide_t> x(3000, wide_t(1));
  x[1234] = infinity;
  EXPECT_EQ(ff::sum(x.size(), x.data()), infinity);
  EXPECT_EQ(ff::nrm2(x.size(), x.data()), infinity);
  x[99] = -infinity;
  EXPECT_TRUE(isnan(ff::sum(x.size(), x.data())));
  EXPECT_EQ(ff::dot(x.size(), x.data(), x.data()), infinity);
}

// ---------------------------------------------------------------- complex numbers

struct exact_complex {
  real re, im;
  explicit exact_complex(wide_complex z) : re(exact(z.real())), im(exact(z.imag())) {}
  exact_complex(const real& a, const real& b) : re(a), im(b) {}
};
real modulus(const exact_complex& z) { return by(mpfr_hypot, z.re, z.im); }
double error_of(wide_complex got, const exact_complex& right) {
  return units(modulus({exact(got.real()) - right.re, exact(got.imag()) - right.im}), modulus(right));
}
exact_complex product(const exact_complex& z, const exact_complex& w) {
  return {z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
}

TEST_F(WideCompany, ComplexNumbersKeepTheirBounds) {
  double sum = 0, times = 0, quotient = 0, size = 0, root = 0, power = 0, angle = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const int span = i % 2 != 0 ? 5000 : 100000000;
    const auto [a, b] = wide_pair_of(d, span);
    const auto [c, e] = wide_pair_of(d, span);
    const wide_complex z(a, b), w(c, e);
    const exact_complex Z(z), W(w);
    sum = std::max(sum, error_of(z + w, {Z.re + W.re, Z.im + W.im}));
    times = std::max(times, error_of(z * w, product(Z, W)));
    const exact_complex p = product(Z, {W.re, exact(-w.imag())});
    const real n = W.re * W.re + W.im * W.im;
    quotient = std::max(quotient, error_of(z / w, {by(mpfr_div, p.re, n), by(mpfr_div, p.im, n)}));
    size = std::max(size, units(exact(abs(z)) - modulus(Z), modulus(Z)));
    // r^2 = z: half the error of the square, beside which that of a square of r is small.
    const wide_complex r = sqrt(z);
    const exact_complex square = product(exact_complex(r), exact_complex(r));
    root = std::max(root, units(modulus({square.re - Z.re, square.im - Z.im}), modulus(Z)) / 2);
    EXPECT_FALSE(r.real() < wide_t(0));
    const real right = by(mpfr_atan2, Z.im, Z.re);
    angle = std::max(angle, units(exact(arg(z)) - right, right));
    const wide_complex q(ff::ldexp(wide_number(d, 0), d.between(-60, 25)),
                         ff::ldexp(wide_number(d, 0), d.between(-60, 10)));
    const exact_complex Q(q);
    const real s = by(mpfr_exp, Q.re);
    power = std::max(power, error_of(exp(q), {s * by(mpfr_cos, Q.im), s * by(mpfr_sin, Q.im)}));
  }
  EXPECT_LE(sum, 2);
  EXPECT_LE(times, 15);
  EXPECT_LE(quotient, 31);
  EXPECT_LE(size, 6.5);
  EXPECT_LE(root, 13);
  EXPECT_LE(power, 8.3);
  EXPECT_LE(angle, 5.1);
  EXPECT_GE(std::min({sum, times, quotient, size, root, power, angle}), 0.5) << "the vectors are too kind";
}

TEST_F(WideCompany, ComplexNumbersMixWithReals) {
  const wide_complex z(3, 4);
  EXPECT_EQ(z * 2 + 1, wide_complex(7, 8));
  EXPECT_EQ(2.5 * z, wide_complex(7.5, 10));
  EXPECT_EQ(z / wide_t(2), wide_complex(1.5, 2));
  EXPECT_EQ(abs(z), wide_t(5));
  EXPECT_EQ(sqrt(wide_complex(-4)), wide_complex(0, 2));
  EXPECT_EQ(norm(wide_complex(1e200, 1e200)), norm(wide_complex(1e200, -1e200)));
  EXPECT_TRUE(isfinite(norm(wide_complex(1e300, 1e300))));
  EXPECT_EQ(sqrt(wide_complex(0)), wide_complex(0));
  constexpr wide_complex i(0, 1);
  static_assert(i * i == wide_complex(-1));
}

}  // namespace
