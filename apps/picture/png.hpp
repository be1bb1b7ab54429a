// Pictures as PNG files, by libpng.
#pragma once

#include <string>

#include "image.hpp"

namespace picture {

/// The bytes of the file.
std::string encode_png(const image& p);

}  // namespace picture
