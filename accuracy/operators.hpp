// The operators under test: one struct each, run on host and device from the same lines, and the list
// that binds each to what it should compute.  To add one: a struct, a line in for_each_operator, and a
// row of the same name in include/ff/bounds.hpp.  The elementary functions are in functions/.
#pragma once

#include <ff/ff.hpp>
#include <ff/paper2006.hpp>

#include "composites.hpp"
#include "functions.hpp"

namespace accuracy {

namespace op {
using ff::ff_t;

// clang-format off
struct add12            { FF_HD static ff_t run(const operands& v) { return ff::add12(v.x.hi(), v.y.hi()); } };
struct split            { FF_HD static ff_t run(const operands& v) { return ff::split(v.x.hi()); } };
struct mul12            { FF_HD static ff_t run(const operands& v) { return ff::mul12(v.x.hi(), v.y.hi()); } };
struct two_prod         { FF_HD static ff_t run(const operands& v) { return ff::two_prod(v.x.hi(), v.y.hi()); } };
struct sqr12            { FF_HD static ff_t run(const operands& v) { return ff::sqr12(v.x.hi()); } };
struct add22            { FF_HD static ff_t run(const operands& v) { return ff::add22(v.x, v.y); } };
struct sub22            { FF_HD static ff_t run(const operands& v) { return ff::sub22(v.x, v.y); } };
struct add22_accurate   { FF_HD static ff_t run(const operands& v) { return ff::add22_accurate(v.x, v.y); } };
struct add22_sloppy     { FF_HD static ff_t run(const operands& v) { return ff::add22_sloppy(v.x, v.y); } };
struct add21            { FF_HD static ff_t run(const operands& v) { return ff::add21(v.x, v.y.hi()); } };
struct mul22            { FF_HD static ff_t run(const operands& v) { return ff::mul22(v.x, v.y); } };
struct mul22_dw         { FF_HD static ff_t run(const operands& v) { return ff::mul22_dw(v.x, v.y); } };
struct mul22_commutative{ FF_HD static ff_t run(const operands& v) { return ff::mul22_commutative(v.x, v.y); } };
struct mul21            { FF_HD static ff_t run(const operands& v) { return ff::mul21(v.x, v.y.hi()); } };
struct mul21_dw         { FF_HD static ff_t run(const operands& v) { return ff::mul21_dw(v.x, v.y.hi()); } };
struct rcp22            { FF_HD static ff_t run(const operands& v) { return ff::rcp22(v.x); } };
struct div22            { FF_HD static ff_t run(const operands& v) { return ff::div22(v.x, v.y); } };
struct div21            { FF_HD static ff_t run(const operands& v) { return ff::div21(v.x, v.y.hi()); } };
struct div12            { FF_HD static ff_t run(const operands& v) { return ff::div12(v.x.hi(), v.y); } };
struct sqrt22           { FF_HD static ff_t run(const operands& v) { return ff::sqrt22(v.x); } };
struct rsqrt22          { FF_HD static ff_t run(const operands& v) { return ff::rsqrt22(v.x); } };
struct fma22            { FF_HD static ff_t run(const operands& v) { return ff::fma22(v.x, v.y, v.z); } };
struct rcp              { FF_HD static ff_t run(const operands& v) { return ff::rcp(v.x); } };
struct div              { FF_HD static ff_t run(const operands& v) { return v.x / v.y; } };
struct sqrt             { FF_HD static ff_t run(const operands& v) { return ff::sqrt(v.x); } };
struct rsqrt            { FF_HD static ff_t run(const operands& v) { return ff::rsqrt(v.x); } };
struct floor            { FF_HD static ff_t run(const operands& v) { return ff::floor(v.x); } };
struct ceil             { FF_HD static ff_t run(const operands& v) { return ff::ceil(v.x); } };
struct trunc            { FF_HD static ff_t run(const operands& v) { return ff::trunc(v.x); } };
struct round            { FF_HD static ff_t run(const operands& v) { return ff::round(v.x); } };
struct rint             { FF_HD static ff_t run(const operands& v) { return ff::rint(v.x); } };
struct fmod             { FF_HD static ff_t run(const operands& v) { return ff::fmod(v.x, v.y); } };
struct remainder        { FF_HD static ff_t run(const operands& v) { return ff::remainder(v.x, v.y); } };
struct paper_add22      { FF_HD static ff_t run(const operands& v) { return ff::paper2006::add22(v.x, v.y); } };
struct paper_mul22      { FF_HD static ff_t run(const operands& v) { return ff::paper2006::mul22(v.x, v.y); } };
// clang-format on

struct sqr22 {
  FF_HD static ff_t run(const operands& v) { return ff::sqr22(v.x); }
};
struct fast_add12 {  // the larger operand first: its condition
  FF_HD static ff_t run(const operands& v) {
    const float x = v.x.hi(), y = v.y.hi();
    return ff::less(ff::abs(x), ff::abs(y)) ? ff::fast_add12(y, x) : ff::fast_add12(x, y);
  }
};
struct dot_step {  // one step from a running sum z
  FF_HD static ff_t run(const operands& v) {
    return ff::accumulator(v.z).add_product(v.x.hi(), v.y.hi()).result();
  }
};
struct dot_step22 {
  FF_HD static ff_t run(const operands& v) { return ff::accumulator(v.z).add_product(v.x, v.y).result(); }
};
struct from_double {  // to double and back: double(x) rounds to 53 bits, ff_t(d) to the nearest pair
  FF_HD static ff_t run(const operands& v) { return ff_t(static_cast<double>(v.x)); }
};
}  // namespace op

// Operators broken on purpose.  --self-test fails unless the report convicts every one.
namespace mutant {
using ff::ff_t;

struct low_word_dropped {
  FF_HD static ff_t run(const operands& v) { return ff_t(ff::add22(v.x, v.y).hi()); }
};
struct sloppy_for_accurate {
  FF_HD static ff_t run(const operands& v) { return ff::add22_sloppy(v.x, v.y); }
};
struct fast_two_sum_out_of_order {  // FastTwoSum where TwoSum is needed
  FF_HD static ff_t run(const operands& v) { return ff::fast_add12(v.x.hi(), v.y.hi()); }
};
struct contracted_product {  // p = a b contracted into the sum that measures its error
  FF_HD static ff_t run(const operands& v) {
    const float a = v.x.hi(), b = v.y.hi(), p = ff::mul_rn(a, b);
    return {p, ff::sub_rn(ff::mul_rn(a, b), p)};
  }
};
struct cross_term_dropped {
  FF_HD static ff_t run(const operands& v) { return ff::mul21(v.x, v.y.hi()); }
};
struct one_residue_only {  // div22 with its second correction left out
  FF_HD static ff_t run(const operands& v) {
    const float r = ff::rcp_rn(v.y.hi()), q = ff::mul_rn(v.x.hi(), r);
    return ff::add_prod(q, ff::detail::residue(v.x, v.y, q), r);
  }
};
struct low_word_ignored {  // sqrt22 of the head alone
  FF_HD static ff_t run(const operands& v) { return ff::sqrt22(ff_t(v.x.hi())); }
};
struct flushed_low_word {  // what -ftz=true does to a subnormal low word
  FF_HD static ff_t run(const operands& v) {
    const ff_t s = ff::add22(v.x, v.y);
    return {s.hi(), ff::less(ff::abs(s.lo()), 0x1p-126f) ? 0.0f : s.lo()};
  }
};
}  // namespace mutant

enum class group { core, variant, outside, paper, function, composite, mutant };

using exact_function = void (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr);
using composite_judge = double (*)(ff::bounds::relative_to, const operands&, const outcome&);

/// Everything about an operator but its code.
struct operator_info {
  const char* name;
  const char* bounds_row;  ///< the row of bounds.hpp it is held to
  group kind;
  expression wanted;
  bool single[3];
  double lowered = 1;                 ///< its bound times this (the mutant "bound lowered")
  ff::bounds::domain elsewhere = {};  ///< for group outside: where to look instead of the row's domain
  const ff::bounds::function_row* function = nullptr;  ///< an elementary function's row, not in bounds.hpp
  exact_function exact = nullptr;                      ///< ... and its judge
  composite_judge judge = nullptr;                     ///< a composite's
  int arguments = 0, results = 1;                      ///< a function's

