// Cameras, shading and PNG files of apps/picture/.
#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "apps/picture/camera.hpp"
#include "apps/picture/png.hpp"
#include "apps/picture/shading.hpp"

namespace picture {
namespace {

constexpr float tolerance = 1e-6f;

void expect_near(vec3 a, vec3 b) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Camera, PinholeRaysLeaveTheEye) {
  const camera c = make_camera({{0, -5, 0}, {0, 0, 0}, 90}, 0, 4, 2);
  EXPECT_FALSE(c.orthographic);
  expect_near(c.forward, {0, 1, 0});
  const ray top_left = ray_of(c, 0, 0), bottom_right = ray_of(c, 3, 1);
  expect_near(top_left.origin, {0, -5, 0});
  // Half the height of the picture is tan 45 degrees at distance 1: pixels are 1 wide, z is up.
  expect_near(top_left.direction, {-1.5f, 1, 0.5f});
  expect_near(bottom_right.direction, {1.5f, 1, -0.5f});
}

TEST(Camera, OrthographicRaysAreParallel) {
  const camera c = make_camera({{0, -5, 0}, {0, 0, 0}, 90}, 6, 3, 3);
  EXPECT_TRUE(c.orthographic);
  expect_near(ray_of(c, 0, 0).origin, {-2, -5, 2});
  expect_near(ray_of(c, 2, 1).origin, {2, -5, 0});
  expect_near(ray_of(c, 0, 0).direction, {0, 1, 0});
}

TEST(Camera, UpIsChosen) {
  expect_near(normalized(make_camera({{0, -5, 0}, {0, 0, 0}, 90, {2, 0, 0}}, 0, 2, 2).up), {1, 0, 0});
  expect_near(normalized(make_camera({{0, -5, 0}, {0, 0, 0}, 90, {0, 7, 1}}, 0, 2, 2).up), {0, 0, 1});
}

TEST(Camera, LooksAlongUp) {
  expect_near(normalized(make_camera({{0, 0, 5}, {0, 0, 0}, 90}, 0, 2, 2).up), {0, 1, 0});
  expect_near(normalized(make_camera({{0, 5, 0}, {0, 0, 0}, 90, {0, -1, 0}}, 0, 2, 2).up), {0, 0, 1});
}

TEST(Shading, LambertsLaw) {
  const vec3 light{0, 0, 1}, front{1, 0.5f, 0}, back{0, 0, 1};
  const rgb lit = lambert({0, 0, 1}, {0, 0, -1}, light, front, back);
  EXPECT_EQ(lit.red, 250);    // 255 sqrt(0.96)
  EXPECT_EQ(lit.green, 177);  // 255 sqrt(0.48)
  EXPECT_EQ(lit.blue, 0);
  const rgb dark = lambert({1, 0, 0}, {-1, 0, 0}, light, front, back);
  EXPECT_EQ(dark.red, 62);  // ambient light alone: 255 sqrt(0.06)
  const rgb from_behind = lambert({0, 0, -1}, {0, 0, -1}, light, front, back);
  EXPECT_EQ(from_behind.red, 0);
  EXPECT_EQ(from_behind.blue, 250);
}

// However short or long, of length 1; as it is where it has no direction.
TEST(Vec3, NormalizedAtAnyScale) {
  for (const float size : {0x1p-149f, 1e-40f, 1e-30f, 1e-19f, 1e-9f, 1.0f, 1e15f, 1e19f, 1e30f, 3e38f}) {
    const vec3 along = normalized({0, -size, 0}), diagonal = normalized({size, size, -size});
    EXPECT_NEAR(along.y, -1, 1e-7) << size;
    EXPECT_NEAR(diagonal.x, 1 / std::sqrt(3.0), 1e-7) << size;
    EXPECT_NEAR(diagonal.z, -1 / std::sqrt(3.0), 1e-7) << size;
  }
  EXPECT_EQ(normalized({0, 0, 0}).x, 0);
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(normalized({infinite, 1, 0}).y, 1);
}

TEST(Png, HoldsItsPixels) {
  const image written{2, 3, {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {1, 2, 3}, {4, 5, 6}, {250, 251, 252}}};
  const std::string png = encode_png(written);
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  ASSERT_NE(png_image_begin_read_from_memory(&header, png.data(), png.size()), 0);
  header.format = PNG_FORMAT_RGB;
  ASSERT_EQ(header.width, 2u);
  ASSERT_EQ(header.height, 3u);
  std::vector<unsigned char> bytes(PNG_IMAGE_SIZE(header));
  ASSERT_NE(png_image_finish_read(&header, nullptr, bytes.data(), 0, nullptr), 0);
  for (std::size_t i = 0; i < written.pixels.size(); ++i) {
    EXPECT_EQ(bytes[3 * i], written.pixels[i].red);
    EXPECT_EQ(bytes[3 * i + 1], written.pixels[i].green);
    EXPECT_EQ(bytes[3 * i + 2], written.pixels[i].blue);
  }
  EXPECT_THROW(encode_png({0, 0, {}}), std::runtime_error);
}

void expect_same(const image& a, const image& b) {
  ASSERT_EQ(a.width, b.width);
  ASSERT_EQ(a.height, b.height);
  ASSERT_EQ(a.pixels.size(), b.pixels.size());
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    EXPECT_EQ(a.pixels[i].red, b.pixels[i].red) << i;
    EXPECT_EQ(a.pixels[i].green, b.pixels[i].green) << i;
    EXPECT_EQ(a.pixels[i].blue, b.pixels[i].blue) << i;
  }
}

