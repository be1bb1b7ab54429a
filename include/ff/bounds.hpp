// What is known of each operator's error: the one source that the report, the tests and the README read.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace bounds {

/// How a bound is known.
enum class evidence {
  exact,    ///< the two words hold the exact result
  proved,   ///< a theorem for exactly this algorithm; `source` names it
  observed  ///< the largest error ever found, times a safety factor; no theorem
};

/// What an error is relative to.
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

/// Where a bound holds: the magnitudes of the operands (z as y unless stated) and of the result; for
/// sums a result below `result.low`, zero included, is within the domain as well.  Of x y + z, whose error is
/// relative to |x y| + |z|, `result` is the range of that sum: the product itself may underflow beside z.
struct domain {
  exponent_range x, y, result;
};

/// What the bounds leave out, in u^2: their terms in u^3 and the excess of weak operands (docs/proofs).
inline constexpr double higher_order = 2e-5;

/// One operator's row.
struct operator_row {
  const char* name;
  const char* algorithm;  ///< its name in the literature
  int flops;  ///< floating-point instructions on the device, MUFU and comparisons included; 0: not counted
  double u2;  ///< the bound, in u^2 = 2^-48
  evidence known;
  relative_to scale;
  domain where;
  const char* source;
};

// Sums cannot underflow; 2^126 keeps intermediates finite.
inline constexpr domain sums{{-126, 126}, {-126, 126}, {-149, 127}};
// The product's low word, and the rounding errors of its terms, stay clear of 2^-149.
inline constexpr domain products{{-126, 126}, {-126, 126}, {-96, 126}};
// ... and so does xl yl, where it is not dropped: at 2^-96 its underflow tips mul22_dw past its bound.
inline constexpr domain fused_products{{-126, 126}, {-126, 126}, {-80, 126}};
// Of products of two among three numbers.
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

// Of a and b; t from 0 to 1.  What underflows of t (b - a) is then nothing beside them.
inline constexpr domain interpolations{{-60, 125}, {-60, 125}, {-149, 126}};

