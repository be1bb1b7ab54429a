// Pictures as PNG files, by libpng.
#pragma once

#include <string>
#include <string_view>

#include "image.hpp"

namespace picture {

/// The bytes of the file.
std::string encode_png(const image& p);

/// Returns whether a file begins as a PNG does.
bool is_png(std::string_view bytes);

/// Says what a PNG file shows; 16 bits become 8, and what is transparent lies on white.  Throws
/// std::runtime_error, which says why, where the bytes are no PNG file or a damaged one.
image decode_png(std::string_view bytes);

}  // namespace picture
