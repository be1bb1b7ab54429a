#include "study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace accuracy::intervals {
namespace {

constexpr std::uint64_t chunk = 1 << 14;
constexpr std::uint64_t hunting_ground = std::uint64_t{1} << 52;  // the first vector of a hunt

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class Call>
auto with_type(int type, Call call) {
  return type == type_bit<float> ? call(float{}) : type == type_bit<double> ? call(double{}) : call(ff_t{});
}

// ---- words as text

void add_words(std::vector<std::string>& text, float a) { text.push_back(fmt::format("{:a}", a)); }
void add_words(std::vector<std::string>& text, double a) { text.push_back(fmt::format("{:a}", a)); }
void add_words(std::vector<std::string>& text, ff_t a) {
  add_words(text, a.hi());
  add_words(text, a.lo());
}
template <class T>
void add_words(std::vector<std::string>& text, const interval<T>& x) {
  add_words(text, x.lower());
  add_words(text, x.upper());
}

class reader {
 public:
  explicit reader(const std::vector<std::string>& text) : text_(text) {}
  void read(float& a) { a = std::strtof(next().c_str(), nullptr); }
  void read(double& a) { a = std::strtod(next().c_str(), nullptr); }
  void read(ff_t& a) {
    float hi = 0, lo = 0;
    read(hi), read(lo);
    a = {hi, lo};
  }
  void read(int& a) { a = static_cast<int>(std::strtol(next().c_str(), nullptr, 10)); }
  template <class T>
  void read(interval<T>& x) {
    T lower{}, upper{};
    read(lower), read(upper);
    x = interval<T>::from_bounds(lower, upper);
  }

 private:
  const std::string& next() {
    if (at_ == text_.size()) throw std::runtime_error("an interval operation's vector has too few words");
    return text_[at_++];
  }
  const std::vector<std::string>& text_;
  std::size_t at_ = 0;
};

template <class T>
instance instance_of(const operation_info& op, const operands<T>& v, const results<T>& r,
                     const verdict& found, theme of, std::uint64_t index) {
  instance here{found.excess, index, {}, {}, of, found.wrong};
  add_words(here.input, v.x);
  if (op.how.arity > 1) add_words(here.input, v.y);
  if (op.how.arity > 2) add_words(here.input, v.z);
  if (op.how.integer) here.input.push_back(fmt::format("{}", v.n));
  add_words(here.result, r.first);
  if (op.wanted == exact::quotient_split || op.wanted == exact::radius) add_words(here.result, r.second);
  return here;
}

// One thread's share, merged at the end.
template <class T>
struct tally {
  struct kept {
    double excess = -1;
    evaluation<T> e{};
    verdict v{};
    std::uint64_t index = ~std::uint64_t{0};
  };
  kept worst, violation;
  std::uint64_t violations = 0, loose = 0, outside = 0;
  double sum = 0, total = 0;
  std::array<double, theme_count> of_theme{};
};

template <class T>
void judge_vectors(engine<T>& where, bool on_gpu, const plan& p, trial& t) {
  const operation_info& op = *t.which->info;
  const std::uint64_t chunks = (p.count + chunk - 1) / chunk;
  std::atomic<std::uint64_t> next{0}, done{0};
  std::mutex gpu, merging;
  tally<T> all;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      judge<T> mpfr;
      std::vector<evaluation<T>> evaluations;
      tally<T> mine;
      for (std::uint64_t c; (c = next++) < chunks;) {
        const std::uint64_t first = c * chunk;
        evaluations.resize(std::min(chunk, p.count - first));
        {
          std::unique_lock<std::mutex> one_at_a_time(gpu, std::defer_lock);
          if (on_gpu) one_at_a_time.lock();
          where.evaluate(t.which->op, p.vectors, first, evaluations);
        }
        for (std::size_t k = 0; k < evaluations.size(); ++k) {
          const evaluation<T>& e = evaluations[k];
          const std::uint64_t index = first + k;
          const verdict v = mpfr.of(op, e.v, e.r);
          if (v.wrong != fault::none) {
            ++mine.violations;
            if (index < mine.violation.index) mine.violation = {v.excess, e, v, index};
            continue;
          }
          mine.loose += !v.tightest;
          mine.outside += !v.in_domain;
          mine.sum += v.sum;
          mine.total = std::max(mine.total, v.total);
          double& of_theme = mine.of_theme[static_cast<std::size_t>(theme_of(p.vectors.themes, index))];
          of_theme = std::max(of_theme, v.excess);
          if (v.excess > mine.worst.excess || (v.excess == mine.worst.excess && index < mine.worst.index))
            mine.worst = {v.excess, e, v, index};
        }
        ++done;
        std::unique_lock<std::mutex> lock(merging, std::try_to_lock);
        if (lock && p.progress) p.progress(static_cast<double>(done) / static_cast<double>(chunks));
      }
      const std::lock_guard<std::mutex> lock(merging);
      if (mine.worst.excess > all.worst.excess ||
          (mine.worst.excess == all.worst.excess && mine.worst.index < all.worst.index))
        all.worst = mine.worst;
      if (mine.violation.index < all.violation.index) all.violation = mine.violation;
      all.violations += mine.violations, all.loose += mine.loose, all.outside += mine.outside;
      all.sum += mine.sum, all.total = std::max(all.total, mine.total);
      for (std::size_t i = 0; i < theme_count; ++i)
        all.of_theme[i] = std::max(all.of_theme[i], mine.of_theme[i]);
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
  t.violations = all.violations, t.loose = all.loose, t.outside = all.outside, t.total = all.total;
  const double endpoints = 2 * static_cast<double>(p.count - all.outside);
  t.mean = endpoints > 0 ? all.sum / endpoints : 0;
  t.worst_of_theme = all.of_theme;
  const auto shown = [&](const typename tally<T>::kept& k) {
    return k.excess < 0 ? instance{}
                        : instance_of(op, k.e.v, k.e.r, k.v, theme_of(p.vectors.themes, k.index), k.index);
  };
  t.worst = shown(all.worst), t.violation = shown(all.violation);
}

// What MPFR says of those that the hunt suspects.
template <class T>
void confirm(engine<T>& where, const stream& s, const std::vector<suspect>& suspects, trial& t) {
  const operation_info& op = *t.which->info;
  judge<T> mpfr;
  for (const suspect& one : suspects) {
    const operands<T> v = make_operands<T>(op.how, s.seed, s.themes, one.index);
    const results<T> r = where.evaluate_one(t.which->op, v);
    const verdict found = mpfr.of(op, v, r);
    const instance here = instance_of(op, v, r, found, theme_of(s.themes, one.index), one.index);
    if (found.wrong != fault::none) {
      if (t.violations++ == 0) t.violation = here;
    } else {
      t.loose += !found.tightest;
      t.total = std::max(t.total, found.total);
      if (here.excess > t.prey.excess) t.prey = here;
    }
  }
}

template <class T>
void hunt(engine<T>& where, const plan& p, trial& t) {
  if (!can_estimate(t.which->info->wanted)) return;
  stream bounded = p.vectors;
  bounded.themes = {};
  for (int i = 0; i < p.vectors.themes.count; ++i) {
    if (static_cast<int>(p.vectors.themes[i]) < bounded_themes) bounded.themes.add(p.vectors.themes[i]);
  }
  if (bounded.themes.count == 0) return;
  const bag found = where.hunt(t.which->op, bounded, hunting_ground, p.hunt);
  t.hunted = p.hunt;
  t.least_slack = found.tightest.empty() ? 0 : found.tightest.front().slack;
  confirm(where, bounded, found.tightest, t);
  confirm(where, bounded, found.widest, t);
}

}  // namespace

