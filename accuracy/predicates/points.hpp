// Points for the predicates: from far apart to exactly degenerate, the same bits on host and device.
//
// Vector i of a class is a function of (seed, class, i) alone.  Double arithmetic here is fma, sqrt, / and
// exact products, so no compiler has anything to contract.
#pragma once

#include <cmath>
#include <ff/predicates/triple.hpp>
#include <ff/rounding.hpp>

#include "catalogue/vectors.hpp"

namespace accuracy::predicates {

using catalogue::class_list;
using catalogue::random_bits;

using ff::predicates::determinant;
inline constexpr int determinant_count = 4;
inline constexpr const char* determinant_names[] = {"orient2d", "orient3d", "incircle", "insphere"};

FF_HD_LARGE constexpr int dimension_of(determinant d) {
  return d == determinant::orient2d || d == determinant::incircle ? 2 : 3;
}
FF_HD_LARGE constexpr bool is_lifted(determinant d) {
  return d == determinant::incircle || d == determinant::insphere;
}
FF_HD_LARGE constexpr int points_of(determinant d) { return dimension_of(d) + (is_lifted(d) ? 2 : 1); }

enum class theme : int {
  uniform,     // in the unit cube
  rounded,     // to a line, plane, circle or sphere, then to the format
  lattice,     // small multiples of a power of two
  decimal,     // small multiples of 1/100, rounded
  degenerate,  // exactly on the line, plane, circle or sphere, with full significands
  moved,       // one coordinate of such a vector moved to its neighbour
  utm,         // a kilometre of a map in metres: easting, northing, a slope
  wide,        // exponents far apart
  huge,        // differences and products overflow
  subnormal,   // and the smallest normal numbers
  not_finite,  // a coordinate is infinite or NaN
  count
};
inline constexpr int theme_count = static_cast<int>(theme::count);
inline constexpr const char* theme_names[] = {"uniform",    "rounded",   "lattice",   "decimal",
                                              "degenerate", "moved",     "utm",       "wide",
                                              "huge",       "subnormal", "not_finite"};
FF_HD_LARGE theme theme_of(const class_list& classes, std::uint64_t i) {
  return static_cast<theme>(classes[i]);
}

/// Says what coordinates are drawn as, and from where.  Those of three floats are doubles that fit.
template <class T>
struct format;
template <>
struct format<float> {
  using number = float;
  static constexpr int digits = 24, bias = 127, most = 127, wide = 100;
  static constexpr double smallest = 0x1p-149;
};
template <>
struct format<double> {
  using number = double;
  static constexpr int digits = 53, bias = 1023, most = 1023, wide = 700;
  static constexpr double smallest = 0x1p-1074;
};
template <>
struct format<ff::double_in_floats> {
  using number = double;
  static constexpr int digits = 53, bias = 1023, most = 127, wide = 90;
  static constexpr double smallest = 0x1p-149;
};

/// Coordinate k of point i is x[i * dimension + k].  `order` numbers a permutation of the points.
template <class T>
struct operands {
  typename format<T>::number x[15];
  int order;
};

FF_HD_LARGE float from_integer_bits(std::uint64_t b, float) {
  return ff::detail::from_bits(static_cast<std::uint32_t>(b));
}
FF_HD_LARGE double from_integer_bits(std::uint64_t b, double) { return ff::detail::bit_cast<double>(b); }
FF_HD_LARGE float nearest(double x, float) { return ff::narrow_rn(x); }
FF_HD_LARGE double nearest(double x, double) { return x; }
FF_HD_LARGE std::uint64_t to_integer_bits(float x) { return ff::detail::to_bits(x); }
FF_HD_LARGE std::uint64_t to_integer_bits(double x) { return ff::detail::bit_cast<std::uint64_t>(x); }

template <class Format>
class point_maker {
  using f = format<Format>;
  using T = typename f::number;
  static constexpr std::uint64_t hidden = std::uint64_t{1} << (f::digits - 1);

 public:
  FF_HD_LARGE point_maker(determinant d, std::uint64_t seed, theme t, std::uint64_t index)
      : bits_(seed, 2000 + 16 * static_cast<std::uint64_t>(d) + static_cast<std::uint64_t>(t), index),
        dimension_(dimension_of(d)),
        points_(points_of(d)),
        lifted_(is_lifted(d)) {}

  FF_HD_LARGE operands<Format> of(theme t) {
    switch (t) {
      case theme::rounded:
        rounded();
        break;
      case theme::lattice:
        small_multiples(false);
        break;
      case theme::decimal:
        small_multiples(true);
        break;
      case theme::degenerate:
        degenerate();
        break;
      case theme::moved:
        degenerate();
        move();
        break;
      case theme::utm:
        map();
        break;
      case theme::wide:
        scattered(-f::wide, f::wide);
        break;
      case theme::huge:
        scattered(f::most - 4, f::most - 1);
        break;
      case theme::subnormal:
        tiny();
        break;
      case theme::not_finite:
        uniform();
        spoil();
        break;
      default:
        uniform();
    }
    shuffle();
    v_.order = below(120);
    return v_;
  }

