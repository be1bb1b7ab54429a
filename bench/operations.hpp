// The operations measured, as links of a chain x = next(x, c, d) whose values stay in the operation's domain
// for ever.  A link of ff is an entry of the catalogue and the operands that it gets; the table at the end
// says what each is compared with.  The same lines run on host and device, and sass_counts.py counts the
// instructions of the very loop that is timed.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "catalogue/arithmetic.hpp"
#include "catalogue/interval.hpp"
#include "catalogue/math/cbrt.hpp"
#include "catalogue/math/hypot.hpp"

namespace bench {
namespace op {
using ff::ff_t;
using ff::from_words;

// `unrolled` links are a round of the loop: enough that its control is lost among them.  One chain a thread
// is timed and `together` of them, interleaved: what ptxas makes of the registers of either decides which is
// faster.
template <int links, int interleaved = 4>
struct loop {
  static constexpr int unrolled = links, together = interleaved;
};
using single = loop<128>;
using light = loop<64>;
using heavy = loop<16>;
using heaviest = loop<8>;

// Most links: the state is one operand, and every instruction of the operation reads it.  The others are
// links of `changing`, below.  c is 1 + 2^-20, so products stay put; d is 2^-12, so sums grow slowly;
// quotients have the state below, so that nothing of them is the same in the next round.
template <class T, class Loop>
struct on : Loop {
  static constexpr int harness = 0;  ///< instructions of the link that are not the operation
  using operand = T;
  using state = T;
  FF_HD static state first(T x) { return x; }
};

/// Says what a call is fed: the state or a constant, or a word of it.
enum operand { x, c, d, x_hi, c_hi, d_hi, x_lo };
template <operand which, class T>
FF_HD auto chosen(T of_x, T of_c, T of_d) {
  const T whole = which % 3 == x ? of_x : which % 3 == c ? of_c : of_d;
  if constexpr (which < 3) {
    return whole;
  } else if constexpr (which < 6) {
    return whole.hi();
  } else {
    return whole.lo();
  }
}

/// An entry of the catalogue, called with these operands.
template <class Entry, class Loop, operand... fed>
struct link : on<typename catalogue::signature_of<Entry>::returned, Loop> {
  using T = typename catalogue::signature_of<Entry>::returned;
  static constexpr const char* name = Entry::name;
  FF_HD static T next(T of_x, T of_c, T of_d) { return Entry::call(chosen<fed>(of_x, of_c, of_d)...); }
};

/// T_NAME: native arithmetic.
#define BENCH_NATIVE(T, NAME, LOOP, ...)                                                    \
  struct T##_##NAME : on<T, LOOP> {                                                         \
    static constexpr const char* name = #NAME;                                              \
    FF_HD static T next([[maybe_unused]] T x, [[maybe_unused]] T c, [[maybe_unused]] T d) { \
      return __VA_ARGS__;                                                                   \
    }                                                                                       \
  };

FF_HD double reciprocal_root(double x) {
#if defined(__CUDA_ARCH__)
  return ::rsqrt(x);
#else
  return 1 / std::sqrt(x);
#endif
}

BENCH_NATIVE(float, add, single, ff::add_rn(x, d))
BENCH_NATIVE(float, mul, single, ff::mul_rn(x, c))
BENCH_NATIVE(float, fma, single, ff::fma_rn(x, c, d))
BENCH_NATIVE(float, div, heavy, ff::div_rn(c, x))
BENCH_NATIVE(float, sqrt, heavy, ff::sqrt_rn(x))
BENCH_NATIVE(double, add, single, x + d)
BENCH_NATIVE(double, mul, single, x* c)
BENCH_NATIVE(double, fma, single, std::fma(x, c, d))
BENCH_NATIVE(double, div, heavy, c / x)
BENCH_NATIVE(double, rcp, heavy, 1.0 / x)
BENCH_NATIVE(double, sqrt, heavy, std::sqrt(x))
BENCH_NATIVE(double, rsqrt, heavy, reciprocal_root(x))
BENCH_NATIVE(double, cbrt, heavy, std::cbrt(x))
BENCH_NATIVE(double, hypot, heavy, std::hypot(x, d))

// y, which changes from one step to the next in one instruction: of pairs the head alternates between two
// values whose mean is that of k; of doubles, whose own addition the operation needs, the low half counts on.
FF_HD ff_t altered(ff_t y, ff_t k) {
  return from_words(ff::sub_rn(ff::add_rn(k.hi(), k.hi()), y.hi()), y.lo());
}
FF_HD double altered(double y, double) {
  const ff::uint64 bits = ff::detail::bit_cast<ff::uint64>(y);
  const ff::uint32 low = static_cast<ff::uint32>(bits) + 0x9e3779b9u;
  return ff::detail::bit_cast<double>((bits >> 32 << 32) | low);
}
// base + x 2^-20.
FF_HD ff_t near_base(float base, ff_t x) {
  return from_words(ff::fma_rn(x.hi(), 0x1p-20f, base), ff::mul_rn(x.lo(), 0x1p-20f));
}
FF_HD double near_base(float base, double x) { return static_cast<double>(base) + x * 0x1p-20; }

/// A link whose constant c or d has work of its own, a square or a test of its range, which the compiler
/// would do once, before the loop.  So that operand changes as well.
template <class Link, operand which>
struct changing : Link {
  static_assert(which == c || which == d, "the state changes as it is");
  using T = typename Link::operand;
  struct state {
    T x, y;
  };
  static constexpr int harness = 1;
  FF_HD static state first(T x) { return {x, near_base(which == c ? 1.0f : 0.0f, x)}; }
  FF_HD static state next(state s, T of_c, T of_d) {
    const T y = altered(s.y, which == c ? of_c : of_d);
    return {which == c ? Link::next(s.x, y, of_d) : Link::next(s.x, of_c, y), y};
  }
};

// A square squares away from any start but 1: the state is brought back by one product.
struct ff_sqr22 : link<catalogue::entry::sqr22, light, x> {
  static constexpr int harness = 1;
  FF_HD static ff_t next(ff_t x, ff_t, ff_t d) {
    const ff_t s = catalogue::entry::sqr22::call(x);
    return from_words(ff::fma_rn(s.hi(), d.hi(), 1.0f), s.lo());
  }
};

// The remainders are summed, so that they are used; times c, which every instruction then reads: ptxas keeps
// it from one to the next, and the register file is asked for two more at most.
struct ff_two_prod : link<catalogue::entry::two_prod, loop<256, 2>, x_hi, c_hi> {
  static constexpr int harness = 1;
  FF_HD static ff_t next(ff_t x, ff_t c, ff_t d) {
    const ff_t p = link::next(x, c, d);
    return from_words(p.hi(), ff::fma_rn(p.lo(), c.hi(), x.lo()));
  }
};

// The steps of a dot product: the state is the accumulator, which the catalogue's entries make anew each
// time, and a factor that varies.
template <class Entry, class Factor, int links>
struct dot : on<ff_t, loop<links, 2>> {
  static constexpr const char* name = Entry::name;
  struct state {
    ff::accumulator sum;
    Factor factor;
  };
};
// The factor keeps the product in the loop: by an FMA with a constant, of two registers.
struct ff_dot_step : dot<catalogue::entry::dot_step, float, 192> {
  static constexpr int harness = 1;
  FF_HD static state first(ff_t x) { return {ff::accumulator(x), x.hi()}; }
  FF_HD static state next(state x, ff_t c, ff_t d) {
    x.sum.add_product(c.hi(), x.factor);
    return {x.sum, ff::fma_rn(x.factor, 0.75f, d.hi())};
  }
};
// Here the step's own product of the heads is the next head, and nothing is added to the step.
struct ff_dot_step22 : dot<catalogue::entry::dot_step22, ff_t, 160> {
  FF_HD static state first(ff_t x) { return {ff::accumulator(x), x}; }
  FF_HD static state next(state x, ff_t c, ff_t) {
    x.sum.add_product(c, x.factor);
    return {x.sum, from_words(ff::mul_rn(c.hi(), x.factor.hi()), x.factor.lo())};
  }
};

// The larger first: both operands may change.
template <class T>
struct order : on<T, light> {
  static constexpr const char* name = "less";
  static constexpr int harness = 4;
  struct state {
    T a, b;
  };
  FF_HD static state first(T x) { return {x, -x}; }
  FF_HD static state next(state x, T, T) { return x.a < x.b ? state{x.b, x.a} : x; }
};
struct double_less : order<double> {};
struct ff_less : order<ff_t> {};

// Powers of intervals run away from any start but 1: their heads are brought back to [1, 2), in four
// instructions.
FF_HD float reduced(float x) {
  return ff::detail::from_bits((ff::detail::to_bits(x) & 0x7fffffu) | 0x3f800000u);
}
FF_HD double reduced(double x) {
  return ff::detail::bit_cast<double>((ff::detail::bit_cast<ff::uint64>(x) & 0xfffffffffffffu) |
                                      0x3ff0000000000000u);
}
FF_HD ff_t reduced(ff_t x) { return from_words(reduced(x.hi()), x.lo()); }
template <class Entry>
struct power : link<Entry, heavy, x> {
  using I = typename link<Entry, heavy, x>::T;
  static constexpr int harness = 4;
  FF_HD static I next(I x, I, I) {
    const I y = Entry::call(x);
    return I::from_bounds(reduced(y.lower()), reduced(y.upper()));
  }
};
template <class T>
struct pow5 : power<catalogue::intervals::entry::pown5<T>> {
  static constexpr const char* name = "pow5";
};

}  // namespace op

