// Numbers as integers in the same order, for radix sort.
#pragma once

#include <ff/type/hash.hpp>

namespace ff {
namespace detail {

// The bits of a float in the order of the floats: negative ones reversed, below the others.
FF_HD constexpr uint32 ordered_bits(uint32 bits) { return bits ^ ((0u - (bits >> 31)) | sign_bits); }
FF_HD constexpr uint32 bits_of_ordered(uint32 ordered) {
  return ordered ^ (((ordered >> 31) - 1u) | sign_bits);
}

}  // namespace detail

/// An integer in the order of the numbers: radix_key(x) < radix_key(y) where x < y, and they are equal where
/// x == y, so both zeros have one key, and the weak and the strict pair of a value too.  Every NaN has the
/// greatest key, 2^64 - 1, above infinity's.
FF_HD constexpr uint64 radix_key(ff_t x) {
  if (!equal(x.hi(), x.hi())) return ~uint64{0};
  const uint64 bits = detail::value_bits(x);
  return uint64{detail::ordered_bits(static_cast<uint32>(bits >> 32))} << 32 |
         detail::ordered_bits(static_cast<uint32>(bits));
}

/// The number whose radix_key this is, as a strict pair: zero is +0, 2^64 - 1 NaN.  An integer that is no
/// number's key gives two words that are no pair.
FF_HD constexpr ff_t from_radix_key(uint64 key) {
  return from_words(detail::from_bits(detail::bits_of_ordered(static_cast<uint32>(key >> 32))),
                    detail::from_bits(detail::bits_of_ordered(static_cast<uint32>(key))));
}

}  // namespace ff
