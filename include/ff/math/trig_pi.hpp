// sinpi, cospi, sincospi and tanpi: the functions of pi x, exact at the multiples of 1/2.
//
// x less the nearest multiple of 1/2 is exact, so no multiple of pi is ever subtracted; pi times the rest
// goes into the series of sin, cos and tan.  No branch for |x| < 2^14; beyond, x modulo 2 first.
#pragma once

#include <ff/math/trig.hpp>

namespace ff {
namespace bounds {

inline constexpr function_bound half_turns[] = {
    {"sinpi", 4.5, evidence::observed, relative_to::result, {-16384, 16384, -60}, unused, "table, degree 4"},
    {"sinpi_any",
     8,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p40, 0x1p40, -149},
     unused,
     "x modulo 2"},
    {"cospi", 4.5, evidence::observed, relative_to::result, {-16384, 16384, -60}, unused, "table, degree 4"},
    {"cospi_any",
     8,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p40, 0x1p40, -149},
     unused,
     "x modulo 2"},
    {"tanpi", 4, evidence::observed, relative_to::result, {-16384, 16384, -60}, unused, "table, quotient"},
    {"tanpi_any",
     8,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p40, 0x1p40, -149},
     unused,
     "x modulo 2"},
    {"sincospi_sin",
     4.5,
     evidence::observed,
     relative_to::result,
     {-16384, 16384, -60},
     unused,
     "table, degree 4"},
    {"sincospi_cos",
     4.5,
     evidence::observed,
     relative_to::result,
     {-16384, 16384, -60},
     unused,
     "table, degree 4"},
};

}  // namespace bounds

namespace detail {

inline constexpr ff_t pi_pair{2 * 0x1.921fb6p0f, 2 * -0x1.777a5cp-25f};

// x - n/2 for the integer n nearest to 2x, |x| < 2^22: exact.
FF_HD constexpr quadrant_rest split_half_turn(float hi, float lo) {
  const float t = fma_rn(hi, 2.0f, 0x1.8p23f), n = sub_rn(t, 0x1.8p23f);
  const auto [b, bl] = fast_add12(fma_rn(n, -0.5f, hi), lo);
  return {b, bl, to_bits(t)};
}

// A finite float modulo 2, in [-1, 1].
FF_HD constexpr float modulo_two(float a) {
  if (!less(abs(a), 0x1p23f)) return less(abs(a), 0x1p24f) && (to_bits(a) & 1u) != 0 ? 1.0f : 0.0f;
  return fma_rn(sub_rn(fma_rn(a, 0.5f, 0x1.8p23f), 0x1.8p23f), -2.0f, a);
}

#if defined(__CUDACC__)
__host__ __device__ __noinline__
#endif
    constexpr quadrant_rest
    split_half_turn_any(float hi, float lo) {
  if (!less(abs(hi), infinity) || !less(abs(lo), infinity)) return {0.0f, quiet_nan, 0};
  const auto [h, l] = add12(modulo_two(hi), modulo_two(lo));
  return split_half_turn(h, l);
}

FF_HD constexpr quadrant_rest half_turns_of(ff_t x) {
  const quadrant_rest r = split_half_turn(x.hi(), x.lo());
  // the sum is NaN when a word is
  if (less(abs(add_rn(x.hi(), x.lo())), 0x1p14f)) return r;
  return split_half_turn_any(x.hi(), x.lo());
}

// pi |hi| of r; the low word of r joins after the point has gone, where it costs less accuracy.
FF_HD constexpr ff_t pi_times_head(const quadrant_rest& r) { return mul21(pi_pair, abs(r.hi)); }

// d of |pi r| = t + d.
FF_HD constexpr ff_t offset_from(float point, ff_t y, const quadrant_rest& r) {
  const float low = flip_by(r.lo, r.hi);
  const auto [d, dl] = add_prod(sub_rn(y.hi(), point), low, pi_pair.hi());
  return fast_add12(d, add_rn(dl, fma_rn(pi_pair.lo(), low, y.lo())));
}

// sin(pi (x + shift/2)); the sign of zero is that of `zero`.
template <uint32 shift>
FF_HD constexpr ff_t shifted_sinpi(ff_t x, float zero) {
  const quadrant_rest r = half_turns_of(x);
  const ff_t y = pi_times_head(r);
  const uint32 q = r.quadrant + shift, cell = cell_of(y.hi(), q, sine_grid);
  const ff_t d = offset_from(sine_point_of(cell), y, r);
  const ff_t z = sine_series(sine_row_of(cell), d);
  const uint32 sign = q << 30 ^ (to_bits(r.hi) & ~(q << 31));
  return flip_sign(z, (equal(z.hi(), 0.0f) ? to_bits(zero) : sign) & 0x80000000u);
}

FF_HD constexpr ff_t tangent_pi_from(const quadrant_rest& r) {
  const ff_t y = pi_times_head(r);
  const uint32 cell = cell_of(y.hi(), r.quadrant, tangent_grid);
  const ff_t d = offset_from(tangent_point_of(cell), y, r);
  return flip_sign(tangent_series(tangent_row_of(cell), d), sign_bit(r.hi));
}

#if defined(__CUDACC__)
__host__ __device__ __noinline__
#endif
    constexpr ff_t
    tangent_pi_any(float hi, float lo) {
  const quadrant_rest r = half_turns_of(ff_t(hi, lo));
  const uint32 turn = r.quadrant << 30 & 0x80000000u;
  if ((r.quadrant & 1u) == 0 || !equal(r.lo, r.lo)) {
    const ff_t z = tangent_pi_from(r);
    return equal(z.hi(), 0.0f) ? ff_t(from_bits(turn ^ sign_bit(hi))) : z;
  }
  if (equal(r.hi, 0.0f)) return from_bits(0x7f800000u | turn);
  if (!equal(tangent_point_of(cell_of(pi_times_head(r).hi(), tangent_grid)), 0.0f)) return tangent_pi_from(r);
  return flip_sign(pole_series(offset_from(0.0f, pi_times_head(r), r)), sign_bit(r.hi));
}

}  // namespace detail

