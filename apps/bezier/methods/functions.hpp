// Says what the host has for each choice of a method and an arithmetic.
#pragma once

#include <cstdint>
#include <vector>

#include "method.hpp"
#include "points.hpp"

namespace bezier {

/// Kajiya's method stage by stage, as the columns of the thesis's table have it.
struct stage_times {
  std::uint64_t pairs = 0;
  std::uint64_t roots = 0;   ///< values of v, for which the other coordinate is sought
  std::uint64_t points = 0;  ///< on the patch
  double formation = 0, root_finding = 0, other_coordinate = 0;  ///< milliseconds, the least of `stage_runs`
};
inline constexpr int stage_runs = 3;

/// Lists all points of a ray and a patch.
using finder = void (*)(const ray&, const patch&, point_list&);

/// Times the stages over pairs and lists their points.
using staged_finder = stage_times (*)(const std::vector<ray_and_patch>&, std::vector<point_list>&);

/// Says what the host has for a choice that there is; stages for Kajiya's method alone.
struct host_functions {
  finder find;
  meeting meet;
  staged_finder in_stages;
};
host_functions functions_on_host(const choice& c);

/// The processor's time that the calling thread has had; other programs do not count.
double processor_nanoseconds();

}  // namespace bezier
