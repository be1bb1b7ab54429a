// Polynomials whose coefficients carry exponents of their own, so that no value at any point overflows, and
// the points from which all roots are sought.
#pragma once

#include <ff/polynomial/evaluate.hpp>

namespace ff {
namespace detail {

/// Degrees up to which values in the scaled form stay below 2^40.
inline constexpr int largest_degree = 64;

/// The exponent of a vanishing coefficient: below all others, however they are scaled.
inline constexpr int no_exponent = -(1 << 24);

/// floor(a / b) for b > 0.
FF_HD constexpr int floor_of_quotient(int a, int b) { return (a + 1024 * b) / b - 1024; }

/// Exponents between which the moduli of the roots lie, about: the slopes at the ends of Newton's polygon.
struct modulus_range {
  int least, greatest;

  /// The shift for which the middle of the range is about 1.  Roots that floats do not hold are not asked
  /// for.
  FF_HD constexpr int middle(int shift) const {
    const int low = max_int(least + shift, -149), high = min_int(greatest + shift, 128);
    return low <= high ? floor_of_quotient(low + high, 2) : shift;
  }
};
template <class P>
FF_HD constexpr modulus_range range_of_moduli(const P& p) {
  modulus_range r{0, 0};
  const int n = p.degree, lowest = p.exponent_at(0, 0), leading = p.exponent_at(n, 0);
  for (int k = 0; k <= n; ++k) {
    if (p.exponent[p.first + k] == no_exponent) continue;
    const int e = p.exponent_at(k, 0);
    if (k > 0) r.least = min_int(r.least, floor_of_quotient(lowest - e, k));
    if (k < n) r.greatest = max_int(r.greatest, floor_of_quotient(e - leading, n - k) + 1);
  }
  return r;
}

/// The coefficients a_k = significand 2^exponent, 1 <= |hi| <= 2, of a polynomial in x = 2^shift z, without
/// its roots at zero and at infinity.  Bits of a low word below 2^-150 of the head are rounded away.
template <int Degree>
struct scaled_polynomial {
  static_assert(Degree >= 1 && Degree <= largest_degree, "roots of polynomials of degree 1 to 64");

  ff_t significand[static_cast<size_t>(Degree) + 1];
  int exponent[static_cast<size_t>(Degree) + 1];
  int first;        ///< the coefficients below vanish: as many roots are zero
  int degree;       ///< the coefficients above first + degree vanish; -1 where all do
  int shift;        ///< the roots' geometric mean is about 2^shift, or the middle of their range
  bool graded;      ///< the moduli of roots in z are not all about from 2^-40 to 2^40
  bool all_finite;  ///< no coefficient is infinite or NaN

  /// Coefficient k of the polynomial in x, for each k once.
  FF_HD constexpr void take(int k, ff_t a) {
    const bool vanishes = is_zero_or_not_finite(a.hi());
    const int e = vanishes ? 0 : ilogb(from_words(a.hi(), 0.0f));
    significand[k] = vanishes ? a : scaled(a, -e);
    exponent[k] = vanishes ? no_exponent : e;
  }

  /// Holds what all coefficients together say.
  FF_HD constexpr void finish() {
    int last = Degree;
    first = shift = 0;
    graded = false;
    all_finite = true;
    for (const ff_t& a : significand) all_finite = all_finite && isfinite(a);
    while (last >= 0 && exponent[last] == no_exponent) --last;
    while (first < last && exponent[first] == no_exponent) ++first;
    degree = last < 0 ? -1 : last - first;
    if (degree > 0) {
      const int rise = exponent[first] - exponent[last] + 512 * degree;  // positive: the quotient is a floor
      shift = rise / degree - 512;
    }
  }

  /// Takes for the shift the middle of the range of the roots' moduli, where they are far apart.
  FF_HD constexpr void centre() {
    const modulus_range z = range_of_moduli(*this);
    graded = z.least < -40 || z.greatest > 40;
    if (graded) shift = z.middle(shift);
  }

  /// The exponent of coefficient k in z = 2^s t, k = 0 ... degree.
  FF_HD constexpr int exponent_at(int k, int s) const { return exponent[first + k] + (shift + s) * k; }
  FF_HD constexpr int greatest_exponent(int s) const {
    int m = no_exponent;
    for (int k = 0; k <= degree; ++k) m = max_int(m, exponent_at(k, s));
    return m;
  }
};

/// The coefficients of 2^-m p in t = 2^-s z, where the greatest is 1 to 2: what is below 2^-126 vanishes.
/// T is ff_t or, for the heads alone, float.
template <class T, class P>
class coefficients_at {
 public:
  FF_HD constexpr coefficients_at(const P& p, int s) : p_(p), s_(s), m_(p.greatest_exponent(s)) {}

  FF_HD constexpr int m() const { return m_; }

  FF_HD constexpr T operator[](int k) const {
    const float f = power_of_two(max_int(p_.exponent_at(k, s_) - m_, -127));  // 2^-127 becomes 0
    const ff_t a = p_.significand[p_.first + k];
    if constexpr (is_same<T, float>) return mul_rn(a.hi(), f);
    if constexpr (!is_same<T, float>) return from_words(mul_rn(a.hi(), f), mul_rn(a.lo(), f));
  }

