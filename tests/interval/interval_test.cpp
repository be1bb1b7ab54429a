// Intervals: every operation on every combination of a few endpoints, infinite, zero and of either sign,
// against its definition; containment of exact point results, inclusion, and measures on random ones.
#include <ff/interval.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "properties.hpp"
#include "vectors.hpp"

#if defined(FF_TEST_ON_DEVICE)
#include "gpu/same_bits.cuh"
#endif

namespace {

using namespace ff_test;
using ff::interval;

struct Interval : Everywhere {};

constexpr float inf = ff::detail::infinity;

// ---------------------------------------------------------------- the definition, on a few doubles

// A set of reals; empty where lower > upper.
struct set {
  double lower, upper;
};
FF_HD_LARGE constexpr set no_numbers() { return {1, 0}; }
FF_HD_LARGE bool is_empty(set x) { return x.lower > x.upper; }
FF_HD_LARGE bool has_zero(set x) { return x.lower <= 0 && 0 <= x.upper; }
FF_HD_LARGE bool finite(double x) { return x - x == 0; }
FF_HD_LARGE bool operator==(set x, set y) {
  return (is_empty(x) && is_empty(y)) || (x.lower == y.lower && x.upper == y.upper);
}
FF_HD_LARGE double min_of(double a, double b) { return a < b ? a : b; }
FF_HD_LARGE double max_of(double a, double b) { return a > b ? a : b; }

FF_HD_LARGE set hull_of(set x, set y) {
  return is_empty(x) ? y : is_empty(y) ? x : set{min_of(x.lower, y.lower), max_of(x.upper, y.upper)};
}
// The hull of what f makes of the four corners, NaN left out.
template <class F>
FF_HD_LARGE set corners(set x, set y, F f) {
  set all = no_numbers();
  for (int i = 0; i < 4; ++i) {
    const double v = f(i % 2 == 0 ? x.lower : x.upper, i < 2 ? y.lower : y.upper);
    if (v == v) all = hull_of(all, {v, v});
  }
  return all;
}
FF_HD_LARGE set sum_of(set x, set y) {
  return is_empty(x) || is_empty(y) ? no_numbers() : set{x.lower + y.lower, x.upper + y.upper};
}
FF_HD_LARGE set product_of(set x, set y) {
  if (is_empty(x) || is_empty(y)) return no_numbers();
  return corners(x, y, [](double a, double b) { return a == 0 || b == 0 ? 0 : a * b; });
}
FF_HD_LARGE set negative_of(set x) { return is_empty(x) ? x : set{-x.upper, -x.lower}; }
// By the negative and the positive part of y.  0/0 and inf/inf, no limits of quotients, are left out.
FF_HD_LARGE set quotient_by_positive(set x, double lower, double upper) {
  return corners(x, {lower, upper},
                 [](double a, double b) { return b == 0 && a != 0 ? a * wide(inf) : a / b; });
}
FF_HD_LARGE set quotient_of(set x, set y) {
  if (is_empty(x) || is_empty(y)) return no_numbers();
  const set above = y.upper > 0 ? quotient_by_positive(x, max_of(y.lower, 0), y.upper) : no_numbers();
  const set below =
      y.lower < 0 ? quotient_by_positive(negative_of(x), max_of(-y.upper, 0), -y.lower) : no_numbers();
  return hull_of(below, above);
}
// x^n; 1/0 of the side that x comes from.
FF_HD_LARGE double power_of(double x, int n) {
  double p = 1;
  for (int i = 0; i < (n < 0 ? -n : n); ++i) p *= x;
  return n < 0 ? 1 / p : p;
}
FF_HD_LARGE set power_of(set x, int n) {
  if (is_empty(x) || n == 0) return is_empty(x) ? x : set{1, 1};
  set all = no_numbers();
  if (x.lower < 0)
    all = hull_of(all, corners(x, {0, 0},
                               [&](double a, double) { return a < 0 ? power_of(a, n) : power_of(-0.0, n); }));
  if (x.upper > 0)
    all = hull_of(
        all, corners(x, {0, 0}, [&](double a, double) { return a > 0 ? power_of(a, n) : power_of(0.0, n); }));
  if (has_zero(x) && n > 0) all = hull_of(all, {0, 0});
  return all;
}

// ---------------------------------------------------------------- every combination of endpoints

// Squares, roots, powers and quotients of these are exact.
constexpr int endpoint_count = 7;
FF_HD_LARGE double some_endpoint(int i) {
  return i == 0   ? wide(-inf)
         : i == 6 ? wide(inf)
         : i == 3 ? 0.0
                  : (i < 3 ? -1 : 1) * (i == 1 || i == 5 ? 4 : 0.25);
}
constexpr int set_count =
    27;  // all with lower <= upper, but for the two of an infinity alone; and the empty one
FF_HD_LARGE set some_set(uint64 number) {
  for (int l = 0; l < endpoint_count; ++l)
    for (int u = l; u < endpoint_count; ++u) {
      if (l == u && (l == 0 || l == endpoint_count - 1)) continue;
      if (number-- == 0) return {some_endpoint(l), some_endpoint(u)};
    }
  return no_numbers();
}

template <class T>
FF_HD_LARGE interval<T> of(set x) {
  return is_empty(x) ? interval<T>::empty() : interval<T>(T(x.lower), T(x.upper));
}
template <>
FF_HD_LARGE interval<float> of<float>(set x) {
  return is_empty(x) ? interval<float>::empty()
                     : interval<float>(static_cast<float>(x.lower), static_cast<float>(x.upper));
}
FF_HD_LARGE double as_double(float x) { return wide(x); }
FF_HD_LARGE double as_double(double x) { return x; }
FF_HD_LARGE double as_double(ff_t x) { return wide(x.hi()) + (is_finite(x.hi()) ? wide(x.lo()) : 0.0); }

template <class T>
FF_HD_LARGE bool is(interval<T> got, set want) {
  if (is_empty(want)) return is_empty(got) && got.upper() != got.upper();
  return as_double(got.lower()) == want.lower && as_double(got.upper()) == want.upper;
}

template <class T>
struct two_operands {
  FF_HD_LARGE static set first(uint64 i) { return some_set(i % set_count); }
  FF_HD_LARGE static set second(uint64 i) { return some_set(i / set_count % set_count); }
};

template <class T>
struct arithmetic_is_defined : two_operands<T> {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const set x = this->first(i), y = this->second(i);
    const interval<T> a = of<T>(x), b = of<T>(y);
    return is(a + b, sum_of(x, y)) && is(a - b, sum_of(x, negative_of(y))) && is(a * b, product_of(x, y)) &&
           is(a / b, quotient_of(x, y)) && is(-a, negative_of(x)) && is(+a, x) &&
           is(recip(b), quotient_of({1, 1}, y));
  }
};

