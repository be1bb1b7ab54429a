// Small products and thin ones in one kernel: numbers to integers, integers to digits in shared memory, their
// products by mma.sync on INT8 tensor cores, and the sums to results.  No plane goes through memory.
//
// A block has a tile of 32 by 32 elements of C, and of the inner dimension all, or a part where there are
// fewer tiles than the device can hold; then a second kernel adds the parts.  The scales are found by the
// block itself where the inner dimension is short, else by two kernels before it.
#include "device_tables.cuh"
#include "mma.cuh"
#include "result.cuh"
#include "tasks.hpp"

namespace ff::linalg::detail {
namespace {

constexpr int tile = direct_tile, threads = 128;
constexpr int depth = direct_depth;  // of the inner dimension at a time: one mma
constexpr int pitch = 48;            // bytes from row to row of digits: ldmatrix meets no bank twice

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

// ---------------------------------------------------------------- scales

/// Of 32 rows of each of `count` operands.
template <int count>
struct tile_measures {
  uint32* magnitudes[count];
  uint64* norms[count];
};

/// The heads of a thread's share of two steps: all loads are under way before the first is used.
template <int count>
struct some_heads {
  static constexpr int length = 2 * depth;
  float of[count][2][2][4];

  __device__ void load(const operand_rows (&o)[count], const int64 (&first_row)[count], int64 start,
                       int64 end) {
#pragma unroll
    for (int n = 0; n < count; ++n)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int step = 0; step < 2; ++step) {
          const share_of_rows mine(o[n]);
          const int64 row = first_row[n] + mine.row(i), first = start + step * depth + mine.first(i);
          const ff_t* const x = o[n].x + row * o[n].between + first * o[n].along;
#pragma unroll
          for (int j = 0; j < 4; ++j)
            of[n][i][step][j] = row < o[n].rows && first + j < end ? x[j * o[n].along].hi() : 0.0f;
        }
  }
};

/// The largest magnitudes of the heads of 32 rows, elements begin ... end - 1.
template <int count>
__device__ void find_magnitudes(const operand_rows (&o)[count], const int64 (&first_row)[count], int64 begin,
                                int64 end, some_heads<count>& heads, const tile_measures<count>& m) {
  uint32 largest[count][2] = {};
  for (int64 start = begin; start < end; start += some_heads<count>::length) {
    heads.load(o, first_row, start, end);
#pragma unroll
    for (int n = 0; n < count; ++n)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          largest[n][i] = greater(largest[n][i], magnitude_bits_of(heads.of[n][i][j / 4][j % 4]));
  }
#pragma unroll
  for (int n = 0; n < count; ++n)
#pragma unroll
    for (int i = 0; i < 2; ++i) ::atomicMax(m.magnitudes[n] + share_of_rows(o[n]).row(i), largest[n][i]);
}

/// The sums of their squares, by the largest magnitudes of the whole rows.  `heads` are those that were found
/// last.
template <int count>
__device__ void add_squares(const operand_rows (&o)[count], const int64 (&first_row)[count], int64 begin,
                            int64 end, some_heads<count>& heads, bool found, const tile_measures<count>& m) {
  uint32 largest[count][2];
  uint64 sum[count][2] = {};
#pragma unroll
  for (int n = 0; n < count; ++n)
#pragma unroll
    for (int i = 0; i < 2; ++i) largest[n][i] = exponent_field(m.magnitudes[n][share_of_rows(o[n]).row(i)]);
  for (int64 start = begin; start < end; start += some_heads<count>::length) {
    if (!found) heads.load(o, first_row, start, end);
#pragma unroll
    for (int n = 0; n < count; ++n)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[n][i] += squared_term(heads.of[n][i][j / 4][j % 4], largest[n][i]);
  }
#pragma unroll
  for (int n = 0; n < count; ++n)
#pragma unroll
    for (int i = 0; i < 2; ++i)
      ::atomicAdd(reinterpret_cast<unsigned long long*>(m.norms[n]) + share_of_rows(o[n]).row(i),
                  static_cast<unsigned long long>(sum[n][i]));
}

/// Blocks have 32 rows, of A and then of B, and a part of their length.
template <bool squares>
__global__ void __launch_bounds__(threads) measure(direct_task t) {
  const auto tiles_of_a = static_cast<unsigned>((t.g.a.rows + tile - 1) / tile);
  const bool of_b = blockIdx.x >= tiles_of_a;
  const operand_rows o[1] = {of_b ? rows_of_b(t.g) : rows_of_a(t.g)};
  const int64 first_row[1] = {int64{blockIdx.x - (of_b ? tiles_of_a : 0)} * tile};
  const int64 begin = int64{blockIdx.y} * t.measured;
  const int64 end = begin + t.measured < o[0].length ? begin + t.measured : o[0].length;
  const tile_measures<1> m = {{t.magnitudes + int64{blockIdx.x} * tile},
                              {t.norms + int64{blockIdx.x} * tile}};
  some_heads<1> heads;
  if constexpr (squares)
    add_squares<1>(o, first_row, begin, end, heads, false, m);
  else
    find_magnitudes<1>(o, first_row, begin, end, heads, m);
}

// ---------------------------------------------------------------- digits

/// Digit d of element h of row r of an operand is byte h of row r of plane d.
template <int S>
struct digit_planes {
  alignas(16) unsigned char of[S][tile][pitch];
};

/// A step of an operand as it stands in memory.
constexpr int number_pitch = 34;
struct numbers {
  alignas(16) ff_t of[tile][number_pitch];
};

/// Says what a block keeps in shared memory: A's and B's.
template <int S>
struct block_memory {
  numbers step[2][2];  ///< the step whose digits are taken, and the next one
  digit_planes<S> digits[2];
  uint64 norms[2][tile];
  uint32 magnitudes[2][tile];
  int32 scales[2][tile];
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

__device__ void find_scales(const direct_task& t, const operand_rows (&o)[2], const int64 (&first_row)[2],
                            const norm_limit& limit, uint32 (&magnitudes)[2][tile], uint64 (&norms)[2][tile],
                            int32 (&scales)[2][tile]) {
  const int thread = static_cast<int>(threadIdx.x), n = thread / tile, i = thread % tile;
  if (t.measured > 0) {
    if (n < 2) {
      const int64 at = (n == 0 ? first_row[0] : (o[0].rows + tile - 1) / tile * tile + first_row[1]) + i;
      scales[n][i] = scale_of(exponent_field(t.magnitudes[at]), t.norms[at], limit);
    }
    __syncthreads();
    return;
  }
  if (n < 2) magnitudes[n][i] = 0, norms[n][i] = 0;
  __syncthreads();
  const tile_measures<2> m = {{magnitudes[0], magnitudes[1]}, {norms[0], norms[1]}};
  some_heads<2> heads;
  find_magnitudes<2>(o, first_row, 0, o[0].length, heads, m);
  __syncthreads();
  add_squares<2>(o, first_row, 0, o[0].length, heads, o[0].length <= some_heads<2>::length, m);
  __syncthreads();
  if (n < 2) scales[n][i] = scale_of(exponent_field(magnitudes[n][i]), norms[n][i], limit);
  __syncthreads();
}

__device__ uint32 shared_address(const void* p) { return static_cast<uint32>(__cvta_generic_to_shared(p)); }

/// `bytes` of 8 or 16 to shared memory, asynchronously, and zeros for the rest.
template <int size>
__device__ void copy(ff_t* to, const ff_t* from, int bytes) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared_address(to)), "l"(from),
               "n"(size), "r"(bytes)
               : "memory");
}
__device__ void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int left>
__device__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

