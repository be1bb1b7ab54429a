// The certified search with boxes wider than floats, which takes long to compile.
#include "meet_gpu.cuh"
#include "methods.hpp"

namespace bezier {

template void launch_meeting<certified<double, double>>(int, const int*, task*, const scene_view&);
template void launch_meeting<certified<ff::ff_t, ff::ff_t>>(int, const int*, task*, const scene_view&);

}  // namespace bezier
