// double as a word of basic_ff: the library's own kernels then are an oracle of about 104 bits, on the
// device as well, good enough to search with.  Whatever a search finds, MPFR confirms.
#pragma once

#include <ff/arithmetic.hpp>

namespace catalogue {

struct wide {
  double v;
  wide() = default;
  FF_HD_LARGE constexpr explicit wide(double x) : v(x) {}
  FF_HD_LARGE constexpr explicit operator double() const { return v; }
};

#if defined(__CUDA_ARCH__)
__device__ __forceinline__ wide add_rn(wide a, wide b) { return wide(__dadd_rn(a.v, b.v)); }
__device__ __forceinline__ wide sub_rn(wide a, wide b) { return wide(__dsub_rn(a.v, b.v)); }
__device__ __forceinline__ wide mul_rn(wide a, wide b) { return wide(__dmul_rn(a.v, b.v)); }
__device__ __forceinline__ wide fma_rn(wide a, wide b, wide c) { return wide(__fma_rn(a.v, b.v, c.v)); }
#else
// The products are fused into nothing: each feeds an explicit fma or none (see rounding.hpp).
FF_HD_LARGE wide fma_rn(wide a, wide b, wide c) { return wide(__builtin_fma(a.v, b.v, c.v)); }
FF_HD_LARGE wide add_rn(wide a, wide b) {
  return wide(ff::detail::target_fuses ? __builtin_fma(a.v, 1.0, b.v) : a.v + b.v);
}
FF_HD_LARGE wide sub_rn(wide a, wide b) {
  return wide(ff::detail::target_fuses ? __builtin_fma(b.v, -1.0, a.v) : a.v - b.v);
}
FF_HD_LARGE wide mul_rn(wide a, wide b) {
  return wide(ff::detail::target_fuses ? __builtin_fma(a.v, b.v, -0.0) : a.v * b.v);
}
#endif
FF_HD_LARGE wide neg(wide a) { return wide(-a.v); }

using wide_pair = ff::basic_ff<wide>;

FF_HD_LARGE wide_pair widened(ff::ff_t x) {
  return ff::fast_add12(wide(ff::widen(x.hi())), wide(ff::widen(x.lo())));
}

}  // namespace catalogue
