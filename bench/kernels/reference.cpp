// The inputs of the kernels, and what their results should be: in long double, and in 113 bits where errors
// grow.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <ff/platform/threads.hpp>
#include <random>
#include <stdexcept>

#include "kernels.hpp"

namespace bench {
namespace {

using wide = long double;
__extension__ typedef __float128 quad;  // NOLINT: g++ and clang++ have no other name for it

// The nearest number that is a pair of floats, so that every type starts from the same.
double paired(double v) {
  const auto high = static_cast<float>(v);
  return double(high) + double(static_cast<float>(v - double(high)));
}

class drawing {
 public:
  explicit drawing(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return paired(low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53));
  }

 private:
  std::mt19937_64 engine_;
};

bodies cube(unsigned seed, std::size_t n, double low_mass, double high_mass) {
  drawing d(seed);
  bodies b;
  for (std::size_t i = 0; i < n; ++i) {
    b.x.push_back(d.between(-1, 1)), b.y.push_back(d.between(-1, 1)), b.z.push_back(d.between(-1, 1));
    b.m.push_back(d.between(low_mass, high_mass));
  }
  return b;
}

// The bodies with every second one moved to within 2^-20 of the one before.
bodies in_pairs(bodies b) {
  drawing d(7);
  for (std::size_t i = 0; i + 1 < b.x.size(); i += 2) {
    b.x[i + 1] = paired(b.x[i] + d.between(-0x1p-20, 0x1p-20));
    b.y[i + 1] = paired(b.y[i] + d.between(-0x1p-20, 0x1p-20));
    b.z[i + 1] = paired(b.z[i] + d.between(-0x1p-20, 0x1p-20));
  }
  return b;
}

/// work(i) for i below n, on all cores.
template <class Work>
void in_parallel(std::size_t n, Work work) {
  std::atomic<std::size_t> next{0};
  ff::detail::on_threads(ff::detail::processors(), [&] {
    for (std::size_t i; (i = next++) < n;) work(i);
  });
}

constexpr std::size_t sampled = kernel_inputs::sampled;

std::vector<wide> forces(const bodies& b, double softening) {
  std::vector<wide> all(3 * sampled);
  const std::size_t n = std::min(b.x.size(), std::size_t{kernel_inputs::sources});
  in_parallel(sampled, [&, n](std::size_t q) {
    const std::size_t i = q * (b.x.size() / sampled);
    wide ax = 0, ay = 0, az = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const wide dx = wide(b.x[j]) - b.x[i], dy = wide(b.y[j]) - b.y[i], dz = wide(b.z[j]) - b.z[i];
      const wide r2 = dx * dx + dy * dy + dz * dz + softening, w = b.m[j] / (r2 * std::sqrt(r2));
      ax += w * dx, ay += w * dy, az += w * dz;
    }
    all[3 * q] = ax, all[3 * q + 1] = ay, all[3 * q + 2] = az;
  });
  return all;
}

std::vector<wide> escape_times(const kernel_inputs& in) {
  constexpr int stride = 32;
  const int across = in.side / stride;
  std::vector<wide> all(std::size_t(across) * std::size_t(across));
  in_parallel(all.size(), [&](std::size_t q) {
    const int i = static_cast<int>(q) % across * stride, j = static_cast<int>(q) / across * stride;
    const quad cx = quad(in.cx) + quad(in.pixel) * (i - in.side / 2),
               cy = quad(in.cy) + quad(in.pixel) * (j - in.side / 2);
    quad x = 0, y = 0;
    int n = 0;
    for (; n < in.most; ++n) {
      const quad xx = x * x, yy = y * y;
      if (xx + yy > 4) break;
      y = 2 * x * y + cy;
      x = xx - yy + cx;
    }
    all[q] = n;
  });
  return all;
}

