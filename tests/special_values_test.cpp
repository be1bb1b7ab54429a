// Zeros, subnormals, the largest float, infinities and NaN.  Of the bare kernels sums and products promise
// that a non-finite input or an overflow never yields a finite result; everything else takes a pair whose
// head is not finite for its head.  What the results are then, special_operands_test.cpp asks double.
#include <cmath>
#include <ff/arithmetic.hpp>
#include <ff/operators.hpp>

#include "catalogue/complex.hpp"
#include "exact.hpp"
#include "heads.hpp"
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

// ---- heads that are not finite

TEST_F(SpecialValues, operators_ignore_low_words) {
  namespace special = catalogue::special;
  special::operators(expect_heads_alone{});
  special::comparisons(expect_heads_alone{});
  special::conversions(expect_heads_alone{});
  special::exact_functions(expect_heads_alone{});
}
TEST_F(SpecialValues, vectors_and_complex_numbers_ignore_low_words) {
  catalogue::geometry_rows(expect_heads_alone{});
  catalogue::complex_rows(expect_heads_alone{});
}

// ---- ported code: a Jacobi rotation whose tangent's square overflows turns by nothing, and is no NaN

FF_HD_LARGE one_pair tiny_entry(uint64 i) {
  return {ff::ldexp(from_words(1.5f, 0x1p-25f), -66 - static_cast<int>(i))};
}
FF_HD_LARGE bool turns_by_nothing(ff_t y) {
  const ff_t tau = 1.0f / (2 * abs(y)), w = sqrt(tau * tau + 1), t = 1 / (tau + w), c = 1 / sqrt(t * t + 1);
  const ff_t s = -(y / abs(y)) * abs(t) * c;
  return isinf(w) && t == 0.0f && c == 1.0f && s == 0.0f;
}
TEST_F(SpecialValues, overflowing_squares_leave_a_rotation) {
  EXPECT_TRUE((holds_for<turns_by_nothing, tiny_entry>(36)));
}

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
