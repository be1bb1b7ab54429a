// The test vectors: one counter-based generator for host and device.
//
// Vector i of a class is a function of (seed, class, i) alone, so any vector of any run can be made again.
#pragma once

#include <cmath>
#include <cstdint>
#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>

#include "row.hpp"

namespace catalogue {

enum class input_class : int {
  uniform,       // random significands, exponents over the whole domain
  cancellation,  // sums that almost vanish; for other operators operands close to each other
  ties,          // |lo| = ulp(hi)/2 exactly, odd heads included
  powers,        // heads that are powers of two
  zero_low,      // low words zero
  wide_gap,      // low words far below ulp(hi)/2
  edges,         // exponents at the edges of the domain
  weak,          // |lo| = ulp(hi)/2 or the float next above it, as mul22 may leave it
  count
};
inline constexpr int class_count = static_cast<int>(input_class::count);
static_assert(class_count <= 16, "a class_list has four bits for a class");
inline constexpr const char* class_names[] = {"uniform",  "cancellation", "ties",  "powers",
                                              "zero_low", "wide_gap",     "edges", "weak"};

/// The classes of a run, dealt in turn; four bits each, so that a kernel needs no array.
struct class_list {
  std::uint64_t packed = 0;
  int count = 0;

  /// Not of an empty list.
  FF_HD_LARGE int operator[](std::uint64_t turn) const {
    return static_cast<int>(packed >> 4 * (turn % static_cast<std::uint64_t>(count)) & 15);
  }
  void add(int c) { packed |= static_cast<std::uint64_t>(c) << 4 * count++; }
};

/// SplitMix64 (Steele, Lea, Flood 2014) started at a hash of the counter.
class random_bits {
 public:
  FF_HD_LARGE random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
      : state_(mixed(seed + 0x9e3779b97f4a7c15u * (stream + 1)) ^ mixed(index)) {}
  FF_HD_LARGE std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15u); }

 private:
  FF_HD_LARGE static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

/// +-(2^23 + fraction) 2^(exponent - 23), truncated where it is subnormal.
FF_HD_LARGE float make_float(bool negative, int exponent, std::uint32_t fraction) {
  const std::uint32_t sign = negative ? 0x80000000u : 0u;
  if (exponent >= -126) {
    return ff::detail::from_bits(sign | static_cast<std::uint32_t>(exponent + 127) << 23 | fraction);
  }
  const int shift = -126 - exponent;
  return ff::detail::from_bits(sign | (shift < 24 ? (0x800000u | fraction) >> shift : 0u));
}

/// The exponent of a float that is normal or zero: floor(log2 |a|).
FF_HD_LARGE int exponent_of(float a) { return static_cast<int>(ff::detail::to_bits(a) >> 23 & 0xffu) - 127; }

/// A significand's 23 bits: half of them random, the rest near 1, near 2, sparse, or short.
FF_HD_LARGE std::uint32_t make_fraction(std::uint64_t bits) {
  const std::uint32_t random = static_cast<std::uint32_t>(bits) & 0x7fffffu;
  switch (bits >> 24 & 7) {
    case 0:
      return random & 7u;
    case 1:
      return 0x7fffffu - (random & 7u);
    case 2:
      return random & static_cast<std::uint32_t>(bits >> 32) & static_cast<std::uint32_t>(bits >> 41);
    case 3:
      return random & ~((1u << (bits >> 32 & 15)) - 1u);
    default:
      return random;
  }
}

/// The low word of a head with the given exponent.
FF_HD_LARGE float make_low(random_bits& bits, int exponent, input_class cls) {
  const std::uint64_t b = bits.next();
  const bool negative = b >> 63;
  const std::uint32_t few = static_cast<std::uint32_t>(b >> 58 & 3);
  switch (cls) {
    case input_class::zero_low:
      return 0.0f;
    case input_class::ties:
      return make_float(negative, exponent - 24, 0);
    case input_class::weak:
      return make_float(negative, exponent - 24, few & 1);
    case input_class::wide_gap:
      return make_float(negative, exponent - 25 - static_cast<int>(b >> 40 & 127), make_fraction(b));
    default: {
      if (few == 0)
        return make_float(negative, exponent - 25, 0x7fffffu - (static_cast<std::uint32_t>(b) & 15u));
      int gap = 0;  // geometric: each further bit half as likely
      while (gap < 24 && (b >> (32 + gap) & 1)) ++gap;
      return make_float(negative, exponent - 25 - gap, make_fraction(b));
    }
  }
}

