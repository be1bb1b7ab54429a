// Euclidean lengths of three and four numbers and their inverses, by CUDA's names.
//
// As hypot.hpp: the sum of the squares as a pair, and one root of it.  The sum of four squares is that of two
// sums of two.
#pragma once

#include <ff/math/hypot.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr ff_t sum_of_squares(ff_t x, ff_t y, ff_t z) {
  return accurate_sum_of(accurate_square(x), accurate_square(y), accurate_square(z));
}
FF_HD_LARGE constexpr ff_t sum_of_squares(ff_t x, ff_t y, ff_t z, ff_t w) {
  return accurate_sum_of(accurate_sum_of(accurate_square(x), accurate_square(y)),
                         accurate_sum_of(accurate_square(z), accurate_square(w)));
}

// The largest component by its magnitude; infinite if one is, else NaN if one is.
FF_HD_LARGE constexpr float greatest_of_four(ff_t x, ff_t y, ff_t z, ff_t w) {
  const float a = abs(x.hi()), b = abs(y.hi()), c = abs(z.hi()), d = abs(w.hi());
  if (equal(a, infinity) || equal(b, infinity) || equal(c, infinity) || equal(d, infinity)) return infinity;
  return greatest_unsigned(greatest_unsigned(a, b), greatest_unsigned(c, d));
}

// The sum of the squares divided by 2^(2n), n the exponent of the largest component.
FF_HD_LARGE constexpr ff_t scaled_sum_of_squares(ff_t x, ff_t y, ff_t z, ff_t w, int n) {
  return sum_of_squares(ldexp(x, -n), ldexp(y, -n), ldexp(z, -n), ldexp(w, -n));
}
FF_HD_OUT_OF_LINE constexpr ff_t norm_outside(ff_t x, ff_t y, ff_t z, ff_t w) {
  const float greatest = greatest_of_four(x, y, z, w);
  if (is_zero_or_not_finite(greatest)) return greatest;
  const int n = ilogb(ff_t(greatest));
  return ldexp(accurate_sqrt(scaled_sum_of_squares(x, y, z, w, n)), n);
}
FF_HD_OUT_OF_LINE constexpr ff_t rnorm_outside(ff_t x, ff_t y, ff_t z, ff_t w) {
  const float greatest = greatest_of_four(x, y, z, w);
  if (is_zero_or_not_finite(greatest))
    return equal(greatest, 0.0f) ? infinity : equal(greatest, infinity) ? 0.0f : quiet_nan;
  const int n = ilogb(ff_t(greatest));
  return ldexp(accurate_rsqrt(scaled_sum_of_squares(x, y, z, w, n)), -n);
}
FF_HD_LARGE constexpr ff_t rnorm_of(ff_t sum, ff_t x, ff_t y, ff_t z, ff_t w) {
  return plain_or([&] { return !is_zero_or_not_finite(sum.hi()); }, [&] { return accurate_rsqrt(sum); },
                  [](const ff_t& inverse) { return !plain_inverse_length(inverse.hi()); },
                  [&] { return rnorm_outside(x, y, z, w); });
}

}  // namespace detail

/// sqrt(x^2 + y^2 + z^2), CUDA's name of hypot(x, y, z), to the same bits.
FF_HD_LARGE constexpr ff_t norm3d(ff_t x, ff_t y, ff_t z) { return hypot(x, y, z); }

/// sqrt(x^2 + y^2 + z^2 + w^2), without undue over- or underflow.  4 u^2 (bounds::norms); below 2^-100 the
/// result's words underflow.  Infinite if an argument is, even beside NaN.
FF_HD_LARGE constexpr ff_t norm4d(ff_t x, ff_t y, ff_t z, ff_t w) {
  using namespace detail;
  const ff_t sum = sum_of_squares(x, y, z, w);
  return plain_or(
      plain_squares(sum.hi()), [&] { return accurate_sqrt(sum); }, [&] { return norm_outside(x, y, z, w); });
}

/// 1/sqrt(x^2 + y^2 + z^2), without undue over- or underflow.  5 u^2 (bounds::norms); below 2^-100 the
/// result's words underflow.  rnorm3d(0, 0, 0) = inf, and 0 if an argument is infinite.
FF_HD_LARGE constexpr ff_t rnorm3d(ff_t x, ff_t y, ff_t z) {
  return detail::rnorm_of(detail::sum_of_squares(x, y, z), x, y, z, 0.0f);
}

/// 1/sqrt(x^2 + y^2 + z^2 + w^2), as rnorm3d.
FF_HD_LARGE constexpr ff_t rnorm4d(ff_t x, ff_t y, ff_t z, ff_t w) {
  return detail::rnorm_of(detail::sum_of_squares(x, y, z, w), x, y, z, w);
}

namespace bounds {
/// x is the range of every component.  The row of norm3d is hypot3's.
inline constexpr function_row norms[] = {
    {"norm4d", observed(4), {lengths}, "sum of squares as a pair, one residue"},
    {"norm4d_underflow",
     observed(4, relative_to::subnormal),
     {short_lengths},
     "the same, scaled by a power of two"},
    {"rnorm3d", observed(5), {inverse_lengths}, "sum of squares as a pair, one residue"},
    {"rnorm3d_underflow",
     observed(5, relative_to::subnormal),
     {long_lengths},
     "the same, scaled by a power of two"},
    {"rnorm4d", observed(5), {inverse_lengths}, "sum of squares as a pair, one residue"},
    {"rnorm4d_underflow",
     observed(5, relative_to::subnormal),
     {long_lengths},
     "the same, scaled by a power of two"},
};
}  // namespace bounds

}  // namespace ff
