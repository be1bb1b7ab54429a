// The operators: kernels, their variants, the IEEE versions, integer functions.
#pragma once

#include <ff/fast.hpp>
#include <ff/operators.hpp>
#include <ff/paper2006.hpp>
#include <ff/type/accumulate.hpp>
#include <ff/type/integral.hpp>

#include "vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(add12, (float x, float y), ff::add12(x, y))
CATALOGUE_ENTRY(split, (float x), ff::split(x))
CATALOGUE_ENTRY(mul12, (float x, float y), ff::mul12(x, y))
CATALOGUE_ENTRY(two_prod, (float x, float y), ff::two_prod(x, y))
CATALOGUE_ENTRY(add22, (ff_t x, ff_t y), ff::add22(x, y))
CATALOGUE_ENTRY(sub22, (ff_t x, ff_t y), ff::sub22(x, y))
CATALOGUE_ENTRY(mul22, (ff_t x, ff_t y), ff::mul22(x, y))
CATALOGUE_ENTRY(div22, (ff_t x, ff_t y), ff::div22(x, y))
CATALOGUE_ENTRY(sqrt22, (ff_t x), ff::sqrt22(x))
CATALOGUE_ENTRY(fma22, (ff_t x, ff_t y, ff_t z), ff::fma22(x, y, z))

// The larger operand first: its condition.
CATALOGUE_ENTRY(fast_add12, (float x, float y),
                ff::less(ff::abs(x), ff::abs(y)) ? ff::fast_add12(y, x) : ff::fast_add12(x, y))
CATALOGUE_ENTRY(sqr12, (float x), ff::sqr12(x))
CATALOGUE_ENTRY(add22_accurate, (ff_t x, ff_t y), ff::add22_accurate(x, y))
CATALOGUE_ENTRY(add22_sloppy, (ff_t x, ff_t y), ff::add22_sloppy(x, y))
CATALOGUE_ENTRY(add21, (ff_t x, float y), ff::add21(x, y))
CATALOGUE_ENTRY(mul22_dw, (ff_t x, ff_t y), ff::mul22_dw(x, y))
CATALOGUE_ENTRY(mul22_commutative, (ff_t x, ff_t y), ff::mul22_commutative(x, y))
CATALOGUE_ENTRY(mul21, (ff_t x, float y), ff::mul21(x, y))
CATALOGUE_ENTRY(mul21_dw, (ff_t x, float y), ff::mul21_dw(x, y))
CATALOGUE_ENTRY(sqr22, (ff_t x), ff::sqr22(x))
CATALOGUE_ENTRY(rcp22, (ff_t x), ff::rcp22(x))
CATALOGUE_ENTRY(div21, (ff_t x, float y), ff::div21(x, y))
CATALOGUE_ENTRY(div12, (float x, ff_t y), ff::div12(x, y))
CATALOGUE_ENTRY(rsqrt22, (ff_t x), ff::rsqrt22(x))
// One step from a running sum z.
CATALOGUE_ENTRY(dot_step, (float x, float y, ff_t z), ff::accumulator(z).add_product(x, y).result())
CATALOGUE_ENTRY(dot_step22, (ff_t x, ff_t y, ff_t z), ff::accumulator(z).add_product(x, y).result())
CATALOGUE_ENTRY(plus, (ff_t x, ff_t y), x + y)
CATALOGUE_ENTRY(minus, (ff_t x, ff_t y), x - y)
CATALOGUE_ENTRY(times, (ff_t x, ff_t y), (x * y))
CATALOGUE_ENTRY(plus_float, (ff_t x, float y), x + y)
CATALOGUE_ENTRY(times_float, (ff_t x, float y), (x * y))
CATALOGUE_ENTRY(fma, (ff_t x, ff_t y, ff_t z), ff::fma(x, y, z))
CATALOGUE_ENTRY(sqr, (ff_t x), ff::sqr(x))
CATALOGUE_ENTRY(div, (ff_t x, ff_t y), x / y)
CATALOGUE_ENTRY(rcp, (ff_t x), ff::rcp(x))
CATALOGUE_ENTRY(sqrt, (ff_t x), ff::sqrt(x))
CATALOGUE_ENTRY(rsqrt, (ff_t x), ff::rsqrt(x))
CATALOGUE_ENTRY(lerp, (ff_t a, ff_t b, ff_t t), ff::lerp(a, b, t))
CATALOGUE_ENTRY(midpoint, (ff_t a, ff_t b), ff::midpoint(a, b))
CATALOGUE_ENTRY(floor, (ff_t x), ff::floor(x))
CATALOGUE_ENTRY(ceil, (ff_t x), ff::ceil(x))
CATALOGUE_ENTRY(trunc, (ff_t x), ff::trunc(x))
CATALOGUE_ENTRY(round, (ff_t x), ff::round(x))
CATALOGUE_ENTRY(rint, (ff_t x), ff::rint(x))
CATALOGUE_ENTRY(fmod, (ff_t x, ff_t y), ff::fmod(x, y))
CATALOGUE_ENTRY(remainder, (ff_t x, ff_t y), ff::remainder(x, y))
// To double and back: double(x) rounds to 53 bits, ff_t(d) to the nearest pair.
CATALOGUE_ENTRY(from_double, (ff_t x), ff_t(static_cast<double>(x)))

