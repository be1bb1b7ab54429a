// The predicates as types, whole and stage by stage.
#pragma once

#include <ff/predicates.hpp>
#include <ff/predicates/triple.hpp>
#include <utility>

#include "points.hpp"

namespace accuracy::predicates {

/// Keeps the stage that decided.
struct last_stage {
  ff::predicates::stage decided = ff::predicates::stage::limbs;
  FF_HD_LARGE constexpr void operator()(ff::predicates::stage s) { decided = s; }
};

template <determinant d, class T>
FF_HD_LARGE bool all_finite(const T* x) {
  for (int i = 0; i < points_of(d) * dimension_of(d); ++i) {
    if (!ff::detail::is_finite_coordinate(x[i])) return false;
  }
  return true;
}

/// By limbs alone, which is out of line on the device.
template <determinant d>
struct limbs_alone {
  template <class T>
  FF_HD_LARGE static ff::sign of(const T* x) {
    if (!all_finite<d>(x)) return ff::sign::not_finite;
    return ff::detail::determinant_in_limbs<T, dimension_of(d), is_lifted(d)>(x).of();
  }
};
template <determinant d, class T>
FF_HD_LARGE ff::sign by_limbs(const T* x) {
  return ff::detail::out_of_line<limbs_alone<d>>(x);
}

/// Point i of x, its coordinates as W.
template <determinant d, class W, class T>
FF_HD_LARGE auto in_words(const T* x, std::size_t i) {
  if constexpr (dimension_of(d) == 2) {
    return ff::point2<W>{W(x[2 * i]), W(x[2 * i + 1])};
  } else {
    return ff::point3<W>{W(x[3 * i]), W(x[3 * i + 1]), W(x[3 * i + 2])};
  }
}

/// The plain stages, each alone, in words W: a number of the determinant's sign, or zero.
template <determinant d, class W>
struct plain_stages {
  template <class T>
  FF_HD_LARGE static auto filter(const T* x) {
    return filter(x, std::make_index_sequence<static_cast<std::size_t>(points_of(d))>());
  }
  template <class T>
  FF_HD_LARGE static auto pairs(const T* x) {
    return pairs(x, std::make_index_sequence<static_cast<std::size_t>(points_of(d))>());
  }

 private:
  template <class T, std::size_t... i>
  FF_HD_LARGE static auto filter(const T* x, std::index_sequence<i...>) {
    return ff::detail::by_filter<d>(in_words<d, W>(x, i)...);
  }
  template <class T, std::size_t... i>
  FF_HD_LARGE static auto pairs(const T* x, std::index_sequence<i...>) {
    return ff::detail::by_pairs<d>(in_words<d, W>(x, i)...);
  }
};

/// The lattice alone: whether it applies, and the sign there.
template <determinant d>
struct lattice_alone {
  template <class T>
  FF_HD_LARGE static ff::detail::lattice_sign of(const T* x) {
    using X = decltype(ff::detail::on_lattice(T{}));
    X on_lattice[15] = {};
    for (int i = 0; i < points_of(d) * dimension_of(d); ++i) on_lattice[i] = ff::detail::on_lattice(x[i]);
    return ff::detail::determinant_on_lattice<X, dimension_of(d), is_lifted(d)>::of(on_lattice);
  }
};

/// Says what a plain stage says: zero where it is not certain.
template <class W>
FF_HD_LARGE ff::sign sign_said(W determinant) {
  return ff::detail::is_certain(determinant) ? ff::detail::sign_of(determinant) : ff::sign::zero;
}

/// visit(stage, whether it is certain, of which sign) for each stage before the limbs, asked alone.
template <determinant d, class T, class Visit>
FF_HD_LARGE void for_each_stage(const T* x, Visit visit) {
  using W = typename ff::detail::word_of<T>::type;
  using ff::predicates::stage;
  const ff::sign by_filter = sign_said(plain_stages<d, W>::filter(x)),
                 in_pairs = sign_said(plain_stages<d, W>::pairs(x));
  visit(stage::filter, by_filter != ff::sign::zero, by_filter);
  visit(stage::pairs, in_pairs != ff::sign::zero, in_pairs);
  const auto on_lattice = ff::detail::out_of_line<lattice_alone<d>>(x);
  visit(stage::lattice, on_lattice.applies, on_lattice.s);
}

/// Of points as operands<T>::x has them.
template <determinant d>
struct predicate {
  static constexpr determinant of_what = d;

  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    const auto p = [x](std::size_t i) { return in_words<d, T>(x, i); };
    if constexpr (d == determinant::orient2d) return ff::orient2d(p(0), p(1), p(2), count);
    if constexpr (d == determinant::orient3d) return ff::orient3d(p(0), p(1), p(2), p(3), count);
    if constexpr (d == determinant::incircle) return ff::incircle(p(0), p(1), p(2), p(3), count);
    if constexpr (d == determinant::insphere) return ff::insphere(p(0), p(1), p(2), p(3), p(4), count);
  }
  template <class T, class Visit>
  FF_HD_LARGE static void for_each_stage(const T* x, Visit visit) {
    predicates::for_each_stage<d>(x, visit);
  }
};

/// The same of points whose coordinates are stored as three floats; as doubles where a finite one does not
/// fit.
template <determinant d>
struct predicate_in_floats : predicate<d> {
  struct words {
    ff::double_in_floats x[15];
    bool fit;
  };
  FF_HD_LARGE static words words_of(const double* x) {
    words w{{}, true};
    for (int i = 0; i < points_of(d) * dimension_of(d); ++i) {
      const ff::split_double s = ff::split_in_floats(x[i]);
      w.x[i] = s.words;
      w.fit = w.fit && (s.fits || !ff::detail::is_finite_coordinate(x[i]));
    }
    return w;
  }
  template <class Count>
  FF_HD_LARGE static ff::sign of(const double* x, Count&& count) {
    const words w = words_of(x);
    return w.fit ? predicate<d>::of(w.x, count) : predicate<d>::of(x, count);
  }
  template <class Visit>
  FF_HD_LARGE static void for_each_stage(const double* x, Visit visit) {
    const words w = words_of(x);
    if (!w.fit) return predicate<d>::for_each_stage(x, visit);
    using plain = plain_stages<d, ff::detail::triple>;
    using ff::predicates::stage;
    const ff::sign by_filter = sign_said(plain::filter(w.x)), in_pairs = sign_said(plain::pairs(w.x));
    visit(stage::filter, by_filter != ff::sign::zero, by_filter);
    visit(stage::pairs, in_pairs != ff::sign::zero, in_pairs);
  }
};

template <template <determinant> class Predicate, class Visit>
void for_each_determinant(Visit visit) {
  visit(Predicate<determinant::orient2d>{});
  visit(Predicate<determinant::orient3d>{});
  visit(Predicate<determinant::incircle>{});
  visit(Predicate<determinant::insphere>{});
}
/// visit(predicate{}) for each of points in T.
template <class T, class Visit>
void for_each_predicate(Visit visit) {
  if constexpr (ff::detail::is_same<T, ff::double_in_floats>) {
    for_each_determinant<predicate_in_floats>(visit);
  } else {
    for_each_determinant<predicate>(visit);
  }
}

}  // namespace accuracy::predicates
