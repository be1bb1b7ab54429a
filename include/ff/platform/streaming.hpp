// Stores that go past the caches: a large array is written without being read first.
#pragma once

#if !defined(__CUDACC_RTC__)  // the host's alone

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ff {
namespace detail {

// What a store that goes past the caches is aligned to.
inline constexpr unsigned streaming_alignment = 16;

// Copies bytes, `to` and `from` aligned; what they are short of a multiple of the alignment goes the usual
// way.
inline void copy_streaming(void* to, const void* from, decltype(sizeof 0) bytes) {
  char* const out = static_cast<char*>(to);
  const char* const in = static_cast<const char*>(from);
  decltype(sizeof 0) done = 0;
#if defined(__SSE2__)
  for (; done + streaming_alignment <= bytes; done += streaming_alignment)
    _mm_stream_si128(reinterpret_cast<__m128i*>(out + done),
                     _mm_load_si128(reinterpret_cast<const __m128i*>(in + done)));
#endif
  std::memcpy(out + done, in + done, bytes - done);
}

// Orders what copy_streaming wrote before what this thread stores next.
inline void finish_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace detail
}  // namespace ff

#endif
