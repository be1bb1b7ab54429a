// Geometry: rays, boxes, Bezier patches, and all points in which a ray meets a patch, proved.  Many pairs on
// a GPU are in geometry/cuda.hpp.
#pragma once

#include <ff/geometry/certified.hpp>
