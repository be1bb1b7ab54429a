// Exact geometric predicates: on which side of a line, plane, circle or sphere a point lies.
//
// Each is the sign of a determinant, exact for every finite coordinate, subnormal and huge included, with the
// same result on host and device under every compiler flag.  Stages follow one another, from the cheapest to
// the one that always decides: the determinant in the coordinates' own format (predicates/filter.hpp), in
// pairs (predicates/pairs.hpp), in integers.  predicates/types.hpp has the result and the stages; a last
// argument, called with the stage that decided, counts them.
#pragma once

#include <ff/predicates/exact.hpp>
#include <ff/predicates/filter.hpp>
#include <ff/predicates/pairs.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

template <class T>
FF_HD constexpr sign sign_of(T determinant) {
  return less(T(0), determinant) ? sign::positive : sign::negative;
}
// Not zero: what a plain stage is certain of.
FF_HD constexpr bool is_certain(float determinant) { return !equal(determinant, 0.0f); }
FF_HD constexpr bool is_certain(rounded_double determinant) {
  return !equal_doubles(determinant.value(), 0.0);
}

/// The plain stages, of points with words of the stages, then the exact one, of the coordinates.  Constant
/// expressions, which have no room for overflow, are left to the exact one.
template <class Filter, class Pairs, class Exact, class Count>
FF_HD constexpr sign cascade(Filter filter, Pairs pairs, Exact exact, Count& count) {
  if (!constant_evaluated()) {
    const auto by_filter = filter();
    if (is_certain(by_filter)) {
      count(predicates::stage::filter);
      return sign_of(by_filter);
    }
    const auto in_pairs = pairs();
    if (is_certain(in_pairs)) {
      count(predicates::stage::pairs);
      return sign_of(in_pairs);
    }
  }
  const decided d = exact();
  count(d.by);
  return d.s;
}

/// A point in the words that the plain stages calculate with.
template <class P>
FF_HD constexpr auto in_words2(const P& p) {
  using W = typename word_of<coordinate<P>>::type;
  return point2<W>{W(p.x), W(p.y)};
}
template <class P>
FF_HD constexpr auto in_words3(const P& p) {
  using W = typename word_of<coordinate<P>>::type;
  return point3<W>{W(p.x), W(p.y), W(p.z)};
}

}  // namespace detail

/// Where c lies of the line from a to b: positive to the left, where a, b, c go counterclockwise; zero on it.
/// The sign of (a.x - c.x)(b.y - c.y) - (a.y - c.y)(b.x - c.x).  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign orient2d(const P& a, const P& b, const P& c, Count&& count = Count{}) {
  const auto p = detail::in_words2(a), q = detail::in_words2(b), r = detail::in_words2(c);
  return detail::cascade([&] { return detail::orient2d_filter(p, q, r); },
                         [&] { return detail::orient2d_pairs(p, q, r); },
                         [&] {
                           using exact = detail::exact_determinant<detail::coordinate<P>, 2, false>;
                           return detail::out_of_line<exact>(a.x, a.y, b.x, b.y, c.x, c.y);
                         },
                         count);
}

/// Where d lies of the plane through a, b, c: positive below it, where a, b, c seen from above go
/// counterclockwise; zero on it.  The sign of the determinant of a - d, b - d, c - d.  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign orient3d(const P& a, const P& b, const P& c, const P& d, Count&& count = Count{}) {
  const auto p = detail::in_words3(a), q = detail::in_words3(b), r = detail::in_words3(c),
             s = detail::in_words3(d);
  return detail::cascade(
      [&] { return detail::orient3d_filter(p, q, r, s); }, [&] { return detail::orient3d_pairs(p, q, r, s); },
      [&] {
        using exact = detail::exact_determinant<detail::coordinate<P>, 3, false>;
        return detail::out_of_line<exact>(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z);
      },
      count);
}

/// Where d lies of the circle through a, b, c, which go counterclockwise: positive inside, zero on it; the
/// other sign where they go clockwise.  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign incircle(const P& a, const P& b, const P& c, const P& d, Count&& count = Count{}) {
  const auto p = detail::in_words2(a), q = detail::in_words2(b), r = detail::in_words2(c),
             s = detail::in_words2(d);
  return detail::cascade([&] { return detail::incircle_filter(p, q, r, s); },
                         [&] { return detail::incircle_pairs(p, q, r, s); },
                         [&] {
                           using exact = detail::exact_determinant<detail::coordinate<P>, 2, true>;
                           return detail::out_of_line<exact>(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y);
                         },
                         count);
}

/// Where e lies of the sphere through a, b, c, d, whose orient3d is positive: positive inside, zero on it;
/// the other sign where orient3d is negative.  Exact.
template <class P, class Count = predicates::uncounted>
FF_HD constexpr sign insphere(const P& a, const P& b, const P& c, const P& d, const P& e,
                              Count&& count = Count{}) {
  const auto p = detail::in_words3(a), q = detail::in_words3(b), r = detail::in_words3(c),
             s = detail::in_words3(d), t = detail::in_words3(e);
  return detail::cascade([&] { return detail::insphere_filter(p, q, r, s, t); },
                         [&] { return detail::insphere_pairs(p, q, r, s, t); },
                         [&] {
                           using exact = detail::exact_determinant<detail::coordinate<P>, 3, true>;
                           return detail::out_of_line<exact>(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x,
                                                             d.y, d.z, e.x, e.y, e.z);
                         },
                         count);
}

}  // namespace ff
