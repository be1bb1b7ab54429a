// Points for batches of predicates: each stage has its share, and some are infinite or NaN.
#pragma once

#include <cmath>
#include <cstddef>
#include <ff/predicates/batch.hpp>
#include <limits>
#include <random>
#include <vector>

namespace ff_test {

template <class T, int dimension>
struct point_type {
  using type = ff::point3<T>;
};
template <class T>
struct point_type<T, 2> {
  using type = ff::point2<T>;
};

/// The points of a batch: an array for each argument of the predicate.
template <ff::predicates::determinant which, class T>
struct points_to_judge {
  static constexpr int count = ff::predicates::points_of<which>;
  static constexpr int dimension = ff::predicates::dimension_of<which>;
  using point = typename point_type<T, dimension>::type;

  std::vector<point> of[static_cast<std::size_t>(count)];

  explicit points_to_judge(std::size_t n) {
    std::mt19937_64 random(7);
    const auto below = [&](unsigned long long end) { return static_cast<int>(random() % end); };
    for (std::size_t i = 0; i < n; ++i) {
      const int kind = below(16);
      T x[5][3];
      for (auto& p : x) {
        for (T& c : p) {
          c = kind < 6    ? static_cast<T>(below(1 << 24)) * static_cast<T>(0x1p-24)
              : kind < 12 ? static_cast<T>(below(4))
                          : std::ldexp(static_cast<T>(1 + below(8)), below(200) - 100);
        }
      }
      if (kind == 14) x[count - 1][0] = x[0][0], x[count - 1][1] = x[0][1], x[count - 1][2] = x[0][2];
      if (kind == 15) {
        x[below(static_cast<unsigned>(count))][below(dimension)] =
            below(2) != 0 ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::quiet_NaN();
      }
      for (int k = 0; k < count; ++k) {
        point p{};
        p.x = x[k][0], p.y = x[k][1];
        if constexpr (dimension == 3) p.z = x[k][2];
        of[k].push_back(p);
      }
    }
  }

  ff::predicates::arrays<point, count> items() const {
    ff::predicates::arrays<point, count> all{};
    for (int k = 0; k < count; ++k) all.point[k] = of[k].data();
    return all;
  }

  /// Each item's sign, one by one.
  std::vector<ff::sign> signs() const {
    std::vector<ff::sign> each;
    ff::predicates::uncounted nothing;
    for (std::size_t i = 0; i < of[0].size(); ++i) {
      const ff::detail::batch_item<which, ff::predicates::arrays<point, count>> item(items(), i);
      each.push_back(item.any(nothing));
    }
    return each;
  }
};

}  // namespace ff_test
