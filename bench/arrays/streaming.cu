// Kernels over arrays: copy, axpy, dot, sum, nrm2, gemv in float, ff and native double, conversions between
// the last two, and the operators of the 2006 paper element by element.
//
// The double and float reductions have the shape of the library's own (rows of 16 bytes a thread, chunks,
// a second kernel over their totals), so that the comparison is one of arithmetic.
#include <algorithm>
#include <ff/convert.hpp>
#include <ff/paper2006.hpp>
#include <ff/reduce.hpp>
#include <type_traits>

#include "../device.cuh"

namespace bench {
namespace {

using ff::ff_t;
using ff::from_words;
constexpr int threads = 256;

template <class T>
struct alignas(16) packet {
  static constexpr int size = 16 / sizeof(T);
  T element[size];
};

unsigned blocks_for(std::size_t n, std::size_t each) {
  return unsigned(std::max<std::size_t>(1, (n + each - 1) / each));
}

// ---------------------------------------------------------------- memory and time

buffer<char> pool;

/// Two arrays of n and room for results; all powers of two apart and aligned.
template <class T>
struct arrays {
  T *x, *y;
  ff_t* result;
  char* workspace;
  static std::size_t bytes(std::size_t n) { return 2 * (n * sizeof(T) + 65536) + 65536; }
};

template <class T>
__global__ void fill(std::size_t n, T* x) {
  const std::size_t i = blockIdx.x * std::size_t(threads) + threadIdx.x;
  if (i < n) x[i] = T(1.0f) + T(float(i * 2654435761u % 1024u)) * T(0x1p-10f);
}

template <class T>
arrays<T> make_arrays(std::size_t n) {
  char* base = pool.at_least(arrays<T>::bytes(n));
  const std::size_t one = (n * sizeof(T) + 65535) / 65536 * 65536;
  arrays<T> a{reinterpret_cast<T*>(base), reinterpret_cast<T*>(base + one),
              reinterpret_cast<ff_t*>(base + 2 * one), base + 2 * one + 256};
  fill<<<blocks_for(2 * one / sizeof(T), threads), threads>>>(2 * one / sizeof(T), a.x);
  return a;
}

template <class Launch>
double time_of(int repeat, Launch launch) {
  launch();
  check(cudaGetLastError(), "kernel launch");
  const auto all = [&] {
    for (int i = 0; i < repeat; ++i) launch();
  };
  return seconds_of(all) / repeat;
}

// ---------------------------------------------------------------- element by element

constexpr int packets = 4;  ///< in flight a thread

struct copy_body {
  template <class T>
  FF_HD static T run(T x, T) {
    return x;
  }
};
struct axpy_body {
  FF_HD static float run(float x, float y) { return ff::fma_rn(0x1p-20f, x, y); }
  FF_HD static double run(double x, double y) { return std::fma(0x1p-20, x, y); }
  FF_HD static ff_t run(ff_t x, ff_t y) { return ff::fma(from_words(0x1p-20f, 0x1p-48f), x, y); }
};

template <class Body, bool reads_y, class T>
__global__ void __launch_bounds__(threads) map(std::size_t n, const packet<T>* __restrict__ x, packet<T>* y) {
  const std::size_t first = blockIdx.x * std::size_t(threads * packets) + threadIdx.x,
                    count = n / packet<T>::size;
  packet<T> xs[packets], ys[packets];
#pragma unroll
  for (int p = 0; p < packets; ++p) {
    const std::size_t i = first + p * threads;
    if (i < count) {
      xs[p] = x[i];
      if (reads_y) ys[p] = y[i];
    }
  }
#pragma unroll
  for (int p = 0; p < packets; ++p) {
    const std::size_t i = first + p * threads;
    if (i < count) {
#pragma unroll
      for (int k = 0; k < packet<T>::size; ++k)
        ys[p].element[k] = Body::run(xs[p].element[k], reads_y ? ys[p].element[k] : T(0.0f));
      y[i] = ys[p];
    }
  }
}

template <class Body, bool reads_y, class T>
double map_seconds(std::size_t n, int repeat) {
  const arrays<T> a = make_arrays<T>(n);
  const auto* x = reinterpret_cast<const packet<T>*>(a.x);
  auto* y = reinterpret_cast<packet<T>*>(a.y);
  const unsigned blocks = blocks_for(n / packet<T>::size, threads * packets);
  return time_of(repeat, [&] { map<Body, reads_y, T><<<blocks, threads>>>(n, x, y); });
}

template <class T>
double memcpy_seconds(std::size_t n, int repeat) {
  const arrays<T> a = make_arrays<T>(n);
  return time_of(repeat, [&] { cudaMemcpyAsync(a.y, a.x, n * sizeof(T), cudaMemcpyDeviceToDevice); });
}

// The library's conversion of arrays.
template <class From, class To>
double convert_seconds(std::size_t n, int repeat) {
  const arrays<double> a = make_arrays<double>(n);
  if constexpr (std::is_same_v<From, ff_t>)
    check(ff::convert(a.x, reinterpret_cast<ff_t*>(a.x), n, nullptr), "conversion");
  const auto* x = reinterpret_cast<const From*>(a.x);
  auto* y = reinterpret_cast<To*>(a.y);
  return time_of(repeat, [&] { check(ff::convert(x, y, n, nullptr), "conversion"); });
}

// ---------------------------------------------------------------- sums, native

template <class T>
struct plain {
  T s = 0;
  __device__ void add_product(T x, T y) { s = fma(x, y, s); }
  __device__ void add(T x) { s += x; }
  __device__ void renormalize() {}
  __device__ T result() const { return s; }
};

template <class T>
__device__ T warp_sum(T s) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) s += __shfl_down_sync(0xffffffffu, s, distance);
  return s;
}
__device__ ff_t warp_sum(ff_t s) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    s = ff::add22(s, from_words(__shfl_down_sync(0xffffffffu, s.hi(), distance),
                                __shfl_down_sync(0xffffffffu, s.lo(), distance)));
  return s;
}

