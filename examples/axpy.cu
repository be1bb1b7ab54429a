// y = a x + y for a million float-floats.
//
//   nvcc -std=c++17 -I../include axpy.cu && ./a.out          GPU, checked against the host
//   g++ -x c++ -O3 -std=c++17 -I../include axpy.cu && ./a.out    host alone
#include <cmath>
#include <cstdio>
#include <ff/ff.hpp>
#include <vector>

using ff::ff_t;

void axpy(std::size_t n, ff_t a, const ff_t* x, ff_t* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = ff::fma(a, x[i], y[i]);
}

#if defined(__CUDACC__)
__global__ void axpy_kernel(std::size_t n, ff_t a, const ff_t* x, ff_t* y) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    y[i] = ff::fma(a, x[i], y[i]);
}

// Whether the GPU's y is that of the host, bit for bit; true without a GPU.
bool same_on_gpu(ff_t a, const std::vector<ff_t>& x, std::vector<ff_t> y, const std::vector<ff_t>& wanted) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return true;
  }
  const std::size_t n = x.size(), bytes = n * sizeof(ff_t);
  ff_t *dx = nullptr, *dy = nullptr;
  cudaError_t status = cudaMalloc(&dx, bytes);
  if (status == cudaSuccess) status = cudaMalloc(&dy, bytes);
  if (status == cudaSuccess) status = cudaMemcpy(dx, x.data(), bytes, cudaMemcpyHostToDevice);
  if (status == cudaSuccess) status = cudaMemcpy(dy, y.data(), bytes, cudaMemcpyHostToDevice);
  if (status == cudaSuccess) {
    axpy_kernel<<<1024, 256>>>(n, a, dx, dy);
    status = cudaGetLastError();
  }
  if (status == cudaSuccess) status = cudaMemcpy(y.data(), dy, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  if (status != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    return false;
  }
  std::size_t different = 0;
  for (std::size_t i = 0; i < n; ++i) different += y[i] == wanted[i] ? 0 : 1;
  std::printf("GPU: %zu of %zu elements differ from the host\n", different, n);
  return different == 0;
}
#else
bool same_on_gpu(ff_t, const std::vector<ff_t>&, const std::vector<ff_t>&, const std::vector<ff_t>&) {
  return true;
}
#endif

int main() {
  const std::size_t n = 1 << 20;
  const ff_t a = ff_t(1) / 3;
  std::vector<ff_t> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = sqrt(ff_t(static_cast<int>(i)));
    y[i] = ff_t(1) / static_cast<int>(i + 1);
  }
  std::vector<ff_t> result = y;
  axpy(n, a, x.data(), result.data());

  double worst = 0, worst_float = 0;  // relative, against double
  for (std::size_t i = 0; i < n; ++i) {
    const double exact = double(a) * double(x[i]) + double(y[i]);
    worst = std::fmax(worst, std::fabs(double(result[i]) - exact) / exact);
    worst_float =
        std::fmax(worst_float, std::fabs(double(float(a) * float(x[i]) + float(y[i])) - exact) / exact);
  }
  std::printf("largest relative error: float 2^%.0f, ff 2^%.0f\n", std::ceil(std::log2(worst_float)),
              std::ceil(std::log2(worst)));
  return worst < 0x1p-44 && same_on_gpu(a, x, y, result) ? 0 : 1;
}
