// SmallVectors of two, three and four: products against exact sums, lengths and directions, special values.
#include <ff/vector.hpp>
#include <string_view>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using ff::ff2;
using ff::ff3;
using ff::ff4;

struct SmallVectors : Everywhere {};

constexpr float inf = ff::detail::infinity;

struct two_vectors {
  ff4 a, b;
};
std::ostream& operator<<(std::ostream& out, const two_vectors& v) {
  return out << three_pairs{v.a.x, v.a.y, v.a.z} << ", " << one_pair{v.a.w} << "; "
             << three_pairs{v.b.x, v.b.y, v.b.z} << ", " << one_pair{v.b.w};
}

// Independent, nearly orthogonal, or of wide range.
FF_HD_LARGE two_vectors operands(uint64 i) {
  draws d(i);
  const int width = i % 3 == 0 ? 12 : 1;
  two_vectors v{{d.pair(-width, width), d.pair(-width, width), d.pair(-width, width), d.pair(-width, width)},
                {d.pair(-width, width), d.pair(-width, width), d.pair(-width, width), d.pair(-width, width)}};
  if (i % 4 == 0) v.b = {v.a.y, -v.a.x, v.a.w, -v.a.z};
  if (i % 4 == 1) v.b.y = -(v.a.x * v.b.x) / v.a.y;
  return v;
}

constexpr double bound_of(std::string_view name) {
  for (const ff::bounds::function_row& row : ff::bounds::small_vectors) {
    if (name == row.name) return row.error.u2 * 0x1p-48;
  }
  throw "no such row";
}
constexpr double dot2_bound = bound_of("dot2"), dot3_bound = bound_of("dot3"), dot4_bound = bound_of("dot4"),
                 cross_bound = bound_of("cross"), length_bound = bound_of("length4"),
                 normalize_bound = bound_of("normalize4");

FF_HD_LARGE bool near(ff_t got, double error, double bound, double scale) {
  return is_pair(got) && magnitude(error) <= bound * scale;
}

struct dots {
  FF_HD_LARGE two_vectors input(uint64 i) const { return operands(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [a, b] = input(i);
    const ff_t two = dot(ff2{a.x, a.y}, ff2{b.x, b.y}), three = dot(ff3{a.x, a.y, a.z}, ff3{b.x, b.y, b.z}),
               four = dot(a, b);
    double scale = magnitude(wide(a.x.hi()) * wide(b.x.hi())) + magnitude(wide(a.y.hi()) * wide(b.y.hi()));
    exact_sum<20> left;
    left.add_product(a.x, b.x).add_product(a.y, b.y);
    const double e2 = exact_sum<20>(left).sub(two).value(), s2 = scale;
    left.add_product(a.z, b.z);
    scale += magnitude(wide(a.z.hi()) * wide(b.z.hi()));
    const double e3 = exact_sum<20>(left).sub(three).value(), s3 = scale;
    const double e4 = left.add_product(a.w, b.w).sub(four).value();
    return near(two, e2, dot2_bound, s2) && near(three, e3, dot3_bound, s3) &&
           near(four, e4, dot4_bound, scale + magnitude(wide(a.w.hi()) * wide(b.w.hi())));
  }
};
TEST_F(SmallVectors, dot_products) { EXPECT_TRUE(holds(dots{}, vectors(1 << 19, 1 << 27))); }

FF_HD_LARGE bool near_difference(ff_t got, ff_t x, ff_t y, ff_t z, ff_t w) {
  const double error = exact_sum<16>().add_product(x, y).sub_product(z, w).sub(got).value();
  return near(got, error, cross_bound,
              magnitude(wide(x.hi()) * wide(y.hi())) + magnitude(wide(z.hi()) * wide(w.hi())));
}
struct crosses {
  FF_HD_LARGE two_vectors input(uint64 i) const { return operands(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [a, b] = input(i);
    const ff3 c = cross(ff3{a.x, a.y, a.z}, ff3{b.x, b.y, b.z});
    return near_difference(c.x, a.y, b.z, a.z, b.y) && near_difference(c.y, a.z, b.x, a.x, b.z) &&
           near_difference(c.z, a.x, b.y, a.y, b.x);
  }
};
TEST_F(SmallVectors, cross_products) { EXPECT_TRUE(holds(crosses{}, vectors(1 << 19, 1 << 27))); }

// |a|^2 is back; n |a| = a.
struct lengths {
  FF_HD_LARGE two_vectors input(uint64 i) const { return operands(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [a, b] = input(i);
    const ff_t r = length(a);
    const double error = exact_sum<32>()
                             .add_product(r, r)
                             .sub_product(a.x, a.x)
                             .sub_product(a.y, a.y)
                             .sub_product(a.z, a.z)
                             .sub_product(a.w, a.w)
                             .value();
    const ff4 n = normalize(a);
    const double back = exact_sum<16>().add_product(n.y, r).sub(a.y).value();
    return is_pair(r) && magnitude(error) <= 2 * length_bound * wide(r.hi()) * wide(r.hi()) &&
           magnitude(back) <= (length_bound + normalize_bound) * magnitude(wide(a.y.hi()));
  }
};
TEST_F(SmallVectors, lengths_and_directions) { EXPECT_TRUE(holds(lengths{}, vectors(1 << 19, 1 << 27))); }

// Any power of two in front of a vector, as far as the words reach.
struct far_out {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const int n = static_cast<int>(i) - 120;
    const auto at = [n](float x) { return ff::ldexp(ff_t(x), n); };
    const ff2 a{at(3), at(-4)};
    const ff3 b{at(2), at(-3), at(6)};
    const ff4 c{at(1), at(-1), at(1), at(1)};
    const ff2 u = normalize(a);
    const ff4 w = normalize(c);
    return same_bits(length(a), at(5)) && same_bits(length(b), at(7)) && same_bits(length(c), at(2)) &&
           same_bits(distance(a, -a), n > 120 ? length(a + a) : at(10)) && u.x - 0.6f < 0x1p-23f &&
           u.x * u.x + u.y * u.y - 1.0f < 0x1p-44f && same_bits(w.y.hi(), -0.5f);
  }
};
TEST_F(SmallVectors, no_undue_overflow) { EXPECT_TRUE(holds(far_out{}, 240)); }

struct specials {
  FF_HD_LARGE bool operator()(uint64) const {
    const ff_t nan = ff::detail::quiet_nan;
    return same_bits(length(ff2{0.0f, -0.0f}), 0.0f) && same_bits(length(ff3{1.0f, -inf, 2.0f}).hi(), inf) &&
           same_bits(length(ff4{1.0f, nan, 2.0f, inf}).hi(), inf) && isnan(length(ff2{nan, 1.0f})) &&
           isnan(normalize(ff2{0.0f, 0.0f}).x) && isnan(normalize(ff3{inf, 0.0f, 1.0f}).x);
  }
};
TEST_F(SmallVectors, special_values) { EXPECT_TRUE(holds(specials{}, 1)); }

constexpr ff3 a{1, 2, 2}, b{-2, 1, 0};
static_assert(dot(a, b) == 0 && cross(a, b) == ff3{-2, -4, 5} && length(a) == 3 && distance(a, a) == 0);
static_assert(a + b == ff3{-1, 3, 2} && a - b == ff3{3, 1, 2} && 2 * a == a * 2.0f && -a / -1.0f == a &&
              a != b);
constexpr bool compound() {
  ff3 v = a;
  v += b;
  v -= a;
  v *= ff_t(4);
  v /= 2.0f;
  return v == b * 2;
}
static_assert(compound());

}  // namespace
