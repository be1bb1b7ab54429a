// Says where a ray meets a patch by another way than the library's search, and what a method's points are
// worth beside it: Newton's method in the cells in which zeros may be, and how often the planes turn about
// zero around them.
#pragma once

#include "reference_cells.hpp"

namespace bezier::reference {

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
  // The second derivatives are at most 24, 36, 36 and 24 times the greatest coefficient.
  out = {u, v, d > 0, n::mul(displacement, n::mul(inverse, n::mul(120, size))) < 0.25};
  return true;
}

struct turning {
  int turns;
  bool certain;  ///< false where the border goes through a zero, or b vanishes along it, within the errors
};

/// Says how often (a, b) turns about zero along the border of a rectangle: the number of zeros inside with a
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

/// Says what a method's points are worth: `lost` of `zeros` that are certain, `invented` of its `hits`.
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

inline constexpr int most_groups = 20;

/// Joins cells that lie within `near` of each other, and counts the zeros of each group; -1 where there are
/// more groups than `groups` holds.
FF_HD int join_cells(const equations& e, const cell_list& cells, double near, group (&groups)[most_groups]) {
  int count = 0;
  signed char of_cell[most_cells];
  for (int i = 0; i < cells.count; ++i) of_cell[i] = -1;
  for (int first = 0; first < cells.count; ++first) {
    if (of_cell[first] >= 0) continue;
    if (count == most_groups) return -1;
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
  return count;
}

/// Points within `near` of a group belong to it, by their parameters, or by t where they belong to none.
FF_HD_OUT_OF_LINE judgement judge(const ray& r, const patch& s, const point_list& found, double near) {
  const equations e = equations_of(r, s);
  judgement j{};
  j.hits = found.count, j.undecided = found.undecided.any();
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
  const int count = join_cells(e, cells, near, groups);
  if (count < 0) {
    j.unjudged = true;
    return j;
  }

  for (int i = 0; i < found.count; ++i) {
    const double u = static_cast<double>(found.hit[i].u), v = static_cast<double>(found.hit[i].v);
    const double t = static_cast<double>(found.hit[i].t);
    zero z{};
    const bool leads =
        newton_from(e, u, v, z) && magnitude(n::sub(z.u, u)) < near && magnitude(n::sub(z.v, v)) < near;
    if (leads && !rectangle{0, 1, 0, 1}.holds(z.u, z.v))
      continue;  // beyond the patch, but within the tolerance
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
    j.invented += leads ? 0 : 1;
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

/// A point that is known exactly is told where a hit is within `near` of it, or where it is within what the
/// method says to be undecided, in exact arithmetic.
FF_HD judgement judge_known(const drawing::touched_point& at, const point_list& found, double near) {
  judgement j{};
  j.zeros = j.lost = 1, j.hits = found.count, j.undecided = found.undecided.any();
  for (int i = 0; i < found.count; ++i) {
    const double u = static_cast<double>(found.hit[i].u), v = static_cast<double>(found.hit[i].v);
    const bool is_near = magnitude(n::sub(n::mul(u, at.q), at.p)) <= n::mul(near, at.q) &&
                         magnitude(n::sub(n::mul(v, at.q), at.r)) <= n::mul(near, at.q);
    if (is_near) j.lost = 0;
    j.invented += is_near ? 0 : 1;
  }
  const auto& w = found.undecided;
  // A float times a small whole number is exact in double.
  const auto holds = [&at](float low, float high, int a) {
    return n::mul(n::of(low), at.q) <= a && a <= n::mul(n::of(high), at.q);
  };
  if (holds(w.u_first, w.u_last, at.p) && holds(w.v_first, w.v_last, at.r) && w.t_first <= 3.0f &&
      3.0f <= w.t_last)
    j.lost = 0;
  return j;
}

/// The judgement of a drawn pair.
FF_HD judgement judge_drawn(pair_kind kind, ff::uint64 number, const ray_and_patch& p,
                            const point_list& found, double near) {
  if (kind != pair_kind::touching) return judge(p.r, p.s, found, near);
  pair_numbers x(kind, number);
  return judge_known(drawing::touched_point(x), found, near);
}

}  // namespace bezier::reference
