// Linear systems: ff's to the last bits of a pair beside cuSOLVER's in double, of a given condition.
#include <cmath>
#include <ff/linalg/cuda/solve.hpp>
#include <ff/operators.hpp>
#include <ff/type/hash.hpp>
#include <random>

#include "cusolver.cuh"

namespace bench {
namespace {

using ff::linalg::column_major;

/// A unit vector of uniform numbers (SplitMix64, Steele, Lea, Flood 2014).
std::vector<double> unit_vector(std::size_t n, unsigned long long seed) {
  std::vector<double> x(n);
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned long long z = ff::detail::mix_bits((seed + i + 1) * 0x9e3779b97f4a7c15u);
    x[i] = static_cast<double>(static_cast<long long>(z)) * 0x1p-63;
    squares += x[i] * x[i];
  }
  for (double& e : x) e /= std::sqrt(squares);
  return x;
}

/// A = (I - 2 v v^T) D (I - 2 w w^T), by columns: the singular values are those of D, and s = v^T D w.
__global__ void fill(ff_t* a, int64 n, const double* d, const double* v, const double* w, double s) {
  for (int64 at = blockIdx.x * int64{256} + threadIdx.x; at < n * n; at += gridDim.x * int64{256}) {
    const int64 i = at % n, j = at / n;
    const double rest = 4 * s * v[i] * w[j] - 2 * (v[i] * v[j] * d[j] + d[i] * w[i] * w[j]);
    a[at] = ff_t(i == j ? d[i] + rest : rest);
  }
}

/// Q of a normal matrix G = Q R, kept as LAPACK's reflections.  Q is distributed by Haar's measure, up to
/// signs of its columns (Stewart, SIAM J. Numer. Anal. 17, 1980).
struct haar_reflections {
  haar_reflections(int64 order, unsigned seed) : n(static_cast<int>(order)), q(order * order), tau(order) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> g(q.size);
    for (double& x : g) x = normal(random);
    q.memory.copy_in(g.data(), g.size());
    int length = 0;
    array<int> info(1);
    expect(cusolverDnDgeqrf_bufferSize(shared().theirs, n, n, q.data, n, &length));
    array<double> work(length);
    expect(cusolverDnDgeqrf(shared().theirs, n, n, q.data, n, tau.data, work.data, length, info.data));
  }
  /// C = Q C, or C Q^T.
  void apply(cublasSideMode_t side, double* c) {
    const cublasOperation_t op = side == CUBLAS_SIDE_LEFT ? CUBLAS_OP_N : CUBLAS_OP_T;
    int length = 0;
    array<int> info(1);
    expect(
        cusolverDnDormqr_bufferSize(shared().theirs, side, op, n, n, n, q.data, n, tau.data, c, n, &length));
    array<double> work(length);
    expect(cusolverDnDormqr(shared().theirs, side, op, n, n, n, q.data, n, tau.data, c, n, work.data, length,
                            info.data));
    check(cudaDeviceSynchronize(), "linear algebra");
  }

  int n;
  array<double> q, tau;
};

__global__ void fill_diagonal(double* a, int64 n, const double* d) {
  for (int64 at = blockIdx.x * int64{256} + threadIdx.x; at < n * n; at += gridDim.x * int64{256})
    a[at] = at % n == at / n ? d[at % n] : 0.0;
}
__global__ void round_to_pairs(const double* x, ff_t* to, int64 n) {
  for (int64 i = blockIdx.x * int64{256} + threadIdx.x; i < n; i += gridDim.x * int64{256})
    to[i] = ff_t(x[i]);
}

/// A = U D V^T by columns, U and V dense.
void fill_by_haar(ff_t* a, int64 n, const double* d) {
  array<double> product(n * n);
  fill_diagonal<<<1024, 256>>>(product.data, n, d);
  check(cudaGetLastError(), "kernel launch");
  haar_reflections(n, 1).apply(CUBLAS_SIDE_LEFT, product.data);
  haar_reflections(n, 2).apply(CUBLAS_SIDE_RIGHT, product.data);
  round_to_pairs<<<1024, 256>>>(product.data, a, n * n);
  check(cudaGetLastError(), "kernel launch");
}

