// Kernels that an unsound prover would certify: in place of functions.cpp they make the program
// ff-prove-faults. The certificate of a name that begins with "wrong" must fail, of one with "right" it must
// hold (proofs/mutants.py).  Each wrong kernel stands for a step of the prover that could be unsound.
#include <ff/math.hpp>

#include "function.hpp"

namespace proofs {
namespace {

using ff::add_rn;
using ff::equal;
using ff::fma_rn;
using ff::less;
using ff::mul_rn;
using ff::sub_rn;
using ff::traced;

// x, and 2^shift x + more 2^exponent.
void same(arb_poly_t y, const arb_poly_t x, slong n, slong) { arb_poly_set_trunc(y, x, n); }
void changed(arb_poly_t y, const arb_poly_t x, slong n, slong p, slong shift, slong more, slong exponent) {
  arb_t c;
  arb_init(c);
  arb_poly_set_trunc(y, x, n);
  arb_poly_scalar_mul_2exp_si(y, y, shift);
  arb_poly_get_coeff_arb(c, y, 0);
  arb_mul_2exp_si(c, c, -exponent);
  arb_add_si(c, c, more, p);
  arb_mul_2exp_si(c, c, exponent);
  arb_poly_set_coeff_arb(y, 0, c);
  arb_clear(c);
}
void near_the_largest(arb_poly_t y, const arb_poly_t x, slong n, slong p) { changed(y, x, n, p, 0, 5, 101); }
void three_quarters_of_u_more(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  changed(y, x, n, p, 0, 3, -26);
}
void third(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_t c;
  arb_init(c);
  arb_set_si(c, 3);
  arb_poly_set_trunc(y, x, n);
  arb_poly_scalar_div(y, y, c, p);
  arb_clear(c);
}
template <int exponent>
void scaled(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  changed(y, x, n, p, exponent, 0, 0);
}
// 1 + (x - 3/2)^8 / 2^order
template <int order>
void eighth_power(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  changed(y, x, n, p, 1, -3, 0);
  arb_poly_pow_ui_trunc_binexp(y, y, 8, n, p);
  arb_poly_scalar_mul_2exp_si(y, y, -8 - order);
  changed(y, y, n, p, 0, 1, 0);
}
void reciprocal(arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_inv_series(y, x, n, p); }
void reciprocal_less(arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  changed(y, x, n, p, 1, -3, 0);
  arb_poly_inv_series(y, y, n, p);
}

// A step of Newton's, whose last error is the square of the first one's.
words newton_reciprocal(traced hi, traced lo) {
  const traced r = ff::rcp_rn(hi), e = fma_rn(ff::neg(lo), r, fma_rn(ff::neg(hi), r, 1.0f));
  return {r, mul_rn(e, r)};
}
// The head without its last two bits, and the low word with them or not.
words shortened(traced hi, traced lo, bool whole) {
  const traced s = ff::detail::without_last_bits(hi);
  return {s, whole ? add_rn(sub_rn(hi, s), lo) : lo};
}

// The words, with an error of 2^-20 of the head where `bad`.
words spoilt(traced hi, traced lo, bool bad) { return {bad ? fma_rn(hi, 0x1p-20f, hi) : hi, lo}; }

using number = traced;
constexpr span whole{1, 0x1.fffffep0f}, part{1.25f, 1.251f};

// A head inside a cell, at its ends, or next to a power of two.
std::vector<function> kernels_of_one_head() {
  return {
      {"right_words", 1, [](number hi, number lo) { return spoilt(hi, lo, false); }, same, {whole}},
      {"wrong_at_one_head",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, equal(hi, 1.3f)); },
       same,
       {whole}},
      {"wrong_at_the_first",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, equal(hi, 1.0f)); },
       same,
       {whole}},
      {"wrong_at_the_last",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, less(0x1.fffffcp0f, hi)); },
       same,
       {whole}},
      {"wrong_at_a_power",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, equal(hi, 2.0f)); },
       same,
       {{1.5f, 3}}},
      {"wrong_in_a_window",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, less(1.3f, hi) && less(hi, 1.300001f)); },
       same,
       {whole}},
  };
}

