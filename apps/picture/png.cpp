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

bool is_png(std::string_view bytes) {
  return bytes.size() >= 8 && png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

image decode_png(std::string_view bytes) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  const auto expect = [&](int done) {
    if (done == 0 || PNG_IMAGE_FAILED(header))
      throw std::runtime_error(std::string("cannot decode the picture: ") + header.message);
  };
  if (!is_png(bytes)) throw std::runtime_error("cannot decode the picture: it does not begin as a PNG file");
  expect(png_image_begin_read_from_memory(&header, bytes.data(), bytes.size()));
  header.format = PNG_FORMAT_RGB;
  std::vector<unsigned char> components(PNG_IMAGE_SIZE(header));
  const png_color white{255, 255, 255};
  expect(png_image_finish_read(&header, &white, components.data(), 0, nullptr));
  image p{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  p.pixels.reserve(components.size() / 3);
  for (std::size_t i = 0; i < components.size(); i += 3)
    p.pixels.push_back({components[i], components[i + 1], components[i + 2]});
  return p;
}

}  // namespace picture
