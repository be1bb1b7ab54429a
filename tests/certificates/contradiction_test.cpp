// Tries to contradict the certificates of proofs/results/functions.json: a million operands of every
// certified row, and no error above the certificate.
//
//  1. The operands lie in the certified ranges, low words at both ends of what a weak pair may have included.
//     A third of the heads stands in the cell where the prover's bound is largest.
//  2. A long double screens them: its functions are wrong by less than 2^-14 u^2 of the result.
//  3. MPFR judges those above 0.8 of the certificate, and the worst one.
//  4. The search climbs from the worst: heads and low words next to it.
//  5. The worst cases on record that lie in a certified range are among the operands: those of accuracy/worst
//     and accuracy/results, their negatives, and the same significands in another binade.
// The prover has its functions from Arb, so that a wrong definition of a function cannot hide in both.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ff/math.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "accuracy/exact/asin.hpp"
#include "accuracy/exact/atan.hpp"
#include "accuracy/exact/cbrt.hpp"
#include "accuracy/exact/erf.hpp"
#include "accuracy/exact/erfc.hpp"
#include "accuracy/exact/erfinv.hpp"
#include "accuracy/exact/exp.hpp"
#include "accuracy/exact/hyperbolic.hpp"
#include "accuracy/exact/inverse_hyperbolic.hpp"
#include "accuracy/exact/lgamma.hpp"
#include "accuracy/exact/log.hpp"
#include "accuracy/exact/tgamma.hpp"
#include "accuracy/exact/trig.hpp"
#include "accuracy/exact/trig_pi.hpp"

