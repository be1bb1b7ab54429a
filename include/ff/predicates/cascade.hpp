// The stages of a predicate one after the other, until one is certain of the sign.
#pragma once

#include <ff/predicates/exact.hpp>
#include <ff/predicates/filter.hpp>
#include <ff/predicates/pairs.hpp>
#include <ff/predicates/types.hpp>

namespace ff {
namespace detail {

using predicates::determinant;

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
/// This stage computes in pairs.
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

/// A stage that takes the points' coordinates in order.
template <determinant which, template <class, int, bool> class Stage, class P>
FF_HD constexpr auto of_coordinates(const P& a, const P& b, const P& c) {
  return Stage<coordinate<P>, 2, false>::of(a.x, a.y, b.x, b.y, c.x, c.y);
}
template <determinant which, template <class, int, bool> class Stage, class P>
FF_HD constexpr auto of_coordinates(const P& a, const P& b, const P& c, const P& d) {
  if constexpr (which == determinant::incircle) {
    return Stage<coordinate<P>, 2, true>::of(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y);
  } else {
    return Stage<coordinate<P>, 3, false>::of(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z);
  }
}
template <determinant which, template <class, int, bool> class Stage, class P>
FF_HD constexpr auto of_coordinates(const P& a, const P& b, const P& c, const P& d, const P& e) {
  return Stage<coordinate<P>, 3, true>::of(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z, e.x,
                                           e.y, e.z);
}

/// The exact stages behind a real call, so that they do not add registers and code to the fast path.
template <class T, int dimension, bool lifted>
struct called_exact_determinant {
  template <class... X>
  FF_HD static constexpr decided of(X... x) {
    return out_of_line<exact_determinant<T, dimension, lifted>>(x...);
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

/// The plain stages answer this where they are not certain.
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

/// The plain stages and, inlined, the lattice.
template <determinant which, class Count, class... P>
FF_HD constexpr sign sign_without_limbs(Count& count, const P&... p) {
  const sign s = plain_sign<which>(count, p...);
  if (s != undecided) return s;
  const lattice_sign l = of_coordinates<which, sign_on_lattice>(p...);
  if (!l.applies) return undecided;
  count(predicates::stage::lattice);
  return l.s;
}

/// The exact stages.
template <determinant which, class Count, class... P>
FF_HD constexpr sign exact_sign(Count& count, const P&... p) {
  const decided d = of_coordinates<which, called_exact_determinant>(p...);
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
