// Every kernel against its row in ff::bounds, on that row's domain.  Errors are residues of the exact
// result, such as x - q y for a quotient, summed without rounding; on the host MPFR confirms the method.
#include <ff/arithmetic.hpp>
#include <ff/bounds.hpp>
#include <ff/operators.hpp>

#include "exact.hpp"
#include "properties.hpp"

#if !defined(FF_TEST_ON_DEVICE)
#include "real.hpp"
#endif

namespace {

using namespace ff_test;

struct Arithmetic : Everywhere {};

constexpr double u2 = 0x1p-48;

FF_HD_LARGE double size(ff_t x) { return magnitude(wide(x.hi()) + wide(x.lo())); }
FF_HD_LARGE int clamped(int e, int low, int high) { return e < low ? low : e > high ? high : e; }

// ---- families: their vectors, their error in units of the scale it is relative to

// The weak form, |lo| up to (1 + 2^-23) ulp(hi)/2, is what mul22 may leave; half of the vectors of a weak
// run have it.
template <bool weak>
struct sums {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    auto [x, y] = summands(i, weak ? -102 : -126, 124);
    draws d(~i);
    if (weak && d.coin()) x = d.weak_pair(-102, 124);
    if (weak && d.coin()) {
      const int e = clamped(draws::exponent(x.hi()) + d.between(-2, 2), -102, 124);
      y = d.weak_pair(e, e);
      if (d.between(0, 3) == 0) y = from_words(ff::neg(x.hi()), y.lo());
      if (d.between(0, 3) == 0) y = from_words(y.hi(), ff::neg(x.lo()));
    }
    return {x, y, ff_t{}};
  }
  FF_HD_LARGE static double scale(ff_t x, ff_t y, ff_t) {
    return magnitude(exact_sum<4>().add(x).add(y).value());
  }
  FF_HD_LARGE static double residue(ff_t x, ff_t y, ff_t, ff_t r) {
    return exact_sum<6>().add(x).add(y).sub(r).value();
  }
};

template <bool weak>
struct products {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    auto [x, y] = factors(i, -97, 125);
    draws d(~i);
    if (weak) {
      const int ex = d.between(-60, 60), ey = d.between(-36, 60);
      x = d.weak_pair(ex, ex);
      y = d.coin() ? d.weak_pair(ey, ey) : d.pair(ey, ey);
    }
    return {x, y, ff_t{}};
  }
  FF_HD_LARGE static double scale(ff_t x, ff_t y, ff_t) { return size(x) * size(y); }
  FF_HD_LARGE static double residue(ff_t x, ff_t y, ff_t, ff_t r) {
    return exact_sum<6>().add_product(x, y).sub(r).value();
  }
};

template <bool weak>
struct squares : products<weak> {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    draws d(i);
    const ff_t x = weak ? d.weak_pair(-48, 62) : d.pair(-48, 62);
    return {x, x, ff_t{}};
  }
};

// x/y: y q - x relative to x.  Some quotients are short, so that residues vanish.
template <bool weak>
struct quotients {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
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
      x = from_words(p, ff::fma_rn(y.hi(), q, ff::neg(p)));
    }
    return {x, y, ff_t{}};
  }
  FF_HD_LARGE static double scale(ff_t x, ff_t, ff_t) { return size(x); }
  FF_HD_LARGE static double residue(ff_t x, ff_t y, ff_t, ff_t q) {
    return exact_sum<6>().add_product(y, q).sub(x).value();
  }
};

template <bool weak>
struct reciprocals : quotients<weak> {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    draws d(i);
    const ff_t y = weak ? d.weak_pair(-102, 94) : d.pair(-126, 94);
    return {ff_t(1.0f), y, ff_t{}};
  }
};

