// The first root of f along a ray, found or excluded with certainty.
//
// Depth-first bisection by a front that moves along the ray and needs no stack: everything before the front
// is certified free of roots, so f has one sign there; the step ahead of the front is halved where nothing
// can be said and lengthened after a success.  A step is free of roots when zero is not in the range of f
// over it, or when the slopes' range keeps the values at its two ends from coming down to zero between them
// (the interval Newton operators centred at both ends have no common point).  It holds the first root when f
// has the other sign at its far end and the slope keeps its sign, or the step is as short as the resolution
// asks.
#pragma once

#include <ff/directed/float.hpp>
#include <ff/operators.hpp>

#include "jet.hpp"
#include "scene.hpp"

namespace implicit {

enum class verdict : unsigned char { miss, hit, undecided };

/// Says where the first root is: in `where` for a hit; possibly there, and none before, if undecided.
template <class I>
struct crossing {
  verdict what;
  I where;
};

inline constexpr int max_steps = 4096;

template <int N>
struct evaluation {
  template <class Surface, class I>
  FF_HD static constexpr jet<I, N> of(const Surface& f, const ray& r, const I& t, vec3 direction) {
    const auto coordinate = [&t](float origin, float towards, [[maybe_unused]] float slope) {
      jet<I, N> x{scale(towards, t) + exact<I>(origin), {}};
      if constexpr (N > 0) x.slope[0] = exact<I>(slope);
      return x;
    };
    return f(coordinate(r.origin.x, r.direction.x, direction.x),
             coordinate(r.origin.y, r.direction.y, direction.y),
             coordinate(r.origin.z, r.direction.z, direction.z));
  }
};

/// The range of f over the points of the ray with t in the given interval.
template <class Surface, class I>
FF_HD constexpr I value_at(const Surface& f, const ray& r, const I& t) {
  return ff::detail::out_of_line<evaluation<0>, const Surface&, const ray&, const I&>(f, r, t, vec3{}).value;
}
/// The same, and the range of its slope in that direction.
template <class Surface, class I>
FF_HD constexpr jet<I, 1> slope_at(const Surface& f, const ray& r, const I& t, vec3 direction) {
  return ff::detail::out_of_line<evaluation<1>, const Surface&, const ray&, const I&>(f, r, t, direction);
}

// ---- scalars: floats by ff's primitives, float-floats by their operators

FF_HD constexpr float sum(float a, float b) { return ff::add_rn(a, b); }
FF_HD constexpr ff::ff_t sum(ff::ff_t a, ff::ff_t b) { return a + b; }
FF_HD constexpr bool precedes(float a, float b) { return ff::less(a, b); }
FF_HD constexpr bool precedes(ff::ff_t a, ff::ff_t b) { return a < b; }
FF_HD constexpr float to_float(float a) { return a; }
FF_HD constexpr float to_float(ff::ff_t a) { return a.hi(); }

/// +1 or -1 if every number of x has that sign, else 0.
template <class T>
FF_HD constexpr int sign(const ff::interval<T>& x) {
  return (ff::less(0.0f, to_float(x.lower())) ? 1 : 0) - (ff::less(to_float(x.upper()), 0.0f) ? 1 : 0);
}

/// The bounds of s x, s = +1 or -1, as floats that may lie outside.
template <class T>
FF_HD constexpr float lower_bound(int s, const ff::interval<T>& x) {
  const interval_float outer(x);
  return s > 0 ? outer.lower() : ff::neg(outer.upper());
}
template <class T>
FF_HD constexpr float upper_bound(int s, const ff::interval<T>& x) {
  return ff::neg(lower_bound(-s, x));
}

/// Says what the values at the ends of a step and the slopes within it say about f, of sign s before the
/// step.
struct envelope {
  float left, right;  // s f is at least this at the front and at the far end
  float fall, rise;   // s f falls and rises at most at these rates

  template <class I>
  FF_HD constexpr envelope(int s, const I& at_front, const I& at_end, const interval_float& slope)
      : left(lower_bound(s, at_front)),
        right(lower_bound(s, at_end)),
        fall(ff::neg(lower_bound(s, slope))),
        rise(upper_bound(s, slope)) {}

