// The sign of a determinant of points, exact for every finite coordinate: integers as wide as it takes.
//
// A determinant whose rows are (x, y, 1), (x, y, z, 1), (x, y, x^2 + y^2, 1) or (x, y, z, x^2 + y^2 + z^2, 1)
// is a sum of products of coordinates, over the permutations of its rows (Leibniz): 6, 24, 48 and 360
// products.  A coordinate is m 2^e with an integer m, so each product is an integer times a power of two.
// They are added as fixed-point numbers in limbs of 32 bits.  The limbs are made in windows from the lowest
// up, and a window keeps nothing but its carry and whether a bit was seen: memory stays the same for the
// 18 limbs of orient2d in float and the 329 of insphere in double.
//
// The columns are gone through in a nest of loops over the rows that are left, squares first, so that what
// products have in common is multiplied once: 615 multiplications for the 360 products of five factors.
#pragma once

#include <ff/platform/integers.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

/// A finite coordinate as (-1)^negative m 2^e.
struct scaled_integer {
  uint64 m;
  int32 e;
  bool negative;
};

FF_HD constexpr scaled_integer as_scaled_integer(float x) {
  const uint32 b = to_bits(x), exponent = (b & magnitude_bits) >> 23;
  return {(b & fraction_bits) | (exponent == 0 ? 0u : hidden_bit),
          static_cast<int32>(exponent == 0 ? 1 : exponent) - 150, (b & sign_bits) != 0};
}
FF_HD constexpr scaled_integer as_scaled_integer(double x) {
  const uint64 b = bit_cast<uint64>(x), exponent = b >> 52 & 0x7ff;
  return {(b & 0xfffffffffffff) | (exponent == 0 ? uint64{0} : uint64{1} << 52),
          static_cast<int32>(exponent == 0 ? 1 : exponent) - 1075, b >> 63 != 0};
}

FF_HD constexpr bool is_finite_coordinate(float x) { return (to_bits(x) & magnitude_bits) < infinity_bits; }
// Hidden from the device's compiler, which would make a comparison of doubles of it.
FF_HD constexpr bool is_finite_coordinate(double x) {
  const uint32 upper = static_cast<uint32>(bit_cast<uint64>(x) >> 32);
  return hidden(upper >> 20 & 0x7ffu) != 0x7ff;
}

/// Returns how many bits the significand of a coordinate has.
template <class T>
inline constexpr int significand_bits = sizeof(T) == 4 ? 24 : 53;

/// One determinant and its minors: `points` rows of `dimension` coordinates each, then the sum of their
/// squares where `lifted`, then a 1.  `missing` limbs are left out of each product, for tests that have to
/// see it.
template <class T, int dimension, bool lifted, int missing = 0>
class determinant_in_limbs {
 public:
  static constexpr int points = dimension + 1 + (lifted ? 1 : 0);
  static constexpr uint32 all = (1u << points) - 1;

  /// Of points[i * dimension + k], all finite.
  FF_HD constexpr explicit determinant_in_limbs(const T* coordinates) : coordinate_{} {
    for (int i = 0; i < points * dimension; ++i) coordinate_[i] = as_scaled_integer(coordinates[i]);
  }

  FF_HD constexpr sign of() const { return of(all, all); }

  /// Of the minor with the rows and the columns whose bits are set, as many of the one as of the other.  The
  /// last column's bit stands for the ones.
  FF_HD constexpr sign of(uint32 rows, uint32 columns) const {
    window w{};
    for (int level = levels - 1; level >= 0; --level) {
      w.least[level] = w.least[level + 1], w.greatest[level] = w.greatest[level + 1];
      const int k = column_at(level);
      if ((columns >> k & 1) != 0 && !add_exponents(k, rows, w.least[level], w.greatest[level]))
        return sign::zero;
    }
    uint32 coordinate_columns = columns & ((1u << dimension) - 1);
    bool odd = false;  // the squares' column, which comes first here, stands behind these
    if (lifted && (columns >> dimension & 1) != 0) {
      for (; coordinate_columns != 0; coordinate_columns &= coordinate_columns - 1) odd = !odd;
    }
    const limbs<0> one = {1};
    int64 carry = 0;
    bool any = false;
    const int high = w.greatest[0] + 32 * limbs_at(levels) + 9;  // no more than 2^9 products
    for (w.low = w.least[0]; w.low <= high; w.low += window_bits) {
      expand<0>(one, 0, odd, rows, columns, w);
      for (int64& sum : w.sum) {
        const int64 s = sum + carry;
        sum = 0;
        any = any || (s & 0xffffffff) != 0;
        carry = s >> 32;
      }
    }
    // the sum is carry 2^(32 limbs) + the limbs, which are not negative
    return carry < 0 ? sign::negative : any || carry > 0 ? sign::positive : sign::zero;
  }

