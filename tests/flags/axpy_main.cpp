// The vector build of axpy, in operators, against the scalar one: the same bits, at least three times as
// fast.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ff/arithmetic.hpp>
#include <vector>

using ff::ff_t;
void axpy_vector(std::size_t n, ff_t a, const ff_t* __restrict x, ff_t* __restrict y);
void axpy_scalar(std::size_t n, ff_t a, const ff_t* __restrict x, ff_t* __restrict y);

constexpr std::size_t elements = 1000;  // both arrays stay in the first cache
constexpr int repeats = 1000, rounds = 30;
constexpr double wanted = 3;

template <class Axpy>
double ns_per_element(Axpy axpy, const std::vector<ff_t>& x, std::vector<ff_t> y) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) axpy(elements, ff_t(i % 2 ? 0.75f : -0.75f), x.data(), y.data());
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  return time.count() / (repeats * double(elements));
}

int main() {
  std::vector<ff_t> x, y;
  for (std::size_t i = 0; i < elements; ++i) {
    x.push_back(ff::div22(ff_t(1), ff_t(static_cast<int>(i + 3))));
    y.push_back(ff::div22(ff_t(-1), ff_t(static_cast<int>(2 * i + 7))));
  }

  auto by_vector = y, by_scalar = y;
  const ff_t a = ff::div22(ff_t(2), ff_t(3));
  axpy_vector(elements, a, x.data(), by_vector.data());
  axpy_scalar(elements, a, x.data(), by_scalar.data());
  const auto same_bits = [](ff_t p, ff_t q) {
    return ff::detail::to_bits(p.hi()) == ff::detail::to_bits(q.hi()) &&
           ff::detail::to_bits(p.lo()) == ff::detail::to_bits(q.lo());
  };
  if (!std::equal(by_vector.begin(), by_vector.end(), by_scalar.begin(), same_bits)) {
    std::puts("axpy: the vector build gives other bits");
    return 1;
  }

  double vector = 1e9, scalar = 1e9;  // the best of several rounds, taken in turn
  for (int i = 0; i < rounds; ++i) {
    vector = std::min(vector, ns_per_element(axpy_vector, x, y));
    scalar = std::min(scalar, ns_per_element(axpy_scalar, x, y));
  }
  std::printf("axpy: %.2f ns an element vectorised, %.2f scalar: %.1f times as fast, at least %.1f wanted\n",
              vector, scalar, scalar / vector, wanted);
  return scalar / vector >= wanted ? 0 : 1;
}