template <class T>
__device__ T block_sum(T s) {
  __shared__ T of_warp[32];
  s = warp_sum(s);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = s;
  __syncthreads();
  return warp_sum(threadIdx.x % 32 < blockDim.x / 32 ? of_warp[threadIdx.x % 32] : T(0));
}

enum class what { sum, dot, nrm2 };

template <what W, class T>
__global__ void __launch_bounds__(threads)
    native_chunks(std::size_t n, std::size_t rows, const packet<T>* __restrict__ x,
                  const packet<T>* __restrict__ y, T* partial) {
  constexpr int batch = W == what::dot ? 4 : 8;
  const std::size_t first = blockIdx.x * rows * threads, count = n / packet<T>::size;
  const std::size_t last = std::size_t(first + rows * threads) < count ? first + rows * threads : count;
  plain<T> lane[packet<T>::size];
  std::size_t i = first + threadIdx.x;
  const auto step = [&](const packet<T>& a, const packet<T>& b) {
#pragma unroll
    for (int k = 0; k < packet<T>::size; ++k) {
      if (W == what::sum) lane[k].add(a.element[k]);
      if (W == what::dot) lane[k].add_product(a.element[k], b.element[k]);
      if (W == what::nrm2) lane[k].add_product(a.element[k], a.element[k]);
    }
  };
  for (; i + (batch - 1) * threads < last; i += batch * threads) {
    packet<T> xs[batch], ys[batch];
#pragma unroll
    for (int r = 0; r < batch; ++r) {
      xs[r] = x[i + r * threads];
      if (W == what::dot) ys[r] = y[i + r * threads];
    }
#pragma unroll
    for (int r = 0; r < batch; ++r) step(xs[r], ys[r]);
  }
  for (; i < last; i += threads) step(x[i], W == what::dot ? y[i] : x[i]);
  T s = 0;
#pragma unroll
  for (int k = 0; k < packet<T>::size; ++k) s += lane[k].result();
  s = block_sum(s);
  if (threadIdx.x == 0) partial[blockIdx.x] = s;
}

