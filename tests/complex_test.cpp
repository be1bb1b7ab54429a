// Complex arithmetic and functions: special values and identities on both sides, bounds against MPFR on the
// host.
#include <complex>
#include <ff/complex.hpp>
#include <ff/text/io.hpp>
#include <sstream>
#include <string_view>

#include "everywhere.hpp"
#include "exact.hpp"
#include "real.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using ff::complex;

struct Complex : Everywhere {};

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

FF_HD_LARGE bool same(complex z, complex w) {
  return same_bits(z.real().hi(), w.real().hi()) && same_bits(z.imag().hi(), w.imag().hi());
}

// ---------------------------------------------------------------- special values: C Annex G

struct special_case {
  complex z, sqrt, exp, log;
};
struct specials {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float pi = ff::constants::pi.hi(), half = ff::constants::half_pi.hi();
    const special_case cases[] = {
        {{0.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}, {-inf, 0.0f}},
        {{-0.0f, -0.0f}, {0.0f, -0.0f}, {1.0f, -0.0f}, {-inf, -pi}},
        {{-4.0f, 0.0f}, {0.0f, 2.0f}, {0x1.2c155cp-6f, 0.0f}, {0x1.62e43p0f, pi}},
        {{-4.0f, -0.0f}, {0.0f, -2.0f}, {0x1.2c155cp-6f, -0.0f}, {0x1.62e43p0f, -pi}},
        {{1.0f, inf}, {inf, inf}, {nan, nan}, {inf, half}},
        {{nan, -inf}, {inf, -inf}, {nan, nan}, {inf, nan}},
        {{-inf, 2.0f}, {0.0f, inf}, {-0.0f, 0.0f}, {inf, pi}},
        {{-inf, -2.0f}, {0.0f, -inf}, {-0.0f, -0.0f}, {inf, -pi}},
        {{inf, 2.0f}, {inf, 0.0f}, {-inf, inf}, {inf, 0.0f}},
        {{inf, -0.0f}, {inf, -0.0f}, {inf, -0.0f}, {inf, -0.0f}},
        {{inf, inf}, {inf, inf}, {inf, nan}, {inf, half / 2}},
        {{-inf, -inf}, {inf, -inf}, {0.0f, -0.0f}, {inf, -1.5f * half}},
        {{inf, nan}, {inf, nan}, {inf, nan}, {inf, nan}},
        {{-inf, nan}, {nan, inf}, {0.0f, 0.0f}, {inf, nan}},
        {{nan, 1.0f}, {nan, nan}, {nan, nan}, {nan, nan}},
        {{nan, 0.0f}, {nan, nan}, {nan, 0.0f}, {nan, nan}},
        {{3.0f, nan}, {nan, nan}, {nan, nan}, {nan, nan}},
    };
    const special_case& c = cases[i];
    const complex r = sqrt(c.z), e = exp(c.z);
    // beside NaN the signs of infinities and zeros are not specified
    const bool root = same(r, c.sqrt) || (is_nan(c.sqrt.real().hi()) && is_nan(r.real().hi()) &&
                                          ff::abs(r.imag()) == ff::abs(c.sqrt.imag()));
    const bool power = same(e, c.exp) || (is_nan(c.z.imag().hi()) && c.exp.real() == 0 && e.real() == 0 &&
                                          (is_nan(c.exp.imag().hi()) || e.imag() == 0));
    const bool mirrored = is_nan(c.z.imag().hi()) || same(sqrt(conj(c.z)), conj(r));
    return root && power && same(log(c.z), c.log) && mirrored;
  }
};
TEST_F(Complex, special_values) { EXPECT_TRUE(holds(specials{}, 17)); }

