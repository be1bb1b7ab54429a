// Wide numbers as text, and text as wide numbers.
//
// Powers of ten up to 10^(2^30) do not fit an exact expansion.  Both directions multiply by a power of ten of
// 384 bits, which repeated squaring makes to a relative 2^-344, and round the product to 336 bits: a tie is a
// tie then.  A result differs from the correctly rounded one only where the exact value is no tie and lies
// within 2^-334 of one, which 80 digits, or 266 bits, hardly ever do.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/text/io.hpp>
#include <ff/text/specification.hpp>
#include <ff/wide/comparison.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace ff {
namespace detail {

/// A positive number of 384 bits: the limbs, least significant first, times 2^exponent.  The upper bit is
/// set, but for zero.
struct long_float {
  static constexpr int limbs = 12, bits = 32 * limbs;
  uint32 limb[limbs] = {};
  int64 exponent = 0;

  FF_HD constexpr bool is_zero() const { return limb[limbs - 1] == 0; }

  /// An integer below 2^32.
  FF_HD static constexpr long_float of(uint32 n) {
    long_float r;
    r.limb[0] = n;
    r.normalise();
    return r;
  }

  FF_HD constexpr void normalise() {
    for (int i = 0; i < limbs && limb[limbs - 1] == 0; ++i) {
      for (int j = limbs - 1; j > 0; --j) limb[j] = limb[j - 1];
      limb[0] = 0, exponent -= 32;
    }
    int shift = 0;
    while (shift < 32 && limb[limbs - 1] != 0 && (limb[limbs - 1] << shift) >> 31 == 0) ++shift;
    shift_left(shift);
  }
  FF_HD constexpr void shift_left(int count) {
    if (count <= 0) return;
    for (int j = limbs - 1; j >= 0; --j)
      limb[j] = limb[j] << count | (j > 0 ? limb[j - 1] >> (32 - count) : 0u);
    exponent -= count;
  }

  /// The product, cut off.
  FF_HD friend constexpr long_float operator*(const long_float& a, const long_float& b) {
    uint32 all[2 * limbs] = {};
    for (int i = 0; i < limbs; ++i) {
      uint64 carry = 0;
      for (int j = 0; j < limbs; ++j) {
        carry += uint64{a.limb[i]} * b.limb[j] + all[i + j];
        all[i + j] = static_cast<uint32>(carry);
        carry >>= 32;
      }
      all[i + limbs] = static_cast<uint32>(carry);
    }
    long_float r;
    for (int i = 0; i < limbs; ++i) r.limb[i] = all[i + limbs];
    r.exponent = a.exponent + b.exponent + bits;
    if (r.limb[limbs - 1] >> 31 == 0 && !r.is_zero()) {
      r.shift_left(1);
      r.limb[0] |= all[limbs - 1] >> 31;
    }
    return r;
  }

  /// Rounded to its upper 336 bits, which leaves out the errors of a power of ten.
  FF_HD constexpr long_float rounded() const {
    long_float r = *this;
    uint64 carry = (uint64{limb[1]} + 0x8000u) & 0x1ffff0000u;
    r.limb[0] = 0, r.limb[1] = static_cast<uint32>(carry);
    carry >>= 32;
    for (int i = 2; i < limbs; ++i, carry >>= 32) r.limb[i] = static_cast<uint32>(carry += limb[i]);
    if (carry != 0) r.limb[limbs - 1] = sign_bits, ++r.exponent;
    return r;
  }

  /// n a + d, for a small factor and addend; normalised.
  FF_HD constexpr void append(uint32 base, uint32 digit) {
    uint64 carry = digit;
    for (uint32& l : limb) {
      carry += uint64{l} * base;
      l = static_cast<uint32>(carry);
      carry >>= 32;
    }
  }

  /// The bit of weight 2^(exponent + i).
  FF_HD constexpr bool bit(int64 i) const { return i >= 0 && i < bits && (limb[i / 32] >> i % 32 & 1u) != 0; }
};

/// 10^n for |n| < 2^31.
FF_HD constexpr long_float power_of_ten(int64 n) {
  long_float factor = long_float::of(10), power = long_float::of(1);
  if (n < 0) {  // 1/10 = 0.000110011...b, cut off below its 384th bit
    for (int i = 0; i < long_float::limbs; ++i) factor.limb[i] = 0xccccccccu;
    factor.exponent = -long_float::bits - 3;
    n = -n;
  }
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) power = power * factor;
    if (n > 1) factor = factor * factor;
  }
  return power;
}

/// a 10^n, where an exact tie stays one.
FF_HD constexpr long_float times_power_of_ten(const long_float& a, int64 n) {
  return n == 0 ? a : (a * power_of_ten(n)).rounded();
}

