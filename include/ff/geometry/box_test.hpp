// What two plane equations over a box of parameters say about their common zeros: none, at most one, or
// nothing yet.  The tests are proved in docs/proofs/bezier.md.
#pragma once

#include <ff/geometry/plane_pair.hpp>

namespace ff {
namespace detail {

/// A 2 x 2 matrix of floats, and a pair of them.
struct matrix2 {
  float m00, m01, m10, m11;
};
struct float_pair {
  float u, v;
};

/// x y - z w to about 2 u, by Kahan's fused products.
FF_HD constexpr float difference_of_float_products(float x, float y, float z, float w) {
  const float p = mul_rn(z, w), e = fma_rn(neg(z), w, p);
  return add_rn(fma_rn(x, y, neg(p)), e);
}

/// The inverse as floats have it; infinities or NaN where there is none.
FF_HD constexpr matrix2 inverse(const matrix2& m) {
  const float r = div_rn(1.0f, difference_of_float_products(m.m00, m.m11, m.m01, m.m10));
  return {mul_rn(m.m11, r), mul_rn(neg(m.m01), r), mul_rn(neg(m.m10), r), mul_rn(m.m00, r)};
}

/// The numbers between two others.
struct spread {
  float lower, upper;

  FF_HD constexpr void take(float x) { take({x, x}); }
  FF_HD constexpr void take(const spread& x) {
    lower = least(lower, x.lower), upper = greatest(upper, x.upper);
  }
  FF_HD constexpr float middle() const { return mul_rn(0.5f, add_rn(lower, upper)); }
  FF_HD constexpr float magnitude() const { return greatest(abs(lower), abs(upper)); }
  /// Returns whether all of them keep their sign when each is off by `error`; the factor covers their own
  /// rounding.
  FF_HD constexpr bool has_sign(float error) const {
    const float e = with_slack(error);
    return less(e, lower) || less(upper, neg(e));
  }
};
FF_HD constexpr spread no_spread() { return {infinity, neg(infinity)}; }

template <class T>
FF_HD_LARGE constexpr spread spread_of(const T (&c)[4][4]) {
  spread e = no_spread();
  for (const auto& row : c)
    for (const T& x : row) e.take(number<T>::to_float(x));
  return e;
}

/// The differences of neighbouring coefficients along u and along v: a third of the derivatives' own.
struct difference_spreads {
  spread u, v;
};
template <class T>
FF_HD_LARGE constexpr difference_spreads differences(const T (&c)[4][4]) {
  using n = number<T>;
  difference_spreads d{no_spread(), no_spread()};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      d.u.take(n::to_float(n::sub(c[j + 1][i], c[j][i])));
      d.v.take(n::to_float(n::sub(c[i][j + 1], c[i][j])));
    }
  }
  return d;
}

/// Holds what is known of the common zeros in a box.
enum class box_verdict {
  empty,   ///< there is none
  single,  ///< there is at most one, in the box and its margin
  narrow,  ///< unknown, and all of them are in a known part of it
  halve_u,
  halve_v,  ///< unknown: the halves along u or v may tell
  noise     ///< unknown, and the errors of the coefficients hide what smaller boxes would tell
};

/// Around a box on each side, in units of the box, its test for a single zero holds as well.
inline constexpr float box_margin = 0x1p-5f;
/// What the absolute values of Bernstein's polynomials of a degree add up to on the margin, at most:
/// (1 + 2 box_margin)^degree, exact up to degree 5.
FF_HD constexpr float sum_on_margin(int degree) {
  return degree == 0 ? 1.0f : mul_rn(sum_on_margin(degree - 1), fma_rn(2.0f, box_margin, 1.0f));
}

/// The test for a single zero is made where the norm of I - K J on the box is below the former.  The latter
/// is how much that norm may grow on the margin: its entries have degree 2 in one parameter and 3 in the
/// other.
inline constexpr float greatest_norm = 0.6f, growth_on_margin = 1.355f;
static_assert(sum_on_margin(5) <= growth_on_margin && mul_rn(greatest_norm, growth_on_margin) < 0.9f,
              "docs/proofs/bezier.md: on the margin N has to be a contraction");

/// A range of a parameter after so many halvings, in units of its length.
struct dyadic_range {
  int depth;
  uint32 index;
};

/// The verdict on a box and why.
struct box_result {
  box_verdict verdict;
  matrix2 k;           ///< the preconditioner: near the inverse of the Jacobian on the box
  float contracts;     ///< single: a bound of the norm of I - K J on the box and its margin
  float_pair tilt;     ///< unknown: the combination tilt.u a + tilt.v b that varies least
  dyadic_range u, v;   ///< narrow: the part
  box_verdict halves;  ///< narrow: what else may tell, halve_u or halve_v
};

