// Every name of <cmath>, over float and ff's types: which have it, that it gives a number of its own type,
// and the value of double's.  docs/guide/cmath.md lists what each type lacks, and this test compares.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/dd.hpp>
#include <ff/ff.hpp>
#include <ff/probe.hpp>
#include <ff/special.hpp>
#include <ff/wide.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>

namespace {

/// Tells whether R is a number of type T: T itself, a sum or product of fast_t, or the probe of one.
template <class R, class T>
constexpr bool is_number = std::is_same_v<R, T> || (std::is_base_of_v<T, R> && !std::is_same_v<T, float>);
template <class R, class T>
constexpr bool is_number<ff::probe<R>, ff::probe<T>> = is_number<R, T>;

struct absences {
  std::string text;
  void add(const std::string& name) { text += (text.empty() ? "`" : ", `") + name + "`"; }
};

/// `own` is to give a number of type T or, where `asked` says so, an arithmetic type; of both values that of
/// double.
template <class T, class Own, class Right, class... X>
bool has(bool asked, Own own, Right right, X... x) {
  if constexpr (std::is_invocable_v<Own, X...>) {
    using R = std::decay_t<std::invoke_result_t<Own, X...>>;
    if (asked ? !std::is_arithmetic_v<R> : !is_number<R, T> && !std::is_same_v<T, float>) return false;
    const double got = static_cast<double>(own(x...)),
                 wanted = static_cast<double>(right(static_cast<double>(x)...));
    EXPECT_TRUE(std::isnan(wanted) ? std::isnan(got)
                                   : std::fabs(got - wanted) <= 1e-6 * (1 + std::fabs(wanted)))
        << got << " for " << wanted;
    return true;
  } else {
    return false;
  }
}

// A call by the unqualified name, beside the standard's.
#define FF_OF_ONE(name, asked)                                                              \
  {                                                                                         \
    using std::name;                                                                        \
    const auto f = [](const auto& x) -> decltype(name(x)) { return name(x); };              \
    if (!has<T>(asked, f, f, T(0.75f)) || !has<T>(asked, f, f, T(1.75f))) lacks.add(#name); \
  }
#define FF_OF_TWO(name, asked)                                                                      \
  {                                                                                                 \
    using std::name;                                                                                \
    const auto f = [](const auto& x, const auto& y) -> decltype(name(x, y)) { return name(x, y); }; \
    if (!has<T>(asked, f, f, T(0.75f), T(1.75f)) || !has<T>(asked, f, f, T(2.5f), T(1.25f)))        \
      lacks.add(#name);                                                                             \
    else if (!has<T>(asked, f, f, T(0.75f), 1.75) || !has<T>(asked, f, f, 2.5f, T(1.25f)) ||        \
             !has<T>(asked, f, f, T(2.5f), 2))                                                      \
      lacks.add(#name " of mixed operands");                                                        \
  }
#define FF_OF_THREE(name, text)                                                                 \
  {                                                                                             \
    using std::name;                                                                            \
    const auto f = [](const auto& x, const auto& y, const auto& z) -> decltype(name(x, y, z)) { \
      return name(x, y, z);                                                                     \
    };                                                                                          \
    if (!has<T>(false, f, f, T(0.75f), T(1.75f), T(2.5f)))                                      \
      lacks.add(text);                                                                          \
    else if (!has<T>(false, f, f, T(0.75f), 1.75, T(2.5f)))                                     \
      lacks.add(text " of mixed operands");                                                     \
  }

template <class T>
void functions_of_one(absences& lacks) {
  // These macros end without a semicolon.
  // clang-format off
  FF_OF_ONE(abs, false) FF_OF_ONE(fabs, false) FF_OF_ONE(exp, false) FF_OF_ONE(exp2, false)
  FF_OF_ONE(expm1, false) FF_OF_ONE(log, false) FF_OF_ONE(log10, false) FF_OF_ONE(log2, false)
  FF_OF_ONE(log1p, false) FF_OF_ONE(sqrt, false) FF_OF_ONE(cbrt, false) FF_OF_ONE(sin, false)
  FF_OF_ONE(cos, false) FF_OF_ONE(tan, false) FF_OF_ONE(asin, false) FF_OF_ONE(acos, false)
  FF_OF_ONE(atan, false) FF_OF_ONE(sinh, false) FF_OF_ONE(cosh, false) FF_OF_ONE(tanh, false)
  FF_OF_ONE(asinh, false) FF_OF_ONE(acosh, false) FF_OF_ONE(atanh, false) FF_OF_ONE(erf, false)
  FF_OF_ONE(erfc, false) FF_OF_ONE(tgamma, false) FF_OF_ONE(lgamma, false) FF_OF_ONE(ceil, false)
  FF_OF_ONE(floor, false) FF_OF_ONE(trunc, false) FF_OF_ONE(round, false) FF_OF_ONE(nearbyint, false)
  FF_OF_ONE(rint, false) FF_OF_ONE(logb, false) FF_OF_ONE(lround, true) FF_OF_ONE(llround, true)
  FF_OF_ONE(lrint, true) FF_OF_ONE(llrint, true) FF_OF_ONE(ilogb, true) FF_OF_ONE(fpclassify, true)
  FF_OF_ONE(isfinite, true) FF_OF_ONE(isinf, true) FF_OF_ONE(isnan, true) FF_OF_ONE(isnormal, true)
  FF_OF_ONE(signbit, true)
  // clang-format on
}

template <class T>
void functions_of_several(absences& lacks) {
  // These macros end without a semicolon.
  // clang-format off
  FF_OF_TWO(fmod, false) FF_OF_TWO(remainder, false) FF_OF_TWO(fmax, false) FF_OF_TWO(fmin, false)
  FF_OF_TWO(fdim, false) FF_OF_TWO(pow, false) FF_OF_TWO(hypot, false) FF_OF_TWO(atan2, false)
  FF_OF_TWO(nextafter, false) FF_OF_TWO(nexttoward, false) FF_OF_TWO(copysign, false)
  FF_OF_TWO(isgreater, true) FF_OF_TWO(isgreaterequal, true) FF_OF_TWO(isless, true)
  FF_OF_TWO(islessequal, true) FF_OF_TWO(islessgreater, true) FF_OF_TWO(isunordered, true)
  FF_OF_THREE(fma, "fma") FF_OF_THREE(hypot, "hypot of three");
  // clang-format on
  const auto scaled = [&](const char* name, auto f, auto n) {
    const auto on_double = [f, n](double x) { return f(x, n); };
    if (!has<T>(
            false, [f, n](const auto& x) -> decltype(f(x, n)) { return f(x, n); }, on_double, T(0.75f)))
      lacks.add(name);
  };
  using std::ldexp, std::scalbn, std::scalbln, std::frexp, std::modf, std::remquo;
  scaled(
      "ldexp", [](const auto& x, auto n) -> decltype(ldexp(x, n)) { return ldexp(x, n); }, 3);
  scaled(
      "scalbn", [](const auto& x, auto n) -> decltype(scalbn(x, n)) { return scalbn(x, n); }, -3);
  scaled(
      "scalbln", [](const auto& x, auto n) -> decltype(scalbln(x, n)) { return scalbln(x, n); }, 5L);
  int n = 0;
  scaled(
      "frexp", [](const auto& x, int* e) -> decltype(frexp(x, e)) { return frexp(x, e); }, &n);
  EXPECT_EQ(n, 0);
  scaled(
      "remquo", [](const auto& x, int* q) -> decltype(remquo(x, x, q)) { return remquo(x, x, q); }, &n);
  EXPECT_EQ(n & 7, 1);
  const auto parts =
      [](const auto& x) -> decltype(modf(x, static_cast<std::decay_t<decltype(x)>*>(nullptr))) {
    std::decay_t<decltype(x)> whole = 0.0f;
    const auto fraction = modf(x, &whole);
    EXPECT_EQ(static_cast<int>(whole), 2);
    return fraction;
  };
  if (!has<T>(false, parts, parts, T(2.75f))) lacks.add("modf");
}

// The special functions of C++17 that some type of ff has.
template <class T>
void special_functions(absences& lacks) {
  FF_OF_ONE(expint, false) FF_OF_ONE(riemann_zeta, false)
}

/// From and to A, in comparisons and in sums.
template <class T, class A>
void type_of(absences& lacks, const char* name) {
  const auto sums = [](auto x, A a) -> decltype(x < a, a == x, x + a, a * x, x = a) { return x = a; };
  if constexpr (!std::is_convertible_v<A, T> || !std::is_constructible_v<A, T>) {
    lacks.add(name);
  } else if constexpr (std::is_invocable_v<decltype(sums), T, A>) {
    const T x = static_cast<A>(1);
    EXPECT_EQ(static_cast<A>(x), static_cast<A>(1)) << name;
  } else {
    lacks.add(std::string("operators with ") + name);
  }
}

template <class T>
void types(absences& lacks) {
#define FF_TYPE(type) type_of<T, type>(lacks, #type)
  FF_TYPE(bool);
  FF_TYPE(char);
  FF_TYPE(signed char);
  FF_TYPE(unsigned char);
  FF_TYPE(wchar_t);
  FF_TYPE(char16_t);
  FF_TYPE(char32_t);
  FF_TYPE(short);
  FF_TYPE(unsigned short);
  FF_TYPE(int);
  FF_TYPE(unsigned);
  FF_TYPE(long);
  FF_TYPE(unsigned long);
  FF_TYPE(long long);
  FF_TYPE(unsigned long long);
  FF_TYPE(float);
  FF_TYPE(double);
  FF_TYPE(long double);
  using int128 = ff::detail::int128;
  using uint128 = ff::detail::uint128;
  FF_TYPE(int128);
  FF_TYPE(uint128);
#undef FF_TYPE
  if (!std::is_constructible_v<T, volatile T&> || !std::is_assignable_v<volatile T&, T>)
    lacks.add("volatile");
}

template <class T>
std::string absent() {
  absences lacks;
  functions_of_one<T>(lacks);
  functions_of_several<T>(lacks);
  special_functions<T>(lacks);
  types<T>(lacks);
  return lacks.text.empty() ? "nothing" : lacks.text;
}

TEST(Cmath, ThePageListsWhatEachTypeLacks) {
  EXPECT_EQ(absent<float>(), "nothing") << "the list itself";
  std::ostringstream rows;
  rows << "| `ff_t` | " << absent<ff::ff_t>() << " |\n"
       << "| `fast_t` | " << absent<ff::fast_t>() << " |\n"
       << "| `fused_t` | " << absent<ff::fused_t>() << " |\n"
       << "| `wide_t` | " << absent<ff::wide_t>() << " |\n"
       << "| `dd_t` | " << absent<ff::dd_t>() << " |\n"
       << "| `probe<ff_t>` | " << absent<ff::probe<ff::ff_t>>() << " |\n"
       << "| `probe<fast_t>` | " << absent<ff::probe<ff::fast_t>>() << " |\n"
       << "| `probe<float>` | " << absent<ff::probe<float>>() << " |\n";
  std::ifstream file(FF_SOURCE_DIR "/docs/guide/cmath.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find(rows.str()), std::string::npos) << "docs/guide/cmath.md should have\n"
                                                            << rows.str();
}

}  // namespace
