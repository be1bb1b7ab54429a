// Newton's method from a fixed set of starts, as it is usually done: nothing says that a point was not
// missed.
#pragma once

#include "points.hpp"

namespace bezier {

/// Both planes at a point of the patch, and their derivatives by u and v.
template <class T>
struct planes_at {
  T a, b, au, av, bu, bv;

  FF_HD_LARGE planes_at(const ff::detail::plane_pair<T>& f, T u, T v) {
    evaluate(f.a.c, u, v, a, au, av);
    evaluate(f.b.c, u, v, b, bu, bv);
  }

 private:
  FF_HD_LARGE static void evaluate(const T (&c)[4][4], T u, T v, T& value, T& du, T& dv) {
    using ff::detail::cubic_at;
    ff::detail::value_and_slope<T> row[4] = {};
    for (int i = 0; i < 4; ++i) row[i] = cubic_at(c[i][0], c[i][1], c[i][2], c[i][3], v);
    const auto at = cubic_at(row[0].value, row[1].value, row[2].value, row[3].value, u);
    value = at.value, du = at.slope;
    dv = cubic_at(row[0].slope, row[1].slope, row[2].slope, row[3].slope, u).value;
  }
};

template <class T>
struct newton {
  static constexpr const char* name = "newton";
  static constexpr int starts_along = 4, most_steps = 12;

  FF_HD_LARGE static void find(const ray& r, const patch& s, point_list& found) {
    clear(found);
    const ff::detail::plane_pair<T> f = ff::detail::planes_over<T>(r, s);
    for (int start = 0; start < starts_along * starts_along; ++start) {
      T u = centre(start / starts_along), v = centre(start % starts_along);
      if (converges(f, u, v)) add_point(r, s, u, v, found);
    }
  }
  FF_HD_LARGE static void meet(const ray& r, const patch& s, int number, first_hit& best) {
    point_list found;
    find(r, s, found);
    take_all(found, number, best);
  }

 private:
  using n = ff::detail::number<T>;

  /// The middle of a part of [0, 1].
  FF_HD static T centre(int part) {
    constexpr float width = 1.0f / static_cast<float>(starts_along);
    return n::of(ff::mul_rn(ff::add_rn(static_cast<float>(part), 0.5f), width));
  }

  FF_HD_LARGE static bool converges(const ff::detail::plane_pair<T>& f, T& u, T& v) {
    for (int step = 0; step < most_steps; ++step) {
      const planes_at<T> p(f, u, v);
      const T determinant = n::fma(p.au, p.bv, n::negative(n::mul(p.av, p.bu)));
      const T du = n::div(n::fma(p.bv, p.a, n::negative(n::mul(p.av, p.b))), determinant);
      const T dv = n::div(n::fma(p.au, p.b, n::negative(n::mul(p.bu, p.a))), determinant);
      u = n::sub(u, du), v = n::sub(v, dv);
      const float moved = ff::add_rn(ff::abs(n::to_float(du)), ff::abs(n::to_float(dv)));
      if (!ff::less(moved, 4.0f)) return false;  // far away, or NaN
      if (ff::less(moved, tolerance<T>::same)) return true;
    }
    return false;
  }
};

}  // namespace bezier
