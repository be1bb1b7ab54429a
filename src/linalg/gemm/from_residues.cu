// Sums of products to residues, and N residues to an element of the result.
#include "../machine/launch.cuh"
#include "device_tables.cuh"
#include "result.cuh"
#include "tasks.hpp"

namespace ff::linalg::detail {
namespace {

constexpr int threads = 256;

unsigned blocks_for(size_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

// ---------------------------------------------------------------- sums to residues

template <bool adding>
__global__ void __launch_bounds__(threads)
    reduce(const int4* sums, uchar4* residues, size_t fours, int modulus) {
  const residue_constants m = residue_constants_of_moduli.of[modulus];
  const size_t start = size_t{blockIdx.x} * (4 * threads) + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const size_t at = start + static_cast<size_t>(i) * threads;
    if (at >= fours) continue;
    int4 c = __ldcs(sums + at);
    if constexpr (adding) {
      const uchar4 r = residues[at];
      c = make_int4(c.x + r.x, c.y + r.y, c.z + r.z, c.w + r.w);
    }
    reinterpret_cast<uint32*>(residues)[at] = product_residues(c.x, c.y, c.z, c.w, m);
  }
}

// ---------------------------------------------------------------- residues to results

/// Four neighbouring residues of each modulus, a word for each.
template <int N, bool from_sums>
__device__ void load_residues(const reconstruct_task& t, size_t at, uint32 (&by_modulus)[N]) {
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const size_t here = static_cast<size_t>(i) * t.plane + at;
    if constexpr (from_sums) {
      const int4 c = __ldcs(reinterpret_cast<const int4*>(t.sums + here));
      by_modulus[i] = product_residues(c.x, c.y, c.z, c.w, residue_constants_of_moduli.of[i]);
    } else {
      by_modulus[i] = __ldcs(reinterpret_cast<const unsigned int*>(t.residues + here));
    }
  }
}

template <int N>
__constant__ const reconstruction_table weights = make_reconstruction_table<N>();

/// A thread takes four neighbours of a row of C.  `plain`: alpha is 1 and beta 0.
template <int N, bool from_sums, bool plain>
__global__ void __launch_bounds__(threads) to_results(reconstruct_task t) {
  const int64 row = int64{blockIdx.y} * blockDim.y + threadIdx.y;
  const int64 column = 4 * (int64{blockIdx.x} * blockDim.x + threadIdx.x);
  const gemm_arguments& g = t.g;
  wait_for_previous();
  let_next_start();
  if (row >= g.c.rows || column >= g.c.columns) return;

  uint32 by_modulus[N];
  load_residues<N, from_sums>(t, static_cast<size_t>(row * t.padded_columns + column), by_modulus);
  const residues_by_number<N> residues = transposed<N>(by_modulus);
  const int32 scale_a = t.scales_a[row];
  const int4 scales = *reinterpret_cast<const int4*>(t.scales_b + column);
  const int32 scale_b[4] = {scales.x, scales.y, scales.z, scales.w};
  ff_t* const to = g.c.data + row * g.c.row_stride + column * g.c.column_stride;

  magnitude128 y[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) y[j] = reconstructed<N>(residues.of[j], weights<N>);
  ff_t result[4];
  product_elements(g, row, column, scale_a, scale_b, y, result);
  if constexpr (!plain)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      result[j] = updated(g.alpha, result[j], g.beta,
                          [&] { return column + j < g.c.columns ? to[j * g.c.column_stride] : ff_t(0.0f); });

  const bool wide =
      g.c.column_stride == 1 && column + 4 <= g.c.columns && reinterpret_cast<size_t>(to) % 16 == 0;
  if (wide) {
    auto* const words = reinterpret_cast<float4*>(to);
    words[0] = make_float4(result[0].hi(), result[0].lo(), result[1].hi(), result[1].lo());
    words[1] = make_float4(result[2].hi(), result[2].lo(), result[3].hi(), result[3].lo());
    return;
  }
#pragma unroll
  for (int j = 0; j < 4; ++j)
    if (column + j < g.c.columns) to[j * g.c.column_stride] = result[j];
}

template <int N>
cudaError_t launch(const reconstruct_task& t, cudaStream_t stream) {
  const bool plain = t.g.alpha == 1.0f && t.g.beta == 0.0f, from_sums = t.residues == nullptr;
  const auto kernel = from_sums ? (plain ? to_results<N, true, true> : to_results<N, true, false>)
                                : (plain ? to_results<N, false, true> : to_results<N, false, false>);
  const int64 fours = t.padded_columns / 4;
  unsigned across = 16;
  while (across < threads && across < fours) across *= 2;
  const dim3 block(across, threads / across);
  const dim3 grid(static_cast<unsigned>((fours + across - 1) / across),
                  static_cast<unsigned>((t.g.c.rows + block.y - 1) / block.y));
  return launch_behind(t.own, kernel, grid, block, 0, stream, t);
}

__global__ void __launch_bounds__(threads) scale_elements(gemm_arguments g) {
  const size_t item = size_t{blockIdx.x} * threads + threadIdx.x;
  const auto columns = static_cast<size_t>(g.c.columns);
  const auto i = static_cast<int64>(item / columns), j = static_cast<int64>(item % columns);
  if (i >= g.c.rows) return;
  g.c(i, j) = updated(1.0f, 0.0f, g.beta, [&] { return g.c(i, j); });
}

}  // namespace

status reduce_sums(const int32* sums, unsigned char* residues, size_t count, int modulus, bool adding,
                   cudaStream_t stream) {
  const size_t fours = count / 4;
  const auto kernel = adding ? reduce<true> : reduce<false>;
  kernel<<<blocks_for((fours + 3) / 4), threads, 0, stream>>>(
      reinterpret_cast<const int4*>(sums), reinterpret_cast<uchar4*>(residues), fours, modulus);
  return of_cuda(cudaGetLastError());
}

status reconstruct(const reconstruct_task& t, cudaStream_t stream) {
  switch (t.moduli) {
    case 12:
      return of_cuda(launch<12>(t, stream));
    case 13:
      return of_cuda(launch<13>(t, stream));
    default:
      return of_cuda(launch<14>(t, stream));
  }
}

status scale_result(const gemm_arguments& g, cudaStream_t stream) {
  scale_elements<<<blocks_for(static_cast<size_t>(g.c.rows) * static_cast<size_t>(g.c.columns)), threads, 0,
                   stream>>>(g);
  return of_cuda(cudaGetLastError());
}

}  // namespace ff::linalg::detail
