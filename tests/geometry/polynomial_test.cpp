// Polynomials: values against MPFR and never further off than they say; all roots, and real ones, in disks
// and intervals that MPFR's roots have to lie in; special coefficients; what scaling by powers of two leaves
// alone.
#include <ff/polynomial/host.hpp>
#include <ff/polynomial/large.hpp>
#include <ff/text/io.hpp>

#include "accuracy/roots/polynomials.hpp"
#include "everywhere.hpp"
#include "vectors.hpp"
#if !defined(FF_TEST_ON_DEVICE)
#include <cstdio>
#include <vector>

#include "accuracy/roots/reference.hpp"
#include "real.hpp"
#endif

namespace {

using namespace ff_test;
using namespace ff::polynomial;
using ff::complex;
using namespace accuracy;

struct Polynomial : Everywhere {};

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

// ---------------------------------------------------------------- known roots, on both sides

/// (x - r_1) ... (x - r_n) with integers |r_i| <= 4 is exact in pairs up to degree 10, so that the
/// multiplicity of each integer is known.
struct integer_roots {
  static constexpr int degree = 10;
  coefficients<degree> p;
  int multiplicity[9];  // of -4 ... 4
};
FF_HD_LARGE integer_roots draw_integer_roots(uint64 i) {
  draws d(i);
  integer_roots all{};
  all.p.c[0] = 1.0f;
  const int members = d.between(1, 9), first = d.between(0, 9 - members);
  for (int k = 0; k < integer_roots::degree; ++k) {
    const int root = first + d.between(0, members - 1) - 4;
    multiply_by(all.p, k, ff_t(root));
    ++all.multiplicity[root + 4];
  }
  return all;
}

/// Every disk holds as many of them as it says: 1e-6 of a distance covers how it is computed.
struct disks_hold_integers {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const integer_roots all = draw_integer_roots(i);
    const auto found = roots<integer_roots::degree>(all.p);
    if (found.status != root_status::isolated && found.status != root_status::clustered) return false;
    int sum = 0;
    for (int j = 0; j < found.disks; ++j) {
      const disk& d = found.root[j];
      int inside = 0;
      for (int m = 0; m < 9; ++m) {
        const ff_t dx = d.centre.real() - (m - 4), dy = d.centre.imag();
        if (all.multiplicity[m] != 0 && dx * dx + dy * dy <= ff_t(d.radius) * d.radius * 1.000001f)
          inside += all.multiplicity[m];
      }
      if (inside != d.count) return false;
      sum += d.count;
    }
    return sum == integer_roots::degree && found.at_infinity == 0;
  }
};
TEST_F(Polynomial, DisksHoldIntegerRoots) {
  EXPECT_TRUE(holds(disks_hold_integers{}, vectors(3000, 200000)));
}

/// Every interval holds between at_least and at_most of the integers in [-4.5, 4.5], and all are held.
struct intervals_hold_integers {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const integer_roots all = draw_integer_roots(i);
    const auto found = real_roots<integer_roots::degree>(all.p, -4.5f, 4.5f);
    int held = 0;
    for (int j = 0; j < found.intervals; ++j) {
      const real_root& r = found.root[j];
      int inside = 0;
      for (int m = 0; m < 9; ++m)
        if (r.lo <= ff_t(m - 4) && ff_t(m - 4) <= r.hi) inside += all.multiplicity[m];
      if (inside < r.at_least || inside > r.at_most || r.at_least > 1) return false;
      if (j > 0 && r.lo < found.root[j - 1].hi) return false;
      held += inside;
    }
    bool simple = true;
    for (int m : all.multiplicity) simple = simple && m <= 1;
    const bool certified = found.status == real_root_status::certified;
    return held == integer_roots::degree && (certified || found.status == real_root_status::undecided) &&
           (simple || !certified);
  }
};
TEST_F(Polynomial, IntervalsHoldIntegerRoots) {
  EXPECT_TRUE(holds(intervals_hold_integers{}, vectors(1000, 50000)));
}

// ---------------------------------------------------------------- what scaling leaves alone

FF_HD_LARGE bool same_disk(const disk& a, const disk& b, int shift) {
  return same_bits(ldexp(a.centre.real(), shift), b.centre.real()) &&
         same_bits(ldexp(a.centre.imag(), shift), b.centre.imag()) &&
         same_bits(ldexp(ff_t(a.radius), shift).hi(), b.radius) && a.count == b.count;
}