// Branch cuts, infinities, NaN and zeros of the circular, hyperbolic and inverse functions.
struct function_specials {
  FF_HD_LARGE static bool near(complex z, float re, float im) {
    const ff_t far = ff::fmax(ff::abs(z.real() - re), ff::abs(z.imag() - im));
    return far < 0x1p-20f && signbit(z.real()) == signbit(ff_t(re)) && signbit(z.imag()) == signbit(ff_t(im));
  }
  FF_HD_LARGE static bool direct() {
    return same(sinh(complex(-0.0f, 0.0f)), {-0.0f, 0.0f}) && same(sinh(complex(inf, -0.0f)), {inf, -0.0f}) &&
           same(sinh(complex(-inf, 2.0f)), {inf, inf}) && same(sinh(complex(0.0f, inf)), {0.0f, nan}) &&
           same(sinh(complex(1.0f, inf)), {nan, nan}) && same(sinh(complex(nan, 0.0f)), {nan, 0.0f}) &&
           same(cosh(complex(0.0f, -0.0f)), {1.0f, -0.0f}) && same(cosh(complex(-inf, 0.0f)), {inf, -0.0f}) &&
           same(cosh(complex(-inf, 2.0f)), {-inf, -inf}) && same(cosh(complex(inf, nan)), {inf, nan}) &&
           same(tanh(complex(-inf, 2.0f)), {-1.0f, -0.0f}) && same(tanh(complex(inf, 1.0f)), {1.0f, 0.0f}) &&
           same(tanh(complex(0.0f, nan)), {0.0f, nan}) && same(tanh(complex(nan, -0.0f)), {nan, -0.0f}) &&
           same(tanh(complex(-50.0f, 0.0f)), {-1.0f, 0.0f}) &&
           same(sin(complex(-0.0f, 0.0f)), {-0.0f, 0.0f}) && same(cos(complex(0.0f, 0.0f)), {1.0f, -0.0f}) &&
           same(tan(complex(0.5f, inf)), {0.0f, 1.0f}) && same(sinh(complex(200.0f, 0.0f)), {inf, 0.0f}) &&
           same(cosh(complex(400.0f, 3.0f)), {-inf, inf});
  }
  FF_HD_LARGE static bool inverse() {
    const float half = ff::constants::half_pi.hi(), pi = ff::constants::pi.hi(), a = 1.3169579f;  // acosh(2)
    return near(asin(complex(2.0f, 0.0f)), half, a) && near(asin(complex(2.0f, -0.0f)), half, -a) &&
           near(asin(complex(-2.0f, 0.0f)), -half, a) && near(acos(complex(2.0f, 0.0f)), 0.0f, -a) &&
           near(acos(complex(-2.0f, -0.0f)), pi, a) && near(acosh(complex(-2.0f, -0.0f)), a, -pi) &&
           near(asinh(complex(0.0f, 2.0f)), a, half) && near(asinh(complex(-0.0f, 2.0f)), -a, half) &&
           near(atanh(complex(2.0f, 0.0f)), 0.54930614f, half) &&
           near(atanh(complex(2.0f, -0.0f)), 0.54930614f, -half) &&
           near(atan(complex(-0.0f, 2.0f)), -half, 0.54930614f) &&
           same(acos(complex(1.0f, 0.0f)), {0.0f, -0.0f}) &&
           same(acosh(complex(1.0f, -0.0f)), {0.0f, -0.0f}) &&
           same(atanh(complex(-1.0f, 0.0f)), {-inf, 0.0f}) &&
           same(asin(complex(-0.0f, -0.0f)), {-0.0f, -0.0f});
  }
  FF_HD_LARGE static bool not_finite() {
    const float half = ff::constants::half_pi.hi(), pi = ff::constants::pi.hi();
    return same(asinh(complex(-inf, 1.0f)), {-inf, 0.0f}) && same(asinh(complex(1.0f, -inf)), {inf, -half}) &&
           same(asinh(complex(inf, inf)), {inf, half / 2}) && same(asinh(complex(nan, 0.0f)), {nan, 0.0f}) &&
           same(acos(complex(-inf, 1.0f)), {pi, -inf}) && same(acos(complex(0.0f, nan)), {half, nan}) &&
           same(acos(complex(nan, inf)), {nan, -inf}) &&
           same(acosh(complex(-inf, inf)), {inf, 1.5f * half}) &&
           same(atanh(complex(inf, -1.0f)), {0.0f, -half}) && same(atanh(complex(nan, inf)), {0.0f, half}) &&
           same(atanh(complex(0.0f, nan)), {0.0f, nan}) && same(atanh(complex(inf, nan)), {0.0f, nan}) &&
           same(atan(complex(-inf, 0.0f)), {-half, 0.0f}) && same(asin(complex(0.0f, inf)), {0.0f, inf}) &&
           same(proj(complex(nan, -inf)), {inf, -0.0f}) && same(proj(complex(-1.0f, 2.0f)), {-1.0f, 2.0f}) &&
           same(log10(complex(-0.0f, 0.0f)), {-inf, 0x1.5d47c4p+0f});
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    return i == 0 ? direct() : i == 1 ? inverse() : not_finite();
  }
};
TEST_F(Complex, special_values_of_functions) { EXPECT_TRUE(holds(function_specials{}, 3)); }