namespace {

using ff::ff_t;
namespace entry = accuracy::entry;

constexpr long double pi = 3.141592653589793238462643383279502884L;
constexpr long double root_half = 0.707106781186547524400844362104849039L;

struct judged {
  const char* name;
  ff_t (*function)(ff_t);
  long double (*estimate)(long double);
  void (*exact)(mpfr_ptr, mpfr_srcptr);
  bool angle = false;  // certified on the path without a branch alone
};

void root(mpfr_ptr r, mpfr_srcptr x) { mpfr_sqrt(r, x, MPFR_RNDN); }
void inverse_root(mpfr_ptr r, mpfr_srcptr x) { mpfr_rec_sqrt(r, x, MPFR_RNDN); }
void inverse(mpfr_ptr r, mpfr_srcptr x) { mpfr_ui_div(r, 1, x, MPFR_RNDN); }

// erfinv by Newton's iteration, |y| < 1/4.
long double inverse_erf(long double y) {
  long double x = y;
  for (int i = 0; i < 8; ++i) x -= (std::erf(x) - y) * std::sqrt(pi) / 2 * std::exp(x * x);
  return x;
}

// A function of two arguments is judged with the other one fixed.  The doubles have at most 48 bits.
constexpr double beside = 0x1.4cccccd31p0, beside_too = 0x1.6666662e7p-1, exponent = 0x1.f6cccce07p6;
ff_t pair_of(double v) {
  const float hi = static_cast<float>(v);
  return ff::from_words(hi, static_cast<float>(v - static_cast<double>(hi)));
}
struct fixed {
  mpfr_t v;
  explicit fixed(double x) {
    mpfr_init2(v, 60);
    mpfr_set_d(v, x, MPFR_RNDN);
  }
  ~fixed() { mpfr_clear(v); }
  fixed(const fixed&) = delete;
  fixed& operator=(const fixed&) = delete;
};
template <int n>
void whole_power(mpfr_ptr r, mpfr_srcptr x) {
  mpfr_pow_si(r, x, n, MPFR_RNDN);
}
template <int n>
void whole_root(mpfr_ptr r, mpfr_srcptr x) {
  mpfr_rootn_ui(r, x, n < 0 ? -n : n, MPFR_RNDN);
  if (n < 0) mpfr_ui_div(r, 1, r, MPFR_RNDN);
}
void power_by(mpfr_ptr r, mpfr_srcptr x, double y) { mpfr_pow(r, x, fixed(y).v, MPFR_RNDN); }
void power_of_ten(mpfr_ptr r, mpfr_srcptr y) { mpfr_ui_pow(r, 10, y, MPFR_RNDN); }
void angle_above(mpfr_ptr r, mpfr_srcptr y) { mpfr_atan2(r, y, fixed(beside).v, MPFR_RNDN); }
void angle_beside(mpfr_ptr r, mpfr_srcptr x) { mpfr_atan2(r, fixed(beside).v, x, MPFR_RNDN); }
void length(mpfr_ptr r, mpfr_srcptr x) { mpfr_hypot(r, x, fixed(beside).v, MPFR_RNDN); }
void inverse_length(mpfr_ptr r, mpfr_srcptr x) {
  length(r, x);
  mpfr_ui_div(r, 1, r, MPFR_RNDN);
}
void length_of_three(mpfr_ptr r, mpfr_srcptr x) {
  length(r, x);
  mpfr_hypot(r, r, fixed(beside_too).v, MPFR_RNDN);
}
long double length_with(long double x, long double more) {
  return std::sqrt(x * x + static_cast<long double>(beside) * beside + more * more);
}

// sin, cos and tan of pi x, |x| <= 1/4 after quarter turns, which are exact.
long double quarter_turns(long double x, int shift) {
  const long double n = std::rint(2 * x), y = (2 * x - n) * (pi / 2);
  const int q = (static_cast<int>(n) + shift) & 3;
  const long double f = (q & 1) != 0 ? std::cos(y) : std::sin(y);
  return (q & 2) != 0 ? -f : f;
}

#define FF_JUDGED(name, estimate)                                                            \
  {                                                                                          \
#name, [](ff_t x) { return ff::name(x); }, estimate, accuracy::exact < entry::name> ::of \
  }
#define FF_JUDGED_ANGLE(name, call, estimate)                                               \
  {                                                                                         \
#name, [](ff_t x) { return call; }, estimate, accuracy::exact < entry::name> ::of, true \
  }
#define FF_ESTIMATE(call) [](long double x) -> long double { return call; }
#define FF_JUDGED_POWER(n)                                                                                \
  {                                                                                                       \
    "pown(x, " #n ")", [](ff_t x) { return ff::pown(x, n); }, FF_ESTIMATE(std::pow(x, n)), whole_power<n> \
  }
#define FF_JUDGED_ROOT(n)                                                                                 \
  {                                                                                                       \
    "rootn(x, " #n ")", [](ff_t x) { return ff::rootn(x, n); }, FF_ESTIMATE(std::pow(x, 1 / (n + 0.0L))), \
        whole_root<n>                                                                                     \
  }

const judged all[] = {
    FF_JUDGED(exp, FF_ESTIMATE(std::exp(x))),
    FF_JUDGED(exp2, FF_ESTIMATE(std::exp2(x))),
    FF_JUDGED(exp10, FF_ESTIMATE(std::pow(10.0L, x))),
    FF_JUDGED(expm1, FF_ESTIMATE(std::expm1(x))),
    FF_JUDGED(log, FF_ESTIMATE(std::log(x))),
    FF_JUDGED(log2, FF_ESTIMATE(std::log2(x))),
    FF_JUDGED(log10, FF_ESTIMATE(std::log10(x))),
    FF_JUDGED(log1p, FF_ESTIMATE(std::log1p(x))),
    FF_JUDGED(sinpi, FF_ESTIMATE(quarter_turns(x, 0))),
    FF_JUDGED(cospi, FF_ESTIMATE(quarter_turns(x, 1))),
    {"sincospi_sin", [](ff_t x) { return ff::sincospi(x).s; }, FF_ESTIMATE(quarter_turns(x, 0)),
     accuracy::exact<entry::sincospi_sin>::of},
    {"sincospi_cos", [](ff_t x) { return ff::sincospi(x).c; }, FF_ESTIMATE(quarter_turns(x, 1)),
     accuracy::exact<entry::sincospi_cos>::of},
    FF_JUDGED(tanpi, FF_ESTIMATE(quarter_turns(x, 0) / quarter_turns(x, 1))),
    FF_JUDGED_ANGLE(sin, ff::sin(x), FF_ESTIMATE(std::sin(x))),
    FF_JUDGED_ANGLE(cos, ff::cos(x), FF_ESTIMATE(std::cos(x))),
    FF_JUDGED_ANGLE(sincos_sin, ff::sincos(x).s, FF_ESTIMATE(std::sin(x))),
    FF_JUDGED_ANGLE(sincos_cos, ff::sincos(x).c, FF_ESTIMATE(std::cos(x))),
    FF_JUDGED_ANGLE(tan, ff::tan(x), FF_ESTIMATE(std::tan(x))),
    FF_JUDGED(atan, FF_ESTIMATE(std::atan(x))),
    FF_JUDGED(asin, FF_ESTIMATE(std::asin(x))),
    FF_JUDGED(acos, FF_ESTIMATE(std::acos(x))),
    FF_JUDGED(sinh, FF_ESTIMATE(std::sinh(x))),
    FF_JUDGED(cosh, FF_ESTIMATE(std::cosh(x))),
    FF_JUDGED(tanh, FF_ESTIMATE(std::tanh(x))),
    FF_JUDGED(asinh, FF_ESTIMATE(std::asinh(x))),
    FF_JUDGED(acosh, FF_ESTIMATE(std::acosh(x))),
    FF_JUDGED(atanh, FF_ESTIMATE(std::atanh(x))),
    FF_JUDGED(erf, FF_ESTIMATE(std::erf(x))),
    FF_JUDGED(erfc, FF_ESTIMATE(std::erfc(x))),
    FF_JUDGED(erfcx, FF_ESTIMATE(std::exp(x* x) * std::erfc(x))),
    FF_JUDGED(normcdf, FF_ESTIMATE(std::erfc(-x* root_half) / 2)),
    FF_JUDGED(tgamma, FF_ESTIMATE(std::tgamma(x))),
    FF_JUDGED(lgamma, FF_ESTIMATE(std::lgamma(x))),
    FF_JUDGED(cbrt, FF_ESTIMATE(std::cbrt(x))),
    {"sqrt", [](ff_t x) { return ff::sqrt(x); }, FF_ESTIMATE(std::sqrt(x)), root},
    {"rsqrt", [](ff_t x) { return ff::rsqrt(x); }, FF_ESTIMATE(1 / std::sqrt(x)), inverse_root},
    FF_JUDGED(erfinv, FF_ESTIMATE(inverse_erf(x))),
    FF_JUDGED(erfcinv, FF_ESTIMATE(inverse_erf(1 - x))),
    FF_JUDGED(normcdfinv, FF_ESTIMATE(inverse_erf(2 * x - 1) / root_half)),
    FF_JUDGED_POWER(2),
    FF_JUDGED_POWER(3),
    FF_JUDGED_POWER(4),
    FF_JUDGED_POWER(10),
    FF_JUDGED_POWER(-1),
    FF_JUDGED_POWER(-7),
    FF_JUDGED_ROOT(2),
    FF_JUDGED_ROOT(3),
    FF_JUDGED_ROOT(5),
    FF_JUDGED_ROOT(-4),
    {"pow(x, 1.5)", [](ff_t x) { return ff::pow(x, ff_t(1.5f)); }, FF_ESTIMATE(x* std::sqrt(x)),
     [](mpfr_ptr r, mpfr_srcptr x) { power_by(r, x, 1.5); }},
    {"pow(x, -2.75)", [](ff_t x) { return ff::pow(x, ff_t(-2.75f)); }, FF_ESTIMATE(std::pow(x, -2.75L)),
     [](mpfr_ptr r, mpfr_srcptr x) { power_by(r, x, -2.75); }},
    {"pow(x, 125.7)", [](ff_t x) { return ff::pow(x, pair_of(exponent)); },
     FF_ESTIMATE(std::pow(x, static_cast<long double>(exponent))),
     [](mpfr_ptr r, mpfr_srcptr x) { power_by(r, x, exponent); }},
    {"pow(10, y)", [](ff_t y) { return ff::pow(ff_t(10.0f), y); }, FF_ESTIMATE(std::pow(10.0L, x)),
     power_of_ten},
    {"atan2(y, 1.3)", [](ff_t y) { return ff::atan2(y, pair_of(beside)); },
     FF_ESTIMATE(std::atan2(x, static_cast<long double>(beside))), angle_above},
    {"atan2(1.3, x)", [](ff_t x) { return ff::atan2(pair_of(beside), x); },
     FF_ESTIMATE(std::atan2(static_cast<long double>(beside), x)), angle_beside},
    {"hypot(x, 1.3)", [](ff_t x) { return ff::hypot(x, pair_of(beside)); }, FF_ESTIMATE(length_with(x, 0)),
     length},
    {"rhypot(x, 1.3)", [](ff_t x) { return ff::rhypot(x, pair_of(beside)); },
     FF_ESTIMATE(1 / length_with(x, 0)), inverse_length},
    {"hypot3(x, 1.3, 0.7)", [](ff_t x) { return ff::hypot(x, pair_of(beside), pair_of(beside_too)); },
     FF_ESTIMATE(length_with(x, beside_too)), length_of_three},
    {"rcp", [](ff_t x) { return ff::rcp(x); }, FF_ESTIMATE(1 / x), inverse},
};

struct range {
  float first, last;
};

std::int32_t order_of(float x) {
  std::int32_t b;
  std::memcpy(&b, &x, sizeof b);
  return b < 0 ? static_cast<std::int32_t>(0x80000000u - static_cast<std::uint32_t>(b)) : b;
}
float float_at(std::int32_t order) {
  const std::uint32_t b =
      order < 0 ? 0x80000000u - static_cast<std::uint32_t>(order) : static_cast<std::uint32_t>(order);
  float x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}
// Half an ulp of x, and the float above it, which a weak pair may have.
float largest_low_word(float x) {
  const float half = std::ldexp(1.0f, std::max(std::ilogb(x) - 24, -149));
  return half * (1 + 0x1p-23f);
}

/// Errors of one row, in u^2.
class contradiction {
 public:
  contradiction(const judged& f, std::vector<range> where, range worst_cell, double certified,
                double least_result)
      : f_(f),
        where_(std::move(where)),
        cell_(worst_cell),
        certified_(certified),
        least_result_(least_result) {
    mpfr_inits2(300, x_, y_, static_cast<mpfr_ptr>(nullptr));
    mpfr_init2(result_, 160);
  }
  ~contradiction() { mpfr_clears(x_, y_, result_, static_cast<mpfr_ptr>(nullptr)); }
  contradiction(const contradiction&) = delete;
  contradiction& operator=(const contradiction&) = delete;

