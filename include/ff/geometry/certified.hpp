// All points in which a ray meets a Bezier patch, proved: none is lost, none invented, and what cannot be
// told is said to be undecided.
//
// Boxes of parameters are narrowed and halved until a test shows that the ray's two planes have no common
// zero there, or one: box_test.hpp.  A box with at most one zero has it if Newton's map takes a small ball
// about the computed zero into itself.  Boxes may be examined in a narrower format than the values: where its
// rounding hides the answer, the box's coefficients are made anew in the wider one.  docs/proofs/bezier.md.
#pragma once

#include <ff/geometry/search_frame.hpp>

namespace ff {
namespace detail {

/// The search of one ray and one patch by one thread: boxes in Narrow, values in T.
template <class Narrow, class T>
class patch_search {
  using hits = geometry::patch_hits<T>;

 public:
  FF_HD_LARGE patch_search(const geometry::ray<float>& r, const geometry::bezier_patch<float>& s, hits& out)
      : ray_(r), patch_(s), out_(out), zooms_(0), zeros_(0) {}

  FF_HD_LARGE void run() {
    out_.boxes = out_.zooms = 0;
    out_.undecided = nothing_undecided();
    if (!in_domain(ray_) || !in_domain(patch_)) return undecide_all(ray_, out_);
    plane_pair<T> planes = planes_over<T>(ray_, patch_);
    patch_equations<T> e(ray_, patch_, planes);
    hit_taker<T> taker(out_);
    e.take_collapsed_edges([&taker](const geometry::patch_hit<T>& h) { taker.take_collapsed(h); });
    e.measure();
    bool whole = search(e, whole_patch(), planes);
    while (whole && zooms_ > 0) {
      const waiting_zoom z = zoom_[--zooms_];
      whole = ++out_.zooms <= most_zooms && search(e, z, e.zoomed(z));
    }
    if (!whole) {
      out_.boxes = most_boxes, out_.zooms = most_zooms;
      return undecide_all(ray_, out_);
    }
    while (zeros_ > 0) {
      int first = 0;
      for (int i = 1; i < zeros_; ++i)
        if (comes_before(zero_[i].box, zero_[first].box)) first = i;
      if (!taker.take(zero_[first])) undecide(e, zero_[first].box);
      zero_[first] = zero_[--zeros_];
    }
  }

 private:
  // Halving keeps one box waiting for each time that the one at hand was halved.
  static constexpr int most_waiting = 2 * deepest_in_frame + 1;

  // The boxes of one frame; false where there are too many.
  FF_HD_LARGE bool search(const patch_equations<T>& e, const waiting_zoom& from, const plane_pair<T>& wide) {
    const plane_pair<Narrow> f = narrowed_pair<Narrow>(wide);
    const search_frame<Narrow, T> frame =
        frame_over(from, wide, f, f.a.greatest_magnitude(), f.b.greatest_magnitude());
    part waiting[most_waiting];
    int depth = 0;
    waiting[depth++] = whole_frame();
    conditioned c;
    while (depth > 0) {
      const part b = waiting[--depth];
      if (++out_.boxes > most_boxes) return false;
      const box_result r = frame.examined(f, b, c);
      next_step next = frame.after(b, r);
      if (next == next_step::settle) {
        found_zero<T> zero;
        const settled s = e.settle(frame.box_of(b), from.combine, r, c, zero);
        if (s == settled::hit && zeros_ == most_zeros) return false;
        if (s == settled::hit) zero_[zeros_++] = zero;
        next = frame.after(b, s);
      }
      if (next == next_step::narrow) waiting[depth++] = narrowed(b, r.u, r.v);
      if (next == next_step::halve_u) waiting[depth++] = b.lower_u(), waiting[depth++] = b.upper_u();
      if (next == next_step::halve_v) waiting[depth++] = b.lower_v(), waiting[depth++] = b.upper_v();
      if (next == next_step::undecided) undecide(e, frame.box_of(b));
      if (next == next_step::zoom) {
        if (zooms_ == most_zooms) return false;
        zoom_[zooms_++] = frame.zoom_to(b, r.tilt);
      }
    }
    return true;
  }

  FF_HD void undecide(const patch_equations<T>& e, const dyadic_box& box) {
    out_.undecided = join(out_.undecided, e.extent(box));
  }

  const geometry::ray<float>& ray_;
  const geometry::bezier_patch<float>& patch_;
  hits& out_;
  waiting_zoom zoom_[most_zooms];
  found_zero<T> zero_[most_zeros];
  int zooms_, zeros_;
};

}  // namespace detail

namespace geometry {

/// All points in which the ray meets the patch, t from t_min to t_max, the ends to within t_error.  Boxes of
/// parameters are examined in Boxes, which is Values or float, and the points are computed in Values: float,
/// double or ff_t; <float, ff_t> is the fast one.  A point of the closed patch that lies on the ray is among
/// the hits or within `undecided`; a hit is a point in which the ray meets the patch, or its continuation by
/// at most u_error and v_error beyond the named edges; no point is there twice.  Where a coordinate or a
/// component of the direction is not below 2^60, or the direction's greatest not above 2^-60, all is
/// undecided.  docs/proofs/bezier.md.
template <class Boxes, class Values>
FF_HD_OUT_OF_LINE void certified_hits(const ray<float>& r, const bezier_patch<float>& s,
                                      patch_hits<Values>& hits) {
  detail::patch_search<Boxes, Values>(r, s, hits).run();
}

}  // namespace geometry
}  // namespace ff
