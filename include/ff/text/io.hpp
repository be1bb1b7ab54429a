// Exact decimal and hexadecimal text: from_chars, parse, to_chars, to_string, << and >>.  Host only.
//
// Reading gives the pair nearest to the text: hi = RN(value), lo = RN(value - hi), ties to even.
// Writing starts from all digits of hi + lo and rounds once, to nearest, ties to even.
// A pair whose head is infinite or NaN is its head.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/platform/strings.hpp>
#include <ff/text/format.hpp>

namespace ff {

namespace detail {

// The length of `word` if the text starts with it, in either case; else 0.
inline std::size_t starts_with(const char* first, const char* last, std::string_view word) {
  if (static_cast<std::size_t>(last - first) < word.size()) return 0;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((first[i] | 0x20) != word[i]) return 0;
  return word.size();
}

template <class T>
struct reading {
  basic_ff<T> value = T(0);
  const char* end = nullptr;  // null if there is no number
  bool overflow = false, underflow = false;
};

template <class T>
reading<T> read_number(const char* first, const char* last) {
  const bool negative = first != last && *first == '-';
  const char* p = first != last && (*first == '-' || *first == '+') ? first + 1 : first;
  for (const std::string_view word : {"infinity", "inf", "nan"})
    if (const std::size_t n = starts_with(p, last, word)) {
      const T special = T(word[0] == 'i' ? infinity : quiet_nan);
      return {negative ? neg(special) : special, p + n};
    }
  const numeral n = scan_number(p, last);
  if (n.end == nullptr) return {};
  const auto magnitude = value_of<T>(n);
  const basic_ff<T> value = nearest_pair(magnitude, negative);
  const bool zero = equal(value.hi(), T(0));
  return {value, n.end, !isfinite(value), zero && magnitude.any(0, magnitude.limbs)};
}
template <class T>
std::from_chars_result read_chars(const char* first, const char* last, basic_ff<T>& value) {
  const reading<T> r = read_number<T>(first, last);
  if (r.end == nullptr) return {first, std::errc::invalid_argument};
  if (r.overflow || r.underflow) return {r.end, std::errc::result_out_of_range};
  value = r.value;
  return {r.end, std::errc{}};
}
template <class T>
std::optional<basic_ff<T>> parse_whole(std::string_view text) {
  basic_ff<T> value = T(0);
  const char* last = text.data() + text.size();
  const auto [end, error] = read_chars(text.data(), last, value);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}
template <class T>
basic_ff<T> whole_text_or_nan(const char* text) {
  const std::string_view all = text;
  const reading<T> r = read_number<T>(all.data(), all.data() + all.size());
  return r.end == all.data() + all.size() ? r.value : basic_ff<T>(T(quiet_nan));
}

inline text_style style_of(std::chars_format form, int64 precision) {
  const bool fixed = (form & std::chars_format::fixed) == std::chars_format::fixed;
  const bool scientific = (form & std::chars_format::scientific) == std::chars_format::scientific;
  text_style style;
  style.precision = precision;
  style.form = form == std::chars_format::hex ? notation::hex
               : fixed && !scientific         ? notation::fixed
               : scientific && !fixed         ? notation::scientific
                                              : notation::general;
  return style;
}

inline std::to_chars_result write_chars(char* first, char* last, const std::string& text) {
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  return {first + text.copy(first, text.size()), std::errc{}};
}

}  // namespace detail

// ---------------------------------------------------------------- reading

/// The longest number at the start of [first, last), as std::from_chars reports it: decimal (`1.5e-3`),
/// hexadecimal with 0x (`0x1.8p3`), inf, infinity or nan in either case; any number of digits.  Unlike
/// std::from_chars it takes a leading +.  No number: errc::invalid_argument, ptr == first.  Too
/// large, or not zero and yet nearest to zero: errc::result_out_of_range.  Either leaves value alone.
inline std::from_chars_result from_chars(const char* first, const char* last, ff_t& value) {
  return detail::read_chars(first, last, value);
}

/// The whole text as one number, in the grammar of from_chars; nothing if it is not one or is out of range.
inline std::optional<ff_t> parse(std::string_view text) { return detail::parse_whole<float>(text); }

namespace detail {

template <>
inline ff_t pair_of_text<ff_t>(const char* text) {
  return whole_text_or_nan<float>(text);
}

}  // namespace detail

// ---------------------------------------------------------------- writing

/// The fewest decimal digits that from_chars reads back to the pair nearest to hi + lo, which has its value,
/// and of those the nearest that does; scientific outside [1e-4, 1e16).  The words come back too if hi ==
/// RN(hi + lo), that is for all but mul22's weak form and some ties |lo| == ulp(hi)/2; a zero low word
/// comes back as +0.  Only a sum of 2^128 - 2^103 or more, where RN(hi + lo) overflows, is out of
/// from_chars' range.
/// Digits may be many, as lo can lie far below hi: 1 + 2^-149 takes 46 of them.
inline std::string to_string(ff_t x) { return detail::format_text(x, {}); }

/// Fixed, scientific or general with the precision of printf's %f, %e, %g, or %a with its 0x; a negative
/// precision, or none, means the fewest digits that read back (hexadecimal: all there are).
inline std::string to_string(ff_t x, std::chars_format form, int precision = -1) {
  return detail::format_text(x, detail::style_of(form, precision));
}

/// The same text into [first, last).  If it does not fit: errc::value_too_large, ptr == last, nothing
/// written.
inline std::to_chars_result to_chars(char* first, char* last, ff_t x,
                                     std::chars_format form = std::chars_format::general,
                                     int precision = -1) {
  return detail::write_chars(first, last, to_string(x, form, precision));
}

// ---------------------------------------------------------------- streams

namespace detail {

// The leading digits of a number in groups, separated by commas, as numpunct::grouping() asks.
inline std::string group_digits(const std::string& text, const std::string& grouping) {
  std::size_t left = text.find_first_not_of("0123456789");
  if (left == std::string::npos) left = text.size();
  std::string grouped = text;
  for (std::size_t i = 0; i < grouping.size();) {
    const int size = grouping[i];
    if (size <= 0 || size == (std::numeric_limits<char>::max)() || left <= static_cast<std::size_t>(size))
      break;
    left -= static_cast<std::size_t>(size);
    grouped.insert(left, 1, ',');
    if (i + 1 < grouping.size()) ++i;
  }
  return grouped;
}

// A number taken from a stream one character at a time, since a stream takes none back.
class number_prefix {
 public:
  // Keeps c if some number continues with it; ',' is a separator between groups of digits.
  bool take(char c) {
    const bool fits = continues(c);
    if (fits) text_ += c;
    return fits;
  }

