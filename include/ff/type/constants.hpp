// Mathematical constants.  Made by scripts/tables/constants.py.
//
// Device code may use their values, as in ff::constants::pi * x, but not their addresses: where a reference
// is wanted, as by a unary minus, copy first (constexpr ff_t pi = ff::constants::pi).
#pragma once

#include <ff/ff_t.hpp>

namespace ff {

/// A constant as three floats, each the rest of those before it, rounded to nearest: 72 bits or more.
struct three_words {
  float hi, mid, lo;
};

namespace constants {

// clang-format off

// ---- the pairs nearest to them, with 48 bits or more

inline constexpr ff_t pi = from_words(0x1.921fb6p1f, -0x1.777a5cp-24f);                 ///< pi
inline constexpr ff_t two_pi = from_words(0x1.921fb6p2f, -0x1.777a5cp-23f);             ///< 2 pi
inline constexpr ff_t half_pi = from_words(0x1.921fb6p0f, -0x1.777a5cp-25f);            ///< pi/2
inline constexpr ff_t quarter_pi = from_words(0x1.921fb6p-1f, -0x1.777a5cp-26f);        ///< pi/4
inline constexpr ff_t inv_pi = from_words(0x1.45f306p-2f, 0x1.b9391p-27f);              ///< 1/pi
inline constexpr ff_t two_over_pi = from_words(0x1.45f306p-1f, 0x1.b9391p-26f);         ///< 2/pi
inline constexpr ff_t sqrt_pi = from_words(0x1.c5bf8ap0f, -0x1.c96212p-25f);            ///< sqrt(pi)
inline constexpr ff_t inv_sqrt_pi = from_words(0x1.20dd76p-1f, -0x1.f7ac92p-26f);       ///< 1/sqrt(pi)
inline constexpr ff_t two_over_sqrt_pi = from_words(0x1.20dd76p0f, -0x1.f7ac92p-25f);   ///< 2/sqrt(pi)
inline constexpr ff_t sqrt_two_pi = from_words(0x1.40d932p1f, -0x1.3b1f4ep-32f);        ///< sqrt(2 pi)
inline constexpr ff_t e = from_words(0x1.5bf0a8p1f, 0x1.628aeep-24f);                   ///< e
inline constexpr ff_t ln2 = from_words(0x1.62e43p-1f, -0x1.05c61p-29f);                 ///< log(2)
inline constexpr ff_t ln10 = from_words(0x1.26bb1cp1f, -0x1.12aabap-25f);               ///< log(10)
inline constexpr ff_t log2e = from_words(0x1.715476p0f, 0x1.4ae0cp-26f);                ///< log2(e)
inline constexpr ff_t log10e = from_words(0x1.bcb7b2p-2f, -0x1.5b235ep-27f);            ///< log10(e)
inline constexpr ff_t log2_10 = from_words(0x1.a934fp1f, 0x1.2f346ep-24f);              ///< log2(10)
inline constexpr ff_t log10_2 = from_words(0x1.344136p-2f, -0x1.ec10cp-27f);            ///< log10(2)
inline constexpr ff_t sqrt2 = from_words(0x1.6a09e6p0f, 0x1.9fcef4p-26f);               ///< sqrt(2)
inline constexpr ff_t inv_sqrt2 = from_words(0x1.6a09e6p-1f, 0x1.9fcef4p-27f);          ///< 1/sqrt(2)
inline constexpr ff_t sqrt3 = from_words(0x1.bb67aep0f, 0x1.0b0996p-25f);               ///< sqrt(3)
inline constexpr ff_t inv_sqrt3 = from_words(0x1.279a74p-1f, 0x1.640cc8p-27f);          ///< 1/sqrt(3)
inline constexpr ff_t cbrt2 = from_words(0x1.428a3p0f, -0x1.9ca35ep-26f);               ///< 2^(1/3)
inline constexpr ff_t third = from_words(0x1.555556p-2f, -0x1.555556p-27f);             ///< 1/3
inline constexpr ff_t phi = from_words(0x1.9e377ap0f, -0x1.1a02d6p-26f);                ///< the golden ratio
inline constexpr ff_t egamma = from_words(0x1.2788dp-1f, -0x1.c824f4p-28f);             ///< Euler's constant, 0.5772...
inline constexpr ff_t catalan = from_words(0x1.d4f972p-1f, -0x1.82fd94p-26f);           ///< Catalan's constant, 0.9159...
inline constexpr ff_t degree = from_words(0x1.1df46ap-6f, 0x1.294e9cp-33f);             ///< pi/180
inline constexpr ff_t radian = from_words(0x1.ca5dc2p5f, -0x1.670f82p-21f);             ///< 180/pi

// ---- as three floats

inline constexpr three_words pi_words{0x1.921fb6p1f, -0x1.777a5cp-24f, -0x1.ee59dap-49f};         ///< pi
inline constexpr three_words half_pi_words{0x1.921fb6p0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f};    ///< pi/2
inline constexpr three_words two_over_pi_words{0x1.45f306p-1f, 0x1.b9391p-26f, 0x1.529fc2p-52f};  ///< 2/pi
inline constexpr three_words ln2_words{0x1.62e43p-1f, -0x1.05c61p-29f, -0x1.950d88p-54f};         ///< log(2)
inline constexpr three_words log2e_words{0x1.715476p0f, 0x1.4ae0cp-26f, -0x1.e8883p-52f};         ///< log2(e)
inline constexpr three_words ln10_words{0x1.26bb1cp1f, -0x1.12aabap-25f, -0x1.3e915ap-50f};       ///< log(10)

// clang-format on
}  // namespace constants
}  // namespace ff