inline constexpr operator_row all[] = {
    // ---- error-free transforms
    {"add12", "TwoSum", 6, 0, evidence::exact, relative_to::result, sums, "Knuth, TAOCP 2, 4.2.2"},
    {"fast_add12", "FastTwoSum", 3, 0, evidence::exact, relative_to::result, sums, "Dekker 1971"},
    {"split", "Veltkamp, s = 12", 4, 0, evidence::exact, relative_to::result, splits, "Dekker 1971"},
    {"mul12", "Dekker product", 17, 0, evidence::exact, relative_to::result, split_products, "Dekker 1971"},
    {"two_prod", "TwoProdFMA", 2, 0, evidence::exact, relative_to::result, exact_products,
     "Handbook of FP arithmetic, 2nd ed., 4.4"},
    {"sqr12", "TwoProdFMA", 2, 0, evidence::exact, relative_to::result, exact_squares,
     "Handbook of FP arithmetic, 2nd ed., 4.4"},
    // ---- sums
    {"add22", "madd", 20, 2, evidence::proved, relative_to::result, sums, "Zhang, Aiken, CAV 2025"},
    {"sub22", "madd", 20, 2, evidence::proved, relative_to::result, sums, "Zhang, Aiken, CAV 2025"},
    {"add22_accurate", "AccurateDWPlusDW", 20, 3, evidence::proved, relative_to::result, sums,
     "JMP 2017, Alg. 6"},
    {"add22_sloppy", "SloppyDWPlusDW", 11, 3, evidence::proved, relative_to::operands, sums,
     "JMP 2017, Alg. 5; docs/proofs/add22.md"},
    {"add21", "DWPlusFP", 10, 2, evidence::proved, relative_to::result, sums, "JMP 2017, Alg. 4"},
    // ---- products
    {"mul22", "ours", 5, 4, evidence::proved, relative_to::result, products, "docs/proofs/mul22.md"},
    {"mul22_dw", "DWTimesDW3", 9, 4, evidence::proved, relative_to::result, fused_products,
     "JMP 2017, Alg. 12; MR 2022"},
    // proved for normalised operands, which is not all that a product may be given
    {"mul22_commutative", "DWTimesDW1", 9, 5, evidence::observed, relative_to::result, products,
     "JMP 2017, Alg. 10; MR 2022"},
    {"mul21", "ours", 4, 1, evidence::proved, relative_to::result, products, "docs/proofs/mul22.md"},
    {"mul21_dw", "DWTimesFP3", 6, 2, evidence::proved, relative_to::result, products, "JMP 2017, Alg. 9"},
    {"sqr22", "ours", 5, 3.5, evidence::proved, relative_to::result, squares, "docs/proofs/mul22.md"},
    // ---- quotients and roots, bare
    {"rcp22", "ours", 9, 2.5, evidence::proved, relative_to::result, reciprocals, "docs/proofs/div22.md"},
    {"div22", "ours", 14, 5, evidence::proved, relative_to::result, quotients, "docs/proofs/div22.md"},
    {"div21", "ours", 12, 2.5, evidence::proved, relative_to::result, quotients, "docs/proofs/div22.md"},
    {"div12", "ours", 12, 3, evidence::proved, relative_to::result, quotients, "docs/proofs/div22.md"},
    {"sqrt22", "ours", 13, 3.375, evidence::proved, relative_to::result, roots, "docs/proofs/sqrt22.md"},
    {"rsqrt22", "ours", 17, 5, evidence::proved, relative_to::result, reciprocal_roots,
     "docs/proofs/sqrt22.md"},
    // ---- fused multiply-add and accumulators
    {"fma22", "ours", 15, 6.5, evidence::proved, relative_to::operands, fused_products,
     "docs/proofs/fma22.md"},
    {"dot_step", "ours", 8, 6, evidence::proved, relative_to::operands, fused_products,
     "docs/proofs/accumulator.md"},
    {"dot_step22", "ours", 10, 12, evidence::proved, relative_to::operands, fused_products,
     "docs/proofs/accumulator.md"},
    // ---- the operators: a bare kernel's bits on its domain, heads as IEEE outside it
    {"plus", "add22", 23, 2, evidence::proved, relative_to::result, sums, "Zhang, Aiken, CAV 2025"},
    {"minus", "add22", 23, 2, evidence::proved, relative_to::result, sums, "Zhang, Aiken, CAV 2025"},
    {"plus_float", "add21", 14, 2, evidence::proved, relative_to::result, sums, "JMP 2017, Alg. 4"},
    {"times", "mul22", 7, 4, evidence::proved, relative_to::result, products, "docs/proofs/mul22.md"},
    {"times_float", "mul21", 6, 1, evidence::proved, relative_to::result, products, "docs/proofs/mul22.md"},
    {"sqr", "sqr22", 6, 3.5, evidence::proved, relative_to::result, squares, "docs/proofs/mul22.md"},
    {"fma", "fma22", 19, 6.5, evidence::proved, relative_to::operands, fused_products,
     "docs/proofs/fma22.md"},
    // ... with tests of the range, and a branch for what lies outside
    {"div", "div22", 0, 5, evidence::proved, relative_to::result, all_quotients, "docs/proofs/div22.md"},
    {"rcp", "rcp22", 0, 2.5, evidence::proved, relative_to::result, reciprocals, "docs/proofs/div22.md"},
    {"sqrt", "sqrt22", 0, 3.375, evidence::proved, relative_to::result, all_roots, "docs/proofs/sqrt22.md"},
    {"rsqrt", "rsqrt22", 0, 5, evidence::proved, relative_to::result, all_reciprocal_roots,
     "docs/proofs/sqrt22.md"},
    {"lerp", "fma22 from the nearer end", 0, 12, evidence::observed, relative_to::operands, interpolations,
     "the sum of its steps"},
    // ---- fast_t, stored: (2 n^2 + 10 n + 2) u^2 of a sum of n terms with a product among them
    {"fast_plus", "AccurateDWPlusDW", 20, 3, evidence::proved, relative_to::result, sums, "JMP 2017, Alg. 6"},
    {"fast_minus", "AccurateDWPlusDW", 20, 3, evidence::proved, relative_to::result, sums,
     "JMP 2017, Alg. 6"},
    {"fast_plus_float", "DWPlusFP", 10, 2, evidence::proved, relative_to::result, sums, "JMP 2017, Alg. 4"},
    {"fast_times", "mul22", 5, 4, evidence::proved, relative_to::result, products, "docs/proofs/mul22.md"},
    {"fast_times_float", "mul21", 4, 1, evidence::proved, relative_to::result, products,
     "docs/proofs/mul22.md"},
    {"fast_div", "div22", 14, 5, evidence::proved, relative_to::result, quotients, "docs/proofs/div22.md"},
    {"fast_rcp", "rcp22", 9, 2.5, evidence::proved, relative_to::result, reciprocals, "docs/proofs/div22.md"},
    {"fast_sqrt", "sqrt22", 16, 3.375, evidence::proved, relative_to::result, roots, "docs/proofs/sqrt22.md"},
    {"fast_rsqrt", "rsqrt22", 17, 5, evidence::proved, relative_to::result, reciprocal_roots,
     "docs/proofs/sqrt22.md"},
    {"fast_multiply_add", "a step of ff::accumulator", 13, 12, evidence::proved, relative_to::operands,
     fused_products, "docs/proofs/accumulator.md"},
    {"fast_discriminant", "ours", 17, 22, evidence::proved, relative_to::operands, like_factors,
     "docs/proofs/fast.md"},
    {"fast_norm2", "ours", 27, 50, evidence::proved, relative_to::operands, like_factors,
     "docs/proofs/fast.md"},
    // ---- fused_t, stored: fast_t's bits
    {"fused_plus", "AccurateDWPlusDW", 22, 3, evidence::proved, relative_to::result, sums,
     "docs/proofs/fast.md"},
    {"fused_times", "mul22", 7, 4, evidence::proved, relative_to::result, products, "docs/proofs/mul22.md"},
    {"fused_multiply_add", "a step of ff::accumulator", 14, 12, evidence::proved, relative_to::operands,
     fused_products, "docs/proofs/fast.md"},
    {"fused_norm2", "ours", 28, 50, evidence::proved, relative_to::operands, like_factors,
     "docs/proofs/fast.md"},
    // ---- integer functions and conversion
    {"floor", "", 0, 0, evidence::exact, relative_to::result, normal, "integral.hpp"},
    {"ceil", "", 0, 0, evidence::exact, relative_to::result, normal, "integral.hpp"},
    {"trunc", "", 0, 0, evidence::exact, relative_to::result, normal, "integral.hpp"},
    {"round", "", 0, 0, evidence::exact, relative_to::result, normal, "integral.hpp"},
    {"rint", "", 0, 0, evidence::exact, relative_to::result, normal, "integral.hpp"},
    {"fmod", "", 0, 0.5, evidence::proved, relative_to::result, normal, "exact, or the nearest pair"},
    {"remainder", "", 0, 0.5, evidence::proved, relative_to::result, normal, "exact, or the nearest pair"},
    {"from_double", "", 0, 0.54, evidence::proved, relative_to::result, sums,
     "2^-53 and half an ulp of the low word"},
    // ---- the 2006 paper's forms
    {"paper_add22", "Add22, branching", 11, 1, evidence::proved, relative_to::paper, sums,
     "da Graca, Defour 2006"},
    {"paper_mul22", "Mul22, by Split", 24, 16, evidence::proved, relative_to::result, paper_products,
     "da Graca, Defour 2006"},
};

/// Whether two names are the same.
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

/// An operator's row, or nullptr.
FF_HD constexpr const operator_row* find(const char* name) { return find(all, name); }

}  // namespace bounds
}  // namespace ff
