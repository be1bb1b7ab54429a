// All roots of a polynomial, each in a disk that is proved to hold it.
//
// Aberth's iteration in floats, then with values in float-floats, gives points; Smith's theorem, with a bound
// of every rounding, gives disks about them.  Disks that overlap become one, which holds as many roots:
// multiple and ill-conditioned roots come out as clusters.  docs/proofs/polynomial.md has the proof.
#pragma once

#include <ff/polynomial/aberth.hpp>

namespace ff {
namespace polynomial {

/// A disk that holds exactly `count` roots, multiple ones counted as often: |root - centre| <= radius.
struct disk {
  complex centre;
  float radius;
  int count;
};

/// What is known of the roots.
enum class root_status {
  isolated,         ///< each disk holds one root
  clustered,        ///< some disk holds several
  not_certified,    ///< nothing: the disks are approximations, their radii infinite, their counts 0
  zero_polynomial,  ///< every number is a root
  not_finite        ///< a coefficient is infinite or NaN
};

/// The disks of all finite roots: they are disjoint, and their counts add up to the degree.
template <int N>
struct root_disks {
  disk root[static_cast<size_t>(N)];
  int disks;        ///< how many there are
  int at_infinity;  ///< as many leading coefficients vanish
  root_status status;
};

}  // namespace polynomial

namespace detail {

using polynomial::disk;

/// The disk about root i in the polynomial's own variable.  Where a word of its centre underflows the radius
/// grows by what that can move it.
template <class P>
FF_HD constexpr disk smith_disk(const P& p, const complex* z, int i) {
  const float radius = smith_radius(p, z, i);
  const complex centre = ldexp(z[i], p.shift);
  const bool exact = ldexp(centre, -p.shift) == z[i];
  const float own = add_toward<toward::up>(scaled_up(radius, p.shift), exact ? 0.0f : 0x1p-146f);
  const bool known = is_finite(own) && is_finite(centre);
  return {centre, known ? own : infinity, 1};
}

/// The radius of disk i of n Smith disks without their factor n, by Rouche's theorem: that of Smith where it
/// does not apply.  What centres lost in the polynomial's own variable is added.
FF_HD constexpr float tightened(const disk* root, int n, int i) {
  const float share = div_rn(0x1.00001p0f, static_cast<float>(n));
  attraction others;
  for (int j = 0; j < n; ++j)
    if (j != i) {
      others.take(difference(root[i].centre, root[j].centre), fma_rn(root[j].radius, share, 0x1p-140f));
    }
  const float alone = others.radius(fma_rn(root[i].radius, share, 0x1p-140f));
  const float radius = add_toward<toward::up>(alone, 0x1p-146f);
  const bool applies = others.tells(root[i].centre) && less(0x1p-100f, others.nearest);
  return applies ? least(radius, root[i].radius) : root[i].radius;
}

/// Whether two disks may share a point.
FF_HD constexpr bool overlap(const disk& a, const disk& b) {
  const squared_distance d = distance(a.centre, b.centre);
  const float below = less(0.0f, d.square) && d.exponent > -100
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

/// Makes one disk of any two that overlap until none do; the first of the two keeps its place.
FF_HD constexpr int merge(disk* root, int disks) {
  for (bool merged = true; merged;) {
    merged = false;
    for (int i = 0; i < disks; ++i) {
      for (int j = i + 1; j < disks; ++j) {
        if (!overlap(root[i], root[j])) continue;
        root[i] = cover(root[i], root[j]);
        for (int k = j + 1; k < disks; ++k) root[k - 1] = root[k];
        --disks, --j;
        merged = true;
      }
    }
  }
  return disks;
}

/// What n Smith disks and the roots at zero say together; some_overlap where two Smith disks do, known where
/// all their radii are finite.  Overlapping disks are merged.
template <int N>
FF_HD constexpr void conclude(const scaled_polynomial<N>& p, polynomial::root_disks<N>& r, bool some_overlap,
                              bool known) {
  using polynomial::root_status;
  disk* const root = r.root;
  r.disks = p.degree;
  if (p.first > 0) {
    for (int i = 0; i < p.degree; ++i)
      some_overlap = some_overlap || overlap(root[i], disk{complex(0.0f), 0.0f, 1});
    root[r.disks++] = {complex(0.0f), 0.0f, p.first};
  }
  bool single = p.first <= 1;
  if (known && some_overlap) {
    const int before = r.disks;
    r.disks = merge(root, before);
    for (int i = r.disks; i < before; ++i) root[i] = {};
    for (int i = 0; i < r.disks; ++i) {
      known = known && is_finite(root[i].radius);
      single = single && root[i].count == 1;
    }
  }
  r.status = !known ? root_status::not_certified : single ? root_status::isolated : root_status::clustered;
  for (int i = 0; i < r.disks && !known; ++i) root[i].radius = infinity, root[i].count = 0;
}

/// What is said without a search: the zero polynomial, infinite coefficients, no roots but zero.
template <int N>
FF_HD constexpr bool is_settled(const scaled_polynomial<N>& p, polynomial::root_disks<N>& r) {
  using polynomial::root_status;
  r.disks = 0;
  r.at_infinity = 0;
  r.status = !p.all_finite  ? root_status::not_finite
             : p.degree < 0 ? root_status::zero_polynomial
                            : root_status::isolated;
  if (r.status != root_status::isolated) return true;
  r.at_infinity = N - p.first - p.degree;
  return false;
}

}  // namespace detail

namespace polynomial {

/// The disks of all roots of the sum of coefficients[k] x^k, k = 0 ... N, N <= 64; the coefficients are
/// floats or float-floats, of any magnitude.  Vanishing leading coefficients are roots at infinity, vanishing
/// last ones an exact disk at zero.  Host and device give the same bits.
template <int N, class P>
FF_HD_LARGE constexpr root_disks<N> roots(const P& coefficients) {
  using namespace detail;
  scaled_polynomial<N> p{};
  for (int k = 0; k <= N; ++k) p.take(k, coefficients[k]);
  p.finish();
  root_disks<N> r{};
  if (is_settled(p, r)) return r;
  const int n = p.degree;

  if (n > 0) {
    newton_polygon<N> hull{};
    hull.of(p);
    complex_float start[static_cast<size_t>(N)] = {};
    for (int i = 0; i < n; ++i) start[i] = starting_point(hull, p, i);
    iterate<N>(p, start, float_sweeps, float_enough);
    complex z[static_cast<size_t>(N)] = {};
    for (int i = 0; i < n; ++i) z[i] = {start[i].re, start[i].im};
    iterate<N>(p, z, pair_sweeps, pair_enough);
    for (int i = 0; i < n; ++i) r.root[i] = smith_disk(p, z, i);
  }

  bool some_overlap = false, known = true;
  for (int i = 0; i < n; ++i) {
    known = known && is_finite(r.root[i].radius);
    for (int j = i + 1; j < n; ++j) some_overlap = some_overlap || overlap(r.root[i], r.root[j]);
  }
  if (known && !some_overlap) {
    float radius[static_cast<size_t>(N)] = {};
    for (int i = 0; i < n; ++i) radius[i] = tightened(r.root, n, i);
    for (int i = 0; i < n; ++i) r.root[i].radius = radius[i];
  }
  conclude(p, r, some_overlap, known);
  return r;
}

}  // namespace polynomial
}  // namespace ff
