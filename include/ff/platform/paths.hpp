// The two paths of a function: a plain one, which is inlined, and one for the rare arguments outside it.
#pragma once

#include <ff/platform/compiler.hpp>

namespace ff {
namespace detail {

/// F::of(x...), on the device as a call: the rare path of a function whose main path is inlined.
template <class F, class... X>
FF_HD_OUT_OF_LINE constexpr auto out_of_line(X... x) {
  return F::of(x...);
}

/// main() where `plain`, else outside().
///
/// Run code takes the plain path in any case and, where it does not hold, replaces the result: the device
/// then has one branch, around the rare path, and not two.  Constant expressions may not take it outside its
/// domain, where it divides by zero or makes a NaN.
template <class Main, class Outside>
FF_HD constexpr auto plain_or(bool plain, Main main, Outside outside) {
  if (constant_evaluated() && !plain) return outside();
  auto result = main();
  if (!plain) result = outside();
  return result;
}

/// The same where run code tells by the result, fails(result), that the path was not plain; plain() is for
/// constant expressions alone.
template <class Plain, class Main, class Fails, class Outside>
FF_HD constexpr auto plain_or(Plain plain, Main main, Fails fails, Outside outside) {
  if (constant_evaluated() && !plain()) return outside();
  auto result = main();
  if (fails(result)) result = outside();
  return result;
}

}  // namespace detail
}  // namespace ff
