// Matrix products: ff's by both of its kernels, beside cuBLAS's in double and in its emulation of double.
#include <cublas_v2.h>

#include <algorithm>
#include <chrono>
#include <ff/complex.hpp>
#include <ff/linalg/cuda.hpp>
#include <ff/operators.hpp>
#include <ff/type/hash.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "../device.cuh"

namespace bench {
namespace {

using ff::ff_t;
using ff::linalg::column_major;
using ff::linalg::row_major;
constexpr unsigned threads = 256;

// ---------------------------------------------------------------- matrices

/// Uniform in [-1, 1), 63 bits rounded (SplitMix64, Steele, Lea, Flood 2014).
__device__ double uniform(unsigned long long i) {
  const unsigned long long z = ff::detail::mix_bits((i + 1) * 0x9e3779b97f4a7c15u);
  return static_cast<double>(static_cast<long long>(z)) * 0x1p-63;
}
__global__ void fill(ff_t* x, std::size_t n, unsigned long long seed) {
  for (std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * threads)
    x[i] = ff_t(uniform(seed + i));
}
__global__ void widen(const ff_t* x, double* to, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * threads)
    to[i] = double(x[i]);
}
__global__ void count_different(const ff_t* x, const ff_t* y, std::size_t n, unsigned* different) {
  for (std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * threads)
    if (__float_as_uint(x[i].hi()) != __float_as_uint(y[i].hi()) ||
        __float_as_uint(x[i].lo()) != __float_as_uint(y[i].lo()))
      atomicAdd(different, 1u);
}

void expect(const ff::linalg::status& s) {
  if (!s.ok()) throw std::runtime_error(s.text());
}
void expect(cublasStatus_t s, const char* what) {
  if (s != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string(what) + ": " + cublasGetStatusString(s));
}

/// Matrices of numbers of 8 bytes, made for the largest product and used by all.
struct operands {
  buffer<char> a, b, c, other, work;
  ff::linalg::context ours;
  cublasHandle_t theirs = nullptr;

