// Runs every kernel of bodies.cuh with one type: copies in, the median of several runs, and the values to
// judge.
#pragma once

#include <algorithm>

#include "bench/device.cuh"
#include "bodies.cuh"
#include "kernels.hpp"

namespace bench {
namespace {

template <class T>
__global__ void __launch_bounds__(256) multiply_add_kernel(unsigned* out, T b, T c, int rounds) {
  T v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    v[i] = number<T>::of(1.0f + 0x1p-20f * static_cast<float>(threadIdx.x) + 0.125f * i);
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
      for (int i = 0; i < 4; ++i) v[i] = multiply_add(v[i], b, c);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      number<T>::bits(v[0]) ^ number<T>::bits(v[1]) ^ number<T>::bits(v[2]) ^ number<T>::bits(v[3]);
}
template <class T>
__global__ void multiply_add_values(const T* x, T* out, T b, T c) {
  out[threadIdx.x] = multiply_add(x[threadIdx.x], b, c);
}

constexpr int tile = 128;  // bodies in shared memory, and threads of a block

template <class T>
__global__ void __launch_bounds__(tile)
    nbody_kernel(const T* px, const T* py, const T* pz, const T* m, T* forces, int n, T softening, T zero) {
  __shared__ __align__(16) char raw[4 * tile * sizeof(T)];
  T *sx = reinterpret_cast<T*>(raw), *sy = sx + tile, *sz = sy + tile, *sm = sz + tile;
  const int i = static_cast<int>(blockIdx.x * tile + threadIdx.x), lane = static_cast<int>(threadIdx.x);
  const T x = px[i], y = py[i], z = pz[i];
  T ax = zero, ay = zero, az = zero;
  for (int from = 0; from < n; from += tile) {
    __syncthreads();
    sx[lane] = px[from + lane], sy[lane] = py[from + lane], sz[lane] = pz[from + lane],
    sm[lane] = m[from + lane];
    __syncthreads();
    add_pulls<4>(sx, sy, sz, sm, tile, x, y, z, softening, ax, ay, az);
  }
  forces[3 * i] = ax, forces[3 * i + 1] = ay, forces[3 * i + 2] = az;
}

template <bool by_auto, class T>
__global__ void __launch_bounds__(256)
    mandelbrot_kernel(int* times, T cx, T cy, T pixel, T zero, T four, int side, int most) {
  const int i = static_cast<int>(blockIdx.x * 16 + threadIdx.x % 16),
            j = static_cast<int>(blockIdx.y * 16 + threadIdx.x / 16);
  const T x = cx + pixel * number<T>::of(static_cast<float>(i - side / 2)),
          y = cy + pixel * number<T>::of(static_cast<float>(j - side / 2));
  times[j * side + i] =
      by_auto ? escape_time_auto(x, y, zero, four, most) : escape_time(x, y, zero, four, most);
}

template <class T>
__global__ void __launch_bounds__(128)
    kepler_kernel(const T* e, T* places, int steps, T h, T h2, T h6, T zero, T one, T two, T minus_one) {
  const int i = static_cast<int>(blockIdx.x * 128 + threadIdx.x);
  T x = one - e[i], y = zero, u = zero, v = sqrt((one + e[i]) / (one - e[i]));
  runge_kutta(x, y, u, v, steps, h, h2, h6, two, minus_one);
  places[2 * i] = x, places[2 * i + 1] = y;
}

template <class T>
__global__ void __launch_bounds__(256) heat_kernel(const T* from, T* to, int side, T c, T six) {
  const long i = blockIdx.x * 256 + threadIdx.x, j = blockIdx.y, k = blockIdx.z, row = side,
             plane = row * row;
  if (i < 1 || j < 1 || k < 1 || i >= side - 1 || j >= side - 1 || k >= side - 1) return;
  const long q = k * plane + j * row + i;
  to[q] = heated(from, q, row, plane, c, six);
}
template <class T>
__global__ void initial_heat_kernel(T* cells, long n) {
  for (long i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    cells[i] = number<T>::of(static_cast<float>((static_cast<unsigned long>(i) * 2654435761ul) & 0xffffff) *
                             0x1p-24f);
}

template <class T>
__global__ void __launch_bounds__(256)
    sar_kernel(const T* xs, const T* ys, const T* zs, const T* centre, const float2* profiles, int pulses,
               int bins, float bins_a_metre, T spacing, T zero, T turns_a_metre, int side, float2* image) {
  const int i = static_cast<int>(blockIdx.x * 16 + threadIdx.x % 16),
            j = static_cast<int>(blockIdx.y * 16 + threadIdx.x / 16);
  float2 pixel = {0, 0};
  const T x = spacing * number<T>::of(static_cast<float>(i - side / 2)),
          y = spacing * number<T>::of(static_cast<float>(j - side / 2));
  backproject<T>(xs, ys, zs, centre, profiles, pulses, bins, bins_a_metre, x, y, zero, turns_a_metre, pixel);
  image[j * side + i] = pixel;
}

template <class T>
__global__ void __launch_bounds__(128)
    gaussian_kernel(const T* x, const T* y, const T* z, const T* a, const T* xs, const T* ys, const T* zs,
                    const T* b, int n, T one, T two_pi, T half_root_pi, T* out) {
  const int i = static_cast<int>(blockIdx.x * 128 + threadIdx.x);
  out[i] = attraction(xs, ys, zs, b, n, x[i], y[i], z[i], a[i], one, two_pi, half_root_pi);
}

template <class T>
__global__ void __launch_bounds__(128)
    haversine_kernel(const T* x, const T* y, const T* xs, const T* ys, int n, T half, T* out) {
  const int i = static_cast<int>(blockIdx.x * 128 + threadIdx.x);
  out[i] = half_angles(xs, ys, n, x[i], y[i], half);
}

template <class T>
__global__ void __launch_bounds__(128)
    black_scholes_kernel(const T* shares, const T* strikes, const T* years, int n, T rate, T volatility,
                         T half, T root_half, T* out) {
  const int i = static_cast<int>(blockIdx.x * 128 + threadIdx.x);
  out[i] = call_prices(strikes, years, n, shares[i], rate, volatility, half, root_half);
}

template <class T>
__global__ void __launch_bounds__(256) dot_kernel(const T* x, const T* y, long n, T zero, T* shares) {
  const long first = blockIdx.x * 256l + threadIdx.x, stride = gridDim.x * 256l;
  shares[first] = dot_share(x, y, n, first, stride, zero);
}

// ---------------------------------------------------------------- harness

template <class T>
class kernel_harness {
 public:
  explicit kernel_harness(const kernel_inputs& in) : in_(in) {}

  std::vector<kernel_run> all() {
    multiply_add_run();
    nbody("N-body", in_.cloud, in_.softening);
    nbody("N-body, close pairs", in_.close, in_.close_softening);
    nbody("N-body, 4 warps", in_.few, in_.softening);
    mandelbrot<false>("Mandelbrot");
    mandelbrot<true>("Mandelbrot, auto");
    kepler();
    heat();
    sar();
    gaussians();
    haversine();
    black_scholes();
    long_sum();
    return runs_;
  }

  /// Those two that tell what a probe costs: one of arithmetic, one of functions.
  std::vector<kernel_run> probed() {
    nbody("N-body", in_.cloud, in_.softening);
    gaussians();
    return runs_;
  }

 private:
  using num = number<T>;
  static constexpr int many_blocks = 132 * 16;

  class array {
   public:
    explicit array(std::size_t n) { check(cudaMalloc(&p_, n * sizeof(T)), "cudaMalloc"); }
    explicit array(const std::vector<double>& values) : array(values.size()) {
      std::vector<T> host;
      host.reserve(values.size());
      for (const double v : values) host.push_back(num::of(v));
      check(cudaMemcpy(p_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array() { cudaFree(p_); }
    T* at() const { return static_cast<T*>(p_); }
    std::vector<double> values(std::size_t n) const {
      std::vector<T> host(n, num::of(0.0));
      check(cudaMemcpy(static_cast<void*>(host.data()), p_, n * sizeof(T), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
      std::vector<double> all;
      for (const T& v : host) all.push_back(num::value(v));
      return all;
    }

   private:
    void* p_ = nullptr;
  };

  template <class Launch>
  static double median_seconds(Launch launch) {
    constexpr int runs = 5;
    seconds_of(launch);  // warms up
    std::vector<double> seconds;
    for (int r = 0; r < runs; ++r) seconds.push_back(seconds_of(launch));
    std::sort(seconds.begin(), seconds.end());
    return seconds[runs / 2];
  }

  static std::vector<double> sampled_of(const array& out, std::size_t n) {
    const std::vector<double> all = out.values(n);
    std::vector<double> judged;
    for (int q = 0; q < kernel_inputs::sampled; ++q)
      judged.push_back(all[std::size_t(q) * (n / kernel_inputs::sampled)]);
    return judged;
  }

  template <class Kernel>
  void add(const char* name, Kernel kernel, double seconds, double units, std::vector<double> values) {
    cudaFuncAttributes compiled{};
    check(cudaFuncGetAttributes(&compiled, kernel), "cudaFuncGetAttributes");
    runs_.push_back({name, seconds, units, compiled.numRegs, std::move(values)});
  }

  void multiply_add_run() {
    const T b = num::of(in_.factor), c = num::of(in_.summand);
    buffer<unsigned> out;
    unsigned* const to = out.at_least(many_blocks * 256);
    const auto seconds = [&](int rounds) {
      return median_seconds([&] { multiply_add_kernel<T><<<many_blocks, 256>>>(to, b, c, rounds); });
    };
    constexpr int rounds = 256;
    const double less = seconds(rounds), more = seconds(3 * rounds);
    const array x(in_.eccentricities), values(kernel_inputs::sampled);
    multiply_add_values<T><<<1, kernel_inputs::sampled>>>(x.at(), values.at(), b, c);
    add("multiply-add", multiply_add_kernel<T>, more - less, 2.0 * rounds * 16 * many_blocks * 256,
        values.values(kernel_inputs::sampled));
  }

  // All bodies are pulled, by the first of them.
  void nbody(const char* name, const bodies& b, double softening) {
    const int n = static_cast<int>(b.x.size()), sources = std::min(n, kernel_inputs::sources);
    const array x(b.x), y(b.y), z(b.z), m(b.m), forces(3 * b.x.size());
    const double seconds = median_seconds([&] {
      nbody_kernel<T><<<static_cast<unsigned>(n / tile), tile>>>(x.at(), y.at(), z.at(), m.at(), forces.at(),
                                                                 sources, num::of(softening), num::of(0.0));
    });
    const std::vector<double> all = forces.values(3 * b.x.size());
    std::vector<double> judged;
    for (int q = 0; q < kernel_inputs::sampled; ++q) {
      const std::size_t i = std::size_t(q) * (b.x.size() / kernel_inputs::sampled);
      judged.insert(judged.end(), {all[3 * i], all[3 * i + 1], all[3 * i + 2]});
    }
    add(name, nbody_kernel<T>, seconds, double(n) * sources, judged);
  }

  template <bool by_auto>
  void mandelbrot(const char* name) {
    const int side = in_.side;
    buffer<int> times;
    int* const to = times.at_least(std::size_t(side) * side);
    const dim3 grid(side / 16, side / 16);
    const double seconds = median_seconds([&] {
      mandelbrot_kernel<by_auto, T><<<grid, 256>>>(to, num::of(in_.cx), num::of(in_.cy), num::of(in_.pixel),
                                                   num::of(0.0), num::of(4.0), side, in_.most);
    });
    std::vector<int> all(std::size_t(side) * side);
    times.copy_out(all.data(), all.size());
    double steps = 0;
    for (const int t : all) steps += t;
    std::vector<double> judged;
    for (int j = 0; j < side; j += 32)
      for (int i = 0; i < side; i += 32) judged.push_back(all[std::size_t(j) * side + i]);
    add(name, mandelbrot_kernel<by_auto, T>, seconds, steps, judged);
  }

  void kepler() {
    const std::size_t n = in_.eccentricities.size();
    const array e(in_.eccentricities), places(2 * n);
    const T h = num::of(in_.step), h2 = h * num::of(0.5), h6 = h / num::of(6.0);
    const double seconds = median_seconds([&] {
      kepler_kernel<T><<<static_cast<unsigned>(n / 128), 128>>>(
          e.at(), places.at(), in_.steps, h, h2, h6, num::of(0.0), num::of(1.0), num::of(2.0), num::of(-1.0));
    });
    const std::vector<double> all = places.values(2 * n);
    std::vector<double> judged;
    for (int q = 0; q < kernel_inputs::sampled; ++q) {
      const std::size_t i = std::size_t(q) * (n / kernel_inputs::sampled);
      judged.insert(judged.end(), {all[2 * i], all[2 * i + 1]});
    }
    add("Kepler", kepler_kernel<T>, seconds, double(n) * in_.steps, judged);
  }

  void heat() {
    const auto steps = [&](const array& a, const array& b, int side, double share, int pairs) {
      const dim3 grid(static_cast<unsigned>((side + 255) / 256), static_cast<unsigned>(side),
                      static_cast<unsigned>(side));
      for (int s = 0; s < pairs; ++s) {
        heat_kernel<T><<<grid, 256>>>(a.at(), b.at(), side, num::of(share), num::of(6.0));
        heat_kernel<T><<<grid, 256>>>(b.at(), a.at(), side, num::of(share), num::of(6.0));
      }
    };
    const auto filled = [](const array& a, std::size_t cells) {
      initial_heat_kernel<T><<<1024, 256>>>(a.at(), static_cast<long>(cells));
    };
    std::vector<double> judged;
    {
      const int side = in_.heat_judged_side;
      const std::size_t cells = std::size_t(side) * side * side;
      const array a(cells), b(cells);
      filled(a, cells), filled(b, cells);
      steps(a, b, side, in_.heat_judged_share, in_.heat_judged_steps / 2);
      judged = a.values(cells);
    }
    const int side = in_.heat_side;
    const std::size_t cells = std::size_t(side) * side * side;
    const array a(cells), b(cells);
    filled(a, cells), filled(b, cells);
    const double seconds = median_seconds([&] { steps(a, b, side, in_.heat_share, 2); }) / 4;
    add("heat", heat_kernel<T>, seconds, double(cells), judged);
  }

  void sar() {
    const int pulses = static_cast<int>(in_.antenna.x.size()), side = in_.image_side;
    const array x(in_.antenna.x), y(in_.antenna.y), z(in_.antenna.z), centre(in_.antenna.m);
    buffer<float> profiles;
    const auto* p =
        reinterpret_cast<const float2*>(profiles.copy_in(in_.profiles.data(), in_.profiles.size()));
    buffer<float2> image;
    float2* const to = image.at_least(std::size_t(side) * side);
    const double seconds = median_seconds([&] {
      sar_kernel<T><<<dim3(side / 16, side / 16), 256>>>(
          x.at(), y.at(), z.at(), centre.at(), p, pulses, in_.bins, static_cast<float>(in_.bins_a_metre),
          num::of(in_.spacing), num::of(0.0), num::of(in_.turns_a_metre), side, to);
    });
    std::vector<float2> all(std::size_t(side) * side);
    image.copy_out(all.data(), all.size());
    std::vector<double> judged;
    for (int q = 0; q < kernel_inputs::sampled; ++q) {
      const float2 pixel = all[std::size_t(q) * (all.size() / kernel_inputs::sampled)];
      judged.insert(judged.end(), {pixel.x, pixel.y});
    }
    add("SAR backprojection", sar_kernel<T>, seconds, double(side) * side * pulses, judged);
  }

  void gaussians() {
    const std::size_t n = in_.left.x.size();
    const array x(in_.left.x), y(in_.left.y), z(in_.left.z), a(in_.left.m), xs(in_.right.x), ys(in_.right.y),
        zs(in_.right.z), b(in_.right.m), out(n);
    const int others = static_cast<int>(in_.right.x.size());
    const double seconds = median_seconds([&] {
      gaussian_kernel<T><<<static_cast<unsigned>(n / 128), 128>>>(
          x.at(), y.at(), z.at(), a.at(), xs.at(), ys.at(), zs.at(), b.at(), others, num::of(1.0),
          num::of(6.283185307179586), num::of(0.886226925452758), out.at());
    });
    add("Gaussian integrals", gaussian_kernel<T>, seconds, double(n) * others, sampled_of(out, n));
  }

  // Places on the sphere are two coordinates of the Gaussians' centres.
  void haversine() {
    const std::size_t n = in_.left.x.size();
    const array x(in_.left.x), y(in_.left.y), xs(in_.right.x), ys(in_.right.y), out(n);
    const int others = static_cast<int>(in_.right.x.size());
    const double seconds = median_seconds([&] {
      haversine_kernel<T><<<static_cast<unsigned>(n / 128), 128>>>(x.at(), y.at(), xs.at(), ys.at(), others,
                                                                   num::of(0.5), out.at());
    });
    add("haversine", haversine_kernel<T>, seconds, double(n) * others, sampled_of(out, n));
  }

  // Shares and strikes are the Gaussians' exponents.
  void black_scholes() {
    const std::size_t n = in_.left.m.size();
    const array shares(in_.left.m), strikes(in_.right.m), years(in_.years), out(n);
    const int options = static_cast<int>(in_.years.size());
    const double seconds = median_seconds([&] {
      black_scholes_kernel<T><<<static_cast<unsigned>(n / 128), 128>>>(
          shares.at(), strikes.at(), years.at(), options, num::of(in_.rate), num::of(in_.volatility),
          num::of(0.5), num::of(in_.root_half), out.at());
    });
    add("Black-Scholes", black_scholes_kernel<T>, seconds, double(n) * options, sampled_of(out, n));
  }

  // The shares are added up in long double, so that the error is the long sum's own.
  void long_sum() {
    const array x(in_.dot_x), y(in_.dot_y), shares(std::size_t{many_blocks} * 256);
    const long n = static_cast<long>(in_.dot_x.size());
    constexpr int blocks = 132 * 4;
    const double seconds =
        median_seconds([&] { dot_kernel<T><<<blocks, 256>>>(x.at(), y.at(), n, num::of(0.0), shares.at()); });
    const std::vector<double> all = shares.values(std::size_t{blocks} * 256);
    std::vector<double> judged;
    for (std::size_t q = 0; q < kernel_inputs::sampled; ++q) judged.push_back(all[q * 256]);
    add("long sum", dot_kernel<T>, seconds, double(n), judged);
  }

  const kernel_inputs& in_;
  std::vector<kernel_run> runs_;
};

}  // namespace
}  // namespace bench
