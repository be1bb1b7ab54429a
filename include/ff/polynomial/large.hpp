// All roots of one polynomial of a degree up to 2^20, each in a disk that is proved to hold it.
//
// Aberth's iteration as in roots.hpp, all roots at once, n^2 work a sweep; then a disk of its own for each
// root that has one, so that what cannot be certified leaves the others alone.  On the host with threads
// here, on the GPU in large_cuda.hpp, with the same bits.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <atomic>
#include <ff/math/trig_pi.hpp>
#include <ff/platform/threads.hpp>
#include <ff/polynomial/large_steps.hpp>
#include <ff/polynomial/roots.hpp>
#include <numeric>
#include <thread>
#include <vector>

namespace ff {
namespace polynomial {

/// The greatest degree of large_roots.
inline constexpr int greatest_degree = (1 << 20) - 1;

/// What is known of the roots of one polynomial.
struct large_root_disks {
  /// Disjoint disks that each hold exactly `count` roots; a radius that is infinite with a count of 0 stands
  /// beside an approximation without a certificate.  The roots in disks and these are as many as the degree.
  std::vector<disk> root;
  int isolated = 0;     ///< roots in disks of one
  int clustered = 0;    ///< roots in disks of several
  int uncertified = 0;  ///< approximations without a disk
  int at_infinity = 0;  ///< as many leading coefficients vanish
  /// isolated or clustered where all roots are in disks; not_certified where some are not.
  root_status status = root_status::isolated;
  size_t float_steps = 0, pair_steps = 0;  ///< steps of single roots that were taken in all
};

}  // namespace polynomial

namespace detail {

// ---------------------------------------------------------------- scaling and starting points

/// What a hull reads of scaled coefficients.
struct scaled_view {
  const ff_t* significand;
  const int* exponent;
  int first, degree, shift;

  FF_HD constexpr int exponent_at(int k, int s) const { return exponent[first + k] + (shift + s) * k; }
};

/// The polynomial in z = 2^-shift x without its roots at zero and infinity, as large_polynomial refers to it.
struct scaled_large {
  std::vector<ff_t> significand;
  std::vector<int> exponent;
  int first = 0, degree = -1, shift = 0;
  bool all_finite = true;
  std::vector<ff_t> coefficient;
  std::vector<int> of_block;

  scaled_view view() const { return {significand.data(), exponent.data(), first, degree, shift}; }
  static size_t index(int k) { return static_cast<size_t>(k); }

  template <class T>
  scaled_large(const T* a, int n) {
    for (int k = 0; k <= n; ++k) take(ff_t(a[k]));
    int last = n;
    while (last >= 0 && exponent[index(last)] == no_exponent) --last;
    while (first < last && exponent[index(first)] == no_exponent) ++first;
    degree = last < 0 ? -1 : last - first;
    if (degree > 0)
      shift = (exponent[index(first)] - exponent[index(last)] + 512 * degree) / degree - 512;  // a floor
  }

  void take(ff_t a) {
    const bool vanishes = is_zero_or_not_finite(a.hi());
    const int e = vanishes ? 0 : ilogb(from_words(a.hi(), 0.0f));
    all_finite = all_finite && isfinite(a);
    significand.push_back(vanishes ? a : scaled(a, -e));
    exponent.push_back(vanishes ? no_exponent : e);
  }

  /// Fills the blocks.
  void deal() {
    const int blocks = degree / block_length + 1;
    coefficient.assign(index(blocks * block_length), ff_t(0.0f));
    of_block.assign(index(blocks), -(1 << 28));
    for (int k = 0; k <= degree; ++k) {
      if (exponent[index(first + k)] == no_exponent) continue;
      int& e = of_block[index(k / block_length)];
      e = max_int(e, view().exponent_at(k, 0));
    }
    for (int k = 0; k <= degree; ++k) {
      if (exponent[index(first + k)] == no_exponent) continue;
      coefficient[index(k)] =
          scaled(significand[index(first + k)], view().exponent_at(k, 0) - of_block[index(k / block_length)]);
    }
  }

