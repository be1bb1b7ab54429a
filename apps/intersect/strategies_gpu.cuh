// The strategies' kernels.
#pragma once

#include "arithmetic.hpp"
#include "launch.cuh"
#include "numbering.hpp"
#include "run.hpp"

namespace intersect {

// ---- what the tests write

/// Hits past the capacity are counted and not kept.
struct hit_list {
  hit* hits;
  uint32_t capacity;
  uint32_t* count;

  __device__ void add(const hit& h) const {
    const uint32_t place = atomicAdd(count, 1u);
    if (place < capacity) hits[place] = h;
  }
};

inline __device__ void add_to(uint64_t& sum, uint64_t n) {
  if (n > 0) atomicAdd(reinterpret_cast<unsigned long long*>(&sum), static_cast<unsigned long long>(n));
}
inline __device__ void add_to(stages& sum, const stages& s) {
  add_to(sum.filter, s.filter), add_to(sum.pairs, s.pairs);
  add_to(sum.lattice, s.lattice), add_to(sum.limbs, s.limbs);
}

/// The tests of one thread.
template <class Arithmetic>
struct tester {
  hit_list found;
  counters* counts;
  Arithmetic exact{};
  uint32_t tested = 0;

  __device__ tester(const hit_list& list, counters* sum) : found(list), counts(sum) {}

  template <class View>
  __device__ void contact(const problem<View>& p, uint32_t piece, uint32_t blue) {
    ++tested;
    const uint32_t red = p.red_of[piece];
    const auto how = decide(p.scene.red(red), p.scene.blue(blue), exact);
    if (how != contact::none) found.add({red, blue, how});
  }
  template <class View>
  __device__ void pair(const problem<View>& p, uint32_t cell, uint32_t piece, uint32_t blue) {
    if (p.is_tested_in(cell, piece, blue)) contact(p, piece, blue);
  }
  __device__ void finish() const {
    if constexpr (std::is_same_v<Arithmetic, cascade<stages>>) {
      add_to(counts->tested, tested);
      add_to(counts->in_plane, exact.in_plane);
      add_to(counts->in_space, exact.in_space);
    }
  }
};

// ---- the strategies

template <class Arithmetic, class View>
__global__ void __launch_bounds__(block_size)
    test_by_segment(const __grid_constant__ problem<View> p, hit_list found, counters* counts) {
  const uint64_t i = thread_number();
  if (i >= p.scene.red_count) return;
  tester<Arithmetic> t(found, counts);
  for (uint32_t piece = p.first_piece[i]; piece < p.first_piece[i + 1]; ++piece) {
    p.cells.for_each_cell(p.piece_boxes[piece], [&](uint32_t cell) {
      for (uint32_t j = p.blues.start[cell]; j < p.blues.start[cell + 1]; ++j)
        t.pair(p, cell, piece, p.blues.items[j]);
    });
  }
  t.finish();
}

template <class Arithmetic, class View>
__global__ void __launch_bounds__(block_size)
    test_by_triangle(const __grid_constant__ problem<View> p, hit_list found, counters* counts) {
  const uint64_t i = thread_number();
  if (i >= p.scene.blue_count) return;
  tester<Arithmetic> t(found, counts);
  const auto blue = static_cast<uint32_t>(i);
  p.cells.for_each_cell(p.blue_boxes[blue], [&](uint32_t cell) {
    for (uint32_t j = p.pieces.start[cell]; j < p.pieces.start[cell + 1]; ++j)
      t.pair(p, cell, p.pieces.items[j], blue);
  });
  t.finish();
}

struct pair_in_cell {
  uint32_t cell, piece, blue;
};

/// One thread a cell, as it lists its pairs.
template <class View>
__global__ void __launch_bounds__(block_size)
    list_pairs(const __grid_constant__ problem<View> p, const numbered_cell* cells, uint32_t n,
               pair_in_cell* list) {
  const uint64_t k = thread_number();
  if (k >= n) return;
  const uint32_t cell = cells[k].cell;
  pair_in_cell* next = list + cells[k].start;
  for (uint32_t i = p.pieces.start[cell]; i < p.pieces.start[cell + 1]; ++i) {
    for (uint32_t j = p.blues.start[cell]; j < p.blues.start[cell + 1]; ++j)
      *next++ = {cell, p.pieces.items[i], p.blues.items[j]};
  }
}

template <class Arithmetic, class View>
__global__ void __launch_bounds__(block_size)
    test_list(const __grid_constant__ problem<View> p, const pair_in_cell* list, uint64_t n, hit_list found,
              counters* counts) {
  const uint64_t i = thread_number();
  if (i >= n) return;
  tester<Arithmetic> t(found, counts);
  t.pair(p, list[i].cell, list[i].piece, list[i].blue);
  t.finish();
}

/// Each warp takes a run of the numbered pairs.  Few are to be tested, so they wait until there is one for
/// each thread.
template <class Arithmetic, class View>
__global__ void __launch_bounds__(block_size)
    test_by_cells(const __grid_constant__ problem<View> p, const numbered_cell* cells, uint32_t cell_count,
                  uint64_t pairs, hit_list found, counters* counts) {
  __shared__ uint2 waiting_pairs[block_size / warp_size][2 * warp_size];
  uint2* waiting = waiting_pairs[threadIdx.x / warp_size];
  const unsigned lane = threadIdx.x % warp_size;
  const uint64_t first = thread_number() / warp_size * run_of_pairs;
  if (first >= pairs) return;
  const uint64_t end = first + run_of_pairs < pairs ? first + run_of_pairs : pairs;
  tester<Arithmetic> t(found, counts);
  pair_walk<View> walk(p, cells, cell_count, first);
  unsigned length = 0;
  for (uint64_t n = first; n < end || length > 0; n += warp_size) {
    uint32_t piece = 0, blue = 0;
    const bool wanted = n + lane < end && walk.move_to(n + lane, piece, blue);
    const unsigned all = __ballot_sync(~0u, wanted);
    if (wanted) waiting[length + __popc(all & ((1u << lane) - 1))] = {piece, blue};
    length += __popc(all);
    __syncwarp();
    const bool is_last = n + warp_size >= end;
    if (length < warp_size && !is_last) continue;
    const unsigned ready = length < warp_size ? length : warp_size;
    length -= ready;
    if (lane < ready) t.contact(p, waiting[length + lane].x, waiting[length + lane].y);
    __syncwarp();
  }
  t.finish();
}

}  // namespace intersect
