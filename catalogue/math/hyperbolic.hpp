// The hyperbolic functions and their inverses.
#pragma once

#include <ff/math/hyperbolic.hpp>
#include <ff/math/inverse_hyperbolic.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(sinh, (ff_t x), ff::sinh(x))
CATALOGUE_ENTRY(cosh, (ff_t x), ff::cosh(x))
CATALOGUE_ENTRY(tanh, (ff_t x), ff::tanh(x))
CATALOGUE_ENTRY(asinh, (ff_t x), ff::asinh(x))
CATALOGUE_ENTRY(acosh, (ff_t x), ff::acosh(x))
CATALOGUE_ENTRY(atanh, (ff_t x), ff::atanh(x))

}  // namespace entry

/// Near the edges and points of the exponential's cells.
struct near_exponential_cells : arguments {
  FF_HD static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int cells = static_cast<int>((b >> 32) & 4095u) + 1;
    const double a = cells * (0x1.62e42fefa39efp-1 / 4096);
    return {near_point(bits, b & 1 ? a : -a), 1.0f, 0.0f};
  }
};

/// Near an edge or a point of the cells that the top bits of |x| + 2^-4 cut, `bits_per_octave` of them.
FF_HD ff_t near_hyperbolic_cell(random_bits& bits, int bits_per_octave, int largest_exponent) {
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>((b >> 32) % static_cast<std::uint64_t>(largest_exponent + 5)) - 4;
  const int half_cells = 2 << bits_per_octave;
  const double y = 1 + static_cast<double>(static_cast<int>(b & 1023) % half_cells) / half_cells;
  const double a = y * ff::widen(make_float(false, exponent, 0)) - 0x1p-4;
  return a > 0 ? near_point(bits, b & 1024 ? a : -a) : near_point(bits, 0x1p-12);
}
struct near_tanh_cells : arguments {
  FF_HD static operands hard(random_bits& bits) { return {near_hyperbolic_cell(bits, 7, 4), 1.0f, 0.0f}; }
};
struct near_asinh_cells : arguments {
  FF_HD static operands hard(random_bits& bits) { return {near_hyperbolic_cell(bits, 6, 12), 1.0f, 0.0f}; }
};

/// 1 or more; at sinh of the result near the cells of the table, or near 1.
struct from_one : arguments {
  FF_HD static operands hard(random_bits& bits) {
    const double s = static_cast<double>(near_hyperbolic_cell(bits, 6, 12));
    const std::uint64_t b = bits.next();
    const int k = static_cast<int>((b >> 32) % 100u);
    if (b & 1)
      return {ff::add22(ff_t(1.0f), abs(make_operand(bits, -k, input_class::uniform, false))), 1.0f, 0.0f};
    return {ff_t(::sqrt(1 + s * s)), 1.0f, 0.0f};
  }
  FF_HD static operands fit(operands v, random_bits&) {
    const ff_t x = ff::less(v.x.hi(), 0.0f) ? -v.x : v.x;
    const bool below = ff::less(x.hi(), 1.0f) || (ff::equal(x.hi(), 1.0f) && ff::less(x.lo(), 0.0f));
    return {below ? ff_t(2.0f) - x : x, v.y, v.z};
  }
};

/// Between -1 and 1; at sinh of twice the result near the cells of the table, or near +-1.
struct inside_one : arguments {
  FF_HD static operands hard(random_bits& bits) {
    const double s = static_cast<double>(near_hyperbolic_cell(bits, 6, 12));
    const std::uint64_t b = bits.next();
    const int k = static_cast<int>((b >> 32) % 100u);
    const ff_t step = abs(make_operand(bits, -1 - k, input_class::uniform, false));
    if (b & 1) return {ff::sub22(ff_t(1.0f), step), 1.0f, 0.0f};
    return {ff_t(s / (1 + ::sqrt(1 + s * s))), 1.0f, 0.0f};
  }
  FF_HD static operands fit(operands v, random_bits&) {
    const float a = ff::abs(v.x.hi());
    const bool outside = ff::equal(a, 1.0f) && !ff::less(ff::mul_rn(v.x.lo(), v.x.hi()), 0.0f);
    return {outside ? ff_t(0.5f) : v.x, v.y, v.z};
  }
};

template <class Visit>
void hyperbolic_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::hyperbolics);
  add(row<entry::sinh, near_exponential_cells>{}, "sinh");
  add(row<entry::cosh, near_exponential_cells>{}, "cosh");
  add(row<entry::tanh, near_tanh_cells>{}, "tanh");
  const rows_of add_inverse(visit, ff::bounds::inverse_hyperbolics);
  add_inverse(row<entry::asinh, near_asinh_cells>{}, "asinh");
  add_inverse(row<entry::acosh, from_one>{}, "acosh");
  add_inverse(row<entry::atanh, inside_one>{}, "atanh");
}

}  // namespace catalogue