template <class T>
struct split_is_defined : two_operands<T> {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const set x = this->first(i), y = this->second(i);
    const auto [first, second] = divide_split(of<T>(x), of<T>(y));
    const bool split = !is_empty(x) && !has_zero(x) && y.lower < 0 && y.upper > 0;
    if (!split) return is(first, quotient_of(x, y)) && is(second, no_numbers());
    return is(first, quotient_of(x, {y.lower, 0})) && is(second, quotient_of(x, {0, y.upper}));
  }
};

template <class T>
struct fma_is_defined {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const set x = some_set(i % set_count), y = some_set(i / set_count % set_count),
              z = some_set(i / set_count / set_count);
    return is(fma(of<T>(x), of<T>(y), of<T>(z)), sum_of(product_of(x, y), z));
  }
};

FF_HD_LARGE set absolute(set x) {
  if (is_empty(x)) return x;
  const double l = max_of(x.lower, -x.upper);
  return {l < 0 ? 0 : l, max_of(-x.lower, x.upper)};
}
FF_HD_LARGE double floor_of(double x) { return finite(x) ? (x < 0 ? (x > -1 ? -1 : -4) : x < 1 ? 0 : 4) : x; }
FF_HD_LARGE double ceil_of(double x) { return -floor_of(-x); }
FF_HD_LARGE double trunc_of(double x) { return x > -1 && x < 1 ? 0 : x; }

