// A recorded result: JSON, headed by its provenance.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "provenance.hpp"

namespace command {

/// The head of a recorded result.
inline nlohmann::ordered_json to_json(const provenance& from) {
  nlohmann::ordered_json head = nlohmann::ordered_json::object();
  if (!from.device.empty()) head["device"] = from.device;
  head["driver"] = from.driver;
  head["commit"] = from.commit;
  if (!from.date.empty()) head["date"] = from.date;
  head["command"] = from.command;
  if (from.seed) head["seed"] = *from.seed;
  return head;
}

/// The text of a record: the outer two levels have a line for each member, and a row is one line whatever it
/// holds, so that a comparison of two records shows the rows that changed.
template <class Json>
std::string record_text(const Json& value, int levels = 2, const std::string& end = "\n") {
  if (!value.is_structured() || value.empty()) return value.dump();
  std::string one_line, lines;
  bool holds_rows = false;
  for (const auto& [key, member] : value.items()) {
    const std::string name = value.is_object() ? Json(key).dump() + ": " : "";
    one_line += (one_line.empty() ? "" : ", ") + name + record_text(member, 0);
    if (levels > 0)
      lines += (lines.empty() ? "" : ",") + end + " " + name + record_text(member, levels - 1, end + " ");
    holds_rows |= member.is_structured();
  }
  const bool broken = levels > 0 && (holds_rows || one_line.size() > 100);
  const std::string body = broken ? lines + end : one_line;
  return value.is_object() ? "{" + body + "}" : "[" + body + "]";
}

}  // namespace command
