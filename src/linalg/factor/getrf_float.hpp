// P A = L U in float on devices with thread block clusters (compute capability 9.0): partial pivoting, by
// blocks of 256 columns and panels of 32.
//
// A cluster of 16 blocks keeps a panel in registers, up to four rows a thread, and agrees on a pivot with one
// exchange through distributed shared memory.  All else is products: of the inverse of a diagonal block, and
// of what lies below and beside it.
#pragma once

#include "../gemm/plan.hpp"
#include "../machine/resources.hpp"

namespace ff::linalg::detail {

/// Columns of a block; orders are padded to multiples of it.
inline constexpr int64 lu_block = 256;
/// The cluster's threads have four rows each at most.
inline constexpr int64 largest_lu = 16384;
/// Below it cuSOLVER's factors are there as soon.
inline constexpr int64 smallest_lu = 1024;

/// Says what the factors of an order n, a multiple of 256, lie in.
struct float_lu_parts {
  int64 n;
  float* a;               ///< n by n, by columns: A; then L below the diagonal, and U
  float* lower_inverses;  ///< of the diagonal blocks of L, 256 by 256 each
  float* upper_inverses;  ///< of those of U
  float* beside;          ///< 256 by n: the rows of U before the product with the inverse
  float* left;            ///< n by 768: L's columns in three terms of TF32 products
  float* right;           ///< 768 by n: U's rows likewise
  int* orders;            ///< n for each block: where the rows come from once it is eliminated
  int* source;            ///< n: where the rows from the block's first one on stood before it
  int* pivots;            ///< 256: of the block at hand, from the panels' first rows on
  int* moved;   ///< how many rows below a block moved; 512 rows where moves begin, and where they end
  int* failed;  ///< not 0: a pivot was 0, infinite or NaN
};

status factor_lu(const device_resources& on, const float_lu_parts& t);
/// X = A^-1 B; `columns` of n elements.  B is overwritten.
status solve_lu(const device_resources& on, const float_lu_parts& t, int64 columns, float* b, float* x);
/// X = A^-T B likewise.
status solve_transposed_lu(const device_resources& on, const float_lu_parts& t, int64 columns, float* b,
                           float* x);

}  // namespace ff::linalg::detail
