// Says what svd and eigh ask of their arguments, on either side.
#pragma once

#include <ff/linalg/svd.hpp>

#include "../gemm/gemm_arguments.hpp"

namespace ff::linalg::detail {

inline bool is_within_range(matrix_view<const ff_t> m) {
  return m.rows >= 0 && m.columns >= 0 && m.rows <= largest_dimension && m.columns <= largest_dimension;
}

inline bool is_writable(matrix_view<ff_t> m) {
  return m.rows == 0 || m.columns == 0 ||
         (m.data != nullptr && !overlaps_itself(m.rows, m.columns, m.row_stride, m.column_stride));
}

inline bool is_a_choice(svd_vectors v) {
  return v == svd_vectors::none || v == svd_vectors::thin || v == svd_vectors::full;
}

/// The first fault of svd's arguments, of dimensions, options and pointers in this order.
inline status checked_svd(matrix_view<const ff_t> a, const ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
                          const svd_options& o) {
  if (!is_within_range(a)) return {fault::shape, "svd: expected dimensions between 0 and 2147483647"};
  if (!is_a_choice(o.vectors)) return {fault::option, "svd: expected vectors none, thin or full"};
  if (o.method != svd_method::automatic && o.method != svd_method::refine &&
      o.method != svd_method::golub_reinsch && o.method != svd_method::jacobi)
    return {fault::option, "svd: expected method automatic, refine, golub_reinsch or jacobi"};
  if (o.threads < 0) return {fault::option, "svd: expected a number of threads of at least 0"};
  const int64 least = a.rows < a.columns ? a.rows : a.columns;
  const bool full = o.vectors == svd_vectors::full;
  if (o.vectors != svd_vectors::none) {
    if (u.rows != a.rows || u.columns != (full ? a.rows : least))
      return {fault::shape, "svd: expected U of m by min(m, n) elements, or m by m with vectors full"};
    if (v.rows != a.columns || v.columns != (full ? a.columns : least))
      return {fault::shape, "svd: expected V of n by min(m, n) elements, or n by n with vectors full"};
    if (!is_writable(u))
      return {fault::view, "svd: expected U in memory, each element at an address of its own"};
    if (!is_writable(v))
      return {fault::view, "svd: expected V in memory, each element at an address of its own"};
  }
  if (least == 0) return {};
  if (a.data == nullptr) return {fault::view, "svd: expected A in memory; its pointer is null"};
  if (s == nullptr) return {fault::view, "svd: expected s in memory; its pointer is null"};
  return {};
}

/// The first fault of eigh's arguments.
inline status checked_eigh(matrix_view<const ff_t> a, const ff_t* w, matrix_view<ff_t> v,
                           const svd_options& o) {
  if (!is_within_range(a)) return {fault::shape, "eigh: expected dimensions between 0 and 2147483647"};
  if (a.rows != a.columns) return {fault::shape, "eigh: expected as many columns of A as rows"};
  if (!is_a_choice(o.vectors)) return {fault::option, "eigh: expected vectors none, thin or full"};
  if (o.method != svd_method::automatic && o.method != svd_method::refine)
    return {fault::option, "eigh: expected method automatic or refine"};
  if (o.threads < 0) return {fault::option, "eigh: expected a number of threads of at least 0"};
  if (o.vectors != svd_vectors::none) {
    if (v.rows != a.rows || v.columns != a.columns)
      return {fault::shape, "eigh: expected V of as many rows and columns as A"};
    if (!is_writable(v))
      return {fault::view, "eigh: expected V in memory, each element at an address of its own"};
  }
  if (a.rows == 0) return {};
  if (a.data == nullptr) return {fault::view, "eigh: expected A in memory; its pointer is null"};
  if (w == nullptr) return {fault::view, "eigh: expected w in memory; its pointer is null"};
  return {};
}

}  // namespace ff::linalg::detail
