// atan, atan2.
#pragma once

#include <ff/math/atan.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(atan, (ff_t x), ff::atan(x))
CATALOGUE_ENTRY(atan2, (ff_t y, ff_t x), ff::atan2(y, x))

}  // namespace entry

/// Near an edge or a point of a table's cells, which are 2^-6 of a power of two wide from 2^first on.
FF_HD_LARGE ff_t near_table_cell(random_bits& bits, int largest_exponent, int first) {
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>(b >> 32) % (largest_exponent + 1 - first) + first;
  const double cells = static_cast<double>(128 + (b & 127)) / 128;
  const double a = cells * ff::widen(make_float(false, exponent, 0)) - std::ldexp(1.0, first);
  return a > 0 ? near_point(bits, b & 256 ? a : -a) : near_point(bits, std::ldexp(0x1p-6, first));
}

struct near_tangent_cells : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) { return {near_table_cell(bits, 9, -8), 1.0f, 0.0f}; }
};

/// Near the rays of the table's points and edges, of the quadrants and of the octants.
struct near_rays : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int exponent = static_cast<int>(b >> 32) % 21 - 10;
    const ff_t x = make_operand(bits, exponent, input_class::uniform, (b & 12) == 0);
    const ff_t ratio = near_table_cell(bits, 0, -6);
    const ff_t y = b & 16 ? near_point(bits, static_cast<double>(x)) : ff::mul22_dw(x, ratio);
    return b & 1 ? operands{x, y, 0.0f} : operands{y, x, 0.0f};
  }
};

/// The same with operands near the ends of the range.
struct near_far_rays : near_rays {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    operands v = near_rays::hard(bits);
    const std::uint64_t b = bits.next();
    const float scale = make_float(false, b & 1 ? 116 : static_cast<int>(b >> 32) % 24 - 139, 0);
    for (ff_t* a : {&v.x, &v.y}) *a = from_words(ff::mul_rn(a->hi(), scale), ff::mul_rn(a->lo(), scale));
    return v;
  }
};

template <class Visit>
void atan_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::inverse_tangents);
  add(row<entry::atan, near_tangent_cells>{}, "atan");
  add(row<entry::atan, near_tangent_cells>{}, "atan_tiny");
  add(row<entry::atan2, near_rays>{}, "atan2");
  add(row<entry::atan2, near_far_rays>{}, "atan2_wide");
}

}  // namespace catalogue