// Points that scaling has to save: next to branch points, poles and the ends of the range.
struct function_edges {
  FF_HD_LARGE bool operator()(uint64) const {
    const float big = 0x1p127f;
    const complex near_one(from_words(1.0f, 0x1p-120f), 0x1p-120f), far = asin(complex(big, big));
    const complex gap = acos(near_one);  // its square is 2 (1 - z)
    return abs(gap * gap * 0x1p120f + complex(2.0f, 2.0f)) < 0x1p-40f && !isinf(far.imag()) &&
           88.9f < far.imag() && atanh(complex(big, big)).real() == 0x1p-128f &&
           !isinf(atanh(near_one).real()) && isfinite(tan(complex(ff::constants::half_pi, 0x1p-60f)).imag());
  }
};
TEST_F(Complex, edges_of_functions) { EXPECT_TRUE(holds(function_edges{}, 1)); }

struct modulus_and_argument {
  FF_HD_LARGE bool operator()(uint64) const {
    constexpr ff_t pi = ff::constants::pi;
    return same_bits(abs(complex(nan, -inf)), inf) && same_bits(abs(complex(-3.0f, 4.0f)), 5.0f) &&
           isnan(abs(complex(nan, 1.0f))) && same_bits(arg(complex(-1.0f, -0.0f)), -pi) &&
           same_bits(arg(complex(-0.0f, 0.0f)), pi) && same_bits(norm(complex(3.0f, 4.0f)), 25.0f) &&
           same_bits(abs(complex(0x1.8p126f, 0x1p127f)), 0x1.4p127f) &&
           conj(complex(1.0f, 2.0f)) == complex(1.0f, -2.0f);
  }
};
TEST_F(Complex, modulus_and_argument) { EXPECT_TRUE(holds(modulus_and_argument{}, 1)); }

// Quotients by zero and infinity, and of numbers whose product with a conjugate over- or underflows.
struct far_quotients {
  FF_HD_LARGE bool operator()(uint64) const {
    const complex one(1.0f), z(3.0f, 4.0f);
    const float big = 0x1p126f, tiny = 0x1p-126f;
    return same(z / complex(0.0f, 0.0f), {inf, inf}) && same(z / complex(-0.0f, 0.0f), {-inf, -inf}) &&
           same(z / complex(inf, 1.0f), {0.0f, 0.0f}) && same(complex(inf, 1.0f) / z, {inf, -inf}) &&
           isnan((complex(0.0f, 0.0f) / complex(0.0f, 0.0f)).real()) &&
           isnan((complex(nan, 1.0f) / z).real()) &&
           complex(big, big) / complex(big, -big) == complex(0.0f, 1.0f) &&
           complex(tiny, tiny) / complex(tiny, -tiny) == complex(0.0f, 1.0f) &&
           complex(big, 0.0f) / complex(0.0f, big) == complex(0.0f, -1.0f) &&
           one / complex(0.0f, big) == complex(0.0f, -1 / ff_t(big)) &&
           complex(tiny, 0.0f) / complex(big, big) == complex(0.0f, 0.0f);
  }
};
TEST_F(Complex, far_quotients) { EXPECT_TRUE(holds(far_quotients{}, 1)); }

