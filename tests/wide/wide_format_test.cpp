// {fmt} on wide_t and dd_t, beside the texts of doubles and of their own to_string.
#include <gtest/gtest.h>

#include <ff/dd.hpp>
#include <ff/fmt.hpp>
#include <ff/wide.hpp>

namespace {

using ff::dd_t;
using ff::wide_t;
using namespace ff::literals;

TEST(FmtOfWide, TextsOfDoublesAreThoseOfDoubles) {
  for (const double v : {1.0, -2.5, 1024.0, 3.0e22, 0.09375, -0.0, 1e300 / 0x1p-20 * 0, 7.0e-5})
    for (const char* const form :
         {"{:e}", "{:.3e}", "{:g}", "{:.3g}", "{:#.6g}", "{:>+18.4E}", "{:012.2e}"}) {
      const wide_t w = v;  // 48 bits hold the digits that are asked for
      EXPECT_EQ(fmt::format(fmt::runtime(form), w), fmt::format(fmt::runtime(form), v)) << form;
      EXPECT_EQ(fmt::format(fmt::runtime(form), dd_t(v)), fmt::format(fmt::runtime(form), v)) << form;
    }
}

TEST(FmtOfWide, RangesBeyondDoubleHaveTheirText) {
  EXPECT_EQ(fmt::format("{:.3e}|{:>16.2g}|{:.2g}", 1e5000_wide, -25e-40001_wide, 1e-320_wide),
            "1.000e+5000|     -2.5e-40000|1e-320");
  const wide_t third = wide_t(1) / 3;
  EXPECT_EQ(fmt::format("{}", third), to_string(third));
  EXPECT_EQ(fmt::format("{} {:E}", std::numeric_limits<wide_t>::infinity(),
                        -std::numeric_limits<wide_t>::infinity()),
            "inf -INF");
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:f}"), third), fmt::format_error) << "may have 10^8 digits";
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:a}"), third), fmt::format_error);
}

TEST(FmtOfWide, DoubleDoublesHaveAllTheirDigits) {
  const dd_t third = dd_t(1) / 3;
  EXPECT_EQ(fmt::format("{:.30f} {}", third, third), "0.333333333333333333333333333333 " + to_string(third));
}

}  // namespace
