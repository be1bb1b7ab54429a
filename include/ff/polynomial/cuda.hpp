// The roots of many polynomials on the device, with the bits of roots<Degree>.
//
// A warp takes several polynomials at once, so that their roots fill its lanes.  A lane takes a step of one
// root, of any of them; the list of those that still step is closed up after each sweep.  A second kernel
// takes the few polynomials whose roots do not all have a disk of their own, because what these need takes
// more registers.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/polynomial/roots.hpp>

namespace ff {
namespace detail {

inline constexpr int warps_a_block = 4;

/// Holds what a warp shares: the polynomials, their points and those of the next sweep, the points' weights
/// and the radii of disks of their own.
template <int Degree>
struct warp_of_polynomials {
  static constexpr int polynomials = min_int(128 / Degree, 32), roots = Degree * polynomials;
  static constexpr size_t size = static_cast<size_t>(roots), sets = static_cast<size_t>(polynomials);

  scaled_polynomial<Degree> p[sets];
  newton_polygon<Degree> hull[sets];
  union {
    complex_float start[size];
    complex z[size];
  };
  union {
    complex_float next_start[size];
    complex next[size];
  };
  float weight[size], single[size];
  unsigned char active[size];  // the roots that still step, `left` of them
  bool is_open[sets];          // some point has no disk of its own
};

/// Sweeps over the active roots of a warp: as iterate(), with the roots of all polynomials side by side.
template <class Step, int Degree, class Z>
__device__ __forceinline__ void iterate_together(warp_of_polynomials<Degree>& w, Z* z, Z* next, int left,
                                                 int sweeps, float enough) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (; sweeps > 0 && left > 0; --sweeps) {
    unsigned last = 0;  // bit b: of the item in round b
    for (int q = lane, b = 0; q < left; q += 32, ++b) {
      const int item = w.active[q], of = item / Degree;
      const stepped<Z> step = Step::of(w.p[of], z + of * Degree, item % Degree, enough);
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

/// All roots of the warp's polynomials that are open become active.  Returns how many.
template <int Degree>
__device__ __forceinline__ int activate(warp_of_polynomials<Degree>& w) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int left = 0;
  for (int first = 0; first < w.roots; first += 32) {
    const int item = first + lane;
    const int of = item < w.roots ? item / Degree : 0;
    const bool is_root = item < w.roots && item % Degree < w.p[of].degree && w.is_open[of];
    const unsigned all = __ballot_sync(0xffffffffu, is_root);
    if (is_root) w.active[left + __popc(all & ((1u << lane) - 1))] = static_cast<unsigned char>(item);
    left += __popc(all);
  }
  __syncwarp();
  return left;
}

/// The weights and the disks of active points; their polynomials are open where a point has none.
template <int Degree>
__device__ __forceinline__ void certify_together(warp_of_polynomials<Degree>& w, int left) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (int q = lane; q < left; q += 32) {
    const int item = w.active[q], of = item / Degree;
    w.weight[item] = weight_above(w.p[of], w.z + of * Degree, item % Degree);
    w.is_open[of] = false;
  }
  __syncwarp();
  for (int q = lane; q < left; q += 32) {
    const int item = w.active[q], of = item / Degree;
    w.single[item] =
        separate_radius(w.z + of * Degree, w.weight + of * Degree, w.p[of].degree, item % Degree);
    if (!is_finite(w.single[item])) w.is_open[of] = true;
  }
  __syncwarp();
}

/// The status of a polynomial that waits for the second kernel.
inline constexpr polynomial::root_status waits = static_cast<polynomial::root_status>(-1);

/// The disks of polynomials all of whose roots have one of their own, exact in x; the others wait.
template <int Degree>
__device__ __forceinline__ void write_simple(warp_of_polynomials<Degree>& w, int here,
                                             polynomial::root_disks<Degree>* disks) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (int item = lane; item < Degree * here; item += 32) {
    const int of = item / Degree, i = item % Degree;
    disk d{complex(0.0f), 0.0f, 0};
    if (i < w.p[of].degree) {
      d = {w.z[item], w.single[item], 1};
      if (!bring_back(d, w.p[of].shift) || d.count == 0) w.is_open[of] = true;
    }
    disks[of].root[i] = d;
  }
  __syncwarp();
  for (int of = lane; of < here; of += 32) {
    polynomial::root_disks<Degree>& r = disks[of];
    if (is_settled(w.p[of], r)) continue;
    r.disks = w.p[of].degree;
    if (w.is_open[of] || w.p[of].first > 0) r.status = waits;
  }
}

/// The first kernel, or the second.
template <int Degree, bool second, class T>
__global__ void __launch_bounds__(32 * warps_a_block)
    roots_of_batch(const T* coefficients, size_t count, polynomial::root_disks<Degree>* disks) {
  extern __shared__ float4 shared[];
  warp_of_polynomials<Degree>& w = reinterpret_cast<warp_of_polynomials<Degree>*>(shared)[threadIdx.x / 32];
  constexpr int polynomials = warp_of_polynomials<Degree>::polynomials;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const size_t first = (size_t{blockIdx.x} * warps_a_block + threadIdx.x / 32) * polynomials;
  if (first >= count) return;
  const int here = count - first < polynomials ? static_cast<int>(count - first) : polynomials;
  disks += first;
  if (second) {
    const bool has_work = lane < here && disks[lane].status == waits;
    if (__ballot_sync(0xffffffffu, has_work) == 0) return;
  }

  for (int c = lane; c < (Degree + 1) * polynomials; c += 32) {
    const int of = c / (Degree + 1);
    const bool is_taken = of < here && (!second || disks[of].status == waits);
    w.p[of].take(c % (Degree + 1), is_taken ? ff_t(coefficients[(Degree + 1) * first + c]) : ff_t(0.0f));
  }
  __syncwarp();
  for (int of = lane; of < polynomials; of += 32) {
    w.p[of].finish();
    if (!w.p[of].all_finite) w.p[of].degree = -1;
    if (w.p[of].degree > 0) w.p[of].centre();
    w.hull[of].of(w.p[of]);
    w.is_open[of] = true;
  }
  __syncwarp();

  const int left = activate(w);
  for (int q = lane; q < left; q += 32) {
    const int item = w.active[q], of = item / Degree;
    w.start[item] = starting_point(w.hull[of], w.p[of], item % Degree);
  }
  __syncwarp();
  iterate_together<plain_aberth>(w, w.start, w.next_start, left, float_sweeps, float_enough);
  const int all = activate(w);
  for (int q = lane; q < all; q += 32) {
    const int item = w.active[q];
    w.next[item] = {w.start[item].re, w.start[item].im};
  }
  __syncwarp();
  for (int q = lane; q < all; q += 32) w.z[w.active[q]] = w.next[w.active[q]];
  __syncwarp();
  iterate_together<plain_aberth>(w, w.z, w.next, all, pair_sweeps, pair_enough);
  certify_together(w, activate(w));
  if constexpr (!second) return write_simple(w, here, disks);
  if constexpr (second) {
    const int open = activate(w);
    iterate_together<careful_aberth>(w, w.z, w.next, open, careful_sweeps, careful_enough);
    certify_together(w, activate(w));
    for (int of = lane; of < here; of += 32) {
      if (disks[of].status != waits) continue;
      is_settled(w.p[of], disks[of]);
      conclude(w.p[of], w.z + of * Degree, w.weight + of * Degree, w.single + of * Degree, disks[of]);
    }
  }
}

}  // namespace detail