// sqrt(x): (s^2 - x)/2 relative to x, which is the relative error but for its own square.
template <bool weak>
struct roots {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    draws d(i);
    const int kind = d.between(0, 5);
    ff_t x = weak ? d.weak_pair(-100, 126) : d.pair(-102, 126);
    const float s = d.in(-50, 62);
    if (kind == 0) x = from_words(ff::mul_rn(s, s), ff::fma_rn(s, s, ff::neg(ff::mul_rn(s, s))));
    return {ff::less(x.hi(), 0.0f) ? -x : x, ff_t{}, ff_t{}};
  }
  FF_HD_LARGE static double scale(ff_t x, ff_t, ff_t) { return size(x); }
  FF_HD_LARGE static double residue(ff_t x, ff_t, ff_t, ff_t s) {
    return 0.5 * exact_sum<6>().add_product(s, s).sub(x).value();
  }
};

// 1/sqrt(x): (x y^2 - 1)/2.
template <bool weak>
struct reciprocal_roots {
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    draws d(i);
    const ff_t x = weak ? d.weak_pair(-100, 100) : d.pair(-126, 100);
    return {ff::less(x.hi(), 0.0f) ? -x : x, ff_t{}, ff_t{}};
  }
  FF_HD_LARGE static double scale(ff_t, ff_t, ff_t) { return 1; }
  FF_HD_LARGE static double residue(ff_t x, ff_t, ff_t, ff_t y) {
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
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    auto [x, y, unused] = products<weak>::vector(i);
    draws d(i ^ uint64{1} << 63);
    const float p = ff::mul_rn(x.hi(), y.hi());
    const int e = draws::exponent(p), kind = d.between(0, 7);
    const int gap = kind == 3 ? d.between(-60, 60) : d.between(-3, 3), near = clamped(e + gap, -126, 124);
    const float few = from_bits(to_bits(p) + static_cast<uint32>(d.between(0, 4)) - 2u);
    ff_t z = d.pair(-126, 124);
    if (kind == 0) z = -draws::normalized(p, ff::fma_rn(x.hi(), y.hi(), ff::neg(p)));
    if (kind == 1) z = -draws::normalized(few, d.low_word(e));
    if (kind == 2) z = -ff::mul22_dw(x, y);
    if (kind == 3 || kind == 4 || kind == 5) z = d.pair(near, near);
    if (weak && kind > 4) z = d.weak_pair(clamped(near, -100, 120), clamped(near, -100, 120));
    return {x, y, z};
  }
  FF_HD_LARGE static double scale(ff_t x, ff_t y, ff_t z) { return size(x) * size(y) + size(z); }
  FF_HD_LARGE static double residue(ff_t x, ff_t y, ff_t z, ff_t r) {
    return exact_sum<8>().add_product(x, y).add(z).sub(r).value();
  }
};

// ---- the kernels

enum form { strict, weak_form };  // of the result's low word
enum operand { pairs, x_is_float, y_is_float };

template <template <bool> class Family, form result_form = strict, operand single = pairs>
struct kernel {
  template <bool weak>
  using family = Family<weak>;
  static constexpr form result = result_form;
  static constexpr bool fuses = false;
  template <bool weak>
  FF_HD_LARGE static three_pairs vector(uint64 i) {
    const auto [x, y, z] = Family<weak>::vector(i);
    return {single == x_is_float ? ff_t(x.hi()) : x, single == y_is_float ? ff_t(y.hi()) : y, z};
  }
};

// The row of ff::bounds that a kernel must keep.
constexpr ff::bounds::operator_row row_of(const char* name) { return *ff::bounds::find(name); }

