// Where a ray meets a patch by another way than the library's search, and what a method's points are worth
// beside it: halves of the patch in double, kept while the convex hulls of the planes' coefficients leave
// zero in; Newton's method, and how often the planes turn about zero around what is left.  No contraction, no
// preconditioner, no float.
#pragma once

#include "points.hpp"

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
  return {dot(of_u.w, a),
          dot(of_u.w, b),
          dot(of_u.w, t),
          n::mul(3, dot(of_u.d, a)),
          n::mul(3, dot(of_u.w, a_v)),
          n::mul(3, dot(of_u.d, b)),
          n::mul(3, dot(of_u.w, b_v))};
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

FF_HD_LARGE void halve(const double* c, int stride, double* low, double* high) {
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
    for (int i = 0; i < 4; ++i) {
      const int first = along_u ? i : 4 * i, stride = along_u ? 4 : 1;
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

// ---------------------------------------------------------------- zeros in a rectangle

struct zero {
  double u, v;
  bool positive, certain;
};

/// Newton's method from a point.  The zero is certain where the error of the planes, and so the residual that
/// is left, moves it by less than their curvature bends it: a condition of Kantorovich's with room.
FF_HD_LARGE bool newton_from(const equations& e, double u, double v, zero& out) {
  double moved = 1;
  planes_at p{};
  for (int steps = 0; steps < 14 && moved > 0x1p-46; ++steps) {
    p = evaluate(e, u, v);
    const double d = p.determinant();
    const double du = n::div(n::fma(p.bv, p.a, -n::mul(p.av, p.b)), d);
    const double dv = n::div(n::fma(p.au, p.b, -n::mul(p.bu, p.a)), d);
    u = n::sub(u, du), v = n::sub(v, dv), moved = n::add(magnitude(du), magnitude(dv));
    if (!(moved < 2)) return false;
  }
  if (!(moved < 0x1p-30)) return false;
  p = evaluate(e, u, v);
  const double d = p.determinant();
  double size = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) size = larger(size, larger(magnitude(e.a[i][j]), magnitude(e.b[i][j])));
  const double slopes =
      larger(n::add(magnitude(p.bv), magnitude(p.av)), n::add(magnitude(p.au), magnitude(p.bu)));
  const double inverse = n::div(slopes, magnitude(d)), residual = larger(magnitude(p.a), magnitude(p.b));
  const double displacement = n::mul(inverse, n::add(residual, e.error));
  // Second derivatives are at most 24 times the greatest coefficient, and there are four of them.
  out = {u, v, d > 0, n::mul(displacement, n::mul(inverse, n::mul(96, size))) < 0.25};
  return true;
}

struct turning {
  int turns;
  bool certain;  ///< false where the border goes through a zero, or b vanishes along it, within the errors
};

/// How often (a, b) turns about zero along the border of a rectangle: the number of zeros inside with a
/// positive determinant less that of those with a negative one.
FF_HD_LARGE turning turns_around(const equations& e, const rectangle& r) {
  constexpr int steps = 48;
  turning t{0, true};
  const double du = n::sub(r.u1, r.u0), dv = n::sub(r.v1, r.v0);
  planes_at before{};
  for (int k = 0; k <= 4 * steps; ++k) {
    const int side = k / steps % 4;
    const double x = n::div(n::of(static_cast<float>(k % steps)), steps), back = n::sub(1, x);
    const double along_u = side == 0 ? x : side == 1 ? 1 : side == 2 ? back : 0;
    const double along_v = side == 0 ? 0 : side == 1 ? x : side == 2 ? 1 : back;
    const planes_at p = evaluate(e, n::fma(along_u, du, r.u0), n::fma(along_v, dv, r.v0));
    if (k > 0 && magnitude(p.b) <= e.error && magnitude(before.b) <= e.error) t.certain = false;
    if (k > 0 && (p.b > 0) != (before.b > 0)) {
      // Where b changes its sign, a is taken as linear.
      const double side_of_zero = n::fma(before.a, p.b, -n::mul(p.a, before.b));
      const double size =
          n::add(n::add(magnitude(before.a), magnitude(p.a)), n::add(magnitude(before.b), magnitude(p.b)));
      if ((side_of_zero > 0) == (p.b > 0)) t.turns += p.b > 0 ? 1 : -1;
      t.certain = t.certain && magnitude(side_of_zero) > n::mul(e.error, size);
    }
    before = p;
  }
  return t;
}

/// Cells that are close to each other, and the number of zeros among them, from `least` to `most`.
struct group {
  rectangle where;
  double t0, t1;
  int least, most, hits;
};

/// The zeros of a group: those that Newton's method finds from its cells, if their determinants' signs add up
/// to the turns; else there may be more.  Those at the patch's border, or beyond it in the margin, may be
/// told or not.
template <class Started>
FF_HD_LARGE void count_zeros(const equations& e, double margin, const Started& started, group& g) {
  const rectangle around = g.where.widened(margin), inner = rectangle{0, 1, 0, 1}.widened(-0x1p-40);
  zero found[18];
  int count = 0, signs = 0;
  bool all_certain = true;
  g.least = g.most = 0;
  started([&](const rectangle& cell) {
    zero z{};
    const double u = n::mul(0.5, n::add(cell.u0, cell.u1)), v = n::mul(0.5, n::add(cell.v0, cell.v1));
    if (!newton_from(e, u, v, z) || !around.holds(z.u, z.v)) return;
    for (int i = 0; i < count; ++i)
      if (magnitude(n::sub(found[i].u, z.u)) < 0x1p-26 && magnitude(n::sub(found[i].v, z.v)) < 0x1p-26)
        return;
    if (count == 18) {
      all_certain = false;
      return;
    }
    found[count++] = z;
    signs += z.positive ? 1 : -1;
    all_certain = all_certain && z.certain;
    if (z.certain && inner.holds(z.u, z.v)) ++g.least;
    ++g.most;
  });
  const turning t = turns_around(e, around);
  if (!all_certain || !t.certain || signs != t.turns) g.most = 18;
}

// ---------------------------------------------------------------- the judgement

/// What a method's points are worth: `lost` of `zeros` that are certain, `invented` of its `hits`.
struct judgement {
  int zeros, hits, lost, invented;
  bool undecided;  ///< the method says that it could not tell all
  bool unjudged;   ///< too many cells are left: nothing is said of this pair
};

/// Sums of judgements; what was not judged counts as that alone.
struct verdicts {
  ff::uint64 pairs, zeros, hits, lost, invented, undecided, unjudged;

  FF_HD void add(const judgement& j) {
    ++pairs, hits += static_cast<ff::uint64>(j.hits);
    undecided += j.undecided ? 1u : 0u, unjudged += j.unjudged ? 1u : 0u;
    if (j.unjudged) return;
    zeros += static_cast<ff::uint64>(j.zeros), lost += static_cast<ff::uint64>(j.lost);
    invented += static_cast<ff::uint64>(j.invented);
  }
  FF_HD void add(const verdicts& v) {
    pairs += v.pairs, zeros += v.zeros, hits += v.hits, lost += v.lost, invented += v.invented;
    undecided += v.undecided, unjudged += v.unjudged;
  }
  FF_HD friend bool operator==(const verdicts& a, const verdicts& b) {
    return a.pairs == b.pairs && a.zeros == b.zeros && a.hits == b.hits && a.lost == b.lost &&
           a.invented == b.invented && a.undecided == b.undecided && a.unjudged == b.unjudged;
  }
};

/// Points within `near` of a group belong to it, by their parameters, or by t where they belong to none.
FF_HD_OUT_OF_LINE judgement judge(const ray& r, const patch& s, const point_list& found, double near) {
  constexpr int most_groups = 20;
  const equations e = equations_of(r, s);
  judgement j{0, found.count, 0, 0, found.undecided.any(), false};
  cell_list cells;
  search(e, cells);
  if (cells.overflow) {
    j.unjudged = true;
    return j;
  }
  double t_low = e.t[0][0], t_high = e.t[0][0];
  for (const auto& row : e.t)
    for (const double t : row) t_low = smaller(t_low, t), t_high = larger(t_high, t);
  const double near_t = n::mul(near, n::sub(t_high, t_low));

  group groups[most_groups];
  int count = 0;
  signed char of_cell[most_cells];
  for (int i = 0; i < cells.count; ++i) of_cell[i] = -1;
  for (int first = 0; first < cells.count; ++first) {
    if (of_cell[first] >= 0) continue;
    if (count == most_groups) {
      j.unjudged = true;
      return j;
    }
    group& g = groups[count];
    g.where = cells.cell[first], g.hits = 0;
    of_cell[first] = static_cast<signed char>(count);
    for (bool grows = true; grows;) {
      grows = false;
      for (int k = first + 1; k < cells.count; ++k) {
        if (of_cell[k] >= 0 || !g.where.widened(near).meets(cells.cell[k])) continue;
        g.where.join(cells.cell[k]);
        of_cell[k] = static_cast<signed char>(count);
        grows = true;
      }
    }
    g.t0 = g.t1 =
        evaluate(e, n::mul(0.5, n::add(g.where.u0, g.where.u1)), n::mul(0.5, n::add(g.where.v0, g.where.v1)))
            .t;
    count_zeros(
        e, n::mul(0.25, near),
        [&](const auto& start) {
          for (int k = first; k < cells.count; ++k)
            if (of_cell[k] == count) start(cells.cell[k]);
        },
        g);
    for (const double u : {g.where.u0, g.where.u1})
      for (const double v : {g.where.v0, g.where.v1}) {
        const double t = evaluate(e, u, v).t;
        g.t0 = smaller(g.t0, t), g.t1 = larger(g.t1, t);
      }
    ++count;
  }

  for (int i = 0; i < found.count; ++i) {
    const double u = static_cast<double>(found.hit[i].u), v = static_cast<double>(found.hit[i].v);
    const double t = static_cast<double>(found.hit[i].t);
    group* own = nullptr;
    for (int k = 0; k < count; ++k)
      if (own == nullptr && groups[k].where.widened(near).holds(u, v)) own = &groups[k];
    for (int k = 0; k < count; ++k)
      if (own == nullptr && n::sub(groups[k].t0, near_t) <= t && t <= n::add(groups[k].t1, near_t))
        own = &groups[k];
    if (own != nullptr) {
      ++own->hits;
      continue;
    }
    zero z{};  // beyond the patch, but within the tolerance
    const bool beside =
        newton_from(e, u, v, z) && magnitude(n::sub(z.u, u)) < near && magnitude(n::sub(z.v, v)) < near;
    j.invented += beside ? 0 : 1;
  }
  const auto& w = found.undecided;
  const rectangle doubt{n::of(w.u_first), n::of(w.u_last), n::of(w.v_first), n::of(w.v_last)};
  for (int k = 0; k < count; ++k) {
    const group& g = groups[k];
    j.zeros += g.least;
    if (g.hits > g.most) j.invented += g.hits - g.most;
    if (g.hits < g.least && !(w.any() && g.where.meets(doubt))) j.lost += g.least - g.hits;
  }
  return j;
}

}  // namespace bezier::reference
