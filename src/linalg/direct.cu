// Small products and thin ones in one kernel: numbers to integers, integers to digits in shared memory, their
// products by mma.sync on INT8 tensor cores, and the sums to results.  No plane goes through memory.
//
// A block has a tile of 32 by 32 elements of C, and of the inner dimension all, or a part where there are
// fewer tiles than the device can hold; then a second kernel adds the parts.  The scales are found by the
// block itself where the inner dimension is short, else by two kernels before it.
#include "device.hpp"
#include "device_tables.cuh"
#include "result.cuh"

namespace ff::linalg::detail {
namespace {

constexpr int tile = direct_tile, threads = 128;
constexpr int depth = direct_depth;  // of the inner dimension at a time: one mma
constexpr int pitch = 48;  // bytes from row to row of digits: ldmatrix meets no bank twice

__device__ uint32 greater(uint32 a, uint32 b) { return a < b ? b : a; }

// ---------------------------------------------------------------- operands

/// Rows of A, or columns of B.
struct operand_rows {
  const ff_t* x;
  int64 between, along;  ///< strides from row to row, and along a row
  int64 rows, length;
};
__device__ operand_rows rows_of_a(const gemm_arguments& g) {
  return {g.a.data, g.a.row_stride, g.a.column_stride, g.a.rows, g.a.columns};
}
__device__ operand_rows rows_of_b(const gemm_arguments& g) {
  return {g.b.data, g.b.column_stride, g.b.row_stride, g.b.columns, g.b.rows};
}

/// 32 rows and a step of `depth` elements, as fours of neighbours along a row of which a thread has two:
/// eight threads share a row, or, where the rows are what is consecutive, a warp has all rows.
struct share_of_rows {
  bool by_rows;
  __device__ explicit share_of_rows(const operand_rows& o)
      : by_rows(magnitude_of(o.along) > magnitude_of(o.between)) {}
  __device__ int row(int i) const {
    const int thread = static_cast<int>(threadIdx.x);
    return by_rows ? thread % 32 : thread / 8 + 16 * i;
  }
  __device__ int first(int i) const {
    const int thread = static_cast<int>(threadIdx.x);
    return by_rows ? 4 * (thread / 32 + 4 * i) : 4 * (thread % 8);
  }
};

/// Elements first ... first + 3 of a row; zeros beyond `end` and the last row.
__device__ void load_four(const operand_rows& o, int64 row, int64 first, int64 end, ff_t (&v)[4]) {
  const ff_t* const x = o.x + row * o.between + first * o.along;
  const bool inside = row < o.rows;
  if (inside && o.along == 1 && first + 4 <= end && reinterpret_cast<size_t>(x) % 16 == 0) {
    const float4 a = __ldg(reinterpret_cast<const float4*>(x)),
                 b = __ldg(reinterpret_cast<const float4*>(x) + 1);
    v[0] = from_words(a.x, a.y), v[1] = from_words(a.z, a.w);
    v[2] = from_words(b.x, b.y), v[3] = from_words(b.z, b.w);
    return;
  }
#pragma unroll
  for (int j = 0; j < 4; ++j) v[j] = inside && first + j < end ? x[j * o.along] : ff_t(0.0f);
}

// ---------------------------------------------------------------- scales

/// The largest magnitude of the heads of 32 rows, elements begin ... end - 1, into `to`.
__device__ void find_magnitudes(const operand_rows& o, int64 first_row, int64 begin, int64 end, uint32* to) {
  const share_of_rows mine(o);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    uint32 largest = 0;
    for (int64 step = begin; step < end; step += depth) {
      ff_t v[4];
      load_four(o, first_row + mine.row(i), step + mine.first(i), end, v);
#pragma unroll
      for (int j = 0; j < 4; ++j) largest = greater(largest, magnitude_bits_of(v[j].hi()));
    }
    ::atomicMax(to + mine.row(i), largest);
  }
}

/// The sums of their squares, with the largest magnitude of the whole rows in `magnitudes`.
__device__ void add_squares(const operand_rows& o, int64 first_row, int64 begin, int64 end,
                            const uint32* magnitudes, uint64* to) {
  const share_of_rows mine(o);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const uint32 largest = exponent_field(magnitudes[mine.row(i)]);
    uint64 sum = 0;
    for (int64 step = begin; step < end; step += depth) {
      ff_t v[4];
      load_four(o, first_row + mine.row(i), step + mine.first(i), end, v);
#pragma unroll
      for (int j = 0; j < 4; ++j) sum += squared_term(v[j].hi(), largest);
    }
    ::atomicAdd(reinterpret_cast<unsigned long long*>(to) + mine.row(i), static_cast<unsigned long long>(sum));
  }
}

