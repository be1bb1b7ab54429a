// The GPU's grid and strategies.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <stdexcept>

#include "arithmetic.hpp"
#include "command/device.cuh"
#include "numbering.hpp"
#include "parallel.hpp"
#include "run.hpp"

namespace intersect {

using command::buffer, command::check;

constexpr unsigned block_size = 256, warp_size = 32;

inline unsigned blocks_for(uint64_t threads) {
  const uint64_t blocks = (threads + block_size - 1) / block_size;
  if (blocks > 0x7fffffff)
    throw std::runtime_error("more pairs than a kernel takes: a finer --grid has fewer");
  return static_cast<unsigned>(std::max<uint64_t>(blocks, 1));
}
inline __device__ uint64_t thread_number() { return uint64_t{blockIdx.x} * block_size + threadIdx.x; }

// ---- the grid

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

/// How many cells with pairs, and pairs, come before a cell.
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
  const uint32_t *reds, *blues;  // where the lists start
  uint32_t cells;

  FF_HD before operator()(uint32_t cell) const {
    if (cell >= cells) return {0, 0};
    const uint64_t pairs = uint64_t{reds[cell + 1] - reds[cell]} * (blues[cell + 1] - blues[cell]);
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
  __device__ void contact(const problem<View>& p, uint32_t red, uint32_t blue) {
    ++tested;
    const auto how = decide(p.scene.red(red), p.scene.blue(blue), exact);
    if (how != contact::none) found.add({red, blue, how});
  }
  template <class View>
  __device__ void pair(const problem<View>& p, uint32_t cell, uint32_t red, uint32_t blue) {
    if (p.is_tested_in(cell, red, blue)) contact(p, red, blue);
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
  const auto red = static_cast<uint32_t>(i);
  p.cells.for_each_cell(p.red_boxes[red], [&](uint32_t cell) {
    for (uint32_t j = p.blues.start[cell]; j < p.blues.start[cell + 1]; ++j)
      t.pair(p, cell, red, p.blues.items[j]);
  });
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
    for (uint32_t j = p.reds.start[cell]; j < p.reds.start[cell + 1]; ++j)
      t.pair(p, cell, p.reds.items[j], blue);
  });
  t.finish();
}

struct pair_in_cell {
  uint32_t cell, red, blue;
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
  for (uint32_t i = p.reds.start[cell]; i < p.reds.start[cell + 1]; ++i) {
    for (uint32_t j = p.blues.start[cell]; j < p.blues.start[cell + 1]; ++j)
      *next++ = {cell, p.reds.items[i], p.blues.items[j]};
  }
}

template <class Arithmetic, class View>
__global__ void __launch_bounds__(block_size)
    test_list(const __grid_constant__ problem<View> p, const pair_in_cell* list, uint64_t n, hit_list found,
              counters* counts) {
  const uint64_t i = thread_number();
  if (i >= n) return;
  tester<Arithmetic> t(found, counts);
  t.pair(p, list[i].cell, list[i].red, list[i].blue);
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
    uint32_t red = 0, blue = 0;
    const bool wanted = n + lane < end && walk.move_to(n + lane, red, blue);
    const unsigned all = __ballot_sync(~0u, wanted);
    if (wanted) waiting[length + __popc(all & ((1u << lane) - 1))] = {red, blue};
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

// ---- memory, and the order of events

struct event {
  cudaEvent_t handle{};
  event() { check(cudaEventCreate(&handle), "cudaEventCreate"); }
  ~event() { cudaEventDestroy(handle); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void record() { check(cudaEventRecord(handle), "cudaEventRecord"); }
};
inline double between(const event& from, const event& to) {
  float time = 0;
  check(cudaEventElapsedTime(&time, from.handle, to.handle), "cudaEventElapsedTime");
  return static_cast<double>(time);
}

/// CUB's two calls: how much memory it wants, then the work.
template <class Call>
void with_memory(buffer<char>& memory, const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "CUB");
  check(call(memory.at_least(std::max<std::size_t>(bytes, 1)), bytes), "CUB");
}

template <class T>
T read(const T* from) {
  T value{};
  check(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost), "kernel or copy");
  return value;
}

template <class T>
const T* copy_in(buffer<T>& to, const std::vector<T>& from) {
  return to.copy_in(from.data(), from.size());
}

struct space_memory {
  buffer<segment<point3>> reds;
  buffer<point3> vertices;
  buffer<corners> triangles;

