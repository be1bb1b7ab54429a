// probe<T>: T's bits, the shadow's deviation, what marks record, and the sentence of the report.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/ff.hpp>
#include <ff/probe.hpp>
#include <sstream>
#include <type_traits>

namespace {

using ff::fast_t;
using ff::ff_t;
using ff::probe;

static_assert(std::is_same_v<decltype(probe<ff_t>() + 1.0), probe<ff_t>>);
static_assert(std::is_same_v<decltype(2 * probe<float>()), probe<float>>);
static_assert(std::is_same_v<decltype(probe<fast_t>() * probe<fast_t>()), probe<ff::fast_product>>);
static_assert(std::is_convertible_v<probe<ff_t>, ff_t> && !std::is_convertible_v<probe<ff_t>, double>);
static_assert(std::is_trivially_copyable_v<probe<ff_t>> &&
              std::is_trivially_default_constructible_v<probe<ff_t>>);

/// What a user writes generically: operators, functions and marks of one kernel.
template <class T>
T several(T x, T y) {
  T a = x * y + 3 - y / (x + 0.5f);
  FF_PROBE("a", a);
  a += fma(x, y, a);
  a *= 1.25;
  T s, c;
  sincos(a, &s, &c);
  T b = exp(-s) + log(c * c + 1) - sqrt(abs(a)) + cbrt(a) + atan2(s, c) + pow(abs(x) + 1, y);
  b = b + sinpi(x) + tanpi(y) + rsqrt(fabs(b) + 1) + erfc(x) + hypot(x, y) + fmod(b, T(0.7)) + fmin(x, y) +
      floor(a);
  b -= ldexp(x, 3);
  ++b;
  if (b > a) b = -b;
  FF_PROBE("b", b);
  return b;
}

template <class T>
void expect_own_bits() {
  ff::probe_rows();
  for (int i = 1; i < 200; ++i) {
    const T x = T(0.013 * i) - 1, y = T(1.0) / i;
    const ff_t plain(several<T>(x, y)), probed(T(several<probe<T>>(x, y)));
    ASSERT_TRUE(plain == probed || (isnan(plain) && isnan(probed))) << i;
    ASSERT_TRUE(!isfinite(plain) || plain.lo() == probed.lo()) << i;
  }
}

TEST(Probe, ComputesTheBitsOfItsType) {
  expect_own_bits<ff_t>();
  expect_own_bits<fast_t>();
}

TEST(Probe, FloatIsComputedAsFloat) {
  const float x = 0.3f, y = 1.7f;
  const probe<float> p = x, q = y;
  EXPECT_EQ(float((p + q) * 3 - p / q), (x + y) * 3 - x / y);
  EXPECT_EQ(float(sin(p) * exp(q)), std::sin(x) * std::exp(y));
}

TEST(Probe, TheShadowIsTheSameFunctionInDouble) {
  const double x = 0.37, y = 2.5;
  const probe<ff_t> p = x, q = y;
  const auto near = [](const probe<ff_t>& a, double b) { EXPECT_NEAR(a.shadow() / b, 1, 0x1p-50) << b; };
  near(p + q, x + y), near(p - q, x - y), near(p * q, x * y), near(p / q, x / y);
  near(exp(p), std::exp(x)), near(log10(q), std::log10(y)), near(pow(p, q), std::pow(x, y));
  near(sinpi(p), std::sin(0.37 * M_PI)), near(cospi(q + p), std::cos(2.87 * M_PI)),
      near(tanpi(p), std::tan(0.37 * M_PI));
  near(rsqrt(p), 1 / std::sqrt(x)), near(rcbrt(q), 1 / std::cbrt(y)), near(exp10(p), std::pow(10.0, x));
  near(erfcx(p), std::exp(x * x) * std::erfc(x)), near(normcdf(p), std::erfc(-x / std::sqrt(2.0)) / 2);
  near(erf(erfinv(p)), x), near(erfc(erfcinv(p)), x), near(normcdf(normcdfinv(p)), x);
  near(fma(p, q, p), std::fma(x, y, x)), near(pown(q, 3), y * y * y), near(fdim(q, p), y - x);
  near(probe<ff_t>(1e30) * 1e-20, 1e10);
}

/// T's own result, and double's in the shadow.
template <class T, class R>
void expect_both(const probe<R>& got, const R& own, double shadow) {
  static_assert(std::is_same_v<T, R>);
  EXPECT_TRUE(ff_t(got.value()) == ff_t(own));
  EXPECT_NEAR(got.shadow() / shadow, 1, 0x1p-50) << shadow;
}

template <class T>
void rest_of_cmath() {
  ff::probe_rows();
  const double x = 2.37, y = 0.5, z = 7.25;
  const probe<T> p = x, q = y, r = z;
  const T a = T(x), b = T(y), c = T(z);
  using std::nextafter, std::remquo;
  const double step = double(nextafter(a, c)) - double(a);
  expect_both<T>(nextafter(p, r), nextafter(a, c), x + step);
  expect_both<T>(nexttoward(p, 7.25), nextafter(a, c), x + step);
  int n = 0, own_n = 0;
  expect_both<T>(remquo(p, q, &n), T(remquo(a, b, &own_n)), std::remainder(x, y));
  EXPECT_EQ(n, own_n);
  expect_both<T>(scalbln(p, -7L), T(double(a) / 128), x / 128);
  EXPECT_EQ(double(ff_t(scalbln(p, -1000000L).value())), 0.0);
  if constexpr (!std::is_same_v<T, float>) {
    expect_both<T>(hypot(p, q, r), hypot(a, b, c), std::hypot(x, y, z));
    expect_both<T>(lerp(p, r, 0.25f), lerp(a, c, T(0.25f)), x + 0.25 * (z - x));
  }
  EXPECT_TRUE(lround(p) == 2 && llround(r) == 7 && lrint(q) == 0 && llrint(-p) == -2);
  EXPECT_TRUE(fpclassify(p) == FP_NORMAL && isnormal(p) && !isnormal(probe<T>(1e-40f)));
  EXPECT_TRUE(fpclassify(probe<T>(1e-33f)) == (std::is_same_v<T, float> ? FP_NORMAL : FP_SUBNORMAL));
  EXPECT_TRUE(fpclassify(probe<T>(0.0f)) == FP_ZERO && fpclassify(log(probe<T>(-1.0f))) == FP_NAN);
  EXPECT_TRUE(isgreater(p, q) && isgreaterequal(p, 2) && isless(q, 1.0f) && islessequal(q, q) &&
              islessgreater(p, q));
  EXPECT_TRUE(isunordered(p, log(probe<T>(-1.0f))) && !isunordered(p, q));
  EXPECT_TRUE(ff::probe_rows().empty()) << "none of these stores a number, nor decides against the shadow";
}

TEST(Probe, TheRestOfCmathIsTheNumbersAndTheShadows) {
  rest_of_cmath<ff_t>();
  rest_of_cmath<fast_t>();
  rest_of_cmath<float>();
}

TEST(Probe, ADecisionByANameOfCIsRecordedAsTheOperators) {
  ff::probe_rows();
  const probe<float> z = (probe<float>(16777216.0f) + 1.0f) - 16777216.0f;  // 0 in float, 1 in double
  EXPECT_TRUE(isless(z, 0.5f) && !isgreaterequal(z, 0.5f));
  const std::vector<ff::probe_row> rows = ff::probe_rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].executions, 2u);
}

