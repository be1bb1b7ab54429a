// The grid's kernels: boxes, pieces, lists by counting, and the numbers of the pairs.
#pragma once

#include "launch.cuh"
#include "numbering.hpp"
#include "pieces.hpp"

namespace intersect {

struct hull_of {
  template <int dimension>
  FF_HD box<dimension> operator()(const box<dimension>& a, const box<dimension>& b) const {
    return hull(a, b);
  }
};

template <class View>
__global__ void __launch_bounds__(block_size)
    make_boxes(View scene, box<View::dimension>* reds, box<View::dimension>* blues) {
  const uint64_t i = thread_number();
  if (i < scene.red_count) reds[i] = box_of(scene.red(static_cast<uint32_t>(i)));
  if (i < scene.blue_count) blues[i] = box_of(scene.blue(static_cast<uint32_t>(i)));
}

/// Past the last red, 0.
template <class View>
__global__ void __launch_bounds__(block_size)
    count_pieces(View scene, grid<View::dimension> cells, const box<View::dimension>* whole, bool in_one,
                 uint32_t* counts) {
  const uint64_t i = thread_number();
  if (i < scene.red_count) counts[i] = in_one ? 1 : pieces_of(cells, whole[i]);
  if (i == scene.red_count) counts[i] = 0;
}

template <class View>
__global__ void __launch_bounds__(block_size)
    make_pieces(View scene, const uint32_t* first, uint32_t* red_of, box<View::dimension>* boxes) {
  const uint64_t i = thread_number();
  if (i >= scene.red_count) return;
  const auto red = static_cast<uint32_t>(i);
  const auto s = scene.red(red);
  const uint32_t at = first[red], n = first[red + 1] - at;
  for (uint32_t j = 0; j < n; ++j) {
    red_of[at + j] = red;
    boxes[at + j] = box_of_piece(s, j, n);
  }
}

template <int dimension>
__global__ void __launch_bounds__(block_size)
    count_items(grid<dimension> cells, const box<dimension>* boxes, uint32_t n, uint32_t* counts) {
  const uint64_t i = thread_number();
  if (i < n) cells.for_each_cell(boxes[i], [=](uint32_t cell) { atomicAdd(&counts[cell], 1u); });
}

/// Leaves the counts at zero.
template <int dimension>
__global__ void __launch_bounds__(block_size)
    list_items(grid<dimension> cells, const box<dimension>* boxes, uint32_t n, const uint32_t* start,
               uint32_t* counts, uint32_t* items) {
  const uint64_t i = thread_number();
  if (i >= n) return;
  cells.for_each_cell(boxes[i], [=](uint32_t cell) {
    items[start[cell] + atomicSub(&counts[cell], 1u) - 1] = static_cast<uint32_t>(i);
  });
}

/// Says how many cells with pairs, and pairs, come before a cell.
struct before {
  uint64_t pairs;
  uint32_t cells;
};
struct add_before {
  FF_HD before operator()(const before& a, const before& b) const {
    return {a.pairs + b.pairs, a.cells + b.cells};
  }
};
struct pairs_of_cell {
  const uint32_t *pieces, *blues;  // where the lists start
  uint32_t cells;

  FF_HD before operator()(uint32_t cell) const {
    if (cell >= cells) return {0, 0};
    const uint64_t pairs = uint64_t{pieces[cell + 1] - pieces[cell]} * (blues[cell + 1] - blues[cell]);
    return {pairs, pairs > 0 ? 1u : 0u};
  }
};
/// Keeps the cells with pairs.  Past the last cell stand the totals, and the end of the last one's pairs.
struct keep_numbered {
  pairs_of_cell of;
  numbered_cell* kept;
  before* total;

  template <class Index>
  __device__ void operator()(Index cell, const before& b) const {
    const auto c = static_cast<uint32_t>(cell);
    if (c == of.cells) *total = b;
    if (c == of.cells || of(c).pairs > 0) kept[b.cells] = {b.pairs, c};
  }
};

}  // namespace intersect