/// A preconditioned pair of equations in floats: c_0 near u - u*, c_1 near v - v*.
struct conditioned {
  float c[2][4][4];
  float error[2];     ///< of each coefficient
  float rounding[2];  ///< of a value from them
  matrix2 deviation;  ///< bounds of the entries of I - K J on the box
  spread line[2][4];  ///< of the rows of c_0, for each u, and the columns of c_1, for each v

  FF_HD constexpr spread all(int e) const {
    spread x = line[e][0];
    for (int i = 1; i < 4; ++i) x.take(line[e][i]);
    return x;
  }
};

/// The zero's coordinate that is left of [lower, upper] when the equation has the value g at the middle.
struct narrowed_range {
  float lower, upper;
  bool is_empty;
};
FF_HD_LARGE constexpr narrowed_range narrow_range(float lower, float upper, float middle, float g,
                                                  float radius) {
  const float newton = sub_rn(middle, g);
  // Two roundings of numbers below 2^4 or so, with room.
  const float r = fma_rn(add_rn(abs(newton), 2.0f), 0x1p-22f, with_slack(radius));
  const float l = greatest(lower, sub_rn(newton, r)), h = least(upper, add_rn(newton, r));
  return {l, h, less(h, l)};
}

/// Krawczyk's operator on shrinking boxes with one preconditioner: true where it proves that the box has no
/// zero; `where` becomes the middle of what is left.
FF_HD_LARGE bool krawczyk_empties(const conditioned& f, float_pair& where) {
  spread u{0.0f, 1.0f}, v{0.0f, 1.0f};
  for (int steps = 0; steps < 16; ++steps) {
    const float mu = u.middle(), mv = v.middle();
    const float hu = greatest(sub_rn(u.upper, mu), sub_rn(mu, u.lower));
    const float hv = greatest(sub_rn(v.upper, mv), sub_rn(mv, v.lower));
    const float g[2] = {value_at(f.c[0], mu, mv), value_at(f.c[1], mu, mv)};
    const matrix2& d = f.deviation;
    const float ru = add_rn(fma_rn(d.m00, hu, mul_rn(d.m01, hv)), f.rounding[0]);
    const float rv = add_rn(fma_rn(d.m10, hu, mul_rn(d.m11, hv)), f.rounding[1]);
    const auto [ul, uh, no_u] = narrow_range(u.lower, u.upper, mu, g[0], ru);
    const auto [vl, vh, no_v] = narrow_range(v.lower, v.upper, mv, g[1], rv);
    if (no_u || no_v) return true;
    u = {ul, uh}, v = {vl, vh};
    where = {u.middle(), v.middle()};
    if (less(greatest(hu, hv), 0x1p-7f)) return false;  // what is left is well within the margin
  }
  return false;
}

/// Newton's method in floats from `where`, and the inverse of the Jacobian where it ends.  Nothing is proved
/// here; the point stays near the box.
FF_HD_LARGE void approach(const conditioned& f, float_pair& where, matrix2& step) {
  for (int steps = 0; steps < 4; ++steps) {
    float g[2] = {};
    matrix2 j{};
    for (int e = 0; e < 2; ++e) {
      value_and_slope<float> row[4] = {};
      for (int i = 0; i < 4; ++i)
        row[i] = cubic_at(f.c[e][i][0], f.c[e][i][1], f.c[e][i][2], f.c[e][i][3], where.v);
      const auto at = cubic_at(row[0].value, row[1].value, row[2].value, row[3].value, where.u);
      const float dv = cubic_at(row[0].slope, row[1].slope, row[2].slope, row[3].slope, where.u).value;
      g[e] = at.value;
      if (e == 0) j.m00 = at.slope, j.m01 = dv;
      if (e == 1) j.m10 = at.slope, j.m11 = dv;
    }
    step = inverse(j);
    const float du = fma_rn(step.m00, g[0], mul_rn(step.m01, g[1]));
    const float dv = fma_rn(step.m10, g[0], mul_rn(step.m11, g[1]));
    const auto near_box = [](float x) { return least(greatest(x, neg(box_margin)), 1.0f + box_margin); };
    where = {near_box(sub_rn(where.u, du)), near_box(sub_rn(where.v, dv))};
    if (less(add_rn(abs(du), abs(dv)), 0x1p-20f)) return;
  }
}

