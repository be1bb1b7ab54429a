// Fuzzes the readers of text: from_chars, parse, >> and the parse of intervals.  The first byte of an input
// chooses a format to write what was read, the others are the text.
#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ff/interval.hpp>
#include <ff/text/io.hpp>
#include <sstream>
#include <string>
#include <type_traits>

#include "expect.hpp"

namespace {

using ff::ff_t;
using fuzz::expect;

bool has(const std::string& text, const char* any) { return text.find_first_of(any) != std::string::npos; }

// The words themselves; zeros by their value.
bool is_same(ff_t a, ff_t b) {
  const auto same = [](float p, float q) { return p == q || (p != p && q != q); };
  return same(a.hi(), b.hi()) && same(a.lo(), b.lo());
}

/// RN(value - hi) by MPFR, for a finite number whose digits and exponent are few enough to be exact.
bool low_word(const std::string& number, float hi, float& lo) {
  long exponent = 0;
  const bool hex = has(number, "xX");
  if (const std::size_t e = number.find_first_of(hex ? "pP" : "eE"); e != std::string::npos)
    exponent = std::strtol(number.c_str() + e + 1, nullptr, 10);
  if (exponent < -500 || exponent > 500) return false;
  mpfr_t value, rest;
  // A decimal of k places is at least 10^-k 2^-151 away from where the rounding of the low word changes.
  const long places = 4 * (static_cast<long>(number.size()) + std::labs(exponent)) + 300;
  mpfr_inits2(places, value, rest, static_cast<mpfr_ptr>(nullptr));
  mpfr_strtofr(value, number.c_str(), nullptr, hex ? 16 : 10, MPFR_RNDN);
  mpfr_sub_d(rest, value, static_cast<double>(hi), MPFR_RNDN);
  // Twice rounded, where a double is subnormal for a float: MPFR rounds to a float's own places at once.
  lo = mpfr_get_flt(rest, MPFR_RNDN);
  mpfr_clears(value, rest, static_cast<mpfr_ptr>(nullptr));
  return true;
}

void check_written(ff_t x, unsigned form, const std::string& about) {
  const auto shortest = ff::parse(ff::to_string(x));
  if (!std::isfinite(x.hi())) return expect(bool(shortest), "inf and nan can be read back", about);
  // A tie |lo| = ulp(hi)/2 that came from a number beside it is read back from the other side.
  const bool tie = static_cast<float>(static_cast<double>(x)) != x.hi();
  expect(shortest && (tie ? *shortest == x : is_same(*shortest, x)), "the shortest text reads back", about);
  const std::chars_format forms[] = {std::chars_format::fixed, std::chars_format::scientific,
                                     std::chars_format::general};
  const char* const printf_forms[] = {"%.*f", "%.*e", "%.*g"};
  const auto exact = static_cast<double>(x);
  const int precision = static_cast<int>(form / 3 % 40);
  const std::string text = ff::to_string(x, forms[form % 3], precision);
  const bool is_double = ff_t(exact).hi() == x.hi() && ff_t(exact).lo() == x.lo();
  if (!is_double || exact == 0) return;
  char wanted[500];
  std::snprintf(wanted, sizeof wanted, printf_forms[form % 3], precision, exact);
  expect(text == wanted, "a pair that is a double is written as printf writes that", about + ": " + text);
}

void check_number(const std::string& text, unsigned form) {
  ff_t value = 7.0f;
  const auto [end, error] = ff::from_chars(text.data(), text.data() + text.size(), value);
  const std::string number(text.data(), end);
  const auto whole = ff::parse(text);
  expect(bool(whole) == (error == std::errc{} && number.size() == text.size()), "parse takes all or nothing",
         text);
  if (error == std::errc::invalid_argument) {
    expect(number.empty() && value.hi() == 7.0f, "where no number is, nothing is taken", text);
    return;
  }

  char* seen = nullptr;
  const float head = std::strtof(number.c_str(), &seen);
  expect(seen == number.c_str() + number.size(), "strtof takes what from_chars takes", number);
  const bool signalled = error == std::errc::result_out_of_range;
  if (signalled) expect(value.hi() == 7.0f, "a number out of range leaves the value alone", number);
  if (signalled) expect(head == 0 || std::isinf(head), "what is out of range is so for a float", number);
  if (signalled) return;
  expect(value.hi() == head || (std::isnan(head) && std::isnan(value.hi())), "the high word is RN(number)",
         number);
  float lo = 0;
  if (std::isfinite(head) && low_word(number, head, lo))
    expect(value.lo() == lo, "the low word is RN(number - hi)", number);
  check_written(value, form, number);

  if (!whole || has(text, ",")) return;
  std::istringstream stream(text);
  ff_t streamed = 7.0f;
  stream >> streamed;
  expect(!stream.fail() && is_same(streamed, value), "a stream reads what parse reads", text);
}

template <class T>
T nearest(const std::string& text, ff_t pair) {
  if constexpr (std::is_same_v<T, float>) return pair.hi();
  if constexpr (std::is_same_v<T, double>) return std::strtod(text.c_str(), nullptr);
  if constexpr (std::is_same_v<T, ff_t>) return pair;
}

template <class T>
void check_interval(const std::string& text) {
  using I = ff::interval<T>;
  std::istringstream stream(text);
  I streamed;
  stream >> streamed;
  const auto x = ff::parse<I>(text);
  if (!x || is_empty(*x)) return;
  expect(x->lower() <= x->upper(), "the ends are in order", text);
  const auto again = ff::parse<I>(to_string(*x));
  expect(again && subset(*x, *again), "what is written encloses what was read", text);
  if (const auto number = ff::parse(text); number && isfinite(*number))
    expect(contains(*x, nearest<T>(text, *number)), "what is rounded to nearest lies between the ends", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (text.find('\0') != std::string::npos) return 0;  // strtof would stop there
  check_number(text, data[0]);
  check_interval<float>(text);
  check_interval<double>(text);
  check_interval<ff_t>(text);
  return 0;
}
