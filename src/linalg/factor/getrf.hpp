// P A = L U in pairs, partial pivoting, panels of 32 columns, the rest by gemm; for host and device.
#pragma once

#include <algorithm>

#include "elements.hpp"

namespace ff::linalg::detail::factor {

/// Larger for a larger element, and for an upper one among equals.
struct pivot_key {
  vector_view<const ff_t> column;
  FF_HD uint64 operator()(int64 i) const {
    return static_cast<uint64>(magnitude_bits_of(column(i).hi())) << 32 |
           (0xffffffffu - static_cast<uint32>(i));
  }
};

/// Row c and the pivot's change places, in A and (column n) in the permutation.  *failed is lowered to c
/// where the pivot is 0 or not finite.  A pivot of 0 becomes the unit of rounding: the factors are then those
/// of a matrix nearby, with which a solution can be written.
struct exchange_rows {
  matrix a;
  int32* order;
  int64 c;
  const uint64* pivot;
  int32* failed;
  FF_HD void operator()(int64 j, int64) const {
    const int64 p = c + static_cast<int64>(0xffffffffu - static_cast<uint32>(*pivot));
    if (j < a.columns) {
      const ff_t x = a(c, j);
      a(c, j) = a(p, j);
      a(p, j) = x;
      if (j == c && a(c, c) == 0.0f) a(c, c) = 0x1p-48f;
      return;
    }
    const int32 x = order[c];
    order[c] = order[p];
    order[p] = x;
    const auto magnitude = static_cast<uint32>(*pivot >> 32);
    if ((magnitude == 0 || exponent_field(magnitude) == not_finite) && c < *failed)
      *failed = static_cast<int32>(c);
  }
};
struct divide_column {
  matrix a;
  int64 c;
  FF_HD void operator()(int64 i, int64) const { a(c + 1 + i, c) = a(c + 1 + i, c) / a(c, c); }
};
/// A smaller pivot becomes `least`, with its sign.
struct pivots_at_least {
  matrix a;
  float least;
  FF_HD void operator()(int64 i, int64) const {
    const float pivot = a(i, i).hi();
    if (less(abs(pivot), least)) a(i, i) = pivot < 0.0f ? neg(least) : least;
  }
};
struct magnitude_of_upper {
  matrix_read a;
  FF_HD uint32 operator()(int64 i, int64 j) const { return i <= j ? magnitude_bits_of(a(i, j).hi()) : 0u; }
};
struct counted {
  int32* order;
  FF_HD void operator()(int64 i, int64) const { order[i] = static_cast<int32>(i); }
};
/// Column j of the identity in the rows' new order.
struct reordered_identity {
  const int32* order;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = order[i] == j ? 1.0f : 0.0f; }
};
/// Undoes the new order of the rows.
struct ordered_back {
  matrix_read from;
  const int32* order;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(order[i], j) = from(i, j); }
};
struct reordered {
  matrix_read from;
  const int32* order;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = from(order[i], j); }
};

template <class Machine>
class pair_lu {
 public:
  static constexpr double precision = 0x1p-48;
  static constexpr int residual_words = 4;  ///< of refinement with these factors
  /// Of A, whose elements are near 1, for blocks of at most `widest` right sides.
  pair_lu(Machine& on, const matrix_read& a, int64 widest)
      : on_(on), n_(a.rows), lu_(on.matrix(n_, n_)), copy_(on.matrix(n_, widest)) {
    order_ = on.template take<int32>(n_);
    auto* const pivot = on.template take<uint64>(1);
    auto* const failed = on.template take<int32>(1);
    on.each(n_, n_, scaled_elements{a, lu_, 0});
    on.each(n_, 1, counted{order_});
    on.each(1, 1, set_to<int32>{failed, no_pivot});
    constexpr int64 width = 32;
    for (int64 first = 0; first < n_ && on.ok(); first += width) {
      const int64 b = std::min(width, n_ - first), end = first + b, rest = n_ - end;
      for (int64 c = first; c < end && on.ok(); ++c) {
        on.find_largest(n_ - c, pivot_key{lu_.column(c).part(c, n_ - c)}, pivot);
        on.each(n_ + 1, 1, exchange_rows{lu_, order_, c, pivot, failed});
        const int64 below = n_ - c - 1, right = end - c - 1;
        on.each(below, 1, divide_column{lu_, c});
        if (below > 0 && right > 0)
          on.less_outer(lu_.column(c).part(c + 1, below), lu_.row(c).part(c + 1, right),
                        lu_.block(c + 1, c + 1, below, right));
      }
      if (rest == 0) break;
      const matrix beside = lu_.block(first, end, b, rest);
      on.trsm(linalg::triangle::lower, diagonal::unit, lu_.block(first, first, b, b), beside);
      on.gemm(-1.0f, lu_.block(end, first, rest, b), beside, 1.0f, lu_.block(end, end, rest, rest));
    }
    int32 found = no_pivot;
    on.read(failed, 1, &found);
    failed_pivot_ = found == no_pivot ? -1 : found;
  }

  /// The first pivot that is 0, or -1.
  int64 failed_pivot() const { return failed_pivot_; }
  /// The largest element of U over the largest of A.
  double growth(double largest) const {
    return double(from_bits(on_.largest(n_, n_, magnitude_of_upper{lu_}))) / largest;
  }
  matrix_read triangle() const { return lu_; }
  matrix_read inverse(const matrix& d) {
    (*this)(d);
    return d;
  }
  /// Replaces D by A^-T D.
  matrix_read transposed(const matrix& d) {
    const matrix x = copy_.block(0, 0, n_, d.columns);
    const matrix_read across = matrix_read(lu_).transposed();
    on_.trsm(linalg::triangle::lower, diagonal::stored, across, d);
    on_.trsm(linalg::triangle::upper, diagonal::unit, across, d);
    on_.each(n_, d.columns, ordered_back{d, order_, x});
    on_.each(n_, d.columns, scaled_elements{x, d, 0});
    return d;
  }
  /// The factors of a matrix that differs from A by about so much, and whose solutions are no larger than it
  /// takes.
  void limit_pivots(float least) { on_.each(n_, 1, pivots_at_least{lu_, least}); }
  /// A^-1 as these factors give it.
  matrix inverse() const {
    const matrix x = on_.matrix(n_, n_);
    on_.each(n_, n_, reordered_identity{order_, x});
    solve_triangles(x);
    return x;
  }

  /// Replaces the right-hand sides D by X, where A X = D.
  void operator()(const matrix& d) {
    const matrix x = copy_.block(0, 0, n_, d.columns);
    on_.each(n_, d.columns, reordered{d, order_, x});
    solve_triangles(x);
    on_.each(n_, d.columns, scaled_elements{x, d, 0});
  }

 private:
  void solve_triangles(const matrix& x) const {
    on_.trsm(linalg::triangle::lower, diagonal::unit, lu_, x);
    on_.trsm(linalg::triangle::upper, diagonal::stored, lu_, x);
  }

  Machine& on_;
  int64 n_;
  matrix lu_, copy_;
  int32* order_ = nullptr;
  int64 failed_pivot_ = -1;
};

}  // namespace ff::linalg::detail::factor
