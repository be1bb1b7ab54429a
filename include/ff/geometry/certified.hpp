// All points in which a ray meets a Bezier patch, proved: none is lost, none invented, and what cannot be
// told is said to be undecided.
//
// Boxes of parameters are halved until a test shows that the ray's two planes have no common zero there, or
// one: box_test.hpp.  A box with at most one zero has it if Newton's map takes a small ball about the
// computed zero into itself.  Boxes may be examined in a narrower format than the values: where its
// rounding hides the answer, the box's coefficients are made anew in the wider one.  docs/proofs/bezier.md.
#pragma once

#include <ff/geometry/box_test.hpp>
#include <ff/geometry/hits.hpp>

namespace ff {
namespace detail {

/// A box whose zero, or whose halves, wait: the equations there are combined by `combine` first.
struct waiting_zoom {
  dyadic_box box;
  matrix2 combine;
};

/// combine times (a, b) in T.
template <class T>
FF_HD_LARGE plane_pair<T> combined(const plane_pair<T>& f, const matrix2& m) {
  using n = number<T>;
  constexpr float rounding = n::by_float_error + n::sum_error;
  const float a_error = fma_rn(f.a.greatest_magnitude(), rounding, f.a.error);
  const float b_error = fma_rn(f.b.greatest_magnitude(), rounding, f.b.error);
  plane_pair<T> g{};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      g.a.c[i][j] = n::add(n::mul(f.a.c[i][j], m.m00), n::mul(f.b.c[i][j], m.m01));
      g.b.c[i][j] = n::add(n::mul(f.a.c[i][j], m.m10), n::mul(f.b.c[i][j], m.m11));
    }
  }
  g.a.error = with_slack(fma_rn(abs(m.m00), a_error, mul_rn(abs(m.m01), b_error)));
  g.b.error = with_slack(fma_rn(abs(m.m10), a_error, mul_rn(abs(m.m11), b_error)));
  return g;
}

/// The search of one ray and one patch: boxes in N, values in W.
template <class N, class W>
class patch_search {
  using n = number<W>;
  using hits = geometry::patch_hits<W>;

 public:
  FF_HD_LARGE patch_search(const geometry::ray<float>& r, const geometry::bezier_patch<float>& s, hits& out)
      : ray_(r), patch_(s), out_(out), zooms_(0), divided_edges_(0) {
    out_.count = out_.boxes = out_.zooms = 0;
    out_.undecided = {infinity, neg(infinity), infinity, neg(infinity), infinity, neg(infinity)};
  }

  FF_HD_LARGE void run() {
    if (!in_domain()) return undecide_all();
    f_ = planes_over<W>(ray_, patch_);
    take_collapsed_edges();
    a_size_ = f_.a.greatest_magnitude(), b_size_ = f_.b.greatest_magnitude();
    waiting_zoom z{{0, 0, 0, 0}, {1.0f, 0.0f, 0.0f, 1.0f}};
    search(narrow(f_), z, errors_matter(f_, narrow(f_)));
    while (zooms_ > 0) {
      z = zoom_[--zooms_];
      ++out_.zooms;
      const plane_pair<W> wide = zoomed(z);
      const plane_pair<N> g = narrow(wide);
      search(g, z, errors_matter(wide, g));
    }
  }

 private:
  static constexpr int most_boxes = 4096, most_zooms = 64, deepest_in_search = 20, most_single = 16;
  static constexpr int most_waiting = 2 * deepest_in_search + 2 + 2 * most_single;
  static constexpr int deepest = number<W>::digits - 4;
  // What Bernstein's polynomials and their derivatives add up to, in magnitude, on a patch and its margin.
  static constexpr float on_margin = 1.5f;

  // Coordinates below 2^60 and a direction: then nothing overflows, whatever NaN would pass for.
  FF_HD bool in_domain() const {
    bool ok = true;
    const auto take = [&ok](float x) { ok = ok && less(abs(x), 0x1p60f); };
    for (const auto& row : patch_.p)
      for (const auto& p : row) take(p.x), take(p.y), take(p.z);
    take(ray_.origin.x), take(ray_.origin.y), take(ray_.origin.z);
    take(ray_.direction.x), take(ray_.direction.y), take(ray_.direction.z);
    return ok && less(0x1p-60f, abs(component(ray_.direction, geometry::main_axis<float>(ray_.direction))));
  }

