// Numbers have here what CUDA has for its own types: exchange within a warp, atomics, cached and volatile
// access, textures.  Each has CUDA's name, so that a kernel calls it as for double.  All of it is device
// code.
//
//   sum = sum + __shfl_xor_sync(~0u, sum, 16);
//   atomicAdd(&cells[i], sum);
#pragma once

#if defined(__CUDACC__)

#include <ff/basic.hpp>
#include <ff/fast/fast_t.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

// The two words as one integer, hi in its lower half, as they lie in memory.
__device__ inline uint64 words_of_pair(ff_t x) { return bit_cast<uint64>(static_cast<float2>(x)); }
__device__ inline ff_t pair_of_words(uint64 words) { return ff_t(bit_cast<float2>(words)); }

__device__ inline uint64* words_at(ff_t* p) { return reinterpret_cast<uint64*>(p); }
__device__ inline const float2* float2_at(const ff_t* p) { return reinterpret_cast<const float2*>(p); }
__device__ inline float2* float2_at(ff_t* p) { return reinterpret_cast<float2*>(p); }

// A fast number as the ff_t of the same words, for a compare and exchange of both.
template <bool ieee>
__device__ ff_t* ff_at(basic_fast<ieee>* p) {
  return reinterpret_cast<ff_t*>(p);
}
template <bool ieee>
__device__ const ff_t* ff_at(const basic_fast<ieee>* p) {
  return reinterpret_cast<const ff_t*>(p);
}

// What is at p now.  An atomic operation of another thread changes both words at once.
__device__ inline uint64 seen_at(const volatile ff_t* p) {
  return *reinterpret_cast<const volatile uint64*>(p);
}

__device__ inline int lane_id() {
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

// *p = next(*p) at once; returns what was there.  Where `next` changes nothing, nothing is written.
//
// Each round one thread of those that contend for p wins.  The others wait before they look again, at random
// and longer from round to round, for each that looks in vain holds up the one that would win.
template <class Next>
__device__ ff_t atomic_update(ff_t* p, Next next) {
  constexpr uint32 first_wait = 512, longest_wait = 16384;  // nanoseconds
  for (uint32 wait = first_wait;; wait = wait < longest_wait ? 2 * wait : wait) {
    const uint64 seen = seen_at(p), wanted = words_of_pair(next(pair_of_words(seen)));
    if (wanted == seen || atomicCAS(words_at(p), seen, wanted) == seen) return pair_of_words(seen);
    const uint32 random = (static_cast<uint32>(clock()) ^ (threadIdx.x << 16 | blockIdx.x)) * 2654435761u;
    __nanosleep((random >> 8) % wait);
  }
}

// The sum that a lane has to add to a cell.  Lanes of a warp that come together and add to one cell would
// wait for each other, so the first adds for all.
struct lanes_together {
  uint32 lanes;
  int first;  // of them
};
struct cell_sum : lanes_together {
  bool one_cell, leads;
  ff_t before;  // the sum of the lanes before this one, in their order
  ff_t all;     // of all lanes; of this one alone, where they add to several cells
};

__device__ inline cell_sum sum_for_cell(const ff_t* p, ff_t y) {
  const uint32 lanes = __activemask();
  const int first = __ffs(static_cast<int>(lanes)) - 1;
  const auto cell = reinterpret_cast<uint64>(p);
  if (__all_sync(lanes, cell == ::__shfl_sync(lanes, cell, first)) == 0)
    return {{lanes, first}, false, true, ff_t(0.0f), y};
  const int lane = lane_id();
  const auto of_lane = [&](int from) {
    return from_words(::__shfl_sync(lanes, y.hi(), from), ::__shfl_sync(lanes, y.lo(), from));
  };
  ff_t before(0.0f), all = of_lane(first);
  for (uint32 rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
    const int next = __ffs(static_cast<int>(rest)) - 1;
    if (lane == next) before = all;
    all = all + of_lane(next);
  }
  return {{lanes, first}, true, lane == first, before, all};
}

}  // namespace detail

// ---------------------------------------------------------------- within a warp

