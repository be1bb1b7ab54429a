// Numbers to residues: the scale of each row, then N bytes for each element.
#include "../machine/launch.cuh"
#include "device_tables.cuh"
#include "mma.cuh"
#include "tasks.hpp"

namespace ff::linalg::detail {
namespace {

// ---------------------------------------------------------------- elements

/// Elements first ... first + 3 of a row; zeros beyond its end, and in rows beyond the last.
template <bool wide>
__device__ void load(const split_task& s, int64 row, int64 first, ff_t (&v)[4]) {
  const ff_t* const x = s.x + row * s.between + first * s.along;
  if (row < s.rows && wide && first + 4 <= s.length) {
    const float4 a = __ldcs(reinterpret_cast<const float4*>(x)),
                 b = __ldcs(reinterpret_cast<const float4*>(x) + 1);
    v[0] = from_words(a.x, a.y), v[1] = from_words(a.z, a.w);
    v[2] = from_words(b.x, b.y), v[3] = from_words(b.z, b.w);
    return;
  }
#pragma unroll
  for (int j = 0; j < 4; ++j) v[j] = row < s.rows && first + j < s.length ? x[j * s.along] : ff_t(0.0f);
}

/// Rows of 64 in the order in which a warpgroup's accumulators of one thread are neighbours in C, where they
/// are its columns.
__device__ int64 permuted(int64 row) {
  const int64 c = row & 63;
  return (row & ~int64{63}) | (c >> 1 & 7) << 3 | c >> 4 << 1 | (c & 1);
}

/// Says where the residues of elements first ... first + 3 of a row begin, first a multiple of 4.
__device__ signed char* place(const split_task& s, int64 row, int64 first) {
  if (!s.tiled) return s.residues + row * s.inner + first;
  return s.residues + ((first >> 7) * s.padded_rows + permuted(row)) * 128 + (first & 127);
}

// ---------------------------------------------------------------- residues

/// The integers of a thread's groups of four neighbours, moved by 2^55.
template <int groups>
struct biased_integers {
  uint64 of[groups][4];