  FF_HD_LARGE static plane_pair<N> narrow(const plane_pair<W>& f) { return {narrowed<N>(f.a), narrowed<N>(f.b)}; }

  // Whether the narrower format's own rounding is most of the errors: then a zoom helps.
  FF_HD static bool errors_matter(const plane_pair<W>& wide, const plane_pair<N>& narrow) {
    if constexpr (is_same<N, W>) return false;
    return less(mul_rn(8.0f, wide.a.error), narrow.a.error) ||
           less(mul_rn(8.0f, wide.b.error), narrow.b.error);
  }

  FF_HD_LARGE plane_pair<W> zoomed(const waiting_zoom& z) const {
    const dyadic_box& b = z.box;
    const W u0 = dyadic<W>(b.u, b.u_depth), u1 = dyadic<W>(b.u + 1, b.u_depth);
    const W v0 = dyadic<W>(b.v, b.v_depth), v1 = dyadic<W>(b.v + 1, b.v_depth);
    return combined<W>({restricted(f_.a, a_size_, u0, u1, v0, v1), restricted(f_.b, b_size_, u0, u1, v0, v1)},
                       z.combine);
  }

  // ---- the boxes of one zoom

  // A box in units of the zoom's.
  struct part {
    uint32 u, v;
    int u_depth, v_depth;
  };

  struct box_tests {
    const plane_pair<N>& f;
    float a_size, b_size, hides;

    FF_HD_LARGE box_result on(const part& b, conditioned& c) const {
      const float u0 = dyadic_float(b.u, b.u_depth), u1 = dyadic_float(b.u + 1, b.u_depth);
      const float v0 = dyadic_float(b.v, b.v_depth), v1 = dyadic_float(b.v + 1, b.v_depth);
      return examine(restricted(f.a, a_size, u0, u1, v0, v1), restricted(f.b, b_size, u0, u1, v0, v1), hides,
                     c);
    }
  };

  // Boxes with at most one zero wait until the others are done: neighbouring threads then search together and
  // settle together.
  FF_HD_LARGE void search(const plane_pair<N>& f, const waiting_zoom& z, bool zoom_helps) {
    const box_tests tests{f, f.a.greatest_magnitude(), f.b.greatest_magnitude(), zoom_helps ? 32.0f : 4.0f};
    part waiting[most_waiting], single[most_single];
    int depth = 0, singles = 0;
    waiting[depth++] = {0, 0, 0, 0};
    conditioned c;
    while (depth > 0) {
      while (depth > 0 && singles < most_single) {
        const part b = waiting[--depth];
        if (++out_.boxes > most_boxes) return undecide_all();
        const box_result r = tests.on(b, c);
        if (r.verdict == box_verdict::single) single[singles++] = b;
        if (r.verdict > box_verdict::single) divide(b, r, z, zoom_helps, waiting, depth);
      }
      while (singles > 0) {
        const part b = single[--singles];
        box_result r = tests.on(b, c);
        if (!settle(within(z.box, b), z.combine, r, c)) {
          r.verdict = z.box.u_depth + b.u_depth <= z.box.v_depth + b.v_depth ? box_verdict::halve_u
                                                                             : box_verdict::halve_v;
          divide(b, r, z, zoom_helps, waiting, depth);
        }
      }
    }
  }

  // What becomes of a box about which nothing is known.
  FF_HD_LARGE void divide(const part& b, const box_result& r, const waiting_zoom& z, bool zoom_helps, part* waiting,
                    int& depth) {
    const dyadic_box whole = within(z.box, b);
    const bool along_u = r.verdict == box_verdict::halve_u, is_whole = b.u_depth + b.v_depth == 0;
    const int part_depth = along_u ? b.u_depth : b.v_depth;
    const int whole_depth = along_u ? whole.u_depth : whole.v_depth;
    const bool at_end = r.verdict == box_verdict::noise ? !zoom_helps || is_whole : whole_depth >= deepest;
    if (at_end || depth + 2 > most_waiting) {
      undecide(whole);
    } else if (r.verdict == box_verdict::noise || part_depth >= deepest_in_search) {
      wait_for_zoom(whole, z.combine, r.tilt);
    } else if (along_u) {
      waiting[depth++] = {2 * b.u, b.v, b.u_depth + 1, b.v_depth};
      waiting[depth++] = {2 * b.u + 1, b.v, b.u_depth + 1, b.v_depth};
    } else {
      waiting[depth++] = {b.u, 2 * b.v, b.u_depth, b.v_depth + 1};
      waiting[depth++] = {b.u, 2 * b.v + 1, b.u_depth, b.v_depth + 1};
    }
  }

