// All roots of one polynomial of a degree up to 2^20, each in a disk that is proved to hold it.
//
// Aberth's iteration as in roots.hpp, all roots at once, n^2 work a sweep; then a disk of its own for each
// root that has one, so that what cannot be certified leaves the others alone.  On the host with threads
// here, on the GPU in large_cuda.hpp, with the same bits.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <atomic>
#include <ff/platform/threads.hpp>
#include <ff/polynomial/large_scale.hpp>
#include <ff/polynomial/roots.hpp>
#include <numeric>
#include <vector>

namespace ff {
namespace polynomial {

/// The greatest degree of large_roots.
inline constexpr int greatest_degree = (1 << 20) - 1;

/// Holds what is known of the roots of one polynomial.
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
  root_circle* cluster;
  int n;

  FF_HD void operator()(int q) const { cluster[q] = cluster_about(z, weight, single, n, failed[q]); }
};

/// A machine has arrays (array<T>: data(), and copies to and from vectors) and does something for each of
/// `count` numbers.
class large_host {
 public:
  template <class T>
  class array {
   public:
    array(large_host&, size_t n) : all_(n) {}
    T* data() { return all_.data(); }
    void from(const std::vector<T>& v) { all_ = v; }
    void to(std::vector<T>& v) {
      for (size_t i = 0; i < v.size(); ++i) v[i] = all_[i];
    }

   private:
    std::vector<T> all_;
  };

