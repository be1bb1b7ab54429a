// The part of a patch in which a ray may meet it, by another way than the library's search: halves of the
// patch in double, kept while the convex hulls of the planes' coefficients leave zero in.  No contraction, no
// preconditioner, no float.
#pragma once

#include <cstddef>

#include "../methods/points.hpp"

namespace bezier::reference {

using n = ff::detail::number<double>;

FF_HD double magnitude(double x) { return x < 0 ? -x : x; }
FF_HD double larger(double x, double y) { return x < y ? y : x; }
FF_HD double smaller(double x, double y) { return y < x ? y : x; }

/// The two planes dir x e_i and dir x e_j over the patch in Bernstein's basis, and the ray's parameter.
struct equations {
  double a[4][4], b[4][4], t[4][4];
  double error;  ///< of a and b: of these coefficients, of halves of 24 levels, and of values
};

FF_HD_LARGE equations equations_of(const ray& r, const patch& s) {
  const double o[3] = {n::of(r.origin.x), n::of(r.origin.y), n::of(r.origin.z)};
  const double d[3] = {n::of(r.direction.x), n::of(r.direction.y), n::of(r.direction.z)};
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (magnitude(d[i]) > magnitude(d[k])) k = i;
  const int i1 = (k + 1) % 3, i2 = (k + 2) % 3;
  equations e{};
  double size = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double q[3] = {n::sub(n::of(s.p[i][j].x), o[0]), n::sub(n::of(s.p[i][j].y), o[1]),
                           n::sub(n::of(s.p[i][j].z), o[2])};
      e.t[i][j] = n::div(q[k], d[k]);
      e.a[i][j] = n::fma(-d[i1], e.t[i][j], q[i1]), e.b[i][j] = n::fma(-d[i2], e.t[i][j], q[i2]);
      for (const double x : q) size = larger(size, magnitude(x));
    }
  e.error = n::mul(0x1p-45, size);  // some 40 roundings of 2^-53 of values below 2 size, with room
  return e;
}

struct planes_at {
  double a, b, t, au, av, bu, bv;

  FF_HD double determinant() const { return n::fma(au, bv, -n::mul(av, bu)); }
};

/// The values of Bernstein's polynomials at x, and a third of their derivatives.
struct weights {
  double w[4], d[4];

  FF_HD explicit weights(double x) : w{}, d{} {
    const double r = n::sub(1, x), rr = n::mul(r, r), xx = n::mul(x, x), rx = n::mul(r, x);
    w[0] = n::mul(rr, r), w[1] = n::mul(3, n::mul(rr, x)), w[2] = n::mul(3, n::mul(xx, r));
    w[3] = n::mul(xx, x);
    d[0] = -rr, d[1] = n::sub(rr, n::mul(2, rx)), d[2] = n::sub(n::mul(2, rx), xx), d[3] = xx;
  }
};

FF_HD double dot(const double (&w)[4], const double (&c)[4]) {
  return n::fma(w[0], c[0], n::fma(w[1], c[1], n::fma(w[2], c[2], n::mul(w[3], c[3]))));
}

FF_HD_LARGE planes_at evaluate(const equations& e, double u, double v) {
  const weights of_u(u), of_v(v);
  double a[4], b[4], t[4], a_v[4], b_v[4];
  for (int i = 0; i < 4; ++i) {
    a[i] = dot(of_v.w, e.a[i]), b[i] = dot(of_v.w, e.b[i]), t[i] = dot(of_v.w, e.t[i]);
    a_v[i] = dot(of_v.d, e.a[i]), b_v[i] = dot(of_v.d, e.b[i]);
  }
  planes_at p{};
  p.a = dot(of_u.w, a), p.b = dot(of_u.w, b), p.t = dot(of_u.w, t);
  p.au = n::mul(3, dot(of_u.d, a)), p.av = n::mul(3, dot(of_u.w, a_v));
  p.bu = n::mul(3, dot(of_u.d, b)), p.bv = n::mul(3, dot(of_u.w, b_v));
  return p;
}

// ---------------------------------------------------------------- what cannot be left out

/// u from u0 to u1 and v likewise.
struct rectangle {
  double u0, u1, v0, v1;

  FF_HD rectangle widened(double by) const {
    return {n::sub(u0, by), n::add(u1, by), n::sub(v0, by), n::add(v1, by)};
  }
  FF_HD bool holds(double u, double v) const { return u0 <= u && u <= u1 && v0 <= v && v <= v1; }
  FF_HD bool meets(const rectangle& o) const { return u0 <= o.u1 && o.u0 <= u1 && v0 <= o.v1 && o.v0 <= v1; }
  FF_HD void join(const rectangle& o) {
    u0 = smaller(u0, o.u0), u1 = larger(u1, o.u1), v0 = smaller(v0, o.v0), v1 = larger(v1, o.v1);
  }
};

inline constexpr int most_cells = 48, finest = 22;

struct cell_list {
  rectangle cell[most_cells];
  int count;
  bool overflow;
};

