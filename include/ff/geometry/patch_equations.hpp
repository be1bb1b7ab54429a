// The planes of a ray over a patch, and the zero of a box that has at most one: settled in the format of the
// values, from the equations over the whole patch.  docs/proofs/bezier.md.
#pragma once

#include <ff/directed/float.hpp>
#include <ff/geometry/box_test.hpp>
#include <ff/geometry/hits.hpp>

namespace ff {
namespace detail {

/// A box that waits to be made anew in the wide format; the equations there are combined by `combine` first.
struct waiting_zoom {
  dyadic_box box;
  matrix2 combine;
};
FF_HD constexpr waiting_zoom whole_patch() { return {{0, 0, 0, 0}, {1.0f, 0.0f, 0.0f, 1.0f}}; }

/// The coefficients (i, j) of m (a, b), and what all of them err by if those of a and b are at most a_size
/// and b_size: g may be f.
template <class T>
FF_HD void combine_coefficients(const plane_pair<T>& f, const matrix2& m, int i, int j, plane_pair<T>& g) {
  using n = number<T>;
  const T a = f.a.c[i][j], b = f.b.c[i][j];
  g.a.c[i][j] = n::add(n::mul(a, m.m00), n::mul(b, m.m01));
  g.b.c[i][j] = n::add(n::mul(a, m.m10), n::mul(b, m.m11));
}
template <class T>
FF_HD void combine_errors(const plane_pair<T>& f, float a_size, float b_size, const matrix2& m,
                          plane_pair<T>& g) {
  constexpr float rounding = number<T>::by_float_error + number<T>::sum_error;
  const float a_error = fma_rn(a_size, rounding, f.a.error), b_error = fma_rn(b_size, rounding, f.b.error);
  g.a.error = with_slack(fma_rn(abs(m.m00), a_error, mul_rn(abs(m.m01), b_error)));
  g.b.error = with_slack(fma_rn(abs(m.m10), a_error, mul_rn(abs(m.m11), b_error)));
}
template <class T>
FF_HD_LARGE plane_pair<T> combined(const plane_pair<T>& f, const matrix2& m) {
  plane_pair<T> g{};
  combine_errors(f, f.a.greatest_magnitude(), f.b.greatest_magnitude(), m, g);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) combine_coefficients(f, m, i, j, g);
  return g;
}

/// A box's zero, brought to the patch.  Aligned for a GPU, which then writes 16 bytes at a time.
template <class T>
struct alignas(16) found_zero {
  geometry::patch_hit<T> hit;
  dyadic_box box;
};

/// Holds what settling a box with at most one zero tells.
enum class settled {
  none,      ///< it has none on the patch and between the ray's ends
  hit,       ///< it has one
  halve,     ///< neither is proved, and smaller boxes may tell
  undecided  ///< smaller boxes cannot help: rounding errors dominate
};

/// All coordinates are below 2^60, so that nothing overflows.  False for NaN.
FF_HD constexpr bool in_domain(const geometry::vector3<float>& p) {
  return less(abs(p.x), 0x1p60f) && less(abs(p.y), 0x1p60f) && less(abs(p.z), 0x1p60f);
}
/// All coordinates are below 2^60, and the direction is not zero.
FF_HD constexpr bool in_domain(const geometry::ray<float>& r) {
  return in_domain(r.origin) && in_domain(r.direction) &&
         less(0x1p-60f, abs(component(r.direction, geometry::main_axis<float>(r.direction))));
}
FF_HD constexpr bool in_domain(const geometry::bezier_patch<float>& s) {
  bool ok = true;
  for (const auto& row : s.p)
    for (const auto& p : row) ok = ok && in_domain(p);
  return ok;
}

FF_HD constexpr geometry::undecided_points nothing_undecided() {
  geometry::undecided_points none{};
  none.t_first = none.u_first = none.v_first = infinity;
  none.t_last = none.u_last = none.v_last = neg(infinity);
  return none;
}

/// A ray, a patch in the domain, and their two equations in T, divided by the parameters of edges that are
/// points on the ray.
template <class T>
class patch_equations {
  using n = number<T>;
  using hit = geometry::patch_hit<T>;

