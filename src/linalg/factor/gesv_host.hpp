// Says what solve and least_squares ask of the host besides: factors in float, residuals.  Matrices in float
// lie by columns, one after the other.
#pragma once

#include <cmath>

#include "../machine/host_machine.hpp"
#include "residual.hpp"

namespace ff::linalg::detail::factor {

class solve_host : public host_machine {
 public:
  using host_machine::host_machine;
  class float_factors;
  /// The largest order that is multiplied by its inverse: a second or two on one core.
  static constexpr int64 most_multiplied = 256;

  /// to[j] = the largest f(i, j).
  template <class F>
  void column_largest(int64 rows, int64 columns, const F& f, uint32* to) {
    if (!ok()) return;
    each_index(columns, threads_of(rows * columns), [&](int64 j) {
      to[j] = 0;
      for (int64 i = 0; i < rows; ++i) to[j] = std::max(to[j], f(i, j));
    });
  }

  template <int words>
  void residual(const residual_task& t) {
    if (!ok()) return;
    const int64 rows = t.r.rows, n = t.a.columns;
    std::vector<residual_task::shares> worst(static_cast<std::size_t>(rows), {0, 0});
    each_index(rows, threads_of(rows * n * t.r.columns), [&](int64 i) {
      for (int64 j = 0; j < t.r.columns; ++j) {
        row_sum<words> s;
        for (int64 h = 0; h < n; ++h) {
          t.take(i, j, h, s);
          if (h % word_sum<words>::batch == word_sum<words>::batch - 1) s.sum.renormalize();
        }
        residual_task::shares& most = worst[static_cast<std::size_t>(i)];
        const residual_task::shares seen = t.finish(i, j, s);
        most = {std::max(most.error, seen.error), std::max(most.lost, seen.lost)};
      }
    });
    t.worst[0] = t.worst[1] = 0;
    for (const residual_task::shares& w : worst) {
      t.worst[0] = std::max(t.worst[0], w.error);
      t.worst[1] = std::max(t.worst[1], w.lost);
    }
  }
};

class solve_host::float_factors {
 public:
  /// The number of right sides matters on the device alone.
  explicit float_factors(int64) {}
  /// The order that `lu` wants A padded to.
  int64 order_for(const solve_host&, int64 n) const { return n; }
  /// P A = L U by panels of 64 columns.  False where a pivot is 0 or not finite.
  bool lu(solve_host& on, int64 n, float* a) {
    if (!on.ok()) return false;
    order_.resize(static_cast<std::size_t>(n));
    constexpr int64 width = 64;
    for (int64 first = 0; first < n; first += width) {
      const int64 end = std::min(n, first + width);
      for (int64 c = first; c < end; ++c) {
        float* const column = a + c * n;
        for (int64 h = first; h < c; ++h) less_multiple(n, h + 1, column[h], a + h * n, column);
        int64 p = c;
        for (int64 i = c + 1; i < n; ++i)
          if (std::fabs(column[i]) > std::fabs(column[p])) p = i;
        if (!(std::fabs(column[p]) > 0.0f && std::fabs(column[p]) < HUGE_VALF)) return false;
        order_[static_cast<std::size_t>(c)] = p;
        if (p != c)
          for (int64 j = 0; j < n; ++j) std::swap(a[c + j * n], a[p + j * n]);
        const float pivot = column[c];
        for (int64 i = c + 1; i < n; ++i) column[i] /= pivot;
      }
      each_index(n - end, on.threads_of((n - end) * n * width), [&](int64 j) {
        float* const column = a + (end + j) * n;
        for (int64 h = first; h < end; ++h) less_multiple(n, h + 1, column[h], a + h * n, column);
      });
    }
    return true;
  }
  /// Says where the solution is.
  const float* solve_lu(solve_host& on, int64 n, const float* a, int64 columns, float* b) const {
    if (!on.ok()) return b;
    each_index(columns, on.threads_of(n * n * columns), [&](int64 j) {
      float* const x = b + j * n;
      for (int64 i = 0; i < n; ++i) std::swap(x[i], x[order_[static_cast<std::size_t>(i)]]);
      for (int64 h = 0; h < n; ++h) less_multiple(n, h + 1, x[h], a + h * n, x);
      for (int64 h = n - 1; h >= 0; --h) {
        x[h] /= a[h + h * n];
        less_multiple(h, 0, x[h], a + h * n, x);
      }
    });
    return b;
  }