/// A part of the patch that waits.
struct part {
  double a[4][4], b[4][4];
  double u, v;  // its lower corner
  int u_depth, v_depth;
};

FF_HD bool leaves_zero_out(const double (&c)[4][4], double error) {
  double lower = c[0][0], upper = c[0][0];
  for (const auto& row : c)
    for (const double x : row) lower = smaller(lower, x), upper = larger(upper, x);
  return lower > error || upper < -error;
}

/// The same of the combination of both whose slopes along the larger gradient cancel.
FF_HD_LARGE bool combination_leaves_zero_out(const part& p, double error) {
  const auto along_u = [](const double(&c)[4][4]) {
    return n::add(n::sub(c[3][0], c[0][0]), n::sub(c[3][3], c[0][3]));
  };
  const auto along_v = [](const double(&c)[4][4]) {
    return n::add(n::sub(c[0][3], c[0][0]), n::sub(c[3][3], c[3][0]));
  };
  const double au = along_u(p.a), av = along_v(p.a), bu = along_u(p.b), bv = along_v(p.b);
  const double aa = n::fma(au, au, n::mul(av, av)), bb = n::fma(bu, bu, n::mul(bv, bv));
  const bool keeps_b = aa >= bb;
  const double larger_square = keeps_b ? aa : bb;
  if (!(larger_square > 0)) return false;
  const double x = -n::div(n::fma(au, bu, n::mul(av, bv)), larger_square);
  double c[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[i][j] = keeps_b ? n::fma(x, p.a[i][j], p.b[i][j]) : n::fma(x, p.b[i][j], p.a[i][j]);
  return leaves_zero_out(c, n::mul(error, n::add(1.001, magnitude(x))));
}

FF_HD_LARGE void halve(const double* c, std::ptrdiff_t stride, double* low, double* high) {
  const auto middle = [](double x, double y) { return n::mul(0.5, n::add(x, y)); };
  const double c0 = c[0], c3 = c[3 * stride], m = middle(c[stride], c[2 * stride]);
  const double l1 = middle(c0, c[stride]), h2 = middle(c[2 * stride], c3);
  const double l2 = middle(l1, m), h1 = middle(m, h2), between = middle(l2, h1);
  low[0] = c0, low[stride] = l1, low[2 * stride] = l2, low[3 * stride] = between;
  high[0] = between, high[stride] = h1, high[2 * stride] = h2, high[3 * stride] = c3;
}

FF_HD double variation(const double (&c)[4][4], bool along_u) {
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      most = larger(most, magnitude(along_u ? n::sub(c[i + 1][j], c[i][j]) : n::sub(c[j][i + 1], c[j][i])));
  return most;
}

/// The cells of which nothing says that they hold no zero.  A part is halved along the parameter by which
/// the planes vary more, until that is 2^-22 of the patch.
FF_HD_LARGE void search(const equations& e, cell_list& out) {
  part stack[2 * finest + 2];
  out.count = 0, out.overflow = false;
  int depth = 0;
  part& whole = stack[depth++];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) whole.a[i][j] = e.a[i][j], whole.b[i][j] = e.b[i][j];
  whole.u = whole.v = 0, whole.u_depth = whole.v_depth = 0;
  while (depth > 0) {
    const part p = stack[--depth];
    if (leaves_zero_out(p.a, e.error) || leaves_zero_out(p.b, e.error) ||
        combination_leaves_zero_out(p, e.error))
      continue;
    const bool along_u = larger(variation(p.a, true), variation(p.b, true)) >=
                         larger(variation(p.a, false), variation(p.b, false));
    const double u_width = n::of(ff::detail::power_of_two(-p.u_depth));
    const double v_width = n::of(ff::detail::power_of_two(-p.v_depth));
    if ((along_u ? p.u_depth : p.v_depth) == finest) {
      if (out.count == most_cells) {
        out.overflow = true;
        return;
      }
      out.cell[out.count++] = {p.u, n::add(p.u, u_width), p.v, n::add(p.v, v_width)};
      continue;
    }
    part &low = stack[depth], &high = stack[depth + 1];
    for (std::ptrdiff_t i = 0; i < 4; ++i) {
      const std::ptrdiff_t first = along_u ? i : 4 * i, stride = along_u ? 4 : 1;
      halve(&p.a[0][0] + first, stride, &low.a[0][0] + first, &high.a[0][0] + first);
      halve(&p.b[0][0] + first, stride, &low.b[0][0] + first, &high.b[0][0] + first);
    }
    low.u = high.u = p.u, low.v = high.v = p.v;
    low.u_depth = high.u_depth = p.u_depth + (along_u ? 1 : 0);
    low.v_depth = high.v_depth = p.v_depth + (along_u ? 0 : 1);
    if (along_u) high.u = n::fma(0.5, u_width, p.u);
    if (!along_u) high.v = n::fma(0.5, v_width, p.v);
    depth += 2;
  }
}

}  // namespace bezier::reference