template <class T>
struct functions_are_defined {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const set x = some_set(i);
    const interval<T> a = of<T>(x);
    const auto root = [](double v) { return v == 4 ? 2 : v == 0.25 ? 0.5 : v > 0 ? v : 0.0; };
    const set roots = is_empty(x) || x.upper < 0 ? no_numbers() : set{root(x.lower), root(x.upper)};
    const set floors = is_empty(x) ? x : set{floor_of(x.lower), floor_of(x.upper)};
    const set ceils = is_empty(x) ? x : set{ceil_of(x.lower), ceil_of(x.upper)};
    const set truncs = is_empty(x) ? x : set{trunc_of(x.lower), trunc_of(x.upper)};
    return is(sqr(a), power_of(x, 2)) && is(sqrt(a), roots) && is(abs(a), absolute(x)) &&
           is(floor(a), floors) && is(ceil(a), ceils) && is(trunc(a), truncs);
  }
};

template <class T>
struct sets_are_defined : two_operands<T> {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const set x = this->first(i), y = this->second(i);
    const interval<T> a = of<T>(x), b = of<T>(y);
    const bool none = is_empty(x), either = none || is_empty(y);
    const set both{max_of(x.lower, y.lower), min_of(x.upper, y.upper)};
    const bool inside = !either && both == x;
    const auto beyond = [](double p, double q) { return p < q || (p == q && !finite(p)); };
    return is(hull(a, b), hull_of(x, y)) && is(intersection(a, b), either ? no_numbers() : both) &&
           is(min(a, b), either ? no_numbers() : set{min_of(x.lower, y.lower), min_of(x.upper, y.upper)}) &&
           is(max(a, b), either ? no_numbers() : set{max_of(x.lower, y.lower), max_of(x.upper, y.upper)}) &&
           (a == b) == (x == y) && (a != b) == !(x == y) && subset(a, b) == (none || inside) &&
           interior(a, b) == (none || (inside && beyond(y.lower, x.lower) && beyond(x.upper, y.upper))) &&
           disjoint(a, b) == (either || is_empty(both)) && precedes(a, b) == (either || x.upper <= y.lower) &&
           strictly_precedes(a, b) == (either || x.upper < y.lower);
  }
};

template <class T>
struct measures_are_defined {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const set x = some_set(i), size = absolute(x);
    const interval<T> a = of<T>(x);
    const double magnitude = as_double(ff::magnitude(a)), mignitude = as_double(ff::mignitude(a));
    const double width = as_double(ff::width(a)), middle = as_double(midpoint(a)),
                 radius = as_double(ff::radius(a));
    if (is_empty(x))
      return is_empty(a) && magnitude != magnitude && mignitude != mignitude && width != width &&
             middle != middle && radius != radius && !is_point(a) && !is_bounded(a) && !is_entire(a) &&
             !contains(a, T(0.0f));
    const bool bounded = finite(x.lower) && finite(x.upper);
    for (int e = 0; e < endpoint_count; ++e) {
      const double v = some_endpoint(e);
      if (contains(a, of<T>({v, v}).lower()) != (finite(v) && x.lower <= v && v <= x.upper)) return false;
    }
    return !is_empty(a) && magnitude == size.upper && mignitude == size.lower && width == x.upper - x.lower &&
           finite(middle) && x.lower <= middle && middle <= x.upper &&
           (!bounded || (middle == (x.lower + x.upper) / 2 && radius == (x.upper - x.lower) / 2)) &&
           (bounded ||
            (radius == wide(inf) &&
             (is_entire(a) ? middle == 0 : ff_test::magnitude(middle) >= wide(0x1.fffffep127f)))) &&
           is_bounded(a) == bounded && is_point(a) == (x.lower == x.upper) &&
           is_entire(a) == (!finite(x.lower) && !finite(x.upper));
  }
};

