// What the report has to know of a function of vectors or complex numbers: up to eight operands, up to four
// results.  Each is a struct in composites/, run on host and device from the same lines:
//
//   struct product : composite<4, 2> {
//     FF_HD static outcome run(const operands& v) { return parts(complex_at(v, 0) * complex_at(v, 2)); }
//     template <class N>
//     FF_HD static void of(const N* v, N* r) {
//       r[0] = v[0] * v[2] - v[1] * v[3];
//       r[1] = v[0] * v[3] + v[1] * v[2];
//     }
//   };
//
// `of` is the definition.  With N = number (MPFR) it is the judge, with N = approximation (pairs of doubles,
// about 100 bits; functions of <cmath>, a fraction of u^2) the search's estimate.  Optional members:
//
// - template <class N> FF_HD static void size(const N* v, N* s): what each result's error is relative to, for
//   relative_to::operands; for relative_to::power, the factor s[0].
// - FF_HD static operands cancel(operands v, random_bits&): class `cancellation`, made from a vector of the
//   range; kept if it stays there.
// - FF_HD static operands fit(operands v, random_bits&): v changed so that the result stays in range.
// - FF_HD static bool holds(const approximation* r): whether the search may judge such results.
#pragma once

#include <type_traits>

#include "number.hpp"
#include "vectors.hpp"

namespace accuracy {

template <int Arguments, int Results>
struct composite {
  static constexpr int arguments = Arguments, results = Results;
  static constexpr bool whole = false;  // whether an underflowing result is judged by its norm
};

template <class F, class = void>
inline constexpr bool is_composite = false;
template <class F>
inline constexpr bool is_composite<F, std::void_t<decltype(F::results)>> = true;

/// A pair of doubles as a number: sums and products to about 100 bits; functions are those of <cmath>, taken
/// to first order in the low word.
class approximation {
 public:
  FF_HD approximation() : p_(wide(0.0)) {}
  FF_HD explicit approximation(ff::ff_t x) : p_(x ? widened(x) : wide(ff::widen(x.hi()))) {}
  FF_HD explicit approximation(wide x) : p_(x) {}
  FF_HD explicit approximation(wide_pair p) : p_(p) {}

  using self = approximation;
  FF_HD friend self operator+(self a, self b) { return self(ff::add22(a.p_, b.p_)); }
  FF_HD friend self operator-(self a, self b) { return self(ff::sub22(a.p_, b.p_)); }
  FF_HD friend self operator*(self a, self b) { return self(ff::mul22_dw(a.p_, b.p_)); }
  FF_HD friend self operator/(self a, self b) {
    const wide q(a.hi() / b.hi());
    return first_order(q.v, (a - b * self(q)).hi() / b.hi());
  }
  FF_HD friend self operator-(self a) { return self(-a.p_); }
  FF_HD friend self abs(self a) { return is_negative(a) ? -a : a; }
  FF_HD friend self sqrt(self a) {
    if (!(a.hi() > 0)) return a;
    const self s{wide(::sqrt(a.hi()))};
    return first_order(s.hi(), (a - s * s).hi() / (2 * s.hi()));
  }
  FF_HD friend self exp(self a) {
    const double e = ::exp(a.hi());
    return first_order(e, e * a.lo());
  }
  FF_HD friend self log(self a) {
    const double hi = a.hi(), lo = a.lo();
    return hi > 0.5 && hi < 2 ? first_order(::log1p((hi - 1) + lo), 0) : first_order(::log(hi), lo / hi);
  }
  FF_HD friend self sin(self a) { return first_order(::sin(a.hi()), ::cos(a.hi()) * small_low(a)); }
  FF_HD friend self cos(self a) { return first_order(::cos(a.hi()), -::sin(a.hi()) * small_low(a)); }
  FF_HD friend self atan2(self y, self x) {
    const double square = x.hi() * x.hi() + y.hi() * y.hi(), turn = x.hi() * y.lo() - y.hi() * x.lo();
    return first_order(::atan2(y.hi(), x.hi()), square > 0 ? turn / square : 0);
  }

  FF_HD friend bool is_negative(self a) { return (ff::detail::bit_cast<std::uint64_t>(a.hi()) >> 63) != 0; }
  FF_HD friend double to_double(self a) { return a.hi() + a.lo(); }

 private:
  FF_HD static self first_order(double f, double df) { return self(ff::add12(wide(f), wide(df))); }
  FF_HD double hi() const { return p_.hi().v; }
  FF_HD double lo() const { return p_.lo().v; }
  // NaN: a large angle's low word need not be small.
  FF_HD static double small_low(self a) {
    return fabs(a.lo()) < 0x1p-26 ? a.lo() : ff::widen(ff::detail::quiet_nan);
  }

  wide_pair p_;
};

// ---- errors

template <class F, class = void>
inline constexpr bool has_size = false;
template <class F>
inline constexpr bool has_size<F, std::void_t<decltype(&F::template size<approximation>)>> = true;
template <class F, class = void>
inline constexpr bool has_holds = false;
template <class F>
inline constexpr bool has_holds<F, std::void_t<decltype(&F::holds)>> = true;

/// The Euclidean norm of n numbers.
template <class N>
FF_HD N norm_of(const N* x, int n) {
  N s = x[0] * x[0];
  for (int i = 1; i < n; ++i) s = s + x[i] * x[i];
  return sqrt(s);
}

/// error/size in u^2.
template <class N>
FF_HD double in_units(const N& error, const N& size) {
  const double e = to_double(error);
  if (e == 0) return 0;
  return fabs(to_double(error / size)) * 0x1p48;  // infinite for size 0
}

/// The error of a composite's result, in u^2 of the row's scale: of the worst component, or of the whole. For
/// N = approximation an estimate, and -1 where the search has none.
template <class F, class N>
FF_HD double composite_error(ff::bounds::relative_to scale, const operands& v, const outcome& got) {
  constexpr int n = F::results;
  N x[F::arguments], wanted[n], error[n], size[n];
  for (int k = 0; k < F::arguments; ++k) x[k] = N(v[k]);
  F::of(static_cast<const N*>(x), wanted);
  if constexpr (std::is_same_v<N, approximation>) {
    bool finite = true;
    for (int i = 0; i < n; ++i) {
      if (!(fabs(to_double(wanted[i])) < 0x1p128)) return -1;
      finite = finite && ff::less(ff::abs(got.part[i].hi()), ff::detail::infinity) &&
               ff::less(ff::abs(got.part[i].lo()), ff::detail::infinity);
    }
    if constexpr (has_holds<F>) {
      if (!F::holds(wanted)) return -1;
    }
    if (!finite) return 0x1p100;
  }
  for (int i = 0; i < n; ++i) error[i] = wanted[i] - N(got.part[i]);
  if constexpr (has_size<F>) F::size(static_cast<const N*>(x), size);
  const N least = N(wide(scale == ff::bounds::relative_to::subnormal ? 0x1p-103 : 0.0));
  if (scale == ff::bounds::relative_to::norm || scale == ff::bounds::relative_to::power ||
      (F::whole && scale == ff::bounds::relative_to::subnormal)) {
    const N whole = norm_of(wanted, n) + least;
    return in_units(norm_of(error, n), scale == ff::bounds::relative_to::power ? whole * size[0] : whole);
  }
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    const N of = scale == ff::bounds::relative_to::operands ? size[i] : abs(wanted[i]) + least;
    const double here = in_units(error[i], of);
    worst = here > worst ? here : worst;
  }
  return worst;
}

}  // namespace accuracy
