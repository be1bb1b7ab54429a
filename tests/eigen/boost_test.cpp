// Boost.Math's quadrature and Boost.odeint with ff_t, against integrals and orbits that are known.
//
// Boost.Math chooses its tables by numeric_limits: for 48 digits those of double's literals, which have 53
// bits.  Only exp_sinh and sinh_sinh are specialised, since their tables leave the range.  odeint's
// coefficients are quotients of integers in the type itself.
#include <ff/ff.hpp>
// After it, as operands and functions are found by their arguments.
#include <gtest/gtest.h>

#include <array>
#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/factorials.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/zeta.hpp>
#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>
#include <cmath>
#include <complex>

namespace {

using ff::ff_t;
namespace constants = ff::constants;
namespace quadrature = boost::math::quadrature;
namespace odeint = boost::numeric::odeint;

constexpr double epsilon = 0x1p-47;

double error(ff_t x, ff_t exact) { return std::fabs(double(x - exact)); }

// ---------------------------------------------------------------- Boost.Math

TEST(BoostMath, Constants) {
  EXPECT_LE(error(boost::math::constants::pi<ff_t>(), constants::pi), 2 * epsilon);
  EXPECT_LE(error(boost::math::constants::ln_two<ff_t>(), constants::ln2), epsilon);
}

// The weights are positive: N products and sums of at most 2 epsilon, whose signs vary, are below 8 epsilon.
constexpr double sum = 8 * epsilon;

TEST(BoostMath, Gauss) {
  const auto power_13 = [](ff_t x) { return 14 * pown(x, 13); };
  const auto growth = [](ff_t x) { return exp(x); };
  EXPECT_LE(error(quadrature::gauss<ff_t, 7>::integrate(power_13, ff_t(0), ff_t(1)), 1), sum);
  EXPECT_LE(error(quadrature::gauss<ff_t, 20>::integrate(growth, ff_t(0), ff_t(1)), constants::e - 1), sum);
  EXPECT_LE(error(quadrature::gauss<ff_t, 30>::integrate(growth, ff_t(-1), ff_t(1)), 2 * sinh(ff_t(1))), sum);
  // Of 13 points there is no table: zeros of Legendre's polynomial, found in ff_t.
  EXPECT_LE(error(quadrature::gauss<ff_t, 13>::integrate(growth, ff_t(0), ff_t(1)), constants::e - 1), sum);
}

TEST(BoostMath, GaussKronrod) {
  const auto lorentz = [](ff_t x) { return 1 / (1 + x * x); };
  ff_t estimate;
  const ff_t quarter =
      quadrature::gauss_kronrod<ff_t, 31>::integrate(lorentz, ff_t(0), ff_t(1), 5, ff_t(1e-13), &estimate);
  EXPECT_LE(error(quarter, constants::pi / 4), sum);
  EXPECT_LE(estimate, 1e-13);
  // Subdivided, and over an infinite interval.
  const ff_t whole = quadrature::gauss_kronrod<ff_t, 61>::integrate(
      [](ff_t x) { return exp(-x * x); }, -std::numeric_limits<ff_t>::infinity(),
      std::numeric_limits<ff_t>::infinity(), 10, ff_t(1e-13));
  EXPECT_LE(error(whole, sqrt(constants::pi)), 2 * sum);
}

TEST(BoostMath, TanhSinh) {
  quadrature::tanh_sinh<ff_t> rule;
  EXPECT_LE(error(rule.integrate([](ff_t x) { return sqrt(x); }, ff_t(0), ff_t(1)), ff_t(2) / 3), sum);
  EXPECT_LE(error(rule.integrate([](ff_t x) { return log(x); }, ff_t(0), ff_t(1)), -1), sum);
  EXPECT_LE(
      error(rule.integrate([](ff_t x) { return sqrt(1 - x * x); }, ff_t(-1), ff_t(1)), constants::pi / 2),
      sum);
  EXPECT_LE(error(rule.integrate([](ff_t x) { return cos(x); }, ff_t(0), ff_t(1)), sin(ff_t(1))), sum);
  // A pole at the end: what lies below 2^-102, where the abscissas end, counts 2^-50.
  EXPECT_LE(error(rule.integrate([](ff_t x) { return 1 / sqrt(x); }, ff_t(0), ff_t(1)), 2), sum);
}

TEST(BoostMath, ExpSinh) {
  const ff_t infinity = std::numeric_limits<ff_t>::infinity(), pi = constants::pi;
  quadrature::exp_sinh<ff_t> rule;
  const auto integral = [&](auto f) { return rule.integrate(f, ff_t(0), infinity, ff_t(1e-9)); };
  EXPECT_LE(error(integral([](ff_t x) { return exp(-x); }), 1), sum);
  EXPECT_LE(error(integral([](ff_t x) { return exp(-x * x); }), sqrt(pi) / 2), sum);
  EXPECT_LE(error(integral([](ff_t x) { return 1 / (1 + x * x); }), pi / 2), 2 * sum);
  EXPECT_LE(error(integral([](ff_t x) { return exp(-x) / sqrt(x); }), sqrt(pi)), 2 * sum);
  EXPECT_LE(error(integral([](ff_t x) { return 1 / ((1 + x) * sqrt(x)); }), pi), 4 * sum);
  // Far out x^9 overflows: infinity times zero.
  EXPECT_LE(error(integral([](ff_t x) { return pow(x, 9) * exp(-x); }) / 362880, 1), 2 * sum);
  EXPECT_LE(error(rule.integrate([](ff_t x) { return exp(x); }, -infinity, ff_t(1)), constants::e), 2 * sum);
  const std::complex<ff_t> both = integral([](ff_t x) { return std::complex<ff_t>(exp(-x), x * exp(-x)); });
  EXPECT_LE(error(both.real(), 1) + error(both.imag(), 1), 2 * sum);
  ff_t estimate, size;
  std::size_t levels = 0;
  rule.integrate([](ff_t x) { return -exp(-x); }, ff_t(0), infinity, ff_t(1e-9), &estimate, &size, &levels);
  EXPECT_LE(estimate, 1e-9);
  EXPECT_LE(error(size, 1), sum);
  EXPECT_TRUE(levels > 1 && levels < 9) << levels;
  // A pole inside is said, and an integral that does not converge has an estimate that says so.
  EXPECT_ANY_THROW(integral([](ff_t x) { return 1 / (x - 1); }));
  rule.integrate([](ff_t x) { return 1 / x; }, ff_t(0), infinity, ff_t(1e-9), &estimate);
  EXPECT_GT(estimate, 1e-3);
}

TEST(BoostMath, SinhSinh) {
  const ff_t pi = constants::pi;
  quadrature::sinh_sinh<ff_t> rule;
  const auto integral = [&](auto f) { return rule.integrate(f, ff_t(1e-9)); };
  EXPECT_LE(error(integral([](ff_t x) { return exp(-x * x); }), sqrt(pi)), sum);
  EXPECT_LE(error(integral([](ff_t x) { return 1 / cosh(x); }), pi), 2 * sum);
  EXPECT_LE(error(integral([](ff_t x) { return 1 / (1 + x * x); }), pi), 2 * sum);
  EXPECT_LE(error(integral([](ff_t x) { return exp(1 - x * x / 2) * cos(x); }), sqrt(2 * pi * constants::e)),
            4 * sum);
  EXPECT_ANY_THROW(integral([](ff_t) { return ff_t(1); }));
}

// Boost's tables of factorials reach beyond the range, to 100!.
TEST(BoostMath, SpecialFunctions) {
  EXPECT_EQ(boost::math::factorial<ff_t>(20), ff_t(2432902008176640000));
  EXPECT_LE(error(boost::math::factorial<ff_t>(34) / ff_t("295232799039604140847618609643520000000"), 1),
            epsilon);
  EXPECT_EQ(boost::math::factorial<ff_t>(40), std::numeric_limits<ff_t>::infinity());
  EXPECT_LE(error(boost::math::polygamma(2, ff_t(1)), ff_t("-2.404113806319188570799476")), 4 * sum);
  EXPECT_LE(error(boost::math::zeta(ff_t(3)), ff_t("1.202056903159594285399738")), sum);
  EXPECT_LE(error(boost::math::cyl_bessel_j(0, ff_t(1)), ff_t("0.7651976865579665514497175")), sum);
}

// ---------------------------------------------------------------- Boost.odeint

using plane = std::array<ff_t, 2>;
void oscillate(const plane& x, plane& derivative, ff_t) { derivative = {x[1], -x[0]}; }

// The error at t = 1 of n steps of the classical method.
double oscillator_error(int n) {
  plane x{1, 0};
  odeint::runge_kutta4<plane, ff_t, plane, ff_t> stepper;
  odeint::integrate_n_steps(stepper, oscillate, x, ff_t(0), ff_t(1) / n, static_cast<std::size_t>(n));
  return std::hypot(error(x[0], cos(ff_t(1))), error(x[1], -sin(ff_t(1))));
}

// The error falls with h^4, which double's or float's rounding would hide, and then is what 3200 steps round:
// at most 2 epsilon each, with signs that vary, as the root of their number.
TEST(BoostOdeint, RungeKutta4) {
  const double coarse = oscillator_error(100), fine = oscillator_error(200);
  EXPECT_NEAR(coarse / fine, 16, 0.5);
  EXPECT_LE(oscillator_error(3200), 2 * std::sqrt(3200.0) * epsilon);
}

// The controlled stepper keeps each step's error below the tolerance, and the oscillator lets none of them
// grow.
TEST(BoostOdeint, DormandPrince) {
  for (const double tolerance : {1e-8, 1e-11, 1e-13}) {
    plane x{1, 0};
    const auto stepper = odeint::make_controlled<odeint::runge_kutta_dopri5<plane, ff_t, plane, ff_t>>(
        ff_t(tolerance), ff_t(tolerance));
    const std::size_t steps =
        odeint::integrate_adaptive(stepper, oscillate, x, ff_t(0), constants::pi * 2, ff_t(0.01));
    EXPECT_LE(std::hypot(error(x[0], 1), error(x[1], 0)), tolerance * static_cast<double>(steps));
  }
}

// Kepler's ellipse of eccentricity e = 1/2: position (1 - e, 0) again after 2 pi; energy -1/2.  Some 700
// steps of errors below 1e-13 each; that of the position grows with the time.
using orbit = std::array<ff_t, 4>;
void attract(const orbit& x, orbit& derivative, ff_t) {
  const ff_t r = hypot(x[0], x[1]), cube = r * r * r;
  derivative = {x[2], x[3], -x[0] / cube, -x[1] / cube};
}

TEST(BoostOdeint, Kepler) {
  orbit x{0.5f, 0, 0, sqrt(ff_t(3))};
  const auto stepper = odeint::make_dense_output<odeint::runge_kutta_dopri5<orbit, ff_t, orbit, ff_t>>(
      ff_t(1e-13), ff_t(1e-13));
  double worst_energy = 0;
  std::size_t seen = 0;
  const std::size_t steps = odeint::integrate_const(
      stepper, attract, x, ff_t(0), constants::pi * 2, constants::pi / 32, [&](const orbit& y, ff_t) {
        const ff_t energy = (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / hypot(y[0], y[1]);
        worst_energy = std::max(worst_energy, error(energy, -0.5f));
        ++seen;
      });
  EXPECT_EQ(seen, 65u);
  EXPECT_LE(steps, 1000u);
  EXPECT_LE(worst_energy, 2e-12);
  EXPECT_LE(std::hypot(error(x[0], 0.5f), error(x[1], 0)), 1e-11);
}

// A stiff system: eigenvalues -1 and -100.  Its linear systems are uBLAS's, which compares a number with
// expressions.
TEST(BoostOdeint, Rosenbrock) {
  using column = boost::numeric::ublas::vector<ff_t>;
  using square = boost::numeric::ublas::matrix<ff_t>;
  const auto system = [](const column& x, column& d, ff_t) { d[0] = -101 * x[0] - 100 * x[1], d[1] = x[0]; };
  const auto jacobian = [](const column&, square& j, ff_t, column& slope) {
    j(0, 0) = -101, j(0, 1) = -100, j(1, 0) = 1, j(1, 1) = 0;
    slope[0] = slope[1] = 0;
  };
  column x(2);
  x[0] = 2, x[1] = 1;
  auto stepper = odeint::make_dense_output(ff_t(1e-9), ff_t(1e-9), odeint::rosenbrock4<ff_t>());
  odeint::integrate_adaptive(stepper, std::make_pair(system, jacobian), x, ff_t(0), ff_t(5), ff_t(1e-4));
  const ff_t slow = ff_t(102) / 99 * exp(ff_t(-5));  // beside 3/99 exp(-500)
  EXPECT_LE(error(x[1], slow), 1e-9);
}

}  // namespace