template <class T>
::testing::AssertionResult every_definition() {
  for (const auto& result :
       {holds(arithmetic_is_defined<T>{}, set_count * set_count),
        holds(split_is_defined<T>{}, set_count * set_count),
        holds(fma_is_defined<T>{}, set_count * set_count * set_count),
        holds(functions_are_defined<T>{}, set_count), holds(sets_are_defined<T>{}, set_count * set_count),
        holds(measures_are_defined<T>{}, set_count)})
    if (!result) return result;
  return ::testing::AssertionSuccess();
}

TEST_F(Interval, FloatIsAsDefined) { EXPECT_TRUE(every_definition<float>()); }
TEST_F(Interval, DoubleIsAsDefined) { EXPECT_TRUE(every_definition<double>()); }
TEST_F(Interval, FloatFloatIsAsDefined) { EXPECT_TRUE(every_definition<ff_t>()); }

// ---------------------------------------------------------------- random intervals

FF_HD_LARGE void draw(draws& d, bool any, float& x) {
  const float anywhere = d.any(), near_one = d.in(-20, 20);
  x = any ? anywhere : near_one;
}
FF_HD_LARGE void draw(draws& d, bool any, double& x) {
  const uint64 bits = d.bits();
  float word = 0;
  draw(d, any, word);
  const double near = wide(word) * (1 + 0x1p-52 * static_cast<double>(bits >> 12));
  x = any && (bits & 7u) == 0 ? ff::detail::bit_cast<double>(bits) : near;
}
FF_HD_LARGE void draw(draws& d, bool any, ff_t& x) {
  const ff_t near = d.pair(-20, 20), anywhere = d.pair(-126, 126);
  const float word = d.any();
  x = !any ? near : d.coin() ? anywhere : ff_t(word);
}

// Points, neighbours, ends at zero, both signs, unbounded and empty ones among them.
template <class T>
FF_HD_LARGE interval<T> random_interval(draws& d) {
  const int kind = d.between(0, 9), size = d.between(-40, 4);
  const bool any = kind == 0 || kind == 1;
  T a{}, b{};
  draw(d, any, a);
  draw(d, any, b);
  if (kind == 2) return interval<T>(a);
  if (kind == 3) b = T(0.0f);
  if (kind == 4) return interval<T>(a) + interval<T>(T(-power(size)), T(power(size - 1)));
  if (kind == 5) return interval<T>(a, T(inf));
  if (kind == 6) return interval<T>(T(-inf), a);
  const interval<T> ordered(a, b);
  return is_empty(ordered) ? interval<T>(b, a) : ordered;
}

template <class T>
struct three_intervals {
  interval<T> x, y, z;
};
inline void print_endpoint(std::ostream& out, float x) { out << x; }
inline void print_endpoint(std::ostream& out, double x) { out << x; }
inline void print_endpoint(std::ostream& out, ff_t x) { out << one_pair{x}; }
template <class T>
std::ostream& operator<<(std::ostream& out, const three_intervals<T>& v) {
  const interval<T> all[] = {v.x, v.y, v.z};
  for (const interval<T>& x : all) {
    out << '[';
    print_endpoint(out, x.lower());
    out << ", ";
    print_endpoint(out, x.upper());
    out << "] ";
  }
  return out;
}

template <class T>
struct random_intervals {
  FF_HD_LARGE three_intervals<T> input(uint64 i) const {
    draws d(i);
    const interval<T> x = random_interval<T>(d), y = random_interval<T>(d);
    return {x, y, random_interval<T>(d)};
  }
};

// Endpoints of pairs are strict: equal values have equal words.
FF_HD_LARGE bool strict(float) { return true; }
FF_HD_LARGE bool strict(ff_t x) {
  return !is_finite(x.hi()) || (ff::add_rn(x.hi(), x.lo()) == x.hi() && is_finite(x.lo()));
}

