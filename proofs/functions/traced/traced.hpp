// A float that remembers how it was computed: its value at one argument, and its place in the trace of that
// run.
//
// The trace is a list of operations without branches.  What a function decides by bits or comparisons stands
// in it as constants and as the choice of operations, so two arguments of one cell of a table leave the same
// trace.
//
// Every number whose bits or order a function looks at is a *read*.  A run depends on its arguments through
// its reads alone.  So the prover can run a function again with other values in the place of its reads, and
// see whether the steps change (cells.cpp).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace ff {

struct traced;

namespace trace {

enum class operation : std::uint8_t {
  input,
  constant,
  add,
  multiply,
  fuse,
  divide,
  root,
  negate,
  half_reciprocal,
  reciprocal_root,
  shorten,  ///< the last two bits cleared
  add_down  ///< a sum rounded downwards
};

/// One step: its operands' places, and its value.  `bits` are those of a constant, or the number of an input.
struct node {
  operation op;
  int a, b, c;
  float value = 0;
  std::uint32_t bits = 0;
};

/// The steps of one run.  Equal steps are recorded once.
struct recording {
  std::vector<node> nodes;
  std::vector<int> reads;              ///< places whose values chose the path, each once; never a negation's
  std::vector<signed char> decisions;  ///< outcomes of comparisons, in order
  std::vector<std::pair<int, float>> planted;  ///< values that these places get instead of their own
  bool unsupported = false;  ///< bare arithmetic on traced numbers, which the trace does not have
  bool outside = false;      ///< a path that is not certified
  static constexpr std::uint32_t slots = 2048;
  std::uint32_t run = 0, run_of[slots] = {};  ///< a slot counts if it is of this run
  int at[slots];

  int place(operation op, int a, int b, int c, float value, std::uint32_t bits = 0);
};

extern thread_local recording current;

/// Begins a run with two inputs, the words of the argument.  `planted` are values in the place of some
/// steps'.
void begin(float hi, float lo, traced& first, traced& second,
           const std::vector<std::pair<int, float>>& planted = {});
/// Notes that the path depends on x's value.
void read(const traced& x);
/// The place of any number; a constant gets one.
int place_of(const traced& x);
traced result(operation op, float value, const traced* a, const traced* b = nullptr,
              const traced* c = nullptr);
traced negated(const traced& x);
traced with_bits(const traced& x, std::uint32_t bits);
/// Notes the outcome of a comparison, which has to grow or fall with each operand.
void decided(int outcome);
void no_trace();

}  // namespace trace

/// The number.  A place of -1 means a constant, which no operation has recorded.
struct traced {
  float value;
  int place;

  traced() = default;
  constexpr traced(float v) : value(v), place(-1) {}
  constexpr traced(float v, int p) : value(v), place(p) {}
  constexpr traced(int v) : value(static_cast<float>(v)), place(-1) {}
  constexpr traced(unsigned v) : value(static_cast<float>(v)), place(-1) {}
  constexpr traced(long v) : value(static_cast<float>(v)), place(-1) {}
  constexpr traced(long long v) : value(static_cast<float>(v)), place(-1) {}
  constexpr traced(unsigned long v) : value(static_cast<float>(v)), place(-1) {}
  constexpr traced(unsigned long long v) : value(static_cast<float>(v)), place(-1) {}
  constexpr explicit traced(double v) : value(static_cast<float>(v)), place(-1) {}
  constexpr explicit traced(long double v) : value(static_cast<float>(v)), place(-1) {}

  /// The value where it may choose the path.
  constexpr float seen() const {
    if (!__builtin_is_constant_evaluated() && place >= 0) trace::read(*this);
    return value;
  }
  constexpr explicit operator float() const { return seen(); }
  constexpr explicit operator double() const { return static_cast<double>(seen()); }
  constexpr explicit operator long double() const { return static_cast<long double>(seen()); }
  constexpr explicit operator int() const { return static_cast<int>(seen()); }
  constexpr explicit operator unsigned() const { return static_cast<unsigned>(seen()); }
  constexpr explicit operator long long() const { return static_cast<long long>(seen()); }
  constexpr explicit operator unsigned long long() const { return static_cast<unsigned long long>(seen()); }
};

// Arithmetic in the compiler's own notation is for constants alone.
#define FF_TRACED_OPERATOR(op, Result)                                                           \
  constexpr Result operator op(traced a, traced b) {                                             \
    if (!__builtin_is_constant_evaluated() && (a.place >= 0 || b.place >= 0)) trace::no_trace(); \
    return a.value op b.value;                                                                   \
  }
FF_TRACED_OPERATOR(+, traced)
FF_TRACED_OPERATOR(-, traced)
FF_TRACED_OPERATOR(*, traced)
FF_TRACED_OPERATOR(/, traced)
FF_TRACED_OPERATOR(<, bool)
FF_TRACED_OPERATOR(>, bool)
FF_TRACED_OPERATOR(<=, bool)
FF_TRACED_OPERATOR(>=, bool)
#undef FF_TRACED_OPERATOR
constexpr traced operator-(traced a) {
  return a.place < 0 || __builtin_is_constant_evaluated() ? traced(-a.value) : (trace::no_trace(), a);
}

namespace detail {

constexpr std::uint32_t to_bits(traced x) { return __builtin_bit_cast(std::uint32_t, x.seen()); }
/// The bits of a number that is only to have its sign flipped, which is no read.
constexpr std::uint32_t bits_to_flip(traced x) { return __builtin_bit_cast(std::uint32_t, x.value); }
/// A constant: what a function makes of bits is the same for all arguments of a cell.
constexpr traced from_bits(std::uint32_t b) { return __builtin_bit_cast(float, b); }
/// x with its last two bits cleared.
constexpr traced without_last_bits(traced x) {
  const float v = __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, x.value) & ~3u);
  if (__builtin_is_constant_evaluated() || x.place < 0) return v;
  return trace::result(trace::operation::shorten, v, &x);
}
/// a + b rounded downwards.
constexpr traced added_downwards(traced a, traced b) {
  const float s = a.value + b.value, seen = s - a.value;
  const float lost = (a.value - (s - seen)) + (b.value - seen);
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, s);
  const float v = lost < 0 ? __builtin_bit_cast(float, bits + (bits >> 31) * 2 - 1) : s;
  if (__builtin_is_constant_evaluated() || (a.place < 0 && b.place < 0)) return v;
  return trace::result(trace::operation::add_down, v, &a, &b);
}
/// x or -x, by the bits of one of them; rewrite.py has found that they come from x.
constexpr traced from_bits_of(traced x, std::uint32_t b) {
  const float v = __builtin_bit_cast(float, b);
  if (__builtin_is_constant_evaluated() || x.place < 0) return v;
  return trace::with_bits(x, b);
}

}  // namespace detail
}  // namespace ff
