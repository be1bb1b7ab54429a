// A recorded result: JSON, headed by its provenance.
#pragma once

#include <nlohmann/json.hpp>

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

}  // namespace command
