// What a product asks of its arguments, on either side.
#pragma once

#include <ff/linalg/gemm.hpp>
#include <ff/operators.hpp>

#include "moduli.hpp"

namespace ff::linalg::detail {

inline constexpr int64 largest_dimension = 0x7fffffff;

/// The moduli of an accuracy, or 0.
constexpr int moduli_of(accuracy a) {
  switch (a) {
    case accuracy::fast:
      return 12;
    case accuracy::standard:
      return 13;
    case accuracy::proved:
      return 14;
  }
  return 0;
}

FF_HD constexpr int64 magnitude_of(int64 x) { return x < 0 ? -x : x; }

/// True where two elements of the matrix lie at one address: neither stride reaches past the other direction.
/// (Strides that interleave otherwise are refused with them.)
constexpr bool overlaps_itself(int64 rows, int64 columns, int64 row_stride, int64 column_stride) {
  const int64 between_rows = magnitude_of(row_stride), between_columns = magnitude_of(column_stride);
  if (rows > 1 && columns > 1)
    return !(between_columns > 0 && between_rows > (columns - 1) * between_columns) &&
           !(between_rows > 0 && between_columns > (rows - 1) * between_rows);
  return (rows > 1 && between_rows == 0) || (columns > 1 && between_columns == 0);
}

/// C = alpha A B + beta C with all that it reads.
struct gemm_arguments {
  int64 count;
  ff_t alpha;
  matrix_view<const ff_t> a;
  int64 stride_a;
  matrix_view<const ff_t> b;
  int64 stride_b;
  ff_t beta;
  matrix_view<ff_t> c;
  int64 stride_c;
  gemm_options options;

  bool multiplies() const { return a.columns > 0 && !(alpha == 0.0f); }
};

/// The first fault, of dimensions, options and pointers in this order.
inline status checked(const gemm_arguments& g) {
  const auto out_of_range = [](int64 n) { return n < 0 || n > largest_dimension; };
  if (g.count < 0) return {fault::shape, "gemm: expected a number of products of at least 0"};
  if (out_of_range(g.a.rows) || out_of_range(g.a.columns) || out_of_range(g.b.rows) ||
      out_of_range(g.b.columns) || out_of_range(g.c.rows) || out_of_range(g.c.columns))
    return {fault::shape, "gemm: expected dimensions between 0 and 2147483647"};
  if (g.a.columns != g.b.rows) return {fault::shape, "gemm: expected as many rows of B as A has columns"};
  if (g.c.rows != g.a.rows) return {fault::shape, "gemm: expected as many rows of C as A has"};
  if (g.c.columns != g.b.columns) return {fault::shape, "gemm: expected as many columns of C as B has"};
  if (moduli_of(g.options.length) == 0)
    return {fault::option, "gemm: expected accuracy fast, standard or proved"};
  if (g.options.product != kernel::automatic && g.options.product != kernel::cublas &&
      g.options.product != kernel::own && g.options.product != kernel::direct)
    return {fault::option, "gemm: expected kernel automatic, cublas, own or direct"};
  if (g.options.threads < 0) return {fault::option, "gemm: expected a number of threads of at least 0"};
  if (g.count == 0 || g.c.rows == 0 || g.c.columns == 0) return {};
  if (g.c.data == nullptr) return {fault::view, "gemm: expected C in memory; its pointer is null"};
  if (overlaps_itself(g.c.rows, g.c.columns, g.c.row_stride, g.c.column_stride))
    return {fault::view, "gemm: expected strides of C that give each element an address of its own"};
  if (g.count > 1 && g.stride_c == 0)
    return {fault::view, "gemm: expected a stride between the results of a batch; it is 0"};
  if (!g.multiplies()) return {};
  if (g.a.data == nullptr) return {fault::view, "gemm: expected A in memory; its pointer is null"};
  if (g.b.data == nullptr) return {fault::view, "gemm: expected B in memory; its pointer is null"};
  return {};
}

/// The views of product `p` of a batch.
inline gemm_arguments of_batch(gemm_arguments g, int64 p) {
  if (g.a.data != nullptr) g.a.data += p * g.stride_a;
  if (g.b.data != nullptr) g.b.data += p * g.stride_b;
  g.c.data += p * g.stride_c;
  return g;
}

}  // namespace ff::linalg::detail
