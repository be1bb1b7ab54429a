// The operations measured: one struct each, a link of a chain x = next(x, c, d) whose values stay in the
// operation's domain for ever, and the list that says what each is compared with.  The same lines run on
// host and device, and sass_counts.py counts the instructions of the very loop that is timed.
#pragma once

#include <cmath>
#include <ff/ff.hpp>
#include <ff/paper2006.hpp>

#include "intervals.hpp"

namespace bench {

/// Two values that vary together, where one operand is not enough.
template <class T>
struct two {
  T a, b;
};

/// A sum of products and the factor that varies.
template <class T>
struct running_dot {
  ff::accumulator sum;
  T factor;
};

namespace op {
using ff::ff_t;

// Most operations: the state is one operand.  c is 1 + 2^-20, so products stay put; d is 2^-12, so sums
// grow slowly; quotients have the state below, so that nothing of them is the same in the next round.
// `unrolled` links are a round of the loop: enough that its control is lost among them.  One chain a thread
// is timed and `together` of them, interleaved: what ptxas makes of the registers of either decides which is
// faster.
template <class T, int links, int interleaved = 4>
struct on {
  static constexpr int unrolled = links, together = interleaved;
  using operand = T;
  using state = T;
  FF_HD static state first(T x) { return x; }
};
template <class T>
struct single : on<T, 128> {};
template <class T>
struct light : on<T, 64> {};
template <class T>
struct heavy : on<T, 16> {};

// clang-format off
struct float_add : single<float> { FF_HD static float next(float x, float, float d) { return ff::add_rn(x, d); } };
struct float_mul : single<float> { FF_HD static float next(float x, float c, float) { return ff::mul_rn(x, c); } };
struct float_fma : single<float> { FF_HD static float next(float x, float c, float d) { return ff::fma_rn(x, c, d); } };
struct float_div : heavy<float> { FF_HD static float next(float x, float c, float) { return ff::div_rn(c, x); } };
struct float_sqrt : heavy<float> { FF_HD static float next(float x, float, float) { return ff::sqrt_rn(x); } };

struct double_add : single<double> { FF_HD static double next(double x, double, double d) { return x + d; } };
struct double_mul : single<double> { FF_HD static double next(double x, double c, double) { return x * c; } };
struct double_fma : single<double> { FF_HD static double next(double x, double c, double d) { return std::fma(x, c, d); } };
struct double_div : heavy<double> { FF_HD static double next(double x, double c, double) { return c / x; } };
struct double_rcp : heavy<double> { FF_HD static double next(double x, double, double) { return 1.0 / x; } };
struct double_sqrt : heavy<double> { FF_HD static double next(double x, double, double) { return std::sqrt(x); } };
struct double_cbrt : heavy<double> { FF_HD static double next(double x, double, double) { return std::cbrt(x); } };
struct double_hypot : heavy<double> { FF_HD static double next(double x, double, double d) { return std::hypot(x, d); } };

struct ff_add22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t d) { return ff::add22(x, d); } };
struct ff_sub22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t d) { return ff::sub22(x, d); } };
struct ff_add22_accurate : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t d) { return ff::add22_accurate(x, d); } };
struct ff_add22_sloppy : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t d) { return ff::add22_sloppy(x, d); } };
struct ff_add21 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t d) { return ff::add21(x, d.hi()); } };
struct ff_mul22 : light<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t) { return ff::mul22(c, x); } };
struct ff_mul22_dw : light<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t) { return ff::mul22_dw(x, c); } };
struct ff_mul22_commutative : light<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t) { return ff::mul22_commutative(x, c); } };
struct ff_mul21 : light<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t) { return ff::mul21(x, c.hi()); } };
struct ff_fma22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t d) { return ff::fma22(x, c, d); } };
struct ff_rcp22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::rcp22(x); } };
struct ff_div22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t) { return ff::div22(c, x); } };
struct ff_sqrt22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::sqrt22(x); } };
struct ff_rsqrt22 : on<ff_t, 12, 6> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::rsqrt22(x); } };
struct ff_cbrt22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::cbrt22(x); } };
struct ff_hypot22 : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t d) { return ff::hypot22(x, d); } };
struct ff_rcp : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::rcp(x); } };
struct ff_div : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t c, ff_t) { return c / x; } };
struct ff_sqrt : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::sqrt(x); } };
struct ff_rsqrt : heavy<ff_t> { FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::rsqrt(x); } };
// clang-format on

