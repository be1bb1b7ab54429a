// Inverse hyperbolic sine, cosine and tangent.
//
// All three take the logarithm's row of w, a float near e^u for the angle u, and its short c near 1/w:
//
//   u = -log c + 2 atanh z,  z = (c e^u - 1) / (c e^u + 1),  2 atanh z = 2 z (1 + z^2/3 + z^4/5 + ...).
//
// With s = sinh u the quotient is (2 c s - (1 - c^2)) / (2 c cosh u + 1 + c^2).  Its numerator is small and
// exact, so that it needs few digits, but where c is 1.  w is a bit less than e^u (0.99992 at
// u = 0), so that the cell of c = 1 reaches up to 0.9 2^-11, next to -log c of the following one, which ends
// where the angle reaches 2^-10 and its low word would get a bit longer.
#pragma once

#include <ff/math/bounds.hpp>
#include <ff/math/log.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

// -log c = high + rest + low; rest is the error of the sum `high`, and low smaller still.
struct angle_words {
  float high, rest, low;
};
// c near 1/w for 1 <= w < 2^124.
struct angle_cell {
  float c;
  angle_words angle;
};
FF_HD_LARGE constexpr angle_cell angle_cell_of(float w) {
  const auto [row, c, k] = log_cell_of(w);
  const float hi = from_bits(row.hi), b = fma_rn(k, ln2_step_hi, hi);
  const float be = add_rn(fma_rn(k, ln2_step_hi, neg(b)), hi);
  return {c, {b, be, fma_rn(k, ln2_step_lo, from_bits(row.lo))}};
}

// n - z (d + dl), for z near that quotient.
FF_HD_LARGE constexpr float quotient_rest(ff_t n, float d, float dl, float z) {
  return fma_rn(neg(z), dl, add_rn(fma_rn(neg(z), d, n.hi()), n.lo()));
}

// angle + z + cubic z^3 + quintic z^5, z = n / (d + dl); |n.hi| >= |n.lo| or n = 0, angle >= |z|/2 or 0.
// The quotient is z + e r.  z has to be within an ulp of it: what e loses would show otherwise.
FF_HD_LARGE constexpr ff_t angle_plus_quotient(angle_words angle, ff_t n, float d, float dl, float cubic,
                                               float quintic) {
  const float r = rcp_rn(d), rough = mul_rn(n.hi(), r);
  const float z = fma_rn(quotient_rest(n, d, dl, rough), r, rough), e = quotient_rest(n, d, dl, z);
  const float z2 = mul_rn(z, z), c = mul_rn(z2, fma_rn(z2, quintic, cubic));
  const float lowest = add_rn(angle.rest, fma_rn(e, r, fma_rn(z, c, angle.low)));
  const float s = add_rn(angle.high, add_rn(z, lowest));
  return fast_add12(s, sub_rn(lowest, sub_rn(sub_rn(s, angle.high), z)));
}

// A short factor times what a number has beside its head: a b + rest.
struct low_product {
  float a, b, rest;
};

// asinh(s + sl) for 0 <= s < 2^12 and half = sqrt(1 + s^2) / 2; low_times(y) is the product sl y.  Here z is
// twice the hyperbolic tangent:
//   z = n / d,  n = 2 c s - (1 - c^2),  d = 2 c half + (1 + c^2) / 2,
//   2 atanh(z/2) = z + z^3/12 + z^5/80 + ...
// c^2 is a float, 2 c s within a factor of 2 of 1 - c^2.  sl is about as large as n's last bits where s is:
// it goes in last, next to n's head, so that its product is not rounded by itself.
template <class Low>
FF_HD_LARGE constexpr ff_t asinh_of(float s, Low low_times, ff_t half) {
  const auto [c, angle] = angle_cell_of(fma_rn(half.hi(), 1.99984f, s));
  const float c2 = add_rn(c, c), square = mul_rn(c, c);
  const auto [p, pe] = two_prod(c2, s);
  const auto [m, me] = fast_add12(1.0f, neg(square));
  const auto [a, b, rest] = low_times(c2);
  const float top = sub_rn(p, m), low = sub_rn(pe, me), head = add_rn(top, fma_rn(a, b, low));
  const ff_t n = from_words(head, add_rn(fma_rn(a, b, add_rn(sub_rn(top, head), low)), rest));
  const float f = fma_rn(square, 0.5f, 0.5f), fe = fma_rn(square, 0.5f, sub_rn(0.5f, f));
  const float d = fma_rn(c2, half.hi(), f), e = fma_rn(c2, half.hi(), sub_rn(f, d));
  const float dl = add_rn(e, fma_rn(c2, half.lo(), fe));
  return angle_plus_quotient(angle, n, d, dl, 1.0f / 12, 1.0f / 80);
}

