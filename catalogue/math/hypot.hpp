// hypot, rhypot.
#pragma once

#include <ff/math/hypot.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(hypot, (ff_t x, ff_t y), ff::hypot(x, y))
CATALOGUE_ENTRY(rhypot, (ff_t x, ff_t y), ff::rhypot(x, y))
CATALOGUE_ENTRY(hypot22, (ff_t x, ff_t y), ff::hypot22(x, y))

}  // namespace entry

template <>
inline constexpr bool is_bare<entry::hypot22> = true;

/// Of like size, where both words of both count.
struct legs : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int ex = static_cast<int>(b % 64) - 32, ey = ex - static_cast<int>(b >> 32 & 15);
    return {make_operand(bits, ex, input_class::uniform, false),
            make_operand(bits, ey, b & 64 ? input_class::uniform : input_class::ties, false), 0.0f};
  }
};

template <class Visit>
void hypot_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::euclidean_lengths);
  add(row<entry::hypot, legs>{}, "hypot");
  add(row<entry::hypot, legs>{}, "hypot_underflow");
  add(row<entry::rhypot, legs>{}, "rhypot");
  add(row<entry::rhypot, legs>{}, "rhypot_underflow");
}

/// visit(entry{}) for each that has no row: the bare kernel.
template <class Visit>
void hypot_without_row(Visit visit) {
  visit(entry::hypot22{});
}

}  // namespace catalogue
