// The version, the heads of functions, and the pass of the compiler.
#pragma once

#define FF_VERSION_MAJOR 0
#define FF_VERSION_MINOR 1
#define FF_VERSION_PATCH 0

#if defined(_MSC_VER) && !defined(__clang__)
#error \
    "ff: compile this with g++, clang++, nvcc over one of these, or NVRTC: Microsoft's cl lacks the built-in functions that ff's arithmetic is made of."
#endif

// FF_HD begins the head of a function of host and device.  The compiler inlines it, except at -O0 and nvcc
// -G, where inlining would take it two to five times as long.  g++ optimises such a function even at -O0,
// each for itself: a loop of arithmetic then takes 5 to 40 times double's time, where it took 300 times.
//
// FF_HD_PRIMITIVE begins the head of a function of a few instructions.  It is always inlined, because a call
// would take ten times as long.
//
// FF_HD_OUT_OF_LINE begins the head of a function that the device calls.  FF_HD_LARGE begins the head of one
// that the host's compiler may call: inlined at each place, it would be most of the compiler's work.
//
// With FF_INLINE_AT_WILL the host's compiler inlines where it likes, and is done in half the time.
#if defined(__CUDA_ARCH__)
#if defined(__CUDACC_DEBUG__)
#define FF_HD __host__ __device__ inline
#else
#define FF_HD __host__ __device__ __forceinline__
#endif
#define FF_HD_OUT_OF_LINE __host__ __device__ __noinline__ inline
#define FF_HD_LARGE FF_HD
#elif defined(__CUDACC__)
#if defined(__OPTIMIZE__)
#define FF_HD __host__ __device__ __forceinline__
#else
#define FF_HD __host__ __device__ inline
#endif
#define FF_HD_OUT_OF_LINE __host__ __device__ __noinline__ inline
#define FF_HD_LARGE __host__ __device__ inline
#elif defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(FF_INLINE_AT_WILL)
#define FF_HD inline __attribute__((always_inline))
#define FF_HD_OUT_OF_LINE inline
#define FF_HD_LARGE inline
#elif defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__)
#define FF_HD inline __attribute__((optimize("O2", "no-var-tracking")))
#define FF_HD_OUT_OF_LINE FF_HD
#define FF_HD_LARGE FF_HD
#else
#define FF_HD inline
#define FF_HD_OUT_OF_LINE inline
#define FF_HD_LARGE inline
#endif

#if defined(__CUDACC__) && (defined(__CUDACC_DEBUG__) || !defined(__OPTIMIZE__))
#define FF_HD_PRIMITIVE __host__ __device__ __forceinline__
#elif defined(__GNUC__) && !defined(__OPTIMIZE__) && !defined(__CUDACC__)
#define FF_HD_PRIMITIVE inline __attribute__((always_inline))
#else
#define FF_HD_PRIMITIVE FF_HD
#endif

// Before a function of host and device that calls what a template argument brings, which may be the host's
// alone: nvcc would warn.
#if defined(__NVCC__)
#define FF_ANY_CALLEE _Pragma("nv_exec_check_disable")
#else
#define FF_ANY_CALLEE
#endif

namespace ff {
namespace detail {

/// True in the pass that compiles for the device.
#if defined(__CUDA_ARCH__)
inline constexpr bool device_pass = true;
#else
inline constexpr bool device_pass = false;
#endif

/// True while the compiler folds a constant expression, where inline PTX may not stand.
FF_HD_PRIMITIVE constexpr bool constant_evaluated() { return __builtin_is_constant_evaluated(); }

/// True where the device's own instructions may be used.
FF_HD_PRIMITIVE constexpr bool on_device() { return device_pass && !constant_evaluated(); }

/// What the functions for on_device() are elsewhere, where nothing calls them.
template <class T>
FF_HD T device_only() {
  __builtin_unreachable();
}

}  // namespace detail
}  // namespace ff
