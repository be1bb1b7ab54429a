// Many rays and patches on a GPU: the threads of a block search their pairs together, and share out the
// boxes. What comes of a pair is what certified_hits makes of it, bit for bit.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/geometry/group_row.hpp>

namespace ff {
namespace detail {

/// The threads of a block, as a group of group_search.hpp.
class block_group {
 public:
  __device__ int threads() const { return static_cast<int>(blockDim.x); }
  template <class F>
  __device__ void each(int n, const F& f) const {
    for (int i = static_cast<int>(threadIdx.x); i < n; i += threads()) f(i);
    __syncthreads();
  }
  __device__ void wait() const { __syncthreads(); }
  __device__ static int take(int& counter, int k) { return ::atomicAdd(&counter, k); }
  // Floats of one sign are ordered as their bits are; negative ones backwards.
  __device__ static void raise(float& x, float y) {
    if (is_negative(y))
      ::atomicMin(reinterpret_cast<unsigned*>(&x), to_bits(y));
    else
      ::atomicMax(reinterpret_cast<int*>(&x), static_cast<int>(to_bits(y)));
  }
  __device__ static void lower(float& x, float y) {
    if (is_negative(y))
      ::atomicMax(reinterpret_cast<unsigned*>(&x), to_bits(y));
    else
      ::atomicMin(reinterpret_cast<int*>(&x), static_cast<int>(to_bits(y)));
  }

 private:
  __device__ static bool is_negative(float y) { return (to_bits(y) >> 31) != 0; }
};

}  // namespace detail

namespace geometry {

// Both functions are inlined, or what source and done capture would be read from local memory.

/// Holds what a block of Threads threads needs to search up to Pairs pairs together, in its shared memory; of
/// more than 48 KB its size is passed at the launch.  Neither this nor a block_store need be initialised.
template <class Boxes, class Values, int Pairs = 64, int Threads = 128>
using block_memory = detail::group_memory<Boxes, Values, Pairs, Threads>;

/// Holds what such a block writes once and seldom reads, in global memory: each block of a launch has one.
template <class Values, int Pairs = 64>
using block_store = detail::group_store<Values, Pairs>;

/// All hits of the first `count` pairs of a ray and a patch, any number of them, by all Threads threads of a
/// block, which call it with the same arguments and meet at its end: up to Pairs pairs at a time, and a new
/// one in the place of each that is finished.  source(i) is a structure, or a reference to one, with the ray
/// `r` and the patch `s` of pair i, which stay where they are; done(i, hits) is called for each pair by one
/// of the threads.  The hits are those of certified_hits<Boxes>(r, s, hits), bit for bit.  A pair that needs
/// many boxes does not keep others waiting, as it would the warp in which a thread searches each pair.
template <class Boxes, class Values, int Pairs, int Threads, class Source, class Done>
__device__ __forceinline__ void certified_hits_of_block(block_memory<Boxes, Values, Pairs, Threads>& memory,
                                                        block_store<Values, Pairs>& store, int count,
                                                        const Source& source, const Done& done) {
  detail::search_row(memory, store, detail::block_group(), count, source, done);
}

/// Likewise of pairs that come one after another: next(slot) puts one into a slot, 0 to `slot_count` - 1, or
/// says by `false` that there is none left for it; then source(slot) is that pair, and done(slot, hits) is
/// called for it before the next in its slot.  `slot_count` is at most Pairs.
template <class Boxes, class Values, int Pairs, int Threads, class Next, class Source, class Done>
__device__ __forceinline__ void certified_hits_of_stream(block_memory<Boxes, Values, Pairs, Threads>& memory,
                                                         block_store<Values, Pairs>& store, int slot_count,
                                                         const Next& next, const Source& source,
                                                         const Done& done) {
  using search =
      detail::group_search<block_memory<Boxes, Values, Pairs, Threads>, detail::block_group, Source>;
  const detail::block_group group;
  search(memory, store, group, source).run(slot_count, next, done);
}

}  // namespace geometry
}  // namespace ff

#endif
