// Conversion of arrays on the host: one thread, vectorised.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <cstring>
#include <ff/ff_t.hpp>

namespace ff {
namespace detail {

inline constexpr index convert_block = 128;  // two of them stay in the first cache

// A block is copied out when it is done, since in place the elements change their type, and a loop over
// memory of two types is not what its compiler takes it for.
template <class In, class Out, class Block>
void convert_blocks(const In* in, Out* out, index n, Block block) {
  static_assert(sizeof(In) == sizeof(Out), "an element takes the place of another");
  for (index i = 0; i < n; i += convert_block) {
    const index count = n - i < convert_block ? n - i : convert_block;
    block(in + i, static_cast<void*>(out + i), count);
  }
}

}  // namespace detail

/// out[i] = in[i], rounded to the nearest pair.
inline void convert(const double* in, ff_t* out, index n) {
  detail::convert_blocks(in, out, n, [](const double* from, void* to, index count) {
    float words[2 * detail::convert_block];  // as floats, which clang vectorises
    for (index i = 0; i < count; ++i) {
      const ff_t pair(from[i]);
      words[2 * i] = pair.hi();
      words[2 * i + 1] = pair.lo();
    }
    std::memcpy(to, words, count * sizeof(ff_t));
  });
}

/// out[i] = in[i], rounded to the nearest double.
inline void convert(const ff_t* in, double* out, index n) {
  detail::convert_blocks(in, out, n, [](const ff_t* from, void* to, index count) {
    double x[detail::convert_block];
    for (index i = 0; i < count; ++i) x[i] = static_cast<double>(from[i]);
    std::memcpy(to, x, count * sizeof(double));
  });
}

}  // namespace ff

#endif
