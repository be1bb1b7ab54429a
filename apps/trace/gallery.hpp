// The built-in surfaces by name, with their equations as text and a camera that suits them.
#pragma once

#include <string>
#include <vector>

#include "render.hpp"

namespace implicit {

struct view {
  vec3 eye, look_at;
  float degrees;  // the vertical field of view
  float box;      // half the edge of the cube that is looked into
};

struct exhibit {
  std::string name, equation;
  surface f;
  view from;
};

const std::vector<exhibit>& gallery();

/// What an equation without a view of its own is seen from.
view default_view();

/// A pinhole camera, z up; `height`, if positive, is that of an orthographic picture in place of the field of
/// view.
camera make_camera(const view& from, float height, int columns, int rows);

}  // namespace implicit