// asinh(a + l) for 0 <= a < 2^12.
FF_HD_LARGE constexpr ff_t asinh_magnitude(float a, float l) {
  const float b = mul_rn(a, 0.5f);
  const float v = fma_rn(b, b, 0.25f), ve = fma_rn(b, l, fma_rn(b, b, sub_rn(0.25f, v)));  // (1 + x^2) / 4
  const auto [s, h] = sqrt_seed(v);
  const auto low_times = [&](float y) { return low_product{l, y, 0.0f}; };
  return asinh_of(a, low_times, from_words(s, mul_rn(add_rn(fma_rn(neg(s), s, v), ve), h)));
}

// asinh (plus = 0.25) and acosh (plus = -0.25) where the table ends, x >= 2^12, and of NaN: ln(2x + plus /
// (x/2)).
FF_HD_OUT_OF_LINE constexpr ff_t far_angle(ff_t x, float plus) {
  if (!less(x.hi(), infinity)) return x.hi();
  const auto [h, l] = fast_add12(x.hi(), add_rn(x.lo(), div_rn(plus, x.hi())));
  return log_core(from_words(mul_rn(h, 0x1p-32f), mul_rn(l, 0x1p-32f)), 33 * 0x1p23f);
}

// acosh outside [1 + 2^-100, 2^12): sqrt(2 (x - 1)) near 1.
FF_HD_OUT_OF_LINE constexpr ff_t acosh_outside(ff_t x, ff_t m) {
  if (!less(x.hi(), 0x1p12f)) return far_angle(x, -0.25f);  // NaN too
  if (less(m.hi(), 0.0f)) return quiet_nan;
  return sqrt(from_words(add_rn(m.hi(), m.hi()), add_rn(m.lo(), m.lo())));
}

// atanh(a + l) from a = 0.999 on, and of NaN: ln((2 - q) / q) / 2 with q = 1 - a - l.
FF_HD_OUT_OF_LINE constexpr ff_t atanh_outside(float a, float l) {
  const ff_t q = fast_add12(sub_rn(1.0f, a), neg(l));
  if (equal(q.hi(), 0.0f)) return infinity;
  if (!less(0.0f, q.hi())) return quiet_nan;
  const int n = ilogb(q);
  const ff_t ln = log_core(div22(sub22(ff_t(2.0f), q), ldexp(q, -n)), static_cast<float>(-n * 0x800000));
  return from_words(mul_rn(ln.hi(), 0.5f), mul_rn(ln.lo(), 0.5f));
}

// atanh(a + l) for 0 <= a < 0.999.
//
// Of the double angle, e^(2u) = (1 + x) / (1 - x), and z = ((1 + c) x - (1 - c)) / (1 + c - (1 - c) x).
FF_HD_LARGE constexpr ff_t atanh_magnitude(float a, float l) {
  const auto [c, angle] = angle_cell_of(mul_rn(add_rn(0.99992f, a), rcp_rn(sub_rn(1.0f, a))));
  // all exact; from 1/2 on in terms of 1 - a
  const float sum = add_rn(1.0f, c), gap = sub_rn(1.0f, c), c2 = add_rn(c, c);
  const bool large = !less(a, 0.5f);
  const auto [y, ye] = fast_add12(large ? sub_rn(1.0f, a) : a, large ? neg(l) : l);
  const auto [p, pe] = two_prod(sum, y);
  const ff_t m = fast_add12(sub_rn(p, large ? c2 : gap), fma_rn(sum, ye, pe)), n = large ? -m : m;
  const float slope = large ? gap : neg(gap), base = large ? c2 : sum;
  const auto [q, qe] = two_prod(slope, y);
  const auto [d, de] = fast_add12(base, q);
  const float dl = fma_rn(slope, ye, add_rn(de, qe));
  const angle_words half{mul_rn(angle.high, 0.5f), mul_rn(angle.rest, 0.5f), mul_rn(angle.low, 0.5f)};
  return angle_plus_quotient(half, n, d, dl, 1.0f / 3, 1.0f / 5);
}

}  // namespace detail