 private:
  static constexpr int levels = dimension + (lifted ? 1 : 0);  // columns but for that of ones
  static constexpr int window_size = 16;  // each limb sums at most 2^10 parts of products: 64 bits hold it
  static constexpr int window_bits = 32 * window_size;

  // Limbs made at a time, the lowest at 2^low, and the least and greatest exponents that the columns from
  // each level on have together.
  struct window {
    int low;
    array_of<int64, window_size> sum;
    array_of<int, levels + 1> least, greatest;
  };

  // The squares come first.
  FF_HD static constexpr int column_at(int level) {
    return !lifted ? level : level == 0 ? dimension : level - 1;
  }

  // The limbs of a product of the coordinates of so many columns, the squares' being one.
  FF_HD static constexpr int limbs_at(int level) {
    const int factors = level + (lifted && level > 0 ? 1 : 0);
    return level == 0 ? 1 : (factors * significand_bits<T> + 31) / 32 - (level == levels ? missing : 0);
  }

  template <int level>
  using limbs = array_of<uint32, limbs_at(level)>;

  // Adds the least and the greatest exponent of the column to what low and high have; false where it is zero.
  FF_HD constexpr bool add_exponents(int column, uint32 rows, int& low, int& high) const {
    int least = 0, greatest = 0;
    bool any = false;
    for (int i = 0; i < points * dimension; ++i) {
      const scaled_integer& c = coordinate_[i];
      const bool in_column = column == dimension || i % dimension == column;
      if ((rows >> i / dimension & 1) == 0 || !in_column || c.m == 0) continue;
      least = any && least < c.e ? least : c.e;
      greatest = any && greatest > c.e ? greatest : c.e;
      any = true;
    }
    low += column == dimension ? 2 * least : least;
    high += column == dimension ? 2 * greatest : greatest;
    return any;
  }

  // Adds `product` 2^exponent times every product of the columns from `level` on to the window.
  template <int level>
  FF_HD constexpr void expand(const limbs<level>& product, int exponent, bool negative, uint32 rows,
                              uint32 columns, window& w) const {
    if constexpr (level == levels) {
      add(product, exponent, negative, w);
    } else {
      constexpr bool squares = lifted && level == 0;
      constexpr int column = column_at(level);
      const bool present = (columns >> column & 1) != 0;  // else: once, with a factor of 1
      bool odd = negative;
      for (int i = 0; i < (present ? points : 1); ++i) {
        if (present && (rows >> i & 1) == 0) continue;
        for (int k = 0; k < (squares && present ? dimension : 1); ++k) {
          const scaled_integer c =
              present ? coordinate_[i * dimension + (squares ? k : column)] : scaled_integer{1, 0, false};
          const int e = exponent + (squares ? 2 * c.e : c.e);
          if (c.m == 0 || e + w.greatest[level + 1] + 32 * limbs_at(levels) < w.low ||
              e + w.least[level + 1] >= w.low + window_bits) {
            continue;
          }
          limbs<level + 1> larger = {};
          for (int l = 0; l < limbs_at(level) && l < limbs_at(level + 1); ++l) larger[l] = product[l];
          multiply<level + 1>(larger, c.m);
          if (squares) multiply<level + 1>(larger, c.m);
          expand<level + 1>(larger, e, squares ? odd : odd != c.negative, present ? rows & ~(1u << i) : rows,
                            columns, w);
        }
        odd = !odd;  // each row passed over is a transposition more
      }
    }
  }

  // Adds what of the product lies in the window.
  FF_HD static constexpr void add(const limbs<levels>& product, int exponent, bool negative, window& w) {
    const int place = exponent - w.low, at = place >> 5, shift = place & 31;
    constexpr int n = limbs_at(levels);
    uint32 below = 0;
    for (int i = 0; i <= n; ++i) {
      const uint32 here = i < n ? product[i] : 0;
      const auto part = static_cast<int64>((uint64{here} << 32 | below) >> (32 - shift) & 0xffffffff);
      if (0 <= at + i && at + i < window_size) w.sum[at + i] += negative ? -part : part;
      below = here;
    }
  }

  template <int level>
  FF_HD static constexpr void multiply(limbs<level>& limb, uint64 m) {
    const uint64 lower = m & 0xffffffff, upper = m >> 32;
    uint64 carry = 0;
    uint32 below = 0;
    for (uint32& l : limb) {
      const uint64 a = l * lower + (carry & 0xffffffff);
      if constexpr (significand_bits<T> <= 32) {
        l = static_cast<uint32>(a & 0xffffffff);
        carry = a >> 32;
      } else {
        const uint64 b = below * upper + (a & 0xffffffff);
        carry = (carry >> 32) + (a >> 32) + (b >> 32);
        below = l;
        l = static_cast<uint32>(b & 0xffffffff);
      }
    }
  }

  array_of<scaled_integer, points * dimension> coordinate_;
};

}  // namespace detail
}  // namespace ff
