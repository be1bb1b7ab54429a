#include "arguments.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "command/failure.hpp"

namespace picture {

using command::bad_argument;

std::array<int, 2> parse_resolution(const std::string& option, const std::string& text) {
  int width = 0, height = 0, used = 0;
  const bool whole = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &used) == 2 &&
                     static_cast<std::size_t>(used) == text.size();
  if (!whole || width < 1 || height < 1 || width > 16384 || height > 16384)
    throw bad_argument(
        fmt::format("{} {}: expected WIDTHxHEIGHT, like 1024x768, each from 1 to 16384", option, text));
  return {width, height};
}

vec3 parse_point(const std::string& option, const std::string& text) {
  vec3 p{};
  int used = 0;
  const bool whole = std::sscanf(text.c_str(), "%f,%f,%f%n", &p.x, &p.y, &p.z, &used) == 3 &&
                     static_cast<std::size_t>(used) == text.size();
  const auto sound = [](float x) { return std::fabs(x) <= 1e6f; };
  if (!whole || !sound(p.x) || !sound(p.y) || !sound(p.z))
    throw bad_argument(
        fmt::format("{} {}: expected three numbers, like 2,-3.5,1, of size 1e6 at most", option, text));
  return p;
}

}  // namespace picture