// side(v) is the sign of exact - v.
template <class T, class Side>
FF_HD_LARGE bool holds_value(interval<T> r, Side side) {
  const bool low = ff::detail::finite(r.lower()) ? side(r.lower()) >= 0 : r.lower() == T(-inf);
  const bool high = ff::detail::finite(r.upper()) ? side(r.upper()) <= 0 : r.upper() == T(inf);
  return low && high && strict(r.lower()) && strict(r.upper());
}

// Both ends and the middle.
template <class T>
FF_HD_LARGE T member(interval<T> x, uint64 i) {
  return i == 0 ? x.lower() : i == 1 ? x.upper() : midpoint(x);
}

// The exact results of members lie in the result.
template <class T>
struct results_are_contained : random_intervals<T> {
  FF_HD_LARGE static bool right(T a, T b, T c, const three_intervals<T>& r, const three_intervals<T>& s) {
    const auto sum = [&](T w) { return exact_sum<6>().add(a).add(b).sub(w).sign(); };
    const auto product = [&](T w) { return exact_sum<6>().add_product(a, b).sub(w).sign(); };
    const auto fused = [&](T w) { return exact_sum<8>().add_product(a, b).add(c).sub(w).sign(); };
    const auto square = [&](T w) { return exact_sum<6>().add_product(a, a).sub(w).sign(); };
    const int b_sign = ff::detail::negative(b) ? -1 : 1;
    const auto quotient = [&](T w) { return b_sign * exact_sum<6>().add(a).sub_product(w, b).sign(); };
    const auto root = [&](T w) {
      return ff::detail::negative(w) ? 1 : exact_sum<6>().add(a).sub_product(w, w).sign();
    };
    return holds_value(r.x, sum) && holds_value(r.y, product) && holds_value(r.z, fused) &&
           holds_value(s.x, square) && (ff::detail::zero(b) || holds_value(s.y, quotient)) &&
           (ff::detail::negative(a) || holds_value(s.z, root));
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const three_intervals<T> v = this->input(i), r{v.x + v.y, v.x * v.y, fma(v.x, v.y, v.z)},
                             s{sqr(v.x), v.x / v.y, sqrt(v.x)};
    for (uint64 k = 0; k < 27; ++k) {
      const T a = member(v.x, k % 3), b = member(v.y, k / 3 % 3), c = member(v.z, k / 9);
      const bool numbers = ff::detail::finite(a) && ff::detail::finite(b) && ff::detail::finite(c);
      if (numbers && !right(a, b, c, r, s)) return false;
    }
    return true;
  }
};

