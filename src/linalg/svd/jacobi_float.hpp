// Rotations in float where pairs of floats refine what they leave (jacobi_refine.hpp), for host and device.
#pragma once

#include "jacobi.hpp"
#include "rotation_pipeline.hpp"

namespace ff::linalg::detail::jacobi {

/// Four neighbours of a column, which a lane has at once.
struct alignas(16) four_rows {
  float x[4];
};
inline constexpr int narrow_lanes = 4, rows_of_lanes = 4 * narrow_lanes;

/// Columns of floats, B's and then V's, in the memory of layout's A V and V.  Zeros fill them up to a
/// multiple of 16 rows.  From one to the next it is an odd multiple of 16, so that the lanes of two columns
/// meet different banks, but below 24 rows, where there is no room for that.
struct narrow_layout {
  int m, n;

  FF_HD static int padded(int length) { return (length + rows_of_lanes - 1) / rows_of_lanes * rows_of_lanes; }
  FF_HD static int between(int length) {
    const int all = padded(length);
    return all % (2 * rows_of_lanes) == 0 && length >= 24 ? all + rows_of_lanes : all;
  }
  FF_HD int between_b() const { return between(m); }
  FF_HD int between_v() const { return between(n); }
  FF_HD int size_b() const { return n * between_b(); }
};

/// Columns are turned in float until no cosine is larger: the last sweep squares them.
inline constexpr float near_orthogonal = 0x1p-9f;

/// x . y, to which lanes add, with x . x and y . y, which they know.
struct skew_products {
  float xx, yy, xy;
  FF_HD friend skew_products operator+(const skew_products& a, const skew_products& b) {
    return {a.xx, a.yy, add_rn(a.xy, b.xy)};
  }
};

/// A lane's part of two columns of `length` rows, or of `whole` fours where that is not 0.
template <int whole>
struct narrow_columns {
  four_rows *x, *y;
  int fours;

  FF_HD narrow_columns(float* of, int between, int length, const pair_of_columns& c, int lane)
      : x(reinterpret_cast<four_rows*>(of + c.p * between) + lane),
        y(reinterpret_cast<four_rows*>(of + c.q * between) + lane),
        fours(narrow_layout::padded(length) / rows_of_lanes) {}

  template <class F>
  FF_HD void each(F f) const {
    if constexpr (whole > 0) {
      times<whole>([&](int k) { f(x[k * narrow_lanes], y[k * narrow_lanes]); });
    } else {
      for (int k = 0; k < fours; ++k) f(x[k * narrow_lanes], y[k * narrow_lanes]);
    }
  }
  FF_HD float product() const {
    float sum = 0.0f;
    each([&](const four_rows& a, const four_rows& b) {
      const four_rows p = a, q = b;
      for (int i = 0; i < 4; ++i) sum = fma_rn(p.x[i], q.x[i], sum);
    });
    return sum;
  }
  FF_HD void turn(const rotation<float>& r) const {
    each([&](four_rows& a, four_rows& b) {
      const four_rows p = a, q = b;
      four_rows c{}, d{};
      for (int i = 0; i < 4; ++i) {
        c.x[i] = fma_rn(r.c, p.x[i], neg(mul_rn(r.s, q.x[i])));
        d.x[i] = fma_rn(r.s, p.x[i], mul_rn(r.c, q.x[i]));
      }
      a = c;
      b = d;
    });
  }
};

/// As round_of_pairs, in float, with the squares of columns kept from turn to turn.
template <int whole>
struct narrow_round {
  narrow_layout l;
  float *b, *v, *squares;
  int round;

  FF_HD skew_products measure(int k, int lane) const {
    pair_of_columns c{};
    if (!pair_of(l.n, round, k, c)) return {0.0f, 0.0f, 0.0f};
    return {squares[c.p], squares[c.q], narrow_columns<whole>(b, l.between_b(), l.m, c, lane).product()};
  }
  FF_HD bool turned(int k, int lane, const skew_products& d) const {
    pair_of_columns c{};
    if (!pair_of(l.n, round, k, c)) return false;
    if (!less(least_square, d.xx) || !less(least_square, d.yy)) return false;
    const float lengths = mul_rn(sqrt_rn(d.xx), sqrt_rn(d.yy)), size = abs(d.xy);
    if (!less(mul_rn(float_orthogonal, lengths), size)) return false;
    const float t = tangent_of(products<float>{d.xx, d.yy, d.xy});
    const float cosine = rcp_rn(sqrt_rn(fma_rn(t, t, 1.0f)));
    const rotation<float> r{cosine, mul_rn(cosine, t)};
    narrow_columns<whole>(b, l.between_b(), l.m, c, lane).turn(r);
    narrow_columns<whole>(v, l.between_v(), l.n, c, lane).turn(r);
    if (lane == 0) {
      squares[c.p] = fma_rn(neg(t), d.xy, d.xx);
      squares[c.q] = fma_rn(t, d.xy, d.yy);
    }
    return less(mul_rn(near_orthogonal, lengths), size);
  }
};

/// Sweeps in float until columns are nearly orthogonal; `squares` is room for n.
FF_ANY_CALLEE
template <int whole, class Group>
FF_HD void turn_in_float(Group& group, const narrow_layout& l, float* b, float* v, float* squares) {
  bool again = true;
  for (int k = 0; k < most_float_sweeps && again; ++k) {
    group.each(l.n, [&](int j) {
      float square = 0.0f;
      const float* const x = b + j * l.between_b();
      for (int i = 0; i < l.m; ++i) square = fma_rn(x[i], x[i], square);
      squares[j] = square;
    });
    again = false;
    for (int round = 0; round < rounds_of(l.n); ++round) {
      const narrow_round<whole> pairs{l, b, v, squares, round};
      group.template pairs<skew_products>(
          (l.n + 1) / 2, narrow_lanes, [&](int p, int lane) { return pairs.measure(p, lane); },
          [&](int p, int lane, const skew_products& d) { again = pairs.turned(p, lane, d) || again; });
    }
    again = group.any(again);
  }
}

}  // namespace ff::linalg::detail::jacobi