  /// Evenly on the circle of each edge of Newton's polygon, turned from edge to edge and off the real axis.
  std::vector<complex_float> starts() const {
    std::vector<int> corner(index(degree + 1));
    const int corners = upper_hull(view(), corner.data());
    std::vector<complex_float> z;
    const ff_t golden = from_words(0x1.3c6ef4p-1f, -0x1.1a02d6p-26f);
    for (int edge = 0; edge + 1 < corners; ++edge) {
      const int from = corner[index(edge)], to = corner[index(edge + 1)];
      const float radius = exp2(ff_t(limited(neg(slope(view(), from, to)), 90.0f))).hi();
      for (int i = from; i < to; ++i) {
        const ff_t turns = ff_t(i) * golden + 0.11f;
        const sine_and_cosine at = sincospi((turns - floor(turns)) * 2.0f);
        z.push_back(times(complex_float{at.c.hi(), at.s.hi()}, radius));
      }
    }
    return z;
  }
};

// ---------------------------------------------------------------- what a machine does for each root

template <class Step, class Z>
struct sweep_of_steps {
  large_polynomial p;
  const Z* z;
  const int* active;
  Z* next;
  unsigned char* last;
  float enough;

  FF_HD void operator()(int q) const {
    const int i = active[q];
    const stepped<Z> step = Step::of(p, z, i, enough);
    next[i] = step.point;
    last[q] = step.last ? 1 : 0;
  }
};
template <class Z>
struct taking_of_steps {
  const int* active;
  const Z* next;
  Z* z;

  FF_HD void operator()(int q) const { z[active[q]] = next[active[q]]; }
};
struct widening {
  const complex_float* narrow;
  complex* wide;

  FF_HD void operator()(int i) const { wide[i] = {narrow[i].re, narrow[i].im}; }
};
struct weighing {
  large_polynomial p;
  const complex* z;
  float* weight;

  FF_HD void operator()(int i) const { weight[i] = weight_above(p, z, i); }
};
struct separating {
  const complex* z;
  const float* weight;
  float* single;
  int n;

  FF_HD void operator()(int i) const { single[i] = separate_radius(z, weight, n, i); }
};
struct clustering {
  const complex* z;
  const float *weight, *single;
  const int* failed;
  large_cluster* cluster;
  int n;

  FF_HD void operator()(int q) const { cluster[q] = cluster_about(z, weight, single, n, failed[q]); }
};

/// A machine has arrays (array<T>: data(), and copies to and from vectors) and does something for each of
/// `count` numbers.
class host_machine {
 public:
  template <class T>
  class array {
   public:
    array(host_machine&, size_t n) : all_(n) {}
    T* data() { return all_.data(); }
    void from(const std::vector<T>& v) { all_ = v; }
    void to(std::vector<T>& v) {
      for (size_t i = 0; i < v.size(); ++i) v[i] = all_[i];
    }

   private:
    std::vector<T> all_;
  };

  explicit host_machine(unsigned threads)
      : threads_(threads > 0 ? threads : std::thread::hardware_concurrency()) {}
  bool works() const { return true; }

  template <class Body>
  void for_each(int count, const Body& body) {
    constexpr int share = 16;  // numbers that a thread takes at a time
    std::atomic<int> next{0};
    const auto work = [&] {
      for (int begin; (begin = next.fetch_add(share)) < count;)
        for (int i = begin; i < count && i < begin + share; ++i) body(i);
    };
    const auto shares = static_cast<size_t>((count + share - 1) / share);
    on_threads(shares < threads_ ? shares : threads_, work);
  }