/// p(x) and 2^40 p(x) have the same disks; those of p(2^-4 x) are 2^4 times as great.
struct scales {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const coefficients<12> p = draw_polynomial<12>(polynomial_kind::gaussian, i);
    coefficients<12> greater = p, wider = p;
    for (int k = 0; k <= 12; ++k) {
      greater.c[k] = ldexp(p.c[k], 40);
      wider.c[k] = ldexp(p.c[k], -4 * k);
    }
    const auto r = roots<12>(p), s = roots<12>(greater), t = roots<12>(wider);
    bool same = r.disks == s.disks && r.disks == t.disks && r.status == s.status && r.status == t.status;
    for (int j = 0; j < r.disks; ++j)
      same = same && same_disk(r.root[j], s.root[j], 0) && same_disk(r.root[j], t.root[j], 4);
    return same;
  }
};
TEST_F(Polynomial, RootsScale) { EXPECT_TRUE(holds(scales{}, vectors(500, 50000))); }

// ---------------------------------------------------------------- special coefficients

struct roots_found {
  root_status status;
  int disks, at_infinity;
};
struct real_roots_found {  // on [-2, 2]
  real_root_status status;
  int intervals;
};
struct special {
  float c[4];
  roots_found all;
  real_roots_found real;
  int approximations;
};
struct specials {
  FF_HD_LARGE bool operator()(uint64 i) const {
    using root = root_status;
    using real = real_root_status;
    const special cases[] = {
        {{0, 0, 0, 0}, {root::zero_polynomial, 0, 0}, {real::zero_polynomial, 0}, -1},
        {{-0.0f, 0, -0.0f, 0}, {root::zero_polynomial, 0, 0}, {real::zero_polynomial, 0}, -1},
        {{1, inf, 0, 1}, {root::not_finite, 0, 0}, {real::not_finite, 0}, 3},
        {{1, 0, 1, nan}, {root::not_finite, 0, 0}, {real::not_finite, 0}, 0},
        {{7, 0, 0, 0}, {root::isolated, 0, 3}, {real::certified, 0}, 0},
        {{-1, 1, 0, 0}, {root::isolated, 1, 2}, {real::certified, 1}, 1},
        {{0, 0, 0, 5}, {root::clustered, 1, 0}, {real::undecided, 1}, 3},
        {{0, 0, 5, 0}, {root::clustered, 1, 1}, {real::undecided, 1}, 2},
        {{0, -1, 1, 0}, {root::isolated, 2, 1}, {real::certified, 2}, 2},
        {{-0x1p-149f, 0, 0, 0x1p127f}, {root::isolated, 3, 0}, {real::undecided, 1}, 3},
        {{0x1p127f, 0, 0, -0x1p-149f}, {root::isolated, 3, 0}, {real::certified, 0}, 3},
        {{-0x1p-149f, 0x1p127f, 0, 0}, {root::isolated, 1, 2}, {real::certified, 1}, 1},
    };
    const special& s = cases[i];
    const auto r = roots<3>(s.c);
    const auto q = real_roots<3>(s.c, -2.0f, 2.0f);
    const auto l = laguerre<3>(s.c);
    const bool finite = s.all.status != root::not_finite;
    return r.status == s.all.status && r.disks == s.all.disks && r.at_infinity == s.all.at_infinity &&
           q.status == s.real.status && q.intervals == s.real.intervals &&
           (finite ? l.roots == s.approximations : !l.converged);
  }
};
TEST_F(Polynomial, SpecialCoefficients) { EXPECT_TRUE(holds(specials{}, 12)); }

#if !defined(FF_TEST_ON_DEVICE)

// ---------------------------------------------------------------- in constant expressions

// nvcc folds no product that underflows.
constexpr float two_circles[] = {2.0f, -2.0f, 1.0f};  // 1 +- i
constexpr auto conjugates = roots<2>(two_circles);
static_assert(conjugates.status == root_status::isolated && conjugates.disks == 2);
static_assert(conjugates.root[0].radius < 0x1p-38f && conjugates.root[0].count == 1);

// ---------------------------------------------------------------- values against MPFR

struct exact_value {
  real re, im;
};
template <class P>
exact_value evaluated(const P& p, int n, ff_t re, ff_t im) {
  exact_value y;
  const real x(re), z(im);
  for (int k = n; k >= 0; --k) y = {y.re * x - y.im * z + real(ff_t(p[k])), y.re * z + y.im * x};
  return y;
}

/// The greatest ratio of error to bound, in each of the six forms.
struct greatest_ratios {
  double of[6] = {};

