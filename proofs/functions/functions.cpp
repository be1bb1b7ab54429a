// The functions of include/ff/math/, their exact counterparts in Arb, and where each is certified.
//
// Sines, tangents and their inverses treat a negative argument by flipping signs, which is exact: the
// positive ones stand for both.  sinpi and its kin take whole half-turns off exactly, so a few turns stand
// for all.
#include <ff/math.hpp>

#include "function.hpp"
#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

namespace proofs {
namespace {

using ff::ff_t;
constexpr float huge = 0x1.fffffep127f;

template <class F>
kernel of(F f) {
  return [f](ff::traced hi, ff::traced lo) {
    const ff_t y = f(ff::from_words(hi, lo));
    return words{y.hi(), y.lo()};
  };
}

// A double of at most 48 bits.
ff_t pair_of(double v) {
  const float hi = static_cast<float>(v);
  return ff::from_words(ff::traced(hi), ff::traced(static_cast<float>(v - static_cast<double>(hi))));
}

// sin and its kin next to a multiple of pi/2, and from 2^13 on, reduce their argument in integers.
template <class F>
kernel of_plain_angle(F f) {
  return [f](ff::traced hi, ff::traced lo) {
    const ff_t x = ff::from_words(hi, lo);
    if (!ff::detail::split_quadrant(x).ordinary) {
      ff::trace::current.outside = true;
      return words{hi, lo};
    }
    const ff_t y = f(x);
    return words{y.hi(), y.lo()};
  };
}

// A power series for the time of a call.
struct polynomial {
  arb_poly_t p;
  polynomial() { arb_poly_init(p); }
  ~polynomial() { arb_poly_clear(p); }
  polynomial(const polynomial&) = delete;
  polynomial& operator=(const polynomial&) = delete;
};
struct ball {
  arb_t b;
  ball() { arb_init(b); }
  ~ball() { arb_clear(b); }
  ball(const ball&) = delete;
  ball& operator=(const ball&) = delete;
};

using arb_function = void (*)(arb_t, const arb_t, slong);

// y from its derivative and its value at x's constant term, which is exact near a zero.
void integrated(arb_poly_t y, const arb_poly_t slope, const arb_poly_t x, arb_function value, slong p) {
  ball c;
  arb_poly_get_coeff_arb(c.b, x, 0);
  value(c.b, c.b, p);
  arb_poly_integral(y, slope, p);
  arb_poly_set_coeff_arb(y, 0, c.b);
}
// 1 + sign x^2, or x^2 - 1 for sign = 0.
void one_and_square(arb_poly_t y, const arb_poly_t x, int sign, slong n, slong p) {
  arb_poly_mullow(y, x, x, n, p);
  if (sign < 0) arb_poly_neg(y, y);
  ball c;
  arb_poly_get_coeff_arb(c.b, y, 0);
  arb_add_si(c.b, c.b, sign == 0 ? -1 : 1, p);
  arb_poly_set_coeff_arb(y, 0, c.b);
}

void exponential(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_exp_series(y, x, n, p); }
template <ulong base>
void power_of(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  ball log;
  polynomial z;
  arb_log_ui(log.b, base, p);
  arb_poly_scalar_mul(z.p, x, log.b, p);
  arb_poly_exp_series(y, z.p, n, p);
}
void exponential_less_one(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  ball c;
  arb_poly_get_coeff_arb(c.b, x, 0);
  arb_expm1(c.b, c.b, p);
  arb_poly_exp_series(y, x, n, p);
  arb_poly_set_coeff_arb(y, 0, c.b);
}
void logarithm(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_log_series(y, x, n, p); }
template <ulong base>
void logarithm_to(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  ball log;
  arb_poly_log_series(y, x, n, p);
  arb_log_ui(log.b, base, p);
  arb_inv(log.b, log.b, p);
  arb_poly_scalar_mul(y, y, log.b, p);
}
void logarithm_of_one_more(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  ball c;
  arb_poly_set(s.p, x);
  arb_poly_get_coeff_arb(c.b, s.p, 0);
  arb_add_si(c.b, c.b, 1, p);
  arb_poly_set_coeff_arb(s.p, 0, c.b);
  arb_poly_inv_series(s.p, s.p, n - 1, p);
  integrated(y, s.p, x, arb_log1p, p);
}
void sine(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_sin_series(y, x, n, p); }
void cosine(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_cos_series(y, x, n, p); }
void tangent(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_tan_series(y, x, n, p); }
void sine_pi(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_sin_pi_series(y, x, n, p); }
void cosine_pi(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_cos_pi_series(y, x, n, p); }
void tangent_pi(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s, c;
  arb_poly_sin_cos_pi_series(s.p, c.p, x, n, p);
  arb_poly_div_series(y, s.p, c.p, n, p);
}
void arc_tangent(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  one_and_square(s.p, x, 1, n - 1, p);
  arb_poly_inv_series(s.p, s.p, n - 1, p);
  integrated(y, s.p, x, arb_atan, p);
}
// The fixed arguments of the plane's functions: pairs.
constexpr double beside = 0x1.4cccccd31p0, beside_too = 0x1.6666662e7p-1;
void arc_tangent_over(arb_poly_t y, const arb_poly_t x, slong n, slong p) {  // atan(x / 1.3)
  ball c;
  polynomial s;
  arb_poly_mullow(s.p, x, x, n - 1, p);
  arb_set_d(c.b, beside);
  arb_mul(c.b, c.b, c.b, p);
  polynomial one;
  arb_poly_set_coeff_arb(one.p, 0, c.b);
  arb_poly_add(s.p, s.p, one.p, p);  // slope: 1.3 / (1.3^2 + x^2)
  arb_poly_inv_series(s.p, s.p, n - 1, p);
  arb_set_d(c.b, beside);
  arb_poly_scalar_mul(s.p, s.p, c.b, p);
  integrated(
      y, s.p, x,
      [](arb_t r, const arb_t a, slong q) {
        ball d;
        arb_set_d(d.b, beside);
        arb_div(r, a, d.b, q);
        arb_atan(r, r, q);
      },
      p);
}
void arc_tangent_under(arb_poly_t y, const arb_poly_t x, slong n, slong p) {  // pi/2 - atan(x / 1.3)
  ball c, quarter;
  arc_tangent_over(y, x, n, p);
  arb_poly_neg(y, y);
  arb_const_pi(quarter.b, p);
  arb_mul_2exp_si(quarter.b, quarter.b, -1);
  arb_poly_get_coeff_arb(c.b, y, 0);
  arb_add(c.b, c.b, quarter.b, p);
  arb_poly_set_coeff_arb(y, 0, c.b);
}
// x^2 + the squares of the fixed ones
void squares_with(arb_poly_t y, const arb_poly_t x, bool two, slong n, slong p) {
  ball c, d;
  arb_poly_mullow(y, x, x, n, p);
  arb_poly_get_coeff_arb(c.b, y, 0);
  for (const double v : {beside, two ? beside_too : 0.0}) {
    arb_set_d(d.b, v);
    arb_addmul(c.b, d.b, d.b, p);
  }
  arb_poly_set_coeff_arb(y, 0, c.b);
}
void length_with(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  squares_with(y, x, false, n, p);
  arb_poly_sqrt_series(y, y, n, p);
}
void inverse_length_with(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  squares_with(y, x, false, n, p);
  arb_poly_rsqrt_series(y, y, n, p);
}
void length_with_two(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  squares_with(y, x, true, n, p);
  arb_poly_sqrt_series(y, y, n, p);
}
void arc_sine(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  one_and_square(s.p, x, -1, n - 1, p);
  arb_poly_rsqrt_series(s.p, s.p, n - 1, p);
  integrated(y, s.p, x, arb_asin, p);
}
void arc_cosine(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  one_and_square(s.p, x, -1, n - 1, p);
  arb_poly_rsqrt_series(s.p, s.p, n - 1, p);
  arb_poly_neg(s.p, s.p);
  integrated(y, s.p, x, arb_acos, p);
}
void hyperbolic_sine(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_sinh_series(y, x, n, p); }
void hyperbolic_cosine(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_poly_cosh_series(y, x, n, p);
}
void hyperbolic_tangent(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s, c;
  arb_poly_sinh_cosh_series(s.p, c.p, x, n, p);
  arb_poly_div_series(y, s.p, c.p, n, p);
}
void inverse_hyperbolic_sine(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  one_and_square(s.p, x, 1, n - 1, p);
  arb_poly_rsqrt_series(s.p, s.p, n - 1, p);
  integrated(y, s.p, x, arb_asinh, p);
}
void inverse_hyperbolic_cosine(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  one_and_square(s.p, x, 0, n - 1, p);
  arb_poly_rsqrt_series(s.p, s.p, n - 1, p);
  integrated(y, s.p, x, arb_acosh, p);
}
void inverse_hyperbolic_tangent(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial s;
  one_and_square(s.p, x, -1, n - 1, p);
  arb_poly_inv_series(s.p, s.p, n - 1, p);
  integrated(y, s.p, x, arb_atanh, p);
}
void square_root_of(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_sqrt_series(y, x, n, p); }
void reciprocal_square_root(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_poly_rsqrt_series(y, x, n, p);
}
// x^(over / under)
series power_to(double over, slong under = 1) {
  return [=](arb_poly_t y, const arb_poly_t x, slong n, slong p) {
    ball exponent;
    arb_set_d(exponent.b, over);
    arb_div_si(exponent.b, exponent.b, under, p);
    arb_poly_pow_arb_series(y, x, exponent.b, n, p);
  };
}
void reciprocal_of(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_inv_series(y, x, n, p); }
void error_function(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_hypgeom_erf_series(y, x, n, p);
}
void error_complement(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_hypgeom_erfc_series(y, x, n, p);
}
void scaled_error_complement(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  polynomial e;
  arb_poly_mullow(e.p, x, x, n, p);
  arb_poly_exp_series(e.p, e.p, n, p);
  arb_hypgeom_erfc_series(y, x, n, p);
  arb_poly_mullow(y, y, e.p, n, p);
}
void normal_distribution(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  ball c;
  polynomial z;
  arb_sqrt_ui(c.b, 2, p);
  arb_inv(c.b, c.b, p);
  arb_neg(c.b, c.b);
  arb_poly_scalar_mul(z.p, x, c.b, p);
  arb_hypgeom_erfc_series(y, z.p, n, p);
  arb_poly_scalar_mul_2exp_si(y, y, -1);
}
// y about x = c + t from y(c): `series` less its constant term, reverted.
void inverse_of(arb_poly_t y, const arb_poly_t x, series direct, arb_function value, slong n, slong p) {
  ball c, at_zero;
  polynomial from;
  arb_poly_get_coeff_arb(c.b, x, 0);
  value(c.b, c.b, p);
  arb_poly_set_coeff_arb(from.p, 0, c.b);
  arb_poly_set_coeff_si(from.p, 1, 1);
  direct(y, from.p, n, p);
  arb_poly_set_coeff_arb(y, 0, at_zero.b);
  arb_poly_revert_series(y, y, n, p);
  arb_poly_set_coeff_arb(y, 0, c.b);
}
void inverse_error_function(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  inverse_of(y, x, error_function, arb_hypgeom_erfinv, n, p);
}
void inverse_error_complement(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  inverse_of(y, x, error_complement, arb_hypgeom_erfcinv, n, p);
}
void inverse_normal(arb_t y, const arb_t x, slong p) {
  ball root;
  arb_mul_2exp_si(y, x, 1);
  arb_hypgeom_erfcinv(y, y, p);
  arb_sqrt_ui(root.b, 2, p);
  arb_mul(y, y, root.b, p);
  arb_neg(y, y);
}
void inverse_normal_distribution(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  inverse_of(y, x, normal_distribution, inverse_normal, n, p);
}
void gamma_function(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_gamma_series(y, x, n, p); }
void log_gamma_function(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_poly_lgamma_series(y, x, n, p);
}

// The stated bound of a function's row, from its header.
double stated(const std::string& called) {
  using namespace ff::bounds;
  const std::string plain = called.substr(0, called.find('('));
  const char* name = plain.c_str();
  for (const function_row* row :
       {find(exponentials, name), find(logarithms, name), find(trigonometric, name), find(half_turns, name),
        find(inverse_tangents, name), find(inverse_sines, name), find(hyperbolics, name),
        find(inverse_hyperbolics, name), find(error_functions, name), find(error_complements, name),
        find(tgammas, name), find(lgammas, name), find(cube_roots, name), find(error_inverses, name),
        find(powers, name), find(euclidean_lengths, name)})
    if (row != nullptr) return row->error.u2;
  const operator_row* row = find(operators, name);
  return row != nullptr ? row->error.u2 : 0;
}

/// A row: the kernel `steps` of the name's stated bound; what else it needs follows by name.
function row(const char* name, kernel steps, series exact, std::vector<span> where) {
  function f;
  f.name = name;
  f.stated = stated(name);
  f.steps = std::move(steps);
  f.exact = std::move(exact);
  f.where = std::move(where);
  return f;
}

ff_t sine_of(ff::sine_and_cosine y) { return y.s; }
ff_t cosine_of(ff::sine_and_cosine y) { return y.c; }

#define FF_PROOF(name) of([](ff_t x) { return ff::name(x); })
#define FF_PLAIN_ANGLE(value) of_plain_angle([](ff_t x) { return value; })

std::vector<function> exponential_rows() {
  return {
      row("exp", FF_PROOF(exp), exponential, {{-66, -0x1p-60f}, {0x1p-60f, 88.7228f}}).until(1.4129),
      row("exp2", FF_PROOF(exp2), power_of<2>, {{-96, -0x1p-60f}, {0x1p-60f, 127.9999f}}).until(1.8542),
      row("exp10", FF_PROOF(exp10), power_of<10>, {{-28.5f, -0x1p-60f}, {0x1p-60f, 38.5318f}}).until(1.99),
      row("expm1", FF_PROOF(expm1), exponential_less_one,
          {{-100, -0x1p-22f}, {0x1p-22f, 0x1.fffffep-7f}, {0x1.8p-6f, 88.7228f}})
          .until(1.99),
  };
}

std::vector<function> logarithm_rows() {
  return {
      row("log", FF_PROOF(log), logarithm, {{0x1p-126f, huge}}).without_tiny().until(2.4997),
      row("log2", FF_PROOF(log2), logarithm_to<2>,
          {{0x1p-126f, 0.7f}, {0.77f, 0x1.fffffcp-1f}, {0x1.000004p0f, huge}})
          .until(2.4971)
          .without_tiny(),
      row("log10", FF_PROOF(log10), logarithm_to<10>, {{0x1p-126f, 0x1.fffffcp-1f}, {0x1.000004p0f, huge}})
          .until(2.99)
          .without_tiny()
          .with_grids(),
      row("log1p", FF_PROOF(log1p), logarithm_of_one_more,
          {{-0.99f, -0x1p-10f}, {-0x1.fffffep-26f, -0x1p-80f}, {0x1p-80f, 0x1p-26f}, {0x1p-11f, huge}})
          .without_tiny()
          .with_grids()
          .until(2.9992),
  };
}

std::vector<function> half_turn_rows() {
  return {
      row("sinpi", FF_PROOF(sinpi), sine_pi, {{0x1p-11f, 0x1.ffcp-1f}}).without_tiny().until(2.24),
      row("cospi", FF_PROOF(cospi), cosine_pi, {{0x1p-60f, 0.499f}}).without_tiny().until(1.99),
      row("sincospi_sin", of([](ff_t x) { return sine_of(ff::sincospi(x)); }), sine_pi, {{0x1p-10f, 0.499f}})
          .without_tiny()
          .until(2.24),
      row("sincospi_cos", of([](ff_t x) { return cosine_of(ff::sincospi(x)); }), cosine_pi,
          {{0x1p-60f, 0.499f}})
          .without_tiny()
          .until(2.24),
      row("tanpi", FF_PROOF(tanpi), tangent_pi, {{0x1p-60f, 0x1p-14f}, {0x1.2p-13f, 0.4995f}}),
  };
}

std::vector<function> angle_rows() {
  return {
      row("sin", FF_PLAIN_ANGLE(ff::sin(x)), sine, {{0x1p-60f, 16}}).until(2.2491),
      row("cos", FF_PLAIN_ANGLE(ff::cos(x)), cosine, {{0x1p-60f, 16}}).until(2.2491),
      row("sincos_sin", FF_PLAIN_ANGLE(sine_of(ff::sincos(x))), sine, {{0x1p-60f, 16}}).until(2.487),
      row("sincos_cos", FF_PLAIN_ANGLE(cosine_of(ff::sincos(x))), cosine,
          {{0x1p-60f, 1.5f}, {1.6f, 3}, {3.2f, 4.6f}})
          .until(2.4923),
      row("tan", FF_PLAIN_ANGLE(ff::tan(x)), tangent, {{0x1p-60f, 0x1.7p-12f}, {0x1.6p-11f, 1.569f}}),
      row("atan", FF_PROOF(atan), arc_tangent, {{0x1p-60f, huge}}).until(1.99),
      row("asin", FF_PROOF(asin), arc_sine, {{0x1p-50f, 0.00034f}, {0.00045f, 0.99f}}).until(2.9849),
      row("acos", FF_PROOF(acos), arc_cosine, {{-0.99f, -0x1p-60f}, {0x1p-60f, 0.99f}}).until(3.2472),
  };
}

std::vector<function> hyperbolic_rows() {
  return {
      row("sinh", FF_PROOF(sinh), hyperbolic_sine, {{0x1p-60f, 88}}).until(3.2337),
      row("cosh", FF_PROOF(cosh), hyperbolic_cosine, {{0x1p-60f, 1}, {1.0001f, 8}}),
      row("tanh", FF_PROOF(tanh), hyperbolic_tangent, {{0x1p-10f, 18}}).until(3.9556),
      row("asinh", FF_PROOF(asinh), inverse_hyperbolic_sine, {{0x1p-5f, 0x1p10f}}).until(3.7682),
      row("acosh", FF_PROOF(acosh), inverse_hyperbolic_cosine, {{1.32f, 1.36f}, {1.46f, 1.5f}, {2.7f, 2.99f}})
          .keeping_pairs()
          .until(3.98),
      row("atanh", FF_PROOF(atanh), inverse_hyperbolic_tangent, {{0.25f, 0.998f}})
          .with_short_searches()
          .until(3.9797),
  };
}

std::vector<function> special_rows() {
  return {
      row("erf", FF_PROOF(erf), error_function, {{0x1p-90f, 6.5f}}).until(1.9894),
      row("erfc", FF_PROOF(erfc), error_complement, {{0.0625f, 0.5f}}).until(3.9519),
      row("erfcx", FF_PROOF(erfcx), scaled_error_complement, {{0x1p-4f, 9}}),
      row("normcdf", FF_PROOF(normcdf), normal_distribution, {{0x1p-4f, 8}}),
      row("erfinv", FF_PROOF(erfinv), inverse_error_function, {{0x1p-60f, 0.2499f}}).until(12.9327),
      row("erfcinv", FF_PROOF(erfcinv), inverse_error_complement, {{0.7501f, 0.999f}, {1.001f, 1.2499f}}),
      row("normcdfinv", FF_PROOF(normcdfinv), inverse_normal_distribution,
          {{0.3751f, 0.499f}, {0.501f, 0.6249f}}),
      row("tgamma", FF_PROOF(tgamma), gamma_function, {{3.25f, 4.5f}}).until(7.9494),
      row("lgamma", FF_PROOF(lgamma), log_gamma_function, {{5, 5.5f}, {20, 20.7f}}).without_tiny(),
  };
}

// A function of two arguments has rows with one of them fixed.
function power_row(const char* name, double y, std::vector<span> where) {
  return row(name, of([y](ff_t x) { return ff::pow(x, pair_of(y)); }), power_to(y), std::move(where));
}
function whole_power_row(const char* name, int n, std::vector<span> where) {
  return row(name, of([n](ff_t x) { return ff::pown(x, n); }), power_to(n), std::move(where));
}
function whole_root_row(const char* name, int n, std::vector<span> where) {
  return row(name, of([n](ff_t x) { return ff::rootn(x, n); }), power_to(1, n), std::move(where));
}

std::vector<function> power_rows() {
  return {
      whole_power_row("pown(x, 2)", 2, {{1, 2}}),
      whole_power_row("pown(x, 3)", 3, {{1.03f, 1.25f}, {1.6f, 1.99f}}).until(3.957),
      whole_power_row("pown(x, 4)", 4, {{1, 2}}),
      whole_power_row("pown(x, 10)", 10, {{1.4f, 1.5f}}),
      whole_power_row("pown(x, -1)", -1, {{1, 2}}),
      whole_power_row("pown(x, -7)", -7, {{0.7f, 0.8f}}),
      whole_root_row("rootn(x, 2)", 2, {{0.25f, 16}}),
      whole_root_row("rootn(x, 3)", 3, {{0.125f, 8}}),
      whole_root_row("rootn(x, 5)", 5, {{0x1p-5f, 32}}),
      whole_root_row("rootn(x, -4)", -4, {{0x1p-4f, 16}}),
      power_row("pow(x, 1.5)", 1.5f, {{0.5f, 2}}),
      power_row("pow(x, -2.75)", -2.75f, {{1.1f, 2}}),
      power_row("pow(x, 125.7)", 0x1.f6cccce07p6, {{2, 2.02f}}),
      row("pow(10, y)", of([](ff_t y) { return ff::pow(ff_t(10.0f), y); }), power_of<10>,
          {{-28, -0x1p-20f}, {0x1p-20f, 4.77f}, {4.78f, 38}}),
  };
}

std::vector<function> plane_rows() {
  return {
      row("atan2(y, 1.3)", of([](ff_t y) { return ff::atan2(y, pair_of(beside)); }), arc_tangent_over,
          {{0x1p-6f, 64}})
          .until(3.6545),
      row("atan2(1.3, x)", of([](ff_t x) { return ff::atan2(pair_of(beside), x); }), arc_tangent_under,
          {{-64, -0x1p-6f}, {0x1p-6f, 64}})
          .until(3.6634),
      row("hypot(x, 1.3)", of([](ff_t x) { return ff::hypot(x, pair_of(beside)); }), length_with,
          {{0x1p-6f, 0.5f}})
          .keeping_pairs()
          .until(3.98),
      row("rhypot(x, 1.3)", of([](ff_t x) { return ff::rhypot(x, pair_of(beside)); }), inverse_length_with,
          {{0x1p-6f, 1}})
          .keeping_pairs()
          .until(3.98),
      row("hypot3(x, 1.3, 0.7)",
          of([](ff_t x) { return ff::hypot(x, pair_of(beside), pair_of(beside_too)); }), length_with_two,
          {{1, 4}})
          .keeping_pairs()
          .until(3.98),
  };
}

std::vector<function> root_rows() {
  return {
      row("sqrt", FF_PROOF(sqrt), square_root_of, {{1, 0x1.fffffep1f}})
          .through_heads()
          .keeping_pairs()
          .until(3.374),
      row("rsqrt", FF_PROOF(rsqrt), reciprocal_square_root, {{1, 0x1.fffffep1f}})
          .through_heads()
          .until(4.9766),
      row("cbrt", FF_PROOF(cbrt), power_to(1, 3), {{1, 0x1.fffffep2f}})
          .through_heads()
          .keeping_pairs()
          .until(3.9958)
          .with_short_searches(),
      row("rcp", FF_PROOF(rcp), reciprocal_of, {{1, 1.95f}}).through_heads().keeping_pairs().until(2.4906),
  };
}

#undef FF_PROOF
#undef FF_PLAIN_ANGLE

}  // namespace

std::vector<function> all_functions() {
  std::vector<function> all;
  for (const auto family : {exponential_rows, logarithm_rows, half_turn_rows, angle_rows, hyperbolic_rows,
                            special_rows, root_rows, power_rows, plane_rows})
    for (function& f : family()) all.push_back(std::move(f));
  return all;
}

}  // namespace proofs
