// Stores that go past the caches: a large array is written without being read first.
#pragma once

// The host's alone, and x86-64's: there FF_SSE2 is 1.
#if defined(__SSE2__) && !defined(__CUDACC_RTC__)
#define FF_SSE2 1

#include <emmintrin.h>

#include <cstdint>

namespace ff {
namespace detail {

// _mm_stream_si128's address is a multiple of 16.
inline bool is_aligned_for_streaming(const void* to) {
  return reinterpret_cast<std::uintptr_t>(to) % 16 == 0;
}

// Orders what was stored so before what this thread stores next.
inline void finish_streaming() { _mm_sfence(); }

// Asks for the line so many bytes behind `from`, which may lie outside its array.
inline void prefetch(const void* from, std::uintptr_t bytes) {
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(from) + bytes;
  _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0);
}

}  // namespace detail
}  // namespace ff

#else
#define FF_SSE2 0
#endif