/// A step of an operand, to be waited for; zeros beyond `end` and the last row.
__device__ void fetch(const operand_rows& o, int64 first_row, int64 step, int64 end, numbers& to) {
  const int thread = static_cast<int>(threadIdx.x);
  const auto element = [&](int row, int h) {
    return o.x + (first_row + row) * o.between + (step + h) * o.along;
  };
  const auto inside = [&](int row, int h, int most) {
    const int64 left = first_row + row < o.rows ? (end - step - h) * 8 : 0;
    return left <= 0 ? 0 : left < most ? static_cast<int>(left) : most;
  };
  if (o.along == 1 && o.between % 2 == 0 && reinterpret_cast<size_t>(o.x) % 16 == 0) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int row = thread / 16 + 8 * i, h = 2 * (thread % 16), size = inside(row, h, 16);
      copy<16>(&to.of[row][h], size > 0 ? element(row, h) : o.x, size);
    }
    return;
  }
  const share_of_rows mine(o);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int outer = thread % 32, inner = thread / 32 + 4 * i;
    const int row = mine.by_rows ? outer : inner, h = mine.by_rows ? inner : outer, size = inside(row, h, 8);
    copy<8>(&to.of[row][h], size > 0 ? element(row, h) : o.x, size);
  }
}

/// Numbers to digits; eight threads share a row.
template <int S>
__device__ void split_step(const numbers& from, const int32 (&scales)[tile], digit_planes<S>& to) {
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int thread = static_cast<int>(threadIdx.x), row = thread / 8 + 16 * i, first = 4 * (thread % 8);
    const int32 scale = scales[row];
    const scale_factors f = factors_of(scale == poisoned ? 0 : scale);
    uint32 low[4], high[4];
#pragma unroll
    for (int j = 0; j < 4; j += 2) {
      const float4 two = *reinterpret_cast<const float4*>(&from.of[row][first + j]);
      const ff_t v[2] = {from_words(two.x, two.y), from_words(two.z, two.w)};
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        const uint64 digits = digits_of<S>(scale == poisoned ? 0 : to_integer(v[e], f));
        low[j + e] = static_cast<uint32>(digits), high[j + e] = static_cast<uint32>(digits >> 32);
      }
    }
    const residues_by_number<4> of_low = transposed<4>(low), of_high = transposed<4>(high);
