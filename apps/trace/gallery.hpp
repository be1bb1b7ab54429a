// The built-in surfaces by name, with their equations as text and a camera that suits them.
#pragma once

#include <string>
#include <vector>

#include "render.hpp"

namespace implicit {

struct view : picture::view {
  float box;  // half the edge of the cube that is looked into
};

struct exhibit {
  std::string name, equation;
  surface f;
  view from;
};

const std::vector<exhibit>& gallery();

/// Says what an equation without a view of its own is seen from.
view default_view();

}  // namespace implicit
