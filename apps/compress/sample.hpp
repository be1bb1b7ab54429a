// A picture to try, the same on every machine: smooth shades, straight and slanted edges, a fine texture.
#pragma once

#include "apps/picture/image.hpp"

namespace compress {

/// A ball over a chequered floor, under a sky with a sun; size by size pixels.
picture::image sample(int size);

}  // namespace compress
