// Double-doubles as text, and text as double-doubles: ff_t's engine with longer integers.  Host only.
//
// Reading gives the pair nearest to the text, ties to even.  Writing starts from all digits of hi + lo and
// rounds once.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/dd/basic.hpp>
#include <ff/text/io.hpp>

namespace ff {
namespace detail {

template <>
inline dd_t pair_of_text<dd_t>(const char* text) {
  return whole_text_or_nan<double>(text);
}

}  // namespace detail

/// The longest number at the start of [first, last), in the grammar and with the errors of ff_t's from_chars.
inline std::from_chars_result from_chars(const char* first, const char* last, dd_t& value) {
  return detail::read_chars(first, last, value);
}

/// The whole text as one number; nothing if it is not one or is out of range.
inline std::optional<dd_t> parse_dd(std::string_view text) { return detail::parse_whole<double>(text); }

/// The fewest decimal digits that from_chars reads back to the pair nearest to hi + lo, which has its value,
/// and of those the nearest; scientific outside [1e-4, 1e16).  Digits may be many, as lo can lie far below
/// hi.
template <class D, detail::if_dd<D> = 0>
std::string to_string(D x) {
  return detail::format_text(x, {});
}

/// Fixed, scientific or general with the precision of printf's %f, %e, %g, or %a with its 0x; a negative
/// precision, or none, means the fewest digits that read back.
template <class D, detail::if_dd<D> = 0>
std::string to_string(D x, std::chars_format form, int precision = -1) {
  return detail::format_text(x, detail::style_of(form, precision));
}

/// Writes the same text into [first, last).  Where it does not fit, it writes nothing and returns
/// errc::value_too_large with ptr == last.
template <class D, detail::if_dd<D> = 0>
std::to_chars_result to_chars(char* first, char* last, D x,
                              std::chars_format form = std::chars_format::general, int precision = -1) {
  return detail::write_chars(first, last, to_string(x, form, precision));
}

/// As a double is written, with the stream's precision, flags, width and locale.
template <class C, class Traits, class D, detail::if_dd<D> = 0>
std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& os, D x) {
  return detail::write_to(os, x);
}

/// Reads x as a double is read.  What is no number gives failbit and zero; a number beyond the range gives
/// failbit and the largest number.
template <class C, class Traits>
std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& is, dd_t& x) {
  return detail::read_from(is, x);
}

inline namespace literals {

/// The dd_t nearest to the literal, ties to even: 0.1_dd, 6.62607015e-34_dd.
template <char... C>
FF_HD constexpr dd_t operator""_dd() {
  constexpr dd_t value = [] {
    constexpr char all[] = {C..., '\0'};
    char plain[sizeof...(C) + 1] = {};
    int count = 0;
    for (const char c : all)
      if (c != '\'' && c != '\0') plain[count++] = c;
    return detail::nearest_pair(detail::value_of<double>(detail::scan_number(plain, plain + count)), false);
  }();
  static_assert(less(abs(value.hi()), detail::infinite_double), "this literal is too large for dd_t");
  return value;
}

}  // namespace literals
}  // namespace ff

#endif
