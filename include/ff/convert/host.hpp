// Conversion of arrays on the host: one thread, two elements an instruction where there is SSE2.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <cstring>
#include <ff/ff_t.hpp>
#include <ff/platform/streaming.hpp>

namespace ff {
namespace detail {

// A result of so many elements, 16 MB, leaves little room for anything else in the caches.  With SSE2 it is
// stored past them, which spares the reading of what is overwritten.
inline constexpr size_t convert_streams_from = size_t{1} << 21;

template <class In, class Out>
void convert_one(const In* in, Out* out) {
  const Out x(*in);
  std::memcpy(static_cast<void*>(out), &x, sizeof x);  // in place it changes the type of what is stored there
}

#if FF_SSE2

// All bits of the words that are finite.
inline __m128i finite_mask(__m128i words) {
  const __m128i size = _mm_and_si128(words, _mm_set1_epi32(static_cast<int>(magnitude_bits)));
  return _mm_cmplt_epi32(size, _mm_set1_epi32(static_cast<int>(infinity_bits)));
}

// words_by_doubles of two elements.
inline __m128i two_converted(const double* in) {
  const __m128d x = _mm_loadu_pd(in);
  const __m128 hi = _mm_cvtpd_ps(x), lo = _mm_cvtpd_ps(_mm_sub_pd(x, _mm_cvtps_pd(hi)));
  const __m128i heads = _mm_castps_si128(hi);
  return _mm_unpacklo_epi32(heads, _mm_and_si128(_mm_castps_si128(lo), finite_mask(heads)));
}

struct head_and_tail {
  __m128i hi, lo;  // of two elements, each in the lower half
};
inline head_and_tail two_taken_apart(const ff_t* in) {
  const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
  return {_mm_shuffle_epi32(words, 0x88), _mm_shuffle_epi32(words, 0xdd)};
}
inline __m128i two_sums(head_and_tail x) {
  const __m128d hi = _mm_cvtps_pd(_mm_castsi128_ps(x.hi)), lo = _mm_cvtps_pd(_mm_castsi128_ps(x.lo));
  return _mm_castpd_si128(_mm_add_pd(hi, lo));
}

// sum_by_doubles of two elements.  A low word that does not count, or is 0, becomes -0.
inline __m128i two_converted(const ff_t* in) {
  const head_and_tail x = two_taken_apart(in);
  const __m128i zero = _mm_cmpeq_epi32(_mm_slli_epi32(x.lo, 1), _mm_setzero_si128());
  const __m128i counts = _mm_andnot_si128(zero, finite_mask(x.hi));
  const __m128i sign = _mm_set1_epi32(static_cast<int>(sign_bits));
  return two_sums({x.hi, _mm_xor_si128(_mm_and_si128(_mm_xor_si128(x.lo, sign), counts), sign)});
}

inline constexpr size_t line_elements = 8;  // of a cache line
struct converted_line {
  __m128i a, b, c, d;
};
template <class In>
converted_line line_converted_each(const In* in) {
  return {two_converted(in), two_converted(in + 2), two_converted(in + 4), two_converted(in + 6)};
}
inline converted_line line_converted(const double* in) { return line_converted_each(in); }

// 0 in the upper bits of a double that is 0, infinite or NaN: one more takes their exponents, 0 and 2047, to
// even numbers that are 0 but for the bit that is the sign's.
inline __m128i exponent_plain(__m128i sums) {
  return _mm_and_si128(_mm_add_epi32(sums, _mm_set1_epi32(0x00100000)), _mm_set1_epi32(0x7fe00000));
}

// The plain sums differ from sum_by_doubles only where they are 0, infinite or NaN.
inline converted_line line_converted(const ff_t* in) {
  const converted_line sums = {two_sums(two_taken_apart(in)), two_sums(two_taken_apart(in + 2)),
                               two_sums(two_taken_apart(in + 4)), two_sums(two_taken_apart(in + 6))};
  const __m128i least = _mm_min_epi16(_mm_min_epi16(exponent_plain(sums.a), exponent_plain(sums.b)),
                                      _mm_min_epi16(exponent_plain(sums.c), exponent_plain(sums.d)));
  constexpr int upper_bits = 0xc0c0;  // of the two doubles: bytes 6, 7, 14 and 15
  const bool plain = (_mm_movemask_epi8(_mm_cmpeq_epi16(least, _mm_setzero_si128())) & upper_bits) == 0;
  return plain ? sums : line_converted_each(in);
}

template <class In, class Out>
void convert_line(const In* in, Out* out) {
  const converted_line x = line_converted(in);
  __m128i* const to = reinterpret_cast<__m128i*>(out);
  _mm_storeu_si128(to, x.a), _mm_storeu_si128(to + 1, x.b);
  _mm_storeu_si128(to + 2, x.c), _mm_storeu_si128(to + 3, x.d);
}
template <class In, class Out>
void stream_line(const In* in, Out* out) {
  const converted_line x = line_converted(in);
  __m128i* const to = reinterpret_cast<__m128i*>(out);
  _mm_stream_si128(to, x.a), _mm_stream_si128(to + 1, x.b);
  _mm_stream_si128(to + 2, x.c), _mm_stream_si128(to + 3, x.d);
}

// Converts past the caches into aligned memory, and returns how many elements: less than a line is left.
//
// One thread waits for memory, and waits less with more pages open: four are read in turns, a few lines of
// each, and the same lines of the next four are asked for.  glibc's memcpy goes through large arrays
// likewise.
template <class In, class Out>
size_t stream_array(const In* in, Out* out, size_t n) {
  constexpr size_t page = 4096 / sizeof(In), pages = 4, turn = 4 * line_elements;
  size_t done = 0;
  for (; n - done >= pages * page; done += pages * page)
    for (size_t first = done; first < done + page; first += turn)
      for (size_t i = first; i < done + pages * page; i += page)
        for (size_t k = i; k < i + turn; k += line_elements) {
          prefetch(in + k, pages * page * sizeof(In));
          stream_line(in + k, out + k);
        }
  for (; n - done >= line_elements; done += line_elements) stream_line(in + done, out + done);
  finish_streaming();
  return done;
}

template <class In, class Out>
void convert_array(const In* in, Out* out, size_t n) {
  const bool in_place = static_cast<const void*>(in) == static_cast<const void*>(out);
  size_t i = 0;
  if (n >= convert_streams_from && !in_place) {
    if (!is_aligned_for_streaming(out)) convert_one(in, out), i = 1;
    i += stream_array(in + i, out + i, n - i);
  }
  for (; n - i >= line_elements; i += line_elements) convert_line(in + i, out + i);
  for (; i < n; ++i) convert_one(in + i, out + i);
}

#else

template <class In, class Out>
void convert_array(const In* in, Out* out, size_t n) {
  for (size_t i = 0; i < n; ++i) convert_one(in + i, out + i);
}

#endif

}  // namespace detail

/// out[i] = in[i], rounded to the nearest pair.
inline void convert(const double* in, ff_t* out, size_t n) { detail::convert_array(in, out, n); }

/// out[i] = in[i], rounded to the nearest double.
inline void convert(const ff_t* in, double* out, size_t n) { detail::convert_array(in, out, n); }

}  // namespace ff

#endif
