#include <algorithm>
#include <stdexcept>

#include "../methods/methods_gpu.cuh"
#include "pairs.hpp"

namespace bezier {
namespace {

using command::buffer, command::check, command::event;

constexpr std::uint64_t pairs_at_a_time = 1 << 20;  // the last of a launch leave most of the GPU without work

__global__ void __launch_bounds__(pairs_a_block)
    draw_kernel(pair_kind kind, ff::uint64 first, drawn_from scene, int count, ray_and_patch* pairs) {
  const int i = pair_number();
  if (i < count) pairs[i] = draw_pair(kind, first + static_cast<ff::uint64>(i), scene);
}

__global__ void __launch_bounds__(pairs_a_block)
    judge_kernel(pair_kind kind, ff::uint64 first, const ray_and_patch* pairs, const point_list* found,
                 int count, double near, reference::verdicts* sums) {
  const int i = pair_number();
  if (i >= count) return;
  reference::verdicts own{};
  own.add(reference::judge_drawn(kind, first + static_cast<ff::uint64>(i), pairs[i], found[i], near));
  const auto add = [](ff::uint64& sum, ff::uint64 x) {
    if (x != 0) atomicAdd(&sum, x);
  };
  add(sums->pairs, own.pairs), add(sums->zeros, own.zeros), add(sums->hits, own.hits);
  add(sums->lost, own.lost), add(sums->invented, own.invented);
  add(sums->undecided, own.undecided), add(sums->unjudged, own.unjudged);
}

/// The pairs of a study, part by part in the GPU's memory.
class drawn_on_gpu {
 public:
  drawn_on_gpu(const pair_study& study, const pair_source& from) : study_(study), scene_(from.view()) {
    if (!from.has(study.kind)) throw std::logic_error("there are no patches to draw pairs from");
    scene_.patches = patches_.copy_in(from.patches().data(), from.patches().size());
    scene_.poles = poles_.copy_in(from.poles().data(), from.poles().size());
  }

  /// `count` pairs from the one at `begin` of the study on.
  const ray_and_patch* draw(std::uint64_t begin, int count) {
    ray_and_patch* pairs = pairs_.at_least(static_cast<std::size_t>(count));
    draw_kernel<<<blocks_of(count), pairs_a_block>>>(study_.kind, study_.first + begin, scene_, count, pairs);
    check(cudaGetLastError(), "kernel launch");
    return pairs;
  }

  /// Calls work(pairs, count, begin) for all parts.
  template <class Work>
  void each_part(const Work& work) {
    for (std::uint64_t begin = 0; begin < study_.count; begin += pairs_at_a_time) {
      const int count = static_cast<int>(std::min(pairs_at_a_time, study_.count - begin));
      work(draw(begin, count), count, begin);
    }
  }

 private:
  pair_study study_;
  drawn_from scene_;
  buffer<patch> patches_, poles_;
  buffer<ray_and_patch> pairs_;
};

}  // namespace

pair_figures study_on_gpu(const pair_study& study, const pair_source& from,
                          const std::function<void(double)>& report) {
  const gpu_functions functions = functions_on_gpu(study.by);
  drawn_on_gpu drawn(study, from);
  buffer<point_list> found;
  buffer<reference::verdicts> sums;
  const reference::verdicts none{};
  reference::verdicts* sums_on_gpu = sums.at_least(1);
  sums.copy_in(&none, 1);
  event start, end;
  double milliseconds = 0;
  drawn.each_part([&](const ray_and_patch* pairs, int count, std::uint64_t begin) {
    point_list* points = found.at_least(static_cast<std::size_t>(count));
    if (begin == 0) functions.find(pairs, count, points);  // the first launch of a kernel loads it
    start.record();
    functions.find(pairs, count, points);
    end.record();
    judge_kernel<<<blocks_of(count), pairs_a_block>>>(study.kind, study.first + begin, pairs, points, count,
                                                      nearness(study.by), sums_on_gpu);
    check(cudaGetLastError(), "kernel launch");
    check(cudaDeviceSynchronize(), "kernel");
    milliseconds += command::between(start, end);
    if (report)
      report(static_cast<double>(begin + static_cast<std::uint64_t>(count)) /
             static_cast<double>(study.count));
  });
  pair_figures all;
  sums.copy_out(&all.counts, 1);
  if (study.count > 0) all.nanoseconds_a_pair = 1e6 * milliseconds / static_cast<double>(study.count);
  return all;
}

std::vector<point_list> points_on_gpu(const pair_study& study, const pair_source& from) {
  const gpu_functions functions = functions_on_gpu(study.by);
  drawn_on_gpu drawn(study, from);
  buffer<point_list> found;
  std::vector<point_list> all(study.count);
  drawn.each_part([&](const ray_and_patch* pairs, int count, std::uint64_t begin) {
    functions.find(pairs, count, found.at_least(static_cast<std::size_t>(count)));
    found.copy_out(all.data() + begin, static_cast<std::size_t>(count));
  });
  return all;
}

stage_times time_stages(const ray_and_patch* pairs_on_gpu, int count, const choice& by,
                        point_list* points_on_gpu) {
  const gpu_functions functions = functions_on_gpu(by);
  if (functions.in_stages == nullptr) throw std::logic_error(name_of(by) + " has no stages");
  return functions.in_stages(pairs_on_gpu, count, points_on_gpu);
}

stage_times time_stages_on_gpu(const pair_study& study, const pair_source& from) {
  if (study.count == 0 || study.count > 1 << 22)
    throw std::logic_error("stages are timed of 1 to 2^22 pairs, which are in memory together");
  drawn_on_gpu drawn(study, from);
  buffer<point_list> found;
  std::vector<point_list> points(study.count);
  const int count = static_cast<int>(study.count);
  stage_times times = time_stages(drawn.draw(0, count), count, study.by, found.at_least(points.size()));
  found.copy_out(points.data(), points.size());
  for (const point_list& p : points) times.points += static_cast<std::uint64_t>(p.count);
  return times;
}

stage_times time_stages_on_gpu(const std::vector<ray_and_patch>& pairs, const choice& by) {
  buffer<ray_and_patch> on_gpu;
  buffer<point_list> found;
  return time_stages(on_gpu.copy_in(pairs.data(), pairs.size()), static_cast<int>(pairs.size()), by,
                     found.at_least(pairs.size()));
}

}  // namespace bezier
