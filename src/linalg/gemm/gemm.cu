// gemm on the device: panels of residues, their products by cuBLAS or the own kernel, and the result.
#include <ff/linalg/cuda.hpp>

#include "balance.hpp"
#include "tasks.hpp"

namespace ff::linalg {
namespace detail {
namespace {

split_task task_of(const matrix_view<const ff_t>& rows, int moduli_count) {
  split_task t{};
  t.x = rows.data;
  t.between = rows.row_stride;
  t.along = rows.column_stride;
  t.rows = rows.rows;
  t.length = rows.columns;
  t.moduli = moduli_count;
  return t;
}

struct device_gemm {
  const device_resources& on;
  const gemm_arguments& g;
  const gemm_plan& plan;
  char* workspace;

  template <class T>
  T* at(size_t offset) const {
    return reinterpret_cast<T*>(workspace + offset);
  }

  split_task rows_of(const matrix_view<const ff_t>& m, size_t residues, size_t scales, int64 padded_rows,
                     bool beside) const {
    split_task t = task_of(m, plan.moduli);
    t.padded_rows = padded_rows;
    t.inner = plan.inner;
    t.residues = at<signed char>(residues);
    t.scales = at<int32>(scales);
    t.norms = at<uint64>(plan.norms);
    t.magnitudes = at<uint32>(plan.magnitudes);
    t.tiled = plan.own;
    t.beside = plan.own && beside;
    return t;
  }

  // Row `first` of the planes of A, and all of B's.
  const signed char* planes_a(int64 first) const {
    if (g.ready_a == nullptr) return at<signed char>(plan.residues_a);
    return part_of<signed char>(*g.ready_a, &prepared_plan::residues) + first * (plan.own ? 128 : plan.inner);
  }
  const signed char* planes_b() const {
    if (g.ready_b == nullptr) return at<signed char>(plan.residues_b);
    return part_of<signed char>(*g.ready_b, &prepared_plan::residues);
  }
  const int32* scales_a(int64 first) const {
    return g.ready_a == nullptr ? at<int32>(plan.scales_a)
                                : part_of<int32>(*g.ready_a, &prepared_plan::scales) + first;
  }
  const int32* scales_b() const {
    return g.ready_b == nullptr ? at<int32>(plan.scales_b)
                                : part_of<int32>(*g.ready_b, &prepared_plan::scales);
  }

  template <class T>
  const T* part_of(const prepared_matrix& p, size_t prepared_plan::*offset) const {
    const bool left = p.is == factor::left;
    const prepared_plan parts =
        prepared_plan_for(left ? p.matrix.rows : p.matrix.columns, left ? p.matrix.columns : p.matrix.rows,
                          {p.length}, {plan.own, false, on.processors});
    return reinterpret_cast<const T*>(static_cast<const char*>(p.memory) + parts.*offset);
  }