  __device__ biased_integers(const ff_t (*v)[4], int32 scale) {
    const bool any = scale != poisoned;
    const scale_factors f = factors_of(any ? scale : 0);
#pragma unroll
    for (int g = 0; g < groups; ++g)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        of[g][j] = static_cast<uint64>(any ? to_integer(v[g][j], f) : 0) + (uint64{1} << integer_bias);
  }
  __device__ uint32 low(int g, int j) const { return static_cast<uint32>(of[g][j]); }
  __device__ uint32 high(int g, int j) const { return static_cast<uint32>(of[g][j] >> 32); }
};

/// For two moduli a time the weights of the bytes of a low and of a high word: the first's, the second's, and
/// none.
struct weight_table {
  uint32 of[most_moduli / 2][3][2];
};
constexpr weight_table make_weight_table() {
  weight_table t{};
  for (int i = 0; i < most_moduli; ++i) {
    const residue_constants m = constants_of(moduli[i]);
    t.of[i / 2][i % 2][0] = m.low_bytes;
    t.of[i / 2][i % 2][1] = m.high_bytes;
  }
  return t;
}
/// Not in constant memory: lanes read different entries.
__device__ const weight_table weights_of_bytes = make_weight_table();

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// 256 needs no quotient.
__device__ uint32 residue_by_sum(uint32 sum, const residue_constants& m) {
  return m.p == 256 ? sum : reduced(sum, m);
}

/// The sums of bytes by their weights come from tensor cores, for two moduli a time: with b diagonal in
/// blocks of 4 bytes by 2 columns, each lane gets the sums of its own numbers.  To be called by whole warps.
template <int groups>
__device__ void store_residues(const split_task& s, const biased_integers<groups>& x,
                               signed char* (&to)[groups]) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned own_columns = lane / 8 == lane % 4 ? lane / 4 % 2 : 2;
#pragma unroll
  for (int t = 0; t < most_moduli; t += 2) {
    if (t >= fewest_moduli && t >= s.moduli) break;
    const bool two = t + 1 < fewest_moduli || t + 1 < s.moduli;
    const auto weights = *reinterpret_cast<const uint2*>(weights_of_bytes.of[t / 2][own_columns]);
    const residue_constants &m = residue_constants_of_moduli.of[t],
                            &n = residue_constants_of_moduli.of[t + 1];
#pragma unroll
    for (int g = 0; g < groups; ++g) {
      uint32 sums[2][4];
#pragma unroll
      for (int h = 0; h < 2; ++h)
        product_of_bytes(sums[h], m.start, n.start,
                         {x.low(g, 2 * h), x.low(g, 2 * h + 1), x.high(g, 2 * h), x.high(g, 2 * h + 1)},
                         weights.x, weights.y);
      const auto store = [&](int i, const residue_constants& of) {
        *reinterpret_cast<uint32*>(to[g]) =
            last_bytes(residue_by_sum(sums[0][i], of), residue_by_sum(sums[0][i + 2], of),
                       residue_by_sum(sums[1][i], of), residue_by_sum(sums[1][i + 2], of));
        to[g] += s.plane;
      };
      store(0, m);
      if (two) store(1, n);
    }
  }
}

#else

template <int groups>
__device__ void store_residues(const split_task& s, const biased_integers<groups>& x,
                               signed char* (&to)[groups]) {
  for (int t = 0; t < s.moduli; ++t) {
    const residue_constants& m = residue_constants_of_moduli.of[t];
#pragma unroll
    for (int g = 0; g < groups; ++g) {
      *reinterpret_cast<uint32*>(to[g]) = last_bytes(residue_of(x.of[g][0], m), residue_of(x.of[g][1], m),
                                                     residue_of(x.of[g][2], m), residue_of(x.of[g][3], m));
      to[g] += s.plane;
    }
  }
}

#endif

/// The residues of groups of four neighbours of a row, `step` elements from group to group, but of those that
/// begin beyond the planes: a whole warp's or none, as the planes' rows are multiples of 128.
template <int groups>
__device__ void store_residues(const split_task& s, const ff_t (*v)[4], int32 scale, int64 row, int64 first,
                               int step) {
  if (first + (groups - 1) * step < s.inner) {
    signed char* to[groups];
#pragma unroll
    for (int g = 0; g < groups; ++g) to[g] = place(s, row, first + g * step);
    store_residues<groups>(s, biased_integers<groups>(v, scale), to);
    return;
  }
  if constexpr (groups > 1) store_residues<groups - 1>(s, v, scale, row, first, step);
}

// ---------------------------------------------------------------- rows of consecutive elements

/// Waits for all earlier kernels.  The split of the second operand (`beside`) does not wait, so that both run
/// together; it ends last, so that the next kernel waits for both.
__device__ void begin_split(const split_task& s) {
  if (!s.beside) wait_for_previous();
  let_next_start();
}
struct end_of_kernel {
  __device__ ~end_of_kernel() { wait_for_previous(); }
};

__device__ uint32 greater(uint32 a, uint32 b) { return a < b ? b : a; }
__device__ uint64 added(uint64 a, uint64 b) { return a + b; }

/// f over all `threads` threads that share a row; every one of them gets it.
template <int threads, class T, class F>
__device__ T over_row(T x, F f) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2) x = f(x, __shfl_xor_sync(0xffffffffu, x, d));
  if constexpr (threads > 32) {
    __shared__ T of_warp[threads / 32];
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    x = of_warp[0];
    for (int w = 1; w < threads / 32; ++w) x = f(x, of_warp[w]);
  }
  return x;
}

/// The scale of a row of which a thread has v; over(x, f) is f over all threads that share it.
template <int groups, class Over>
__device__ int32 scale_of_row(const ff_t (&v)[groups][4], const norm_limit& limit, Over over) {
  uint32 magnitude = 0;
#pragma unroll
  for (int g = 0; g < groups; ++g)
#pragma unroll
    for (int j = 0; j < 4; ++j) magnitude = greater(magnitude, magnitude_bits_of(v[g][j].hi()));
  const uint32 largest = exponent_field(over(magnitude, greater));
  uint64 square = 0;
#pragma unroll
  for (int g = 0; g < groups; ++g)
#pragma unroll
    for (int j = 0; j < 4; ++j) square += squared_term(v[g][j].hi(), largest);
  return scale_of(largest, over(square, added), limit);
}

/// Rows of at most 4 groups threads elements, which stay in registers.  Eight rows of 32 threads share a
/// block.
template <int threads, int groups, bool wide>
__global__ void __launch_bounds__(threads == 32 ? 256 : threads, threads == 32 ? 4 : 1024 / threads)
    split_rows(split_task s, norm_limit limit) {
  constexpr int together = threads == 32 ? 8 : 1;
  begin_split(s);
  const int thread = static_cast<int>(threadIdx.x) % threads;
  const int64 row = int64{blockIdx.x} * together + static_cast<int>(threadIdx.x) / threads;
  const end_of_kernel end;
  if (together > 1 && row >= s.padded_rows) return;

  ff_t v[groups][4];
#pragma unroll
  for (int g = 0; g < groups; ++g) load<wide>(s, row, 4 * int64{thread + g * threads}, v[g]);
  const int32 scale = scale_of_row(v, limit, [](auto x, auto f) { return over_row<threads>(x, f); });
  if (thread == 0) s.scales[row] = scale;
#pragma unroll
  for (int g = 0; g < groups; g += 2)
    store_residues<2>(s, v + g, scale, row, 4 * int64{thread + g * threads}, 4 * threads);
}

