// Thrust on numbers: sequence, transform_reduce, inclusive_scan, reduce_by_key and sort need nothing of ff
// but its operators; radix_key sorts faster.
//
//   nvcc -std=c++17 -I../include thrust.cu && ./a.out                                     GPU
//   g++ -x c++ -std=c++17 -I../include -I$CUDA/include/cccl -I$CUDA/include
//       -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP thrust.cu && ./a.out              host alone
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cmath>
#include <cstdio>
#include <ff/ff.hpp>
#include <ff/radix.hpp>

using ff::ff_t;

template <class T>
struct inverse_square {
  FF_HD T operator()(T k) const { return T(1.0f) / (k * k); }
};
struct sine {
  FF_HD ff_t operator()(ff_t x) const { return sin(x); }
};
struct to_key {
  FF_HD ff::uint64 operator()(ff_t x) const { return ff::radix_key(x); }
};
struct from_key {
  FF_HD ff_t operator()(ff::uint64 key) const { return ff::from_radix_key(key); }
};
struct month_of {
  FF_HD int operator()(int day) const { return day / 30; }
};

// 1 + 1/4 + ... + 1/n^2, less the same by Euler and Maclaurin's formula.
template <class T>
double error_of_sum() {
  constexpr int n = 1 << 20;
  thrust::device_vector<T> k(n);
  thrust::sequence(k.begin(), k.end(), T(1.0f));
  const T sum = thrust::transform_reduce(k.begin(), k.end(), inverse_square<T>(), T(0.0f), thrust::plus<T>());
  const ff_t tail = (ff_t(1.0f) - ff_t(0.5f) / n + ff_t(1.0f) / 6 / n / n) / n;
  return double(ff_t(sum) - (sqr(ff::constants::pi) / 6 - tail));
}

// A second in steps of a microsecond: the last partial sum, less one.
template <class T>
double error_of_clock() {
  thrust::device_vector<T> time(1000000, T(1e-6));
  thrust::inclusive_scan(time.begin(), time.end(), time.begin());
  const T last = time.back();
  return double(ff_t(last) - 1);
}

// A tenth each day, summed by month of 30 days: how far the worst of 1200 months is from three.
template <class T>
double error_of_months() {
  constexpr int months = 1200;
  const auto month = thrust::make_transform_iterator(thrust::make_counting_iterator(0), month_of());
  thrust::device_vector<int> key(months);
  thrust::device_vector<T> sum(months);
  thrust::reduce_by_key(month, month + 30 * months, thrust::make_constant_iterator(T(0.1)), key.begin(),
                        sum.begin());
  double worst = 0;
  for (const T one : thrust::host_vector<T>(sum)) worst = std::fmax(worst, std::fabs(double(ff_t(one) - 3)));
  return worst;
}

// sin 1, sin 2, ... sorted by < and by their keys: whether both orders are one.
bool sorts_agree() {
  constexpr int n = 1 << 20;
  thrust::device_vector<ff_t> x(n), y(n);
  thrust::device_vector<ff::uint64> key(n);
  thrust::sequence(x.begin(), x.end(), ff_t(1.0f));
  thrust::transform(x.begin(), x.end(), x.begin(), sine());
  thrust::transform(x.begin(), x.end(), key.begin(), to_key());
  thrust::sort(key.begin(), key.end());
  thrust::transform(key.begin(), key.end(), y.begin(), from_key());
  thrust::sort(x.begin(), x.end());
  const ff_t least = x.front(), greatest = x.back();
  return x == y && least < greatest;
}

double bits(double error) { return error == 0 ? -60 : std::log2(std::fabs(error)); }

int main() {
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return 0;
  }
  const char* const where = "GPU";
#else
  const char* const where = "host";
#endif
  const auto show = [](const char* what, double single, double pair) {
    std::printf("%-42s float 2^%.0f, ff 2^%.0f\n", what, bits(single), bits(pair));
  };
  show("sequence, transform_reduce: sum of 1/k^2", error_of_sum<float>(), error_of_sum<ff_t>());
  show("inclusive_scan: a million microseconds", error_of_clock<float>(), error_of_clock<ff_t>());
  show("reduce_by_key: thirty tenths", error_of_months<float>(), error_of_months<ff_t>());
  const bool agree = sorts_agree();
  std::printf("sort by <, sort by radix_key: %s\nall on the %s\n", agree ? "the same" : "DIFFERENT", where);
  return agree ? 0 : 1;
}
