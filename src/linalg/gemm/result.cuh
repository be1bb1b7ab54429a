// From exact integers to elements of the result, for the kernels.
#pragma once

#include "gemm_arguments.hpp"
#include "residues.hpp"

namespace ff::linalg::detail {
namespace {

/// (A B)_ij by the heads, where a row or column has an infinity or NaN.  Out of line: it is rare.
__device__ __noinline__ float poisoned_element(const ff_t* a, int64 along_a, const ff_t* b, int64 along_b,
                                               int64 k) {
  return poisoned_sum(
      k, [&](int64 h) { return a[h * along_a].hi(); }, [&](int64 h) { return b[h * along_b].hi(); });
}

/// Element (row, column) of A B, of which y is the integer, within C.
__device__ __forceinline__ ff_t product_element(const gemm_arguments& g, int64 row, int64 column,
                                                int32 scale_a, int32 scale_b, const magnitude128& y) {
  const ff_t product = to_pair(y.high, y.low, y.negative, -scale_a - scale_b);
  if (scale_a != poisoned && scale_b != poisoned) return product;
  return settled(poisoned_element(g.a.data + row * g.a.row_stride, g.a.column_stride,
                                  g.b.data + column * g.b.column_stride, g.b.row_stride, g.a.columns));
}

/// Four neighbours from (row, column) on; those beyond C are of no use.  A poisoned scale makes an exponent
/// that is not plain.
__device__ __forceinline__ void product_elements(const gemm_arguments& g, int64 row, int64 column,
                                                 int32 scale_a, const int32 (&scale_b)[4],
                                                 const magnitude128 (&y)[4], ff_t (&product)[4]) {
  unscaled_pair pair[4];
  bool plain = true;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    pair[j] = leading_pair(y[j].high, y[j].low, y[j].negative, -scale_a - scale_b[j]);
    product[j] = pair[j].plain();
    plain = plain && pair[j].is_plain();
  }
  if (plain) return;
#pragma unroll
  for (int j = 0; j < 4; ++j)
    if (column + j < g.c.columns) product[j] = product_element(g, row, column + j, scale_a, scale_b[j], y[j]);
}

}  // namespace
}  // namespace ff::linalg::detail
