// The boxes of a search, what becomes of each, and the order in which their zeros are taken.  Nothing here
// depends on the order in which boxes are examined, so that threads may share them out.
#pragma once

#include <ff/geometry/patch_equations.hpp>

namespace ff {
namespace detail {

// A search that takes more boxes, zooms or zeros than these is given up: all is undecided.
inline constexpr int most_boxes = 4096, most_zooms = 64, most_zeros = 48;
// Says how often a box of a frame may be halved along a parameter.
inline constexpr int deepest_in_frame = 20;

/// A box in units of its frame's.
struct part {
  uint32 u, v;
  int u_depth, v_depth;

  FF_HD constexpr part lower_u() const { return {2 * u, v, u_depth + 1, v_depth}; }
  FF_HD constexpr part upper_u() const { return {2 * u + 1, v, u_depth + 1, v_depth}; }
  FF_HD constexpr part lower_v() const { return {u, 2 * v, u_depth, v_depth + 1}; }
  FF_HD constexpr part upper_v() const { return {u, 2 * v + 1, u_depth, v_depth + 1}; }
};
FF_HD constexpr part narrowed(const part& b, const dyadic_range& u, const dyadic_range& v) {
  return {(b.u << u.depth) + u.index, (b.v << v.depth) + v.index, b.u_depth + u.depth, b.v_depth + v.depth};
}
FF_HD constexpr part whole_frame() { return {0, 0, 0, 0}; }

/// Names what becomes of a box.
enum class next_step { none, settle, narrow, halve_u, halve_v, zoom, undecided };

template <class Narrow, class T>
FF_HD_LARGE plane_pair<Narrow> narrowed_pair(const plane_pair<T>& f) {
  return {narrowed<Narrow>(f.a), narrowed<Narrow>(f.b)};
}

/// A part of a patch whose equations are examined in Narrow, those of the wider format T rounded: `from`
/// tells what they are over.
template <class Narrow, class T>
struct search_frame {
  static constexpr int deepest = number<T>::digits - 4;

  waiting_zoom from;
  float a_size, b_size;  ///< of the coefficients
  bool zoom_helps;       ///< the errors are for the most part those of rounding to Narrow

  FF_HD dyadic_box box_of(const part& b) const {
    const dyadic_box& outer = from.box;
    return {(outer.u << b.u_depth) + b.u, (outer.v << b.v_depth) + b.v, outer.u_depth + b.u_depth,
            outer.v_depth + b.v_depth};
  }

  FF_HD_LARGE box_result examined(const plane_pair<Narrow>& f, const part& b, conditioned& c) const {
    const float u0 = dyadic_float(b.u, b.u_depth), u1 = dyadic_float(b.u + 1, b.u_depth);
    const float v0 = dyadic_float(b.v, b.v_depth), v1 = dyadic_float(b.v + 1, b.v_depth);
    return examine(restricted(f.a, a_size, u0, u1, v0, v1), restricted(f.b, b_size, u0, u1, v0, v1),
                   zoom_helps ? 32.0f : 4.0f, c);
  }

  /// After examining it.  Only boxes of the first frame are narrowed: of zooms, which are made where errors
  /// are near, narrowed ones left 17 of 2^20 rays past a pole undecided (Geometry.MixedDecides).
  FF_HD next_step after(const part& b, const box_result& r) const {
    if (r.verdict == box_verdict::narrow) {
      const bool fits = from.box.u_depth + from.box.v_depth == 0 &&
                        b.u_depth + r.u.depth <= most_depth(from.box.u_depth) &&
                        b.v_depth + r.v.depth <= most_depth(from.box.v_depth);
      if (fits) return next_step::narrow;
      return after(b, r.halves);
    }
    return after(b, r.verdict);
  }
  FF_HD next_step after(const part& b, box_verdict verdict) const {
    if (verdict == box_verdict::empty) return next_step::none;
    if (verdict == box_verdict::single) return next_step::settle;
    if (verdict == box_verdict::noise)
      return zoom_helps && b.u_depth + b.v_depth > 0 ? next_step::zoom : next_step::undecided;
    const bool along_u = verdict == box_verdict::halve_u;
    const int depth = along_u ? b.u_depth : b.v_depth;
    if (depth + (along_u ? from.box.u_depth : from.box.v_depth) >= deepest) return next_step::undecided;
    if (depth >= deepest_in_frame) return next_step::zoom;
    return along_u ? next_step::halve_u : next_step::halve_v;
  }
  /// After settling it.
  FF_HD next_step after(const part& b, settled s) const {
    if (s == settled::undecided) return next_step::undecided;
    if (s != settled::halve) return next_step::none;
    const bool along_u = from.box.u_depth + b.u_depth <= from.box.v_depth + b.v_depth;
    return after(b, along_u ? box_verdict::halve_u : box_verdict::halve_v);
  }
  /// The halvings still allowed in a frame whose own depth is `of_frame`.
  FF_HD static constexpr int most_depth(int of_frame) {
    return min_int(deepest - of_frame, deepest_in_frame);
  }