/// A link as it runs over arrays of operands, where nothing is constant.
template <class Link>
struct in_arrays {
  using type = Link;
};
template <class Link, op::operand which>
struct in_arrays<op::changing<Link, which>> {
  using type = Link;
};

/// Says what a link is, and the double operation that does the same job ("" for none).
struct operation {
  std::string id;    ///< the key in every data file: type and name of the link
  std::string type;  ///< float, ff, double, or interval_ and one of these
  std::string name;  ///< what the tables call it
  std::string as;    ///< id of native double's operation, or of the interval of double's
  int harness = 0;   ///< instructions of the link that are not the operation
};

constexpr const char* type_name(float) { return "float"; }
constexpr const char* type_name(double) { return "double"; }
constexpr const char* type_name(ff::ff_t) { return "ff"; }
constexpr const char* type_name(ff::interval<float>) { return "interval_float"; }
constexpr const char* type_name(ff::interval<double>) { return "interval_double"; }
constexpr const char* type_name(ff::interval<ff::ff_t>) { return "interval_ff"; }

/// `as` is the name of double's operation, `shown` what the tables call this one; "" for none and for the
/// link's name. Out of line: inlined for each link, the strings would be most of what a compiler makes of the
/// list.
[[gnu::noinline]] inline operation operation_of(const char* type, const char* link, const char* as,
                                                const char* shown, int harness) {
  operation o{type, type, *shown == 0 ? link : shown, as, harness};
  o.id.append("_").append(link);
  if (*as != 0) o.as.insert(0, o.type.rfind("interval_", 0) == 0 ? "interval_double_" : "double_");
  return o;
}

