// Operations on intervals broken on purpose: the report must convict each of these.
#pragma once

#include "accuracy/intervals/real_function.hpp"

namespace accuracy::intervals {

/// The endpoint types as bits of a mask.
template <class T>
inline constexpr int type_bit = ff::detail::is_same<T, float>    ? 1
                                : ff::detail::is_same<T, double> ? 2
                                                                 : 4;
inline constexpr int every_type = 7, words_only = 3, pairs_only = 4;

/// Says what a mutant says of itself.
template <real_function Wanted, int Types = every_type>
struct broken {
  static constexpr real_function wanted = Wanted;
  static constexpr int types = Types;
};

namespace mutant {

using ff::add_toward;
using ff::toward;
using ff::detail::fast;
using ff::detail::is_pair;

FF_HD_LARGE float sum(float a, float b) { return ff::add_rn(a, b); }
FF_HD_LARGE double sum(double a, double b) { return a + b; }
FF_HD_LARGE ff_t sum(ff_t a, ff_t b) { return ff::add22(a, b); }
FF_HD_LARGE float over(float a, float b) { return ff::div_rn(a, b); }
FF_HD_LARGE double over(double a, double b) { return a / b; }
FF_HD_LARGE ff_t over(ff_t a, ff_t b) { return a / b; }
FF_HD_LARGE float root(float a) { return ff::sqrt_rn(a); }
FF_HD_LARGE double root(double a) { return ::sqrt(a); }
FF_HD_LARGE ff_t root(ff_t a) { return ff::sqrt(a); }

/// Both endpoints to nearest.
struct sum_to_nearest : broken<real_function::sum> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y)) return operation<entry::add>::of(v);
    return one(interval<T>::from_bounds(sum(v.x.lower(), v.y.lower()), sum(v.x.upper(), v.y.upper())));
  }
};
/// Rounded to nearest and widened by one unit on both sides: sound, but not the tightest.
struct sum_one_further : broken<real_function::sum, words_only> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y)) return operation<entry::add>::of(v);
    return one(interval<T>::from_bounds(ff::detail::next_down(sum(v.x.lower(), v.y.lower())),
                                        ff::detail::next_up(sum(v.x.upper(), v.y.upper()))));
  }
};
/// add22_toward, the tail rounded to nearest.
struct sum_tail_to_nearest : broken<real_function::sum, pairs_only> {
  template <toward R>
  FF_HD_LARGE static ff_t side(ff_t x, ff_t y) {
    const auto [a, b] = ff::add12(x.hi(), y.hi());
    const auto [c, d] = ff::add12(x.lo(), y.lo());
    const auto [s, e] = ff::fast_add12(a, c);
    return ff::detail::renormalised<R>(s, ff::add_rn(ff::add_rn(b, d), e));
  }
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const auto r = interval<T>::from_bounds(side<toward::down>(v.x.lower(), v.y.lower()),
                                            side<toward::up>(v.x.upper(), v.y.upper()));
    return ff::is_bounded(r) ? one(r) : operation<entry::add>::of(v);
  }
};
/// The low words forgotten: sound only by chance.
struct sum_head_only : broken<real_function::sum, pairs_only> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y)) return operation<entry::add>::of(v);
    return one(interval<T>(ff_t(add_toward<toward::down>(v.x.lower().hi(), v.y.lower().hi())),
                           ff_t(add_toward<toward::up>(v.x.upper().hi(), v.y.upper().hi()))));
  }
};

