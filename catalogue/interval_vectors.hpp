// The operands of interval operations: the same vectors on host and device, vector i a function of (seed, i).
//
// Each run of 32 vectors has one theme, and the shapes of its operands are dealt in turn, so that a warp
// does not diverge and every theme meets every combination of signs.
#pragma once

#include <ff/interval.hpp>

#include "vectors.hpp"

namespace catalogue::intervals {

using ff::ff_t;
using ff::from_words;
using ff::interval;

enum class theme : int {
  thin,      // a few units in the last place wide
  moderate,  // some bits in common
  wide,      // endpoints of unrelated exponents
  point,     // one number
  integers,  // small integers: many results are exact
  powers,    // powers of two
  huge,      // operands or results near overflow
  tiny,      // operands or results near underflow
  near,      // operands that almost cancel, or almost equal
  unbounded,
  empty,
  count
};
inline constexpr int theme_count = static_cast<int>(theme::count);
inline constexpr const char* theme_names[] = {"thin", "moderate", "wide", "point",     "integers", "powers",
                                              "huge", "tiny",     "near", "unbounded", "empty"};
/// These come first in the list: their endpoints are finite.
inline constexpr int bounded_themes = static_cast<int>(theme::unbounded);

enum class shape : int { positive, negative, mixed, from_zero, to_zero, zero, count };
inline constexpr int shape_count = static_cast<int>(shape::count);

template <class T>
struct operands {
  ff::interval<T> x, y, z;
  int n;  ///< the exponent of pown and rootn

