// The order in which a machine, the host or a GPU, makes a picture: batch by batch, stage by stage.
//
// A machine has arrays and these operations on elements 0 ... n - 1: each(n, f) calls f(k); select(n, p,
// list) lists the k with p(k) in order and returns their number, select_of(from, n, p, list) those of the n
// in `from`; sum(n, f) adds up f(k); join(boxes, n) and sort(keys, n) do what they say; climb(tree) puts
// boxes into all nodes; meet(choice, n, list, tasks, scene) meets the candidates of the listed tasks;
// finish() waits for all of that.
#pragma once

#include <algorithm>
#include <cstdint>

#include "command/stopwatch.hpp"
#include "render.hpp"
#include "steps.hpp"

namespace bezier {

using command::stopwatch;

/// Patches and their tree in a machine's memory.
template <class Machine>
class built_scene {
 public:
  built_scene(Machine& m, const std::vector<patch>& patches) {
    const int leaves = static_cast<int>(patches.size()) * parts_of_patch, nodes = leaves - 1;
    const patch* on_machine = patches_.copy_in(patches.data(), patches.size());
    box* leaf_box = leaf_box_.at_least(count(leaves));
    m.each(leaves, make_leaf_box{on_machine, leaf_box});
    const box all = m.join(leaf_box, leaves);
    uint64* key = key_.at_least(count(leaves));
    m.each(leaves, make_key{all, leaf_box, key});
    m.sort(key_, leaves);
    const tree_in_work tree{leaves,
                            key_.at_least(count(leaves)),
                            leaf_box,
                            nodes_.at_least(count(nodes)),
                            parent_.at_least(count(nodes + leaves)),
                            arrivals_.at_least(count(nodes))};
    m.each(nodes, make_node_step{tree});
    m.climb(tree);
    m.finish();
    view_ = {on_machine, tree.nodes};
  }

  const scene_view& view() const { return view_; }
  std::vector<node> nodes(std::size_t n) {
    std::vector<node> all(n);
    nodes_.copy_out(all.data(), n);
    return all;
  }

 private:
  static std::size_t count(int n) { return static_cast<std::size_t>(n); }

  typename Machine::template array<patch> patches_;
  typename Machine::template array<box> leaf_box_;
  typename Machine::template array<uint64> key_;
  typename Machine::template array<node> nodes_;
  typename Machine::template array<int> parent_, arrivals_;
  scene_view view_{};
};

/// Every `share.of`-th row of a picture, from row `share.which` on.
struct share_of_rows {
  int which, of;
};

template <class Machine>
class renderer {
 public:
  renderer(Machine& m, const camera& c, const plan& p)
      : machine_(m), plan_(p), stages_(2 * static_cast<std::size_t>(p.bounces) + 2) {
    batch_.eye = c, batch_.bounces = p.bounces;
  }

  /// The pixels of the share, into the whole picture.
  void run(const scene_view& scene, const share_of_rows& share, std::vector<pixel>& picture,
           const progress& report) {
    const int width = batch_.eye.width, rows = (batch_.eye.height - share.which + share.of - 1) / share.of;
    const int all = width * std::max(rows, 0);
    const int size = std::min(all, plan_.batch > 0 ? plan_.batch : Machine::rays_at_a_time);
    if (all == 0) return;
    const auto n = static_cast<std::size_t>(size);
    batch_.scene = scene, batch_.first_row = share.which, batch_.rows_apart = share.of;
    batch_.tasks = tasks_.at_least(n), batch_.paths = paths_.at_least(n);
    batch_.pixels = pixels_.at_least(n);
    std::vector<pixel> made(n);
    for (std::int64_t first = 0; first < all; first += size) {
      batch_.first = static_cast<int>(first);
      const int here = std::min(size, all - batch_.first);
      run_batch(here);
      pixels_.copy_out(made.data(), static_cast<std::size_t>(here));
      for (int k = 0; k < here; ++k) {
        const int number = batch_.first + k, row = share.which + number / width * share.of;
        picture[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(number % width)] = made[static_cast<std::size_t>(k)];
      }
      ++batches_;
      if (report) report(static_cast<double>(first + here) / all);
    }
  }

  const std::vector<stage_record>& stages() const { return stages_; }
  int batches() const { return batches_; }

 private:
  void run_batch(int n) {
    machine_.each(n, start_path{batch_});
    for (int generation = 0; generation <= plan_.bounces; ++generation) {
      run_stage(n, stage_of_rays(generation));
      machine_.each(n, arrive{batch_, generation});
      run_stage(n, stage_of_shadows(generation));
      machine_.each(n, leave{batch_, generation});
    }
    machine_.each(n, finish_pixel{batch_});
  }

  void run_stage(int n, int stage) {
    stage_record& record = stages_[static_cast<std::size_t>(stage)];
    const auto size = static_cast<std::size_t>(n);
    int *open = open_.at_least(size), *to_meet = to_meet_.at_least(size);
    const scene_view& scene = batch_.scene;
    task* tasks = batch_.tasks;
    machine_.finish();
    stopwatch traversing;
    // A task that has more candidates than are listed has some to meet.
    for (int left = machine_.select(n, is_open_task{tasks}, open); left > 0;) {
      machine_.each(left, find_step{scene, open, tasks});
      const int meeting = machine_.select_of(open, left, has_candidates{tasks}, to_meet);
      record.traversal += traversing.milliseconds();
      const stopwatch meets;
      if (meeting > 0) machine_.meet(plan_.by, meeting, to_meet, tasks, scene);
      machine_.finish();
      record.meeting += meets.milliseconds();
      traversing = stopwatch();
      left = meeting == 0 ? 0 : machine_.select_of(to_meet, meeting, is_open_task{tasks}, open);
    }
    record.traversal += traversing.milliseconds();
    record.cost = record.cost + machine_.sum(n, count_stage{tasks, stage});
  }

  Machine& machine_;
  plan plan_;
  batch batch_{};
  typename Machine::template array<task> tasks_;
  typename Machine::template array<path> paths_;
  typename Machine::template array<pixel> pixels_;
  typename Machine::template array<int> open_, to_meet_;
  std::vector<stage_record> stages_;
  int batches_ = 0;
};

}  // namespace bezier
