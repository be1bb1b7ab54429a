// Says how far inside its result the exact range of an operation lies, by double arithmetic: fast enough to
// look at 2^34 vectors.
//
// The slack of a lower bound r against a candidate c for the exact bound is c - r (against c = a / b the sign
// and size of a - r b decide, against sqrt a those of a - r^2). Such a residue is a sum of at most eight
// doubles, exact ones: products of floats are exact in double, those of doubles by two_prod. Two passes of
// TwoSum over it before it is added up (Ogita, Rump, Oishi 2005, SumK with K = 3) leave an error of
// 2^-53 of the residue and 2^-150 of the largest term, so its sign is right unless it is below 2^-100 of a
// unit in the last place. Where a product of doubles may underflow, or overflows, nothing is claimed.
#pragma once

#include "catalogue/wide.hpp"
#include "judge.hpp"

namespace accuracy::intervals {

struct slack {
  double least;  ///< the smaller of both endpoints' slacks in ulps or u^2, 1e300 where nothing is claimed
  double most;   ///< the larger, -1e300 where nothing is claimed or the bound of ff_t does not hold
};
inline constexpr double unknown = 1e300;

template <int N>
struct terms {
  double t[N];
};
template <int N, int M>
FF_HD_LARGE terms<N + M> operator+(terms<N> a, terms<M> b) {
  terms<N + M> s;
  for (int i = 0; i < N; ++i) s.t[i] = a.t[i];
  for (int i = 0; i < M; ++i) s.t[N + i] = b.t[i];
  return s;
}
template <int N>
FF_HD_LARGE terms<N> operator-(terms<N> a) {
  for (int i = 0; i < N; ++i) a.t[i] = -a.t[i];
  return a;
}

FF_HD_LARGE terms<1> as_terms(float a) { return {{ff::widen(a)}}; }
FF_HD_LARGE terms<1> as_terms(double a) { return {{a}}; }
FF_HD_LARGE terms<2> as_terms(ff_t a) { return {{ff::widen(a.hi()), ff::widen(a.lo())}}; }

FF_HD_LARGE double times_exactly(float a, float b) {
  return mul_rn(wide(ff::widen(a)), wide(ff::widen(b))).v;
}
FF_HD_LARGE terms<1> product_of(float a, float b) { return {{times_exactly(a, b)}}; }
FF_HD_LARGE terms<2> product_of(double a, double b) {
  const wide p = mul_rn(wide(a), wide(b));
  return {{p.v, fma_rn(wide(a), wide(b), neg(p)).v}};
}
FF_HD_LARGE terms<4> product_of(ff_t a, ff_t b) {
  return {{times_exactly(a.hi(), b.hi()), times_exactly(a.hi(), b.lo()), times_exactly(a.lo(), b.hi()),
           times_exactly(a.lo(), b.lo())}};
}
template <int N>
FF_HD_LARGE double first_of(terms<N> a) {
  return a.t[0];
}

/// The sum as if it had been made exactly and rounded, see above.
template <int N>
FF_HD_LARGE double sum_of(terms<N> a) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 1; i < N; ++i) {
      const double s = a.t[i] + a.t[i - 1], seen = s - a.t[i];
      a.t[i - 1] = (a.t[i] - (s - seen)) + (a.t[i - 1] - seen);
      a.t[i] = s;
    }
  }
  double s = 0;
  for (int i = 0; i < N; ++i) s += a.t[i];
  return s;
}

template <class T>
FF_HD_LARGE double as_double(T x) {
  return first_of(as_terms(x));
}

