// gemm on the device: INT8 tensor cores, and the bits of the host.
//
// Every function queues its work on the context's stream and returns; matrices are in device memory.  With a
// workspace of the caller's nothing is allocated, and either form may be captured in a graph.  Dimensions are
// at most 2147483520, the largest multiple of 128 below 2^31.
//
//   ff::linalg::context context;
//   if (auto s = context.open(stream); !s) ...
//   auto s = ff::linalg::gemm(context, 1.0f, a, b, 0.0f, c);
//
// Defined where the library was built with CUDA; see linalg/gemm.hpp for what is computed.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/gemm.hpp>

struct CUstream_st;  // cudaStream_t points to one

namespace ff::linalg {

namespace detail {
struct device_resources;
}

/// A device, a stream on it, and what cuBLAS keeps between calls.  One thread at a time may use it.
class context {
 public:
  context() = default;
  ~context();
  context(context&& other) noexcept;
  context& operator=(context&& other) noexcept;

  /// For the current device and this stream of it.  It allocates, 32 MiB of device memory among others, and
  /// makes a stream-ordered pool (cudaMemPoolCreate), from which functions take what they need besides.  The
  /// pool keeps up to 1/32 of the device's memory from call to call, until the context ends.
  status open(CUstream_st* stream);

  /// Another stream of the same device; captures none that is under way.
  status use(CUstream_st* stream);

  /// Returns whether kernel::own runs here: on compute capability 9.0.
  bool has_own_kernel() const;

  /// Returns whether kernel::direct runs here: from compute capability 8.0 on, where the library was compiled
  /// for it.
  bool has_direct_kernel() const;

  /// Holds what the functions below work with; null before open.
  detail::device_resources* resources() const { return resources_; }

 private:
  detail::device_resources* resources_ = nullptr;
};

/// The bytes of workspace that any product of these dimensions needs: 13 bytes (standard) an element of A, B
/// and C, of A and C of at most 8192 rows, and at most a GiB.  It may be reused at once, in stream order.
size_t gemm_workspace_bytes(const context& c, int64 m, int64 n, int64 k, const gemm_options& options = {});

/// The bytes of device memory that `prepare` needs: about 13 (standard) an element.
size_t prepared_bytes(const context& on, int64 rows, int64 columns, const gemm_options& options = {});

/// Splits a matrix for kernel::own where that is what products of this inner dimension take, else for cuBLAS,
/// into memory aligned to 256 bytes; queued like a product.  Products have the bits that they have with the
/// matrix itself, and take the kernel it was split for.
status prepare(const context& on, const matrix_view<const ff_t>& m, factor is, const gemm_options& options,
               void* memory, size_t bytes, prepared_matrix& to);

/// C = alpha A B + beta C, in a workspace of device memory, aligned to 256 bytes.
status gemm(const context& on, ff_t alpha, const operand& a, const operand& b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options, void* workspace, size_t workspace_bytes);

/// Takes a workspace from the context's pool.
status gemm(const context& on, ff_t alpha, const operand& a, const operand& b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options = {});

/// `count` products as on the host.  Small ones run at once, others one after the other in one workspace.
status gemm_batched(const context& on, int64 count, ff_t alpha, const operand& a, int64 stride_a,
                    const operand& b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options, void* workspace, size_t workspace_bytes);
status gemm_batched(const context& on, int64 count, ff_t alpha, const operand& a, int64 stride_a,
                    const operand& b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options = {});

/// The bytes of workspace that a complex product needs: 32 an element of A and 16 of B and C, and those of a
/// real product of 2 m by n by 2 k.
size_t complex_gemm_workspace_bytes(const context& c, int64 m, int64 n, int64 k,
                                    const gemm_options& options = {});

/// The complex product of the host, in a workspace, or in one from the pool.
status gemm(const context& on, complex alpha, matrix_view<const complex> a, matrix_view<const complex> b,
            complex beta, matrix_view<complex> c, const gemm_options& options, void* workspace,
            size_t workspace_bytes);
status gemm(const context& on, complex alpha, matrix_view<const complex> a, matrix_view<const complex> b,
            complex beta, matrix_view<complex> c, const gemm_options& options = {});

}  // namespace ff::linalg

#endif