struct add22 : kernel<sums> {
  static constexpr auto row = row_of("add22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::add22(x, y); }
};
struct sub22 : kernel<sums> {
  static constexpr auto row = row_of("sub22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::sub22(x, -y); }
};
struct add22_accurate : kernel<sums> {
  static constexpr auto row = row_of("add22_accurate");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::add22_accurate(x, y); }
};
struct add22_sloppy : kernel<sums> {
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::add22_sloppy(x, y); }
};
struct add21 : kernel<sums, strict, y_is_float> {
  static constexpr auto row = row_of("add21");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::add21(x, y.hi()); }
};
struct mul22 : kernel<products, weak_form> {
  static constexpr auto row = row_of("mul22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::mul22(x, y); }
};
struct mul22_dw : kernel<products> {
  static constexpr auto row = row_of("mul22_dw");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::mul22_dw(x, y); }
};
struct mul22_commutative : kernel<products> {
  static constexpr auto row = row_of("mul22_commutative");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::mul22_commutative(x, y); }
};
struct mul21 : kernel<products, strict, y_is_float> {
  static constexpr auto row = row_of("mul21");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::mul21(x, y.hi()); }
};
struct mul21_dw : kernel<products, strict, y_is_float> {
  static constexpr auto row = row_of("mul21_dw");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::mul21_dw(x, y.hi()); }
};
struct sqr22 : kernel<squares, weak_form> {
  static constexpr auto row = row_of("sqr22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t, ff_t) { return ff::sqr22(x); }
};
struct rcp22 : kernel<reciprocals> {
  static constexpr auto row = row_of("rcp22");
  FF_HD_LARGE static constexpr ff_t run(ff_t, ff_t y, ff_t) { return ff::rcp22(y); }
};
struct div22 : kernel<quotients> {
  static constexpr auto row = row_of("div22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::div22(x, y); }
};
struct div21 : kernel<quotients, strict, y_is_float> {
  static constexpr auto row = row_of("div21");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::div21(x, y.hi()); }
};
struct div12 : kernel<quotients, strict, x_is_float> {
  static constexpr auto row = row_of("div12");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t) { return ff::div12(x.hi(), y); }
};
struct sqrt22 : kernel<roots> {
  static constexpr auto row = row_of("sqrt22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t, ff_t) { return ff::sqrt22(x); }
};
struct rsqrt22 : kernel<reciprocal_roots> {
  static constexpr auto row = row_of("rsqrt22");
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t, ff_t) { return ff::rsqrt22(x); }
};
struct fma22 : kernel<fused> {
  static constexpr auto row = row_of("fma22");
  static constexpr bool fuses = true;
  FF_HD_LARGE static constexpr ff_t run(ff_t x, ff_t y, ff_t z) { return ff::fma22(x, y, z); }
};

// ---- bounds

// The error in u^2, relative to what the kernel's family states; 0 for an exact zero.
template <class Kernel, bool weak = false>
FF_HD_LARGE double error(three_pairs v, ff_t r) {
  using family = typename Kernel::template family<weak>;
  const double e = magnitude(family::residue(v.x, v.y, v.z, r));
  return e == 0 ? 0 : e / family::scale(v.x, v.y, v.z) / u2;
}

// A row's result is the product for fma22; sums have no lower limit.
template <class Kernel>
FF_HD_LARGE bool in_domain(three_pairs v, ff_t r) {
  constexpr ff::bounds::domain where = Kernel::row.where;
  const auto lies = [](double m, ff::bounds::exponent_range within) {
    return m == 0 || (m >= wide(power(within.low)) && (within.high > 127 || m < wide(power(within.high))));
  };
  const double result = Kernel::fuses ? size(v.x) * size(v.y) : size(r);
  return lies(size(v.x), where.x) && lies(size(v.y), where.y) && lies(size(v.z), where.y) &&
         lies(result, where.result);
}

template <class Kernel, bool weak>
struct stays_within {
  double bound;
  FF_HD_LARGE three_pairs input(uint64 i) const { return Kernel::template vector<weak>(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const three_pairs v = input(i);
    const ff_t r = Kernel::run(v.x, v.y, v.z);
    if (!in_domain<Kernel>(v, r)) return true;
    return (Kernel::result == strict ? is_pair(r) : is_weak_pair(r)) && error<Kernel, weak>(v, r) <= bound;
  }
};

template <class Kernel>
struct is_in_domain {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const three_pairs v = Kernel::template vector<false>(i);
    return in_domain<Kernel>(v, Kernel::run(v.x, v.y, v.z));
  }
};

