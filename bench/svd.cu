// ff-bench-svd: singular value decompositions on the device beside cuSOLVER's in double and in float, in one
// run, at the sizes of S. Lahabar's thesis (2010, Table 3.1, GTX 280).  Prints JSON.
//
//   ff-bench-svd [ROWS COLUMNS]...
#include <cusolverDn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ff/linalg/cuda/svd.hpp>
#include <ff/operators.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using ff::ff_t;
using ff::int64;
using json = nlohmann::ordered_json;

void expect(cudaError_t s) {
  if (s != cudaSuccess) throw std::runtime_error(cudaGetErrorString(s));
}
void expect(cusolverStatus_t s) {
  if (s != CUSOLVER_STATUS_SUCCESS) throw std::runtime_error("cuSOLVER: status " + std::to_string(int(s)));
}
void expect(const ff::linalg::status& s) {
  if (!s.ok()) throw std::runtime_error(s.text());
}

template <class T>
class on_device {
 public:
  explicit on_device(int64 n) : n_(static_cast<std::size_t>(n)) {
    expect(cudaMalloc(&p_, (n_ + 1) * sizeof(T)));
  }
  ~on_device() { cudaFree(p_); }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;
  T* data() const { return p_; }
  std::vector<T> read() const {
    std::vector<T> x(n_);
    expect(cudaMemcpy(x.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return x;
  }

 private:
  std::size_t n_;
  T* p_ = nullptr;
};

/// The sum of four uniform numbers (SplitMix64, Steele, Lea, Flood 2014), rounded to a pair, and that as a T.
__global__ void fill(ff_t* x, int64 n) {
  for (int64 i = blockIdx.x * int64{256} + threadIdx.x; i < n; i += gridDim.x * int64{256}) {
    ff_t sum = 0.0f;
    for (int64 k = 0; k < 4; ++k) {
      unsigned long long z = static_cast<unsigned long long>(4 * i + k + 1) * 0x9e3779b97f4a7c15u;
      z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
      z = (z ^ z >> 27) * 0x94d049bb133111ebu;
      sum += ff_t(static_cast<long long>(z ^ z >> 31)) * 0x1p-63f;
    }
    x[i] = sum;
  }
}
template <class T>
__global__ void convert(const ff_t* x, T* to, int64 n) {
  for (int64 i = blockIdx.x * int64{256} + threadIdx.x; i < n; i += gridDim.x * int64{256})
    to[i] = static_cast<T>(x[i]);
}

template <class F>
double seconds_of(F f) {
  expect(cudaDeviceSynchronize());
  const auto start = std::chrono::steady_clock::now();
  f();
  expect(cudaDeviceSynchronize());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The best of three after one to warm up; of one where that takes over two seconds.
template <class F>
double best_seconds(F f) {
  double best = seconds_of(f);
  if (best > 2) return best;
  best = seconds_of(f);
  for (int i = 0; i < 2; ++i) best = std::min(best, seconds_of(f));
  return best;
}

struct timed {
  double seconds;
  std::vector<double> values;
};

/// cuSOLVER's polar decomposition, gesvdp, with thin factors.
template <class T>
timed by_cusolver(cusolverDnHandle_t solver, const ff_t* a, int64 m, int64 n) {
  const cudaDataType type = sizeof(T) == 8 ? CUDA_R_64F : CUDA_R_32F;
  const on_device<T> x(m * n), s(n), u(m * n), v(n * n);
  const on_device<int> info(1);
  std::size_t there = 0, here = 0;
  expect(cusolverDnXgesvdp_bufferSize(solver, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, type, x.data(), m,
                                      type, s.data(), type, u.data(), m, type, v.data(), n, type, &there,
                                      &here));
  const on_device<char> work(static_cast<int64>(there));
  std::vector<char> on_host(here);
  double sigma = 0;
  const double seconds = best_seconds([&] {
    convert<<<1024, 256>>>(a, x.data(), m * n);  // the matrix is overwritten
    expect(cusolverDnXgesvdp(solver, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, type, x.data(), m, type,
                             s.data(), type, u.data(), m, type, v.data(), n, type, work.data(), there,
                             on_host.data(), here, info.data(), &sigma));
  });
  timed t{seconds, {}};
  for (const T value : s.read()) {
    if (static_cast<int64>(t.values.size()) < n) t.values.push_back(value);
  }
  return t;
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most / x[0];
}

json measure(const ff::linalg::context& on, cusolverDnHandle_t solver, int64 m, int64 n) {
  using ff::linalg::column_major;
  const on_device<ff_t> a(m * n), s(n), u(m * n), v(n * n);
  fill<<<1024, 256>>>(a.data(), m * n);
  expect(cudaGetLastError());
  const auto decompose = [&](ff::linalg::svd_report* report) {
    const ff_t* const x = a.data();
    expect(svd(on, column_major(x, m, n), s.data(), column_major(u.data(), m, n),
               column_major(v.data(), n, n), {}, report));
  };
  const double seconds = best_seconds([&] { decompose(nullptr); });
  ff::linalg::svd_report report;
  decompose(&report);
  std::vector<double> values;
  for (const ff_t value : s.read()) {
    if (static_cast<int64>(values.size()) < n) values.push_back(double(value));
  }
  const timed in_double = by_cusolver<double>(solver, a.data(), m, n);
  const timed in_float = by_cusolver<float>(solver, a.data(), m, n);
  return {{"m", m},
          {"n", n},
          {"seconds", seconds},
          {"residual", report.residual},
          {"orthogonality", report.orthogonality},
          {"steps", report.steps},
          {"clusters", report.clusters},
          {"double_seconds", in_double.seconds},
          {"float_seconds", in_float.seconds},
          {"ratio_to_double", in_double.seconds / seconds},
          {"double_values_from_ff", largest_difference(values, in_double.values)},
          {"float_values_from_ff", largest_difference(values, in_float.values)}};
}

/// Seconds in the thesis, where they are at hand; 0 elsewhere.
double thesis_seconds(int64 m, int64 n) {
  if (m == 1024 && n == 1024) return 3.7;
  if (m == 2048 && n == 2048) return 19.6;
  if (m == 4096 && n == 4096) return 114;
  if (m == 8192 && n == 512) return 26;
  return 0;
}

int run(int count, char** words) {
  std::vector<std::pair<int64, int64>> sizes;
  for (int i = 1; i + 1 < count; i += 2) sizes.emplace_back(std::atoll(words[i]), std::atoll(words[i + 1]));
  if (count % 2 == 0 || std::any_of(sizes.begin(), sizes.end(),
                                    [](const auto& s) { return s.second < 1 || s.first < s.second; })) {
    std::cerr << "expected pairs of rows and columns, no fewer rows than columns\n";
    return 2;
  }
  if (sizes.empty())
    sizes = {{64, 64},     {128, 128},   {256, 256},  {512, 512},   {1024, 1024}, {2048, 2048},
             {3072, 3072}, {4096, 4096}, {1024, 512}, {2048, 512},  {2048, 1024}, {4096, 512},
             {4096, 1024}, {4096, 2048}, {8192, 512}, {8192, 1024}, {8192, 2048}};
  cudaDeviceProp properties;
  expect(cudaGetDeviceProperties(&properties, 0));
  ff::linalg::context on;
  expect(on.open(nullptr));
  cusolverDnHandle_t solver = nullptr;
  expect(cusolverDnCreate(&solver));
  json record = {{"gpu", properties.name}, {"svd", json::array()}};
  for (const auto& [m, n] : sizes) {
    json row = measure(on, solver, m, n);
    if (thesis_seconds(m, n) > 0) row["thesis_seconds"] = thesis_seconds(m, n);
    record["svd"].push_back(row);
  }
  std::cout << record.dump(1) << "\n";
  return 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count, words);
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}