  // As a source of an entry's parameters; a number is both ends of its interval.
  FF_HD_LARGE ff::interval<T> interval(int k) const { return k == 0 ? x : k == 1 ? y : z; }
  FF_HD_LARGE T word(int k) const { return interval(k).lower(); }
  FF_HD_LARGE T real(int k) const { return interval(k).lower(); }
  FF_HD_LARGE T pair(int k) const { return interval(k).lower(); }
  FF_HD_LARGE int integer(int) const { return n; }
};

/// Says what an operation's operands should look like.
struct recipe {
  int arity = 0;
  int scalar = -1;                   ///< the operand that is a number and not an interval, or -1
  bool near_sums = false;            ///< whether almost equal operands cancel when their signs differ
  bool near_product = false;         ///< whether z should almost cancel x y
  int lowest = -300, highest = 300;  ///< exponents, within the type's ordinary ones
  bool integer = false;              ///< whether it takes operands::n
  int fixed = 0;                     ///< what n is, unless 0
};

static_assert(theme_count <= 16, "a class_list has four bits for a theme");

// ---- the endpoint types

FF_HD_LARGE double make_double(bool negative, int exponent, std::uint64_t fraction) {
  const std::uint64_t sign = negative ? std::uint64_t{1} << 63 : 0;
  if (exponent >= -1022)
    return ff::detail::bit_cast<double>(sign | static_cast<std::uint64_t>(exponent + 1023) << 52 | fraction);
  const int shift = -1022 - exponent;
  return ff::detail::bit_cast<double>(sign |
                                      (shift < 53 ? (std::uint64_t{1} << 52 | fraction) >> shift : 0u));
}
FF_HD_LARGE std::uint64_t make_wide_fraction(random_bits& bits) {
  const std::uint64_t b = bits.next(), random = b >> 12;
  switch (b & 7) {
    case 0:
      return random & 7u;
    case 1:
      return (std::uint64_t{1} << 52) - 1 - (random & 7u);
    case 2:
      return random & ~((std::uint64_t{1} << (b >> 3 & 31)) - 1u);
    case 3:
      return random & (bits.next() >> 12);
    default:
      return random;
  }
}

template <class T>
struct exponents {
  static constexpr int deepest = -149, normal = -126, top = 127, ordinary = 42;
};
template <>
struct exponents<double> {
  static constexpr int deepest = -1074, normal = -1022, top = 1023, ordinary = 300;
};

FF_HD_LARGE ff_t strict(float hi, float lo) {
  const ff_t s = ff::fast_add12(hi, lo);
  return ff::detail::finite(s) ? s : ff_t(hi);
}

/// A positive number of this exponent.
template <class T>
FF_HD_LARGE T make_magnitude(random_bits& bits, int exponent, bool power) {
  if constexpr (ff::detail::is_same<T, double>) {
    return make_double(false, exponent, power ? 0 : make_wide_fraction(bits));
  } else {
    const std::uint64_t b = bits.next();
    const float hi = make_float(false, exponent, power ? 0u : make_fraction(b));
    if constexpr (ff::detail::is_same<T, float>) return hi;
    if constexpr (ff::detail::is_same<T, ff_t>) {
      const int kind = static_cast<int>(b >> 56 & 7);
      const input_class cls = kind == 0   ? input_class::zero_low
                              : kind == 1 ? input_class::ties
                              : kind == 2 ? input_class::wide_gap
                                          : input_class::uniform;
      return strict(hi, make_low(bits, exponent, cls));
    }
  }
}

/// a moved away from zero by so many units in the last place; towards it by negative ones, at most to zero.
FF_HD_LARGE float moved(float a, std::int64_t units) {
  const std::uint32_t b = ff::detail::to_bits(a);
  const std::int64_t m = static_cast<std::int64_t>(b & 0x7fffffffu) + units;
  const std::int64_t inside = m < 0 ? 0 : m > 0x7f7fffff ? 0x7f7fffff : m;
  return ff::detail::from_bits((b & 0x80000000u) | static_cast<std::uint32_t>(inside));
}
FF_HD_LARGE double moved(double a, std::int64_t units) {
  const std::uint64_t b = ff::detail::bit_cast<std::uint64_t>(a), sign = b >> 63 << 63;
  const std::int64_t m = static_cast<std::int64_t>(b ^ sign) + units, most = 0x7fefffffffffffff;
  return ff::detail::bit_cast<double>(sign | static_cast<std::uint64_t>(m < 0 ? 0 : m > most ? most : m));
}
/// A pair's unit is 2^-48 of its head's power of two.
FF_HD_LARGE ff_t moved(ff_t a, std::int64_t units) {
  const float unit = make_float(ff::less(a.hi(), 0.0f), exponent_of(a.hi()) - 48, 0);
  return strict(a.hi(), ff::fma_rn(static_cast<float>(units), unit, a.lo()));
}
/// By units of the head.
FF_HD_LARGE float moved_far(random_bits&, float a, std::int64_t units) { return moved(a, units & 0xfffff); }
FF_HD_LARGE double moved_far(random_bits&, double a, std::int64_t units) { return moved(a, units); }
FF_HD_LARGE ff_t moved_far(random_bits& bits, ff_t a, std::int64_t units) {
  const float hi = moved(a.hi(), units & 0xfffff);
  return strict(hi, make_low(bits, exponent_of(hi), input_class::uniform));
}

FF_HD_LARGE float times(float a, float b) { return ff::mul_rn(a, b); }
FF_HD_LARGE double times(double a, double b) { return a * b; }
FF_HD_LARGE ff_t times(ff_t a, ff_t b) { return ff::mul22_dw(a, b); }

// ---- an operand

template <class T>
struct span {
  T near, far;  // 0 < near <= far
};

FF_HD_LARGE int below_bound(std::uint64_t bits, int bound) {
  return static_cast<int>((bits & 0xffffffffu) * static_cast<std::uint64_t>(bound) >> 32);
}

template <class T>
FF_HD_LARGE span<T> make_span(random_bits& bits, theme th, int exponent) {
  using limits = exponents<T>;
  if (th == theme::integers) {
    const std::uint64_t b = bits.next();
    const int small = 1 + below_bound(b, 12);
    return {T(static_cast<float>(small)), T(static_cast<float>(small + below_bound(b >> 32, 8)))};
  }
  const T a = make_magnitude<T>(bits, exponent, th == theme::powers);
  if (th == theme::point) return {a, a};
  const std::uint64_t b = bits.next();
  const bool narrow = th != theme::wide && th != theme::powers && (th == theme::thin || (b & 1));
  T other = a;
  if (narrow) {
    other = moved(a, static_cast<std::int64_t>(b >> 1 & 3) + (th == theme::thin));
  } else if (th == theme::wide || th == theme::powers || (b >> 1 & 1)) {
    const int reach = (b >> 2 & 3) == 0 ? limits::top / 2 : (b >> 2 & 3) == 1 ? 2 : 30;
    const int e = clamped(exponent + below_bound(b >> 32, reach), limits::deepest, limits::top);
    other = make_magnitude<T>(bits, e, th == theme::powers);
  } else {
    other = moved_far(bits, a, static_cast<std::int64_t>(b >> 20 >> (b >> 2 & 31)));
  }
  return ff::detail::less_strict(other, a) ? span<T>{other, a} : span<T>{a, other};
}

template <class T>
FF_HD_LARGE interval<T> make_interval(random_bits& bits, theme th, shape sh, int exponent) {
  using ff::detail::opposite_of;
  const auto [a, b] = make_span<T>(bits, th, exponent);
  const T zero = T(0.0f), minus_a = opposite_of(a), minus_b = opposite_of(b);
  const bool turn = bits.next() & 1;
  const bool low_zero = sh == shape::from_zero || sh == shape::zero;
  const bool high_zero = sh == shape::to_zero || sh == shape::zero;
  const bool below_zero = sh == shape::negative || sh == shape::to_zero || sh == shape::mixed;
  const bool above_zero = sh == shape::positive || sh == shape::from_zero || sh == shape::mixed;
  const T lower = low_zero ? zero : !below_zero ? a : above_zero ? (turn ? minus_a : minus_b) : minus_b;
  const T upper = high_zero ? zero : !above_zero ? minus_a : below_zero ? (turn ? b : a) : b;
  return interval<T>(lower, upper);
}

template <class T>
FF_HD_LARGE interval<T> hull_of(T a, T b) {
  return ff::detail::less_strict(b, a) ? interval<T>(b, a) : interval<T>(a, b);
}

/// Both endpoints some units away.
template <class T>
FF_HD_LARGE interval<T> make_beside(random_bits& bits, T lower, T upper) {
  const std::uint64_t b = bits.next();
  const std::int64_t l = static_cast<std::int64_t>(b & 15) - 8,
                     u = static_cast<std::int64_t>(b >> 4 & 15) - 8;
  return hull_of(b >> 8 & 1 ? lower : moved(lower, l), b >> 9 & 1 ? upper : moved(upper, u));
}

template <class T>
FF_HD_LARGE interval<T> without_bound(random_bits& bits, interval<T> x) {
  const std::uint64_t b = bits.next() & 7;
  const T infinity = T(ff::detail::infinity), minus = T(-ff::detail::infinity);
  if (b < 2) return interval<T>(minus, x.upper());
  if (b < 4) return interval<T>(x.lower(), infinity);
  return b < 5 ? interval<T>::entire() : x;
}

struct three_exponents {
  int x, y, z;
};

/// Exponents whose sum, product, quotient or product and sum the theme wants.
template <class T>
FF_HD_LARGE three_exponents make_exponents(random_bits& bits, const recipe& r, theme th) {
  using limits = exponents<T>;
  const std::uint64_t b = bits.next(), c = bits.next();
  const auto uniform = [](std::uint64_t r, int low, int high) {
    return low + below_bound(r, high - low + 1);
  };
  const int lowest = r.lowest < -limits::ordinary ? -limits::ordinary : r.lowest;
  const int highest = r.highest > limits::ordinary ? limits::ordinary : r.highest;
  const int ordinary = uniform(b >> 32, lowest, highest), other = uniform(c >> 32, lowest, highest);
  const int step = static_cast<int>(b >> 8 & 7) - 4, mode = static_cast<int>(b & 3);
  three_exponents e{ordinary, b & 4 ? other : ordinary + step, 0};
  if (th == theme::huge || th == theme::tiny) {
    const int edge = th == theme::huge ? limits::top + step + 1
                                       : uniform(c >> 16, limits::deepest - 2, limits::normal + 30);
    const int any = uniform(b >> 32, limits::normal, limits::top);
    e.x = mode == 0 || mode == 3 ? edge : any;
    e.y = mode == 0   ? edge + static_cast<int>(c & 7) - 4
          : mode == 1 ? edge - any
          : mode == 2 ? any - edge
                      : other;
  }
  const int distance = static_cast<int>(c >> 8 & 127) - 64;
  e.z = e.x + e.y + (c & 16 ? distance : distance / 16);
  e.x = clamped(e.x, limits::deepest, limits::top);
  e.y = clamped(e.y, limits::deepest, limits::top);
  e.z = clamped(e.z, limits::deepest, limits::top);
  return e;
}

FF_HD_LARGE theme theme_of(const class_list& themes, std::uint64_t index) {
  return static_cast<theme>(themes[index / 32]);
}

/// Vector `index`.
template <class T>
FF_HD_LARGE operands<T> make_operands(const recipe& r, std::uint64_t seed, const class_list& themes,
                                      std::uint64_t index) {
  const theme th = theme_of(themes, index);
  const std::uint64_t round = index / 32 / static_cast<std::uint64_t>(themes.count);
  const int turn = static_cast<int>(round % 216 * 131 % 216);
  random_bits bits(seed, 2000 + static_cast<std::uint64_t>(th), index);
  const three_exponents e = make_exponents<T>(bits, r, th);
  const interval<T> zero(T(0.0f), T(0.0f));
  operands<T> v{make_interval<T>(bits, th, static_cast<shape>(turn % shape_count), e.x), zero, zero, 0};
  if (r.arity > 1) v.y = make_interval<T>(bits, th, static_cast<shape>(turn / 6 % shape_count), e.y);
  if (r.arity > 2) v.z = make_interval<T>(bits, th, static_cast<shape>(turn / 36), e.z);
  if (th == theme::near && r.arity > 1) {
    if (r.near_product) {
      const interval<T> z =
          make_beside(bits, times(v.x.lower(), v.y.lower()), times(v.x.upper(), v.y.upper()));
      if (ff::is_bounded(z)) v.z = -z;
    } else {
      const interval<T> beside = make_beside(bits, v.x.lower(), v.x.upper());
      v.y = r.near_sums ? -beside : beside;
    }
  }
  if (th == theme::unbounded || th == theme::empty) {
    v.x = without_bound(bits, v.x), v.y = without_bound(bits, v.y), v.z = without_bound(bits, v.z);
  }
  if (th == theme::empty) {
    const std::uint64_t which = bits.next() % static_cast<std::uint64_t>(r.arity);
    if (which == 0) v.x = interval<T>::empty();
    if (which == 1) v.y = interval<T>::empty();
    if (which == 2) v.z = interval<T>::empty();
  }
  if (r.scalar >= 0) {
    const interval<T> from = r.scalar == 0 ? v.x : v.y;
    const T value = bits.next() & 1 ? from.lower() : from.upper();
    const interval<T> point = interval<T>::from_bounds(value, value);
    if (r.scalar == 0) v.x = point;
    if (r.scalar == 1) v.y = point;
  }
  if (!r.integer) return v;
  const std::uint64_t b = bits.next();
  v.n = static_cast<int>(b >> 8 & 15) + (b & 15 ? 0 : static_cast<int>(b >> 16 & 255));
  if (b >> 4 & 1) v.n = -v.n;
  if (r.fixed != 0) v.n = r.fixed;
  return v;
}

}  // namespace catalogue::intervals
