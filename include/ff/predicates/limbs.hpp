// The sign of a determinant of points, exact for every finite coordinate: integers as wide as it takes.
//
// A determinant whose rows are (x, y, 1), (x, y, z, 1), (x, y, x^2 + y^2, 1) or (x, y, z, x^2 + y^2 + z^2, 1)
// is a sum of products of coordinates, over the permutations of its rows (Leibniz): 6, 24, 48 and 360
// products.  A coordinate is m 2^e with an integer m, so each product is an integer times a power of two.
// They are added as fixed-point numbers in limbs of 32 bits.  The limbs are made in windows from the lowest
// up, and a window keeps nothing but its carry and whether a bit was seen: memory stays the same for the
// 18 limbs of orient2d in float and the 329 of insphere in double.
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
FF_HD constexpr bool is_finite_coordinate(double x) { return (bit_cast<uint64>(x) >> 52 & 0x7ff) != 0x7ff; }

FF_HD constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// One determinant: `points` rows of `dimension` coordinates each, then the lifted coordinate where there is
/// one, then a 1.
template <class T, int dimension, bool lifted>
class determinant_in_limbs {
 public:
  static constexpr int points = dimension + 1 + (lifted ? 1 : 0);

  /// Of points[i * dimension + k], all finite.
  FF_HD constexpr explicit determinant_in_limbs(const T* coordinates) : coordinate_{} {
    for (int i = 0; i < points * dimension; ++i) coordinate_[i] = as_scaled_integer(coordinates[i]);
  }

  FF_HD constexpr sign of() const {
    int low = 0, high = 0;
    if (!exponents(low, high)) return sign::zero;
    int64 carry = 0;
    bool any = false;
    for (int first = 0; first <= (high - low) / 32; first += window) {
      int64 sum[window] = {};
      for (int p = 0; p < products; ++p) add(product_of(p), low, first, sum);
      for (int i = 0; i < window; ++i) {
        const int64 s = sum[i] + carry;
        any = any || (s & 0xffffffff) != 0;
        carry = s >> 32;
      }
    }
    // the sum is carry 2^(32 limbs) + the limbs, which are not negative
    return carry < 0 ? sign::negative : any || carry > 0 ? sign::positive : sign::zero;
  }

 private:
  static constexpr int degree = dimension + (lifted ? 2 : 0);
  static constexpr int squares = lifted ? dimension : 1;
  static constexpr int products = factorial(points) * squares;
  static constexpr int limbs = (degree * (sizeof(T) == 4 ? 24 : 53) + 31) / 32;  // of one product
  static constexpr int window = 16;  // limbs at a time; each sums at most 360 products, so 64 bits hold it

  struct product {
    int factor[degree];  // which coordinates
    bool negative;
  };

  // Product p: a permutation of the rows, written in the factorial base, and which square of the lifted
  // coordinate.
  FF_HD constexpr product product_of(int p) const {
    product r{};
    const int square = p % squares;
    int digits = p / squares, row[points] = {};
    for (int i = 0; i < points; ++i) row[i] = i;
    for (int k = 0; k < points - 1; ++k) {
      const int digit = digits % (points - k), chosen = row[k + digit];
      digits /= points - k;
      for (int i = k + digit; i > k; --i) row[i] = row[i - 1];  // keeps the others' order
      row[k] = chosen;
      r.negative ^= (digit & 1) != 0;
      if (k < dimension) {
        r.factor[k] = chosen * dimension + k;
      } else {
        r.factor[degree - 2] = r.factor[degree - 1] = chosen * dimension + square;
      }
    }
    for (int k = 0; k < degree; ++k) r.negative ^= coordinate_[r.factor[k]].negative;
    return r;
  }

  FF_HD constexpr int exponent(const product& p) const {
    int e = 0;
    for (int i : p.factor) e += coordinate_[i].e;
    return e;
  }
  FF_HD constexpr bool vanishes(const product& p) const {
    for (int i : p.factor) {
      if (coordinate_[i].m == 0) return true;
    }
    return false;
  }

  // The exponents of the lowest bit of all products and of the highest of their sum; false: all are zero.
  FF_HD constexpr bool exponents(int& low, int& high) const {
    bool any = false;
    for (int p = 0; p < products; ++p) {
      const product q = product_of(p);
      if (vanishes(q)) continue;
      const int e = exponent(q);
      low = any && low < e ? low : e;
      high = any && high > e ? high : e;
      any = true;
    }
    high += 32 * limbs + 9;
    return any;
  }

  // Adds what of the product lies in the window of limbs from `first`; limb 0 begins at 2^low.
  FF_HD constexpr void add(const product& p, int low, int first, int64 (&sum)[window]) const {
    const int place = exponent(p) - low, at = place / 32 - first, shift = place % 32;
    if (at >= window || at + limbs < 0 || vanishes(p)) return;
    uint32 limb[limbs] = {1};
    for (int i : p.factor) multiply(limb, coordinate_[i].m);
    uint32 below = 0;
    for (int i = 0; i <= limbs; ++i) {
      const uint32 here = i < limbs ? limb[i] : 0;
      const auto part = static_cast<int64>((uint64{here} << 32 | below) >> (32 - shift) & 0xffffffff);
      if (0 <= at + i && at + i < window) sum[at + i] += p.negative ? -part : part;
      below = here;
    }
  }

  FF_HD static constexpr void multiply(uint32 (&limb)[limbs], uint64 m) {
    const uint64 lower = m & 0xffffffff, upper = m >> 32;
    uint64 carry = 0;
    uint32 below = 0;
    for (uint32& l : limb) {
      const uint64 a = l * lower + (carry & 0xffffffff), b = below * upper + (a & 0xffffffff);
      carry = (carry >> 32) + (a >> 32) + (b >> 32);
      below = l;
      l = static_cast<uint32>(b & 0xffffffff);
    }
  }

  scaled_integer coordinate_[points * dimension];
};

}  // namespace detail
}  // namespace ff