/// The row of a place, after all was asked for and cleared.
ff::probe_row row_of(const std::string& place, int digits = 48) {
  for (const ff::probe_row& row : ff::probe_rows())
    if (row.place == place && row.digits == digits) return row;
  ADD_FAILURE() << "no row " << place;
  return {};
}

TEST(Probe, CancellationIsTold) {
  ff::probe_rows();
  probe<ff_t> x = 1.0;
  x /= 3;
  probe<ff_t> y = x + probe<ff_t>(0x1p-30f) / 7 * 8;
  y = (y - x) * 0x1p30f;  // loses 28 bits of 48
  FF_PROBE("difference", y);
  EXPECT_EQ(y.cancelled(), 0) << "a mark begins to count anew";
  const ff::probe_row row = row_of("difference");
  EXPECT_EQ(row.executions, 1u);
  EXPECT_EQ(row.cancellations, 1u);
  EXPECT_EQ(row.most_cancelled, 28);
  EXPECT_GE(row.lost_bits, 22);
  EXPECT_LE(row.lost_bits, 32);
}

TEST(Probe, CancellationIsThatOfTheLargerTerm) {
  ff::probe_rows();
  probe<ff_t> d = probe<ff_t>(4.25) - probe<ff_t>(3.75);  // 2^2 and 2^1 leave 2^-1
  EXPECT_EQ(d.cancelled(), 3);
  EXPECT_EQ((probe<ff_t>(3.75) - 4.25).cancelled(), 3);
}

TEST(Probe, TheWorstOperandsAreKept) {
  ff::probe_rows();
  for (int i = 0; i < 100; ++i) {
    probe<ff_t> x = 1.0 / (i + 3);
    x = x + (i == 57 ? 0.1 : 0.25);
    x = x - (i == 57 ? 0.1 : 0.0);  // only this one cancels at all
    x = i == 57 ? (x * 0x1p20f + 1) - 0x1p-20f * 0x1p20f : x;
    FF_PROBE("worst", x);
  }
  const ff::probe_row row = row_of("worst");
  EXPECT_EQ(row.executions, 100u);
  EXPECT_EQ(double(row.second), 1.0);
  EXPECT_NEAR(double(row.value), 0x1p20 / 60, 1e-6);
}