FF_HD_LARGE ff_t make_operand(random_bits& bits, int exponent, input_class cls, bool single) {
  const std::uint64_t b = bits.next();
  const float hi = make_float(b >> 63, exponent, cls == input_class::powers ? 0u : make_fraction(b));
  return from_words(hi, single ? 0.0f : make_low(bits, exponent, cls));
}

/// Uniform in [low, high]; at an end of it for the class `edges`.
FF_HD_LARGE int make_exponent(random_bits& bits, int low, int high, input_class cls) {
  const std::uint64_t b = bits.next();
  const int width = high > low ? high - low + 1 : 1;
  if (cls == input_class::edges) {
    const int step = width > 3 ? static_cast<int>(b >> 32 & 1) : 0;
    return b & 1 ? low + step : low + width - 1 - step;
  }
  return low + static_cast<int>((b >> 32) * static_cast<std::uint64_t>(width) >> 32);
}

/// A distance between two exponents: mostly small, sometimes past both words.
FF_HD_LARGE int make_distance(random_bits& bits) {
  const std::uint64_t b = bits.next();
  const int reach = (b & 3) == 0 ? 70 : (b & 3) == 1 ? 26 : 3;
  return static_cast<int>((b >> 32) % static_cast<std::uint64_t>(2 * reach + 1)) - reach;
}

/// A pair near x: the head some ulps away, the low word new.
FF_HD_LARGE ff_t make_near(random_bits& bits, ff_t x, bool single) {
  const std::uint64_t b = bits.next();
  const std::uint32_t magnitude = ff::detail::to_bits(x.hi()) & 0x7fffffffu;
  const std::uint32_t ulps = static_cast<std::uint32_t>(b >> 32) >> (9 + (b & 31) % 23);
  const std::uint32_t fraction = (b & 32 ? magnitude + ulps : magnitude - ulps) & 0x7fffffu;
  const int exponent = exponent_of(x.hi());
  const float hi = make_float(ff::less(x.hi(), 0.0f), exponent, fraction);
  const std::uint64_t kind = bits.next() & 3;
  const float lo = single ? 0.0f : kind == 0 ? x.lo() : make_low(bits, exponent, input_class::uniform);
  return from_words(hi, lo);
}

/// A pair near p for p != 0: p (1 +- 2^-k), k up to 48, with a low word of its own.
FF_HD_LARGE ff_t near_point(random_bits& bits, double p) {
  const std::uint64_t b = bits.next();
  const int k = static_cast<int>(b % 48) + 1;
  const double step = p * static_cast<double>(b >> 11) * 0x1p-53;
  const double x = p + (b & 512 ? -step : step) *
                           ff::detail::bit_cast<double>((1023ull - static_cast<std::uint64_t>(k)) << 52);
  return ff_t(x);
}

/// Uniform in [0, 1).
FF_HD_LARGE double unit_interval(random_bits& bits) {
  return static_cast<double>(bits.next() >> 11) * 0x1p-53;
}

FF_HD_LARGE int clamped(int e, int low, int high) { return e < low ? low : e > high ? high : e; }

FF_HD_LARGE bool in_range(const ff::bounds::range& s, ff_t x) {
  const double v = static_cast<double>(x);
  return s.low <= v && v <= s.high;
}

/// The same, and not below the least magnitude drawn, but for zero.
FF_HD_LARGE bool in_domain(const ff::bounds::range& s, ff_t x) {
  return in_range(s, x) &&
         (ff::equal(x.hi(), 0.0f) || exponent_of(x.hi()) >= s.smallest || s.smallest < -126);
}