 public:
  const geometry::ray<float>& ray;
  const geometry::bezier_patch<float>& patch;
  plane_pair<T>& f;
  int divided_edges;
  float a_size, b_size;  ///< of the coefficients, once measured

  /// Keeps a reference to the coefficients in `planes`.
  FF_HD patch_equations(const geometry::ray<float>& r, const geometry::bezier_patch<float>& s,
                        plane_pair<T>& planes)
      : ray(r), patch(s), f(planes), divided_edges(0), a_size(0.0f), b_size(0.0f) {}

  FF_HD void measure() { a_size = f.a.greatest_magnitude(), b_size = f.b.greatest_magnitude(); }

  /// Finds the edges that are points, through which the ray goes exactly: take(hit) of each, and the
  /// equations are divided by its parameter to find the others.  Where an edge along u and one along v are
  /// such points, they share a corner, and so all of them are one point and one hit.
  FF_ANY_CALLEE
  template <class Take>
  FF_HD_LARGE void take_collapsed_edges(const Take& take) {
    const auto [u0, u1, v0, v1] = geometry::collapsed(patch);
    const bool is_point[4] = {u0, u1, v0, v1};
    for (int edge = 0; edge < 4; ++edge) {
      if (!is_point[edge] || !meets_point(ray, patch.p[edge == 1 ? 3 : 0][edge == 3 ? 3 : 0])) continue;
      divide_by_edge(f.a, edge), divide_by_edge(f.b, edge);
      divided_edges |= 1 << edge;
    }
    constexpr int along_u = geometry::edge_u0 | geometry::edge_u1,
                  along_v = geometry::edge_v0 | geometry::edge_v1;
    if ((divided_edges & along_u) != 0 && (divided_edges & along_v) != 0)
      return take_collapsed(divided_edges, take);
    for (int edge = 0; edge < 4; ++edge)
      if ((divided_edges & 1 << edge) != 0) take_collapsed(1 << edge, take);
  }

  /// The equations over a box, combined.
  FF_HD_LARGE plane_pair<T> zoomed(const waiting_zoom& z) const {
    const dyadic_box& b = z.box;
    const T u0 = dyadic<T>(b.u, b.u_depth), u1 = dyadic<T>(b.u + 1, b.u_depth);
    const T v0 = dyadic<T>(b.v, b.v_depth), v1 = dyadic<T>(b.v + 1, b.v_depth);
    return combined<T>({restricted(f.a, a_size, u0, u1, v0, v1), restricted(f.b, b_size, u0, u1, v0, v1)},
                       z.combine);
  }