#pragma unroll
    for (int d = 0; d < S; ++d)
      *reinterpret_cast<uint32*>(&to.of[d][row][first]) = d < 4 ? of_low.of[d & 3][0] : of_high.of[d & 3][0];
  }
}

#endif

// ---------------------------------------------------------------- products

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Four matrices of 8 rows of 16 bytes; a lane gives the address of a row.
__device__ void load_matrices(uint32 (&m)[4], const unsigned char* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(shared_address(row))
               : "memory");
}

/// A warp has 16 by 16 elements, in two halves of 8 columns.
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
        add_product_of_bytes(of[d + e][0], fragment_a[d], fragment_b[0], fragment_b[1]);
        add_product_of_bytes(of[d + e][1], fragment_a[d], fragment_b[2], fragment_b[3]);
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
__global__ void __launch_bounds__(threads, direct_blocks) multiply_tiles(direct_task t, norm_limit limit) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  extern __shared__ __align__(16) unsigned char block[];
  auto& memory = *reinterpret_cast<block_memory<S>*>(block);
  const gemm_arguments& g = t.g;
  operand_rows operands[2] = {rows_of_a(g), rows_of_b(g)};
  const operand_rows &a = operands[0], &b = operands[1];
  const int64 batch = blockIdx.z;
  operands[0].x += batch * g.stride_a;
  operands[1].x += batch * g.stride_b;
  const auto tiles_across = static_cast<unsigned>((b.rows + tile - 1) / tile);
  const int64 row = int64{blockIdx.x / tiles_across} * tile, column = int64{blockIdx.x % tiles_across} * tile;
  const int64 begin = int64{blockIdx.y} * t.part;
  const int64 end = begin + t.part < a.length ? begin + t.part : a.length;
  const auto fetch_step = [&](int64 step, int buffer) {
    if (step < end) {
      fetch(a, row, step, end, memory.step[buffer][0]);
      fetch(b, column, step, end, memory.step[buffer][1]);
    }
    commit_copies();
  };
  fetch_step(begin, 0);
  find_scales(t, operands, {row, column}, limit, memory.magnitudes, memory.norms, memory.scales);

  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  warp_sums<S> sums = {};
  int buffer = 0;
  for (int64 step = begin; step < end; step += depth, buffer ^= 1) {
    fetch_step(step + depth, buffer ^ 1);
    wait_for_copies<1>();
    __syncthreads();
    split_step<S>(memory.step[buffer][0], memory.scales[0], memory.digits[0]);
    split_step<S>(memory.step[buffer][1], memory.scales[1], memory.digits[1]);
    __syncthreads();
    sums.add(memory.digits[0], memory.digits[1], warp, lane);
  }

  gemm_arguments mine = g;
  mine.a.data = a.x;
  mine.b.data = b.x;
  mine.c.data += batch * g.stride_c;
#pragma unroll
  for (int v = 0; v < 4; v += 2)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int in_row = 16 * (warp / 2) + lane / 4 + 4 * v,
                in_column = 16 * (warp % 2) + 8 * half + lane % 4 * 2;
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
        product[w] = i < a.rows && j + w < b.rows ? product_element(mine, i, j + w, memory.scales[0][in_row],
                                                                    memory.scales[1][in_column + w],
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
  kernel<<<grid, threads, sizeof(block_memory<S>), stream>>>(t, limit);
}

template <int S, bool plain>
cudaError_t allow_memory() {
  return cudaFuncSetAttribute(multiply_tiles<S, plain>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(sizeof(block_memory<S>)));
}

}  // namespace

status prepare_direct() {
  cudaFuncAttributes compiled{};
  cudaError_t e = cudaFuncGetAttributes(&compiled, multiply_tiles<7, true>);
  if (e == cudaSuccess) e = allow_memory<6, false>();
  if (e == cudaSuccess) e = allow_memory<6, true>();
  if (e == cudaSuccess) e = allow_memory<7, false>();
  if (e == cudaSuccess) e = allow_memory<7, true>();
  if (e != cudaSuccess) cudaGetLastError();  // it is reported here
  if (e == cudaSuccess && compiled.ptxVersion < 80)
    return {fault::device, "gemm: expected to be compiled for compute capability 8.0 or later"};
  return of_cuda(e);
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
    add_parts<<<static_cast<unsigned>((elements * 32 + threads - 1) / threads), threads, 0, stream>>>(t,
                                                                                                      limit);
  }
  return of_cuda(cudaGetLastError());
}

}  // namespace ff::linalg::detail
