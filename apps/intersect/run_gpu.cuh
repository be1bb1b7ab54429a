// The order of events on the GPU.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>

#include <algorithm>
#include <chrono>

#include "command/parallel.hpp"
#include "grid_gpu.cuh"
#include "memory_gpu.cuh"
#include "strategies_gpu.cuh"

namespace intersect {

template <int dimension>
struct device_lists {
  buffer<box<dimension>> boxes;
  buffer<uint32_t> counts, start, items;

  /// The lists of n boxes that are in memory.
  cell_lists make(const grid<dimension>& cells, uint32_t n, buffer<uint64_t>& sum, buffer<char>& scratch) {
    const std::size_t slots = std::size_t{cells.cells} + 1;
    uint32_t* count = counts.at_least(slots);
    uint32_t* first = start.at_least(slots);
    const box<dimension>* each = boxes.at_least(n);
    check(cudaMemsetAsync(count, 0, slots * sizeof *count), "cudaMemset");
    count_items<<<blocks_for(n), block_size>>>(cells, each, n, count);
    const uint32_t total = scan(count, first, slots, sum, scratch);
    uint32_t* list = items.at_least(std::max(total, 1u));
    list_items<<<blocks_for(n), block_size>>>(cells, each, n, first, count, list);
    return {first, list};
  }
};

template <class Scene, class Memory>
class device_run {
 public:
  using view_type = typename Scene::view_type;
  static constexpr int dimension = view_type::dimension;

  /// Puts the scene into pinned memory, where a program that is in a hurry would have read it.
  explicit device_run(const Scene& scene) : memory_(scene) {}

  result run(const Scene& scene, const plan& p) {
    begin_.record();
    view_type view = scene.view();
    memory_.copy_to(view);
    copied_.record();
    make_grid_of(view, p);
    gridded_.record();
    result r = p.in == numbers::rational ? test<interval_filter>(p)
               : p.counted               ? test<cascade<stages>>(p)
                                         : test<cascade<ff::predicates::uncounted>>(p);
    tested_.record();
    hit* hits = host_hits_.at_least(std::max(found_, 1u));
    hits_.copy_out(hits, found_);
    end_.record();
    check(cudaEventSynchronize(end_.handle), "intersecting");
    r.times = {between(begin_, copied_) + between(tested_, end_), between(copied_, gridded_),
               between(gridded_, tested_), between(begin_, end_)};
    r.hits.assign(hits, hits + found_);
    r.candidates = total_.pairs;
    if (p.in == numbers::rational) settle_on_host(scene.view(), r);
    return r;
  }

 private:
  box<dimension> hull_of_all(buffer<box<dimension>>& boxes, uint32_t n) {
    box<dimension>* all = hull_.at_least(1);
    with_memory(scratch_, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceReduce::Reduce(memory, bytes, boxes.at_least(1), all, static_cast<int>(n), hull_of{},
                                       empty_box<dimension>());
    });
    return read(all);
  }

  void make_grid_of(const view_type& view, const plan& p) {
    const uint32_t reds = view.red_count, blues = view.blue_count;
    box<dimension>* whole = whole_.at_least(std::max(reds, 1u));
    box<dimension>* of_blues = blues_.boxes.at_least(std::max(blues, 1u));
    make_boxes<<<blocks_for(std::max(reds, blues)), block_size>>>(view, whole, of_blues);
    const grid<dimension> cells =
        make_grid(hull_of_all(whole_, reds), hull_of_all(blues_.boxes, blues), p.along);

    uint32_t* first = first_piece_.at_least(std::size_t{reds} + 1);
    uint32_t* counts = pieces_.counts.at_least(std::size_t{reds} + 1);
    count_pieces<<<blocks_for(uint64_t{reds} + 1), block_size>>>(view, cells, whole, p.whole, counts);
    const uint32_t pieces = scan(counts, first, std::size_t{reds} + 1, sum_, scratch_);
    uint32_t* red_of = red_of_.at_least(std::max(pieces, 1u));
    box<dimension>* of_pieces = pieces_.boxes.at_least(std::max(pieces, 1u));
    make_pieces<<<blocks_for(reds), block_size>>>(view, first, red_of, of_pieces);

    const cell_lists piece_lists = pieces_.make(cells, pieces, sum_, scratch_);
    const cell_lists blue_lists = blues_.make(cells, blues, sum_, scratch_);
    all_.scene = view, all_.cells = cells;
    all_.first_piece = first, all_.red_of = red_of;
    all_.piece_boxes = of_pieces, all_.blue_boxes = of_blues;
    all_.pieces = piece_lists, all_.blues = blue_lists;
    number_pairs();
  }

