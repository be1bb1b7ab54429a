// The sign of a determinant of points that lie on a lattice which is not too fine: integers of a fixed width.
//
// The coordinates of one axis, or of all where squares are summed, are taken as integers: multiples of a unit
// that goes with the largest.  A float may then have its last bit 44 binades below the largest one's first
// bit, a double 67; most coordinates that people have do.  Where one does not, the stage does not apply, and
// says so.
//
// An integer is kept as signed digits of 23 bits, least significant first.  Digits are multiplied into sums
// of 64 bits, which take every product of a determinant without a carry; carries are made between one level
// of minors and the next.  The widths, with |x| <= 2^w, w = 45 for float (2 digits), 68 for double (3):
//   difference    2^(w+1)     2, 3 digits, each at most 2^24
//   lifted        3 2^(2w+2)  4, 6 digits, the highest below 2^25
//   minor of 2    2 2^(2w+2)  4, 6 digits, the highest at most 2^24
//   minor of 3    6 2^(3w+3)  6, 9 digits, the highest below 2^26
// and a sum has at most 4 * 6 products of two digits, below 2^(26+25+5).
#pragma once

#include <ff/platform/integers.hpp>
#include <ff/predicates/limbs.hpp>
#include <ff/predicates/types.hpp>
#include <ff/rounding.hpp>

namespace ff {
namespace detail {

inline constexpr int digit_size = 23;
inline constexpr int32 digit_mask = (1 << digit_size) - 1;

/// The integer sum of digit[i] 2^(23 i).
template <int n>
struct digits {
  array_of<int32, n> digit;
};

template <int n>
FF_HD constexpr digits<n> operator-(const digits<n>& a, const digits<n>& b) {
  digits<n> r{};
  for (int i = 0; i < n; ++i) {  // modulo 2^32: where the lattice does not apply they may be anything
    r.digit[i] = static_cast<int32>(static_cast<uint32>(a.digit[i]) - static_cast<uint32>(b.digit[i]));
  }
  return r;
}
template <int n>
FF_HD constexpr digits<n> operator-(const digits<n>& a) {
  return digits<n>{} - a;
}

/// The integer a b.
template <int n, int m>
struct product_of_digits {
  digits<n> a;
  digits<m> b;

  static constexpr int size = n + m - 1;

  /// s and the digits' products that count 2^(23 place).
  template <int place>
  FF_HD constexpr int64 added(int64 s) const {
    constexpr int first = place < m ? 0 : place - m + 1, last = place < n ? place : n - 1;
    for (int i = first; i <= last; ++i) s += wide_product(a.digit[i], b.digit[place - i]);
    return s;
  }
};
template <int n, int m>
FF_HD constexpr product_of_digits<n, m> operator*(const digits<n>& a, const digits<m>& b) {
  return {a, b};
}

// The places of a sum from `place` up, with the carry from below it.
template <int place, int n, class... Product>
FF_HD constexpr void add_places(digits<n>& r, int64 carry, const Product&... p) {
  if constexpr (place == n - 1) {
    r.digit[place] = static_cast<int32>(carry);
  } else {
    int64 s = carry;
    ((s = p.template added<place>(s)), ...);
    r.digit[place] = static_cast<int32>(s & digit_mask);
    add_places<place + 1>(r, s >> digit_size, p...);
  }
}
template <int place, int n, class... Product>
FF_HD constexpr sign sign_of_places(int64 carry, int32 low, const Product&... p) {
  int64 s = carry;
  ((s = p.template added<place>(s)), ...);
  if constexpr (place == n - 1) {
    return s < 0 ? sign::negative : (s | (low & digit_mask)) != 0 ? sign::positive : sign::zero;
  } else {
    return sign_of_places<place + 1, n>(s >> digit_size, low | static_cast<int32>(s), p...);
  }
}

/// A sum of products of one size, all but its highest digit in [0, 2^23).  Place by place, from the lowest up
/// (Comba 1990).
template <class First, class... Others>
FF_HD constexpr digits<First::size + 1> sum_of(const First& first, const Others&... others) {
  digits<First::size + 1> r{};
  add_places<0>(r, 0, first, others...);
  return r;
}
/// The sign of such a sum.
template <class First, class... Others>
FF_HD constexpr sign sign_of_sum(const First& first, const Others&... others) {
  return sign_of_places<0, First::size>(0, 0, first, others...);
}

/// Coordinates as multiples of a unit that goes with the largest of them.
template <class T>
class lattice;

template <>
class lattice<float> {
 public:
  static constexpr int size = 2;  // digits of a coordinate

  /// The coordinates' largest magnitude, for which the unit is made.
  FF_HD static constexpr float magnitude(float x) { return abs(x); }
  FF_HD static constexpr float larger(float a, float b) { return greatest(a, b); }

  // For 2^e <= largest < 2^(e+1), the upper digit counts 2^(e-21), the lower 2^(e-44).
  FF_HD constexpr explicit lattice(float largest)
      : upper_{from_bits(field(largest) + (2u << 23 | 0x400000u))},
        lower_{from_bits(field(largest) + (2u << 23 | 0x400000u) - (23u << 23))},
        applies_{field(largest) < 252u << 23} {}

  /// False where adding upper_ might overflow, or the largest is infinite.
  FF_HD constexpr bool applies() const { return applies_; }

  /// x, |x| <= largest, in digits; `rest` gets bits other than its sign where x is no multiple of the unit,
  /// or NaN.  x + upper_ is rounded to a multiple of the upper digit's unit, whose count then stands in the
  /// last bits; what was rounded off is exact (Dekker's FastTwoSum), and at most half that unit.
  FF_HD constexpr digits<2> of(float x, uint32& rest) const {
    const float u = add_rn(x, upper_), r = sub_rn(x, sub_rn(u, upper_));
    const float l = add_rn(r, lower_), nothing = sub_rn(r, sub_rn(l, lower_));
    rest |= to_bits(nothing);
    return {{static_cast<int32>(to_bits(l)), static_cast<int32>(to_bits(u))}};
  }