/// row(link, as, shown) for each operation on interval<T>.
template <class T, class Row>
void add_interval_operations(Row row) {
  using namespace op;
  namespace entry = catalogue::intervals::entry;
  const auto compared = [&](auto link, const char* shown) {
    row(link, std::is_same_v<T, double> ? "" : link.name, shown);
  };
  compared(link<entry::add<T>, heavy, x, d>{}, "add");
  // The state is the second factor: the signs of the first need no test, which the compiler would take out of
  // the loop.
  compared(link<entry::mul<T>, heavy, c, x>{}, "mul");
  compared(link<entry::fma<T>, heavy, c, x, d>{}, "fma");
  compared(link<entry::div<T>, heaviest, c, x>{}, "div");
  compared(link<entry::sqrt<T>, heaviest, x>{}, "sqrt");
  compared(power<entry::sqr<T>>{}, "sqr");
  compared(pow5<T>{}, "x^5");
}

/// All of them, in the order of the list.
const std::vector<operation>& operations();

/// add(link, operation) for each.
template <class Add>
void for_each_operation(Add add) {
  using namespace op;
  namespace entry = catalogue::entry;
  const auto row = [&](auto link, const char* as = "", const char* shown = "") {
    add(link,
        operation_of(type_name(typename decltype(link)::operand()), link.name, as, shown, link.harness));
  };
  row(float_fma{}, "fma");
  row(float_add{}, "add");
  row(float_mul{}, "mul");
  row(float_div{}, "div");
  row(float_sqrt{}, "sqrt");

  row(double_fma{});
  row(double_add{});
  row(double_mul{});
  row(double_div{});
  row(double_rcp{});
  row(double_sqrt{});
  row(double_rsqrt{});
  row(double_cbrt{});
  row(changing<double_hypot, d>{});
  row(double_less{}, "", "<");

  row(link<entry::add12, light, x_hi, x_lo>{});  // the pair add12 returns is what it maps to itself
  row(ff_two_prod{});
  row(link<entry::add22, heavy, x, d>{}, "add");
  row(link<entry::sub22, heavy, x, d>{}, "add");
  row(link<entry::add22_accurate, heavy, x, d>{}, "add");
  row(link<entry::add22_sloppy, heavy, x, d>{}, "add");
  row(link<entry::add21, heavy, x, d_hi>{}, "add");
  row(link<entry::mul22, light, c, x>{}, "mul");
  row(link<entry::mul22_dw, light, x, c>{}, "mul");
  row(link<entry::mul22_commutative, light, x, c>{}, "mul");
  row(link<entry::mul21, light, x, c_hi>{}, "mul");
  row(ff_sqr22{}, "mul");
  row(link<entry::fma22, heavy, x, c, d>{}, "fma");
  row(ff_dot_step{}, "fma");
  row(ff_dot_step22{}, "fma");
  row(link<entry::rcp22, heavy, x>{}, "rcp");
  row(link<entry::div22, heavy, c, x>{}, "div");
  row(link<entry::sqrt22, heavy, x>{}, "sqrt");
  row(link<entry::rsqrt22, loop<12, 6>, x>{}, "rsqrt");
  row(link<entry::cbrt22, heavy, x>{}, "cbrt");
  row(changing<link<entry::hypot22, heavy, x, d>, d>{}, "hypot");
  row(link<entry::plus, heavy, x, d>{}, "add", "+");
  row(link<entry::times, light, c, x>{}, "mul", "*");
  row(link<entry::fma, heavy, x, c, d>{}, "fma");
  row(link<entry::rcp, heavy, x>{}, "rcp");
  row(changing<link<entry::div, heavy, c, x>, c>{}, "div", "/");
  row(link<entry::sqrt, heavy, x>{}, "sqrt");
  row(link<entry::rsqrt, heavy, x>{}, "rsqrt");
  row(ff_less{}, "less", "<");

  add_interval_operations<float>(row);
  add_interval_operations<double>(row);
  add_interval_operations<ff::ff_t>(row);
}

