// Doubles stored as three floats, and points of them for the predicates: exact signs without FP64
// instructions.
//
// The plain stages take differences of coordinates as pairs, rounded by less than 2 u^2, then run as they do
// for floats with u' = 9/8 u for u.  That is enough: a pair's head is within u + 2 u^2 of the difference, as
// are all the filter's operations; and 2 u^2 in each factor moves a determinant of n products of k factors by
// at most 2 n k u^2 of the largest product, 4, 36, 48 and 240 u^2, which is less than the bounds of the pairs
// grow by, a quarter. The exact stages take the doubles, by their bits.
#pragma once

#include <ff/platform/integers.hpp>
#include <ff/predicates.hpp>
#include <ff/predicates/sos.hpp>

namespace ff {

/// A double as the sum of three floats of its sign: its first 24 bits, the next 24, the last five.
struct double_in_floats {
  float hi, mid, lo;
};

namespace detail {

// n 2^k as a float, which it is, for n < 2^24 and k >= -149.
FF_HD constexpr float float_of(uint64 n, int k, uint32 sign) {
  const float power = from_bits(k >= -126 ? static_cast<uint32>(k + 127) << 23 : 1u << (k + 149));
  return from_bits(to_bits(mul_rn(static_cast<float>(static_cast<uint32>(n)), power)) | sign);
}

}  // namespace detail

/// x as three floats, and whether it is their sum: where |x| < 2^128 and x is a multiple of 2^-149.  Where
/// not, `fits` is false, and the floats are NaN for NaN, infinity of x's sign from 2^128 on, and else x
/// without its bits below 2^-149.
struct split_double {
  double_in_floats words;
  bool fits;
};
FF_HD constexpr split_double split_in_floats(double x) {
  using namespace detail;
  const uint64 bits = bit_cast<uint64>(x);
  const uint32 sign = static_cast<uint32>(bits >> 32) & sign_bits;
  scaled_integer n = as_scaled_integer(x);
  if (n.e + 52 >= 128) {  // infinity and NaN have the highest exponent
    const bool is_nan = n.e == 0x7ff - 1075 && n.m << 12 != 0;
    return {{from_bits(is_nan ? to_bits(quiet_nan) : sign | infinity_bits), 0.0f, 0.0f}, false};
  }
  const int finer = n.e < -149 ? -149 - n.e : 0, dropped = finer < 63 ? finer : 63;
  const uint64 m = n.m >> dropped;
  const int e = n.e + finer, zeros = leading_zeros(m);
  const int below_hi = zeros < 40 ? 40 - zeros : 0, below_mid = below_hi < 24 ? 0 : below_hi - 24;
  const uint64 rest = m & ((uint64{1} << below_hi) - 1), last = rest & ((uint64{1} << below_mid) - 1);
  return {{float_of(m >> below_hi, e + below_hi, sign), float_of(rest >> below_mid, e + below_mid, sign),
           float_of(last, e, sign)},
          m << dropped == n.m};
}

/// The double again, of words that split_in_floats() made: infinity and NaN where these are.
FF_HD constexpr double as_double(const double_in_floats& x) {
  using namespace detail;
  if (!is_finite_coordinate(x.hi)) {
    const uint64 head = to_bits(x.hi);
    return bit_cast<double>((head & sign_bits) << 32 | uint64{0x7ff} << 52 | (head & 0x7fffff) << 29);
  }
  const scaled_integer hi = as_scaled_integer(x.hi);
  const int lowest = hi.e - 29;  // below which a double with this head has no bits
  const auto in_units = [lowest](const scaled_integer& w) {
    const int shift = w.e - lowest;
    return w.m == 0 || shift < -63 ? uint64{0} : shift < 0 ? w.m >> -shift : w.m << shift;
  };
  const uint64 m = in_units(hi) + in_units(as_scaled_integer(x.mid)) + in_units(as_scaled_integer(x.lo));
  const uint64 sign = hi.negative ? uint64{1} << 63 : 0;
  if (m == 0) return bit_cast<double>(sign);
  const int normal = leading_zeros(m) - 11;
  return bit_cast<double>(sign | static_cast<uint64>(lowest - normal + 1075) << 52 |
                          (m << normal & 0xfffffffffffff));
}

/// Returns whether all of x[0], ..., x[count - 1] fit; words[i] are those of x[i].  A thread's work; a kernel
/// of many calls the function of one.
FF_HD_LARGE constexpr bool split_in_floats(const double* x, double_in_floats* words, size_t count) {
  bool fits = true;
  for (size_t i = 0; i < count; ++i) {
    const split_double s = split_in_floats(x[i]);
    words[i] = s.words;
    fits = fits && s.fits;
  }
  return fits;
}

namespace detail {

/// The plain stages take this for the word of such points.
struct triple {
  float hi, mid, lo;
  FF_HD constexpr explicit triple(const double_in_floats& x) : hi{x.hi}, mid{x.mid}, lo{x.lo} {}
};
template <>
struct word_of<double_in_floats> {
  using type = triple;
};
template <>
struct word_format<triple> {
  static constexpr double u = 1.125 * 0x1p-24;
};

/// a - b, normalised, with an error below 2 u^2 of it.  31 flops.
///
/// Let 2^E be the greater power of two among the first bits.  Where the smaller is at least 2^(E-1), all are
/// multiples of 2^(E-53); f, e1 and s2 are at most 2^(E-45) and 2^(E-46), so that their sums are exact, and
/// so is the sum with g unless it is 2^(E-29) or more, when |r| >= 2^(E-6) and its rounding is below 1.1 u^2
/// |r|.  Else |a - b| >= 2^(E-1), and all roundings but that last one are below 2^-40 u of it.
FF_HD constexpr two_words<float> exact_difference(triple a, triple b) {
  const auto [s0, e0] = add12(a.hi, neg(b.hi));
  const auto [s1, e1] = add12(a.mid, neg(b.mid));
  const float s2 = sub_rn(a.lo, b.lo);
  const auto [t, f] = add12(e0, s1);
  const auto [r, g] = add12(s0, t);
  const auto [hi, lo] = fast_add12(r, add_rn(g, add_rn(f, add_rn(e1, s2))));
  return {hi, lo};
}
FF_HD constexpr point2<two_words<float>> exact_difference(point2<triple> a, point2<triple> b) {
  return {exact_difference(a.x, b.x), exact_difference(a.y, b.y)};
}
FF_HD constexpr point3<two_words<float>> exact_difference(point3<triple> a, point3<triple> b) {
  return {exact_difference(a.x, b.x), exact_difference(a.y, b.y), exact_difference(a.z, b.z)};
}

/// The heads alone.
FF_HD constexpr point2<float> difference(point2<triple> a, point2<triple> b) {
  return {exact_difference(a.x, b.x).hi, exact_difference(a.y, b.y).hi};
}
FF_HD constexpr point3<float> difference(point3<triple> a, point3<triple> b) {
  return {exact_difference(a.x, b.x).hi, exact_difference(a.y, b.y).hi, exact_difference(a.z, b.z).hi};
}

// ---------------------------------------------------------------- the exact stages, of doubles

template <int dimension, bool lifted>
struct sign_on_lattice<double_in_floats, dimension, lifted> {
  template <class... X>
  FF_HD static constexpr lattice_sign of(X... x) {
    return sign_on_lattice<double, dimension, lifted>::of(as_double(x)...);
  }
};
template <int dimension, bool lifted>
struct exact_determinant<double_in_floats, dimension, lifted> {
  template <class... X>
  FF_HD static constexpr decided of(X... x) {
    return exact_determinant<double, dimension, lifted>::of(as_double(x)...);
  }
};
template <int dimension, bool lifted>
class moved_determinant<double_in_floats, dimension, lifted> {
 public:
  template <class Index>
  FF_HD static constexpr sign of(const double_in_floats* coordinates, const Index* index) {
    constexpr int n = (dimension + (lifted ? 2 : 1)) * dimension;
    array_of<double, n> x = {};
    for (int i = 0; i < n; ++i) x[i] = as_double(coordinates[i]);
    return moved_determinant<double, dimension, lifted>::of(x, index);
  }
};

}  // namespace detail
}  // namespace ff
