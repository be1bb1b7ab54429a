// + - * /, fma and roots of wide numbers: the kernels of ff_t at home, and out of line what leaves it.
//
// Each bound is that of the kernel, for all finite operands whose result's step is within range
// (docs/proofs/wide.md).  A sum that cancels keeps the last bits of its operands; elsewhere, bringing a
// number home rounds what lies 2^-116 below it.
#pragma once

#include <ff/wide/number.hpp>

namespace ff {
namespace detail {

/// x 2^(64 steps), for |steps| <= 2^26.
FF_HD constexpr wide_t raised(wide_t x, int steps) { return wide_settled(x.pair(), x.step() + steps); }

/// Adds numbers of a pair and a step.  Settle::of makes a number of the sum's.
template <class Settle>
struct sum_settled_by {
  /// x + y for any two.
  template <class Number>
  FF_HD static constexpr Number of(Number x, Number y) {
    const float xh = x.pair().hi(), yh = y.pair().hi();
    if (is_zero_or_not_finite(xh) || is_zero_or_not_finite(yh)) {
      if (!less(abs(xh), infinity) || !less(abs(yh), infinity)) return Settle::special(add_rn(xh, yh));
      return equal(xh, 0.0f) ? (equal(yh, 0.0f) ? Settle::special(add_rn(xh, yh)) : y) : x;
    }
    return x.step() < y.step() ? of_ordered(y, x) : of_ordered(x, y);
  }

 private:
  /// Adds x and y, where y's step is not above x's.
  template <class Number>
  FF_HD static constexpr Number of_ordered(Number x, Number y) {
    const int apart = x.step() - y.step();
    // x may cancel against y where it is below 16 times the end of y's home.  It goes to the finer step,
    // exactly.
    if (apart <= 2 && less(abs(x.pair().hi()), power_of_two(68 - wide_step * apart)))
      return Settle::of(add22(scaled(x.pair(), wide_step * apart), y.pair()), y.step());
    // Elsewhere the sum is of x's size, and y goes to x's step.
    const centred_pair a = centred(x.pair(), x.step()), b = centred(y.pair(), y.step());
    const int below = a.k - b.k;
    return Settle::of(below > 2 ? a.m : add22(a.m, scaled(b.m, -wide_step * below)), a.k);
  }
};
using sum_of_wide = sum_settled_by<settle_wide>;

struct product_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y) {
    // Centred, so that the product neither overflows nor loses its low word.
    const centred_pair a = centred(x), b = centred(y);
    const float head = mul_rn(a.m.hi(), b.m.hi());
    if (is_zero_or_not_finite(head)) return wide_special(head);
    return settle_wide::of(mul22(a.m, b.m), a.k + b.k);
  }
};

struct quotient_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y) {
    const float xh = x.pair().hi(), yh = y.pair().hi();
    if (is_zero_or_not_finite(xh) || is_zero_or_not_finite(yh)) return wide_special((ff_t(xh) / yh).hi());
    const centred_pair a = centred(x), b = centred(y);
    return settle_wide::of(div22(a.m, b.m), a.k - b.k);
  }
};

/// Where the product is at an end of the range or beyond it, the sum may still be within: both summands are
/// moved by 4 steps, and the sum is moved back.
struct fma_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y, wide_t z) {
    const centred_pair a = centred(x), b = centred(y);
    const float head = mul_rn(a.m.hi(), b.m.hi());
    const int k = a.k + b.k;
    const float zh = z.pair().hi();
    // Beside infinity and NaN the product's head will do.
    const bool special = is_zero_or_not_finite(head) || !less(abs(zh), infinity);
    const bool alone = equal(zh, 0.0f) && !special;
    const bool within = special || alone || (-largest_step < k && k < largest_step);
    const int steps = within ? 0 : k > 0 ? -4 : 4;
    if (steps > 0 && z.step() >= 0) return z;
    const wide_t p = special ? wide_special(head) : wide_settled(mul22(a.m, b.m), k + steps);
    // Beside zero a product that vanishes keeps its sign.
    if (alone) return p;
    const wide_t sum = sum_of_wide::of(p, within ? z : raised(z, steps));
    return within ? sum : raised(sum, -steps);
  }
};

/// root 2^32 where the radicand's step is odd, else root.  root is within 2^+-32, so that either is at home.
FF_HD constexpr ff_t of_half_step(ff_t root, uint32 place) {
  const float scale = from_bits(to_bits(1.0f) + ((place & place_unit) << 23));  // 1 or 2^32
  return from_words(mul_rn(root.hi(), scale), mul_rn(root.lo(), scale));
}
/// place / 2, cut off to a step.
FF_HD constexpr uint32 half_place(uint32 place) { return place / 2 & ~(place_unit - 1); }

