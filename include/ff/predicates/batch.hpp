// Batches of predicates: where the points of each item come from, and how one item is decided in two steps.
#pragma once

#include <ff/predicates/cascade.hpp>

namespace ff {
namespace predicates {

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
FF_HD const T& some();

/// The points of item i.
template <predicates::determinant which, class Items>
struct batch_item {
  using point = decltype(some<Items>()(size_t{0}, 0));
  static constexpr int points = predicates::points_of<which>;
  static constexpr bool lattice_is_cheap = sizeof(coordinate<point>) == 4 && which != determinant::insphere;

  batch_item() = default;
  FF_HD constexpr batch_item(const Items& items, size_t i) : p{} {
    for (int k = 0; k < points; ++k) p[k] = items(i, k);
  }

  /// stages(point, point, ...).
  template <class Stages>
  FF_HD constexpr sign by(Stages stages) const {
    if constexpr (points == 3) return stages(p[0], p[1], p[2]);
    if constexpr (points == 4) return stages(p[0], p[1], p[2], p[3]);
    if constexpr (points == 5) return stages(p[0], p[1], p[2], p[3], p[4]);
  }
  /// Its sign by the stages that are cheap where they are inlined, or `undecided`: not by a lattice of
  /// many digits, whose registers would keep threads away.
  template <class Count>
  FF_HD constexpr sign cheap(Count& count) const {
    return by([&](const auto&... q) {
      return lattice_is_cheap ? sign_without_limbs<which>(count, q...) : plain_sign<which>(count, q...);
    });
  }
  /// By the exact stages, and by all.
  template <class Count>
  FF_HD constexpr sign exact(Count& count) const {
    return by([&](const auto&... q) { return exact_sign<which>(count, q...); });
  }
  template <class Count>
  FF_HD constexpr sign any(Count& count) const {
    return by([&](const auto&... q) { return sign_by_stages<which>(count, q...); });
  }

  point p[static_cast<size_t>(points)];
};

}  // namespace detail
}  // namespace ff