 private:
  // 22: the least exponent for which the unit is a float.
  FF_HD static constexpr uint32 field(float largest) {
    const uint32 f = to_bits(largest) & infinity_bits, least = 22u << 23;
    return f > least ? f : least;
  }

  float upper_, lower_;  // 3/2 2^23 times the unit of each digit
  bool applies_;
};

/// Doubles, and whatever else is such an integer with m < 2^53.
template <>
class lattice<scaled_integer> {
 public:
  static constexpr int size = 3;

  /// The exponent; of zero one that is never the largest beside another.
  FF_HD static constexpr int32 magnitude(const scaled_integer& x) { return x.m == 0 ? least : x.e; }
  FF_HD static constexpr int32 larger(int32 a, int32 b) { return a < b ? b : a; }

  // The unit is 2^(largest - 15).
  FF_HD constexpr explicit lattice(int32 largest) : largest_{largest} {}

  /// False where a double is not finite: as such an integer it has this exponent.
  FF_HD constexpr bool applies() const { return largest_ < 0x7ff - 1075; }

  /// x in digits; `rest` gets bits where x is no multiple of the unit.
  FF_HD constexpr digits<3> of(const scaled_integer& x, uint32& rest) const {
    const int32 below = x.m == 0 ? 0 : largest_ - x.e,
                right = below < 15   ? 0
                        : below < 78 ? below - 15
                                     : 63,
                left = below < 15 ? 15 - below : 0;
    const uint64 v = x.m >> right, upper = v >> (digit_size - left);
    rest |= v << right == x.m ? 0u : 1u;
    const int32 flip = x.negative ? -1 : 0;  // -d is (d ^ -1) + 1
    return {{(static_cast<int32>(v << left & digit_mask) ^ flip) - flip,
             (static_cast<int32>(upper & digit_mask) ^ flip) - flip,
             (static_cast<int32>(upper >> digit_size) ^ flip) - flip}};
  }

 private:
  static constexpr int32 least = -0x10000;

  int32 largest_;
};

/// A sign, where the stage applies.
struct lattice_sign {
  bool applies;
  sign s;
};

/// One determinant, as determinant_in_limbs has it: `points` rows of `dimension` coordinates, the last of
/// which is taken from the others.
template <class X, int dimension, bool lifted>
class determinant_on_lattice {
  static constexpr int points = dimension + 1 + (lifted ? 1 : 0), rows = points - 1;
  using axis = lattice<X>;
  using integer = digits<axis::size>;
  using row = array_of<integer, dimension>;

 public:
  /// Takes coordinate k of point i at x[i * dimension + k].  It does not apply where one is not finite.
  FF_HD static constexpr lattice_sign of(const X* x) {
    array_of<row, rows> d = {};
    uint32 rest = 0;
    for (int k = 0; k < dimension; ++k) {
      const axis a(lifted ? largest(x, 1) : largest(x + k, dimension));
      if (!a.applies()) return {false, sign::zero};
      const integer last = a.of(x[rows * dimension + k], rest);
      for (int i = 0; i < rows; ++i) d[i][k] = a.of(x[i * dimension + k], rest) - last;
    }
    if ((rest & magnitude_bits) != 0) return {false, sign::zero};
    return {true, sign_of(d)};
  }

 private:
  FF_HD static constexpr auto largest(const X* x, int step) {
    auto r = axis::magnitude(x[0]);
    for (int i = step; i < points * dimension; i += step) r = axis::larger(r, axis::magnitude(x[i]));
    return r;
  }

  // x_i y_j - y_i x_j
  FF_HD static constexpr auto minor_of(const row& i, const row& j) {
    return sum_of(i[0] * j[1], -i[1] * j[0]);
  }
  FF_HD static constexpr auto minor_of(const row& i, const row& j, const row& k) {
    return sum_of(i[2] * minor_of(j, k), j[2] * minor_of(k, i), k[2] * minor_of(i, j));
  }
  // The sum of the squares.
  FF_HD static constexpr auto lift(const row& r) {
    if constexpr (dimension == 2) {
      return sum_of(r[0] * r[0], r[1] * r[1]);
    } else {
      return sum_of(r[0] * r[0], r[1] * r[1], r[2] * r[2]);
    }
  }

  FF_HD static constexpr sign sign_of(const array_of<row, rows>& d) {
    if constexpr (dimension == 2 && !lifted) {
      return sign_of_sum(d[0][0] * d[1][1], -d[0][1] * d[1][0]);
    } else if constexpr (!lifted) {
      return sign_of_sum(d[0][2] * minor_of(d[1], d[2]), d[1][2] * minor_of(d[2], d[0]),
                         d[2][2] * minor_of(d[0], d[1]));
    } else if constexpr (dimension == 2) {
      return sign_of_sum(lift(d[0]) * minor_of(d[1], d[2]), lift(d[1]) * minor_of(d[2], d[0]),
                         lift(d[2]) * minor_of(d[0], d[1]));
    } else {
      // the signs alternate: every other minor has two of its rows exchanged
      return sign_of_sum(lift(d[0]) * minor_of(d[1], d[3], d[2]), lift(d[1]) * minor_of(d[0], d[2], d[3]),
                         lift(d[2]) * minor_of(d[0], d[3], d[1]), lift(d[3]) * minor_of(d[0], d[1], d[2]));
    }
  }
};

}  // namespace detail
}  // namespace ff
