// Made by scripts/tables/roots.py.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

// The bits of 2^-96, and the seed: from key = 2 (bits(|x|) - cbrt_least_bits) with |x| >= 2^-96 comes
// z0 = from_bits(cbrt_magic - (key >> 17) * cbrt_factor), and v = |x| z0^3 lies in [0.30318, 0.36548].
inline constexpr uint32 cbrt_least_bits = 0xf800000u;
inline constexpr uint32 cbrt_magic = 0x4f33aa80u, cbrt_factor = 21845u;

// v^(-2/3)/3, relative error 2^-17.77.
inline constexpr float cbrt_p0 = 0x1.e27e6cp0f;
inline constexpr float cbrt_p1 = -0x1.b23fb2p2f;
inline constexpr float cbrt_p2 = 0x1.968544p3f;
inline constexpr float cbrt_p3 = -0x1.26cc16p3f;

// v^(-1/3), relative error 2^-14.73.
inline constexpr float rcbrt_p0 = 0x1.1f43a6p1f;
inline constexpr float rcbrt_p1 = -0x1.aeb3acp1f;
inline constexpr float rcbrt_p2 = 0x1.703452p1f;

}  // namespace detail
}  // namespace ff
