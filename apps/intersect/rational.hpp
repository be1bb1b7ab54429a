// Orientations in GMP's rationals: what the filter of intervals leaves is decided by them, as in the paper.
#pragma once

#include "contact.hpp"

namespace intersect {

/// An arithmetic for contact_of; the host's.
struct rational {
  sign orient2d(const point2& a, const point2& b, const point2& c);
  sign orient3d(const point3& a, const point3& b, const point3& c, const point3& d);
};

}  // namespace intersect
