// Modified Bessel functions of the first kind, orders 0 and 1.
//
//   |x| < 16.5:  polynomials of degree 13 for I_0(x) and I_1(x)/x on cells about 0, 1, .., 16,
//   beyond:      exp(x)/sqrt(x) times a polynomial of degree 13 in 1/x, the power of two last.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/special/bessel_i_table.hpp>

namespace ff {
namespace detail {

// The function of number `order` in the table: I_0(x) or I_1(x)/x for 0 <= x < 16.5.
FF_HD_LARGE constexpr ff_t bessel_i_near(uint32 order, ff_t x) {
  return on_unit_cells<bessel_i_table, bessel_i_cells, 5, 1>(order, x);
}

// I_0(x) or I_1(x) for x >= 16.5; infinite from 92 on.
FF_HD_LARGE constexpr ff_t bessel_i_far(uint32 order, ff_t x) {
  constexpr uint32 rows = 5;
  const ff_t inside = less(150.0f, x.hi()) ? ff_t(150.0f) : x, v = rcp22(inside);
  const auto [h, l, k] = exp_core(inside);
  const ff_t scaled = cell_polynomial<bessel_i_far_table, 3, 2>(order * rows, v.hi(), v.lo());
  const ff_t product = mul22_dw(mul22(scaled, rsqrt22(inside)), from_words(h, l));
  return ldexp_pair(product.hi(), product.lo(), k);
}

}  // namespace detail

/// The modified Bessel function I_0(x) for every x.  16 u^2 (bounds::modified_bessel_functions); infinite
/// where the result exceeds 2^128, from |x| = 91.9 on.  CUDA's name.
FF_HD_LARGE constexpr ff_t cyl_bessel_i0(ff_t x) {
  const ff_t a = abs(x);
  return less(a.hi(), 16.5f) ? detail::bessel_i_near(0, a) : detail::bessel_i_far(0, a);
}

/// The modified Bessel function I_1(x) for every x, odd.  16 u^2 (bounds::modified_bessel_functions); below
/// 2^-100 the result's words underflow, and it is infinite as I_0 is.  CUDA's name.
FF_HD_LARGE constexpr ff_t cyl_bessel_i1(ff_t x) {
  const ff_t a = abs(x);
  const ff_t value =
      less(a.hi(), 16.5f) ? mul22_dw(detail::bessel_i_near(1, a), a) : detail::bessel_i_far(1, a);
  return detail::sign_bit(x.hi()) != 0 ? -value : value;
}

namespace bounds {
inline constexpr range bessel_i_arguments{-91.9, 91.9, -90};

inline constexpr function_row modified_bessel_functions[] = {
    {"cyl_bessel_i0",
     observed(16),
     {bessel_i_arguments},
     "polynomials on cells; exp(x)/sqrt(x) times one in 1/x"},
    {"cyl_bessel_i1", observed(16), {bessel_i_arguments}, "the same"},
    {"cyl_bessel_i1_tiny", observed(16, relative_to::subnormal), {{-0x1p-90, 0x1p-90, -149}}, "the same"},
};
}  // namespace bounds

}  // namespace ff
