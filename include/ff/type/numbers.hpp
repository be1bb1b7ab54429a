// std::numbers' constants as numbers of type ff_t: std::numbers::pi_v<ff_t>, in C++20, on the host.
#pragma once

#include <ff/type/constants.hpp>

#if FF_STD_NUMBERS

namespace std::numbers {

/// The pairs of ff::constants, for generic code: every name of <numbers> with _v<ff_t>.
template <>
inline constexpr ff::ff_t e_v<ff::ff_t> = ff::constants::e;
template <>
inline constexpr ff::ff_t log2e_v<ff::ff_t> = ff::constants::log2e;
template <>
inline constexpr ff::ff_t log10e_v<ff::ff_t> = ff::constants::log10e;
template <>
inline constexpr ff::ff_t pi_v<ff::ff_t> = ff::constants::pi;
template <>
inline constexpr ff::ff_t inv_pi_v<ff::ff_t> = ff::constants::inv_pi;
template <>
inline constexpr ff::ff_t inv_sqrtpi_v<ff::ff_t> = ff::constants::inv_sqrt_pi;
template <>
inline constexpr ff::ff_t ln2_v<ff::ff_t> = ff::constants::ln2;
template <>
inline constexpr ff::ff_t ln10_v<ff::ff_t> = ff::constants::ln10;
template <>
inline constexpr ff::ff_t sqrt2_v<ff::ff_t> = ff::constants::sqrt2;
template <>
inline constexpr ff::ff_t sqrt3_v<ff::ff_t> = ff::constants::sqrt3;
template <>
inline constexpr ff::ff_t inv_sqrt3_v<ff::ff_t> = ff::constants::inv_sqrt3;
template <>
inline constexpr ff::ff_t egamma_v<ff::ff_t> = ff::constants::egamma;
template <>
inline constexpr ff::ff_t phi_v<ff::ff_t> = ff::constants::phi;

}  // namespace std::numbers

#endif
