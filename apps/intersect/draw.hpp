// A picture of a scene and its contacts.
#pragma once

#include "apps/picture/image.hpp"
#include "run.hpp"

namespace intersect {

/// Contacts as dots: proper ones amber, at ends green, on edges cyan, at vertices magenta, in a common plane
/// or line yellow, degenerate ones white.
picture::image draw(const space_scene& scene, const std::vector<hit>& hits, int width, int height);
picture::image draw(const plane_scene& scene, const std::vector<hit>& hits, int width, int height);

}  // namespace intersect