/// |x| for a finite x that is not zero; what lies 2^-300 below the head is cut off.
inline long_float long_float_of(wide_t x) {
  bool negative = false;
  const wide_t c = canonical(x);
  const fixed_point v = exact_magnitude(c.pair(), negative);
  long_float r;
  constexpr int above = long_float::limbs - fixed_point::limbs;
  for (int i = 0; i < fixed_point::limbs; ++i) r.limb[i + above] = v.limb[i];
  r.exponent = int64{wide_step} * c.step() - fixed_point::point - 32 * above;
  r.normalise();
  return r;
}

/// The number nearest to it.
FF_HD constexpr wide_t wide_of(const long_float& a) {
  if (a.is_zero()) return wide_special(0.0f);
  // The upper 256 bits as a number in [2^63, 2^64), which the engine of ff_t's text rounds; the others count
  // as sticky.
  const int64 top = a.exponent + long_float::bits, step = (top + 8) >> 6;
  const int place =
      static_cast<int>(top - 64 * step);  // the leading bit stands for 2^(place - 1), -8 <= place < 56
  fixed_point v;
  const int lift = fixed_point::point + place - long_float::bits;  // from the limbs to weights
  uint32 sticky = 0;
  for (int i = 0; i < long_float::bits; ++i) {
    if (!a.bit(i)) continue;
    const int to = i + lift;
    if (to <= 0) {
      sticky = 1;
    } else {
      v.limb[to / 32] |= 1u << to % 32;
    }
  }
  v.limb[0] |= sticky;
  if (step > largest_step + 1) return wide_special(infinity);
  if (step < -largest_step - 1) return wide_special(0.0f);
  return wide_at_home(nearest_pair(v, false), static_cast<int>(step));
}

FF_HD constexpr wide_t wide_of(const numeral& n) {
  long_float a;
  int64 dropped = 0;
  bool point = false, started = false;
  for (const char* p = n.digits; p != n.digits_end; ++p) {
    if (*p == '.') {
      point = true;
      continue;
    }
    const uint32 d = digit_value(*p);
    if (d == 0 && !started && !point) continue;
    started = started || d != 0;
    // 109 decimal digits fill 362 bits.  Beyond them only whether any is not zero counts.
    if (a.limb[long_float::limbs - 1] >> 24 != 0) {
      if (d != 0) a.limb[0] |= 1;
      ++dropped;
    } else {
      a.append(n.base, d);
    }
  }
  if (!started) return wide_special(0.0f);
  // n.point digits stand before the point, leading zeros included.
  int64 digits = 0;
  for (const char* p = n.digits; p != n.digits_end; ++p) digits += *p != '.';
  const int64 shift = n.point - digits + dropped;
  a.normalise();
  if (n.base == 16) {
    a.exponent += 4 * shift + n.scale;
    return wide_of(a);
  }
  if (shift > 700000000) return wide_special(infinity);
  if (shift < -700000000) return wide_special(0.0f);
  return wide_of(times_power_of_ten(a, shift));
}

/// The first `count` digits of a magnitude, rounded to nearest: count <= 80.
inline digit_string leading_digits(const long_float& a, int64 count) {
  // The exponent times log10 2 = 323228496.6 / 2^30, from below: the decimal exponent, or up to 2 less than
  // that.
  const int64 top = a.exponent + long_float::bits - 1;
  int64 decimal = (top * (top < 0 ? 323228497 : 323228496)) >> 30;
  for (;; ++decimal) {
    const long_float scaled = times_power_of_ten(a, count - 1 - decimal);
    const int64 below = -scaled.exponent;  // bits behind the point
    // The integer part, as decimal digits, and the fraction's first bit.
    long_float whole = scaled;
    bool beyond_half = scaled.bit(below);  // or odd, which sends an exact half up
    for (int64 i = 0; i < below - 1; ++i) beyond_half = beyond_half || scaled.bit(i);
    const bool up = scaled.bit(below - 1) && beyond_half;
    for (int64 i = 0; i < below && i < long_float::bits; ++i) whole.limb[i / 32] &= ~(1u << i % 32);
    digit_string d;
    // Divide by ten from the top, until nothing is left; the number stands at weight 2^below.
    std::string digits;
    uint32 work[long_float::limbs];
    for (int i = 0; i < long_float::limbs; ++i) {
      uint32 w = 0;
      for (int b = 0; b < 32; ++b) w |= (whole.bit(32 * i + b + below) ? 1u : 0u) << b;
      work[i] = w;
    }
    uint64 carry = up ? 1 : 0;
    for (uint32& w : work) {
      carry += w;
      w = static_cast<uint32>(carry);
      carry >>= 32;
    }
    for (bool any = true; any;) {
      any = false;
      uint64 rest = 0;
      for (int i = long_float::limbs; i-- > 0;) {
        const uint64 w = rest << 32 | work[i];
        work[i] = static_cast<uint32>(w / 10), rest = w % 10;
        any = any || work[i] != 0;
      }
      digits.insert(digits.begin(), static_cast<char>('0' + rest));
    }
    if (static_cast<int64>(digits.size()) > count &&
        !(up && digits.find_first_not_of('0', 1) == std::string::npos))
      continue;
    d.point = decimal + 1 + static_cast<int64>(digits.size()) - count;
    strip_trailing_zeros(digits);
    d.digits = digits;
    return d;
  }
}

}  // namespace detail

