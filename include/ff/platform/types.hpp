// Integers, float2, the bits of a float, and what is asked of types.
#pragma once

#include <ff/platform/compiler.hpp>

// CUDA's floats of 16 bits, from cuda_fp16.h and cuda_bf16.h where a user includes those.
struct __half;
struct __nv_bfloat16;

namespace ff {

/// The integers of the library: of 32 and 64 bits, and of sizes (std's own type).
using int32 = int;
using uint32 = unsigned int;
using int64 = long long;
using uint64 = unsigned long long;
using size_t = decltype(sizeof 0);

#if defined(__CUDACC__) || defined(__VECTOR_TYPES_H__)
/// CUDA's own.
using float2 = ::float2;
#else
/// CUDA's `float2` where CUDA is absent: the same members, size and alignment.
struct alignas(8) float2 {
  float x, y;
};
#endif

namespace detail {

template <class To, class From>
FF_HD_PRIMITIVE constexpr To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast needs two types of one size");
  return __builtin_bit_cast(To, from);
}

// The sign of a float; all but the sign; the exponent of infinity and NaN; the fraction; the leading bit of a
// significand, which a float does not store.
inline constexpr uint32 sign_bits = 0x80000000u, magnitude_bits = 0x7fffffffu, infinity_bits = 0x7f800000u,
                        fraction_bits = 0x7fffffu, hidden_bit = 0x800000u;

FF_HD_PRIMITIVE constexpr uint32 to_bits(float x) { return bit_cast<uint32>(x); }
FF_HD_PRIMITIVE constexpr float from_bits(uint32 b) { return bit_cast<float>(b); }

// a == b, in the compiler's own arithmetic.  -Wfloat-equal, which a user's build may have, knows no
// exceptions; and nvcc folds no a <= b of a NaN.
template <class F>
FF_HD constexpr bool folded_equal(F a, F b) {
  return !__builtin_isnan(a) && !__builtin_isnan(b) && a <= b && b <= a;
}

inline constexpr float infinity = from_bits(infinity_bits);
inline constexpr float quiet_nan = from_bits(infinity_bits | 0x400000u);

template <class T>
struct without_const {
  using type = T;
};
template <class T>
struct without_const<const T> {
  using type = T;
};

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

// The integers that every ff_t holds exactly: those of at most 32 bits.
template <class Int>
inline constexpr bool is_small_integer = is_same<Int, signed char> || is_same<Int, unsigned char> ||
                                         is_same<Int, char> || is_same<Int, short> ||
                                         is_same<Int, unsigned short> || is_same<Int, int> ||
                                         is_same<Int, unsigned int> ||
                                         (sizeof(long) == 4 &&
                                          (is_same<Int, long> || is_same<Int, unsigned long>));

// The integers of 64 bits, which an ff_t holds only rounded.
template <class Int>
inline constexpr bool is_large_integer = is_same<Int, long long> || is_same<Int, unsigned long long> ||
                                         (sizeof(long) == 8 &&
                                          (is_same<Int, long> || is_same<Int, unsigned long>));

// The integers of 128 bits, where the compiler has them; else two types that nobody has.  NVRTC has them with
// --device-int128.
#if defined(__SIZEOF_INT128__) && (!defined(__CUDACC_RTC__) || defined(__CUDACC_RTC_INT128__))
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
#else
struct int128;
struct uint128;
#endif
template <class Int>
inline constexpr bool is_huge_integer = is_same<Int, int128> || is_same<Int, uint128>;

// The types of characters that are integers by another name.
template <class Int>
inline constexpr bool is_character = is_same<Int, wchar_t> || is_same<Int, char16_t> ||
                                     is_same<Int, char32_t> || is_same<Int, decltype(u8'a')>;

// The floats of 16 bits, which a float holds exactly.
template <class H>
inline constexpr bool is_half = is_same<H, __half> || is_same<H, __nv_bfloat16>;

template <bool Condition, class T = int>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  using type = T;
};
template <bool Condition>
using require = typename enable_if<Condition>::type;

}  // namespace detail
}  // namespace ff
