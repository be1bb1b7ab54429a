// Where a ray may meet a patch, by another way than the library's: quarters of the patch in double, kept
// while the convex hull of neither plane's coefficients leaves zero out.  No Jacobian, no preconditioner, no
// float.
#pragma once

#include "pairs.hpp"

namespace independent {

/// Coefficients of the two planes dir x e_i, dir x e_j, at most `error` off.
struct sheet {
  double a[4][4], b[4][4], error;
};

FF_HD sheet planes(const pairs::pair& p) {
  const double o[3] = {p.r.origin.x, p.r.origin.y, p.r.origin.z};
  const double d[3] = {p.r.direction.x, p.r.direction.y, p.r.direction.z};
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (d[i] * d[i] > d[k] * d[k]) k = i;
  const int i1 = (k + 1) % 3, i2 = (k + 2) % 3;
  sheet s{};
  double size = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double q[3] = {p.s.p[i][j].x - o[0], p.s.p[i][j].y - o[1], p.s.p[i][j].z - o[2]};
      s.a[i][j] = (q[i1] * d[k] - q[k] * d[i1]) / d[k], s.b[i][j] = (q[i2] * d[k] - q[k] * d[i2]) / d[k];
      for (const double x : q) size = x > size ? x : -x > size ? -x : size;
    }
  s.error = 0x1p-46 * size;  // some 20 roundings of 2^-53, here and in the halvings of 20 levels, with room
  return s;
}

FF_HD void halve(const double* c, int stride, double* low, double* high) {
  const double m = (c[stride] + c[2 * stride]) / 2;
  const double l1 = (c[0] + c[stride]) / 2, h2 = (c[2 * stride] + c[3 * stride]) / 2;
  const double l2 = (l1 + m) / 2, h1 = (m + h2) / 2, middle = (l2 + h1) / 2;
  const double c0 = c[0], c3 = c[3 * stride];
  low[0] = c0, low[stride] = l1, low[2 * stride] = l2, low[3 * stride] = middle;
  high[0] = middle, high[stride] = h1, high[2 * stride] = h2, high[3 * stride] = c3;
}

FF_HD bool leaves_zero_out(const double (&c)[4][4], double error) {
  double lower = c[0][0], upper = c[0][0];
  for (const auto& row : c)
    for (const double x : row) lower = x < lower ? x : lower, upper = x > upper ? x : upper;
  return lower > error || upper < -error;
}

/// The cells that are left at the last level: their lower corners, in cells.
template <int most>
struct cells {
  int u[most], v[most], count;
  bool overflow;
};

/// `levels` at most 20.
template <int most>
FF_HD_OUT_OF_LINE void search(const pairs::pair& p, int levels, cells<most>& out) {
  struct waiting {
    sheet s;
    int u, v, level;
  };
  waiting stack[3 * 20 + 2];
  out.count = 0, out.overflow = false;
  int depth = 0;
  stack[depth++] = {planes(p), 0, 0, 0};
  while (depth > 0) {
    const waiting w = stack[--depth];
    if (leaves_zero_out(w.s.a, w.s.error) || leaves_zero_out(w.s.b, w.s.error)) continue;
    if (w.level == levels) {
      if (out.count == most) {
        out.overflow = true;
        return;
      }
      out.u[out.count] = w.u, out.v[out.count++] = w.v;
      continue;
    }
    sheet half[2];
    for (int j = 0; j < 4; ++j) {
      halve(&w.s.a[0][j], 4, &half[0].a[0][j], &half[1].a[0][j]);
      halve(&w.s.b[0][j], 4, &half[0].b[0][j], &half[1].b[0][j]);
    }
    for (int h = 0; h < 2; ++h) {
      waiting &low = stack[depth], &high = stack[depth + 1];
      for (int i = 0; i < 4; ++i) {
        halve(half[h].a[i], 1, low.s.a[i], high.s.a[i]);
        halve(half[h].b[i], 1, low.s.b[i], high.s.b[i]);
      }
      low.s.error = high.s.error = w.s.error;
      low.u = high.u = 2 * w.u + h, low.v = 2 * w.v, high.v = 2 * w.v + 1;
      low.level = high.level = w.level + 1;
      depth += 2;
    }
  }
}

/// Both planes at (u, v) and their derivatives.
struct at_point {
  double a, b, au, av, bu, bv;

  FF_HD double determinant() const { return au * bv - av * bu; }
};
FF_HD at_point evaluate(const sheet& s, double u, double v) {
  const double bu[4] = {(1 - u) * (1 - u) * (1 - u), 3 * u * (1 - u) * (1 - u), 3 * u * u * (1 - u),
                        u * u * u};
  const double bv[4] = {(1 - v) * (1 - v) * (1 - v), 3 * v * (1 - v) * (1 - v), 3 * v * v * (1 - v),
                        v * v * v};
  const double du[4] = {-(1 - u) * (1 - u), (1 - u) * (1 - 3 * u), u * (2 - 3 * u), u * u};
  const double dv[4] = {-(1 - v) * (1 - v), (1 - v) * (1 - 3 * v), v * (2 - 3 * v), v * v};
  at_point p{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      p.a += bu[i] * bv[j] * s.a[i][j], p.b += bu[i] * bv[j] * s.b[i][j];
      p.au += 3 * du[i] * bv[j] * s.a[i][j], p.av += 3 * bu[i] * dv[j] * s.a[i][j];
      p.bu += 3 * du[i] * bv[j] * s.b[i][j], p.bv += 3 * bu[i] * dv[j] * s.b[i][j];
    }
  return p;
}

