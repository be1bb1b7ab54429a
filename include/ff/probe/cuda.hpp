// The records of marked places on the device, and their way to the host.
//
// 1. A warp finds the place in its block's copy of the table, and takes a free one for a new name.
// 2. One lane adds the counts of all.
// 3. Each lane compares its extremes with the recorded ones, and changes those that it exceeds.
// 4. The host copies all tables and merges the copies of each place.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <ff/probe/places.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ff {

#if defined(__CUDACC__)
/// A stream of CUDA's.
using probe_stream = cudaStream_t;
#else
/// Without CUDA there is nothing but nullptr.
using probe_stream = void*;
#endif

namespace detail {

#if defined(__CUDACC__)

// One table a program where device code is linked, else one a source file, whose own report reads it.
#if defined(__CUDACC_RDC__)
inline __device__ place_table device_places[place_copies];
#else
static __device__ place_table device_places[place_copies];
#endif

#if defined(__CUDA_ARCH__)

__device__ inline probe_place* find_device_place(place_table& table, uint64 key, const char* name) {
  for (int i = 0; i < places_count; ++i) {
    probe_place& p = table.at[(key + static_cast<uint64>(i)) % places_count];
    const uint64 there = *const_cast<volatile uint64*>(&p.key);
    if (there == key) return &p;
    if (there != 0) continue;
    const uint64 before = ::atomicCAS(&p.key, 0ull, key);
    if (before == 0) copy_name(p.name, name);
    if (before == 0 || before == key) return &p;
  }
  return nullptr;
}

__device__ inline void raise(uint32& x, uint32 y) {
  if (*const_cast<volatile uint32*>(&x) < y) ::atomicMax(&x, y);
}
__device__ inline void add_lanes(uint64& x, uint32 lanes, bool leads) {
  if (leads && lanes != 0) ::atomicAdd(&x, static_cast<uint64>(__popc(lanes)));
}

/// Keeps the operands of the largest deviation.  A lock guards them, taken only by a deviation that is larger
/// than all before.
__device__ inline void keep_worst(probe_place& p, const observation& x) {
  const uint32 deviation = to_bits(x.deviation);
  volatile uint32* worst = &p.deviation;
  volatile uint32* digits = &p.digits;
  bool waits = *worst < deviation || *digits == 0;
  while (waits) {
    if (::atomicCAS(&p.lock, 0u, 1u) == 0u) {
      __threadfence();
      if (*worst < deviation || *digits == 0) {
        p.value = x.value, p.first = x.first, p.second = x.second, p.shadow = x.shadow;
        *worst = deviation;
        *digits = static_cast<uint32>(x.digits);
      }
      __threadfence();
      ::atomicExch(&p.lock, 0u);
      waits = false;
    } else {
      waits = *worst < deviation;
    }
  }
}

__device__ __noinline__ inline void record_on_device(uint64 key, const char* name, const observation& x) {
  const uint32 block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  place_table& table = device_places[block % place_copies];
  probe_place* p = find_device_place(table, key, name);
  if (p == nullptr) {
    ::atomicAdd(&table.lost, 1ull);
    return;
  }
  const float head = x.value.hi();
  const bool nan = is_nan_head(head), infinite = !is_finite_head(head) && !nan;
  // Lanes of several marks may meet in this function, so those of one place are counted together.
  const uint32 lanes = __activemask(), same = __match_any_sync(lanes, reinterpret_cast<uint64>(p));
  uint32 lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  const bool leads = lane == static_cast<uint32>(__ffs(static_cast<int>(same))) - 1u;
  add_lanes(p->executions, same, leads);
  add_lanes(p->nans, same & __ballot_sync(lanes, nan), leads);
  add_lanes(p->infinities, same & __ballot_sync(lanes, infinite), leads);
  add_lanes(p->low_underflows, same & __ballot_sync(lanes, has_low_underflow(x)), leads);
  add_lanes(p->cancellations, same & __ballot_sync(lanes, x.cancelled >= cancellation_threshold), leads);
  if (has_exponent(x.shadow)) {
    const uint32 e = exponent_origin + static_cast<uint32>(exponent_of(x.shadow));
    raise(p->highest, e);
    raise(p->lowest, 2 * exponent_origin - e);
  }
  raise(p->most_cancelled, static_cast<uint32>(x.cancelled));
  keep_worst(*p, x);
}

// "stored, GRID x BLOCK": decimal digits of both.
__device__ inline void name_of_launch(char (&name)[40]) {
  copy_name(name, "stored by ");
  int end = 10;
  const uint32 sizes[2] = {gridDim.x * gridDim.y * gridDim.z, blockDim.x * blockDim.y * blockDim.z};
  for (int i = 0; i < 2; ++i) {
    char digits[10];
    int n = 0;
    for (uint32 rest = sizes[i]; n == 0 || rest != 0; rest /= 10)
      digits[n++] = static_cast<char>('0' + rest % 10);
    while (n > 0) name[end++] = digits[--n];
    for (const char* text = i == 0 ? " x " : " threads"; *text != '\0' && end < 39;) name[end++] = *text++;
  }
  name[end] = '\0';
}

#endif

// Waits for the stream.  A machine without a GPU has no records there, and that is no error.
static inline void add_device_places(std::vector<probe_place>& all, uint64& lost, cudaStream_t stream,
                                     bool clear) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    static_cast<void>(cudaGetLastError());
    return;
  }
  const auto check = [](cudaError_t status) {
    if (status != cudaSuccess)
      throw std::runtime_error(std::string("ff::probe_report: ") + cudaGetErrorString(status));
  };
  const auto tables = std::make_unique<place_table[]>(place_copies);
  void* there = nullptr;
  check(cudaGetSymbolAddress(&there, device_places));
  check(cudaMemcpyAsync(tables.get(), there, sizeof device_places, cudaMemcpyDeviceToHost, stream));
  if (clear) check(cudaMemsetAsync(there, 0, sizeof device_places, stream));
  check(cudaStreamSynchronize(stream));
  for (int i = 0; i < place_copies; ++i) add_table(all, tables[static_cast<size_t>(i)], lost);
}

#else

static inline void add_device_places(std::vector<probe_place>&, uint64&, probe_stream, bool) {}

#endif

/// Adds what a mark saw to the record of its place.
FF_HD void record(const char* name, const observation& x, uint64 key) {
#if defined(__CUDA_ARCH__)
  record_on_device(key, name, x);
#else
  record_on_host(key, name, x);
#endif
}

/// The same for a name that is made at run time.
FF_HD_OUT_OF_LINE void record_by_name(const char* name, const observation& x) {
  record(name, x, place_key(name, x.digits));
}

/// A store: the place is named after the shape of the launch.
FF_HD_OUT_OF_LINE void record_store(const observation& x) {
#if defined(__CUDA_ARCH__)
  char name[40];
  name_of_launch(name);
  record_by_name(name, x);
#else
  record_by_name("stored by the host", x);
#endif
}

}  // namespace detail
}  // namespace ff

#endif
