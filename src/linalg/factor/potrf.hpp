// A = L L^T by halves down to blocks of 64: gemm and trsm do the work, and a block has one order of sums.
// Rows and columns are scaled by powers of two that bring the diagonal to [1, 4), and L's rows scaled back.
#pragma once

#include "equilibrate.hpp"

namespace ff::linalg::detail::factor {

/// Column j of a block takes two steps: l_ij = a_ij - sum_h<j l_ih l_jh with the root of the pivot, and the
/// quotients by it.
struct cholesky_block {
  matrix a;
  int64 first;    ///< the block's first row in the whole matrix
  int32* failed;  ///< the first row whose pivot is not positive and finite

  FF_HD void operator()(int64 step, int64 i) const {
    const int64 j = step / 2;
    if (i < j) return;
    if (step % 2 == 1) {
      if (i > j) a(i, j) = a(i, j) / a(j, j);
      return;
    }
    const ff_t x = sum_onto(
        a(i, j), j, [&](int64 h) { return -a(i, h); }, [&](int64 h) { return a(j, h); });
    if (i > j) {
      a(i, j) = x;
      return;
    }
    if (!(less(0.0f, x.hi()) && less(x.hi(), ff::detail::infinity)) && first + j < *failed)
      *failed = static_cast<int32>(first + j);
    a(j, j) = sqrt(x);
  }
};

/// The lower triangle of C = C - A A^T; above it, within blocks on the diagonal, anything.
template <class Machine>
void symmetric_update(Machine& on, const matrix_read& a, const matrix& c) {
  constexpr int64 whole = 512;
  if (c.rows <= whole) return on.gemm(-1.0f, a, a.transposed(), 1.0f, c);
  const int64 half = first_half(c.rows), rest = c.rows - half, k = a.columns;
  const matrix_read top = a.block(0, 0, half, k), bottom = a.block(half, 0, rest, k);
  symmetric_update(on, top, c.block(0, 0, half, half));
  on.gemm(-1.0f, bottom, top.transposed(), 1.0f, c.block(half, 0, rest, half));
  symmetric_update(on, bottom, c.block(half, half, rest, rest));
}

/// L over the lower triangle of A; *failed is lowered to the first pivot that fails.
template <class Machine>
void lower_factor(Machine& on, const matrix& a, int64 first, int32* failed) {
  const int64 n = a.rows;
  if (n <= block_rows) return on.in_steps(2 * n, n, cholesky_block{a, first, failed});
  const int64 half = first_half(n), rest = n - half;
  const matrix corner = a.block(0, 0, half, half), below = a.block(half, 0, rest, half);
  lower_factor(on, corner, first, failed);
  on.trsm(triangle::lower, diagonal::stored, corner, below.transposed());
  const matrix other = a.block(half, half, rest, rest);
  symmetric_update(on, below, other);
  lower_factor(on, other, first + half, failed);
}

/// The same; the first pivot that failed, or -1, which the host waits for.
template <class Machine>
int64 lower_factor(Machine& on, const matrix& a) {
  auto* const failed = on.template take<int32>(1);
  on.each(1, 1, set_to<int32>{failed, no_pivot});
  lower_factor(on, a, 0, failed);
  int32 found = no_pivot;
  on.read(failed, 1, &found);
  return found == no_pivot ? -1 : found;
}

/// Half the exponent of a positive pivot, rounded down; 0 for others, which fail.
struct half_exponents {
  matrix_read a;
  int32* to;
  FF_HD void operator()(int64 i, int64) const {
    const float pivot = a(i, i).hi();
    const int32 e = less(0.0f, pivot) ? exponent_of_key(magnitude_key(pivot, 0)) : 0;
    to[i] = (e + 1024) / 2 - 512;
  }
};
/// The lower triangle, element (i, j) by 2^(sign e_i), and by 2^(sign e_j) too for `both`; zeros above.
struct lower_by_powers {
  matrix_read from;
  matrix to;
  const int32* e;
  int32 sign;
  bool both;
  FF_HD void operator()(int64 i, int64 j) const {
    to(i, j) = j > i ? ff_t(0.0f) : ldexp(from(i, j), sign * (e[i] + (both ? e[j] : 0)));
  }
};

template <class Machine>
status cholesky_on(Machine& on, const matrix_read& a, const matrix& l, cholesky_report* report) {
  if (report != nullptr) *report = {};
  if (a.rows == 0) return {};
  auto* const e = on.template take<int32>(a.rows);
  on.each(a.rows, 1, half_exponents{a, e});
  on.each(a.rows, a.rows, lower_by_powers{a, l, e, -1, true});
  const int64 failed = lower_factor(on, l);
  on.each(a.rows, a.rows, lower_by_powers{l, l, e, 1, false});
  if (failed >= 0)
    on.fail({fault::numeric, "cholesky: expected a positive definite matrix; the report has the pivot"});
  if (report != nullptr) report->failed_pivot = failed;
  return on.said();
}

}  // namespace ff::linalg::detail::factor