FF_HD_LARGE double power_of_two(int e) {
  return ff::detail::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

/// Says what a slack at the endpoint r is measured in: an ulp, or u^2 of it.
FF_HD_LARGE double unit_of(float r) { return power_of_two(clamped(exponent_of(r), -126, 127) - 23); }
FF_HD_LARGE double unit_of(double r) {
  const int e = static_cast<int>(ff::detail::bit_cast<std::uint64_t>(r) >> 52 & 0x7ff) - 1023;
  return power_of_two(clamped(e, -900, 1023) - 52);
}
FF_HD_LARGE double unit_of(ff_t r) {
  const double size = ff::widen(ff::abs(r.hi()));
  return size > 0x1p-149 ? size * 0x1p-48 : 0x1p-197;
}

/// Returns whether a product of these is exact in its terms.
FF_HD_LARGE bool product_claims(float, float) { return true; }
FF_HD_LARGE bool product_claims(ff_t, ff_t) { return true; }
FF_HD_LARGE bool product_claims(double a, double b) {
  const double p = ff::detail::magnitude_of(mul_rn(wide(a), wide(b)).v);
  return a == 0 || b == 0 || (p > 0x1p-960 && p < ff::detail::double_infinity);
}

template <class T>
struct estimator {
  const operands<T>& v;
  interval<T> r;
  real_function wanted;
  bool claims = true, inside = true;
  double least = unknown, most = -unknown;

  static constexpr double largest =
      ff::detail::is_same<T, double> ? ff::detail::largest_double : 0x1.fffffep127;  // beyond are no ulps

  FF_HD_LARGE static bool finite(T x) { return ff::detail::finite(x); }

  // The slack of one endpoint, given its distance from the exact one and the unit.
  FF_HD_LARGE void see(double distance, double unit, double size) {
    if (!claims || distance != distance) return;
    const double share = distance / unit;
    least = share < least ? share : least;
    most = share > most ? share : most;
    const double exact_size = size + ff::detail::magnitude_of(distance);
    inside = inside && exact_size <= largest && in_domain(wanted, v, exact_size);
  }
  FF_HD_LARGE slack seen() const { return {least, inside ? most : -unknown}; }
  FF_HD_LARGE void overflowed() { inside = false; }
  FF_HD_LARGE void violated() { least = -unknown; }

  template <class Distance>
  FF_HD_LARGE void see_least_of_four(T bound, Distance distance) {
    if (!finite(bound)) return overflowed();
    double d = distance(v.x.lower(), v.y.lower());
    const double other[3] = {distance(v.x.lower(), v.y.upper()), distance(v.x.upper(), v.y.lower()),
                             distance(v.x.upper(), v.y.upper())};
    for (double o : other) d = o < d ? o : d;
    see(d, unit_of(bound), ff::detail::magnitude_of(as_double(bound)));
  }

  FF_HD_LARGE void product() {
    const auto l = as_terms(r.lower()), u = as_terms(r.upper());
    claims = product_claims(v.x.lower(), v.y.lower()) && product_claims(v.x.lower(), v.y.upper()) &&
             product_claims(v.x.upper(), v.y.lower()) && product_claims(v.x.upper(), v.y.upper());
    see_least_of_four(r.lower(), [&](T a, T b) { return sum_of(product_of(a, b) + -l); });
    see_least_of_four(r.upper(), [&](T a, T b) { return sum_of(u + -product_of(a, b)); });
  }

  // Relative to |x y| + |z|, with x and y of the largest size.
  FF_HD_LARGE void product_sum() {
    claims = product_claims(v.x.lower(), v.y.lower()) && product_claims(v.x.lower(), v.y.upper()) &&
             product_claims(v.x.upper(), v.y.lower()) && product_claims(v.x.upper(), v.y.upper());
    for (int side = 0; side < 2; ++side) {
      const T bound = side == 0 ? r.lower() : r.upper(), z = side == 0 ? v.z.lower() : v.z.upper();
      if (!finite(bound)) {
        overflowed();
        continue;
      }
      const auto rest = as_terms(z) + -as_terms(bound);
      double d = unknown, size = 0;
      for (int i = 0; i < 4; ++i) {
        const T a = i & 1 ? v.x.upper() : v.x.lower(), b = i & 2 ? v.y.upper() : v.y.lower();
        const auto p = product_of(a, b);
        const double s = sum_of(p + rest), here = side == 0 ? s : -s;
        if (here < d) size = ff::detail::magnitude_of(first_of(p)) + ff::detail::magnitude_of(as_double(z));
        d = here < d ? here : d;
      }
      if constexpr (ff::detail::is_same<T, ff_t>) {
        see(d, size > 0x1p-149 ? size * 0x1p-48 : 0x1p-197, size);
      } else {
        see(d, unit_of(bound), size);
      }
    }
  }

  FF_HD_LARGE void sum(interval<T> y) {
    if (!ff::is_bounded(r)) overflowed();
    if (finite(r.lower()))
      see(sum_of(as_terms(v.x.lower()) + as_terms(y.lower()) + -as_terms(r.lower())), unit_of(r.lower()),
          ff::detail::magnitude_of(as_double(r.lower())));
    if (finite(r.upper()))
      see(sum_of(as_terms(r.upper()) + -as_terms(v.x.upper()) + -as_terms(y.upper())), unit_of(r.upper()),
          ff::detail::magnitude_of(as_double(r.upper())));
  }

  // x / y: the bound of each quotient of endpoints; of a divisor 0 the bound has to be infinite.
  FF_HD_LARGE void quotient(interval<T> x, interval<T> y) {
    using namespace ff::detail;
    const bool through = negative(y.lower()) && positive(y.upper());
    if (is_zero(x)) return intervals::is_zero(r) ? void() : violated();
    const bool y_negative = negative(y.lower()), open = zero(y.lower()) || zero(y.upper()) || through;
    const bool low_open = open && (through || (y_negative ? positive(x.upper()) : negative(x.lower())));
    const bool high_open = open && (through || (y_negative ? negative(x.lower()) : positive(x.upper())));
    if ((low_open && finite(r.lower())) || (high_open && finite(r.upper()))) return violated();
    if (through) return;
    if ((!low_open && !finite(r.lower())) || (!high_open && !finite(r.upper()))) overflowed();
    for (int side = 0; side < 2; ++side) {
      const T bound = side == 0 ? r.lower() : r.upper();
      if (!finite(bound)) continue;
      double d = unknown;
      claims = true;
      for (int i = 0; i < 4; ++i) {
        const T a = i & 1 ? x.upper() : x.lower(), b = i & 2 ? y.upper() : y.lower();
        if (zero(b)) continue;
        claims = claims && product_claims(bound, b);
        const double residue = sum_of(as_terms(a) + -product_of(bound, b)) / as_double(b);
        const double here = side == 0 ? residue : -residue;
        d = here < d ? here : d;
      }
      see(d, unit_of(bound), magnitude_of(as_double(bound)));
    }
  }

  FF_HD_LARGE void square() {
    using namespace ff::detail;
    const bool through = !positive(v.x.lower()) && !negative(v.x.upper());
    const T xl = v.x.lower(), xh = v.x.upper();
    claims = product_claims(xl, xl) && product_claims(xh, xh);
    if (through && !zero(r.lower())) return violated();
    if (!ff::is_bounded(r)) overflowed();
    const auto l = as_terms(r.lower()), u = as_terms(r.upper());
    if (!through) {
      const double a = sum_of(product_of(xl, xl) + -l), b = sum_of(product_of(xh, xh) + -l);
      if (finite(r.lower())) see(a < b ? a : b, unit_of(r.lower()), magnitude_of(as_double(r.lower())));
    }
    const double a = sum_of(u + -product_of(xl, xl)), b = sum_of(u + -product_of(xh, xh));
    if (finite(r.upper())) see(a < b ? a : b, unit_of(r.upper()), magnitude_of(as_double(r.upper())));
  }

  FF_HD_LARGE void root() {
    using namespace ff::detail;
    for (int side = 0; side < 2; ++side) {
      const T a = side == 0 ? v.x.lower() : v.x.upper(), bound = side == 0 ? r.lower() : r.upper();
      if (!finite(bound)) continue;
      const bool none = !positive(a);
      if (none || zero(bound)) {
        if (zero(bound) ? side == 1 && !none : side == 0) violated();
        continue;
      }
      claims = product_claims(bound, bound);
      const double d = sum_of(as_terms(a) + -product_of(bound, bound)) / (2 * as_double(bound));
      see(side == 0 ? d : -d, unit_of(bound), magnitude_of(as_double(bound)));
    }
  }
};

/// Returns whether `estimate` knows the operation.
FF_HD_LARGE constexpr bool can_estimate(real_function wanted) {
  return wanted == real_function::sum || wanted == real_function::difference ||
         wanted == real_function::product || wanted == real_function::quotient ||
         wanted == real_function::reciprocal || wanted == real_function::product_sum ||
         wanted == real_function::square || wanted == real_function::root;
}

/// Operands are bounded and not empty.
template <real_function Wanted, class T>
FF_HD_LARGE slack estimate(const operands<T>& v, interval<T> r) {
  using namespace ff::detail;
  estimator<T> e{v, r, Wanted};
  const bool reciprocal = Wanted == real_function::reciprocal;
  const interval<T> x = reciprocal ? interval<T>(T(1.0f)) : v.x, y = reciprocal ? v.x : v.y;
  const bool divides = reciprocal || Wanted == real_function::quotient;
  const bool none = (Wanted == real_function::root && negative(v.x.upper())) || (divides && is_zero(y));
  if (none != ff::is_empty(r)) {
    e.violated();
  } else if (!none) {
    if constexpr (Wanted == real_function::sum) e.sum(v.y);
    if constexpr (Wanted == real_function::difference) e.sum(-v.y);
    if constexpr (Wanted == real_function::product) e.product();
    if constexpr (Wanted == real_function::product_sum) e.product_sum();
    if constexpr (Wanted == real_function::quotient || Wanted == real_function::reciprocal) e.quotient(x, y);
    if constexpr (Wanted == real_function::square) e.square();
    if constexpr (Wanted == real_function::root) e.root();
  }
  return e.seen();
}

}  // namespace accuracy::intervals
