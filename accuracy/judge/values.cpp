#include "values.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "accuracy/fleet/fleet.hpp"
#include "accuracy/parts/parts.hpp"
#include "bits.hpp"
#include "climb.hpp"
#include "study.hpp"

namespace accuracy {

const std::vector<value_row>& value_rows() {
  static const std::vector<value_row> list = [] {
    std::vector<value_row> all;
    bind_rows(all);
    return all;
  }();
  return list;
}

const value_row* find_value_row(const std::string& name) {
  const auto& all = value_rows();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const value_row& r) { return name == r.info.name; });
  return at == all.end() ? nullptr : &*at;
}

namespace {

// Says what an error is in the study of values.
struct value_policy {
  using evaluation = accuracy::evaluation;
  const value_row& row;
  recipe how;
  runner& where;

  bool one_at_a_time() const { return where.is_gpu(); }
  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& all) const {
    where.evaluate(s, first, all);
  }
  auto judge() const {
    return [this](const evaluation& e) {
      const double error = row.error(how, e.v, e.result);
      return judgement{error, is_finite(e.result, how.results) ? fault::none : fault::not_finite};
    };
  }
  int class_at(const stream& s, std::uint64_t index) const { return s.classes[index]; }
  // Words in the order x.hi x.lo y.hi y.lo .., low words of single operands left out.
  instance shown(const evaluation& e, const judgement& j, int of) const {
    instance i{j.error, {}, {}, of, j.wrong};
    const auto add = [](std::vector<std::string>& words, float w) {
      words.push_back(fmt::format("{:a}", w));
    };
    for (int k = 0; k < how.arguments; ++k) {
      add(i.input, e.v[k].hi());
      if (!catalogue::is_single(how, k)) add(i.input, e.v[k].lo());
    }
    for (int k = 0; k < how.results; ++k)
      add(i.result, e.result.part[k].hi()), add(i.result, e.result.part[k].lo());
    return i;
  }
  // The operands of what was shown.
  operands read(const std::vector<std::string>& input) const {
    std::size_t at = 0;
    const auto next = [&] {
      if (at == input.size())
        throw std::runtime_error(std::string(row.info.name) + ": the vector has too few words");
      return std::strtof(input[at++].c_str(), nullptr);
    };
    operands v{1.0f, 1.0f, 0.0f};
    for (int k = 0; k < how.arguments; ++k) {
      const float hi = next(), lo = catalogue::is_single(how, k) ? 0.0f : next();
      v[k] = from_words(hi, lo);
    }
    return v;
  }
};

// Three quarters of p.hunt vectors from the classes, then a quarter among the relatives of the worst of them,
// in generations: what climbs from a drawn vector alone ends below the maximum.
std::vector<candidate> hunt(const value_row& row, runner& where, const plan& p) {
  const auto search = [&](const stream& s, std::uint64_t evaluations, const std::vector<operands>& about) {
    return p.ranks != nullptr ? p.ranks->hunt(row.info.name, where, s, evaluations, about)
                              : where.hunt(s, evaluations, about);
  };
  constexpr std::uint64_t generations = 4;
  const std::uint64_t each = p.hunt / (4 * generations);
  std::vector<candidate> found = search(p.vectors, p.hunt - generations * each, {});
  stream s = p.vectors;
  for (std::uint64_t g = 0; g < generations && each > 0; ++g) {
    std::vector<operands> about;
    for (const candidate& c : found) {
      if (c.error >= 0) about.push_back(c.v);
    }
    if (about.empty()) break;
    ++s.seed;
    const std::vector<candidate> more = search(s, each, about);
    found.insert(found.end(), more.begin(), more.end());
    found = worst_first(std::move(found));
  }
  return found;
}

