// Stands in for pairs.cu where there is no CUDA.
#include <stdexcept>

#include "pairs.hpp"

namespace bezier {

pair_figures study_on_gpu(const pair_study&, const pair_source&, const std::function<void(double)>&) {
  throw std::logic_error("there is no GPU");
}
std::vector<point_list> points_on_gpu(const pair_study&, const pair_source&) {
  throw std::logic_error("there is no GPU");
}
stage_times time_stages(const ray_and_patch*, int, const choice&, point_list*) {
  throw std::logic_error("there is no GPU");
}
stage_times time_stages_on_gpu(const pair_study&, const pair_source&) {
  throw std::logic_error("there is no GPU");
}
stage_times time_stages_on_gpu(const std::vector<ray_and_patch>&, const choice&) {
  throw std::logic_error("there is no GPU");
}

}  // namespace bezier
