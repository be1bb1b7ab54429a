// Says what an entry is supposed to compute, and how far a result is from it.
//
// exact<Entry> is the definition of an entry of the catalogue.  It has one of two forms.
//
// 1. Its own formula, for numbers of any kind N, all results from all operands:
//
//      template <>
//      struct exact<entry::complex_mul> : formula {
//        template <class N>
//        FF_HD_LARGE static void of(const N* v, N* r) {
//          r[0] = v[0] * v[2] - v[1] * v[3];
//          r[1] = v[0] * v[3] + v[1] * v[2];
//        }
//      };
//
//    With N = number (MPFR) it is the judge, with N = approximation (pairs of doubles) the search's estimate.
//    Optional members:
//    - template <class N> FF_HD_LARGE static void size(const N* v, N* s): what each result's error is
//    relative to,
//      for relative_to::operands; for relative_to::power, the factor s[0].
//    - static constexpr bool whole = true: an underflowing result is judged by its norm.
//    - FF_HD_LARGE static bool holds(const approximation* r): whether the search may judge such results.
//    Entries that compute the same share a formula, which then says `using definition = itself` and is
//    compiled once.  One that MPFR alone can evaluate derives from mpfr_formula and has of(const number*,
//    number*) only.
//
// 2. A function of MPFR's, of one or two arguments:
//
//      template <>
//      struct exact<entry::exp> : function {
//        static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp(r, x, MPFR_RNDN); }
//        FF_HD_LARGE static tangent native(double x) { const double e = ::exp(x); return {e, e}; }
//      };
//
//    r has 160 bits, x all of its bits.  `native` is double's own function and its derivative, the search's
//    estimate: good to a fraction of u^2; NaN where the compiler at hand has none.  Optional members:
//    - static constexpr bool periodic = true: the size of the argument does not tell how far a tangent holds.
//    - FF_HD_LARGE static bool holds(relative_to, double value): whether a row of that scale is about such
//    results.
//    - FF_HD_LARGE static double amplitude(double x, double y): what errors are relative to where it exceeds
//    the result, for relative_to::operands.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "catalogue/vectors.hpp"
#include "number.hpp"

