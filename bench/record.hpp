// Recorded runs of ff-bench as files: what is read of them is checked first.
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

enum class kind { text, number, size, numbers, span };

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
    case kind::numbers:
      return all([](const json& v) { return v.is_number(); });
    default:
      return all([](const json& v) { return v.is_number(); }) && value.size() == 2;
  }
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

/// Says what is wrong with a run, like "throughput[3].cycles: expected a number"; empty if nothing is.
std::string fault_of(const json& run);

}  // namespace record

/// The run of ff-bench that a file holds.
record::json read_json(const std::string& option, const std::string& path);

}  // namespace bench