namespace polynomial {

/// disks[i] = roots<Degree> of the polynomial whose coefficient of x^k is coefficients[(Degree + 1) i + k], i
/// < count: T is float or ff_t, Degree at most 64, both arrays are in device memory.  Two kernels on
/// `stream`; nothing is allocated.  cudaErrorInvalidValue for null pointers, else what the launch returns.
///
///   ff::polynomial::batch_roots<18>(coefficients, count, disks, stream);
template <int Degree, class T>
cudaError_t batch_roots(const T* coefficients, size_t count, root_disks<Degree>* disks,
                        cudaStream_t stream = nullptr) {
  using namespace detail;
  if (count == 0) return cudaSuccess;
  if (coefficients == nullptr || disks == nullptr) return cudaErrorInvalidValue;
  constexpr size_t a_block = size_t{warps_a_block} * warp_of_polynomials<Degree>::polynomials;
  constexpr size_t bytes = warps_a_block * sizeof(warp_of_polynomials<Degree>);
  static_assert(bytes <= 48 * 1024, "what every device grants a block");
  const size_t blocks = count / a_block + (count % a_block != 0 ? 1 : 0);
  if (blocks > 0x7fffffff) return cudaErrorInvalidValue;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(static_cast<unsigned>(blocks));
  launch.blockDim = dim3(32 * warps_a_block);
  launch.dynamicSmemBytes = bytes;
  launch.stream = stream;
  const cudaError_t error =
      cudaLaunchKernelEx(&launch, roots_of_batch<Degree, false, T>, coefficients, count, disks);
  if (error != cudaSuccess) return error;
  return cudaLaunchKernelEx(&launch, roots_of_batch<Degree, true, T>, coefficients, count, disks);
}

}  // namespace polynomial
}  // namespace ff

#endif
