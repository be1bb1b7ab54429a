#include "meet_gpu.cuh"
#include "methods.hpp"

namespace bezier {

extern template void launch_meeting<certified<double, double>>(int, const int*, task*, const scene_view&);
extern template void launch_meeting<certified<ff::ff_t, ff::ff_t>>(int, const int*, task*, const scene_view&);

launch launch_of_certified(arithmetic in) {
  switch (in) {
    case arithmetic::float32:
      return launch_meeting<certified<float, float>>;
    case arithmetic::float64:
      return launch_meeting<certified<double, double>>;
    case arithmetic::pairs:
      return launch_meeting<certified<ff::ff_t, ff::ff_t>>;
    case arithmetic::mixed:
      return launch_meeting<certified<float, ff::ff_t>>;
  }
  throw std::logic_error("no such arithmetic");
}

}  // namespace bezier
