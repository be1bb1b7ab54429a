// One small matrix by Jacobi's rotations, for host and device: what a group of threads does in step.
//
// A group has each(count, f), which does f(i) for 0 <= i < count; pairs(count, lanes, measure, turn), which
// for each pair adds measure(pair, lane) over the lanes and gives the sum to turn(pair, lane, sum);
// largest(count, f); and, since other groups may wait at the same barriers, any(flag) of the group and
// every(flag) of all.  Each ends with a barrier.
#pragma once

#include <ff/linalg/svd_batched.hpp>
#include <ff/operators.hpp>

#include "../gemm/fixed_point.hpp"
#include "svd_arguments.hpp"

namespace ff::linalg::detail::jacobi {

/// Of 128 columns with values from 1 to 2^-60 in equal shares, 28 sweeps in pairs were seen.
inline constexpr int most_float_sweeps = 12, most_pair_sweeps = 60;
/// Columns are turned where |x . y| exceeds this share of |x| |y|, and once more where it exceeds four times
/// as much.
inline constexpr float float_orthogonal = 0x1p-22f, pair_orthogonal = 0x1p-47f;
/// Rotations in float, and refinement, leave a column alone whose square is below this; the largest element
/// of all columns is at least 1.  Rotations in pairs have no such limit.
inline constexpr float least_square = 0x1p-100f;

// Rotations in pairs: column j is 2^exponent[j] times what is stored, so that its squares are whole.

/// A column with a smaller square is multiplied by 2^enlarged_by before it is turned again, and by
/// 2^greatly_enlarged_by where the square itself is not whole.
inline constexpr float least_whole_square = 0x1p-64f, least_square_seen = 0x1p-140f;
inline constexpr int32 enlarged_by = 40, greatly_enlarged_by = 100;
/// The exponent of a column of zeros.
inline constexpr int32 no_exponent = -0x10000;
/// A value with a smaller exponent is 0 in the caller's units.
inline constexpr int32 least_exponent = -160;
/// Columns are graded where one is shorter than the longest by more than this exponent: rotations in float
/// would see it as zeros, or as noise.
inline constexpr int32 graded_by = 40;

/// A of m by n elements, m >= n, and what is made of it.
struct problem {
  matrix_view<const ff_t> a;
  ff_t* s;
  matrix_view<ff_t> u, v;
  bool vectors, writes;
  int32* sweeps;
};

/// The problem of matrix p; that of its transpose where it has more columns than rows.
struct batch {
  matrix_view<const ff_t> a;
  int64 stride_a;
  ff_t* s;
  int64 stride_s;
  matrix_view<ff_t> u;
  int64 stride_u;
  matrix_view<ff_t> v;
  int64 stride_v;
  bool vectors;
  int32* sweeps;
  int64 count;

  FF_HD int rows() const { return static_cast<int>(a.rows < a.columns ? a.columns : a.rows); }
  FF_HD int columns() const { return static_cast<int>(a.rows < a.columns ? a.rows : a.columns); }
  /// Past the end the last one again, without writing.
  FF_HD problem at(int64 p) const {
    const bool writes = p < count;
    if (!writes) p = count - 1;
    const bool wide = a.rows < a.columns;
    matrix_view<const ff_t> from = wide ? a.transposed() : a;
    matrix_view<ff_t> left = wide ? v : u, right = wide ? u : v;
    from.data += p * stride_a;
    if (vectors) {
      left.data += p * (wide ? stride_v : stride_u);
      right.data += p * (wide ? stride_u : stride_v);
    }
    problem one{};
    one.a = from, one.s = s + p * stride_s, one.u = left, one.v = right;
    one.vectors = vectors, one.writes = writes, one.sweeps = sweeps == nullptr ? nullptr : sweeps + p;
    return one;
  }
};

/// Columns of odd lengths, so that threads which have neighbouring columns meet different banks.
struct layout {
  int m, n;

