// std::format("{:+.20e}", x), in C++20 where the standard library has it; elsewhere this header is empty.
// Host only.
#pragma once

#include <ff/platform.hpp>

#if FF_STD_FORMAT

#include <cstddef>
#include <ff/fast/fast_t.hpp>
#include <ff/text/specification.hpp>
#include <format>

namespace ff::detail {

struct std_library {
  static constexpr bool hex_prefix = false;
  static constexpr std::size_t id(int i) { return static_cast<std::size_t>(i); }
  template <class F, class Argument>
  static int64 visit(F f, Argument argument) {
    return std::visit_format_arg(f, argument);
  }
  [[noreturn]] static void fail(const char* message) { throw std::format_error(message); }
};

}  // namespace ff::detail

/// As with {fmt}: [[fill]align][sign][#][0][width][.precision][type], type one of a A e E f F g G, as for a
/// double.  No type and no precision: ff::to_string's shortest text.
template <>
struct std::formatter<ff::ff_t, char> : ff::detail::number_formatter<ff::detail::std_library, ff::ff_t> {};
template <bool ieee>
struct std::formatter<ff::basic_fast<ieee>, char> : std::formatter<ff::ff_t, char> {};
/// A dd_t has the same format, with <ff/dd.hpp>; a wide_t has, with <ff/wide.hpp>, the types e E g G and
/// none, whose texts have at most 80 digits.
template <>
struct std::formatter<ff::basic_ff<double>, char>
    : ff::detail::number_formatter<ff::detail::std_library, ff::basic_ff<double>> {};
template <>
struct std::formatter<ff::wide_t, char> : ff::detail::number_formatter<ff::detail::std_library, ff::wide_t> {
};

#endif