  explicit large_host(unsigned threads) : threads_(threads > 0 ? threads : processors()) {}
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

/// Roots are swept at most `sweeps` times, until `left` in a thousand still step.  A step is enough from
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
                                        const std::vector<root_circle>& cluster,
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

/// Adds disks in x, and counts their roots.
inline void add_disks(polynomial::large_root_disks& r, const disk* disks, int count) {
  for (const disk* d = disks; d < disks + count; ++d) {
    (d->count == 0 ? r.uncertified : d->count == 1 ? r.isolated : r.clustered) += max_int(d->count, 1);
    r.root.push_back(*d);
  }
}

/// Adds a disk in z among very many; one that is not exact in x, or holds zero beside roots at zero, has no
/// certificate: as many approximations about its centre.
inline void add_one_of_many(polynomial::large_root_disks& r, const scaled_large& p, disk d) {
  const int roots = max_int(d.count, 1);
  const bool exact = bring_back(d, p.shift);
  const bool known =
      exact && d.count > 0 && (p.first == 0 || !overlap(d, disk{complex(0.0f), 0.0f, p.first}));
  if (known) return add_disks(r, &d, 1);
  for (int k = 0; k < roots; ++k) {
    const disk alone{d.centre, infinity, 0};
    add_disks(r, &alone, 1);
  }
}

/// Up to this degree clusters grow until they hold every point without a disk of its own; beyond it a few
/// circles are tried about each.
inline constexpr int greatest_grown = 1024;

/// The disks about all points, which together hold all roots.
inline void certify_by_growing(const scaled_large& scale, const std::vector<complex>& z,
                               const std::vector<float>& weight, const std::vector<float>& single,
                               polynomial::large_root_disks& r) {
  std::vector<unsigned char> absorbed(z.size());
  std::vector<disk> root(z.size() + 1);
  const int disks =
      disks_about(z.data(), weight.data(), single.data(), scale.degree, absorbed.data(), root.data());
  add_disks(r, root.data(), bring_all_back(root.data(), disks, scale.shift, scale.first));
}

/// The disks about very many points, and those of points without a disk.
template <class Machine>
void certify_by_trials(Machine& machine, const scaled_large& scale,
                       typename Machine::template array<complex>& z,
                       typename Machine::template array<float>& weight,
                       typename Machine::template array<float>& single, const std::vector<complex>& at,
                       const std::vector<float>& radius, polynomial::large_root_disks& r) {
  const size_t n = at.size();
  std::vector<int> failed;
  for (int i = 0; i < scale.degree; ++i)
    if (!is_finite(radius[scaled_large::index(i)])) failed.push_back(i);
  if (failed.size() > 4096 + n / 16) failed.clear();  // something else is wrong, and each would take n steps
  typename Machine::template array<int> which(machine, failed.size());
  typename Machine::template array<root_circle> found(machine, failed.size());
  which.from(failed);
  machine.for_each(static_cast<int>(failed.size()), clustering{z.data(), weight.data(), single.data(),
                                                               which.data(), found.data(), scale.degree});
  std::vector<root_circle> cluster(failed.size());
  found.to(cluster);
  std::vector<bool> absorbed(n);
  for (const disk& d : taken_clusters(at, failed, cluster, absorbed)) add_one_of_many(r, scale, d);
  for (size_t i = 0; i < n; ++i)
    if (!absorbed[i]) add_one_of_many(r, scale, {at[i], radius[i], is_finite(radius[i]) ? 1 : 0});
  const disk zero{complex(0.0f), 0.0f, scale.first};
  add_disks(r, &zero, scale.first > 0 ? 1 : 0);
}

/// The disks about all points, and the count of what was certified.
template <class Machine>
void certify(Machine& machine, const large_polynomial& p, const scaled_large& scale,
             typename Machine::template array<complex>& z, polynomial::large_root_disks& r) {
  const size_t n = static_cast<size_t>(p.degree);
  typename Machine::template array<float> weight(machine, n), single(machine, n);
  machine.for_each(p.degree, weighing{p, z.data(), weight.data()});
  machine.for_each(p.degree, separating{z.data(), weight.data(), single.data(), p.degree});
  std::vector<complex> at(n);
  std::vector<float> radius(n);
  z.to(at);
  single.to(radius);
  if (p.degree > greatest_grown) return certify_by_trials(machine, scale, z, weight, single, at, radius, r);
  std::vector<float> weights(n);
  weight.to(weights);
  certify_by_growing(scale, at, weights, radius, r);
}

/// Up to the degree of roots<Degree> this is what it finds.
inline void search_small(const scaled_large& scale, polynomial::large_root_disks& r) {
  scaled_polynomial<largest_degree> p{};
  for (int k = 0; k <= largest_degree; ++k) {
    const size_t from = scaled_large::index(scale.first + k);
    const bool is_there = k <= scale.degree;
    p.significand[k] = is_there ? scale.significand[from] : ff_t(0.0f);
    p.exponent[k] = is_there ? scale.exponent[from] : no_exponent;
  }
  p.finish();
  if (p.degree > 0) p.centre();
  std::vector<disk> root(scaled_large::index(p.degree) + 1);
  unsigned char absorbed[largest_degree] = {};
  certified_points<largest_degree> at{};
  root_steps steps;
  if (p.degree > 0) steps = find_points(p, at);
  const int disks = disks_about(at.z, at.weight, at.single, p.degree, absorbed, root.data());
  add_disks(r, root.data(), bring_all_back(root.data(), disks, p.shift, scale.first));
  r.float_steps = static_cast<size_t>(steps.in_floats), r.pair_steps = static_cast<size_t>(steps.on_pairs);
}

/// The points of a polynomial of a large degree, swept on a machine, and their disks.
template <class Machine>
void search_large(Machine& machine, scaled_large& scale, polynomial::large_root_disks& r) {
  scale.deal();
  const size_t n = static_cast<size_t>(scale.degree);
  typename Machine::template array<ff_t> coefficient(machine, scale.coefficient.size());
  typename Machine::template array<int> exponent(machine, scale.of_block.size());
  typename Machine::template array<int> own(machine, scale.own.size());
  typename Machine::template array<complex_float> start(machine, n);
  typename Machine::template array<complex> z(machine, n);
  coefficient.from(scale.coefficient);
  exponent.from(scale.of_block);
  own.from(scale.own);
  start.from(scale.starts());
  const int last = scale.first + scale.degree;
  large_polynomial p{};
  p.coefficient = coefficient.data(), p.exponent = exponent.data(), p.own = own.data();
  p.blocks = static_cast<int>(scale.of_block.size()), p.degree = scale.degree;
  p.leading = scale.significand[scaled_large::index(last)];
  p.leading_exponent = scale.view().exponent_at(scale.degree, 0);
  p.graded = scale.graded;
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

/// Returns whether there are coefficients, of a degree that is allowed.
template <class T>
constexpr bool are_arguments(const T* coefficients, int degree) {
  return coefficients != nullptr && degree >= 0 && degree <= polynomial::greatest_degree;
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
  if (scale.degree > largest_degree) {
    search_large(machine, scale, r);
  } else if (scale.degree > 0 || scale.first > 0) {
    search_small(scale, r);
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
/// square of the degree; up to degree 64 it is that of roots<Degree>, with the same disks.  Roots that floats
/// do not hold have no certificate.  Where the moduli of roots are more than 2^236 apart, none has.  Another
/// degree, or no coefficients, is answered by bad_arguments.  Proved in docs/proofs/polynomial.md.
///
///   const auto r = ff::polynomial::large_roots(coefficients, 10000);
template <class T>
large_root_disks large_roots(const T* coefficients, int degree, unsigned threads = 0) {
  if (!detail::are_arguments(coefficients, degree)) {
    large_root_disks refused;
    refused.status = root_status::bad_arguments;
    return refused;
  }
  detail::large_host machine(threads);
  return detail::large_search(machine, coefficients, degree);
}

}  // namespace polynomial
}  // namespace ff

#endif
