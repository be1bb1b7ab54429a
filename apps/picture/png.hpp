// Pictures as PNG files, by libpng.
#pragma once

#include <string>

#include "image.hpp"

namespace picture {

/// Writes the file, or throws std::runtime_error; no half-written file stays.
void write_png(const std::string& path, const image& p);

}  // namespace picture
