#include "study.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <thread>

#include "oracle.hpp"

namespace accuracy {
namespace {

constexpr std::uint64_t chunk = 1 << 14;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// One thread's share of the counts, merged at the end.
struct tally {
  finding worst;
  std::array<double, class_count> of_class;
  std::array<std::uint64_t, histogram_bins> histogram{};
  std::uint64_t not_finite = 0;
  tally() { of_class.fill(-1); }
};

void judge_chunk(backend& where, std::mutex& gpu, int op, const plan& p, const trial& t, std::uint64_t first,
                 std::uint64_t count, oracle& mpfr, std::vector<evaluation>& results, tally& mine) {
  results.resize(count);
  {
    std::unique_lock<std::mutex> one_at_a_time(gpu, std::defer_lock);
    if (where.is_gpu()) one_at_a_time.lock();
    where.evaluate(op, p.vectors, first, results);
  }
  const double per_bin = histogram_bins / t.histogram_top();
  for (std::uint64_t k = 0; k < count; ++k) {
    const input_class cls = p.vectors.class_of(first + k);
    const auto& [v, result] = results[k];
    const double error = mpfr.error(*t.op, t.how, v, result);
    if (error > mine.worst.error) mine.worst = {error, v, result, cls};
    double& of_class = mine.of_class[static_cast<std::size_t>(cls)];
    of_class = std::max(of_class, error);
    if (!is_finite(t.how, result)) ++mine.not_finite;
    const double bin = std::min(error * per_bin, histogram_bins - 1.0);
    ++mine.histogram[static_cast<std::size_t>(bin)];
  }
}

void judge_vectors(backend& where, int op, const plan& p, trial& t) {
  const std::uint64_t chunks = (p.count + chunk - 1) / chunk;
  std::atomic<std::uint64_t> next{0}, done{0};
  std::mutex gpu, merging;
  t.worst_of_class.fill(-1);
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      oracle mpfr;
      std::vector<evaluation> results;
      tally mine;
      for (std::uint64_t c; (c = next++) < chunks;) {
        const std::uint64_t first = c * chunk, count = std::min(chunk, p.count - first);
        judge_chunk(where, gpu, op, p, t, first, count, mpfr, results, mine);
        ++done;
        std::unique_lock<std::mutex> lock(merging, std::try_to_lock);
        if (lock && p.progress) p.progress(static_cast<double>(done) / static_cast<double>(chunks));
      }
      const std::lock_guard<std::mutex> lock(merging);
      if (mine.worst.error > t.worst.error) t.worst = mine.worst;
      for (std::size_t i = 0; i < class_count; ++i) {
        t.worst_of_class[i] = std::max(t.worst_of_class[i], mine.of_class[i]);
      }
      for (std::size_t i = 0; i < histogram_bins; ++i) t.histogram[i] += mine.histogram[i];
      t.not_finite += mine.not_finite;
    } catch (...) {
      const std::lock_guard<std::mutex> lock(merging);
      failure = std::current_exception();
      next = chunks;
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = std::max(1u, std::thread::hardware_concurrency()); i > 0; --i) pool.emplace_back(work);
  for (auto& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
  t.vectors = p.count;
}

// What MPFR says of the worst that a search found.
finding confirmed(backend& where, int op, const trial& t, const std::vector<candidate>& found) {
  oracle mpfr;
  finding worst;
  for (const candidate& c : found) {
    if (c.error < 0) continue;
    const outcome result = where.evaluate_one(op, c.v);
    const double error = c.error == wrong_kind ? std::numeric_limits<double>::infinity()
                                               : mpfr.error(*t.op, t.how, c.v, result);
    if (error > worst.error) worst = {error, c.v, result, input_class::uniform};
  }
  return worst;
}

// Three quarters of p.hunt vectors from the classes, then a quarter among the relatives of the worst of them,
// in generations: what climbs from a drawn vector alone ends below the maximum.
std::vector<candidate> hunt(backend& where, int op, const plan& p) {
  constexpr std::uint64_t generations = 4;
  const std::uint64_t each = p.hunt / (4 * generations);
  std::vector<candidate> found = where.hunt(op, p.vectors, p.hunt - generations * each);
  stream s = p.vectors;
  for (std::uint64_t g = 0; g < generations && each > 0; ++g) {
    std::vector<operands> about;
    for (const candidate& c : found) {
      if (c.error >= 0) about.push_back(c.v);
    }
    if (about.empty()) break;
    ++s.seed;
    const std::vector<candidate> more = where.hunt(op, s, each, about);
    found.insert(found.end(), more.begin(), more.end());
    found = worst_first(std::move(found));
  }
  return found;
}

}  // namespace

trial study(backend& where, int op, const plan& p) {
  return study(where, op, p, operators()[static_cast<std::size_t>(op)].how().scale);
}

trial study(backend& where, int op, const plan& p, ff::bounds::relative_to scale) {
  trial t;
  t.op = &operators()[static_cast<std::size_t>(op)];
  t.how = t.op->how();
  t.how.scale = scale;
  t.bound = t.op->bound().u2 * t.op->lowered;
  t.slack = t.bound > 0 ? ff::bounds::higher_order : 0;
  const auto start = std::chrono::steady_clock::now();
  judge_vectors(where, op, p, t);
  t.seconds = seconds_since(start);
  if (p.hunt > 0) {
    const auto hunt_start = std::chrono::steady_clock::now();
    t.prey = confirmed(where, op, t, hunt(where, op, p));
    t.hunted = t.prey.error < 0 ? 0 : p.hunt;
    t.hunt_seconds = seconds_since(hunt_start);
  }
  if (p.exhaust && t.how.wanted == expression::function && operand_count(t.how) == 1) {
    const auto exhaust_start = std::chrono::steady_clock::now();
    t.worst_float = confirmed(where, op, t, where.exhaust(op));
    t.exhausted = t.worst_float.error >= 0;
    t.exhaust_seconds = seconds_since(exhaust_start);
  }
  return t;
}

}  // namespace accuracy