 private:
  FF_HD_LARGE int below(int n) {
    return static_cast<int>((bits_.next() >> 32) * static_cast<std::uint64_t>(n) >> 32);
  }
  FF_HD_LARGE bool heads() { return bits_.next() >> 63 != 0; }
  FF_HD_LARGE static T nearest_of(double x) { return nearest(x, T{}); }
  FF_HD_LARGE double unit() { return static_cast<double>(bits_.next() >> 11) * 0x1p-53; }  // in [0, 1)
  FF_HD_LARGE double either_sign(double x) { return heads() ? x : -x; }
  FF_HD_LARGE T& at(int point, int k) { return v_.x[point * dimension_ + k]; }
  FF_HD_LARGE static double between(double a, double b, double t) {
    return std::fma(t, b, std::fma(-t, a, a));
  }

  FF_HD_LARGE void uniform() {
    for (int i = 0; i < points_ * dimension_; ++i) v_.x[i] = nearest_of(unit());
  }

  // The last point of an affine combination of the others.
  FF_HD_LARGE void last_between() {
    const double s = unit(), t = unit();
    for (int k = 0; k < dimension_; ++k) {
      double x = between(static_cast<double>(at(0, k)), static_cast<double>(at(1, k)), s);
      if (dimension_ == 3) x = between(x, static_cast<double>(at(2, k)), t);
      at(points_ - 1, k) = nearest_of(x);
    }
  }

  FF_HD_LARGE void rounded() {
    uniform();
    if (!lifted_) return last_between();
    const bool centred = heads();
    const double radius = centred ? 1 : between(0.125, 1, unit());
    double centre[3] = {};
    for (double& c : centre) c = centred ? 0 : unit();
    for (int i = 0; i < points_; ++i) {
      const double x = either_sign(unit()), rest = std::sqrt(std::fma(-x, x, 1.0));
      double on[3] = {x, either_sign(rest), 0};
      if (dimension_ == 3) {
        on[1] = either_sign(unit()) * rest;
        on[2] = either_sign(std::sqrt(std::fmax(std::fma(-on[1], on[1], std::fma(-x, x, 1.0)), 0.0)));
      }
      for (int k = 0; k < dimension_; ++k) at(i, k) = nearest_of(std::fma(radius, on[k], centre[k]));
    }
  }

  FF_HD_LARGE void small_multiples(bool decimal) {
    const int steps = dimension_ == 2 ? 16 : 8;
    for (int i = 0; i < points_ * dimension_; ++i) {
      const int k = below(steps);
      v_.x[i] = nearest_of(decimal ? (k + 10) / 100.0 : k * 0x1p-6);
    }
  }

  // Integers of `digits` bits and fewer, times 2^-digits.
  FF_HD_LARGE std::int64_t integer(int digits) {
    return static_cast<std::int64_t>(bits_.next() >> (64 - digits));
  }
  FF_HD_LARGE static T scaled(std::int64_t n) {
    return nearest_of(static_cast<double>(n) * (1.0 / static_cast<double>(hidden)));
  }

  FF_HD_LARGE void degenerate() {
    if (heads()) {
      for (int i = 0; i < points_ * dimension_; ++i) v_.x[i] = any(-12, 0);
      return multiples();
    }
    if (lifted_) {
      std::int64_t axis[3], centre[3];
      for (std::int64_t& a : axis) a = integer(f::digits - 3);
      for (std::int64_t& c : centre) c = integer(f::digits - 3);
      return signed_permutations([&](int k, int from, bool negative) {
        return scaled(centre[k] + (negative ? -axis[from] : axis[from]));
      });
    }
    const std::int64_t m = below(8) - 3, n = dimension_ == 3 ? below(5) - 2 : 0;
    for (int k = 0; k < dimension_; ++k) {
      const std::int64_t a = integer(f::digits - 5), b = integer(f::digits - 5), c = integer(f::digits - 5);
      at(0, k) = scaled(a), at(1, k) = scaled(b);
      if (dimension_ == 3) at(2, k) = scaled(c);
      at(points_ - 1, k) = scaled(a + m * (b - a) + n * (c - a));
    }
  }

  // Different ones of the 8 points (+-x, +-y), (+-y, +-x), or of 48 in space, which lie on one circle or
  // sphere. value(k, from, negative) is coordinate k where it is that of axis `from`.
  template <class Value>
  FF_HD_LARGE void signed_permutations(Value value) {
    const int all = dimension_ == 2 ? 8 : 48, signs = 1 << dimension_, first = below(all);
    const int step =
        dimension_ == 2 ? 2 * below(4) + 1 : 6 * below(8) + (heads() ? 1 : 5);  // has no factor of `all`
    for (int i = 0; i < points_; ++i) {
      const int which = (first + i * step) % all, sign = which % signs, turn = which / signs;
      for (int k = 0; k < dimension_; ++k) {
        const int reflected = turn >= dimension_ ? dimension_ - 1 - k : k;
        at(i, k) = value(k, (reflected + turn) % dimension_, (sign >> k & 1) != 0);
      }
    }
  }