/// Blocks have 32 rows, of A and then of B, and a part of their length.
template <bool squares>
__global__ void __launch_bounds__(threads) measure(direct_task t) {
  const auto tiles_of_a = static_cast<unsigned>((t.g.a.rows + tile - 1) / tile);
  const bool of_b = blockIdx.x >= tiles_of_a;
  const operand_rows o = of_b ? rows_of_b(t.g) : rows_of_a(t.g);
  const int64 first_row = int64{blockIdx.x - (of_b ? tiles_of_a : 0)} * tile;
  const int64 begin = int64{blockIdx.y} * t.measured;
  const int64 end = begin + t.measured < o.length ? begin + t.measured : o.length;
  uint32* const magnitudes = t.magnitudes + int64{blockIdx.x} * tile;
  if constexpr (squares)
    add_squares(o, first_row, begin, end, magnitudes, t.norms + int64{blockIdx.x} * tile);
  else
    find_magnitudes(o, first_row, begin, end, magnitudes);
}

/// Of 32 rows of either operand.
struct tile_measures {
  uint32 magnitudes[2 * tile];
  uint64 norms[2 * tile];
  int32 scales[2 * tile];
};

__device__ void find_scales(const direct_task& t, const operand_rows& a, const operand_rows& b, int64 row,
                            int64 column, const norm_limit& limit, tile_measures& m) {
  const int thread = static_cast<int>(threadIdx.x), i = thread % tile;
  const bool of_b = thread >= tile;
  if (t.measured > 0) {
    if (thread < 2 * tile) {
      const int64 tiles_of_a = (a.rows + tile - 1) / tile;
      const int64 at = (of_b ? tiles_of_a * tile + column : row) + i;
      m.scales[thread] = scale_of(exponent_field(t.magnitudes[at]), t.norms[at], limit);
    }
    __syncthreads();
    return;
  }
  if (thread < 2 * tile) m.magnitudes[thread] = 0, m.norms[thread] = 0;
  __syncthreads();
  find_magnitudes(a, row, 0, a.length, m.magnitudes);
  find_magnitudes(b, column, 0, b.length, m.magnitudes + tile);
  __syncthreads();
  add_squares(a, row, 0, a.length, m.magnitudes, m.norms);
  add_squares(b, column, 0, b.length, m.magnitudes + tile, m.norms + tile);
  __syncthreads();
  if (thread < 2 * tile)
    m.scales[thread] = scale_of(exponent_field(m.magnitudes[thread]), m.norms[thread], limit);
  __syncthreads();
}

// ---------------------------------------------------------------- digits

/// Digit d of element h of row r of an operand is byte h of row r of plane d.
template <int S>
struct digit_planes {
  alignas(16) unsigned char of[S][tile][pitch];
};

template <int S>
__device__ void split_step(const operand_rows& o, int64 first_row, int64 step, int64 end, const int32* scales,
                           digit_planes<S>& to) {
  const share_of_rows mine(o);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    ff_t v[4];
    const int row = mine.row(i), first = mine.first(i);
    load_four(o, first_row + row, step + first, end, v);
    const int32 scale = scales[row];
    const scale_factors f = factors_of(scale == poisoned ? 0 : scale);
    uint32 low[4], high[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const uint64 digits = digits_of<S>(scale == poisoned ? 0 : to_integer(v[j], f));
      low[j] = static_cast<uint32>(digits), high[j] = static_cast<uint32>(digits >> 32);
    }
    const residues_by_number<4> of_low = transposed<4>(low), of_high = transposed<4>(high);
#pragma unroll
    for (int d = 0; d < S; ++d)
      *reinterpret_cast<uint32*>(&to.of[d][row][first]) = d < 4 ? of_low.of[d & 3][0] : of_high.of[d & 3][0];
  }
}

// ---------------------------------------------------------------- products

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Four matrices of 8 rows of 16 bytes; a lane gives the address of a row.
__device__ void load_matrices(uint32 (&m)[4], const unsigned char* row) {
  const auto address = static_cast<uint32>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address)
               : "memory");
}