namespace detail {

/// The whole text as one number, an infinity beyond the range, which `overflows` tells; nothing if it is
/// none.
inline std::optional<wide_t> whole_wide(std::string_view text, bool& overflows) {
  const char *first = text.data(), *last = first + text.size();
  const bool sign = first != last && (*first == '-' || *first == '+'), negative = sign && *first == '-';
  const numeral n = scan_number(first + (sign ? 1 : 0), last);
  if (n.end != last || n.end == nullptr) {
    const std::optional<ff_t> special = parse(text);  // inf and nan
    return special ? std::optional<wide_t>(*special) : std::nullopt;
  }
  const wide_t magnitude = wide_of(n);
  overflows = isinf(magnitude);
  return negative ? -magnitude : magnitude;
}
template <>
inline wide_t pair_of_text<wide_t>(const char* text) {
  bool overflows = false;
  return whole_wide(text, overflows).value_or(wide_t(ff_t(quiet_nan)));
}

}  // namespace detail

inline std::optional<wide_t> parse_wide(std::string_view text);
inline std::string to_string(wide_t x, int digits = 0);

namespace detail {

/// The number of digits, from 15 to 80, that parse_wide needs to read the same value.
inline int digits_to_read_back(wide_t x) {
  int enough = 15;
  for (; enough < 80; ++enough)
    if (const std::optional<wide_t> back = parse_wide(to_string(x, enough)); back && *back == x) break;
  return enough;
}

}  // namespace detail

/// The number in scientific or, for exponents from -4 to 15, plain notation, with `digits` significant
/// digits, 1 to 80, rounded to nearest; trailing zeros are left out.  By default 15 digits, or as many more
/// as parse_wide needs to read the same value.
inline std::string to_string(wide_t x, int digits) {
  if (detail::is_zero_or_not_finite(x.pair().hi())) return to_string(x.pair());
  const int64 count = digits <= 0 ? detail::digits_to_read_back(x) : digits > 80 ? 80 : digits;
  const detail::digit_string d = detail::leading_digits(detail::long_float_of(x), count);
  return (signbit(x) ? "-" : "") + detail::general_text(d, d.size(), detail::shortest_limit, false);
}

/// The whole text as one number, in the grammar of ff_t's from_chars; nothing if it is not one, or too large.
inline std::optional<wide_t> parse_wide(std::string_view text) {
  bool overflows = false;
  const std::optional<wide_t> x = detail::whole_wide(text, overflows);
  return overflows ? std::nullopt : x;
}

/// As to_string with the stream's precision, and in any case general notation; showpos, uppercase and width
/// are kept.
inline std::ostream& operator<<(std::ostream& os, wide_t x) {
  std::string text = to_string(x, static_cast<int>(os.precision() < 0    ? 6
                                                   : os.precision() == 0 ? 1
                                                                         : os.precision()));
  if ((os.flags() & std::ios_base::showpos) != 0 && !signbit(x)) text.insert(0, 1, '+');
  if ((os.flags() & std::ios_base::uppercase) != 0)
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return os << text;
}

namespace detail {

template <>
struct text_of_number<wide_t> {
  static constexpr bool has_all_styles = false;
  static signed_text in(wide_t x, const text_style& style) {
    if (is_zero_or_not_finite(x.pair().hi())) return format_number(x.pair(), style);
    const bool scientific = style.form == notation::scientific, whole = style.precision < 0;
    const int64 wanted = whole        ? digits_to_read_back(x)
                         : scientific ? style.precision + 1
                                      : style.precision,
                count = wanted < 1    ? 1
                        : wanted > 80 ? 80
                                      : wanted;
    const digit_string d = leading_digits(long_float_of(x), count);
    signed_text t;
    t.negative = signbit(x);
    t.magnitude = scientific ? scientific_text(d, wanted - 1, style.alternate)
                             : general_text(d, style.alternate && !whole ? wanted : d.size(),
                                            whole ? shortest_limit : count, style.alternate);
    if (style.upper)
      for (char& c : t.magnitude) c = c == 'e' ? 'E' : c;
    return t;
  }
};

}  // namespace detail

inline namespace literals {

/// The number nearest to a decimal or hexadecimal literal of any exponent: 6.62607015e-34_wide,
/// 1e-400000_wide.
template <char... C>
FF_HD constexpr wide_t operator""_wide() {
  constexpr wide_t value = [] {
    constexpr char all[] = {C..., '\0'};
    char plain[sizeof...(C) + 1] = {};
    int count = 0;
    for (const char c : all)
      if (c != '\'' && c != '\0') plain[count++] = c;
    return detail::wide_of(detail::scan_number(plain, plain + count));
  }();
  return value;
}

}  // namespace literals
}  // namespace ff

#endif