/// asinh(x) for every x.  4 u^2 (bounds::inverse_hyperbolics); asinh(+-0) = +-0, asinh(+-inf) = +-inf.
FF_HD_LARGE constexpr ff_t asinh(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const float a = abs(x.hi()), l = flip_sign(x.lo(), sign);
  const ff_t u = plain_or(
      less(a, 0x1p12f), [&] { return asinh_magnitude(a, l); },
      [&] { return far_angle(from_words(a, l), 0.25f); });
  return flip_sign(u, sign);
}

/// acosh(x) for every x.  4 u^2 (bounds::inverse_hyperbolics), near 1 too, by the pair's value; acosh(1) =
/// +0, acosh(x < 1) = NaN, acosh(inf) = inf.
FF_HD_LARGE constexpr ff_t acosh(ff_t x) {
  using namespace detail;
  const ff_t m = fast_add12(sub_rn(x.hi(), 1.0f), x.lo());
  if (!between(m.hi(), 0x1p-100f, 0x1p12f)) return acosh_outside(x, m);
  // s = sinh u = sqrt(m^2 + 2m)
  const float twice = add_rn(m.hi(), m.hi());
  const auto [square, square_low] = sqr12(m.hi());
  const auto [sum, sum_low] = add12(square, twice);
  const float v = add_rn(sum, fma_rn(2.0f, m.lo(), sum_low));
  const float rest =
      add_rn(fma_rn(2.0f, m.lo(), add_rn(sub_rn(sum, v), sum_low)), fma_rn(twice, m.lo(), square_low));
  const auto [s, h] = sqrt_seed(v);
  // sl y = (e + rest) y / (2s + sl), e = v - s^2, with g = y h not exactly y / (2s)
  const float root = s, half_inverse = h;
  const float e = fma_rn(neg(s), s, v), first = mul_rn(add_rn(e, rest), h);
  const auto low_times = [=](float y) {
    const float g = mul_rn(y, half_inverse),
                excess = fma_rn(neg(first), g, fma_rn(neg(root), add_rn(g, g), y));
    return low_product{e, g, fma_rn(rest, g, mul_rn(first, excess))};
  };
  return asinh_of(s, low_times, from_words(mul_rn(x.hi(), 0.5f), mul_rn(x.lo(), 0.5f)));
}

/// atanh(x) for every x.  4 u^2 (bounds::inverse_hyperbolics), near +-1 too, by the pair's value; atanh(+-0)
/// = +-0, atanh(+-1) = +-inf, atanh(|x| > 1) = NaN.
FF_HD_LARGE constexpr ff_t atanh(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const float a = abs(x.hi()), l = flip_sign(x.lo(), sign);
  const ff_t u = plain_or(
      less(a, 0.999f), [&] { return atanh_magnitude(a, l); }, [&] { return atanh_outside(a, l); });
  return flip_sign(u, sign);
}

namespace bounds {
inline constexpr function_row inverse_hyperbolics[] = {
    {"asinh", observed(4), {{-3.4e38, 3.4e38, -100}}, "log's table"},
    {"acosh", observed(4), {{1, 3.4e38, 0}}, "log's table"},
    {"atanh", observed(4), {{-1, 1, -100}}, "log's table"},
};
}  // namespace bounds

}  // namespace ff
