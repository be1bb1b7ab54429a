// fpclassify, apart from the other functions of its kind because its constants take all of <cmath>.
#pragma once

#include <ff/basic.hpp>
#include <ff/platform/classes.hpp>

namespace ff {

/// FP_NAN, FP_INFINITE, FP_ZERO, FP_NORMAL as isnormal, else FP_SUBNORMAL.  Under NVRTC glibc's constants.
FF_HD constexpr int fpclassify(ff_t x) {
  if (!isfinite(x)) return isnan(x) ? detail::class_nan : detail::class_infinite;
  if (equal(x.hi(), 0.0f)) return detail::class_zero;
  return isnormal(x) ? detail::class_normal : detail::class_subnormal;
}

}  // namespace ff