  operands() {
    expect(ours.open(nullptr));
    expect(cublasCreate(&theirs), "cublasCreate");
  }
};
operands& shared() {
  static operands all;
  return all;
}

std::size_t size_of(const gemm_shape& s, int which) {
  const std::size_t sizes[] = {s.m * s.k, s.k * s.n, s.m * s.n};
  return sizes[which];
}

template <class T>
T* elements(buffer<char>& of, std::size_t n) {
  return reinterpret_cast<T*>(of.at_least(n * sizeof(T)));
}

// ---------------------------------------------------------------- clocks

/// One after a rest, the median of five; and the mean of what a quarter of a second holds after as long a
/// time without a pause, when the power limit has set the clock.
template <class F>
gemm_time timed(F once) {
  once();
  check(cudaDeviceSynchronize(), "gemm");
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  std::vector<double> burst;
  for (int i = 0; i < 5; ++i) burst.push_back(seconds_of(once));
  std::sort(burst.begin(), burst.end());
  const int rounds = std::max(2, static_cast<int>(0.25 / burst[2]));
  const auto many = [&] {
    for (int i = 0; i < rounds; ++i) once();
  };
  many();
  return {burst[2], seconds_of(many) / rounds};
}

// ---------------------------------------------------------------- products

void make(const gemm_shape& s) {
  operands& all = shared();
  fill<<<4096, threads>>>(elements<ff_t>(all.a, size_of(s, 0)), size_of(s, 0), 1);
  fill<<<4096, threads>>>(elements<ff_t>(all.b, size_of(s, 1)), size_of(s, 1), 1ull << 40);
  check(cudaGetLastError(), "kernel launch");
}

ff::linalg::matrix_view<const ff_t> operand(const char* data, std::size_t rows, std::size_t columns,
                                            bool by_columns) {
  const auto* const x = reinterpret_cast<const ff_t*>(data);
  const auto r = static_cast<ff::int64>(rows), c = static_cast<ff::int64>(columns);
  return by_columns ? column_major(x, r, c) : row_major(x, r, c);
}

void multiply(const gemm_shape& s, ff::linalg::kernel by, bool columns_of_b, ff_t* c) {
  operands& all = shared();
  const auto m = static_cast<ff::int64>(s.m), n = static_cast<ff::int64>(s.n),
             k = static_cast<ff::int64>(s.k);
  const ff::linalg::gemm_options options{ff::linalg::accuracy::standard, by, 0};
  const std::size_t bytes = gemm_workspace_bytes(all.ours, m, n, k, options);
  expect(gemm(all.ours, 1.0f, operand(all.a.at_least(0), s.m, s.k, false),
              operand(all.b.at_least(0), s.k, s.n, columns_of_b), 0.0f, row_major(c, m, n), options,
              all.work.at_least(bytes), bytes));
}

/// The product in `c` has the bits of cuBLAS's.
void expect_the_bits_of_cublas(const gemm_shape& s, bool columns_of_b, const ff_t* c) {
  ff_t* const other = elements<ff_t>(shared().other, size_of(s, 2));
  multiply(s, ff::linalg::kernel::cublas, columns_of_b, other);
  static buffer<unsigned> different;
  unsigned count = 0;
  different.copy_in(&count, 1);
  count_different<<<4096, threads>>>(c, other, size_of(s, 2), different.at_least(1));
  different.copy_out(&count, 1);
  if (count != 0) throw std::runtime_error("the products of a kernel of ours and of cuBLAS differ");
}

template <ff::linalg::kernel by, bool columns_of_b>
gemm_time measure_ours(const gemm_shape& s) {
  operands& all = shared();
  make(s);
  ff_t* const c = elements<ff_t>(all.c, size_of(s, 2));
  const gemm_time t = timed([&] { multiply(s, by, columns_of_b, c); });
  if (by != ff::linalg::kernel::cublas) expect_the_bits_of_cublas(s, columns_of_b, c);
  return t;
}

/// B, by columns, was split before.
gemm_time measure_prepared(const gemm_shape& s) {
  operands& all = shared();
  make(s);
  const auto m = static_cast<ff::int64>(s.m), n = static_cast<ff::int64>(s.n),
             k = static_cast<ff::int64>(s.k);
  ff_t* const c = elements<ff_t>(all.c, size_of(s, 2));
  static buffer<char> parts;
  const std::size_t bytes = prepared_bytes(all.ours, k, n);
  ff::linalg::prepared_matrix b;
  expect(prepare(all.ours, operand(all.b.at_least(0), s.k, s.n, true), ff::linalg::factor::right, {},
                 parts.at_least(bytes), bytes, b));
  const std::size_t workspace = gemm_workspace_bytes(all.ours, m, n, k);
  const gemm_time t = timed([&] {
    expect(gemm(all.ours, 1.0f, operand(all.a.at_least(0), s.m, s.k, false), b, 0.0f, row_major(c, m, n), {},
                all.work.at_least(workspace), workspace));
  });
  expect_the_bits_of_cublas(s, true, c);
  return t;
}

/// The elements are pairs of those that `make` makes.
gemm_time measure_complex(const gemm_shape& s) {
  operands& all = shared();
  make({2 * s.m, 2 * s.n, s.k});
  const auto m = static_cast<ff::int64>(s.m), n = static_cast<ff::int64>(s.n),
             k = static_cast<ff::int64>(s.k);
  const auto* const a = elements<ff::complex>(all.a, s.m * s.k);
  const auto* const b = elements<ff::complex>(all.b, s.k * s.n);
  ff::complex* const c = elements<ff::complex>(all.c, s.m * s.n);
  const std::size_t bytes = complex_gemm_workspace_bytes(all.ours, m, n, k);
  return timed([&] {
    expect(gemm(all.ours, ff::complex(1.0f), row_major(a, m, k), column_major(b, k, n), ff::complex(0.0f),
                row_major(c, m, n), {}, all.work.at_least(bytes), bytes));
  });
}

gemm_time measure_complex_double(const gemm_shape& s) {
  operands& all = shared();
  make({2 * s.m, 2 * s.n, s.k});
  const std::size_t size_a = 2 * s.m * s.k, size_b = 2 * s.k * s.n;
  double* const a = elements<double>(all.other, size_a);
  double* const b = elements<double>(all.work, size_b);
  widen<<<4096, threads>>>(elements<ff_t>(all.a, size_a), a, size_a);
  widen<<<4096, threads>>>(elements<ff_t>(all.b, size_b), b, size_b);
  check(cudaGetLastError(), "kernel launch");
  auto* const c = elements<cuDoubleComplex>(all.c, s.m * s.n);
  const int m = static_cast<int>(s.m), n = static_cast<int>(s.n), k = static_cast<int>(s.k);
  const cuDoubleComplex one = {1, 0}, zero = {0, 0};
#if CUBLAS_VERSION >= 130100
  expect(cublasSetMathMode(all.theirs, CUBLAS_DEFAULT_MATH), "cublasSetMathMode");
#endif
  return timed([&] {
    expect(cublasZgemm(all.theirs, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one,
                       reinterpret_cast<const cuDoubleComplex*>(b), k,
                       reinterpret_cast<const cuDoubleComplex*>(a), k, &zero, c, n),
           "cublasZgemm");
  });
}

/// cuBLAS has A and B by columns: the product's transpose, as ours has it, without a copy.
template <bool emulated>
gemm_time measure_double(const gemm_shape& s) {
  operands& all = shared();
  make(s);
  // Doubles take the place of what `other` and `work` hold for ours.
  double* const a = elements<double>(all.other, size_of(s, 0));
  double* const b = elements<double>(all.work, size_of(s, 1));
  widen<<<4096, threads>>>(elements<ff_t>(all.a, size_of(s, 0)), a, size_of(s, 0));
  widen<<<4096, threads>>>(elements<ff_t>(all.b, size_of(s, 1)), b, size_of(s, 1));
  check(cudaGetLastError(), "kernel launch");
  double* const c = elements<double>(all.c, size_of(s, 2));
  const int m = static_cast<int>(s.m), n = static_cast<int>(s.n), k = static_cast<int>(s.k);
#if CUBLAS_VERSION >= 130100
  expect(cublasSetMathMode(all.theirs, emulated ? CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH : CUBLAS_DEFAULT_MATH),
         "cublasSetMathMode");
  if (emulated)
    expect(cublasSetEmulationStrategy(all.theirs, CUBLAS_EMULATION_STRATEGY_EAGER),
           "cublasSetEmulationStrategy");
#endif
  const double one = 1, zero = 0;
  return timed([&] {
    expect(cublasDgemm(all.theirs, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one, b, k, a, k, &zero, c, n),
           "cublasDgemm");
  });
}

/// Returns whether the largest of the products' matrices, residues among them, fit.
bool fits(const gemm_shape& s) {
  std::size_t free_bytes = 0, all_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  const auto whole = static_cast<double>(size_of(s, 0) + size_of(s, 1) + size_of(s, 2));
  return 8 * 3 * whole + 13 * whole < 0.8 * static_cast<double>(all_bytes);
}

}  // namespace