/// A function's argument: magnitudes uniform in the exponent; uniform in value, or at the ends of the range,
/// for the classes of these names and where the other sign and exponent would leave the range.
FF_HD_LARGE ff_t make_argument(random_bits& bits, const ff::bounds::range& s, input_class cls) {
  const double widest = s.high > -s.low ? s.high : -s.low;
  const int top = static_cast<int>(ff::detail::bit_cast<std::uint64_t>(widest) >> 52) - 1023;
  const ff_t x = make_operand(bits, make_exponent(bits, s.smallest, top, input_class::uniform), cls, false);
  const std::uint64_t b = bits.next();
  const double share = static_cast<double>(b >> 11) * 0x1p-53;
  if (cls == input_class::edges) {
    const std::uint64_t small = (1023ull - (b & 31)) << 52;  // 2^-k of the range from one of its ends
    const double step = (s.high - s.low) * share * ff::detail::bit_cast<double>(small);
    const ff_t near(b & 32 ? s.low + step : s.high - step);
    return in_range(s, near) ? near : ff_t(b & 32 ? s.low : s.high);
  }
  if (cls != input_class::uniform && in_range(s, x)) return x;
  if (cls != input_class::uniform && in_range(s, -x)) return -x;
  const ff_t v(fma(s.high - s.low, share, s.low));
  const ff_t other = from_words(v.hi(), make_low(bits, exponent_of(v.hi()), cls));
  return cls != input_class::uniform && in_range(s, other) ? other : v;
}

// ---- the vectors of a row: each kind draws the operands of one shape of callable

/// One operand.
struct single_operand {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    const int e = make_exponent(bits, r.where.x.low, r.where.x.high - 1, cls);
    return {make_operand(bits, e, cls, r.single[0]), ff_t(1.0f), ff_t(0.0f)};
  }
};

/// ... of a root.
struct radicand {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = single_operand::draw(r, bits, cls);
    if (ff::less(v.x.hi(), 0.0f)) v.x = -v.x;
    return v;
  }
};

/// Two operands whose sum almost vanishes for class `cancellation`.
struct summands {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = single_operand::draw(r, bits, cls);
    const int ex = exponent_of(v.x.hi());
    const int ey = clamped(ex + make_distance(bits), r.where.y.low, r.where.y.high - 1);
    v.y = cls == input_class::cancellation ? -make_near(bits, v.x, r.single[1])
                                           : make_operand(bits, ey, cls, r.single[1]);
    return v;
  }
};

/// ... whose difference does.
struct minuend_and_subtrahend {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = summands::draw(r, bits, cls);
    v.y = -v.y;
    return v;
  }
};

/// Two operands, close to each other for class `cancellation`.
struct dividend_and_modulus {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = single_operand::draw(r, bits, cls);
    const int ex = exponent_of(v.x.hi());
    const int ey = clamped(ex + make_distance(bits), r.where.y.low, r.where.y.high - 1);
    v.y = cls == input_class::cancellation ? make_near(bits, v.x, r.single[1])
                                           : make_operand(bits, ey, cls, r.single[1]);
    return v;
  }
};

/// y of an exponent from low to high, where the domain has that; near x for class `cancellation`.
FF_HD_LARGE void draw_second(const recipe& r, random_bits& bits, input_class cls, int low, int high,
                             bool close, operands& v) {
  const ff::bounds::exponent_range y = r.where.y;
  const int ey = make_exponent(bits, low > y.low ? low : y.low, high < y.high - 1 ? high : y.high - 1, cls);
  v.y = cls == input_class::cancellation && close ? make_near(bits, v.x, r.single[1])
                                                  : make_operand(bits, ey, cls, r.single[1]);
}

/// Two operands: 2^(ex + ey) <= |x y| < 2^(ex + ey + 2), the weak form included.
struct factors {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = single_operand::draw(r, bits, cls);
    const int ex = exponent_of(v.x.hi()), low = r.where.result.low - ex + 1,
              high = r.where.result.high - 3 - ex;
    draw_second(r, bits, cls, low, high, ex >= low && ex <= high, v);
    return v;
  }
};

