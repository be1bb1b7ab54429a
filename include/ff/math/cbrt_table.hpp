// Made by scripts/tables/cbrt.py: do not edit.  The errors are those of the polynomials in exact arithmetic.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

// The bits of 2^-96, and the seeds: from key = 2 (bits(|x|) - cbrt_least_bits) with |x| >= 2^-96 come g0 with
// bits ((key >> 16) + cbrt_offset) * cbrt_factor and z0 with bits ((key >> 17) + rcbrt_offset) * cbrt_factor,
// modulo 2^32.
inline constexpr uint32 cbrt_least_bits = 0xf800000u, cbrt_factor = 0u - 21845u;

// v = x^2 g0^3 lies in [0.37904, 0.47368]; w^3 + cbrt_b w + cbrt_a, w = cbrt_m - v, is
// v^(-1/3)/3 to 2^-18.45.
inline constexpr uint32 cbrt_offset = 0xddbdc000u;
inline constexpr float cbrt_m = 0x1.37717p-1f;
inline constexpr float cbrt_b = 0x1.f9c038p-3f;
inline constexpr float cbrt_a = 0x1.91566cp-2f;

// v in [0.30318, 0.36548]; v^(-1/3), relative error 2^-14.73.
inline constexpr uint32 rcbrt_offset = 0xed1aff80u;
inline constexpr float rcbrt_p0 = 0x1.1f43a6p1f;
inline constexpr float rcbrt_p1 = -0x1.aeb3acp1f;
inline constexpr float rcbrt_p2 = 0x1.703452p1f;

}  // namespace detail
}  // namespace ff
