// Says what the interval operations compute: the real functions whose ranges over the operands are wanted.
#pragma once

#include "catalogue/interval.hpp"
#include "catalogue/wide.hpp"

namespace accuracy::intervals {

namespace entry = catalogue::intervals::entry;
using namespace catalogue::intervals;
using catalogue::clamped;
using catalogue::exponent_of;
using catalogue::wide;
using catalogue::intervals::operands;
using catalogue::intervals::recipe;
using ff::ff_t;
using ff::interval;
using ff::bounds::same_name;

template <class T>
FF_HD_LARGE bool is_zero(const interval<T>& x) {
  return ff::detail::zero(x.lower()) && ff::detail::zero(x.upper());
}

enum class real_function {
  sum,
  difference,
  product,
  quotient,
  quotient_split,
  reciprocal,
  product_sum,
  square,
  root,
  abs,
  min,
  max,
  floor,
  ceil,
  trunc,
  hull,
  intersection,
  width,
  radius,
  magnitude,
  mignitude,
  midpoint,
  power,
  nth_root,
  pow,
  exp,
  exp2,
  exp10,
  log,
  log2,
  log10,
  sin,
  cos,
  tan,
  atan,
  sinh,
  cosh,
  tanh,
};
/// Returns whether elementary_range knows the range.
FF_HD_LARGE constexpr bool is_elementary(real_function f) { return f >= real_function::power; }

/// The function of an operation; of a mutant its own member says it.
template <class Operation>
inline constexpr real_function computed_by = Operation::wanted;

// clang-format off
template <> inline constexpr real_function computed_by<operation<entry::add>> = real_function::sum;
template <> inline constexpr real_function computed_by<operation<entry::sub>> = real_function::difference;
template <> inline constexpr real_function computed_by<operation<entry::mul>> = real_function::product;
template <> inline constexpr real_function computed_by<operation<entry::div>> = real_function::quotient;
template <> inline constexpr real_function computed_by<operation<entry::divide_split>> = real_function::quotient_split;
template <> inline constexpr real_function computed_by<operation<entry::recip>> = real_function::reciprocal;
template <> inline constexpr real_function computed_by<operation<entry::fma>> = real_function::product_sum;
template <> inline constexpr real_function computed_by<operation<entry::sqr>> = real_function::square;
template <> inline constexpr real_function computed_by<operation<entry::sqrt>> = real_function::root;
template <> inline constexpr real_function computed_by<operation<entry::add_scalar>> = real_function::sum;
template <> inline constexpr real_function computed_by<operation<entry::scalar_sub>> = real_function::difference;
template <> inline constexpr real_function computed_by<operation<entry::mul_scalar>> = real_function::product;
template <> inline constexpr real_function computed_by<operation<entry::div_scalar>> = real_function::quotient;
template <> inline constexpr real_function computed_by<operation<entry::scalar_div>> = real_function::quotient;
template <> inline constexpr real_function computed_by<operation<entry::abs>> = real_function::abs;
template <> inline constexpr real_function computed_by<operation<entry::min>> = real_function::min;
template <> inline constexpr real_function computed_by<operation<entry::max>> = real_function::max;
template <> inline constexpr real_function computed_by<operation<entry::floor>> = real_function::floor;
template <> inline constexpr real_function computed_by<operation<entry::ceil>> = real_function::ceil;
template <> inline constexpr real_function computed_by<operation<entry::trunc>> = real_function::trunc;
template <> inline constexpr real_function computed_by<operation<entry::hull>> = real_function::hull;
template <> inline constexpr real_function computed_by<operation<entry::intersection>> = real_function::intersection;
template <> inline constexpr real_function computed_by<operation<entry::magnitude>> = real_function::magnitude;
template <> inline constexpr real_function computed_by<operation<entry::mignitude>> = real_function::mignitude;
template <> inline constexpr real_function computed_by<operation<entry::width>> = real_function::width;
template <> inline constexpr real_function computed_by<operation<entry::radius>> = real_function::radius;
template <> inline constexpr real_function computed_by<operation<entry::midpoint>> = real_function::midpoint;
template <> inline constexpr real_function computed_by<operation<entry::pown5>> = real_function::power;
template <> inline constexpr real_function computed_by<operation<entry::pown_4>> = real_function::power;
template <> inline constexpr real_function computed_by<operation<entry::pown>> = real_function::power;
template <> inline constexpr real_function computed_by<operation<entry::rootn>> = real_function::nth_root;
template <> inline constexpr real_function computed_by<operation<entry::pow>> = real_function::pow;
template <> inline constexpr real_function computed_by<operation<entry::exp>> = real_function::exp;
template <> inline constexpr real_function computed_by<operation<entry::exp2>> = real_function::exp2;
template <> inline constexpr real_function computed_by<operation<entry::exp10>> = real_function::exp10;
template <> inline constexpr real_function computed_by<operation<entry::log>> = real_function::log;
template <> inline constexpr real_function computed_by<operation<entry::log2>> = real_function::log2;
template <> inline constexpr real_function computed_by<operation<entry::log10>> = real_function::log10;
template <> inline constexpr real_function computed_by<operation<entry::sin>> = real_function::sin;
template <> inline constexpr real_function computed_by<operation<entry::cos>> = real_function::cos;
template <> inline constexpr real_function computed_by<operation<entry::tan>> = real_function::tan;
template <> inline constexpr real_function computed_by<operation<entry::atan>> = real_function::atan;
template <> inline constexpr real_function computed_by<operation<entry::sinh>> = real_function::sinh;
template <> inline constexpr real_function computed_by<operation<entry::cosh>> = real_function::cosh;
template <> inline constexpr real_function computed_by<operation<entry::tanh>> = real_function::tanh;
// clang-format on

}  // namespace accuracy::intervals
