// Sizes and points as command lines give them.
#pragma once

#include <array>
#include <string>

#include "vec3.hpp"

namespace picture {

/// "1024x768": the columns and rows of the picture that the option asks for.
std::array<int, 2> parse_resolution(const std::string& option, const std::string& text);

/// "2,-3.5,1"
vec3 parse_point(const std::string& option, const std::string& text);

}  // namespace picture