template <what W, class T>
__global__ void native_total(int chunks, const T* partial, T* result) {
  T s = 0;
  for (int i = int(threadIdx.x); i < chunks; i += int(blockDim.x)) s += partial[i];
  s = block_sum(s);
  if (threadIdx.x == 0) *result = W == what::nrm2 ? sqrt(s) : s;
}

template <what W, class T>
double native_seconds(std::size_t n, int repeat) {
  const arrays<T> a = make_arrays<T>(n);
  const ff::reduction_shape<T> shape(n);
  T *partial = reinterpret_cast<T*>(a.workspace), *result = reinterpret_cast<T*>(a.result);
  const auto *x = reinterpret_cast<const packet<T>*>(a.x), *y = reinterpret_cast<const packet<T>*>(a.y);
  return time_of(repeat, [&] {
    native_chunks<W, T><<<unsigned(shape.chunks), threads>>>(n, shape.rows, x, y, partial);
    native_total<W, T><<<1, 1024>>>(int(shape.chunks), partial, result);
  });
}

// The library's reductions.
template <what W, class T>
double library_seconds(std::size_t n, int repeat) {
  const arrays<T> a = make_arrays<T>(n);
  const std::size_t workspace = ff::reduce_workspace_bytes(n);
  return time_of(repeat, [&] {
    const cudaError_t e = W == what::sum   ? ff::sum(n, a.x, a.result, a.workspace, workspace)
                          : W == what::dot ? ff::dot(n, a.x, a.y, a.result, a.workspace, workspace)
                                           : ff::nrm2(n, a.x, a.result, a.workspace, workspace);
    check(e, "reduction");
  });
}

// ---------------------------------------------------------------- gemv: a warp for each row

/// rows x columns = n, columns >= rows.
struct matrix_shape {
  std::size_t rows, columns;
  explicit matrix_shape(std::size_t n) : rows(1), columns(n) {
    while (columns / 2 >= rows * 2) columns /= 2, rows *= 2;
  }
};

template <class T, class Lane>
__global__ void __launch_bounds__(threads)
    gemv(std::size_t rows, std::size_t columns, const packet<T>* __restrict__ a,
         const packet<T>* __restrict__ x, decltype(Lane().result())* y) {
  constexpr int batch = 8 / packet<T>::size;
  const std::size_t row = (blockIdx.x * std::size_t(threads) + threadIdx.x) / 32;
  if (row >= rows) return;
  const std::size_t width = columns / packet<T>::size;
  const packet<T>* mine = a + row * width;
  Lane lane[packet<T>::size];
  std::size_t i = threadIdx.x % 32;
  for (; i + (batch - 1) * 32 < width; i += batch * 32) {
    packet<T> as[batch], xs[batch];
#pragma unroll
    for (int r = 0; r < batch; ++r) {
      as[r] = mine[i + r * 32];
      xs[r] = x[i + r * 32];
    }
#pragma unroll
    for (int r = 0; r < batch; ++r)
#pragma unroll
      for (int k = 0; k < packet<T>::size; ++k) lane[k].add_product(as[r].element[k], xs[r].element[k]);
#pragma unroll
    for (int k = 0; k < packet<T>::size; ++k) lane[k].renormalize();
  }
  for (; i < width; i += 32)
#pragma unroll
    for (int k = 0; k < packet<T>::size; ++k) lane[k].add_product(mine[i].element[k], x[i].element[k]);
  auto s = lane[0].result();
#pragma unroll
  for (int k = 1; k < packet<T>::size; ++k) s = s + lane[k].result();
  s = warp_sum(s);
  if (threadIdx.x % 32 == 0) y[row] = s;
}

template <class T, class Lane>
double gemv_seconds(std::size_t n, int repeat) {
  const arrays<T> a = make_arrays<T>(n);
  const matrix_shape shape(n);
  const auto *m = reinterpret_cast<const packet<T>*>(a.x), *x = reinterpret_cast<const packet<T>*>(a.y);
  auto* y = reinterpret_cast<decltype(Lane().result())*>(a.y + shape.columns);
  const unsigned blocks = blocks_for(shape.rows * 32, threads);
  return time_of(repeat, [&] { gemv<T, Lane><<<blocks, threads>>>(shape.rows, shape.columns, m, x, y); });
}

