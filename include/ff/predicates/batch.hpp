// Batches of predicates: where the points of each item come from, and how one item is decided in two steps.
#pragma once

#include <ff/predicates.hpp>

namespace ff {
namespace predicates {

/// Which predicate a batch evaluates.
enum class determinant { orient2d, orient3d, incircle, insphere };

/// The points of one evaluation.
template <determinant which>
inline constexpr int points_of = which == determinant::orient2d   ? 3
                                 : which == determinant::insphere ? 5
                                                                  : 4;

/// Point k of item i is point[k][i]: an array for each argument.
template <class P, int count>
struct arrays {
  const P* point[static_cast<size_t>(count)];

  FF_HD constexpr P operator()(size_t i, int k) const { return point[k][i]; }
};

/// Point k of item i is points[corner[count i + k]]: tuples of indices into one array, a mesh's for one.
template <class P, int count, class Index = uint32>
struct indexed {
  const P* points;
  const Index* corner;

  FF_HD constexpr P operator()(size_t i, int k) const {
    return points[corner[static_cast<size_t>(count) * i + static_cast<size_t>(k)]];
  }
};

}  // namespace predicates

namespace detail {

// For types alone.
template <class T>
const T& some();

/// The points of item i.
template <predicates::determinant which, class Items>
struct batch_item {
  using point = decltype(some<Items>()(size_t{0}, 0));
  static constexpr int points = predicates::points_of<which>;

  FF_HD constexpr batch_item(const Items& items, size_t i) : p{} {
    for (int k = 0; k < points; ++k) p[k] = items(i, k);
  }

  /// Its sign, by all stages.
  template <class Count>
  FF_HD constexpr sign of(Count&& count) const {
    using predicates::determinant;
    if constexpr (which == determinant::orient2d) return orient2d(p[0], p[1], p[2], count);
    if constexpr (which == determinant::orient3d) return orient3d(p[0], p[1], p[2], p[3], count);
    if constexpr (which == determinant::incircle) return incircle(p[0], p[1], p[2], p[3], count);
    if constexpr (which == determinant::insphere) return insphere(p[0], p[1], p[2], p[3], p[4], count);
  }

  point p[static_cast<size_t>(points)];
};

}  // namespace detail
}  // namespace ff
