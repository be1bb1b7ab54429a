// + - * /, fma and roots of wide numbers: the kernels of ff_t at home, and out of line what leaves it.
//
// Each bound is that of the kernel, for all finite operands whose result's step is within range: bringing an
// operand home is exact, or rounds what lies 2^-112 below the result.
#pragma once

#include <ff/wide/number.hpp>

namespace ff {
namespace detail {

struct sum_of_wide {
  /// x + y for any two.
  FF_HD static constexpr wide_t of(wide_t x, wide_t y) {
    const float xh = x.pair().hi(), yh = y.pair().hi();
    if (is_zero_or_not_finite(xh) || is_zero_or_not_finite(yh)) {
      if (!less(abs(xh), infinity) || !less(abs(yh), infinity)) return wide_special(add_rn(xh, yh));
      return equal(xh, 0.0f) ? (equal(yh, 0.0f) ? wide_special(add_rn(xh, yh)) : y) : x;
    }
    if (x.step() < y.step()) return of(y, x);
    const int apart = x.step() - y.step();
    // The larger one may cancel against a neighbour's number: it goes to the finer step, exactly.
    if (apart <= 1) return settle_wide::of(add22(scaled(x.pair(), wide_step * apart), y.pair()), y.step());
    // Two steps below, a number is at most 2^-52 of the other; three below, it does not count.
    if (apart == 2) return settle_wide::of(add22(x.pair(), scaled(y.pair(), -2 * wide_step)), x.step());
    return x;
  }
};

struct product_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y) {
    const float head = mul_rn(x.pair().hi(), y.pair().hi());
    if (is_zero_or_not_finite(head)) return wide_special(head);
    return settle_wide::of(mul22(x.pair(), y.pair()), x.step() + y.step());
  }
};

struct quotient_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y) {
    const float xh = x.pair().hi(), yh = y.pair().hi();
    if (is_zero_or_not_finite(xh) || is_zero_or_not_finite(yh)) return wide_special((ff_t(xh) / yh).hi());
    return settle_wide::of(div22(x.pair(), y.pair()), x.step() - y.step());
  }
};

struct fma_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y, wide_t z) {
    return sum_of_wide::of(product_of_wide::of(x, y), z);
  }
};

/// The square root, and its reciprocal, where x is a zero, negative, infinite or NaN.
template <class Root>
struct root_of_special {
  FF_HD static constexpr wide_t of(wide_t x) { return wide_special(Root::of(x.pair().hi()).hi()); }
};
struct square_root {
  FF_HD static constexpr ff_t of(ff_t x) { return sqrt(x); }
};
struct reciprocal_root {
  FF_HD static constexpr ff_t of(ff_t x) { return rsqrt(x); }
};

/// root 2^32 2^(64 half) at home: the root of an odd step.  root is within 2^+-19.
FF_HD constexpr wide_t between_steps(ff_t root, int half) {
  const bool large = !less(root.hi(), 1.0f);
  const float scale = large ? 0x1p-32f : 0x1p32f;
  return wide_from(from_words(mul_rn(root.hi(), scale), mul_rn(root.lo(), scale)), large ? half + 1 : half);
}

}  // namespace detail

/// x + y: add22, 2 u^2 of the sum, under cancellation too.
FF_HD constexpr wide_t operator+(wide_t x, wide_t y) {
  using namespace detail;
  const ff_t s = add22(x.pair(), y.pair());
  const bool level = x.step() == y.step(), home = is_at_home(s.hi());
  return plain_or(
      level & home, [&] { return wide_from(s, x.step()); }, [&] { return out_of_line<sum_of_wide>(x, y); });
}
FF_HD constexpr wide_t operator-(wide_t x, wide_t y) { return x + (-y); }

/// x y: mul22, 4 u^2.
FF_HD constexpr wide_t operator*(wide_t x, wide_t y) {
  using namespace detail;
  const ff_t p = mul22(x.pair(), y.pair());
  const int k = x.step() + y.step();
  const bool home = is_at_home(p.hi()), in_range = is_step(k);
  return plain_or(
      home & in_range, [&] { return wide_from(p, k); }, [&] { return out_of_line<product_of_wide>(x, y); });
}

/// x / y: div22, 5 u^2.  x/0, 0/0 and the like as IEEE.
FF_HD constexpr wide_t operator/(wide_t x, wide_t y) {
  using namespace detail;
  const bool finite = is_at_home(y.pair().hi());  // for constant expressions, which may not divide by 0
  if (constant_evaluated() && !finite) return quotient_of_wide::of(x, y);
  const ff_t q = div22(x.pair(), y.pair());
  const int k = x.step() - y.step();
  const bool home = is_at_home(q.hi()), in_range = is_step(k);
  return plain_or(
      home & in_range, [&] { return wide_from(q, k); }, [&] { return out_of_line<quotient_of_wide>(x, y); });
}

/// The same into x.
FF_HD constexpr wide_t& operator+=(wide_t& x, wide_t y) { return x = x + y; }
FF_HD constexpr wide_t& operator-=(wide_t& x, wide_t y) { return x = x - y; }
FF_HD constexpr wide_t& operator*=(wide_t& x, wide_t y) { return x = x * y; }
FF_HD constexpr wide_t& operator/=(wide_t& x, wide_t y) { return x = x / y; }

/// x y + z: fma22, 6.5 u^2 of |x y| + |z|.
FF_HD constexpr wide_t fma(wide_t x, wide_t y, wide_t z) {
  using namespace detail;
  const ff_t s = fma22(x.pair(), y.pair(), z.pair());
  const bool level = x.step() + y.step() == z.step(), home = is_at_home(s.hi());
  return plain_or(
      level & home, [&] { return wide_from(s, z.step()); },
      [&] { return out_of_line<fma_of_wide>(x, y, z); });
}

/// sqrt(x): sqrt22, 27/8 u^2.  sqrt(+-0) = +-0, sqrt(inf) = inf, sqrt(x < 0) = NaN.
FF_HD constexpr wide_t sqrt(wide_t x) {
  using namespace detail;
  const float head = x.pair().hi();
  const bool plain = between(head, home_first, home_last);
  return plain_or(
      plain,
      [&] {
        const ff_t root = sqrt22(x.pair());
        const int half = x.step() >> 1;
        return (x.step() & 1) == 0 ? wide_from(root, half) : between_steps(root, half);
      },
      [&] { return out_of_line<root_of_special<square_root>>(x); });
}

/// 1/sqrt(x): rsqrt22, 5 u^2.  rsqrt(+-0) = +-inf, rsqrt(inf) = 0, rsqrt(x < 0) = NaN.
FF_HD constexpr wide_t rsqrt(wide_t x) {
  using namespace detail;
  const float head = x.pair().hi();
  const bool plain = between(head, home_first, home_last);
  return plain_or(
      plain,
      [&] {
        const ff_t root = rsqrt22(x.pair());
        const int half = -((x.step() + 1) >> 1);
        return (x.step() & 1) == 0 ? wide_from(root, half) : between_steps(root, half);
      },
      [&] { return out_of_line<root_of_special<reciprocal_root>>(x); });
}

}  // namespace ff
