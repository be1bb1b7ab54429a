// A picture in memory: rows of pixels of eight bits a component.
#pragma once

#include <vector>

namespace picture {

struct rgb {
  unsigned char red, green, blue;
};

struct image {
  int width = 0, height = 0;
  std::vector<rgb> pixels;  // row by row from the top
};

}  // namespace picture