  /// A box with at most one zero of the equations that r and c are of, which are combined by `combine`.
  FF_HD_LARGE settled settle(const dyadic_box& box, const matrix2& combine, const box_result& r,
                             const conditioned& c, found_zero<T>& found) const {
    float_pair where;
    matrix2 step;
    if (krawczyk_empties(c, where)) return settled::none;
    approach(c, where, step);
    const float u_width = power_of_two(-box.u_depth), v_width = power_of_two(-box.v_depth);
    const T u0 = dyadic<T>(box.u, box.u_depth), v0 = dyadic<T>(box.v, box.v_depth);
    T u = n::add(u0, n::of(mul_rn(where.u, u_width))), v = n::add(v0, n::of(mul_rn(where.v, v_width)));
    residual at = residual_at(r.k, combine, u, v);
    for (int steps = 0; steps < 3; ++steps) {
      if (less(abs(at.g[0]), mul_rn(4.0f, at.radius[0])) && less(abs(at.g[1]), mul_rn(4.0f, at.radius[1])))
        break;
      const float du = fma_rn(step.m00, at.g[0], mul_rn(step.m01, at.g[1]));
      const float dv = fma_rn(step.m10, at.g[0], mul_rn(step.m11, at.g[1]));
      if (!less(abs(du), 1.0f) || !less(abs(dv), 1.0f)) break;
      const T next_u = n::sub(u, n::of(mul_rn(du, u_width))), next_v = n::sub(v, n::of(mul_rn(dv, v_width)));
      const residual next = residual_at(r.k, combine, next_u, next_v);
      if (!less(size_of(next), size_of(at))) break;
      u = next_u, v = next_v, at = next;
    }
    const float ball = with_slack(div_rn(size_of(at), sub_rn(1.0f, r.contracts)));
    const float s = in_units(u, u0, box.u_depth), t = in_units(v, v0, box.v_depth);
    if (!reaches(s, 0.0f, box_margin) || !reaches(t, 0.0f, box_margin)) return settled::halve;
    if (!reaches(s, ball, 0.0f) || !reaches(t, ball, 0.0f)) return settled::none;  // the only zero is outside
    const float room = sub_rn(mul_rn(0.999f, box_margin), ball);
    if (!less(mul_rn(4.0f, ball), box_margin) || !reaches(s, 0.0f, room) || !reaches(t, 0.0f, room)) {
      const float hidden = div_rn(greatest(at.radius[0], at.radius[1]), sub_rn(1.0f, r.contracts));
      return less(mul_rn(8.0f, hidden), box_margin) ? settled::halve : settled::undecided;
    }
    hit& h = found.hit;
    h = {};
    h.u_error = with_slack(mul_rn(ball, u_width)), h.v_error = with_slack(mul_rn(ball, v_width));
    if (!on_patch(u, h.u_error, geometry::edge_u0, geometry::edge_u1, h.edges) ||
        !on_patch(v, h.v_error, geometry::edge_v0, geometry::edge_v1, h.edges))
      return settled::none;
    if ((h.edges & divided_edges) != 0) return settled::undecided;  // it may be that edge's own hit
    h.u = u, h.v = v;
    found.box = box;
    return is_between_the_ends(h) ? settled::hit : settled::none;
  }

  /// Bounds of what is undecided if a box is, rounded outwards: nothing where the ray ends before it.
  FF_HD_LARGE geometry::undecided_points extent(const dyadic_box& box) const {
    const float u_half = power_of_two(-box.u_depth - 1), v_half = power_of_two(-box.v_depth - 1);
    hit h{};
    h.u = n::add(dyadic<T>(box.u, box.u_depth), n::of(u_half)), h.u_error = u_half;
    h.v = n::add(dyadic<T>(box.v, box.v_depth), n::of(v_half)), h.v_error = v_half;
    if (!is_between_the_ends(h)) return nothing_undecided();
    const float t = n::to_float(h.t);
    return {sub_toward<toward::down>(next_down(t), h.t_error),
            add_toward<toward::up>(next_up(t), h.t_error),
            dyadic_below(box.u, box.u_depth),
            dyadic_above(box.u + 1, box.u_depth),
            dyadic_below(box.v, box.v_depth),
            dyadic_above(box.v + 1, box.v_depth)};
  }

 private:
  // What Bernstein's polynomials and their derivatives add up to, in magnitude, on a patch and its margin.
  static constexpr float on_margin = 1.5f;
  static_assert(sum_on_margin(6) < on_margin, "a value has degree 3 in each parameter");

  // Covers the words and the errors of t that underflow: each moves by at most 2^-149.
  static constexpr float least_of_t = 0x1p-146f;

  struct residual {
    float g[2], radius[2];
  };