// The largest errors around what a hunt of `evaluations` vectors has found, by MPFR.  The host climbs, by its
// estimate with a quarter as many vectors, at most 2^28, then by MPFR: double's functions are off by up to
// 0.07 u^2.  Where the estimate refuses a vector, the row's bound is not about it.
std::vector<candidate> climbed_from(const std::vector<candidate>& found, const value_policy& policy,
                                    std::uint64_t seed, std::uint64_t evaluations) {
  constexpr std::uint64_t lows = 64;
  runner& host = policy.where.is_gpu() ? *policy.row.cpu : policy.where;
  const auto estimated = [&](const operands& v) {
    return policy.row.estimate(policy.how, v, host.evaluate_one(v));
  };
  const auto worst_by = [](const error_at& error, std::vector<candidate> all) {
    for (candidate& c : all) c.error = error(c.v);
    return worst_first(std::move(all));
  };
  std::vector<candidate> all = found, from = worst_by(estimated, found);
  const bool has_estimate = from[0].error >= 0;
  if (has_estimate) {
    const std::uint64_t laps =
        std::clamp<std::uint64_t>(evaluations / (4 * evaluations_of_a_lap(lows)), 1, 1 << 12);
    const std::size_t starts = static_cast<std::size_t>(std::min<std::uint64_t>(laps, 16));
    from = climbed(from, starts, policy.how, seed, laps / starts, lows, estimated);
    all.insert(all.end(), from.begin(), from.end());
  }
  const auto judged = [&](const operands& v) {
    const outcome result = host.evaluate_one(v);
    const bool of_the_row = !has_estimate || policy.row.estimate(policy.how, v, result) >= 0;
    return of_the_row ? policy.row.error(policy.how, v, result) : -1;
  };
  return climbed(worst_by(judged, std::move(all)), winners_of_a_lap, policy.how, seed + 1, 1, 1, judged);
}

// Says what MPFR says of what a search found.
instance confirmed(const value_policy& policy, const std::vector<candidate>& found, finder by, trial& t) {
  std::vector<evaluation> suspects, misjudged;
  for (const candidate& c : found) {
    if (c.error < 0) continue;
    (c.error == wrong_kind ? misjudged : suspects).push_back({c.v, policy.where.evaluate_one(c.v)});
  }
  instance worst;
  confirm(
      policy, suspects, by, [](std::size_t) { return 0; }, t, worst);
  if (!misjudged.empty()) {
    worst = policy.shown(misjudged[0], {std::numeric_limits<double>::infinity(), fault::none}, 0);
    worst.found_by = by;
  }
  return worst;
}

}  // namespace

bool value_subject::passed(const trial& t) const {
  const double slack = bound() > 0 ? ff::bounds::higher_order : 0;
  return kind() == group::outside || t.worst_error() <= bound() + slack;
}

const char* value_subject::verdict(const trial& t) const {
  return kind() == group::outside ? "outside" : passed(t) ? "ok" : "EXCEEDED";
}

trial value_subject::study(const plan& p) const {
  trial t;
  t.of = this;
  value_policy policy{row_, info().how, *where_};
  if (p.scale) policy.how.scale = *p.scale;
  judge_vectors(policy, p, t);
  if (p.hunt > 0) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<candidate> found = hunt(row_, *where_, p);
    found.erase(std::remove_if(found.begin(), found.end(), [](const candidate& c) { return c.error < 0; }),
                found.end());
    if (!found.empty()) t.hunted = p.hunt;
    if (t.worst.error >= 0) found.push_back({t.worst.error, policy.read(t.worst.input)});
    if (!found.empty() && bound() > 0) found = climbed_from(found, policy, p.vectors.seed, p.hunt);
    t.prey = confirmed(policy, found, finder::hunt, t);
    t.hunt_seconds = seconds_since(start);
  }
  if (p.exhaust && row_.of_floats) {
    const auto start = std::chrono::steady_clock::now();
    t.worst_float = confirmed(policy, where_->exhaust(), finder::floats, t);
    t.exhausted = t.worst_float.error >= 0;
    t.exhaust_seconds = seconds_since(start);
  }
  return t;
}

std::string value_subject::bits() const {
  stream s;
  for (int c = 0; c < catalogue::class_count; ++c) s.classes.add(c);
  std::vector<evaluation> all(hashed_vectors);
  row_.cpu->evaluate(s, 0, all);
  bits_hash hash;
  for (const evaluation& e : all)
    for (int k = 0; k < info().how.results; ++k) hash.add(e.result.part[k]);
  return hash.text();
}

instance value_subject::replay(const std::vector<std::string>& input) const {
  const value_policy policy{row_, info().how, *where_};
  const operands v = policy.read(input);
  const evaluation e{v, where_->evaluate_one(v)};
  return policy.shown(e, policy.judge()(e), 0);
}

subjects value_subjects(bool on_gpu) {
  subjects all;
  for (const value_row& row : value_rows())
    all.push_back(std::make_unique<value_subject>(row, on_gpu ? make_gpu_runner(row.info) : row.cpu));
  return all;
}

#if !defined(FF_HAS_GPU_CODE)
void use_gpu(int) {}
std::shared_ptr<runner> make_gpu_runner(const row_info&) {
  throw std::runtime_error(command::why_no_gpu_code());
}
std::optional<command::gpu_info> find_gpu(std::string& why) {
  why = command::why_no_gpu_code();
  return {};
}
#endif

}  // namespace accuracy