/// The products that matter where no operand is negative.
struct product_as_if_positive : broken<real_function::product> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y)) return operation<entry::mul>::of(v);
    return one(interval<T>::from_bounds(fast::mul<toward::down>(v.x.lower(), v.y.lower()),
                                        fast::mul<toward::up>(v.x.upper(), v.y.upper())));
  }
};
/// The product of the upper endpoints is never the least.
struct product_of_three : broken<real_function::product> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const interval<T> right = v.x * v.y;
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y) || !ff::is_bounded(right)) return one(right);
    const T xl = v.x.lower(), xh = v.x.upper(), yl = v.y.lower(), yh = v.y.upper();
    using ff::detail::least_strict;
    return one(interval<T>::from_bounds(
        least_strict(least_strict(fast::mul<toward::down>(xl, yl), fast::mul<toward::down>(xl, yh)),
                     fast::mul<toward::down>(xh, yl)),
        right.upper()));
  }
};
/// 0 times infinity is NaN, and that is taken for empty.
struct product_nan_is_empty : broken<real_function::product> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (ff::is_bounded(v.x) == ff::is_bounded(v.y)) return operation<entry::mul>::of(v);
    const bool zero = is_zero(v.x) || is_zero(v.y);
    return zero ? one(interval<T>::empty()) : operation<entry::mul>::of(v);
  }
};
/// The least product picked by its head.
struct product_heads_compared : broken<real_function::product, pairs_only> {
  FF_HD_LARGE static ff_t least_strict(ff_t a, ff_t b) { return ff::less(b.hi(), a.hi()) ? b : a; }
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const interval<T> right = v.x * v.y;
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y) || !ff::is_bounded(right)) return one(right);
    const T xl = v.x.lower(), xh = v.x.upper(), yl = v.y.lower(), yh = v.y.upper();
    return one(interval<T>::from_bounds(
        least_strict(least_strict(fast::mul<toward::down>(xl, yl), fast::mul<toward::down>(xl, yh)),
                     least_strict(fast::mul<toward::down>(xh, yl), fast::mul<toward::down>(xh, yh))),
        right.upper()));
  }
};
/// The fast product without a look at what overflowed.
struct product_overflow_kept : broken<real_function::product, pairs_only> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x) || !ff::is_bounded(v.y)) return operation<entry::mul>::of(v);
    const T xl = v.x.lower(), xh = v.x.upper(), yl = v.y.lower(), yh = v.y.upper();
    using ff::detail::greatest_strict, ff::detail::least_strict;
    return one(interval<T>::from_bounds(
        least_strict(least_strict(fast::mul<toward::down>(xl, yl), fast::mul<toward::down>(xl, yh)),
                     least_strict(fast::mul<toward::down>(xh, yl), fast::mul<toward::down>(xh, yh))),
        greatest_strict(greatest_strict(fast::mul<toward::up>(xl, yl), fast::mul<toward::up>(xl, yh)),
                        greatest_strict(fast::mul<toward::up>(xh, yl), fast::mul<toward::up>(xh, yh)))));
  }
};

/// div22_toward without the allowance for the error of its correction.
struct quotient_uncorrected : broken<real_function::quotient, pairs_only> {
  template <toward R>
  FF_HD_LARGE static ff_t side(ff_t x, ff_t y) {
    const float r = ff::rcp_rn(y.hi()), q0 = ff::mul_rn(x.hi(), r);
    const float q = ff::fma_rn(ff::detail::residue(x, y, q0), r, q0), n = ff::neg(q);
    const float residue =
        add_toward<R>(ff::fma_toward<R>(n, y.hi(), x.hi()), ff::fma_toward<R>(n, y.lo(), x.lo()));
    return ff::detail::renormalised<R>(q, ff::mul_toward<R>(residue, r));
  }
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const bool plain = ff::is_bounded(v.x) && ff::is_bounded(v.y) && ff::detail::positive(v.x.lower()) &&
                       ff::less(0x1p-126f, v.y.lower().hi()) && ff::less(v.y.upper().hi(), 0x1p126f);
    if (!plain) return operation<entry::div>::of(v);
    const auto r = interval<T>::from_bounds(side<toward::down>(v.x.lower(), v.y.upper()),
                                            side<toward::up>(v.x.upper(), v.y.lower()));
    return ff::is_bounded(r) ? one(r) : operation<entry::div>::of(v);
  }
};
/// The quotients of positive operands to nearest.
struct quotient_to_nearest : broken<real_function::quotient> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const bool plain = ff::is_bounded(v.x) && ff::is_bounded(v.y) && ff::detail::positive(v.x.lower()) &&
                       ff::detail::positive(v.y.lower());
    if (!plain) return operation<entry::div>::of(v);
    const auto r = interval<T>::from_bounds(over(v.x.lower(), v.y.upper()), over(v.x.upper(), v.y.lower()));
    return ff::is_bounded(r) ? one(r) : operation<entry::div>::of(v);
  }
};
/// The hull of the four quotients, though the divisor has zero inside.
struct quotient_through_zero : broken<real_function::quotient> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const bool through = ff::detail::negative(v.y.lower()) && ff::detail::positive(v.y.upper());
    if (!through) return operation<entry::div>::of(v);
    return one(ff::hull(v.x / interval<T>(v.y.lower()), v.x / interval<T>(v.y.upper())));
  }
};
struct split_swapped : broken<real_function::quotient_split> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const auto both = ff::divide_split(v.x, v.y);
    return {both.second, both.first};
  }
};