  /// No root in a step of at most this width, given that s f is positive at both ends: falling from the left
  /// end and from the right end backwards, the two lines meet above zero.
  FF_HD constexpr bool clear(float width) const {
    using namespace ff;
    if (!less(fall, detail::infinity) || !less(rise, detail::infinity)) return false;
    if (!less(0.0f, fall) || !less(0.0f, rise)) return true;
    const float lines =
        add_toward<toward::down>(mul_toward<toward::down>(left, rise), mul_toward<toward::down>(right, fall));
    return less(mul_toward<toward::up>(mul_toward<toward::up>(width, rise), fall), lines);
  }
};

/// The only root in t, over which f changes its sign and has these slopes, none of them zero, by interval
/// Newton to the resolution, or as far as the arithmetic goes.  A quotient needs no more bits than floats
/// have.
template <class I, class Surface>
FF_HD constexpr I isolate(const Surface& f, const ray& r, I t, interval_float slope, float resolution) {
  float length = width(interval_float(t));
  while (ff::less(resolution, length)) {
    const auto middle = midpoint(t);
    const interval_float away = interval_float(value_at(f, r, I(middle))) / slope;
    t = intersection(t, I(middle) - I(away));
    const float before = length;
    length = width(interval_float(t));
    if (!ff::less(length, ff::mul_rn(0.75f, before))) break;
    slope = intersection(slope, slope_at(f, r, interval_float(t), r.direction).slope[0]);
  }
  return t;
}

/// The ranges of f and its slope over a step.  Over a long one they are as wide as the step makes them,
/// whatever the arithmetic, so floats do; the rounding errors of floats show in short ones.
template <class I, class Surface>
FF_HD constexpr jet<interval_float, 1> over_step(const Surface& f, const ray& r, const I& t, bool is_short) {
  if constexpr (!std::is_same_v<I, interval_float>) {
    if (is_short) {
      const jet<I, 1> over = slope_at(f, r, t, r.direction);
      return {interval_float(over.value), {interval_float(over.slope[0])}};
    }
  }
  return slope_at(f, r, interval_float(t), r.direction);
}

/// The first root of f on the ray with t in that range.
template <class I, class Surface>
FF_HD constexpr crossing<I> first_root(const Surface& f, const ray& r, range t, float resolution) {
  using T = scalar<I>;
  T front = t.first, last = t.last;
  I at_front = value_at(f, r, I(front));
  const int s = sign(at_front);
  if (s == 0) return {verdict::undecided, I(front)};
  const float whole = ff::sub_rn(t.last, t.first), short_length = ff::mul_rn(0x1p-10f, whole);
  float step = ff::mul_rn(0.25f, whole);
  for (int i = 0; i < max_steps; ++i) {
    T end = sum(front, T(step));
    const bool at_last = !precedes(end, last);
    if (at_last) end = last;
    if (!precedes(front, end)) break;  // finer than T
    const I here(front, end);
    const float length = width(interval_float(here));
    const auto over = over_step(f, r, here, ff::less(length, short_length));
    const bool same_sign = sign(over.value) == s;
    const I at_end = same_sign ? I(over.value) : value_at(f, r, I(end));
    const int end_sign = sign(at_end);
    if (same_sign || (end_sign == s && envelope(s, at_front, at_end, over.slope[0]).clear(length))) {
      if (at_last) return {verdict::miss, here};
      front = end;
      at_front = at_end;
      step = ff::mul_rn(1.5f, step);
    } else if (end_sign == -s && sign(over.slope[0]) != 0) {
      return {verdict::hit, isolate(f, r, here, over.slope[0], resolution)};
    } else if (!ff::less(resolution, length)) {
      return {end_sign == -s ? verdict::hit : verdict::undecided, here};
    } else {
      if (end_sign == -s) last = end;
      step = ff::mul_rn(0.5f, length);
    }
  }
  return {verdict::undecided, I(front, last)};
}

/// The same by floats alone: the first sample where f has not the sign it had at the start, then bisection.
/// Roots between two samples are lost in pairs.
template <class Surface>
FF_HD constexpr crossing<real> first_sign_change(const Surface& f, const ray& r, range t, float step,
                                                 int samples) {
  const auto positive = [&](float at) { return ff::less(0.0f, value_at(f, r, real{at}).x); };
  const bool at_start = positive(t.first);
  float before = t.first;
  for (int i = 1; i <= samples && ff::less(before, t.last); ++i) {
    const float next = ff::fma_rn(static_cast<float>(i), step, t.first);
    float after = ff::less(next, t.last) ? next : t.last;
    if (positive(after) != at_start) {
      for (int k = 0; k < 16; ++k) {
        const float middle = ff::mul_rn(0.5f, ff::add_rn(before, after));
        (positive(middle) == at_start ? before : after) = middle;
      }
      return {verdict::hit, real{after}};
    }
    before = after;
  }
  return {verdict::miss, real{before}};
}

}  // namespace implicit