  /// Asks for a zoom: the least varying combination replaces the equation that it depends on most.
  FF_HD_LARGE waiting_zoom zoom_to(const part& b, float_pair tilt) const {
    const matrix2 &m = from.combine, t = less(tilt.u, 1.0f) || less(1.0f, tilt.u)
                                             ? matrix2{1.0f, 0.0f, tilt.u, 1.0f}
                                             : matrix2{1.0f, tilt.v, 0.0f, 1.0f};
    return {box_of(b),
            {fma_rn(t.m00, m.m00, mul_rn(t.m01, m.m10)), fma_rn(t.m00, m.m01, mul_rn(t.m01, m.m11)),
             fma_rn(t.m10, m.m00, mul_rn(t.m11, m.m10)), fma_rn(t.m10, m.m01, mul_rn(t.m11, m.m11))}};
  }
};

/// Makes the frame.  a_size and b_size bound the coefficients; T's and Narrow's errors follow from them.
template <class Narrow, class T>
FF_HD search_frame<Narrow, T> frame_over(const waiting_zoom& z, const plane_pair<T>& wide,
                                         const plane_pair<Narrow>& f, float a_size, float b_size) {
  const auto is_rounding = [](float error, float all) { return less(mul_rn(8.0f, error), all); };
  return {
      z, a_size, b_size,
      !is_same<Narrow, T> && (is_rounding(wide.a.error, f.a.error) || is_rounding(wide.b.error, f.b.error))};
}

// ---------------------------------------------------------------- the hits of a pair

/// The order in which zeros are taken: by their boxes' lower corners, larger boxes first.
FF_HD constexpr bool comes_before(const dyadic_box& a, const dyadic_box& b) {
  constexpr int bits = 60;
  const uint64 au = a.u << (bits - a.u_depth), av = a.v << (bits - a.v_depth);
  const uint64 bu = b.u << (bits - b.u_depth), bv = b.v << (bits - b.v_depth);
  if (au != bu) return au < bu;
  if (av != bv) return av < bv;
  return a.u_depth != b.u_depth ? a.u_depth < b.u_depth : a.v_depth < b.v_depth;
}

/// Those of edges that are points first.
template <class T>
FF_HD constexpr bool comes_before(const found_zero<T>& a, const found_zero<T>& b) {
  if (a.hit.collapsed || b.hit.collapsed)
    return a.hit.collapsed && (!b.hit.collapsed || a.hit.edges < b.hit.edges);
  return comes_before(a.box, b.box);
}

FF_HD constexpr geometry::undecided_points join(const geometry::undecided_points& a,
                                                const geometry::undecided_points& b) {
  geometry::undecided_points both{};
  both.t_first = least(a.t_first, b.t_first), both.t_last = greatest(a.t_last, b.t_last);
  both.u_first = least(a.u_first, b.u_first), both.u_last = greatest(a.u_last, b.u_last);
  both.v_first = least(a.v_first, b.v_first), both.v_last = greatest(a.v_last, b.v_last);
  return both;
}

/// The zeros of a pair's boxes become its hits.
template <class T>
class hit_taker {
  using hits = geometry::patch_hits<T>;

 public:
  FF_HD explicit hit_taker(hits& out) : out_(out) { out_.count = 0; }

  FF_HD void take_collapsed(const geometry::patch_hit<T>& h) { out_.hit[out_.count++] = h; }

  /// False where it may be the zero of an earlier hit, or another one.
  FF_HD_LARGE bool take(const found_zero<T>& z) {
    using n = number<T>;
    const geometry::patch_hit<T>& h = z.hit;
    const float u_width = power_of_two(-z.box.u_depth), v_width = power_of_two(-z.box.v_depth);
    const single_region<T> here{n::add(dyadic<T>(z.box.u, z.box.u_depth), n::of(mul_rn(0.5f, u_width))),
                                n::add(dyadic<T>(z.box.v, z.box.v_depth), n::of(mul_rn(0.5f, v_width))),
                                mul_rn(0.5f + box_margin, u_width), mul_rn(0.5f + box_margin, v_width)};
    for (int i = 0; i < out_.count; ++i) {
      const geometry::patch_hit<T>& before = out_.hit[i];
      if (before.collapsed) continue;
      if (single_[i].holds(h) || here.holds(before)) return true;  // both are the one zero
      if (overlap(h, before)) return false;
    }
    if (out_.count == most_hits) return false;
    single_[out_.count] = here;
    out_.hit[out_.count++] = h;
    return true;
  }

 private:
  static constexpr int most_hits = 18;
  hits& out_;
  single_region<T> single_[most_hits];  // of each hit
};

/// The hits of a search that was given up.
template <class T>
FF_HD void undecide_all(const geometry::ray<float>& r, geometry::patch_hits<T>& out) {
  out.count = 0, out.undecided = {r.t_min, r.t_max, 0.0f, 1.0f, 0.0f, 1.0f};
}

}  // namespace detail
}  // namespace ff
