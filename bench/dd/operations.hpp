// The operations for any type, found by its arguments; a type that lacks one is left out.
#pragma once

#include <ff/platform.hpp>
#include <type_traits>

#include "dd.hpp"

namespace bench {
namespace {

// clang-format off
#define BENCH_DD_OPERATION(NAME, EXPRESSION, ...)                                         \
  struct dd_##NAME {                                                                      \
    static constexpr const char* name = #NAME;                                            \
    FF_ANY_CALLEE template <class T>                                                      \
    FF_HD_LARGE static auto of(T x, [[maybe_unused]] T y, [[maybe_unused]] T z)           \
        -> decltype(EXPRESSION) { return EXPRESSION; }                                    \
  };
BENCH_DD_OPERATIONS(BENCH_DD_OPERATION)
#undef BENCH_DD_OPERATION
// clang-format on

/// Whether Operation of T gives a T.
template <class Operation, class T, class = void>
inline constexpr bool has_dd = false;
template <class Operation, class T>
inline constexpr bool has_dd<Operation, T, std::void_t<decltype(Operation::of(T(), T(), T()))>> =
    std::is_same_v<decltype(Operation::of(T(), T(), T())), T>;

}  // namespace
}  // namespace bench
