// Elementary functions of intervals: exp, exp2, exp10, log, log2, log10, sin, cos, tan, atan, sinh, cosh,
// tanh, pow.
//
// Enclosures as sound as the *observed* bounds of ff's own functions: the values at the endpoints, moved
// outwards by twice that bound (interval/outward.hpp) and clipped to the function's range.  An endpoint lies
// at most three times the bound, 4 to 15 u^2, outside the exact one, of float within one ulp and nearly
// always none.  Where a function is exact (exp 0, log 1, sin 0, integers of exp2 ...) so is the endpoint.
//
// Of double the function is that of the pairs around the endpoints: sound, but with the range of float
// (operands and results beyond it are unbounded or end at zero) and wider than doubles could be.  Of a double
// that is a pair, one of up to 48 bits, both ends are together at most 30 u^2 apart, 2^-43.  Any other lies
// between two pairs that are up to u^2 |x| apart, which the function widens by its condition: exp by |x| u^2,
// pow by
// (|y| + |y log x|) u^2.
#pragma once

#include <ff/interval/outward.hpp>
#include <ff/math/atan.hpp>
#include <ff/math/exp.hpp>
#include <ff/math/hyperbolic.hpp>
#include <ff/math/log.hpp>
#include <ff/math/pow.hpp>
#include <ff/math/trig.hpp>
#include <ff/type/constants.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr bool is_one(ff_t x) { return equal_strict(x, ff_t(1.0f)); }
FF_HD_LARGE constexpr bool is_integer(ff_t x) {
  return equal(x.lo(), 0.0f) && equal(nearest_integer(x.hi()), x.hi());
}
FF_HD_LARGE constexpr interval<ff_t> positive_part(interval<ff_t> x) {
  return interval<ff_t>::from_bounds(positive(x.lower()) ? x.lower() : ff_t(0.0f), x.upper());
}

// ---- exponentials: positive and increasing, exact at 0 and at the infinities

struct exp_function {
  static constexpr margin margins = margin_of(bounds::exponentials, "exp");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::exp(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || !finite(x); }
};
struct exp2_function {
  static constexpr margin margins = margin_of(bounds::exponentials, "exp2");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::exp2(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) {
    return !finite(x) || (is_integer(x) && !less(x.hi(), -126.0f) && less(x.hi(), 128.0f));
  }
};
struct exp10_function {
  static constexpr margin margins = margin_of(bounds::exponentials, "exp10");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::exp10(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || !finite(x); }
};

template <class F>
struct exponential {
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    return positive_part(increasing<F>(x));
  }
};

// ---- logarithms, of x > 0

struct log_function {
  static constexpr margin margins = margin_of(bounds::logarithms, "log");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::log(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || is_one(x) || !finite(x); }
};
struct log2_function {
  static constexpr margin margins = margin_of(bounds::logarithms, "log2");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::log2(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) {
    return (to_bits(x.hi()) & fraction_bits) == 0 && equal(x.lo(), 0.0f);  // powers of two, 0, infinity
  }
};
struct log10_function {
  static constexpr margin margins = margin_of(bounds::logarithms, "log10");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::log10(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || is_one(x) || !finite(x); }
};

template <class F>
struct logarithm {
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    return positive(x.upper()) ? increasing<F>(positive_part(x)) : interval<ff_t>::empty();
  }
};

// ---- sine and cosine

// `derivative` has the sign that it says: the functions' error is relative, for all arguments.
struct sin_function {
  static constexpr margin margins = margin_of(bounds::trigonometric, "sin");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::sin(x); }
  FF_HD_LARGE static constexpr float derivative(ff_t x) { return ff::cos(x).hi(); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x); }
};
struct cos_function {
  static constexpr margin margins = margin_of(bounds::trigonometric, "cos");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::cos(x); }
  FF_HD_LARGE static constexpr float derivative(ff_t x) { return neg(ff::sin(x).hi()); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x); }
};

