// The teapot.
#pragma once

#include <vector>

#include "first_hit.hpp"

namespace bezier {

/// The teapot of M. Newell (1975): 32 patches, of which the last four, the bottom, came later.  z is up; it
/// stands on the plane z = 0.
std::vector<patch> teapot(bool with_bottom);

}  // namespace bezier
