// Disks about approximations of a polynomial's roots, each proved to hold as many roots as it says.
//
// The weights w_i = p(z_i) / (a_n product of (z_i - z_j)) say how far p is from a_n product of (z - z_i).
// Where the sum of |w_j| / |z - z_j| is less than 1 along a circle, Rouche's theorem gives as many roots
// inside as there are points: first a circle about each point alone, then growing circles about the points
// that are left. Proved with its roundings in docs/proofs/polynomial.md.
#pragma once

#include <ff/polynomial/scaled.hpp>

namespace ff {
namespace polynomial {

/// A disk that holds exactly `count` roots, multiple ones counted as often: |root - centre| <= radius.
struct disk {
  complex centre;
  float radius;
  int count;
};

}  // namespace polynomial

namespace detail {

using polynomial::disk;

// ---------------------------------------------------------------- distances

/// a - b in floats: of pairs the heads' and the low words' differences.
FF_HD constexpr complex_float difference(complex_float a, complex_float b) {
  return {sub_rn(a.re, b.re), sub_rn(a.im, b.im)};
}
FF_HD constexpr complex_float difference(complex a, complex b) {
  return {add_rn(sub_rn(a.real().hi(), b.real().hi()), sub_rn(a.real().lo(), b.real().lo())),
          add_rn(sub_rn(a.imag().hi(), b.imag().hi()), sub_rn(a.imag().lo(), b.imag().lo()))};
}

/// The squared distance of two points as square 4^exponent, 1 <= square < 8, within 6 u; square is 0 where
/// the points are closer than 2^-126.
struct squared_distance {
  float square;
  int exponent;
};
FF_HD constexpr squared_distance distance(complex z, complex w) {
  const float re = (z.real() - w.real()).hi(), im = (z.imag() - w.imag()).hi();
  const float m = greatest_unsigned(abs(re), abs(im));
  if (!between(m, 0x1p-126f, infinity)) return {is_finite(m) ? 0.0f : infinity, 0};
  const int e = min_int(static_cast<int>(to_bits(m) >> 23) - 127, 126);
  const float f = power_of_two(-e), a = mul_rn(re, f), b = mul_rn(im, f);
  return {fma_rn(a, a, mul_rn(b, b)), e};
}

/// The distance, within 8 u of it; 0 where it is less than 2^-126.
FF_HD constexpr float plain_distance(complex a, complex b) {
  const squared_distance d = distance(a, b);
  return less(0.0f, d.square) ? scaled(ff_t(sqrt_rn(d.square)), d.exponent).hi() : d.square;
}

/// x 2^n for x >= 0, not below it.
FF_HD constexpr float scaled_up(float x, int n) {
  const float r = scaled(ff_t(x), n).hi();
  return equal(x, 0.0f) ? 0.0f : greatest(r, 0x1p-126f);
}

/// z_i - z_j in floats, as difference(): but for 2 u of it off by at most 2 u^2 (|z_i| + |z_i - z_j|); or
/// within 2 u of each component.
struct quick_difference {
  template <class Z>
  FF_HD constexpr complex_float operator()(Z a, Z b) const {
    return difference(a, b);
  }
};
struct pair_difference {
  FF_HD constexpr complex_float operator()(complex a, complex b) const {
    return {(a.real() - b.real()).hi(), (a.imag() - b.imag()).hi()};
  }
};

/// visit(z_i - z_j, j) for all j but i, in order.  Several points are loaded before the first is used.
template <class Difference, class Z, class Visit>
FF_HD constexpr void for_each_other(const Z* z, int n, int i, Visit visit) {
  constexpr int chunk = 8;
  const Difference from{};
  const Z here = z[i];
  int j = 0;
  for (; j + chunk <= n; j += chunk) {
    Z others[chunk] = {};
    for (int k = 0; k < chunk; ++k) others[k] = z[j + k];
    if (i < j || i >= j + chunk) {
      for (int k = 0; k < chunk; ++k) visit(from(here, others[k]), j + k);
    } else {
      for (int k = 0; k < chunk; ++k)
        if (j + k != i) visit(from(here, others[k]), j + k);
    }
  }
  for (; j < n; ++j)
    if (j != i) visit(from(here, z[j]), j);
}

// ---------------------------------------------------------------- weights

/// The product of |z_i - z_j| over all other points as sqrt(square) 2^exponent; not `apart` where two points
/// coincide, or are closer than 2^-126.  The square of each factor is within 7 u, its rounding here included.
struct distance_product {
  float square;
  int exponent;
  bool apart;
};
FF_HD constexpr distance_product product_of_distances(const complex* z, int n, int i) {
  distance_product all{1.0f, 0, true};
  for (int j = 0; j < n; ++j) {
    if (j == i) continue;
    const squared_distance d = distance(z[i], z[j]);
    all.apart = all.apart && is_finite(d.square) && less(0.0f, d.square);
    all.square = mul_rn(all.square, d.square);
    all.exponent += d.exponent;
    if (less(0x1p64f, all.square)) {
      all.square = mul_rn(all.square, 0x1p-64f);
      all.exponent += 32;
    }
  }
  return all;
}

/// product_of_distances() for points that are not close: the square of each factor is within 10 u.  A
/// factor's exponent is taken out of the product at once.
FF_HD constexpr distance_product quick_product_of_distances(const complex* z, int n, int i) {
  distance_product all{1.0f, 0, true};
  float nearest = 0x1p120f, farthest = 0.0f;
  for_each_other<quick_difference>(z, n, i, [&](complex_float d, int) {
    const float square = fma_rn(d.re, d.re, mul_rn(d.im, d.im));
    nearest = least(nearest, square);
    farthest = greatest(farthest, square);
    const float product = mul_rn(all.square, square);
    all.exponent += exponent_of(product);
    all.square = from_bits((to_bits(product) & 0x7fffffu) | 0x3f800000u);
  });
  const complex_float here = heads(z[i]);
  const float modulus = norm1(here.re, here.im);
  const float close = greatest(mul_rn(mul_rn(modulus, 0x1p-21f), mul_rn(modulus, 0x1p-21f)), 0x1p-100f);
  if (less(nearest, close) || !less(farthest, 0x1p120f)) return product_of_distances(z, n, i);
  if (all.exponent % 2 != 0) all = {mul_rn(2.0f, all.square), all.exponent - 1, true};
  all.exponent /= 2;
  return all;
}

/// At least |w_i|, for |p(z_i)| <= value 2^exponent and the leading coefficient `leading`: within 4 n u of
/// that.  Infinite where two points coincide.
FF_HD constexpr float weight_of(float value, int exponent, ff_t leading, const complex* z, int n, int i) {
  const distance_product apart = quick_product_of_distances(z, n, i);
  if (!apart.apart || !is_finite(value)) return infinity;
  const float quotient = div_rn(value, mul_rn(abs(leading.hi()), sqrt_rn(apart.square)));
  const float rounding = fma_rn(static_cast<float>(n), 0x1p-21f, 0x1.0004p0f);
  return scaled_up(mul_rn(quotient, rounding), exponent - apart.exponent);
}

/// At least |w_i| of a scaled polynomial; infinite where z_i is out of range.
template <class P>
FF_HD constexpr float weight_above(const P& p, const complex* z, int i) {
  const complex_float here = heads(z[i]);
  if (!in_range(here)) return infinity;
  const int n = p.degree, s = scale_of(here);
  const coefficients_at<ff_t, P> coefficients(p, s);
  const auto at = polynomial::horner(coefficients, n, times(z[i], power_of_two(-s)));
  const float value = add_toward<toward::up>(modulus_above(at.value), at.error);
  return weight_of(value, coefficients.m() - p.exponent_at(n, 0), p.significand[p.first + n], z, n, i);
}

// ---------------------------------------------------------------- a disk of its own

/// Holds what all other points say of the disk about one: the sum S of |w_j| / |z_i - z_j|, and the least
/// distance. For the distances stand the greater components of difference() or of exact differences.
struct attraction {
  float sum = 0.0f, nearest = 0x1p120f;