// fast_t's operators, stored; sums of two and of three products.
CATALOGUE_ENTRY(fast_plus, (ff_t x, ff_t y), ff_t(ff::fast_t(x) + y))
CATALOGUE_ENTRY(fast_minus, (ff_t x, ff_t y), ff_t(ff::fast_t(x) - y))
CATALOGUE_ENTRY(fast_plus_float, (ff_t x, float y), ff_t(ff::fast_t(x) + y))
CATALOGUE_ENTRY(fast_times, (ff_t x, ff_t y), ff_t(ff::fast_t(x) * y))
CATALOGUE_ENTRY(fast_times_float, (ff_t x, float y), ff_t(ff::fast_t(x) * y))
CATALOGUE_ENTRY(fast_div, (ff_t x, ff_t y), ff_t(ff::fast_t(x) / y))
CATALOGUE_ENTRY(fast_rcp, (ff_t x), ff_t(ff::rcp(ff::fast_t(x))))
CATALOGUE_ENTRY(fast_sqrt, (ff_t x), ff_t(ff::sqrt(ff::fast_t(x))))
CATALOGUE_ENTRY(fast_rsqrt, (ff_t x), ff_t(ff::rsqrt(ff::fast_t(x))))
CATALOGUE_ENTRY(fast_multiply_add, (ff_t x, ff_t y, ff_t z), ff_t(ff::fast_t(x) * y + z))
CATALOGUE_ENTRY(fast_discriminant, (ff_t x, ff_t y, ff_t z), ff_t(ff::fast_t(y) * y - ff::fast_t(x) * z))
CATALOGUE_ENTRY(fast_norm2, (ff_t x, ff_t y, ff_t z),
                ff_t(ff::fast_t(x) * x + ff::fast_t(y) * y + ff::fast_t(z) * z))
// fused_t's, where they have instructions of their own.
CATALOGUE_ENTRY(fused_plus, (ff_t x, ff_t y), ff_t(ff::fused_t(x) + y))
CATALOGUE_ENTRY(fused_times, (ff_t x, ff_t y), ff_t(ff::fused_t(x) * y))
CATALOGUE_ENTRY(fused_multiply_add, (ff_t x, ff_t y, ff_t z), ff_t(ff::fused_t(x) * y + z))
CATALOGUE_ENTRY(fused_norm2, (ff_t x, ff_t y, ff_t z),
                ff_t(ff::fused_t(x) * x + ff::fused_t(y) * y + ff::fused_t(z) * z))

