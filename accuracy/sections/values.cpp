// Rows of values, of intervals and of predicates: whatever a machine evaluates vector by vector.
#include "accuracy/judge/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "accuracy/judge/runner.hpp"
#include "accuracy/judge/study.hpp"
#include "accuracy/pages/pages.hpp"
#include "accuracy/parts/parts.hpp"
#include "accuracy/predicates/points.hpp"
#include "catalogue/interval_vectors.hpp"
#include "classes.hpp"
#include "section.hpp"

namespace accuracy {
namespace {

using command::bad_argument;

enum class kind { values, intervals, predicates };

kind kind_of(const std::string& ops) {
  if (names_intervals(ops)) return kind::intervals;
  return names_predicates(ops) ? kind::predicates : kind::values;
}
subjects rows_of(kind of, bool on_gpu) {
  if (of == kind::predicates) return predicate_rows(on_gpu);
  return of == kind::intervals ? interval_rows(on_gpu) : value_subjects(on_gpu);
}
class_list classes_of(kind of, const std::string& text) {
  if (of == kind::predicates) return parse_classes(text, predicates::theme_names, "of predicates ");
  if (of == kind::intervals) return parse_classes(text, catalogue::intervals::theme_names, "of intervals ");
  return parse_classes(text, catalogue::class_names, "");
}
plan plan_of(kind of, const options& asked) {
  plan p;
  p.vectors = {asked.seed, classes_of(of, asked.classes)};
  p.count = asked.vectors.value_or(std::uint64_t{1} << 22);
  p.exhaust = asked.exhaustive;
  p.hunt = asked.hunt;
  p.ranks = asked.ranks;
  return p;
}

/// Returns whether a row is what one word of --ops names: a row, all at a type of endpoint, or a group.
bool is_named(const subject& s, const std::string& word) {
  const std::string name = s.name();
  switch (s.kind()) {
    case group::mutant:
      return false;
    case group::core:
      if (word == "core") return true;
      break;
    case group::function:
      if (word == "functions") return true;
      break;
    case group::composite:
      if (word == "composites") return true;
      break;
    case group::predicate:
      return word == "predicates" || word == name || name.compare(0, word.size() + 1, word + ".") == 0;
    case group::interval:
      return word == "intervals" || word == name || name.compare(0, word.size() + 1, word + ".") == 0;
    default:
      break;
  }
  return word == "all" || word == name;
}

[[noreturn]] void refuse_name(const subjects& all, kind of, const std::string& ops) {
  std::string names;
  for (const auto& s : all) {
    if (s->kind() == group::mutant) continue;
    const std::string name = s->name().substr(s->name().find('.') + 1);  // intervals': without the type
    if ((", " + names + ",").find(", " + name + ",") == names.npos)
      names += (names.empty() ? "" : ", ") + name;
  }
  if (of == kind::predicates)
    throw bad_argument(
        fmt::format("--ops {}: no such predicate; expected predicates, predicate_float, "
                    "predicate_double, predicate_triple, or a list like predicate_float.orient2d of {}",
                    ops, names));
  if (of == kind::intervals)
    throw bad_argument(
        fmt::format("--ops {}: no such interval operation; expected intervals, interval_float, "
                    "interval_double, interval_ff, or a list like interval_ff.mul of {}",
                    ops, names));
  throw bad_argument(
      fmt::format("--ops {}: no such operator; expected core, functions, composites, all, or a list of "
                  "{}; or intervals, or predicates",
                  ops, names));
}

std::vector<const subject*> chosen_rows(const subjects& all, kind of, const std::string& ops) {
  std::vector<const subject*> chosen;
  for (const std::string& word : CLI::detail::split(ops, ',')) {
    bool known = false;
    for (const auto& s : all) {
      if (!is_named(*s, word)) continue;
      known = true;
      if (std::find(chosen.begin(), chosen.end(), s.get()) == chosen.end()) chosen.push_back(s.get());
    }
    if (known) continue;
    if (!is_whole()) throw not_in_this_program("--ops " + ops);
    refuse_name(all, of, ops);
  }
  return chosen;
}

const subject& find(const subjects& all, const std::string& name) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s->name() == name; });
  if (at == all.end()) throw std::logic_error("no row is called " + name);
  return **at;
}

class values : public section {
 public:
  explicit values(kind of) : of_(of) {}

  const char* title() const override { return "Operators"; }
  bool mutants_on_gpu() const override { return true; }

  void check(const options& asked) const override {
    classes_of(of_, asked.classes);
    if (asked.ranks && asked.ranks->size() > 1 && (of_ != kind::values || asked.hunt == 0))
      throw bad_argument("mpirun: expected --hunt of operators or functions, which is what many ranks share");
    const subjects all = rows_of(of_, false);
    const std::vector<const subject*> rows = chosen_rows(all, of_, asked.ops);
    const auto is_of_floats = [](const subject* s) {
      const value_row* row = find_value_row(s->name());
      return row != nullptr && row->of_floats;
    };
    if (asked.exhaustive && std::none_of(rows.begin(), rows.end(), is_of_floats))
      throw bad_argument(
          fmt::format("--exhaustive: expected a function of one argument in --ops, not {}", asked.ops));
  }

  bool report(const options& asked, const place& at) override {
    rows_ = rows_of(of_, at.on_gpu);
    const bool passed = judge(chosen_rows(rows_, of_, asked.ops), plan_of(of_, asked), asked.within);
    return (of_ != kind::values || judge_specials(at.on_gpu)) && passed;
  }
  std::string json(const place& at) const override { return to_json(at.from, trials_, specials_); }
  std::string csv() const override { return to_csv(trials_); }
  void keep_worst(const std::string& folder) const override { add_to_corpus(folder, trials_); }

