// Every vector judged, then hunted: the same for values, intervals and whatever comes next.
//
// A policy says what a vector is and how an outcome is judged.  It has
//
// - evaluation: a vector and the row's result;
// - one_at_a_time(): whether the row runs on a device;
// - evaluate(stream, first, evaluations): vectors first, first + 1, ..;
// - judge(): one a thread; judge(evaluation) is a judgement;
// - class_at(stream, index): the class of a vector;
// - shown(evaluation, judgement, class): an instance.
#pragma once

#include <chrono>
#include <cmath>
#include <mutex>
#include <vector>

#include "parallel.hpp"
#include "trial.hpp"

namespace accuracy {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Counts of judged vectors: one thread's, or all.
template <class Policy>
struct tally {
  struct kept {
    double error = -1;
    typename Policy::evaluation e{};
    judgement j{};
    std::uint64_t index = ~std::uint64_t{0};

    // The larger error first, of equal ones the earlier vector: the order of the threads does not show.
    bool ahead_of(double other, std::uint64_t at) const {
      return error > other || (error == other && index < at);
    }
  };
  kept worst, first_wrong;
  std::uint64_t wrong = 0, loose = 0, outside = 0;
  double sum = 0, total = 0;
  std::array<double, most_classes> of_class;
  std::array<std::uint64_t, histogram_bins> histogram{};

  tally() { of_class.fill(-1); }

  void see(const typename Policy::evaluation& e, const judgement& j, int cls, std::uint64_t index,
           double bins_a_unit) {
    if (j.wrong != fault::none) {
      ++wrong;
      if (index < first_wrong.index) first_wrong = {j.error, e, j, index};
    }
    if (j.error < 0) return;
    loose += !j.tightest;
    outside += !j.in_domain;
    sum += j.sum;
    total = std::max(total, j.total);
    double& here = of_class[static_cast<std::size_t>(cls)];
    here = std::max(here, j.error);
    ++histogram[static_cast<std::size_t>(std::min(j.error * bins_a_unit, histogram_bins - 1.0))];
    if (!worst.ahead_of(j.error, index)) worst = {j.error, e, j, index};
  }
  void add(const tally& other) {
    if (other.worst.ahead_of(worst.error, worst.index)) worst = other.worst;
    if (other.first_wrong.index < first_wrong.index) first_wrong = other.first_wrong;
    wrong += other.wrong, loose += other.loose, outside += other.outside, sum += other.sum;
    total = std::max(total, other.total);
    for (std::size_t i = 0; i < most_classes; ++i) of_class[i] = std::max(of_class[i], other.of_class[i]);
    for (std::size_t i = 0; i < histogram_bins; ++i) histogram[i] += other.histogram[i];
  }
};

/// Judges p.count vectors, on all cores.
template <class Policy>
void judge_vectors(const Policy& policy, const plan& p, trial& t) {
  constexpr std::uint64_t chunk = 1 << 14;
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t chunks = (p.count + chunk - 1) / chunk;
  const double bins_a_unit = histogram_bins / t.of->histogram_top();
  std::uint64_t done = 0;
  std::mutex device, merging;
  tally<Policy> all;
  on_all_cores_by(chunks, [&](auto next) {
    auto judge = policy.judge();
    std::vector<typename Policy::evaluation> evaluations;
    tally<Policy> mine;
    for (std::uint64_t c; (c = next()) < chunks;) {
      const std::uint64_t first = c * chunk;
      evaluations.resize(std::min(chunk, p.count - first));
      {
        std::unique_lock<std::mutex> lock(device, std::defer_lock);
        if (policy.one_at_a_time()) lock.lock();
        policy.evaluate(p.vectors, first, evaluations);
      }
      for (std::size_t k = 0; k < evaluations.size(); ++k) {
        const std::uint64_t index = first + k;
        mine.see(evaluations[k], judge(evaluations[k]), policy.class_at(p.vectors, index), index,
                 bins_a_unit);
      }
      const std::lock_guard<std::mutex> lock(merging);
      ++done;
      if (p.progress) p.progress(static_cast<double>(done) / static_cast<double>(chunks));
    }
    const std::lock_guard<std::mutex> lock(merging);
    all.add(mine);
  });

  const auto shown = [&](const typename tally<Policy>::kept& k) {
    if (k.index == ~std::uint64_t{0}) return instance{};
    return policy.shown(k.e, k.j, policy.class_at(p.vectors, k.index));
  };
  t.vectors = p.count;
  t.wrong = all.wrong, t.loose = all.loose, t.outside = all.outside, t.total = all.total;
  const double endpoints = 2 * static_cast<double>(p.count - all.outside);
  t.mean = endpoints > 0 ? all.sum / endpoints : 0;
  t.worst_of_class = all.of_class;
  t.histogram = all.histogram;
  t.worst = shown(all.worst), t.first_wrong = shown(all.first_wrong);
  t.seconds = seconds_since(start);
}

/// Says what MPFR says of those that a search suspects: the worst of them into `worst`.  class_of(k) is the
/// class of the k-th.
template <class Policy, class ClassOf>
void confirm(const Policy& policy, const std::vector<typename Policy::evaluation>& suspects, finder by,
             ClassOf class_of, trial& t, instance& worst) {
  auto judge = policy.judge();
  for (std::size_t k = 0; k < suspects.size(); ++k) {
    const judgement j = judge(suspects[k]);
    const bool first = j.wrong != fault::none && t.first_wrong.wrong == fault::none;
    if (j.wrong != fault::none && j.error < 0) ++t.wrong;
    t.loose += j.error >= 0 && !j.tightest;
    if (j.error >= 0) t.total = std::max(t.total, j.total);
    if (!first && !(j.error > worst.error)) continue;
    instance here = policy.shown(suspects[k], j, class_of(k));
    here.found_by = by;
    if (first) t.first_wrong = here;
    if (j.error > worst.error) worst = here;
  }
}

}  // namespace accuracy
