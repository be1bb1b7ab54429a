// The stages of a predicate one after the other, until one is certain of the sign.
#pragma once

#include <ff/predicates/filter.hpp>
#include <ff/predicates/limbs.hpp>
#include <ff/predicates/pairs.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

using predicates::determinant;

/// A sign, and the stage that is certain of it.
struct decided {
  sign s;
  predicates::stage by;
};

/// The determinant in the coordinates' format, or zero where its sign is not certain.
template <determinant which, class... Point>
FF_HD constexpr auto by_filter(Point... p) {
  if constexpr (which == determinant::orient2d) {
    return orient2d_filter(p...);
  } else if constexpr (which == determinant::orient3d) {
    return orient3d_filter(p...);
  } else if constexpr (which == determinant::incircle) {
    return incircle_filter(p...);
  } else {
    return insphere_filter(p...);
  }
}
/// The same by pairs.
template <determinant which, class... Point>
FF_HD constexpr auto by_pairs(Point... p) {
  if constexpr (which == determinant::orient2d) {
    return orient2d_pairs(p...);
  } else if constexpr (which == determinant::orient3d) {
    return orient3d_pairs(p...);
  } else if constexpr (which == determinant::incircle) {
    return incircle_pairs(p...);
  } else {
    return insphere_pairs(p...);
  }
}

// What the plain stages leave: a call, which keeps their registers and code small.
template <determinant which>
struct exact_determinant {
  template <class P, class... Others>
  FF_HD static constexpr decided of(P first, Others... others) {
    using T = coordinate<P>;
    constexpr int dimension = predicates::dimension_of<which>, points = predicates::points_of<which>;
    const P point[] = {first, others...};
    T x[dimension * points] = {};
    for (int i = 0; i < points; ++i) {
      x[dimension * i] = point[i].x, x[dimension * i + 1] = point[i].y;
      if constexpr (dimension == 3) x[dimension * i + 2] = point[i].z;
    }
    for (T c : x) {
      if (!is_finite_coordinate(c)) return {sign::not_finite, predicates::stage::limbs};
    }
    return {determinant_in_limbs<T, dimension, predicates::is_lifted<which>>(x).of(),
            predicates::stage::limbs};
  }
};

template <class T>
FF_HD constexpr sign sign_of(T determinant) {
  return less(T(0), determinant) ? sign::positive : sign::negative;
}
// Not zero: what a plain stage is certain of.
FF_HD constexpr bool is_certain(float determinant) { return !equal(determinant, 0.0f); }
FF_HD constexpr bool is_certain(rounded_double determinant) {
  return !equal_doubles(determinant.value(), 0.0);
}

/// A point in the words that the plain stages calculate with.
template <determinant which, class P>
FF_HD constexpr auto in_words(const P& p) {
  using W = typename word_of<coordinate<P>>::type;
  if constexpr (predicates::dimension_of<which> == 2) {
    return point2<W>{W(p.x), W(p.y)};
  } else {
    return point3<W>{W(p.x), W(p.y), W(p.z)};
  }
}

/// What the plain stages answer where they are not certain.
inline constexpr sign undecided = static_cast<sign>(3);

/// The plain stages.
template <determinant which, class Count, class... P>
FF_HD constexpr sign plain_sign(Count& count, const P&... p) {
  const auto in_format = by_filter<which>(in_words<which>(p)...);
  if (is_certain(in_format)) {
    count(predicates::stage::filter);
    return sign_of(in_format);
  }
  const auto in_pairs = by_pairs<which>(in_words<which>(p)...);
  if (is_certain(in_pairs)) {
    count(predicates::stage::pairs);
    return sign_of(in_pairs);
  }
  return undecided;
}

/// The exact stages.
template <determinant which, class Count, class... P>
FF_HD constexpr sign exact_sign(Count& count, const P&... p) {
  const decided d = out_of_line<exact_determinant<which>>(p...);
  count(d.by);
  return d.s;
}

/// All of them; in constant expressions, which have no room for overflow, the exact ones alone.
template <determinant which, class Count, class... P>
FF_HD constexpr sign sign_by_stages(Count& count, const P&... p) {
  if (constant_evaluated()) return exact_sign<which>(count, p...);
  const sign s = plain_sign<which>(count, p...);
  return s != undecided ? s : exact_sign<which>(count, p...);
}

}  // namespace detail
}  // namespace ff