  void see(int form, const exact_value& exact, ff_t re, ff_t im, float bound) {
    if (!is_finite(bound)) return;
    const real error = by(mpfr_hypot, exact.re - real(re), exact.im - real(im));
    const double ratio = mpfr_zero_p(error) != 0 ? 0 : double(error / real(double{bound}));
    of[form] = std::max(of[form], ratio);
  }
};

TEST_F(Polynomial, ValuesAreWithinTheirBounds) {
  greatest_ratios worst;
  for (uint64 i = 0; i < 6000; ++i) {
    draws d(i);
    const int n = d.between(1, 24), spread = d.between(0, 2) * 30;
    ff_t c[25];
    float f[25];
    for (int k = 0; k <= n; ++k) {
      c[k] = d.pair(-spread, spread);
      f[k] = c[k].hi();
    }
    const int reach = i % 4 == 0 ? 90 : 2;  // values that underflow, and some that overflow
    const ff_t x = d.pair(-reach, 1), y = i % 3 == 0 ? d.pair(-reach, 1) : ff_t(0.5f);
    const float xf = x.hi(), yf = y.hi();
    const exact_value real_float = evaluated(f, n, xf, 0.0f), complex_floats = evaluated(f, n, xf, yf);
    const exact_value real_pair = evaluated(c, n, x, 0.0f), complex_pairs = evaluated(c, n, x, y);

    const auto a = horner(f, n, xf);
    worst.see(0, real_float, a.value, 0.0f, a.error);
    const auto b = horner(f, n, complex_float{xf, yf});
    worst.see(1, complex_floats, b.value.re, b.value.im, b.error);
    const auto v = compensated_horner(f, n, xf);
    worst.see(2, real_float, v.value, 0.0f, v.error);
    const auto w = compensated_horner(f, n, complex_float{xf, yf});
    worst.see(3, complex_floats, w.value.real(), w.value.imag(), w.error);
    const auto p = horner(c, n, x);
    worst.see(4, real_pair, p.value, 0.0f, p.error);
    const auto q = horner(c, n, complex(x, y));
    worst.see(5, complex_pairs, q.value.real(), q.value.imag(), q.error);

    // With a derivative: the same values and bounds.
    const auto ad = horner_with_derivative(f, n, xf);
    EXPECT_TRUE(same_bits(ad.value, a.value) && same_bits(ad.error, a.error));
    const auto pd = horner_with_derivative(c, n, x);
    EXPECT_TRUE(same_bits(pd.value, p.value) && same_bits(pd.error, p.error));
    const auto qd = horner_with_derivative(c, n, complex(x, y));
    EXPECT_TRUE(qd.value == q.value || !isfinite(q.value.real()) || !isfinite(q.value.imag()));
    EXPECT_TRUE(same_bits(qd.error, q.error));
  }
  for (int form = 0; form < 6; ++form) EXPECT_LE(worst.of[form], 1) << "form " << form;
  // No bound could be 64 times smaller, and those of floats not even twice.
  for (int form = 0; form < 6; ++form) EXPECT_GE(worst.of[form], form < 4 ? 0.5 : 0x1p-6) << "form " << form;
}

/// What underflows is in the bound; what overflows, or is NaN, makes it infinite.
TEST_F(Polynomial, BoundsAtTheEndsOfTheRange) {
  const float tiny[] = {0.0f, 0x1p-149f};
  const auto lost = horner(tiny, 1, 0.5f);
  EXPECT_EQ(lost.value, 0.0f);
  EXPECT_GE(lost.error, 0x1p-149f);
  EXPECT_GE(compensated_horner(tiny, 1, 0.5f).error, 0x1p-149f);
  EXPECT_GE(horner(tiny, 1, complex_float{0.5f, 0.5f}).error, 0x1p-149f);

  const float huge[] = {1.0f, 0.0f, 0x1p120f}, bad[] = {nan, 1.0f, 1.0f};
  for (const float* p : {huge, bad}) {
    EXPECT_EQ(horner(p, 2, 0x1p20f).error, inf);
    EXPECT_EQ(horner_with_derivative(p, 2, 0x1p20f).error, inf);
    EXPECT_EQ(compensated_horner(p, 2, 0x1p20f).error, inf);
    EXPECT_EQ(horner(p, 2, complex_float{0x1p20f, 0x1p20f}).error, inf);
    EXPECT_EQ(compensated_horner(p, 2, complex_float{0x1p20f, 0x1p20f}).error, inf);
    EXPECT_EQ(horner(p, 2, ff_t(0x1p20f)).error, inf);
    EXPECT_EQ(horner_with_derivative(p, 2, ff_t(0x1p20f)).error, inf);
    EXPECT_EQ(horner(p, 2, complex(0x1p20f, 0x1p20f)).error, inf);
    EXPECT_EQ(horner_with_derivative(p, 2, complex(0x1p20f, 0x1p20f)).error, inf);
  }
}