// ---------------------------------------------------------------- identities on random numbers

FF_HD_LARGE complex number_at(uint64 i, int range) {
  draws d(i);
  const ff_t x = d.pair(-range, range);
  const int e = d.coin() ? ff::ilogb(x) : d.between(-range, range);
  return {x, d.pair(e, e)};
}
struct inverses {
  FF_HD_LARGE two_pairs input(uint64 i) const { return {number_at(i, 20).real(), number_at(i, 20).imag()}; }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const complex z = number_at(i, 20), w = number_at(~i, 20);
    const ff_t size = abs(z) * 0x1p-43f;
    const complex root = sqrt(z);
    const bool powers = abs(root * root - z) <= size && !(root.real() < 0) && abs(z * w / w - z) <= size;
    const bool logs = abs(exp(log(z)) - z) <= size * 24 && abs(polar(abs(z), arg(z)) - z) <= size * 4;
    return powers && logs && abs(pow(z, ff_t(2)) - z * z) <= abs(z) * size * 64;
  }
};
TEST_F(Complex, inverses) { EXPECT_TRUE(holds(inverses{}, vectors(1 << 15, 1 << 24))); }

// ---------------------------------------------------------------- against MPFR, host only

#if !defined(FF_TEST_ON_DEVICE)

struct exact_complex {
  real re, im;
  exact_complex(const real& x, const real& y) : re(x), im(y) {}
  explicit exact_complex(complex z) : re(z.real()), im(z.imag()) {}
};
exact_complex polar(const real& modulus, const real& angle) {
  return {modulus * by(mpfr_cos, angle), modulus * by(mpfr_sin, angle)};
}

// |got - want| / |want| in u^2, and the larger of the two components' own relative errors.
struct errors {
  double normwise, by_component;
};
errors errors_of(complex got, const exact_complex& want) {
  const exact_complex g(got);
  const real re = g.re - want.re, im = g.im - want.im;
  const real off = by(mpfr_hypot, re, im) / by(mpfr_hypot, want.re, want.im);
  return {static_cast<double>(off) * 0x1p48, std::max(magnitude(static_cast<double>(re / want.re)),
                                                      magnitude(static_cast<double>(im / want.im))) *
                                                 0x1p48};
}

struct worst {
  double error = 0;
  complex z = complex{}, w = complex{};
  void see(double e, complex a, complex b = complex{}) {
    if (!(e <= error)) error = e, z = a, w = b;
  }
};
std::ostream& operator<<(std::ostream& out, const worst& v) {
  return out << std::hexfloat << one_pair{v.z.real()} << one_pair{v.z.imag()} << ' ' << one_pair{v.w.real()}
             << one_pair{v.w.imag()};
}

double bound_of(std::string_view name) {
  for (const ff::bounds::function_row& row : ff::bounds::complex_numbers) {
    if (name == row.name) return row.error.u2;
  }
  ADD_FAILURE() << "no row " << name;
  return 0;
}

TEST(ComplexHost, products_and_quotients) {
  worst product, quotient;
  for (uint64 i = 0; i < 200000; ++i) {
    const complex z = number_at(2 * i, i % 2 == 0 ? 1 : 30), w = number_at(2 * i + 1, i % 3 == 0 ? 1 : 30);
    const exact_complex a(z), b(w);
    product.see(errors_of(z * w, {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}).normwise, z, w);
    const real d = b.re * b.re + b.im * b.im;
    quotient.see(
        errors_of(z / w, {(a.re * b.re + a.im * b.im) / d, (a.im * b.re - a.re * b.im) / d}).normwise, z, w);
  }
  EXPECT_LE(product.error, bound_of("complex_mul")) << product;
  EXPECT_LE(quotient.error, bound_of("complex_div")) << quotient;
}

