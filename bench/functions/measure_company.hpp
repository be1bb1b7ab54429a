// Measures functions and mixes in company.
#pragma once

#include <nlohmann/json.hpp>

#include "company.hpp"

namespace bench {

/// Into run: "l1_kb", "arguments" and the rows "company".  `issue` is the FFMAs a clock of the whole GPU.
/// `tell` is given the name of what is measured next.
void measure_company(const l1_split& split, double issue, void (*tell)(const std::string&),
                     nlohmann::ordered_json& run);

}  // namespace bench
