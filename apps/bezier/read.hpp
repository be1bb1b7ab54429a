// Patches from files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "first_hit.hpp"

namespace bezier {

/// The patches of a .bpt file: their number, then for each a line "3 3" and sixteen lines x y z, row by row.
/// Coordinates are rounded to the nearest float.  What is no such file is a command::bad_argument with file
/// and line.
std::vector<patch> read_patches(const std::string& file, std::string_view text);

}  // namespace bezier
