// All roots of a polynomial, each in a disk that is proved to hold it.
//
// Aberth's iteration in floats, then with values in float-floats, gives points; Rouche's theorem, with a
// bound of every rounding, gives a disk about each point, or about several where roots are multiple or
// ill-conditioned.  What cannot be told apart in one place leaves the others alone. docs/proofs/polynomial.md
// has the proof.
#pragma once

#include <ff/polynomial/aberth.hpp>

namespace ff {
namespace polynomial {

/// Holds what is known of the roots.
enum class root_status {
  isolated,         ///< each disk holds one root
  clustered,        ///< some disk holds several
  not_certified,    ///< some roots have no disk: approximations with infinite radii and counts of 0
  zero_polynomial,  ///< every number is a root
  not_finite,       ///< a coefficient is infinite or NaN
  bad_arguments     ///< large_roots: no coefficients, or a degree that is not from 0 to greatest_degree
};

/// The disks of all finite roots: they are disjoint, and their counts add up to the degree, where those
/// without a certificate are one each.
template <int Degree>
struct root_disks {
  disk root[static_cast<size_t>(Degree)];
  int disks;        ///< how many there are
  int at_infinity;  ///< as many leading coefficients vanish
  root_status status;
};

}  // namespace polynomial

namespace detail {

/// Counts of disks that are brought back to x, and the status that follows.
struct root_counts {
  int clusters = 0, uncertified = 0;