// Low words at either end, and between those that are probed; paths that depend on both words.
std::vector<function> kernels_of_low_words() {
  return {
      // low words: at either end, the one that only a weak pair has, and between those that are probed
      {"wrong_above_half_an_ulp",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, less(0x1p-24f, lo)); },
       same,
       {part}},
      {"wrong_below_half_an_ulp",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, less(lo, -0x1p-24f)); },
       same,
       {part}},
      {"right_beyond_weak",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, less(0x1.000002p-24f, lo)); },
       same,
       {whole}},
      {"wrong_low_window",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, less(0x1p-26f, lo) && less(lo, 0x1.1p-26f)); },
       same,
       {part}},
      {"wrong_where_low_is_zero",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, equal(lo, 0.0f)); },
       same,
       {part}},
      // the path depends on a number that was computed from both words
      {"wrong_on_a_sum",
       1,
       [](number hi, number lo) { return spoilt(hi, lo, equal(fma_rn(lo, 0x1p20f, hi), 0x1.555556p0f)); },
       same,
       {whole}},
  };
}

// Sums in the wrong order, and a product's rest.
std::vector<function> kernels_of_sums_and_products() {
  return {
      // FastTwoSum of words in the wrong order loses the low one
      {"right_sum",
       1,
       [](number hi, number lo) {
         const number s = add_rn(hi, lo);
         return words{s, sub_rn(lo, sub_rn(s, hi))};
       },
       same,
       {whole}},
      {"wrong_order_of_a_sum",
       1,
       [](number hi, number lo) {
         const number s = add_rn(lo, hi);
         return words{s, sub_rn(hi, sub_rn(s, lo))};
       },
       same,
       {whole}},
      // a product's rest against another product
      {"wrong_rest_of_a_product",
       1,
       [](number hi, number lo) {
         const number p = mul_rn(hi, 0x1.555556p-2f), q = mul_rn(hi, 0x1.555554p-2f);
         return words{p, fma_rn(lo, 0x1.555556p-2f, fma_rn(hi, 0x1.555556p-2f, ff::neg(q)))};
       },
       third,
       {whole}},
  };
}

// Half an ulp of the head or of the low word, next to a power of two.
std::vector<function> kernels_of_last_places() {
  return {
      // half an ulp: a head rounded once has an error of 2^24 u^2 next to a power of two
      {"right_half_ulp",
       0x1.01p24,
       [](number hi, number lo) {
         return words{fma_rn(lo, 0x1p-1f, mul_rn(hi, 0.5f)), number(0.0f)};
       },
       scaled<-1>,
       {{1, 1.125f}}},
      {"wrong_half_ulp",
       0x1.f8p23,
       [](number hi, number lo) {
         return words{fma_rn(lo, 0x1p-1f, mul_rn(hi, 0.5f)), number(0.0f)};
       },
       scaled<-1>,
       {{1, 1.125f}}},
      // half an ulp of a low word that is above 2^-24 for some of its values: 1 u^2, and else half of it
      {"right_values_at_a_power",
       1.01,
       [](number hi, number lo) {
         return words{hi, add_rn(lo, 0x1.8p-25f)};
       },
       three_quarters_of_u_more,
       {{1, 1.001f}}},
      {"wrong_values_at_a_power",
       0.99,
       [](number hi, number lo) {
         return words{hi, add_rn(lo, 0x1.8p-25f)};
       },
       three_quarters_of_u_more,
       {{1, 1.001f}}},
      // a product by 1, or by the float above 1 for half of the heads
      {"right_power_of_two",
       2.6,
       [](number hi, number lo) {
         return words{hi, mul_rn(lo, fma_rn(hi, 0x1p-13f, 1 - 0x1p-13f))};
       },
       same,
       {{1.0004f, 1.0006f}}},
      {"wrong_power_of_two",
       1.9,
       [](number hi, number lo) {
         return words{hi, mul_rn(lo, fma_rn(hi, 0x1p-13f, 1 - 0x1p-13f))};
       },
       same,
       {{1.0004f, 1.0006f}}},
  };
}

