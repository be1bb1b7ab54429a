// Made by scripts/tables/erfinv.py: do not edit.
#pragma once

namespace ff {
namespace detail {

// erfcinv(q) = s - base + c0 + c1 d + .. + c11 d^11, s = sqrt(-log q), to 2^-26.8 of it for
// 2^-149 <= q <= 0.755;
//   d = 1/(s + shift) - point = (offset - point s)/(s + shift).
inline constexpr float erfcinv_seed_base = 0x1.4p-2f;
inline constexpr float erfcinv_seed_shift = 0x1.7p+0f;
inline constexpr float erfcinv_seed_point = 0x1.04p-1f;
inline constexpr float erfcinv_seed_offset = 0x1.148p-2f;
inline constexpr float erfcinv_seed_0 = 0x1.571fd6p-9f;
inline constexpr float erfcinv_seed_1 = 0x1.f7ee1ep-1f;
inline constexpr float erfcinv_seed_2 = 0x1.2046acp+2f;
inline constexpr float erfcinv_seed_3 = -0x1.caa69p+0f;
inline constexpr float erfcinv_seed_4 = -0x1.636a9ap+4f;
inline constexpr float erfcinv_seed_5 = 0x1.390724p+2f;
inline constexpr float erfcinv_seed_6 = 0x1.78bad8p+7f;
inline constexpr float erfcinv_seed_7 = 0x1.59f502p+7f;
inline constexpr float erfcinv_seed_8 = -0x1.4e5f84p+10f;
inline constexpr float erfcinv_seed_9 = -0x1.293abap+12f;
inline constexpr float erfcinv_seed_10 = -0x1.99b636p+12f;
inline constexpr float erfcinv_seed_11 = -0x1.b6e6ep+11f;

// 2 (log m - Z)/Z^3 = c0 + .. + c3 Z^6, log m to 2^-27.7 of it.
inline constexpr float log_series_0 = 0x1.555502p-3f;
inline constexpr float log_series_1 = 0x1.99d208p-6f;
inline constexpr float log_series_2 = 0x1.1ebd0ap-8f;
inline constexpr float log_series_3 = 0x1.1ed7c8p-10f;

}  // namespace detail
}  // namespace ff
