// The arguments of each operation, and its results before MPFR.
#include <mpfr.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "dd.hpp"

namespace bench {
namespace {

struct span {
  double x_low, x_high, y_low, y_high;
};
const std::map<std::string, span>& spans() {
  static const std::map<std::string, span> all{
#define BENCH_DD_SPAN(NAME, EXPRESSION, ...) {#NAME, {__VA_ARGS__}},
      BENCH_DD_OPERATIONS(BENCH_DD_SPAN)
#undef BENCH_DD_SPAN
  };
  return all;
}

/// 400 bits hold a product of two such pairs, and a sum with a third.
struct real {
  mpfr_t v;
  real() { mpfr_init2(v, 400); }
  ~real() { mpfr_clear(v); }
  real(const real&) = delete;
  real& operator=(const real&) = delete;
  void take(two_doubles w) { mpfr_set_d(v, w.hi, MPFR_RNDN), mpfr_add_d(v, v, w.lo, MPFR_RNDN); }
};

/// Sets r to the exact result, and the scale of its error where that is not |r|.
using exact = std::function<void(mpfr_ptr r, mpfr_ptr scale, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z)>;
exact of_x(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)) {
  return [f](mpfr_ptr r, mpfr_ptr, mpfr_srcptr x, mpfr_srcptr, mpfr_srcptr) { f(r, x, MPFR_RNDN); };
}
exact of_xy(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)) {
  return [f](mpfr_ptr r, mpfr_ptr, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr) { f(r, x, y, MPFR_RNDN); };
}
void fused(mpfr_ptr r, mpfr_ptr scale, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z) {
  mpfr_fma(r, x, y, z, MPFR_RNDN);
  real size;
  mpfr_mul(scale, x, y, MPFR_RNDN), mpfr_abs(scale, scale, MPFR_RNDN);
  mpfr_abs(size.v, z, MPFR_RNDN), mpfr_add(scale, scale, size.v, MPFR_RNDN);
}
void log_gamma(mpfr_ptr r, mpfr_ptr, mpfr_srcptr x, mpfr_srcptr, mpfr_srcptr) {
  int sign = 0;
  mpfr_lgamma(r, &sign, x, MPFR_RNDN);
}

const std::map<std::string, exact>& exact_functions() {
  static const std::map<std::string, exact> all{{"add", of_xy(mpfr_add)},     {"mul", of_xy(mpfr_mul)},
                                                {"div", of_xy(mpfr_div)},     {"fma", fused},
                                                {"sqrt", of_x(mpfr_sqrt)},    {"exp", of_x(mpfr_exp)},
                                                {"log", of_x(mpfr_log)},      {"pow", of_xy(mpfr_pow)},
                                                {"sin", of_x(mpfr_sin)},      {"atan2", of_xy(mpfr_atan2)},
                                                {"erf", of_x(mpfr_erf)},      {"erfc", of_x(mpfr_erfc)},
                                                {"tgamma", of_x(mpfr_gamma)}, {"lgamma", log_gamma}};
  return all;
}

}  // namespace

dd_arguments dd_arguments_of(const std::string& operation) {
  const span at = spans().at(operation);
  std::mt19937_64 random(1);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const auto drawn = [&](double low, double high) {
    const double hi = low + (high - low) * uniform(), below = std::ldexp(1.0, std::ilogb(hi) - 53);
    return two_doubles{hi, (2 * uniform() - 1) * below * 0.99};
  };
  dd_arguments all;
  for (int i = 0; i < dd_arguments::count; ++i) {
    all.x.push_back(drawn(at.x_low, at.x_high));
    all.y.push_back(drawn(at.y_low, at.y_high));
    all.z.push_back(drawn(-1, 1));
  }
  return all;
}

dd_error judged(const dd_run& run) {
  const dd_arguments in = dd_arguments_of(run.operation);
  const exact& of = exact_functions().at(run.operation);
  real x, y, z, r, scale, got;
  dd_error all{0, 0};
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    x.take(in.x[i]), y.take(in.y[i]), z.take(in.z[i]);
    if (run.type == "double") x.take({in.x[i].hi, 0}), y.take({in.y[i].hi, 0}), z.take({in.z[i].hi, 0});
    mpfr_set_zero(scale.v, 1);
    of(r.v, scale.v, x.v, y.v, z.v);
    if (mpfr_zero_p(scale.v)) mpfr_abs(scale.v, r.v, MPFR_RNDN);
    if (mpfr_zero_p(scale.v)) continue;  // an exact zero
    got.take(run.results[i]);
    mpfr_sub(got.v, got.v, r.v, MPFR_RNDN), mpfr_div(got.v, got.v, scale.v, MPFR_RNDN);
    const double error = std::fabs(mpfr_get_d(got.v, MPFR_RNDN)) * 0x1p106;
    all.worst = std::max(all.worst, std::isnan(error) ? HUGE_VAL : error);
    all.mean += error / static_cast<double>(run.results.size());
  }
  return all;
}

}  // namespace bench
