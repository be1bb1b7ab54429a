// Test vectors from a counter: vector i is the same on host and device, and in constant expressions.
#pragma once

#include <ostream>

#include "exact.hpp"

namespace ff_test {

using ff::detail::from_bits;
using ff::detail::to_bits;

/// The floats next to x > 0 and finite, or any x but 0: away from zero and towards it.
FF_HD_LARGE constexpr float outwards(float x) { return from_bits(to_bits(x) + 1); }
FF_HD_LARGE constexpr float inwards(float x) { return from_bits(to_bits(x) - 1); }

/// 2^e for -149 <= e <= 127.
FF_HD_LARGE constexpr float power(int e) {
  return from_bits(e >= -126 ? static_cast<uint32>(e + 127) << 23 : 1u << (e + 149));
}

struct one_float {
  float a;
};
struct two_floats {
  float a, b;
};
struct three_floats {
  float a, b, c;
};
struct one_pair {
  ff_t x;
};
struct two_pairs {
  ff_t x, y;
};
struct three_pairs {
  ff_t x, y, z;
};

inline std::ostream& operator<<(std::ostream& out, one_float v) { return out << v.a; }
inline std::ostream& operator<<(std::ostream& out, two_floats v) { return out << v.a << ", " << v.b; }
inline std::ostream& operator<<(std::ostream& out, three_floats v) {
  return out << v.a << ", " << v.b << ", " << v.c;
}
inline std::ostream& operator<<(std::ostream& out, one_pair v) {
  return out << '(' << v.x.hi() << ", " << v.x.lo() << ')';
}
inline std::ostream& operator<<(std::ostream& out, two_pairs v) {
  return out << one_pair{v.x} << ", " << one_pair{v.y};
}
inline std::ostream& operator<<(std::ostream& out, three_pairs v) {
  return out << one_pair{v.x} << ", " << one_pair{v.y} << ", " << one_pair{v.z};
}

/// The random draws of one vector: splitmix64 (Steele, Lea, Flood 2014) started at the vector's number.
class draws {
 public:
  FF_HD_LARGE constexpr explicit draws(uint64 vector) : state_(mixed(vector * 0xd1342543de82ef95u + 1)) {}

  FF_HD_LARGE constexpr uint64 bits() { return mixed(state_ += 0x9e3779b97f4a7c15u); }
  FF_HD_LARGE constexpr uint32 word() { return static_cast<uint32>(bits() >> 32); }
  FF_HD_LARGE constexpr int between(int first, int last) {
    const ff::int64 width = ff::int64{last} - first + 1;
    return static_cast<int>(first +
                            static_cast<ff::int64>(uint64{word()} * static_cast<uint64>(width) >> 32));
  }
  FF_HD_LARGE constexpr bool coin() { return (word() & 0x80000000u) != 0; }
  FF_HD_LARGE constexpr uint32 sign() { return word() & 0x80000000u; }

  /// 23 bits: uniform, a power of two and its neighbours, few leading bits, half-way patterns.
  FF_HD_LARGE constexpr uint32 fraction() {
    const uint32 uniform = word() & 0x7fffffu, few = static_cast<uint32>(between(0, 4));
    const int kind = between(0, 11);
    return kind == 6    ? few
           : kind == 7  ? 0x7fffffu - few
           : kind == 8  ? uniform & ~(0x7fffffu >> between(1, 12))
           : kind == 9  ? 0x400000u + few
           : kind == 10 ? (uniform & 0x7ff000u) + 0x800u
           : kind == 11 ? 1u << between(0, 22)
                        : uniform;
  }

  /// A normal float of either sign, first <= exponent <= last.
  FF_HD_LARGE constexpr float in(int first, int last) {
    const uint32 f = fraction();
    return from_bits(sign() | static_cast<uint32>(between(first, last) + 127) << 23 | f);
  }

  /// Any float: every exponent, zeros, subnormals, infinities and NaN.
  FF_HD_LARGE constexpr float any() {
    const uint32 f = fraction(), s = sign();
    const int kind = between(0, 15);
    const uint32 special = kind == 0   ? 0u
                           : kind == 1 ? f >> between(0, 22)
                           : kind == 2 ? 0x7f800000u
                           : kind == 3 ? 0x7fc00000u
                           : kind == 4 ? 0x7f7fffffu - (f & 3u)
                                       : static_cast<uint32>(between(0, 254)) << 23 | f;
    return from_bits(s | special);
  }

