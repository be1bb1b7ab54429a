// The steps of a product on the device, which gemm.cu queues: what each reads, writes and is called by.
#pragma once

#include "../machine/resources.hpp"
#include "plan.hpp"

namespace ff::linalg::detail {

inline abilities abilities_of(const device_resources& r) {
  return {r.own_kernel, r.direct_kernel, r.processors};
}

/// Rows of numbers, and the N planes of their residues.  Byte (row, h) of a plane lies at row inner + h, or,
/// where tiles of 128 along h are consecutive, at (h/128 padded_rows + row') 128 + h%128, row' being row
/// permuted within 64.
struct split_task {
  const ff_t* x;
  int64 between, along;  ///< strides from row to row, and along a row
  int64 rows, length, padded_rows, inner;
  int64 plane;  ///< padded_rows inner, filled in by split: the kernels would multiply again at each store
  signed char* residues;
  int32* scales;
  uint64* norms;       ///< for rows that are not consecutive along h
  uint32* magnitudes;  ///< likewise
  int moduli;
  bool tiled;
  bool beside;  ///< the previous kernel in the stream is the other operand's split; the two may overlap
};
status split(const split_task& t, cudaStream_t stream);

/// Sums of 32 bits to residues of a modulus; onto those that are there where `adding`.
status reduce_sums(const int32* sums, unsigned char* residues, size_t count, int modulus, bool adding,
                   cudaStream_t stream);

/// Rows of C from N planes of residues, or of sums where `residues` is null.
struct reconstruct_task {
  const unsigned char* residues;
  const int32* sums;
  size_t plane;
  int64 padded_columns;
  const int32 *scales_a, *scales_b;
  int moduli;
  bool own;  ///< behind the own kernel
  gemm_arguments g;
};
status reconstruct(const reconstruct_task& t, cudaStream_t stream);

/// Products of which no planes are made.  Row i of A, and column j of B, has its measures at i, and at j
/// after A's rows padded to 32.
struct direct_task {
  uint32* magnitudes;
  uint64* norms;
  signed128* sums;  ///< part, row and column, where there are several parts
  int moduli;
  int64 measured;     ///< of a row at a time by a block; 0 where the products' blocks measure their own rows
  int64 part, parts;  ///< of the inner dimension; 1 where the batch has more products than one
  gemm_arguments g;
};
status multiply_direct(const direct_task& t, cudaStream_t stream);

/// A product with gemm_options::balance or componentwise: its workspace, and the batch in it.
size_t balanced_workspace_bytes(const context& on, int64 m, int64 n, int64 k, const gemm_options& options);
status multiply_balanced(const context& on, const gemm_arguments& g, void* workspace);

/// C = beta C.
status scale_result(const gemm_arguments& g, cudaStream_t stream);

/// The products of N tiled planes as planes of residues.
struct product_task {
  const signed char *a, *b;
  unsigned char* residues;
  int64 rows, columns, inner;  ///< padded
  int64 pitch_a;               ///< rows of the planes that a points into
  int64 left_a;                ///< of them, from a on
  int moduli, processors;
};
status multiply_sm90(const product_task& t, cudaStream_t stream);

}  // namespace ff::linalg::detail