TEST(Probe, RangeInfinitiesAndLowWordsAreCounted) {
  ff::probe_rows();
  for (const double x : {1e-33, 1e20, 0x1p-5, 0.0}) {
    probe<ff_t> p = x;
    FF_PROBE("range", p);
    probe<ff_t> q = p * p;
    FF_PROBE("square", q);
  }
  probe<ff_t> none = probe<ff_t>(0.0) / 0;
  FF_PROBE("square", none);
  const std::vector<ff::probe_row> rows = ff::probe_rows();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].place, "range");
  EXPECT_EQ(rows[0].least_exponent, -110);
  EXPECT_EQ(rows[0].greatest_exponent, 66);
  EXPECT_EQ(rows[0].low_underflows, 1u);
  EXPECT_EQ(rows[0].infinities, 0u);
  EXPECT_EQ(rows[1].infinities, 1u);
  EXPECT_EQ(rows[1].nans, 1u);
  EXPECT_EQ(rows[1].least_exponent, -220);
  EXPECT_EQ(rows[1].lost_bits, 48) << "an overflow that double has not";
}

TEST(Probe, StoresAreRecordedWithoutMarks) {
  ff::probe_rows();
  ff_t array[10];
  for (int i = 0; i < 10; ++i) array[i] = probe<ff_t>(i) / 7;
  const ff::probe_row row = row_of("stored by the host");
  EXPECT_EQ(row.executions, 10u);
  EXPECT_LE(row.lost_bits, 2.5) << "div22 errs by 5 u^2";
  EXPECT_EQ(array[3], ff_t(3) / 7);
}

TEST(Probe, ABranchThatTheShadowWouldTakeOtherwiseIsRecorded) {
  ff::probe_rows();
  const probe<float> x = 0.1f, y = x * 3 - 0.3f;  // 0.1f * 3 rounds up
  EXPECT_TRUE(y > 1e-9f || y <= 1e-9f);
  const probe<float> z = (probe<float>(16777216.0f) + 1.0f) - 16777216.0f;  // 0 in float, 1 in double
  EXPECT_TRUE(z < 0.5f);
  EXPECT_EQ(row_of("comparisons that the shadow decides oth", 24).executions, 1u);
}

TEST(Probe, TheVerdictNamesTheFirstTypeThatIsEnough) {
  ff::probe_row row{};
  row.digits = 48, row.lost_bits = 6, row.has_exponents = true, row.least_exponent = -20,
  row.greatest_exponent = 20;
  EXPECT_EQ(ff::detail::verdict(row, {18, true}), "float is enough by 0.0 bits");
  EXPECT_EQ(ff::detail::verdict(row, {40, true}), "ff_t is enough by 2.0 bits; float lacks 22.0 bits");
  row.least_exponent = -300;
  EXPECT_EQ(ff::detail::verdict(row, {40, true}),
            "wide_t is enough by 2.0 bits; float lacks 22.0 bits and the range, ff_t lacks the range");
  row.lost_bits = 10;
  EXPECT_EQ(ff::detail::verdict(row, {40, true}),
            "double is enough by 3.0 bits; float lacks 26.0 bits and the range, ff_t lacks 2.0 bits and the "
            "range, wide_t "
            "lacks 2.0 bits");
}

TEST(Probe, MarksOfOtherTypesDoNothing) {
  ff::probe_rows();
  several<ff_t>(0.5, 0.25);
  EXPECT_TRUE(ff::probe_rows().empty());
}

TEST(Probe, TableAndJsonNameEveryPlace) {
  ff::probe_rows();
  several<probe<ff_t>>(0.5, 0.25);
  const std::vector<ff::probe_row> rows = ff::probe_rows(nullptr, false);
  for (const std::string& text : {ff::to_table(rows), ff::to_json(rows)}) {
    EXPECT_NE(text.find("a"), std::string::npos);
    EXPECT_NE(text.find("is enough"), std::string::npos);
  }
  EXPECT_EQ(ff::probe_rows().size(), rows.size()) << "false keeps the records";
  EXPECT_TRUE(ff::probe_rows().empty());
  EXPECT_EQ(ff::to_json({}), "[]\n");
}

TEST(Probe, NothingNaNAndAWishThatIsNoneHaveSentencesOfTheirOwn) {
  ff::probe_rows();
  EXPECT_EQ(ff::to_table(ff::probe_rows()),
            "Nothing was recorded: in this source file no mark was passed, and no probe stored.\n");
  EXPECT_EQ(ff::to_json(ff::probe_rows()), "[]\n");
  probe<ff_t> none = std::numeric_limits<float>::quiet_NaN();
  FF_PROBE("none", none);
  const std::vector<ff::probe_row> rows = ff::probe_rows();
  const std::string text = ff::to_table(rows);
  EXPECT_NE(text.find("NaN only"), std::string::npos) << text;
  EXPECT_NE(text.find("none, of 48 bits: nothing but NaN, and the shadow is NaN too."), std::string::npos)
      << text;
  for (const double bad : {-1.0, 1e300, std::nan("")})
    EXPECT_THROW(ff::to_table(rows, {bad}), std::invalid_argument) << bad;
}

TEST(Probe, ASixtyFifthNameIsAnErrorThatSaysSo) {
  ff::probe_rows();
  for (int i = 0; i < 65; ++i)
    ff::detail::record_by_name(("place " + std::to_string(i)).c_str(), probe<ff_t>(1.0).observed());
  try {
    ff::probe_rows();
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_NE(std::string(e.what()).find("expected at most 64"), std::string::npos);
  }
  EXPECT_TRUE(ff::probe_rows().empty());
}

}  // namespace
