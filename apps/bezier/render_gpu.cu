#include <atomic>
#include <ff/platform/threads.hpp>

#include "gpu_machine.cuh"

namespace bezier {
namespace {

/// Says what one GPU does of a picture.
struct part_of_picture {
  double building = 0;
  std::vector<stage_record> stages;
  int batches = 0;
};

part_of_picture render_part(const std::vector<patch>& patches, const picture::camera& c, const plan& p,
                            const share_of_rows& share, std::vector<pixel>& picture) {
  const stopwatch all;
  gpu_machine gpu;
  const built_scene<gpu_machine> scene(gpu, patches);
  const double building = all.milliseconds();
  renderer<gpu_machine> on_gpu(gpu, c, p);
  on_gpu.run(scene.view(), share, picture, nullptr);
  return {building, on_gpu.stages(), on_gpu.batches()};
}

/// Each GPU by a thread of the host; the first exception is thrown again.
rendering render_once(const std::vector<patch>& patches, const picture::camera& c, const plan& p, int gpus) {
  rendering r;
  r.width = c.width, r.height = c.height, r.gpus = gpus;
  r.pixels.resize(static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height));
  const auto count = static_cast<std::size_t>(gpus);
  std::vector<part_of_picture> parts(count);
  const stopwatch all;
  std::atomic<int> next{0};
  ff::detail::on_threads(count, [&] {
    for (int gpu; (gpu = next++) < gpus;) {
      command::check(cudaSetDevice(gpu), "cudaSetDevice");
      parts[static_cast<std::size_t>(gpu)] = render_part(patches, c, p, {gpu, gpus}, r.pixels);
    }
  });
  command::check(cudaSetDevice(0), "cudaSetDevice");
  r.total = all.milliseconds();
  r.stages.resize(parts[0].stages.size());
  for (const part_of_picture& part : parts) {
    r.building = std::max(r.building, part.building);
    r.batches += part.batches;
    for (std::size_t i = 0; i < r.stages.size(); ++i) {
      stage_record& all_of_it = r.stages[i];
      all_of_it.cost = all_of_it.cost + part.stages[i].cost;
      all_of_it.traversal = std::max(all_of_it.traversal, part.stages[i].traversal);
      all_of_it.meeting = std::max(all_of_it.meeting, part.stages[i].meeting);
    }
  }
  return r;
}

}  // namespace

int count_gpus() {
  int count = 0;
  command::check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  return count;
}

rendering render_on_gpu(const std::vector<patch>& patches, const picture::camera& c, const plan& p) {
  const int gpus = p.gpus > 0 ? std::min(p.gpus, count_gpus()) : count_gpus();
  rendering best = render_once(patches, c, p, gpus);
  for (int i = 1; i < p.runs; ++i) {
    rendering r = render_once(patches, c, p, gpus);
    if (r.total < best.total) best = std::move(r);
  }
  return best;
}

std::vector<node> tree_on_gpu(const std::vector<patch>& patches) {
  gpu_machine gpu;
  built_scene<gpu_machine> scene(gpu, patches);
  return scene.nodes(patches.size() * parts_of_patch - 1);
}

}  // namespace bezier