  FF_HD constexpr void take(complex_float difference, float weight) {
    const float d = greatest_unsigned(abs(difference.re), abs(difference.im));
    nearest = least(nearest, d);
    sum = fma_rn(weight, rcp_rn(least(greatest(d, 0x1p-120f), 0x1p120f)), sum);
  }

  /// True if every difference so far had a relative error below 2^-20.
  FF_HD constexpr bool tells(complex z) const {
    return !less(nearest, mul_rn(0x1p-20f, norm1(z.real().hi(), z.imag().hi())));
  }

  /// |w_i| / (1 - 2 S), rounded up: a disk of this radius holds one root, and meets no other such disk.
  /// Infinite where that is not proved.
  FF_HD constexpr float radius(float weight) const {
    const float twice = mul_rn(2.25f, sum);
    if (!less(twice, 0.875f)) return infinity;
    const float r = mul_rn(div_rn(weight, sub_rn(1.0f, twice)), 0x1.00004p0f);
    const bool apart = less(0x1p-120f, nearest) && less(mul_rn(2.0f, r), mul_rn(0x1.ffffp-1f, nearest));
    return apart ? r : infinity;
  }
};

template <class Difference>
FF_HD constexpr attraction attraction_of(const complex* z, const float* weight, int n, int i) {
  attraction all;
  for_each_other<Difference>(z, n, i, [&](complex_float d, int j) { all.take(d, weight[j]); });
  return all;
}

/// The radius of a disk about z_i that holds one root, and meets no other such disk; infinite where that is
/// not proved.
FF_HD constexpr float separate_radius(const complex* z, const float* weight, int n, int i) {
  const attraction quick = attraction_of<quick_difference>(z, weight, n, i);
  if (quick.tells(z[i])) return quick.radius(weight[i]);
  return attraction_of<pair_difference>(z, weight, n, i).radius(weight[i]);
}

// ---------------------------------------------------------------- relations of disks

/// Returns whether two disks may share a point.
FF_HD constexpr bool overlap(const disk& a, const disk& b) {
  const squared_distance d = distance(a.centre, b.centre);
  const float below = less(0.0f, d.square) && d.exponent > -125
                          ? scaled(ff_t(mul_rn(sqrt_rn(d.square), 0x1.fffff0p-1f)), d.exponent).hi()
                          : 0.0f;
  return !less(add_toward<toward::up>(a.radius, b.radius), below);
}

/// At least the distance from a point to the far side of a disk.
FF_HD constexpr float reach(complex from, const disk& a) {
  const squared_distance d = distance(from, a.centre);
  const float above =
      less(0.0f, d.square) ? scaled_up(mul_rn(sqrt_rn(d.square), 0x1.000008p0f), d.exponent) : 0x1p-125f;
  return add_toward<toward::up>(above, a.radius);
}

/// A disk that covers two, about the mean of their roots' approximations.
FF_HD constexpr disk cover(const disk& a, const disk& b) {
  const int count = a.count + b.count;
  const ff_t share = div_rn(static_cast<float>(b.count), static_cast<float>(count));
  const complex centre{a.centre.real() + (b.centre.real() - a.centre.real()) * share,
                       a.centre.imag() + (b.centre.imag() - a.centre.imag()) * share};
  return {centre, greatest(reach(centre, a), reach(centre, b)), count};
}

/// Makes one disk of any two that overlap until none do; the first of the two keeps its place.  Together they
/// have to hold all roots.  Approximations without a certificate, of count 0, stay.
FF_HD constexpr int merge(disk* root, int disks) {
  for (bool merged = true; merged;) {
    merged = false;
    for (int i = 0; i < disks; ++i) {
      for (int j = i + 1; j < disks; ++j) {
        if (root[i].count == 0 || root[j].count == 0 || !overlap(root[i], root[j])) continue;
        root[i] = cover(root[i], root[j]);
        for (int k = j + 1; k < disks; ++k) root[k - 1] = root[k];
        --disks, --j;
        merged = true;
      }
    }
  }
  return disks;
}

// ---------------------------------------------------------------- clusters

/// A disk about a point that holds as many roots as points, and meets no disk of a single one without holding
/// it; infinite radius and no roots where that is not proved.
struct root_circle {
  float radius;
  int count;
};

/// Returns whether the circle of that radius about z_i proves the number of roots in it, and the number.
FF_HD constexpr root_circle circle_about(const complex* z, const float* weight, const float* single, int n,
                                         int i, float radius) {
  float sum = 0.0f;
  int count = 0;
  bool clear = is_finite(radius);
  for (int j = 0; j < n; ++j) {
    const float d = plain_distance(z[i], z[j]);
    const float gap = fma_rn(-0x1p-18f, add_rn(d, radius), abs(sub_rn(d, radius)));  // from z_j to the circle
    count += less(d, radius) ? 1 : 0;
    clear = clear && (!is_finite(single[j]) || less(single[j], gap));
    sum = fma_rn(weight[j], rcp_rn(least(greatest(gap, 0x1p-120f), 0x1p120f)), sum);
    clear = clear && less(0x1p-120f, gap);
  }
  return clear && less(mul_rn(1.125f, sum), 1.0f) ? root_circle{radius, count} : root_circle{infinity, 0};
}

/// Clusters for all points without a disk of their own, which `clusters` takes; returns their number.  About
/// each of these points a circle grows until it proves its roots and cuts no disk; a cluster inside it is
/// part of it.  absorbed[i] becomes 1 for the points in clusters.  A point that has neither is left over,
/// because some weight is infinite.
FF_HD_LARGE constexpr int grow_clusters(const complex* z, const float* weight, const float* single, int n,
                                        unsigned char* absorbed, disk* clusters) {
  int count = 0;
  for (int i = 0; i < n; ++i) absorbed[i] = 0;
  for (int i = 0; i < n; ++i) {
    float radius = weight[i];
    while (!is_finite(single[i]) && absorbed[i] == 0 && is_finite(radius)) {
      radius = mul_rn(2.0f, radius);
      const disk grown{z[i], radius, circle_about(z, weight, single, n, i, radius).count};
      bool clear = grown.count > 0;
      for (int c = 0; c < count && clear; ++c)
        clear = !overlap(grown, clusters[c]) || less(reach(z[i], clusters[c]), radius);
      if (!clear) continue;
      int kept = 0;
      for (int c = 0; c < count; ++c)
        if (!overlap(grown, clusters[c])) clusters[kept++] = clusters[c];
      clusters[kept] = grown;
      count = kept + 1;
      for (int j = 0; j < n; ++j)
        if (less(plain_distance(z[i], z[j]), radius)) absorbed[j] = 1;
    }
  }
  return count;
}

/// Brings a disk from z to x = 2^shift z; false where that is not exact.  Where a word of the centre or the
/// radius underflows, the radius grows by what that can move them.  A disk that is out of range has no
/// certificate any more.
FF_HD constexpr bool bring_back(disk& d, int shift) {
  const complex centre = ldexp(d.centre, shift);
  const ff_t radius = scaled(ff_t(d.radius), shift);
  const bool exact = ldexp(centre, -shift) == d.centre && less(0x1p-126f, radius.hi());
  const float grown = exact ? radius.hi() : add_toward<toward::up>(radius.hi(), 0x1p-145f);
  const bool known = d.count > 0 && is_finite(grown) && is_finite(centre);
  d = {centre, known ? grown : infinity, known ? d.count : 0};
  return exact || !known;
}

}  // namespace detail
}  // namespace ff