using all_kernels =
    ::testing::Types<add22, sub22, add22_accurate, add21, mul22, mul22_dw, mul22_commutative, mul21, mul21_dw,
                     sqr22, rcp22, div22, div21, div12, sqrt22, rsqrt22, fma22>;

template <class Kernel>
struct Kernels : Everywhere {};

struct name_of_kernel {
  template <class Kernel>
  static std::string GetName(int) {
    return Kernel::row.name;
  }
};

TYPED_TEST_SUITE(Kernels, all_kernels, name_of_kernel);

TYPED_TEST(Kernels, keeps_its_bound_and_form) {
  EXPECT_TRUE(holds(stays_within<TypeParam, false>{TypeParam::row.error.u2 + ff::bounds::higher_order},
                    vectors(1 << 22, 1ull << 32)));
}

// What mul22 leaves is accepted by every kernel, at the same bound.
TYPED_TEST(Kernels, keeps_its_bound_on_weak_pairs) {
  EXPECT_TRUE(holds(stays_within<TypeParam, true>{TypeParam::row.error.u2 + ff::bounds::higher_order},
                    vectors(1 << 21, 1ull << 31)));
}

// The vectors are not idle: most lie in the domain, and they come near enough to break half the bound.
TYPED_TEST(Kernels, has_vectors_that_would_show_a_fault) {
  const uint64 count = 1 << 20;
  EXPECT_LT(run(is_in_domain<TypeParam>{}, count).failures, count / 5);
  EXPECT_FALSE(holds(stays_within<TypeParam, false>{TypeParam::row.error.u2 / 2}, count));
}

// ---- the operators: the kernels' bits, but for the sign of a zero (docs/proofs/operators.md)

FF_HD_LARGE bool alike(ff_t by_operator, ff_t by_kernel) {
  return same_bits(by_operator, by_kernel) ||
         (by_operator.hi() == 0 && by_kernel.hi() == 0 && by_operator.lo() == by_kernel.lo());
}
FF_HD_LARGE bool sums_are_the_kernels(ff_t x, ff_t y, ff_t) {
  return alike(x + y, ff::add22(x, y)) && alike(x - y, ff::sub22(x, y)) &&
         alike(x + y.hi(), ff::add21(x, y.hi())) && alike(y.hi() - x, ff::add21(-x, y.hi()));
}
FF_HD_LARGE bool products_are_the_kernels(ff_t x, ff_t y, ff_t z) {
  const ff_t tiny = ff::mul21(y, 0x1p-60f);  // products that underflow
  const bool square = ff::less(ff::abs(x.hi()), 0x1p63f);
  return alike(x * y, ff::mul22(x, y)) && alike(x * y.hi(), ff::mul21(x, y.hi())) &&
         alike(x * tiny, ff::mul22(x, tiny)) && alike(x * tiny.hi(), ff::mul21(x, tiny.hi())) &&
         alike(fma(x, y, z), ff::fma22(x, y, z)) && alike(fma(x, tiny, z), ff::fma22(x, tiny, z)) &&
         (!square || alike(sqr(x), ff::sqr22(x)));
}
template <template <bool> class Family>
struct pairs_and_weak_ones {
  FF_HD_LARGE three_pairs operator()(uint64 i) const {
    return i % 2 ? Family<true>::vector(i) : Family<false>::vector(i);
  }
};
TEST_F(Arithmetic, operators_are_the_kernels) {
  EXPECT_TRUE((holds_for<sums_are_the_kernels>(pairs_and_weak_ones<sums>{}, vectors(1 << 22, 1ull << 32))));
  EXPECT_TRUE(
      (holds_for<products_are_the_kernels>(pairs_and_weak_ones<fused>{}, vectors(1 << 22, 1ull << 32))));
}

