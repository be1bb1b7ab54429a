// The products of all planes on sm_90a: INT8 wgmma on tiles that TMA brings, and residues taken from the
// accumulators, so that no sum of 32 bits leaves the registers.
//
// A block lives for the whole launch and takes every gridDim-th tile.  One warp of its first warpgroup
// fetches, the two other warpgroups multiply; `stages` buffers lie between them.  Tiles that would leave most
// blocks without work in the last round are cut into parts of 64 columns.
#include <cuda.h>

#include <type_traits>

#include "../machine/launch.cuh"
#include "device_tables.cuh"
#include "tasks.hpp"
#include "wgmma.cuh"

namespace ff::linalg::detail {
namespace {

constexpr int stages = 4, depth = 128;  // bytes of the inner dimension in a stage: four wgmma

constexpr int part_columns = 64;

/// A tile: two warpgroups of 64 `halves` rows each, by `columns`.
template <int halves, int columns_>
struct tile {
  static constexpr int rows = 128 * halves, columns = columns_;
  static constexpr int stage_bytes = (rows + columns) * depth, part_bytes = (rows + part_columns) * depth;
  // Of more than 128 sums in a thread the compiler has no registers left for the other form.
  static constexpr int parts = halves == 1 ? columns / part_columns : 1;
  static constexpr int shared_bytes = stages * stage_bytes + 1024;  // to align it to 1024
};

/// Tiles are taken plane by plane, `group` rows of tiles at a time, down their columns: what the blocks fetch
/// at one time then stays in the L2 cache.  From tile `whole` on they are taken in parts.
struct tile_order {
  int row_tiles, column_tiles, group, whole;
};
struct tile_place {
  int modulus, row, column;
  int part;  ///< -1 for the whole
};
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

__device__ tile_place place_of(int number, const tile_order& order, int parts) {
  int part = -1;
  if (number >= order.whole) {
    const int rest = number - order.whole;
    number = order.whole + rest / parts;
    part = rest % parts;
  }
  const int of_plane = order.row_tiles * order.column_tiles, modulus = number / of_plane;
  const int in_plane = number - modulus * of_plane, of_group = order.group * order.column_tiles;
  const int group = in_plane / of_group, in_group = in_plane - group * of_group;
  const int rest = order.row_tiles - group * order.group, height = rest < order.group ? rest : order.group;
  const int column = in_group / height;
  return {modulus, group * order.group + in_group - column * height, column, part};
}

// ---------------------------------------------------------------- barriers and TMA

__device__ uint32 shared_address(const void* p) { return static_cast<uint32>(__cvta_generic_to_shared(p)); }

__device__ void initialise(uint32 barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
__device__ void arrive(uint32 barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
/// One thread of a warpgroup arrives for all.
__device__ void release(uint32 barrier) {
  if (threadIdx.x % 128 == 0) arrive(barrier);
}
__device__ void expect_bytes(uint32 barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}
/// Waits for `phase` without a time limit: a debugger or another process may hold the kernel for long.
__device__ void wait(uint32 barrier, int phase) {
  uint32 done = 0;
  while (done == 0) {
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(barrier), "r"(phase)
        : "memory");
  }
}

/// The box of `map` that begins at (0, row, block, plane).
__device__ void fetch(uint32 to, const CUtensorMap* map, int row, int block, int plane, uint32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, "
      "%5}], [%6];" ::"r"(to),
      "l"(map), "r"(0), "r"(row), "r"(block), "r"(plane), "r"(barrier)
      : "memory");
}

/// wgmma's descriptor of rows of 128 bytes, swizzled by 128: groups of eight rows are 1024 bytes apart.
__device__ uint64 descriptor(uint32 address) {
  return uint64{(address & 0x3ffffu) >> 4} | uint64{1} << 16 | uint64{64} << 32 | uint64{1} << 62;
}

/// The next of the buffers, and the parity that its barrier has then.
struct position {
  int stage = 0, phase = 0;
  __device__ void advance() {
    if (++stage < stages) return;
    stage = 0;
    phase ^= 1;
  }
};

// ---------------------------------------------------------------- residues

/// A warp has 16 rows of a warpgroup's 64.  The words c[4 j], c[4 j + 1] of a thread are in row lane/4, and
/// c[4 j + 2], c[4 j + 3] in row lane/4 + 8, as wgmma lays them out.  The rows of either operand are permuted
/// within 64, so that the words of eight j are 16 consecutive columns, and the two rows are second next to
/// each other.
template <int columns>
__device__ void store(const int32 (&c)[columns / 2], unsigned char* first, int64 pitch, int64 left,
                      const residue_constants& m) {
#pragma unroll
  for (int part = 0; part < columns / 64; ++part) {
    if (64 * part >= left) break;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      uint32 word[4];
#pragma unroll
      for (int w = 0; w < 4; ++w) {
        const int at = 4 * (8 * part + 2 * w) + 2 * half;
        word[w] = product_residues(c[at], c[at + 1], c[at + 4], c[at + 5], m);
      }
      *reinterpret_cast<uint4*>(first + 2 * half * pitch + 64 * part) =
          make_uint4(word[0], word[1], word[2], word[3]);
    }
  }
}

/// Stores a warpgroup's rows from `first_row` on as residues.
template <int halves, int columns>
__device__ __forceinline__ void store_tile(const int32 (&c)[halves][columns / 2], const product_task& t,
                                           int modulus, int64 first_row, int64 column) {
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32 % 4;
  const residue_constants m = residue_constants_of_moduli.of[modulus];
  const auto plane = static_cast<size_t>(t.rows * t.columns);
#pragma unroll
  for (int half = 0; half < halves; ++half) {
    const int64 row = first_row + half * 64;
    if (row >= t.rows) continue;
    unsigned char* const to = t.residues + static_cast<size_t>(modulus) * plane +
                              (row + lane / 8 * 16 + warp * 4 + lane / 4 % 2) * t.columns + column +
                              lane % 4 * 16;
    store<columns>(c[half], to, t.columns, t.columns - column, m);
  }
}

/// What one thread does: it fetches the boxes of A and B of all tiles of its block, one buffer after another.
template <int halves, int columns, class Full, class Empty>
__device__ __forceinline__ void fetch_tiles(const CUtensorMap& map_a, const CUtensorMap& map_b,
                                            const CUtensorMap& map_part, const tile_order& order, int tiles,
                                            int blocks, uint32 buffers, Full full, Empty empty) {
  using shape = tile<halves, columns>;
  position at;
  at.phase = 1;  // the buffers are empty
  for (int number = static_cast<int>(blockIdx.x); number < tiles; number += static_cast<int>(gridDim.x)) {
    const tile_place place = place_of(number, order, shape::parts);
    const bool whole = place.part < 0;
    const CUtensorMap* const b = whole ? &map_b : &map_part;
    const int column = place.column * columns + (whole ? 0 : place.part * part_columns);
    for (int block = 0; block < blocks; ++block, at.advance()) {
      const uint32 a = buffers + static_cast<uint32>(at.stage * shape::stage_bytes);
      wait(empty(at.stage), at.phase);
      expect_bytes(full(at.stage), whole ? shape::stage_bytes : shape::part_bytes);
      fetch(a, &map_a, place.row * shape::rows, block, place.modulus, full(at.stage));
      fetch(a + shape::rows * depth, b, column, block, place.modulus, full(at.stage));
    }
  }
}

#endif

template <int halves, int columns>
__global__ void __launch_bounds__(384, 1)
    multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
             const __grid_constant__ CUtensorMap map_part, product_task t, tile_order order) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using shape = tile<halves, columns>;
  extern __shared__ unsigned char unaligned[];
  __shared__ __align__(8) uint64 full_barriers[stages], empty_barriers[stages];
  const uint32 buffers = (shared_address(unaligned) + 1023u) & ~1023u;
  const auto full = [&](int stage) { return shared_address(full_barriers + stage); };
  const auto empty = [&](int stage) { return shared_address(empty_barriers + stage); };
  const int warpgroup = static_cast<int>(threadIdx.x) / 128;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) initialise(full(s), 1), initialise(empty(s), 2);
    asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  wait_for_previous();
  let_next_start();

  const int all = t.moduli * order.row_tiles * order.column_tiles;
  const int tiles = order.whole + (all - order.whole) * shape::parts;
  const auto blocks = static_cast<int>(t.inner / depth);
  if (warpgroup == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x == 0)
      fetch_tiles<halves, columns>(map_a, map_b, map_part, order, tiles, blocks, buffers, full, empty);
    return;
  }

  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
  const int group = warpgroup - 1;
  position at;
  // Warpgroup 2 starts min(3, blocks) stages late, so that one multiplies while the other computes residues.
  const int head_start = blocks < 3 ? blocks : 3;
  bool first_tile = static_cast<int>(blockIdx.x) < tiles;
  if (first_tile && group == 1) asm volatile("bar.sync 1, 256;" ::: "memory");

  // Of a tile's columns those from `first` on, as many as `width` says.
  const auto multiply_tile = [&](const tile_place& place, int first, auto width) {
    constexpr int wide = decltype(width)::value;
    int32 c[halves][wide / 2];
    int last = 0;
    for (int block = 0; block < blocks; ++block) {
      wait(full(at.stage), at.phase);
      const uint32 stage = buffers + static_cast<uint32>(at.stage * shape::stage_bytes);
      const uint64 a = descriptor(stage + static_cast<uint32>(group * halves * 64 * depth));
      const uint64 b = descriptor(stage + shape::rows * depth);
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
      for (int step = 0; step < 4; ++step)
#pragma unroll
        for (int half = 0; half < halves; ++half)  // addresses in a descriptor count 16 bytes
          multiply_add(c[half], a + static_cast<uint64>(512 * half + 2 * step),
                       b + static_cast<uint64>(2 * step), (block | step) != 0);
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      if (block > 0) {
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        release(empty(last));
      }
      last = at.stage;
      at.advance();
      if (first_tile && group == 0 && block == head_start - 1)
        asm volatile("bar.arrive 1, 256;" ::: "memory");
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    release(empty(last));
    first_tile = false;
    store_tile<halves, wide>(c, t, place.modulus, int64{place.row} * shape::rows + group * halves * 64,
                             int64{place.column} * columns + first);
  };
  for (int number = static_cast<int>(blockIdx.x); number < tiles; number += static_cast<int>(gridDim.x)) {
    const tile_place place = place_of(number, order, shape::parts);
    if (place.part < 0)
      multiply_tile(place, 0, std::integral_constant<int, columns>());
    else if constexpr (shape::parts > 1)
      multiply_tile(place, place.part * part_columns, std::integral_constant<int, part_columns>());
  }
#endif
}