 private:
  unsigned threads_;
};

/// How roots are swept: at most `sweeps` times, until `left` in a thousand still step.  A step is enough from
/// `enough` times the modulus, from sweep to sweep times `growth`, but at most `most`.
struct sweep_plan {
  int sweeps;
  size_t left;
  float enough, growth, most;
};

/// Sweeps over the roots that still step, which are `left`; returns the number of steps.
template <class Step, class Z, class Machine>
size_t large_sweeps(Machine& machine, const large_polynomial& p, Z* z, std::vector<int>& left,
                    sweep_plan plan) {
  const size_t n = static_cast<size_t>(p.degree);
  typename Machine::template array<Z> next(machine, n);
  typename Machine::template array<int> active(machine, n);
  typename Machine::template array<unsigned char> last(machine, n);
  size_t steps = 0;
  for (; plan.sweeps > 0 && left.size() * 1000 > n * plan.left && machine.works(); --plan.sweeps) {
    const int count = static_cast<int>(left.size());
    steps += left.size();
    active.from(left);
    machine.for_each(count,
                     sweep_of_steps<Step, Z>{p, z, active.data(), next.data(), last.data(), plan.enough});
    machine.for_each(count, taking_of_steps<Z>{active.data(), next.data(), z});
    std::vector<unsigned char> done(left.size());
    last.to(done);
    size_t kept = 0;
    for (size_t q = 0; q < left.size(); ++q)
      if (done[q] == 0) left[kept++] = left[q];
    left.resize(kept);
    plan.enough = least(mul_rn(plan.enough, plan.growth), plan.most);
  }
  return steps;
}

/// The clusters that are taken: none meets another, each takes the points in it.  The disks of their own that
/// some of these may have are given up.
inline std::vector<disk> taken_clusters(const std::vector<complex>& z, const std::vector<int>& failed,
                                        const std::vector<large_cluster>& cluster,
                                        std::vector<bool>& absorbed) {
  std::vector<disk> taken;
  for (size_t q = 0; q < failed.size(); ++q) {
    const size_t i = static_cast<size_t>(failed[q]);
    const disk d{z[i], cluster[q].radius, cluster[q].count};
    bool free = d.count > 0 && !absorbed[i];
    for (size_t t = 0; free && t < taken.size(); ++t) free = !overlap(d, taken[t]);
    if (!free) continue;
    for (size_t j = 0; j < z.size(); ++j)
      if (less(plain_distance(z[i], z[j]), d.radius)) absorbed[j] = true;
    taken.push_back(d);
  }
  return taken;
}

/// Adds a disk in the polynomial's own variable; one that is not exact there, or holds zero beside roots at
/// zero, has no certificate: as many approximations about its centre.
inline void add_disk(polynomial::large_root_disks& r, const scaled_large& p, const disk& d) {
  const complex centre = ldexp(d.centre, p.shift);
  const bool exact = ldexp(centre, -p.shift) == d.centre && is_finite(centre);
  const float radius = is_finite(d.radius) ? scaled_up(d.radius, p.shift) : d.radius;
  const bool known =
      exact && is_finite(radius) && (p.first == 0 || !overlap({centre, radius, 1}, {complex(0.0f), 0.0f, 1}));
  const int roots = d.count > 0 ? d.count : 1;
  (!known ? r.uncertified : roots == 1 ? r.isolated : r.clustered) += roots;
  if (known) r.root.push_back({centre, radius, roots});
  for (int k = 0; !known && k < roots; ++k) r.root.push_back({centre, infinity, 0});
}

/// The disks about all points, and the count of what was certified.
template <class Machine>
void certify(Machine& machine, const large_polynomial& p, const scaled_large& scale,
             typename Machine::template array<complex>& z, polynomial::large_root_disks& r) {
  const size_t n = static_cast<size_t>(p.degree);
  typename Machine::template array<float> weight(machine, n), single(machine, n);
  machine.for_each(p.degree, weighing{p, z.data(), weight.data()});
  machine.for_each(p.degree, separating{z.data(), weight.data(), single.data(), p.degree});
  std::vector<float> radius(n);
  single.to(radius);
  std::vector<int> failed;
  for (int i = 0; i < p.degree; ++i)
    if (!is_finite(radius[scaled_large::index(i)])) failed.push_back(i);
  if (failed.size() > 4096 + n / 16) failed.clear();  // something else is wrong, and each would take n steps
  typename Machine::template array<int> which(machine, failed.size());
  typename Machine::template array<large_cluster> found(machine, failed.size());
  which.from(failed);
  machine.for_each(static_cast<int>(failed.size()),
                   clustering{z.data(), weight.data(), single.data(), which.data(), found.data(), p.degree});
  std::vector<large_cluster> cluster(failed.size());
  found.to(cluster);
  std::vector<complex> at(n);
  z.to(at);
  std::vector<bool> absorbed(n);
  for (const disk& d : taken_clusters(at, failed, cluster, absorbed)) add_disk(r, scale, d);
  for (size_t i = 0; i < n; ++i)
    if (!absorbed[i]) add_disk(r, scale, {at[i], radius[i], is_finite(radius[i]) ? 1 : 0});
}

/// The search on a machine; what it says holds where the machine worked to the end.
template <class Machine, class T>
polynomial::large_root_disks large_search(Machine& machine, const T* coefficients, int degree) {
  using polynomial::root_status;
  polynomial::large_root_disks r;
  scaled_large scale(coefficients, degree);
  r.status = !scale.all_finite  ? root_status::not_finite
             : scale.degree < 0 ? root_status::zero_polynomial
                                : root_status::isolated;
  if (r.status != root_status::isolated) return r;
  r.at_infinity = degree - scale.first - scale.degree;
  if (scale.first > 0) {
    r.root.push_back({complex(0.0f), 0.0f, scale.first});
    (scale.first > 1 ? r.clustered : r.isolated) += scale.first;
  }
  if (scale.degree > 0) {
    scale.deal();
    const size_t n = static_cast<size_t>(scale.degree);
    typename Machine::template array<ff_t> coefficient(machine, scale.coefficient.size());
    typename Machine::template array<int> exponent(machine, scale.of_block.size());
    typename Machine::template array<complex_float> start(machine, n);
    typename Machine::template array<complex> z(machine, n);
    coefficient.from(scale.coefficient);
    exponent.from(scale.of_block);
    start.from(scale.starts());
    const int last = scale.first + scale.degree;
    const large_polynomial p{coefficient.data(),
                             exponent.data(),
                             static_cast<int>(scale.of_block.size()),
                             scale.degree,
                             scale.significand[scaled_large::index(last)],
                             scale.view().exponent_at(scale.degree, 0)};
    // A root has about 1/n of its modulus to itself; floats tell no more than 2^-22 of it.  The few points
    // that still wander in the end see the others' roots clearly only where these are pairs.
    const float share = div_rn(1.0f, static_cast<float>(scale.degree));
    const float narrow = greatest(mul_rn(0x1p-4f, share), 0x1p-21f), fine = mul_rn(0x1p-8f, share);
    std::vector<int> all(n);
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> left = all;
    r.float_steps = large_sweeps<quick_step>(machine, p, start.data(), left, {40, 1, narrow, 1.0f, narrow});
    machine.for_each(scale.degree, widening{start.data(), z.data()});
    left = all;
    r.pair_steps =
        large_sweeps<quick_step>(machine, p, z.data(), left, {4, 1, mul_rn(0x1p-16f, share), 16.0f, fine});
    r.pair_steps += large_sweeps<careful_step>(machine, p, z.data(), left, {32, 0, fine, 1.0f, fine});
    certify(machine, p, scale, z, r);
  }
  r.status = r.uncertified > 0 ? root_status::not_certified
             : r.clustered > 0 ? root_status::clustered
                               : root_status::isolated;
  return r;
}

}  // namespace detail

namespace polynomial {

/// The disks of all roots of the sum of coefficients[k] x^k, k = 0 ... degree, 0 <= degree <=
/// greatest_degree; the coefficients are floats or float-floats of any magnitude, taken as exact.  On
/// `threads` threads, 0: one a core.  Needs the system's thread library (-pthread).  The work grows as the
/// square of the degree.  Roots whose modulus is not within 2^90 of their geometric mean's leave all without
/// a certificate. Proved in docs/proofs/polynomial.md.
///
///   const auto r = ff::polynomial::large_roots(coefficients, 10000);
template <class T>
large_root_disks large_roots(const T* coefficients, int degree, unsigned threads = 0) {
  detail::host_machine machine(threads);
  return detail::large_search(machine, coefficients, degree);
}

}  // namespace polynomial
}  // namespace ff

#endif