// Floats below pi and 2 pi.
inline constexpr float below_pi = 0x1.921fb4p1f, below_two_pi = 0x1.921fb4p2f;

// Where the derivative has one sign at both ends, it changes sign an even number of times between them: never
// if they are less than pi apart.  Where it has not, an odd number: once if they are less than 2 pi apart.
template <class F>
struct sinusoid {
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    const ff_t one = 1.0f, a = x.lower(), b = x.upper();
    const float apart = width(x).hi();
    if (!less(apart, below_two_pi)) return interval<ff_t>::from_bounds(-one, one);
    const float da = F::derivative(a), db = F::derivative(b);
    const bool rises = !less(da, 0.0f) && !less(db, 0.0f), falls = !less(0.0f, da) && !less(0.0f, db);
    if ((rises || falls) && !less(apart, below_pi)) return interval<ff_t>::from_bounds(-one, one);
    const interval<ff_t> at_a = around<F>(a), at_b = around<F>(b), ends = hull(at_a, at_b);
    const bool extreme = !rises && !falls, peak = extreme && less(0.0f, da), trough = extreme && !peak;
    return clipped(interval<ff_t>::from_bounds(trough ? -one : ends.lower(), peak ? one : ends.upper()), -one,
                   one);
  }
};

// ---- tangent

struct tan_function {
  static constexpr margin margins = margin_of(bounds::trigonometric, "tan");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::tan(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x); }

  // Less than pi apart there is at most one pole, and one only if the tangent ends below where it began: by
  // more than its error, and if the ends are near each other with the other sign.
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    const float apart = width(x).hi();
    if (!less(apart, below_pi)) return interval<ff_t>::entire();
    const ff_t a = around<tan_function>(x.lower()).lower(), b = around<tan_function>(x.upper()).upper();
    const bool pole = less(apart, 1.5f) ? positive(a) && negative(b) : less_strict(b, a);
    return pole ? interval<ff_t>::entire() : interval<ff_t>::from_bounds(a, b);
  }
};

// ---- inverse tangent and hyperbolic functions

struct atan_function {
  static constexpr margin margins = margin_of(bounds::inverse_tangents, "atan");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::atan(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x); }
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    const ff_t most = constants::half_pi;  // the nearest pair lies above pi/2
    return clipped(increasing<atan_function>(x), -most, most);
  }
};

struct sinh_function {
  static constexpr margin margins = margin_of(bounds::hyperbolics, "sinh");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::sinh(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || !finite(x); }
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) { return increasing<sinh_function>(x); }
};
struct cosh_function {
  static constexpr margin margins = margin_of(bounds::hyperbolics, "cosh");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::cosh(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || !finite(x); }
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    return clipped(increasing<cosh_function>(ff::abs(x)), 1.0f, infinity);
  }
};
struct tanh_function {
  static constexpr margin margins = margin_of(bounds::hyperbolics, "tanh");
  FF_HD_LARGE static constexpr ff_t of(ff_t x) { return ff::tanh(x); }
  FF_HD_LARGE static constexpr bool exact(ff_t x) { return zero(x) || !finite(x); }
  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x) {
    return clipped(increasing<tanh_function>(x), -1.0f, 1.0f);
  }
};

// ---- power

// log(x^y) = y log x is extreme at the corners; at those that are infinite or zero pow has its limit, and 0^0
// is the limit 1 of x^0.
struct pow_function {
  static constexpr margin margins = margin_of(bounds::powers, "pow");
  FF_HD_LARGE static constexpr ff_t of(ff_t x, ff_t y) { return ff::pow(x, y); }
  FF_HD_LARGE static constexpr bool exact(ff_t x, ff_t y) {
    return zero(x) || is_one(x) || !finite(x) || zero(y) || !finite(y);
  }