  // Nothing unless all that was taken is one number, its groups as the locale writes them.
  template <class T>
  reading<T> read(const std::string& grouping) const {
    std::string plain;
    for (const char c : text_)
      if (c != ',') plain += c;
    const bool grouped = plain.size() != text_.size();
    if (grouped && group_digits(plain.substr(start_), grouping) != text_.substr(start_)) return {};
    const reading<T> r = read_number<T>(plain.data(), plain.data() + plain.size());
    return r.end == plain.data() + plain.size() ? r : reading<T>{};
  }

 private:
  bool continues(char c) {
    const char lower = static_cast<char>(c | 0x20), mark = hex_ ? 'p' : 'e';
    if (c == '+' || c == '-') {
      if (!text_.empty()) return exponent_ && (text_.back() | 0x20) == mark;
      start_ = 1;
      return true;
    }
    const std::size_t at = text_.size() - start_;
    if (at == 0 && (lower == 'i' || lower == 'n')) word_ = lower == 'i' ? "infinity" : "nan";
    if (!word_.empty()) return at < word_.size() && word_[at] == lower;
    if (digit_value(c) < (hex_ && !exponent_ ? 16u : 10u)) return digits_ = true;
    if (c == ',') return digits_ && !hex_ && !point_ && !exponent_;
    if (c == '.') return !std::exchange(point_, true) && !exponent_;
    if (lower == 'x') return at == 1 && text_.back() == '0' && !std::exchange(hex_, true);
    return lower == mark && digits_ && !std::exchange(exponent_, true);
  }