/// The product rounded before the sum: sound, but not the tightest.
struct fma_rounded_twice : broken<real_function::product_sum, words_only> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    return one(v.x * v.y + v.z);
  }
};
/// x * x, which does not know that both factors are the same number.
struct square_as_product : broken<real_function::square> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    return one(v.x * v.x);
  }
};
/// The square of the endpoint nearer to zero as lower bound, though zero is inside.
struct square_unclipped : broken<real_function::square> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    const interval<T> right = ff::sqr(v.x);
    if (!ff::is_bounded(v.x) || !ff::is_bounded(right)) return one(right);
    const T l = ff::detail::magnitude_of(v.x.lower()), u = ff::detail::magnitude_of(v.x.upper());
    return one(
        interval<T>::from_bounds(fast::sqr<toward::down>(ff::detail::least_strict(l, u)), right.upper()));
  }
};
struct root_to_nearest : broken<real_function::root> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::detail::positive(v.x.lower()) || !ff::is_bounded(v.x)) return operation<entry::sqrt>::of(v);
    return one(interval<T>::from_bounds(root(v.x.lower()), root(v.x.upper())));
  }
};
/// Empty if any member is negative.
struct root_of_negative_empty : broken<real_function::root> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    return ff::detail::negative(v.x.lower()) ? one(interval<T>::empty()) : operation<entry::sqrt>::of(v);
  }
};

struct hull_of_empty : broken<real_function::hull> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (ff::is_empty(v.x) || ff::is_empty(v.y)) return one(interval<T>::empty());
    return operation<entry::hull>::of(v);
  }
};
/// Of disjoint intervals the gap between them, upside down.
struct disjoint_reversed : broken<real_function::intersection> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (ff::is_empty(v.x) || ff::is_empty(v.y)) return one(interval<T>::empty());
    return one(interval<T>::from_bounds(ff::detail::greatest_strict(v.x.lower(), v.y.lower()),
                                        ff::detail::least_strict(v.x.upper(), v.y.upper())));
  }
};
struct min_of_heads : broken<real_function::min, pairs_only> {
  FF_HD_LARGE static ff_t least_strict(ff_t a, ff_t b) { return ff::less(b.hi(), a.hi()) ? b : a; }
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (ff::is_empty(v.x) || ff::is_empty(v.y)) return one(interval<T>::empty());
    return one(interval<T>::from_bounds(least_strict(v.x.lower(), v.y.lower()),
                                        least_strict(v.x.upper(), v.y.upper())));
  }
};
struct floor_of_head : broken<real_function::floor, pairs_only> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::floor>::of(v);
    return one(interval<T>::from_bounds(ff_t(ff::detail::floor_of(v.x.lower().hi())),
                                        ff_t(ff::detail::floor_of(v.x.upper().hi()))));
  }
};
struct width_to_nearest : broken<real_function::width> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::width>::of(v);
    const T w = sum(v.x.upper(), ff::detail::opposite_of(v.x.lower()));
    return ff::detail::finite(w) ? number(w) : operation<entry::width>::of(v);
  }
};
/// Half of a sum that may overflow.
struct midpoint_overflowing : broken<real_function::midpoint> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::midpoint>::of(v);
    return number(times(T(0.5f), sum(v.x.lower(), v.x.upper())));
  }
};