  ff::bounds::operator_row bound() const {
    if (!function) return *ff::bounds::find(bounds_row);
    const ff::bounds::function_row& f = *function;
    return {f.name, f.source, 0, f.u2, f.known, f.scale, {}, f.source};
  }
  recipe how() const {
    recipe r{wanted,
             {single[0], single[1], single[2]},
             kind == group::outside ? elsewhere : bound().where,
             bound().scale};
    if (function) r.span[0] = function->x, r.span[1] = function->y;
    r.arguments = arguments;
    r.results = results;
    return r;
  }
};

/// A family's list, as for_each_operator's visitor wants it.
template <class Visitor>
auto function_visitor(Visitor& visit, group kind) {
  return [&visit, kind](auto f, const char* name, const ff::bounds::function_row& row) {
    using F = decltype(f);
    using Op = function_operator<F>;
    operator_info info{name, row.name, kind, expression::function, {false, false, false}};
    info.function = &row;
    info.exact = Op::exact;
    info.arguments = F::arguments;
    if constexpr (is_composite<F>) {
      info.wanted = expression::composite;
      info.judge = composite_error<F, number>;
      info.results = F::results;
    }
    visit(Op{}, info);
  };
}

/// visit(Op{}, info) for each operator, the elementary functions left out.
template <class Visitor>
void for_each_basic_operator(Visitor&& visit) {
  using e = expression;
  constexpr bool f = true, p = false;  // float, pair
  const auto add = [&](auto tag, operator_info info) { visit(tag, info); };

  add(op::add12{}, {"add12", "add12", group::core, e::sum, {f, f, p}});
  add(op::split{}, {"split", "split", group::core, e::identity, {f, p, p}});
  add(op::mul12{}, {"mul12", "mul12", group::core, e::product, {f, f, p}});
  add(op::two_prod{}, {"two_prod", "two_prod", group::core, e::product, {f, f, p}});
  add(op::add22{}, {"add22", "add22", group::core, e::sum, {p, p, p}});
  add(op::sub22{}, {"sub22", "sub22", group::core, e::difference, {p, p, p}});
  add(op::mul22{}, {"mul22", "mul22", group::core, e::product, {p, p, p}});
  add(op::div22{}, {"div22", "div22", group::core, e::quotient, {p, p, p}});
  add(op::sqrt22{}, {"sqrt22", "sqrt22", group::core, e::root, {p, p, p}});
  add(op::fma22{}, {"fma22", "fma22", group::core, e::product_sum, {p, p, p}});

  add(op::fast_add12{}, {"fast_add12", "fast_add12", group::variant, e::sum, {f, f, p}});
  add(op::sqr12{}, {"sqr12", "sqr12", group::variant, e::square, {f, p, p}});
  add(op::add22_accurate{}, {"add22_accurate", "add22_accurate", group::variant, e::sum, {p, p, p}});
  add(op::add22_sloppy{}, {"add22_sloppy", "add22_sloppy", group::variant, e::sum, {p, p, p}});
  add(op::add21{}, {"add21", "add21", group::variant, e::sum, {p, f, p}});
  add(op::mul22_dw{}, {"mul22_dw", "mul22_dw", group::variant, e::product, {p, p, p}});
  add(op::mul22_commutative{},
      {"mul22_commutative", "mul22_commutative", group::variant, e::product, {p, p, p}});
  add(op::mul21{}, {"mul21", "mul21", group::variant, e::product, {p, f, p}});
  add(op::mul21_dw{}, {"mul21_dw", "mul21_dw", group::variant, e::product, {p, f, p}});
  add(op::sqr22{}, {"sqr22", "sqr22", group::variant, e::square, {p, p, p}});
  add(op::rcp22{}, {"rcp22", "rcp22", group::variant, e::reciprocal, {p, p, p}});
  add(op::div21{}, {"div21", "div21", group::variant, e::quotient, {p, f, p}});
  add(op::div12{}, {"div12", "div12", group::variant, e::quotient, {f, p, p}});
  add(op::rsqrt22{}, {"rsqrt22", "rsqrt22", group::variant, e::reciprocal_root, {p, p, p}});
  add(op::dot_step{}, {"dot_step", "dot_step", group::variant, e::product_sum, {f, f, p}});
  add(op::dot_step22{}, {"dot_step22", "dot_step22", group::variant, e::product_sum, {p, p, p}});
  add(op::div{}, {"div", "div", group::variant, e::quotient, {p, p, p}});
  add(op::rcp{}, {"rcp", "rcp", group::variant, e::reciprocal, {p, p, p}});
  add(op::sqrt{}, {"sqrt", "sqrt", group::variant, e::root, {p, p, p}});
  add(op::rsqrt{}, {"rsqrt", "rsqrt", group::variant, e::reciprocal_root, {p, p, p}});
  add(op::floor{}, {"floor", "floor", group::variant, e::floor, {p, p, p}});
  add(op::ceil{}, {"ceil", "ceil", group::variant, e::ceil, {p, p, p}});
  add(op::trunc{}, {"trunc", "trunc", group::variant, e::trunc, {p, p, p}});
  add(op::round{}, {"round", "round", group::variant, e::round, {p, p, p}});
  add(op::rint{}, {"rint", "rint", group::variant, e::rint, {p, p, p}});
  add(op::fmod{}, {"fmod", "fmod", group::variant, e::fmod, {p, p, p}});
  add(op::remainder{}, {"remainder", "remainder", group::variant, e::remainder, {p, p, p}});
  add(op::from_double{}, {"from_double", "from_double", group::variant, e::identity, {p, p, p}});

  // Past the domain: no bound holds there, the row shows what happens.
  const ff::bounds::exponent_range small{-126, 0}, large{20, 126}, tiny{-149, -96};
  add(op::mul22{},
      {"mul22_underflow", "mul22", group::outside, e::product, {p, p, p}, 1, {small, small, tiny}});
  add(op::div{},
      {"div_underflow", "div", group::outside, e::quotient, {p, p, p}, 1, {{-126, -20}, large, tiny}});
  add(op::fma22{},
      {"fma22_underflow", "fma22", group::outside, e::product_sum, {p, p, p}, 1, {small, small, tiny}});

  add(op::paper_add22{}, {"paper_add22", "paper_add22", group::paper, e::sum, {p, p, p}});
  add(op::paper_mul22{}, {"paper_mul22", "paper_mul22", group::paper, e::product, {p, p, p}});

  add(mutant::low_word_dropped{}, {"low_word_dropped", "add22", group::mutant, e::sum, {p, p, p}});
  add(mutant::sloppy_for_accurate{}, {"sloppy_for_accurate", "add22", group::mutant, e::sum, {p, p, p}});
  add(mutant::flushed_low_word{}, {"flushed_low_word", "add22", group::mutant, e::sum, {p, p, p}});
  add(mutant::fast_two_sum_out_of_order{},
      {"fast_two_sum_out_of_order", "add12", group::mutant, e::sum, {f, f, p}});
  add(mutant::contracted_product{}, {"contracted_product", "two_prod", group::mutant, e::product, {f, f, p}});
  add(mutant::cross_term_dropped{}, {"cross_term_dropped", "mul22", group::mutant, e::product, {p, p, p}});
  add(mutant::one_residue_only{}, {"one_residue_only", "div22", group::mutant, e::quotient, {p, p, p}});
  add(mutant::low_word_ignored{}, {"low_word_ignored", "sqrt22", group::mutant, e::root, {p, p, p}});
  add(op::mul22{}, {"bound_lowered", "mul22", group::mutant, e::product, {p, p, p}, 0.6});
}

/// visit(Op{}, info) for each operator and function, in the order of the report.
template <class Visitor>
void for_each_operator(Visitor&& visit) {
  for_each_basic_operator(visit);
  for_each_function(function_visitor(visit, group::function));
  for_each_function_mutant(function_visitor(visit, group::mutant));
  for_each_composite(function_visitor(visit, group::composite));
  for_each_composite_mutant(function_visitor(visit, group::mutant));
}

}  // namespace accuracy
