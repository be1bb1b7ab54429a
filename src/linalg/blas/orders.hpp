// The orders of BLAS's sums and solutions, for host and device.
#pragma once

#include <ff/linalg/blas.hpp>
#include <ff/reduce/shape.hpp>

#include "../gemm/fixed_point.hpp"
#include "../gemm/gemm_arguments.hpp"

namespace ff::linalg::detail {

// ---------------------------------------------------------------- gemv

/// How the k products of a row fall into chunks, rows of 64 lanes, and lanes, as those of ff::dot do into
/// longer ones (reduce/shape.hpp): lane l of a chunk adds the products l, l + 64, ... in order and
/// renormalises after every eighth; lanes, and then chunks, are added in a binary tree of neighbours.
struct row_shape {
  static constexpr int64 lanes = 64, batch = 8, least_rows = 16, most_chunks = 64;

  int64 rows;    ///< of a full chunk
  int64 chunks;  ///< at least 1, at most most_chunks

  FF_HD constexpr explicit row_shape(int64 k) : rows(least_rows), chunks(1) {
    constexpr int64 unit = lanes * batch * most_chunks;
    const int64 needed = batch * ((k + unit - 1) / unit);
    if (needed > rows) rows = needed;
    if (k > 0) chunks = (k + lanes * rows - 1) / (lanes * rows);
  }
  FF_HD constexpr int64 chunk_length() const { return lanes * rows; }
};

/// A row's sum with alpha and beta; y() is read unless beta is 0.
FF_ANY_CALLEE
template <class Y>
FF_HD ff_t finished_row(ff_t alpha, ff_t total, ff_t beta, Y y) {
  return updated(alpha, reductions::one_nan(total), beta, y);
}

// ---------------------------------------------------------------- nrm2

/// ff::nrm2 of elements times 2^e, its result times 2^-e.
template <int e>
struct scaled_nrm2 : reductions::nrm2<ff_t> {
  FF_HD static constexpr void step(accumulator& a, ff_t x, ff_t) {
    const float f = ff::detail::power_of_two(e);
    const ff_t y = from_words(mul_rn(x.hi(), f), mul_rn(x.lo(), f));
    a.add_product(y, y);
  }
  FF_HD static constexpr ff_t finish(ff_t total) { return ldexp(sqrt(reductions::one_nan(total)), -e); }
};
inline constexpr int norm_scale = 88;
using small_nrm2 = scaled_nrm2<norm_scale>;
using large_nrm2 = scaled_nrm2<-norm_scale>;

/// Returns whether ff::nrm2 took squares that were too small, or too large.
FF_HD constexpr bool norm_too_small(ff_t norm) { return less(norm.hi(), 0x1p-30f); }
FF_HD constexpr bool norm_too_large(ff_t norm) { return !less(norm.hi(), 0x1p62f); }

// ---------------------------------------------------------------- ger

/// a + (alpha x) y.
FF_HD ff_t rank_one(ff_t alpha_x, ff_t y, ff_t a) { return settled(fma(alpha_x, y, a)); }

// ---------------------------------------------------------------- trsv and trsm

/// The rows of a block, which substitution solves together.  Row i takes a_ih x_h from what stands there, h =
/// 0, 1, ... in order, renormalises after every eighth, and divides.
inline constexpr int block_rows = 64;

/// trsv takes blocks of 64 rows one after the other.  A block's right sides are its near ones: gemv subtracts
/// the products of the columns before those of the last two blocks, the far ones; a sum of its own, from 0
/// and by substitution's steps, takes those of the last two; and the one is added to the other.
inline constexpr int64 near_blocks = 2;

/// The rows before the halves of a larger triangle part: a power of two times 64, at least half of n.
constexpr int64 first_half(int64 n) {
  int64 half = block_rows;
  while (2 * half < n) half *= 2;
  return half;
}

/// The lower triangle from `first` on of n rows: solve(first, rows) substitutes, and update(from, of, rows)
/// takes the product of the block at (of, from) with the solutions `from` ... `of` from the right sides of
/// `of` on.
template <class Solve, class Update>
status solve_halves(int64 first, int64 n, const Solve& solve, const Update& update) {
  if (n <= block_rows) return solve(first, n);
  const int64 half = first_half(n);
  if (const status s = solve_halves(first, half, solve, update); !s) return s;
  if (const status s = update(first, first + half, n - half); !s) return s;
  return solve_halves(first + half, n - half, solve, update);
}

// ---------------------------------------------------------------- arguments

constexpr bool out_of_range(int64 n) { return n < 0 || n > largest_dimension; }

constexpr bool overlaps_itself(const vector_view<ff_t>& v) { return v.size > 1 && v.stride == 0; }
constexpr bool overlaps_itself(const matrix_view<ff_t>& m) {
  return overlaps_itself(m.rows, m.columns, m.row_stride, m.column_stride);
}
template <class T>
constexpr bool is_missing(const vector_view<T>& v) {
  return v.size > 0 && v.data == nullptr;
}
template <class T>
constexpr bool is_missing(const matrix_view<T>& m) {
  return m.rows > 0 && m.columns > 0 && m.data == nullptr;
}

/// Checks that apply to every vector argument.
inline status checked_vector(const vector_view<const ff_t>& x) {
  if (out_of_range(x.size)) return {fault::shape, "blas: expected vectors of 0 to 2147483647 elements"};
  if (is_missing(x)) return {fault::view, "blas: expected vectors in memory; a pointer is null"};
  return {};
}
inline status checked_matrix(const matrix_view<const ff_t>& a) {
  if (out_of_range(a.rows) || out_of_range(a.columns))
    return {fault::shape, "blas: expected dimensions between 0 and 2147483647"};
  if (is_missing(a)) return {fault::view, "blas: expected matrices in memory; a pointer is null"};
  return {};
}
template <class T>
status checked_result(const T& result) {
  if (overlaps_itself(result))
    return {fault::view, "blas: expected strides of the result that give each element an address of its own"};
  return {};
}
/// The first fault of a list.
template <class... More>
status first_fault(const status& s, const More&... more) {
  if constexpr (sizeof...(more) > 0)
    return s ? first_fault(more...) : s;
  else
    return s;
}

inline status checked_axpy(const vector_view<const ff_t>& x, const vector_view<ff_t>& y) {
  if (x.size != y.size) return {fault::shape, "axpy: expected as many elements of y as of x"};
  return first_fault(checked_vector(x), checked_vector(y), checked_result(y));
}
inline status checked_scal(const vector_view<ff_t>& x) {
  return first_fault(checked_vector(x), checked_result(x));
}
inline status checked_dot(const vector_view<const ff_t>& x, const vector_view<const ff_t>& y,
                          const ff_t* result) {
  if (x.size != y.size) return {fault::shape, "dot: expected as many elements of y as of x"};
  if (result == nullptr) return {fault::view, "dot and nrm2: expected a place for the result; it is null"};
  return first_fault(checked_vector(x), checked_vector(y));
}
inline status checked_threads(int threads) {
  if (threads < 0) return {fault::option, "blas: expected a number of threads of at least 0"};
  return {};
}
inline status checked_gemv(ff_t alpha, const matrix_view<const ff_t>& a, const vector_view<const ff_t>& x,
                           const vector_view<ff_t>& y) {
  if (a.columns != x.size) return {fault::shape, "gemv: expected as many elements of x as A has columns"};
  if (a.rows != y.size) return {fault::shape, "gemv: expected as many elements of y as A has rows"};
  const bool reads = !(alpha == 0.0f) && a.rows > 0;
  return first_fault(checked_vector(y), checked_result(y), reads ? checked_matrix(a) : status(),
                     reads ? checked_vector(x) : status());
}
inline status checked_ger(const vector_view<const ff_t>& x, const vector_view<const ff_t>& y,
                          const matrix_view<ff_t>& a) {
  if (a.rows != x.size) return {fault::shape, "ger: expected as many elements of x as A has rows"};
  if (a.columns != y.size) return {fault::shape, "ger: expected as many elements of y as A has columns"};
  return first_fault(checked_matrix(a), checked_vector(x), checked_vector(y), checked_result(a));
}
inline status checked_triangle(triangle half, diagonal ones, const matrix_view<const ff_t>& a, int64 rows) {
  if (half != triangle::lower && half != triangle::upper)
    return {fault::option, "trsv and trsm: expected triangle lower or upper"};
  if (ones != diagonal::stored && ones != diagonal::unit)
    return {fault::option, "trsv and trsm: expected diagonal stored or unit"};
  if (a.rows != a.columns) return {fault::shape, "trsv and trsm: expected as many rows of A as columns"};
  if (a.rows != rows)
    return {fault::shape, "trsv and trsm: expected as many rows of the right side as A has"};
  return checked_matrix(a);
}
inline status checked_trsv(triangle half, diagonal ones, const matrix_view<const ff_t>& a,
                           const vector_view<ff_t>& x) {
  return first_fault(checked_triangle(half, ones, a, x.size), checked_vector(x), checked_result(x));
}
inline status checked_trsm(triangle half, diagonal ones, const matrix_view<const ff_t>& a,
                           const matrix_view<ff_t>& b, const gemm_options& options) {
  gemm_arguments product{};  // none but its options
  product.alpha = 1.0f, product.options = options;
  return first_fault(checked_triangle(half, ones, a, b.rows), checked_matrix(b), checked_result(b),
                     checked(product));
}

/// Says what trsm tells its products.
inline gemm_options of_solution(gemm_options options) {
  options.balance = true;
  return options;
}

}  // namespace ff::linalg::detail