  /// The largest error that MPFR confirms, of so many random operands and as many steps of a climb as a
  /// tenth.
  double search(int operands) {
    for (int i = 0; i < operands; ++i) {
      const float hi =
          i % 3 == 0 && inside(cell_) ? head_of(cell_) : head_of(where_[random_() % where_.size()]);
      look_at(hi, low_word(hi));
    }
    for (int i = 0; i < operands / 10; ++i) {
      const std::int32_t near = 1 << (random_() % 12);
      const float hi =
          float_at(order_of(hi_) + (i % 2 == 0 ? 0 : static_cast<std::int32_t>(random_() % 3) - 1) * near);
      const float end = largest_low_word(hi),
                  lo = i % 4 == 1 ? lo_ : lo_ + end * std::ldexp(unit(), -static_cast<int>(random_() % 20));
      look_at(hi, std::max(-end, std::min(end, lo)));
    }
    return std::max(confirmed_, judge(hi_, lo_));
  }
  /// Judges those operands that are certified, and what they stand for; how many they are.
  int replay(const std::vector<std::pair<float, float>>& operands) {
    int certified = 0;
    for (const auto& [hi, lo] : operands) {
      // roots and reciprocals are certified in one to three binades, which stand for all
      for (const int exponent : {std::ilogb(hi), 0, 1, 2}) {
        const int shift = exponent - std::ilogb(hi);
        for (const float sign : {1.0f, -1.0f}) {
          const float h = std::ldexp(sign * hi, shift), l = std::ldexp(sign * lo, shift);
          if (std::fabs(l) > largest_low_word(h)) continue;
          certified += look_at(h, l);
        }
      }
    }
    return certified;
  }
  float hi() const { return hi_; }
  float lo() const { return lo_; }

