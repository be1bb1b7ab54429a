// C++20's standard library on ff_t: <=> and the concepts of order, common_type, <numbers>, tuples,
// std::format.
#include <algorithm>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstdio>
#include <ff/ff.hpp>
#include <ff/std_format.hpp>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
#if FF_STD_FORMAT
#include <format>
#endif

namespace {

using ff::ff_t;
using ff::from_words;

int failures = 0;
void expect(bool good, const std::string& what) {
  if (good) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++failures;
}

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

// ---------------------------------------------------------------- order

static_assert(std::three_way_comparable<ff_t, std::partial_ordering> && std::totally_ordered<ff_t>);
static_assert(std::three_way_comparable_with<ff_t, double> && std::three_way_comparable_with<int, ff_t>);
static_assert(std::same_as<std::compare_three_way_result_t<ff_t, long long>, std::partial_ordering>);
static_assert((ff_t(1.0f) <=> 2) < 0 && (from_words(1.0f, 0x1p-149f) <=> 1.0f) > 0);

template <class X, class Y>
void order_agrees(X x, Y y) {
  const std::partial_ordering order = x <=> y, reversed = y <=> x;
  const bool good = (order < 0) == (x < y) && (order == 0) == (x == y) && (order > 0) == (x > y) &&
                    (order <= 0) == (x <= y) && (order >= 0) == (x >= y) && (reversed > 0) == (x < y) &&
                    (reversed == 0) == (x == y) && (reversed < 0) == (x > y) &&
                    (order == std::partial_ordering::unordered) == !(x <= y || x >= y);
  expect(good, "<=> against < == >");
}

void orders() {
  const ff_t numbers[] = {0.0f, -0.0f, 1.0f, -1.0f, from_words(1.0f, 0x1p-40f), from_words(3.0f, -0x1p-60f),
                          inf,  -inf,  nan,  1e30f, from_words(0x1p24f, 0.5f)};
  for (const ff_t x : numbers) {
    for (const ff_t y : numbers) order_agrees(x, y);
    for (const double y : {0.0, 1.0, -1.0, 1 + 0x1p-40, 1e300, double(inf), double(nan)}) {
      order_agrees(x, y);
      order_agrees(x, static_cast<float>(y));
      order_agrees(x, static_cast<long double>(y));
    }
    for (const int y : {0, 1, -1, 3, 16777216, -2147483647}) {
      order_agrees(x, y);
      order_agrees(x, static_cast<long long>(y));
      order_agrees(x, static_cast<unsigned long>(y));
      order_agrees(x, static_cast<short>(y));
    }
    order_agrees(x, true);
  }
  std::vector<ff_t> sorted = {3, 1, from_words(1.0f, 0x1p-30f), -2, 0};
  std::ranges::sort(sorted);
  expect(std::ranges::is_sorted(sorted) && sorted[2] == 1 && sorted[3] > 1, "ranges::sort");
  const std::map<ff_t, int> places = {{sorted[4], 4}, {sorted[0], 0}};
  expect(places.at(3) == 4 && places.begin()->second == 0, "keys of a map");
}

// ---------------------------------------------------------------- types

template <class... A>
constexpr bool common_with_all = (... &&
                                  (std::same_as<std::common_type_t<ff_t, A>, ff_t> &&
                                   std::same_as<std::common_type_t<A, ff_t>, ff_t> &&
                                   std::common_with<ff_t, A> && std::common_reference_with<A&, const ff_t&>));
static_assert(
    common_with_all<ff_t, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                    unsigned long, long long, unsigned long long, float, double, long double>);
static_assert(std::regular<ff_t> && std::is_trivially_copyable_v<ff_t> && std::is_standard_layout_v<ff_t>);

static_assert(std::tuple_size_v<ff_t> == 2 && std::tuple_size_v<const ff_t> == 2);
static_assert(std::same_as<std::tuple_element_t<1, ff_t>, float> &&
              std::same_as<std::tuple_element_t<0, const ff_t>, const float>);
// std::get takes std's own types; by the unqualified name ff's is found.
static_assert(get<0>(from_words(1.0f, 0x1p-30f)) > 0.5f && get<1>(from_words(1.0f, 0x1p-30f)) < 0.5f);

// ---------------------------------------------------------------- constants

void constants() {
#define FF_SAME(name) \
  expect(std::abs(double(std::numbers::name##_v<ff_t>) - std::numbers::name##_v<double>) < 0x1p-47, #name)
  FF_SAME(e);
  FF_SAME(log2e);
  FF_SAME(log10e);
  FF_SAME(pi);
  FF_SAME(inv_pi);
  FF_SAME(inv_sqrtpi);
  FF_SAME(ln2);
  FF_SAME(ln10);
  FF_SAME(sqrt2);
  FF_SAME(sqrt3);
  FF_SAME(inv_sqrt3);
  FF_SAME(egamma);
  FF_SAME(phi);
#undef FF_SAME
}

// ---------------------------------------------------------------- std::format

#if FF_STD_FORMAT
std::string formatted(const std::string& specification, auto x) {
  return std::vformat(specification, std::make_format_args(x));
}

void formats() {
  for (const double value :
       {0.0, -0.0, 1.5, -2.25, 1e-10, 123456.789e10, double(inf), -double(inf), double(nan)})
    for (const char* align : {"", "<", ">", "^", "*^"})
      for (const char* sign : {"", "+", " "})
        for (const char* rest :
             {"e", "12.3f", "030g", ".4", "#.3g", "20.10E", "a", "024a", "A", "F", ".0e"}) {
          const std::string specification = std::string("{:") + align + sign + rest + "}";
          const ff_t x = value;
          if (double(x) != value && value == value) continue;
          const std::string said = formatted(specification, x), wanted = formatted(specification, value);
          expect(said == wanted, specification + " gives " + said + ", of a double " + wanted);
        }
  const ff_t x = *ff::parse("1.1");
  expect(std::format("{} {:>6}|{:{}.{}f}", x, x, x, 8, 3) == "1.1    1.1|   1.100",
         "std::format by position");
  expect(std::format("{:.30f}", from_words(1.0f, 0x1p-60f)) == "1.000000000000000000867361737988",
         "more digits than a double has");
  for (const char* bad : {"{:d}", "{:.}", "{:5.3q}", "{:L}"}) {
    bool refused = false;
    try {
      (void)formatted(bad, x);
    } catch (const std::format_error&) {
      refused = true;
    }
    expect(refused, std::string(bad) + " is refused");
  }
}
#elif defined(FF_EXPECT_FORMAT)
#error "this compiler's library has std::format, and ff does not see it"
#else
void formats() { std::printf("no std::format here\n"); }
#endif

}  // namespace

int main() {
  orders();
  constants();
  formats();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