  FF_HD static dyadic_box within(const dyadic_box& outer, const part& b) {
    return {(outer.u << b.u_depth) + b.u, (outer.v << b.v_depth) + b.v, outer.u_depth + b.u_depth,
            outer.v_depth + b.v_depth};
  }

  // The least varying combination takes the place of the equation of which it has the larger part.
  FF_HD_LARGE void wait_for_zoom(const dyadic_box& b, const matrix2& m, float_pair tilt) {
    if (zooms_ == most_zooms) return undecide(b);
    const matrix2 t = less(tilt.u, 1.0f) || less(1.0f, tilt.u) ? matrix2{1.0f, 0.0f, tilt.u, 1.0f}
                                                               : matrix2{1.0f, tilt.v, 0.0f, 1.0f};
    zoom_[zooms_++] = {
        b,
        {fma_rn(t.m00, m.m00, mul_rn(t.m01, m.m10)), fma_rn(t.m00, m.m01, mul_rn(t.m01, m.m11)),
         fma_rn(t.m10, m.m00, mul_rn(t.m11, m.m10)), fma_rn(t.m10, m.m01, mul_rn(t.m11, m.m11))}};
  }

  // ---- the zero of a box

  struct residual {
    float g[2], radius[2];
  };

  // K combine F at (u, v), and by how much that may be off.
  FF_HD_LARGE residual residual_at(const matrix2& k, const matrix2& m, W u, W v) const {
    constexpr float rounding = n::by_float_error + n::sum_error;
    const W a = value_at(f_.a.c, u, v), b = value_at(f_.b.c, u, v);
    const float a_error = mul_rn(on_margin, fma_rn(n::value_error, a_size_, f_.a.error));
    const float b_error = mul_rn(on_margin, fma_rn(n::value_error, b_size_, f_.b.error));
    const float a_all = fma_rn(2 * rounding, abs(n::to_float(a)), a_error);
    const float b_all = fma_rn(2 * rounding, abs(n::to_float(b)), b_error);
    const W p = n::add(n::mul(a, m.m00), n::mul(b, m.m01)), q = n::add(n::mul(a, m.m10), n::mul(b, m.m11));
    const float p_error = fma_rn(abs(m.m00), a_all, mul_rn(abs(m.m01), b_all));
    const float q_error = fma_rn(abs(m.m10), a_all, mul_rn(abs(m.m11), b_all));
    return {{n::to_float(n::add(n::mul(p, k.m00), n::mul(q, k.m01))),
             n::to_float(n::add(n::mul(p, k.m10), n::mul(q, k.m11)))},
            {with_slack(fma_rn(abs(k.m00), p_error, mul_rn(abs(k.m01), q_error))),
             with_slack(fma_rn(abs(k.m10), p_error, mul_rn(abs(k.m11), q_error)))}};
  }

  // A box with at most one zero: false where neither the zero nor its absence can be proved, and not for the
  // errors.
  FF_HD_LARGE bool settle(const dyadic_box& box, const matrix2& combine, const box_result& r,
                    const conditioned& c) {
    float_pair where;
    matrix2 step;
    if (krawczyk_empties(c, where)) return true;
    approach(c, where, step);
    const float u_width = power_of_two(-box.u_depth), v_width = power_of_two(-box.v_depth);
    const W u0 = dyadic<W>(box.u, box.u_depth), v0 = dyadic<W>(box.v, box.v_depth);
    W u = n::add(u0, n::of(mul_rn(where.u, u_width))), v = n::add(v0, n::of(mul_rn(where.v, v_width)));
    residual at = residual_at(r.k, combine, u, v);
    for (int steps = 0; steps < 3; ++steps) {
      if (less(abs(at.g[0]), mul_rn(4.0f, at.radius[0])) && less(abs(at.g[1]), mul_rn(4.0f, at.radius[1])))
        break;
      const float du = fma_rn(step.m00, at.g[0], mul_rn(step.m01, at.g[1]));
      const float dv = fma_rn(step.m10, at.g[0], mul_rn(step.m11, at.g[1]));
      if (!less(abs(du), 1.0f) || !less(abs(dv), 1.0f)) break;
      const W next_u = n::sub(u, n::of(mul_rn(du, u_width))), next_v = n::sub(v, n::of(mul_rn(dv, v_width)));
      const residual next = residual_at(r.k, combine, next_u, next_v);
      if (!less(size_of(next), size_of(at))) break;
      u = next_u, v = next_v, at = next;
    }
    const float ball = with_slack(div_rn(size_of(at), sub_rn(1.0f, r.contracts)));
    const float s = in_units(u, u0, box.u_depth), t = in_units(v, v0, box.v_depth);
    if (!reaches(s, 0.0f, box_margin) || !reaches(t, 0.0f, box_margin)) return false;
    if (!reaches(s, ball, 0.0f) || !reaches(t, ball, 0.0f)) return true;  // the only zero is outside
    const float room = sub_rn(mul_rn(0.999f, box_margin), ball);
    if (!less(mul_rn(4.0f, ball), box_margin) || !reaches(s, 0.0f, room) || !reaches(t, 0.0f, room)) {
      const float hidden = div_rn(greatest(at.radius[0], at.radius[1]), sub_rn(1.0f, r.contracts));
      if (less(mul_rn(8.0f, hidden), box_margin)) return false;
      undecide(box);
    } else if (!take(u, v, with_slack(mul_rn(ball, u_width)), with_slack(mul_rn(ball, v_width)), box)) {
      undecide(box);
    }
    return true;
  }