 private:
  bool certified_at(float hi) const {
    return std::any_of(where_.begin(), where_.end(),
                       [&](const range& s) { return s.first <= hi && hi <= s.last; });
  }
  bool inside(const range& r) const {
    return std::any_of(where_.begin(), where_.end(),
                       [&](const range& s) { return s.first <= r.first && r.last <= s.last; });
  }
  float unit() { return static_cast<float>(static_cast<std::int32_t>(random_() >> 32)) * 0x1p-31f; }
  float head_of(const range& r) {
    const std::int32_t a = order_of(r.first), b = order_of(r.last);
    if (random_() % 16 == 0) return random_() % 2 == 0 ? r.first : r.last;
    const float x =
        float_at(a + static_cast<std::int32_t>(
                         random_() % (static_cast<std::uint64_t>(static_cast<std::int64_t>(b) - a) + 1)));
    // next to a power of two
    const float power = std::ldexp(std::copysign(1.0f, x), std::ilogb(x));
    return random_() % 16 == 0 && r.first <= power && power <= r.last ? power : x;
  }
  float low_word(float hi) {
    const float end = largest_low_word(hi);
    switch (random_() % 8) {
      case 0:
        return end;
      case 1:
        return -end;
      case 2:
        return random_() % 2 == 0 ? 0.0f : end * std::ldexp(unit(), -static_cast<int>(random_() % 40));
      default:
        return end * unit();
    }
  }
  // Whether that operand is certified.
  bool look_at(float hi, float lo) {
    if (!certified_at(hi)) return false;
    const ff_t x = ff::from_words(hi, lo);
    if (f_.angle && !ff::detail::split_quadrant(x).ordinary) return false;
    const ff_t y = f_.function(x);
    const long double wanted = f_.estimate(static_cast<long double>(hi) + lo);
    if (std::fabs(wanted) < least_result_) return false;
    double error =
        static_cast<double>(std::fabs((static_cast<long double>(y.hi()) - wanted + y.lo()) / wanted)) *
        0x1p48;
    if (!(error <= 0.8 * certified_) && judged_ < most_judged) error = judge(hi, lo);
    if (error > worst_) worst_ = error, hi_ = hi, lo_ = lo;
    return true;
  }
  double judge(float hi, float lo) {
    ++judged_;
    const ff_t y = f_.function(ff::from_words(hi, lo));
    mpfr_set_flt(x_, hi, MPFR_RNDN);
    mpfr_add_d(x_, x_, static_cast<double>(lo), MPFR_RNDN);
    f_.exact(result_, x_);
    if (std::fabs(mpfr_get_d(result_, MPFR_RNDN)) < least_result_) return 0;
    mpfr_set_flt(y_, y.hi(), MPFR_RNDN);
    mpfr_add_d(y_, y_, static_cast<double>(y.lo()), MPFR_RNDN);
    mpfr_sub(y_, y_, result_, MPFR_RNDN);
    mpfr_div(y_, y_, result_, MPFR_RNDN);
    const double error = std::fabs(mpfr_get_d(y_, MPFR_RNDN)) * 0x1p48;
    if (!(error <= confirmed_)) confirmed_ = error;
    return error;
  }