/// ... and a summand, which almost cancels their product for class `cancellation`.  Their sum of magnitudes
/// lies where the domain says: a quarter of the products is anything smaller, the summand then large enough
/// alone.
struct factors_and_summand {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = factors::draw(r, bits, cls);
    const int exy = exponent_of(v.x.hi()) + exponent_of(v.y.hi());
    if (cls != input_class::cancellation && (bits.next() & 3) == 0) {
      const ff::bounds::exponent_range y = r.where.y;
      const int lowest = r.where.result.low > y.low ? r.where.result.low : y.low;
      v.y = ff::ldexp(v.y, -make_exponent(bits, 0, exponent_of(v.y.hi()) - y.low, cls));
      v.z = make_operand(bits, make_exponent(bits, lowest + 1, y.high - 2, cls), cls, r.single[2]);
      return v;
    }
    const int ez = clamped(exy + make_distance(bits), r.where.y.low, r.where.y.high - 2);
    v.z = cls == input_class::cancellation ? -make_near(bits, ff::mul22_dw(v.x, v.y), r.single[2])
                                           : make_operand(bits, ez, cls, r.single[2]);
    return v;
  }
};

/// Two operands: 2^(ex - ey - 1) < |x / y| < 2^(ex - ey + 1).
struct dividend_and_divisor {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = single_operand::draw(r, bits, cls);
    const int ex = exponent_of(v.x.hi()), low = ex - r.where.result.high + 2,
              high = ex - r.where.result.low - 2;
    draw_second(r, bits, cls, low, high, ex >= r.where.y.low && ex < r.where.y.high, v);
    return v;
  }
};

/// One or two arguments of a function, each from its own range of values.  What derives from it may have
///
///   FF_HD_LARGE static operands hard(random_bits&)         the arguments of class `cancellation`: the hard
///   ones FF_HD_LARGE static operands fit(operands, random_bits&)  changed so that the result stays in range
struct arguments {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v{make_argument(bits, r.span[0], cls), ff_t(1.0f), ff_t(0.0f)};
    if (r.arguments > 1) v.y = make_argument(bits, r.span[1], cls);
    return v;
  }
};

/// The components of one or two vectors: those of a vector mostly of like size, one in sixteen zero.  What
/// derives from it may have `fit`, and
///
///   FF_HD_LARGE static operands cancel(operands, random_bits&)   class `cancellation`, made from a vector of
///   the
///                                                         range; kept if it stays there
struct components {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v{};
    int first = 0;  // the exponent of the vector's first component
    for (int k = 0; k < r.arguments; ++k) {
      const ff::bounds::range& s = span_of(r, k);
      const double widest = s.high > -s.low ? s.high : -s.low;
      const int top = static_cast<int>(ff::detail::bit_cast<std::uint64_t>(widest) >> 52) - 1023;
      const bool starts = k == 0 || &s != &span_of(r, k - 1);
      if (starts) first = make_exponent(bits, s.smallest, top, cls);
      const int distance = make_distance(bits);
      const int exponent = starts                      ? first
                           : cls == input_class::edges ? make_exponent(bits, s.smallest, top, cls)
                                                       : clamped(first + distance, s.smallest, top);
      const ff_t x = make_operand(bits, exponent, cls, false), half = ff::ldexp(x, -1);
      const bool zero = (bits.next() & 15) == 0 && in_range(s, 0.0f);
      v[k] = zero                 ? ff_t(0.0f)
             : in_range(s, x)     ? x
             : in_range(s, -x)    ? -x
             : in_range(s, half)  ? half
             : in_range(s, -half) ? -half
                                  : make_argument(bits, s, input_class::uniform);
    }
    return v;
  }
};