/// The hull of the values at both ends, which misses the extremes between them.
struct sine_of_ends : broken<real_function::sin> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::sin>::of(v);
    return one(ff::hull(ff::sin(interval<T>(v.x.lower())), ff::sin(interval<T>(v.x.upper()))));
  }
};
struct tangent_of_ends : broken<real_function::tan> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::tan>::of(v);
    return one(ff::hull(ff::tan(interval<T>(v.x.lower())), ff::tan(interval<T>(v.x.upper()))));
  }
};
struct power_of_ends : broken<real_function::power> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::pown_4>::of(v);
    return one(ff::hull(ff::pown<-4>(interval<T>(v.x.lower())), ff::pown<-4>(interval<T>(v.x.upper()))));
  }
};
/// ff::exp at the ends, not moved outwards.
struct exponential_unmoved : broken<real_function::exp, pairs_only> {
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    if (!ff::is_bounded(v.x)) return operation<entry::exp>::of(v);
    const auto r = interval<T>::from_bounds(ff::exp(v.x.lower()), ff::exp(v.x.upper()));
    return ff::is_bounded(r) ? one(r) : operation<entry::exp>::of(v);
  }
};

}  // namespace mutant

/// visit("add", mutant{}, "sum_to_nearest") for each: the operation that is broken, and what the mutant is
/// called.
template <class Visit>
void for_each_operation_mutant(Visit visit) {
  visit("add", mutant::sum_to_nearest{}, "sum_to_nearest");
  visit("add", mutant::sum_one_further{}, "sum_one_further");
  visit("add", mutant::sum_tail_to_nearest{}, "sum_tail_to_nearest");
  visit("add", mutant::sum_head_only{}, "sum_head_only");
  visit("mul", mutant::product_as_if_positive{}, "product_as_if_positive");
  visit("mul", mutant::product_of_three{}, "product_of_three");
  visit("mul", mutant::product_nan_is_empty{}, "product_nan_is_empty");
  visit("mul", mutant::product_heads_compared{}, "product_heads_compared");
  visit("mul", mutant::product_overflow_kept{}, "product_overflow_kept");
  visit("div", mutant::quotient_uncorrected{}, "quotient_uncorrected");
  visit("div", mutant::quotient_to_nearest{}, "quotient_to_nearest");
  visit("div", mutant::quotient_through_zero{}, "quotient_through_zero");
  visit("divide_split", mutant::split_swapped{}, "split_swapped");
  visit("fma", mutant::fma_rounded_twice{}, "fma_rounded_twice");
  visit("sqr", mutant::square_as_product{}, "square_as_product");
  visit("sqr", mutant::square_unclipped{}, "square_unclipped");
  visit("sqrt", mutant::root_to_nearest{}, "root_to_nearest");
  visit("sqrt", mutant::root_of_negative_empty{}, "root_of_negative_empty");
  visit("hull", mutant::hull_of_empty{}, "hull_of_empty");
  visit("intersection", mutant::disjoint_reversed{}, "disjoint_reversed");
  visit("min", mutant::min_of_heads{}, "min_of_heads");
  visit("floor", mutant::floor_of_head{}, "floor_of_head");
  visit("width", mutant::width_to_nearest{}, "width_to_nearest");
  visit("midpoint", mutant::midpoint_overflowing{}, "midpoint_overflowing");
  visit("sin", mutant::sine_of_ends{}, "sine_of_ends");
  visit("tan", mutant::tangent_of_ends{}, "tangent_of_ends");
  visit("pown_4", mutant::power_of_ends{}, "power_of_ends");
  visit("exp", mutant::exponential_unmoved{}, "exponential_unmoved");
}

}  // namespace accuracy::intervals
