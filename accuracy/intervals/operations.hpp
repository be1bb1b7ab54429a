// The interval operations and everything known about each: one line an operation.
#pragma once

#include <string>
#include <vector>

#include "mutants.hpp"

namespace accuracy::intervals {

/// What is asked of the result besides that it contains the exact range.
enum class demand {
  tightest,     ///< float, double: the correctly rounded endpoints; ff_t: within `u2` of the exact ones
  exact,        ///< the endpoints themselves, for all types
  upper_bound,  ///< a number not below the exact one, as near as `tightest` asks of an endpoint
  member,       ///< a number of the operand, near its middle
  near,  ///< float: 2 ulps, of roots 5; ff_t: within `u2`, of powers so much a product; double: nothing
};

template <class T>
inline constexpr const char* type_name = nullptr;
template <>
inline constexpr const char* type_name<float> = "interval_float";
template <>
inline constexpr const char* type_name<double> = "interval_double";
template <>
inline constexpr const char* type_name<ff_t> = "interval_ff";

struct operation_info {
  const char* name;
  demand asked;
  recipe how;
  double u2;  ///< ff_t: the largest distance of an endpoint from the exact one, in u^2 of it
  const char* mutant_of = nullptr;
  /// ff_t: how much wider than the exact range a result may be, in u^2 of its larger endpoint: 2^-44.
  double total = 16;
  exact wanted{};  ///< filled in from the functor
};

inline constexpr recipe unary{1, -1, false, false}, binary{2, -1, false, false}, summands{2, -1, true, false},
    ternary{3, -1, false, true};
/// Operands of exponents in this range, but for the themes `huge`, `tiny` and `integers`.
constexpr recipe within(recipe r, int lowest, int highest) {
  r.lowest = lowest, r.highest = highest;
  return r;
}
/// With an integer besides, if not this one.
constexpr recipe with_integer(recipe r, int fixed = 0) {
  r.integer = true, r.fixed = fixed;
  return r;
}
constexpr recipe with_scalar(recipe r, int operand) {
  r.scalar = operand;
  return r;
}

inline constexpr double quotient_total = 20;  // of two endpoints, each 10 at most

/// Calls add(functor, info) for every operation.
template <class Add>
void for_each_operation(Add add) {
  using d = demand;
  add(op::add{}, {"add", d::tightest, summands, 5});
  add(op::sub{}, {"sub", d::tightest, binary, 5});
  add(op::mul{}, {"mul", d::tightest, binary, 6});
  add(op::div{}, {"div", d::tightest, binary, 10, nullptr, quotient_total});
  add(op::divide_split{}, {"divide_split", d::tightest, binary, 10, nullptr, quotient_total});
  add(op::recip{}, {"recip", d::tightest, unary, 10, nullptr, quotient_total});
  add(op::fma{}, {"fma", d::tightest, ternary, 9});
  add(op::sqr{}, {"sqr", d::tightest, unary, 4});
  add(op::sqrt{}, {"sqrt", d::tightest, unary, 10});
  add(op::add_scalar{}, {"add_scalar", d::tightest, with_scalar(summands, 1), 5});
  add(op::scalar_sub{}, {"scalar_sub", d::tightest, with_scalar(binary, 0), 5});
  add(op::mul_scalar{}, {"mul_scalar", d::tightest, with_scalar(binary, 1), 6});
  add(op::div_scalar{}, {"div_scalar", d::tightest, with_scalar(binary, 1), 10, nullptr, quotient_total});
  add(op::scalar_div{}, {"scalar_div", d::tightest, with_scalar(binary, 0), 10, nullptr, quotient_total});
  add(op::abs{}, {"abs", d::exact, unary, 0});
  add(op::min{}, {"min", d::exact, binary, 0});
  add(op::max{}, {"max", d::exact, binary, 0});
  add(op::floor{}, {"floor", d::exact, unary, 0});
  add(op::ceil{}, {"ceil", d::exact, unary, 0});
  add(op::trunc{}, {"trunc", d::exact, unary, 0});
  add(op::hull{}, {"hull", d::exact, binary, 0});
  add(op::intersection{}, {"intersection", d::exact, binary, 0});
  add(op::magnitude{}, {"magnitude", d::exact, unary, 0});
  add(op::mignitude{}, {"mignitude", d::exact, unary, 0});
  add(op::width{}, {"width", d::upper_bound, unary, 5});
  add(op::radius{}, {"radius", d::upper_bound, unary, 5});
  add(op::midpoint{}, {"midpoint", d::member, unary, 2});
  add(op::fixed_power<5>{}, {"pown5", d::near, with_integer(within(unary, -18, 18), 5), 6});
  add(op::fixed_power<-4>{}, {"pown_4", d::near, with_integer(within(unary, -18, 18), -4), 6});
  add(op::pown{}, {"pown", d::near, with_integer(within(unary, -6, 6)), 6});
  add(op::rootn{}, {"rootn", d::near, with_integer(unary), 22});
  add(op::pow{}, {"pow", d::near, within(binary, -10, 5), 16});
  add(op::exp{}, {"exp", d::near, within(unary, -20, 5), 16});
  add(op::exp2{}, {"exp2", d::near, within(unary, -20, 6), 16});
  add(op::exp10{}, {"exp10", d::near, within(unary, -20, 4), 16});
  add(op::log{}, {"log", d::near, unary, 16});
  add(op::log2{}, {"log2", d::near, unary, 16});
  add(op::log10{}, {"log10", d::near, unary, 16});
  add(op::sin{}, {"sin", d::near, within(unary, -20, 12), 16});
  add(op::cos{}, {"cos", d::near, within(unary, -20, 12), 16});
  add(op::tan{}, {"tan", d::near, within(unary, -20, 12), 16});
  add(op::atan{}, {"atan", d::near, within(unary, -20, 12), 16});
  add(op::sinh{}, {"sinh", d::near, within(unary, -20, 5), 16});
  add(op::cosh{}, {"cosh", d::near, within(unary, -20, 5), 16});
  add(op::tanh{}, {"tanh", d::near, within(unary, -20, 5), 16});

  add(mutant::sum_to_nearest{}, {"sum_to_nearest", d::tightest, summands, 5, "add"});
  add(mutant::sum_one_further{}, {"sum_one_further", d::tightest, summands, 5, "add"});
  add(mutant::sum_tail_to_nearest{}, {"sum_tail_to_nearest", d::tightest, summands, 5, "add"});
  add(mutant::sum_head_only{}, {"sum_head_only", d::tightest, summands, 5, "add"});
  add(mutant::product_as_if_positive{}, {"product_as_if_positive", d::tightest, binary, 6, "mul"});
  add(mutant::product_of_three{}, {"product_of_three", d::tightest, binary, 6, "mul"});
  add(mutant::product_nan_is_empty{}, {"product_nan_is_empty", d::tightest, binary, 6, "mul"});
  add(mutant::product_heads_compared{}, {"product_heads_compared", d::tightest, binary, 6, "mul"});
  add(mutant::product_overflow_kept{}, {"product_overflow_kept", d::tightest, binary, 6, "mul"});
  add(mutant::quotient_uncorrected{},
      {"quotient_uncorrected", d::tightest, binary, 10, "div", quotient_total});
  add(mutant::quotient_to_nearest{}, {"quotient_to_nearest", d::tightest, binary, 10, "div", quotient_total});
  add(mutant::quotient_through_zero{},
      {"quotient_through_zero", d::tightest, binary, 10, "div", quotient_total});
  add(mutant::split_swapped{}, {"split_swapped", d::tightest, binary, 10, "divide_split", quotient_total});
  add(mutant::fma_rounded_twice{}, {"fma_rounded_twice", d::tightest, ternary, 9, "fma"});
  add(mutant::square_as_product{}, {"square_as_product", d::tightest, unary, 4, "sqr"});
  add(mutant::square_unclipped{}, {"square_unclipped", d::tightest, unary, 4, "sqr"});
  add(mutant::root_to_nearest{}, {"root_to_nearest", d::tightest, unary, 10, "sqrt"});
  add(mutant::root_of_negative_empty{}, {"root_of_negative_empty", d::tightest, unary, 10, "sqrt"});
  add(mutant::hull_of_empty{}, {"hull_of_empty", d::exact, binary, 0, "hull"});
  add(mutant::disjoint_reversed{}, {"disjoint_reversed", d::exact, binary, 0, "intersection"});
  add(mutant::min_of_heads{}, {"min_of_heads", d::exact, binary, 0, "min"});
  add(mutant::floor_of_head{}, {"floor_of_head", d::exact, unary, 0, "floor"});
  add(mutant::width_to_nearest{}, {"width_to_nearest", d::upper_bound, unary, 5, "width"});
  add(mutant::midpoint_overflowing{}, {"midpoint_overflowing", d::member, unary, 2, "midpoint"});
  add(mutant::sine_of_ends{}, {"sine_of_ends", d::near, within(unary, -20, 12), 16, "sin"});
  add(mutant::tangent_of_ends{}, {"tangent_of_ends", d::near, within(unary, -20, 12), 16, "tan"});
  add(mutant::power_of_ends{},
      {"power_of_ends", d::near, with_integer(within(unary, -18, 18), -4), 6, "pown_4"});
  add(mutant::exponential_unmoved{}, {"exponential_unmoved", d::near, within(unary, -20, 5), 16, "exp"});
}

/// A row of the report: an operation at a type.
struct row {
  std::string name;  ///< interval_ff.mul
  const operation_info* info;
  int op;    ///< its place in operations()
  int type;  ///< a type_bit
};

const std::vector<operation_info>& operations();  ///< for_each_operation's, by index
const std::vector<row>& rows();                   ///< operation by operation, mutants last
int find_row(const std::string& name);            ///< -1 if there is none

}  // namespace accuracy::intervals
