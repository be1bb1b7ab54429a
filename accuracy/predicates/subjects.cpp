// The study of predicates: every sign has to be the exact one, in any order of the points, on host and
// device.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "accuracy/judge/bits.hpp"
#include "accuracy/judge/study.hpp"
#include "command/gpu.hpp"
#include "judge.hpp"

namespace accuracy::predicates {
namespace {

constexpr std::uint64_t hunting_ground = std::uint64_t{1} << 52;  // the first vector of a hunt

std::string sign_text(sign s) {
  return s == sign::not_finite ? "not_finite" : fmt::format("{}", static_cast<int>(s));
}

template <class T>
struct predicate_policy {
  using evaluation = predicates::evaluation<T>;
  const predicate_row& row;
  runner<T>& where;
  runner<T>& host;
  class_counts& counted;
  std::mutex& counting;

  bool one_at_a_time() const { return where.is_gpu(); }
  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& all) const {
    where.evaluate(s, first, all);
    if (!where.is_gpu()) return;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const theme t = theme_of(s.classes, first + k);
      const operands<T> v = make_points<T>(row.of, s.seed, t, first + k);
      all[k].on_host = all[k].of == t && std::memcmp(&all[k].v, &v, sizeof v) == 0;
    }
  }

  // A thread's: adds what it counted when it ends.
  class counting_judge {
   public:
    explicit counting_judge(const predicate_policy& p) : p_(p) {}
    ~counting_judge() {
      const std::lock_guard<std::mutex> lock(p_.counting);
      for (std::size_t t = 0; t < mine_.size(); ++t) p_.counted[t].add(mine_[t]);
    }
    counting_judge(const counting_judge&) = delete;
    counting_judge& operator=(const counting_judge&) = delete;

    judgement operator()(const evaluation& e) {
      const sign exact = gmp_.exact_sign(p_.row.of, e.v);
      sign_counts& n = mine_[static_cast<std::size_t>(e.of)];
      ++n.vectors, ++n.decided[static_cast<int>(e.r.by)];
      n.zeros += exact == sign::zero, n.wrong += e.r.found != exact, n.asymmetric += e.r.turned != e.r.found;
      judgement j;
      j.wrong = e.r.found != exact    ? fault::sign
                : e.r.turned != exact ? fault::symmetry
                : !on_host(e)         ? fault::device
                                      : fault::none;
      if (j.wrong != fault::none) j.error = -1;
      return j;
    }

   private:
    bool on_host(const evaluation& e) const {
      return e.on_host && (!p_.where.is_gpu() || e.r == p_.host.evaluate_one(e.v));
    }

    const predicate_policy& p_;
    class_counts mine_{};
    predicates::judge gmp_;
  };
  auto judge() const {
    return [own = std::make_shared<counting_judge>(*this)](const evaluation& e) { return (*own)(e); };
  }
  int class_at(const stream& s, std::uint64_t index) const {
    return static_cast<int>(theme_of(s.classes, index));
  }
  instance shown(const evaluation& e, const judgement& j, int of) const {
    instance i{j.error, {}, {}, of, j.wrong};
    const int words = points_of(row.of) * dimension_of(row.of);
    for (int k = 0; k < words; ++k) i.input.push_back(fmt::format("{:a}", e.v.x[k]));
    i.input.push_back(fmt::format("{}", e.v.order));
    i.result = {sign_text(e.r.found), sign_text(e.r.turned), stage_names[static_cast<int>(e.r.by)]};
    return i;
  }
};

template <class T>
class predicate_subject final : public subject {
 public:
  predicate_subject(const predicate_row& row, std::shared_ptr<runner<T>> where,
                    std::shared_ptr<runner<T>> host)
      : row_(row), where_(std::move(where)), host_(std::move(host)) {}

  std::string name() const override { return row_.title; }
  catalogue::group kind() const override {
    return row_.original.empty() ? catalogue::group::predicate : catalogue::group::mutant;
  }
  std::string original() const override { return row_.original; }
  const char* unit() const override { return "signs"; }
  const char* known() const override { return "exact"; }
  double bound() const override { return 0; }
  bool of_signs() const override { return true; }
  const char* class_name(int c) const override { return theme_names[c]; }
  bool passed(const trial& t) const override { return t.wrong == 0; }
  const char* verdict(const trial& t) const override { return passed(t) ? "ok" : "WRONG"; }