// ---------------------------------------------------------------- launches

using encode_function = decltype(&cuTensorMapEncodeTiled);

encode_function encoder() {
  static const encode_function found = [] {
    void* f = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t e =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &result);
#else
    const cudaError_t e = cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &f, cudaEnableDefault, &result);
#endif
    return e == cudaSuccess && result == cudaDriverEntryPointSuccess ? reinterpret_cast<encode_function>(f)
                                                                     : nullptr;
  }();
  return found;
}

/// Rows of planes of `pitch` rows, in blocks of 128 bytes of the inner dimension, of which boxes of `box`
/// rows are fetched.
status describe(CUtensorMap* map, const signed char* planes, int64 rows, int64 pitch, int64 inner, int moduli,
                int box) {
  const auto size = [](int64 n) { return static_cast<cuuint64_t>(n); };
  const cuuint64_t dimensions[4] = {depth, size(rows), size(inner / depth), size(moduli)};
  const cuuint64_t strides[3] = {depth, size(pitch * depth), size(pitch * inner)};
  const cuuint32_t extents[4] = {depth, static_cast<cuuint32_t>(box), 1, 1}, steps[4] = {1, 1, 1, 1};
  const CUresult r =
      encoder()(map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 4, const_cast<signed char*>(planes), dimensions, strides,
                extents, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return r == CUDA_SUCCESS
             ? status()
             : status(fault::device, "gemm: cuTensorMapEncodeTiled refused a plane of residues");
}

/// How the tiles of all planes are shared out.
template <class Tile>
struct rounds_of_tiles {
  tile_order order;
  int64 work;  ///< rounds over all processors, times the area of a tile

  rounds_of_tiles(const product_task& t, int group) : order{}, work(0) {
    order.row_tiles = static_cast<int>((t.rows + Tile::rows - 1) / Tile::rows);
    order.column_tiles = static_cast<int>((t.columns + Tile::columns - 1) / Tile::columns);
    order.group = group;
    const int tiles = order.row_tiles * order.column_tiles * t.moduli, last = tiles % t.processors;
    constexpr int64 area = int64{Tile::rows} * Tile::columns;
    // A part is taken to last as long as 3/2 its area: its rows are fetched for fewer columns.
    const int rounds_of_parts = (last * Tile::parts + t.processors - 1) / t.processors;
    const int64 as_parts = rounds_of_parts * area / Tile::parts * 3 / 2;
    const bool cut = Tile::parts > 1 && as_parts < area;
    order.whole = cut ? tiles - last : tiles;
    work = tiles / t.processors * area + (cut ? as_parts : last > 0 ? area : 0);
  }
};

template <int halves, int columns>
status launch(const product_task& t, int group, cudaStream_t stream) {
  using shape = tile<halves, columns>;
  CUtensorMap a, b, part;
  if (const status s = describe(&a, t.a, t.left_a, t.pitch_a, t.inner, t.moduli, shape::rows); !s) return s;
  if (const status s = describe(&b, t.b, t.columns, t.columns, t.inner, t.moduli, columns); !s) return s;
  if (const status s = describe(&part, t.b, t.columns, t.columns, t.inner, t.moduli, part_columns); !s)
    return s;
  return of_cuda(launch_behind(true, multiply<halves, columns>, dim3(static_cast<unsigned>(t.processors)),
                               dim3(384), shape::shared_bytes, stream, a, b, part, t,
                               rounds_of_tiles<shape>(t, group).order));
}

template <int halves, int columns>
cudaError_t prepare() {
  return cudaFuncSetAttribute(multiply<halves, columns>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              tile<halves, columns>::shared_bytes);
}

}  // namespace

status prepare_products_sm90() {
  if (encoder() == nullptr) return {fault::device, "gemm: expected a driver with cuTensorMapEncodeTiled"};
  cudaError_t e = prepare<1, 256>();
  if (e == cudaSuccess) e = prepare<2, 192>();
  if (e == cudaSuccess) e = prepare<2, 64>();
  if (e != cudaSuccess) cudaGetLastError();  // it is reported here
  return of_cuda(e);
}

status multiply_sm90(const product_task& t, cudaStream_t stream) {
  // For at most 64 columns the wider tiles would spend 3/4 of their work on padding.
  if (t.columns <= 64) return launch<2, 64>(t, 16, stream);
  // On an H200 the larger tiles, which fetch a fifth less, win from 8192 on and lose where they leave more of
  // the last round empty; 102 to 100 is the exchange rate that agrees with both.
  const bool larger =
      100 * rounds_of_tiles<tile<2, 192>>(t, 1).work < 102 * rounds_of_tiles<tile<1, 256>>(t, 1).work;
  return larger ? launch<2, 192>(t, 16, stream) : launch<1, 256>(t, t.columns >= 16384 ? 32 : 16, stream);
}

}  // namespace ff::linalg::detail