  // Rows of C are columns to cuBLAS, which therefore has B's planes first.
  status cublas_at_once(int64 first_row, int64 rows) const {
    const int one = 1, zero = 0;
    return of_cublas(cublasGemmStridedBatchedEx(
        on.cublas, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(plan.columns), static_cast<int>(rows),
        static_cast<int>(plan.inner), &one, planes_b(), CUDA_R_8I, static_cast<int>(plan.inner),
        static_cast<long long>(plan.plane_b()), planes_a(first_row), CUDA_R_8I, static_cast<int>(plan.inner),
        static_cast<long long>(plan.plane_a()), &zero, at<void>(plan.sums), CUDA_R_32I,
        static_cast<int>(plan.columns), static_cast<long long>(plan.plane_c()), plan.moduli,
        CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  }

  status cublas_plane(int64 first_row, int64 rows, int modulus, int64 first, int64 length) const {
    const int one = 1, zero = 0;
    const auto plane = static_cast<size_t>(modulus);
    return of_cublas(cublasGemmEx(
        on.cublas, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(plan.columns), static_cast<int>(rows),
        static_cast<int>(length), &one, planes_b() + plane * plan.plane_b() + first, CUDA_R_8I,
        static_cast<int>(plan.inner), planes_a(first_row) + plane * plan.plane_a() + first, CUDA_R_8I,
        static_cast<int>(plan.inner), &zero, at<void>(plan.sums), CUDA_R_32I, static_cast<int>(plan.columns),
        CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  }

  status cublas_one_by_one(int64 first_row, int64 rows) const {
    steps run;
    for (int t = 0; t < plan.moduli; ++t)
      for (int64 first = 0; first < plan.inner; first += inner_part) {
        const int64 length = std::min(inner_part, plan.inner - first);
        run([&] { return cublas_plane(first_row, rows, t, first, length); })([&] {
          return reduce_sums(at<int32>(plan.sums),
                             at<unsigned char>(plan.residues_c) + static_cast<size_t>(t) * plan.plane_c(),
                             static_cast<size_t>(rows * plan.columns), t, first > 0, on.stream);
        });
      }
    return run.result();
  }

  status own_products(int64 first_row) const {
    const int64 left = g.ready_a != nullptr ? plan.pitch_a - first_row : plan.rows;
    product_task t{};
    t.a = planes_a(first_row), t.b = planes_b();
    t.residues = at<unsigned char>(plan.residues_c);
    t.rows = plan.rows, t.columns = plan.columns, t.inner = plan.inner;
    t.pitch_a = plan.pitch_a, t.left_a = left;
    t.moduli = plan.moduli, t.processors = on.processors;
    return multiply_sm90(t, on.stream);
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
    result.scales_a = scales_a(first);
    result.scales_b = scales_b();
    result.moduli = plan.moduli;
    result.own = plan.own;
    result.g = part;
    return steps()([&] {
             const bool beside = first == 0 && g.ready_b == nullptr;
             return g.ready_a != nullptr
                        ? status()
                        : split(rows_of(part.a, plan.residues_a, plan.scales_a, plan.rows, beside),
                                on.stream);
           })([&] {
             return plan.own           ? own_products(first)
                    : plan.all_at_once ? cublas_at_once(first, padded_rows)
                                       : cublas_one_by_one(first, padded_rows);
           })([&] { return reconstruct(result, on.stream); })
        .result();
  }

  status run() const {
    if (plan.direct) {
      direct_task t{};
      t.magnitudes = at<uint32>(plan.magnitudes), t.norms = at<uint64>(plan.norms);
      t.sums = at<signed128>(plan.sums);
      t.moduli = plan.moduli, t.measured = plan.measured;
      t.part = plan.part, t.parts = plan.parts;
      t.g = g;
      return multiply_direct(t, on.stream);
    }
    steps all;
    if (g.ready_b == nullptr)
      all([&] {
        return split(rows_of(g.b.transposed(), plan.residues_b, plan.scales_b, plan.columns, false),
                     on.stream);
      });
    for (int64 first = 0; first < g.c.rows; first += plan.panel) all([&] { return panel(first); });
    return all.result();
  }
};

/// Returns whether a context can be worked with.
status usable(const context& c) {
  const device_resources* const on = c.resources();
  if (on == nullptr) return {fault::option, "gemm: expected a context that was opened"};
  int device = -1;
  if (const status s = of_cuda(cudaGetDevice(&device)); !s) return s;
  if (device != on->device)
    return {fault::option, "gemm: expected the context's device to be the current one"};
  return {};
}

/// The fault of operands that were prepared for another kernel.
status checked_forms(const gemm_arguments& g) {
  const prepared_matrix* const both[] = {g.ready_a, g.ready_b};
  for (const prepared_matrix* p : both) {
    if (p == nullptr) continue;
    const bool tiled = p->form == split_form::tiled_planes;
    if (!tiled && p->form != split_form::planes)
      return {fault::option, "gemm: expected an operand prepared on the device"};
    if ((g.options.product == kernel::own && !tiled) || (g.options.product == kernel::cublas && tiled) ||
        g.options.product == kernel::direct)
      return {fault::option, "gemm: expected an operand prepared for the kernel of the product"};
  }
  if (g.ready_a != nullptr && g.ready_b != nullptr && g.ready_a->form != g.ready_b->form)
    return {fault::option, "gemm: expected both operands prepared for the same kernel"};
  return {};
}

status checked_on(const context& c, const gemm_arguments& g) {
  if (c.resources() == nullptr) return usable(c);
  if (const status s = checked(g); !s) return s;
  if (std::max({g.c.rows, g.c.columns, g.a.columns}) > largest_padded)
    return {fault::shape, "gemm: expected dimensions of at most 2147483520 on the device"};
  if (const status s = usable(c); !s) return s;
  if (const status s = checked_forms(g); g.multiplies() && !s) return s;
  const device_resources* const on = c.resources();
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
  const int64 m = g.c.rows, n = g.c.columns, k = g.a.columns;
  const prepared_matrix* const ready = g.ready_a != nullptr ? g.ready_a : g.ready_b;
  if (ready == nullptr) return plan_for(m, n, k, g.options, abilities_of(on));
  return planes_for(m, n, k, g.options, ready->form == split_form::tiled_planes, g.ready_a != nullptr,
                    g.ready_b != nullptr);
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
  if (detail::is_balanced(options)) return detail::balanced_workspace_bytes(c, m, n, k, options);
  return detail::workspace_for(m, n, k, options, abilities_of(*c.resources()));
}

size_t prepared_bytes(const context& on, int64 rows, int64 columns, const gemm_options& options) {
  if (on.resources() == nullptr || rows <= 0 || columns <= 0 || detail::moduli_of(options.length) == 0)
    return 0;
  const detail::abilities device = abilities_of(*on.resources());
  return std::max(detail::prepared_plan_for(rows, columns, options, device).bytes,
                  detail::prepared_plan_for(columns, rows, options, device).bytes);
}

status prepare(const context& on, const matrix_view<const ff_t>& m, factor is, const gemm_options& options,
               void* memory, size_t bytes, prepared_matrix& to) {
  if (const status s = detail::usable(on); !s) return s;
  if (const status s = detail::checked(m, is, options); !s) return s;
  if (std::max(m.rows, m.columns) > detail::largest_padded)
    return {fault::shape, "prepare: expected dimensions of at most 2147483520 on the device"};
  if (options.product == kernel::direct)
    return {fault::option, "prepare: expected kernel automatic, cublas or own"};
  if (options.product == kernel::own && !on.has_own_kernel())
    return {fault::option, "prepare: expected compute capability 9.0 for kernel::own"};
  const matrix_view<const ff_t> rows = is == factor::left ? m : m.transposed();
  const detail::prepared_plan plan =
      detail::prepared_plan_for(rows.rows, rows.columns, options, abilities_of(*on.resources()));
  const auto form = plan.tiled ? detail::split_form::tiled_planes : detail::split_form::planes;
  if (m.rows > 0 && m.columns > 0) {
    if (bytes < prepared_bytes(on, m.rows, m.columns, options))
      return {fault::workspace,
              "prepare: expected memory of prepared_bytes(context, rows, columns, options)"};
    if (memory == nullptr || reinterpret_cast<size_t>(memory) % 256 != 0)
      return {fault::workspace, "prepare: expected memory aligned to 256 bytes"};
    const auto at = [memory](size_t offset) { return static_cast<char*>(memory) + offset; };
    detail::split_task t = detail::task_of(rows, detail::moduli_of(options.length));
    t.padded_rows = plan.rows;
    t.inner = plan.inner;
    t.residues = reinterpret_cast<signed char*>(at(plan.residues));
    t.scales = reinterpret_cast<int32*>(at(plan.scales));
    t.norms = reinterpret_cast<uint64*>(at(plan.norms));
    t.magnitudes = reinterpret_cast<uint32*>(at(plan.magnitudes));
    t.tiled = plan.tiled;
    if (const status s = detail::split(t, on.resources()->stream); !s) return s;
  }
  to = {m, is, options.length, form, memory};
  return {};
}

status gemm_batched(const context& on, int64 count, ff_t alpha, const operand& a, int64 stride_a,
                    const operand& b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options, void* workspace, size_t workspace_bytes) {
  const detail::gemm_arguments given =
      detail::arguments_of(count, alpha, a, stride_a, b, stride_b, beta, c, stride_c, options);
  if (const status s = detail::checked_on(on, given); !s || detail::nothing_to_do(given)) return s;
  if (given.multiplies()) {
    if (workspace_bytes < gemm_workspace_bytes(on, c.rows, c.columns, given.a.columns, options))
      return {fault::workspace,
              "gemm: expected a workspace of gemm_workspace_bytes(context, m, n, k, options)"};
    if (workspace == nullptr || reinterpret_cast<size_t>(workspace) % 256 != 0)
      return {fault::workspace, "gemm: expected a workspace aligned to 256 bytes"};
    if (detail::is_balanced(options)) return detail::multiply_balanced(on, given, workspace);
  }
  const detail::gemm_arguments g = row_wise(given);
  return detail::queue(*on.resources(), g, detail::plan_of(*on.resources(), g), workspace);
}

status gemm_batched(const context& on, int64 count, ff_t alpha, const operand& a, int64 stride_a,
                    const operand& b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options) {
  const detail::gemm_arguments given =
      detail::arguments_of(count, alpha, a, stride_a, b, stride_b, beta, c, stride_c, options);
  if (const status s = detail::checked_on(on, given); !s || detail::nothing_to_do(given)) return s;
  const detail::gemm_arguments g = row_wise(given);
  const detail::gemm_plan plan = detail::plan_of(*on.resources(), g);
  const bool balances = given.multiplies() && detail::is_balanced(options);
  const size_t bytes = balances ? gemm_workspace_bytes(on, c.rows, c.columns, given.a.columns, options)
                       : g.multiplies() ? plan.bytes
                                        : 0;
  const detail::pooled workspace(*on.resources(), bytes);
  if (const status s = workspace.found(); !s) return s;
  return balances ? detail::multiply_balanced(on, given, workspace.at<void>())
                  : detail::queue(*on.resources(), g, plan, workspace.at<void>());
}

status gemm(const context& on, ff_t alpha, const operand& a, const operand& b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options, void* workspace, size_t workspace_bytes) {
  return gemm_batched(on, 1, alpha, a, 0, b, 0, beta, c, 0, options, workspace, workspace_bytes);
}

status gemm(const context& on, ff_t alpha, const operand& a, const operand& b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options) {
  return gemm_batched(on, 1, alpha, a, 0, b, 0, beta, c, 0, options);
}

}  // namespace ff::linalg