  space_view copy(const space_scene& s) {
    space_view view = s.view();
    view.reds = copy_in(reds, s.reds);
    view.vertices = copy_in(vertices, s.vertices);
    view.triangles = copy_in(triangles, s.triangles);
    return view;
  }
};
struct plane_memory {
  buffer<segment<point2>> reds, blues;

  plane_view copy(const plane_scene& s) {
    plane_view view = s.view();
    view.reds = copy_in(reds, s.reds);
    view.blues = copy_in(blues, s.blues);
    return view;
  }
};

template <int dimension>
struct device_lists {
  buffer<box<dimension>> boxes;
  buffer<uint32_t> counts, start, items;

  /// The lists of n boxes that are in memory.
  cell_lists make(const grid<dimension>& cells, uint32_t n, buffer<char>& scratch) {
    const std::size_t slots = std::size_t{cells.cells} + 1;
    uint32_t* count = counts.at_least(slots);
    uint32_t* first = start.at_least(slots);
    const box<dimension>* each = boxes.at_least(n);
    check(cudaMemsetAsync(count, 0, slots * sizeof *count), "cudaMemset");
    count_items<<<blocks_for(n), block_size>>>(cells, each, n, count);
    with_memory(scratch, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveSum(memory, bytes, count, first, static_cast<int>(slots));
    });
    const uint32_t total = read(first + cells.cells);
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

  result run(const Scene& scene, const plan& p) {
    begin_.record();
    const view_type view = memory_.copy(scene);
    copied_.record();
    make_grid_of(view, p.along);
    gridded_.record();
    result r = p.in == numbers::rational ? test<interval_filter>(p)
               : p.counted               ? test<cascade<stages>>(p)
                                         : test<cascade<ff::predicates::uncounted>>(p);
    tested_.record();
    copy_out(r);
    end_.record();
    check(cudaEventSynchronize(end_.handle), "intersecting");
    r.times = {between(begin_, copied_) + between(tested_, end_), between(copied_, gridded_),
               between(gridded_, tested_), between(begin_, end_)};
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

  void make_grid_of(const view_type& view, uint32_t along) {
    all_.scene = view;
    box<dimension>* reds = reds_.boxes.at_least(std::max(view.red_count, 1u));
    box<dimension>* blues = blues_.boxes.at_least(std::max(view.blue_count, 1u));
    make_boxes<<<blocks_for(std::max(view.red_count, view.blue_count)), block_size>>>(view, reds, blues);
    all_.cells = make_grid(hull_of_all(reds_.boxes, view.red_count),
                           hull_of_all(blues_.boxes, view.blue_count), along);
    all_.red_boxes = reds, all_.blue_boxes = blues;
    all_.reds = reds_.make(all_.cells, view.red_count, scratch_);
    all_.blues = blues_.make(all_.cells, view.blue_count, scratch_);
    number_pairs();
  }

  void number_pairs() {
    const uint32_t cells = all_.cells.cells;
    const pairs_of_cell pairs{all_.reds.start, all_.blues.start, cells};
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

  void copy_out(result& r) {
    r.hits.resize(found_);
    if (found_ > 0) hits_.copy_out(r.hits.data(), found_);
  }

  static void settle_on_host(const view_type& scene, result& r) {
    const auto start = std::chrono::steady_clock::now();
    r.undecided = settle(scene, r.hits, cores_of_host());
    const double time =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    r.times.intersection += time, r.times.total += time;
  }

  Memory memory_;
  device_lists<dimension> reds_, blues_;
  problem<view_type> all_{};
  buffer<char> scratch_;
  buffer<box<dimension>> hull_;
  buffer<numbered_cell> numbered_;
  buffer<before> before_;
  before total_{};
  buffer<pair_in_cell> list_;
  buffer<hit> hits_;
  uint32_t capacity_ = 0, found_ = 0;
  buffer<uint32_t> count_;
  buffer<counters> counters_;
  event begin_, copied_, gridded_, tested_, end_;
};

template <class Scene, class Memory>
result best_of_runs(const Scene& scene, const plan& p) {
  device_run<Scene, Memory> device;
  result best;
  for (int i = 0; i < p.runs; ++i) {
    result r = device.run(scene, p);
    if (i == 0 || r.times.total < best.times.total) best = std::move(r);
  }
  std::sort(best.hits.begin(), best.hits.end());
  return best;
}

}  // namespace intersect
