// Geometry: rays, boxes, Bezier patches, and all points in which a ray meets a patch, proved.
#pragma once

#include <ff/geometry/certified.hpp>