struct double_rsqrt : heavy<double> {
  FF_HD static double next(double x, double, double) {
#if defined(__CUDA_ARCH__)
    return ::rsqrt(x);
#else
    return 1 / std::sqrt(x);
#endif
  }
};

// A square squares away from any start but 1: the state is brought back by one product.
struct ff_sqr22 : light<ff_t> {
  FF_HD static ff_t next(ff_t x, ff_t, ff_t d) {
    const ff_t s = ff::sqr22(x);
    return {ff::fma_rn(s.hi(), d.hi(), 1.0f), s.lo()};
  }
};

// The pair add12 returns is what it maps to itself.
struct ff_add12 : light<ff_t> {
  FF_HD static ff_t next(ff_t x, ff_t, ff_t) { return ff::add12(x.hi(), x.lo()); }
};

// The remainders are summed, so that they are used; times c, which every instruction then reads: ptxas keeps
// it from one to the next, and the register file is asked for two more at most.
struct ff_two_prod : on<ff_t, 256, 2> {
  FF_HD static ff_t next(ff_t x, ff_t c, ff_t) {
    const ff_t p = ff::two_prod(x.hi(), c.hi());
    return {p.hi(), ff::fma_rn(p.lo(), c.hi(), x.lo())};
  }
};

// A factor that varies keeps the product in the loop: by an FMA with a constant, of two registers.
struct ff_dot_step {
  static constexpr int unrolled = 192, together = 2;
  using operand = ff_t;
  using state = running_dot<float>;
  FF_HD static state first(ff_t x) { return {ff::accumulator(x), x.hi()}; }
  FF_HD static state next(state x, ff_t c, ff_t d) {
    x.sum.add_product(c.hi(), x.factor);
    return {x.sum, ff::fma_rn(x.factor, 0.75f, d.hi())};
  }
};
// Here the step's own product of the heads is the next head, and nothing is added to the step.
struct ff_dot_step22 {
  static constexpr int unrolled = 160, together = 2;
  using operand = ff_t;
  using state = running_dot<ff_t>;
  FF_HD static state first(ff_t x) { return {ff::accumulator(x), x}; }
  FF_HD static state next(state x, ff_t c, ff_t) {
    x.sum.add_product(c, x.factor);
    return {x.sum, {ff::mul_rn(c.hi(), x.factor.hi()), x.factor.lo()}};
  }
};

// The larger first: both operands may change.
template <class T>
struct order {
  static constexpr int unrolled = 64, together = 4;
  using operand = T;
  using state = two<T>;
  FF_HD static two<T> first(T x) { return {x, -x}; }
  FF_HD static two<T> next(two<T> x, T, T) { return x.a < x.b ? two<T>{x.b, x.a} : x; }
};
struct double_less : order<double> {};
struct ff_less : order<ff_t> {};

}  // namespace op

/// What a link is, and the double operation that does the same job ("" for none).
struct operation {
  const char* id;    ///< the struct's name: the key in every data file
  const char* type;  ///< float, ff, double, or interval_ and one of these
  const char* name;  ///< what the tables call it
  const char* as;    ///< id of native double's operation, or of the interval of double's
  int harness = 0;   ///< instructions of the link that are not the operation
};