  FF_HD_LARGE static constexpr interval<ff_t> over(interval<ff_t> x, interval<ff_t> y) {
    const bool none = is_empty(y) || negative(x.upper()), only_zero = zero(x.upper());
    if (none || (only_zero && !positive(y.upper()))) return interval<ff_t>::empty();
    if (only_zero) return interval<ff_t>(0.0f);
    const interval<ff_t> base = positive_part(x);
    interval<ff_t> all = interval<ff_t>::empty();
    for (int corner = 0; corner < 4; ++corner)
      all = hull(all, around<pow_function>(corner % 2 == 0 ? base.lower() : base.upper(),
                                           corner < 2 ? y.lower() : y.upper()));
    return positive_part(all);
  }
};

}  // namespace detail

// ---------------------------------------------------------------- exponentials and logarithms

/// {e^v : v in x}.  Where results underflow, below 2^-96, endpoints lie up to 2^-147 further out: as those of
/// every function here.
template <class T>
FF_HD_LARGE constexpr interval<T> exp(interval<T> x) {
  return detail::by_pairs<detail::exponential<detail::exp_function>>(x);
}
/// {2^v}.
template <class T>
FF_HD_LARGE constexpr interval<T> exp2(interval<T> x) {
  return detail::by_pairs<detail::exponential<detail::exp2_function>>(x);
}
/// {10^v}.
template <class T>
FF_HD_LARGE constexpr interval<T> exp10(interval<T> x) {
  return detail::by_pairs<detail::exponential<detail::exp10_function>>(x);
}
/// {log v : v > 0}.
template <class T>
FF_HD_LARGE constexpr interval<T> log(interval<T> x) {
  return detail::by_pairs<detail::logarithm<detail::log_function>>(x);
}
/// {log2 v : v > 0}.
template <class T>
FF_HD_LARGE constexpr interval<T> log2(interval<T> x) {
  return detail::by_pairs<detail::logarithm<detail::log2_function>>(x);
}
/// {log10 v : v > 0}.
template <class T>
FF_HD_LARGE constexpr interval<T> log10(interval<T> x) {
  return detail::by_pairs<detail::logarithm<detail::log10_function>>(x);
}

// ---------------------------------------------------------------- trigonometric and hyperbolic functions

/// {sin v}.
template <class T>
FF_HD_LARGE constexpr interval<T> sin(interval<T> x) {
  return detail::by_pairs<detail::sinusoid<detail::sin_function>>(x);
}
/// {cos v}.
template <class T>
FF_HD_LARGE constexpr interval<T> cos(interval<T> x) {
  return detail::by_pairs<detail::sinusoid<detail::cos_function>>(x);
}
/// {tan v}: all reals where there is a pole in x.
template <class T>
FF_HD_LARGE constexpr interval<T> tan(interval<T> x) {
  return detail::by_pairs<detail::tan_function>(x);
}
/// {atan v}.
template <class T>
FF_HD_LARGE constexpr interval<T> atan(interval<T> x) {
  return detail::by_pairs<detail::atan_function>(x);
}
/// {sinh v}.
template <class T>
FF_HD_LARGE constexpr interval<T> sinh(interval<T> x) {
  return detail::by_pairs<detail::sinh_function>(x);
}
/// {cosh v}.
template <class T>
FF_HD_LARGE constexpr interval<T> cosh(interval<T> x) {
  return detail::by_pairs<detail::cosh_function>(x);
}
/// {tanh v}.
template <class T>
FF_HD_LARGE constexpr interval<T> tanh(interval<T> x) {
  return detail::by_pairs<detail::tanh_function>(x);
}

// ---------------------------------------------------------------- power

/// {v^w : v > 0 or v = 0 < w}.  For integers of any sign of v see pown.
template <class T>
FF_HD_LARGE constexpr interval<T> pow(interval<T> x, interval<T> y) {
  return detail::by_pairs<detail::pow_function>(x, interval<ff_t>(y));
}

}  // namespace ff
