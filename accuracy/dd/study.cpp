#include "accuracy/dd/study.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <cmath>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "accuracy/judge/bits.hpp"
#include "accuracy/judge/parallel.hpp"
#include "command/record.hpp"

namespace accuracy {
namespace {

using catalogue::dd_operands;
using catalogue::dd_row;
using catalogue::dd_t;

/// 2,300 bits hold every sum of two words; products are rounded to as many.
constexpr mpfr_prec_t operand_bits = 2300, result_bits = 400, gamma_bits = 180;

struct number {
  mpfr_t v;
  explicit number(mpfr_prec_t bits) { mpfr_init2(v, bits); }
  ~number() { mpfr_clear(v); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;
};

/// The exact operands, the result, and what the error is relative to.
struct exact_value {
  number x{operand_bits}, y{operand_bits}, z{operand_bits}, xh{operand_bits}, yh{operand_bits};
  number result{operand_bits}, scale{result_bits}, error{operand_bits};

  static void set(mpfr_ptr r, dd_t a) {
    mpfr_set_d(r, a.hi(), MPFR_RNDN);
    mpfr_add_d(r, r, a.lo(), MPFR_RNDN);
  }
  void take(const dd_operands& v) {
    set(x.v, v.x), set(y.v, v.y), set(z.v, v.z);
    mpfr_set_d(xh.v, v.x.hi(), MPFR_RNDN), mpfr_set_d(yh.v, v.y.hi(), MPFR_RNDN);
  }
};

using function = void (*)(exact_value&);

/// A function of x alone, which MPFR rounds to 400 bits, or fewer where it is slow.
template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), mpfr_prec_t bits = result_bits>
void of_x(exact_value& e) {
  number r(bits);
  F(r.v, e.x.v, MPFR_RNDN);
  mpfr_set(e.result.v, r.v, MPFR_RNDN);
}
void product_and_sum(exact_value& e) {
  number size(result_bits), product(2 * operand_bits);
  mpfr_mul(product.v, e.x.v, e.y.v, MPFR_RNDN);
  mpfr_add(e.result.v, product.v, e.z.v, MPFR_RNDN);
  mpfr_abs(e.scale.v, product.v, MPFR_RNDN);
  mpfr_abs(size.v, e.z.v, MPFR_RNDN);
  mpfr_add(e.scale.v, e.scale.v, size.v, MPFR_RNDN);
}

/// Leaves x as few bits as it has: reflections of MPFR take as many as there are.
template <void of(exact_value&)>
void of_short_x(exact_value& e) {
  mpfr_prec_round(e.x.v, std::max<mpfr_prec_t>(mpfr_min_prec(e.x.v), 53), MPFR_RNDN);
  of(e);
  mpfr_prec_round(e.x.v, operand_bits, MPFR_RNDN);
}

/// The rows that change their operand do so here as well.
template <dd_t change(dd_t), void of(exact_value&)>
void of_changed(exact_value& e) {
  const double hi = mpfr_get_d(e.x.v, MPFR_RNDN);
  number rest(operand_bits);
  mpfr_sub_d(rest.v, e.x.v, hi, MPFR_RNDN);
  e.set(e.x.v, change(ff::add12(hi, mpfr_get_d(rest.v, MPFR_RNDN))));
  of(e);
}
void log_gamma(exact_value& e) {
  number r(gamma_bits);
  int sign = 0;
  mpfr_lgamma(r.v, &sign, e.x.v, MPFR_RNDN);
  mpfr_set(e.result.v, r.v, MPFR_RNDN);
}
/// Relative to the larger of the result and 1.
void log_gamma_or_one(exact_value& e) {
  log_gamma(e);
  mpfr_abs(e.scale.v, e.result.v, MPFR_RNDN);
  if (mpfr_cmp_ui(e.scale.v, 1) < 0) mpfr_set_ui(e.scale.v, 1, MPFR_RNDN);
}
void tenth_power(exact_value& e) {
  mpfr_div_2ui(e.x.v, e.x.v, 2, MPFR_RNDN);
  of_x<mpfr_exp10>(e);
}
/// Relative to the result times 1 + |y log x|.
void power(exact_value& e) {
  number r(result_bits), size(result_bits);
  mpfr_pow(r.v, e.x.v, e.y.v, MPFR_RNDN);
  mpfr_set(e.result.v, r.v, MPFR_RNDN);
  mpfr_log(size.v, r.v, MPFR_RNDN);
  mpfr_abs(size.v, size.v, MPFR_RNDN);
  mpfr_add_ui(size.v, size.v, 1, MPFR_RNDN);
  mpfr_mul(e.scale.v, size.v, r.v, MPFR_RNDN);
}
void angle(exact_value& e) {
  number r(result_bits);
  mpfr_atan2(r.v, e.x.v, e.y.v, MPFR_RNDN);
  mpfr_set(e.result.v, r.v, MPFR_RNDN);
}

std::map<std::string, function> exact_operators() {
  return {
      {"add", [](exact_value& e) { mpfr_add(e.result.v, e.x.v, e.y.v, MPFR_RNDN); }},
      {"add_double", [](exact_value& e) { mpfr_add(e.result.v, e.x.v, e.yh.v, MPFR_RNDN); }},
      {"mul", [](exact_value& e) { mpfr_mul(e.result.v, e.x.v, e.y.v, MPFR_RNDN); }},
      {"mul_double", [](exact_value& e) { mpfr_mul(e.result.v, e.x.v, e.yh.v, MPFR_RNDN); }},
      {"sqr", of_x<mpfr_sqr>},
      {"div", [](exact_value& e) { mpfr_div(e.result.v, e.x.v, e.y.v, MPFR_RNDN); }},
      {"div_double", [](exact_value& e) { mpfr_div(e.result.v, e.x.v, e.yh.v, MPFR_RNDN); }},
      {"double_div", [](exact_value& e) { mpfr_div(e.result.v, e.xh.v, e.y.v, MPFR_RNDN); }},
      {"rcp", [](exact_value& e) { mpfr_ui_div(e.result.v, 1, e.x.v, MPFR_RNDN); }},
      {"fma", product_and_sum},
      {"sqrt", of_x<mpfr_sqrt>},
      {"rsqrt", of_x<mpfr_rec_sqrt>},
      {"hypot", [](exact_value& e) { mpfr_hypot(e.result.v, e.x.v, e.y.v, MPFR_RNDN); }},
      {"cbrt", of_x<mpfr_cbrt>},
  };
}
std::map<std::string, function> exact_elementary_functions() {
  return {{"exp", of_x<mpfr_exp>},
          {"log", of_x<mpfr_log>},
          {"log_near_one", of_x<mpfr_log>},
          {"expm1", of_x<mpfr_expm1>},
          {"log1p", of_changed<catalogue::above_minus_one, of_x<mpfr_log1p>>},
          {"exp2", of_x<mpfr_exp2>},
          {"exp10", tenth_power},
          {"log2", of_x<mpfr_log2>},
          {"log2_near_one", of_x<mpfr_log2>},
          {"log10", of_x<mpfr_log10>},
          {"pow", power},
          {"sinh", of_x<mpfr_sinh>},
          {"cosh", of_x<mpfr_cosh>},
          {"tanh", of_x<mpfr_tanh>},
          {"asinh", of_x<mpfr_asinh>},
          {"acosh", of_x<mpfr_acosh>},
          {"atanh", of_x<mpfr_atanh>},
          {"sin", of_x<mpfr_sin>},
          {"cos", of_x<mpfr_cos>},
          {"tan", of_x<mpfr_tan>},
          {"atan", of_x<mpfr_atan>},
          {"atan2", angle},
          {"asin", of_x<mpfr_asin>},
          {"acos", of_x<mpfr_acos>},
          {"erf", of_x<mpfr_erf>},
          {"erfc", of_changed<catalogue::erfc_argument, of_x<mpfr_erfc>>},
          {"tgamma", of_short_x<of_x<mpfr_gamma, gamma_bits>>},
          {"tgamma_negative", of_changed<catalogue::below_zero, of_short_x<of_x<mpfr_gamma, gamma_bits>>>},
          {"lgamma", of_short_x<log_gamma>},
          {"lgamma_moderate", of_short_x<log_gamma>},
          {"lgamma_near_one", of_short_x<log_gamma>},
          {"lgamma_negative", of_changed<catalogue::below_zero, of_short_x<log_gamma_or_one>>},
          {"log1p_below_minus_half", of_changed<catalogue::negated, of_x<mpfr_log1p>>}};
}
const std::map<std::string, function>& exact_functions() {
  static const std::map<std::string, function> all = [] {
    std::map<std::string, function> both = exact_operators();
    both.merge(exact_elementary_functions());
    return both;
  }();
  return all;
}

/// The error in u^2; negative where the result is wrong whatever the bound.
double error_of(exact_value& e, function exact, const dd_operands& v, dd_t got) {
  e.take(v);
  mpfr_set_zero(e.scale.v, 1);
  exact(e);
  if (mpfr_zero_p(e.scale.v)) mpfr_abs(e.scale.v, e.result.v, MPFR_RNDN);
  if (!isfinite(got)) return -1;
  if (mpfr_zero_p(e.scale.v)) return got == 0 ? 0 : -1;
  mpfr_sub_d(e.error.v, e.result.v, got.hi(), MPFR_RNDN);
  mpfr_sub_d(e.error.v, e.error.v, got.lo(), MPFR_RNDN);
  mpfr_div(e.scale.v, e.error.v, e.scale.v, MPFR_RNDN);
  mpfr_mul_2ui(e.scale.v, e.scale.v, 106, MPFR_RNDN);
  return std::fabs(mpfr_get_d(e.scale.v, MPFR_RNDN));
}

std::string shown(dd_t x) { return fmt::format("({:a}, {:a})", x.hi(), x.lo()); }

// ---------------------------------------------------------------- broken on purpose

dd_t sloppy_sum(const dd_operands& v) { return ff::add22_sloppy(v.x, v.y); }
dd_t without_cross_term(const dd_operands& v) { return ff::mul21(v.x, v.y.hi()); }
dd_t one_residue_only(const dd_operands& v) {
  const double r = ff::rcp_rn(v.y.hi()), q = ff::mul_rn(v.x.hi(), r);
  return ff::add_prod(q, ff::detail::residue(v.x, v.y, q), r);
}
dd_t root_of_the_head(const dd_operands& v) { return ff::sqrt22(dd_t(v.x.hi())); }
/// The second order of the last step left out.
dd_t first_order_log(const dd_operands& v) {
  if (v.x < 0.75 || v.x > 1.375) return log(v.x);
  const dd_t y = log(static_cast<ff::ff_t>(v.x)), p = ff::detail::dd_expm1_near_zero(-y);
  return y + ((v.x - 1.0) + v.x * p);
}
/// pi/2 in three words.
dd_t sine_of_short_reduction(const dd_operands& v) {
  const double k = ff::detail::nearest_integer(ff::mul_rn(v.x.hi(), 0x1.45f306dc9c883p-1));
  ff::detail::five_doubles sum;
  sum.add(v.x.hi()), sum.add(v.x.lo());
  for (int i = 0; i < 3; ++i) {
    const dd_t p = ff::two_prod(-k, ff::detail::dd_half_pi(i));
    sum.add(p.hi()), sum.add(p.lo());
  }
  const dd_t r = sum.pair();
  const dd_t size =
      static_cast<int>(k) & 1 ? ff::detail::dd_cos_near_zero(r) : ff::detail::dd_sin_near_zero(r);
  return static_cast<int>(k) & 2 ? -size : size;
}
/// The last term of the cosine's two-word coefficients without its low word.
dd_t cosine_of_heads(const dd_operands& v) {
  const auto [r, quadrant] = ff::detail::dd_reduced(v.x);
  if (quadrant != 0) return cos(v.x);
  const dd_t z = ff::sqr22(r), q = ff::detail::dd_series<ff::detail::dd_cosine>(z);
  return 1.0 - (ff::ldexp(z, -1) - ff::sqr22(z) * q.hi());
}
dd_t angle_of_single(const dd_operands& v) { return dd_t(atan(static_cast<ff::ff_t>(v.x))); }
dd_t angle_of_the_tangent(const dd_operands& v) { return sin(v.x) / cos(dd_t(v.x.hi())); }
dd_t exp_minus_one(const dd_operands& v) { return exp(v.x) - 1.0; }
dd_t log_of_the_sum(const dd_operands& v) { return log(1.0 + catalogue::above_minus_one(v.x)); }
dd_t log_of_a_sum_and_its_loss(const dd_operands& v) {
  const dd_t t = catalogue::negated(v.x), sum = 1.0 + t;
  return log(sum) + (t - (sum - 1.0)) / sum;
}
dd_t power_by_a_pair_of_ln10(const dd_operands& v) { return exp(v.x * 0.25 * ff::detail::dd_ln10()); }
dd_t power_of_the_head(const dd_operands& v) { return pow(v.x, dd_t(v.y.hi())); }
dd_t root_without_low_word(const dd_operands& v) { return atan2(v.x, sqrt(dd_t((1.0 - v.x * v.x).hi()))); }
dd_t difference_of_exponentials(const dd_operands& v) { return ff::ldexp(exp(v.x) - exp(-v.x), -1); }
dd_t logarithm_of_the_sum(const dd_operands& v) { return log(v.x + sqrt(v.x * v.x + 1.0)); }
dd_t logarithm_of_the_quotient(const dd_operands& v) { return ff::ldexp(log((1.0 + v.x) / (1.0 - v.x)), -1); }
dd_t complement_of_erf(const dd_operands& v) { return 1.0 - erf(catalogue::erfc_argument(v.x)); }
dd_t complement_of_erfc(const dd_operands& v) { return 1.0 - erfc(v.x); }
dd_t power_of_log_gamma(const dd_operands& v) { return exp(lgamma(v.x)); }
dd_t reflection_by_a_head(const dd_operands& v) { return tgamma(dd_t(catalogue::below_zero(v.x).hi())); }
dd_t log_of_gamma(const dd_operands& v) { return log(tgamma(v.x)); }
dd_t log_gamma_of_a_head(const dd_operands& v) { return lgamma(dd_t(v.x.hi())); }

}  // namespace

const std::vector<dd_mutant>& dd_mutants() {
  static const std::vector<dd_mutant> all{
      {"sloppy sum for the accurate one", "add", sloppy_sum},
      {"a cross term left out", "mul", without_cross_term},
      {"one residue only", "div", one_residue_only},
      {"low word ignored", "sqrt", root_of_the_head},
      {"first order only", "log_near_one", first_order_log},
      {"pi/2 in three words", "sin", sine_of_short_reduction},
      {"a series without low words", "cos", cosine_of_heads},
      {"the cosine of a head", "tan", angle_of_the_tangent},
      {"ff_t's angle, uncorrected", "atan", angle_of_single},
      {"a root without its low word", "asin", root_without_low_word},
      {"a difference that cancels", "expm1", exp_minus_one},
      {"what the sum lost left out", "log1p", log_of_the_sum},
      {"an exact sum's loss", "log1p_below_minus_half", log_of_a_sum_and_its_loss},
      {"ln 10 in two words", "exp10", power_by_a_pair_of_ln10},
      {"a power's low word ignored", "pow", power_of_the_head},
      {"a difference that cancels", "sinh", difference_of_exponentials},
      {"a sum that cancels", "asinh", logarithm_of_the_sum},
      {"a quotient near 1", "atanh", logarithm_of_the_quotient},
      {"a difference that cancels", "erfc", complement_of_erf},
      {"a difference that cancels", "erf", complement_of_erfc},
      {"Gamma by its rounded logarithm", "tgamma", power_of_log_gamma},
      {"a head reflected", "tgamma_negative", reflection_by_a_head},
      {"the logarithm of Gamma", "lgamma_near_one", log_of_gamma},
      {"low word ignored", "lgamma_moderate", log_gamma_of_a_head}};
  return all;
}

dd_trial study_dd(const dd_row& row, std::uint64_t count, std::uint64_t seed, const dd_mutant* mutant) {
  constexpr std::uint64_t chunk = 1 << 10;
  const function exact = exact_functions().at(row.name);
  dd_trial all{row.name, row.error.u2, row.error.known, count};
  std::mutex merging;
  on_all_cores_by((count + chunk - 1) / chunk, [&](auto next) {
    exact_value e;
    dd_trial mine;
    for (std::uint64_t c; (c = next()) < (count + chunk - 1) / chunk;)
      for (std::uint64_t i = c * chunk; i < std::min(count, (c + 1) * chunk); ++i) {
        const dd_operands v = draw(row, seed, i);
        const double error = error_of(e, exact, v, mutant != nullptr ? mutant->call(v) : row.call(v));
        mine.wrong += error < 0;
        if (error > mine.worst) mine.worst = error, mine.at = v;
      }
    const std::lock_guard<std::mutex> guard(merging);
    all.wrong += mine.wrong;
    if (mine.worst > all.worst) all.worst = mine.worst, all.at = mine.at;
  });
  return all;
}

std::string bits_of_dd(const dd_row& row) {
  bits_hash hash;
  for (std::uint64_t i = 0; i < hashed_vectors; ++i) {
    const dd_t r = row.call(draw(row, 1, i));
    hash.add(r.hi()), hash.add(isfinite(r) ? r.lo() : 0.0);
  }
  return hash.text();
}

std::string dd_table_head() {
  return fmt::format("{:<14} {:>12} {:>10} {:>8} {:<9} {:<9} {}\n", "dd_t", "vectors", "max, u^2", "bound",
                     "known", "verdict", "worst vector");
}

std::string dd_table_row(const dd_trial& t) {
  return fmt::format("{:<14} {:>12} {:>10.4f} {:>8} {:<9} {:<9} {} {} {}\n", t.name, t.vectors, t.worst,
                     t.bound, t.known == ff::bounds::evidence::proved ? "proved" : "observed",
                     t.passed() ? "within" : "EXCEEDED", shown(t.at.x), shown(t.at.y), shown(t.at.z));
}

std::string dd_json(const command::provenance& from, const std::vector<dd_trial>& trials) {
  nlohmann::ordered_json all = command::to_json(from);
  for (const dd_row& row : catalogue::dd_rows)
    for (const dd_trial& t : trials)
      if (t.name == row.name)
        all["dd"].push_back({{"row", t.name},
                             {"bits", bits_of_dd(row)},
                             {"judged", t.vectors},
                             {"max", t.worst},
                             {"bound", t.bound},
                             {"known", t.known == ff::bounds::evidence::proved ? "proved" : "observed"},
                             {"worst", {shown(t.at.x), shown(t.at.y), shown(t.at.z)}},
                             {"verdict", t.passed() ? "within" : "exceeded"}});
  return command::record_text(all) + "\n";
}

}  // namespace accuracy