/// Rows of any length, read three times.
template <bool wide>
__global__ void __launch_bounds__(512) split_long_rows(split_task s, norm_limit limit) {
  begin_split(s);
  const end_of_kernel end;
  const int64 row = blockIdx.x;
  ff_t v[4];
  uint32 magnitude = 0;
  uint64 square = 0;
  for (int64 first = 4 * int64{threadIdx.x}; first < s.length; first += 4 * 512) {
    load<wide>(s, row, first, v);
    for (int j = 0; j < 4; ++j) magnitude = greater(magnitude, magnitude_bits_of(v[j].hi()));
  }
  const uint32 largest = exponent_field(over_row<512>(magnitude, greater));
  for (int64 first = 4 * int64{threadIdx.x}; first < s.length; first += 4 * 512) {
    load<wide>(s, row, first, v);
    for (int j = 0; j < 4; ++j) square += squared_term(v[j].hi(), largest);
  }
  const int32 scale = scale_of(largest, over_row<512>(square, added), limit);
  if (threadIdx.x == 0) s.scales[row] = scale;
  for (int64 first = 4 * int64{threadIdx.x}; first < s.inner; first += 4 * 512) {
    load<wide>(s, row, first, v);
    store_residues<1>(s, &v, scale, row, first, 0);
  }
}

// ---------------------------------------------------------------- rows whose neighbours are consecutive

/// A block of `together` rows of at most 8192 / together elements, which stay in registers.  A warp has 8
/// fours of 4 rows, so that it reads and writes whole sectors of 32 bytes.
template <int together>
struct fours_of_rows {
  static constexpr int threads = 1024, groups = 2;
  static constexpr int fours = threads / together;  // of a row at a time
  static constexpr int warps_beside = together / 4, warps_along = 32 / warps_beside;
  int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  int row = lane % 4 + warp % warps_beside * 4, four = lane / 4 + warp / warps_beside * 8;

  /// f over all threads that share a row; every one of them gets it.
  template <class T, class F>
  __device__ T over_row(T x, F f) const {
#pragma unroll
    for (int d = 16; d >= 4; d /= 2) x = f(x, __shfl_xor_sync(0xffffffffu, x, d));
    __shared__ T of_warp[warps_along][together];
    if (lane < 4) of_warp[warp / warps_beside][row] = x;
    __syncthreads();
    x = of_warp[0][row];
#pragma unroll
    for (int w = 1; w < warps_along; ++w) x = f(x, of_warp[w][row]);
    return x;
  }
};

template <int together>
__global__ void __launch_bounds__(1024, 1) split_short_across(split_task s, norm_limit limit) {
  constexpr int groups = fours_of_rows<together>::groups, fours = fours_of_rows<together>::fours;
  begin_split(s);
  const end_of_kernel end;
  const fours_of_rows<together> mine;
  const int64 row = int64{blockIdx.x} * together + mine.row;
  ff_t v[groups][4];
#pragma unroll
  for (int g = 0; g < groups; ++g) load<false>(s, row, 4 * int64{mine.four + g * fours}, v[g]);
  const int32 scale = scale_of_row(v, limit, [&](auto x, auto f) { return mine.over_row(x, f); });
  if (mine.four == 0) s.scales[row] = scale;
  store_residues<groups>(s, v, scale, row, 4 * int64{mine.four}, 4 * fours);
}

constexpr int across_rows = 32, across_threads = 256, across_length = 512;

/// The part of `length` elements of 32 rows that is the block's: groups of rows come one after the other.
struct part_of_rows {
  int64 first_row, start;
};
__device__ part_of_rows part_of_block(int64 whole, int64 length) {
  const auto parts = static_cast<uint32>((whole + length - 1) / length);
  return {int64{blockIdx.x / parts} * across_rows, int64{blockIdx.x % parts} * length};
}
unsigned parts_of(int64 rows, int64 whole, int64 length) {
  return static_cast<unsigned>((rows + across_rows - 1) / across_rows * ((whole + length - 1) / length));
}

/// f over the block's part of a row of each lane; `add` puts it in the row's total.
template <class T, class F, class Add>
__device__ void over_part(const split_task& s, F f, Add add) {
  const part_of_rows part = part_of_block(s.length, across_length);
  const int64 row = part.first_row + threadIdx.x % 32, start = part.start;
  if (row >= s.rows) return;
  const int64 end = start + across_length < s.length ? start + across_length : s.length;
  T total = 0;
  for (int64 h = start + threadIdx.x / 32; h < end; h += across_threads / 32)
    total = f(total, s.x[row * s.between + h * s.along].hi());
  add(row, total);
}

