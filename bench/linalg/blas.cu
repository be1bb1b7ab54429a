// BLAS 1 and 2: ff::linalg's beside cuBLAS's in double, which moves as many bytes, and beside a copy of them.
#include <cublas_v2.h>

#include <ff/linalg/cuda/blas.hpp>
#include <ff/operators.hpp>
#include <ff/type/hash.hpp>

#include "cusolver.cuh"

namespace bench {
namespace {

using ff::linalg::column_major;
using ff::linalg::vector_view;

constexpr int64 length = int64{1} << 26, order = 8192;  // half a gigabyte each: beyond the second cache

void expect(cublasStatus_t s) {
  if (s != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(s));
}

/// Uniform in [-1, 1) times a scale that keeps triangular systems in range (SplitMix64, Steele, Lea, Flood
/// 2014); ones on the diagonal of the matrix that the first order^2 numbers are.
__global__ void fill(ff_t* x, int64 n, unsigned long long seed) {
  for (int64 i = blockIdx.x * int64{256} + threadIdx.x; i < n; i += gridDim.x * int64{256}) {
    const unsigned long long z =
        ff::detail::mix_bits((seed + static_cast<unsigned long long>(i) + 1) * 0x9e3779b97f4a7c15u);
    const bool on_diagonal = i % (order + 1) == 0;
    x[i] = on_diagonal ? ff_t(1.0f) : ff_t(static_cast<long long>(z)) * 0x1p-76f;
  }
}

/// Says what the routines read and write, in pairs and as doubles, and cuBLAS's handle.
struct operands {
  array<ff_t> a{length}, x{length}, y{length}, result{1};
  array<double> da{length}, dx{length}, dy{length}, dresult{1};
  cublasHandle_t theirs = nullptr;

  operands() {
    expect(cublasCreate(&theirs));
    expect(cublasSetPointerMode(theirs, CUBLAS_POINTER_MODE_DEVICE));  // results stay where they are
    unsigned long long seed = 0;
    for (ff_t* to : {a.data, x.data, y.data}) fill<<<1024, 256>>>(to, length, seed += length);
    convert<<<1024, 256>>>(a.data, da.data, length);
    convert<<<1024, 256>>>(x.data, dx.data, length);
    convert<<<1024, 256>>>(y.data, dy.data, length);
    const double one = 1;
    check(cudaMemcpy(dresult.data, &one, sizeof one, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
};
operands& all() {
  static operands o;
  return o;
}

/// The best of ten, after one to warm up.
template <class F>
double best_of(F f) {
  double best = seconds_of(f);
  for (int i = 0; i < 10; ++i) best = std::min(best, seconds_of(f));
  return best;
}

// cuBLAS's scalars are 1, which dresult holds.
template <class F, class G>
blas_time time_of(F ours, G theirs) {
  return {best_of([&] { expect(ours(shared().ours, all())); }),
          best_of([&] { expect(theirs(all().theirs, all())); })};
}

using on = const ff::linalg::context&;
vector_view<const ff_t> in(const array<ff_t>& x, int64 n) { return {x.data, n}; }
vector_view<ff_t> out(const array<ff_t>& x, int64 n) { return {x.data, n}; }

blas_time measure_copy() {
  const auto copy = [](auto to, auto from) {
    check(cudaMemcpyAsync(to, from, length * sizeof *to, cudaMemcpyDeviceToDevice), "cudaMemcpyAsync");
  };
  return {best_of([&] { copy(all().y.data, all().x.data); }),
          best_of([&] { copy(all().dy.data, all().dx.data); })};
}
blas_time measure_axpy() {
  return time_of([](on c, operands& o) { return axpy(c, 1.0f, in(o.x, length), out(o.y, length)); },
                 [](cublasHandle_t h, operands& o) {
                   return cublasDaxpy_64(h, length, o.dresult.data, o.dx.data, 1, o.dy.data, 1);
                 });
}
blas_time measure_dot() {
  array<double> to(1);
  return time_of([](on c, operands& o) { return dot(c, in(o.x, length), in(o.y, length), o.result.data); },
                 [&](cublasHandle_t h, operands& o) {
                   return cublasDdot_64(h, length, o.dx.data, 1, o.dy.data, 1, to.data);
                 });
}
blas_time measure_nrm2() {
  array<double> to(1);
  return time_of(
      [](on c, operands& o) { return nrm2(c, in(o.x, length), o.result.data); },
      [&](cublasHandle_t h, operands& o) { return cublasDnrm2_64(h, length, o.dx.data, 1, to.data); });
}
template <bool Transposed>
blas_time measure_gemv() {
  return time_of(
      [](on c, operands& o) {
        const auto a = column_major(static_cast<const ff_t*>(o.a.data), order, order);
        return gemv(c, 1.0f, Transposed ? a.transposed() : a, in(o.x, order), 1.0f, out(o.y, order));
      },
      [](cublasHandle_t h, operands& o) {
        return cublasDgemv_64(h, Transposed ? CUBLAS_OP_T : CUBLAS_OP_N, order, order, o.dresult.data,
                              o.da.data, order, o.dx.data, 1, o.dresult.data, o.dy.data, 1);
      });
}
blas_time measure_ger() {
  return time_of(
      [](on c, operands& o) {
        return ger(c, 1.0f, in(o.x, order), in(o.y, order), column_major(o.a.data, order, order));
      },
      [](cublasHandle_t h, operands& o) {
        return cublasDger_64(h, order, order, o.dresult.data, o.dx.data, 1, o.dy.data, 1, o.da.data, order);
      });
}
blas_time measure_trsv() {
  return time_of(
      [](on c, operands& o) {
        return trsv(c, ff::linalg::triangle::lower, ff::linalg::diagonal::unit,
                    column_major(static_cast<const ff_t*>(o.a.data), order, order), out(o.y, order));
      },
      [](cublasHandle_t h, operands& o) {
        return cublasDtrsv_64(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, order, o.da.data,
                              order, o.dy.data, 1);
      });
}

}  // namespace

template <>
const std::vector<blas_kernel>& gpu_kernels<blas_kernel>() {
  constexpr double one = 8.0 * length;  // bytes of an array, and of a matrix
  static const std::vector<blas_kernel> kernels = {
      {"copy", "2^26", 2 * one, measure_copy},
      {"axpy", "2^26", 3 * one, measure_axpy},
      {"dot", "2^26", 2 * one, measure_dot},
      {"nrm2", "2^26", one, measure_nrm2},
      {"gemv, A", "8192 x 8192", one, measure_gemv<false>},
      {"gemv, A transposed", "8192 x 8192", one, measure_gemv<true>},
      {"ger", "8192 x 8192", 2 * one, measure_ger},
      {"trsv", "8192 x 8192", one / 2, measure_trsv}};
  return kernels;
}

}  // namespace bench
