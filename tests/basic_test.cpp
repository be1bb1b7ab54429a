// basic.hpp and integral.hpp against MPFR: 640 bits hold every pair, product of pairs and remainder exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ff/basic.hpp>
#include <ff/type/classify.hpp>
#include <ff/type/integral.hpp>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "exact.hpp"
#include "real.hpp"

namespace {

using ff::from_words;
using ff_test::by;
using ff_test::ff_t;
using ff_test::nearest_pair;
using ff_test::real;
using ff_test::same_bits;

constexpr float inf = ff::detail::infinity;
constexpr float nan = ff::detail::quiet_nan;

bool equals(ff_t x, const real& expected) { return real(x) == expected; }

real times_power(const real& x, long n) {
  real r;
  mpfr_mul_2si(r, x, n, MPFR_RNDN);
  return r;
}

std::string show(ff_t x) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "(%a, %a)", double(x.hi()), double(x.lo()));
  return text.data();
}

bool same_words(ff_t x, ff_t y) { return x.hi() == y.hi() && x.lo() == y.lo(); }
// Every finite pair: strict, tied and weak, of any exponents and gap.
class pairs {
 public:
  explicit pairs(unsigned seed) : engine_(seed) {}

  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  // Random bits, few bits, all ones or a power of two in the leading place.
  std::uint32_t significand() {
    const auto bits = static_cast<std::uint32_t>(engine_()) & 0x7fffffu;
    switch (between(0, 5)) {
      case 0:
        return 0x800000u;
      case 1:
        return 0xffffffu;
      case 2:
        return 0x800000u | (bits & (0x7fffffu << between(0, 22)) & 0x7fffffu);
      default:
        return 0x800000u | bits;
    }
  }

  // Not so large that the words round to infinity when added: numeric_limits' max() is below that.
  ff_t low_word(float hi) {
    const float half_ulp = std::ldexp(1.0f, std::max(std::ilogb(hi) - 24, -150));
    float lo = 0;
    switch (between(0, 9)) {
      case 0:
        break;
      case 1:
        lo = half_ulp;
        break;
      case 2:
        lo = half_ulp * (1 + 0x1p-22f);
        break;
      case 3:
        lo = half_ulp * (1 - 0x1p-24f);
        break;
      case 4:
        lo = std::ldexp(static_cast<float>(significand()), std::ilogb(hi) - 48 - between(0, 250));
        break;
      default:
        lo = std::ldexp(static_cast<float>(significand()), std::ilogb(hi) - 48 - between(0, 12));
        break;
    }
    if (std::isinf(hi + lo) || std::isinf(hi - lo)) lo = 0;
    return from_words(hi, between(0, 1) != 0 ? lo : -lo);
  }

  ff_t operator()(int low_exponent = -149, int high_exponent = 127) {
    const int e = between(low_exponent, high_exponent);
    float hi = std::ldexp(static_cast<float>(significand()), e - 23);
    if (hi == 0 || std::isinf(hi)) hi = 1;
    if (between(0, 1) != 0) hi = -hi;
    // One in 8 is what mul22 makes of two others.
    const ff_t x = low_word(hi);
    if (std::abs(e) < 40 && between(0, 7) == 0) return ff::mul22(x, low_word(1.5f));
    return x;
  }

  // Integers, half integers and their neighbours.
  ff_t near_integer() {
    const int e = between(-3, 50);
    const float hi = std::ldexp(std::floor(std::ldexp(static_cast<float>(significand()), e - 22)), -1);
    if (hi == 0) return 0.0f;
    constexpr float lows[] = {
        0, 0.5f, 1, 1.5f, 2.5f, 0x1p-149f, 0x1p-40f, 0.5f - 0x1p-25f, 0.5f + 0x1p-24f, 1 - 0x1p-24f};
    const float lo = lows[between(0, 9)], half_ulp = std::ldexp(1.0f, std::ilogb(hi) - 24);
    const ff_t x = lo <= half_ulp * (1 + 0x1p-22f) ? from_words(hi, lo) : low_word(hi);
    return from_words(between(0, 1) != 0 ? x.hi() : -x.hi(), between(0, 1) != 0 ? x.lo() : -x.lo());
  }

  std::mt19937& engine() { return engine_; }

 private:
  std::mt19937 engine_;
};

