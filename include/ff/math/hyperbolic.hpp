// Hyperbolic sine, cosine and tangent.
//
// sinh and cosh take e^|x| apart by exp's table; tanh has a table of its own and the addition theorem:
//   2 sinh x    = S cosh r + C sinh r,  S = T - 1/T, C = T + 1/T, T = e^(x - r),
//   cosh x      = (e^x + e^-x) / 2,
//   tanh(t + d) = T + W d / (d coth d + T d),  T = tanh t, W = 1 - T^2.
#pragma once

#include <ff/basic.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/exp.hpp>
#include <ff/math/tanh_table.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr tanh_row tanh_row_of(uint32 cell) { return table_row<tanh_table>(cell); }

// |x| with what lies beyond `last`, where the function has become inf or 1, taken for `last`; NaN stays.
FF_HD_LARGE constexpr ff_t hyperbolic_argument(ff_t x, uint32 sign, float last) {
  const float a = abs(x.hi());
  const bool beyond = less(last, a);
  return from_words(beyond ? last : a, flip_sign(beyond ? 0.0f : x.lo(), sign));
}

// h + he + rest for he and rest of a few ulps of h, as a pair: he + rest is rounded for the head only.
FF_HD_LARGE constexpr ff_t hyperbolic_sum(float h, float he, float rest) {
  const float z = add_rn(h, add_rn(he, rest));
  return from_words(z, add_rn(add_rn(sub_rn(h, z), he), rest));
}

}  // namespace detail

/// sinh(x) for every x.  3.25 u^2 (bounds::hyperbolics), near 0 too; sinh(+-0) = +-0; results beyond 2^128
/// are infinite.
///
/// |x| = k ln2 + D + r with e^(k ln2 + D) = T by exp's table, S = T - 1/T, C = T + 1/T:
/// 2 sinh |x| = S cosh r + C sinh r = S + r (C + S r/2 + C r^2/6 + S r^3/24 + ...).
FF_HD_LARGE constexpr ff_t sinh(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const ff_t a = hyperbolic_argument(x, sign, 90.0f);
  const auto [n, row, T_bits] = exp_cell_near_zero(a.hi());
  const auto [r, low] = exp_reduced(a, n, row);
  const bool large = less(64.0f, a.hi());  // T is taken at 2^-8 times its size
  const float T = from_bits(T_bits - (large ? to_bits(0x1p8f) - to_bits(1.0f) : 0u));

  // S = s + s0 + s1: (T - 1) (1 + 1/T) keeps its digits near T = 1; C = c + ce
  const float f = rcp_rn(T), fe = mul_rn(f, fma_rn(neg(T), f, 1.0f));
  const bool close = less(T, 0x1p20f);
  const float t = close ? sub_rn(T, 1.0f) : T, u = close ? t : -1.0f, p = close ? mul_rn(t, f) : 0.0f;
  const auto [s, s0] = fast_add12(t, p);
  const float s1 = fma_rn(u, fe, fma_rn(u, f, neg(p)));
  const auto [c, c0] = fast_add12(T, f);

  // g + ge = C + S r/2 + r^2/12 (C + g), S + (g + ge) r and its derivative (g + (s + c r) r/2) low
  const float half = mul_rn(0.5f, r), twelfth = mul_rn(half, mul_rn(half, 0x1.555558p-2f));
  const auto [g, g0] = add_prod(c, s, half);
  const float ge = fma_rn(twelfth, add_rn(c, g), fma_rn(half, add_rn(s0, s1), add_rn(g0, add_rn(c0, fe))));
  const auto [v, ve] = two_prod(g, r);
  const auto [h, he] = fast_add12(s, v);
  // h + he + s0 + rest: s0 is by far the largest of the low ones where S is, and h - z + s0 is exact
  const float others = fma_rn(r, ge, fma_rn(fma_rn(fma_rn(r, c, s), half, g), low, ve));
  const float rest = add_rn(he, add_rn(s1, others));
  const float z = add_rn(h, add_rn(s0, rest)), ze = add_rn(add_rn(sub_rn(h, z), s0), rest);
  const float scale = flip_sign(large ? 0x1p7f : 0.5f, sign);
  return pair_or_infinity(mul_rn(z, scale), mul_rn(ze, scale));
}

