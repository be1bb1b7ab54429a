// Made by scripts/tables/roots.py.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

// The bits of 2^-96, and the seeds: from key = 2 (bits(|x|) - cbrt_least_bits) with |x| >= 2^-96 comes
// z0 = from_bits(magic - (key >> 17) * cbrt_factor).
inline constexpr uint32 cbrt_least_bits = 0xf800000u, cbrt_factor = 21845u;

// v = |x| z0^3 lies in [0.54795, 0.67762]; w^3 + cbrt_b w + cbrt_a, w = cbrt_m - v, is
// v^(-2/3)/3 to 2^-17.05.
inline constexpr uint32 cbrt_magic = 0x4f595a80u;
inline constexpr float cbrt_m = 0x1.af7f04p-1f;
inline constexpr float cbrt_b = 0x1.603cccp-2f;
inline constexpr float cbrt_a = 0x1.7ba7a4p-2f;

// v in [0.30318, 0.36548]; v^(-1/3), relative error 2^-14.73.
inline constexpr uint32 rcbrt_magic = 0x4f33aa80u;
inline constexpr float rcbrt_p0 = 0x1.1f43a6p1f;
inline constexpr float rcbrt_p1 = -0x1.aeb3acp1f;
inline constexpr float rcbrt_p2 = 0x1.703452p1f;

}  // namespace detail
}  // namespace ff
