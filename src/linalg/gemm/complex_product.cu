// Complex products on the device: a real product of twice the rows and twice the inner dimension.
//
//   Re A_i: a_r -a_i ...        B_j: b_r
//   Im A_i: a_i  a_r ...             b_i
//
// The rows of Re and of Im have one norm, and so one scale, as the definition has it.
#include <ff/linalg/cuda.hpp>

#include "tasks.hpp"

namespace ff::linalg {
namespace detail {
namespace {

constexpr int threads = 256;

unsigned blocks_for(int64 items) { return static_cast<unsigned>((items + threads - 1) / threads); }

/// The element of a thread, neighbours along the direction in which the matrix is consecutive.
template <class T>
__device__ bool place_of_thread(const matrix_view<T>& m, int64& i, int64& j) {
  const int64 item = int64{blockIdx.x} * threads + threadIdx.x;
  const bool by_rows = magnitude_of(m.column_stride) <= magnitude_of(m.row_stride);
  const int64 across = by_rows ? m.columns : m.rows;
  i = by_rows ? item / across : item % across;
  j = by_rows ? item % across : item / across;
  return i < m.rows && j < m.columns;
}

/// Row i of a becomes rows i and rows + i.
__global__ void __launch_bounds__(threads) spread_left(matrix_view<const complex> a, ff_t* to) {
  int64 i = 0, h = 0;
  if (!place_of_thread(a, i, h)) return;
  const complex z = a(i, h);
  ff_t* const re = to + (i * a.columns + h) * 2;
  ff_t* const im = re + a.rows * a.columns * 2;
  re[0] = z.real(), re[1] = -z.imag();
  im[0] = z.imag(), im[1] = z.real();
}

/// Column j of b becomes row j.
__global__ void __launch_bounds__(threads) spread_right(matrix_view<const complex> b, ff_t* to) {
  int64 h = 0, j = 0;
  if (!place_of_thread(b, h, j)) return;
  const complex z = b(h, j);
  ff_t* const x = to + (j * b.rows + h) * 2;
  x[0] = z.real(), x[1] = z.imag();
}

/// C = alpha product + beta C; null for the product 0.
__global__ void __launch_bounds__(threads) update(complex_arguments g, const ff_t* product) {
  int64 i = 0, j = 0;
  if (!place_of_thread(g.c, i, j)) return;
  complex p = complex(0.0f);
  const ff_t* const x = product + i * g.c.columns + j;
  if (product != nullptr) p = {x[0], x[g.c.rows * g.c.columns]};
  g.c(i, j) = updated(product != nullptr ? g.alpha : complex(1.0f), p, g.beta, [&] { return g.c(i, j); });
}

/// Says where the parts of the workspace lie.
struct complex_plan {
  size_t left, right, product, rest, bytes;
};
complex_plan complex_plan_for(const device_resources& on, int64 m, int64 n, int64 k,
                              const gemm_options& options) {
  const auto of = [](int64 rows, int64 columns) {
    return static_cast<size_t>(rows) * static_cast<size_t>(columns) * sizeof(ff_t);
  };
  complex_plan p{};
  offsets all;
  p.left = all.place(of(2 * m, 2 * k));
  p.right = all.place(of(n, 2 * k));
  p.product = all.place(of(2 * m, n));
  p.rest = all.place(workspace_for(2 * m, n, 2 * k, options, abilities_of(on)));
  p.bytes = all.bytes();
  return p;
}

status queue(const context& on, const complex_arguments& g, const complex_plan& plan, void* workspace) {
  const cudaStream_t stream = on.resources()->stream;
  const int64 m = g.c.rows, n = g.c.columns, k = g.a.columns;
  if (!g.multiplies()) {
    update<<<blocks_for(m * n), threads, 0, stream>>>(g, nullptr);
    return of_cuda(cudaGetLastError());
  }
  const auto at = [workspace](size_t offset) { return static_cast<char*>(workspace) + offset; };
  auto* const left = reinterpret_cast<ff_t*>(at(plan.left));
  auto* const right = reinterpret_cast<ff_t*>(at(plan.right));
  auto* const product = reinterpret_cast<ff_t*>(at(plan.product));
  spread_left<<<blocks_for(m * k), threads, 0, stream>>>(g.a, left);
  spread_right<<<blocks_for(k * n), threads, 0, stream>>>(g.b, right);
  if (const status s = of_cuda(cudaGetLastError()); !s) return s;
  const status s =
      gemm(on, 1.0f, row_major<const ff_t>(left, 2 * m, 2 * k), column_major<const ff_t>(right, 2 * k, n),
           0.0f, row_major(product, 2 * m, n), g.options, at(plan.rest), plan.bytes - plan.rest);
  if (!s) return s;
  update<<<blocks_for(m * n), threads, 0, stream>>>(g, product);
  return of_cuda(cudaGetLastError());
}

status checked_on(const context& on, const complex_arguments& g) {
  if (on.resources() == nullptr) return {fault::option, "gemm: expected a context that was opened"};
  if (const status s = checked(g); !s) return s;
  // Says what a real product of these options refuses.
  return gemm(on, 1.0f, row_major<const ff_t>(nullptr, 0, 2 * g.a.columns),
              row_major<const ff_t>(nullptr, 2 * g.a.columns, 0), 0.0f, row_major<ff_t>(nullptr, 0, 0),
              g.options, nullptr, 0);
}

bool nothing_to_do(const complex_arguments& g) { return g.c.rows == 0 || g.c.columns == 0; }

}  // namespace
}  // namespace detail

size_t complex_gemm_workspace_bytes(const context& c, int64 m, int64 n, int64 k,
                                    const gemm_options& options) {
  if (c.resources() == nullptr || m <= 0 || n <= 0 || k <= 0 || detail::moduli_of(options.length) == 0)
    return 0;
  return detail::complex_plan_for(*c.resources(), m, n, k, options).bytes;
}

status gemm(const context& on, complex alpha, matrix_view<const complex> a, matrix_view<const complex> b,
            complex beta, matrix_view<complex> c, const gemm_options& options, void* workspace,
            size_t workspace_bytes) {
  detail::complex_arguments g{alpha, a, b, beta, c};
  g.options = options;
  if (const status s = detail::checked_on(on, g); !s || detail::nothing_to_do(g)) return s;
  const detail::complex_plan plan =
      detail::complex_plan_for(*on.resources(), c.rows, c.columns, a.columns, options);
  if (g.multiplies()) {
    if (workspace_bytes < plan.bytes)
      return {fault::workspace,
              "gemm: expected a workspace of complex_gemm_workspace_bytes(context, m, n, k, options)"};
    if (workspace == nullptr || reinterpret_cast<size_t>(workspace) % 256 != 0)
      return {fault::workspace, "gemm: expected a workspace aligned to 256 bytes"};
  }
  return detail::queue(on, g, plan, workspace);
}

status gemm(const context& on, complex alpha, matrix_view<const complex> a, matrix_view<const complex> b,
            complex beta, matrix_view<complex> c, const gemm_options& options) {
  detail::complex_arguments g{alpha, a, b, beta, c};
  g.options = options;
  if (const status s = detail::checked_on(on, g); !s || detail::nothing_to_do(g)) return s;
  const detail::complex_plan plan =
      detail::complex_plan_for(*on.resources(), c.rows, c.columns, a.columns, options);
  const detail::pooled workspace(*on.resources(), g.multiplies() ? plan.bytes : 0);
  if (const status s = workspace.found(); !s) return s;
  return detail::queue(on, g, plan, workspace.at<void>());
}

}  // namespace ff::linalg