namespace accuracy {

namespace entry = catalogue::entry;
using catalogue::operands;
using catalogue::outcome;
using catalogue::recipe;
using ff::bounds::relative_to;

template <class Entry>
struct exact;

struct formula {
  static constexpr bool is_function = false, searched = true, whole = false;
  static constexpr const char* operands_text = "";  ///< what `size` is, for the tables
};
struct mpfr_formula : formula {
  static constexpr bool searched = false;
};
struct function {
  static constexpr bool is_function = true, searched = true, periodic = false;
  static constexpr const char* operands_text = "";
  FF_HD_LARGE static bool holds(relative_to, double) { return true; }
};

/// f and its partial derivatives.
struct tangent {
  double value, dx = 0, dy = 0;
};

template <class Exact, class = void>
struct definition {
  using type = Exact;
};
template <class Exact>
struct definition<Exact, std::void_t<typename Exact::definition>> {
  using type = typename Exact::definition;
};
template <class Entry>
using definition_of = typename definition<exact<Entry>>::type;

template <class F, class N, class = void>
inline constexpr bool has_size = false;
template <class F, class N>
inline constexpr bool has_size<F, N, std::void_t<decltype(&F::template size<N>)>> = true;
template <class F, class = void>
inline constexpr bool has_holds = false;
template <class F>
inline constexpr bool has_holds<F, std::void_t<decltype(&F::holds)>> = true;

template <class F, class = void>
inline constexpr bool has_amplitude = false;
template <class F>
inline constexpr bool has_amplitude<F, std::void_t<decltype(&F::amplitude)>> = true;

/// The amplitude of a function that has one, for rows that are relative to it; else 0.
template <class F>
FF_HD_LARGE double amplitude_of([[maybe_unused]] relative_to scale, [[maybe_unused]] const operands& v) {
  if constexpr (has_amplitude<F>) {
    if (scale == relative_to::operands)
      return F::amplitude(static_cast<double>(v.x), static_cast<double>(v.y));
  }
  return 0;
}

// ---------------------------------------------------------------- errors

/// The parts that what is judged must have finite.
FF_HD_LARGE bool is_finite(const outcome& got, int results) {
  bool finite = true;
  for (int i = 0; i < results; ++i) {
    finite = finite && ff::less(ff::abs(got.part[i].hi()), ff::detail::infinity) &&
             ff::less(ff::abs(got.part[i].lo()), ff::detail::infinity);
  }
  return finite;
}

FF_HD_LARGE double quotient(const approximation& a, const approximation& b) { return to_double(a / b); }

/// error/size in u^2; infinite for size 0, and where there is no telling.
template <class N>
FF_HD_LARGE double in_units(const N& error, const N& size) {
  if (to_double(error) == 0) return 0;
  const double units = to_double(size) == 0 ? -1 : fabs(quotient(error, size)) * 0x1p48;
  return units >= 0 ? units : ff::widen(ff::detail::infinity);
}

/// Says what the error of one number f is relative to, where neither the operands' size nor a norm says it.
template <class N>
FF_HD_LARGE N scale_of(relative_to scale, const N& f, [[maybe_unused]] const operands& v) {
  const N size = abs(f), one = N(wide(1.0));
  switch (scale) {
    case relative_to::unit:
      return to_double(size) < 1 ? one : size;
    case relative_to::subnormal:
      return size + N(wide(0x1p-103));
    case relative_to::paper: {
      const N low = N(wide(fabs(ff::widen(v.x.lo()) + ff::widen(v.y.lo())) * 0x1p24));
      const N high = size * N(wide(0x1p4));
      return to_double(low) > to_double(high) ? low : high;
    }
    default:
      return size;
  }
}

/// The error of a result by its formula, in u^2 of the row's scale: of the worst component, or of the whole.
/// For N = approximation an estimate, and -1 where the search has none.
template <class F, class N, int arguments, int n>
FF_HD_LARGE double formula_error(const recipe& r, const operands& v, const outcome& got) {
  constexpr bool estimates = std::is_same_v<N, approximation>;
  const relative_to scale = r.scale;
  N x[arguments], wanted[n], error[n], size[n];
  for (int k = 0; k < arguments; ++k) x[k] = N(v[k]);
  F::of(static_cast<const N*>(x), wanted);
  if constexpr (estimates) {
    for (int i = 0; i < n; ++i) {
      if (!(fabs(to_double(wanted[i])) < 0x1p128)) return -1;
    }
    if constexpr (has_holds<F>) {
      if (!F::holds(wanted)) return -1;
    }
    if (!is_finite(got, n)) return 0x1p100;
  }
  for (int i = 0; i < n; ++i) error[i] = wanted[i] - N(got.part[i]);
  if constexpr (has_size<F, N>) {
    F::size(static_cast<const N*>(x), size);
  } else if (scale == relative_to::operands || scale == relative_to::power) {
    return ff::widen(ff::detail::infinity);  // the definition lacks what the row asks for
  }
  if (scale == relative_to::norm || scale == relative_to::power ||
      (F::whole && scale == relative_to::subnormal)) {
    const N least = N(wide(scale == relative_to::subnormal ? 0x1p-103 : 0.0));
    const N whole = catalogue::norm_of(static_cast<const N*>(wanted), n) + least;
    return in_units(catalogue::norm_of(static_cast<const N*>(error), n),
                    scale == relative_to::power ? whole * size[0] : whole);
  }
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    const double here =
        in_units(error[i], scale == relative_to::operands ? size[i] : scale_of(scale, wanted[i], v));
    worst = here > worst ? here : worst;
  }
  return worst;
}

/// Says what is left of a pair rounded to double.
FF_HD_LARGE double rest_of(ff_t v, double x) { return (ff::widen(v.hi()) - x) + ff::widen(v.lo()); }
/// The pair rounded to double, zeros with their signs.
FF_HD_LARGE double rounded(ff_t v) { return v.lo() == 0 ? ff::widen(v.hi()) : static_cast<double>(v); }

/// f at (x, y), the second argument an integer where the entry's is.
template <class F>
FF_HD_LARGE tangent tangent_at(double x, [[maybe_unused]] double y) {
  if constexpr (std::is_invocable_v<decltype(&F::native), double>) {
    return F::native(x);
  } else {
    return F::native(x, y);
  }
}

