// sinh, cosh, tanh.
#pragma once

#include <ff/math/hyperbolic.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(sinh, (ff_t x), ff::sinh(x))
CATALOGUE_ENTRY(cosh, (ff_t x), ff::cosh(x))
CATALOGUE_ENTRY(tanh, (ff_t x), ff::tanh(x))

}  // namespace entry

/// Near the edges and points of the exponential's cells.
struct near_exponential_cells : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int cells = static_cast<int>((b >> 32) & 4095u) + 1;
    const double a = cells * (0x1.62e42fefa39efp-1 / 4096);
    return {near_point(bits, b & 1 ? a : -a), 1.0f, 0.0f};
  }
};

/// Near an edge or a point of the cells that the top bits of |x| + 2^-4 cut, `bits_per_octave` of them.
FF_HD_LARGE ff_t near_hyperbolic_cell(random_bits& bits, int bits_per_octave, int largest_exponent) {
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>((b >> 32) % static_cast<std::uint64_t>(largest_exponent + 5)) - 4;
  const int half_cells = 2 << bits_per_octave;
  const double y = 1 + static_cast<double>(static_cast<int>(b & 1023) % half_cells) / half_cells;
  const double a = y * ff::widen(make_float(false, exponent, 0)) - 0x1p-4;
  return a > 0 ? near_point(bits, b & 1024 ? a : -a) : near_point(bits, 0x1p-12);
}
/// Near an edge or the middle of a cell of tanh's table.
struct near_tanh_cells : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    using namespace ff::detail;
    constexpr int half_cells = 2 << (23 - tanh_shift);
    const std::uint64_t b = bits.next();
    const int exponent = static_cast<int>((b >> 32) % 12) - 7;
    const double y = 1 + static_cast<double>(static_cast<int>(b & 1023) % half_cells) / half_cells;
    const double a = y * ff::widen(make_float(false, exponent, 0)) - ff::widen(tanh_offset);
    return {a > 0 ? near_point(bits, b & 1024 ? a : -a) : near_point(bits, 0x1p-12), 1.0f, 0.0f};
  }
};

template <class Visit>
void hyperbolic_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::hyperbolics);
  add(row<entry::sinh, near_exponential_cells>{}, "sinh");
  add(row<entry::cosh, near_exponential_cells>{}, "cosh");
  add(row<entry::tanh, near_tanh_cells>{}, "tanh");
}

}  // namespace catalogue
