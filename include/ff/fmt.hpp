// fmt::format("{:+.20e}", x): the specifications of floating point, without L.  Host only; needs fmt.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <fmt/format.h>

#include <ff/fast/fast_t.hpp>
#include <ff/text/io.hpp>
#include <ff/text/specification.hpp>

namespace ff::detail {

struct fmt_library {
  static constexpr bool hex_prefix = true;
  static constexpr int id(int i) { return i; }
  template <class F, class Argument>
  static int64 visit(F f, Argument argument) {
#if FMT_VERSION >= 110000
    return argument.visit(f);
#else
    return fmt::visit_format_arg(f, argument);
#endif
  }
  [[noreturn]] static void fail(const char* message) { throw fmt::format_error(message); }
};

}  // namespace ff::detail

/// [[fill]align][sign][#][0][width][.precision][type], type one of a A e E f F g G, as for a double:
/// width and precision may be `{}` or `{n}`.  No type and no precision: ff::to_string's shortest text.
template <>
struct fmt::formatter<ff::ff_t> : ff::detail::number_formatter<ff::detail::fmt_library, ff::ff_t> {};
template <bool ieee>
struct fmt::formatter<ff::basic_fast<ieee>> : fmt::formatter<ff::ff_t> {};
/// A dd_t has the same format, with <ff/dd.hpp>; a wide_t has, with <ff/wide.hpp>, the types e E g G and
/// none, whose texts have at most 80 digits.
template <>
struct fmt::formatter<ff::basic_ff<double>>
    : ff::detail::number_formatter<ff::detail::fmt_library, ff::basic_ff<double>> {};
template <>
struct fmt::formatter<ff::wide_t> : ff::detail::number_formatter<ff::detail::fmt_library, ff::wide_t> {};

#endif