/// sin(pi x) for every finite x, to 4.5 u^2; exact at multiples of 1/2, +-0 at integers, with the sign of x;
/// NaN for infinities (C23, IEEE 754-2019).
FF_HD constexpr ff_t sinpi(ff_t x) { return detail::shifted_sinpi<0>(x, x.hi()); }

/// cos(pi x) for every finite x, to 4.5 u^2; exact at multiples of 1/2, +0 half-way between integers; NaN for
/// infinities.
FF_HD constexpr ff_t cospi(ff_t x) { return detail::shifted_sinpi<1>(x, 0.0f); }

/// Both at once, for less than the two calls; the same bounds and special values, not the same bits.
FF_HD constexpr sine_and_cosine sincospi(ff_t x) {
  using namespace detail;
  const quadrant_rest r = half_turns_of(x);
  const ff_t y = pi_times_head(r);
  const uint32 cell = cell_of(y.hi(), sine_grid), q = r.quadrant;
  const ff_t d = offset_from(sine_point_of(cell), y, r);
  const auto [sine, cosine] = placed(sine_cosine_series(sine_row_of(cell), d), q, to_bits(r.hi));
  return {equal(sine.hi(), 0.0f) ? ff_t(from_bits(sign_bit(x.hi()))) : sine,
          {add_rn(cosine.hi(), 0.0f), cosine.lo()}};
}
FF_HD constexpr void sincospi(ff_t x, ff_t* s, ff_t* c) {
  const sine_and_cosine both = sincospi(x);
  *s = both.s;
  *c = both.c;
}

/// tan(pi x) for every finite x, to 4 u^2.  tanpi(n) is +0 for even n >= +0 and
/// odd n < 0, else -0; tanpi(n + 1/2) is +inf for even n, -inf for odd n; NaN for infinities (C23).
FF_HD constexpr ff_t tanpi(ff_t x) {
  using namespace detail;
  if (constant_evaluated()) return tangent_pi_any(x.hi(), x.lo());  // where there may be no NaN
  const quadrant_rest r = half_turns_of(x);
  const ff_t z = tangent_pi_from(r);
  return less(abs(z.hi()), infinity) && !equal(z.hi(), 0.0f) ? z : tangent_pi_any(x.hi(), x.lo());
}

}  // namespace ff
