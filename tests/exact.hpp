// Judges that do not round: sums of doubles held exactly, and rounding to float done in integers.
#pragma once

#include <ff/ff_t.hpp>
#include <limits>

namespace ff_test {

using ff::ff_t;
using ff::from_words;
using ff::int64;
using ff::uint32;
using ff::uint64;

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

/// The ends of an integer type, as constants that device code may name.
template <class I>
inline constexpr I largest_of = std::numeric_limits<I>::max();
template <class I>
inline constexpr I least_of = std::numeric_limits<I>::min();

/// The float as a double, from its bits alone; infinities and NaN too.
FF_HD_LARGE constexpr double wide(float x) {
  const uint32 b = ff::detail::to_bits(x), e = b >> 23 & 0xffu, m = b & 0x7fffffu;
  const uint64 s = uint64{b >> 31} << 63;
  if (e == 0) {
    const double v = m * 0x1p-149;
    return s != 0 ? -v : v;
  }
  const uint64 we = e == 255 ? 2047 : e - 127 + 1023;
  return ff::detail::bit_cast<double>(s | we << 52 | uint64{m} << 29);
}

FF_HD_LARGE constexpr bool is_finite(float x) {
  return (ff::detail::to_bits(x) & 0x7f800000u) != 0x7f800000u;
}
FF_HD_LARGE constexpr bool is_nan(float x) { return (ff::detail::to_bits(x) & 0x7fffffffu) > 0x7f800000u; }
FF_HD_LARGE constexpr bool is_finite(ff_t x) { return is_finite(x.hi()) && is_finite(x.lo()); }
FF_HD_LARGE constexpr double magnitude(double x) { return x < 0 ? -x : x; }

/// The sum of the words, rounded to double.
FF_HD_LARGE constexpr double value(ff_t x) { return wide(x.hi()) + wide(x.lo()); }
/// |x - y|, exact where x and y agree to 24 bits.
FF_HD_LARGE constexpr double distance(ff_t x, double y) {
  return magnitude((wide(x.hi()) - y) + wide(x.lo()));
}
FF_HD_LARGE constexpr double distance(ff_t x, ff_t y) {
  return magnitude((wide(x.hi()) - wide(y.hi())) + (wide(x.lo()) - wide(y.lo())));
}

/// Bit for bit, every NaN alike.
FF_HD_LARGE constexpr bool same_bits(float a, float b) {
  return ff::detail::to_bits(a) == ff::detail::to_bits(b) || (is_nan(a) && is_nan(b));
}
FF_HD_LARGE constexpr bool same_bits(ff_t x, ff_t y) {
  return same_bits(x.hi(), y.hi()) && same_bits(x.lo(), y.lo());
}

/// The exact sum of at most N doubles, as a nonoverlapping expansion: Grow-Expansion (Shewchuk 1997).
/// Products of two floats are exact in double and come nowhere near its underflow.
template <int N>
class exact_sum {
 public:
  FF_HD_LARGE constexpr exact_sum& add(double x) {
    for (int i = 0; i < n_; ++i) {
      const double s = x + c_[i], seen = s - x;
      c_[i] = (x - (s - seen)) + (c_[i] - seen);
      x = s;
    }
    c_[n_++] = x;
    return *this;
  }
  FF_HD_LARGE constexpr exact_sum& add(float x) { return add(wide(x)); }
  FF_HD_LARGE constexpr exact_sum& sub(float x) { return add(-wide(x)); }
  FF_HD_LARGE constexpr exact_sum& add(ff_t x) { return add(x.hi()).add(x.lo()); }
  FF_HD_LARGE constexpr exact_sum& sub(ff_t x) { return sub(x.hi()).sub(x.lo()); }
  FF_HD_LARGE constexpr exact_sum& add_product(float a, float b) { return add(wide(a) * wide(b)); }
  FF_HD_LARGE constexpr exact_sum& sub_product(float a, float b) { return add(-wide(a) * wide(b)); }
  FF_HD_LARGE constexpr exact_sum& add_product(ff_t x, ff_t y) {
    return add_product(x.hi(), y.hi())
        .add_product(x.hi(), y.lo())
        .add_product(x.lo(), y.hi())
        .add_product(x.lo(), y.lo());
  }
  FF_HD_LARGE constexpr exact_sum& sub_product(ff_t x, ff_t y) { return add_product(-x, y); }
  /// a p, p a product of two floats: its 48 bits in two floats first.
  FF_HD_LARGE constexpr exact_sum& add_product(float a, double p) {
    const double head = ff::detail::bit_cast<double>(ff::detail::bit_cast<uint64>(p) & ~uint64{0x1fffffff});
    return add(wide(a) * head).add(wide(a) * (p - head));
  }