  FF_HD static float size_of(const residual& r) {
    return with_slack(greatest(add_rn(abs(r.g[0]), r.radius[0]), add_rn(abs(r.g[1]), r.radius[1])));
  }
  FF_HD static float in_units(W x, W x0, int depth) {
    return mul_rn(n::to_float(n::sub(x, x0)), power_of_two(depth));
  }
  // Whether x is at most `ball` from [0, 1] widened by `room`.
  FF_HD static constexpr bool reaches(float x, float ball, float room) {
    const float beyond = greatest(neg(x), sub_rn(x, 1.0f));
    return !less(add_rn(ball, room), beyond);
  }

  // ---- hits

  // Whether the parameter x may be from 0 to 1, into which it is then brought; its error grows by the way.
  FF_HD_LARGE static bool on_patch(W& x, float& error, int lower, int upper, unsigned char& edges) {
    const float below = neg(n::to_float(x)), above = n::to_float(n::sub(x, n::of(1.0f)));
    if (less(error, below) || less(error, above)) return false;
    if (!less(error, abs(below))) edges = static_cast<unsigned char>(edges | lower);
    if (!less(error, abs(above))) edges = static_cast<unsigned char>(edges | upper);
    const float beyond = greatest(below, above);
    if (!less(0.0f, beyond)) return true;
    x = n::of(less(0.0f, below) ? 0.0f : 1.0f);
    error = with_slack(add_rn(error, beyond));
    return true;
  }

  FF_HD_LARGE bool take(W u, W v, float u_error, float v_error, const dyadic_box& box) {
    geometry::patch_hit<W> h{};
    h.u_error = u_error, h.v_error = v_error;
    const bool inside = on_patch(u, h.u_error, geometry::edge_u0, geometry::edge_u1, h.edges) &&
                        on_patch(v, h.v_error, geometry::edge_v0, geometry::edge_v1, h.edges);
    if (!inside) return true;
    if ((h.edges & divided_edges_) != 0) return false;  // that edge has its hit: the same, or one beside it
    h.u = u, h.v = v;
    const float u_width = power_of_two(-box.u_depth), v_width = power_of_two(-box.v_depth);
    const single_region<W> here{n::add(dyadic<W>(box.u, box.u_depth), n::of(mul_rn(0.5f, u_width))),
                                n::add(dyadic<W>(box.v, box.v_depth), n::of(mul_rn(0.5f, v_width))),
                                mul_rn(0.5f + box_margin, u_width), mul_rn(0.5f + box_margin, v_width)};
    for (int i = 0; i < out_.count; ++i) {
      const geometry::patch_hit<W>& before = out_.hit[i];
      if (before.collapsed) continue;
      if (single_[i].holds(h) || here.holds(before)) return true;  // both are the one zero
      if (overlap(h, before)) return false;
    }
    return append(h, here);
  }

