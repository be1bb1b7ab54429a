// asinh, acosh, atanh.
#pragma once

#include <ff/math/inverse_hyperbolic.hpp>

#include "hyperbolic.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(asinh, (ff_t x), ff::asinh(x))
CATALOGUE_ENTRY(acosh, (ff_t x), ff::acosh(x))
CATALOGUE_ENTRY(atanh, (ff_t x), ff::atanh(x))

}  // namespace entry

struct near_asinh_cells : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    return {near_hyperbolic_cell(bits, 6, 12), 1.0f, 0.0f};
  }
};

/// 1 or more; at sinh of the result near the cells of the table, or near 1.
struct from_one : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const double s = static_cast<double>(near_hyperbolic_cell(bits, 6, 12));
    const std::uint64_t b = bits.next();
    const int k = static_cast<int>((b >> 32) % 100u);
    if (b & 1)
      return {ff::add22(ff_t(1.0f), abs(make_operand(bits, -k, input_class::uniform, false))), 1.0f, 0.0f};
    return {ff_t(::sqrt(1 + s * s)), 1.0f, 0.0f};
  }
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    const ff_t x = ff::less(v.x.hi(), 0.0f) ? -v.x : v.x;
    const bool below = ff::less(x.hi(), 1.0f) || (ff::equal(x.hi(), 1.0f) && ff::less(x.lo(), 0.0f));
    return {below ? ff_t(2.0f) - x : x, v.y, v.z};
  }
};

/// Between -1 and 1; at sinh of twice the result near the cells of the table, or near +-1.
struct inside_one : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const double s = static_cast<double>(near_hyperbolic_cell(bits, 6, 12));
    const std::uint64_t b = bits.next();
    const int k = static_cast<int>((b >> 32) % 100u);
    const ff_t step = abs(make_operand(bits, -1 - k, input_class::uniform, false));
    if (b & 1) return {ff::sub22(ff_t(1.0f), step), 1.0f, 0.0f};
    return {ff_t(s / (1 + ::sqrt(1 + s * s))), 1.0f, 0.0f};
  }
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    const float a = ff::abs(v.x.hi());
    const bool outside = ff::equal(a, 1.0f) && !ff::less(ff::mul_rn(v.x.lo(), v.x.hi()), 0.0f);
    return {outside ? ff_t(0.5f) : v.x, v.y, v.z};
  }
};

template <class Visit>
void inverse_hyperbolic_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::inverse_hyperbolics);
  add(row<entry::asinh, near_asinh_cells>{}, "asinh");
  add(row<entry::acosh, from_one>{}, "acosh");
  add(row<entry::atanh, inside_one>{}, "atanh");
}

}  // namespace catalogue