  FF_HD int between_b() const { return m | 1; }
  FF_HD int between_v() const { return n | 1; }
  FF_HD int size_b() const { return n * between_b(); }
  FF_HD int size_v() const { return n * between_v(); }
  /// In elements of ff_t: A V, V, another like V, the values and their places; even, so that another matrix
  /// after this one begins at a multiple of 16 bytes too.
  FF_HD int elements() const { return (size_b() + 2 * size_v() + 2 * n + 1) / 2 * 2; }
};

/// Says how many lanes share a pair of columns, and how many threads a group has, each at most with one pair.
FF_HD constexpr int lanes_of(int n) { return n <= 8 ? 1 : n <= 16 ? 2 : 4; }
FF_HD constexpr int threads_of(int n) {
  int threads = 1;
  while (threads < (n + 1) / 2 * lanes_of(n)) threads *= 2;
  return threads;
}

/// The pairs of a round of the tournament of n columns, n + 1 if n is odd: false for the one that has no
/// partner.
struct pair_of_columns {
  int p, q;
};
FF_HD constexpr bool pair_of(int n, int round, int k, pair_of_columns& pair) {
  const int last = n + n % 2 - 1;
  const int up = round + k, down = round - k;  // modulo `last`
  const int a = k == 0 ? last : up < last ? up : up - last, b = k == 0 || down >= 0 ? down : down + last;
  pair = a < b ? pair_of_columns{a, b} : pair_of_columns{b, a};
  return pair.q < n;
}

FF_HD constexpr float multiply_add(float x, float y, float z) { return fma_rn(x, y, z); }
FF_HD constexpr ff_t multiply_add(ff_t x, ff_t y, ff_t z) { return fma(x, y, z); }
FF_HD constexpr float head_of(float x) { return x; }
FF_HD constexpr float head_of(ff_t x) { return x.hi(); }

/// x . x, y . y and x . y of stored columns, which lanes add, and the exponents of the columns, which they
/// know.
template <class T>
struct products {
  T xx, yy, xy;
  int32 x_exponent = 0, y_exponent = 0;

  FF_HD friend products operator+(const products& a, const products& b) {
    return {sum(a.xx, b.xx), sum(a.yy, b.yy), sum(a.xy, b.xy), a.x_exponent, a.y_exponent};
  }
  FF_HD static float sum(float a, float b) { return add_rn(a, b); }
  FF_HD static ff_t sum(ff_t a, ff_t b) { return a + b; }
};
template <class T>
FF_HD products<T> products_of(const T* x, const T* y, int length, int lane, int lanes) {
  products<T> d{T(0.0f), T(0.0f), T(0.0f)};
  for (int i = lane; i < length; i += lanes)
    d = {multiply_add(x[i], x[i], d.xx), multiply_add(y[i], y[i], d.yy), multiply_add(x[i], y[i], d.xy)};
  return d;
}

/// |x . y| over |x| |y|; 0 where a column is zero, or too short for float.
template <class T>
FF_HD float cosine_of(const products<T>& d) {
  const float xx = head_of(d.xx), yy = head_of(d.yy);
  if (!less(least_square, xx) || !less(least_square, yy)) return 0.0f;
  return div_rn(abs(head_of(d.xy)), mul_rn(sqrt_rn(xx), sqrt_rn(yy)));
}

/// The tangent of the angle, at most 45 degrees, that makes stored columns orthogonal, by their difference of
/// squares.  In floats: what is left of an angle by its rounding is left for the next sweep.
FF_HD float tangent_by(float difference, float xy) {
  const float z = div_rn(difference, mul_rn(2.0f, xy));
  const float size = abs(z);
  const float t =
      less(0x1p20f, size) ? div_rn(0.5f, size) : rcp_rn(add_rn(size, sqrt_rn(fma_rn(size, size, 1.0f))));
  return less(z, 0.0f) ? neg(t) : t;
}
template <class T>
FF_HD float tangent_of(const products<T>& d) {
  return tangent_by(head_of(products<T>::sum(d.yy, -d.xx)), head_of(d.xy));
}
/// t of columns whose exponents differ by `gap`, and t 2^|gap|, which turns the stored shorter column.
struct tangents {
  float t, enlarged;
};
template <class T>
FF_HD tangents tangents_of(const products<T>& d, int32 gap) {
  const int32 by = gap < 0 ? -gap : gap;
  const float xy = head_of(d.xy);
  if (by <= graded_by) {
    const T x = d.xx * ff::detail::power_of_two(gap), y = d.yy * ff::detail::power_of_two(-gap);
    const float t = tangent_by(head_of(products<T>::sum(y, -x)), xy);
    return {t, mul_rn(t, ff::detail::power_of_two(by))};
  }
  // The square of the shorter column is negligible.
  const float enlarged = gap > 0 ? neg(div_rn(xy, head_of(d.xx))) : div_rn(xy, head_of(d.yy));
  return {ldexp(ff_t(enlarged), -by).hi(), enlarged};
}
template <class T>
struct rotation {
  T c, s;
};
FF_HD rotation<float> rotation_by(float t, float) {
  const float c = div_rn(1.0f, sqrt_rn(fma_rn(t, t, 1.0f)));
  return {c, mul_rn(c, t)};
}
FF_HD rotation<ff_t> rotation_by(float t, ff_t) {
  const ff_t c = rsqrt(ff_t(t) * t + 1.0f);
  return {c, c * t};
}
/// x = c x - of_y y and y = of_x x + c y, at once.
template <class T>
FF_HD void turn(T* x, T* y, T c, T of_x, T of_y, int length, int lane, int lanes) {
  for (int i = lane; i < length; i += lanes) {
    const T a = x[i], b = y[i];
    x[i] = multiply_add(c, a, -(of_y * b));
    y[i] = multiply_add(of_x, a, c * b);
  }
}

/// Exponents of columns in pairs; none in float.
struct column_exponents {
  int32* of = nullptr;
  int32 least = 0;  ///< a column with a smaller one is zero
};

/// A round of the tournament: what each lane of a pair sums, and does with the sum.
template <class T>
struct round_of_pairs {
  using sum = products<T>;
  layout l;
  T *b, *v;
  int round, lanes;
  float enough;
  column_exponents exponents;

