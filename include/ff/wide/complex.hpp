// Complex numbers of two wide numbers, over the whole range.
//
// Within 2^+-(2^29) no square, product or quotient of parts leaves the range, so that nothing is scaled.
// Beyond it numbers are moved by steps first, out of line.  Products and quotients have the bounds of the
// whole number: a part below 2^-(2^31) of the other may vanish there.
#pragma once

#include <ff/complex/pair.hpp>
#include <ff/wide/functions.hpp>

namespace ff {

/// A complex number of two wide_t: arithmetic, modulus and root are basic_complex's.
using wide_complex = basic_complex<wide_t>;

namespace detail {

/// The unit is a step.
template <>
struct complex_scale<wide_t> {
  FF_HD_LARGE static constexpr int exponent(wide_t x) { return x.step(); }
  FF_HD_LARGE static constexpr wide_t moved(wide_t x, int n) { return raised(x, n); }
  /// Parts below 2^(2^29), and above 2^-(2^29) or special, whose step is 0.
  FF_HD_LARGE static constexpr bool is_plain(wide_complex z) {
    constexpr uint32 first = place_of(-(largest_step >> 2));
    return ((z.real().place() - first) | (z.imag().place() - first)) < 1u << 29;
  }
};

/// z w where products of parts may leave the range, or a part is special: C Annex G.5.1.
struct wide_product_anywhere {
  FF_HD static constexpr wide_complex of(wide_complex z, wide_complex w) {
    const bool infinite = is_infinite(z) || is_infinite(w);
    const auto [a, m] = place(z, infinite);
    const auto [b, n] = place(w, infinite);
    const wide_complex p = product(a, b);
    return infinite ? grown(infinity, p) : detail::moved(p, m + n);
  }

 private:
  /// Beside an infinite factor a NaN is a zero.
  FF_HD static constexpr complex_near_one<wide_t> place(wide_complex z, bool infinite) {
    const auto known = [](wide_t x) { return isnan(x) ? wide_t(0.0f) : x; };
    if (is_finite(z) || is_infinite(z)) return direction(z);
    return infinite ? direction(wide_complex(known(z.real()), known(z.imag())))
                    : complex_near_one<wide_t>{z, 0};
  }
};

struct wide_norm_anywhere {
  FF_HD static constexpr wide_t of(wide_t re, wide_t im) {
    const wide_complex z(re, im);
    if (is_infinite(z)) return wide_special(infinity);
    if (!is_finite(z) || is_zero(z)) return sum_of_squares(z);
    const auto [a, n] = near_one(z);
    return raised(sum_of_squares(a), 2 * n);
  }
};

/// e^z where a part is special, or e^re leaves the range.
struct wide_exp_anywhere {
  FF_HD static constexpr wide_complex of(wide_complex z) {
    const wide_t x = z.real(), y = z.imag();
    if (!is_finite(z)) return exp_not_finite(z, [](wide_t angle) { return turn{sin(angle), cos(angle)}; });
    if (equal(y.pair().hi(), 0.0f)) return {exp(x), y};
    // A sine may bring a power beyond the range back: e^re is taken down by half of the range's steps.
    const int steps = signbit(x) ? 0 : largest_step;
    const wide_t size = exp_of_wide::of_pair(static_cast<ff_t>(x), -steps);
    return {raised(size * cos(y), steps), raised(size * sin(y), steps)};
  }

 private:
  struct turn {
    wide_t s, c;
  };
};

}  // namespace detail

/// z w: as above over the whole range; a product with an infinite factor as C Annex G.
FF_HD_LARGE constexpr wide_complex operator*(wide_complex z, wide_complex w) {
  using namespace detail;
  const wide_complex p = product(z, w);
  const bool plain = complex_scale<wide_t>::is_plain(z) && complex_scale<wide_t>::is_plain(w);
  return plain && is_finite(p) ? p : out_of_line<wide_product_anywhere>(z, w);
}

/// |z|^2: 10.5 u^2 over the whole range, infinite with an infinite part.
FF_HD_LARGE constexpr wide_t norm(wide_complex z) {
  const wide_t sum = detail::sum_of_squares(z);
  if (detail::is_sum_of_squares(sum)) return sum;
  return detail::wide_out_of_line<detail::wide_norm_anywhere>(z.real(), z.imag());
}

/// e^z: 8.3 u^2 of each part, over the whole range; |im| < 2^128.  Special values as C Annex G.
FF_HD_LARGE constexpr wide_complex exp(wide_complex z) {
  const wide_t size = exp(z.real());
  if (isnormal(size) && isnormal(z.imag())) return {size * cos(z.imag()), size * sin(z.imag())};
  return detail::out_of_line<detail::wide_exp_anywhere>(z);
}

/// The angle, -pi to pi: atan2, 5.1 u^2.
FF_HD_LARGE constexpr wide_t arg(wide_complex z) { return atan2(z.imag(), z.real()); }

}  // namespace ff