  // K combine F at (u, v), and by how much that may be off.
  FF_HD_LARGE residual residual_at(const matrix2& k, const matrix2& m, T u, T v) const {
    constexpr float rounding = n::by_float_error + n::sum_error;
    const auto [a, b] = values_at(f, u, v);
    const float a_error = mul_rn(on_margin, fma_rn(n::value_error, a_size, f.a.error));
    const float b_error = mul_rn(on_margin, fma_rn(n::value_error, b_size, f.b.error));
    const float a_all = fma_rn(2 * rounding, abs(n::to_float(a)), a_error);
    const float b_all = fma_rn(2 * rounding, abs(n::to_float(b)), b_error);
    const T p = n::add(n::mul(a, m.m00), n::mul(b, m.m01)), q = n::add(n::mul(a, m.m10), n::mul(b, m.m11));
    const float p_error = fma_rn(abs(m.m00), a_all, mul_rn(abs(m.m01), b_all));
    const float q_error = fma_rn(abs(m.m10), a_all, mul_rn(abs(m.m11), b_all));
    return {{n::to_float(n::add(n::mul(p, k.m00), n::mul(q, k.m01))),
             n::to_float(n::add(n::mul(p, k.m10), n::mul(q, k.m11)))},
            {with_slack(fma_rn(abs(k.m00), p_error, mul_rn(abs(k.m01), q_error))),
             with_slack(fma_rn(abs(k.m10), p_error, mul_rn(abs(k.m11), q_error)))}};
  }

  FF_HD static float size_of(const residual& r) {
    return with_slack(greatest(add_rn(abs(r.g[0]), r.radius[0]), add_rn(abs(r.g[1]), r.radius[1])));
  }
  FF_HD static float in_units(T x, T x0, int depth) {
    return mul_rn(n::to_float(n::sub(x, x0)), power_of_two(depth));
  }
  // Returns whether x is at most `ball` from [0, 1] widened by `room`.
  FF_HD static constexpr bool reaches(float x, float ball, float room) {
    const float beyond = greatest(neg(x), sub_rn(x, 1.0f));
    return !less(add_rn(ball, room), beyond);
  }

  // Returns whether the parameter x may be from 0 to 1, into which it is then brought; its error grows by the
  // way.
  FF_HD_LARGE static bool on_patch(T& x, float& error, int lower, int upper, unsigned char& edges) {
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

  // take(hit) of collapsed edges that are one point.
  FF_ANY_CALLEE
  template <class Take>
  FF_HD_LARGE void take_collapsed(int edges, const Take& take) const {
    const auto parameter = [edges](int lower, int upper) {
      return n::of((edges & lower) != 0 ? 0.0f : (edges & upper) != 0 ? 1.0f : 0.5f);
    };
    hit h{};
    h.u = parameter(geometry::edge_u0, geometry::edge_u1);
    h.v = parameter(geometry::edge_v0, geometry::edge_v1);
    h.edges = static_cast<unsigned char>(edges), h.collapsed = true;
    if (is_between_the_ends(h)) take(h);
  }

  // t from the main axis at (u, v); its error is that of the point there, and what the errors of u and v make
  // of the derivatives.  False where it is beyond the ray's ends.
  FF_HD_LARGE bool is_between_the_ends(hit& h) const {
    const int k = geometry::main_axis<float>(ray.direction);
    bicubic<float> z{};
    T c[4][4] = {};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        z.c[i][j] = component(patch.p[i][j], k);
        c[i][j] = n::of(z.c[i][j]);
      }
    const T origin = n::of(component(ray.origin, k)), along = n::sub(value_at(c, h.u, h.v), origin);
    const difference_spreads d = differences(z.c);
    const float rounding =
        fma_rn(n::value_error, z.greatest_magnitude(), mul_rn(n::sum_error, abs(n::to_float(along))));
    const float u_slope = mul_rn(3.0f, d.u.magnitude()), v_slope = mul_rn(3.0f, d.v.magnitude());
    const float error = mul_rn(on_margin, fma_rn(u_slope, h.u_error, fma_rn(v_slope, h.v_error, rounding)));
    const float direction = component(ray.direction, k);
    h.t = n::div(along, n::of(direction));
    const float quotient = mul_rn(8 * n::sum_error, abs(n::to_float(h.t)));
    h.t_error = with_slack(add_rn(add_rn(div_rn(error, abs(direction)), quotient), least_of_t));
    // The differences are taken in T: a float as large as t could not tell t from the end.
    const float below = n::to_float(n::sub(n::of(ray.t_min), h.t));
    const float above = n::to_float(n::sub(h.t, n::of(ray.t_max)));
    return !less(h.t_error, below) && !less(h.t_error, above);
  }
};

}  // namespace detail
}  // namespace ff
