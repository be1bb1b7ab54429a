// Columns that rotations in float left nearly orthogonal become so in pairs of floats, for host and device.
//
// A step of Ogita and Aishima ("Iterative refinement for singular value decomposition based on matrix
// multiplication", J. Comput. Appl. Math. 369, 2020), with values from one side alone.  With B = A V, G = B^T B
// and F = V^T V - I, it looks for the E that makes (I + E)^T (I + F) (I + E) = I and (I + E)^T G (I + E)
// diagonal.  To first order
//   E_ij = (G_ij - G_jj F_ij) / (G_jj - G_ii),   E_ii = -F_ii / 2,
// so B + B E and V + V E are as wrong as E^2.  E in floats is enough: both get the same E, and B stays A V.
#pragma once

#include "jacobi.hpp"
#ifndef LIN_CLOCK
#define LIN_CLOCK(i)
#endif

namespace ff::linalg::detail::jacobi {

/// Columns from which on it pays, and a group of threads is a block.
inline constexpr int least_refined = 17;
inline constexpr int most_refinements = 8;
/// No larger E is tried: columns then have values too close for it, or are too short beside what float lost.
inline constexpr float largest_correction = 0x1p-5f;
/// An E up to which it is the last: its square is noise, as is what its products lose in floats.
inline constexpr float last_correction = 0x1p-25f;

/// A sum of products with its rounding errors (Ogita, Rump, Oishi, "Accurate sum and dot product", SIAM J. Sci.
/// Comput. 26, 2005, Dot2), which also takes what low words contribute.  12 flops a product, 11 with a float.
struct sum_of_products {
  float sum = 0.0f, rest = 0.0f;

  FF_HD void add(ff_t x, ff_t y) {
    const ff_t p = two_prod(x.hi(), y.hi()), s = add12(sum, p.hi());
    sum = s.hi();
    rest = add_rn(rest, fma_rn(x.hi(), y.lo(), fma_rn(x.lo(), y.hi(), add_rn(s.lo(), p.lo()))));
  }
  FF_HD void add(ff_t x, float y) {
    const ff_t p = two_prod(x.hi(), y), s = add12(sum, p.hi());
    sum = s.hi();
    rest = add_rn(rest, fma_rn(x.lo(), y, add_rn(s.lo(), p.lo())));
  }
  FF_HD void settle() {
    const ff_t s = fast_add12(sum, rest);
    sum = s.hi(), rest = s.lo();
  }
  FF_HD ff_t value() const { return add12(sum, rest); }
};
/// As sum_of_products, to the precision of a float.
struct short_sum {
  float start, rest, sum = 0.0f;

  FF_HD void add(ff_t x, float y) { sum = fma_rn(x.hi(), y, sum); }
  FF_HD void settle() {}
  FF_HD ff_t value() const {
    const ff_t s = add12(start, sum);
    return fast_add12(s.hi(), add_rn(s.lo(), rest));
  }
};
FF_HD void begin(sum_of_products& s, ff_t x) { s.sum = x.hi(), s.rest = x.lo(); }
FF_HD void begin(short_sum& s, ff_t x) { s.start = x.hi(), s.rest = x.lo(); }

/// Tiles of two by two, the second index half of all further on: neighbouring threads read neighbours.
struct tiles {
  int n, half;
  FF_HD explicit tiles(int count) : n(count), half((count + 1) / 2) {}
  FF_HD int second(int i) const { return i + half < n ? i + half : i; }
  /// On and above the diagonal: its rows r and half - 1 - r together are as long as any other two.
  FF_HD int on_and_above() const { return (half + 1) / 2 * (half + 1); }
  FF_HD bool place(int at, int& i, int& j) const {
    const int r = at / (half + 1), c = at % (half + 1);
    const bool above = c > r;
    i = above ? r : half - 1 - r;
    j = above ? c - 1 : half - 1 - c;
    return above || i != r;
  }
};

/// x_i . x_j for the columns of tile `at`, to store(i, j, sum), i <= j.
template <class Store>
FF_HD void multiply_columns(const tiles& t, int at, const ff_t* x, int between, int length, const Store& store) {
  int i = 0, j = 0;
  if (!t.place(at, i, j)) return;
  const int i2 = t.second(i), j2 = t.second(j);
  const ff_t *const a = x + i * between, *const b = x + i2 * between, *const c = x + j * between,
                   *const d = x + j2 * between;
  sum_of_products ac, ad, bc, bd;
  for (int h = 0; h < length; ++h) {
    const ff_t ah = a[h], bh = b[h], ch = c[h], dh = d[h];
    ac.add(ah, ch);
    ad.add(ah, dh);
    bc.add(bh, ch);
    bd.add(bh, dh);
    if (h % 8 == 7) ac.settle(), ad.settle(), bc.settle(), bd.settle();
  }
  store(i, j, ac.value());
  if (j2 != j) store(i, j2, ad.value());
  if (i2 != i && i != j) store(j, i2, bc.value());
  if (i2 != i && j2 != j) store(i2, j2, bd.value());
}

/// What a matrix of layout{m, n} is refined in.
struct refinement {
  layout l;
  ff_t *b, *v;
  float* e;       ///< n by n, as V
  ff_t* rows;     ///< room for n / 2 rows
  ff_t* squares;  ///< of columns of B

