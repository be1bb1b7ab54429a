// Exact predicates over arrays in device memory: what each class of operands costs, beside a copy of the same
// bytes and the determinant in plain double, which is wrong where it matters.
#include <algorithm>
#include <ff/predicates/cuda.hpp>
#include <ff/predicates/host.hpp>
#include <ff/type/hash.hpp>
#include <stdexcept>

#include "../device.cuh"

namespace bench {
namespace {

using ff::sign;
using ff::uint64;
using ff::predicates::determinant;
constexpr unsigned threads = 256;

// ---------------------------------------------------------------- operands

/// The k-th of item i's random numbers: 64 bits (SplitMix64, Steele, Lea, Flood 2014).
__device__ inline uint64 random_bits(uint64 i, unsigned k) {
  return ff::detail::mix_bits((i * 64 + k + 1) * 0x9e3779b97f4a7c15u);
}
/// Uniform in [0, 1).
__device__ inline double uniform(uint64 i, unsigned k) {
  return static_cast<double>(random_bits(i, k) >> 11) * 0x1p-53;
}

/// Classes: how coordinate `axis` of point `point` of item i is made.
struct in_a_cube {
  template <class T>
  __device__ static T coordinate(uint64 i, int point, int axis) {
    return static_cast<T>(uniform(i, static_cast<unsigned>(4 * point + axis)));
  }
};
/// The last point is a combination of the first three, rounded: on their plane but for that.
struct rounded_to_a_plane {
  template <class T>
  __device__ static T coordinate(uint64 i, int point, int axis) {
    const auto first = [&](int p) { return static_cast<double>(in_a_cube::coordinate<T>(i, p, axis)); };
    if (point < 3) return static_cast<T>(first(point));
    const double s = uniform(i, 60), t = uniform(i, 61);
    return static_cast<T>(first(0) + s * (first(1) - first(0)) + t * (first(2) - first(0)));
  }
};
/// The corners of parallelograms with significands of 23 bits: zero, which neither filter nor pairs can tell.
struct parallelograms {
  template <class T>
  __device__ static T coordinate(uint64 i, int point, int axis) {
    const auto corner = [&](int p) {
      return static_cast<T>(random_bits(i, static_cast<unsigned>(4 * p + axis)) >> 42) * T(0x1p-23f) +
             T(0.25f);
    };
    return point < 3 ? corner(point) : corner(0) + corner(1) - corner(2);
  }
};
/// One item in a hundred with two equal points and exponents too far apart for the lattice: zero, which only
/// the limbs can tell.  The others as in_a_cube.
struct one_percent_wide {
  template <class T>
  __device__ static T coordinate(uint64 i, int point, int axis) {
    if (random_bits(i, 62) % 100 != 0) return in_a_cube::coordinate<T>(i, point, axis);
    const int of = point == 3 ? 0 : point;
    const T x = static_cast<T>(uniform(i, static_cast<unsigned>(4 * of + axis))) + T(1);
    return (of + axis) % 2 == 0 ? x * T(0x1p-30f) : x * T(0x1p30f);
  }
};

template <class Class, class P, int dimension>
__global__ void fill(P* points, std::size_t n, int point) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x;
  if (i >= n) return;
  using T = decltype(P::x);
  P p{};
  p.x = Class::template coordinate<T>(i, point, 0), p.y = Class::template coordinate<T>(i, point, 1);
  if constexpr (dimension == 3) p.z = Class::template coordinate<T>(i, point, 2);
  points[i] = p;
}

unsigned blocks_for(std::size_t n) { return static_cast<unsigned>((n + threads - 1) / threads); }

// ---------------------------------------------------------------- batches

template <class T, int dimension>
struct point_of {
  using type = ff::point3<T>;
};
template <class T>
struct point_of<T, 2> {
  using type = ff::point2<T>;
};

constexpr std::size_t checked = 1 << 14;  // items whose signs the host evaluates again

buffer<char>& points_memory() {
  static buffer<char> memory;
  return memory;
}

// n items of a class, in an array for each point.
template <determinant which, class T, class Class>
auto make_items(std::size_t n) {
  constexpr int points = ff::predicates::points_of<which>, dimension = ff::predicates::dimension_of<which>;
  using P = typename point_of<T, dimension>::type;
  auto* const all = reinterpret_cast<P*>(points_memory().at_least(n * points * sizeof(P)));
  ff::predicates::arrays<P, points> items{};
  for (int k = 0; k < points; ++k) {
    P* const to = all + static_cast<std::size_t>(k) * n;
    fill<Class, P, dimension><<<blocks_for(n), threads>>>(to, n, k);
    items.point[k] = to;
  }
  check(cudaGetLastError(), "kernel launch");
  return items;
}

template <determinant which, class Items>
void compare_with_host(const Items& on_device, const sign* signs) {
  using P = decltype(on_device(0, 0));
  constexpr int points = ff::predicates::points_of<which>;
  std::vector<P> operands[points];
  Items items{};
  for (int k = 0; k < points; ++k) {
    operands[k].resize(checked);
    check(cudaMemcpy(operands[k].data(), on_device.point[k], checked * sizeof(P), cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    items.point[k] = operands[k].data();
  }
  std::vector<sign> ours(checked), theirs(checked);
  ff::predicates::evaluate<which>(items, checked, ours.data());
  check(cudaMemcpy(theirs.data(), signs, checked * sizeof(sign), cudaMemcpyDeviceToHost), "cudaMemcpy");
  if (ours != theirs) throw std::runtime_error("a sign differs between host and device");
}

template <determinant which, class T, class Class>
predicate_time measure_batch(std::size_t n) {
  static buffer<sign> signs;
  static buffer<char> workspace;
  static buffer<ff::predicates::stage_counts> counts;
  const auto items = make_items<which, T, Class>(n);
  sign* const to = signs.at_least(n);
  const std::size_t bytes = ff::predicates::workspace_bytes(n);
  char* const work = workspace.at_least(bytes);
  const auto once = [&](ff::predicates::stage_counts* count) {
    check(ff::predicates::evaluate<which>(items, n, to, work, bytes, nullptr, count), "evaluate");
  };

  ff::predicates::stage_counts by_stage;
  once(counts.copy_in(&by_stage, 1));
  counts.copy_out(&by_stage, 1);
  compare_with_host<which>(items, to);
  once(nullptr);
  predicate_time time{seconds_of([&] { once(nullptr); }), {}};
  const uint64 decided[] = {by_stage.filter, by_stage.pairs, by_stage.lattice, by_stage.limbs};
  for (int s = 0; s < 4; ++s) time.share[s] = static_cast<double>(decided[s]) / static_cast<double>(n);
  return time;
}

// Says what a kernel without this library does: the determinant in double, whose sign nothing vouches for.
template <class P>
__global__ void plain_doubles(ff::predicates::arrays<P, 4> items, std::size_t n, sign* signs) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x;
  if (i >= n) return;
  const P a = items(i, 0), b = items(i, 1), c = items(i, 2), d = items(i, 3);
  const auto from = [](auto x, auto y) { return static_cast<double>(x) - static_cast<double>(y); };
  const double ax = from(a.x, d.x), ay = from(a.y, d.y), az = from(a.z, d.z);
  const double bx = from(b.x, d.x), by = from(b.y, d.y), bz = from(b.z, d.z);
  const double cx = from(c.x, d.x), cy = from(c.y, d.y), cz = from(c.z, d.z);
  const double det = az * (bx * cy - by * cx) + bz * (cx * ay - cy * ax) + cz * (ax * by - ay * bx);
  signs[i] = det > 0 ? sign::positive : det < 0 ? sign::negative : sign::zero;
}

predicate_time measure_plain_doubles(std::size_t n) {
  static buffer<sign> signs;
  const auto items = make_items<determinant::orient3d, float, in_a_cube>(n);
  sign* const to = signs.at_least(n);
  const auto once = [&] { plain_doubles<<<blocks_for(n), threads>>>(items, n, to); };
  once();
  return {seconds_of(once), {}};
}

// As many bytes as orient3d of floats reads, half of them read and half written.
predicate_time measure_copy(std::size_t n) {
  static buffer<char> to;
  const std::size_t bytes = n * 24;
  char* const from = points_memory().at_least(2 * bytes);
  char* const other = to.at_least(bytes);
  const auto once = [&] {
    check(cudaMemcpyAsync(other, from, bytes, cudaMemcpyDeviceToDevice), "cudaMemcpyAsync");
  };
  once();
  return {seconds_of(once), {}};
}

}  // namespace

template <>
const std::vector<predicate_kernel>& gpu_kernels<predicate_kernel>() {
  return made_once<predicate_kernel>([](auto& all) {
    constexpr std::size_t n = std::size_t{1} << 27, fewer = std::size_t{1} << 25;
    const auto orient3d = [&](const char* operands, auto* measured) {
      all.push_back({"orient3d", "float", operands, n, measured});
    };
    all.push_back({"copy", "48 bytes an item", "any", n, measure_copy});
    all.push_back({"orient3d", "float in double, inexact", "uniform", n, measure_plain_doubles});
    orient3d("uniform", measure_batch<determinant::orient3d, float, in_a_cube>);
    orient3d("rounded to a plane", measure_batch<determinant::orient3d, float, rounded_to_a_plane>);
    orient3d("parallelograms", measure_batch<determinant::orient3d, float, parallelograms>);
    orient3d("1 % wide zeros", measure_batch<determinant::orient3d, float, one_percent_wide>);
    all.push_back(
        {"orient3d", "double", "uniform", fewer, measure_batch<determinant::orient3d, double, in_a_cube>});
    all.push_back({"orient3d", "double", "rounded to a plane", fewer,
                   measure_batch<determinant::orient3d, double, rounded_to_a_plane>});
    all.push_back(
        {"orient2d", "float", "uniform", n, measure_batch<determinant::orient2d, float, in_a_cube>});
    all.push_back(
        {"incircle", "float", "uniform", n, measure_batch<determinant::incircle, float, in_a_cube>});
    all.push_back(
        {"insphere", "float", "uniform", n, measure_batch<determinant::insphere, float, in_a_cube>});
  });
}

}  // namespace bench