  FF_HD_LARGE bool append(geometry::patch_hit<W>& h, const single_region<W>& here) {
    set_t(h);
    const float t = n::to_float(h.t);
    if (less(add_rn(t, h.t_error), ray_.t_min) || less(ray_.t_max, sub_rn(t, h.t_error))) return true;
    if (out_.count == most_hits) return false;
    single_[out_.count] = here;
    out_.hit[out_.count++] = h;
    return true;
  }

  // t from the main axis at (u, v); its error is that of the point there, and what the errors of u and v make
  // of the derivatives.
  FF_HD_LARGE void set_t(geometry::patch_hit<W>& h) const {
    const int k = geometry::main_axis<float>(ray_.direction);
    bicubic<W> z{};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) z.c[i][j] = n::of(component(patch_.p[i][j], k));
    const W origin = n::of(component(ray_.origin, k)), along = n::sub(value_at(z.c, h.u, h.v), origin);
    const difference_spreads d = differences(z.c);
    const float rounding =
        fma_rn(n::value_error, z.greatest_magnitude(), mul_rn(n::sum_error, abs(n::to_float(along))));
    const float u_slope = mul_rn(3.0f, d.u.magnitude()), v_slope = mul_rn(3.0f, d.v.magnitude());
    const float error = mul_rn(on_margin, fma_rn(u_slope, h.u_error, fma_rn(v_slope, h.v_error, rounding)));
    const float direction = component(ray_.direction, k);
    h.t = n::div(along, n::of(direction));
    const float quotient = mul_rn(8 * n::sum_error, abs(n::to_float(h.t)));
    h.t_error = with_slack(add_rn(div_rn(error, abs(direction)), quotient));
  }

  // An edge that is a point, through which the ray goes exactly: it is a hit, and the equations are divided
  // by its parameter to find the others.
  FF_HD_LARGE void take_collapsed_edges() {
    const auto [u0, u1, v0, v1] = geometry::collapsed(patch_);
    const bool is_point[4] = {u0, u1, v0, v1};
    for (int edge = 0; edge < 4; ++edge) {
      if (!is_point[edge] || !meets_point(ray_, patch_.p[edge == 1 ? 3 : 0][edge == 3 ? 3 : 0])) continue;
      geometry::patch_hit<W> h{};
      h.u = n::of(edge == 0   ? 0.0f
                  : edge == 1 ? 1.0f
                              : 0.5f),
      h.v = n::of(edge == 2   ? 0.0f
                  : edge == 3 ? 1.0f
                              : 0.5f);
      h.edges = static_cast<unsigned char>(1 << edge), h.collapsed = true;
      append(h, {});
      divide_by_edge(f_.a, edge), divide_by_edge(f_.b, edge);
      divided_edges_ |= 1 << edge;
    }
  }

  // ---- what could not be decided

  FF_HD_LARGE void undecide(const dyadic_box& box) {
    const float u_half = power_of_two(-box.u_depth - 1), v_half = power_of_two(-box.v_depth - 1);
    geometry::patch_hit<W> h{};
    h.u = n::add(dyadic<W>(box.u, box.u_depth), n::of(u_half)), h.u_error = u_half;
    h.v = n::add(dyadic<W>(box.v, box.v_depth), n::of(v_half)), h.v_error = v_half;
    set_t(h);
    const float u = n::to_float(h.u), v = n::to_float(h.v), t = n::to_float(h.t);
    const float t_first = sub_rn(t, h.t_error), t_last = add_rn(t, h.t_error);
    if (less(t_last, ray_.t_min) || less(ray_.t_max, t_first)) return;
    geometry::undecided_points& w = out_.undecided;
    w.t_first = least(w.t_first, t_first), w.t_last = greatest(w.t_last, t_last);
    w.u_first = least(w.u_first, sub_rn(u, u_half)), w.u_last = greatest(w.u_last, add_rn(u, u_half));
    w.v_first = least(w.v_first, sub_rn(v, v_half)), w.v_last = greatest(w.v_last, add_rn(v, v_half));
  }

  FF_HD_LARGE void undecide_all() { out_.undecided = {ray_.t_min, ray_.t_max, 0.0f, 1.0f, 0.0f, 1.0f}, zooms_ = 0; }

  static constexpr int most_hits = 18;

  const geometry::ray<float>& ray_;
  const geometry::bezier_patch<float>& patch_;
  hits& out_;
  plane_pair<W> f_;
  float a_size_, b_size_;
  single_region<W> single_[most_hits];  // of each hit
  waiting_zoom zoom_[most_zooms];
  int zooms_, divided_edges_;
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
