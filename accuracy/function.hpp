// What the report has to know of an elementary function.  Each is a struct in functions/, run on host and
// device from the same lines:
//
//   struct exp : unary {
//     FF_HD static ff_t run(ff_t x) { return ff::exp(x); }
//     FF_HD static tangent native(double x) { const double e = ::exp(x); return {e, e}; }
//     static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp(r, x, MPFR_RNDN); }
//   };
//
// `native` is double's own function and its derivative: the search's oracle, good to a fraction of u^2;
// value = NaN where the compiler at hand has none, or where the result is out of the row's range.  `exact` is
// the judge: r has 160 bits, x all of its bits. Two optional members shape the vectors:
//
//   FF_HD static operands hard(random_bits& bits)          the arguments of class `cancellation`: the hard
//   ones FF_HD static operands fit(operands v, random_bits&)    v changed so that the result stays in range
#pragma once

#include <mpfr.h>

#include <cmath>
#include <ff/ff.hpp>
#include <ff/math/bounds.hpp>
#include <type_traits>

#include "composite.hpp"
#include "vectors.hpp"

namespace accuracy {

/// f and its partial derivatives.
struct tangent {
  double value, dx = 0, dy = 0;
};

struct unary {
  static constexpr int arguments = 1;
};
struct binary {
  static constexpr int arguments = 2;
};

template <class F, class = void>
inline constexpr bool is_periodic = false;
template <class F>
inline constexpr bool is_periodic<F, std::void_t<decltype(F::periodic)>> = true;

/// A pair near p for p != 0: p (1 +- 2^-k), k up to 48, with a low word of its own.
FF_HD ff::ff_t near_point(random_bits& bits, double p) {
  const std::uint64_t b = bits.next();
  const int k = static_cast<int>(b % 48) + 1;
  const double step = p * static_cast<double>(b >> 11) * 0x1p-53;
  const double x = p + (b & 512 ? -step : step) * ff::detail::bit_cast<double>((1023ull - k) << 52);
  return ff::ff_t(x);
}

template <class F, class = void>
inline constexpr bool has_hard = false;
template <class F>
inline constexpr bool has_hard<F, std::void_t<decltype(&F::hard)>> = true;
template <class F, class = void>
inline constexpr bool has_cancel = false;
template <class F>
inline constexpr bool has_cancel<F, std::void_t<decltype(&F::cancel)>> = true;
template <class F, class = void>
inline constexpr bool has_fit = false;
template <class F>
inline constexpr bool has_fit<F, std::void_t<decltype(&F::fit)>> = true;

/// f at (x, y).
template <class F>
FF_HD tangent tangent_at(double x, double y) {
  if constexpr (F::arguments == 1) {
    return F::native(x);
  } else {
    return F::native(x, y);
  }
}
/// What is left of a pair rounded to double.
FF_HD double rest_of(ff::ff_t v, double x) { return (ff::widen(v.hi()) - x) + ff::widen(v.lo()); }
/// The pair rounded to double, zeros with their signs.
FF_HD double rounded(ff::ff_t v) { return v.lo() == 0 ? ff::widen(v.hi()) : static_cast<double>(v); }

/// The estimated error of `result` in u^2 of the scale: double's own function, and its tangent for what is
/// left of the operands.  -1 where it has no such function; where value and tangent cancel, so that too
/// little is left of double's bits; and where the tangent does not hold: next to a pole or a branch point,
/// and for arguments that leave too much of a period.  There only MPFR judges.
template <class F>
FF_HD double function_error(const recipe& r, const operands& v, const outcome& got) {
  const ff::ff_t result = got.part[0];
  const double x = rounded(v.x), dx = rest_of(v.x, x);
  const double y = rounded(v.y), dy = F::arguments == 1 ? 0 : rest_of(v.y, y);
  const tangent t = tangent_at<F>(x, y);
  const double left = (t.value - ff::widen(result.hi())) - ff::widen(result.lo());
  const double correction = t.dx * dx + t.dy * dy;
  const double error = fabs(left + correction), size = fabs(t.value + correction);
  const double scale = r.scale == ff::bounds::relative_to::unit        ? (size > 1 ? size : 1)
                       : r.scale == ff::bounds::relative_to::subnormal ? size + 0x1p-103
                                                                       : size;
  if (!(size < 0x1p128) || !(fabs(t.value) <= 4 * scale)) return -1;
  if (is_periodic<F> && fabs(dx) > 0x1p-27) return -1;
  if (!(error >= 0)) return 0x1p100;  // not finite where double is
  if (fabs(correction) > 0x1p-40 * scale) {
    const double hx = (dx < 0 ? -0x1p-52 : 0x1p-52) * fabs(x), hy = (dy < 0 ? -0x1p-52 : 0x1p-52) * fabs(y);
    const double rise = tangent_at<F>(x + hx, y + hy).value - t.value;
    if (!(fabs(rise - t.dx * ((x + hx) - x) - t.dy * ((y + hy) - y)) <= 0x1p-48 * scale)) return -1;
  }
  return error / scale * 0x1p48;
}

/// A function as an operator of the report.
template <class F>
struct function_operator {
  using function = F;
  FF_HD static outcome run(const operands& v) {
    if constexpr (is_composite<F>) {
      return F::run(v);
    } else if constexpr (F::arguments == 1) {
      return F::run(v.x);
    } else {
      return F::run(v.x, v.y);
    }
  }
  static void exact([[maybe_unused]] mpfr_ptr r, [[maybe_unused]] mpfr_srcptr x,
                    [[maybe_unused]] mpfr_srcptr y) {
    if constexpr (is_composite<F>) {
      // judged whole, by composite_error
    } else if constexpr (F::arguments == 1) {
      F::exact(r, x);
    } else {
      F::exact(r, x, y);
    }
  }
};

template <class Op>
inline constexpr bool is_function = false;
template <class F>
inline constexpr bool is_function<function_operator<F>> = true;

/// Vector `index` of a class for an operator; `make` is make_vector, which the device keeps out of line.
template <class Op, class Make>
FF_HD operands draw_vector(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t index,
                           Make make) {
  operands v = make(r, seed, cls, index);
  if constexpr (is_function<Op>) {
    using F = typename Op::function;
    [[maybe_unused]] random_bits bits(seed + 1, static_cast<std::uint64_t>(cls), index);
    if constexpr (has_cancel<F>) {
      if (cls == input_class::cancellation) {
        const operands w = F::cancel(v, bits);
        bool inside = true;
        for (int k = 0; k < F::arguments; ++k) inside = inside && in_domain(span_of(r, k), w[k]);
        if (inside) v = w;
      }
    }
    if constexpr (has_hard<F>) {
      if (cls == input_class::cancellation) {
        const operands w = F::hard(bits);
        if (in_range(r.span[0], w.x) && (F::arguments == 1 || in_range(r.span[1], w.y))) return w;
      }
    }
    if constexpr (has_fit<F>) v = F::fit(v, bits);
  }
  return v;
}

/// The error of an operator's result as double sees it; `judge` is estimated_error, out of line on the
/// device.
template <class Op, class Judge>
FF_HD double estimate(const recipe& r, const operands& v, const outcome& result, Judge judge) {
  if constexpr (is_function<Op>) {
    using F = typename Op::function;
    if constexpr (is_composite<F>) {
      return composite_error<F, approximation>(r.scale, v, result);
    } else {
      return function_error<F>(r, v, result);
    }
  } else {
    return judge(r, v, result.part[0]);
  }
}

/// Whether a function of one argument gives NaN, an infinity or zero where double's does not, or the other
/// way round.  Where double's is NaN, or near the ends of the floats, there is no telling.
template <class Op>
FF_HD bool is_wrong_kind(const operands& v, const outcome& result) {
  const float hi = result.part[0].hi();
  if (v.x.hi() != v.x.hi()) return hi == hi;
  if constexpr (is_function<Op>) {
    if constexpr (Op::function::arguments == 1) {
      const double wanted = Op::function::native(static_cast<double>(v.x)).value, size = fabs(wanted);
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
