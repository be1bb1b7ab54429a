// What fpclassify returns: the constants of <cmath>, which NVRTC has not.
#pragma once

#include <ff/platform/compiler.hpp>

#if !defined(__CUDACC_RTC__)
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
#include <cmath>
#pragma pop_macro("max")
#pragma pop_macro("min")
#endif

namespace ff {
namespace detail {

#if defined(__CUDACC_RTC__)
inline constexpr int class_nan = 0, class_infinite = 1, class_zero = 2, class_subnormal = 3, class_normal = 4;
#else
inline constexpr int class_nan = FP_NAN, class_infinite = FP_INFINITE, class_zero = FP_ZERO,
                     class_subnormal = FP_SUBNORMAL, class_normal = FP_NORMAL;
#endif

}  // namespace detail
}  // namespace ff