  FF_HD refinement(const layout& of, ff_t* of_b, ff_t* of_v, ff_t* like_v, ff_t* values)
      : l(of),
        b(of_b),
        v(of_v),
        e(reinterpret_cast<float*>(like_v)),
        rows(like_v + (of.size_v() + 1) / 2),
        squares(values) {}

  FF_HD float& correction(int i, int j) const { return e[j * l.between_v() + i]; }

  /// G_ij above the diagonal, F_ij on and below it, and the squares.
  FF_ANY_CALLEE
  template <class Group>
  FF_HD void multiply(Group& group) const {
    const tiles t(l.n);
    const int count = t.on_and_above();
    group.each(2 * count, [&](int k) {
      if (k < count)
        multiply_columns(t, k, b, l.between_b(), l.m, [&](int i, int j, ff_t sum) {
          if (i == j)
            squares[i] = sum;
          else
            correction(i, j) = sum.hi();
        });
      else
        multiply_columns(t, k - count, v, l.between_v(), l.n, [&](int i, int j, ff_t sum) {
          correction(j, i) = i == j ? (sum - 1.0f).hi() : sum.hi();
        });
    });
  }

  /// E_ij and E_ji from what multiply() left; the larger, also as a share of the column that it corrects.
  FF_HD float correct(int i, int j) const {
    if (i == j) return abs(correction(i, i) = mul_rn(-0.5f, correction(i, i)));
    const ff_t ii = squares[i], jj = squares[j];
    if (!less(least_square, ii.hi()) || !less(least_square, jj.hi())) return ff::detail::infinity;
    const float g = correction(i, j), f = correction(j, i), gap = (jj - ii).hi();
    const float length_i = sqrt_rn(ii.hi()), length_j = sqrt_rn(jj.hi());
    const float askew = fma_rn(mul_rn(-0.5f, add_rn(ii.hi(), jj.hi())), f, g);
    float above = mul_rn(-0.5f, f), below = above;
    if (less(mul_rn(0x1p-48f, mul_rn(length_i, length_j)), abs(askew))) {
      above = div_rn(fma_rn(neg(jj.hi()), f, g), gap);
      below = div_rn(fma_rn(ii.hi(), f, neg(g)), gap);
    }
    correction(i, j) = above;
    correction(j, i) = below;
    const float share = div_rn(length_i, length_j);
    const float by_above = abs(mul_rn(above, less(share, 1.0f) ? 1.0f : share)),
                by_below = abs(less(share, 1.0f) ? div_rn(below, share) : below);
    return less(by_below, by_above) ? by_above : by_below;
  }
  FF_ANY_CALLEE
  template <class Group>
  FF_HD float correct_all(Group& group) const {
    const int n = l.n;
    return from_bits(group.largest(n * n, [&](int k) {
      const int i = k / n, j = k % n;
      return i <= j ? magnitude_bits_of(correct(i, j)) : 0u;
    }));
  }

  /// X + X E, or X E, over X of so many rows.
  FF_ANY_CALLEE
  template <class Sum, class Group>
  FF_HD void apply(Group& group, ff_t* x, int between, int count, bool onto) const {
    const int n = l.n, most = l.size_v() / 2 / n;
    const tiles across(n);
    for (int first = 0; first < count; first += most) {
      const tiles down(count - first < most ? count - first : most);
      const ff_t* const from = x + first;
      group.each(down.half * across.half, [&](int k) {
        const int i = k % down.half, j = k / down.half, i2 = down.second(i), j2 = across.second(j);
        Sum s{}, right{}, low{}, both{};
        if (onto) {
          begin(s, from[j * between + i]);
          begin(right, from[j2 * between + i]);
          begin(low, from[j * between + i2]);
          begin(both, from[j2 * between + i2]);
        }
        const float *const by = e + j * l.between_v(), *const by2 = e + j2 * l.between_v();
        for (int h = 0; h < n; ++h) {
          const ff_t above = from[h * between + i], below = from[h * between + i2];
          const float p = by[h], q = by2[h];
          s.add(above, p);
          right.add(above, q);
          low.add(below, p);
          both.add(below, q);
          if (h % 8 == 7) s.settle(), right.settle(), low.settle(), both.settle();
        }
        rows[j * down.n + i] = s.value();
        rows[j2 * down.n + i] = right.value();
        rows[j * down.n + i2] = low.value();
        rows[j2 * down.n + i2] = both.value();
      });
      group.each(down.n * n, [&](int k) {
        const int i = k % down.n, j = k / down.n;
        x[j * between + first + i] = rows[k];
      });
    }
  }