  FF_HD constexpr void take(const disk& d) {
    clusters += d.count > 1 ? 1 : 0;
    uncertified += d.count == 0 ? 1 : 0;
  }
  FF_HD constexpr polynomial::root_status status() const {
    using polynomial::root_status;
    return uncertified > 0 ? root_status::not_certified
           : clusters > 0  ? root_status::clustered
                           : root_status::isolated;
  }
};

/// Brings disks that together hold all roots but `zeros` at zero back to x = 2^shift z, and adds the disk of
/// those; returns their number.  Those that overlap there become one.  As many approximations stand for the
/// roots of a disk that is out of range.
FF_HD_LARGE constexpr int bring_all_back(disk* root, int disks, int shift, int zeros) {
  const disk zero{complex(0.0f), 0.0f, zeros};
  const int in_z = disks;
  bool overlaps = false;
  for (int i = 0; i < in_z; ++i) {
    const int roots = root[i].count;
    overlaps = !bring_back(root[i], shift) || overlaps;
    overlaps = overlaps || (zeros > 0 && root[i].count > 0 && overlap(root[i], zero));
    for (int k = 1; k < roots && root[i].count == 0; ++k) root[disks++] = root[i];
  }
  if (zeros > 0) root[disks++] = zero;
  return overlaps ? merge(root, disks) : disks;
}

/// The disks of a polynomial with n = p.degree > 0 in z, from the weights of its points and their disks of
/// their own.  Returns their number.
FF_HD_LARGE constexpr int disks_about(const complex* z, const float* weight, const float* single, int n,
                                      unsigned char* absorbed, disk* root) {
  const int clusters = grow_clusters(z, weight, single, n, absorbed, root);
  int disks = clusters, held = 0;
  for (int i = 0; i < n; ++i)
    if (absorbed[i] == 0 && is_finite(single[i])) root[disks++] = {z[i], single[i], 1};
  for (int i = 0; i < disks; ++i) held += root[i].count;
  if (held == n) return disks;
  for (int i = 0; i < n; ++i) root[i] = {z[i], infinity, 0};
  return n;
}

/// All disks in x, from the points, their weights and the disks of their own.
template <int Degree>
FF_HD_OUT_OF_LINE constexpr void conclude(const scaled_polynomial<Degree>& p, const complex* z,
                                          const float* weight, const float* single,
                                          polynomial::root_disks<Degree>& r) {
  unsigned char absorbed[static_cast<size_t>(Degree)] = {};
  const int disks = disks_about(z, weight, single, p.degree, absorbed, r.root);
  r.disks = bring_all_back(r.root, disks, p.shift, p.first);
  root_counts counts;
  for (int i = 0; i < r.disks; ++i) counts.take(r.root[i]);
  for (int i = r.disks; i < Degree; ++i) r.root[i] = {};
  r.status = counts.status();
}

/// Returns what is said without a search: the zero polynomial, infinite coefficients, no roots but zero.
template <int Degree>
FF_HD constexpr bool is_settled(const scaled_polynomial<Degree>& p, polynomial::root_disks<Degree>& r) {
  using polynomial::root_status;
  r.disks = 0;
  r.at_infinity = 0;
  r.status = !p.all_finite  ? root_status::not_finite
             : p.degree < 0 ? root_status::zero_polynomial
                            : root_status::isolated;
  if (r.status != root_status::isolated) return true;
  r.at_infinity = Degree - p.first - p.degree;
  return false;
}

/// Steps of single roots, in floats and on pairs.
struct root_steps {
  int in_floats = 0, on_pairs = 0;
};

/// The points of a polynomial in z, at least their weights, and the radii of disks of their own.
template <int Degree>
struct certified_points {
  complex z[static_cast<size_t>(Degree)];
  float weight[static_cast<size_t>(Degree)], single[static_cast<size_t>(Degree)];
};

/// False where a point has no disk of its own.
template <int Degree>
FF_HD_LARGE constexpr bool certify_points(const scaled_polynomial<Degree>& p, certified_points<Degree>& at) {
  bool all = true;
  for (int i = 0; i < p.degree; ++i) at.weight[i] = weight_above(p, at.z, i);
  for (int i = 0; i < p.degree; ++i) {
    at.single[i] = separate_radius(at.z, at.weight, p.degree, i);
    all = all && is_finite(at.single[i]);
  }
  return all;
}

/// Where a point has no disk of its own, all take a few more careful steps.
template <int Degree>
FF_HD_LARGE constexpr root_steps find_points(const scaled_polynomial<Degree>& p,
                                             certified_points<Degree>& at) {
  const int n = p.degree;
  newton_polygon<Degree> hull{};
  hull.of(p);
  complex_float start[static_cast<size_t>(Degree)] = {};
  for (int i = 0; i < n; ++i) start[i] = starting_point(hull, p, i);
  root_steps steps;
  steps.in_floats = iterate<Degree, plain_aberth>(p, start, float_sweeps, float_enough);
  for (int i = 0; i < n; ++i) at.z[i] = {start[i].re, start[i].im};
  steps.on_pairs = iterate<Degree, plain_aberth>(p, at.z, pair_sweeps, pair_enough);
  if (!certify_points(p, at)) {
    steps.on_pairs += iterate<Degree, careful_aberth>(p, at.z, careful_sweeps, careful_enough);
    certify_points(p, at);
  }
  return steps;
}

/// The disks of a polynomial that is not settled.
template <int Degree>
FF_HD constexpr void search_roots(const scaled_polynomial<Degree>& p, polynomial::root_disks<Degree>& r) {
  certified_points<Degree> at{};
  if (p.degree > 0) find_points(p, at);
  conclude(p, at.z, at.weight, at.single, r);
}

}  // namespace detail

namespace polynomial {

/// The disks of all roots of the sum of coefficients[k] x^k, k = 0 ... Degree, Degree <= 64; the coefficients
/// are floats or float-floats, of any magnitude.  Vanishing leading coefficients are roots at infinity,
/// vanishing last ones an exact disk at zero.  Roots that floats do not hold have no certificate.  Where the
/// moduli of roots are more than 2^236 apart, none has.  Host and device give the same bits.
template <int Degree, class P>
FF_HD_LARGE constexpr root_disks<Degree> roots(const P& coefficients) {
  detail::scaled_polynomial<Degree> p{};
  for (int k = 0; k <= Degree; ++k) p.take(k, coefficients[k]);
  p.finish();
  root_disks<Degree> r{};
  if (detail::is_settled(p, r)) return r;
  if (p.degree > 0) p.centre();
  detail::search_roots(p, r);
  return r;
}

}  // namespace polynomial
}  // namespace ff