/// K a and K b in T, then what the tests take of them in floats.
template <class T>
FF_HD_LARGE void precondition(const bicubic<T>& a, const bicubic<T>& b, float a_size, float b_size,
                              const matrix2& k, conditioned& f) {
  using n = number<T>;
  constexpr float rounding = n::by_float_error + n::sum_error;
  const float a_error = fma_rn(a_size, rounding, a.error), b_error = fma_rn(b_size, rounding, b.error);
  float deviation[2][2] = {};
  for (int e = 0; e < 2; ++e) {
    const float ka = e == 0 ? k.m00 : k.m10, kb = e == 0 ? k.m01 : k.m11;
    T c[4][4] = {};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) c[i][j] = n::add(n::mul(a.c[i][j], ka), n::mul(b.c[i][j], kb));
    const float exact_coefficients = with_slack(fma_rn(abs(ka), a_error, mul_rn(abs(kb), b_error)));
    const difference_spreads d = differences(c);
    for (spread& line : f.line[e]) line = no_spread();
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        f.c[e][i][j] = n::to_float(c[i][j]);
        f.line[e][e == 0 ? i : j].take(f.c[e][i][j]);
      }
    const float size = f.all(e).magnitude();
    f.error[e] = exact_coefficients;
    // From the exact coefficients to floats, and six means of them.
    f.rounding[e] = with_slack(fma_rn(size, 13 * 0x1p-24f, exact_coefficients));
    // 3 (c' - c): twice the coefficients' error, and the roundings of the difference and of 3 d - 1.
    const auto away = [&](const spread& x, float identity) {
      const float m =
          greatest(abs(fma_rn(3.0f, x.lower, neg(identity))), abs(fma_rn(3.0f, x.upper, neg(identity))));
      return with_slack(add_rn(fma_rn(6.0f, exact_coefficients, m), fma_rn(m, 0x1p-21f, 0x1p-21f)));
    };
    deviation[e][0] = away(d.u, e == 0 ? 1.0f : 0.0f);
    deviation[e][1] = away(d.v, e == 1 ? 1.0f : 0.0f);
  }
  f.deviation = {deviation[0][0], deviation[0][1], deviation[1][0], deviation[1][1]};
}

/// The combination of a and b whose linear part along the larger gradient vanishes, and whether the errors
/// hide it: its coefficients are all within `factor` times their error.
struct least_varying {
  float_pair tilt;
  bool hidden;
};
template <class T>
FF_HD_LARGE least_varying least_combination(const bicubic<T>& a, const bicubic<T>& b, const matrix2& jacobian,
                                            float factor) {
  const float aa = fma_rn(jacobian.m00, jacobian.m00, mul_rn(jacobian.m01, jacobian.m01));
  const float bb = fma_rn(jacobian.m10, jacobian.m10, mul_rn(jacobian.m11, jacobian.m11));
  const float ab = fma_rn(jacobian.m00, jacobian.m10, mul_rn(jacobian.m01, jacobian.m11));
  const bool keeps_b = !less(aa, bb);
  const float big = keeps_b ? aa : bb, part = less(0.0f, big) ? neg(div_rn(ab, big)) : 0.0f;
  const float_pair tilt = keeps_b ? float_pair{part, 1.0f} : float_pair{1.0f, part};
  float size = 0.0f;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const float x = number<T>::to_float(a.c[i][j]), y = number<T>::to_float(b.c[i][j]);
      size = greatest(size, abs(fma_rn(tilt.u, x, mul_rn(tilt.v, y))));
    }
  const float error = fma_rn(abs(tilt.u), a.error, mul_rn(abs(tilt.v), b.error));
  return {tilt, !less(mul_rn(factor, error), size)};
}

/// A cubic's halves by de Casteljau's algorithm: the coefficients of both, the last of the lower being the
/// first of the upper.
FF_HD constexpr void halve_floats(const float (&c)[4], float (&h)[7]) {
  const float m = middle(c[1], c[2]);
  h[0] = c[0], h[1] = middle(c[0], c[1]), h[2] = middle(h[1], m);
  h[6] = c[3], h[5] = middle(c[2], c[3]), h[4] = middle(m, h[5]), h[3] = middle(h[2], h[4]);
}

/// The halvings of [0, 1], `most` at most, that leave one half without a zero of any cubic between two; false
/// where both halves of one have none: there is none at all.  `error` is that of the coefficients and of 9
/// means.
FF_HD_LARGE constexpr bool clip(float (&lower)[4], float (&upper)[4], float error, int most,
                                dyadic_range& left) {
  const float e = with_slack(add_rn(error, 0x1p-126f));  // halves may underflow
  left = {0, 0};
  while (left.depth < most) {
    float l[7] = {}, g[7] = {};
    halve_floats(lower, l), halve_floats(upper, g);
    const auto has_sign = [&](int first) {
      const float least_of = least(least(l[first], l[first + 1]), least(l[first + 2], l[first + 3]));
      const float greatest_of =
          greatest(greatest(g[first], g[first + 1]), greatest(g[first + 2], g[first + 3]));
      return less(e, least_of) || less(greatest_of, neg(e));
    };
    const bool no_lower = has_sign(0), no_upper = has_sign(3);
    if (no_lower && no_upper) return false;
    if (no_lower == no_upper) return true;
    for (int i = 0; i < 4; ++i) lower[i] = no_lower ? l[3 + i] : l[i], upper[i] = no_lower ? g[3 + i] : g[i];
    left = {left.depth + 1, 2 * left.index + (no_lower ? 1u : 0u)};
  }
  return true;
}