  /// How many steps it took; negative where columns are not orthogonal yet.
  FF_ANY_CALLEE
  template <class Group>
  FF_HD int run(Group& group) const {
    for (int taken = 1; taken <= most_refinements; ++taken) {
      multiply(group);
      const float largest = correct_all(group);
#ifdef LIN_STATS
      lin_stats(taken, largest);
#endif
      if (!less(largest, largest_correction)) return -taken;
      if (less(largest, last_correction)) {
        apply<short_sum>(group, b, l.between_b(), l.m, true);
        apply<short_sum>(group, v, l.between_v(), l.n, true);
        return taken;
      }
      apply<sum_of_products>(group, b, l.between_b(), l.m, true);
      apply<sum_of_products>(group, v, l.between_v(), l.n, true);
    }
    return -most_refinements;
  }
};

// ---------------------------------------------------------------- rotations in float

/// Columns are turned in float until no cosine is larger: the last sweep squares them.
inline constexpr float near_orthogonal = 0x1p-11f;

/// x . y, to which lanes add, with x . x and y . y, which they know.
struct skew_products {
  float xx, yy, xy;
  FF_HD friend skew_products operator+(const skew_products& a, const skew_products& b) {
    return {a.xx, a.yy, add_rn(a.xy, b.xy)};
  }
};

/// As round_of_pairs, in float, with the squares of columns kept from turn to turn.
struct narrow_round {
  layout l;
  float *b, *v, *squares;
  int round, lanes;

