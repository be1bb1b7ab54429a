// Float-float to text, exactly: expansion of hi + lo, rounding to a number of digits, layout.  Host only.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/basic.hpp>
#include <ff/platform/strings.hpp>
#include <ff/text/decimal.hpp>

namespace ff {
namespace detail {

// Says how a number is written, in the terms of printf: %f, %e, %g, %a.
enum class notation { fixed, scientific, general, hex };

struct text_style {
  notation form = notation::general;
  int64 precision = -1;    // negative: as many digits as reading back needs
  bool alternate = false;  // keep the point and, in general notation, trailing zeros
  bool upper = false;
};

// 0.d1 d2 d3... times base^point, without leading or trailing zeros; none at all for zero.  For base 16 the
// first digit is the leading 1 on its own and point is its binary exponent: 1.d2 d3... times 2^point.
struct digit_string {
  std::string digits;
  int64 point = 0;

  int64 size() const { return static_cast<int64>(digits.size()); }
  char character(int64 i) const { return i >= 0 && i < size() ? digits[static_cast<std::size_t>(i)] : '0'; }
  uint32 at(int64 i) const { return digit_value(character(i)); }
  int64 exponent() const { return digits.empty() ? 0 : point - 1; }  // decimal, of the first digit
};

// Where shortest text turns scientific: 10^16, as for double in Python and fmt.
inline constexpr int64 shortest_limit = 16;

inline constexpr const char* hex_digits = "0123456789abcdef";

template <class T>
uint64 unsigned_bits(T word) {
  return bit_cast<typename word_layout<T>::bits>(word) << 1 >> 1;
}
template <class T>
bool is_negative_word(T word) {
  return bit_cast<typename word_layout<T>::bits>(word) != unsigned_bits(word);
}

// v + |word| or v - |word|.
template <class T>
void accumulate_word(basic_fixed_point<T>& v, T word, bool subtract) {
  using layout = word_layout<T>;
  constexpr uint64 hidden = uint64{1} << (layout::digits - 1);
  const uint64 bits = unsigned_bits(word), exponent = bits / hidden;
  const uint64 significand = exponent == 0 ? bits : bits % hidden + hidden;
  const int ulp = v.last_place + static_cast<int>(exponent == 0 ? 0 : exponent - 1);
  // The significand at its place, as limbs that follow each other.
  uint64 lower = significand << ulp % 32, upper = ulp % 32 != 0 ? significand >> (64 - ulp % 32) : 0;
  uint64 carry = 0;
  for (int i = ulp / 32; i < v.limbs; ++i) {
    const uint64 part = (lower & 0xffffffffu) + carry;
    lower = lower >> 32 | upper << 32, upper >>= 32;
    const uint64 sum = subtract ? v.limb[i] - part : v.limb[i] + part;
    v.limb[i] = static_cast<uint32>(sum);
    carry = sum >> 32 != 0 ? 1 : 0;
  }
}

// |hi + lo| without any rounding, for finite words in any order; the sign is the larger word's.
template <class T>
basic_fixed_point<T> exact_magnitude(basic_ff<T> x, bool& negative) {
  const bool ordered = unsigned_bits(x.hi()) >= unsigned_bits(x.lo());
  const T larger = ordered ? x.hi() : x.lo(), smaller = ordered ? x.lo() : x.hi();
  negative = is_negative_word(larger);
  basic_fixed_point<T> v;
  accumulate_word(v, larger, false);
  accumulate_word(v, smaller, is_negative_word(larger) != is_negative_word(smaller));
  return v;
}

inline void strip_trailing_zeros(std::string& digits) { digits.erase(digits.find_last_not_of('0') + 1); }

// All digits: at most 39 before the point and 149 after it, of doubles 309 and 1074.
template <class T>
digit_string exact_decimal(basic_fixed_point<T> v) {
  constexpr int middle = basic_fixed_point<T>::point_limb, end = basic_fixed_point<T>::limbs;
  digit_string d;
  while (v.any(middle, end)) {
    uint64 remainder = 0;
    for (int i = end; i-- > middle;) {
      const uint64 wide = remainder << 32 | v.limb[i];
      v.limb[i] = static_cast<uint32>(wide / 10);
      remainder = wide % 10;
    }
    d.digits.insert(d.digits.begin(), static_cast<char>('0' + remainder));
  }
  d.point = static_cast<int64>(d.digits.size());
  while (v.any(0, middle)) {
    uint64 carry = 0;
    for (int i = 0; i < middle; ++i) {
      const uint64 wide = uint64{v.limb[i]} * 10 + carry;
      v.limb[i] = static_cast<uint32>(wide);
      carry = wide >> 32;
    }
    if (carry == 0 && d.digits.empty()) {
      --d.point;
    } else {
      d.digits += static_cast<char>('0' + carry);
    }
  }
  strip_trailing_zeros(d.digits);
  return d;
}

template <class T>
digit_string exact_hex(const basic_fixed_point<T>& v) {
  digit_string d;
  if (!v.any(0, v.limbs)) return d;
  d.digits = "1";
  const int top = v.top();
  for (int bit = top - 4; bit >= 0; bit -= 4)  // words end at bit 11 or 14, so no digit is cut short
    d.digits += hex_digits[v.window(bit) & 15];
  strip_trailing_zeros(d.digits);
  d.point = top - v.point;
  return d;
}

// Returns whether rounding to the first `keep` digits goes up: to nearest, ties to even.
inline bool rounds_up(const digit_string& d, int64 keep, uint32 base) {
  if (keep < 0 || keep >= d.size()) return false;
  const uint32 twice = 2 * d.at(keep);
  if (twice != base) return twice > base;
  return d.size() > keep + 1 || (keep > 0 && d.at(keep - 1) % 2 != 0);
}

// The first `keep` digits, the last one raised by one if `up`.
inline digit_string cut(const digit_string& d, int64 keep, bool up, uint32 base) {
  if (keep >= d.size()) return d;
  digit_string r{d.digits.substr(0, static_cast<std::size_t>(keep < 0 ? 0 : keep)), d.point};
  if (up) {
    while (!r.digits.empty() && digit_value(r.digits.back()) == base - 1) r.digits.pop_back();
    if (r.digits.empty()) {
      r.digits = "1";
      ++r.point;
    } else {
      r.digits.back() = hex_digits[digit_value(r.digits.back()) + 1];
    }
  }
  strip_trailing_zeros(r.digits);
  return r;
}

inline digit_string round_to(const digit_string& d, int64 keep, uint32 base) {
  return cut(d, keep, rounds_up(d, keep, base), base);
}

// The fewest digits whose nearest pair is that of all digits.  If n digits suffice so do n + 1, and if any
// n digits do then one of the two neighbours of the exact value does: the nearer one if possible.
template <class T>
digit_string shortest_decimal(const digit_string& exact) {
  const auto pair_of = [](const digit_string& d) {
    numeral n;
    n.digits = d.digits.data();
    n.digits_end = n.digits + d.digits.size();
    n.point = d.point;
    return nearest_pair(value_of<T>(n), false);
  };
  const basic_ff<T> target = pair_of(exact);
  if (!isfinite(target)) return exact;
  const auto reads_back = [&](const digit_string& d) {
    const basic_ff<T> pair = pair_of(d);
    return to_bits(pair.hi()) == to_bits(target.hi()) && to_bits(pair.lo()) == to_bits(target.lo());
  };
  digit_string best = exact;
  for (int64 fewest = 1, most = exact.size(); fewest < most;) {
    const int64 n = (fewest + most) / 2;
    const bool up = rounds_up(exact, n, 10);
    digit_string d = cut(exact, n, up, 10);
    bool enough = reads_back(d);
    if (!enough) {
      d = cut(exact, n, !up, 10);
      enough = reads_back(d);
    }
    if (enough) {
      best = d;
      most = n;
    } else {
      fewest = n + 1;
    }
  }
  return best;
}

// The digits from first on, count of them, zeros where there is none, after a point if there are any.
inline std::string fraction_text(const digit_string& d, int64 first, int64 count, bool alternate) {
  std::string text(count > 0 || alternate ? 1 : 0, '.');
  for (int64 i = first; i < first + count; ++i) text += d.character(i);
  return text;
}

inline std::string exponent_text(char mark, int64 exponent, std::size_t min_digits) {
  std::string digits = std::to_string(exponent < 0 ? -exponent : exponent);
  if (digits.size() < min_digits) digits.insert(0, min_digits - digits.size(), '0');
  return std::string{mark, exponent < 0 ? '-' : '+'} + digits;
}

inline std::string fixed_text(const digit_string& d, int64 decimals, bool alternate) {
  std::string whole;
  for (int64 i = 0; i < d.point; ++i) whole += d.character(i);
  return (whole.empty() ? "0" : whole) + fraction_text(d, d.point, decimals, alternate);
}

inline std::string scientific_text(const digit_string& d, int64 decimals, bool alternate) {
  return d.character(0) + fraction_text(d, 1, decimals, alternate) + exponent_text('e', d.exponent(), 2);
}

inline std::string hex_text(const digit_string& d, int64 decimals, bool alternate) {
  return std::string("0x") + d.character(0) + fraction_text(d, 1, decimals, alternate) +
         exponent_text('p', d.point, 1);
}

// General notation is fixed notation while the exponent is in [-4, limit).
inline std::string general_text(const digit_string& d, int64 digits, int64 limit, bool alternate) {
  const int64 e = d.exponent();
  if (e < -4 || e >= limit) return scientific_text(d, digits - 1, alternate);
  return fixed_text(d, digits - 1 - e > 0 ? digits - 1 - e : 0, alternate);
}

template <class T>
std::string finite_text(const basic_fixed_point<T>& magnitude, const text_style& style) {
  const bool whole = style.precision < 0;
  if (style.form == notation::hex) {
    const digit_string exact = exact_hex(magnitude);
    const digit_string d = whole ? exact : round_to(exact, style.precision + 1, 16);
    return hex_text(d, whole ? d.size() - 1 : style.precision, style.alternate);
  }
  const digit_string exact = exact_decimal(magnitude);
  const digit_string shortest = whole ? shortest_decimal<T>(exact) : digit_string{};
  if (style.form == notation::fixed) {
    const digit_string d = whole ? shortest : round_to(exact, exact.point + style.precision, 10);
    return fixed_text(d, whole ? d.size() - d.point : style.precision, style.alternate);
  }
  if (style.form == notation::scientific) {
    const digit_string d = whole ? shortest : round_to(exact, style.precision + 1, 10);
    return scientific_text(d, whole ? d.size() - 1 : style.precision, style.alternate);
  }
  const int64 digits = style.precision == 0 ? 1 : style.precision;
  const digit_string d = whole ? shortest : round_to(exact, digits, 10);
  return general_text(d, style.alternate && !whole ? digits : d.size(), whole ? shortest_limit : digits,
                      style.alternate);
}

/// A sign and the text of a magnitude, kept apart for those who pad between them.
struct signed_text {
  bool negative = false;
  std::string magnitude;
};

template <class T>
signed_text format_number(basic_ff<T> x, const text_style& style) {
  signed_text t;
  if (isfinite(x)) {
    const auto v = exact_magnitude(x, t.negative);
    t.magnitude = finite_text(v, style);
  } else {
    t.negative = isinf(x) && signbit(x);
    t.magnitude = isinf(x) ? "inf" : "nan";
  }
  if (style.upper)
    for (char& c : t.magnitude) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return t;
}

template <class T>
std::string format_text(basic_ff<T> x, const text_style& style) {
  const signed_text t = format_number(x, style);
  return (t.negative ? "-" : "") + t.magnitude;
}

}  // namespace detail
}  // namespace ff

#endif
