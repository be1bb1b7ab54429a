// Each constant against MPFR: the pair nearest to it, the triple that goes on, and their use on the device.
#include <ff/operators.hpp>
#include <ff/type/constants.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "real.hpp"

namespace {

using namespace ff_test;
namespace c = ff::constants;

struct Constants : Everywhere {};

const real pi = by(mpfr_const_pi), ln2 = by(mpfr_log, real(2)), ln10 = by(mpfr_log, real(10));

struct row {
  const char* name;
  ff_t got;
  real want;
};

TEST(ConstantsHost, pairs_are_the_nearest) {
  const row rows[] = {{"pi", c::pi, pi},
                      {"two_pi", c::two_pi, pi * 2},
                      {"half_pi", c::half_pi, pi / 2},
                      {"quarter_pi", c::quarter_pi, pi / 4},
                      {"inv_pi", c::inv_pi, 1 / pi},
                      {"two_over_pi", c::two_over_pi, 2 / pi},
                      {"sqrt_pi", c::sqrt_pi, sqrt(pi)},
                      {"inv_sqrt_pi", c::inv_sqrt_pi, 1 / sqrt(pi)},
                      {"two_over_sqrt_pi", c::two_over_sqrt_pi, 2 / sqrt(pi)},
                      {"sqrt_two_pi", c::sqrt_two_pi, sqrt(pi * 2)},
                      {"e", c::e, by(mpfr_exp, real(1))},
                      {"ln2", c::ln2, ln2},
                      {"ln10", c::ln10, ln10},
                      {"log2e", c::log2e, 1 / ln2},
                      {"log10e", c::log10e, 1 / ln10},
                      {"log2_10", c::log2_10, ln10 / ln2},
                      {"log10_2", c::log10_2, ln2 / ln10},
                      {"sqrt2", c::sqrt2, sqrt(real(2))},
                      {"inv_sqrt2", c::inv_sqrt2, 1 / sqrt(real(2))},
                      {"sqrt3", c::sqrt3, sqrt(real(3))},
                      {"inv_sqrt3", c::inv_sqrt3, 1 / sqrt(real(3))},
                      {"cbrt2", c::cbrt2, by(mpfr_cbrt, real(2))},
                      {"third", c::third, real(1) / 3},
                      {"phi", c::phi, (sqrt(real(5)) + 1.0) / 2},
                      {"egamma", c::egamma, by(mpfr_const_euler)},
                      {"catalan", c::catalan, by(mpfr_const_catalan)},
                      {"degree", c::degree, pi / 180},
                      {"radian", c::radian, 180 / pi}};
  for (const row& r : rows) EXPECT_TRUE(same_bits(r.got, nearest_pair(r.want))) << r.name;
}

TEST(ConstantsHost, triples_go_on_where_pairs_end) {
  struct triple_row {
    const char* name;
    ff::three_words got;
    ff_t pair;
    real want;
  };
  const triple_row rows[] = {{"pi", c::pi_words, c::pi, pi},
                             {"half_pi", c::half_pi_words, c::half_pi, pi / 2},
                             {"two_over_pi", c::two_over_pi_words, c::two_over_pi, 2 / pi},
                             {"ln2", c::ln2_words, c::ln2, ln2},
                             {"log2e", c::log2e_words, c::log2e, 1 / ln2},
                             {"ln10", c::ln10_words, c::ln10, ln10}};
  for (const triple_row& r : rows) {
    EXPECT_TRUE(same_bits(from_words(r.got.hi, r.got.mid), r.pair)) << r.name;
    EXPECT_EQ(r.got.lo, mpfr_get_flt(r.want - r.got.hi - r.got.mid, MPFR_RNDN)) << r.name;
  }
}

// By value in operators, as words, and as a constant of a kernel's own.
struct usable {
  FF_HD_LARGE bool operator()(uint64 i) const {
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