  // To a neighbour, which of zero is the smallest subnormal.
  FF_HD_LARGE void move() {
    T& x = v_.x[below(points_ * dimension_)];
    const std::uint64_t b = to_integer_bits(x);
    const bool zero = ff::detail::bit_cast<std::uint64_t>(static_cast<double>(x)) << 1 == 0;
    x = from_integer_bits(zero || heads() ? b + 1 : b - 1, x);
  }

  FF_HD_LARGE void map() {
    for (int i = 0; i < points_; ++i) {
      const double east = 1000 * unit(), north = 1000 * unit();
      at(i, 0) = nearest_of(std::fma(1.0, east, 500000.0));
      at(i, 1) = nearest_of(std::fma(1.0, north, 5400000.0));
      if (dimension_ == 3) at(i, 2) = nearest_of(std::fma(0.01, east, std::fma(0.02, north, 300.0)));
    }
  }

  FF_HD_LARGE T any(int low, int high) {
    const std::uint64_t b = bits_.next(),
                        e = static_cast<std::uint64_t>(low + below(high - low + 1) + f::bias);
    const std::uint64_t sign = (b >> 63) << (sizeof(T) * 8 - 1);
    return from_integer_bits(sign | e << (f::digits - 1) | (b & (hidden - 1)), T{});
  }

  // Half of the vectors are near a degenerate one, or are one.
  FF_HD_LARGE void scattered(int low, int high) {
    for (int i = 0; i < points_ * dimension_; ++i) v_.x[i] = any(low, high);
    nearly_degenerate();
  }
  FF_HD_LARGE void nearly_degenerate() {
    if (heads()) return;
    if (!lifted_ && heads()) return last_between();
    multiples();
    if (heads()) move();
  }

  // Degenerate with full significands and any exponents, so that differences have low words: the multiples of
  // one point by powers of two, which lie on a line through the origin, of two, on a plane; or signed
  // permutations.
  FF_HD_LARGE void multiples() {
    if (!lifted_) {
      for (int i = 0; i < points_; ++i) {
        const int first = dimension_ == 3 ? i / 2 * 2 : 0;
        const double times = either_sign(1.0 / (1 << below(8)));
        for (int k = 0; k < dimension_; ++k) {
          if (i != first) at(i, k) = nearest_of(times * static_cast<double>(at(first, k)));
        }
      }
      return;
    }
    T axis[3] = {v_.x[0], v_.x[1], v_.x[2]};
    signed_permutations([&](int, int from, bool negative) {
      const std::uint64_t sign = negative ? std::uint64_t{1} << (sizeof(T) * 8 - 1) : 0;
      return from_integer_bits(to_integer_bits(axis[from]) ^ sign, T{});
    });
  }

  // Multiples of the smallest number: exact as doubles, or subnormal ones.
  FF_HD_LARGE void tiny() {
    for (int i = 0; i < points_ * dimension_; ++i) {
      const std::uint64_t magnitude = (bits_.next() & (2 * hidden - 1)) >> (heads() ? below(f::digits) : 0);
      v_.x[i] = nearest_of(either_sign(static_cast<double>(magnitude) * f::smallest));
    }
    nearly_degenerate();
  }

  FF_HD_LARGE void spoil() {
    constexpr std::uint64_t exponent = static_cast<std::uint64_t>(2 * f::bias + 1) << (f::digits - 1);
    const std::uint64_t b = bits_.next(), sign = (b >> 63) << (sizeof(T) * 8 - 1);
    v_.x[below(points_ * dimension_)] =
        from_integer_bits(sign | exponent | (b & 1 ? b & (hidden - 1) : 0), T{});
  }

  FF_HD_LARGE void shuffle() {
    for (int i = points_ - 1; i > 0; --i) {
      const int j = below(i + 1);
      for (int k = 0; k < dimension_; ++k) {
        const T kept = at(i, k);
        at(i, k) = at(j, k), at(j, k) = kept;
      }
    }
  }

  random_bits bits_;
  int dimension_, points_;
  bool lifted_;
  operands<Format> v_{};
};

template <class T>
FF_HD_LARGE operands<T> make_points(determinant d, std::uint64_t seed, theme t, std::uint64_t index) {
  return point_maker<T>(d, seed, t, index).of(t);
}

/// The points in the order that v.order numbers; true where that permutation is odd.
template <class T>
FF_HD_LARGE bool reorder(determinant d, const operands<T>& v, operands<T>& to) {
  const int points = points_of(d), dimension = dimension_of(d);
  to = v;
  bool odd = false;
  int rest = v.order;
  for (int i = points - 1; i > 0; --i) {
    const int j = rest % (i + 1);
    rest /= i + 1;
    if (i == j) continue;
    odd = !odd;
    for (int k = 0; k < dimension; ++k) {
      const auto kept = to.x[i * dimension + k];
      to.x[i * dimension + k] = to.x[j * dimension + k], to.x[j * dimension + k] = kept;
    }
  }
  return odd;
}

}  // namespace accuracy::predicates