  FF_HD T* column_of(T* of, int between, int j) const { return of + int64{j} * between; }
  FF_HD products<T> measure(int k, int lane) const {
    pair_of_columns c{};
    if (!pair_of(l.n, round, k, c)) return {T(0.0f), T(0.0f), T(0.0f)};
    products<T> d =
        products_of(column_of(b, l.between_b(), c.p), column_of(b, l.between_b(), c.q), l.m, lane, lanes);
    if (exponents.of != nullptr) d.x_exponent = exponents.of[c.p], d.y_exponent = exponents.of[c.q];
    return d;
  }
  /// Returns whether they are to be looked at once more.
  FF_HD bool turned(int k, int lane, const products<T>& d) const {
    pair_of_columns c{};
    if (!pair_of(l.n, round, k, c)) return false;
    if (exponents.of != nullptr) {
      const bool x_was_short = enlarged(c.p, head_of(d.xx), d.x_exponent, lane),
                 y_was_short = enlarged(c.q, head_of(d.yy), d.y_exponent, lane);
      if (x_was_short || y_was_short) return true;
    }
    const float cosine = cosine_of(d);
    if (!less(enough, cosine)) return false;
    T *const x = column_of(b, l.between_b(), c.p), *const y = column_of(b, l.between_b(), c.q);
    const int32 gap = d.x_exponent - d.y_exponent;
    rotation<T> r{};
    if (gap == 0) {
      r = rotation_by(tangent_of(d), T(0.0f));
      turn(x, y, r.c, r.s, r.s, l.m, lane, lanes);
    } else {
      const tangents t = tangents_of(d, gap);
      r = rotation_by(t.t, T(0.0f));
      const T of_longer = r.c * t.enlarged, of_shorter = r.s * scale_down(gap < 0 ? -gap : gap);
      turn(x, y, r.c, gap > 0 ? of_longer : of_shorter, gap > 0 ? of_shorter : of_longer, l.m, lane, lanes);
    }
    turn(column_of(v, l.between_v(), c.p), column_of(v, l.between_v(), c.q), r.c, r.s, r.s, l.n, lane, lanes);
    return less(mul_rn(4.0f, enough), cosine);
  }

 private:
  /// 2^-by, or 0 where that is beyond the last bits of any column.
  FF_HD static float scale_down(int32 by) { return by > 120 ? 0.0f : ff::detail::power_of_two(-by); }