/// The square root, and its reciprocal: of any pair, and beside the step that the radicand's place gives.
struct square_root {
  FF_HD static constexpr ff_t of(ff_t x) { return sqrt(x); }
  FF_HD static constexpr wide_t placed(ff_t root, uint32 place) {
    return wide_at(of_half_step(root, place), half_place(place) + first_place / 2);
  }
};
struct reciprocal_root {
  FF_HD static constexpr ff_t of(ff_t x) { return rsqrt(x); }
  FF_HD static constexpr wide_t placed(ff_t root, uint32 place) {
    return wide_at(of_half_step(root, place), first_place + first_place / 2 - half_place(place + place_unit));
  }
};
/// The root where x is a zero, negative, infinite or NaN; or a root itself with a head of 2^64, which is the
/// next home's.
template <class Root>
struct root_off_home {
  FF_HD static constexpr wide_t of(wide_t x) {
    const ff_t root = Root::of(x.pair());
    const bool special = is_zero_or_not_finite(root.hi());
    return special ? wide_special(root.hi()) : Root::placed(root, x.place());
  }
};

}  // namespace detail

/// x + y: add22, 2 u^2 of the sum, under cancellation too.
FF_HD constexpr wide_t operator+(wide_t x, wide_t y) {
  using namespace detail;
  const ff_t s = add22(x.pair(), y.pair());
  const bool level = x.place() == y.place(), home = is_at_home(s.hi());
  return plain_or(
      level & home, [&] { return wide_at(s, x.place()); },
      [&] { return wide_out_of_line<sum_of_wide>(x, y); });
}
FF_HD constexpr wide_t operator-(wide_t x, wide_t y) { return x + (-y); }

/// x y: mul22, 4 u^2.
FF_HD constexpr wide_t operator*(wide_t x, wide_t y) {
  using namespace detail;
  const ff_t p = mul22(x.pair(), y.pair());
  const uint32 place = x.place() + y.place() - first_place;
  return plain_or(
      is_settled(p.hi(), place), [&] { return wide_at(p, place); },
      [&] { return wide_out_of_line<product_of_wide>(x, y); });
}

/// x / y: div22, 5 u^2.  x/0, 0/0 and the like as IEEE.
FF_HD constexpr wide_t operator/(wide_t x, wide_t y) {
  using namespace detail;
  const bool finite = is_at_home(y.pair().hi());  // for constant expressions, which may not divide by 0
  if (constant_evaluated() && !finite) return quotient_of_wide::of(x, y);
  const ff_t q = div22(x.pair(), y.pair());
  const uint32 place = x.place() - y.place() + first_place;
  return plain_or(
      is_settled(q.hi(), place), [&] { return wide_at(q, place); },
      [&] { return wide_out_of_line<quotient_of_wide>(x, y); });
}

/// Assign the result to x.
FF_HD constexpr wide_t& operator+=(wide_t& x, wide_t y) { return x = x + y; }
FF_HD constexpr wide_t& operator-=(wide_t& x, wide_t y) { return x = x - y; }
FF_HD constexpr wide_t& operator*=(wide_t& x, wide_t y) { return x = x * y; }
FF_HD constexpr wide_t& operator/=(wide_t& x, wide_t y) { return x = x / y; }

/// x y + z: fma22, 6.5 u^2 of |x y| + |z|.
FF_HD constexpr wide_t fma(wide_t x, wide_t y, wide_t z) {
  using namespace detail;
  const ff_t s = fma22(x.pair(), y.pair(), z.pair());
  const bool level = x.place() + y.place() == z.place() + first_place, home = is_at_home(s.hi());
  return plain_or(
      level & home, [&] { return wide_at(s, z.place()); },
      [&] { return wide_out_of_line<fma_of_wide>(x, y, z); });
}

/// sqrt(x): sqrt22, 27/8 u^2.  sqrt(+-0) = +-0, sqrt(inf) = inf, sqrt(x < 0) = NaN.
FF_HD constexpr wide_t sqrt(wide_t x) {
  using namespace detail;
  return plain_or(
      is_positive_at_home(x.pair().hi()), [&] { return square_root::placed(sqrt22(x.pair()), x.place()); },
      [&] { return wide_out_of_line<root_off_home<square_root>>(x); });
}

/// 1/sqrt(x): rsqrt22, 5 u^2.  rsqrt(+-0) = +-inf, rsqrt(inf) = 0, rsqrt(x < 0) = NaN.
FF_HD constexpr wide_t rsqrt(wide_t x) {
  using namespace detail;
  return plain_or(
      is_positive_at_home(x.pair().hi()),
      [&] { return reciprocal_root::placed(rsqrt22(x.pair()), x.place()); },
      [&] { return wide_out_of_line<root_off_home<reciprocal_root>>(x); });
}

}  // namespace ff