  std::string text_;
  std::string_view word_;  // the word that the text has begun
  std::size_t start_ = 0;  // 1 after a sign
  bool digits_ = false, hex_ = false, point_ = false, exponent_ = false;
};

// The style is that of a stream, whose class is known where this is used.
template <class Stream>
text_style style_of(const Stream& stream) {
  const auto field = stream.flags() & stream.floatfield;
  text_style style;
  style.form = field == stream.fixed        ? notation::fixed
               : field == stream.scientific ? notation::scientific
               : field == stream.floatfield ? notation::hex
                                            : notation::general;
  const int64 precision = stream.precision();
  style.precision = style.form == notation::hex ? -1 : precision < 0 ? 6 : precision;
  style.alternate = (stream.flags() & stream.showpoint) != 0;
  style.upper = (stream.flags() & stream.uppercase) != 0;
  return style;
}

template <class C, class Traits, class T>
std::basic_ostream<C, Traits>& write_to(std::basic_ostream<C, Traits>& os, basic_ff<T> x) {
  const auto& punct = std::use_facet<std::numpunct<C>>(os.getloc());
  const text_style style = style_of(os);
  const signed_text number = format_number(x, style);
  const bool hex = style.form == notation::hex;
  std::basic_string<C, Traits> text;
  if (number.negative) text += os.widen('-');
  if (!number.negative && (os.flags() & os.showpos) != 0) text += os.widen('+');
  std::size_t prefix = text.size();
  if (prefix == 0 && hex && number.magnitude[0] == '0') prefix = 2;
  for (const char c : hex ? number.magnitude : group_digits(number.magnitude, punct.grouping()))
    text += c == '.' ? punct.decimal_point() : c == ',' ? punct.thousands_sep() : os.widen(c);
  const auto width = static_cast<std::size_t>(os.width() < 0 ? 0 : os.width());
  if ((os.flags() & os.adjustfield) == os.internal && text.size() < width)
    text.insert(prefix, width - text.size(), os.fill());
  return os << text;
}

template <class C, class Traits, class T>
std::basic_istream<C, Traits>& read_from(std::basic_istream<C, Traits>& is, basic_ff<T>& x) {
  const typename std::basic_istream<C, Traits>::sentry ready(is);
  if (!ready) return is;
  const auto& punct = std::use_facet<std::numpunct<C>>(is.getloc());
  const std::string grouping = punct.grouping();
  number_prefix prefix;
  auto state = is.goodbit;
  for (auto next = is.rdbuf()->sgetc();; next = is.rdbuf()->snextc()) {
    if (Traits::eq_int_type(next, Traits::eof())) {
      state |= is.eofbit;
      break;
    }
    const C c = Traits::to_char_type(next);
    const bool separator = !grouping.empty() && c == punct.thousands_sep();
    const char plain = is.narrow(c, '\0');
    const bool stray = plain == '.' || plain == ',';  // no point and no separator in this locale
    if (!prefix.take(c == punct.decimal_point() ? '.' : separator ? ',' : stray ? '\0' : plain)) break;
  }
  const reading<T> r = prefix.template read<T>(grouping);
  if (r.end == nullptr || r.overflow) state |= is.failbit;
  const basic_ff<T> largest = (std::numeric_limits<basic_ff<T>>::max)();
  x = !r.overflow ? r.value : signbit(r.value) ? -largest : largest;
  is.setstate(state);
  return is;
}

}  // namespace detail

/// As a double is written: precision, fixed, scientific, hexfloat, showpoint, showpos, uppercase, width,
/// fill, adjustment and the locale's point and groups.  All digits: std::hexfloat, or to_string(x).
template <class C, class Traits>
std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& os, ff_t x) {
  return detail::write_to(os, x);
}

/// Skips blanks and takes the longest run of characters that can be a number: the grammar of from_chars, with
/// the locale's point and groups.  If it is none, as in `1e`: failbit and zero.  Too large: failbit
/// and the largest number of that sign.  One that rounds to zero is zero.
template <class C, class Traits>
std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& is, ff_t& x) {
  return detail::read_from(is, x);
}

}  // namespace ff

#endif
