// Prints the steps of the operators' kernels as Coq definitions: proofs/operators/kernels.v.
//
// Each kernel of arithmetic.hpp, and a step of the accumulator and of fast_t, runs once on traced numbers
// (proofs/functions), which record its operations.
// So the theorems are about the shipped headers' own steps.  A test prints them again and compares.
#include <cstdio>
#include <ff/arithmetic.hpp>
#include <ff/fast/kernels.hpp>
#include <ff/type/accumulate.hpp>
#include <string>
#include <vector>

namespace {

using namespace ff;

/// Gives inputs to a kernel, and prints what it did with them.
class printer {
 public:
  explicit printer(const char* name) : name_(name) {
    traced unused, other;  // begin() gives a function's two inputs; an operator's come after them
    trace::begin(0, 0, unused, other);
  }
  traced word(const char* name, float value) {
    const auto index = static_cast<std::uint32_t>(inputs_.size() + 2);
    inputs_.emplace_back(name);
    return {value, trace::current.place(trace::operation::input, -1, -1, -1, value, index)};
  }
  ff_t pair(const char* hi, const char* lo, float value) {
    const traced head = word(hi, value);
    return from_words(head, word(lo, value * 0x1.2p-26f));
  }

  void print(ff_t result) {
    print_head();
    for (std::size_t i = 0; i < trace::current.nodes.size(); ++i) print_step(static_cast<int>(i));
    std::printf("  (%s, %s).\n", named(result.hi().place).c_str(), named(result.lo().place).c_str());
  }

 private:
  static const trace::node& at(int place) { return trace::current.nodes[static_cast<std::size_t>(place)]; }

  std::string named(int place) const {
    const trace::node& n = at(place);
    if (n.op == trace::operation::input) return inputs_[n.bits - 2];
    if (n.op == trace::operation::constant)
      return n.value == 0.5f ? "(/ 2)" : std::to_string(static_cast<int>(n.value));
    if (n.op == trace::operation::negate) return "(neg " + named(n.a) + ")";
    return "v" + std::to_string(place);
  }
  /// Seeds of roots are parameters: the theorems say what is asked of them.
  void print_head() const {
    std::printf("Definition %s", name_);
    for (const trace::node& n : trace::current.nodes) {
      if (n.op == trace::operation::half_reciprocal) std::printf(" (half_reciprocal : R -> R)");
      if (n.op == trace::operation::reciprocal_root) std::printf(" (reciprocal_root : R -> R)");
    }
    std::printf(" (");
    for (const std::string& input : inputs_) std::printf("%s ", input.c_str());
    std::printf(": R) :=\n");
  }
  void print_step(int place) const {
    const trace::node& n = at(place);
    static const char* const words[] = {
        "", "", "add", "mul", "fma", "div", "root", "", "half_reciprocal", "reciprocal_root"};
    const std::string word = words[static_cast<std::size_t>(n.op)];
    if (word.empty()) return;
    std::printf("  let %s := %s", named(place).c_str(), word.c_str());
    for (const int operand : {n.a, n.b, n.c})
      if (operand >= 0) std::printf(" %s", named(operand).c_str());
    std::printf(" in\n");
  }

  const char* name_;
  std::vector<std::string> inputs_;
};

using operation22 = ff_t (*)(ff_t, ff_t);
using operation21 = ff_t (*)(ff_t, traced);
using operation2 = ff_t (*)(ff_t);

void print(const char* name, operation22 kernel) {
  printer p(name);
  const ff_t x = p.pair("xh", "xl", 1.375f), y = p.pair("yh", "yl", 1.0625f);
  p.print(kernel(x, y));
}
void print(const char* name, operation21 kernel) {
  printer p(name);
  const ff_t x = p.pair("xh", "xl", 1.375f);
  const traced y = p.word("y", 1.0625f);
  p.print(kernel(x, y));
}
void print(const char* name, operation2 kernel) {
  printer p(name);
  p.print(kernel(p.pair("xh", "xl", 1.375f)));
}

void print_others() {
  {
    printer p("div12");
    const traced x = p.word("x", 1.375f);
    p.print(div12(x, p.pair("yh", "yl", 1.0625f)));
  }
  {
    printer p("fma22");
    const ff_t x = p.pair("xh", "xl", 1.375f), y = p.pair("yh", "yl", 1.0625f);
    p.print(fma22(x, y, p.pair("zh", "zl", 1.125f)));
  }
  {
    printer p("add_product");
    basic_accumulator<traced> sum{p.pair("zh", "zl", 1.125f)};
    const traced x = p.word("x", 1.375f);
    p.print(sum.add_product(x, p.word("y", 1.0625f)).result());
  }
  {
    printer p("add_product22");
    basic_accumulator<traced> sum{p.pair("zh", "zl", 1.125f)};
    const ff_t x = p.pair("xh", "xl", 1.375f);
    p.print(sum.add_product(x, p.pair("yh", "yl", 1.0625f)).result());
  }
  printer p("fast_add_product");
  const ff_t z = p.pair("zh", "zl", 1.125f), x = p.pair("xh", "xl", 1.375f), y = p.pair("yh", "yl", 1.0625f);
  p.print(detail::closed(detail::open_add(detail::open_multiply(x, y), z)));
}

}  // namespace

int main() {
  std::printf(
      "(* The steps of include/ff/arithmetic.hpp, type/accumulate.hpp and fast/kernels.hpp, printed by "
      "steps.cpp.  Not written by hand. *)\n"
      "From Coq Require Import Reals.\nFrom ff Require Import floats.\nOpen Scope R_scope.\n\n");
#define FF_PRINT(operation, name) print(#name, operation(name<traced>))
  FF_PRINT(operation22, add22);
  FF_PRINT(operation22, add22_accurate);
  FF_PRINT(operation22, add22_sloppy);
  FF_PRINT(operation21, add21);
  FF_PRINT(operation22, mul22);
  FF_PRINT(operation22, mul22_dw);
  FF_PRINT(operation22, mul22_commutative);
  FF_PRINT(operation21, mul21);
  FF_PRINT(operation21, mul21_dw);
  FF_PRINT(operation2, sqr22);
  FF_PRINT(operation2, rcp22);
  FF_PRINT(operation22, div22);
  FF_PRINT(operation21, div21);
  FF_PRINT(operation2, sqrt22);
  FF_PRINT(operation2, rsqrt22);
#undef FF_PRINT
  print_others();
}
