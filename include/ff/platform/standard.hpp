// The standard library's names that ff specialises or overloads.
//
// NVRTC has no standard headers.  It gets the names alone, declared as libcu++ declares them.
#pragma once

// Macros named min and max, as <windows.h> has them, are out of the way while standard headers are read.
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

#if defined(__CUDACC_RTC__)
namespace std {
template <class... T>
struct tuple_size;
template <decltype(sizeof 0), class... T>
struct tuple_element;
template <class T>
struct hash;
template <class T>
class numeric_limits;
}  // namespace std
#else
#include <cstddef>
#include <iosfwd>
#include <limits>
#include <typeindex>  // the lightest header that declares std::hash
#include <utility>
#if __has_include(<version>)
#include <version>
#endif
#endif

// C++20's operator<=>, std::format and std::numbers, each where compiler and library have it.  <format>
// itself is included by std_format.hpp alone.
#if defined(__cpp_impl_three_way_comparison) && !defined(__CUDACC_RTC__) && __has_include(<compare>)
#include <compare>
#define FF_THREE_WAY 1
#else
#define FF_THREE_WAY 0
#endif
#if !defined(__CUDACC_RTC__) && __cplusplus >= 202002L && __has_include(<numbers>)
#include <numbers>
#define FF_STD_NUMBERS 1
#else
#define FF_STD_NUMBERS 0
#endif
// libc++ 16 has std::format without the macro, behind -fexperimental-library.
#if !defined(__CUDACC_RTC__) && __cplusplus >= 202002L && __has_include(<format>) && \
    (defined(__cpp_lib_format) || (defined(_LIBCPP_VERSION) && !defined(_LIBCPP_HAS_NO_INCOMPLETE_FORMAT)))
#define FF_STD_FORMAT 1
#else
#define FF_STD_FORMAT 0
#endif

// libcu++'s numeric_limits and complex: declared alone, since <cuda/std/limits> takes nvcc a second.  Who
// asks for the limits of an ff_t there includes it.
#if defined(__CUDACC__) && __has_include(<cuda/std/limits>)
#include <cuda/std/detail/__config>
#if defined(_CCCL_BEGIN_NAMESPACE_CUDA_STD)
_CCCL_BEGIN_NAMESPACE_CUDA_STD
template <class T>
class numeric_limits;
template <class T>
class complex;
_CCCL_END_NAMESPACE_CUDA_STD
#elif defined(_LIBCUDACXX_BEGIN_NAMESPACE_STD)
_LIBCUDACXX_BEGIN_NAMESPACE_STD
template <class T>
class numeric_limits;
template <class T>
class complex;
_LIBCUDACXX_END_NAMESPACE_STD
#else
#include <cuda/std/complex>
#include <cuda/std/limits>
#endif
#endif
#pragma pop_macro("max")
#pragma pop_macro("min")

namespace ff {
namespace detail {

// libcu++, or a name like its where it is absent.
#if defined(__CUDACC__) && __has_include(<cuda/std/limits>)
namespace device_std = ::cuda::std;
#else
namespace device_std {
template <class T>
class numeric_limits;
template <class T>
class complex;
}  // namespace device_std
#endif

// The enumerations of std::numeric_limits.
#if defined(__CUDACC_RTC__)
enum class float_round_style : int {};
enum class float_denorm_style : int {};
#else
using std::float_denorm_style;
using std::float_round_style;
#endif

}  // namespace detail
}  // namespace ff