  /// Returns whether column j was short: then it is stored enlarged, or as zeros.
  FF_HD bool enlarged(int j, float square, int32 exponent, int lane) const {
    if (!less(square, least_whole_square) || exponent == no_exponent) return false;
    const int32 by = less(square, least_square_seen) ? greatly_enlarged_by : enlarged_by;
    const bool vanishes = exponent - by < exponents.least;
    const float factor = vanishes ? 0.0f : ff::detail::power_of_two(by);
    T* const x = column_of(b, l.between_b(), j);
    for (int i = lane; i < l.m; i += lanes) x[i] = x[i] * factor;
    if (lane == 0) exponents.of[j] = vanishes ? no_exponent : exponent - by;
    return true;
  }
};
FF_HD constexpr int rounds_of(int n) { return n + n % 2 - 1; }

/// Turns all pairs of columns once; whether another sweep is needed.
FF_ANY_CALLEE
template <class T, class Group>
FF_HD bool sweep(Group& group, const layout& l, T* b, T* v, float enough, const column_exponents& exponents) {
  const int lanes = lanes_of(l.n);
  bool again = false;
  for (int round = 0; round < rounds_of(l.n); ++round) {
    const round_of_pairs<T> pairs{l, b, v, round, lanes, enough, exponents};
    group.template pairs<products<T>>(
        (l.n + 1) / 2, lanes, [&](int k, int lane) { return pairs.measure(k, lane); },
        [&](int k, int lane, const products<T>& d) { again = pairs.turned(k, lane, d) || again; });
  }
  return group.any(again);
}

/// Sweeps until nothing is askew in any group; how many this one took, negative where they were not enough.
/// A group that is done turns nothing while it waits for the others: its result does not depend on them.
FF_ANY_CALLEE
template <class T, class Group>
FF_HD int sweeps(Group& group, const layout& l, T* b, T* v, int most, float enough,
                 const column_exponents& exponents = {}) {
  int taken = 0;
  bool done = false;
  for (int k = 0; k < most && !group.every(done); ++k) {
    const bool turned = sweep(group, l, b, v, done ? ff::detail::infinity : enough, exponents);
    taken += done ? 0 : 1;
    done = done || !turned;
  }
  return done ? taken : -taken;
}

/// V becomes V (3 I - V^T V)/2 so many times (Newton, Schulz), each of which squares what it lacks.
FF_ANY_CALLEE
template <class Group>
FF_HD void orthonormalize(Group& group, const layout& l, ff_t* v, ff_t* square, ff_t* product, int steps) {
  const int n = l.n, between = l.between_v();
  for (int step = 0; step < steps; ++step) {
    group.each(n * n, [&](int k) {
      const int i = k % n, j = k / n;
      ff_t sum = 0.0f;
      for (int h = 0; h < n; ++h) sum = fma(v[i * between + h], v[j * between + h], sum);
      square[j * between + i] = (i == j ? 1.5f : 0.0f) - 0.5f * sum;
    });
    group.each(n * n, [&](int k) {
      const int i = k % n, j = k / n;
      ff_t sum = 0.0f;
      for (int h = 0; h < n; ++h) sum = fma(v[h * between + i], square[j * between + h], sum);
      product[j * between + i] = sum;
    });
    group.each(n * n, [&](int k) {
      const int at = k / n * between + k % n;
      v[at] = product[at];
    });
  }
}

/// What a matrix's largest value and its sweeps say of its results.  Of a batch the greatest tells.
enum class verdict : int32 { sound, not_converged, not_finite, overflows };
FF_HD constexpr verdict verdict_of(ff_t largest, int32 sweeps) {
  if (isinf(largest)) return verdict::overflows;
  if (isnan(largest)) return verdict::not_finite;
  return sweeps < 0 ? verdict::not_converged : verdict::sound;
}
inline status status_of(verdict said) {
  if (said == verdict::overflows)
    return {fault::overflow, "svd_batched: expected singular values in the range of float"};
  if (said == verdict::not_finite)
    return {fault::numeric, "svd_batched: expected finite elements; the results of a matrix without are NaN"};
  if (said == verdict::not_converged)
    return {fault::not_converged, "svd_batched: expected values above 2^-105, and 60 sweeps to be enough"};
  return {};
}

/// The first fault of the arguments, of dimensions, options and pointers in this order.
inline status checked(const batch& b, int threads) {
  if (b.count < 0) return {fault::shape, "svd_batched: expected a number of matrices of at least 0"};
  const bool small =
      b.a.rows >= 0 && b.a.columns >= 0 && b.a.rows <= largest_batched && b.a.columns <= largest_batched;
  if (!small) return {fault::shape, "svd_batched: expected dimensions between 0 and 128"};
  if (threads < 0) return {fault::option, "svd_batched: expected a number of threads of at least 0"};
  const int64 least = b.columns();
  if (b.vectors && (b.u.rows != b.a.rows || b.u.columns != least))
    return {fault::shape, "svd_batched: expected U of m by min(m, n) elements"};
  if (b.vectors && (b.v.rows != b.a.columns || b.v.columns != least))
    return {fault::shape, "svd_batched: expected V of n by min(m, n) elements"};
  if (b.count == 0 || least == 0) return {};
  if (b.a.data == nullptr) return {fault::view, "svd_batched: expected A in memory; its pointer is null"};
  if (b.s == nullptr) return {fault::view, "svd_batched: expected s in memory; its pointer is null"};
  if (b.vectors && !is_writable(b.u))
    return {fault::view, "svd_batched: expected U in memory, each element at an address of its own"};
  if (b.vectors && !is_writable(b.v))
    return {fault::view, "svd_batched: expected V in memory, each element at an address of its own"};
  const auto overlap = [&b](const matrix_view<ff_t>& m, int64 stride) {
    return overlaps_itself(m.rows, m.columns, m.row_stride, m.column_stride, b.count, stride);
  };
  if (overlap(row_major(b.s, 1, least), b.stride_s) ||
      (b.vectors && (overlap(b.u, b.stride_u) || overlap(b.v, b.stride_v))))
    return {fault::view,
            "svd_batched: expected a stride between the results of a batch that gives each element an "
            "address of its own"};
  return {};
}

}  // namespace ff::linalg::detail::jacobi