/// The estimated error of `result` in u^2 of the scale: double's own function, and its tangent for what is
/// left of the operands.  -1 where it has no such function; where value and tangent cancel, so that too
/// little is left of double's bits; and where the tangent does not hold: next to a pole or a branch point,
/// and for arguments that leave too much of a period.  There only MPFR judges.
template <class F>
FF_HD_LARGE double function_estimate(const recipe& r, const operands& v, const outcome& got) {
  const ff_t result = got.part[0];
  const double x = rounded(v.x), dx = rest_of(v.x, x);
  const double y = rounded(v.y), dy = r.arguments == 1 ? 0 : rest_of(v.y, y);
  const tangent t = tangent_at<F>(x, y);
  if (!F::holds(r.scale, t.value)) return -1;
  const double left = (t.value - ff::widen(result.hi())) - ff::widen(result.lo());
  const double correction = t.dx * dx + t.dy * dy;
  const double error = fabs(left + correction), size = fabs(t.value + correction);
  const double amplitude = amplitude_of<F>(r.scale, v);
  const double scale = r.scale == relative_to::unit        ? (size > 1 ? size : 1)
                       : r.scale == relative_to::subnormal ? size + 0x1p-103
                       : size < amplitude                  ? amplitude
                                                           : size;
  if (!(size < 0x1p128) || !(fabs(t.value) <= 4 * scale)) return -1;
  if (F::periodic && fabs(dx) > 0x1p-27) return -1;
  if (!(error >= 0)) return 0x1p100;  // not finite where double is
  if (fabs(correction) > 0x1p-40 * scale) {
    const double hx = (dx < 0 ? -0x1p-52 : 0x1p-52) * fabs(x), hy = (dy < 0 ? -0x1p-52 : 0x1p-52) * fabs(y);
    const double rise = tangent_at<F>(x + hx, y + hy).value - t.value;
    if (!(fabs(rise - t.dx * ((x + hx) - x) - t.dy * ((y + hy) - y)) <= 0x1p-48 * scale)) return -1;
  }
  return error / scale * 0x1p48;
}

/// The search's estimate of an error in u^2 of the row's scale; -1 where it has none.
template <class F, int arguments, int results>
FF_HD_LARGE double estimate(const recipe& r, const operands& v, const outcome& got) {
  if constexpr (F::is_function) {
    return function_estimate<F>(r, v, got);
  } else if constexpr (F::searched) {
    return formula_error<F, approximation, arguments, results>(r, v, got);
  } else {
    return -1;
  }
}

/// MPFR's judgement, likewise; infinite where the result is not finite, or the exact value is zero and the
/// result is not.
template <class F, int arguments, int results>
double error_of(const recipe& r, const operands& v, const outcome& got) {
  if (!is_finite(got, results)) return std::numeric_limits<double>::infinity();
  if constexpr (F::is_function) {
    number wanted(number::function);
    if constexpr (std::is_invocable_v<decltype(&F::of), mpfr_ptr, mpfr_srcptr>) {
      F::of(wanted.mpfr(), number(v.x).mpfr());
    } else {
      F::of(wanted.mpfr(), number(v.x).mpfr(), number(v.y).mpfr());
    }
    const double amplitude = amplitude_of<F>(r.scale, v);
    const bool is_small = fabs(to_double(wanted)) < amplitude;
    return in_units(wanted - number(got.part[0]),
                    is_small ? number(wide(amplitude)) : scale_of(r.scale, wanted, v));
  } else {
    return formula_error<F, number, arguments, results>(r, v, got);
  }
}

/// Returns whether a function of one argument gives NaN, an infinity or zero where double's does not, or the
/// other way round.  Where double's is NaN, or near the ends of the floats, there is no telling.
template <class F>
FF_HD_LARGE bool is_wrong_kind(const operands& v, const outcome& result) {
  const float hi = result.part[0].hi();
  if (v.x.hi() != v.x.hi()) return hi == hi;
  if constexpr (F::is_function) {
    if constexpr (std::is_invocable_v<decltype(&F::native), double>) {
      const double wanted = F::native(static_cast<double>(v.x)).value, size = fabs(wanted);
      const bool negative = wanted < 0;
      if (size > 0x1.01p128) return !(negative ? hi < -0x1.fffffep127f : hi > 0x1.fffffep127f);
      if (size < 0x1.fcp127 && size > 0x1p-140)
        return !(negative ? hi < 0 && hi >= -0x1.fffffep127f : hi > 0 && hi <= 0x1.fffffep127f);
      if (size < 0x1p-155) return !(ff::abs(hi) < 0x1p-145f);
    }
  }
  return false;
}

}  // namespace accuracy
