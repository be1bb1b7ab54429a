// Conversion of arrays on the host: one thread, vectorised.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <cstdint>
#include <cstring>
#include <ff/ff_t.hpp>
#include <ff/platform/streaming.hpp>

namespace ff {
namespace detail {

inline constexpr size_t convert_block = 256;  // two of them stay in the first cache

// A result of so many elements, 16 MB, leaves little room for anything else in the caches.  It is stored past
// them, which spares the reading of what is overwritten.
inline constexpr size_t convert_streams_from = size_t{1} << 21;

// block(from, count, put) converts into memory of its own, aligned, and ends with put(that memory): in place
// the elements change their type, and a loop over memory of two types is not what its compiler takes it for.
template <class In, class Out, class Block>
void convert_blocks(const In* in, Out* out, size_t n, Block block) {
  static_assert(sizeof(In) == sizeof(Out), "an element takes the place of another");
  static_assert(streaming_alignment <= 2 * sizeof(Out),
                "one element is all that may lie before an aligned one");
  const bool in_place = static_cast<const void*>(in) == static_cast<const void*>(out);
  const bool streams = n >= convert_streams_from && !in_place;
  const bool aligned = reinterpret_cast<std::uintptr_t>(out) % streaming_alignment == 0;
  size_t count = streams && !aligned ? 1 : convert_block;
  for (size_t i = 0; i < n; i += count, count = convert_block) {
    if (n - i < count) count = n - i;
    block(in + i, count, [&](const void* converted) {
      void* const to = out + i;
      if (streams && count > 1)
        copy_streaming(to, converted, count * sizeof(Out));
      else
        std::memcpy(to, converted, count * sizeof(Out));
    });
  }
  if (streams) finish_streaming();
}

}  // namespace detail

/// out[i] = in[i], rounded to the nearest pair.
inline void convert(const double* in, ff_t* out, size_t n) {
  detail::convert_blocks(in, out, n, [](const double* from, size_t count, auto put) {
    // As floats, which clang vectorises.
    alignas(detail::streaming_alignment) float words[2 * detail::convert_block];
    for (size_t i = 0; i < count; ++i) {
      const ff_t pair(from[i]);
      words[2 * i] = pair.hi();
      words[2 * i + 1] = pair.lo();
    }
    put(words);
  });
}

/// out[i] = in[i], rounded to the nearest double.
inline void convert(const ff_t* in, double* out, size_t n) {
  detail::convert_blocks(in, out, n, [](const ff_t* from, size_t count, auto put) {
    alignas(detail::streaming_alignment) double x[detail::convert_block];
    for (size_t i = 0; i < count; ++i) x[i] = static_cast<double>(from[i]);
    put(x);
  });
}

}  // namespace ff

#endif
