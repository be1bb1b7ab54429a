// gemm on the device: panels of residues, their products by cuBLAS or the own kernel, and the result.
#include <ff/linalg/cuda.hpp>

#include "device.hpp"

namespace ff::linalg {
namespace detail {
namespace {

/// The first fault of a series; what follows one is left out.
class steps {
 public:
  template <class F>
  steps& operator()(F step) {
    if (first_.ok()) first_ = step();
    return *this;
  }
  status result() const { return first_; }

 private:
  status first_;
};

struct device_gemm {
  const device_resources& on;
  const gemm_arguments& g;
  const gemm_plan& plan;
  char* workspace;

  template <class T>
  T* at(size_t offset) const {
    return reinterpret_cast<T*>(workspace + offset);
  }

  split_task rows_of(matrix_view<const ff_t> m, size_t residues, size_t scales, int64 padded_rows,
                     bool permuted, bool beside) const {
    split_task t{};
    t.x = m.data;
    t.between = m.row_stride;
    t.along = m.column_stride;
    t.rows = m.rows;
    t.length = m.columns;
    t.padded_rows = padded_rows;
    t.inner = plan.inner;
    t.residues = at<signed char>(residues);
    t.scales = at<int32>(scales);
    t.norms = at<uint64>(plan.norms);
    t.magnitudes = at<uint32>(plan.magnitudes);
    t.moduli = plan.moduli;
    t.tiled = plan.own;
    t.permuted = plan.own && permuted;
    t.beside = plan.own && beside;
    return t;
  }