// ---------------------------------------------------------------- tables 3 and 4 of the 2006 paper

namespace paper {

/// An entry of the catalogue over arrays of its operands.
template <class Entry>
struct over_arrays {
  using operand = std::conditional_t<catalogue::takes_word<Entry>(0), float, ff::ff_t>;
  using result = typename catalogue::signature_of<Entry>::returned;
  FF_HD static result run(operand a, operand b, operand) { return Entry::call(a, b); }
};
struct floats {
  using operand = float;
  using result = float;
};
struct add : floats {
  FF_HD static float run(float a, float b, float) { return ff::add_rn(a, b); }
};
struct mul : floats {
  FF_HD static float run(float a, float b, float) { return ff::mul_rn(a, b); }
};
struct mad : floats {
  FF_HD static float run(float a, float b, float c) { return ff::fma_rn(a, b, c); }
};
}  // namespace paper

/// add(operation, the paper's name, algorithm) for each.
template <class Add>
void for_each_paper_operation(Add add) {
  using namespace paper;
  namespace entry = catalogue::entry;
  add(paper::add{}, "Add", "float");
  add(mul{}, "Mul", "float");
  add(mad{}, "Mad", "float");
  add(over_arrays<entry::add12>{}, "Add12", "2006");
  add(over_arrays<entry::mul12>{}, "Mul12", "2006");
  add(over_arrays<entry::paper_add22>{}, "Add22", "2006");
  add(over_arrays<entry::paper_mul22>{}, "Mul22", "2006");
  add(over_arrays<entry::two_prod>{}, "Mul12", "two_prod");
  add(over_arrays<entry::add22>{}, "Add22", "add22");
  add(over_arrays<entry::mul22>{}, "Mul22", "mul22");
}

}  // namespace bench