CATALOGUE_ENTRY(paper_add22, (ff_t x, ff_t y), ff::paper2006::add22(x, y))
CATALOGUE_ENTRY(paper_mul22, (ff_t x, ff_t y), ff::paper2006::mul22(x, y))

}  // namespace entry

template <>
inline constexpr bool is_bare<entry::rcp22> = true;
template <>
inline constexpr bool is_bare<entry::div22> = true;
template <>
inline constexpr bool is_bare<entry::div21> = true;
template <>
inline constexpr bool is_bare<entry::div12> = true;
template <>
inline constexpr bool is_bare<entry::sqrt22> = true;
template <>
inline constexpr bool is_bare<entry::rsqrt22> = true;
template <>
inline constexpr bool is_bare<entry::fast_div> = true;
template <>
inline constexpr bool is_bare<entry::fast_rcp> = true;
template <>
inline constexpr bool is_bare<entry::fast_sqrt> = true;
template <>
inline constexpr bool is_bare<entry::fast_rsqrt> = true;

/// Two operands, which almost cancel for class `cancellation`, and a share from 2^-30 to 1; for `edges` 0 or
/// 1/2.
struct ends_and_share {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = summands::draw(r, bits, cls);
    v.z = ff::abs(make_operand(bits, make_exponent(bits, -30, -1, cls), cls, false));
    if (cls == input_class::edges) v.z = bits.next() & 1 ? 0.5f : 0.0f;
    return v;
  }
};

/// Three numbers of like size: for class `cancellation` y^2 almost equals x z.
struct coefficients {
  FF_HD_LARGE static operands draw(const recipe& r, random_bits& bits, input_class cls) {
    operands v = single_operand::draw(r, bits, cls);
    const int ex = exponent_of(v.x.hi()), low = r.where.y.low, high = r.where.y.high - 1;
    v.y = make_operand(bits, clamped(ex + make_distance(bits), low, high), cls, false);
    v.z = make_operand(bits, clamped(ex + make_distance(bits), low, high), cls, false);
    if (cls != input_class::cancellation) return v;
    operands near = v;
    near.y = make_near(bits, v.x, false);
    near.z = make_near(bits, ff::div22(ff::mul22_dw(near.y, near.y), v.x), false);
    const int ey = exponent_of(near.y.hi()), ez = exponent_of(near.z.hi());
    const bool inside = low < ey && ey < high && low < ez && ez < high;  // a neighbour may leave the domain
    return inside ? near : v;
  }
};

/// visit(row, info) of rows in a group, with the bounds of their entries' names.
template <class Visit>
struct rows_in {
  Visit& visit;
  group kind;

  template <class Row>
  void operator()(Row row) const {
    visit(row, row.info(kind));
  }
};

