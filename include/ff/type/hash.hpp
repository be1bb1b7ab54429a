// std::hash<ff_t>.
#pragma once

#include <ff/comparison.hpp>

namespace ff::detail {

// One word of bits for each value: the strict pair, +0 for both zeros, lo = 0 beside an infinity.
FF_HD constexpr uint64 value_bits(ff_t x) {
  const auto [s, e] = fast_add12(x.hi(), low_word(x));
  const float lo = less(abs(s), infinity) ? e : 0.0f;
  return uint64{to_bits(add_rn(s, 0.0f))} << 32 | to_bits(add_rn(lo, 0.0f));
}

// The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014; constants of Stafford's variant 13): a
// bijection in which every input bit reaches every output bit.
FF_HD constexpr uint64 mix_bits(uint64 z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace ff::detail

/// Equal values have equal hashes: -0 and +0, and the weak and the strict pair of one value.
template <>
struct std::hash<ff::ff_t> {
  FF_HD constexpr ff::size_t operator()(ff::ff_t x) const noexcept {
    return static_cast<ff::size_t>(ff::detail::mix_bits(ff::detail::value_bits(x)));
  }
};
