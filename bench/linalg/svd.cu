// Singular value decompositions: ff's beside cuSOLVER's in double and in float, at the sizes of S. Lahabar's
// thesis (2010, Table 3.1).
#include <algorithm>
#include <cmath>
#include <ff/linalg/cuda/svd.hpp>
#include <ff/linalg/cuda/svd_batched.hpp>
#include <ff/operators.hpp>
#include <ff/type/hash.hpp>

#include "cusolver.cuh"

namespace bench {
namespace {

/// The sum of four uniform numbers (SplitMix64, Steele, Lea, Flood 2014), rounded to a pair, and that as a T.
__global__ void fill(ff_t* x, int64 n) {
  for (int64 i = blockIdx.x * int64{256} + threadIdx.x; i < n; i += gridDim.x * int64{256}) {
    ff_t sum = 0.0f;
    for (int64 k = 0; k < 4; ++k) {
      const unsigned long long z =
          ff::detail::mix_bits(static_cast<unsigned long long>(4 * i + k + 1) * 0x9e3779b97f4a7c15u);
      sum += ff_t(static_cast<long long>(z)) * 0x1p-63f;
    }
    x[i] = sum;
  }
}
struct timed {
  double seconds;
  std::vector<double> values;
};

/// cuSOLVER's polar decomposition, gesvdp, with thin factors.
template <class T>
timed by_cusolver(const ff_t* a, int64 m, int64 n) {
  cusolverDnHandle_t const solver = shared().theirs;
  const cudaDataType type = sizeof(T) == 8 ? CUDA_R_64F : CUDA_R_32F;
  array<T> x(m * n), s(n), u(m * n), v(n * n);
  array<int> info(1);
  std::size_t there = 0, here = 0;
  expect(cusolverDnXgesvdp_bufferSize(solver, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, type, x.data, m,
                                      type, s.data, type, u.data, m, type, v.data, n, type, &there, &here));
  array<char> work(static_cast<int64>(there));
  std::vector<char> on_host(here);
  double sigma = 0;
  const double seconds = best_seconds([&] {
    convert<<<1024, 256>>>(a, x.data, m * n);  // the matrix is overwritten
    expect(cusolverDnXgesvdp(solver, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, type, x.data, m, type,
                             s.data, type, u.data, m, type, v.data, n, type, work.data, there, on_host.data(),
                             here, info.data, &sigma));
  });
  const std::vector<T> values = s.read();
  return {seconds, {values.begin(), values.end()}};
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most / x[0];
}

/// Columns up to which the methods by rotations are timed: beyond, the host's part of the one alone takes two
/// seconds, and the other turns all pairs of columns.
constexpr int64 most_golub_reinsch = 4096, most_jacobi = 1024;

/// Thin factors of one matrix on the device.
struct decomposition {
  int64 m, n;
  array<ff_t> a, s, u, v;

