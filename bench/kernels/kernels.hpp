// Kernels as a user writes them, generic over the number: what they work on, and what a run of one type
// gives.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Bodies: places in a cube of side 2, masses; all doubles are pairs of floats exactly.
struct bodies {
  std::vector<double> x, y, z, m;
};

/// Says what every type computes with, made once.
struct kernel_inputs {
  static constexpr int sampled = 96;     ///< results of each kernel that are judged
  static constexpr int sources = 32768;  ///< bodies that pull

  double factor, summand;  ///< multiply-add

  bodies cloud, close, few;  ///< `close`: pairs 2^-20 apart; `few`: one block on a processor
  double softening, close_softening;

  double cx, cy, pixel;  ///< Mandelbrot: the middle, and the width of a pixel
  int side = 1024, most = 4000;

  std::vector<double> eccentricities;  ///< Kepler: a thread each
  double step;
  int steps = 2048;

  int heat_side = 512, heat_judged_side = 64, heat_judged_steps = 100;
  double heat_share, heat_judged_share;

  bodies antenna;  ///< SAR: places of the antenna in metres; m is the range of the scene's centre
  std::vector<float> profiles;  ///< for each pulse `bins` complex samples
  int bins = 2048, image_side = 512;
  double spacing, turns_a_metre, bins_a_metre;

  bodies left, right;  ///< Gaussians: centres, and exponents in m

  std::vector<double> years;  ///< Black-Scholes: an option's each
  double rate, volatility, root_half;

  std::vector<double> dot_x, dot_y;
};

/// One kernel with one type.
struct kernel_run {
  std::string kernel;
  double seconds, units;
  int registers;
  std::vector<double> values;  ///< those that are judged
};

/// The kernels' names, in the order of the page.
inline const char* const kernel_names[] = {
    "multiply-add", "N-body", "N-body, close pairs", "N-body, 4 warps",    "Mandelbrot", "Mandelbrot, auto",
    "Kepler",       "heat",   "SAR backprojection",  "Gaussian integrals", "haversine",  "Black-Scholes",
    "long sum"};

struct kernel_type {
  const char* name;
  std::vector<kernel_run> (*run)(const kernel_inputs&);
};
/// Those that this build has.
std::vector<kernel_type> kernel_types();
/// NVIDIA's two, where their header is.
void add_fp32mp2(std::vector<kernel_type>& all);
std::vector<kernel_run> run_float(const kernel_inputs&);
std::vector<kernel_run> run_double(const kernel_inputs&);
std::vector<kernel_run> run_ff(const kernel_inputs&);
std::vector<kernel_run> run_fast(const kernel_inputs&);
std::vector<kernel_run> run_fused(const kernel_inputs&);
std::vector<kernel_run> run_probe(const kernel_inputs&);

kernel_inputs make_inputs();

/// Says what a kernel's values should be, in long double or longer; the same number of them.
std::vector<long double> reference_of(const std::string& kernel, const kernel_inputs& in);
/// The error of a run against it, and in which words the page tells it.
struct kernel_error {
  double worst, mean;
  const char* meaning;
};
kernel_error error_of(const std::string& kernel, const std::vector<double>& values,
                      const std::vector<long double>& reference);

/// The cell of the heat grid with this index, at the start.
inline double initial_heat(unsigned long i) { return double((i * 2654435761ul) & 0xffffff) * 0x1p-24; }

}  // namespace bench
