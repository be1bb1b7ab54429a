// y = A x for float-floats: a warp for each row, products accumulated without renormalising at each step.
// Host and GPU add in the same order, so the results agree bit for bit.
//
//   nvcc -std=c++17 -I../include gemv.cu && ./a.out          GPU, checked against the host
//   g++ -x c++ -O3 -std=c++17 -I../include gemv.cu && ./a.out    host alone
#include <cmath>
#include <cstdio>
#include <ff/ff.hpp>
#include <vector>

using ff::ff_t;

constexpr int lanes = 32, batch = 8;  // element j belongs to lane j % 32

// What lane `lane` makes of a row: renormalised after every eight products.
FF_HD ff_t lane_sum(int columns, const ff_t* row, const ff_t* x, int lane) {
  ff::accumulator sum;
  int steps = 0;
  for (int j = lane; j < columns; j += lanes) {
    sum.add_product(row[j], x[j]);
    if (++steps % batch == 0) sum.renormalize();
  }
  return sum.result();
}

void gemv(int rows, int columns, const ff_t* a, const ff_t* x, ff_t* y) {
  for (int i = 0; i < rows; ++i) {
    ff_t sum[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      sum[lane] = lane_sum(columns, a + std::size_t(i) * columns, x, lane);
    for (int half = lanes / 2; half > 0; half /= 2)
      for (int lane = 0; lane < half; ++lane) sum[lane] = sum[lane] + sum[lane + half];
    y[i] = sum[0];
  }
}

#if defined(__CUDACC__)
__global__ void gemv_kernel(int rows, int columns, const ff_t* a, const ff_t* x, ff_t* y) {
  const int i = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / lanes);
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  if (i >= rows) return;  // the whole warp
  ff_t sum = lane_sum(columns, a + std::size_t(i) * columns, x, lane);
  for (int half = lanes / 2; half > 0; half /= 2)
    sum = sum + ff::from_words(__shfl_down_sync(0xffffffffu, sum.hi(), half),
                               __shfl_down_sync(0xffffffffu, sum.lo(), half));
  if (lane == 0) y[i] = sum;
}

// Whether the GPU's y is that of the host, bit for bit; true without a GPU.
bool same_on_gpu(int rows, int columns, const std::vector<ff_t>& a, const std::vector<ff_t>& x,
                 const std::vector<ff_t>& wanted) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return true;
  }
  std::vector<ff_t> y(wanted.size());
  ff_t *da = nullptr, *dx = nullptr, *dy = nullptr;
  cudaError_t status = cudaMalloc(&da, a.size() * sizeof(ff_t));
  if (status == cudaSuccess) status = cudaMalloc(&dx, x.size() * sizeof(ff_t));
  if (status == cudaSuccess) status = cudaMalloc(&dy, y.size() * sizeof(ff_t));
  if (status == cudaSuccess)
    status = cudaMemcpy(da, a.data(), a.size() * sizeof(ff_t), cudaMemcpyHostToDevice);
  if (status == cudaSuccess)
    status = cudaMemcpy(dx, x.data(), x.size() * sizeof(ff_t), cudaMemcpyHostToDevice);
  if (status == cudaSuccess) {
    const int warps = 8;  // a block
    gemv_kernel<<<(rows + warps - 1) / warps, warps * lanes>>>(rows, columns, da, dx, dy);
    status = cudaGetLastError();
  }
  if (status == cudaSuccess)
    status = cudaMemcpy(y.data(), dy, y.size() * sizeof(ff_t), cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(dx);
  cudaFree(dy);
  if (status != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    return false;
  }
  int different = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    different += y[i].hi() == wanted[i].hi() && y[i].lo() == wanted[i].lo() ? 0 : 1;
  std::printf("GPU: %d of %d rows differ from the host\n", different, rows);
  return different == 0;
}
#else
bool same_on_gpu(int, int, const std::vector<ff_t>&, const std::vector<ff_t>&, const std::vector<ff_t>&) {
  return true;
}
#endif

// The first 300 rows and 2000 columns of a(i, j) = 1 / (i + j + 1), times x(j) = (-1)^j: terms that cancel.
int main() {
  const int rows = 300, columns = 2000;
  std::vector<ff_t> a, x, y(rows);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) a.push_back(ff_t(1) / (i + j + 1));
  for (int j = 0; j < columns; ++j) x.push_back(j % 2 == 0 ? 1 : -1);
  gemv(rows, columns, a.data(), x.data(), y.data());

  double worst = 0, worst_float = 0;  // relative to the sum of magnitudes, against double
  for (int i = 0; i < rows; ++i) {
    double exact = 0, magnitude = 0;
    float plain = 0;
    for (int j = 0; j < columns; ++j) {
      const double term = double(a[std::size_t(i) * columns + j]) * double(x[j]);
      exact += term;
      magnitude += std::fabs(term);
      plain += float(a[std::size_t(i) * columns + j]) * float(x[j]);
    }
    worst = std::fmax(worst, std::fabs(double(y[i]) - exact) / magnitude);
    worst_float = std::fmax(worst_float, std::fabs(double(plain) - exact) / magnitude);
  }
  std::printf("largest error relative to the row's sum of magnitudes: float 2^%.0f, ff 2^%.0f\n",
              std::ceil(std::log2(worst_float)), std::ceil(std::log2(worst)));
  return worst < 0x1p-44 && same_on_gpu(rows, columns, a, x, y) ? 0 : 1;
}