// Products of errors, bits that are cleared, and sums that are rounded downwards.
std::vector<function> kernels_of_errors_together() {
  return {
      // products of two errors, kept as such: the square of a reciprocal's error, 2.25 u^2 beside roundings
      function{"right_product_of_errors", 4.4, newton_reciprocal, reciprocal, {{1, 1.001f}}}.keeping_pairs(),
      function{"wrong_product_of_errors", 2, newton_reciprocal, reciprocal, {{1, 1.001f}}}.keeping_pairs(),
      // bits cleared: 3 ulps of the head, and what the low word then loses
      {"right_bits_cleared",
       0x1.81p26,
       [](number hi, number lo) { return shortened(hi, lo, false); },
       same,
       {{1, 1.01f}}},
      {"wrong_bits_cleared",
       0x1.7p26,
       [](number hi, number lo) { return shortened(hi, lo, false); },
       same,
       {{1, 1.01f}}},
      {"right_rest_of_bits_cleared",
       4.1,
       [](number hi, number lo) { return shortened(hi, lo, true); },
       same,
       {{1, 1.01f}}},
      {"wrong_rest_of_bits_cleared",
       3,
       [](number hi, number lo) { return shortened(hi, lo, true); },
       same,
       {{1, 1.01f}}},
      // a sum rounded downwards loses up to an ulp
      {"right_downwards",
       0x1.1p25,
       [](number hi, number lo) {
         return words{ff::detail::added_downwards(hi, lo), number(0.0f)};
       },
       same,
       {{1, 1.01f}}},
      {"wrong_downwards",
       0x1.9p24,
       [](number hi, number lo) {
         return words{ff::detail::added_downwards(hi, lo), number(0.0f)};
       },
       same,
       {{1, 1.01f}}},
      // x + x is exact, x + x/2 is not
      {"right_double",
       1,
       [](number hi, number lo) {
         return words{mul_rn(add_rn(hi, hi), 0.5f), lo};
       },
       same,
       {whole}},
      {"wrong_double",
       1,
       [](number hi, number lo) {
         return words{mul_rn(sub_rn(add_rn(hi, mul_rn(hi, 2.0f)), hi), 0.5f), lo};
       },
       same,
       {whole}},
  };
}

// Terms that the series leaves out, poles, and the ends of the exponents.
std::vector<function> kernels_of_series() {
  return {
      // what the series leaves out
      {"right_series",
       1,
       [](number, number) {
         return words{number(1.0f), number(0.0f)};
       },
       eighth_power<41>,
       {whole}},
      {"wrong_series",
       1,
       [](number, number) {
         return words{number(1.0f), number(0.0f)};
       },
       eighth_power<39>,
       {whole}},
      // a quotient next to its pole
      {"wrong_quotient",
       0x1p40,
       [](number hi, number lo) {
         return words{ff::div_rn(1.0f, fma_rn(hi, 2.0f, fma_rn(lo, 2.0f, -3.0f))), number(0.0f)};
       },
       reciprocal_less,
       {{1.25f, 1.75f}}},
      // a sum that rounds to infinity though it is below 2^128
      {"wrong_near_infinity",
       0x1p30,
       [](number hi, number) {
         return words{add_rn(hi, 0x1.4p103f), number(0.0f)};
       },
       near_the_largest,
       {{0x1.fffffep127f, 0x1.fffffep127f}}},
      {"right_below_infinity",
       0x1p30,
       [](number hi, number) {
         return words{add_rn(hi, 0x1.4p103f), number(0.0f)};
       },
       near_the_largest,
       {{0x1.ffffeep127f, 0x1.fffff0p127f}}},
      // underflow: a product that is no multiple of 2^-149
      {"wrong_underflow",
       1,
       [](number hi, number lo) {
         return words{mul_rn(hi, 0x1p-140f), mul_rn(lo, 0x1p-140f)};
       },
       scaled<-140>,
       {whole}},
  };
}

}  // namespace

std::vector<function> all_functions() {
  std::vector<function> all;
  for (const auto family : {kernels_of_one_head, kernels_of_low_words, kernels_of_sums_and_products,
                            kernels_of_last_places, kernels_of_errors_together, kernels_of_series})
    for (function& f : family()) all.push_back(std::move(f));
  return all;
}

}  // namespace proofs