template <class Visit>
void kernel_rows(Visit& visit) {
  const rows_in<Visit> core{visit, group::core}, variant{visit, group::variant};
  core(row<entry::add12, summands>{});
  core(row<entry::split, single_operand>{});
  core(row<entry::mul12, factors>{});
  core(row<entry::two_prod, factors>{});
  core(row<entry::add22, summands>{});
  core(row<entry::sub22, minuend_and_subtrahend>{});
  core(row<entry::mul22, factors>{});
  core(row<entry::div22, dividend_and_divisor>{});
  core(row<entry::sqrt22, radicand>{});
  core(row<entry::fma22, factors_and_summand>{});

  variant(row<entry::fast_add12, summands>{});
  variant(row<entry::sqr12, single_operand>{});
  variant(row<entry::add22_accurate, summands>{});
  variant(row<entry::add22_sloppy, summands>{});
  variant(row<entry::add21, summands>{});
  variant(row<entry::mul22_dw, factors>{});
  variant(row<entry::mul22_commutative, factors>{});
  variant(row<entry::mul21, factors>{});
  variant(row<entry::mul21_dw, factors>{});
  variant(row<entry::sqr22, single_operand>{});
  variant(row<entry::rcp22, single_operand>{});
  variant(row<entry::div21, dividend_and_divisor>{});
  variant(row<entry::div12, dividend_and_divisor>{});
  variant(row<entry::rsqrt22, radicand>{});
  variant(row<entry::dot_step, factors_and_summand>{});
  variant(row<entry::dot_step22, factors_and_summand>{});
}
template <class Visit>
void operator_rows(Visit& visit) {
  const rows_in<Visit> variant{visit, group::variant};
  variant(row<entry::plus, summands>{});
  variant(row<entry::minus, minuend_and_subtrahend>{});
  variant(row<entry::plus_float, summands>{});
  variant(row<entry::times, factors>{});
  variant(row<entry::times_float, factors>{});
  variant(row<entry::sqr, single_operand>{});
  variant(row<entry::fma, factors_and_summand>{});
  variant(row<entry::div, dividend_and_divisor>{});
  variant(row<entry::rcp, single_operand>{});
  variant(row<entry::sqrt, radicand>{});
  variant(row<entry::rsqrt, radicand>{});
  variant(row<entry::lerp, ends_and_share>{});
  variant(row<entry::midpoint, summands>{});
}
template <class Visit>
void fast_rows(Visit& visit) {
  const rows_in<Visit> variant{visit, group::variant};
  variant(row<entry::fast_plus, summands>{});
  variant(row<entry::fast_minus, minuend_and_subtrahend>{});
  variant(row<entry::fast_plus_float, summands>{});
  variant(row<entry::fast_times, factors>{});
  variant(row<entry::fast_times_float, factors>{});
  variant(row<entry::fast_div, dividend_and_divisor>{});
  variant(row<entry::fast_rcp, single_operand>{});
  variant(row<entry::fast_sqrt, radicand>{});
  variant(row<entry::fast_rsqrt, radicand>{});
  variant(row<entry::fast_multiply_add, factors_and_summand>{});
  variant(row<entry::fast_discriminant, coefficients>{});
  variant(row<entry::fast_norm2, coefficients>{});
  variant(row<entry::fused_plus, summands>{});
  variant(row<entry::fused_times, factors>{});
  variant(row<entry::fused_multiply_add, factors_and_summand>{});
  variant(row<entry::fused_norm2, coefficients>{});
}
template <class Visit>
void integer_rows(Visit& visit) {
  const rows_in<Visit> variant{visit, group::variant};
  variant(row<entry::floor, single_operand>{});
  variant(row<entry::ceil, single_operand>{});
  variant(row<entry::trunc, single_operand>{});
  variant(row<entry::round, single_operand>{});
  variant(row<entry::rint, single_operand>{});
  variant(row<entry::fmod, dividend_and_modulus>{});
  variant(row<entry::remainder, dividend_and_modulus>{});
  variant(row<entry::from_double, single_operand>{});
}

/// visit(row{}, info) for each.
template <class Visit>
void arithmetic_rows(Visit visit) {
  kernel_rows(visit);
  operator_rows(visit);
  fast_rows(visit);
  integer_rows(visit);

  const auto outside = [&](auto row, const char* name, ff::bounds::domain elsewhere) {
    row_info info = row.info(name, group::outside, decltype(row)::entry::name);
    info.how.where = elsewhere;
    visit(row, info);
  };
  // Past the domain: no bound holds there, the row shows what happens.
  using ff::bounds::exponent_range;
  const exponent_range small{-126, 0}, large{20, 126}, tiny{-149, -96};
  outside(row<entry::mul22, factors>{}, "mul22_underflow", {small, small, tiny});
  outside(row<entry::div, dividend_and_divisor>{}, "div_underflow", {{-126, -20}, large, tiny});
  outside(row<entry::fma22, factors_and_summand>{}, "fma22_underflow", {small, small, tiny});

  const rows_in<Visit> paper{visit, group::paper};
  paper(row<entry::paper_add22, summands>{});
  paper(row<entry::paper_mul22, factors>{});
}

}  // namespace catalogue
