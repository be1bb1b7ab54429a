// One triangular system on the device: a block solves the diagonal, others sum what lies left of it.
#include <algorithm>
#include <cuda/atomic>
#include <ff/linalg/cuda/blas.hpp>

#include "blas_device.cuh"

namespace ff::linalg {
namespace detail {
namespace {

using ff::detail::thread_tree;

// The rows fall into blocks of 64, as on the host.  Block 0 of the grid, the solver, substitutes one block of
// rows after the other.  The other blocks, the helpers, take a block of rows each, subtract the products of
// its far columns as solutions appear, and hand the rest to the solver.  Numbers drawn from a counter
// say who does what: a helper waits for rows of helpers that started before it, so two blocks that run at a
// time are enough.
//
// In the solver one warp substitutes, one step after the other.  Two sets of two warps follow it, and add the
// near columns of the next two blocks of rows: when a block is solved, the next one can begin.  The other
// warps load the next triangle and its remaining right-hand side (`rest`), and publish solutions.

constexpr int solve_threads = 512;

/// Says what the blocks say to each other, zeros before the launch.
struct progress {
  unsigned started;  ///< blocks that have drawn a number
  int known;         ///< blocks of rows whose solutions are in x
  int rests[1];      ///< for each block of rows: 1 where its rest is in x
};
constexpr size_t bytes_of_progress(int64 blocks) {
  return sizeof(progress) + static_cast<size_t>(blocks) * sizeof(int);
}

struct triangular_system {
  matrix_view<const ff_t> a;
  vector_view<ff_t> x;
  int blocks;    ///< of rows
  progress* at;  ///< null where there are no helpers
};

// ---------------------------------------------------------------- between blocks

__device__ __forceinline__ int acquired(const int* from) {
  return cuda::atomic_ref<int, cuda::thread_scope_device>(*const_cast<int*>(from))
      .load(cuda::memory_order_acquire);
}
/// After a barrier: what the other threads wrote before it is seen by who acquires v.
__device__ __forceinline__ void release(int* to, int v) {
  cuda::atomic_ref<int, cuda::thread_scope_device>(*to).store(v, cuda::memory_order_release);
}
/// Waits until *from >= least, and returns it.
__device__ __forceinline__ int wait_for(const int* from, int least) {
  int v = acquired(from);
  while (v < least) v = acquired(from);
  return v;
}

/// Says what another block wrote: not from a cache of this processor.
__device__ __forceinline__ ff_t written_elsewhere(const ff_t* p) {
  const float2 words = __ldcg(reinterpret_cast<const float2*>(p));
  return from_words(words.x, words.y);
}

// Named barriers of some warps: arrive() does not block; meet() waits until all `threads` have arrived.
__device__ __forceinline__ void arrive(int barrier, int threads) {
  __syncwarp();
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__device__ __forceinline__ void meet(int barrier, int threads) {
  __syncwarp();
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// ---------------------------------------------------------------- far columns

constexpr int groups_of_lanes = solve_threads / block_rows, lanes_of_group = row_lanes / groups_of_lanes;
constexpr int elements_each = block_rows * block_rows / solve_threads;
constexpr int most_waiting = 7;  ///< left children of a tree of row_shape::most_chunks leaves

struct helper_memory {
  ff_t tile[block_rows][block_rows + 1];  ///< [h][i] for a_ih
  ff_t x[block_rows];
  ff_t of_group[groups_of_lanes][block_rows];
  ff_t waiting[most_waiting]
              [block_rows];  ///< the tree over chunks (reduce/host.hpp's chunk_tree), a row a column
  int known;                 ///< progress::known when it was last read
};

/// Element `at` of a square of 64: neighbours in `at` are neighbours in memory.
struct place {
  int i, h;
};
__device__ __forceinline__ place place_of(int at, bool by_rows) {
  return by_rows ? place{at / block_rows, at % block_rows} : place{at % block_rows, at / block_rows};
}

/// The rest of a block of rows: x less the products of the first 64 `squares` columns, in the order of gemv.
__device__ void subtract_far_columns(const triangular_system& t, int block, helper_memory& m) {
  const int thread = static_cast<int>(threadIdx.x), row = thread % block_rows, group = thread / block_rows;
  const int64 first = int64{block} * block_rows, left = t.x.size - first;
  const int rows = left < block_rows ? static_cast<int>(left) : block_rows;
  const int squares = block - near_blocks;
  const row_shape shape(int64{squares} * block_rows);
  const bool by_rows = magnitude_of(t.a.column_stride) <= magnitude_of(t.a.row_stride);
  const matrix_view<const ff_t> a = t.a.block(first, 0, rows, int64{squares} * block_rows);

  ff_t ahead[elements_each];
  const auto fetch = [&](int square) {
#pragma unroll
    for (int e = 0; e < elements_each; ++e) {
      const place p = place_of(thread + e * solve_threads, by_rows);
      ahead[e] = p.i < rows ? a(p.i, int64{square} * block_rows + p.h) : ff_t(0.0f);
    }
  };
  fetch(0);
  const bool has_row = thread < block_rows && row < rows;
  const ff_t before = has_row ? t.x(first + row) : ff_t(0.0f);

  accumulator sum[lanes_of_group];
  int known = 0, chunks = 0, height = 0;
  int64 step = 0;  // of the chunk
  for (int square = 0; square < squares; ++square) {
#pragma unroll
    for (int e = 0; e < elements_each; ++e) {
      const place p = place_of(thread + e * solve_threads, by_rows);
      m.tile[p.h][p.i] = ahead[e];
    }
    if (square + 1 < squares) fetch(square + 1);
    if (known <= square) {
      if (thread == 0) m.known = wait_for(&t.at->known, square + 1);
      __syncthreads();
      known = m.known;
    }
    if (thread < block_rows) m.x[thread] = written_elsewhere(&t.x(int64{square} * block_rows + thread));
    __syncthreads();
#pragma unroll
    for (int l = 0; l < lanes_of_group; ++l)
      sum[l].add_product(m.tile[group * lanes_of_group + l][row], m.x[group * lanes_of_group + l]);
    if (square % row_batch == row_batch - 1) {
#pragma unroll
      for (int l = 0; l < lanes_of_group; ++l) sum[l].renormalize();
    }
    if (++step == shape.rows || square + 1 == squares) {
      step = 0;
      ff_t total[lanes_of_group];
#pragma unroll
      for (int l = 0; l < lanes_of_group; ++l) {
        total[l] = sum[l].result();
        sum[l] = accumulator();
      }
      m.of_group[group][row] = thread_tree(total);
      __syncthreads();
      if (thread < block_rows) {
        ff_t of_row[groups_of_lanes];
#pragma unroll
        for (int g = 0; g < groups_of_lanes; ++g) of_row[g] = m.of_group[g][row];
        ff_t chunk = thread_tree(of_row);
        for (int k = chunks++; (k & 1) != 0; k >>= 1) chunk = add22(m.waiting[--height][row], chunk);
        m.waiting[height++][row] = chunk;
      }
    }
    __syncthreads();
  }
  if (has_row) {
    ff_t total = m.waiting[--height][row];
    while (height > 0) total = add22(m.waiting[--height][row], total);
    t.x(first + row) = finished_row(-1.0f, total, 1.0f, [&] { return before; });
  }
  __syncthreads();
  if (thread == 0) release(&t.at->rests[block], 1);
}

// ---------------------------------------------------------------- the solver

constexpr int group = row_batch, groups = block_rows / group;  ///< of the columns of a block
constexpr int sets = 2, followers = sets * block_rows, fetchers = 256;
constexpr int groups_ahead = 4;
static_assert(near_blocks == sets, "a set follows a block of rows through its near columns");

// Barriers: 1 ... 8 say that a group of solutions is there, 9 that the next rest is.
constexpr int barrier_of_rest = 9, barrier_of_solutions = 10, barrier_of_fetched_rest = 11;

struct solver_memory {
  ff_t square[block_rows]
             [block_rows + 1];      ///< triangles: an even one below, an odd one, turned, above the diagonal
  float reciprocal[2][block_rows];  ///< of the diagonals' heads
  ff_t x[2][block_rows], rest[block_rows], start[block_rows];

  /// Element (0, 0) of a triangle.  Element (i, h), h <= i, lies h between_columns + i elements behind it,
  /// or, of an odd one, before it.
  __device__ __forceinline__ ff_t* first(int parity) {
    constexpr int even = 1, odd = (block_rows - 1) * (block_rows + 1) + (block_rows - 1);
    return &square[0][0] + (even + parity * (odd - even));
  }
};
constexpr int between_columns = block_rows + 1;

/// x/y where the reciprocal of y's head is known: div22's steps.  `plain` is whether operator/ takes them.
__device__ __forceinline__ ff_t quotient(ff_t x, ff_t y, float reciprocal, bool& plain) {
  using ff::detail::residue;
  const float q0 = mul_rn(x.hi(), reciprocal), q = fma_rn(residue(x, y, q0), reciprocal, q0);
  const ff_t r = add_prod(q, residue(x, y, q), reciprocal);
  plain = ff::detail::plain_quotient(x.hi(), y.hi(), r.hi());
  return r;
}

/// The substituting warp's part: rows `lane` and `lane + 32`; what it makes of rows that are not there,
/// nobody reads.
class substitution {
 public:
  __device__ substitution(solver_memory& m, int block, int lane)
      : lane_(lane),
        sign_(block % 2 == 0 ? 1 : -1),
        triangle_(m.first(block % 2)),
        reciprocal_(m.reciprocal[block % 2]),
        to_(m.x[block % 2]) {
#pragma unroll
    for (int e = 0; e < 2; ++e) sum_[e] = accumulator(m.start[lane + 32 * e]);
  }

  template <bool unit>
  __device__ void run() {
    run_half<unit, 0>();
    run_half<unit, 1>();
  }

 private:
  template <bool unit, int half>
  __device__ __forceinline__ void run_half() {
    constexpr int first = half * (groups / 2), end = first + groups / 2;
    of_group now = elements<unit, half>(first);
#pragma unroll 2
    for (int g = first; g < end; ++g) {
      const of_group then = elements<unit, half>(g + 1 < end ? g + 1 : g);
      const accumulator before[2] = {sum_[0], sum_[1]};
      if (__any_sync(0xffffffffu, !solve_group<unit, half>(g, now))) {
        substitution again = *this;
        again.sum_[0] = before[0];
        again.sum_[1] = before[1];
        again.template solve_group_carefully<unit>(g);
        sum_[0] = again.sum_[0];
        sum_[1] = again.sum_[1];
      }
      arrive(1 + g, 32 + followers);
      now = then;
    }
  }

  /// Eight columns of the lane's rows, zeros on and above the diagonal; and of the diagonal.
  struct of_group {
    ff_t below[2][group], diagonal[group];
    float reciprocal[group];
  };
  template <bool unit, int half>
  __device__ __forceinline__ of_group elements(int g) const {
    of_group all;
#pragma unroll
    for (int j = 0; j < group; ++j) {
      const int h = g * group + j;
      const ff_t* const column = triangle_ + sign_ * (h * between_columns);
#pragma unroll
      for (int e = half; e < 2; ++e)
        all.below[e][j] = lane_ + 32 * e > h ? column[sign_ * (lane_ + 32 * e)] : ff_t(0.0f);
      if constexpr (!unit) {
        all.diagonal[j] = column[sign_ * h];
        all.reciprocal[j] = reciprocal_[h];
      }
    }
    return all;
  }

  /// Eight steps, as they are for finite solutions and plain quotients; returns whether this lane's were.
  template <bool unit, int half>
  __device__ __forceinline__ bool solve_group(int g, const of_group& a) {
    bool right = true;
    float kept_hi = 0.0f, kept_lo = 0.0f;  // the solution that the lane writes
#pragma unroll
    for (int j = 0; j < group; ++j) {
      const int owner = (g * group + j) % 32;
      ff_t mine = sum_[half].result();
      if constexpr (!unit) {
        bool plain = true;
        mine = quotient(mine, a.diagonal[j], a.reciprocal[j], plain);
        right = right & (plain | (lane_ != owner));
      }
      const ff_t solution = from_lane(mine, owner);
      if constexpr (unit) right = right & isfinite(solution);
      kept_hi = lane_ == j ? solution.hi() : kept_hi;
      kept_lo = lane_ == j ? solution.lo() : kept_lo;
#pragma unroll
      for (int e = half; e < 2; ++e) sum_[e].add_product(-a.below[e][j], solution);
    }
#pragma unroll
    for (int e = half; e < 2; ++e) sum_[e].renormalize();
    if (lane_ < group) to_[g * group + lane_] = from_words(kept_hi, kept_lo);
    return right;
  }

  /// The same for all numbers, by the operators.
  template <bool unit>
  __device__ __noinline__ void solve_group_carefully(int g) {
    __syncwarp();  // other lanes have written there
    for (int h = g * group; h < (g + 1) * group; ++h) {
      const ff_t* const column = triangle_ + sign_ * (h * between_columns);
      const ff_t r = (h < 32 ? sum_[0] : sum_[1]).result();
      const ff_t solution = from_lane(settled(unit ? r : r / column[sign_ * h]), h % 32);
      if (lane_ == h % 32) to_[h] = solution;
      for (int e = 0; e < 2; ++e) {
        const ff_t a = lane_ + 32 * e > h ? column[sign_ * (lane_ + 32 * e)] : ff_t(0.0f);
        sum_[e].add_product(-a, solution);
      }
    }
    for (accumulator& of_row : sum_) of_row.renormalize();
  }

  int lane_, sign_;
  const ff_t* triangle_;
  const float* reciprocal_;
  ff_t* to_;
  accumulator sum_[2];
};

/// A row of near columns: a thread of a set takes its row of every other block through two blocks of columns.
class following {
 public:
  /// Of blocks set, set + 2, ... but 0.
  __device__ following(const triangular_system& t, int set, int row)
      : t_(t), row_(row), block_(set == 0 ? sets : set) {
    begin(block_, 0);
#pragma unroll
    for (int g = 0; g < groups_ahead; ++g) fetch(g, ahead_[g]);
  }

  /// Follows the columns of a block as they are solved.
  __device__ void run(int columns, const ff_t* x) {
    const bool ends = block_ == columns + 1;
    const int next = ends ? block_ + sets : block_;
#pragma unroll
    for (int g = 0; g < groups; ++g) {
      meet(1 + g, 32 + followers);
#pragma unroll
      for (int j = 0; j < group; ++j) sum_.add_product(-ahead_[g % groups_ahead][j], x[g * group + j]);
      sum_.renormalize();
      if (g == groups - groups_ahead) begin(next, columns + 1);
      if (g < groups - groups_ahead)
        fetch(g + groups_ahead, ahead_[g % groups_ahead]);
      else
        fetch(g + groups_ahead - groups, ahead_[g % groups_ahead]);
    }
  }
  __device__ int block() const { return block_; }
  __device__ int row() const { return row_; }

  /// The sum, from which the next block starts again.
  __device__ ff_t taken() {
    const ff_t all = sum_.result();
    sum_ = accumulator();
    block_ += sets;
    return all;
  }

 private:
  __device__ __forceinline__ void begin(int block, int columns) {
    const int64 i = int64{block} * block_rows + row_;
    inside_ = block < t_.blocks && i < t_.x.size;
    of_row_ = inside_ ? &t_.a(i, int64{columns} * block_rows) : nullptr;
  }
  __device__ __forceinline__ void fetch(int g, ff_t (&to)[group]) const {
#pragma unroll
    for (int j = 0; j < group; ++j)
      to[j] = inside_ ? of_row_[(g * group + j) * t_.a.column_stride] : ff_t(0.0f);
  }

  const triangular_system& t_;
  int row_, block_;
  bool inside_;
  const ff_t* of_row_;  ///< the columns that are fetched
  ff_t ahead_[groups_ahead][group];
  accumulator sum_;
};

/// A fetcher's elements of a triangle, on their way to the solver's memory; ones on the diagonal of rows that
/// are not there.
template <bool unit>
class part_of_triangle {
 public:
  __device__ part_of_triangle(const triangular_system& t, int block, int thread)
      : block_(block),
        thread_(thread),
        by_rows_(magnitude_of(t.a.column_stride) <= magnitude_of(t.a.row_stride)) {
    const int64 first = int64{block} * block_rows, left = t.x.size - first;
#pragma unroll
    for (int e = 0; e < each; ++e) {
      const place p = at(e);
      element_[e] = !is_read(p)  ? ff_t(0.0f)
                    : p.i < left ? t.a(first + p.i, first + p.h)
                                 : ff_t(p.h == p.i ? 1.0f : 0.0f);
    }
  }
  __device__ void store(solver_memory& m) const {
    const int parity = block_ % 2, sign = parity == 0 ? 1 : -1;
#pragma unroll
    for (int e = 0; e < each; ++e) {
      const place p = at(e);
      if (!is_read(p)) continue;
      m.first(parity)[sign * (p.h * between_columns + p.i)] = element_[e];
      if (p.h == p.i) m.reciprocal[parity][p.h] = rcp_rn(element_[e].hi());
    }
  }

 private:
  static constexpr int each = block_rows * block_rows / fetchers;

  __device__ __forceinline__ place at(int e) const { return place_of(thread_ + e * fetchers, by_rows_); }
  __device__ __forceinline__ static bool is_read(const place& p) {
    return p.h < p.i || (!unit && p.h == p.i);
  }

  int block_, thread_;
  bool by_rows_;
  ff_t element_[each];
};

/// All warps of the solver, at the end of each block of rows.
__device__ __forceinline__ void end_block() { meet(0, solve_threads); }

/// The fetchers' part while a block of rows is substituted: the next block's triangle, and, by two of their
/// warps, its rest.
template <bool unit>
__device__ void fetch_next(const triangular_system& t, solver_memory& m, int next, int thread) {
  part_of_triangle<unit>(t, next, thread).store(m);
  if (thread >= block_rows) return;
  if (thread == 0 && next > near_blocks) wait_for(&t.at->rests[next], 1);
  meet(barrier_of_fetched_rest, block_rows);
  const int64 i = int64{next} * block_rows + thread;
  m.rest[thread] = i < t.x.size ? written_elsewhere(&t.x(i)) : ff_t(0.0f);
  arrive(barrier_of_rest, 2 * block_rows);
}

/// Two warps hand out the solutions of a block of rows.
__device__ void hand_out(const triangular_system& t, const solver_memory& m, int block, int thread) {
  const int64 i = int64{block} * block_rows + thread;
  if (i < t.x.size) t.x(i) = m.x[block % 2][thread];
  if (t.at == nullptr) return;
  meet(barrier_of_solutions, block_rows);
  if (thread == 0) release(&t.at->known, block + 1);
}

template <bool unit>
__device__ void solve_diagonal(const triangular_system& t, solver_memory& m) {
  // Warp 0 substitutes; 1, 2, 3 and 5 follow; 6 and 7 hand out; from 8 on they fetch.  The first has few
  // others on its part of the processor.
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
  const int follower = warp >= 1 && warp <= 3 ? thread - 32 : warp == 5 ? thread - 64 : -1;
  const int giver = warp == 6 || warp == 7 ? thread - 192 : -1;
  const int fetcher = thread - (solve_threads - fetchers);
  if (fetcher >= 0) part_of_triangle<unit>(t, 0, fetcher).store(m);
  if (fetcher >= 0 && fetcher < block_rows) m.start[fetcher] = fetcher < t.x.size ? t.x(fetcher) : ff_t(0.0f);
  end_block();

  if (warp == 0) {
    for (int block = 0; block < t.blocks; ++block) {
      substitution(m, block, lane).template run<unit>();
      end_block();
    }
  } else if (follower >= 0) {
    following mine(t, follower / block_rows, follower % block_rows);
    for (int block = 0; block < t.blocks; ++block) {
      mine.run(block, m.x[block % 2]);
      if (mine.block() == block + 1) {
        const ff_t near = mine.taken();
        if (block + 1 < t.blocks) {
          meet(barrier_of_rest, 2 * block_rows);
          m.start[mine.row()] = add22(m.rest[mine.row()], near);
        }
      }
      end_block();
    }
  } else {
    for (int block = 0; block < t.blocks; ++block) {
      if (giver >= 0 && block > 0) hand_out(t, m, block - 1, giver);
      if (fetcher >= 0 && block + 1 < t.blocks) fetch_next<unit>(t, m, block + 1, fetcher);
      end_block();
    }
    if (giver >= 0) hand_out(t, m, t.blocks - 1, giver);
  }
}

template <bool unit>
__global__ void __launch_bounds__(solve_threads, 1) solve_triangular(triangular_system t) {
  union memory {
    solver_memory solver;
    helper_memory helper;
  };
  __shared__ __align__(16) unsigned char bytes[sizeof(memory)];
  __shared__ unsigned drawn;
  auto& m = *reinterpret_cast<memory*>(bytes);
  if (t.at == nullptr) return solve_diagonal<unit>(t, m.solver);
  for (;;) {
    if (threadIdx.x == 0) drawn = atomicAdd(&t.at->started, 1u);
    __syncthreads();
    const unsigned number = drawn;
    if (number == 0) return solve_diagonal<unit>(t, m.solver);
    const int64 block = int64{number} + near_blocks;
    if (block >= t.blocks) return;
    subtract_far_columns(t, static_cast<int>(block), m.helper);
    __syncthreads();
  }
}

}  // namespace
}  // namespace detail

status trsv(const context& on, triangle half, diagonal ones, matrix_view<const ff_t> a, vector_view<ff_t> x) {
  if (const status s = detail::first_fault(detail::checked_trsv(half, ones, a, x), detail::current(on)); !s)
    return s;
  if (x.size == 0) return {};
  if (half == triangle::upper) {
    a = a.reversed();
    x = x.reversed();
  }
  const detail::device_resources& r = *on.resources();
  const int64 blocks = (x.size + detail::block_rows - 1) / detail::block_rows;
  const int64 helpers = std::max<int64>(0, blocks - 1 - detail::near_blocks);
  const size_t bytes = helpers > 0 ? detail::bytes_of_progress(blocks) : 0;
  const detail::pooled progress(r, bytes);
  if (const status s = progress.found(); !s) return s;
  const bool unit = ones == diagonal::unit;
  const detail::triangular_system t{a, x, static_cast<int>(blocks), progress.at<detail::progress>()};
  const auto grid = static_cast<unsigned>(std::min<int64>(1 + helpers, r.processors));
  return detail::steps()([&] {
           return detail::of_cuda(bytes > 0 ? cudaMemsetAsync(progress.at<void>(), 0, bytes, r.stream)
                                            : cudaSuccess);
         })([&] {
           const auto kernel = unit ? detail::solve_triangular<true> : detail::solve_triangular<false>;
           kernel<<<grid, detail::solve_threads, 0, r.stream>>>(t);
           return detail::launched();
         })
      .result();
}

}  // namespace ff::linalg
