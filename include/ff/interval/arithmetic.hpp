// Arithmetic of intervals: + - * / and the split quotient, recip, fma, sqr, sqrt.
//
// Of float and double every result is the tightest interval there is.  Of ff_t an endpoint lies at most so
// far outside the exact one, relatively and in u^2 = 2^-48, where no word underflows, no product or quotient
// of endpoints overflows, and divisors are below 2^126 (observed: ff-accuracy --ops intervals): + - 5, of the
// result, cancellation included; * 6; sqr 4; / recip 10; sqrt 10; fma 9 of |x y| + |z|.  Both endpoints
// together widen the result by at most 2^-44 of its magnitude, quotients by 1.25 times that.
//
// Each operation tries the fast kernels and, should they not settle it, repeats itself out of line
// with the careful ones.
#pragma once

#include <ff/interval/kernels.hpp>
#include <ff/interval/type.hpp>
#include <ff/platform/directed.hpp>

namespace ff {
namespace detail {

template <class T>
struct attempt {
  interval<T> bounds;
  bool settled;
};

template <class Operation>
struct with_care {
  template <class... X>
  FF_HD static constexpr auto of(X... x) {
    return Operation::template of<careful>(x...).bounds;
  }
};
template <class Operation, class T, class... X>
FF_HD_LARGE constexpr interval<T> evaluate(interval<T> x, X... y) {
  const attempt<T> tried = Operation::template of<fast>(x, y...);
  return tried.settled ? tried.bounds : out_of_line<with_care<Operation>>(x, y...);
}

// Pairs settle where all heads are finite; their sum is in one instruction less than the test of each.
FF_HD constexpr bool finite_sum(float a, float b) { return less(add_rn(abs(a), abs(b)), infinity); }
FF_HD constexpr bool finite_sum(float a, float b, float c, float d) {
  return less(add_rn(add_rn(abs(a), abs(b)), add_rn(abs(c), abs(d))), infinity);
}

template <class T>
FF_HD constexpr attempt<T> attempt_of(T lower, T upper) {
  const auto bounds = interval<T>::from_bounds(lower, upper);
  if constexpr (is_pair<T>) return {bounds, finite_sum(lower.hi(), upper.hi())};
  return {bounds, true};
}

// The bounds of a product: over x, the least x yl is at xl or xh as the sign of yl says, the least x yh
// likewise, and so for the largest; two products to compare for each bound, instead of four.  0 times
// infinity, which is NaN in words and no product of reals, loses that comparison; where both are NaN, nothing
// is settled.  Of a bare product (no sum) both bounds are NaN or none, so that one test does.
template <class T>
FF_HD constexpr attempt<T> least_to_largest(T low, T other_low, T high, T other_high) {
  const T lower = least_strict(low, other_low), upper = greatest_strict(high, other_high);
  const auto bounds = interval<T>::from_bounds(lower, upper);
  if constexpr (is_pair<T>) return {bounds, finite_sum(low.hi(), other_low.hi(), high.hi(), other_high.hi())};
  if constexpr (!is_pair<T>) return {bounds, both(!is_nan(lower), !is_nan(upper))};
}

namespace interval_of {

struct sum {
  template <class K, class T>
  FF_HD static constexpr attempt<T> of(interval<T> x, interval<T> y) {
    return attempt_of(K::template add<toward::down>(x.lower(), y.lower()),
                      K::template add<toward::up>(x.upper(), y.upper()));
  }
};

// The product of floats on the device in 16 instructions, settled in every case: as below, but for operands
// chosen by predicated multiplications; and the NaN of non-empty operands becomes zero.
FF_HD interval<float> device_product(interval<float> x, interval<float> y) {
  float low = 0, other_low = 0, high = 0, other_high = 0;
  device_bounding_products(x.lower(), x.upper(), y.lower(), y.upper(), low, other_low, high, other_high);
  float lower = least(low, other_low), upper = greatest(high, other_high);
  device_zero_for_nan(lower, upper, x.lower(), y.lower());
  return interval<float>::from_bounds(lower, upper);
}

struct product {
  template <class K, class T>
  FF_HD static constexpr attempt<T> of(interval<T> x, interval<T> y) {
    if constexpr (is_same<T, float>) {
      if (on_device()) return {device_product(x, y), true};
    }
    const T xl = x.lower(), xh = x.upper(), yl = y.lower(), yh = y.upper();
    const bool turned = negative(yl), plain = positive(yh);
    const attempt<T> tried = least_to_largest(K::template mul<toward::down>(turned ? xh : xl, yl),
                                              K::template mul<toward::down>(plain ? xl : xh, yh),
                                              K::template mul<toward::up>(turned ? xl : xh, yl),
                                              K::template mul<toward::up>(plain ? xh : xl, yh));
    if constexpr (is_pair<T>) return tried;
    if constexpr (!is_pair<T>) return {tried.bounds, !is_nan(tried.bounds.lower())};
  }
};

struct product_and_sum {
  template <class K, class T>
  FF_HD static constexpr attempt<T> of(interval<T> x, interval<T> y, interval<T> z) {
    const T xl = x.lower(), xh = x.upper(), yl = y.lower(), yh = y.upper(), zl = z.lower(), zh = z.upper();
    const bool turned = negative(yl), plain = positive(yh);
    return least_to_largest(K::template fma<toward::down>(turned ? xh : xl, yl, zl),
                            K::template fma<toward::down>(plain ? xl : xh, yh, zl),
                            K::template fma<toward::up>(turned ? xl : xh, yl, zh),
                            K::template fma<toward::up>(plain ? xh : xl, yh, zh));
  }
};

struct square {
  template <class K, class T>
  FF_HD static constexpr attempt<T> of(interval<T> x) {
    const T nearest = greatest_strict(x.lower(), opposite_of(x.upper())),
            farthest = greatest_strict(opposite_of(x.lower()), x.upper());
    const T low = K::template sqr<toward::down>(nearest), zero = T(0.0f);
    const bool through_zero = both(!positive(nearest), !is_nan(nearest));
    return attempt_of(through_zero ? zero : low, K::template sqr<toward::up>(farthest));
  }
};

template <class T>
FF_HD constexpr bool is_zero(interval<T> x) {
  return zero(x.lower()) && zero(x.upper());
}

// a / b on the device, where quick_numerator and the divisors' test say so: q is nearest but for 2^-22 ulp,
// so the residue's share, one float less or more, decides the directed result.  8 instructions; -fma(b, q,
// -a) keeps the sign of a zero.
template <toward R>
FF_HD constexpr float quick_quotient(float a, float b) {
  const float r = rcp_rn(b), q0 = mul_rn(a, r), q = fma_rn(fma_rn(b, q0, neg(a)), neg(r), q0);
  if constexpr (R == toward::down) return fma_toward<R>(fma_rn(neg(b), q, a), r, q);
  return fma_toward<R>(fma_rn(b, q, neg(a)), neg(r), q);
}
// 2^-62 <= b < 2^62 and 2^-60 <= |a| < 2^60 or a = 0: residues are exact, quotients normal.
FF_HD constexpr bool quick_numerator(float a) {
  const uint32 magnitude = to_bits(a) & magnitude_bits;
  return magnitude - 1 - (to_bits(0x1p-60f) - 1) < to_bits(0x1p60f) - to_bits(0x1p-60f) || magnitude == 0;
}

struct quotient {
  template <class K, class T>
  FF_HD static constexpr attempt<T> of(interval<T> x, interval<T> y) {
    const bool turned = negative(y.lower());              // then x / y = -x / -y
    const bool ordinary = turned != positive(y.upper());  // y is not empty, nor {0}, nor has it zero inside
    if constexpr (is_same<K, careful>) {
      if (!ordinary) {
        if (is_empty(x) || is_empty(y) || is_zero(y)) return {interval<T>::empty(), true};
        return {is_zero(x) ? interval<T>(T(0.0f)) : interval<T>::entire(), true};
      }
    }
    const T xl = turned ? opposite_of(x.upper()) : x.lower(),
            xh = turned ? opposite_of(x.lower()) : x.upper();
    const T yl = magnitude_of(turned ? y.upper() : y.lower()),
            yh = magnitude_of(turned ? y.lower() : y.upper());
    const T low_divisor = negative(xl) ? yl : yh, high_divisor = positive(xh) ? yl : yh;
    if constexpr (is_same<T, float> && is_same<K, fast>) {
      if (on_device()) {
        const bool divisors = both(!less(yl, 0x1p-62f), less(yh, 0x1p62f));
        return {interval<T>::from_bounds(quick_quotient<toward::down>(xl, low_divisor),
                                         quick_quotient<toward::up>(xh, high_divisor)),
                both(both(ordinary, divisors), both(quick_numerator(xl), quick_numerator(xh)))};
      }
    }
    const attempt<T> tried = attempt_of(K::template div<toward::down>(xl, low_divisor),
                                        K::template div<toward::up>(xh, high_divisor));
    if constexpr (is_pair<T>) {
      const bool divisors = both(!less(yl.hi(), 0x1p-126f), less(yh.hi(), 0x1p126f));
      return {tried.bounds, both(both(ordinary, divisors), tried.settled)};
    }
    return {tried.bounds, ordinary};
  }
};

struct square_root {
  template <class K, class T>
  FF_HD static constexpr attempt<T> of(interval<T> x) {
    if constexpr (is_pair<T> && is_same<K, fast>) {  // negative numbers are out of its range
      const auto tried =
          attempt_of(K::template sqrt<toward::down>(x.lower()), K::template sqrt<toward::up>(x.upper()));
      return {tried.bounds, both(tried.settled, !less(x.lower().hi(), 0x1p-102f))};
    } else {
      if (negative(x.upper())) return {interval<T>::empty(), true};
      return attempt_of(negative(x.lower()) ? T(0.0f) : K::template sqrt<toward::down>(x.lower()),
                        K::template sqrt<toward::up>(x.upper()));
    }
  }
};

}  // namespace interval_of

// The scalars that become an interval<T> without a cast.
template <class T, class S>
inline constexpr bool is_scalar_of = is_same<S, T> || holds_exactly<T, S> || is_same<S, int>;

}  // namespace detail

// ---------------------------------------------------------------- sums and products

/// -x.  Exact.
template <class T>
FF_HD constexpr interval<T> operator-(interval<T> x) {
  return interval<T>::from_bounds(detail::opposite_of(x.upper()), detail::opposite_of(x.lower()));
}
template <class T>
FF_HD constexpr interval<T> operator+(interval<T> x) {
  return x;
}

/// {x + y}.
template <class T>
FF_HD constexpr interval<T> operator+(interval<T> x, interval<T> y) {
  return detail::evaluate<detail::interval_of::sum>(x, y);
}
/// {x - y}.
template <class T>
FF_HD constexpr interval<T> operator-(interval<T> x, interval<T> y) {
  return detail::evaluate<detail::interval_of::sum>(x, -y);
}
/// {x y}.
template <class T>
FF_HD constexpr interval<T> operator*(interval<T> x, interval<T> y) {
  return detail::evaluate<detail::interval_of::product>(x, y);
}
/// {x y + z}, rounded once.
template <class T>
FF_HD constexpr interval<T> fma(interval<T> x, interval<T> y, interval<T> z) {
  return detail::evaluate<detail::interval_of::product_and_sum>(x, y, z);
}
/// {x^2}, which x * x is not when x has both signs.
template <class T>
FF_HD constexpr interval<T> sqr(interval<T> x) {
  return detail::evaluate<detail::interval_of::square>(x);
}

// ---------------------------------------------------------------- quotients

/// {x / y : y != 0}, its hull: empty for y = {0}; all reals where y has zero inside, unless x is {0}.
template <class T>
FF_HD constexpr interval<T> operator/(interval<T> x, interval<T> y) {
  return detail::evaluate<detail::interval_of::quotient>(x, y);
}
/// {1 / x : x != 0}.
template <class T>
FF_HD constexpr interval<T> recip(interval<T> x) {
  return interval<T>(T(1.0f)) / x;
}

/// {x / y : y != 0} in two, y < 0 first: where y has zero inside and x has not, a gap about zero lies between
/// them.  Otherwise the second is empty.
template <class T>
FF_HD constexpr interval_pair<T> divide_split(interval<T> x, interval<T> y) {
  const T zero = T(0.0f);
  const bool x_has_zero = !detail::positive(x.lower()) && !detail::negative(x.upper());
  if (is_empty(x) || x_has_zero || !detail::negative(y.lower()) || !detail::positive(y.upper()))
    return {x / y, interval<T>::empty()};
  return {x / interval<T>::from_bounds(y.lower(), zero), x / interval<T>::from_bounds(zero, y.upper())};
}

// ---------------------------------------------------------------- root

/// {sqrt x : x >= 0}.
template <class T>
FF_HD constexpr interval<T> sqrt(interval<T> x) {
  return detail::evaluate<detail::interval_of::square_root>(x);
}

// ---------------------------------------------------------------- a number stands for the interval around it

/// With a number of type T, or one that T holds exactly, or an int.
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator+(interval<T> x, S y) {
  return x + interval<T>(y);
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator+(S x, interval<T> y) {
  return interval<T>(x) + y;
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator-(interval<T> x, S y) {
  return x - interval<T>(y);
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator-(S x, interval<T> y) {
  return interval<T>(x) - y;
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator*(interval<T> x, S y) {
  return x * interval<T>(y);
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator*(S x, interval<T> y) {
  return interval<T>(x) * y;
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator/(interval<T> x, S y) {
  return x / interval<T>(y);
}
template <class T, class S, detail::require<detail::is_scalar_of<T, S>> = 0>
FF_HD constexpr interval<T> operator/(S x, interval<T> y) {
  return interval<T>(x) / y;
}

// ---------------------------------------------------------------- assignment

/// x = x + y and so on, y an interval or a number.
template <class T, class Y>
FF_HD constexpr interval<T>& operator+=(interval<T>& x, Y y) {
  return x = x + y;
}
template <class T, class Y>
FF_HD constexpr interval<T>& operator-=(interval<T>& x, Y y) {
  return x = x - y;
}
template <class T, class Y>
FF_HD constexpr interval<T>& operator*=(interval<T>& x, Y y) {
  return x = x * y;
}
template <class T, class Y>
FF_HD constexpr interval<T>& operator/=(interval<T>& x, Y y) {
  return x = x / y;
}

}  // namespace ff
