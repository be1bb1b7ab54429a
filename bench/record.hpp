// Recorded runs, of ff-bench and of ff-accuracy, as files: what a page reads of them is checked first.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command/command.hpp"

namespace bench {

namespace record {

using json = nlohmann::ordered_json;

enum class kind { text, number, size, texts, numbers, span };

struct field {
  const char* key;
  kind is;
  bool required = true;
};

inline const char* description(kind k) {
  switch (k) {
    case kind::text:
      return "a text";
    case kind::number:
      return "a number";
    case kind::size:  // what is drawn on a logarithmic scale
      return "a number from 1e-30 to 1e30";
    case kind::texts:
      return "a list of texts";
    case kind::numbers:
      return "a list of numbers";
    default:
      return "two numbers";
  }
}

inline bool is(kind k, const json& value) {
  const auto all = [&](auto good) {
    return value.is_array() && std::all_of(value.begin(), value.end(), good);
  };
  switch (k) {
    case kind::text:
      return value.is_string();
    case kind::number:
      return value.is_number();
    case kind::size:
      return value.is_number() && value.get<double>() >= 1e-30 && value.get<double>() <= 1e30;
    case kind::texts:
      return all([](const json& v) { return v.is_string(); });
    case kind::numbers:
      return all([](const json& v) { return v.is_number(); });
    default:
      return all([](const json& v) { return v.is_number(); }) && value.size() == 2;
  }
}

/// Says what the pages read of a row of each part.
inline const std::map<std::string, std::vector<field>>& parts() {
  static const std::map<std::string, std::vector<field>> all = {
      {"throughput",
       {{"id", kind::text},
        {"type", kind::text},
        {"name", kind::text},
        {"gresults", kind::number},
        {"per_clock_sm", kind::number},
        {"instructions", kind::number, false},
        {"slots", kind::number, false},
        {"harness", kind::number, false}}},
      {"latency", {{"id", kind::text}, {"type", kind::text}, {"name", kind::text}, {"cycles", kind::number}}},
      {"functions",
       {{"id", kind::text},
        {"type", kind::text},
        {"name", kind::text},
        {"gresults", kind::number},
        {"slots", kind::number},
        {"x", kind::span},
        {"y", kind::span, false}}},
      {"company",
       {{"type", kind::text},
        {"name", kind::text},
        {"kernel", kind::text},
        {"formula", kind::text, false},
        {"x", kind::span},
        {"y", kind::span, false},
        {"slots_512", kind::numbers},
        {"slots_2048", kind::numbers},
        {"parts_slots_512", kind::numbers, false},
        {"parts_slots_2048", kind::numbers, false}}},
      {"streaming",
       {{"kernel", kind::text}, {"type", kind::text}, {"n", kind::size}, {"gelements", kind::size}}},
      {"idioms",
       {{"job", kind::text},
        {"call", kind::text},
        {"type", kind::text},
        {"n", kind::size},
        {"gresults", kind::number}}},
      {"predicates",
       {{"predicate", kind::text},
        {"format", kind::text},
        {"operands", kind::text},
        {"n", kind::size},
        {"gresults", kind::number},
        {"shares", kind::numbers}}},
      {"host_arrays",
       {{"kernel", kind::text}, {"type", kind::text}, {"n", kind::size}, {"gelements", kind::number}}},
      {"gemm",
       {{"product", kind::text},
        {"m", kind::size},
        {"n", kind::size},
        {"k", kind::size},
        {"tf", kind::number},
        {"burst_tf", kind::number},
        {"ratio_to_double", kind::number}}},
      {"svd",
       {{"m", kind::size},
        {"n", kind::size},
        {"seconds", kind::number},
        {"double_seconds", kind::number},
        {"ratio_to_double", kind::number},
        {"thesis_seconds", kind::number, false},
        {"golub_reinsch_seconds", kind::number, false},
        {"golub_reinsch_residual", kind::number, false},
        {"golub_reinsch_orthogonality", kind::number, false},
        {"jacobi_seconds", kind::number, false},
        {"residual", kind::number},
        {"orthogonality", kind::number},
        {"double_values", kind::number},
        {"float_values", kind::number},
        {"steps", kind::number}}},
      {"svd_batched",
       {{"n", kind::size},
        {"count", kind::size},
        {"millions", kind::number},
        {"double_millions", kind::number, false},
        {"ratio_to_double", kind::number, false}}},
      {"cpu", {{"type", kind::text}, {"name", kind::text}, {"gresults", kind::number}}},
      {"paper",
       {{"where", kind::text},
        {"name", kind::text},
        {"algorithm", kind::text},
        {"n", kind::size},
        {"relative", kind::number}}},
      {"operators",
       {{"operator", kind::text},
        {"known", kind::text},
        {"scale", kind::text, false},
        {"bound_u2", kind::number},
        {"x", kind::span, false},
        {"y", kind::span, false},
        {"worst_input", kind::texts, false}}},
      {"operations",
       {{"operation", kind::text},
        {"vectors", kind::number},
        {"hunted", kind::number},
        {"violated", kind::number},
        {"max", kind::number},
        {"hunt_max", kind::number, false},
        {"total", kind::number, false}}}};
  return all;
}

/// Says what is wrong with the fields of an object, like "x: expected a number"; empty if nothing is.
inline std::string fault_of(const json& object, const std::vector<field>& fields) {
  if (!object.is_object()) return "expected an object";
  for (const field& f : fields) {
    const auto at = object.find(f.key);
    if (at == object.end() ? f.required : !is(f.is, *at))
      return fmt::format("{}: expected {}", f.key, description(f.is));
  }
  return {};
}

/// Says what else is wrong with a run in company: each row has a figure for each size of L1.
inline std::string fault_of_company(const json& run) {
  const auto rows = run.find("company");
  if (rows == run.end() || !rows->is_array()) return {};
  const auto l1 = run.find("l1_kb");
  if (l1 == run.end() || !is(kind::numbers, *l1) || l1->empty()) return "l1_kb: expected a list of numbers";
  for (const json& kilobytes : *l1) {
    if (!is(kind::size, kilobytes)) return fmt::format("l1_kb: expected {} each", description(kind::size));
  }
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (!rows->at(i).is_object()) continue;  // told with the other faults
    for (const char* key : {"slots_512", "slots_2048", "parts_slots_512", "parts_slots_2048"}) {
      const auto figures = rows->at(i).find(key);
      if (figures != rows->at(i).end() && figures->is_array() && figures->size() != l1->size())
        return fmt::format("company[{}].{}: expected {} numbers, as l1_kb has", i, key, l1->size());
    }
  }
  return {};
}

/// Says what is wrong with a run, like "throughput[3].cycles: expected a number"; empty if nothing is.
inline std::string fault_of(const json& run) {
  const std::vector<field> head = {{"device", kind::text, false},
                                   {"architecture", kind::text, false},
                                   {"cpu_name", kind::text, false},
                                   {"driver", kind::text, false},
                                   {"commit", kind::text, false}};
  if (std::string fault = fault_of(run, head); !fault.empty()) return fault;
  if (const std::string fault = fault_of_company(run); !fault.empty()) return fault;
  if (run.contains("peaks") && !run.at("peaks").is_object()) return "peaks: expected an object";
  for (const auto& [name, fields] : parts()) {
    const auto part = run.find(name);
    if (part == run.end()) continue;
    if (!part->is_array()) return name + ": expected a list of rows";
    for (std::size_t i = 0; i < part->size(); ++i) {
      if (const std::string fault = fault_of(part->at(i), fields); !fault.empty())
        return fmt::format("{}[{}]{}{}", name, i, fault.compare(0, 8, "expected") == 0 ? ": " : ".", fault);
    }
  }
  return {};
}

}  // namespace record

/// The run that a file holds, with a part of that name; or, for "tool", a run of ff-bench.
inline record::json read_json(const std::string& option, const std::string& path,
                              const std::string& holds = "tool") {
  const std::string expected =
      holds == "tool" ? "a readable JSON file that ff-bench --json wrote"
                      : fmt::format("a readable JSON file that --json wrote, with \"{}\"", holds);
  const std::string text = command::read_file(option, path, expected.c_str());
  auto run = record::json::parse(text, nullptr, false);
  const auto refuse = [&](const std::string& why) {
    throw command::bad_argument(fmt::format("{} {}: {}", option, path, why));
  };
  if (run.is_discarded() || !run.is_object() || !run.contains(holds)) refuse("expected " + expected);
  if (holds == "tool" && run.at("tool") != "ff-bench") refuse("tool: expected \"ff-bench\"");
  if (const std::string fault = record::fault_of(run); !fault.empty()) refuse(fault);
  return run;
}

}  // namespace bench
