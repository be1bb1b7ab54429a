// The predicates and their plain stages: against integers as wide as it takes on host and device, and these
// against GMP on the host.
#include <ff/predicates.hpp>

#include "predicate_points.hpp"
#include "properties.hpp"

#if !defined(FF_TEST_ON_DEVICE)
#include <gmp.h>

#include <array>
#include <cmath>
#endif

namespace {

using namespace ff_test;
using ff::point2;
using ff::point3;
using ff::sign;
using stage = ff::predicates::stage;

struct Predicates : Everywhere {};

// ---------------------------------------------------------------- the four as functions of five points

using predicate = ff::predicates::determinant;
using ff::predicates::is_lifted;
using ff::predicates::points_of;
inline constexpr predicate orient2d = predicate::orient2d, orient3d = predicate::orient3d,
                           incircle = predicate::incircle, insphere = predicate::insphere;

template <predicate p, class Point, class Count>
FF_HD_LARGE sign result_of(const Point (&q)[5], Count& count) {
  if constexpr (p == orient2d) return ff::orient2d(q[0], q[1], q[2], count);
  if constexpr (p == orient3d) return ff::orient3d(q[0], q[1], q[2], q[3], count);
  if constexpr (p == incircle) return ff::incircle(q[0], q[1], q[2], q[3], count);
  if constexpr (p == insphere) return ff::insphere(q[0], q[1], q[2], q[3], q[4], count);
}
// stage(point, ...) of as many points as the predicate takes.
template <predicate p, class Point, class Stage>
FF_HD_LARGE auto applied(const Point (&q)[5], Stage stage) {
  if constexpr (points_of<p> == 3) return stage(q[0], q[1], q[2]);
  if constexpr (points_of<p> == 4) return stage(q[0], q[1], q[2], q[3]);
  if constexpr (points_of<p> == 5) return stage(q[0], q[1], q[2], q[3], q[4]);
}
template <predicate p, class Point>
FF_HD_LARGE auto by_filter(const Point (&q)[5]) {
  return applied<p>(q, [](const auto&... x) { return ff::detail::by_filter<p>(x...); });
}
template <predicate p, class Point>
FF_HD_LARGE auto in_pairs(const Point (&q)[5]) {
  return applied<p>(q, [](const auto&... x) { return ff::detail::by_pairs<p>(x...); });
}

template <predicate p>
inline constexpr bool in_plane = ff::predicates::dimension_of<p> == 2;

// Five points, in the order of `order`; those of the plane are four.
template <predicate p, class T, class Body>
FF_HD_LARGE auto with_points(const points_drawn<T>& v, const int (&order)[5], Body body) {
  if constexpr (in_plane<p>) {
    const point2<T> q[] = {v.in_plane(order[0]), v.in_plane(order[1]), v.in_plane(order[2]),
                           v.in_plane(order[3]), v.in_plane(order[4])};
    return body(q);
  } else {
    const point3<T> q[] = {v.in_space(order[0]), v.in_space(order[1]), v.in_space(order[2]),
                           v.in_space(order[3]), v.in_space(order[4])};
    return body(q);
  }
}
struct counted {
  sign s;
  stage by;
};
template <predicate p, class T>
FF_HD_LARGE counted predicate_of(const points_drawn<T>& v, const int (&order)[5]) {
  ff::predicates::stage_counts count;
  const sign s = with_points<p>(v, order, [&](const auto& q) { return result_of<p>(q, count); });
  return {s, count.filter != 0  ? stage::filter
             : count.pairs != 0 ? stage::pairs
             : count.limbs != 0 ? stage::limbs
                                : stage::lattice};
}

template <predicate p, class T>
FF_HD_LARGE sign exact_sign(const points_drawn<T>& v) {
  constexpr int dimension = in_plane<p> ? 2 : 3;
  T c[15] = {};
  for (int i = 0; i < points_of<p>; ++i)
    for (int k = 0; k < dimension; ++k) c[dimension * i + k] = v.c[3 * i + k];
  return ff::detail::determinant_in_limbs<T, dimension, is_lifted<p>>(c).of();
}

// The sign that a plain stage is certain of, zero where it is not.
template <class Word>
FF_HD_LARGE sign certain_sign(Word w) {
  return ff::detail::is_certain(w) ? ff::detail::sign_of(w) : sign::zero;
}

// ---------------------------------------------------------------- exact, and no stage ever certain and wrong

template <predicate p, class T>
struct is_exact {
  FF_HD_LARGE points_drawn<T> input(uint64 i) const { return points_at<T>(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const points_drawn<T> v = input(i);
    const int order[] = {0, 1, 2, 3, 4};
    const sign exact = exact_sign<p>(v);
    const sign filtered =
        with_points<p>(words_of(v), order, [](const auto& q) { return certain_sign(by_filter<p>(q)); });
    const sign paired =
        with_points<p>(words_of(v), order, [](const auto& q) { return certain_sign(in_pairs<p>(q)); });
    const counted c = predicate_of<p>(v, order);
    const stage first = filtered != sign::zero ? stage::filter : paired != sign::zero ? stage::pairs : c.by;
    return (filtered == sign::zero || filtered == exact) && (paired == sign::zero || paired == exact) &&
           c.s == exact && c.by == first;
  }
};

// An odd permutation of the points negates the sign, an even one keeps it.
template <predicate p, class T>
struct is_antisymmetric {
  FF_HD_LARGE points_drawn<T> input(uint64 i) const { return points_at<T>(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const points_drawn<T> v = input(i);
    int order[] = {0, 1, 2, 3, 4};
    const sign s = predicate_of<p>(v, order).s;
    bool odd = false;
    draws d(i);
    for (int k = points_of<p> - 1; k > 0; --k) {
      const int j = d.between(0, k), moved = order[j];
      order[j] = order[k], order[k] = moved;
      odd ^= j != k;
    }
    return predicate_of<p>(v, order).s == (odd ? -s : s);
  }
};

// Infinity and NaN in any coordinate: a status, and no sign.
template <predicate p, class T>
struct has_status {
  FF_HD_LARGE points_drawn<T> input(uint64 i) const {
    points_drawn<T> v = points_at<T>(i / 45);
    const T infinite = static_cast<T>(ff::detail::infinity), nan = static_cast<T>(ff::detail::quiet_nan);
    v.c[i % 15] = i / 15 % 3 == 0 ? nan : i / 15 % 3 == 1 ? infinite : -infinite;
    return v;
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const int point = static_cast<int>(i % 15) / 3;
    const bool taken = point < points_of<p> && (!in_plane<p> || i % 3 != 2);
    const int order[] = {0, 1, 2, 3, 4};
    return (predicate_of<p>(input(i), order).s == sign::not_finite) == taken;
  }
};

template <template <predicate, class> class Property, class T>
void expect_for_all(uint64 count) {
  EXPECT_TRUE(holds(Property<orient2d, T>{}, count)) << "orient2d";
  EXPECT_TRUE(holds(Property<orient3d, T>{}, count)) << "orient3d";
  EXPECT_TRUE(holds(Property<incircle, T>{}, count)) << "incircle";
  EXPECT_TRUE(holds(Property<insphere, T>{}, count / 8)) << "insphere";
}

TEST_F(Predicates, FloatsAreExact) { expect_for_all<is_exact, float>(vectors(100'000, 1 << 24)); }
TEST_F(Predicates, DoublesAreExact) { expect_for_all<is_exact, double>(vectors(40'000, 1 << 22)); }
TEST_F(Predicates, FloatsAreAntisymmetric) {
  expect_for_all<is_antisymmetric, float>(vectors(40'000, 1 << 24));
}
TEST_F(Predicates, DoublesAreAntisymmetric) {
  expect_for_all<is_antisymmetric, double>(vectors(20'000, 1 << 22));
}
TEST_F(Predicates, FloatsNotFinite) { expect_for_all<has_status, float>(20'000); }
TEST_F(Predicates, DoublesNotFinite) { expect_for_all<has_status, double>(20'000); }

// ---------------------------------------------------------------- the integers against GMP

#if !defined(FF_TEST_ON_DEVICE)

// A number of GMP's.
class integer {
 public:
  integer() { mpz_init(z_); }
  integer(const integer& other) { mpz_init_set(z_, other.z_); }
  integer& operator=(const integer& other) { return mpz_set(z_, other.z_), *this; }
  ~integer() { mpz_clear(z_); }

  // A finite number in units of the least double.
  static integer of(double x) {
    integer r;
    int e = 0;
    mpz_set_d(r.z_, std::ldexp(std::frexp(x, &e), 53));
    return mpz_mul_2exp(r.z_, r.z_, static_cast<mp_bitcnt_t>(e + 1074 - 53 + 64)),
           r;  // 2^64: subnormals end in zeros
  }
  friend integer operator-(const integer& a, const integer& b) {
    integer r;
    return mpz_sub(r.z_, a.z_, b.z_), r;
  }
  friend integer operator+(const integer& a, const integer& b) {
    integer r;
    return mpz_add(r.z_, a.z_, b.z_), r;
  }
  friend integer operator*(const integer& a, const integer& b) {
    integer r;
    return mpz_mul(r.z_, a.z_, b.z_), r;
  }
  int sign() const { return mpz_sgn(z_); }

 private:
  mpz_t z_;
};

// By cofactors of the last column.
integer determinant(const std::vector<std::vector<integer>>& m) {
  if (m.size() == 1) return m[0][0];
  integer sum;
  for (std::size_t i = 0; i < m.size(); ++i) {
    std::vector<std::vector<integer>> rest;
    for (std::size_t j = 0; j < m.size(); ++j)
      if (j != i) rest.emplace_back(m[j].begin(), m[j].end() - 1);
    const integer term = m[i].back() * determinant(rest);
    sum = (m.size() + i) % 2 == 1 ? sum + term : sum - term;
  }
  return sum;
}

// The determinant of the differences from the last point; in space and lifted its sign is the other one of
// what insphere is.
template <predicate p, class T>
int sign_by_gmp(const points_drawn<T>& v) {
  constexpr int last = points_of<p> - 1, dimension = in_plane<p> ? 2 : 3;
  std::vector<std::vector<integer>> rows;
  for (int i = 0; i < last; ++i) {
    std::vector<integer> row;
    integer square;
    for (int k = 0; k < dimension; ++k) {
      row.push_back(integer::of(static_cast<double>(v.c[3 * i + k])) -
                    integer::of(static_cast<double>(v.c[3 * last + k])));
      square = square + row.back() * row.back();
    }
    if (is_lifted<p>) row.push_back(square);
    rows.push_back(row);
  }
  return determinant(rows).sign();
}

template <predicate p, class T>
void expect_gmps(uint64 count) {
  constexpr int as_drawn[] = {0, 1, 2, 3, 4};
  int zeros = 0;
  for (uint64 i = 0; i < count; ++i) {
    const points_drawn<T> v = points_at<T>(i);
    const int exact = sign_by_gmp<p>(v), got = static_cast<int>(predicate_of<p>(v, as_drawn).s);
    zeros += exact == 0;
    ASSERT_EQ(got, exact) << std::hexfloat << "predicate " << static_cast<int>(p) << " of vector " << i
                          << ": " << v;
  }
  EXPECT_GT(zeros, static_cast<int>(count) / 50) << "no hard vectors";
}
template <class T>
void expect_gmps(uint64 count) {
  expect_gmps<orient2d, T>(count);
  expect_gmps<orient3d, T>(count);
  expect_gmps<incircle, T>(count);
  expect_gmps<insphere, T>(count / 8);
}
TEST_F(Predicates, FloatsAreGmps) { expect_gmps<float>(40'000); }
TEST_F(Predicates, DoublesAreGmps) { expect_gmps<double>(20'000); }

// Every stage decides some vectors, the filter nearly all of the uniform ones, and pairs what is rounded to a
// shape.
TEST_F(Predicates, StagesDecideWhatTheyAreFor) {
  ff::predicates::stage_counts uniform, on_shape;
  const auto count_orient3d = [](point_class k, ff::predicates::stage_counts& count) {
    for (uint64 i = 0; i < 10'000; ++i) {
      const points_drawn<float> v = point_source<float>(i).of(k);
      ff::orient3d(v.in_space(0), v.in_space(1), v.in_space(2), v.in_space(3), count);
    }
  };
  count_orient3d(point_class::uniform, uniform);
  count_orient3d(point_class::on_shape, on_shape);
  EXPECT_GT(uniform.filter, 9'990u);
  EXPECT_GT(on_shape.pairs, 1'000u);
  EXPECT_LT(on_shape.lattice + on_shape.limbs, 5'000u);
}

#endif

// ---------------------------------------------------------------- constant expressions

constexpr point2<float> origin{0, 0}, east{1, 0}, north{0, 1}, far_east{0x1p127f, 0x1p-149f};
static_assert(ff::orient2d(origin, east, north) == sign::positive);
static_assert(ff::orient2d(origin, north, east) == sign::negative);
static_assert(ff::orient2d(origin, east, far_east) == sign::positive);
static_assert(ff::incircle(origin, east, north, point2<float>{1, 1}) == sign::zero);
static_assert(ff::incircle(origin, east, north, point2<float>{0.5f, 0.5f}) == sign::positive);
constexpr point3<double> o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
static_assert(ff::orient3d(o, x, y, z) == sign::negative);
static_assert(ff::insphere(o, y, x, z, point3<double>{0.5, 0.5, 0.5}) == sign::positive);
static_assert(ff::orient3d(o, x, y, point3<double>{0, 0, 0x1p-1074}) == sign::negative);
static_assert(ff::orient3d(o, x, y,
                           point3<double>{0, 0, ff::detail::bit_cast<double>(0x7ff0000000000000ull)}) ==
              sign::not_finite);
static_assert(ff::detail::orient2d_filter(origin, east, north) > 0);
static_assert(ff::detail::orient2d_pairs(origin, east, north) > 0);

}  // namespace
