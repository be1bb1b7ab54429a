// Says what there is to see, and from where.
#pragma once

#include <string>
#include <vector>

#include "apps/picture/camera.hpp"
#include "teapot.hpp"

namespace bezier {

struct scene {
  std::string name;
  std::vector<patch> patches;
};

constexpr const char* scene_names[] = {"teapot", "teapot28", "field"};

/// `field` has 360 teapots, 11,520 patches, turned by right angles and by angles whose sine and cosine are
/// fractions, in steps of which the same number is made everywhere.
scene make_scene(const std::string& name);

/// The teapots' views: all of it; the thin outline of its spout; rays that graze the belly; the tip of the
/// lid from straight above, where four patches end in a point.
constexpr const char* view_names[] = {"teapot", "silhouette", "grazing", "poles"};
picture::view teapot_view(const std::string& name);

/// A view of all of any scene.
picture::view view_of(const scene& s);

}  // namespace bezier
