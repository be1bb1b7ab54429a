// The kernels that meet candidates, one a method.
#pragma once

#include "../steps.hpp"
#include "command/device.cuh"

namespace bezier {

// Searches differ in length from ray to ray: small blocks end sooner.
constexpr unsigned meeting_block = 64;

template <class Method>
struct meet_by {
  FF_HD void operator()(const ray& r, const patch& p, int number, first_hit& best) const {
    Method::meet(r, p, number, best);
  }
};

template <class Method>
__global__ void __launch_bounds__(meeting_block)
    meet_listed(int n, const int* list, task* tasks, scene_view scene) {
  const unsigned k = blockIdx.x * meeting_block + threadIdx.x;
  if (k < static_cast<unsigned>(n)) meet_step<meet_by<Method>>{scene, list, tasks, {}}(static_cast<int>(k));
}

template <class Method>
void launch_meeting(int n, const int* list, task* tasks, const scene_view& scene) {
  const unsigned blocks = (static_cast<unsigned>(n) + meeting_block - 1) / meeting_block;
  meet_listed<Method><<<blocks, meeting_block>>>(n, list, tasks, scene);
  command::check(cudaGetLastError(), "kernel launch");
}

/// Meets the candidates of n > 0 listed tasks.
using meeting_launch = void (*)(int n, const int* list, task* tasks, const scene_view& scene);

}  // namespace bezier