template <>
const std::vector<gemm_kernel>& gpu_kernels<gemm_kernel>() {
  return made_once<gemm_kernel>([](auto& all) {
    const gemm_shape shapes[] = {{1024, 1024, 1024}, {2048, 2048, 2048},    {4096, 4096, 4096},
                                 {8192, 8192, 8192}, {16384, 16384, 16384}, {1024, 1024, 64},
                                 {8192, 8192, 256},  {65536, 64, 1024},     {64, 64, 65536}};
    for (const gemm_shape& s : shapes) {
      if (!fits(s)) continue;
      all.push_back({"double, cuBLAS", s, measure_double<false>});
#if CUBLAS_VERSION >= 130100
      all.push_back({"double, cuBLAS's emulation", s, measure_double<true>});
#endif
      all.push_back({"ff, cuBLAS's INT8", s, measure_ours<ff::linalg::kernel::cublas, true>});
      all.push_back({"ff", s, measure_ours<ff::linalg::kernel::automatic, true>});
      all.push_back({"ff, B prepared", s, measure_prepared});
      if (shared().ours.has_direct_kernel() &&
          static_cast<double>(s.m * s.n) * static_cast<double>(s.k) < 1e10)
        all.push_back({"ff, one kernel", s, measure_ours<ff::linalg::kernel::direct, true>});
      if (!shared().ours.has_own_kernel()) continue;
      all.push_back({"ff, own kernel", s, measure_ours<ff::linalg::kernel::own, true>});
      all.push_back({"ff, own kernel, B by rows", s, measure_ours<ff::linalg::kernel::own, false>});
    }
    for (const gemm_shape& s : {gemm_shape{1024, 1024, 1024}, gemm_shape{4096, 4096, 4096}}) {
      if (!fits({2 * s.m, 2 * s.n, 2 * s.k})) continue;
      all.push_back({"complex double, cuBLAS", s, measure_complex_double, 4});
      all.push_back({"complex ff", s, measure_complex, 4});
    }
  });
}

}  // namespace bench