// Sums beside the largest float, whose ties make the error term of add12 overflow.
struct sums_beside_the_largest {
  FF_HD_LARGE static bool near(ff_t r, ff_t x, ff_t y) {
    const double out = exact_sum<4>().add(x).add(y).value();
    if (magnitude(out) >= 0x1p128 - 0x1p104) return ff::abs(r.hi()) >= 0x1.fffffep127f;
    return magnitude(exact_sum<6>().add(x).add(y).sub(r).value()) <= 7 * u2 * magnitude(out);
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    draws d(i);
    const float largest = 0x1.fffffep127f, low = ff::mul_rn(d.in(-30, -1), 0x1p103f);
    const float tie = ff::mul_rn(static_cast<float>(2 * d.between(0, 1 << 22) + 1), -0x1p103f);
    const ff_t x = from_words(largest, low),
               y = d.coin() ? ff_t(tie) : from_words(tie, ff::mul_rn(tie, 0x1p-26f));
    const ff_t a = d.coin() ? -x : x, b = a.hi() < 0 ? -y : y, one(1.0f);
    return near(a + b, a, b) && near(b + a, a, b) && near(a + b.hi(), a, b.hi()) &&
           near(fma(one, a, b), a, b) && near(fma(one, b, a), a, b) && near(b - -a, a, b);
  }
};
TEST_F(Arithmetic, sums_beside_the_largest_float) {
  EXPECT_TRUE(holds(sums_beside_the_largest{}, vectors(1 << 20, 1ull << 28)));
}

// The device asks four questions about a quotient, the host six; any operands, many at the ends of the
// domain.
struct four_tests_are_six {
  // A head of q as the device makes it, whose seed takes subnormals for zeros and gives none.
  FF_HD_LARGE static float flushed(float a) {
    return ff::abs(a) < 0x1p-126f ? from_bits(to_bits(a) & 0x80000000u) : a;
  }
  FF_HD_LARGE static float head(float x, float y) {
    const float seed = flushed(ff::div_rn(1.0f, flushed(y)));
    const float r = ff::fma_rn(seed, ff::fma_rn(ff::neg(y), seed, 1.0f), seed), q = ff::mul_rn(x, r);
    return ff::fma_rn(ff::fma_rn(ff::neg(y), q, x), r, q);
  }
  FF_HD_LARGE static float operand(draws& d) {
    const int end = d.between(0, 3) == 0 ? d.between(0, 2) : 3;
    return end == 0 ? d.in(-98, -95) : end == 1 ? d.in(124, 127) : end == 2 ? d.in(-126, -124) : d.any();
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    using ff::detail::infinity, ff::detail::within;
    draws d(i);
    const float x = operand(d), y = operand(d), q = ff::div21(ff_t(x), y).hi();
    const bool x_in = within(x, 0x1p-96f, infinity), y_in = within(y, 0x1p-126f, 0x1p126f);
    const bool six = x_in && y_in && within(q, 0x1p-96f, 0x1p126f);
    return ff::detail::plain_quotient_of_flushed(x, y, ff::detail::on_device() ? q : head(x, y)) == six;
  }
};
TEST_F(Arithmetic, the_device_tests_a_quotient_as_the_host) {
  EXPECT_TRUE(holds(four_tests_are_six{}, vectors(1 << 22, 1ull << 32)));
}

// ---- what sets a kernel apart

template <ff_t (*product)(ff_t, ff_t)>
FF_HD_LARGE bool commutes(ff_t x, ff_t y, ff_t) {
  return same_bits(product(x, y), product(y, x));
}
TEST_F(Arithmetic, mul22_commutative_commutes) {
  EXPECT_TRUE(
      (holds_for<commutes<ff::mul22_commutative>, products<false>::vector>(vectors(1 << 22, 1ull << 30))));
  EXPECT_FALSE((holds_for<commutes<ff::mul22>, products<false>::vector>(1 << 20)))
      << "then it needs no second form";
}

