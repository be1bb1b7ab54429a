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
#include "pieces.hpp"
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

struct widened {
  FF_HD uint64_t operator()(uint32_t n) const { return n; }
};
/// Sums before each count, of which fewer than 2^32 are listed in all.  Returns their sum; waits for it.
inline uint32_t scan(const uint32_t* counts, uint32_t* before_each, std::size_t n, buffer<uint64_t>& sum,
                     buffer<char>& scratch) {
  const auto number = static_cast<int>(n);
  uint64_t* all = sum.at_least(1);
  with_memory(scratch, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, thrust::make_transform_iterator(counts, widened{}), all,
                                  number);
  });
  with_memory(scratch, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, counts, before_each, number);
  });
  const uint64_t total = read(all);
  if (total > 0xffffffff) throw std::runtime_error(too_many_items);
  return static_cast<uint32_t>(total);
}

/// Pinned memory of the host's that grows as asked: the GPU copies it at full speed.
template <class T>
class pinned_buffer {
 public:
  pinned_buffer() = default;
  pinned_buffer(const pinned_buffer&) = delete;
  pinned_buffer& operator=(const pinned_buffer&) = delete;
  ~pinned_buffer() { cudaFreeHost(data_); }

  T* at_least(std::size_t n) {
    if (n > size_) {
      check(cudaFreeHost(data_), "cudaFreeHost");
      data_ = nullptr, size_ = 0;
      check(cudaMallocHost(reinterpret_cast<void**>(&data_), n * sizeof(T)), "cudaMallocHost");
      size_ = n;
    }
    return data_;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// An array of the scene, in pinned memory of the host's and, once copied, on the device.
template <class T>
class staged {
 public:
  explicit staged(const std::vector<T>& from) : size_(from.size()) {
    std::copy(from.begin(), from.end(), host_.at_least(std::max<std::size_t>(size_, 1)));
  }
  const T* copy() { return device_.copy_in(host_.at_least(1), size_); }

 private:
  std::size_t size_;
  pinned_buffer<T> host_;
  buffer<T> device_;
};

struct space_memory {
  staged<segment<point3>> reds;
  staged<point3> vertices;
  staged<corners> triangles;

  explicit space_memory(const space_scene& s) : reds(s.reds), vertices(s.vertices), triangles(s.triangles) {}
  void copy_to(space_view& view) {
    view.reds = reds.copy();
    view.vertices = vertices.copy();
    view.triangles = triangles.copy();
  }
};
struct plane_memory {
  staged<segment<point2>> reds, blues;

  explicit plane_memory(const plane_scene& s) : reds(s.reds), blues(s.blues) {}
  void copy_to(plane_view& view) {
    view.reds = reds.copy();
    view.blues = blues.copy();
  }
};

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
    all_ = {view, cells, first, red_of, of_pieces, of_blues, piece_lists, blue_lists};
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
    r.undecided = settle(scene, r.hits, cores_of_host());
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