/// c += a b, a of 16 by 32 signed bytes, b of 32 by 8.
__device__ void multiply_add(int32 (&c)[4], const uint32 (&a)[4], uint32 b0, uint32 b1) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// A warp has 16 by 16 elements: its lane rows lane/4 and lane/4 + 8, and columns 2 (lane%4) and the next, of
/// the left half and of the right.
template <int S>
struct warp_sums {
  int32 of[2 * S - 1][2][4];

  __device__ void add(const digit_planes<S>& a, const digit_planes<S>& b, int warp, int lane) {
    const int row_a = 16 * (warp / 2) + lane % 16, byte_a = lane / 16 * 16;
    const int row_b = 16 * (warp % 2) + lane % 8 + lane / 16 * 8, byte_b = lane / 8 % 2 * 16;
    uint32 fragment_a[S][4];
#pragma unroll
    for (int d = 0; d < S; ++d) load_matrices(fragment_a[d], &a.of[d][row_a][byte_a]);
#pragma unroll
    for (int e = 0; e < S; ++e) {
      uint32 fragment_b[4];
      load_matrices(fragment_b, &b.of[e][row_b][byte_b]);
#pragma unroll
      for (int d = 0; d < S; ++d) {
        multiply_add(of[d + e][0], fragment_a[d], fragment_b[0], fragment_b[1]);
        multiply_add(of[d + e][1], fragment_a[d], fragment_b[2], fragment_b[3]);
      }
    }
  }

  __device__ signed128 sum(int half, int v) const {
    int32 c[2 * S - 1];
#pragma unroll
    for (int i = 0; i < 2 * S - 1; ++i) c[i] = of[i][half][v];
    return sum_of_digits<S>(c);
  }
};

#endif

/// Two neighbours of a row of C.
template <bool plain>
__device__ void put_two(const gemm_arguments& g, int64 row, int64 column, const ff_t (&product)[2]) {
  if (row >= g.c.rows || column >= g.c.columns) return;
  ff_t* const to = g.c.data + row * g.c.row_stride + column * g.c.column_stride;
  const bool both = column + 1 < g.c.columns;
  ff_t result[2] = {product[0], product[1]};
  if constexpr (!plain) {
    result[0] = updated(g.alpha, product[0], g.beta, [&] { return to[0]; });
    if (both) result[1] = updated(g.alpha, product[1], g.beta, [&] { return to[g.c.column_stride]; });
  }
  if (both && g.c.column_stride == 1 && reinterpret_cast<size_t>(to) % 16 == 0) {
    *reinterpret_cast<float4*>(to) =
        make_float4(result[0].hi(), result[0].lo(), result[1].hi(), result[1].lo());
    return;
  }
  to[0] = result[0];
  if (both) to[g.c.column_stride] = result[1];
}

template <int S, bool plain>
__global__ void __launch_bounds__(threads, 3) multiply_tiles(direct_task t, norm_limit limit) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  __shared__ digit_planes<S> digits_a, digits_b;
  __shared__ tile_measures measures;
  const gemm_arguments& g = t.g;
  operand_rows a = rows_of_a(g), b = rows_of_b(g);
  const int64 batch = blockIdx.z;
  a.x += batch * g.stride_a;
  b.x += batch * g.stride_b;
  const auto tiles_across = static_cast<unsigned>((b.rows + tile - 1) / tile);
  const int64 row = int64{blockIdx.x / tiles_across} * tile, column = int64{blockIdx.x % tiles_across} * tile;
  find_scales(t, a, b, row, column, limit, measures);

  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int64 begin = int64{blockIdx.y} * t.part;
  const int64 end = begin + t.part < a.length ? begin + t.part : a.length;
  warp_sums<S> sums = {};
  for (int64 step = begin; step < end; step += depth) {
    split_step<S>(a, row, step, end, measures.scales, digits_a);
    split_step<S>(b, column, step, end, measures.scales + tile, digits_b);
    __syncthreads();
    sums.add(digits_a, digits_b, warp, lane);
    __syncthreads();
  }

  gemm_arguments mine = g;
  mine.a.data = a.x;
  mine.b.data = b.x;
  mine.c.data += batch * g.stride_c;
#pragma unroll
  for (int v = 0; v < 4; v += 2)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int in_row = 16 * (warp / 2) + lane / 4 + 4 * v, in_column = 16 * (warp % 2) + 8 * half + lane % 4 * 2;
      const int64 i = row + in_row, j = column + in_column;
      if (t.parts > 1) {
        if (i >= a.rows) continue;
        signed128* const to = t.sums + (int64{blockIdx.y} * a.rows + i) * b.rows + j;
        if (j < b.rows) to[0] = sums.sum(half, v);
        if (j + 1 < b.rows) to[1] = sums.sum(half, v + 1);
        continue;
      }
      ff_t product[2];