/// LU factors and a solution, from a copy of A each time as the factors overwrite it.
struct double_solver {
  double_solver(const ff_t* from, const ff_t* right, int64 order)
      : n(order), a(from), b(right), lu(n * n), x(n), pivots(n), info(1) {
    expect(cusolverDnXgetrf_bufferSize(shared().theirs, nullptr, n, n, CUDA_R_64F, lu.data, n, CUDA_R_64F,
                                       &there, &here));
    on_host.resize(here);
  }
  void run() {
    convert<<<1024, 256>>>(a, lu.data, n * n);
    convert<<<1024, 256>>>(b, x.data, n);
    expect(cusolverDnXgetrf(shared().theirs, nullptr, n, n, CUDA_R_64F, lu.data, n, pivots.data, CUDA_R_64F,
                            work.at_least(there + 1), there, on_host.data(), here, info.data));
    expect(cusolverDnXgetrs(shared().theirs, nullptr, CUBLAS_OP_N, n, 1, CUDA_R_64F, lu.data, n, pivots.data,
                            CUDA_R_64F, x.data, n, info.data));
  }

  int64 n;
  const ff_t *a, *b;
  array<double> lu, x;
  array<int64_t> pivots;
  array<int> info;
  buffer<char> work;
  std::vector<char> on_host;
  std::size_t there = 0, here = 0;
};

solve_result measure_solve(const solve_size& size) {
  const auto n = static_cast<int64>(size.n);
  const std::vector<double> v = unit_vector(size.n, 1), w = unit_vector(size.n, 1u << 20);
  std::vector<double> d(size.n);
  double s = 0;
  for (std::size_t i = 0; i < size.n; ++i) {
    d[i] = std::pow(size.condition, -static_cast<double>(i) / static_cast<double>(size.n - 1));
    s += v[i] * d[i] * w[i];
  }
  array<double> on_device[] = {array<double>(n), array<double>(n), array<double>(n)};
  const std::vector<double>* const vectors[] = {&d, &v, &w};
  for (int k = 0; k < 3; ++k) on_device[k].memory.copy_in(vectors[k]->data(), size.n);
  array<ff_t> a(n * n), b(n), x(n);
  if (size.vectors == singular_vectors::haar) {
    fill_by_haar(a.data, n, on_device[0].data);
  } else {
    fill<<<1024, 256>>>(a.data, n, on_device[0].data, on_device[1].data, on_device[2].data, s);
    check(cudaGetLastError(), "kernel launch");
  }
  b.memory.copy_in(std::vector<ff_t>(size.n, 1.0f).data(), size.n);

  ff::linalg::solve_report report;
  const ff_t *const matrix = a.data, *const right = b.data;
  const double seconds = best_seconds([&] {
    expect(solve(shared().ours, column_major(matrix, n, n), column_major(right, n, 1),
                 column_major(x.data, n, 1), {}, &report));
  });
  double_solver theirs(a.data, b.data, n);
  const double double_seconds = best_seconds([&] { theirs.run(); });
  double largest = 0, off = 0;
  const std::vector<double> in_double = theirs.x.read();
  const std::vector<ff_t> in_ff = x.read();
  for (std::size_t i = 0; i < size.n; ++i) {
    largest = std::max(largest, std::abs(double(in_ff[i])));
    off = std::max(off, std::abs(double(in_ff[i] - ff_t(in_double[i]))));
  }
  solve_result r{};
  r.seconds = seconds, r.double_seconds = double_seconds;
  r.correction = report.correction, r.backward_error = report.backward_error;
  r.double_off = off / largest;
  r.steps = report.steps, r.fallback = report.fallback, r.converged = report.converged;
  return r;
}
}  // namespace

template <>
const std::vector<solve_size>& gpu_kernels<solve_size>() {
  static const std::vector<solve_size> all = [] {
    std::vector<solve_size> sizes = {
        {1024, 1e4, singular_vectors::reflections}, {2048, 1e4, singular_vectors::reflections},
        {4096, 1e4, singular_vectors::reflections}, {8192, 1e4, singular_vectors::reflections},
        {4096, 1e9, singular_vectors::reflections}, {4096, 1e4, singular_vectors::haar},
        {1024, 1e9, singular_vectors::haar},        {4096, 1e9, singular_vectors::haar}};
    for (solve_size& s : sizes) s.measure = measure_solve;
    return sizes;
  }();
  return all;
}

}  // namespace bench