  trial study(const plan& p) const override {
    trial t;
    t.of = this;
    class_counts counted{};
    judge_vectors(policy(counted), p, t);
    if (p.hunt > 0) {
      const auto start = std::chrono::steady_clock::now();
      search(p, t, counted);
      t.hunt_seconds = seconds_since(start);
    }
    std::copy(counted.begin(), counted.end(), t.signs.begin());
    return t;
  }

  std::string bits() const override {
    stream s;
    for (int t = 0; t < theme_count; ++t) s.classes.add(t);
    std::vector<evaluation<T>> all(hashed_vectors);
    host_->evaluate(s, 0, all);
    bits_hash hash;
    for (const evaluation<T>& e : all)
      hash.add(static_cast<int>(e.r.found)), hash.add(static_cast<int>(e.r.by));
    return hash.text();
  }

  instance replay(const std::vector<std::string>& input) const override {
    const auto words = static_cast<std::size_t>(points_of(row_.of) * dimension_of(row_.of));
    if (input.size() != words + 1) throw std::runtime_error("a predicate's vector has not as many words");
    operands<T> v{};
    for (std::size_t k = 0; k < words; ++k) {
      if constexpr (ff::detail::is_same<T, float>) {
        v.x[k] = std::strtof(input[k].c_str(), nullptr);
      } else {
        v.x[k] = std::strtod(input[k].c_str(), nullptr);
      }
    }
    v.order = static_cast<int>(std::strtol(input[words].c_str(), nullptr, 10));
    return judged(v, theme::uniform);
  }

 private:
  predicate_policy<T> policy(class_counts& counted) const {
    return {row_, *where_, *host_, counted, counting_};
  }

  instance judged(const operands<T>& v, theme of) const {
    class_counts unused{};
    const predicate_policy<T> one = policy(unused);
    const evaluation<T> e{v, of, where_->evaluate_one(v)};
    return one.shown(e, one.judge()(e), static_cast<int>(of));
  }

  // In slices, for the progress bar.  GMP checks again each vector that the limbs call wrong.
  void search(const plan& p, trial& t, class_counts& counted) const {
    const std::uint64_t slice = std::uint64_t{1} << (where_->is_gpu() ? 26 : 16);
    class_counts found{};
    for (std::uint64_t at = 0; at < p.hunt; at += slice) {
      where_->search(p.vectors, hunting_ground + at, std::min(slice, p.hunt - at), found);
      if (p.progress) p.progress(static_cast<double>(at) / static_cast<double>(p.hunt));
    }
    if (p.progress) p.progress(1);
    for (std::size_t c = 0; c < found.size(); ++c) {
      const sign_counts& n = found[c];
      t.hunted += n.vectors;
      t.wrong += n.wrong + n.asymmetric;
      for (std::uint64_t w : n.wrong_alone) t.wrong += w;
      if (n.first_wrong != ~std::uint64_t{0} && t.first_wrong.wrong == fault::none) {
        const auto of = static_cast<theme>(c);
        t.first_wrong = judged(make_points<T>(row_.of, p.vectors.seed, of, n.first_wrong), of);
        t.first_wrong.found_by = finder::hunt;
        if (t.first_wrong.wrong == fault::none) t.first_wrong.wrong = fault::stage;
      }
      counted[c].add(n);
    }
  }

  const predicate_row& row_;
  std::shared_ptr<runner<T>> where_, host_;
  mutable std::mutex counting_;
};

template <class T>
void add_subjects(subjects& all, bool on_gpu, bool mutants, determinant d) {
  for (const typed_row<T>& r : typed_rows<T>()) {
    if (r.row.of == d && !r.row.original.empty() == mutants)
      all.push_back(
          std::make_unique<predicate_subject<T>>(r.row, on_gpu ? make_gpu_runner<T>(r.row) : r.cpu, r.cpu));
  }
}

}  // namespace

subjects predicate_subjects(bool on_gpu) {
  subjects all;
  for (bool mutants : {false, true}) {
    for (int d = 0; d < determinant_count; ++d) {
      add_subjects<float>(all, on_gpu, mutants, static_cast<determinant>(d));
      add_subjects<double>(all, on_gpu, mutants, static_cast<determinant>(d));
      add_subjects<ff::double_in_floats>(all, on_gpu, mutants, static_cast<determinant>(d));
    }
  }
  return all;
}

#if !defined(FF_HAS_GPU_CODE)
template <class T>
std::shared_ptr<runner<T>> make_gpu_runner(const predicate_row&) {
  throw std::runtime_error(command::why_no_gpu_code());
}
#endif

}  // namespace accuracy::predicates
