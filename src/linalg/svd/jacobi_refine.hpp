// Columns that rotations in float left nearly orthogonal become so in pairs of floats, for host and device.
//
// A step of Ogita and Aishima ("Iterative refinement for singular value decomposition based on matrix
// multiplication", J. Comput. Appl. Math. 369, 2020), with values from one side alone.  With B = A V, G = B^T
// B and F = V^T V - I, it looks for the E that makes (I + E)^T (I + F) (I + E) = I and (I + E)^T G (I + E)
// diagonal.  To first order
//   E_ij = (G_ij - G_jj F_ij) / (G_jj - G_ii),   E_ii = -F_ii / 2,
// so B + B E and V + V E are as wrong as E^2.  E in floats is enough: both get the same E, and B stays A V.
#pragma once

#include "jacobi.hpp"

namespace ff::linalg::detail::jacobi {

/// Refinement pays from 17 columns on: one matrix then fills a thread block.
FF_HD constexpr bool is_refined(const layout& l) { return l.n >= 17; }

inline constexpr int most_refinements = 8;
/// Larger corrections are rejected: two values are too close, or a column is below float's rounding error.
inline constexpr float largest_correction = 0x1p-5f;
/// A smaller E is the last one: E^2 is below pair_orthogonal, and so is what products with E lose in float.
inline constexpr float last_correction = 0x1p-25f;

/// A sum of products with its rounding errors (Ogita, Rump, Oishi, "Accurate sum and dot product", SIAM J.
/// Sci. Comput. 26, 2005, Dot2), which also takes what low words contribute.  12 flops a product, 11 with a
/// float.
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
  /// Every few products: a smaller rest is rounded less.
  FF_HD void settle() {
    const ff_t s = add12(sum, rest);
    sum = s.hi(), rest = s.lo();
  }
  FF_HD ff_t value() const { return add12(sum, rest); }
};
/// As sum_of_products, where what is added to `start` needs the precision of a float.
struct short_sum {
  float start, rest, sum = 0.0f;

  FF_HD void add(ff_t x, float y) { sum = fma_rn(x.hi(), y, sum); }
  FF_HD void settle() {}
  FF_HD ff_t value() const {
    const ff_t s = add12(start, sum);
    return add12(s.hi(), add_rn(s.lo(), rest));  // of start and sum that cancel `rest` may be the larger
  }
};
inline constexpr int products_to_settle = 8;
FF_HD constexpr bool settles_after(int product) { return (product + 1) % products_to_settle == 0; }

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
FF_HD void multiply_columns(const tiles& t, int at, const ff_t* x, int between, int length,
                            const Store& store) {
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
    if (settles_after(h)) ac.settle(), ad.settle(), bc.settle(), bd.settle();
  }
  store(i, j, ac.value());
  if (j2 != j) store(i, j2, ad.value());
  if (i2 != i && i != j) store(j, i2, bc.value());
  if (i2 != i && j2 != j) store(i2, j2, bd.value());
}

/// Says what a matrix of layout{m, n} is refined in.
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

  /// E_ij and E_ji from what multiply() left, and the larger magnitude, also as a share of the length of the
  /// column that is corrected.  Where columns are orthogonal already, values may be equal.
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
  /// The largest of all; infinite or NaN where a column is zero or two values are equal.
  FF_ANY_CALLEE
  template <class Group>
  FF_HD float correct_all(Group& group) const {
    const int n = l.n;
    return from_bits(group.largest(n * n, [&](int k) {
      const int i = k / n, j = k % n;
      return i <= j ? magnitude_bits_of(correct(i, j)) : 0u;
    }));
  }

  /// X + X E, or X E unless `onto`, over X of so many rows.
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
          if (settles_after(h)) s.settle(), right.settle(), low.settle(), both.settle();
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

  /// Says how many steps it took; negative where columns are not orthogonal yet.
  FF_ANY_CALLEE
  template <class Group>
  FF_HD int run(Group& group) const {
    for (int taken = 1; taken <= most_refinements; ++taken) {
      multiply(group);
      const float largest = correct_all(group);
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

}  // namespace ff::linalg::detail::jacobi
