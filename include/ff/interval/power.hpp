// Integer powers and roots of intervals.
//
// A power is made of products of magnitudes, each bound rounded in its own direction from beginning to end
// (Collange, Florez, Defour, A GPU interval library based on Boost.Interval, 2008): x^5 is 6 multiplications.
// The sign takes no instruction of its own: with p(a) = sign(a) |a|^n, every product p(a) |p(a)| rounds in
// that direction which is outwards for its sign.
#pragma once

#include <ff/interval/outward.hpp>
#include <ff/math/pow.hpp>

namespace ff {
namespace detail {

// sign(a) |a|^n, n > 0.
template <class K, toward R, uint32 n, class T>
FF_HD_LARGE constexpr T signed_power(T a) {
  if constexpr (n == 1) {
    return a;
  } else if constexpr (n % 2 != 0) {
    return K::template mul<R>(signed_power<K, R, n - 1>(a), magnitude_of(a));
  } else {
    const T root = signed_power<K, R, n / 2>(a);
    return K::template mul<R>(root, magnitude_of(root));
  }
}
template <class K, toward R, class T>
FF_HD_LARGE constexpr T signed_power(T a, uint32 n) {
  uint32 bit = 1;
  while (n / 2 >= bit) bit *= 2;
  T p = a;
  while ((bit /= 2) != 0) {
    p = K::template mul<R>(p, magnitude_of(p));
    if ((n & bit) != 0) p = K::template mul<R>(p, magnitude_of(a));
  }
  return p;
}

// The ends between which a power grows: of even ones those of |x|, the nearer one negative where 0 is in x.
template <class T>
FF_HD_LARGE constexpr interval<T> rising(interval<T> x, bool even) {
  const T nearest = greatest_strict(x.lower(), opposite_of(x.upper())),
          farthest = greatest_strict(opposite_of(x.lower()), x.upper());
  return interval<T>::from_bounds(even ? nearest : x.lower(), even ? farthest : x.upper());
}
template <class T>
FF_HD_LARGE constexpr T at_least_zero(T lower, bool even) {
  return even && negative(lower) ? T(0.0f) : lower;
}

template <uint32 n>
struct fixed_power {
  template <class K, class T>
  FF_HD_LARGE static constexpr attempt<T> of(interval<T> x) {
    const interval<T> ends = rising(x, n % 2 == 0);
    return attempt_of(at_least_zero(signed_power<K, toward::down, n>(ends.lower()), n % 2 == 0),
                      signed_power<K, toward::up, n>(ends.upper()));
  }
};
struct any_power {
  template <class K, class T>
  FF_HD_LARGE static constexpr attempt<T> of(interval<T> x, uint32 n) {
    const interval<T> ends = rising(x, n % 2 == 0);
    return attempt_of(at_least_zero(signed_power<K, toward::down>(ends.lower(), n), n % 2 == 0),
                      signed_power<K, toward::up>(ends.upper(), n));
  }
};

// 1/x^n = (1/x^m) (1/x^(n - m)), m = n/2: powers that neither over- nor underflow where 1/x^n does not.
struct reciprocal_of_halves {
  template <class T>
  FF_HD_LARGE static constexpr interval<T> of(interval<T> x, uint32 n) {
    const interval<T> sizes = n % 2 == 0 ? abs(x) : x;
    const interval<T> first = evaluate<any_power>(sizes, n / 2),
                      second = evaluate<any_power>(sizes, n - n / 2);
    return recip(first) * recip(second);
  }
};

// Far from over- and underflow, and so is 1/a.
template <class T>
FF_HD_LARGE constexpr bool moderate(T a) {
  constexpr double most = is_same<T, double> ? 0x1p1000 : 0x1p96;
  using word = decltype(head(a));
  const word size = magnitude_of(head(a));
  return both(less_strict(static_cast<word>(1 / most), size), less_strict(size, static_cast<word>(most)));
}

// {1/v : v in power}, power = x^n.
template <class T>
FF_HD_LARGE constexpr interval<T> reciprocal_power(interval<T> power, interval<T> x, uint32 n) {
  const interval<T> r = recip(power);
  if (n == 1 || both(moderate(r.lower()), moderate(r.upper()))) return r;
  return intersection(r, out_of_line<reciprocal_of_halves>(x, n));
}

template <class T>
FF_HD_LARGE constexpr interval<T> zeroth_power(interval<T> x) {
  return is_empty(x) ? x : interval<T>(T(1.0f));
}

}  // namespace detail

/// {x^n} for a constant n; of n < 0, {1 / x^-n : x != 0}; x^0 is [1, 1].  Each endpoint is made of at most
/// 2 log2 |n| products, each of which errs outwards by an ulp (float, double) or 6 u^2 (ff_t) and is then
/// raised with the rest: |n| - 1 of them count in the end.  Of n < 0 so does one quotient, and two quotients
/// where x^|n| or its reciprocal is beyond 2^96 (double: 2^1000).  Proved.
template <int n, class T>
FF_HD_LARGE constexpr interval<T> pown(interval<T> x) {
  if constexpr (n == 0) {
    return detail::zeroth_power(x);
  } else if constexpr (n < 0) {
    constexpr uint32 magnitude = 0u - static_cast<uint32>(n);
    return detail::reciprocal_power(detail::evaluate<detail::fixed_power<magnitude>>(x), x, magnitude);
  } else {
    return detail::evaluate<detail::fixed_power<static_cast<uint32>(n)>>(x);
  }
}

/// Raises an interval to any power n.
template <class T>
FF_HD_LARGE constexpr interval<T> pown(interval<T> x, int n) {
  if (n == 0) return detail::zeroth_power(x);
  const uint32 magnitude = n < 0 ? 0u - static_cast<uint32>(n) : static_cast<uint32>(n);
  const interval<T> power = detail::evaluate<detail::any_power>(x, magnitude);
  return n < 0 ? detail::reciprocal_power(power, x, magnitude) : power;
}

// ---------------------------------------------------------------- roots

namespace detail {

struct root_function {
  static constexpr margin margins = margin_of(bounds::powers, "rootn");
  FF_HD_LARGE static constexpr ff_t of(ff_t x, int n) { return ff::rootn(x, n); }
  FF_HD_LARGE static constexpr bool exact(ff_t x, int) {
    return zero(x) || !finite(x) || equal_strict(magnitude_of(x), ff_t(1.0f));
  }

  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x, int n) {
    return interval<ff_t>::from_bounds(around<root_function>(x.lower(), n).lower(),
                                       around<root_function>(x.upper(), n).upper());
  }
};

// n > 0.
template <class T>
FF_HD_LARGE constexpr interval<T> positive_rootn(interval<T> x, int n) {
  if (n <= 2) return n == 1 ? x : sqrt(x);
  const interval<T> domain = n % 2 != 0 ? x : intersection(x, interval<T>::from_bounds(T(0.0f), T(infinity)));
  return by_pairs<root_function>(domain, n);
}

}  // namespace detail

/// {the real n-th root of x}: of odd n over all of x, of even n over x >= 0, of n < 0 the reciprocals; empty
/// for n = 0.  rootn(x, 2) is sqrt(x); others are ff::rootn's results moved outwards by twice its observed
/// bound, so that endpoints lie within 12 u^2 of the exact ones (double: of the range of float), of float
/// within one ulp; for n < 0 within 22 u^2, or three ulps.
template <class T>
FF_HD_LARGE constexpr interval<T> rootn(interval<T> x, int n) {
  if (n == 0) return interval<T>::empty();
  const bool least = n == -2147483647 - 1;
  const interval<T> root = detail::positive_rootn(x, least ? 1 << 30 : n < 0 ? -n : n);
  return n > 0 ? root : recip(least ? sqrt(root) : root);
}

}  // namespace ff