  decomposition(int64 rows, int64 columns) : m(rows), n(columns), a(m * n), s(n), u(m * n), v(n * n) {
    fill<<<1024, 256>>>(a.data, m * n);
    check(cudaGetLastError(), "kernel launch");
  }
  double seconds(ff::linalg::svd_method method, ff::linalg::svd_report& report) {
    using ff::linalg::column_major;
    ff::linalg::svd_options o;
    o.method = method;
    const double best = best_seconds([&] {
      const ff_t* const x = a.data;
      expect(svd(shared().ours, column_major(x, m, n), s.data, column_major(u.data, m, n),
                 column_major(v.data, n, n), o, &report));
    });
    if (report.method != method) throw std::runtime_error("a decomposition took another method");
    return best;
  }
};

svd_result measure_svd(const svd_size& size) {
  using ff::linalg::svd_method;
  const auto m = static_cast<int64>(size.m), n = static_cast<int64>(size.n);
  decomposition ours(m, n);
  ff::linalg::svd_report report, by_rotations;
  svd_result r{};
  if (n <= most_jacobi) r.jacobi_seconds = ours.seconds(svd_method::jacobi, by_rotations);
  if (n <= most_golub_reinsch) {
    r.golub_reinsch_seconds = ours.seconds(svd_method::golub_reinsch, by_rotations);
    r.golub_reinsch_residual = by_rotations.residual;
    r.golub_reinsch_orthogonality = by_rotations.orthogonality;
  }
  r.seconds = ours.seconds(svd_method::refine, report);
  r.converged = report.converged;
  r.residual = report.residual;
  r.orthogonality = report.orthogonality;
  r.steps = report.steps;
  r.clusters = report.clusters;
  std::vector<double> values;
  for (const ff_t value : ours.s.read()) values.push_back(double(value));
  const timed in_double = by_cusolver<double>(ours.a.data, m, n),
              in_float = by_cusolver<float>(ours.a.data, m, n);
  r.double_seconds = in_double.seconds;
  r.float_seconds = in_float.seconds;
  r.double_values = largest_difference(values, in_double.values);
  r.float_values = largest_difference(values, in_float.values);
  return r;
}
}  // namespace

template <>
const std::vector<svd_size>& gpu_kernels<svd_size>() {
  static const std::vector<svd_size> all = [] {
    std::vector<svd_size> sizes = {{64, 64, 0},       {128, 128, 0},      {256, 256, 0},   {512, 512, 0},
                                   {1024, 1024, 3.7}, {2048, 2048, 19.6}, {3072, 3072, 0}, {4096, 4096, 114},
                                   {1024, 512, 0},    {2048, 512, 0},     {2048, 1024, 0}, {4096, 512, 0},
                                   {4096, 1024, 0},   {4096, 2048, 0},    {8192, 512, 26}, {8192, 1024, 0},
                                   {8192, 2048, 0},   {8192, 8192, 0}};
    for (svd_size& s : sizes) s.measure = measure_svd;
    return sizes;
  }();
  return all;
}

namespace {
svd_batch_result measure_batch(const svd_batch& b) {
  using ff::linalg::column_major;
  const auto n = static_cast<int64>(b.n), count = static_cast<int64>(b.count), size = n * n;
  array<ff_t> a(count * size), s(count * n), u(count * size), v(count * size);
  array<ff::int32> sweeps(count);
  fill<<<1024, 256>>>(a.data, count * size);
  check(cudaGetLastError(), "kernel launch");
  const double seconds = best_seconds([&] {
    const ff_t* const x = a.data;
    expect(svd_batched(shared().ours, count, column_major(x, n, n), size, s.data, n,
                       column_major(u.data, n, n), size, column_major(v.data, n, n), size, {}, sweeps.data));
  });
  const std::vector<ff::int32> taken = sweeps.read();
  const auto not_converged =
      static_cast<int>(std::count_if(taken.begin(), taken.end(), [](ff::int32 s) { return s < 0; }));
  if (n > 32) return {seconds, 0, not_converged};  // gesvdjBatched ends there
  array<double> x(count * size), values(count * n), left(count * size), right(count * size);
  array<int> info(count);
  gesvdjInfo_t how = nullptr;
  expect(cusolverDnCreateGesvdjInfo(&how));
  const int order = static_cast<int>(n), matrices = static_cast<int>(count);
  int length = 0;
  expect(cusolverDnDgesvdjBatched_bufferSize(shared().theirs, CUSOLVER_EIG_MODE_VECTOR, order, order, x.data,
                                             order, values.data, left.data, order, right.data, order, &length,
                                             how, matrices));
  array<double> work(length);
  const double theirs = best_seconds([&] {
    convert<<<1024, 256>>>(a.data, x.data, count * size);  // the matrices are overwritten
    expect(cusolverDnDgesvdjBatched(shared().theirs, CUSOLVER_EIG_MODE_VECTOR, order, order, x.data, order,
                                    values.data, left.data, order, right.data, order, work.data, length,
                                    info.data, how, matrices));
  });
  expect(cusolverDnDestroyGesvdjInfo(how));
  return {seconds, theirs, not_converged};
}
}  // namespace

template <>
const std::vector<svd_batch>& gpu_kernels<svd_batch>() {
  static const std::vector<svd_batch> all = [] {
    std::vector<svd_batch> sizes = {{4, 1 << 18},  {8, 1 << 18},  {16, 1 << 16},
                                    {32, 1 << 15}, {64, 1 << 12}, {128, 1 << 10}};
    for (svd_batch& s : sizes) s.measure = measure_batch;
    return sizes;
  }();
  return all;
}

}  // namespace bench