TEST_F(Polynomial, DerivativesAreThoseOfTheCoefficients) {
  for (uint64 i = 0; i < 200; ++i) {
    draws d(i);
    float c[8], slope[7];
    for (float& x : c) x = static_cast<float>(d.between(-9, 9));
    for (int k = 0; k < 7; ++k) slope[k] = static_cast<float>(k + 1) * c[k + 1];
    const complex_float z{static_cast<float>(d.between(-3, 3)), static_cast<float>(d.between(-3, 3))};
    const auto exact = horner(slope, 6, z);  // integers: every value is exact
    EXPECT_TRUE(ff::equal(horner_with_derivative(c, 7, z.re).derivative, horner(slope, 6, z.re).value));
    const auto f = horner(c, 7, z).derivative;
    const auto q = horner_with_derivative(c, 7, complex(z.re, z.im)).derivative;
    EXPECT_TRUE(ff::equal(f.re, exact.value.re) && ff::equal(f.im, exact.value.im));
    EXPECT_TRUE(ff::equal(q.re, exact.value.re) && ff::equal(q.im, exact.value.im));
    EXPECT_TRUE(ff::equal(horner_with_derivative(c, 7, ff_t(z.re)).derivative, horner(slope, 6, z.re).value));
  }
}

// ---------------------------------------------------------------- roots against MPFR's

/// The disks that hold another number of MPFR's roots than they say, of radii times `shrunk`.
struct verdict {
  int wrong = 0, undecided = 0, wholly = 0, certified = 0, not_certified = 0;
};
template <int N>
verdict judge_roots(polynomial_kind kind, uint64 first, uint64 count, float shrunk) {
  verdict v;
  for (uint64 i = first; i < first + count; ++i) {
    const coefficients<N> p = draw_polynomial<N>(kind, i);
    const root_disks<N> r = roots<N>(p);
    const bool certified = r.status == root_status::isolated || r.status == root_status::clustered;
    v.not_certified += !certified, v.certified += certified;
    if (!certified && r.status != root_status::not_certified) continue;
    v.wholly += r.status == root_status::isolated;
    const std::vector<accuracy::root_cluster> exact = accuracy::roots_by_mpfr(p.c, N);
    int held = r.at_infinity;
    for (int j = 0; j < r.disks; ++j) {
      const disk& d = r.root[j];
      if (d.count == 0) {  // an approximation of one root without a certificate
        ++held;
        continue;
      }
      int inside = 0;
      for (const accuracy::root_cluster& c : exact) {
        const auto place = accuracy::place_of(c, d.centre.real(), d.centre.imag(), d.radius * shrunk);
        inside += place == accuracy::place::inside ? c.count : 0;
        v.undecided += place == accuracy::place::undecided;
      }
      v.wrong += inside != d.count;
      held += d.count;
    }
    v.wrong += held != N;
  }
  return v;
}

TEST_F(Polynomial, DisksHoldTheirRoots) {
  for (int kind = 0; kind < polynomial_kinds; ++kind) {
    SCOPED_TRACE(polynomial_kind_names[kind]);
    const auto k = static_cast<polynomial_kind>(kind);
    for (const verdict& v : {judge_roots<18>(k, 0, 40, 1), judge_roots<5>(k, 0, 60, 1),
                             judge_roots<1>(k, 0, 40, 1), judge_roots<32>(k, 0, 6, 1)}) {
      EXPECT_EQ(v.wrong, 0);
      EXPECT_EQ(v.undecided, 0);
      EXPECT_GT(v.certified, 0);
      std::printf("%s: %d of %d isolated, %d not certified\n", polynomial_kind_names[kind], v.wholly,
                  v.certified, v.not_certified);
    }
  }
}

/// A judge that never objects would be worthless: with radii that are 2^12 times too small it does.
TEST_F(Polynomial, DisksThatAreTooSmallAreCaught) {
  EXPECT_GT(judge_roots<18>(polynomial_kind::gaussian, 0, 40, 0x1p-12f).wrong, 0);
}

