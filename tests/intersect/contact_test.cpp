// The rule of apps/intersect/contact.hpp on contacts of every class, in every order of the points and axes.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "apps/intersect/arithmetic.hpp"
#include "apps/intersect/rational.hpp"
#include "reference.hpp"

namespace intersect {

void PrintTo(contact c, std::ostream* to) { *to << contact_names[static_cast<int>(c)]; }

namespace {

using exact = cascade<ff::predicates::uncounted>;

struct case_in_space {
  const char* what;
  segment<point3> s;
  triangle t;
  contact how;
};
struct case_in_plane {
  const char* what;
  segment<point2> r, b;
  contact how;
};

constexpr triangle flat{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
constexpr triangle needle{{0, 0, 0}, {4, 4, 4}, {1, 1, 1}};
constexpr triangle dot_of_three{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
constexpr float tiny = 0x1p-149f;

const case_in_space in_space[] = {
    {"through the inside", {{1, 1, -1}, {1, 1, 1}}, flat, contact::proper},
    {"through the inside, aslant", {{0, 1, -1}, {3, 1, 1}}, flat, contact::proper},
    {"beside", {{3, 3, -1}, {3, 3, 1}}, flat, contact::none},
    {"above", {{1, 1, 1}, {1, 1, 2}}, flat, contact::none},
    {"an end inside", {{1, 1, 0}, {1, 2, 1}}, flat, contact::endpoint},
    {"an end above by the least float", {{1, 1, tiny}, {1, 2, 1}}, flat, contact::none},
    {"both ends beside the plane by the least float", {{1, 1, tiny}, {1, 1, -tiny}}, flat, contact::proper},
    {"through an edge", {{2, 0, -1}, {2, 0, 1}}, flat, contact::edge},
    {"through the long edge", {{2, 2, -1}, {2, 2, 1}}, flat, contact::edge},
    {"an end on an edge", {{2, 2, 0}, {3, 3, 1}}, flat, contact::edge},
    {"through a corner", {{4, 0, -1}, {4, 0, 1}}, flat, contact::vertex},
    {"an end in a corner", {{0, 0, 0}, {-1, 2, 1}}, flat, contact::vertex},
    {"in the plane, across", {{-1, 1, 0}, {5, 1, 0}}, flat, contact::coplanar},
    {"in the plane, inside", {{1, 1, 0}, {2, 1, 0}}, flat, contact::coplanar},
    {"in the plane, along an edge", {{-1, 0, 0}, {1, 0, 0}}, flat, contact::coplanar},
    {"in the plane, at a corner", {{4, 0, 0}, {5, 3, 0}}, flat, contact::coplanar},
    {"in the plane, beside", {{3, 3, 0}, {5, 3, 0}}, flat, contact::none},
    {"in the plane, on an edge's line", {{5, 0, 0}, {6, 0, 0}}, flat, contact::none},
    {"a point inside", {{1, 1, 0}, {1, 1, 0}}, flat, contact::coplanar},
    {"a point beside", {{3, 3, 0}, {3, 3, 0}}, flat, contact::none},
    {"a point above", {{1, 1, 1}, {1, 1, 1}}, flat, contact::none},
    {"through a triangle without area", {{3, 3, 0}, {3, 3, 5}}, needle, contact::degenerate},
    {"along it", {{2, 2, 2}, {9, 9, 9}}, needle, contact::degenerate},
    {"on its line, beyond", {{5, 5, 5}, {9, 9, 9}}, needle, contact::none},
    {"past it", {{3, 3, 0}, {3, 4, 5}}, needle, contact::none},
    {"through a triangle that is a point", {{0, 0, 0}, {2, 4, 6}}, dot_of_three, contact::degenerate},
    {"the same point", {{1, 2, 3}, {1, 2, 3}}, dot_of_three, contact::degenerate},
    {"another point", {{1, 2, 4}, {1, 2, 4}}, dot_of_three, contact::none}};

const case_in_plane in_plane[] = {
    {"across", {{0, 0}, {4, 4}}, {{0, 4}, {4, 0}}, contact::proper},
    {"apart", {{0, 0}, {1, 1}}, {{0, 4}, {4, 0}}, contact::none},
    {"parallel", {{0, 0}, {4, 4}}, {{0, 1}, {4, 5}}, contact::none},
    {"an end inside", {{0, 0}, {2, 2}}, {{0, 4}, {4, 0}}, contact::endpoint},
    {"an end short of it by the least float", {{0, 0}, {2, -tiny}}, {{2, 0}, {2, 4}}, contact::none},
    {"ends in common", {{0, 0}, {2, 2}}, {{2, 2}, {4, 0}}, contact::vertex},
    {"ends in common, on one line", {{0, 0}, {2, 2}}, {{2, 2}, {4, 4}}, contact::vertex},
    {"over one another", {{0, 0}, {3, 3}}, {{1, 1}, {5, 5}}, contact::overlap},
    {"one in the other", {{0, 0}, {5, 5}}, {{1, 1}, {2, 2}}, contact::overlap},
    {"the same", {{0, 0}, {5, 1}}, {{0, 0}, {5, 1}}, contact::overlap},
    {"apart on one line", {{0, 0}, {1, 1}}, {{2, 2}, {5, 5}}, contact::none},
    {"a point inside", {{1, 1}, {1, 1}}, {{0, 0}, {5, 5}}, contact::endpoint},
    {"a point at an end", {{5, 5}, {5, 5}}, {{0, 0}, {5, 5}}, contact::vertex},
    {"a point beside", {{1, 2}, {1, 2}}, {{0, 0}, {5, 5}}, contact::none},
    {"a point beyond", {{6, 6}, {6, 6}}, {{0, 0}, {5, 5}}, contact::none},
    {"two points", {{1, 2}, {1, 2}}, {{1, 2}, {1, 2}}, contact::vertex},
    {"two others", {{1, 2}, {1, 2}}, {{1, 3}, {1, 3}}, contact::none},
    {"zeros of both signs", {{0, 0}, {2, 2}}, {{-0.0f, -0.0f}, {-4, 0}}, contact::vertex}};

point3 turned(const point3& a, int axis) {
  return axis == 0 ? a : axis == 1 ? point3{a.y, a.z, a.x} : point3{a.z, a.x, a.y};
}
point3 mirrored(const point3& a) { return {a.y, a.x, a.z}; }

/// What a filter says that is certain is right.
template <class Red, class Blue>
contact by_filter(const Red& r, const Blue& b) {
  interval_filter filter;
  const contact how = decide(r, b, filter);
  rational by_rationals;
  return how == contact::undecided ? contact_of(r, b, by_rationals) : how;
}

TEST(Contact, InSpaceInEveryOrder) {
  for (const case_in_space& c : in_space) {
    EXPECT_EQ(reference(c.s, c.t), c.how) << c.what;
    for (int axis = 0; axis < 6; ++axis) {
      const auto to = [&](const point3& a) { return turned(axis < 3 ? a : mirrored(a), axis % 3); };
      std::array<point3, 3> corner = {to(c.t.a), to(c.t.b), to(c.t.c)};
      std::array<int, 3> order = {0, 1, 2};
      do {
        const triangle t{corner[static_cast<std::size_t>(order[0])],
                         corner[static_cast<std::size_t>(order[1])],
                         corner[static_cast<std::size_t>(order[2])]};
        for (const segment<point3>& s :
             {segment<point3>{to(c.s.p), to(c.s.q)}, segment<point3>{to(c.s.q), to(c.s.p)}}) {
          exact k;
          rational by_rationals;
          EXPECT_EQ(contact_of(s, t, k), c.how)
              << c.what << ", axes " << axis << ", corners " << order[0] << order[1];
          EXPECT_EQ(contact_of(s, t, by_rationals), c.how) << c.what;
          EXPECT_EQ(by_filter(s, t), c.how) << c.what;
        }
      } while (std::next_permutation(order.begin(), order.end()));
    }
  }
}

TEST(Contact, InThePlaneInEveryOrder) {
  const auto reversed = [](const segment<point2>& s) { return segment<point2>{s.q, s.p}; };
  const auto mirrored = [](const segment<point2>& s) {
    return segment<point2>{{s.p.y, s.p.x}, {s.q.y, s.q.x}};
  };
  for (const case_in_plane& c : in_plane) {
    EXPECT_EQ(reference(c.r, c.b), c.how) << c.what;
    for (int order = 0; order < 16; ++order) {
      segment<point2> r = (order & 1) != 0 ? reversed(c.r) : c.r, b = (order & 2) != 0 ? reversed(c.b) : c.b;
      if ((order & 4) != 0) r = mirrored(r), b = mirrored(b);
      if ((order & 8) != 0) std::swap(r, b);
      exact k;
      rational by_rationals;
      EXPECT_EQ(contact_of(r, b, k), c.how) << c.what << ", order " << order;
      EXPECT_EQ(contact_of(r, b, by_rationals), c.how) << c.what;
      EXPECT_EQ(by_filter(r, b), c.how) << c.what;
    }
  }
}

// Each class is among the cases.
TEST(Contact, EveryClassIsTried) {
  for (int how = 0; how < static_cast<int>(contact::undecided); ++how) {
    const auto is_it = [how](const auto& c) { return static_cast<int>(c.how) == how; };
    EXPECT_TRUE(std::any_of(std::begin(in_space), std::end(in_space), is_it) ||
                std::any_of(std::begin(in_plane), std::end(in_plane), is_it))
        << contact_names[how];
  }
}

// Coordinates whose orientation floats, and doubles, get wrong.
TEST(Contact, BesideByLessThanARounding) {
  const triangle t{{0x1.000002p0f, 0x1p-60f, 0}, {0x1.8p100f, 0, 1}, {0, 0x1p-100f, 0x1.fffffep-1f}};
  const segment<point3> s{{0x1p-149f, 0x1p-149f, 0x1p-149f}, {0x1p100f, 0x1p-149f, 0.5f}};
  exact k;
  EXPECT_EQ(contact_of(s, t, k), reference(s, t));
  EXPECT_EQ(by_filter(s, t), reference(s, t));
}

}  // namespace
}  // namespace intersect