const std::vector<ff_t>& edges() {
  static const std::vector<ff_t> list = [] {
    std::vector<ff_t> all;
    for (const float hi :
         {0.0f,    0x1p-149f,       0x1.8p-149f,    0x1p-127f, 0x1p-126f,      0x1p-102f,   0.25f,
          0.5f,    0.5f - 0x1p-25f, 1.0f,           1.5f,      2.0f,           2.5f,        3.0f,
          3.5f,    0x1p22f + 0.5f,  0x1p23f - 0.5f, 0x1p23f,   0x1p23f + 1,    0x1p24f - 1, 0x1p24f,
          0x1p25f, 0x1p47f,         0x1p48f,        0x1p127f,  0x1.fffffep127f})
      for (const float fraction : {0.0f, 0x1p-149f, 0x1p-30f, 0x1p-25f, 0x1p-24f, 0x1.000004p-24f}) {
        const float lo = hi == 0                 ? 0
                         : fraction == 0x1p-149f ? fraction
                                                 : std::ldexp(fraction, std::ilogb(hi));
        if (lo > std::ldexp(0x1.000004p-24, hi == 0 ? 0 : std::max(std::ilogb(hi), -126)) ||
            std::isinf(hi + lo))
          continue;
        for (const ff_t x :
             {from_words(hi, lo), from_words(hi, -lo), from_words(-hi, lo), from_words(-hi, -lo)})
          all.push_back(x);
      }
    for (const auto [hi, lo] :
         {from_words(0x1p23f + 1, 0.5f), from_words(0x1p24f, 0.5f), from_words(0x1p25f + 4, 0.5f),
          from_words(0x1p25f + 4, 1.5f), from_words(0x1p26f, 0.5f), from_words(0x1p26f, 2.5f)})
      for (const ff_t x :
           {from_words(hi, lo), from_words(hi, -lo), from_words(-hi, lo), from_words(-hi, -lo)})
        all.push_back(x);
    return all;
  }();
  return list;
}

// The function at every edge, at random pairs and near integers.
template <class F>
void for_each_pair(unsigned seed, int count, F check) {
  for (const ff_t x : edges()) {
    check(x);
    if (testing::Test::HasFailure()) return;
  }
  pairs random(seed);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    check(random());
    check(random(-30, 60));
    check(random.near_integer());
  }
}

constexpr int samples = 100000;

// ---------------------------------------------------------------- sign and class

