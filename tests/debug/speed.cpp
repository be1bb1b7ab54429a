// Prints how many times double's time ff_t takes in three loops: a sum of products, all of + * / sqrt, and
// the forces among bodies.  The least of several runs counts: of processor time, or on a GPU of the time
// until a warp has ended.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <ff/ff.hpp>

#if defined(__CUDACC__)
#define FF_SPEED_HD __host__ __device__
#else
#define FF_SPEED_HD
#endif

namespace {

constexpr int length = 1000;

template <class T>
struct data {
  T a[length], b[length];
  data() {
    for (int i = 0; i < length; ++i) a[i] = T(1.25) + T(i), b[i] = T(i);
  }
};

struct products {
  template <class T>
  FF_SPEED_HD void operator()(data<T>& v) const {
    const T x = 1.25;
    for (int i = 0; i < length; ++i) v.b[i] = v.a[i] * x + v.b[i];
  }
};
struct all_operations {
  template <class T>
  FF_SPEED_HD void operator()(data<T>& v) const {
    using std::sqrt;
    const T x = 1.25;
    for (int i = 0; i < length; ++i) v.b[i] = sqrt(v.a[i] * x + v.b[i]) / v.a[i];
  }
};
struct bodies {
  template <class T>
  FF_SPEED_HD void operator()(data<T>& v) const {
    using std::sqrt;
    const T x = 1.25, y = 2.5, softening = 0.01;
    T sum = 0;
    for (int i = 0; i < length; ++i) {
      const T dx = v.a[i] - x, dy = v.a[i] - y, inverse = 1 / sqrt(dx * dx + dy * dy + softening);
      sum += dx * (inverse * inverse * inverse);
    }
    v.b[0] = sum;
  }
};

#if defined(__CUDACC__)
template <class T, class Loop>
__global__ void run_on_warp(data<T>* v, int repeats) {
  for (int i = 0; i < repeats; ++i) Loop()(v[threadIdx.x]);
}

void require(cudaError_t e) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
  std::exit(1);
}

template <class T, class Loop>
struct timed {
  data<T>* v = nullptr;
  timed() {
    require(cudaMallocManaged(&v, 32 * sizeof(data<T>)));
    for (int i = 0; i < 32; ++i) new (v + i) data<T>;
  }
  double operator()(int repeats) const {
    const auto start = std::chrono::steady_clock::now();
    run_on_warp<T, Loop><<<1, 32>>>(v, repeats);
    require(cudaGetLastError());
    require(cudaDeviceSynchronize());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};
#else
template <class T, class Loop>
struct timed {
  data<T> v;
  double operator()(int repeats) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < repeats; ++i) Loop()(v);
    return double(std::clock() - start) / CLOCKS_PER_SEC;
  }
};
#endif

template <class T, class Loop>
double seconds(int repeats) {
  static timed<T, Loop> run;
  double least = 1e9;
  for (int i = 0; i < 9; ++i) least = std::min(least, run(repeats) / repeats);
  return least;
}

template <class Loop>
double ratio() {
#if defined(__CUDACC__)
  return seconds<ff::ff_t, Loop>(1) / seconds<double, Loop>(20);
#else
  return seconds<ff::ff_t, Loop>(50) / seconds<double, Loop>(1000);
#endif
}

}  // namespace

int main() { std::printf("%.1f %.1f %.1f\n", ratio<products>(), ratio<all_operations>(), ratio<bodies>()); }
