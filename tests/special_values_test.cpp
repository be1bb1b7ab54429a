// Zeros, subnormals, the largest float, infinities and NaN.  Sums and products promise that a non-finite
// input or an overflow never yields a finite result; the operators / sqrt rsqrt rcp follow IEEE.
#include <cmath>
#include <ff/arithmetic.hpp>
#include <ff/operators.hpp>

#include "exact.hpp"
#include "properties.hpp"

namespace {

using namespace ff_test;

struct SpecialValues : Everywhere {};

constexpr float infinity = ff::detail::infinity, quiet_nan = ff::detail::quiet_nan;
constexpr float largest = 0x1.fffffep127f;

// Heads of every kind; the finite ones with the low words that go with them.
constexpr int kinds = 30;
FF_HD_LARGE ff_t special(uint64 i) {
  constexpr float words[kinds / 2][2] = {{0.0f, 0.0f},
                                         {0x1p-149f, 0.0f},
                                         {0x1p-126f, 0.0f},
                                         {0x0.fffffep-126f, 0.0f},
                                         {1.0f, 0.0f},
                                         {1.0f, 0x1p-24f},
                                         {0x1.8p0f, -0x1p-26f},
                                         {0x1p64f, 0x1p30f},
                                         {0x1p-70f, 0x1p-100f},
                                         {0x1p126f, 0x1p102f},
                                         {largest, 0x1p102f},
                                         {largest, 0.0f},
                                         {0x1.8p127f, -0x1p103f},
                                         {infinity, 0.0f},
                                         {quiet_nan, 0.0f}};
  const ff_t x = from_words(words[i % (kinds / 2)][0], words[i % (kinds / 2)][1]);
  return i % kinds < kinds / 2 ? x : -x;
}

FF_HD_LARGE double value(ff_t x) { return wide(x.hi()) + wide(x.lo()); }

// Whether the result is right: non-finite from a non-finite operand, and non-finite on overflow.
FF_HD_LARGE bool respects(ff_t r, bool finite_operands, double exact) {
  const bool overflow = !(magnitude(exact) < 0x1p128);
  return !is_finite(r) || (finite_operands && !overflow);
}

FF_HD_LARGE three_pairs three_specials(uint64 i) {
  return {special(i % kinds), special(i / kinds % kinds), special(i / kinds / kinds)};
}
FF_HD_LARGE bool sums_and_products(ff_t x, ff_t y, ff_t z) {
  const ff_t w = y.hi();
  const bool one = is_finite(x), two = one && is_finite(y), all = two && is_finite(z);
  const double a = value(x), b = value(y), c = value(z), f = wide(y.hi());
  return respects(ff::add22(x, y), two, a + b) && respects(ff::add22_accurate(x, y), two, a + b) &&
         respects(ff::add22_sloppy(x, y), two, a + b) && respects(ff::sub22(x, y), two, a - b) &&
         respects(ff::add21(x, w.hi()), two, a + f) && respects(ff::mul22(x, y), two, a * b) &&
         respects(ff::mul22_dw(x, y), two, a * b) && respects(ff::mul22_commutative(x, y), two, a * b) &&
         respects(ff::mul21(x, w.hi()), two, a * f) && respects(ff::mul21_dw(x, w.hi()), two, a * f) &&
         respects(ff::sqr22(x), one, a * a) && respects(ff::fma22(x, y, z), all, a * b + c) &&
         respects(ff::add12(x.hi(), y.hi()), two, wide(x.hi()) + f) &&
         respects(ff::two_prod(x.hi(), y.hi()), two, wide(x.hi()) * f) &&
         respects(ff::sqr12(x.hi()), one, wide(x.hi()) * wide(x.hi()));
}

TEST_F(SpecialValues, sums_and_products_never_turn_finite) {
  EXPECT_TRUE((holds_for<sums_and_products, three_specials>(uint64{kinds} * kinds * kinds)));
}

// The same for the operators, and 0 + x, 1 x, x - x, 0 x where nothing is special about x.
FF_HD_LARGE two_pairs two_specials(uint64 i) { return {special(i % kinds), special(i / kinds)}; }
FF_HD_LARGE bool operators_never_turn_finite(ff_t x, ff_t y) {
  const bool two = is_finite(x) && is_finite(y);
  const double a = value(x), b = value(y), f = wide(y.hi());
  if (!(respects(x + y, two, a + b) && respects(x - y, two, a - b) && respects(x * y, two, a * b) &&
        respects(x + y.hi(), two, a + f) && respects(y.hi() + x, two, a + f) &&
        respects(x - y.hi(), two, a - f) && respects(y.hi() - x, two, f - a) &&
        respects(x * y.hi(), two, a * f) && respects(y.hi() * x, two, a * f)))
    return false;
  if (!is_finite(x)) return true;
  return value(x - x) == 0 && value(x + 0.0f) == a && value(x * 0.0f) == 0;
}

TEST_F(SpecialValues, operators_never_turn_finite) {
  EXPECT_TRUE((holds_for<operators_never_turn_finite, two_specials>(uint64{kinds} * kinds)));
}

// ---- division and roots: IEEE

FF_HD_LARGE bool ieee_says(ff_t r, double exact) {
  if (exact != exact) return is_nan(r.hi()) || is_nan(r.lo());
  if (exact == 0 || magnitude(exact) >= 0x1p129)  // a zero or an infinity, of that sign
    return r.hi() == static_cast<float>(exact) && std::signbit(r.hi()) == std::signbit(exact) &&
           !is_nan(r.lo()) && wide(r.lo()) == 0;
  return true;
}

// The quotient of two specials in double is exact about zeros, infinities, NaN and their signs; where both
// are finite and the quotient is representable, it must be near as well.
FF_HD_LARGE bool quotient_is_right(ff_t q, double a, double b) {
  const double exact = a / b;
  const bool infinite =
      magnitude(a) > 0x1p200 || magnitude(b) > 0x1p200 || b == 0 || a == 0 || exact != exact;
  if (infinite) return ieee_says(q, exact);
  if (magnitude(exact) >= 0x1p128) return !is_finite(q);
  if (magnitude(exact) >= 0x1p127) return true;
  const double low = magnitude(exact) * 6 * 0x1p-48, least = 0x1p-148;
  return is_finite(q) && magnitude(value(q) - exact) <= (low > least ? low : least);
}

FF_HD_LARGE bool division(ff_t x, ff_t y) {
  return quotient_is_right(x / y, value(x), value(y)) &&
         quotient_is_right(x / y.hi(), value(x), wide(y.hi())) &&
         quotient_is_right(x.hi() / y, wide(x.hi()), value(y)) &&
         quotient_is_right(ff::rcp(y), 1.0, value(y));
}

FF_HD_LARGE one_pair one_special(uint64 i) { return {special(i)}; }
FF_HD_LARGE bool roots(ff_t x) {
  const ff_t s = ff::sqrt(x), r = ff::rsqrt(x);
  const double a = value(x);
  if (a != a || a < 0) return is_nan(s.hi()) && is_nan(r.hi());
  if (a == 0) {
    const uint32 sign = to_bits(x.hi()) & 0x80000000u;
    return to_bits(s.hi()) == sign && to_bits(r.hi()) == (sign | 0x7f800000u) && wide(s.lo()) == 0 &&
           wide(r.lo()) == 0;
  }
  if (a > 0x1p200) return ieee_says(s, a) && ieee_says(r, 0.0);
  const double root = std::sqrt(a);
  return magnitude(value(s) - root) <= 5 * 0x1p-48 * root && magnitude(value(r) * root - 1) <= 5 * 0x1p-48;
}

TEST_F(SpecialValues, division_is_ieee) {
  EXPECT_TRUE((holds_for<division, two_specials>(uint64{kinds} * kinds)));
}
TEST_F(SpecialValues, roots_are_ieee) { EXPECT_TRUE((holds_for<roots, one_special>(kinds))); }

// ---- outside the bare kernels' domain: subnormal and huge operands, quotients near both ends

// The bound of division; below 2^-96, where the quotient's low word underflows, 2^-149 more.
FF_HD_LARGE bool is_right(ff_t q, ff_t x, ff_t y) {
  const double a = value(x), b = value(y), size = magnitude(a / b);
  if (size >= 0x1p126) return size < 0x1.8p128 || !is_finite(q);
  // q y - x in units of y
  const double e = magnitude(exact_sum<6>().add_product(q, y).sub(x).value() / b);
  return e <= 5.01 * 0x1p-48 * size + (size >= 0x1p-96 ? 0 : 0x1p-149);
}
FF_HD_LARGE two_pairs extreme_operands(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(-126, 126), y = d.pair(-126, 126);
  const ff_t small(from_bits(d.sign() | (d.word() >> d.between(9, 30)) | 1u));
  const int kind = d.between(0, 3);
  return {kind == 0 ? small : x, kind == 1 ? small : y};
}
FF_HD_LARGE bool extreme_quotients(ff_t x, ff_t y) {
  return is_right(x / y, x, y) && is_right(x / y.hi(), x, y.hi()) && is_right(x.hi() / y, x.hi(), y) &&
         is_right(ff::rcp(y), 1.0f, y);
}

FF_HD_LARGE one_pair extreme_radicands(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(-126, 127);
  const ff_t small(from_bits((d.word() >> d.between(9, 30)) | 1u));
  return {d.between(0, 2) == 0 ? small : ff::less(x.hi(), 0.0f) ? -x : x};
}
FF_HD_LARGE bool extreme_roots(ff_t x) {
  const ff_t s = ff::sqrt(x), r = ff::rsqrt(x);
  const double a = value(x);
  if (!is_finite(x)) return true;
  const double square = exact_sum<6>().add_product(s, s).sub(x).value();
  exact_sum<13> product;
  for (const double p :
       {wide(r.hi()) * wide(r.hi()), 2 * wide(r.hi()) * wide(r.lo()), wide(r.lo()) * wide(r.lo())})
    product.add_product(x.hi(), p).add_product(x.lo(), p);
  return magnitude(square) <= 2 * 3.4 * 0x1p-48 * a &&
         magnitude(product.add(-1.0).value()) <= 2 * 5 * 0x1p-48;
}

TEST_F(SpecialValues, extreme_quotients) {
  EXPECT_TRUE((holds_for<extreme_quotients, extreme_operands>(vectors(1 << 21, 1ull << 29))));
}
TEST_F(SpecialValues, extreme_roots) {
  EXPECT_TRUE((holds_for<extreme_roots, extreme_radicands>(vectors(1 << 21, 1ull << 29))));
}

static_assert(ff::sqrt(ff_t(4.0f)).hi() == 2.0f && (ff_t(1.0f) / ff_t(4.0f)).hi() == 0.25f);

}  // namespace
