// The rows that state an operator's error, and where it holds.  Each header has its own rows beside the code,
// and <ff/bounds.hpp> finds them.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace bounds {

/// Evidence says how a bound is known.
enum class evidence {
  exact,    ///< the two words hold the exact result
  proved,   ///< a theorem for exactly this algorithm; `source` names it
  observed  ///< the largest error ever found, times a safety factor; no theorem
};

/// An error is relative to one of these.
enum class relative_to {
  result,     ///< the exact result
  operands,   ///< |x| + |y| for a sum, |x y| + |z| for a fused multiply-add, likewise for a sum of products
  paper,      ///< max(2^-24 |xl + yl|, 2^-44 |x + y|), in units that make the 2006 bound 1
  unit,       ///< max(1, |the exact result|): an absolute error where the result is small
  subnormal,  ///< |the exact result| + 2^-103: a bound of c u^2, and c/4 of the least float where words
              ///< underflow
  norm,       ///< the modulus of the exact result, the error being a modulus too
  power       ///< the same, of z^w times 1 + |w log z|, and for a real w times 1 + |w| + |w log z|
};

/// 2^low <= |value| < 2^high.
struct exponent_range {
  int low, high;
};

/// A bound holds for these magnitudes of the operands (z as y unless stated) and of the result.  Sums include
/// results below `result.low`, and zero.  The error of x y + z is relative to |x y| + |z|, and `result` is
/// the range of that sum: the product itself may underflow beside z.
struct domain {
  exponent_range x, y, result;
};

/// The bounds leave this out, in u^2: their terms in u^3 and the excess of weak operands (docs/proofs).
inline constexpr double higher_order = 2e-5;

/// An error's bound: u2 of u^2 = 2^-48, relative to `scale`.
struct bound {
  double u2;
  evidence known;
  relative_to scale;
};
/// The bound of an exact result.
inline constexpr bound no_error{0, evidence::exact, relative_to::result};
/// A bound that is proved.
FF_HD constexpr bound proved(double u2, relative_to scale = relative_to::result) {
  return {u2, evidence::proved, scale};
}
/// A bound that was observed.
FF_HD constexpr bound observed(double u2, relative_to scale = relative_to::result) {
  return {u2, evidence::observed, scale};
}

/// A method computes a result.
struct method {
  const char* algorithm;  ///< its name in the literature
  int flops;  ///< floating-point instructions on the device, MUFU and comparisons included; 0: not counted
};

/// One operator's row.
struct operator_row {
  const char* name;
  method by;
  bound error;
  domain where;
  const char* source;
};

// Sums cannot underflow; 2^126 keeps intermediates finite.
inline constexpr domain sums{{-126, 126}, {-126, 126}, {-149, 127}};
// The product's low word, and the rounding errors of its terms, stay clear of 2^-149.
inline constexpr domain products{{-126, 126}, {-126, 126}, {-96, 126}};
// ... and so does xl yl, where it is not dropped: at 2^-96 its underflow tips mul22_dw past its bound.
inline constexpr domain fused_products{{-126, 126}, {-126, 126}, {-80, 126}};
// These hold for sums of products of two among three numbers.
inline constexpr domain like_factors{{-38, 60}, {-38, 60}, {-149, 126}};
inline constexpr domain exact_products{{-126, 127}, {-126, 127}, {-102, 127}};
inline constexpr domain split_products{{-126, 115}, {-126, 115}, {-102, 127}};
inline constexpr domain quotients{{-96, 126}, {-126, 126}, {-96, 126}};
inline constexpr domain all_quotients{{-126, 127}, {-126, 127}, {-96, 126}};
inline constexpr domain reciprocals{{-126, 96}, {-126, 96}, {-96, 126}};
inline constexpr domain roots{{-102, 128}, {-102, 128}, {-51, 64}};
inline constexpr domain reciprocal_roots{{-126, 128}, {-126, 128}, {-64, 64}};
inline constexpr domain normal{{-126, 127}, {-126, 127}, {-126, 127}};
inline constexpr domain splits{{-126, 115}, {-126, 115}, {-126, 115}};
inline constexpr domain exact_squares{{-51, 63}, {-51, 63}, {-102, 127}};
inline constexpr domain squares{{-48, 63}, {-48, 63}, {-96, 126}};
inline constexpr domain all_roots{{-126, 128}, {-126, 128}, {-63, 64}};
inline constexpr domain all_reciprocal_roots{{-126, 128}, {-126, 128}, {-64, 63}};
inline constexpr domain paper_products{{-126, 115}, {-126, 115}, {-96, 126}};

// These hold for a and b, with t from 0 to 1: what underflows of t (b - a) is nothing beside them.
inline constexpr domain interpolations{{-60, 125}, {-60, 125}, {-149, 126}};

/// True where two names are the same.
FF_HD constexpr bool same_name(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

/// The row of that name among `rows`, or nullptr: of operators, of a family of functions, of intervals.
template <class Row, size_t count>
FF_HD constexpr const Row* find(const Row (&rows)[count], const char* name) {
  for (const Row& row : rows) {
    if (same_name(row.name, name)) return &row;
  }
  return nullptr;
}

}  // namespace bounds
}  // namespace ff