TEST(ComplexHost, functions) {
  worst root, logarithm, exponential, power;
  for (uint64 i = 0; i < 60000; ++i) {
    draws d(i);
    complex z = number_at(i, i % 2 == 0 ? 1 : 40);
    if (i % 4 == 3) {  // near the unit circle
      const auto [s, c] = ff::sincos(d.pair(-20, 1));
      z = complex(c, s) * (1.0f + d.pair(-40, -2));
    }
    const exact_complex a(z);
    const real modulus = by(mpfr_hypot, a.re, a.im), angle = by(mpfr_atan2, a.im, a.re);
    logarithm.see(errors_of(log(z), {by(mpfr_log, modulus), angle}).normwise, z);
    root.see(errors_of(sqrt(z), polar(sqrt(modulus), angle / 2.0)).normwise, z);

    const complex e(d.pair(-6, 5), d.pair(-6, 10));
    const exact_complex b(e);
    if (e.real() > -20 && e.real() < 60)
      exponential.see(errors_of(exp(e), polar(by(mpfr_exp, b.re), b.im)).by_component, e);
  }
  EXPECT_LE(root.error, bound_of("complex_sqrt")) << root;
  EXPECT_LE(logarithm.error, bound_of("complex_log")) << logarithm;
  EXPECT_LE(exponential.error, bound_of("complex_exp")) << exponential;
}

TEST(ComplexHost, text_and_conversion) {
  std::ostringstream out;
  out << complex(1.5f, ff_t(-0.25f));
  EXPECT_EQ(out.str(), "(1.5,-0.25)");
  EXPECT_EQ(complex(std::complex<double>(0.1, 2)).real(), ff_t(0.1));
  EXPECT_EQ(complex(std::complex<float>(0.1f, 2)), complex(0.1f, 2.0f));
  EXPECT_EQ(complex(std::complex<long double>(0.1L, 2)), complex(ff_t(0.1L), 2.0f));
}

TEST(ComplexHost, to_and_from_the_standards) {
  const ff_t re = from_words(0.1f, 0x1p-30f), im = from_words(-3.0f, 0x1p-40f);
  const complex z(re, im);
  const auto as_double = static_cast<std::complex<double>>(z);
  EXPECT_TRUE(as_double.real() == double(re) && as_double.imag() == double(im));
  const std::complex<float> as_float(z);
  EXPECT_TRUE(as_float.real() == re.hi() && as_float.imag() == im.hi());
  const std::complex<ff_t> as_ff(z);
  EXPECT_TRUE(same_bits(as_ff.real(), re) && same_bits(as_ff.imag(), im));
  EXPECT_TRUE(complex(as_ff) == z && complex(as_double) == z);
  EXPECT_FALSE((std::is_convertible_v<complex, std::complex<double>>) ||
               (std::is_convertible_v<std::complex<double>, complex>));
  EXPECT_FALSE((std::is_constructible_v<complex, std::complex<int>>) ||
               (std::is_constructible_v<std::complex<int>, complex>));
  EXPECT_FALSE((std::is_constructible_v<double, complex>) || (std::is_constructible_v<complex, std::string>));
}

#endif

constexpr complex unit(0.0f, 1.0f);
static_assert(unit * unit == complex(-1.0f) && 1.0f / unit == -unit && abs(3 + 4 * unit) == 5 &&
              unit != 1.0f);
static_assert((unit + 1) * (unit - 1) == complex(-2.0f) && conj(unit) == -unit && norm(2 * unit) == 4);

}  // namespace