/// The share of polynomials of degree 18 with Gaussian coefficients whose roots are all isolated.
TEST_F(Polynomial, GaussianRootsAreIsolated) {
  int isolated = 0;
  constexpr uint64 count = 4000;
  for (uint64 i = 0; i < count; ++i) {
    const auto p = draw_polynomial<18>(polynomial_kind::gaussian, 8 * i);
    isolated += roots<18>(p).status == root_status::isolated;
  }
  EXPECT_GE(isolated, static_cast<int>(count) * 0.995);
}

/// Radii are a bound of the value over the slope, without Smith's factor of 18.
TEST_F(Polynomial, GaussianRadiiAreSmall) {
  int small = 0, disks = 0;
  for (uint64 i = 0; i < 400; ++i) {
    const auto r = roots<18>(draw_polynomial<18>(polynomial_kind::gaussian, 8 * i));
    for (int j = 0; j < r.disks; ++j) small += ff_t(r.root[j].radius) < abs(r.root[j].centre) * 0x1p-39f;
    disks += r.disks;
  }
  EXPECT_GE(small, disks * 0.95);
}

// ---------------------------------------------------------------- real roots against MPFR's

template <int N>
int wrong_intervals(polynomial_kind kind, uint64 i, int& certified) {
  const coefficients<N> p = draw_polynomial<N>(kind, i);
  const ff_t a = -2.5f, b = 3.0f;
  const auto list = real_roots<N>(p, a, b);
  if (list.status != real_root_status::certified && list.status != real_root_status::undecided) return 0;
  certified += list.status == real_root_status::certified;
  const std::vector<accuracy::root_cluster> exact = accuracy::roots_by_mpfr(p.c, N);
  // A single root whose disk meets the real axis is real: its conjugate would be in the disk too.
  const auto is_real = [](const accuracy::root_cluster& c) {
    return c.count == 1 && mpfr_cmpabs(c.centre.im, c.radius) <= 0;
  };
  int wrong = 0, held = 0, real_ones = 0;
  bool all_simple = true;
  for (const accuracy::root_cluster& c : exact) {
    all_simple = all_simple && c.count == 1;
    if (is_real(c) && mpfr_cmp_d(c.centre.re, double(a)) >= 0 && mpfr_cmp_d(c.centre.re, double(b)) <= 0)
      ++real_ones;
  }
  for (int j = 0; j < list.intervals; ++j) {
    const real_root& r = list.root[j];
    int inside = 0, near = 0;  // real roots; all that a multiple one may split into
    for (const accuracy::root_cluster& c : exact) {
      const bool within = mpfr_cmp(real(r.lo), c.centre.re) <= 0 && mpfr_cmp(real(r.hi), c.centre.re) >= 0;
      inside += within && is_real(c) ? 1 : 0;
      near += within && mpfr_cmpabs(c.centre.im, c.radius) <= 0 ? c.count : 0;
    }
    wrong += near < r.at_least || inside > r.at_most;
    held += inside;
  }
  return wrong + (all_simple && held != real_ones);
}

TEST_F(Polynomial, IntervalsHoldTheirRoots) {
  for (int kind = 0; kind < polynomial_kinds; ++kind) {
    SCOPED_TRACE(polynomial_kind_names[kind]);
    int certified = 0;
    for (uint64 i = 0; i < 40; ++i) {
      EXPECT_EQ(wrong_intervals<18>(static_cast<polynomial_kind>(kind), i, certified), 0) << i;
      EXPECT_EQ(wrong_intervals<6>(static_cast<polynomial_kind>(kind), i, certified), 0) << i;
    }
    std::printf("%s: %d of 80 certified\n", polynomial_kind_names[kind], certified);
  }
}

/// The constant coefficient is below 2^-126 of the other at the scale of [-2, 2].
TEST_F(Polynomial, IntervalsHoldRootsFarBelowTheirScale) {
  const float c[] = {-0x1p-127f, 1.0f};
  const auto list = real_roots<1>(c, -2.0f, 2.0f);
  ASSERT_EQ(list.intervals, 1);
  EXPECT_LE(list.root[0].lo, ff_t(0x1p-127f));
  EXPECT_GE(list.root[0].hi, ff_t(0x1p-127f));
}

// ---------------------------------------------------------------- Laguerre

TEST_F(Polynomial, LaguerreFindsIsolatedRoots) {
  for (uint64 i = 0; i < 200; ++i) {
    const auto p = draw_polynomial<18>(polynomial_kind::gaussian, 8 * i);
    const auto r = roots<18>(p);
    const auto l = laguerre<18>(p);
    EXPECT_TRUE(l.converged);
    ASSERT_EQ(l.roots, 18);
    for (int j = 0; j < r.disks; ++j) {
      const complex centre = r.root[j].centre;
      ff_t nearest = inf;
      for (const complex& root : l.root) nearest = fmin(nearest, abs(root - centre));
      EXPECT_LT(nearest, abs(centre) * 0x1p-16f) << i;  // deflation costs some digits
    }
  }
}