  const judged& f_;
  const std::vector<range> where_;
  const range cell_;
  const double certified_, least_result_;
  std::mt19937_64 random_{20261128};
  double worst_ = -1, confirmed_ = 0;
  int judged_ = 0;
  static constexpr int most_judged = 100000;  // MPFR takes its time; the worst one is judged in any case
  float hi_ = 1, lo_ = 0;
  mpfr_t x_, y_, result_;
};

nlohmann::json certificates() {
  std::ifstream in(FF_SOURCE_DIR "/proofs/results/functions.json");
  return nlohmann::json::parse(in).at("functions");
}
const judged* named(const std::string& name) {
  for (const judged& f : all)
    if (name == f.name) return &f;
  return nullptr;
}
contradiction of(const nlohmann::json& row) {
  std::vector<range> where;
  for (const auto& span : row.at("where"))
    where.push_back({span.at(0).get<float>(), span.at(1).get<float>()});
  const std::string worst = row.at("worst");
  const range cell{std::strtof(worst.c_str(), nullptr),
                   std::strtof(worst.c_str() + worst.find("..") + 2, nullptr)};
  return contradiction(*named(row.at("function")), where, cell, row.at("certified"), row.at("least_result"));
}

// The operands of accuracy/worst/NAME.wc, and of NAME's row in accuracy/results.
std::vector<std::pair<float, float>> worst_on_record(const std::string& name) {
  std::vector<std::pair<float, float>> operands;
  std::ifstream corpus(FF_SOURCE_DIR "/accuracy/worst/" + name + ".wc");
  for (std::string line; std::getline(corpus, line);) {
    if (line.empty() || line[0] == '#') continue;
    char* rest = nullptr;
    const float hi = std::strtof(line.c_str(), &rest);
    operands.emplace_back(hi, std::strtof(rest, nullptr));
  }
  for (const char* name_of_record : {"h200", "h200-functions"}) {
    std::ifstream in(std::string(FF_SOURCE_DIR "/accuracy/results/") + name_of_record + ".json");
    const auto record = nlohmann::json::parse(in);
    for (const auto& row : record.at("operators")) {
      if (row.at("operator") != name || !row.contains("worst_input")) continue;
      const auto words = row.at("worst_input").get<std::vector<std::string>>();
      operands.emplace_back(std::strtof(words.at(0).c_str(), nullptr),
                            std::strtof(words.at(1).c_str(), nullptr));
    }
  }
  return operands;
}

TEST(Certificate, no_operand_of_a_million_contradicts_it) {
  int certified = 0, replayed = 0;
  for (const auto& row : certificates()) {
    if (!row.at("holds").get<bool>()) continue;
    ++certified;
    const std::string name = row.at("function");
    ASSERT_NE(named(name), nullptr) << name << " is certified, but no judge of it stands here";
    contradiction search = of(row);
    replayed += search.replay(worst_on_record(name));
    const double bound = row.at("certified"), error = search.search(1 << 20);
    EXPECT_LE(error, bound) << name << " at " << search.hi() << " + " << search.lo();
    std::printf("%-13s certified %.3f, largest error %.17g at %a + %a\n", name.c_str(), bound, error,
                static_cast<double>(search.hi()), static_cast<double>(search.lo()));
  }
  EXPECT_GT(certified, 10);
  EXPECT_GT(replayed, 300);
}

// The search finds errors: a certificate of 2/3 of what a function has would be contradicted.
TEST(Certificate, one_too_small_is_contradicted) {
  for (const auto& row : certificates()) {
    if (row.at("function") != "exp") continue;
    EXPECT_GT(of(row).search(1 << 18), 2.0 / 3 * row.at("certified").get<double>());
    return;
  }
  FAIL() << "exp has no certificate";
}

}  // namespace