// add22_sloppy: 3 u^2 of |x| + |y|, which for same signs is the result; otherwise no bound relative to it.
struct sloppy_sum {
  bool same_signs;
  double of_result, of_operands;
  FF_HD_LARGE three_pairs input(uint64 i) const {
    const three_pairs v = add22_sloppy::vector<false>(i);
    const bool opposite = ((to_bits(v.x.hi()) ^ to_bits(v.y.hi())) & 0x80000000u) != 0;
    return {v.x, same_signs && opposite ? -v.y : v.y, v.z};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const three_pairs v = input(i);
    const ff_t r = add22_sloppy::run(v.x, v.y, v.z);
    const double e = magnitude(sums<false>::residue(v.x, v.y, v.z, r));
    return is_pair(r) && e <= of_result * u2 * sums<false>::scale(v.x, v.y, v.z) &&
           e <= of_operands * u2 * (size(v.x) + size(v.y));
  }
};

TEST_F(Arithmetic, add22_sloppy_has_a_relative_bound_for_same_signs_only) {
  EXPECT_TRUE(holds(sloppy_sum{true, 3, 3}, vectors(1 << 22, 1ull << 31)));
  EXPECT_TRUE(holds(sloppy_sum{false, 1e300, 3}, vectors(1 << 22, 1ull << 31)));
  EXPECT_FALSE(holds(sloppy_sum{false, 0x1p20, 3}, 1 << 20)) << "under cancellation all bits may be lost";
}

// ---- constant expressions: each kernel evaluated by the compiler has the bits of its run-time self

constexpr int folded_vectors = 32;
struct folded_results {
  ff_t r[folded_vectors];
};
FF_HD_LARGE constexpr three_pairs moderate(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(-20, 20), y = d.pair(-20, 20), z = d.pair(-40, 40);
  return {ff::less(x.hi(), 0.0f) ? -x : x, y, z};
}
template <class Kernel>
constexpr folded_results folded() {
  folded_results all{};
  for (int i = 0; i < folded_vectors; ++i) {
    const three_pairs v = moderate(static_cast<uint64>(i));
    all.r[i] = Kernel::run(v.x, v.y, v.z);
  }
  return all;
}