TEST_F(Interval, FloatContainsExactResults) {
  EXPECT_TRUE(holds(results_are_contained<float>{}, vectors(300'000, 1 << 26)));
}
TEST_F(Interval, FloatFloatContainsExactResults) {
  EXPECT_TRUE(holds(results_are_contained<ff_t>{}, vectors(300'000, 1 << 26)));
}

// An infinite end, or one whose square overflows, takes nothing from the other end's accuracy.
struct half_line_squares : random_intervals<ff_t> {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const ff_t a = this->input(i).x.lower();
    if (!(ff::abs(a) < 0x1p127f)) return true;
    const bool falls = ff::detail::negative(a);
    const ff_t square = sqr(interval<ff_t>(a)).lower(), far = falls ? -0x1p127f : 0x1p127f;
    const auto from = [&](ff_t end) { return falls ? interval<ff_t>(end, a) : interval<ff_t>(a, end); };
    return sqr(from(falls ? -inf : inf)).lower() == square && sqr(from(far)).lower() == square;
  }
};
TEST_F(Interval, SquaresOfHalfLinesAreAsTight) {
  const ff_t a = from_words(-0x1.0ec974p-2f, 0x1.e81306p-27f);  // a product of a and a is 4.01 u^2 below a^2
  EXPECT_EQ(sqr(interval<ff_t>(-inf, a)).lower(), sqr(interval<ff_t>(a)).lower());
  EXPECT_TRUE(holds(half_line_squares{}, vectors(300'000, 1 << 26)));
}

// Tight operations of larger sets give larger sets.
template <class T>
struct larger_operands : random_intervals<T> {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const three_intervals<T> v = this->input(i);
    const interval<T> x = v.x, y = v.y, z = v.z;
    const auto [more, other, rest] = this->input(~i);
    const interval<T> X = hull(x, more), Y = hull(y, other), Z = hull(z, rest);
    return subset(x + y, X + Y) && subset(x - y, X - Y) && subset(x * y, X * Y) && subset(x / y, X / Y) &&
           subset(fma(x, y, z), fma(X, Y, Z)) && subset(sqr(x), sqr(X)) && subset(sqrt(x), sqrt(X)) &&
           subset(recip(x), recip(X)) && subset(abs(x), abs(X)) && subset(floor(x), floor(X)) &&
           subset(min(x, y), min(X, Y)) && subset(max(x, y), max(X, Y)) && subset(sqr(x), x * x) &&
           subset(intersection(x, y), x) && subset(x, X) && subset(x - x, X - X);
  }
};
TEST_F(Interval, InclusionIsKept) {
  EXPECT_TRUE(holds(larger_operands<float>{}, vectors(300'000, 1 << 26)));
  EXPECT_TRUE(holds(larger_operands<double>{}, vectors(300'000, 1 << 26)));
}

// m - r <= lower and upper <= m + r; the halves cover x.
template <class T>
struct middles : random_intervals<T> {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const interval<T> x = this->input(i).x;
    if (is_empty(x)) return true;
    const T m = midpoint(x), r = radius(x);
    const auto [left, right] = bisect(x);
    const bool halves = hull(left, right) == x && left.upper() == m && right.lower() == m;
    if (!contains(x, m) || !halves) return false;
    if (!is_bounded(x)) return !ff::detail::finite(r);
    if (!ff::detail::finite(r)) return true;
    return exact_sum<6>().add(x.lower()).sub(m).add(r).sign() >= 0 &&
           exact_sum<6>().add(m).add(r).sub(x.upper()).sign() >= 0 && strict(m) && strict(r);
  }
};
// Against the sum in double, where that is exact.
FF_HD_LARGE bool midpoint_is_nearest(float a, float b) {
  if (!is_finite(a) || !is_finite(b)) return true;
  const interval<float> x = a < b ? interval<float>(a, b) : interval<float>(b, a);
  const double sum = wide(a) + wide(b), b_seen = sum - wide(a), a_seen = sum - b_seen;
  const bool exact = a_seen == wide(a) && b_seen == wide(b);
  return !exact || ff::equal(midpoint(x), ff::narrow_rn(0.5 * sum));
}
FF_HD_LARGE two_floats ends_of_any_size(uint64 i) {
  draws d(i);
  const float a = d.any(), near = from_bits(to_bits(a) ^ (d.word() & 0x80000fffu)), other = d.any();
  const float tiny = from_bits(d.sign() | (d.word() & 7u)), tinier = from_bits(d.sign() | (d.word() & 7u));
  return i % 3 == 0 ? two_floats{a, other} : i % 3 == 1 ? two_floats{a, near} : two_floats{tiny, tinier};
}
// In units of the least number, where nothing is rounded but the half.
template <class T>
FF_HD_LARGE bool midpoint_of_least_numbers(T unit, uint64 i) {
  const int a = static_cast<int>(i % 41) - 20, b = a + static_cast<int>(i / 41);
  const int twice = a + b, down = twice >= 0 ? twice / 2 : -((1 - twice) / 2);
  const int nearest = twice % 2 != 0 && down % 2 != 0 ? down + 1 : down;
  const interval<T> x(T(static_cast<float>(a)) * unit, T(static_cast<float>(b)) * unit);
  return midpoint(x) == T(static_cast<float>(nearest)) * unit && contains(x, midpoint(x));
}
struct least_numbers {
  FF_HD_LARGE bool operator()(uint64 i) const {
    return midpoint_of_least_numbers(0x1p-149f, i) && midpoint_of_least_numbers(0x1p-1074, i) &&
           midpoint_of_least_numbers(ff_t(0x1p-149f), i);
  }
};
TEST_F(Interval, MidpointIsNearest) {
  EXPECT_TRUE((holds_for<midpoint_is_nearest, ends_of_any_size>(vectors(1 << 20, 1 << 26))));
  EXPECT_TRUE(holds(least_numbers{}, 41 * 50));
}

TEST_F(Interval, MidpointAndRadius) {
  EXPECT_TRUE(holds(middles<float>{}, vectors(500'000, 1 << 26)));
  EXPECT_TRUE(holds(middles<ff_t>{}, vectors(500'000, 1 << 26)));
}

// ---------------------------------------------------------------- from one type to another

struct conversions_enclose {
  FF_HD_LARGE double input(uint64 i) const {
    draws d(i);
    const ff_t near_tie = d.pair(-130, 130);  // low words of half an ulp among them
    const uint64 bits = ff::detail::bit_cast<uint64>(wide(near_tie.hi()) + wide(near_tie.lo()));
    double any = 0;
    draw(d, true, any);
    const int kind = d.between(0, 3);
    return kind == 0 ? any : ff::detail::bit_cast<double>(bits + static_cast<uint64>(d.between(-3, 3)));
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const double v = input(i);
    const interval<double> x(v);
    if (!finite(v)) return is_empty(x) && is_empty(interval<ff_t>(x)) && is_empty(interval<float>(x));
    const interval<ff_t> pair(x);
    const interval<float> word(x), word_of_pair(pair);
    const interval<double> back(pair);
    const auto of_pair = [&](ff_t w) { return exact_sum<3>().add(v).sub(w).sign(); };
    const auto of_word = [&](float w) { return exact_sum<2>().add(v).sub(w).sign(); };
    return holds_value(pair, of_pair) && holds_value(word, of_word) && holds_value(word_of_pair, of_word) &&
           subset(x, back) && contains(back, v) && subset(interval<ff_t>(word), interval<ff_t>(word_of_pair));
  }
};
TEST_F(Interval, ConversionsEnclose) {
  EXPECT_TRUE(holds(conversions_enclose{}, vectors(1'000'000, 1 << 26)));
}

struct integers_are_enclosed {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const int n = static_cast<int>(draws(i).word());
    const interval<float> word(n);
    const interval<ff_t> pair(n);
    const interval<double> twice(n);
    const double v = n;
    return wide(word.lower()) <= v && v <= wide(word.upper()) && as_double(pair.lower()) == v &&
           as_double(pair.upper()) == v && twice.lower() == v && is_point(twice) && strict(pair.lower()) &&
           (word.upper() == word.lower() || wide(ff::detail::next_up(word.lower())) == wide(word.upper()));
  }
};
TEST_F(Interval, IntegersAreEnclosed) {
  EXPECT_TRUE(holds(integers_are_enclosed{}, vectors(100'000, 1 << 24)));
}

// Of 64 bits: around the number, and no wider than a unit in the last place of their type.  Two doubles
// become the ends of an interval of pairs outwards.
struct wide_integers_are_enclosed {
  template <class T, class I>
  FF_HD_LARGE static bool around(I n) {
    const interval<T> x = n;
    const auto below = [&](T end) { return ff_t(end) <= n; };  // comparison with integers is exact
    const auto above = [&](T end) { return ff_t(end) >= n; };
    const bool short_enough = magnitude(static_cast<double>(n)) <= 0x1p24;
    const double width = as_double(x.upper()) - as_double(x.lower()), size = magnitude(as_double(x.upper()));
    return below(x.lower()) && above(x.upper()) && (!short_enough || is_point(x)) &&
           width <= size * (std::is_same_v<T, float> ? 0x1p-23 : 0x1p-47);
  }
  FF_HD_LARGE static double as_double(float v) { return wide(v); }
  FF_HD_LARGE static double as_double(ff_t v) { return wide(v.hi()) + wide(v.lo()); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    draws d(i);
    const uint64 bits = (uint64{d.word()} << 32 | d.word()) >> d.between(2, 60);
    const auto n = static_cast<ff::int64>(i % 2 ? bits : 0 - bits);
    const interval<double> twice = n;
    const double low = wide(d.any()), v = low - low == 0 ? low : 1.0;
    const interval<ff_t> ends(v, v + 1);
    return around<float>(n) && around<ff_t>(n) && around<float>(bits) && around<ff_t>(bits) &&
           static_cast<ff::int64>(twice.lower()) <= n && static_cast<ff::int64>(twice.upper()) >= n &&
           (is_point(twice) || ff::detail::next_up(twice.lower()) == twice.upper()) && ends.lower() <= v &&
           ends.upper() >= v + 1;
  }
};
TEST_F(Interval, WideIntegersAndPairsOfDoublesAreEnclosed) {
  EXPECT_TRUE(holds(wide_integers_are_enclosed{}, vectors(100'000, 1 << 24)));
}

// ---------------------------------------------------------------- the host's bits

#if defined(FF_TEST_ON_DEVICE)

template <class T>
struct interval_bits : random_intervals<T> {
  FF_HD_LARGE uint64 operator()(uint64 i) const {
    const three_intervals<T> v = this->input(i);
    const interval<T> x = v.x, y = v.y, z = v.z;
    const auto [first, second] = divide_split(x, y);
    return digest()
        .add(x + y)
        .add(x - y)
        .add(x * y)
        .add(x / y)
        .add(first)
        .add(second)
        .add(fma(x, y, z))
        .add(sqr(x))
        .add(sqrt(x))
        .add(recip(x))
        .add(abs(x))
        .add(min(x, y))
        .add(max(x, y))
        .add(floor(x))
        .add(ceil(x))
        .add(trunc(x))
        .add(hull(x, y))
        .add(intersection(x, y))
        .add(midpoint(x))
        .add(radius(x))
        .add(width(x))
        .add(magnitude(x))
        .add(mignitude(x))
        .add(interval<float>(x))
        .add(interval<ff_t>(x))
        .add(interval<double>(x))
        .value();
  }
};
TEST_F(Interval, FloatHasTheHostsBits) { EXPECT_TRUE(same_on_host(interval_bits<float>{}, 1 << 21)); }
TEST_F(Interval, DoubleHasTheHostsBits) { EXPECT_TRUE(same_on_host(interval_bits<double>{}, 1 << 21)); }
TEST_F(Interval, FloatFloatHasTheHostsBits) { EXPECT_TRUE(same_on_host(interval_bits<ff_t>{}, 1 << 21)); }

#endif

// ---------------------------------------------------------------- constant expressions

constexpr interval<float> one_to_two(1.0f, 2.0f);
constexpr interval<ff_t> third = interval<ff_t>(1.0f) / 3;
static_assert((one_to_two * interval<float>(-3.0f, 1.0f) + 1).lower() == -5.0f);
static_assert((one_to_two - 1).upper() == 1.0f && (1 - one_to_two).lower() == -1.0f);
static_assert(third.lower() < third.upper() && subset(interval<ff_t>(1.0f), third * 3));
static_assert(sqrt(interval<ff_t>(2.0f)).upper() * sqrt(interval<ff_t>(2.0f)).upper() > 2);
static_assert(is_empty(interval<ff_t>(2.0f, 1.0f)));
static_assert(is_empty(interval<float>(inf)) && is_entire(interval<float>(-inf, inf)));
static_assert(contains(one_to_two, midpoint(one_to_two)) && radius(one_to_two) == 0.5f);

}  // namespace