/// add(link, operation) for each.
template <class Add>
void for_each_operation(Add add) {
  add(op::float_fma{}, operation{"float_fma", "float", "fma", "double_fma"});
  add(op::float_add{}, operation{"float_add", "float", "add", "double_add"});
  add(op::float_mul{}, operation{"float_mul", "float", "mul", "double_mul"});
  add(op::float_div{}, operation{"float_div", "float", "div", "double_div"});
  add(op::float_sqrt{}, operation{"float_sqrt", "float", "sqrt", "double_sqrt"});

  add(op::double_fma{}, operation{"double_fma", "double", "fma", ""});
  add(op::double_add{}, operation{"double_add", "double", "add", ""});
  add(op::double_mul{}, operation{"double_mul", "double", "mul", ""});
  add(op::double_div{}, operation{"double_div", "double", "div", ""});
  add(op::double_rcp{}, operation{"double_rcp", "double", "rcp", ""});
  add(op::double_sqrt{}, operation{"double_sqrt", "double", "sqrt", ""});
  add(op::double_rsqrt{}, operation{"double_rsqrt", "double", "rsqrt", ""});
  add(op::double_cbrt{}, operation{"double_cbrt", "double", "cbrt", ""});
  add(op::double_hypot{}, operation{"double_hypot", "double", "hypot", ""});
  add(op::double_less{}, operation{"double_less", "double", "<", "", 4});

  add(op::ff_add12{}, operation{"ff_add12", "ff", "add12", ""});
  add(op::ff_two_prod{}, operation{"ff_two_prod", "ff", "two_prod", "", 1});
  add(op::ff_add22{}, operation{"ff_add22", "ff", "add22", "double_add"});
  add(op::ff_sub22{}, operation{"ff_sub22", "ff", "sub22", "double_add"});
  add(op::ff_add22_accurate{}, operation{"ff_add22_accurate", "ff", "add22_accurate", "double_add"});
  add(op::ff_add22_sloppy{}, operation{"ff_add22_sloppy", "ff", "add22_sloppy", "double_add"});
  add(op::ff_add21{}, operation{"ff_add21", "ff", "add21", "double_add"});
  add(op::ff_mul22{}, operation{"ff_mul22", "ff", "mul22", "double_mul"});
  add(op::ff_mul22_dw{}, operation{"ff_mul22_dw", "ff", "mul22_dw", "double_mul"});
  add(op::ff_mul22_commutative{}, operation{"ff_mul22_commutative", "ff", "mul22_commutative", "double_mul"});
  add(op::ff_mul21{}, operation{"ff_mul21", "ff", "mul21", "double_mul"});
  add(op::ff_sqr22{}, operation{"ff_sqr22", "ff", "sqr22", "double_mul", 1});
  add(op::ff_fma22{}, operation{"ff_fma22", "ff", "fma22", "double_fma"});
  add(op::ff_dot_step{}, operation{"ff_dot_step", "ff", "dot_step", "double_fma", 1});
  add(op::ff_dot_step22{}, operation{"ff_dot_step22", "ff", "dot_step22", "double_fma"});
  add(op::ff_rcp22{}, operation{"ff_rcp22", "ff", "rcp22", "double_rcp"});
  add(op::ff_div22{}, operation{"ff_div22", "ff", "div22", "double_div"});
  add(op::ff_sqrt22{}, operation{"ff_sqrt22", "ff", "sqrt22", "double_sqrt"});
  add(op::ff_rsqrt22{}, operation{"ff_rsqrt22", "ff", "rsqrt22", "double_rsqrt"});
  add(op::ff_cbrt22{}, operation{"ff_cbrt22", "ff", "cbrt22", "double_cbrt"});
  add(op::ff_hypot22{}, operation{"ff_hypot22", "ff", "hypot22", "double_hypot"});
  add(op::ff_rcp{}, operation{"ff_rcp", "ff", "rcp", "double_rcp"});
  add(op::ff_div{}, operation{"ff_div", "ff", "/", "double_div"});
  add(op::ff_sqrt{}, operation{"ff_sqrt", "ff", "sqrt", "double_sqrt"});
  add(op::ff_rsqrt{}, operation{"ff_rsqrt", "ff", "rsqrt", "double_rsqrt"});
  add(op::ff_less{}, operation{"ff_less", "ff", "<", "double_less", 4});

  add(op::interval_float_add{},
      operation{"interval_float_add", "interval_float", "add", "interval_double_add"});
  add(op::interval_float_mul{},
      operation{"interval_float_mul", "interval_float", "mul", "interval_double_mul"});
  add(op::interval_float_fma{},
      operation{"interval_float_fma", "interval_float", "fma", "interval_double_fma"});
  add(op::interval_float_div{},
      operation{"interval_float_div", "interval_float", "div", "interval_double_div"});
  add(op::interval_float_sqrt{},
      operation{"interval_float_sqrt", "interval_float", "sqrt", "interval_double_sqrt"});
  add(op::interval_float_sqr{},
      operation{"interval_float_sqr", "interval_float", "sqr", "interval_double_sqr", 4});
  add(op::interval_float_pow5{},
      operation{"interval_float_pow5", "interval_float", "x^5", "interval_double_pow5", 4});
  add(op::interval_double_add{}, operation{"interval_double_add", "interval_double", "add", ""});
  add(op::interval_double_mul{}, operation{"interval_double_mul", "interval_double", "mul", ""});
  add(op::interval_double_fma{}, operation{"interval_double_fma", "interval_double", "fma", ""});
  add(op::interval_double_div{}, operation{"interval_double_div", "interval_double", "div", ""});
  add(op::interval_double_sqrt{}, operation{"interval_double_sqrt", "interval_double", "sqrt", ""});
  add(op::interval_double_sqr{}, operation{"interval_double_sqr", "interval_double", "sqr", "", 4});
  add(op::interval_double_pow5{}, operation{"interval_double_pow5", "interval_double", "x^5", "", 4});
  add(op::interval_ff_add{}, operation{"interval_ff_add", "interval_ff", "add", "interval_double_add"});
  add(op::interval_ff_mul{}, operation{"interval_ff_mul", "interval_ff", "mul", "interval_double_mul"});
  add(op::interval_ff_fma{}, operation{"interval_ff_fma", "interval_ff", "fma", "interval_double_fma"});
  add(op::interval_ff_div{}, operation{"interval_ff_div", "interval_ff", "div", "interval_double_div"});
  add(op::interval_ff_sqrt{}, operation{"interval_ff_sqrt", "interval_ff", "sqrt", "interval_double_sqrt"});
  add(op::interval_ff_sqr{}, operation{"interval_ff_sqr", "interval_ff", "sqr", "interval_double_sqr", 4});
  add(op::interval_ff_pow5{}, operation{"interval_ff_pow5", "interval_ff", "x^5", "interval_double_pow5", 4});
}