template <class Kernel>
struct equals_folded {
  folded_results expected;
  FF_HD_LARGE three_pairs input(uint64 i) const { return moderate(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const three_pairs v = input(i);
    return same_bits(Kernel::run(v.x, v.y, v.z), expected.r[i]);
  }
};

TYPED_TEST(Kernels, folds_to_its_run_time_bits) {
  static constexpr folded_results expected = folded<TypeParam>();
  EXPECT_TRUE(holds(equals_folded<TypeParam>{expected}, folded_vectors));
}

// ---- interpolation

FF_HD_LARGE bool lerp_has_its_ends(ff_t a, ff_t b) {
  return ff::lerp(a, b, 0.0f) == a && ff::lerp(a, b, 1.0f) == b && ff::lerp(a, a, 0.75f) == a;
}
TEST_F(Arithmetic, lerp_has_its_ends) {
  EXPECT_TRUE((holds_for<lerp_has_its_ends>(two_pairs_of{-60, 60}, vectors(1 << 18, 1 << 26))));
}

// Ends whose difference overflows, as far apart as floats go.
FF_HD_LARGE bool lerp_stays_between_far_ends(ff_t x, ff_t y) {
  const ff_t a = -ff::abs(x), b = ff::abs(y);
  if (!ff::isfinite(a) || !ff::isfinite(b)) return true;  // some that are drawn at the end of the range
  ff_t last = a;
  for (int i = 1; i <= 16; ++i) {
    const ff_t here = ff::lerp(a, b, static_cast<float>(i) / 16);
    if (!(last <= here && here <= b)) return false;
    last = here;
  }
  const ff_t quarter = ff::lerp(a, b, 0.25f), right = a * 0.75f + b * 0.25f;
  return last == b && lerp_has_its_ends(a, b) &&
         ff::abs(quarter - right) <= (b * 0.25f - a * 0.25f) * 0x1p-42f;
}
TEST_F(Arithmetic, lerp_stays_between_far_ends) {
  EXPECT_TRUE((holds_for<lerp_stays_between_far_ends>(two_pairs_of{127, 127}, vectors(1 << 16, 1 << 20))));
  const ff_t largest = std::numeric_limits<ff_t>::max();
  EXPECT_TRUE(lerp_stays_between_far_ends(largest, largest) && ff::lerp(-largest, largest, 0.5f) == 0.0f);
  EXPECT_TRUE(ff::isnan(ff::lerp(largest, ff::detail::quiet_nan, 0.5f)));
  EXPECT_TRUE(ff::isinf(ff::lerp(largest, -ff::detail::infinity, 0.5f)));
}

FF_HD_LARGE bool midpoint_is_half_the_sum(ff_t a, ff_t b) {
  const ff_t m = ff::midpoint(a, b), n = ff::midpoint(b, a), least = ff::fmin(a, b),
             greatest = ff::fmax(a, b);
  return same_bits(m, ff::ldexp(a + b, -1)) && m == n && least <= m && m <= greatest;
}
FF_HD_LARGE bool midpoint_of_large_ones(ff_t a, ff_t b) {
  const ff_t down = ff::midpoint(ff::ldexp(a, -2), ff::ldexp(b, -2));
  return same_bits(ff::midpoint(a, b), ff::ldexp(down, 2)) && ff::midpoint(a, a) == a &&
         ff::midpoint(a, -a) == 0;
}
TEST_F(Arithmetic, midpoint_is_half_the_sum) {
  EXPECT_TRUE((holds_for<midpoint_is_half_the_sum>(two_pairs_of{-60, 60}, vectors(1 << 18, 1 << 26))));
  EXPECT_TRUE((holds_for<midpoint_of_large_ones>(two_pairs_of{125, 126}, vectors(1 << 18, 1 << 26))));
  const float inf = ff::detail::infinity;
  const ff_t max = std::numeric_limits<ff_t>::max(), tiny = 0x1p-149f;
  EXPECT_TRUE(midpoint(max, max) == max && midpoint(max, -max) == 0);
  EXPECT_TRUE(midpoint(ff_t(inf), 1) == inf && ff::isnan(midpoint(ff_t(inf), -inf)) &&
              ff::isnan(midpoint(ff::detail::quiet_nan, ff_t(1))));
  EXPECT_TRUE(midpoint(tiny, 3 * tiny) == 2 * tiny && midpoint(ff_t(3), 4) == 3.5f);
}

// ---- the method itself, against MPFR

#if !defined(FF_TEST_ON_DEVICE)

// The exact result, and the magnitude that its error is relative to.
struct exact_result {
  real out, scale;
};
exact_result relative(const real& out) { return {out, abs(out)}; }

template <bool weak>
exact_result exact(sums<weak>, const real& x, const real& y, const real&) {
  return relative(x + y);
}
template <bool weak>
exact_result exact(products<weak>, const real& x, const real& y, const real&) {
  return relative(x * y);
}
template <bool weak>
exact_result exact(quotients<weak>, const real& x, const real& y, const real&) {
  return relative(x / y);
}
template <bool weak>
exact_result exact(roots<weak>, const real& x, const real&, const real&) {
  return relative(sqrt(x));
}
template <bool weak>
exact_result exact(reciprocal_roots<weak>, const real& x, const real&, const real&) {
  return relative(by(mpfr_rec_sqrt, x));
}
template <bool weak>
exact_result exact(fused<weak>, const real& x, const real& y, const real& z) {
  return {x * y + z, abs(x * y) + abs(z)};
}

TYPED_TEST(Kernels, error_agrees_with_mpfr) {
  for (uint64 i = 0; i < 4096; ++i) {
    const three_pairs v = TypeParam::template vector<false>(i);
    const ff_t r = TypeParam::run(v.x, v.y, v.z);
    if (!in_domain<TypeParam>(v, r)) continue;
    const auto [out, scale] =
        exact(typename TypeParam::template family<false>{}, real(v.x), real(v.y), real(v.z));
    const real off = abs(real(r) - out);
    const double expected = off == real(0) ? 0 : static_cast<double>(off / scale) / u2;
    ASSERT_NEAR(error<TypeParam>(v, r), expected, 1e-9 * expected) << std::hexfloat << v;
  }
}

#endif

}  // namespace
