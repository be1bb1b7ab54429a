#include "record.hpp"

#include "measures/measure.hpp"

namespace bench {
namespace record {
namespace {

// What the pages read of ff-accuracy's rows.
const std::vector<field> operators = {{"operator", kind::text},           {"known", kind::text},
                                      {"scale", kind::text, false},       {"bound_u2", kind::number},
                                      {"x", kind::span, false},           {"y", kind::span, false},
                                      {"worst_input", kind::texts, false}};
const std::vector<field> operations = {{"operation", kind::text},     {"vectors", kind::number},
                                       {"hunted", kind::number},      {"violated", kind::number},
                                       {"max", kind::number},         {"hunt_max", kind::number, false},
                                       {"total", kind::number, false}};

std::string fault_of_rows(const json& run, const std::string& name, const std::vector<field>& fields) {
  const auto rows = run.find(name);
  if (rows == run.end()) return {};
  if (!rows->is_array()) return name + ": expected a list of rows";
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (const std::string fault = fault_of(rows->at(i), fields); !fault.empty())
      return fmt::format("{}[{}]{}{}", name, i, fault.compare(0, 8, "expected") == 0 ? ": " : ".", fault);
  }
  return {};
}

}  // namespace

std::string fault_of(const json& run) {
  const std::vector<field> head = {{"device", kind::text, false},
                                   {"architecture", kind::text, false},
                                   {"cpu_name", kind::text, false},
                                   {"driver", kind::text, false},
                                   {"commit", kind::text, false}};
  if (std::string fault = fault_of(run, head); !fault.empty()) return fault;
  if (run.contains("peaks") && !run.at("peaks").is_object()) return "peaks: expected an object";
  if (const std::string fault = fault_of_rows(run, "operators", operators); !fault.empty()) return fault;
  if (const std::string fault = fault_of_rows(run, "operations", operations); !fault.empty()) return fault;
  for (const measure& m : measures()) {
    if (const std::string fault = m.fault == nullptr ? "" : m.fault(run); !fault.empty()) return fault;
    if (const std::string fault = fault_of_rows(run, m.name, m.fields); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace record

record::json read_json(const std::string& option, const std::string& path, const std::string& holds) {
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
