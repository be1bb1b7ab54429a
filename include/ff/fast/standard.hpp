// This header gives fast_t what the standard library and streams ask of a number: limits, hash, reading.
#pragma once

#include <ff/fast/operators.hpp>
#include <ff/type/hash.hpp>
#include <ff/type/limits.hpp>

namespace ff {

#if !defined(__CUDACC_RTC__)
/// Reads an ff_t; a failure leaves x as it is.
template <class Stream, bool ieee>
auto operator>>(Stream& in, basic_fast<ieee>& x) -> decltype(in >> *static_cast<ff_t*>(nullptr)) {
  ff_t v(0.0f);
  if (in >> v) x = v;
  return in;
}
#endif

namespace detail {

// The model is ff_t's, and its values are of type fast_t.
template <class Limits, class Number>
struct fast_limits : Limits {
  FF_HD static constexpr Number(min)() noexcept { return (Limits::min)(); }
  FF_HD static constexpr Number(max)() noexcept { return (Limits::max)(); }
  FF_HD static constexpr Number lowest() noexcept { return Limits::lowest(); }
  FF_HD static constexpr Number epsilon() noexcept { return Limits::epsilon(); }
  FF_HD static constexpr Number round_error() noexcept { return Limits::round_error(); }
  FF_HD static constexpr Number infinity() noexcept { return Limits::infinity(); }
  FF_HD static constexpr Number quiet_NaN() noexcept { return Limits::quiet_NaN(); }
  FF_HD static constexpr Number signaling_NaN() noexcept { return Limits::signaling_NaN(); }
  FF_HD static constexpr Number denorm_min() noexcept { return Limits::denorm_min(); }
};

}  // namespace detail
}  // namespace ff

/// ff_t's model: a binary number of 48 digits.
template <bool ieee>
class std::numeric_limits<ff::basic_fast<ieee>>
    : public ff::detail::fast_limits<std::numeric_limits<ff::ff_t>, ff::basic_fast<ieee>> {};

/// Words that compare equal have equal hashes.
template <bool ieee>
struct std::hash<ff::basic_fast<ieee>> {
  FF_HD constexpr ff::size_t operator()(ff::basic_fast<ieee> x) const noexcept {
    using namespace ff;
    const uint64 words =
        uint64{detail::to_bits(add_rn(x.hi(), 0.0f))} << 32 | detail::to_bits(add_rn(x.lo(), 0.0f));
    return static_cast<ff::size_t>(detail::mix_bits(words));
  }
};
