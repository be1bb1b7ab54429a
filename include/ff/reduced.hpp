// reduced<Bits, Exponents>: any narrower binary format, to find out how few bits would do.
#pragma once

#include <ff/math.hpp>
#include <ff/reduced/number.hpp>
#include <ff/type/limits.hpp>

namespace ff {
namespace detail {

template <class... X>
struct first_reduced {};  // there is none
template <class X, class... Y>
struct first_reduced<X, Y...> : first_reduced<Y...> {};
template <int Bits, int Exponents, class... Y>
struct first_reduced<reduced<Bits, Exponents>, Y...> {
  using type = reduced<Bits, Exponents>;
};

template <class R, bool are_operands>
struct result_if {};
template <class R>
struct result_if<R, true> {
  using type = R;
};

/// The format among the operands; the others are of it, or what it rounds.
template <class... X>
using reduced_among =
    typename result_if<typename first_reduced<X...>::type,
                       ((is_same<X, typename first_reduced<X...>::type> || is_operand<X>)&&...)>::type;

}  // namespace detail

/// Functions: ff_t's, rounded.  Operands of other types are rounded first, as those of operators are.
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> exp(reduced<Bits, Exponents> x) {
  return exp(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> exp2(reduced<Bits, Exponents> x) {
  return exp2(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> exp10(reduced<Bits, Exponents> x) {
  return exp10(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> expm1(reduced<Bits, Exponents> x) {
  return expm1(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> log(reduced<Bits, Exponents> x) {
  return log(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> log2(reduced<Bits, Exponents> x) {
  return log2(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> log10(reduced<Bits, Exponents> x) {
  return log10(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> log1p(reduced<Bits, Exponents> x) {
  return log1p(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> sqrt(reduced<Bits, Exponents> x) {
  return sqrt(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> rsqrt(reduced<Bits, Exponents> x) {
  return rsqrt(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> cbrt(reduced<Bits, Exponents> x) {
  return cbrt(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> rcbrt(reduced<Bits, Exponents> x) {
  return rcbrt(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> sin(reduced<Bits, Exponents> x) {
  return sin(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> cos(reduced<Bits, Exponents> x) {
  return cos(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> tan(reduced<Bits, Exponents> x) {
  return tan(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> sinpi(reduced<Bits, Exponents> x) {
  return sinpi(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> cospi(reduced<Bits, Exponents> x) {
  return cospi(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> tanpi(reduced<Bits, Exponents> x) {
  return tanpi(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> asin(reduced<Bits, Exponents> x) {
  return asin(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> acos(reduced<Bits, Exponents> x) {
  return acos(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> atan(reduced<Bits, Exponents> x) {
  return atan(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> sinh(reduced<Bits, Exponents> x) {
  return sinh(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> cosh(reduced<Bits, Exponents> x) {
  return cosh(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> tanh(reduced<Bits, Exponents> x) {
  return tanh(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> asinh(reduced<Bits, Exponents> x) {
  return asinh(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> acosh(reduced<Bits, Exponents> x) {
  return acosh(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> atanh(reduced<Bits, Exponents> x) {
  return atanh(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> erf(reduced<Bits, Exponents> x) {
  return erf(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> erfc(reduced<Bits, Exponents> x) {
  return erfc(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> erfcx(reduced<Bits, Exponents> x) {
  return erfcx(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> erfinv(reduced<Bits, Exponents> x) {
  return erfinv(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> erfcinv(reduced<Bits, Exponents> x) {
  return erfcinv(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> normcdf(reduced<Bits, Exponents> x) {
  return normcdf(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> normcdfinv(reduced<Bits, Exponents> x) {
  return normcdfinv(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> lgamma(reduced<Bits, Exponents> x) {
  return lgamma(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> tgamma(reduced<Bits, Exponents> x) {
  return tgamma(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> fabs(reduced<Bits, Exponents> x) {
  return fabs(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> abs(reduced<Bits, Exponents> x) {
  return abs(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> floor(reduced<Bits, Exponents> x) {
  return floor(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> ceil(reduced<Bits, Exponents> x) {
  return ceil(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> trunc(reduced<Bits, Exponents> x) {
  return trunc(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> round(reduced<Bits, Exponents> x) {
  return round(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> rint(reduced<Bits, Exponents> x) {
  return rint(ff_t(x));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R pow(X x, Y y) {
  return pow(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R hypot(X x, Y y) {
  return hypot(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R atan2(X x, Y y) {
  return atan2(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R fmod(X x, Y y) {
  return fmod(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R remainder(X x, Y y) {
  return remainder(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R fdim(X x, Y y) {
  return fdim(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R copysign(X x, Y y) {
  return copysign(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R fmin(X x, Y y) {
  return fmin(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class R = detail::reduced_among<X, Y>>
FF_HD constexpr R fmax(X x, Y y) {
  return fmax(ff_t(R(x)), ff_t(R(y)));
}
template <class X, class Y, class Z, class R = detail::reduced_among<X, Y, Z>>
FF_HD constexpr R fma(X x, Y y, Z z) {
  return fma(ff_t(R(x)), ff_t(R(y)), ff_t(R(z)));
}
template <int Bits, int Exponents>
FF_HD constexpr reduced<Bits, Exponents> ldexp(reduced<Bits, Exponents> x, int n) {
  return ldexp(ff_t(x), n);
}
template <int Bits, int Exponents>
FF_HD constexpr bool isnan(reduced<Bits, Exponents> x) {
  return isnan(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr bool isfinite(reduced<Bits, Exponents> x) {
  return isfinite(ff_t(x));
}
template <int Bits, int Exponents>
FF_HD constexpr bool isinf(reduced<Bits, Exponents> x) {
  return isinf(ff_t(x));
}

}  // namespace ff

/// The model: Bits digits; overflow and underflow as the class has them.  has_denorm is ff_t's, though there
/// is no subnormal number: denorm_min() is min().
template <int Bits, int Exponents>
class std::numeric_limits<ff::reduced<Bits, Exponents>> : public std::numeric_limits<ff::ff_t> {
  using number = ff::reduced<Bits, Exponents>;

 public:
  static constexpr int digits = Bits;
  static constexpr int digits10 = (Bits - 1) * 301 / 1000;
  static constexpr int max_digits10 = Bits * 30103 / 100000 + 2;
  static constexpr int min_exponent = number::least_exponent + 1,
                       max_exponent = number::greatest_exponent + 1;
  static constexpr int min_exponent10 = -((-number::least_exponent) * 301 / 1000);
  static constexpr int max_exponent10 = max_exponent * 301 / 1000;
  static constexpr bool has_denorm_loss = false;
  FF_HD static constexpr number(min)() noexcept { return ldexp(ff::ff_t(1.0f), number::least_exponent); }
  /// A pair ends half a unit of its head below 2^128, as ff_t does.
  FF_HD static constexpr number(max)() noexcept {
    if constexpr (number::is_pair && Exponents == 8)
      return ff::from_words(0x1.fffffep127f, (ff::ff_t(0x1p103f) - ldexp(ff::ff_t(1.0f), 128 - Bits)).hi());
    return ldexp(ff::ff_t(2.0f) - ldexp(ff::ff_t(1.0f), 1 - Bits), number::greatest_exponent);
  }
  FF_HD static constexpr number lowest() noexcept { return -(max)(); }
  FF_HD static constexpr number epsilon() noexcept { return ldexp(ff::ff_t(1.0f), 1 - Bits); }
  FF_HD static constexpr number round_error() noexcept { return 0.5f; }
  FF_HD static constexpr number infinity() noexcept { return ff::detail::infinity; }
  FF_HD static constexpr number quiet_NaN() noexcept { return ff::detail::quiet_nan; }
  FF_HD static constexpr number denorm_min() noexcept { return (min)(); }
};