/// Whether Newton's method from (u, v) ends in the patch, near where it began.
FF_HD bool leads_to_a_zero(const sheet& s, const double u0, const double v0) {
  double u = u0, v = v0, last = 1;
  for (int steps = 0; steps < 12; ++steps) {
    const at_point p = evaluate(s, u, v);
    const double d = p.determinant(), du = (p.bv * p.a - p.av * p.b) / d, dv = (p.au * p.b - p.bu * p.a) / d;
    u -= du, v -= dv, last = du * du + dv * dv;
  }
  const double du = u - u0, dv = v - v0;
  return last < 0x1p-60 && u >= 0 && u <= 1 && v >= 0 && v <= 1 && du * du + dv * dv < 0x1p-20;
}

/// Whether Newton's method from a hit that names an edge ends within the hit's errors: the sheet, continued,
/// has that zero, though it may lie beyond the edge.
template <class Hit>
FF_HD bool is_at_an_edge(const sheet& s, const Hit& h) {
  const double u0 = static_cast<double>(h.u), v0 = static_cast<double>(h.v);
  double u = u0, v = v0, moved = 1;
  for (int steps = 0; steps < 12; ++steps) {
    const at_point p = evaluate(s, u, v);
    const double d = p.determinant(), du = (p.bv * p.a - p.av * p.b) / d, dv = (p.au * p.b - p.bu * p.a) / d;
    u -= du, v -= dv, moved = du * du + dv * dv;
  }
  const double du = u - u0, dv = v - v0, u_error = h.u_error, v_error = h.v_error;
  return h.edges != 0 && moved < 0x1p-60 && du * du <= u_error * u_error && dv * dv <= v_error * v_error;
}

/// How often (a, b) turns about zero along the border of a rectangle, which is the number of zeros inside
/// with a positive determinant less that of those with a negative one.
FF_HD int turns(const sheet& s, double u0, double u1, double v0, double v1) {
  constexpr int steps = 256;
  int crossings = 0;
  at_point before{};
  for (int k = 0; k <= 4 * steps; ++k) {
    const int side = k / steps % 4;
    const double t = static_cast<double>(k % steps) / steps;
    const double u = side == 0 ? u0 + t * (u1 - u0) : side == 1 ? u1 : side == 2 ? u1 - t * (u1 - u0) : u0;
    const double v = side == 0 ? v0 : side == 1 ? v0 + t * (v1 - v0) : side == 2 ? v1 : v1 - t * (v1 - v0);
    const at_point p = evaluate(s, u, v);
    // Where b changes its sign, a is taken as linear.
    if (k > 0 && (p.b > 0) != (before.b > 0) && (before.a * p.b - p.a * before.b > 0) == (p.b > 0))
      crossings += p.b > 0 ? 1 : -1;
    before = p;
  }
  return crossings;
}

/// What comparing hits with cells found.
struct judgement {
  int groups, lost, invented;
};

/// Cells within 2^-14 of each other form a group.  A group without a hit and without an undecided point is
/// lost, unless it is at the patch's border and its zero beyond, and so is what a group's hits lack of the
/// turns about its rectangle; a hit without a group is invented, unless it is at an edge, beyond which it may
/// be.
template <class Hits, int most>
FF_HD_OUT_OF_LINE judgement judge(const pairs::pair& p, const Hits& h, const cells<most>& c, int levels) {
  const double scale = static_cast<double>(1 << levels), near = 0x1p-14;
  const sheet s = planes(p);
  judgement j{0, 0, 0};
  bool seen[18] = {};
  for (int i = 0; i < h.count; ++i) seen[i] = h.hit[i].collapsed;
  bool taken[most] = {};
  for (int first = 0; first < c.count; ++first) {
    if (taken[first]) continue;
    taken[first] = true;
    ++j.groups;
    double u0 = c.u[first] / scale, u1 = u0 + 1 / scale, v0 = c.v[first] / scale, v1 = v0 + 1 / scale;
    for (bool grows = true; grows;) {
      grows = false;
      for (int k = first + 1; k < c.count; ++k) {
        const double u = c.u[k] / scale, v = c.v[k] / scale;
        if (taken[k] || u < u0 - near || u > u1 + near || v < v0 - near || v > v1 + near) continue;
        u0 = u < u0 ? u : u0, u1 = u + 1 / scale > u1 ? u + 1 / scale : u1;
        v0 = v < v0 ? v : v0, v1 = v + 1 / scale > v1 ? v + 1 / scale : v1;
        taken[k] = grows = true;
      }
    }
    u0 -= near / 4, u1 += near / 4, v0 -= near / 4, v1 += near / 4;
    int hits = 0, degree = 0;
    for (int i = 0; i < h.count; ++i) {
      const double u = static_cast<double>(h.hit[i].u), v = static_cast<double>(h.hit[i].v);
      const bool pole = h.hit[i].collapsed && (h.hit[i].edges < 4 ? u > u0 && u < u1 : v > v0 && v < v1);
      if (!pole && (u < u0 || u > u1 || v < v0 || v > v1)) continue;
      seen[i] = true, ++hits, degree += evaluate(s, u, v).determinant() > 0 ? 1 : -1;
    }
    const auto& w = h.undecided;
    const bool undecided = w.any() && u1 > w.u_first && u0 < w.u_last && v1 > w.v_first && v0 < w.v_last;
    const bool inside = u0 > 0 && u1 < 1 && v0 > 0 && v1 < 1;
    if (undecided) continue;
    const bool none = hits == 0 && leads_to_a_zero(s, (u0 + u1) / 2, (v0 + v1) / 2);
    const int missing = inside ? turns(s, u0, u1, v0, v1) - degree : none ? 1 : 0;
    j.lost += missing < 0 ? -missing : missing;
  }
  for (int i = 0; i < h.count; ++i) j.invented += seen[i] || is_at_an_edge(s, h.hit[i]) ? 0 : 1;
  return j;
}

}  // namespace independent