/// Takes only those of the halvings that are along the parameter by which the equations vary more, or nearly
/// so; false if none is left.
FF_HD_LARGE constexpr bool keep_balance(float along_u, float along_v, dyadic_range& u, dyadic_range& v) {
  int u_depth = 0, v_depth = 0;
  for (;;) {
    const bool u_is_first = !less(along_u, along_v);
    const bool u_may = u_depth < u.depth && !less(along_u, mul_rn(0.75f, along_v));
    const bool v_may = v_depth < v.depth && !less(along_v, mul_rn(0.75f, along_u));
    if (!u_may && !v_may) break;
    if (u_may && (u_is_first || !v_may))
      ++u_depth, along_u = mul_rn(0.5f, along_u);
    else
      ++v_depth, along_v = mul_rn(0.5f, along_v);
  }
  u = {u_depth, u.index >> (u.depth - u_depth)}, v = {v_depth, v.index >> (v.depth - v_depth)};
  return u_depth + v_depth > 0;
}

/// The verdict on the box over which a and b are given.  `hides` is how many times their error the
/// coefficients of the least varying combination must exceed to be worth smaller boxes.  f is for single
/// boxes.
template <class T>
FF_HD_LARGE box_result examine(const bicubic<T>& a, const bicubic<T>& b, float hides, conditioned& f) {
  box_result r{};
  r.verdict = box_verdict::empty;
  const spread a_range = spread_of(a.c), b_range = spread_of(b.c);
  if (a_range.has_sign(a.error) || b_range.has_sign(b.error)) return r;

  const difference_spreads a_step = differences(a.c), b_step = differences(b.c);
  const matrix2 jacobian{mul_rn(3.0f, a_step.u.middle()), mul_rn(3.0f, a_step.v.middle()),
                         mul_rn(3.0f, b_step.u.middle()), mul_rn(3.0f, b_step.v.middle())};
  const float a_size = a_range.magnitude(), b_size = b_range.magnitude();
  r.k = inverse(jacobian);
  const float k_size = add_rn(add_rn(abs(r.k.m00), abs(r.k.m01)), add_rn(abs(r.k.m10), abs(r.k.m11)));
  if (less(mul_rn(k_size, add_rn(a_size, b_size)), 0x1p40f)) {  // neither infinite nor NaN
    precondition(a, b, a_size, b_size, r.k, f);
    if (f.all(0).has_sign(f.error[0]) || f.all(1).has_sign(f.error[1])) return r;
    const matrix2& d = f.deviation;
    const float norm = with_slack(greatest(add_rn(d.m00, d.m01), add_rn(d.m10, d.m11)));
    if (less(norm, greatest_norm)) {
      r.contracts = mul_rn(norm, growth_on_margin);
      r.verdict = box_verdict::single;
      return r;
    }
    // As many halvings as may suffice for a single zero.
    const int most = less(norm, 2 * greatest_norm) ? 1 : less(norm, 4 * greatest_norm) ? 2 : 3;
    float u_least[4], u_greatest[4], v_least[4], v_greatest[4];
    for (int i = 0; i < 4; ++i) {
      u_least[i] = f.line[0][i].lower, u_greatest[i] = f.line[0][i].upper;
      v_least[i] = f.line[1][i].lower, v_greatest[i] = f.line[1][i].upper;
    }
    if (!clip(u_least, u_greatest, f.rounding[0], most, r.u) ||
        !clip(v_least, v_greatest, f.rounding[1], most, r.v))
      return r;
  }
  const least_varying q = least_combination(a, b, jacobian, hides);
  r.tilt = q.tilt;
  const float along_u = greatest(a_step.u.magnitude(), b_step.u.magnitude());
  const float along_v = greatest(a_step.v.magnitude(), b_step.v.magnitude());
  r.halves = less(along_u, along_v) ? box_verdict::halve_v : box_verdict::halve_u;
  r.verdict = q.hidden                                   ? box_verdict::noise
              : keep_balance(along_u, along_v, r.u, r.v) ? box_verdict::narrow
                                                         : r.halves;
  return r;
}

}  // namespace detail
}  // namespace ff