#pragma unroll
      for (int w = 0; w < 2; ++w)
        product[w] = i < a.rows && j + w < b.rows
                         ? product_element(mine, i, j + w, measures.scales[in_row],
                                           measures.scales[tile + in_column + w],
                                           magnitude_of(sums.sum(half, v + w)))
                         : ff_t(0.0f);
      put_two<plain>(mine, i, j, product);
    }
#endif
}

// ---------------------------------------------------------------- parts of the inner dimension

/// A warp for each element: its lanes share the parts.
__global__ void __launch_bounds__(threads) add_parts(direct_task t, norm_limit limit) {
  const gemm_arguments& g = t.g;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int64 element = (int64{blockIdx.x} * threads + threadIdx.x) / 32, elements = g.c.rows * g.c.columns;
  if (element >= elements) return;
  signed128 y{0, 0};
  for (int64 p = lane; p < t.parts; p += 32) y = y + t.sums[p * elements + element];
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    y = y + signed128{::__shfl_xor_sync(0xffffffffu, y.high, d), ::__shfl_xor_sync(0xffffffffu, y.low, d)};
  if (lane != 0) return;
  const int64 i = element / g.c.columns, j = element % g.c.columns;
  const int64 at_b = (g.c.rows + tile - 1) / tile * tile + j;
  const int32 scale_a = scale_of(exponent_field(t.magnitudes[i]), t.norms[i], limit),
              scale_b = scale_of(exponent_field(t.magnitudes[at_b]), t.norms[at_b], limit);
  const ff_t product = product_element(g, i, j, scale_a, scale_b, magnitude_of(y));
  g.c(i, j) = updated(g.alpha, product, g.beta, [&] { return g.c(i, j); });
}

template <int S>
void launch_tiles(const direct_task& t, const norm_limit& limit, int64 tiles, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>(tiles), static_cast<unsigned>(t.parts),
                  static_cast<unsigned>(t.g.count));
  const bool plain = t.g.alpha == 1.0f && t.g.beta == 0.0f;
  const auto kernel = plain ? multiply_tiles<S, true> : multiply_tiles<S, false>;
  kernel<<<grid, threads, 0, stream>>>(t, limit);
}

}  // namespace

status prepare_direct() {
  cudaFuncAttributes compiled{};
  if (const status s = of_cuda(cudaFuncGetAttributes(&compiled, multiply_tiles<7, true>)); !s) {
    cudaGetLastError();  // it is reported here
    return s;
  }
  if (compiled.ptxVersion < 80)
    return {fault::device, "gemm: expected to be compiled for compute capability 8.0 or later"};
  return {};
}

status multiply_direct(const direct_task& t, cudaStream_t stream) {
  const norm_limit limit = norm_limit_of(t.moduli);
  const gemm_arguments& g = t.g;
  const int64 tiles_a = (g.a.rows + tile - 1) / tile, tiles_b = (g.b.columns + tile - 1) / tile;
  if (t.measured > 0) {
    const auto rows = static_cast<size_t>((tiles_a + tiles_b) * tile);
    cudaError_t e = cudaMemsetAsync(t.magnitudes, 0, rows * sizeof(uint32), stream);
    if (e == cudaSuccess) e = cudaMemsetAsync(t.norms, 0, rows * sizeof(uint64), stream);
    if (e != cudaSuccess) return of_cuda(e);
    const dim3 grid(static_cast<unsigned>(tiles_a + tiles_b),
                    static_cast<unsigned>((g.a.columns + t.measured - 1) / t.measured));
    measure<false><<<grid, threads, 0, stream>>>(t);
    measure<true><<<grid, threads, 0, stream>>>(t);
  }
  if (digits_for(t.moduli) == 6)
    launch_tiles<6>(t, limit, tiles_a * tiles_b, stream);
  else
    launch_tiles<7>(t, limit, tiles_a * tiles_b, stream);
  if (t.parts > 1) {
    const auto elements = static_cast<size_t>(g.c.rows * g.c.columns);
    add_parts<<<static_cast<unsigned>((elements * 32 + threads - 1) / threads), threads, 0, stream>>>(t, limit);
  }
  return of_cuda(cudaGetLastError());
}

}  // namespace ff::linalg::detail