/// cosh(x) for every x.  3.25 u^2 (bounds::hyperbolics); results beyond 2^128 are infinite.  (E + 1/E) / 2.
FF_HD_LARGE constexpr ff_t cosh(ff_t x) {
  using namespace detail;
  // e^|x| = 2^k (h + he); 2^k q (1 + e) = e^-|x|, where -2k is cut at -120: below that q does not count
  const auto [h, he, k] = exp_core(hyperbolic_argument(x, sign_bit(x.hi()), 90.0f));
  const float y = rcp_rn(h), e = fma_rn(neg(he), y, fma_rn(neg(h), y, 1.0f));
  const float q = mul_rn(y, power_of_two(-2 * min_int(k, 60)));
  const auto [v, ve] = fast_add12(h, q);
  const float rest = fma_rn(q, e, he), scale = power_of_two(k - 3);  // k - 1 may be 129
  const auto [z, ze] = hyperbolic_sum(v, ve, rest);
  return pair_or_infinity(mul_rn(mul_rn(z, 4.0f), scale), mul_rn(mul_rn(ze, 4.0f), scale));
}

/// tanh(x) for every x.  4 u^2 (bounds::hyperbolics); tanh(+-0) = +-0, tanh(+-inf) = +-1.
///
/// |x| = t + d: tanh(t + d) = T + W d / (d coth d + T d) with T = tanh t, W = 1 - T^2.  The table's t are
/// such that T and W are floats (accurate tables, Gal 1986, with the argument's tail kept); beyond 8, where T
/// is 1, tanh t is 1 - W/2.  The divisor in two words rounds no term of its series alone, so that cells may
/// be wide.
FF_HD_LARGE constexpr ff_t tanh(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const ff_t a = hyperbolic_argument(x, sign, 18.0f);
  const uint32 cell = (to_bits(add_rn(a.hi(), tanh_offset)) >> tanh_shift) - tanh_first_cell;
  const tanh_row row = tanh_row_of(index_within(cell, tanh_cells - 1));
  const float T = from_bits(row.value), W = from_bits(row.slope);

  // k + k_rest = T + d/3 - d^3/45 + 2 d^5/945,  y + y_rest = 1 + d (k + k_rest),  p + p_rest = W d,
  // W d / (d coth d + T d) = q + e r
  constexpr float third = 1.0f / 3, third_low = -0x1.555556p-27f;
  const auto [d, dl] =
      fast_add12(sub_rn(a.hi(), from_bits(row.point)), sub_rn(a.lo(), from_bits(row.point_low)));
  const float k = fma_rn(d, third, T);
  const float d2 = mul_rn(d, d), after = fma_rn(d2, fma_rn(d2, 2.0f / 945, -1.0f / 45), third_low);
  const float k_rest = fma_rn(d, after, fma_rn(d, third, sub_rn(T, k)));
  const float y = fma_rn(d, k, 1.0f);
  const float y_rest = fma_rn(dl, fma_rn(d, third, k), fma_rn(d, k_rest, fma_rn(d, k, sub_rn(1.0f, y))));
  const float p = mul_rn(W, d), p_rest = fma_rn(W, dl, fma_rn(W, d, neg(p)));
  const float r = rcp_rn(y), q = mul_rn(p, r);
  const float e = fma_rn(neg(q), y_rest, add_rn(fma_rn(neg(q), y, p), p_rest));
  const float remote = sub_rn(fma_rn(neg(T), T, 1.0f), W);  // 0 below 8
  const auto [s, f] = fast_add12(T, q);
  const auto [h, l] = fast_add12(s, fma_rn(remote, 0.5f, fma_rn(e, r, f)));
  return from_words(flip_sign(h, sign), flip_sign(l, sign));
}

namespace bounds {
inline constexpr range finite_cosh{-89.4159, 89.4159, -100}, tanh_arguments{-20, 20, -100};

inline constexpr function_row hyperbolics[] = {
    {"sinh", observed(3.25), {finite_cosh}, "Gal's table of exp"},
    {"cosh", observed(3.25), {finite_cosh}, "Gal's table of exp"},
    {"tanh", observed(4), {tanh_arguments}, "accurate table, one division"},
};
}  // namespace bounds

}  // namespace ff