 private:
  void judge_mutants(const options& asked, const place& at,
                     const std::function<void(const conviction&)>& tell) const override {
    const std::vector<kind> all{kind::values, kind::intervals, kind::predicates};
    for (const kind of : of_ == kind::values ? all : std::vector<kind>{of_}) {
      options here = asked;
      if (!asked.vectors) here.vectors = of == kind::values ? 1 << 20 : 1 << 16;
      if (of != of_) here.classes = "all";
      const plan p = plan_of(of, here);
      const subjects rows = rows_of(of, at.on_gpu);
      for (const auto& s : rows) {
        if (s->kind() != group::mutant) continue;
        const trial broken = s->study(p), original = find(rows, s->original()).study(p);
        tell({s->name(), s->original(),
              fmt::format("{} wrong, {} loose, max {} of {:.3g}", broken.wrong, broken.loose,
                          error_text(broken.worst_error()), s->bound()),
              !broken.passed(), original.passed()});
      }
    }
  }

  // No row begins after `within` seconds, but for the first.
  bool judge(const std::vector<const subject*>& rows, plan p, double within) {
    fmt::print("{}", table_head(*rows.front()));
    bool passed = true, capped = false;
    std::string left_out;
    const auto begin = std::chrono::steady_clock::now();
    for (const subject* s : rows) {
      if (!trials_.empty() && seconds_since(begin) > within) {
        left_out += " " + s->name();
        continue;
      }
      p.progress = command::progress_bar(s->name());
      trials_.push_back(s->study(p));
      passed = passed && trials_.back().passed();
      capped = capped || p.count > s->most_vectors();
      command::print(table_row(trials_.back()));
      std::fflush(stdout);
    }
    if (!left_out.empty()) command::print(fmt::format("Left out after {:g} seconds:{}.\n", within, left_out));
    if (capped)
      command::print(
          "Powers and functions: at most 2^24 vectors each, since MPFR takes ten times as long.\n");
    if (rows[0]->of_signs())
      command::print(passed ? "Every sign is the exact one.\n" : "A sign is WRONG.\n");
    else if (rows[0]->values())
      command::print(passed ? "All within their bounds.\n" : "A bound is EXCEEDED.\n");
    else
      command::print(passed ? "Every range is contained, and within its bound.\n"
                            : "A range is NOT CONTAINED, or a bound is exceeded.\n");
    return passed;
  }

  // Every operator and function of this program at special operands, whatever rows were asked for.
  bool judge_specials(bool on_gpu) {
    bool same = true;
    for (const special_subject& s : special_subjects()) {
      specials_.push_back(judge_special(s, on_gpu));
      same = same && specials_.back().differ == 0;
    }
    command::print(special_summary(specials_));
    return same;
  }

  kind of_;
  subjects rows_;
  std::vector<trial> trials_;
  std::vector<special_trial> specials_;
};

}  // namespace

not_in_this_program::not_in_this_program(const std::string& asked)
    : bad_argument(asked +
                   ": not among the operators, and this program has nothing else; expected core, a list of "
                   "operators, or the program ff-accuracy, which has all") {}

bool names_intervals(const std::string& ops) { return ops.rfind("interval", 0) == 0; }
bool names_predicates(const std::string& ops) { return ops.rfind("predicate", 0) == 0; }

std::unique_ptr<section> values_section(const std::string& ops) {
  return std::make_unique<values>(kind_of(ops));
}

// log2 of the largest relative error, then the same algorithms here, on the distribution nearest to the
// paper's and on all classes, and ours.
void print_paper_table(const options& asked, const place& at) {
  struct line {
    const char *paper, *figure, *same, *ours;
  };
  const line lines[] = {{"Add12", "-48.0", "add12", "add12"},
                        {"Mul12", "exact", "mul12", "two_prod"},
                        {"Add22", "-33.7", "paper_add22", "add22"},
                        {"Mul22", "-45.0", "paper_mul22", "mul22"}};
  const subjects all = value_subjects(at.on_gpu);
  plan p = plan_of(kind::values, asked);
  p.count = asked.vectors.value_or(std::uint64_t{1} << 24);  // the paper's
  p.hunt = 0;
  p.scale = ff::bounds::relative_to::result;
  const auto figure = [&](const char* name, const stream& s) {
    plan q = p;
    q.vectors = s;
    const double error = find(all, name).study(q).worst.error;
    if (error == 0) return std::string("exact");
    return std::isfinite(error) ? fmt::format("{:.1f}", std::log2(error) - 48) : std::string("none");
  };
  const stream uniform{asked.seed, classes_of(kind::values, "uniform")};
  fmt::print("log2 of the largest relative error, {} vectors a column\n", p.count);
  fmt::print("{:<7} {:>22} | {:>24} {:>12} | {:<9} {:>8} {:>12}\n", "", "2006, GeForce 7800 GTX",
             "its algorithm: uniform", "all classes", "ours", "uniform", "all classes");
  for (const line& l : lines) {
    fmt::print("{:<7} {:>22} | {:>24} {:>12} | {:<9} {:>8} {:>12}\n", l.paper, l.figure,
               figure(l.same, uniform), figure(l.same, p.vectors), l.ours, figure(l.ours, uniform),
               figure(l.ours, p.vectors));
    std::fflush(stdout);
  }
}

}  // namespace accuracy