  /// A^-T B in place of B.
  const float* solve_transposed_lu(solve_host& on, int64 n, const float* a, int64 columns, float* b) const {
    if (!on.ok()) return b;
    each_index(columns, on.threads_of(n * n * columns), [&](int64 j) {
      float* const x = b + j * n;
      for (int64 i = 0; i < n; ++i) {
        for (int64 h = 0; h < i; ++h) x[i] -= a[h + i * n] * x[h];
        x[i] /= a[i + i * n];
      }
      for (int64 i = n - 1; i >= 0; --i)
        for (int64 h = i + 1; h < n; ++h) x[i] -= a[h + i * n] * x[h];
      for (int64 i = n - 1; i >= 0; --i) std::swap(x[i], x[order_[static_cast<std::size_t>(i)]]);
    });
    return b;
  }

  /// A = Q R by reflections: R on and above the diagonal, the vectors below.  False where R's diagonal has a
  /// 0, or is not finite.
  bool qr(solve_host& on, int64 m, int64 n, float* a) {
    if (!on.ok()) return false;
    tau_.assign(static_cast<std::size_t>(n), 0.0f);
    for (int64 c = 0; c < n; ++c) {
      float* const v = a + c * m;
      double squares = 0.0;
      for (int64 i = c; i < m; ++i) squares += static_cast<double>(v[i]) * v[i];
      const float length = static_cast<float>(std::sqrt(squares)), x0 = v[c];
      const float to = x0 < 0.0f ? length : -length;
      if (!(length > 0.0f && length < HUGE_VALF)) return false;
      tau_[static_cast<std::size_t>(c)] = (to - x0) / to;
      for (int64 i = c + 1; i < m; ++i) v[i] /= x0 - to;
      each_index(n - c - 1, on.threads_of((n - c) * (m - c)),
                 [&](int64 j) { reflect(m, c, a, a + (c + 1 + j) * m); });
      v[c] = to;
    }
    return true;
  }
  /// C = Q C, or Q^T C.
  void apply_q(solve_host& on, int64 m, int64 n, const float* a, bool transposed, int64 columns,
               float* c) const {
    if (!on.ok()) return;
    each_index(columns, on.threads_of(m * n * columns), [&](int64 j) {
      for (int64 h = 0; h < n; ++h) reflect(m, transposed ? h : n - 1 - h, a, c + j * m);
    });
  }
  /// B = R^-1 B, or R^-T B.
  void solve_r(solve_host& on, int64 m, int64 n, const float* a, bool transposed, int64 columns,
               float* b) const {
    if (!on.ok()) return;
    each_index(columns, on.threads_of(n * n * columns), [&](int64 j) {
      float* const x = b + j * n;
      for (int64 s = 0; s < n; ++s) {
        const int64 h = transposed ? s : n - 1 - s;
        const float* const r = a + h * m;
        if (transposed)
          for (int64 i = 0; i < h; ++i) x[h] -= r[i] * x[i];
        x[h] /= r[h];
        if (!transposed) less_multiple(h, 0, x[h], r, x);
      }
    });
  }

 private:
  /// y_i = y_i - f x_i, first <= i < n.
  static void less_multiple(int64 n, int64 first, float f, const float* x, float* y) {
    for (int64 i = first; i < n; ++i) y[i] -= f * x[i];
  }
  /// Reflection h of a column.
  void reflect(int64 m, int64 h, const float* a, float* x) const {
    const float* const v = a + h * m;
    float sum = x[h];
    for (int64 i = h + 1; i < m; ++i) sum += v[i] * x[i];
    sum *= tau_[static_cast<std::size_t>(h)];
    x[h] -= sum;
    less_multiple(m, h + 1, sum, v, x);
  }

  std::vector<int64> order_;
  std::vector<float> tau_;
};

}  // namespace ff::linalg::detail::factor
