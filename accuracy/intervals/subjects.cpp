// The study of intervals: a result has to contain the exact range, and be as near to it as is promised.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "accuracy/judge/bits.hpp"
#include "accuracy/judge/study.hpp"
#include "command/gpu.hpp"
#include "estimate.hpp"
#include "promise.hpp"

namespace accuracy::intervals {

bag worst_first(const std::vector<extremes>& found) {
  bag b;
  for (const extremes& e : found) {
    if (e.tightest.slack < unknown) b.tightest.push_back(e.tightest);
    if (e.widest.slack > -unknown) b.widest.push_back(e.widest);
  }
  std::sort(b.tightest.begin(), b.tightest.end(), [](auto l, auto r) { return l.slack < r.slack; });
  std::sort(b.widest.begin(), b.widest.end(), [](auto l, auto r) { return l.slack > r.slack; });
  b.tightest.resize(std::min<std::size_t>(b.tightest.size(), 64));
  b.widest.resize(std::min<std::size_t>(b.widest.size(), 64));
  return b;
}

namespace {

constexpr std::uint64_t hunting_ground = std::uint64_t{1} << 52;  // the first vector of a hunt
// MPFR takes ten times as long for powers and functions.
constexpr std::uint64_t elementary_cap = std::uint64_t{1} << 24;

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
    a = from_words(hi, lo);
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
struct interval_policy {
  using evaluation = intervals::evaluation<T>;
  const operation_row& row;
  runner<T>& where;

  bool one_at_a_time() const { return where.is_gpu(); }
  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& all) const {
    where.evaluate(s, first, all);
  }
  auto judge() const {
    return [this, mpfr = std::make_shared<intervals::judge<T>>()](const evaluation& e) {
      return mpfr->of(row, e.v, e.r);
    };
  }
  int class_at(const stream& s, std::uint64_t index) const {
    return static_cast<int>(theme_of(s.classes, index));
  }
  instance shown(const evaluation& e, const judgement& j, int of) const {
    instance i{j.error, {}, {}, of, j.wrong};
    add_words(i.input, e.v.x);
    if (row.how.arity > 1) add_words(i.input, e.v.y);
    if (row.how.arity > 2) add_words(i.input, e.v.z);
    if (row.how.integer) i.input.push_back(fmt::format("{}", e.v.n));
    add_words(i.result, e.r.first);
    if (row.wanted == real_function::quotient_split || row.wanted == real_function::radius)
      add_words(i.result, e.r.second);
    return i;
  }
};

template <class T>
class interval_subject final : public subject {
  static constexpr bool pairs = ff::detail::is_same<T, ff_t>;

 public:
  interval_subject(const operation_row& row, std::shared_ptr<runner<T>> where,
                   std::shared_ptr<runner<T>> host)
      : row_(row), where_(std::move(where)), host_(std::move(host)) {}

  std::string name() const override { return row_.title; }
  catalogue::group kind() const override {
    return row_.original ? catalogue::group::mutant : catalogue::group::interval;
  }
  std::string original() const override {
    return row_.original ? std::string(type_name<T>) + "." + row_.original : "";
  }
  const char* unit() const override { return pairs ? "u^2" : "ulp"; }
  const char* known() const override { return promise_text(row_.promised); }
  double bound() const override {
    return pairs ? row_.bound->u2 : ulps_of(*row_.bound, ff::detail::is_same<T, float>);
  }
  const char* class_name(int c) const override { return theme_names[c]; }
  std::uint64_t most_vectors() const override {
    return is_elementary(row_.wanted) ? elementary_cap : subject::most_vectors();
  }
  double total_bound() const override { return pairs ? row_.bound->total : 0; }

  bool passed(const trial& t) const override {
    if (t.wrong > 0) return false;
    const bool tightest = row_.promised == promise::tightest || row_.promised == promise::upper_bound;
    if (row_.promised == promise::exact || (!pairs && tightest)) return t.loose == 0;
    return t.worst_error() <= bound() + ff::bounds::higher_order &&
           (!pairs || !tightest || t.total <= row_.bound->total);
  }
  const char* verdict(const trial& t) const override {
    if (passed(t)) return "ok";
    if (t.wrong > 0) return "VIOLATED";
    const bool near_enough = t.worst_error() <= bound() + ff::bounds::higher_order;
    return t.loose > 0 && near_enough && t.total <= row_.bound->total ? "NOT TIGHTEST" : "EXCEEDED";
  }

