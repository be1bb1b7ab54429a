#include "record.hpp"

#include "measures/measure.hpp"

namespace bench {
namespace record {
namespace {

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
  for (const measure& m : measures()) {
    if (const std::string fault = m.fault == nullptr ? "" : m.fault(run); !fault.empty()) return fault;
    if (const std::string fault = fault_of_rows(run, m.name, m.fields); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace record

record::json read_json(const std::string& option, const std::string& path) {
  const std::string expected = "a readable JSON file that ff-bench --json wrote";
  const std::string text = command::read_file(option, path, expected.c_str());
  auto run = record::json::parse(text, nullptr, false);
  const auto refuse = [&](const std::string& why) {
    throw command::bad_argument(fmt::format("{} {}: {}", option, path, why));
  };
  if (run.is_discarded() || !run.is_object() || !run.contains("tool")) refuse("expected " + expected);
  if (run.at("tool") != "ff-bench") refuse("tool: expected \"ff-bench\"");
  if (const std::string fault = record::fault_of(run); !fault.empty()) refuse(fault);
  return run;
}

}  // namespace bench
