// Pictures as PNG files, by libpng.
#pragma once

#include <string>

#include "render.hpp"

namespace implicit {

/// Writes the file, or throws std::runtime_error; no half-written file stays.
void write_png(const std::string& path, const picture& p);

}  // namespace implicit