// ---------------------------------------------------------------- one polynomial of a large degree

std::vector<ff_t> drawn_coefficients(int degree, uint64 seed, int spread = 0) {
  draws d(seed);
  std::vector<ff_t> c;
  for (int k = 0; k <= degree; ++k) c.push_back(d.pair(-spread, spread));
  return c;
}

ff::detail::large_polynomial blocks_of(const ff::detail::scaled_large& s) {
  ff::detail::large_polynomial p{};
  p.coefficient = s.coefficient.data(), p.exponent = s.of_block.data(), p.own = s.own.data();
  p.blocks = static_cast<int>(s.of_block.size()), p.degree = s.degree, p.graded = s.graded;
  return p;
}

/// The values of blocks, for arguments near 1 and far from it, and coefficients of all magnitudes.
TEST_F(Polynomial, ValuesOfLargeDegreesAreWithinTheirBounds) {
  double worst = 0;
  for (uint64 i = 0; i < 600; ++i) {
    draws d(i);
    const int n = d.between(8, 120), spread = d.between(0, 2) * 50, reach = d.between(0, 3) * 25;
    std::vector<ff_t> c = drawn_coefficients(n, i, spread);
    if (i % 5 == 0) {  // a block of which one coefficient is so great that what comes before seems lost
      for (int k = 0; k <= n; ++k)
        c[static_cast<std::size_t>(k)] = ldexp(d.pair(0, 0), k % 16 == 0 && k > 0 && k + 16 < n ? 64 : -63);
    }
    ff::detail::scaled_large s(c.data(), n);
    s.deal();
    const ff::detail::large_polynomial p = blocks_of(s);
    const ff_t x = i % 5 == 0 ? ff_t(62.0f) : d.pair(-reach, reach);
    const ff_t y = i % 5 == 0 ? ff_t(1.0f) : i % 3 == 0 ? d.pair(-reach, reach) : x * 0.75f;
    const auto v = ff::detail::value_of(p, complex(x, y));
    exact_value exact = evaluated(c, n, ldexp(x, s.shift), ldexp(y, s.shift));
    for (real* part : {&exact.re, &exact.im}) mpfr_mul_2si(*part, *part, -v.exponent, MPFR_RNDN);
    const real error = by(mpfr_hypot, exact.re - real(v.value.real()), exact.im - real(v.value.imag()));
    ASSERT_TRUE(is_finite(v.error)) << i;
    if (mpfr_zero_p(error) == 0) worst = std::max(worst, double(error / real(double{v.error})));
  }
  EXPECT_LE(worst, 1);
  EXPECT_GE(worst, 0x1p-6);
}

verdict judge_large(const std::vector<ff_t>& c, float shrunk) {
  verdict v;
  const int degree = static_cast<int>(c.size()) - 1;
  const large_root_disks r = large_roots(c.data(), degree);
  const std::vector<accuracy::root_cluster> exact = accuracy::roots_by_mpfr(c.data(), degree);
  int held = r.at_infinity + r.uncertified, isolated = 0, clustered = 0;
  for (const disk& d : r.root) {
    if (d.count == 0) continue;
    int inside = 0;
    for (const accuracy::root_cluster& of : exact) {
      const auto place = accuracy::place_of(of, d.centre.real(), d.centre.imag(), d.radius * shrunk);
      inside += place == accuracy::place::inside ? of.count : 0;
      v.undecided += place == accuracy::place::undecided;
    }
    v.wrong += inside != d.count;
    held += d.count;
    (d.count == 1 ? isolated : clustered) += d.count;
  }
  v.wrong += held != degree || isolated != r.isolated || clustered != r.clustered;
  v.wholly += r.status == root_status::isolated;
  v.certified += r.isolated + r.clustered;
  v.not_certified += r.uncertified;
  return v;
}