  /// To within 2^-50 of itself; its sign is exact.
  FF_HD_LARGE constexpr double value() const {
    double v = 0;
    for (int i = 0; i < n_; ++i) v += c_[i];
    return v;
  }
  FF_HD_LARGE constexpr int sign() const {
    for (int i = n_; i-- > 0;)
      if (c_[i] != 0) return c_[i] > 0 ? 1 : -1;
    return 0;
  }

 private:
  double c_[N] = {};
  int n_ = 0;
};

/// Twice the size of lo against the gap between hi and its neighbour on lo's side: at most 1 for a pair.
FF_HD_LARGE constexpr double overlap(ff_t x) {
  const double h = wide(x.hi()), l = wide(x.lo());
  if (l == 0) return 0;
  if (h == 0) return 1e300;
  const uint32 b = ff::detail::to_bits(x.hi());
  const double neighbour = wide(ff::detail::from_bits((h > 0) == (l > 0) ? b + 1 : b - 1));
  return 2 * magnitude(l) / magnitude(neighbour - h);
}
FF_HD_LARGE constexpr bool is_pair(ff_t x) { return overlap(x) <= 1; }

/// The head is the sum of the words rounded to nearest even: what FastTwoSum leaves, ties included.
FF_HD_LARGE constexpr bool is_rounded(ff_t x) { return ff::equal(ff::add_rn(x.hi(), x.lo()), x.hi()); }

/// The weak form: |lo| <= ulp(hi)/2 (1 + 2^-23), where the ulp of a power of two is the gap above it.
FF_HD_LARGE constexpr bool is_weak_pair(ff_t x) {
  const double l = wide(x.lo()), h = magnitude(wide(x.hi()));
  if (l == 0 || h == 0) return l == 0;
  const double ulp = wide(ff::detail::from_bits((ff::detail::to_bits(x.hi()) & 0x7fffffffu) + 1)) - h;
  return 2 * magnitude(l) <= ulp * (1 + 0x1p-23);
}

/// The sign of z's exact distance from zero for z = m 2^e, m < 2^126, rounded to nearest even in integers.
/// A set last bit may stand for anything nonzero below it once m has 27 bits.
FF_HD_LARGE constexpr float nearest_float(bool negative, uint128 m, int e) {
  int length = 0;
  for (uint128 rest = m; rest != 0; rest >>= 1) ++length;
  const int top = e + length - 24, last = top < -149 ? -149 : top, shift = last - e;
  uint128 k = shift <= 0 ? m << (length == 0 ? 0 : -shift) : shift >= 127 ? uint128{0} : m >> shift;
  if (shift > 0 && shift < 127) {
    const uint128 half = uint128{1} << (shift - 1), rest = m - (k << shift);
    if (rest > half || (rest == half && (k & 1u) != 0)) ++k;
  }
  const uint32 sign = negative ? 0x80000000u : 0u;
  if (k == 0) return ff::detail::from_bits(sign);
  if (last + 149 > 254) return ff::detail::from_bits(sign | 0x7f800000u);
  const uint32 bits = (static_cast<uint32>(last + 149) << 23) + static_cast<uint32>(k);
  return ff::detail::from_bits(sign | (bits > 0x7f800000u ? 0x7f800000u : bits));
}

/// A finite float as m 2^e with m a whole number.
struct decoded {
  bool negative;
  uint64 m;
  int e;
};
FF_HD_LARGE constexpr decoded decode(float x) {
  const uint32 b = ff::detail::to_bits(x), e = b >> 23 & 0xffu, m = b & 0x7fffffu;
  return e == 0 ? decoded{(b >> 31) != 0, m, -149}
                : decoded{(b >> 31) != 0, m | 0x800000u, static_cast<int>(e) - 150};
}

}  // namespace ff_test