struct orbit {
  wide x, y, u, v;
};
orbit derivative(const orbit& s) {
  const wide r2 = s.x * s.x + s.y * s.y, k = -1 / (r2 * std::sqrt(r2));
  return {s.u, s.v, k * s.x, k * s.y};
}
orbit moved(const orbit& s, wide h, const orbit& by) {
  return {s.x + h * by.x, s.y + h * by.y, s.u + h * by.u, s.v + h * by.v};
}
std::vector<wide> places(const kernel_inputs& in) {
  std::vector<wide> all(2 * sampled);
  in_parallel(sampled, [&](std::size_t q) {
    const wide e = in.eccentricities[q * (in.eccentricities.size() / sampled)], h = in.step;
    orbit s{1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
    for (int i = 0; i < in.steps; ++i) {
      const orbit k1 = derivative(s), k2 = derivative(moved(s, h / 2, k1)),
                  k3 = derivative(moved(s, h / 2, k2)), k4 = derivative(moved(s, h, k3));
      s = moved(moved(moved(moved(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    }
    all[2 * q] = s.x, all[2 * q + 1] = s.y;
  });
  return all;
}

std::vector<wide> heat(const kernel_inputs& in) {
  const auto n = static_cast<std::size_t>(in.heat_judged_side);
  std::vector<wide> a(n * n * n), b;
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = initial_heat(i);
  b = a;
  const wide c = in.heat_judged_share;
  for (int s = 0; s < in.heat_judged_steps; ++s) {
    for (std::size_t k = 1; k + 1 < n; ++k)
      for (std::size_t j = 1; j + 1 < n; ++j)
        for (std::size_t i = 1; i + 1 < n; ++i) {
          const std::size_t q = (k * n + j) * n + i;
          const wide around = a[q - 1] + a[q + 1] + a[q - n] + a[q + n] + a[q - n * n] + a[q + n * n];
          b[q] = a[q] + c * (around - 6 * a[q]);
        }
    std::swap(a, b);
  }
  return a;
}

std::vector<wide> image(const kernel_inputs& in) {
  std::vector<wide> all(2 * sampled);
  const wide pi = 3.14159265358979323846264338327950288L;
  const auto side = static_cast<std::size_t>(in.image_side);
  in_parallel(sampled, [&, pi, side](std::size_t q) {
    const std::size_t place = q * (side * side / sampled);
    const wide x = in.spacing * (wide(place % side) - wide(side / 2)),
               y = in.spacing * (wide(place / side) - wide(side / 2));
    wide re = 0, im = 0;
    for (std::size_t k = 0; k < in.antenna.x.size(); ++k) {
      const wide dx = in.antenna.x[k] - x, dy = in.antenna.y[k] - y, dz = in.antenna.z[k];
      const wide range = std::sqrt(dx * dx + dy * dy + dz * dz) - in.antenna.m[k];
      const wide turns = range * in.turns_a_metre, phase = 2 * pi * (turns - std::rint(turns));
      const wide at = range * in.bins_a_metre + in.bins / 2;
      const auto bin = static_cast<std::size_t>(std::clamp<wide>(at, 0, in.bins - 2));
      const float* s = &in.profiles[2 * (k * std::size_t(in.bins) + bin)];
      const wide share = at - wide(bin), r = s[0] + share * (wide(s[2]) - s[0]),
                 i = s[1] + share * (wide(s[3]) - s[1]);
      re += r * std::cos(phase) - i * std::sin(phase), im += r * std::sin(phase) + i * std::cos(phase);
    }
    all[2 * q] = re, all[2 * q + 1] = im;
  });
  return all;
}

std::vector<wide> attractions(const kernel_inputs& in) {
  std::vector<wide> all(sampled);
  const wide pi = 3.14159265358979323846264338327950288L;
  in_parallel(sampled, [&, pi](std::size_t q) {
    const std::size_t i = q * (in.left.x.size() / sampled);
    const wide x = in.left.x[i], y = in.left.y[i], z = in.left.z[i], a = in.left.m[i];
    wide sum = 0;
    for (std::size_t j = 0; j < in.right.x.size(); ++j) {
      const wide b = in.right.m[j], p = a + b, dx = in.right.x[j] - x, dy = in.right.y[j] - y,
                 dz = in.right.z[j] - z;
      const wide px = (a * x + b * in.right.x[j]) / p, py = (a * y + b * in.right.y[j]) / p,
                 pz = (a * z + b * in.right.z[j]) / p;
      const wide root = std::sqrt(p * (px * px + py * py + pz * pz));
      const wide boys = std::sqrt(pi) / 2 * std::erf(root) / root;
      sum += 2 * pi / p * std::exp(-a * b / p * (dx * dx + dy * dy + dz * dz)) * boys;
    }
    all[q] = sum;
  });
  return all;
}

std::vector<wide> half_angles(const kernel_inputs& in) {
  std::vector<wide> all(sampled);
  in_parallel(sampled, [&](std::size_t q) {
    const std::size_t i = q * (in.left.x.size() / sampled);
    const wide latitude = in.left.x[i], longitude = in.left.y[i];
    for (std::size_t j = 0; j < in.right.x.size(); ++j) {
      const wide s = std::sin((in.right.x[j] - latitude) / 2), t = std::sin((in.right.y[j] - longitude) / 2);
      all[q] += std::asin(std::sqrt(s * s + std::cos(latitude) * std::cos(wide(in.right.x[j])) * t * t));
    }
  });
  return all;
}

std::vector<wide> call_prices(const kernel_inputs& in) {
  std::vector<wide> all(sampled);
  in_parallel(sampled, [&](std::size_t q) {
    const wide share = in.left.m[q * (in.left.m.size() / sampled)], v = in.volatility,
               root_half = in.root_half;
    for (std::size_t j = 0; j < in.years.size(); ++j) {
      const wide strike = in.right.m[j], years = in.years[j], deviation = v * std::sqrt(years);
      const wide above = (std::log(share / strike) + (in.rate + v * v / 2) * years) / deviation;
      const wide worth = share * std::erfc(-above * root_half);
      const wide due = strike * std::exp(-in.rate * years) * std::erfc((deviation - above) * root_half);
      all[q] += (worth - due) / 2;
    }
  });
  return all;
}

// The shares of the first threads of as many blocks as are sampled.
std::vector<wide> shares(const kernel_inputs& in) {
  constexpr std::size_t block = 256, blocks = 132 * 4;
  std::vector<wide> all(sampled);
  for (std::size_t q = 0; q < sampled; ++q)
    for (std::size_t i = q * block; i < in.dot_x.size(); i += blocks * block)
      all[q] += wide(in.dot_x[i]) * in.dot_y[i];
  return all;
}

std::vector<wide> multiply_adds(const kernel_inputs& in) {
  std::vector<wide> all;
  for (std::size_t i = 0; i < sampled; ++i)
    all.push_back(wide(in.eccentricities[i]) * in.factor + in.summand);
  return all;
}

}  // namespace

kernel_inputs make_inputs() {
  kernel_inputs in;
  in.factor = paired(0.7), in.summand = paired(1.0 / 3);
  const std::size_t full = 132 * 8 * 128;  // 8 blocks on each of 132 processors
  in.cloud = cube(1, full, 0, 1.0 / 32768);
  in.close = in_pairs(cube(2, full, 0, 1.0 / 32768));
  in.few = cube(3, 16896, 0, 1.0 / 16896);  // 132 blocks
  in.softening = 0x1p-14, in.close_softening = paired(1e-12);
  in.cx = paired(-0.743643887037151), in.cy = paired(0.131825904205330), in.pixel = 0x1p-43;
  drawing d(4);
  for (int i = 0; i < 132 * 8 * 128; ++i) in.eccentricities.push_back(d.between(0.1, 0.6));
  in.step = 0x1p-8;
  in.heat_share = 0.125, in.heat_judged_share = paired(0.1);
  std::mt19937 noise(5);
  for (int k = 0; k < 512; ++k) {
    const double x = -8e5, y = paired(8.0 * (k - 256) + d.between(-0.5, 0.5)), z = 6e5;
    in.antenna.x.push_back(x), in.antenna.y.push_back(y), in.antenna.z.push_back(z);
    in.antenna.m.push_back(paired(std::sqrt(x * x + y * y + z * z)));
    for (int i = 0; i < 2 * in.bins; ++i)
      in.profiles.push_back(static_cast<float>(static_cast<double>(noise()) * 0x1p-31 - 1));
  }
  in.spacing = 0.25, in.turns_a_metre = paired(2 / 0.03), in.bins_a_metre = 10;
  drawing lives(9);
  for (int j = 0; j < 256; ++j) in.years.push_back(lives.between(0.1, 2));
  in.rate = paired(0.02), in.volatility = paired(0.3), in.root_half = paired(0.7071067811865476);
  in.left = cube(6, 132 * 8 * 128, 0.2, 2), in.right = cube(8, 256, 0.2, 2);
  for (int i = 0; i < 1 << 25; ++i)
    in.dot_x.push_back(d.between(0.5, 1)), in.dot_y.push_back(d.between(0.5, 1));
  return in;
}

std::vector<long double> reference_of(const std::string& kernel, const kernel_inputs& in) {
  if (kernel == "multiply-add") return multiply_adds(in);
  if (kernel == "N-body") return forces(in.cloud, in.softening);
  if (kernel == "N-body, close pairs") return forces(in.close, in.close_softening);
  if (kernel == "N-body, 4 warps") return forces(in.few, in.softening);
  if (kernel == "Mandelbrot" || kernel == "Mandelbrot, auto") return escape_times(in);
  if (kernel == "Kepler") return places(in);
  if (kernel == "heat") return heat(in);
  if (kernel == "SAR backprojection") return image(in);
  if (kernel == "Gaussian integrals") return attractions(in);
  if (kernel == "haversine") return half_angles(in);
  if (kernel == "Black-Scholes") return call_prices(in);
  if (kernel == "long sum") return shares(in);
  throw std::invalid_argument("no kernel " + kernel);
}

kernel_error error_of(const std::string& kernel, const std::vector<double>& values,
                      const std::vector<long double>& reference) {
  if (values.size() != reference.size())
    throw std::logic_error(kernel + ": another number of values than judged");
  // Of vectors of `parts`, each error is that of the whole vector.
  const auto judged = [&](std::size_t parts, auto scale) {
    wide worst = 0, squares = 0;
    for (std::size_t i = 0; i < values.size(); i += parts) {
      wide off = 0, size = 0;
      for (std::size_t k = i; k < i + parts; ++k) {
        const wide d = values[k] - reference[k];
        off += d * d, size += reference[k] * reference[k];
      }
      const wide error = std::sqrt(off) / scale(std::sqrt(size));
      worst = error > worst || error != error ? error : worst;
      squares += error * error;
    }
    return std::pair(double(worst), double(std::sqrt(squares / wide(values.size() / parts))));
  };
  const auto relative = [](wide size) { return size > 0 ? size : 1; };
  if (kernel.rfind("Mandelbrot", 0) == 0) {
    double wrong = 0, off = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      wrong += std::abs(values[i] - double(reference[i])) > 0,
          off += std::abs(values[i] - double(reference[i]));
    return {wrong / double(values.size()), off / double(values.size()),
            "share of pixels with another count; mean difference"};
  }
  if (kernel == "Kepler") {
    const auto [worst, mean] = judged(2, [](wide) { return wide(1); });
    return {worst, mean, "position, in half axes"};
  }
  if (kernel == "SAR backprojection") {
    wide squares = 0;
    for (const wide v : reference) squares += v * v;
    const wide brightness = std::sqrt(squares / wide(reference.size() / 2));
    const auto [worst, mean] = judged(2, [=](wide) { return brightness; });
    return {worst, mean, "of the image's mean brightness"};
  }
  const auto [worst, mean] = judged(kernel.rfind("N-body", 0) == 0 ? 3 : 1, relative);
  return {worst, mean, kernel.rfind("N-body", 0) == 0 ? "of the force" : "relative"};
}

}  // namespace bench
