// 1.1_ff, 42_ff, 1e-3_ff, 0x1.8p3_ff: rounded exactly, while compiling, on host and device alike.
#pragma once

#include <ff/text/decimal.hpp>

namespace ff {
namespace detail {

template <char... C>
struct literal {
  // The characters without digit separators.
  struct text {
    char chars[sizeof...(C)] = {};
    int size = 0;
  };
  FF_HD static constexpr text stripped() {
    constexpr char all[] = {C...};
    text t;
    for (const char c : all)
      if (c != '\'') t.chars[t.size++] = c;
    return t;
  }

  // 010 and 0b1 mean eight and one to C++; a reader of 010_ff could mean either.
  FF_HD static constexpr bool well_formed() {
    const text t = stripped();
    const numeral n = scan_number(t.chars, t.chars + t.size);
    const bool integer = n.base == 10 && n.digits_end == n.end && n.point == t.size;
    return n.end == t.chars + t.size && !(integer && t.size > 1 && t.chars[0] == '0');
  }
  FF_HD static constexpr ff_t rounded() {
    const text t = stripped();
    return nearest_pair(value_of(scan_number(t.chars, t.chars + t.size)), false);
  }

  static_assert(well_formed(), "_ff takes decimal and hexadecimal literals, not octal or binary ones");
  // Words, not a pair: device code may read a static member of scalar type only.
  static constexpr ff_t value = rounded();
  static constexpr float hi = value.hi(), lo = value.lo();
  static_assert(to_bits(hi) < infinity_bits,
                "this literal is too large for ff_t, which ends at 2^128 - 2^103, about 3.4028236e38");
};

}  // namespace detail

inline namespace literals {

/// The ff_t nearest to the literal: hi = RN(value), lo = RN(value - hi), ties to even.
/// A literal that rounds to infinity does not compile; one below 2^-150 is zero.
template <char... C>
FF_HD constexpr ff_t operator""_ff() {
  return from_words(detail::literal<C...>::hi, detail::literal<C...>::lo);
}

}  // namespace literals
}  // namespace ff