// ---------------------------------------------------------------- tables 3 and 4 of the 2006 paper

namespace paper {
using ff::ff_t;

template <class Operand, class Result>
struct types {
  using operand = Operand;
  using result = Result;
};
using floats = types<float, float>;
using exact = types<float, ff_t>;
using pairs = types<ff_t, ff_t>;

// clang-format off
struct add : floats { FF_HD static float run(float a, float b, float) { return ff::add_rn(a, b); } };
struct mul : floats { FF_HD static float run(float a, float b, float) { return ff::mul_rn(a, b); } };
struct mad : floats { FF_HD static float run(float a, float b, float c) { return ff::fma_rn(a, b, c); } };
struct add12 : exact { FF_HD static ff_t run(float a, float b, float) { return ff::add12(a, b); } };
struct mul12 : exact { FF_HD static ff_t run(float a, float b, float) { return ff::mul12(a, b); } };
struct add22 : pairs { FF_HD static ff_t run(ff_t a, ff_t b, ff_t) { return ff::paper2006::add22(a, b); } };
struct mul22 : pairs { FF_HD static ff_t run(ff_t a, ff_t b, ff_t) { return ff::paper2006::mul22(a, b); } };
struct our_mul12 : exact { FF_HD static ff_t run(float a, float b, float) { return ff::two_prod(a, b); } };
struct our_add22 : pairs { FF_HD static ff_t run(ff_t a, ff_t b, ff_t) { return ff::add22(a, b); } };
struct our_mul22 : pairs { FF_HD static ff_t run(ff_t a, ff_t b, ff_t) { return ff::mul22(a, b); } };
// clang-format on
}  // namespace paper

/// add(operation, the paper's name, algorithm) for each.
template <class Add>
void for_each_paper_operation(Add add) {
  add(paper::add{}, "Add", "float");
  add(paper::mul{}, "Mul", "float");
  add(paper::mad{}, "Mad", "float");
  add(paper::add12{}, "Add12", "2006");
  add(paper::mul12{}, "Mul12", "2006");
  add(paper::add22{}, "Add22", "2006");
  add(paper::mul22{}, "Mul22", "2006");
  add(paper::our_mul12{}, "Mul12", "two_prod");
  add(paper::our_add22{}, "Add22", "add22");
  add(paper::our_mul22{}, "Mul22", "mul22");
}

}  // namespace bench
