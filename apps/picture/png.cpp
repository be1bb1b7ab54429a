#include "png.hpp"

#include <png.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

namespace picture {

void write_png(const std::string& path, const image& p) {
  std::vector<unsigned char> bytes;
  bytes.reserve(3 * p.pixels.size());
  for (const rgb& q : p.pixels) bytes.insert(bytes.end(), {q.red, q.green, q.blue});
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(p.width);
  header.height = static_cast<png_uint_32>(p.height);
  header.format = PNG_FORMAT_RGB;
  const std::string part = path + ".part";
  const bool written = png_image_write_to_file(&header, part.c_str(), 0, bytes.data(), 0, nullptr) != 0;
  if (!written || std::rename(part.c_str(), path.c_str()) != 0) {
    std::remove(part.c_str());
    throw std::runtime_error("cannot write " + path + (written ? "" : std::string(": ") + header.message));
  }
}

}  // namespace picture