  trial study(const plan& asked) const override {
    plan p = asked;
    p.count = std::min(p.count, most_vectors());
    trial t;
    t.of = this;
    judge_vectors(policy(), p, t);
    if (p.hunt == 0) return t;
    const auto start = std::chrono::steady_clock::now();
    hunt(p, t);
    t.hunt_seconds = seconds_since(start);
    return t;
  }

  std::string bits() const override {
    stream s;
    for (int t = 0; t < theme_count; ++t) s.classes.add(t);
    std::vector<evaluation<T>> all(hashed_vectors);
    host_->evaluate(s, 0, all);
    bits_hash hash;
    for (const evaluation<T>& e : all)
      for (const interval<T>& part : {e.r.first, e.r.second}) hash.add(part.lower()), hash.add(part.upper());
    return hash.text();
  }

  instance replay(const std::vector<std::string>& input) const override {
    reader words(input);
    const interval<T> zero(T(0.0f));
    operands<T> v{zero, zero, zero, 0};
    words.read(v.x);
    if (row_.how.arity > 1) words.read(v.y);
    if (row_.how.arity > 2) words.read(v.z);
    if (row_.how.integer) words.read(v.n);
    const evaluation<T> e{v, where_->evaluate_one(v)};
    return policy().shown(e, policy().judge()(e), 0);
  }

 private:
  interval_policy<T> policy() const { return {row_, *where_}; }

  void hunt(const plan& p, trial& t) const {
    if (!can_estimate(row_.wanted)) return;
    stream bounded{p.vectors.seed, {}};
    for (int i = 0; i < p.vectors.classes.count; ++i) {
      const int c = p.vectors.classes[static_cast<std::uint64_t>(i)];
      if (c < bounded_themes) bounded.classes.add(c);
    }
    if (bounded.classes.count == 0) return;
    const bag found = where_->hunt(bounded, hunting_ground, p.hunt);
    t.hunted = p.hunt;
    t.least_slack = found.tightest.empty() ? 0 : found.tightest.front().slack;
    for (const std::vector<suspect>* suspects : {&found.tightest, &found.widest}) {
      std::vector<evaluation<T>> evaluations;
      for (const suspect& s : *suspects) {
        const operands<T> v = make_operands<T>(row_.how, bounded.seed, bounded.classes, s.index);
        evaluations.push_back({v, where_->evaluate_one(v)});
      }
      confirm(
          policy(), evaluations, finder::hunt,
          [&](std::size_t k) { return static_cast<int>(theme_of(bounded.classes, (*suspects)[k].index)); }, t,
          t.prey);
    }
  }

  const operation_row& row_;
  std::shared_ptr<runner<T>> where_, host_;
};

template <class T>
void add_subjects(subjects& all, bool on_gpu, const std::string& operation) {
  for (const typed_row<T>& r : typed_rows<T>()) {
    if (operation == r.row.name)
      all.push_back(
          std::make_unique<interval_subject<T>>(r.row, on_gpu ? make_gpu_runner<T>(r.row) : r.cpu, r.cpu));
  }
}

}  // namespace

subjects interval_subjects(bool on_gpu) {
  subjects all;
  const auto add = [&](const char* operation) {
    add_subjects<float>(all, on_gpu, operation);
    add_subjects<double>(all, on_gpu, operation);
    add_subjects<ff_t>(all, on_gpu, operation);
  };
  for_each_operation([&](auto, const operation_info& info) { add(info.name); });
  for_each_operation_mutant([&](const char*, auto, const char* name) { add(name); });
  return all;
}

#if !defined(FF_HAS_GPU_CODE)
template <class T>
std::shared_ptr<runner<T>> make_gpu_runner(const operation_row&) {
  throw std::runtime_error(command::why_no_gpu_code());
}
#endif

}  // namespace accuracy::intervals
