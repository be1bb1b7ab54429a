// Every kernel against its row in bounds.hpp, on that row's domain.  Errors are residues of the exact
// result, such as x - q y for a quotient, summed without rounding; on the host MPFR confirms the method.
#include <ff/arithmetic.hpp>
#include <ff/bounds.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

#if !defined(FF_TEST_ON_DEVICE)
#include <mpfr.h>
#endif

namespace {

using namespace ff_test;

struct Arithmetic : Everywhere {};

constexpr double u2 = 0x1p-48;

FF_HD double size(double x) { return magnitude(x); }
FF_HD double size(ff_t x) { return magnitude(wide(x.hi()) + wide(x.lo())); }
FF_HD bool lies(double x, ff::magnitude within) {
  return x >= wide(power(within.low)) && (within.high > 127 || x < wide(power(within.high)));
}
FF_HD int clamped(int e, int low, int high) { return e < low ? low : e > high ? high : e; }

// ---- families: their vectors, their error in units of the scale it is relative to

// The weak form, |lo| up to (1 + 2^-22) ulp(hi)/2, is what mul22 may leave; half of the vectors of a weak
// run have it.
template <bool weak>
struct sums {
  FF_HD static three_pairs vector(uint64 i) {
    auto [x, y] = summands(i, weak ? -102 : -126, 124);
    draws d(~i);
    if (weak && d.coin()) x = d.weak_pair(-102, 124);
    if (weak && d.coin()) {
      const int e = clamped(draws::exponent(x.hi()) + d.between(-2, 2), -102, 124);
      y = d.weak_pair(e, e);
      if (d.between(0, 3) == 0) y = {ff::neg(x.hi()), y.lo()};
      if (d.between(0, 3) == 0) y = {y.hi(), ff::neg(x.lo())};
    }
    return {x, y, ff_t{}};
  }
  FF_HD static double scale(ff_t x, ff_t y, ff_t) { return magnitude(exact_sum<4>().add(x).add(y).value()); }
  FF_HD static double residue(ff_t x, ff_t y, ff_t, ff_t r) {
    return exact_sum<6>().add(x).add(y).sub(r).value();
  }
};

template <bool weak>
struct products {
  FF_HD static three_pairs vector(uint64 i) {
    auto [x, y] = factors(i, -97, 125);
    draws d(~i);
    if (weak) {
      const int ex = d.between(-60, 60), ey = d.between(-36, 60);
      x = d.weak_pair(ex, ex);
      y = d.coin() ? d.weak_pair(ey, ey) : d.pair(ey, ey);
    }
    return {x, y, ff_t{}};
  }
  FF_HD static double scale(ff_t x, ff_t y, ff_t) { return size(x) * size(y); }
  FF_HD static double residue(ff_t x, ff_t y, ff_t, ff_t r) {
    return exact_sum<6>().add_product(x, y).sub(r).value();
  }
};

template <bool weak>
struct squares : products<weak> {
  FF_HD static three_pairs vector(uint64 i) {
    draws d(i);
    const ff_t x = weak ? d.weak_pair(-48, 62) : d.pair(-48, 62);
    return {x, x, ff_t{}};
  }
};

// x/y: y q - x relative to x.  Some quotients are short, so that residues vanish.
template <bool weak>
struct quotients {
  FF_HD static three_pairs vector(uint64 i) {
    draws d(i);
    const int ex = d.between(-96, 124), low = clamped(ex - 125, -126, 125),
              high = clamped(ex + 96, -126, 125);
    const int ey = d.between(low, high), kind = d.between(0, 5);
    ff_t x = d.pair(ex, ex), y = d.pair(ey, ey);
    if (weak && d.coin()) x = d.weak_pair(clamped(ex, -60, 60), clamped(ex, -60, 60));
    if (weak) y = d.weak_pair(clamped(ey, -30, 30), clamped(ey, -30, 30));
    const float q = d.in(-20, 20);
    if (kind == 0 && ey > -60 && ey < 100)
      x = draws::normalized(ff::mul_rn(y.hi(), q), ff::mul_rn(y.lo(), q));
    if (kind == 1 && ey > -60 && ey < 100) {
      const float p = ff::mul_rn(y.hi(), q);
      x = {p, ff::fma_rn(y.hi(), q, ff::neg(p))};
    }
    return {x, y, ff_t{}};
  }
  FF_HD static double scale(ff_t x, ff_t, ff_t) { return size(x); }
  FF_HD static double residue(ff_t x, ff_t y, ff_t, ff_t q) {
    return exact_sum<6>().add_product(y, q).sub(x).value();
  }
};

template <bool weak>
struct reciprocals : quotients<weak> {
  FF_HD static three_pairs vector(uint64 i) {
    draws d(i);
    const ff_t y = weak ? d.weak_pair(-102, 94) : d.pair(-126, 94);
    return {ff_t(1.0f), y, ff_t{}};
  }
};

// sqrt(x): (s^2 - x)/2 relative to x, which is the relative error but for its own square.
template <bool weak>
struct roots {
  FF_HD static three_pairs vector(uint64 i) {
    draws d(i);
    const int kind = d.between(0, 5);
    ff_t x = weak ? d.weak_pair(-100, 126) : d.pair(-102, 126);
    const float s = d.in(-50, 62);
    if (kind == 0) x = {ff::mul_rn(s, s), ff::fma_rn(s, s, ff::neg(ff::mul_rn(s, s)))};
    return {ff::less(x.hi(), 0.0f) ? -x : x, ff_t{}, ff_t{}};
  }
  FF_HD static double scale(ff_t x, ff_t, ff_t) { return size(x); }
  FF_HD static double residue(ff_t x, ff_t, ff_t, ff_t s) {
    return 0.5 * exact_sum<6>().add_product(s, s).sub(x).value();
  }
};

// 1/sqrt(x): (x y^2 - 1)/2.
template <bool weak>
struct reciprocal_roots {
  FF_HD static three_pairs vector(uint64 i) {
    draws d(i);
    const ff_t x = weak ? d.weak_pair(-100, 100) : d.pair(-126, 100);
    return {ff::less(x.hi(), 0.0f) ? -x : x, ff_t{}, ff_t{}};
  }
  FF_HD static double scale(ff_t, ff_t, ff_t) { return 1; }
  FF_HD static double residue(ff_t x, ff_t, ff_t, ff_t y) {
    const double hh = wide(y.hi()) * wide(y.hi()), hl = 2 * wide(y.hi()) * wide(y.lo()),
                 ll = wide(y.lo()) * wide(y.lo());
    exact_sum<13> e;
    for (const double p : {hh, hl, ll}) e.add_product(x.hi(), p).add_product(x.lo(), p);
    return 0.5 * e.add(-1.0).value();
  }
};

// x y + z relative to |x y| + |z|: z independent, near -x y at either word, or far from it.
template <bool weak>
struct fused {
  FF_HD static three_pairs vector(uint64 i) {
    auto [x, y, unused] = products<weak>::vector(i);
    draws d(i ^ uint64{1} << 63);
    const float p = ff::mul_rn(x.hi(), y.hi());
    const int e = draws::exponent(p), kind = d.between(0, 5),
              near = clamped(e + d.between(-30, 30), -126, 124);
    const float few = from_bits(to_bits(p) + static_cast<uint32>(d.between(0, 4)) - 2u);
    ff_t z = d.pair(-126, 124);
    if (kind == 0) z = -draws::normalized(p, ff::fma_rn(x.hi(), y.hi(), ff::neg(p)));
    if (kind == 1) z = -draws::normalized(few, d.low_word(e));
    if (kind == 2) z = -ff::mul22_dw(x, y);
    if (kind == 3) z = d.pair(near, near);
    if (weak && kind > 3) z = d.weak_pair(clamped(near, -100, 120), clamped(near, -100, 120));
    return {x, y, z};
  }
  FF_HD static double scale(ff_t x, ff_t y, ff_t z) { return size(x) * size(y) + size(z); }
  FF_HD static double residue(ff_t x, ff_t y, ff_t z, ff_t r) {
    return exact_sum<8>().add_product(x, y).add(z).sub(r).value();
  }
};

// ---- the kernels

enum form { strict, weakly_normalized };

#define KERNEL(kernel, family_of, form_of_result, call)                               \
  struct kernel##_kernel {                                                            \
    template <bool weak>                                                              \
    using family = family_of<weak>;                                                   \
    static constexpr ff::operator_bound row = *ff::bounds::find(#kernel);             \
    static constexpr form result = form_of_result;                                    \
    FF_HD constexpr static ff_t run([[maybe_unused]] ff_t x, [[maybe_unused]] ff_t y, \
                                    [[maybe_unused]] ff_t z) {                        \
      return call;                                                                    \
    }                                                                                 \
  }

KERNEL(add22, sums, strict, ff::add22(x, y));
KERNEL(sub22, sums, strict, ff::sub22(x, -y));
KERNEL(add22_accurate, sums, strict, ff::add22_accurate(x, y));
KERNEL(add22_sloppy, sums, strict, ff::add22_sloppy(x, y));
KERNEL(add21, sums, strict, ff::add21(x, y.hi()));
KERNEL(mul22, products, weakly_normalized, ff::mul22(x, y));
KERNEL(mul22_dw, products, strict, ff::mul22_dw(x, y));
KERNEL(mul22_commutative, products, strict, ff::mul22_commutative(x, y));
KERNEL(mul21, products, weakly_normalized, ff::mul21(x, y.hi()));
KERNEL(mul21_dw, products, strict, ff::mul21_dw(x, y.hi()));
KERNEL(sqr22, squares, weakly_normalized, ff::sqr22(x));
KERNEL(rcp22, reciprocals, strict, ff::rcp22(y));
KERNEL(div22, quotients, strict, ff::div22(x, y));
KERNEL(div21, quotients, strict, ff::div21(x, y.hi()));
KERNEL(div12, quotients, strict, ff::div12(x.hi(), y));
KERNEL(sqrt22, roots, strict, ff::sqrt22(x));
KERNEL(rsqrt22, reciprocal_roots, strict, ff::rsqrt22(x));
KERNEL(fma22, fused, strict, ff::fma22(x, y, z));

#undef KERNEL