__global__ void __launch_bounds__(across_threads) find_magnitudes(split_task s) {
  over_part<uint32>(
      s, [](uint32 largest, float head) { return greater(largest, magnitude_bits_of(head)); },
      [&](int64 row, uint32 largest) { atomicMax(s.magnitudes + row, largest); });
}

__global__ void __launch_bounds__(across_threads) add_squares(split_task s) {
  const int64 row = part_of_block(s.length, across_length).first_row + threadIdx.x % 32;
  const uint32 largest = row < s.rows ? exponent_field(s.magnitudes[row]) : 0;
  over_part<uint64>(
      s, [&](uint64 sum, float head) { return sum + squared_term(head, largest); },
      [&](int64 at, uint64 sum) { atomicAdd(s.norms + at, sum); });
}

/// 32 rows by 128 elements, through shared memory.
__global__ void __launch_bounds__(across_threads) split_across(split_task s, norm_limit limit) {
  constexpr int pitch = 130;
  __shared__ __align__(16) ff_t tile[across_rows * pitch];
  const auto [first_row, start] = part_of_block(s.inner, 128);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    const int64 row = first_row + lane, h = start + warp + 8 * i;
    const bool inside = row < s.rows && h < s.length;
    tile[lane * pitch + warp + 8 * i] = inside ? s.x[row * s.between + h * s.along] : ff_t(0.0f);
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    const int64 row = first_row + warp + 8 * i;
    const int32 scale = row < s.rows ? scale_of(exponent_field(s.magnitudes[row]), s.norms[row], limit) : 0;
    if (start == 0 && lane == 0) s.scales[row] = scale;
    ff_t v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = tile[(warp + 8 * i) * pitch + 4 * lane + j];
    store_residues<1>(s, &v, scale, row, start + 4 * lane, 0);
  }
}

// ---------------------------------------------------------------- launches

template <bool wide>
cudaError_t launch_rows(const split_task& s, const norm_limit& limit, cudaStream_t stream) {
  const auto rows = static_cast<unsigned>(s.padded_rows);
  const auto launch = [&](auto kernel, unsigned blocks, unsigned threads) {
    return launch_behind(true, kernel, dim3(blocks), dim3(threads), 0, stream, s, limit);
  };
  if (s.length <= 256) return launch(split_rows<32, 2, wide>, (rows + 7) / 8, 256);
  if (s.length <= 1024) return launch(split_rows<128, 2, wide>, rows, 128);
  if (s.length <= 2048) return launch(split_rows<256, 2, wide>, rows, 256);
  if (s.length <= 4096) return launch(split_rows<512, 2, wide>, rows, 512);
  if (s.length <= 8192) return launch(split_rows<512, 4, wide>, rows, 512);
  if (s.length <= 16384) return launch(split_rows<1024, 4, wide>, rows, 1024);
  return launch(split_long_rows<wide>, rows, 512);
}

status launch_across(const split_task& s, const norm_limit& limit, cudaStream_t stream) {
  const auto launch_short = [&](auto kernel, int64 together) {
    const auto blocks = static_cast<unsigned>(s.padded_rows / together);
    return of_cuda(launch_behind(true, kernel, dim3(blocks), dim3(1024), 0, stream, s, limit));
  };
  if (s.length <= 1024) return launch_short(split_short_across<8>, 8);
  if (s.length <= 2048) return launch_short(split_short_across<4>, 4);
  const auto rows = static_cast<size_t>(s.rows);
  cudaError_t e = cudaMemsetAsync(s.magnitudes, 0, rows * sizeof(uint32), stream);
  if (e == cudaSuccess) e = cudaMemsetAsync(s.norms, 0, rows * sizeof(uint64), stream);
  if (e != cudaSuccess) return of_cuda(e);
  const unsigned parts = parts_of(s.rows, s.length, across_length);
  find_magnitudes<<<parts, across_threads, 0, stream>>>(s);
  add_squares<<<parts, across_threads, 0, stream>>>(s);
  split_across<<<parts_of(s.padded_rows, s.inner, 128), across_threads, 0, stream>>>(s, limit);
  return of_cuda(cudaGetLastError());
}

}  // namespace

status split(const split_task& task, cudaStream_t stream) {
  split_task s = task;
  s.plane = s.padded_rows * s.inner;
  const norm_limit limit = norm_limit_of(s.moduli);
  if (magnitude_of(s.along) > magnitude_of(s.between) && s.rows > 1) return launch_across(s, limit, stream);
  const bool wide = s.along == 1 && aligned_to(s.x, 16) && (s.rows == 1 || s.between % 2 == 0);
  return of_cuda(wide ? launch_rows<true>(s, limit, stream) : launch_rows<false>(s, limit, stream));
}

}  // namespace ff::linalg::detail
