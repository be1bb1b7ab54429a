#include "png.hpp"

#include <png.h>

#include <stdexcept>
#include <vector>

namespace picture {

std::string encode_png(const image& p) {
  std::vector<unsigned char> bytes;
  bytes.reserve(3 * p.pixels.size());
  for (const rgb& q : p.pixels) bytes.insert(bytes.end(), {q.red, q.green, q.blue});
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(p.width);
  header.height = static_cast<png_uint_32>(p.height);
  header.format = PNG_FORMAT_RGB;
  const auto encode = [&](void* to, png_alloc_size_t& size) {
    if (png_image_write_to_memory(&header, to, &size, 0, bytes.data(), 0, nullptr) == 0)
      throw std::runtime_error(std::string("cannot encode the picture: ") + header.message);
  };
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);  // no second compression to learn the size
  std::string png(size, '\0');
  encode(png.data(), size);
  png.resize(size);
  return png;
}

}  // namespace picture
