// Intervals as text: parse, to_string, << and >>, which enclose.  Host only.
//
// Both ways are exact but for one rounding outwards: a lower end is rounded down, an upper one up, from any
// number of digits.  So what is read contains every number between the ends as they are written, and what is
// written contains the interval.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/interval/sets.hpp>
#include <ff/platform/strings.hpp>
#include <ff/text/io.hpp>

namespace ff {
namespace detail {

// ---------------------------------------------------------------- a number, rounded in direction R

// The magnitude's nearest head, and its rest rounded in direction R.
template <toward R>
ff_t pair_toward(fixed_point magnitude, bool is_negative) {
  bool head_above = false, tail_above = false;
  const float head = from_bits(magnitude.extract_nearest(head_above));
  if (!finite(head)) {
    const ff_t bound = is_negative == (R == toward::up) ? largest_endpoint<ff_t>() : ff_t(infinity);
    return is_negative ? -bound : bound;
  }
  const bool tail_negative = is_negative != head_above;
  const float tail = from_bits(magnitude.extract_nearest(tail_above)),
              signed_tail = tail_negative ? neg(tail) : tail;
  const bool inexact = magnitude.any(0, fixed_point::limbs), below = tail_above != tail_negative;
  return strict_endpoint(
      from_words(is_negative ? neg(head) : head, step<R>(signed_tail, inexact && below, inexact && !below)));
}

// 0.d1 d2 d3... times 10^point of a numeral, without leading or trailing zeros.
inline digit_string digits_of(const numeral& n) {
  digit_string d;
  d.point = n.point;
  for (const char* p = n.digits; p != n.digits_end; ++p) {
    if (*p == '0' && d.digits.empty()) --d.point;
    if (*p != '.' && (*p != '0' || !d.digits.empty())) d.digits += *p;
  }
  strip_trailing_zeros(d.digits);
  return d;
}

// All digits of |x|, x finite: at most 767.
inline digit_string exact_decimal(double x) {
  char text[800];
  const char* end =
      std::to_chars(text, text + sizeof text, std::fabs(x), std::chars_format::scientific, 770).ptr;
  digit_string d = digits_of(scan_number(text, end));
  if (d.digits.empty()) d.point = 0;
  return d;
}

inline bool less_than(const digit_string& a, const digit_string& b) {
  if (a.digits.empty() || b.digits.empty()) return !b.digits.empty() && a.digits.empty();
  return a.point != b.point ? a.point < b.point : a.digits < b.digits;
}

// A decimal number's nearest double, or the one beside it: as their exact digits compare.
template <toward R>
double decimal_toward(const numeral& n, bool is_negative) {
  const digit_string exact = digits_of(n);
  if (exact.digits.empty()) return 0;
  // Not std::from_chars, which libc++ before 20 has for integers alone.  Without a point no locale matters.
  const std::string text = exact.digits + 'e' + std::to_string(exact.point - exact.size());
  const double read = std::strtod(text.c_str(), nullptr),
               magnitude = read < double_infinity ? read : largest_double;
  const digit_string nearest = exact_decimal(magnitude);
  const bool smaller = less_than(exact, nearest), larger = less_than(nearest, exact);
  if (is_negative) return step<R>(-magnitude, larger ? -1 : smaller ? 1 : 0);
  return step<R>(magnitude, smaller ? -1 : larger ? 1 : 0);
}

// A hexadecimal number, truncated to the places a double has, and the next one where that is outwards.
template <toward R>
double hexadecimal_toward(const numeral& n, bool is_negative) {
  uint64 m = 0;
  bool rest = false;
  int64 e = n.scale + 4 * n.point;
  for (const char* p = n.digits; p != n.digits_end; ++p) {
    if (*p == '.') continue;
    const uint32 digit = digit_value(*p);
    if (m >> 58 == 0)
      m = 16 * m + digit, e -= 4;
    else
      rest = rest || digit != 0;
  }
  while (m >> 53 != 0 || (e < -1074 && m != 0)) rest = rest || (m & 1u) != 0, m >>= 1, ++e;
  while (m != 0 && e > 971 && m >> 52 == 0) m <<= 1, --e;
  const bool overflow = m != 0 && e > 971;
  const double truncated = overflow ? largest_double
                           : m == 0 ? 0
                                    : std::ldexp(static_cast<double>(m), static_cast<int>(e));
  const double residue = rest || overflow ? (is_negative ? -1 : 1) : 0;
  return step<R>(is_negative ? -truncated : truncated, residue);
}

template <toward R, class T>
T number_toward(const numeral& n, bool is_negative) {
  if constexpr (is_same<T, double>)
    return n.base == 16 ? hexadecimal_toward<R>(n, is_negative) : decimal_toward<R>(n, is_negative);
  else
    return convert_toward<R, T>(pair_toward<R>(value_of(n), is_negative));
}

inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}
inline bool is_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() && starts_with(text.data(), text.data() + text.size(), word) != 0;
}

// An end as it is written: a numeral or infinity, and its sign.
struct written_end {
  bool is_negative, infinite;
  numeral number;
};
inline std::optional<written_end> scan_end(std::string_view text) {
  const bool is_negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (is_word(text, "inf") || is_word(text, "infinity")) return written_end{is_negative, true, {}};
  const char* last = text.data() + text.size();
  const numeral n = scan_number(text.data(), last);
  if (n.end != last || n.end == nullptr) return std::nullopt;
  return written_end{is_negative, false, n};
}
template <toward R, class T>
T end_toward(const written_end& e) {
  if (e.infinite) return T(e.is_negative ? -infinity : infinity);
  return number_toward<R, T>(e.number, e.is_negative);
}

