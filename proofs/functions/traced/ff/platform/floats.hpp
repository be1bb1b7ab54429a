// What headers other than rounding.hpp ask of include/ff/platform/floats.hpp.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

inline constexpr bool target_fuses = true;
constexpr traced exact_product(traced a, traced b) { return a * b; }
inline traced run_rcp_approximation(traced b) { return traced(1.0f) / b; }

}  // namespace detail
}  // namespace ff