 private:
  const P& p_;
  int s_, m_;
};

/// s with 1/2 <= |z|^2 / 4^s < 2 but for rounding, for points whose greater component is from 2^-118 to
/// 2^118.
inline constexpr int most_scale = 118;
FF_HD constexpr bool in_range(complex_float z) {
  return between(greatest_unsigned(abs(z.re), abs(z.im)), power_of_two(-most_scale),
                 power_of_two(most_scale));
}
FF_HD constexpr int scale_of(complex_float z) {
  const float m = greatest_unsigned(abs(z.re), abs(z.im));
  const int e = max_int(-most_scale, min_int(static_cast<int>(to_bits(m) >> 23) - 127, most_scale));
  const float f = power_of_two(-e), re = mul_rn(z.re, f), im = mul_rn(z.im, f);
  return less(fma_rn(re, re, mul_rn(im, im)), 2.0f) ? e : e + 1;
}
FF_HD constexpr complex_float times(complex_float z, float f) { return {mul_rn(z.re, f), mul_rn(z.im, f)}; }
FF_HD constexpr complex times(complex z, float f) {
  return {from_words(mul_rn(z.real().hi(), f), mul_rn(z.real().lo(), f)),
          from_words(mul_rn(z.imag().hi(), f), mul_rn(z.imag().lo(), f))};
}
/// floor(log2 m), m >= 0; -127 below 2^-126.
FF_HD constexpr int exponent_of(float m) { return static_cast<int>(to_bits(m) >> 23) - 127; }
FF_HD constexpr complex_float heads(complex_float z) { return z; }
FF_HD constexpr complex_float heads(complex z) { return {z.real().hi(), z.imag().hi()}; }

// ---------------------------------------------------------------- where to start

/// Beyond these powers of two there are no starting points.
inline constexpr float greatest_log = 117.0f;

/// The slope from one of the points (k, log2 |a_k|) to another, log2 |significand| replaced by a straight
/// line within 0.09 of it.
template <class P>
FF_HD constexpr float slope(const P& p, int from, int to) {
  const float whole = static_cast<float>(p.exponent_at(to, 0) - p.exponent_at(from, 0));
  const float rest = sub_rn(abs(p.significand[p.first + to].hi()), abs(p.significand[p.first + from].hi()));
  return div_rn(add_rn(whole, rest), static_cast<float>(to - from));
}

/// The corners of these points' upper convex hull, of which it returns the number: from one corner to the
/// next, k_s to k_s+1, lie as many roots of about the modulus that the slope says.  Bini, Numerical
/// computation of polynomial zeros by means of Aberth's method, 1996.
template <class P, class Index>
FF_HD constexpr int upper_hull(const P& p, Index* corner) {
  int corners = 0;
  for (int k = 0; k <= p.degree; ++k) {
    if (p.exponent[p.first + k] == no_exponent) continue;
    while (corners >= 2 &&
           !less(slope(p, corner[corners - 1], k), slope(p, corner[corners - 2], corner[corners - 1])))
      --corners;
    corner[corners++] = static_cast<Index>(k);
  }
  return corners;
}

template <int Degree>
struct newton_polygon {
  unsigned char corner[static_cast<size_t>(Degree) + 1];
  int corners;

  template <class P>
  FF_HD constexpr void of(const P& p) {
    corners = upper_hull(p, corner);
  }
};

/// cos and sin of a turn, 0 <= turn < 4, and of an eighth more, to 2^-11.
FF_HD constexpr complex_float direction(float turn) {
  const float quarters = mul_rn(4.0f, turn);
  const int quadrant = static_cast<int>(quarters);
  const float x = mul_rn(0x1.921fb6p0f, sub_rn(sub_rn(quarters, static_cast<float>(quadrant)), 0.5f));
  const float x2 = mul_rn(x, x);
  const float c = fma_rn(x2, fma_rn(x2, 0x1.555556p-5f, -0.5f), 1.0f);
  const float s = mul_rn(x, fma_rn(x2, fma_rn(x2, 0x1.111112p-7f, -0x1.555556p-3f), 1.0f));
  const float re = (quadrant & 1) != 0 ? neg(s) : c, im = (quadrant & 1) != 0 ? c : s;
  return (quadrant & 2) != 0 ? complex_float{neg(re), neg(im)} : complex_float{re, im};
}

/// The point from which root i, i < degree, is sought: evenly on the circle of its edge of the polygon,
/// turned from edge to edge and off the real axis, about which the roots are symmetric.
template <int Degree, class P>
FF_HD constexpr complex_float starting_point(const newton_polygon<Degree>& hull, const P& p, int i) {
  int edge = 0;
  while (edge + 2 < hull.corners && i >= hull.corner[edge + 1]) ++edge;
  const int from = hull.corner[edge], to = hull.corner[edge + 1];
  const float log_radius = limited(neg(slope(p, from, to)), greatest_log);
  const int whole = static_cast<int>(add_rn(log_radius, 128.0f)) - 128;
  const float radius =
      mul_rn(power_of_two(whole), add_rn(1.0f, sub_rn(log_radius, static_cast<float>(whole))));
  const float turn = add_rn(div_rn(static_cast<float>(i - from), static_cast<float>(to - from)),
                            add_rn(div_rn(static_cast<float>(edge), static_cast<float>(p.degree)), 0.11f));
  return times(direction(turn), radius);
}

}  // namespace detail
}  // namespace ff
