// Batches of polynomials on the device against roots<N> on the host, bit for bit, whatever the degree and the
// size of the batch; and their refusal of null pointers.
#include <ff/polynomial/cuda.hpp>
#include <ff/polynomial/host.hpp>
#include <ff/polynomial/large_cuda.hpp>
#include <vector>

#include "accuracy/roots/polynomials.hpp"
#include "everywhere.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using namespace ff::polynomial;
using namespace accuracy;

class GpuPolynomial : public Everywhere {};

bool same(const disk& a, const disk& b) {
  return same_bits(a.centre.real(), b.centre.real()) && same_bits(a.centre.imag(), b.centre.imag()) &&
         same_bits(a.radius, b.radius) && a.count == b.count;
}

template <int N>
bool same(const root_disks<N>& a, const root_disks<N>& b) {
  bool all = a.disks == b.disks && a.at_infinity == b.at_infinity && a.status == b.status;
  for (int i = 0; i < N; ++i) all = all && same(a.root[i], b.root[i]);
  return all;
}

template <int N>
void expect_as_on_the_host(std::size_t most) {
  std::vector<ff_t> c;
  for (std::size_t i = 0; i < most; ++i)
    for (ff_t x : draw_polynomial<N>(static_cast<polynomial_kind>(i % polynomial_kinds), i).c) c.push_back(x);
  for (int k = 0; k <= N; ++k) {
    c[static_cast<std::size_t>(k)] = 0.0f;                          // the zero polynomial
    c[static_cast<std::size_t>(N + 1 + k)] = ff::detail::infinity;  // and one that is not finite
  }
  std::vector<root_disks<N>> wanted(most);
  batch_roots_on_host<N>(c.data(), most, wanted.data());
  const device_array<ff_t> in(c);
  const stream own;
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{27}, most}) {
    SCOPED_TRACE(::testing::Message() << "degree " << N << ", " << n << " polynomials");
    const device_array<root_disks<N>> out(most);
    check(cudaMemset(out.data(), 0xee, most * sizeof(root_disks<N>)), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check(batch_roots<N>(in.data(), n, out.data(), own), "batch_roots");
    check(cudaStreamSynchronize(own), "the kernel of roots");
    const std::vector<root_disks<N>> got = out.on_host();
    std::size_t differ = 0;
    for (std::size_t i = 0; i < n; ++i) differ += !same(wanted[i], got[i]);
    EXPECT_EQ(differ, 0u);
    if (n < most) EXPECT_EQ(static_cast<unsigned>(got[n].disks), 0xeeeeeeeeu) << "written past the end";
  }
}

TEST_F(GpuPolynomial, BatchesAreAsOnTheHost) {
  expect_as_on_the_host<1>(1000);
  expect_as_on_the_host<3>(3000);
  expect_as_on_the_host<5>(3000);
  expect_as_on_the_host<18>(2000);
  expect_as_on_the_host<32>(500);
  expect_as_on_the_host<64>(100);
}

TEST_F(GpuPolynomial, LargeRootsAreAsOnTheHost) {
  for (const int degree : {0, 1, 7, 300, 1500}) {
    SCOPED_TRACE(degree);
    for (const int spread : {0, 60}) {
      draws d(static_cast<uint64>(degree));
      std::vector<ff_t> c;
      for (int k = 0; k <= degree; ++k) c.push_back(d.pair(-spread, spread));
      const large_root_disks wanted = large_roots(c.data(), degree);
      large_root_disks got;
      const stream own;
      check(large_roots_on_device(c.data(), degree, got, own), "large_roots_on_device");
      ASSERT_EQ(got.root.size(), wanted.root.size());
      std::size_t differ = 0;
      for (std::size_t i = 0; i < got.root.size(); ++i) differ += !same(got.root[i], wanted.root[i]);
      EXPECT_EQ(differ, 0u);
      EXPECT_TRUE(got.status == wanted.status && got.pair_steps == wanted.pair_steps);
    }
  }
  const float p[] = {1, 1};
  const float* nothing = nullptr;
  large_root_disks r;
  EXPECT_EQ(large_roots_on_device(nothing, 1, r), cudaErrorInvalidValue);
  EXPECT_EQ(large_roots_on_device(p, -1, r), cudaErrorInvalidValue);
  EXPECT_EQ(large_roots_on_device(p, greatest_degree + 1, r), cudaErrorInvalidValue);
}

TEST_F(GpuPolynomial, NullPointersAreRefused) {
  const float* no_coefficients = nullptr;
  root_disks<3>* no_disks = nullptr;
  EXPECT_EQ(batch_roots<3>(no_coefficients, 1, no_disks, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(batch_roots<3>(no_coefficients, 0, no_disks, nullptr), cudaSuccess);
}

}  // namespace
