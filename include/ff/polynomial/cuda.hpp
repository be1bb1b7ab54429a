// The roots of many polynomials on the device, with the bits of roots<N>.
//
// A warp takes several polynomials at once, so that their roots fill its lanes.  A lane takes a step of one
// root, of any of them; the list of those that still step is closed up after each sweep.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/polynomial/roots.hpp>

namespace ff {
namespace detail {

inline constexpr int warps_a_block = 4;

/// What a warp shares: the polynomials, their points, and the points of the next sweep, which the radii of
/// the disks follow.
template <int N>
struct warp_of_polynomials {
  static constexpr int polynomials = min_int(128 / N, 32), roots = N * polynomials;
  static constexpr size_t size = static_cast<size_t>(roots), sets = static_cast<size_t>(polynomials);

  scaled_polynomial<N> p[sets];
  newton_polygon<N> hull[sets];
  union {
    complex_float start[size];
    complex z[size];
  };
  union {
    complex_float next_start[size];
    complex next[size];
    disk found[size];
  };
  unsigned char active[size];  // the roots that still step, `left` of them
  bool overlaps[sets], unknown[sets];
};

/// Sweeps over the active roots of a warp: as iterate(), with the roots of all polynomials side by side.
template <int N, class Z>
__device__ __forceinline__ void iterate_together(warp_of_polynomials<N>& w, Z* z, Z* next, int left,
                                                 int sweeps, float enough) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (; sweeps > 0 && left > 0; --sweeps) {
    unsigned last = 0;  // bit b: of the item in round b
    for (int q = lane, b = 0; q < left; q += 32, ++b) {
      const int item = w.active[q], of = item / N;
      const stepped<Z> step = aberth_step(w.p[of], z + of * N, item % N, enough);
      next[item] = step.point;
      last |= (step.last ? 1u : 0u) << b;
    }
    __syncwarp();
    int kept = 0;
    for (int first = 0, b = 0; first < left; first += 32, ++b) {
      const bool mine = first + lane < left;
      const int item = mine ? w.active[first + lane] : 0;
      if (mine) z[item] = next[item];
      const bool keep = mine && (last >> b & 1u) == 0;
      const unsigned keeping = __ballot_sync(0xffffffffu, keep);
      if (keep) w.active[kept + __popc(keeping & ((1u << lane) - 1))] = static_cast<unsigned char>(item);
      kept += __popc(keeping);
      __syncwarp();
    }
    left = kept;
  }
}

/// All roots of all polynomials of the warp become active.  Returns how many.
template <int N>
__device__ __forceinline__ int activate(warp_of_polynomials<N>& w) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int left = 0;
  for (int first = 0; first < w.roots; first += 32) {
    const int item = first + lane;
    const bool is_root = item < w.roots && item % N < w.p[item < w.roots ? item / N : 0].degree;
    const unsigned all = __ballot_sync(0xffffffffu, is_root);
    if (is_root) w.active[left + __popc(all & ((1u << lane) - 1))] = static_cast<unsigned char>(item);
    left += __popc(all);
  }
  __syncwarp();
  return left;
}