TEST_F(Polynomial, LargeDisksHoldTheirRoots) {
  for (int degree : {1, 2, 3, 17, 40, 150}) {
    SCOPED_TRACE(degree);
    for (uint64 i = 0; i < (degree < 100 ? 10u : 2u); ++i) {
      const verdict v = judge_large(drawn_coefficients(degree, i), 1);
      EXPECT_EQ(v.wrong, 0);
      EXPECT_EQ(v.undecided, 0);
      EXPECT_EQ(v.certified, degree);
    }
  }
  // Roots of all magnitudes, from 2^-80 to 2^80 or so: those out of range are the only ones without a disk.
  for (uint64 i = 0; i < 10; ++i) {
    const verdict v = judge_large(drawn_coefficients(60, i, 60), 1);
    EXPECT_EQ(v.wrong, 0);
    EXPECT_EQ(v.undecided, 0);
  }
  EXPECT_GT(judge_large(drawn_coefficients(40, 0), 0x1p-12f).wrong, 0);  // the judge can object
}

/// Multiple and close roots come out as clusters, and leave the others isolated.
TEST_F(Polynomial, LargeClusters) {
  coefficients<40> p{};
  p.c[0] = 1.0f;
  for (int k = 0; k < 4; ++k) multiply_by(p, k, ff_t(k < 2 ? 1.0f : -2.0f));  // (x - 1)^2 (x + 2)^2
  std::vector<ff_t> c(41, ff_t(0.0f));                                        // times x^36 + 2^10
  for (int k = 0; k <= 4; ++k) c[static_cast<std::size_t>(k + 36)] = p.c[k];
  for (int k = 0; k <= 4; ++k)
    c[static_cast<std::size_t>(k)] = c[static_cast<std::size_t>(k)] + p.c[k] * 1024.0f;
  const large_root_disks r = large_roots(c.data(), 40);
  EXPECT_EQ(r.isolated, 36);
  EXPECT_EQ(r.clustered, 4);
  EXPECT_EQ(r.uncertified, 0);
  EXPECT_TRUE(r.status == root_status::clustered);
  const verdict v = judge_large(c, 1);
  EXPECT_EQ(v.wrong, 0);
  EXPECT_EQ(v.undecided, 0);
}

/// (x^n - 1)(x - 5/2) with every point but one at its root: that one finds its own from far away, though the
/// sum over so many others is lost in floats.
TEST_F(Polynomial, CarefulStepsFindTheLastRootAmongMany) {
  namespace d = ff::detail;
  constexpr int n = 1 << 17;
  std::vector<ff_t> c(n + 2);
  c[0] = 2.5f, c[1] = -1.0f, c[n] = -2.5f, c[n + 1] = 1.0f;
  d::scaled_large s(c.data(), n + 1);
  ASSERT_EQ(s.shift, 0);
  s.deal();
  const ff::detail::large_polynomial p = blocks_of(s);
  std::vector<complex> z;
  for (int i = 0; i < n; ++i) {
    const auto at = ff::sincospi(ff_t(static_cast<float>(i)) * (2.0f / n));
    z.push_back({at.c, at.s});
  }
  z.push_back({-36.0f, 54.0f});
  const complex quick = d::quick_step::of(p, z.data(), n, 0.0f).point;
  const complex careful = d::careful_step::of(p, z.data(), n, 0.0f).point;
  EXPECT_GT(abs(quick - complex(2.5f)), ff_t(1.0f));  // what careful steps are for
  EXPECT_LT(abs(careful - complex(2.5f)), ff_t(0x1p-10f));
}

