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
void cube_root_of(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  ball third;
  arb_one(third.b);
  arb_div_ui(third.b, third.b, 3, p);
  arb_poly_pow_arb_series(y, x, third.b, n, p);
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
void gamma_function(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_gamma_series(y, x, n, p); }
void log_gamma_function(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_poly_lgamma_series(y, x, n, p);
}

// The stated bound of a function's row, from its header.
double stated(const char* name) {
  using namespace ff::bounds;
  for (const function_row* row :
       {find(exponentials, name), find(logarithms, name), find(trigonometric, name), find(half_turns, name),
        find(inverse_tangents, name), find(inverse_sines, name), find(hyperbolics, name),
        find(inverse_hyperbolics, name), find(error_functions, name), find(error_complements, name),
        find(tgammas, name), find(lgammas, name), find(cube_roots, name)})
    if (row != nullptr) return row->u2;
  const operator_row* row = find(name);
  return row != nullptr ? row->u2 : 0;
}

}  // namespace

#define FF_PROOF(name) of([](ff_t x) { return ff::name(x); })

std::vector<function> all_functions() {
  const auto pair_of = [](ff::sine_and_cosine y, bool cosine) { return cosine ? y.c : y.s; };
  return {
      {"exp", stated("exp"), FF_PROOF(exp), exponential, {{-66, -0x1p-60f}, {0x1p-60f, 88.7228f}}},
      {"exp2", stated("exp2"), FF_PROOF(exp2), power_of<2>, {{-96, -0x1p-60f}, {0x1p-60f, 127.9999f}}},
      {"exp10",
       stated("exp10"),
       FF_PROOF(exp10),
       power_of<10>,
       {{-28.5f, -0x1p-60f}, {0x1p-60f, 38.5318f}},
       false,
       true,
       false,
       false,
       1.99},
      {"expm1",
       stated("expm1"),
       FF_PROOF(expm1),
       exponential_less_one,
       {{-100, -0x1p-22f}, {0x1p-22f, 0x1.fffffep-7f}, {0x1.8p-6f, 88.7228f}},
       false,
       true,
       false,
       false,
       1.99},
      {"log", stated("log"), FF_PROOF(log), logarithm, {{0x1p-126f, huge}}, true, true, false, false, 2.49},
      {"log2",
       stated("log2"),
       FF_PROOF(log2),
       logarithm_to<2>,
       {{0x1p-126f, 0.7f}, {0.77f, 0.99f}, {0x1.01p0f, huge}},
       true},
      {"log10",
       stated("log10"),
       FF_PROOF(log10),
       logarithm_to<10>,
       {{0x1p-126f, 0.7f}, {0.77f, 0.99f}, {0x1.01p0f, huge}},
       true,
       true},
      {"log1p",
       stated("log1p"),
       FF_PROOF(log1p),
       logarithm_of_one_more,
       {{-0.99f, -0x1p-10f}, {-0x1.fffffep-26f, -0x1p-80f}, {0x1p-80f, 0x1p-26f}, {0x1p-11f, huge}},
       true,
       true},
      {"sinpi", stated("sinpi"), FF_PROOF(sinpi), sine_pi, {{0.015625f, 0.984375f}}, true, true},
      {"cospi", stated("cospi"), FF_PROOF(cospi), cosine_pi, {{0x1p-60f, 0.484375f}}, true, true},
      {"sincospi_sin",
       stated("sincospi_sin"),
       of([=](ff_t x) { return pair_of(ff::sincospi(x), false); }),
       sine_pi,
       {{0.03125f, 0.484375f}},
       true},
      {"sincospi_cos",
       stated("sincospi_cos"),
       of([=](ff_t x) { return pair_of(ff::sincospi(x), true); }),
       cosine_pi,
       {{0.03125f, 0.484375f}},
       true},
      {"tanpi", stated("tanpi"), FF_PROOF(tanpi), tangent_pi, {{0.03125f, 0.484f}}, true},
      {"sin", stated("sin"), of_plain_angle([](ff_t x) { return ff::sin(x); }), sine, {{0x1p-60f, 8}}},
      {"cos", stated("cos"), of_plain_angle([](ff_t x) { return ff::cos(x); }), cosine, {{0x1p-60f, 8}}},
      {"sincos_sin",
       stated("sincos_sin"),
       of_plain_angle([=](ff_t x) { return pair_of(ff::sincos(x), false); }),
       sine,
       {{0x1p-60f, 8}}},
      {"sincos_cos",
       stated("sincos_cos"),
       of_plain_angle([=](ff_t x) { return pair_of(ff::sincos(x), true); }),
       cosine,
       {{0x1p-60f, 1.5f}, {1.6f, 3}}},
      {"tan",
       stated("tan"),
       of_plain_angle([](ff_t x) { return ff::tan(x); }),
       tangent,
       {{0x1p-10f, 1.5f}},
       false,
       true},
      {"atan", stated("atan"), FF_PROOF(atan), arc_tangent, {{0x1p-10f, huge}}, false, true},
      {"asin", stated("asin"), FF_PROOF(asin), arc_sine, {{0x1p-50f, 0.99f}}, false, true},
      {"acos",
       stated("acos"),
       FF_PROOF(acos),
       arc_cosine,
       {{-0.99f, -0x1p-60f}, {0x1p-60f, 0.99f}},
       false,
       true},
      {"sinh", stated("sinh"), FF_PROOF(sinh), hyperbolic_sine, {{0x1p-60f, 88}}, false, true},
      {"cosh", stated("cosh"), FF_PROOF(cosh), hyperbolic_cosine, {{0x1p-60f, 1}, {1.0001f, 8}}, false, true},
      {"tanh", stated("tanh"), FF_PROOF(tanh), hyperbolic_tangent, {{0x1p-10f, 18}}, false, true},
      {"asinh", stated("asinh"), FF_PROOF(asinh), inverse_hyperbolic_sine, {{0x1p-5f, 0x1p10f}}, false, true},
      {"acosh",
       stated("acosh"),
       FF_PROOF(acosh),
       inverse_hyperbolic_cosine,
       {{1.5f, 1.9f}},
       false,
       true,
       true},
      {"atanh", stated("atanh"), FF_PROOF(atanh), inverse_hyperbolic_tangent, {{0.25f, 0.998f}}},
      {"erf", stated("erf"), FF_PROOF(erf), error_function, {{0x1p-90f, 6.5f}}},
      {"erfc", stated("erfc"), FF_PROOF(erfc), error_complement, {{0.0625f, 0.5f}}},
      {"erfcx", stated("erfcx"), FF_PROOF(erfcx), scaled_error_complement, {{0x1p-4f, 9}}, false, true},
      {"normcdf", stated("normcdf"), FF_PROOF(normcdf), normal_distribution, {{0x1p-4f, 8}}, false, true},
      {"tgamma", stated("tgamma"), FF_PROOF(tgamma), gamma_function, {{3.25f, 4.5f}}, false, true},
      {"lgamma", stated("lgamma"), FF_PROOF(lgamma), log_gamma_function, {{5, 5.5f}, {20, 20.7f}}, true},
      {"sqrt", stated("sqrt"), FF_PROOF(sqrt), square_root_of, {{1, 0x1.fffffep1f}}, false, false, true},
      {"rsqrt", stated("rsqrt"), FF_PROOF(rsqrt), reciprocal_square_root, {{1, 0x1.fffffep1f}}, false, false},
      {"cbrt",
       stated("cbrt"),
       FF_PROOF(cbrt),
       cube_root_of,
       {{1, 0x1.fffffep2f}},
       false,
       false,
       false,
       true,
       3.9},
      {"rcp", stated("rcp"), FF_PROOF(rcp), reciprocal_of, {{1, 1.95f}}, false, false, false, true, 2.49},
  };
}

#undef FF_PROOF

}  // namespace proofs