  // Rows of C are columns to cuBLAS, which therefore has B's planes first.
  status cublas_at_once(int64 rows) const {
    const int one = 1, zero = 0;
    return of_cublas(cublasGemmStridedBatchedEx(
        on.cublas, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(plan.columns), static_cast<int>(rows),
        static_cast<int>(plan.inner), &one, at<void>(plan.residues_b), CUDA_R_8I,
        static_cast<int>(plan.inner), static_cast<long long>(plan.plane_b()), at<void>(plan.residues_a),
        CUDA_R_8I, static_cast<int>(plan.inner), static_cast<long long>(plan.plane_a()), &zero,
        at<void>(plan.sums), CUDA_R_32I, static_cast<int>(plan.columns),
        static_cast<long long>(plan.plane_c()), plan.moduli, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  }

  status cublas_plane(int64 rows, int modulus, int64 first, int64 length) const {
    const int one = 1, zero = 0;
    const auto plane = static_cast<size_t>(modulus);
    return of_cublas(cublasGemmEx(
        on.cublas, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(plan.columns), static_cast<int>(rows),
        static_cast<int>(length), &one, at<char>(plan.residues_b) + plane * plan.plane_b() + first, CUDA_R_8I,
        static_cast<int>(plan.inner), at<char>(plan.residues_a) + plane * plan.plane_a() + first, CUDA_R_8I,
        static_cast<int>(plan.inner), &zero, at<void>(plan.sums), CUDA_R_32I, static_cast<int>(plan.columns),
        CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  }

  status cublas_one_by_one(int64 rows) const {
    steps run;
    for (int t = 0; t < plan.moduli; ++t)
      for (int64 first = 0; first < plan.inner; first += inner_part) {
        const int64 length = std::min(inner_part, plan.inner - first);
        run([&] { return cublas_plane(rows, t, first, length); })([&] {
          return reduce_sums(at<int32>(plan.sums),
                             at<unsigned char>(plan.residues_c) + static_cast<size_t>(t) * plan.plane_c(),
                             static_cast<size_t>(rows * plan.columns), t, first > 0, on.stream);
        });
      }
    return run.result();
  }

  status own_products() const {
    return multiply_sm90(
        {at<signed char>(plan.residues_a), at<signed char>(plan.residues_b),
         at<unsigned char>(plan.residues_c), plan.rows, plan.columns, plan.inner, plan.moduli, on.processors},
        on.stream);
  }

  status panel(int64 first) const {
    const int64 rows = std::min(plan.panel, g.c.rows - first), padded_rows = padded(rows, 64);
    gemm_arguments part = g;
    part.a = g.a.block(first, 0, rows, g.a.columns);
    part.c = g.c.block(first, 0, rows, g.c.columns);
    reconstruct_task result{};
    result.residues = plan.all_at_once ? nullptr : at<unsigned char>(plan.residues_c);
    result.sums = at<int32>(plan.sums);
    result.plane = plan.plane_c();
    result.padded_columns = plan.columns;
    result.scales_a = at<int32>(plan.scales_a);
    result.scales_b = at<int32>(plan.scales_b);
    result.moduli = plan.moduli;
    result.own = plan.own;
    result.g = part;
    return steps()([&] {
             return split(rows_of(part.a, plan.residues_a, plan.scales_a, plan.rows, false, first == 0), on.stream);
           })([&] {
             return plan.own           ? own_products()
                    : plan.all_at_once ? cublas_at_once(padded_rows)
                                       : cublas_one_by_one(padded_rows);
           })([&] { return reconstruct(result, on.stream); })
        .result();
  }

  status run() const {
    if (plan.direct)
      return multiply_direct({at<uint32>(plan.magnitudes), at<uint64>(plan.norms), at<signed128>(plan.sums),
                              plan.moduli, plan.measured, plan.part, plan.parts, g},
                             on.stream);
    steps all;
    all([&] {
      return split(rows_of(g.b.transposed(), plan.residues_b, plan.scales_b, plan.columns, true, false), on.stream);
    });
    for (int64 first = 0; first < g.c.rows; first += plan.panel) all([&] { return panel(first); });
    return all.result();
  }
};

status checked_on(const context& c, const gemm_arguments& g) {
  const device_resources* const on = c.resources();
  if (on == nullptr) return {fault::option, "gemm: expected a context that was opened"};
  if (const status s = checked(g); !s) return s;
  int device = -1;
  if (const status s = of_cuda(cudaGetDevice(&device)); !s) return s;
  if (device != on->device)
    return {fault::option, "gemm: expected the context's device to be the current one"};
  if (g.options.product == kernel::own && !on->own_kernel)
    return {fault::option, "gemm: expected compute capability 9.0 for kernel::own"};
  if (g.options.product == kernel::direct && !on->direct_kernel)
    return {fault::option, "gemm: expected compute capability 8.0 for kernel::direct"};
  if (g.options.product == kernel::direct && g.a.columns > longest_direct)
    return {fault::option, "gemm: expected an inner dimension of at most 2^29 for kernel::direct"};
  if (g.options.product == kernel::own && g.a.columns > longest_sum)
    return {fault::option, "gemm: expected an inner dimension of at most 131071 for kernel::own"};
  return {};
}

bool nothing_to_do(const gemm_arguments& g) { return g.count == 0 || g.c.rows == 0 || g.c.columns == 0; }

gemm_plan plan_of(const device_resources& on, const gemm_arguments& g) {
  return plan_for(g.c.rows, g.c.columns, g.a.columns, g.options, on.able_to());
}

/// A kernel for many small products at a time, where each is one of its grid's layers.
constexpr int64 most_layers = 65535;

status queue(const device_resources& on, const gemm_arguments& g, const gemm_plan& plan, void* workspace) {
  steps all;
  const bool together = g.multiplies() && plan.direct && plan.measured == 0;
  const int64 layers = together ? most_layers : 1;
  for (int64 p = 0; p < g.count; p += layers)
    all([&] {
      gemm_arguments one = of_batch(g, p);
      one.count = std::min(layers, g.count - p);
      return one.multiplies() ? device_gemm{on, one, plan, static_cast<char*>(workspace)}.run()
                              : scale_result(one, on.stream);
    });
  return all.result();
}

}  // namespace
}  // namespace detail

size_t gemm_workspace_bytes(const context& c, int64 m, int64 n, int64 k, const gemm_options& options) {
  if (c.resources() == nullptr || m <= 0 || n <= 0 || k <= 0 || detail::moduli_of(options.length) == 0)
    return 0;
  const detail::abilities device = c.resources()->able_to();
  return std::max(detail::plan_for(m, n, k, options, device).bytes,
                  detail::plan_for(n, m, k, options, device).bytes);
}

status gemm_batched(const context& on, int64 count, ff_t alpha, matrix_view<const ff_t> a, int64 stride_a,
                    matrix_view<const ff_t> b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options, void* workspace, size_t workspace_bytes) {
  const detail::gemm_arguments given{count, alpha, a, stride_a, b, stride_b, beta, c, stride_c, options};
  if (const status s = detail::checked_on(on, given); !s || detail::nothing_to_do(given)) return s;
  const detail::gemm_arguments g = row_wise(given);
  const detail::gemm_plan plan = detail::plan_of(*on.resources(), g);
  if (g.multiplies()) {
    if (workspace_bytes < plan.bytes)
      return {fault::workspace,
              "gemm: expected a workspace of gemm_workspace_bytes(context, m, n, k, options)"};
    if (workspace == nullptr || reinterpret_cast<size_t>(workspace) % 256 != 0)
      return {fault::workspace, "gemm: expected a workspace aligned to 256 bytes"};
  }
  return detail::queue(*on.resources(), g, plan, workspace);
}

status gemm_batched(const context& on, int64 count, ff_t alpha, matrix_view<const ff_t> a, int64 stride_a,
                    matrix_view<const ff_t> b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options) {
  const detail::gemm_arguments given{count, alpha, a, stride_a, b, stride_b, beta, c, stride_c, options};
  if (const status s = detail::checked_on(on, given); !s || detail::nothing_to_do(given)) return s;
  const detail::gemm_arguments g = row_wise(given);
  const detail::gemm_plan plan = detail::plan_of(*on.resources(), g);
  if (!g.multiplies()) return detail::queue(*on.resources(), g, plan, nullptr);

  void* workspace = nullptr;
  const cudaStream_t stream = on.resources()->stream;
  if (cudaMallocAsync(&workspace, plan.bytes, stream) != cudaSuccess) {
    cudaGetLastError();  // it is reported here
    return {fault::memory, "gemm: expected device memory of gemm_workspace_bytes(context, m, n, k, options)"};
  }
  const status s = detail::queue(*on.resources(), g, plan, workspace);
  const status freed = detail::of_cuda(cudaFreeAsync(workspace, stream));
  return s.ok() ? freed : s;
}

status gemm(const context& on, ff_t alpha, matrix_view<const ff_t> a, matrix_view<const ff_t> b, ff_t beta,
            matrix_view<ff_t> c, const gemm_options& options, void* workspace, size_t workspace_bytes) {
  return gemm_batched(on, 1, alpha, a, 0, b, 0, beta, c, 0, options, workspace, workspace_bytes);
}

status gemm(const context& on, ff_t alpha, matrix_view<const ff_t> a, matrix_view<const ff_t> b, ff_t beta,
            matrix_view<ff_t> c, const gemm_options& options) {
  return gemm_batched(on, 1, alpha, a, 0, b, 0, beta, c, 0, options);
}

}  // namespace ff::linalg