/// CUDA's exchange between the lanes of a warp that `mask` names, for numbers: both words, bit for bit.  Two
/// exchanges of 32 bits.  Lanes, `width` and what a lane outside gives are CUDA's (CUDA C++ Programming
/// Guide, Warp Shuffle Functions).
__device__ inline ff_t __shfl_sync(unsigned mask, ff_t x, int source, int width = warpSize) {
  return from_words(::__shfl_sync(mask, x.hi(), source, width), ::__shfl_sync(mask, x.lo(), source, width));
}
__device__ inline ff_t __shfl_up_sync(unsigned mask, ff_t x, unsigned delta, int width = warpSize) {
  return from_words(::__shfl_up_sync(mask, x.hi(), delta, width),
                    ::__shfl_up_sync(mask, x.lo(), delta, width));
}
__device__ inline ff_t __shfl_down_sync(unsigned mask, ff_t x, unsigned delta, int width = warpSize) {
  return from_words(::__shfl_down_sync(mask, x.hi(), delta, width),
                    ::__shfl_down_sync(mask, x.lo(), delta, width));
}
__device__ inline ff_t __shfl_xor_sync(unsigned mask, ff_t x, int lanes, int width = warpSize) {
  return from_words(::__shfl_xor_sync(mask, x.hi(), lanes, width),
                    ::__shfl_xor_sync(mask, x.lo(), lanes, width));
}

// ---------------------------------------------------------------- atomics

/// *p = *p + y at once; returns what was at p.  p is in global or shared memory.  Rounded as operator+.
///
/// Lanes of a warp that come together and add to one cell are added up first, in the order of the lanes; each
/// gets back what was at p plus the sum of the lanes before it.  Where the sums are exact, every thread gets
/// a value of its own, so that it can serve as a ticket.
///
/// By compare and exchange: many threads at one cell make it slow (docs/evidence/idioms.md).  A sum
/// that nobody reads while others add to it is faster by atomic_accumulate.
__device__ inline ff_t atomicAdd(ff_t* p, ff_t y) {
  const detail::cell_sum sum = detail::sum_for_cell(p, y);
  ff_t old(0.0f);
  if (sum.leads) old = detail::atomic_update(p, [&](ff_t x) { return x + sum.all; });
  if (!sum.one_cell) return old;
  old = __shfl_sync(sum.lanes, old, sum.first);
  return sum.leads ? old : old + sum.before;
}

/// *p = *p - y, likewise.
__device__ inline ff_t atomicSub(ff_t* p, ff_t y) { return atomicAdd(p, -y); }

/// *p = fmin(*p, y) at once, so NaN gives way to a number; returns what was at p.
__device__ inline ff_t atomicMin(ff_t* p, ff_t y) {
  return detail::atomic_update(p, [y](ff_t x) { return fmin(x, y); });
}

/// *p = fmax(*p, y), likewise.
__device__ inline ff_t atomicMax(ff_t* p, ff_t y) {
  return detail::atomic_update(p, [y](ff_t x) { return fmax(x, y); });
}

/// *p = y at once, both words; returns what was at p.
__device__ inline ff_t atomicExch(ff_t* p, ff_t y) {
  return detail::pair_of_words(::atomicExch(detail::words_at(p), detail::words_of_pair(y)));
}

/// *p = y at once where *p has the bits of `expected`; returns what was at p.  It compares all 64 bits, so a
/// loop ends on NaN too, but -0 and +0, and the weak and the strict pair of a value, differ.  Such a loop
/// therefore compares bits: `__float_as_int` of both words, or the result of atomicCAS on `unsigned long
/// long`.
__device__ inline ff_t atomicCAS(ff_t* p, ff_t expected, ff_t y) {
  return detail::pair_of_words(
      ::atomicCAS(detail::words_at(p), detail::words_of_pair(expected), detail::words_of_pair(y)));
}

/// Adds y to the sum that p will hold when all that was added has arrived: after the kernel, or after a
/// barrier that all who add have reached.  Until then a reader may see less than has been added, and no other
/// atomic operation may touch p.  p is in global or shared memory and starts as the number to add to.
///
/// Every sum of two is rounded as operator+, in an order that changes from run to run.
///
/// A thread takes what is there, leaves zero, and puts back both numbers' sum; what it then finds has come in
/// between, and is taken on.  Nobody waits: a million additions take a fraction of atomicAdd's time
/// (docs/evidence/idioms.md).
__device__ inline void atomic_accumulate(ff_t* p, ff_t y) {
  const detail::cell_sum sum = detail::sum_for_cell(p, y);
  if (!sum.leads) return;
  for (uint64 held = detail::words_of_pair(sum.all); held != 0;) {
    const uint64 taken = ::atomicExch(detail::words_at(p), uint64{0});
    const ff_t both = detail::pair_of_words(taken) + detail::pair_of_words(held);
    held = ::atomicExch(detail::words_at(p), detail::words_of_pair(both));
  }
}