  /// A low word for a head of exponent e: zero, ulp/2, just below it, a wide gap, or uniform.
  FF_HD_LARGE constexpr float low_word(int e) {
    const int top = e - 24;
    const uint32 s = sign(), f = word() & 0x7fffffu;
    const int gap = between(1, 60), kind = between(0, 9);
    if (kind == 0 || top < -126) return from_bits(top < -149 || kind < 5 ? s : s | to_bits(power(top)));
    if (kind == 1) return from_bits(s | to_bits(power(top)));
    if (kind == 2) return from_bits(s | (to_bits(power(top)) - 1 - (f & 3u)));
    if (kind == 3)
      return from_bits(s | (top - gap < -126 ? f : static_cast<uint32>(top - gap + 127) << 23 | f));
    return from_bits(s | (top - 1 < -126 ? f : (static_cast<uint32>(top + 126) - (f & 1u)) << 23 | f));
  }

  /// A pair, first <= exponent of the head <= last; a carry out of the low word may add 1.
  FF_HD_LARGE constexpr ff_t pair(int first, int last) {
    const float head = in(first, last);
    return normalized(head, low_word(exponent(head)));
  }

  /// The weak form: |lo| is ulp(hi)/2 or the float above it.
  FF_HD_LARGE constexpr ff_t weak_pair(int first, int last) {
    const float head = in(first, last);
    const uint32 excess = static_cast<uint32>(between(0, 1));
    return from_words(head, from_bits(sign() | (to_bits(power(exponent(head) - 24)) + excess)));
  }

  FF_HD_LARGE static constexpr int exponent(float x) {
    return static_cast<int>(to_bits(x) >> 23 & 0xffu) - 127;
  }

  /// FastTwoSum: the strict pair of two words whose exponents are in order.
  FF_HD_LARGE static constexpr ff_t normalized(float a, float b) {
    const float s = ff::add_rn(a, b);
    return from_words(s, ff::sub_rn(b, ff::sub_rn(s, a)));
  }

 private:
  FF_HD_LARGE static constexpr uint64 mixed(uint64 z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

  uint64 state_;
};

/// Two pairs for a sum: independent, nearly opposite at either word, far apart, or of equal heads.
FF_HD_LARGE constexpr two_pairs summands(uint64 i, int first, int last) {
  draws d(i);
  const ff_t x = d.pair(first, last);
  const int ex = draws::exponent(x.hi());
  const int kind = d.between(0, 9), gap = d.between(-3, 3), far = d.between(10, 60);
  const float other_low = d.low_word(ex);
  const int near_e = ex + gap < first ? first : ex + gap > last ? last : ex + gap;
  const int far_e = ex - far < first ? first : ex - far;
  ff_t y = d.pair(first, last);
  if (kind == 3) y = draws::normalized(ff::neg(x.hi()), other_low);
  if (kind == 4)
    y = draws::normalized(ff::neg(from_bits(to_bits(x.hi()) + static_cast<uint32>(gap))), other_low);
  if (kind == 5) y = d.pair(near_e, near_e);
  if (kind == 6) y = d.pair(far_e, far_e);
  if (kind == 7)
    y = from_words(ff::neg(x.hi()), ff::equal(x.lo(), 0.0f) ? x.lo() : ff::neg(outwards(x.lo())));
  if (kind == 8) y = -draws::normalized(power(near_e), other_low);
  return (i & 1u) != 0 ? two_pairs{x, y} : two_pairs{y, x};
}

/// Two pairs for a product: the first anywhere, the second so that the exponents add up to `first`..`last`.
FF_HD_LARGE constexpr two_pairs factors(uint64 i, int first, int last) {
  draws d(i);
  const ff_t x = d.pair(-100, 100);
  const int ex = draws::exponent(x.hi());
  const int low = first - ex < -102 ? -102 : first - ex > 126 ? 126 : first - ex;
  const int high = last - ex > 126 ? 126 : last - ex < low ? low : last - ex;
  return {x, d.pair(low, high)};
}

}  // namespace ff_test
