// Batches of predicates on the device against the host, whatever the room in the workspace; and their refusal
// of bad arguments.
#include <ff/predicates/cuda.hpp>
#include <ff/predicates/host.hpp>
#include <vector>

#include "device_array.cuh"
#include "everywhere.hpp"
#include "geometry/points_to_judge.hpp"
#include "stream.cuh"

namespace {

using namespace ff_test;
using ff::sign;
using ff::predicates::determinant;
using ff::predicates::stage_counts;
using std::size_t;
using std::vector;

class GpuPredicates : public Everywhere {};

template <determinant which, class T>
void expect_as_on_the_host() {
  using operands = points_to_judge<which, T>;
  for (const size_t n : {size_t{1}, size_t{255}, size_t{257}, size_t{100003}}) {
    const operands points(n);
    const vector<sign> wanted = points.signs();
    stage_counts wanted_counts;
    vector<sign> again(n);
    ff::predicates::evaluate<which>(points.items(), n, again.data(), 0, &wanted_counts);

    vector<typename operands::point> together;
    for (const auto& array : points.of) together.insert(together.end(), array.begin(), array.end());
    const device_array<typename operands::point> on_device(together);
    ff::predicates::arrays<typename operands::point, operands::count> items{};
    for (int k = 0; k < operands::count; ++k) items.point[k] = on_device.data() + n * static_cast<size_t>(k);
    const stream own;
    for (const size_t room : {size_t{0}, size_t{3}, n}) {
      for (const bool counted : {false, true}) {
        SCOPED_TRACE(::testing::Message() << n << " items, room for " << room);
        const size_t bytes = ff::predicates::workspace_bytes(room);
        const device_array<unsigned long long> workspace(bytes / 8);
        const device_array<sign> signs(vector<sign>(n, static_cast<sign>(77)));
        const device_array<stage_counts> counts(vector<stage_counts>(1));
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        check(ff::predicates::evaluate<which>(items, n, signs.data(), workspace.data(), bytes, own,
                                              counted ? counts.data() : nullptr),
              "evaluate");
        check(cudaStreamSynchronize(own), "kernels");
        EXPECT_EQ(signs.on_host(), wanted);
        const stage_counts got = counts.on_host()[0];
        EXPECT_EQ(got.filter, counted ? wanted_counts.filter : 0);
        EXPECT_EQ(got.pairs, counted ? wanted_counts.pairs : 0);
        EXPECT_EQ(got.lattice, counted ? wanted_counts.lattice : 0);
        EXPECT_EQ(got.limbs, counted ? wanted_counts.limbs : 0);
      }
    }
  }
}

TEST_F(GpuPredicates, Orient2dAsOnTheHost) { expect_as_on_the_host<determinant::orient2d, float>(); }
TEST_F(GpuPredicates, Orient3dAsOnTheHost) { expect_as_on_the_host<determinant::orient3d, float>(); }
TEST_F(GpuPredicates, IncircleAsOnTheHost) { expect_as_on_the_host<determinant::incircle, float>(); }
TEST_F(GpuPredicates, InsphereAsOnTheHost) { expect_as_on_the_host<determinant::insphere, float>(); }
TEST_F(GpuPredicates, DoublesAsOnTheHost) {
  expect_as_on_the_host<determinant::orient2d, double>();
  expect_as_on_the_host<determinant::orient3d, double>();
  expect_as_on_the_host<determinant::incircle, double>();
  expect_as_on_the_host<determinant::insphere, double>();
}

TEST_F(GpuPredicates, CapturedInAGraph) {
  using operands = points_to_judge<determinant::orient3d, float>;
  const size_t n = 5000;
  const operands points(n);
  vector<operands::point> together;
  for (const auto& array : points.of) together.insert(together.end(), array.begin(), array.end());
  const device_array<operands::point> on_device(together);
  const ff::predicates::arrays<operands::point, 4> items{
      {on_device.data(), on_device.data() + n, on_device.data() + 2 * n, on_device.data() + 3 * n}};
  const device_array<unsigned long long> workspace(n + 1);
  const device_array<sign> signs(n);
  const stream own;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  check(cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  check(ff::predicates::evaluate<determinant::orient3d>(items, n, signs.data(), workspace.data(), 8 * (n + 1),
                                                        own),
        "evaluate");
  check(cudaStreamEndCapture(own, &graph), "cudaStreamEndCapture");
  check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  for (int launch = 0; launch < 2; ++launch) {
    check(cudaMemset(signs.data(), 0x77, n), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check(cudaGraphLaunch(ready, own), "cudaGraphLaunch");
    check(cudaStreamSynchronize(own), "graph");
    EXPECT_EQ(signs.on_host(), points.signs());
  }
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
}

// Needs no GPU: the arguments are judged before anything is launched.
TEST(GpuPredicatesArguments, BadOnesAreRefused) {
  const ff::predicates::arrays<ff::point2<float>, 3> items{};
  const auto at = [](size_t address) { return reinterpret_cast<void*>(address); };
  sign* const signs = reinterpret_cast<sign*>(8);
  const auto status = [&](size_t n, sign* to, void* workspace, size_t bytes) {
    return ff::predicates::evaluate<determinant::orient2d>(items, n, to, workspace, bytes);
  };
  EXPECT_EQ(status(0, nullptr, nullptr, 0), cudaSuccess);
  EXPECT_EQ(status(1, nullptr, at(8), 64), cudaErrorInvalidValue);
  EXPECT_EQ(status(1, signs, nullptr, 64), cudaErrorInvalidValue);
  EXPECT_EQ(status(1, signs, at(8), 7), cudaErrorInvalidValue);
  EXPECT_EQ(status(1, signs, at(12), 64), cudaErrorInvalidValue);
}

}  // namespace