/// x^4 - 1 with two points at 1 and none at -i: neither has arrived while the other is as close as its step.
TEST_F(Polynomial, TwoPointsAtOneRootStepOn) {
  namespace d = ff::detail;
  const ff_t c[] = {-1.0f, 0.0f, 0.0f, 0.0f, 1.0f};
  d::scaled_large s(c, 4);
  s.deal();
  const ff::detail::large_polynomial p = blocks_of(s);
  const complex z[] = {ff_t(1.0f) + 0x1p-30f, {ff_t(1.0f) - 0x1p-31f, 0x1p-30f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(d::quick_step::of(p, z, i, 0x1p-20f).last);
    EXPECT_FALSE(d::careful_step::of(p, z, i, 0x1p-20f).last);
  }
  const complex apart[] = {z[0], {0.0f, -1.0f}, z[2], z[3]};
  EXPECT_TRUE(d::quick_step::of(p, apart, 0, 0x1p-20f).last);
  EXPECT_TRUE(d::careful_step::of(p, apart, 0, 0x1p-20f).last);
}

/// A point beside another's root finds the one that is left, however far away.
TEST_F(Polynomial, WanderingPointsArrive) {
  namespace d = ff::detail;
  constexpr int n = 600;
  const std::vector<ff_t> c = drawn_coefficients(n, 3);
  const large_root_disks r = large_roots(c.data(), n);
  ASSERT_EQ(r.isolated, n);
  d::scaled_large s(c.data(), n);
  s.deal();
  const ff::detail::large_polynomial p = blocks_of(s);
  std::vector<complex> z;
  for (const disk& of : r.root) z.push_back(of.centre);  // s.shift is 0
  for (int i = 0; i < n; i += 50) {
    const complex home = z[static_cast<std::size_t>(i)], other = z[static_cast<std::size_t>((i + 217) % n)];
    complex& at = z[static_cast<std::size_t>(i)];
    at = {other.real() + 0x1p-12f, other.imag() + 0x1p-13f};
    bool arrived = false;
    for (int step = 0; step < 12 && !arrived; ++step) {
      const auto next = d::quick_step::of(p, z.data(), i, 0x1p-26f);
      at = next.point;
      arrived = next.last;
    }
    EXPECT_TRUE(arrived);
    EXPECT_LT(abs(at - home), ff_t(0x1p-36f));
    at = home;
  }
}

TEST_F(Polynomial, LargeSpecialCoefficients) {
  const float nothing[] = {0, 0, 0}, bad[] = {1, nan, 1}, constant[] = {7, 0, 0}, zeros[] = {0, 0, 3, 1, 0};
  EXPECT_TRUE(large_roots(nothing, 2).status == root_status::zero_polynomial);
  EXPECT_TRUE(large_roots(bad, 2).status == root_status::not_finite);
  EXPECT_TRUE(large_roots(nothing, 2).root.empty() && large_roots(bad, 2).root.empty());
  const float* const none = nullptr;
  for (const large_root_disks& r : {large_roots(bad, -1), large_roots(bad, std::numeric_limits<int>::min()),
                                    large_roots(bad, greatest_degree + 1),
                                    large_roots(bad, std::numeric_limits<int>::max()), large_roots(none, 2)})
    EXPECT_TRUE(r.root.empty() && r.status == root_status::bad_arguments);
  const large_root_disks c = large_roots(constant, 2), z = large_roots(zeros, 4);
  EXPECT_TRUE(c.root.empty() && c.status == root_status::isolated);
  EXPECT_EQ(c.at_infinity, 2);
  EXPECT_EQ(z.at_infinity, 1);
  EXPECT_EQ(z.clustered, 2);
  EXPECT_EQ(z.isolated, 1);
  ASSERT_EQ(z.root.size(), 2u);
  EXPECT_TRUE(z.root[1].centre == complex(0.0f) && ff::equal(z.root[1].radius, 0.0f));
}

bool same_large(const large_root_disks& a, const large_root_disks& b, int shift) {
  bool same = a.root.size() == b.root.size() && a.status == b.status;
  for (std::size_t i = 0; same && i < a.root.size(); ++i) same = same_disk(a.root[i], b.root[i], shift);
  return same;
}

TEST_F(Polynomial, LargeRootsScaleAndAreTheSameOnAnyNumberOfThreads) {
  const std::vector<ff_t> c = drawn_coefficients(100, 7);
  std::vector<ff_t> wider = c;
  for (int k = 0; k <= 100; ++k)
    wider[static_cast<std::size_t>(k)] = ldexp(c[static_cast<std::size_t>(k)], 50 - k);
  const large_root_disks r = large_roots(c.data(), 100);
  EXPECT_EQ(r.isolated, 100);
  EXPECT_TRUE(same_large(r, large_roots(c.data(), 100, 1), 0));
  EXPECT_TRUE(same_large(r, large_roots(c.data(), 100, 5), 0));
  EXPECT_TRUE(same_large(r, large_roots(wider.data(), 100), 1));
}

// ---------------------------------------------------------------- batches

TEST_F(Polynomial, BatchesAreTheSameOnAnyNumberOfThreads) {
  constexpr std::size_t count = 300;
  std::vector<ff_t> c;
  for (std::size_t i = 0; i < count; ++i)
    for (ff_t x : draw_polynomial<7>(static_cast<polynomial_kind>(i % polynomial_kinds), i).c) c.push_back(x);
  for (unsigned threads : {0u, 1u, 3u}) {
    std::vector<root_disks<7>> got(count);
    batch_roots_on_host<7>(c.data(), count, got.data(), threads);
    for (std::size_t i = 0; i < count; ++i) {
      const auto wanted = roots<7>(&c[8 * i]);
      EXPECT_TRUE(wanted.status == got[i].status && wanted.disks == got[i].disks);
      for (int j = 0; j < wanted.disks; ++j) EXPECT_TRUE(same_disk(wanted.root[j], got[i].root[j], 0));
    }
  }
}

#endif

}  // namespace