/// fast_t and fused_t have the words of an ff_t, and their sums are rounded as ff_t's.
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
__device__ basic_fast<ieee> atomicAdd(basic_fast<ieee>* p, Y y) {
  return atomicAdd(detail::ff_at(p), ff_t(y));
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
__device__ basic_fast<ieee> atomicSub(basic_fast<ieee>* p, Y y) {
  return atomicSub(detail::ff_at(p), ff_t(y));
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
__device__ basic_fast<ieee> atomicMin(basic_fast<ieee>* p, Y y) {
  return atomicMin(detail::ff_at(p), ff_t(y));
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
__device__ basic_fast<ieee> atomicMax(basic_fast<ieee>* p, Y y) {
  return atomicMax(detail::ff_at(p), ff_t(y));
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
__device__ basic_fast<ieee> atomicExch(basic_fast<ieee>* p, Y y) {
  return atomicExch(detail::ff_at(p), ff_t(y));
}
template <bool ieee, class X, class Y, detail::if_fast<basic_fast<ieee>, X, Y> = 0>
__device__ basic_fast<ieee> atomicCAS(basic_fast<ieee>* p, X expected, Y y) {
  return atomicCAS(detail::ff_at(p), ff_t(expected), ff_t(y));
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
__device__ void atomic_accumulate(basic_fast<ieee>* p, Y y) {
  atomic_accumulate(detail::ff_at(p), ff_t(y));
}

// ---------------------------------------------------------------- memory

/// CUDA's loads and stores with a cache hint, of 8 bytes at once: __ldg through the read-only cache; __ldca,
/// __ldcg, __ldcs, __ldlu and __ldcv at all levels, in L2 alone, streaming, for the last time and never
/// cached; __stwb, __stcg, __stcs and __stwt write back, to L2 alone, streaming and through.
__device__ inline ff_t __ldg(const ff_t* p) { return ff_t(::__ldg(detail::float2_at(p))); }
__device__ inline ff_t __ldca(const ff_t* p) { return ff_t(::__ldca(detail::float2_at(p))); }
__device__ inline ff_t __ldcg(const ff_t* p) { return ff_t(::__ldcg(detail::float2_at(p))); }
__device__ inline ff_t __ldcs(const ff_t* p) { return ff_t(::__ldcs(detail::float2_at(p))); }
__device__ inline ff_t __ldlu(const ff_t* p) { return ff_t(::__ldlu(detail::float2_at(p))); }
__device__ inline ff_t __ldcv(const ff_t* p) { return ff_t(::__ldcv(detail::float2_at(p))); }
__device__ inline void __stwb(ff_t* p, ff_t x) { ::__stwb(detail::float2_at(p), static_cast<float2>(x)); }
__device__ inline void __stcg(ff_t* p, ff_t x) { ::__stcg(detail::float2_at(p), static_cast<float2>(x)); }
__device__ inline void __stcs(ff_t* p, ff_t x) { ::__stcs(detail::float2_at(p), static_cast<float2>(x)); }
__device__ inline void __stwt(ff_t* p, ff_t x) { ::__stwt(detail::float2_at(p), static_cast<float2>(x)); }

template <bool ieee>
__device__ basic_fast<ieee> __ldg(const basic_fast<ieee>* p) {
  return __ldg(detail::ff_at(p));
}

/// Reads the number at p from memory each time, both words at once, as a volatile double is read.
__device__ inline ff_t load_volatile(const volatile ff_t* p) {
  return detail::pair_of_words(detail::seen_at(p));
}

/// Stores x at p now, likewise.
__device__ inline void store_volatile(volatile ff_t* p, ff_t x) {
  *reinterpret_cast<volatile uint64*>(p) = detail::words_of_pair(x);
}

}  // namespace ff

/// Element i of a texture over linear memory of numbers, `tex1Dfetch<ff::ff_t>(texture, i)`: CUDA's function
/// for a type of ours.  The texture's channels are float2's, `cudaCreateChannelDesc<float2>()`, read as
/// elements.
template <>
__device__ inline ff::ff_t tex1Dfetch<ff::ff_t>(cudaTextureObject_t texture, int i) {
  return ff::ff_t(tex1Dfetch<float2>(texture, i));
}

#endif