double trial::bound() const {
  const operation_info& op = *which->info;
  if (op.asked == demand::exact) return 0;
  if (which->type == type_bit<ff_t>) return op.u2;
  if (op.asked == demand::near && which->type == type_bit<float>) return op.wanted == exact::nth_root ? 5 : 2;
  return op.asked == demand::member ? 1.5 : op.asked == demand::near ? 0 : 1;
}

bool trial::passed() const {
  const operation_info& op = *which->info;
  if (violations > 0) return false;
  const bool pairs = which->type == type_bit<ff_t>;
  const bool tightest = op.asked == demand::tightest || op.asked == demand::upper_bound;
  if (op.asked == demand::exact || (!pairs && tightest)) return loose == 0;
  return worst_excess() <= bound() + ff::bounds::higher_order && (!pairs || !tightest || total <= op.total);
}

const char* trial::verdict() const {
  if (passed()) return "ok";
  if (violations > 0) return "VIOLATED";
  return loose > 0 && worst_excess() <= bound() + ff::bounds::higher_order && total <= which->info->total
             ? "NOT TIGHTEST"
             : "EXCEEDED";
}

trial study(engines& where, const row& which, const plan& p) {
  trial t;
  t.which = &which;
  with_type(which.type, [&](auto example) {
    auto& engine = engine_of<decltype(example)>(where);
    const auto start = std::chrono::steady_clock::now();
    judge_vectors(engine, where.on_gpu, p, t);
    t.seconds = seconds_since(start);
    if (p.hunt == 0) return;
    const auto hunt_start = std::chrono::steady_clock::now();
    hunt(engine, p, t);
    t.hunt_seconds = seconds_since(hunt_start);
  });
  return t;
}

instance replay(engines& where, const row& which, const std::vector<std::string>& input) {
  return with_type(which.type, [&](auto example) {
    using T = decltype(example);
    reader words(input);
    const interval<T> zero(T(0.0f));
    operands<T> v{zero, zero, zero, 0};
    words.read(v.x);
    if (which.info->how.arity > 1) words.read(v.y);
    if (which.info->how.arity > 2) words.read(v.z);
    if (which.info->how.integer) words.read(v.n);
    const results<T> r = engine_of<T>(where).evaluate_one(which.op, v);
    judge<T> mpfr;
    return instance_of(*which.info, v, r, mpfr.of(*which.info, v, r), theme::thin, 0);
  });
}

}  // namespace accuracy::intervals
