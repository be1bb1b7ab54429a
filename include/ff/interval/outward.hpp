// Enclosures from functions whose error has a bound: their results moved outwards.
//
// The bounds are those beside the functions (math/bounds.hpp), most of them *observed*: the largest error
// ever found, times a safety factor.  An enclosure takes such a bound twice.  It is as sound as that.
#pragma once

#include <ff/interval/sets.hpp>
#include <ff/math/bounds.hpp>

namespace ff {
namespace detail {

/// A computed value f is at most relative |f| + absolute away from the exact one.
struct margin {
  float relative, absolute;
};

/// Every bound is multiplied by this.
inline constexpr int safety = 2;

/// The margin of `name`: the largest bound of its rows, those for tiny or underflowing results (name_...)
/// included.  Of a result that underflows, c/4 of the least float is added: relative_to::subnormal.
template <size_t rows>
FF_HD_LARGE constexpr margin margin_of(const bounds::function_row (&all)[rows], const char* name) {
  double u2 = 0;
  for (const bounds::function_row& row : all) {
    const char *a = row.name, *b = name;
    while (*b && *a == *b) ++a, ++b;
    if (!*b && (!*a || *a == '_') && u2 < row.error.u2) u2 = row.error.u2;
  }
  uint32 quarters = 0;
  while (quarters < safety * u2) ++quarters;
  return {static_cast<float>(safety * u2 * 0x1p-48), from_bits((quarters + 3) / 4)};
}

/// The bound of an exact value beside a computed one, a pair of finite head: at most twice the margin away.
template <toward R>
FF_HD_LARGE constexpr ff_t moved(ff_t f, margin m) {
  const float distance = fma_toward<toward::up>(abs(f.hi()), m.relative, m.absolute);
  const ff_t beside =
      renormalised<R>(f.hi(), add_toward<R>(f.lo(), R == toward::down ? neg(distance) : distance));
  return finite(beside) ? beside : ff_t(beyond<R>(negative(f)));
}

/// An interval around the exact F(x...): F::of(x...) moved outwards, itself where F::exact(x...), beyond the
/// largest number where that is infinite.
template <class F, class... X>
FF_HD_LARGE constexpr interval<ff_t> around(X... x) {
  const ff_t f = strict_endpoint(F::of(x...));
  if (F::exact(x...)) return interval<ff_t>::from_bounds(f, f);
  if (finite(f))
    return interval<ff_t>::from_bounds(moved<toward::down>(f, F::margins), moved<toward::up>(f, F::margins));
  return interval<ff_t>::from_bounds(beyond<toward::down>(negative(f)), beyond<toward::up>(negative(f)));
}

/// The numbers of x in [lower, upper], where x is known to have some.
FF_HD_LARGE constexpr interval<ff_t> clipped(interval<ff_t> x, ff_t lower, ff_t upper) {
  return interval<ff_t>::from_bounds(greatest_strict(x.lower(), lower), least_strict(x.upper(), upper));
}

/// {F(v) : v in x} of an increasing F.
template <class F>
FF_HD_LARGE constexpr interval<ff_t> increasing(interval<ff_t> x) {
  return interval<ff_t>::from_bounds(around<F>(x.lower()).lower(), around<F>(x.upper()).upper());
}

template <class F>
struct over_pairs {
  template <class... X>
  FF_HD_LARGE static constexpr interval<ff_t> of(X... x) {
    return F::over(x...);
  }
};

/// F, which maps intervals of pairs, for any endpoint type, by way of the pairs around it; on the device a
/// call.
template <class F, class T, class... X>
FF_HD_LARGE constexpr interval<T> by_pairs(interval<T> x, X... y) {
  if (is_empty(x)) return interval<T>::empty();
  return interval<T>(out_of_line<over_pairs<F>>(interval<ff_t>(x), y...));
}

}  // namespace detail
}  // namespace ff