TEST(Basic, SignAndClass) {
  EXPECT_TRUE(signbit(ff_t(-0.0f)));
  EXPECT_FALSE(signbit(ff_t(0.0f)));
  EXPECT_TRUE(same_bits(abs(from_words(-0.0f, -0.0f)), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(fabs(from_words(-3.0f, 0x1p-30f)), from_words(3.0f, -0x1p-30f)));
  EXPECT_TRUE(same_bits(abs(from_words(3.0f, -0x1p-30f)), from_words(3.0f, -0x1p-30f)));
  EXPECT_TRUE(same_bits(copysign(from_words(3.0f, 0x1p-30f), -0.0f), from_words(-3.0f, -0x1p-30f)));
  EXPECT_TRUE(same_bits(copysign(from_words(-3.0f, 0x1p-30f), from_words(1.0f, -0x1p-30f)),
                        from_words(3.0f, -0x1p-30f)));
  EXPECT_EQ(abs(ff_t(-inf)).hi(), inf);

  for (const ff_t x : edges()) EXPECT_TRUE(isfinite(x) && !isnan(x) && !isinf(x)) << show(x);
  for (const ff_t x :
       {ff_t(inf), ff_t(-inf), from_words(inf, 1.0f), from_words(inf, -inf), from_words(inf, nan)})
    EXPECT_TRUE(isinf(x) && !isnan(x) && !isfinite(x)) << show(x);
  for (const ff_t x : {ff_t(nan), ff_t(-nan), from_words(nan, 1.0f), from_words(nan, inf)})
    EXPECT_TRUE(isnan(x) && !isinf(x) && !isfinite(x)) << show(x);
  EXPECT_TRUE(isnormal(ff_t(-0x1p-102f)) && isnormal(from_words(0x1.fffffep127f, 0x1.fffffep102f)));
  EXPECT_FALSE(isnormal(from_words(0x1p-102f, -0x1p-149f)) || isnormal(ff_t(0.0f)) || isnormal(ff_t(inf)) ||
               isnormal(ff_t(nan)));
}

// ---------------------------------------------------------------- scaling

void check_ldexp(ff_t x, int n) {
  const ff_t r = ldexp(x, n);
  const long m = std::max(-2000, std::min(n, 2000));
  const float hi = mpfr_get_flt(times_power(real(ff_t(x.hi())), m), MPFR_RNDN);
  const float lo = mpfr_get_flt(times_power(real(ff_t(x.lo())), m), MPFR_RNDN);
  EXPECT_EQ(r.hi(), hi) << show(x) << " " << n;
  EXPECT_EQ(std::signbit(r.hi()), std::signbit(x.hi()));
  if (std::isinf(hi) || std::abs(hi) < 0x1p-125f) {
    EXPECT_EQ(r.lo(), 0) << show(x) << " " << n;
    EXPECT_TRUE(std::isinf(hi) || std::abs(lo) <= 0x1p-149f);
  } else {
    EXPECT_EQ(r.lo(), lo) << show(x) << " " << n;
  }
  EXPECT_TRUE(same_bits(r, scalbn(x, n)));
}

TEST(Basic, LdexpRoundsEachWordOnce) {
  pairs random(1);
  for (const ff_t x : edges())
    for (const int n : {0,    1,    -1,   126,  127,     128,     253,           254,          255,  276,
                        277,  400,  600,  -125, -126,    -127,    -149,          -150,         -252, -253,
                        -278, -279, -400, -600, INT_MAX, INT_MIN, INT_MIN + 126, INT_MAX - 127})
      check_ldexp(x, n);
  for (int i = 0; i < 2 * samples && !HasFailure(); ++i) check_ldexp(random(), random.between(-300, 300));
  for (int i = 0; i < samples && !HasFailure(); ++i) {  // results around the subnormals
    const ff_t x = random();
    if (x.hi() != 0) check_ldexp(x, random.between(-152, -100) - std::ilogb(x.hi()));
  }
}

TEST(Basic, LdexpSpecial) {
  for (const int n : {INT_MIN, -300, -1, 0, 1, 300, INT_MAX}) {
    EXPECT_TRUE(same_bits(ldexp(ff_t(inf), n), ff_t(inf)));
    EXPECT_TRUE(same_bits(ldexp(ff_t(-inf), n), ff_t(-inf)));
    EXPECT_TRUE(same_bits(ldexp(ff_t(0.0f), n), ff_t(0.0f)));
    EXPECT_TRUE(same_bits(ldexp(ff_t(-0.0f), n), ff_t(-0.0f)));
    for (const ff_t x : {ff_t(nan), from_words(nan, inf)})
      EXPECT_TRUE(isnan(ldexp(x, n))) << show(x) << " " << n;
  }
  EXPECT_TRUE(same_bits(ldexp(from_words(-1.0f, 0x1p-30f), 200), ff_t(-inf)));
}

TEST(Basic, IlogbFrexpAndBack) {
  for_each_pair(2, samples, [](ff_t x) {
    if (x.hi() == 0) return;
    const real value(x);
    EXPECT_EQ(ilogb(x), mpfr_get_exp(value) - 1) << show(x);
    EXPECT_EQ(logb(x).hi(), static_cast<float>(ilogb(x)));
    int e = 0;
    const ff_t f = frexp(x, &e);
    const real fraction(f);
    EXPECT_EQ(mpfr_get_exp(fraction), 0) << show(x) << " " << show(f);
    const bool lo_fits = x.lo() == 0 || std::ldexp(std::ldexp(x.lo(), -e), e) == x.lo();
    if (lo_fits) {
      EXPECT_TRUE(equals(f, times_power(value, -e))) << show(x) << " " << show(f);
      EXPECT_TRUE(equals(ldexp(f, e), value)) << show(x);
      EXPECT_EQ(e, ilogb(x) + 1);
    } else {
      real error;
      mpfr_sub(error, fraction, times_power(value, -e), MPFR_RNDN);
      EXPECT_LE(std::abs(mpfr_get_d(error, MPFR_RNDN)), 0x1p-150) << show(x);
    }
  });
  int e = 0;
  EXPECT_EQ(ilogb(from_words(1.0f, -0x1p-100f)), -1);
  EXPECT_TRUE(same_words(frexp(from_words(1.0f, -0x1p-100f), &e), from_words(1.0f, -0x1p-100f)) && e == 0);
  EXPECT_TRUE(same_words(frexp(from_words(-0x1p127f, 0x1p-149f), &e), ff_t(-0.5f)) && e == 128);
}

TEST(Basic, IlogbFrexpSpecial) {
  EXPECT_EQ(ilogb(ff_t(0.0f)), INT_MIN);
  EXPECT_EQ(ilogb(ff_t(nan)), INT_MIN);
  EXPECT_EQ(ilogb(ff_t(-inf)), INT_MAX);
  EXPECT_EQ(logb(ff_t(-0.0f)).hi(), -inf);
  EXPECT_EQ(logb(ff_t(-inf)).hi(), inf);
  EXPECT_TRUE(isnan(logb(ff_t(nan))));
  for (const ff_t x : {ff_t(0.0f), ff_t(-0.0f), ff_t(inf), ff_t(-inf)}) {
    int e = 7;
    EXPECT_TRUE(same_bits(frexp(x, &e), x));
    EXPECT_EQ(e, 0);
  }
  int e = 7;
  EXPECT_TRUE(isnan(frexp(ff_t(nan), &e)));
}

// ---------------------------------------------------------------- minimum, maximum, difference

// A second pair close to x, so that comparisons have something to decide.
ff_t neighbour(pairs& random, ff_t x) {
  switch (random.between(0, 4)) {
    case 0:
      return random();
    case 1:
      return x;
    case 2:
      return from_words(x.hi(), random.low_word(x.hi() == 0 ? 1.0f : x.hi()).lo());
    case 3:
      return ff::fast_add12(x.hi(), x.lo());
    default: {
      const float hi = std::nextafter(x.hi(), random.between(0, 1) != 0 ? inf : -inf);
      return std::isinf(hi) || hi == 0 ? x : random.low_word(hi);
    }
  }
}

TEST(Basic, FminFmaxFdim) {
  pairs random(3);
  int ties = 0;
  for (int i = 0; i < 3 * samples && !HasFailure(); ++i) {
    const ff_t x = random(-100, 126), y = neighbour(random, x);
    const int order = mpfr_cmp(real(x), real(y));
    ties += order == 0 && !same_words(x, y) ? 1 : 0;
    EXPECT_TRUE(same_bits(fmin(x, y), order <= 0 ? x : y)) << show(x) << show(y);
    EXPECT_TRUE(same_bits(fmax(x, y), order >= 0 ? x : y)) << show(x) << show(y);
    if (order <= 0) {
      EXPECT_TRUE(same_bits(fdim(x, y), ff_t(0.0f)));
      continue;
    }
    real exact, error;
    mpfr_sub(exact, real(x), real(y), MPFR_RNDN);
    if (mpfr_get_flt(exact, MPFR_RNDN) >= 0x1p127f || mpfr_cmp_d(exact, 0x1p-100) < 0) continue;
    mpfr_sub(error, real(fdim(x, y)), exact, MPFR_RNDN);
    mpfr_div(error, error, exact, MPFR_RNDN);
    EXPECT_LE(std::abs(mpfr_get_d(error, MPFR_RNDN)), 2.001 * 0x1p-48) << show(x) << show(y);
  }
  EXPECT_GT(ties, 100);  // two forms of one value
}

TEST(Basic, FminFmaxFdimSpecial) {
  const ff_t one = from_words(1.0f, 0x1p-30f), big = from_words(0x1.fffffep127f, 0x1.fffffep102f);
  for (const ff_t bad : {ff_t(nan), from_words(nan, inf)}) {
    EXPECT_TRUE(same_bits(fmin(bad, one), one) && same_bits(fmin(one, bad), one));
    EXPECT_TRUE(same_bits(fmax(bad, one), one) && same_bits(fmax(one, bad), one));
    EXPECT_TRUE(isnan(fmin(bad, bad)) && isnan(fmax(bad, bad)));
    EXPECT_TRUE(isnan(fdim(bad, one)) && isnan(fdim(one, bad)));
  }
  EXPECT_TRUE(same_bits(fmin(ff_t(-inf), one), ff_t(-inf)) && same_bits(fmax(ff_t(inf), big), ff_t(inf)));
  EXPECT_TRUE(same_bits(fmin(ff_t(inf), big), big) && same_bits(fmax(-big, ff_t(-inf)), -big));
  EXPECT_TRUE(same_bits(fdim(ff_t(inf), one), ff_t(inf)) && same_bits(fdim(one, ff_t(-inf)), ff_t(inf)));
  EXPECT_TRUE(same_bits(fdim(big, -big), ff_t(inf)) && same_bits(fdim(ff_t(inf), ff_t(inf)), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(fdim(ff_t(-inf), one), ff_t(0.0f)));
}

TEST(Basic, MinMaxClampChooseAsStd) {
  pairs random(6);
  for (int i = 0; i < samples && !HasFailure(); ++i) {
    const ff_t x = random(-3, 3), y = neighbour(random, x), z = random(-3, 3);
    EXPECT_TRUE(same_bits(min(x, y), std::min<ff_t>(x, y)) && same_bits(max(x, y), std::max<ff_t>(x, y)))
        << show(x) << show(y);
    const ff_t low = std::min<ff_t>(y, z), high = std::max<ff_t>(y, z);
    EXPECT_TRUE(same_bits(clamp(x, low, high), std::clamp<ff_t>(x, low, high)))
        << show(x) << show(low) << show(high);
  }
  const ff_t one = 1.0f, none = nan;
  EXPECT_TRUE(same_bits(min(one, none), one) && isnan(min(none, one)) && isnan(clamp(none, -one, one)));
  EXPECT_TRUE(same_bits(max(one, none), one) && isnan(max(none, one)));
  EXPECT_TRUE(same_bits(max(ff_t(0.0f), ff_t(-0.0f)), ff_t(0.0f)) &&
              same_bits(min(ff_t(-0.0f), 0), ff_t(-0.0f)));
  EXPECT_TRUE(same_bits(clamp(ff_t(inf), 0, 1), one) && same_bits(clamp(one, 2, inf), ff_t(2.0f)));
}

// The number of 48 digits, or multiple of 2^-149, first beyond x: MPFR's.
real beyond(ff_t x, bool upwards) {
  const mpfr_rnd_t direction = upwards ? MPFR_RNDU : MPFR_RNDD;
  const real exact(x), least(0x1p-102);
  real r;
  if (mpfr_cmpabs(exact, least) <= 0) {
    const real before = times_power(exact, 149);
    r = before;
    mpfr_rint(r, r, direction);
    if (r == before) mpfr_add_si(r, r, upwards ? 1 : -1, MPFR_RNDN);
    return times_power(r, -149);
  }
  mpfr_t digits;
  mpfr_init2(digits, 48);
  if (mpfr_set(digits, static_cast<mpfr_srcptr>(exact), direction) == 0)
    upwards ? mpfr_nextabove(digits) : mpfr_nextbelow(digits);
  mpfr_set(r, digits, MPFR_RNDN);
  mpfr_clear(digits);
  return r;
}

TEST(Basic, NextafterIsTheNextNumberOf48Digits) {
  int inexact = 0;
  for_each_pair(7, samples, [&](ff_t x) {
    if (!isfinite(x) || std::isinf(x.hi() + x.lo()) || std::abs(x.hi()) >= 0x1.fffffep127f || x.hi() == 0)
      return;
    for (const bool upwards : {false, true}) {
      const ff_t next = nextafter(x, upwards ? inf : -inf);
      EXPECT_TRUE(equals(next, beyond(x, upwards))) << show(x) << show(next);
      EXPECT_EQ(next.hi() + next.lo(), next.hi()) << show(x) << show(next);
      EXPECT_TRUE(upwards ? x < next : next < x) << show(x) << show(next);
      const ff_t back = nextafter(next, x);
      inexact += equals(x, beyond(next, !upwards)) ? 0 : 1;
      EXPECT_TRUE(back == x) << show(x) << show(next) << show(back);  // x is nearer than one digit, or one
    }
  });
  EXPECT_GT(inexact, 1000);  // pairs between the numbers of 48 digits
}

TEST(Basic, NextafterAtTheEdges) {
  using limits = std::numeric_limits<ff_t>;
  const ff_t one = 1.0f, max = limits::max(), last = from_words(0x1.fffffep127f, 0x1.fffffcp102f);
  static_assert(nextafter(ff_t(1.0f), 2) == from_words(1.0f, 0x1p-47f));
  EXPECT_EQ(nextafter(one, 2), from_words(1.0f, limits::epsilon().hi()));
  EXPECT_TRUE(same_words(nextafter(one, 0), from_words(1.0f, -0x1p-48f)));
  EXPECT_TRUE(same_words(nextafter(from_words(1.0f, 0x1p-149f), 2), from_words(1.0f, 0x1p-47f)));
  EXPECT_TRUE(same_words(nextafter(from_words(1.0f, 0x1p-149f), 0), one));
  EXPECT_TRUE(same_words(nextafter(one, from_words(1.0f, 0x1p-100f)), from_words(1.0f, 0x1p-100f)));
  EXPECT_TRUE(same_words(nextafter(-one, -2), from_words(-1.0f, -0x1p-47f)));
  EXPECT_TRUE(same_words(nextafter(limits::min(), 0), from_words(0x1p-102f, -0x1p-149f)));
  EXPECT_TRUE(same_words(nextafter(ff_t(0.0f), 1), limits::denorm_min()));
  EXPECT_TRUE(same_words(nextafter(ff_t(0.0f), -1), -limits::denorm_min()));
  EXPECT_TRUE(same_words(nextafter(limits::denorm_min(), 0), ff_t(0.0f)));
  EXPECT_TRUE(same_words(nextafter(-limits::denorm_min(), 0), ff_t(0.0f)));
  EXPECT_TRUE(signbit(nextafter(-limits::denorm_min(), 0)) && !signbit(nextafter(limits::denorm_min(), 0)));
  EXPECT_TRUE(signbit(nextafter(ff_t(0.0f), -0.0f)) && !signbit(nextafter(ff_t(-0.0f), 0.0f)));  // equal: y
  EXPECT_TRUE(same_words(nextafter(one, one), one) && same_words(nextafter(ff_t(inf), inf), ff_t(inf)));
  EXPECT_TRUE(same_words(nextafter(last, inf), max) && same_words(nextafter(max, inf), ff_t(inf)));
  EXPECT_TRUE(same_words(nextafter(-last, -inf), -max) && same_words(nextafter(-max, -inf), ff_t(-inf)));
  EXPECT_TRUE(same_words(nextafter(max, 0), last) && same_words(nextafter(-max, 0), -last));
  EXPECT_TRUE(same_words(nextafter(ff_t(inf), 0), max) && same_words(nextafter(ff_t(-inf), 0), -max));
  EXPECT_TRUE(same_words(nextafter(from_words(inf, 3.0f), 0), max));
  EXPECT_TRUE(isnan(nextafter(ff_t(nan), 1)) && isnan(nextafter(one, nan)));
}

// ---------------------------------------------------------------- integers

void check_integer(ff_t x, ff_t r, int (*reference)(mpfr_ptr, mpfr_srcptr), const char* name) {
  real expected;
  reference(expected, real(x));
  EXPECT_TRUE(equals(r, expected)) << name << show(x) << " = " << show(r);
  EXPECT_TRUE(!mpfr_zero_p(static_cast<mpfr_srcptr>(expected)) || signbit(r) == signbit(x))
      << name << show(x);
  EXPECT_TRUE(same_bits(r, x) || r.hi() + r.lo() == r.hi()) << name << show(x) << " = " << show(r);
}
int half_even(mpfr_ptr r, mpfr_srcptr x) { return mpfr_rint(r, x, MPFR_RNDN); }
int half_away(mpfr_ptr r, mpfr_srcptr x) { return mpfr_round(r, x); }

TEST(Integral, RoundingToIntegers) {
  for_each_pair(4, samples, [](ff_t x) {
    check_integer(x, floor(x), mpfr_floor, "floor");
    check_integer(x, ceil(x), mpfr_ceil, "ceil");
    check_integer(x, trunc(x), mpfr_trunc, "trunc");
    check_integer(x, round(x), half_away, "round");
    check_integer(x, rint(x), half_even, "rint");
    EXPECT_TRUE(same_bits(rint(x), nearbyint(x)));
    if (std::abs(x.hi()) < 0x1p62f) {
      EXPECT_EQ(llround(x), mpfr_get_sj(real(round(x)), MPFR_RNDN)) << show(x);
      EXPECT_EQ(llrint(x), mpfr_get_sj(real(rint(x)), MPFR_RNDN)) << show(x);
      EXPECT_EQ(lround(x), llround(x));
      EXPECT_EQ(lrint(x), llrint(x));
    }
  });
}

TEST(Integral, RoundingExamples) {
  EXPECT_TRUE(same_words(floor(from_words(0x1p24f, -0.5f)), from_words(0x1p24f, -1.0f)) ||
              same_words(floor(from_words(0x1p24f, -0.5f)), ff_t(0x1p24f - 1)));
  EXPECT_TRUE(same_words(floor(from_words(3.0f, -0x1p-149f)), ff_t(2.0f)));
  EXPECT_TRUE(same_words(ceil(from_words(3.0f, 0x1p-149f)), ff_t(4.0f)));
  EXPECT_TRUE(same_words(round(from_words(2.5f, -0x1p-149f)), ff_t(2.0f)));
  EXPECT_TRUE(same_words(rint(from_words(2.5f, 0x1p-149f)), ff_t(3.0f)));
  EXPECT_TRUE(same_words(rint(from_words(0x1p23f + 1, 0.5f)), ff_t(0x1p23f + 2)));
  EXPECT_TRUE(same_words(rint(from_words(0x1p23f + 1, -0.5f)), ff_t(0x1p23f)));
  EXPECT_TRUE(same_bits(ceil(ff_t(-0x1p-149f)), ff_t(-0.0f)));
}

TEST(Integral, RoundingSpecial) {
  for (ff_t (*f)(ff_t) :
       {+[](ff_t x) { return floor(x); }, +[](ff_t x) { return ceil(x); }, +[](ff_t x) { return trunc(x); },
        +[](ff_t x) { return round(x); }, +[](ff_t x) { return rint(x); }}) {
    for (const ff_t x : {ff_t(inf), ff_t(-inf), from_words(inf, 0.5f)}) EXPECT_TRUE(same_bits(f(x), x));
    for (const ff_t x : {ff_t(nan), from_words(nan, 0.5f)}) EXPECT_TRUE(isnan(f(x)));
    for (const float x : {0.0f, -0.0f}) EXPECT_EQ(std::signbit(f(x).hi()), std::signbit(x));
    const ff_t beyond_max = from_words(0x1.fffffep127f, 0x1.000004p103f);
    EXPECT_TRUE(same_bits(f(beyond_max), beyond_max));
  }
}

TEST(Integral, Modf) {
  for_each_pair(5, samples, [](ff_t x) {
    ff_t integer;
    const ff_t fraction = modf(x, &integer);
    EXPECT_TRUE(same_bits(integer, trunc(x)));
    real sum;
    mpfr_add(sum, real(integer), real(fraction), MPFR_RNDN);
    EXPECT_TRUE(equals(x, sum)) << show(x) << show(integer) << show(fraction);
    EXPECT_LT(mpfr_cmpabs(real(fraction), real(ff_t(1.0f))), 0) << show(x) << show(fraction);
    EXPECT_EQ(signbit(fraction), signbit(x)) << show(x);
    EXPECT_EQ(fraction.hi() + fraction.lo(), fraction.hi());
  });
  ff_t integer;
  EXPECT_TRUE(same_bits(modf(ff_t(-inf), &integer), ff_t(-0.0f)) && same_bits(integer, ff_t(-inf)));
  EXPECT_TRUE(isnan(modf(ff_t(nan), &integer)) && isnan(integer));
  EXPECT_TRUE(same_bits(modf(ff_t(-3.0f), &integer), ff_t(-0.0f)) && same_bits(integer, ff_t(-3.0f)));
  EXPECT_TRUE(same_words(modf(from_words(3.0f, -0x1p-100f), &integer), from_words(1.0f, -0x1p-100f)));
}

// ---------------------------------------------------------------- remainders

struct remainder_count {
  int exact = 0, rounded = 0;
};

void check_remainders(ff_t x, ff_t y, remainder_count& count) {
  real truncated, nearest;
  long bits = 0;
  mpfr_fmod(truncated, real(x), real(y), MPFR_RNDN);
  mpfr_remquo(nearest, &bits, real(x), real(y), MPFR_RNDN);

  const ff_t f = fmod(x, y);
  const ff_t expected = mpfr_cmpabs(real(x), real(y)) < 0 ? x : nearest_pair(truncated);
  EXPECT_TRUE(same_words(f, expected)) << show(x) << show(y) << " = " << show(f) << " not " << show(expected);
  EXPECT_EQ(signbit(f), signbit(x)) << show(x) << show(y);

  int quotient = 0;
  const ff_t r = remquo(x, y, &quotient);
  real twice(x);
  mpfr_mul_2ui(twice, twice, 1, MPFR_RNDN);
  const ff_t expected_nearest = mpfr_cmpabs(twice, real(y)) < 0 ? x : nearest_pair(nearest);
  EXPECT_TRUE(equals(r, real(expected_nearest)))
      << show(x) << show(y) << " = " << show(r) << " not " << show(expected_nearest);
  EXPECT_TRUE(r.hi() != 0 || signbit(r) == signbit(x)) << show(x) << show(y);
  const auto low_bits = bits < 0 ? -static_cast<unsigned long>(bits) : static_cast<unsigned long>(bits);
  EXPECT_EQ(static_cast<unsigned long>(std::abs(quotient)), low_bits & 0x7fffffffu) << show(x) << show(y);
  EXPECT_TRUE(quotient == 0 || (quotient < 0) == (signbit(x) != signbit(y)));
  EXPECT_TRUE(same_bits(remainder(x, y), r));
  ++(equals(f, truncated) ? count.exact : count.rounded);
}

TEST(Integral, RemaindersAgainstMpfr) {
  pairs random(6);
  remainder_count count;
  for (const ff_t x : edges())
    for (const ff_t y : edges()) {
      if (y.hi() == 0) continue;
      check_remainders(x, y, count);
      if (HasFailure()) return;
    }
  for (int i = 0; i < samples && !HasFailure(); ++i) check_remainders(random(), random(), count);
  for (int i = 0; i < samples && !HasFailure(); ++i) {  // every distance of exponents, 0 to 250
    const int low = random.between(-125, 1);
    check_remainders(
        random(low + i % 251 > 127 ? 127 : low + i % 251, low + i % 251 > 127 ? 127 : low + i % 251),
        random(low, low), count);
  }
  for (int i = 0; i < samples && !HasFailure(); ++i)
    check_remainders(random(-10, 40), random(-10, 10), count);
  EXPECT_GT(count.exact, samples);
  EXPECT_GT(count.rounded, samples / 100);
}

// x = n y, n y + y/2 and their neighbours, where truncation and parity decide.
TEST(Integral, RemaindersAtMultiples) {
  pairs random(7);
  remainder_count count;
  for (int i = 0; i < samples && !HasFailure(); ++i) {
    const float y0 = std::ldexp(static_cast<float>(random.between(1, 4095)), random.between(-140, 60));
    const ff_t y = i % 2 == 0 ? ff_t(y0) : from_words(y0, y0 * 0x1p-30f);
    const int twice_n = random.between(1, 8191), e = random.between(-1, 40);
    ff_t x = from_words(std::ldexp(y.hi() * static_cast<float>(twice_n), e),
                        std::ldexp(y.lo() * static_cast<float>(twice_n), e));
    if (i % 3 == 1) x = from_words(x.hi(), std::nextafter(x.lo(), inf));
    if (i % 3 == 2) x = from_words(x.hi(), std::nextafter(x.lo(), -inf));
    check_remainders(x, y, count);
    check_remainders(-x, y, count);
  }
}

// The float path and the one on integers give the same words, signs of zeros included: ratios up to 2^26, and
// x next to 2 y where x.hi - y.hi needs 25 bits.
TEST(Integral, RemaindersOnBothPaths) {
  pairs random(8);
  const auto check = [](ff_t x, ff_t y) {
    EXPECT_TRUE(same_bits(fmod(x, y), ff::detail::truncated_division::of(x, y))) << show(x) << show(y);
    const auto [r, n] = ff::detail::nearest_division::of(x, y);
    int quotient = 0;
    EXPECT_TRUE(same_bits(remquo(x, y, &quotient), r) && quotient == n) << show(x) << show(y);
  };
  for (int i = 0; i < 4 * samples && !HasFailure(); ++i) {
    const int low = random.between(-60, 60), octave = low + random.between(-2, 26);
    const ff_t x = random(octave, octave), y = random(low, low);
    check(x, y);
    check(-x, y);
    check(from_words(std::ldexp(1.0f, low + 1), -std::abs(x.lo()) * std::ldexp(1.0f, low - octave)),
          from_words(std::ldexp(0x1.fffffep-1f, low), y.lo() * 0.5f));
  }
}

TEST(Integral, RemaindersSpecial) {
  const ff_t one = from_words(1.0f, 0x1p-30f);
  int quotient = 7;
  for (const ff_t bad : {ff_t(nan), from_words(nan, 1.0f)}) {
    EXPECT_TRUE(isnan(fmod(bad, one)) && isnan(fmod(one, bad)));
    EXPECT_TRUE(isnan(remainder(bad, one)) && isnan(remainder(one, bad)));
  }
  for (const float x : {inf, -inf}) EXPECT_TRUE(isnan(fmod(ff_t(x), one)) && isnan(remainder(ff_t(x), one)));
  for (const float zero : {0.0f, -0.0f}) {
    EXPECT_TRUE(isnan(fmod(one, ff_t(zero))) && isnan(remainder(one, ff_t(zero))));
    EXPECT_TRUE(isnan(remquo(one, ff_t(zero), &quotient)) && quotient == 0);
    EXPECT_TRUE(same_bits(fmod(ff_t(zero), one), ff_t(zero)) &&
                same_bits(remainder(ff_t(zero), -one), ff_t(zero)));
  }
  const ff_t max = from_words(0x1.fffffep127f, 0x1.fffffep102f);
  for (const ff_t x : {one, -one, max}) {
    EXPECT_TRUE(same_bits(fmod(x, ff_t(-inf)), x) && same_bits(remainder(x, ff_t(inf)), x));
    EXPECT_TRUE(same_bits(remquo(x, ff_t(inf), &quotient), x) && quotient == 0);
  }
}

// ---------------------------------------------------------------- constant expressions

constexpr int exponent_of(ff_t x) {
  int e = 0;
  frexp(x, &e);
  return e;
}
static_assert(exponent_of(from_words(1.0f, -0x1p-60f)) == 0);
static_assert(ldexp(from_words(1.5f, 0x1p-26f), -300).hi() == 0.0f);
static_assert(floor(from_words(1.0f, -0x1p-60f)).hi() == 0.0f);
static_assert(rint(ff_t(2.5f)).hi() == 2.0f && round(ff_t(2.5f)).hi() == 3.0f);
static_assert(fmod(ff_t(0x1p100f), ff_t(3.0f)).hi() == 1.0f);
static_assert(fmod(ff_t(0x1p100f), from_words(3.0f, 0x1p-120f)).hi() != 0.0f);
static_assert(remainder(ff_t(5.0f), ff_t(3.0f)).hi() == -1.0f);
static_assert(fmin(ff_t(1.0f), from_words(1.0f, -0x1p-40f)).lo() < 0.0f);

// ---- C's names for order and class, and neighbours towards a number that is no pair

TEST(Basic, order_by_name) {
  const ff_t x = from_words(1.0f, 0x1p-40f), y = 1.0f, not_a_number = nan;
  EXPECT_TRUE(isgreater(x, y) && !isgreater(y, x) && isgreater(x, 1) && isgreater(2.0, x) &&
              !isgreater(x, x));
  EXPECT_TRUE(isless(y, x) && !isless(x, y) && isless(1L, x) && !isless(x, x));
  EXPECT_TRUE(isgreaterequal(x, x) && isgreaterequal(x, y) && !isgreaterequal(y, x));
  EXPECT_TRUE(islessequal(x, x) && islessequal(y, x) && !islessequal(x, y));
  EXPECT_TRUE(islessgreater(x, y) && islessgreater(y, x) && !islessgreater(x, x));
  EXPECT_FALSE(isunordered(x, y) || isunordered(x, x) || isunordered(y, 3));
  for (const ff_t z : {x, not_a_number}) {
    EXPECT_TRUE(isunordered(not_a_number, z) && isunordered(z, not_a_number));
    EXPECT_FALSE(isgreater(not_a_number, z) || isless(not_a_number, z) || isgreaterequal(not_a_number, z) ||
                 islessequal(not_a_number, z) || islessgreater(not_a_number, z));
  }
}

TEST(Basic, classes_of_C) {
  EXPECT_EQ(fpclassify(ff_t(nan)), FP_NAN);
  EXPECT_EQ(fpclassify(from_words(-inf, nan)), FP_INFINITE);
  EXPECT_EQ(fpclassify(ff_t(-0.0f)), FP_ZERO);
  EXPECT_EQ(fpclassify(ff_t(0x1p-102f)), FP_NORMAL);
  EXPECT_EQ(fpclassify(from_words(0x1p-102f, -0x1p-140f)), FP_SUBNORMAL);
  EXPECT_EQ(fpclassify(ff_t(-0x1p-149f)), FP_SUBNORMAL);
  EXPECT_EQ(fpclassify(ff_t(-1)), FP_NORMAL);
}

TEST(Basic, scaling_by_a_long) {
  const ff_t x = from_words(1.5f, 0x1p-30f);
  EXPECT_TRUE(same_bits(scalbln(x, 7L), ldexp(x, 7)) && same_bits(scalbln(x, -130L), ldexp(x, -130)));
  EXPECT_TRUE(same_bits(scalbln(x, LONG_MAX), ff_t(inf)) && same_bits(scalbln(x, LONG_MIN), ff_t(0.0f)));
}

TEST(Basic, neighbours_towards_any_number) {
  const ff_t x = from_words(1.0f, 0x1p-30f);
  EXPECT_TRUE(same_bits(nexttoward(x, 2.0L), nextafter(x, 2)) &&
              same_bits(nexttoward(x, 0), nextafter(x, 0)));
  EXPECT_TRUE(same_bits(nexttoward(x, x), x) && std::isnan(nexttoward(x, std::nan("")).hi()));
  // No pair holds these: the low word would need 38 bits.
  const long double above = 1 + 0x1p-26L + 0x1p-63L, below = 1 - 0x1p-27L - 0x1p-64L;
  const ff_t at = ff_t(above), under = ff_t(below);
  ASSERT_TRUE(at < above && under > below);
  EXPECT_TRUE(nexttoward(at, above) > above && nexttoward(under, below) < below);
}

}  // namespace