  void number_pairs() {
    const uint32_t cells = all_.cells.cells;
    const pairs_of_cell pairs{all_.pieces.start, all_.blues.start, cells};
    before* total = before_.at_least(1);
    const keep_numbered keep{pairs, numbered_.at_least(std::size_t{cells} + 1), total};
    with_memory(scratch_, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveScan(
          memory, bytes, thrust::make_transform_iterator(thrust::make_counting_iterator(0u), pairs),
          thrust::make_tabulate_output_iterator(keep), add_before{}, before{0, 0},
          static_cast<int>(cells + 1));
    });
    total_ = read(total);
  }

  /// Again with more room, where there were more hits than expected.
  template <class Arithmetic>
  result test(const plan& p) {
    counters* counts = counters_.at_least(1);
    uint32_t* count = count_.at_least(1);
    if (capacity_ == 0) capacity_ = 1u << 20;
    for (;;) {
      check(cudaMemsetAsync(counts, 0, sizeof *counts), "cudaMemset");
      check(cudaMemsetAsync(count, 0, sizeof *count), "cudaMemset");
      launch<Arithmetic>(p, {hits_.at_least(capacity_), capacity_, count}, counts);
      check(cudaGetLastError(), "kernel launch");
      found_ = read(count);
      if (found_ <= capacity_) break;
      capacity_ = found_;
    }
    result r;
    if (p.counted) r.counts = read(counts);
    return r;
  }

  template <class Arithmetic>
  void launch(const plan& p, const hit_list& found, counters* counts) {
    const uint32_t reds = all_.scene.red_count, blues = all_.scene.blue_count;
    if (total_.pairs == 0) return;
    if (p.how == strategy::segment) {
      test_by_segment<Arithmetic><<<blocks_for(reds), block_size>>>(all_, found, counts);
    } else if (p.how == strategy::triangle) {
      test_by_triangle<Arithmetic><<<blocks_for(blues), block_size>>>(all_, found, counts);
    } else if (p.how == strategy::pairs) {
      pair_in_cell* list = list_.at_least(total_.pairs);
      list_pairs<<<blocks_for(total_.cells), block_size>>>(all_, numbered_.at_least(1), total_.cells, list);
      test_list<Arithmetic>
          <<<blocks_for(total_.pairs), block_size>>>(all_, list, total_.pairs, found, counts);
    } else {
      const uint64_t warps = (total_.pairs + run_of_pairs - 1) / run_of_pairs;
      test_by_cells<Arithmetic><<<blocks_for(warps * warp_size), block_size>>>(
          all_, numbered_.at_least(1), total_.cells, total_.pairs, found, counts);
    }
  }

  static void settle_on_host(const view_type& scene, result& r) {
    const auto start = std::chrono::steady_clock::now();
    r.undecided = settle(scene, r.hits, command::cores_of_host());
    const double time =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    r.times.intersection += time, r.times.total += time;
  }

  Memory memory_;
  buffer<box<dimension>> whole_;
  buffer<uint32_t> first_piece_, red_of_;
  device_lists<dimension> pieces_, blues_;
  problem<view_type> all_{};
  buffer<char> scratch_;
  buffer<uint64_t> sum_;
  buffer<box<dimension>> hull_;
  buffer<numbered_cell> numbered_;
  buffer<before> before_;
  before total_{};
  buffer<pair_in_cell> list_;
  buffer<hit> hits_;
  pinned_buffer<hit> host_hits_;
  uint32_t capacity_ = 0, found_ = 0;
  buffer<uint32_t> count_;
  buffer<counters> counters_;
  event begin_, copied_, gridded_, tested_, end_;
};

template <class Scene, class Memory>
result best_of_runs(const Scene& scene, const plan& p) {
  device_run<Scene, Memory> device(scene);
  result best;
  for (int i = 0; i < p.runs; ++i) {
    result r = device.run(scene, p);
    if (i == 0 || r.times.total < best.times.total) best = std::move(r);
  }
  std::sort(best.hits.begin(), best.hits.end());
  return best;
}

}  // namespace intersect