  FF_HD skew_products measure(int k, int lane) const {
    pair_of_columns c{};
    if (!pair_of(l.n, round, k, c)) return {0.0f, 0.0f, 0.0f};
    const float *const x = b + c.p * l.between_b(), *const y = b + c.q * l.between_b();
    float sum = 0.0f;
    for (int i = lane; i < l.m; i += lanes) sum = fma_rn(x[i], y[i], sum);
    return {squares[c.p], squares[c.q], sum};
  }
  FF_HD bool turned(int k, int lane, const skew_products& d) const {
    pair_of_columns c{};
    if (!pair_of(l.n, round, k, c)) return false;
    if (!less(least_square, d.xx) || !less(least_square, d.yy)) return false;
    const float lengths = mul_rn(sqrt_rn(d.xx), sqrt_rn(d.yy)), size = abs(d.xy);
    if (!less(mul_rn(float_orthogonal, lengths), size)) return false;
    const float t = tangent_of(products<float>{d.xx, d.yy, d.xy});
    const rotation<float> r = rotation_by(t, 0.0f);
    turn(b + c.p * l.between_b(), b + c.q * l.between_b(), r, l.m, lane, lanes);
    turn(v + c.p * l.between_v(), v + c.q * l.between_v(), r, l.n, lane, lanes);
    if (lane == 0) {
      squares[c.p] = fma_rn(neg(t), d.xy, d.xx);
      squares[c.q] = fma_rn(t, d.xy, d.yy);
    }
    return less(mul_rn(near_orthogonal, lengths), size);
  }
};

FF_ANY_CALLEE
template <class Group>
FF_HD void turn_in_float(Group& group, const layout& l, float* b, float* v, float* squares) {
  const int lanes = lanes_of(l.n);
  bool again = true;
  int k = 0;
  for (; k < most_float_sweeps && again; ++k) {
    group.each(l.n, [&](int j) {
      float square = 0.0f;
      const float* const x = b + j * l.between_b();
      for (int i = 0; i < l.m; ++i) square = fma_rn(x[i], x[i], square);
      squares[j] = square;
    });
    again = false;
    for (int round = 0; round < rounds_of(l.n); ++round) {
      const narrow_round pairs{l, b, v, squares, round, lanes};
      group.template pairs<skew_products>(
          (l.n + 1) / 2, lanes, [&](int p, int lane) { return pairs.measure(p, lane); },
          [&](int p, int lane, const skew_products& d) { again = pairs.turned(p, lane, d) || again; });
    }
    again = group.any(again);
  }
#ifdef LIN_STATS
  lin_stats(-k, 0.0f);
#endif
}

/// A problem in memory of layout::elements().
FF_ANY_CALLEE
template <class Group>
FF_HD_LARGE void decompose(Group& group, const problem& of, ff_t* memory) {
  const layout l{static_cast<int>(of.a.rows), static_cast<int>(of.a.columns)};
  const int m = l.m, n = l.n, between_b = l.between_b(), between_v = l.between_v();
  ff_t *const b = memory, *const v = b + l.size_b(), *const x = v + l.size_v(), *const value = x + l.size_v();
  auto* const place = reinterpret_cast<int32*>(value + n);

  const uint32 most = group.largest(m * n, [&](int k) { return magnitude_bits_of(of.a(k % m, k / m).hi()); });
  const bool poisoned = exponent_field(most) == not_finite, vanishes = poisoned || most == 0;
  const int shift = vanishes ? 0 : ilogb(from_words(from_bits(most), 0.0f));
  const auto element = [&](int i, int j) { return vanishes ? ff_t(0.0f) : ldexp(of.a(i, j), -shift); };

  // In floats, in the same memory.
  auto *const narrow_b = reinterpret_cast<float*>(b), *const narrow_v = reinterpret_cast<float*>(v);
  group.each(m * n, [&](int k) { narrow_b[k / m * between_b + k % m] = element(k % m, k / m).hi(); });
  group.each(n * n, [&](int k) { narrow_v[k / n * between_v + k % n] = k / n == k % n ? 1.0f : 0.0f; });
  const bool refines = n >= least_refined;
  LIN_CLOCK(0);
  if (refines)
    turn_in_float(group, l, narrow_b, narrow_v, reinterpret_cast<float*>(value));
  else
    sweeps(group, l, narrow_b, narrow_v, most_float_sweeps, float_orthogonal);

  int taken = 0;
  LIN_CLOCK(1);
  if (refines) {
    const refinement by(l, b, v, x, value);
    group.each(n * n, [&](int k) { by.correction(k % n, k / n) = narrow_v[k / n * between_v + k % n]; });
    group.each(n * n, [&](int k) { v[k / n * between_v + k % n] = by.correction(k % n, k / n); });
    group.each(m * n, [&](int k) { b[k / m * between_b + k % m] = element(k % m, k / m); });
    by.apply<sum_of_products>(group, b, between_b, m, false);
    LIN_CLOCK(2);
    taken = by.run(group);
  } else {
    group.each(n * n, [&](int k) { x[k] = narrow_v[k / n * between_v + k % n]; });
    group.each(n * n, [&](int k) { v[k / n * between_v + k % n] = x[k]; });
  }
  const bool turns = taken <= 0;
  LIN_CLOCK(3);
  if (turns) {
    orthonormalize(group, l, v, x, b, 2);
    group.each(m * n, [&](int k) {
      const int i = k % m, j = k / m;
      ff_t sum = 0.0f;
      for (int h = 0; h < n; ++h) sum = fma(element(i, h), v[j * between_v + h], sum);
      b[j * between_b + i] = sum;
    });
    const int more = sweeps(group, l, b, v, most_pair_sweeps, pair_orthogonal);
    taken = more > 0 ? more - taken : more + taken;
  }

  group.each(n, [&](int j) {
    ff_t square = 0.0f;
    for (int i = 0; i < m; ++i) square = fma(b[j * between_b + i], b[j * between_b + i], square);
    value[j] = sqrt(square);
  });
  group.each(n, [&](int j) {
    int before = 0;
    for (int h = 0; h < n; ++h) before += value[j] < value[h] || (value[h] == value[j] && h < j) ? 1 : 0;
    place[j] = before;
  });
  const ff_t nan = from_words(from_bits(0x7fc00000u), from_bits(0x7fc00000u));
  group.each(n, [&](int j) {
    if (!of.writes) return;
    of.s[place[j]] = poisoned ? nan : ldexp(value[j], shift);
    if (j == 0 && of.sweeps != nullptr) *of.sweeps = taken;
  });
  if (!of.vectors) return;
  group.each(m * n, [&](int k) {
    const int i = k % m, j = k / m;
    if (of.writes) of.u(i, place[j]) = poisoned ? nan : b[j * between_b + i] / value[j];
  });
  group.each(1, [&](int) {
    int whole = 0;  // values of which the columns are whole
    for (int j = 0; j < n; ++j) whole += less(least_square, mul_rn(value[j].hi(), value[j].hi())) ? 1 : 0;
    if (of.writes && !poisoned) complete(of.u, whole);
  });
  if (turns) orthonormalize(group, l, v, x, b, 1);  // the rotations were rounded
  group.each(n * n, [&](int k) {
    const int i = k % n, j = k / n;
    if (of.writes) of.v(i, place[j]) = poisoned ? nan : v[j * between_v + i];
  });
  LIN_CLOCK(4);
}

}  // namespace ff::linalg::detail::jacobi