TEST(Png, ReadsWhatItWrote) {
  const image written{3, 2, {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {1, 2, 3}, {4, 5, 6}, {250, 251, 252}}};
  expect_same(decode_png(encode_png(written)), written);
}

/// The file of a picture of one row, in another of libpng's formats.
template <class Component>
std::string encoded_as(png_uint_32 format, png_uint_32 width, const std::vector<Component>& components) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = width, header.height = 1, header.format = format;
  std::string png(PNG_IMAGE_PNG_SIZE_MAX(header), '\0');
  png_alloc_size_t size = png.size();
  EXPECT_NE(png_image_write_to_memory(&header, &png[0], &size, 0, components.data(), 0, nullptr), 0);
  return png.substr(0, size);
}

// Grey, transparent and of 16 bits.
TEST(Png, ReadsOtherFormats) {
  expect_same(decode_png(encoded_as<png_byte>(PNG_FORMAT_GRAY, 3, {0, 77, 255})),
              {3, 1, {{0, 0, 0}, {77, 77, 77}, {255, 255, 255}}});
  expect_same(decode_png(encoded_as<png_byte>(PNG_FORMAT_RGBA, 2, {9, 8, 7, 255, 9, 8, 7, 0})),
              {2, 1, {{9, 8, 7}, {255, 255, 255}}});
  expect_same(decode_png(encoded_as<png_uint_16>(PNG_FORMAT_LINEAR_RGB, 1, {0, 65535, 65535})),
              {1, 1, {{0, 255, 255}}});
}

TEST(Png, RefusesWhatIsDamaged) {
  const std::string png = encode_png({2, 1, {{255, 0, 0}, {0, 255, 0}}});
  EXPECT_TRUE(is_png(png));
  EXPECT_FALSE(is_png(png.substr(0, 7)));
  for (const std::string& bytes :
       {std::string(), std::string("P6 2 1 255 abcdef"), png.substr(0, 20), png.substr(0, 50)})
    EXPECT_THROW(decode_png(bytes), std::runtime_error) << bytes.size();
  std::string other = png;
  char& of_the_pixels = other[other.find("IDAT") + 8];
  of_the_pixels = static_cast<char>(of_the_pixels ^ 1);
  EXPECT_THROW(decode_png(other), std::runtime_error);
}

}  // namespace
}  // namespace picture