template <class Vectors, class = void>
inline constexpr bool has_hard = false;
template <class Vectors>
inline constexpr bool has_hard<Vectors, decltype(void(&Vectors::hard))> = true;
template <class Vectors, class = void>
inline constexpr bool has_cancel = false;
template <class Vectors>
inline constexpr bool has_cancel<Vectors, decltype(void(&Vectors::cancel))> = true;
template <class Vectors, class = void>
inline constexpr bool has_fit = false;
template <class Vectors>
inline constexpr bool has_fit<Vectors, decltype(void(&Vectors::fit))> = true;

/// Vector `index` of a class; `draw` is Vectors::draw, which the device keeps out of line.
template <class Vectors, class Draw>
FF_HD_LARGE operands make_vector(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t index,
                                 Draw draw) {
  random_bits bits(seed, static_cast<std::uint64_t>(cls), index);
  operands v = draw(r, bits, cls);
  [[maybe_unused]] random_bits more(seed + 1, static_cast<std::uint64_t>(cls), index);
  if constexpr (has_cancel<Vectors>) {
    if (cls == input_class::cancellation) {
      const operands w = Vectors::cancel(v, more);
      bool inside = true;
      for (int k = 0; k < r.arguments; ++k) inside = inside && in_domain(span_of(r, k), w[k]);
      if (inside) v = w;
    }
  }
  if constexpr (has_hard<Vectors>) {
    if (cls == input_class::cancellation) {
      const operands w = Vectors::hard(more);
      if (in_range(r.span[0], w.x) && (r.arguments == 1 || in_range(r.span[1], w.y))) return w;
    }
  }
  if constexpr (has_fit<Vectors>) v = Vectors::fit(v, more);
  return v;
}

/// A neighbour of v for hill climbing, by random bits b: the significand of one operand's low word or head
/// changed, its exponent and with it the domain kept, and |lo| <= ulp(hi)/2.
FF_HD_LARGE operands make_neighbour_word(std::uint64_t b, const recipe& r, operands v, bool want_low) {
  const int which =
      r.arguments == 1 ? 0 : static_cast<int>((b >> 8) % static_cast<std::uint64_t>(r.arguments));
  ff_t& a = v[which];
  if (ff::equal(a.hi(), 0.0f)) return v;
  const bool low = !is_single(r, which) && want_low;
  const std::uint32_t old = ff::detail::to_bits(low ? a.lo() : a.hi());
  const std::uint32_t ulps = static_cast<std::uint32_t>(b >> 40) >> ((b >> 32 & 31) % 24) & 0x7fffffu;
  const std::uint32_t fraction = (b & 2   ? old ^ (1u << (b >> 16) % 23)
                                  : b & 4 ? old + ulps + 1
                                          : old - ulps - 1) &
                                 0x7fffffu;
  const float word = ff::detail::from_bits((old & 0xff800000u) | fraction);
  const ff_t changed = low ? from_words(a.hi(), word) : from_words(word, a.lo());
  const float half_ulp = make_float(false, exponent_of(a.hi()) - 24, 0);
  const bool inside = !r.of_values || in_range(span_of(r, which), changed);
  if (inside && !ff::less(half_ulp, ff::abs(changed.lo()))) a = changed;
  return v;
}
FF_HD_LARGE operands make_neighbour(random_bits& bits, const recipe& r, const operands& v) {
  const std::uint64_t b = bits.next();
  return make_neighbour_word(b, r, v, (b & 1) != 0);
}

/// A relative of v, from which a climb may set out: up to 15 neighbours on, every other one with new low
/// words.
FF_HD_LARGE operands make_relative(random_bits& bits, const recipe& r, operands v) {
  const std::uint64_t b = bits.next();
  for (int k = 0; k < r.arguments && (b & 1); ++k) {
    if (is_single(r, k) || ff::equal(v[k].hi(), 0.0f)) continue;
    const ff_t changed = from_words(v[k].hi(), make_low(bits, exponent_of(v[k].hi()), input_class::uniform));
    if (!r.of_values || in_range(span_of(r, k), changed)) v[k] = changed;
  }
  for (std::uint64_t steps = b >> 1 & 15; steps > 0; --steps) v = make_neighbour(bits, r, v);
  return v;
}

}  // namespace catalogue