// The digits of a numeral, those of a hexadecimal one in binary.
inline digit_string exact_magnitude(const numeral& n) {
  if (n.base == 10) return digits_of(n);
  digit_string d;
  d.point = n.scale + 4 * n.point;
  for (const char* p = n.digits; p != n.digits_end; ++p) {
    if (*p == '.') continue;
    for (int bit = 3; bit >= 0; --bit) {
      const bool one = (digit_value(*p) >> bit & 1u) != 0;
      if (!one && d.digits.empty()) --d.point;
      if (one || !d.digits.empty()) d.digits += one ? '1' : '0';
    }
  }
  strip_trailing_zeros(d.digits);
  return d;
}

// Returns whether a > b, for two finite ends of one base.
inline bool exceeds(const written_end& a, const written_end& b) {
  const digit_string x = exact_magnitude(a.number), y = exact_magnitude(b.number);
  if (a.is_negative != b.is_negative) return b.is_negative && !(x.digits.empty() && y.digits.empty());
  return a.is_negative ? less_than(x, y) : less_than(y, x);
}

// ---------------------------------------------------------------- writing

inline digit_string exact_digits(ff_t x) {
  bool is_negative = false;
  return exact_decimal(exact_magnitude(x, is_negative));
}
inline digit_string exact_digits(float x) { return exact_digits(ff_t(x)); }
inline digit_string exact_digits(double x) { return exact_decimal(x); }

template <toward R, class T>
std::string end_text(T x, int digits) {
  const std::string sign = negative(x) ? "-" : "";
  if (!finite(x)) return sign + "inf";
  const digit_string exact = exact_digits(x);
  const bool away = negative(x) == (R == toward::down);
  const digit_string d = cut(exact, digits, away && exact.size() > digits, 10);
  return sign + general_text(d, d.size(), shortest_limit, false);
}

// The class of streams, known where the operator for T is used.
template <class Stream, class T>
struct stream_where_used {
  using type = Stream;
};
template <class Stream, class T>
using stream_for = typename stream_where_used<Stream, T>::type;

template <class T>
inline constexpr bool is_interval = false;
template <class T>
inline constexpr bool is_interval<interval<T>> = true;

}  // namespace detail

/// The interval of type Interval around the one that the text names: `[0.1, 0.2]`; `[1]` and `1`, the number
/// alone;
/// `[, 5]` and `[-inf, 5]`, unbounded; `[]` and `[empty]`; `[,]` and `[entire]`; numbers in the grammar of
/// from_chars, decimal or hexadecimal, with any number of digits.  Nothing if it is none of these or names
/// ends in the wrong order, which IEEE 1788 calls an undefined operation.  All digits decide on the order; of
/// a decimal and a hexadecimal end, the numbers that they are rounded outwards to (its "possibly undefined").
template <class Interval, detail::require<detail::is_interval<Interval>> = 0>
std::optional<Interval> parse(std::string_view text) {
  using T = typename Interval::endpoint;
  using detail::trimmed;
  text = trimmed(text);
  std::string_view lower = text, upper = text;
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = trimmed(text.substr(1, text.size() - 2));
    if (text.empty() || detail::is_word(text, "empty")) return Interval::empty();
    if (detail::is_word(text, "entire")) return Interval::entire();
    const std::size_t comma = text.find(',');
    lower = trimmed(text.substr(0, comma)),
    upper = comma == text.npos ? lower : trimmed(text.substr(comma + 1));
    if (comma != text.npos && lower.empty()) lower = "-inf";
    if (comma != text.npos && upper.empty()) upper = "inf";
  }
  const auto low = detail::scan_end(lower), high = detail::scan_end(upper);
  if (!low || !high) return std::nullopt;
  const bool comparable = !low->infinite && !high->infinite && low->number.base == high->number.base;
  if (comparable && detail::exceeds(*low, *high)) return std::nullopt;
  const Interval x(detail::end_toward<toward::down, T>(*low), detail::end_toward<toward::up, T>(*high));
  if (is_empty(x)) return std::nullopt;
  return x;
}

/// `[lower, upper]` in decimal, each end rounded outwards to so many significant digits, or exact in fewer;
/// as many as T has and one or two more by default.  `[empty]`, `[entire]`, `[1, inf]`.
template <class T>
std::string to_string(interval<T> x, int digits = detail::is_same<T, float> ? 9 : 17) {
  if (is_empty(x)) return "[empty]";
  if (is_entire(x)) return "[entire]";
  const int least_one = digits < 1 ? 1 : digits;
  return '[' + detail::end_text<toward::down>(x.lower(), least_one) + ", " +
         detail::end_text<toward::up>(x.upper(), least_one) + ']';
}

/// to_string with the stream's precision.
template <class T>
std::ostream& operator<<(detail::stream_for<std::ostream, T>& os, interval<T> x) {
  return os << to_string(x, static_cast<int>(os.precision()));
}

/// Skips blanks and takes a text in brackets, or else up to the next blank; failbit and the empty set if
/// parse finds no interval in it.
template <class T>
std::istream& operator>>(detail::stream_for<std::istream, T>& is, interval<T>& x) {
  std::string text;
  char c = 0;
  if (is >> c && c == '[') {
    std::getline(is, text, ']');
    text = '[' + text + (is.eof() ? "" : "]");
  } else if (is) {
    is.putback(c);
    is >> text;
  }
  const auto read = parse<interval<T>>(text);
  x = read.value_or(interval<T>::empty());
  if (!read) is.setstate(is.failbit);
  return is;
}

}  // namespace ff

#endif
