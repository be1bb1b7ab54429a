#include <cmath>
#include <map>

#include "accuracy/dd/study.hpp"
#include "accuracy/judge/values.hpp"
#include "accuracy/parts/parts.hpp"
#include "accuracy/roots/study.hpp"
#include "command/record.hpp"
#include "pages.hpp"
#include "words.hpp"

namespace accuracy {
namespace {

using json = nlohmann::ordered_json;

json finite_or_text(double x) {
  if (std::isfinite(x)) return x;
  return "infinite";
}

json row_of_values(const trial& t) {
  const catalogue::row_info& info = *t.of->values();
  json row{
      {"operator", info.name}, {"bits", t.of->bits()},          {"algorithm", info.algorithm},
      {"flops", info.flops},   {"bound_u2", info.u2},           {"known", t.of->known()},
      {"source", info.source}, {"vectors", t.vectors},          {"max_u2", finite_or_text(t.worst.error)},
      {"hunted", t.hunted},    {"verdict", t.verdict()},        {"not_finite", t.wrong},
      {"seconds", t.seconds},  {"hunt_seconds", t.hunt_seconds}};
  if (t.hunted > 0) row["hunt_max_u2"] = finite_or_text(t.prey.error);
  if (t.exhausted) row["all_floats_max_u2"] = finite_or_text(t.worst_float.error);
  if (t.exhausted) row["exhaust_seconds"] = t.exhaust_seconds;
  if (info.how.of_values) {
    const ff::bounds::range &x = info.how.span[0], &y = info.how.span[1];
    row["x"] = {x.low, x.high};
    if (is_used(y)) row["y"] = {y.low, y.high};
    row["scale"] = scale_text(info.how.scale);
  }
  row["worst_input"] = t.worst_instance().input;
  row["worst_result"] = t.worst_instance().result;
  for (int c = 0; c < catalogue::class_count; ++c) {
    const double error = t.worst_of_class[static_cast<std::size_t>(c)];
    if (error >= 0) row["max_u2_of_class"][t.of->class_name(c)] = finite_or_text(error);
  }
  row["histogram"] = {{"top_u2", t.of->histogram_top()}, {"counts", t.histogram}};
  return row;
}

json interval_row(const trial& t) {
  const instance& i = t.worst_instance();
  json row{{"operation", t.of->name()},
           {"bits", t.of->bits()},
           {"demand", t.of->known()},
           {"unit", t.of->unit()},
           {"bound", t.of->bound()},
           {"vectors", t.vectors},
           {"violated", t.wrong},
           {"not_tightest", t.loose},
           {"outside_the_domain", t.outside},
           {"max", finite_or_text(t.worst.error)},
           {"mean", finite_or_text(t.mean)},
           {"hunted", t.hunted},
           {"verdict", t.verdict()},
           {"seconds", t.seconds},
           {"hunt_seconds", t.hunt_seconds}};
  if (t.of->total_bound() > 0)
    row["total"] = finite_or_text(t.total), row["total_bound"] = t.of->total_bound();
  if (t.hunted > 0) row["hunt_max"] = finite_or_text(t.prey.error), row["hunt_least_slack"] = t.least_slack;
  row["worst_input"] = i.input;
  row["worst_result"] = i.result;
  row["worst_class"] = found_by(t);
  if (t.wrong > 0) row["fault"] = fault_names[static_cast<int>(i.wrong)];
  for (int c = 0; c < most_classes; ++c) {
    const double error = t.worst_of_class[static_cast<std::size_t>(c)];
    if (error > 0) row["max_of_class"][t.of->class_name(c)] = finite_or_text(error);
  }
  return row;
}

json predicate_row(const trial& t) {
  const instance& i = t.first_wrong;
  json row{{"predicate", t.of->name()}, {"bits", t.of->bits()},
           {"vectors", t.vectors},      {"hunted", t.hunted},
           {"wrong", t.wrong},          {"verdict", t.verdict()},
           {"seconds", t.seconds},      {"hunt_seconds", t.hunt_seconds}};
  if (i.wrong != fault::none) {
    row["fault"] = fault_names[static_cast<int>(i.wrong)];
    row["wrong_class"] = t.of->class_name(i.of);
    row["wrong_input"] = i.input, row["wrong_result"] = i.result;
  }
  for (int c = 0; c < most_classes; ++c) {
    const sign_counts& n = t.signs[static_cast<std::size_t>(c)];
    if (n.vectors == 0) continue;
    json& of = row["classes"][t.of->class_name(c)];
    of = {{"vectors", n.vectors}, {"zeros", n.zeros}, {"wrong", n.wrong}, {"asymmetric", n.asymmetric}};
    for (int s = 0; s < sign_counts::stages; ++s) {
      const auto stage = static_cast<std::size_t>(s);
      of["decided"][stage_names[s]] = n.decided[stage];
      of["wrong_alone"][stage_names[s]] = n.wrong_alone[stage];
    }
  }
  return row;
}

}  // namespace

std::string to_json(const command::provenance& from, const std::vector<trial>& trials,
                    const std::vector<special_trial>& specials) {
  json all = command::to_json(from);
  for (const trial& t : trials) {
    if (t.of->of_signs()) {
      all["predicates"].push_back(predicate_row(t));
    } else if (t.of->values()) {
      all["operators"].push_back(row_of_values(t));
    } else {
      all["operations"].push_back(interval_row(t));
    }
  }
  for (const special_trial& t : specials) {
    all["special"].push_back({{"operator", t.of->name}, {"tried", t.tried}, {"differ", t.differ}});
  }
  return command::record_text(all) + "\n";
}

std::string to_json(const command::provenance& from, const std::vector<linalg_row>& rows) {
  json all = command::to_json(from);
  std::map<std::string, std::string> bits;
  for (const linalg_subject& s : linalg_subjects()) bits[s.name] = linalg_bits(s);
  for (const linalg_row& r : rows) {
    all["linalg"].push_back({{"function", r.subject},
                             {"bits", bits.at(r.subject)},
                             {"matrices", r.family},
                             {"relative_to", r.worst.unit},
                             {"judged", r.matrices},
                             {"rows", r.rows},
                             {"columns", r.columns},
                             {"max", finite_or_text(r.worst.error)},
                             {"bound", r.worst.bound},
                             {"verdict", r.passed() ? "within" : "exceeded"}});
  }
  return command::record_text(all) + "\n";
}

std::string bits_json(const std::string& commit) {
  json all{{"commit", commit}};
  json& bits = all["bits"];
  const auto add = [&](const subjects& rows) {
    for (const auto& s : rows)
      if (s->kind() != catalogue::group::mutant) bits[s->name()] = s->bits();
  };
  add(value_subjects(false));
  add(interval_rows(false));
  add(predicate_rows(false));
  for (int kind = 0; kind < polynomial_kinds; ++kind)
    for (const int degree : root_degrees)
      bits[fmt::format("roots.{}.{}", polynomial_kind_names[kind], degree)] =
          bits_of_roots(static_cast<polynomial_kind>(kind), degree);
  for (const catalogue::dd_row& row : catalogue::dd_rows)
    bits[fmt::format("dd.{}", row.name)] = bits_of_dd(row);
  for (const linalg_subject& s : linalg_subjects()) bits["linalg." + s.name] = linalg_bits(s);
  return command::record_text(all) + "\n";
}

}  // namespace accuracy
