// The real roots of a polynomial on an interval, their number proved.
//
// Bernstein's coefficients on the interval bound the number of roots by their changes of sign; where that is
// neither none nor one for certain, the interval is halved.  Collins, Akritas, Polynomial real root isolation
// using Descartes' rule of signs, 1976; Lane, Riesenfeld, Bounds on a polynomial, 1981.  The errors are
// bounded in docs/proofs/polynomial.md.
#pragma once

#include <ff/polynomial/bernstein.hpp>

namespace ff {
namespace polynomial {

/// An interval lo <= x <= hi that holds at_least to at_most roots, multiple ones counted as often.  Both are
/// 1 where it isolates a root, which is then simple; at_least is 0 or 1 where it is undecided.
struct real_root {
  ff_t lo, hi;
  int at_least, at_most;
};

/// Holds what is known of the real roots.
enum class real_root_status {
  certified,        ///< each interval holds one root
  undecided,        ///< some interval is undecided
  zero_polynomial,  ///< every number is a root
  not_finite,       ///< a coefficient or an end of the interval is infinite or NaN
  bad_interval      ///< not a < b, the greater magnitude not from 2^-50 to 2^100, or the other lost beside it
};

/// Intervals from left to right that hold all roots in [a, b]; no root is an end of two.
template <int Degree>
struct real_root_list {
  real_root root[static_cast<size_t>(Degree)];
  int intervals;
  real_root_status status;
};

}  // namespace polynomial

namespace detail {

using polynomial::real_root;

inline constexpr int deepest = 48;  // intervals that wait, one for each halving
// For each root; what is left is undecided.  Uncertain signs might make many intervals of few roots.
inline constexpr int most_halvings = 64;

/// An interval with one root, about which p changes its sign, narrowed by Newton's method.  Its ends move
/// only to points where the sign is certain.
template <class P>
FF_HD constexpr void narrow(const P& c, int n, ff_t& lo, ff_t& hi, int sign_of_lo) {
  const auto take = [&](ff_t x, ff_t value, float error) {
    const bool certain = less(next_up(add_rn(error, unseen)), abs(value.hi()));
    if (!certain || !less(lo, x) || !less(x, hi)) return false;
    if (less(value.hi(), 0.0f) == (sign_of_lo < 0)) {
      lo = x;
    } else {
      hi = x;
    }
    return true;
  };
  ff_t x = (lo + hi) * 0.5f;
  for (int steps = 0; steps < 64; ++steps) {
    const auto at = polynomial::horner_with_derivative(c, n, x);
    take(x, at.value, at.error);
    const float step = div_rn(at.value.hi(), at.derivative), least_step = mul_rn(0x1p-30f, abs(x.hi()));
    const ff_t next = x - step;
    const bool inside = is_finite(step) && less(lo, next) && less(next, hi);
    const bool at_noise = !less(at.error, abs(at.value.hi()));
    if (at_noise || (inside && !less(least_step, abs(step)))) {
      if (inside) x = next;
      float reach = add_rn(abs(div_rn(mul_rn(2.0f, add_rn(at.error, unseen)), at.derivative)),
                           mul_rn(0x1p-46f, abs(x.hi())));
      for (int tries = 0; tries < 8 && is_finite(reach); ++tries, reach = mul_rn(4.0f, reach)) {
        const auto below = polynomial::horner(c, n, x - reach), above = polynomial::horner(c, n, x + reach);
        const bool takes_below = take(x - reach, below.value, below.error);
        if (take(x + reach, above.value, above.error) && takes_below) break;
      }
      return;
    }
    x = inside ? next : (lo + hi) * 0.5f;
  }
}

/// Adds an interval; where there is no room the last one grows to hold both.
template <int Degree>
FF_HD constexpr void append(polynomial::real_root_list<Degree>& list, real_root r) {
  if (r.at_least != r.at_most) list.status = polynomial::real_root_status::undecided;
  if (list.intervals < Degree) {
    list.root[list.intervals++] = r;
    return;
  }
  real_root& last = list.root[Degree - 1];
  last = {last.lo, r.hi, last.at_least + r.at_least, last.at_most + r.at_most};
  list.status = polynomial::real_root_status::undecided;
}

/// Returns whether x 2^s is a pair: no word of it over- or underflows.
FF_HD constexpr bool scales_exactly(ff_t x, int s) { return ldexp(ldexp(x, s), -s) == x; }

/// The two parts of an interval at a point near its middle where the sign is certain, and which times 2^s is
/// exact: the lower one is returned, `whole` becomes the upper one.  False where there is no such point.
template <int Degree>
FF_HD constexpr bool halve(bernstein_form<Degree>& whole, bernstein_form<Degree>& lower, int s) {
  constexpr float places[] = {0.5f, 0.4375f, 0.59375f, 0.34375f, 0.6875f};
  for (float place : places) {
    const ff_t at = whole.lo + (whole.hi - whole.lo) * place;
    if (!less(whole.lo, at) || !less(at, whole.hi)) return false;
    if (!scales_exactly(at, s)) continue;
    bernstein_form<Degree> upper = whole;
    lower = upper.split(at);
    if (sign_of(lower.b[lower.degree]) != 0) {
      whole = upper;
      return true;
    }
  }
  return false;
}

}  // namespace detail

namespace polynomial {

/// The roots in [a, b] of the sum of coefficients[k] x^k, k = 0 ... Degree, Degree <= 64, each in an interval
/// of its own; the coefficients are floats or float-floats, of any magnitude.  Multiple roots, and roots
/// closer than the arithmetic can tell, come out as undecided intervals.  Host and device give the same bits.
template <int Degree, class P>
FF_HD_LARGE constexpr real_root_list<Degree> real_roots(const P& coefficients, ff_t a, ff_t b) {
  using namespace detail;
  real_root_list<Degree> list{};
  scaled_polynomial<Degree> p{};
  for (int k = 0; k <= Degree; ++k) p.take(k, coefficients[k]);
  p.finish();
  const float greatest_end = greatest(abs(a.hi()), abs(b.hi()));
  list.status = !p.all_finite || !isfinite(a) || !isfinite(b) ? real_root_status::not_finite
                : p.degree < 0                                ? real_root_status::zero_polynomial
                : !less(a, b) || !between(greatest_end, 0x1p-50f, 0x1p100f) ? real_root_status::bad_interval
                                                                            : real_root_status::certified;
  if (list.status != real_root_status::certified) return list;
  p.degree += p.first;
  p.first = p.shift = 0;

  const int n = p.degree, s = ilogb(ff_t(greatest_end)) + 1;
  const coefficients_at<ff_t, scaled_polynomial<Degree>> c(p, s);
  bernstein_form<Degree> waiting[static_cast<size_t>(deepest)] = {};
  int depth = 0, halvings = 0;
  waiting[depth++] = bernstein<Degree>(c, n, ldexp(a, -s), ldexp(b, -s));
  while (depth > 0) {
    bernstein_form<Degree>& whole = waiting[depth - 1];
    const int first = sign_of(whole.b[0]), last = sign_of(whole.b[n]), most = whole.most;
    const bool ends = first != 0 && last != 0, odd = ends && first != last;
    if (most == 0 || (ends && most == 1)) {
      if (odd) {
        ff_t lo = whole.lo, hi = whole.hi;
        narrow(c, n, lo, hi, first);
        if (!scales_exactly(lo, s)) lo = whole.lo;
        if (!scales_exactly(hi, s)) hi = whole.hi;
        append(list, {ldexp(lo, s), ldexp(hi, s), 1, 1});
      }
      --depth;
      continue;
    }
    bernstein_form<Degree> lower{};
    if (!whole.is_noise() && depth < deepest && ++halvings <= most_halvings * Degree &&
        halve(whole, lower, s)) {
      waiting[depth++] = lower;
    } else {
      append(list, {ldexp(whole.lo, s), ldexp(whole.hi, s), odd ? 1 : 0, most});
      --depth;
    }
  }
  return list;
}

}  // namespace polynomial
}  // namespace ff
