// Each constant against MPFR: the pair nearest to it, the triple that goes on, and their use on the device.
#include <mpfr.h>

#include <ff/constants.hpp>
#include <ff/operators.hpp>
#include <functional>

#include "everywhere.hpp"
#include "exact.hpp"

namespace {

using namespace ff_test;
namespace c = ff::constants;

struct Constants : Everywhere {};

struct number {
  mpfr_t m;
  number() { mpfr_init2(m, 400); }
  ~number() { mpfr_clear(m); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;
};

using recipe = std::function<void(mpfr_ptr)>;

// f(n) for an integer n, by one of MPFR's functions.
recipe of(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), unsigned n) {
  return [=](mpfr_ptr r) {
    mpfr_set_ui(r, n, MPFR_RNDN);
    f(r, r, MPFR_RNDN);
  };
}
recipe times(recipe f, double factor) {
  return [=](mpfr_ptr r) {
    f(r);
    mpfr_mul_d(r, r, factor, MPFR_RNDN);
  };
}
recipe inverse(recipe f, unsigned numerator = 1) {
  return [=](mpfr_ptr r) {
    f(r);
    mpfr_ui_div(r, numerator, r, MPFR_RNDN);
  };
}
recipe root(recipe f) {
  return [=](mpfr_ptr r) {
    f(r);
    mpfr_sqrt(r, r, MPFR_RNDN);
  };
}
recipe quotient(recipe f, recipe g) {
  return [=](mpfr_ptr r) {
    number d;
    f(r);
    g(d.m);
    mpfr_div(r, r, d.m, MPFR_RNDN);
  };
}
recipe one_more(recipe f) {
  return [=](mpfr_ptr r) {
    f(r);
    mpfr_add_ui(r, r, 1, MPFR_RNDN);
  };
}
const recipe pi = [](mpfr_ptr r) { mpfr_const_pi(r, MPFR_RNDN); };
const recipe euler = [](mpfr_ptr r) { mpfr_const_euler(r, MPFR_RNDN); };
const recipe catalan = [](mpfr_ptr r) { mpfr_const_catalan(r, MPFR_RNDN); };

struct row {
  const char* name;
  ff_t got;
  recipe want;
};

TEST(ConstantsHost, pairs_are_the_nearest) {
  const recipe two = of(mpfr_log, 2), ten = of(mpfr_log, 10);
  const row rows[] = {{"pi", c::pi, pi},
                      {"two_pi", c::two_pi, times(pi, 2)},
                      {"half_pi", c::half_pi, times(pi, 0.5)},
                      {"quarter_pi", c::quarter_pi, times(pi, 0.25)},
                      {"inv_pi", c::inv_pi, inverse(pi)},
                      {"two_over_pi", c::two_over_pi, inverse(pi, 2)},
                      {"sqrt_pi", c::sqrt_pi, root(pi)},
                      {"inv_sqrt_pi", c::inv_sqrt_pi, inverse(root(pi))},
                      {"two_over_sqrt_pi", c::two_over_sqrt_pi, inverse(root(pi), 2)},
                      {"sqrt_two_pi", c::sqrt_two_pi, root(times(pi, 2))},
                      {"e", c::e, of(mpfr_exp, 1)},
                      {"ln2", c::ln2, two},
                      {"ln10", c::ln10, ten},
                      {"log2e", c::log2e, inverse(two)},
                      {"log10e", c::log10e, inverse(ten)},
                      {"log2_10", c::log2_10, quotient(ten, two)},
                      {"log10_2", c::log10_2, quotient(two, ten)},
                      {"sqrt2", c::sqrt2, of(mpfr_sqrt, 2)},
                      {"inv_sqrt2", c::inv_sqrt2, inverse(of(mpfr_sqrt, 2))},
                      {"sqrt3", c::sqrt3, of(mpfr_sqrt, 3)},
                      {"inv_sqrt3", c::inv_sqrt3, inverse(of(mpfr_sqrt, 3))},
                      {"cbrt2", c::cbrt2, of(mpfr_cbrt, 2)},
                      {"third", c::third, inverse([](mpfr_ptr r) { mpfr_set_ui(r, 3, MPFR_RNDN); })},
                      {"phi", c::phi, times(one_more(of(mpfr_sqrt, 5)), 0.5)},
                      {"egamma", c::egamma, euler},
                      {"catalan", c::catalan, catalan},
                      {"degree", c::degree, inverse(inverse(pi, 180))},
                      {"radian", c::radian, inverse(pi, 180)}};
  for (const row& r : rows) {
    number v;
    r.want(v.m);
    const float hi = mpfr_get_flt(v.m, MPFR_RNDN);
    mpfr_sub_d(v.m, v.m, wide(hi), MPFR_RNDN);
    EXPECT_TRUE(same_bits(r.got, ff_t(hi, mpfr_get_flt(v.m, MPFR_RNDN)))) << r.name;
  }
}

TEST(ConstantsHost, triples_go_on_where_pairs_end) {
  struct triple_row {
    const char* name;
    ff::three_words got;
    ff_t pair;
    recipe want;
  };
  const triple_row rows[] = {{"pi", c::pi_words, c::pi, pi},
                             {"half_pi", c::half_pi_words, c::half_pi, times(pi, 0.5)},
                             {"two_over_pi", c::two_over_pi_words, c::two_over_pi, inverse(pi, 2)},
                             {"ln2", c::ln2_words, c::ln2, of(mpfr_log, 2)},
                             {"log2e", c::log2e_words, c::log2e, inverse(of(mpfr_log, 2))},
                             {"ln10", c::ln10_words, c::ln10, of(mpfr_log, 10)}};
  for (const triple_row& r : rows) {
    number v;
    r.want(v.m);
    mpfr_sub_d(v.m, v.m, wide(r.got.hi), MPFR_RNDN);
    mpfr_sub_d(v.m, v.m, wide(r.got.mid), MPFR_RNDN);
    EXPECT_TRUE(same_bits(ff_t(r.got.hi, r.got.mid), r.pair)) << r.name;
    EXPECT_EQ(r.got.lo, mpfr_get_flt(v.m, MPFR_RNDN)) << r.name;
  }
}

// By value in operators, as words, and as a constant of a kernel's own.
struct usable {
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = static_cast<float>(i + 1);
    constexpr ff_t local = ff::constants::two_pi;
    const ff_t twice = ff::constants::pi * x * 2.0f;
    const auto [hi, mid, lo] = ff::constants::half_pi_words;
    return same_bits(twice, local * x) && hi == ff::constants::half_pi.hi() &&
           mid == ff::constants::half_pi.lo() && lo != 0 && ff::constants::e < 3 && ff::constants::pi > 3;
  }
};
TEST_F(Constants, usable_by_value) { EXPECT_TRUE(holds(usable{}, 1000)); }

static_assert(c::pi > c::e && c::ln2 * c::log2e > 0.9f, "usable in constant expressions");

}  // namespace
