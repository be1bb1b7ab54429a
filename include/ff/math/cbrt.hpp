// Cube roots and their inverses: cbrt and rcbrt.
//
//   cbrt:   g near x^(-2/3)/3,  y = x 3 g,  y + (x - y^3) g            (twice, the second time in pairs)
//   rcbrt:  z near x^(-1/3),    r = 1 - x z^3,  z + z (r/3 + 2 r^2/9)
//
// The seeds come from integer arithmetic on the bits (no MUFU) and a polynomial (cbrt_table.hpp).  The
// kernels cbrt22 and rcbrt22 hold on the domain stated; cbrt and rcbrt hold for every x.
#pragma once

#include <ff/math/bounds.hpp>
#include <ff/math/cbrt_table.hpp>
#include <ff/operators.hpp>
#include <ff/platform/integers.hpp>

namespace ff {
namespace detail {

// 2 (bits(|x|) - bits(2^-96)): the sign drops out, and what is not in [2^-96, 2^128) is large.
FF_HD_LARGE constexpr uint32 cbrt_key(float x) { return to_bits(x) + to_bits(x) - 2 * cbrt_least_bits; }
FF_HD_LARGE constexpr bool plain_cbrt(uint32 key) { return key < 2 * (infinity_bits - cbrt_least_bits); }

template <int Shift>
FF_HD_LARGE constexpr float cbrt_seed(float x, uint32 offset) {
  const uint32 key = cbrt_key(x);
  return from_bits(hidden((hidden(key) >> Shift) + offset) * cbrt_factor);
}

// z0 near a constant times x^(-1/3), with the sign of x; v = x z0^3 is 1/3 to 10 %.
struct cube_seed {
  float z0, square, cube, v;  // z0, z0^2, z0^3, x z0^3
};
FF_HD_LARGE constexpr cube_seed seed_cube_root(float x) {
  const float z0 = flip_sign(cbrt_seed<17>(x, rcbrt_offset), sign_bit(x));
  const float square = mul_rn(z0, z0), cube = mul_rn(square, z0);
  return {z0, square, cube, mul_rn(x, cube)};
}

}  // namespace detail

// ---------------------------------------------------------------- cube roots

/// x^(1/3) for 2^-96 <= |x| < 2^128.  29 flops and integer operations.
FF_HD_LARGE constexpr ff_t cbrt22(ff_t x) {
  using namespace detail;
  // g0 near a constant times x^(-2/3), t near x^(1/3) and v = x^2 g0^3: 3 g = g0 v^(-1/3)
  const float xh = x.hi(), g0 = cbrt_seed<16>(xh, cbrt_offset), t = mul_rn(xh, g0);
  const float w = fma_rn(neg(mul_rn(t, t)), g0, cbrt_m), q = fma_rn(w, fma_rn(w, w, cbrt_b), cbrt_a);
  // x^(-2/3)/3 to 2^-18, with two bits less, so that 3 g is exact
  const float full = mul_rn(g0, q), g = from_bits(to_bits(full) & ~3u), g3 = mul_rn(g, 3.0f);
  const float y0 = mul_rn(xh, g3);
  const float y = fma_rn(fma_rn(neg(mul_rn(y0, y0)), y0, xh), g, y0);  // y = root (1 - delta), |delta| < 2 u
  const auto [p, pe] = two_prod(y, y);
  const float rh = fma_rn(neg(p), y, xh), rl = fma_rn(neg(pe), y, x.lo()), r = add_rn(rh, rl);
  // The correction is r g (1 + e) with 1 + e = 1/(3 g y root): y root = y^2 + y r g.
  const float e = fma_rn(neg(fma_rn(mul_rn(g, y), r, pe)), g3, fma_rn(neg(p), g3, 1.0f));
  return add_prod(y, add_rn(rh, fma_rn(r, e, rl)), g);
}

/// x^(-1/3) for 2^-96 <= |x| < 2^128.  41 flops and integer operations.
FF_HD_LARGE constexpr ff_t rcbrt22(ff_t x) {
  using namespace detail;
  const float xh = x.hi();
  const cube_seed seed = seed_cube_root(xh);
  const float z1 = mul_rn(seed.z0, fma_rn(seed.v, fma_rn(seed.v, rcbrt_p2, rcbrt_p1), rcbrt_p0));
  const float z2 = mul_rn(z1, z1);
  const float e1 = fma_rn(neg(mul_rn(x.lo(), z2)), z1, fma_rn(neg(mul_rn(xh, z2)), z1, 1.0f));
  const float z = fma_rn(mul_rn(z1, 1.0f / 3), e1, z1);
  // r = 1 - x z^3, through the pair x z^2 = 1/z.
  const auto [p, pe] = two_prod(z, z);
  const float t = fma_rn(x.lo(), p, mul_rn(xh, pe)), yh = fma_rn(xh, p, t);
  const float yl = add_rn(fma_rn(xh, p, neg(yh)), t);
  const float rh = fma_rn(neg(yh), z, 1.0f), rl = mul_rn(neg(yl), z), r = add_rn(rh, rl);
  // z + z (r/3 + 2 r^2/9), with c = z/3 rounded and z - 3c made good.
  const float c = mul_rn(z, 1.0f / 3);
  const float e = fma_rn(r, 2.0f / 3, mul_rn(fma_rn(c, -3.0f, z), yh));
  // Each part of the correction times c by itself: rounded, their sum made errors of 4.03 u^2 out of 3.17.
  const float rest = fma_rn(r, e, rl), root = fma_rn(add_rn(rh, rest), c, z);
  return fast_add12(root, fma_rn(rest, c, fma_rn(rh, c, sub_rn(z, root))));
}

namespace detail {
FF_HD_LARGE constexpr ff_t cbrt_outside(ff_t x) {
  if (is_zero_or_not_finite(x.hi())) return x.hi();
  const ff_t y = cbrt22(from_words(mul_rn(x.hi(), 0x1p96f), mul_rn(x.lo(), 0x1p96f)));
  return from_words(mul_rn(y.hi(), 0x1p-32f), mul_rn(y.lo(), 0x1p-32f));
}
FF_HD_LARGE constexpr ff_t rcbrt_outside(ff_t x) {
  if (equal(x.hi(), 0.0f)) return with_sign(infinity, sign_bit(x.hi()));
  if (equal(abs(x.hi()), infinity)) return with_sign(0.0f, sign_bit(x.hi()));
  if (!less(abs(x.hi()), infinity)) return x.hi();
  const ff_t z = rcbrt22(from_words(mul_rn(x.hi(), 0x1p96f), mul_rn(x.lo(), 0x1p96f)));
  return from_words(mul_rn(z.hi(), 0x1p32f), mul_rn(z.lo(), 0x1p32f));
}
}  // namespace detail

/// x^(1/3) for every x, subnormal ones included.  4 u^2.  cbrt(+-0) = +-0, cbrt(+-inf) = +-inf.
FF_HD_LARGE constexpr ff_t cbrt(ff_t x) {
  using namespace detail;
  return plain_or(
      [&] { return plain_cbrt(cbrt_key(x.hi())); }, [&] { return cbrt22(x); },
      [](const ff_t& y) { return !less(0x1p-32f, abs(y.hi())); },  // of x below 2^-96 cbrt22 makes 0
      [&] { return cbrt_outside(x); });
}

/// x^(-1/3) for every x.  4 u^2.  rcbrt(+-0) = +-inf, rcbrt(+-inf) = +-0.
FF_HD_LARGE constexpr ff_t rcbrt(ff_t x) {
  using namespace detail;
  return plain_or(
      plain_cbrt(cbrt_key(x.hi())), [&] { return rcbrt22(x); }, [&] { return rcbrt_outside(x); });
}

namespace bounds {
inline constexpr function_row cube_roots[] = {
    {"cbrt", observed(4), {everything}, "Newton from an integer seed, residue in two words"},
    {"rcbrt", observed(4), {everything}, "Newton from an integer seed, residue in two words"},
};
}  // namespace bounds

}  // namespace ff