template <int N, class T>
__global__ void __launch_bounds__(32 * warps_a_block)
    roots_of_batch(const T* coefficients, size_t count, polynomial::root_disks<N>* disks) {
  extern __shared__ float4 shared[];
  warp_of_polynomials<N>& w = reinterpret_cast<warp_of_polynomials<N>*>(shared)[threadIdx.x / 32];
  constexpr int polynomials = warp_of_polynomials<N>::polynomials;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const size_t first = (size_t{blockIdx.x} * warps_a_block + threadIdx.x / 32) * polynomials;
  if (first >= count) return;
  const int here = count - first < polynomials ? static_cast<int>(count - first) : polynomials;

  for (int c = lane; c < (N + 1) * polynomials; c += 32) {
    const int of = c / (N + 1);
    w.p[of].take(c % (N + 1), of < here ? ff_t(coefficients[(N + 1) * first + c]) : ff_t(0.0f));
  }
  __syncwarp();
  for (int of = lane; of < polynomials; of += 32) {
    w.p[of].finish();
    if (!w.p[of].all_finite) w.p[of].degree = -1;
    w.hull[of].of(w.p[of]);
    w.overlaps[of] = w.unknown[of] = false;
  }
  __syncwarp();

  const int left = activate(w);
  for (int q = lane; q < left; q += 32) {
    const int item = w.active[q], of = item / N;
    w.start[item] = starting_point(w.hull[of], w.p[of], item % N);
  }
  __syncwarp();
  iterate_together(w, w.start, w.next_start, left, float_sweeps, float_enough);
  const int all = activate(w);
  for (int q = lane; q < all; q += 32) {
    const int item = w.active[q];
    w.next[item] = {w.start[item].re, w.start[item].im};
  }
  __syncwarp();
  for (int q = lane; q < all; q += 32) w.z[w.active[q]] = w.next[w.active[q]];
  __syncwarp();
  iterate_together(w, w.z, w.next, all, pair_sweeps, pair_enough);

  activate(w);
  for (int q = lane; q < all; q += 32) {
    const int item = w.active[q], of = item / N;
    w.found[item] = smith_disk(w.p[of], w.z + of * N, item % N);
  }
  __syncwarp();
  for (int item = lane; item < N * here; item += 32) {
    const int of = item / N, i = item % N, n = w.p[of].degree;
    if (i < n) {
      if (!is_finite(w.found[item].radius)) w.unknown[of] = true;
      for (int j = i + 1; j < n; ++j) {
        if (overlap(w.found[item], w.found[of * N + j])) w.overlaps[of] = true;
      }
    }
    disks[first + static_cast<size_t>(of)].root[i] = i < n ? w.found[item] : disk{complex(0.0f), 0.0f, 0};
  }
  __syncwarp();
  for (int item = lane; item < N * here; item += 32) {
    const int of = item / N, i = item % N, n = w.p[of].degree;
    if (i < n && !w.overlaps[of] && !w.unknown[of])
      disks[first + static_cast<size_t>(of)].root[i].radius = tightened(w.found + of * N, n, i);
  }
  __syncwarp();
  for (int of = lane; of < here; of += 32) {
    polynomial::root_disks<N>& r = disks[first + static_cast<size_t>(of)];
    if (!is_settled(w.p[of], r)) conclude(w.p[of], r, w.overlaps[of], !w.unknown[of]);
  }
}

}  // namespace detail

namespace polynomial {

/// disks[i] = roots<N> of the polynomial whose coefficient of x^k is coefficients[(N + 1) i + k], i < count:
/// T is float or ff_t, N at most 64, both arrays are in device memory.  One kernel on `stream`; nothing is
/// allocated.  cudaErrorInvalidValue for null pointers, else what the launch returns.
///
///   ff::polynomial::batch_roots<18>(coefficients, count, disks, stream);
template <int N, class T>
cudaError_t batch_roots(const T* coefficients, size_t count, root_disks<N>* disks,
                        cudaStream_t stream = nullptr) {
  using namespace detail;
  if (count == 0) return cudaSuccess;
  if (coefficients == nullptr || disks == nullptr) return cudaErrorInvalidValue;
  constexpr size_t a_block = size_t{warps_a_block} * warp_of_polynomials<N>::polynomials;
  constexpr size_t bytes = warps_a_block * sizeof(warp_of_polynomials<N>);
  static_assert(bytes <= 48 * 1024, "what every device grants a block");
  const size_t blocks = count / a_block + (count % a_block != 0 ? 1 : 0);
  if (blocks > 0x7fffffff) return cudaErrorInvalidValue;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(static_cast<unsigned>(blocks));
  launch.blockDim = dim3(32 * warps_a_block);
  launch.dynamicSmemBytes = bytes;
  launch.stream = stream;
  return cudaLaunchKernelEx(&launch, roots_of_batch<N, T>, coefficients, count, disks);
}

}  // namespace polynomial
}  // namespace ff

#endif
