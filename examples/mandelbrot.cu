// The Mandelbrot set at a magnification where neighbouring pixels are the same float: the float picture is
// one flat colour, the ff picture has every detail, with the same escape counts on host and GPU.
//
//   nvcc -std=c++17 -I../include mandelbrot.cu && ./a.out          host and GPU
//   g++ -x c++ -O3 -std=c++17 -I../include mandelbrot.cu && ./a.out    host alone
#include <cstdio>
#include <ff/ff.hpp>
#include <vector>

using namespace ff::literals;
using ff::ff_t;

constexpr int width = 64, height = 20, most = 4000;

// The steps until z leaves the circle of radius 2 under z -> z^2 + c.
template <class Real>
FF_HD int escape(Real cx, Real cy) {
  Real x = cx, y = cy;
  for (int k = 0; k < most; ++k) {
    const Real xx = x * x, yy = y * y, xy = x * y;
    if (float(xx + yy) > 4.0f) return k;
    x = xx - yy + cx;
    y = xy + xy + cy;
  }
  return most;
}

// Pixel p of the picture: 10^-8 wide, in the valley of the sea horses.
template <class Real>
FF_HD int pixel(int p) {
  const ff_t step = 1e-8_ff / width;
  const ff_t x = -0.743643887037151_ff + step * (p % width - width / 2);
  const ff_t y = 0.131825904205330_ff + step * (2 * (p / width - height / 2));
  return escape(Real(x), Real(y));
}

int colours(const std::vector<int>& counts) {
  int n = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    bool seen = false;
    for (std::size_t j = 0; j < i; ++j) seen = seen || counts[i] == counts[j];
    n += seen ? 0 : 1;
  }
  return n;
}

void print(const std::vector<int>& counts) {
  const char shades[] = " .:-=+*#%@";
  for (int p = 0; p < width * height; ++p) {
    const int c = counts[static_cast<std::size_t>(p)];
    std::putchar(c < 1000 ? ' ' : shades[(c - 1000) / 60 < 9 ? (c - 1000) / 60 : 9]);
    if (p % width == width - 1) std::putchar('\n');
  }
}

#if defined(__CUDACC__)
__global__ void draw(int* counts) {
  const int p = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (p < width * height) counts[p] = pixel<ff_t>(p);
}

// Whether the GPU draws the same picture; true without a GPU.
bool same_on_gpu(const std::vector<int>& wanted) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return true;
  }
  std::vector<int> counts(wanted.size());
  int* device = nullptr;
  cudaError_t status = cudaMalloc(&device, counts.size() * sizeof(int));
  if (status == cudaSuccess) {
    draw<<<(width * height + 127) / 128, 128>>>(device);
    status = cudaMemcpy(counts.data(), device, counts.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
  }
  if (status != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    return false;
  }
  std::printf("GPU: %s\n", counts == wanted ? "the same escape counts" : "other escape counts");
  return counts == wanted;
}
#else
bool same_on_gpu(const std::vector<int>&) { return true; }
#endif

int main() {
  std::vector<int> in_float, in_ff, in_double;
  int as_double = 0;
  for (int p = 0; p < width * height; ++p) {
    in_float.push_back(pixel<float>(p));
    in_ff.push_back(pixel<ff_t>(p));
    in_double.push_back(pixel<double>(p));
    as_double += in_ff.back() == in_double.back() ? 1 : 0;
  }
  print(in_ff);
  std::printf("colours: float %d, ff %d, double %d\n", colours(in_float), colours(in_ff), colours(in_double));
  std::printf("pixels where ff and double agree: %d of %d\n", as_double, width * height);
  long total = 0;
  for (const int c : in_ff) total += c;
  std::printf("sum of the ff picture's escape counts: %ld\n", total);
  return same_on_gpu(in_ff) && colours(in_float) <= 2 && as_double > width * height * 9 / 10 ? 0 : 1;
}