/// Bytes of so many arrays.
template <int count, class T>
double moved(std::size_t n) {
  return count * double(n) * sizeof(T);
}
template <class T>
double matrix_and_vectors(std::size_t n) {
  const matrix_shape shape(n);
  return double(n + shape.rows + shape.columns) * sizeof(T);
}

template <class T, class Lane>
void add_type(std::vector<stream_kernel>& all, const char* type) {
  all.push_back({"gemv", type, matrix_and_vectors<T>, arrays<T>::bytes, gemv_seconds<T, Lane>});
}

template <class T>
void add_native(std::vector<stream_kernel>& all, const char* type) {
  all.push_back({"copy", type, moved<2, T>, arrays<T>::bytes, map_seconds<copy_body, false, T>});
  all.push_back({"memcpy", type, moved<2, T>, arrays<T>::bytes, memcpy_seconds<T>});
  all.push_back({"axpy", type, moved<3, T>, arrays<T>::bytes, map_seconds<axpy_body, true, T>});
  all.push_back({"dot", type, moved<2, T>, arrays<T>::bytes, native_seconds<what::dot, T>});
  all.push_back({"sum", type, moved<1, T>, arrays<T>::bytes, native_seconds<what::sum, T>});
  all.push_back({"nrm2", type, moved<1, T>, arrays<T>::bytes, native_seconds<what::nrm2, T>});
  add_type<T, plain<T>>(all, type);
}

template <class T>
void add_library(std::vector<stream_kernel>& all, const char* type) {
  all.push_back({"dot", type, moved<2, T>, arrays<T>::bytes, library_seconds<what::dot, T>});
  all.push_back({"sum", type, moved<1, T>, arrays<T>::bytes, library_seconds<what::sum, T>});
  all.push_back({"nrm2", type, moved<1, T>, arrays<T>::bytes, library_seconds<what::nrm2, T>});
  add_type<T, ff::accumulator>(all, type);
}

// ---------------------------------------------------------------- the 2006 paper

template <class Op>
__global__ void paper_map(std::size_t n, const typename Op::operand* __restrict__ a,
                          const typename Op::operand* __restrict__ b, typename Op::result* c) {
  const std::size_t i = blockIdx.x * std::size_t(threads) + threadIdx.x;
  if (i < n) c[i] = Op::run(a[i], b[i], a[i ^ 1]);
}

template <class Op>
double paper_seconds(std::size_t n, int repeat) {
  using operand = typename Op::operand;
  const arrays<ff_t> m = make_arrays<ff_t>(2 * n);
  const auto *a = reinterpret_cast<const operand*>(m.x), *b = reinterpret_cast<const operand*>(m.x + n);
  auto* c = reinterpret_cast<typename Op::result*>(m.y);
  return time_of(repeat, [&] { paper_map<Op><<<blocks_for(n, threads), threads>>>(n, a, b, c); });
}

}  // namespace

template <>
const std::vector<stream_kernel>& gpu_kernels<stream_kernel>() {
  return made_once<stream_kernel>([](auto& all) {
    add_native<float>(all, "float");
    add_native<double>(all, "double");
    all.push_back({"axpy", "ff", moved<3, ff_t>, arrays<ff_t>::bytes, map_seconds<axpy_body, true, ff_t>});
    all.push_back(
        {"convert", "double->ff", moved<2, double>, arrays<double>::bytes, convert_seconds<double, ff_t>});
    all.push_back(
        {"convert", "ff->double", moved<2, double>, arrays<double>::bytes, convert_seconds<ff_t, double>});
    add_library<ff_t>(all, "ff");
    add_library<float>(all, "float->ff");
  });
}

template <>
const std::vector<paper_kernel>& gpu_kernels<paper_kernel>() {
  return made_once<paper_kernel>([](auto& all) {
    const auto add = [&](auto op, const char* name, const char* algorithm) {
      all.push_back({name, algorithm, paper_seconds<decltype(op)>});
    };
    for_each_paper_operation(add);
  });
}

}  // namespace bench
