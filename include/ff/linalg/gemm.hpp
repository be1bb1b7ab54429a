// The product of two matrices, C = alpha A B + beta C, by exact integers: Ozaki's second scheme (Ozaki,
// Uchino, Imamura, "Ozaki scheme II", 2025), on the host.  linalg/cuda.hpp has it on INT8 tensor cores, with
// the same bits.
//
// Definition.  Row i of A is multiplied by the largest power of two 2^s that keeps its 2-norm, as the leading
// 16 bits of the heads bound it, at most 2^L, and rounded to integers; so is column j of B, by 2^t.  Their
// scalar product Y is exact, (A B)_ij is 2^(-s-t) Y rounded once to a pair, and alpha and beta follow with
// the operators of ff_t.  Nothing depends on an order, a tile, a thread or the machine.
//
// Bound (docs/proofs/gemm.md), without overflow and underflow of the result, and for rows of A and columns of
// B whose largest head is 0 or at least 2^-126:
//
//   |C_ij - (A B)_ij| <= sqrt(k) 2^(1-L) (1 + sqrt(k) 2^-14) |A_i| |B_j| + 2^-49 |C_ij|,
//
// |A_i| and |B_j| the 2-norms, alpha = 1 and beta = 0; L = 46.89 (fast), 50.75 (standard), 54.57 (proved).
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/status.hpp>
#include <ff/linalg/view.hpp>

namespace ff {
/// Complex numbers, of ff/complex.hpp.
class complex;
}  // namespace ff

namespace ff::linalg {

/// How long the integers are: 12, 13 and 14 moduli of the device's products.  Times are as these numbers are.
enum class accuracy { fast, standard, proved };

/// Who multiplies the integers on the device: cuBLAS; the library's own kernel, which needs compute
/// capability 9.0 and an inner dimension of at most 131071; or a single kernel from numbers to results, for
/// small products and thin ones, which needs compute capability 8.0.  `automatic` chooses by the dimensions.
/// The bits are the same.
enum class kernel { automatic, cublas, own, direct };

/// Holds the options of gemm.
struct gemm_options {
  accuracy length = accuracy::standard;
  kernel product = kernel::automatic;  ///< read on the device
  int threads = 0;                     ///< read on the host; 0: one for each processor
  /// Columns of A and rows of B are brought together by powers of two first, which is exact.  The bound is
  /// then that of the balanced norms: where the inner dimension is graded, the other way round in A than in
  /// B, those are smaller by any factor.
  bool balance = false;
  /// |C_ij - (A B)_ij| <= 2^-44 (|A| |B|)_ij for k <= 2^17, where no product other than 0 is below 2^-80:
  /// balanced, of 14 moduli whatever `length` says, and elements for which that is not enough by sums in
  /// three floats.
  bool componentwise = false;
};

// ---------------------------------------------------------------- operands

/// Names which factor of a product a matrix is.
enum class factor { left, right };

namespace detail {
enum class split_form { none, integers, planes, tiled_planes };
}

/// A matrix that `prepare` has split for many products.  It refers to the matrix and to the memory that was
/// given for the parts: both stay, unchanged, as long as it is used.
struct prepared_matrix {
  matrix_view<const ff_t> matrix;        ///< what was split
  factor is = factor::left;              ///< the factor that it may be
  accuracy length = accuracy::standard;  ///< of the products it may be in
  detail::split_form form = detail::split_form::none;
  const void* memory = nullptr;
};

/// A factor of a product: a matrix, or one that was prepared.
class operand {
 public:
  /// From a view, or whatever converts into one.
  template <class M, class = decltype(matrix_view<const ff_t>(*static_cast<const M*>(nullptr)))>
  operand(const M& m) : view_(m) {}
  operand(const ff_t* first, int64 rows, int64 columns, int64 between_rows, int64 between_columns)
      : view_(first, rows, columns, between_rows, between_columns) {}
  operand(const prepared_matrix& p) : view_(p.matrix), prepared_(&p) {}

  const matrix_view<const ff_t>& view() const { return view_; }
  /// Null for a matrix that was not prepared.
  const prepared_matrix* prepared() const { return prepared_; }

 private:
  matrix_view<const ff_t> view_;
  const prepared_matrix* prepared_ = nullptr;
};

/// The bytes of memory that `prepare` needs on the host.
size_t prepared_bytes(int64 rows, int64 columns);

/// Splits a matrix on the host, into memory aligned to 8 bytes.  A product that has it as this factor, with
/// the same accuracy, has the same bits as with the matrix itself, without splitting it again.
status prepare(const matrix_view<const ff_t>& m, factor is, const gemm_options& options, void* memory,
               size_t bytes, prepared_matrix& to);

// ---------------------------------------------------------------- products

/// C = alpha A B + beta C for A of m by k, B of k by n, C of m by n elements on the host; k may be 0.
///
/// Where alpha is 0, A and B are not read, and where beta is 0, C is not.  C shares no element with A and B.
/// An infinity or NaN in row i of A or column j of B makes (A B)_ij what IEEE makes of the sum of the
/// products of the heads.  NaN is always 0x7fc00000.
status gemm(ff_t alpha, const operand& a, const operand& b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options = {});

/// `count` products: of batch p the matrices begin p stride_a, p stride_b and p stride_c elements after the
/// given ones.  The stride of an operand that was prepared is 0.
status gemm_batched(int64 count, ff_t alpha, const operand& a, int64 stride_a, const operand& b,
                    int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options = {});

/// C = alpha A B + beta C for complex matrices (include ff/complex.hpp).  Both components of a row of A, and
/// of a column of B, have one scale, by their common 2-norm; Re (A B)_ij = sum a_r b_r - a_i b_i and Im (A
/// B)_ij = sum a_r b_i + a_i b_r are exact integers, each rounded once.  alpha and beta follow with the
/// operators of ff::complex.
///
/// Each component of A B has the bits of the real product of twice the inner dimension whose row is (a_r,
/// -a_i) or (a_i, a_r), and its column (b_r, b_i), and so its bound:
///
///   sqrt(2 k) 2^(1-L) (1 + sqrt(2 k) 2^-14) |A_i| |B_j| + 2^-49 of the component,
///
/// the 2-norms of complex vectors, and its infinities and NaN.  Dimensions are at most 2^30 - 1.
status gemm(complex alpha, matrix_view<const complex> a, matrix_view<const complex> b, complex beta,
            matrix_view<complex> c, const gemm_options& options = {});

}  // namespace ff::linalg

#endif
