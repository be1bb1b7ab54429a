// Certified hits on the device against the host, bit for bit, in every arithmetic.
#include <ff/geometry/cuda.hpp>

#include "device_array.cuh"
#include "geometry/pairs.hpp"
#include "vectors.hpp"
// after what it names
#include "gpu/same_bits.cuh"

namespace {

using namespace ff_test;
using namespace ff::geometry;
using ff::ff_t;

class GpuGeometry : public Everywhere {};

template <class Values>
FF_HD uint64 digest_of(const patch_hits<Values>& h) {
  digest d;
  d.add(static_cast<float>(h.count)).add(static_cast<float>(h.boxes)).add(static_cast<float>(h.zooms));
  for (int k = 0; k < h.count; ++k) {
    const patch_hit<Values>& x = h.hit[k];
    d.add(x.t).add(x.u).add(x.v).add(x.t_error).add(x.u_error).add(x.v_error);
    d.add(static_cast<float>(x.edges)).add(x.collapsed ? 1.0f : 0.0f);
  }
  const undecided_points& w = h.undecided;
  d.add(w.t_first).add(w.t_last).add(w.u_first).add(w.u_last).add(w.v_first).add(w.v_last);
  return d.value();
}

template <class Boxes, class Values, pairs::pair (*draw)(uint64)>
struct all_hits {
  FF_HD uint64 operator()(uint64 i) const {
    const pairs::pair p = draw(i);
    patch_hits<Values> h;
    certified_hits<Boxes>(p.r, p.s, h);
    return digest_of(h);
  }
};

template <class Boxes, class Values>
void expect_same_bits() {
  EXPECT_TRUE(same_on_host(all_hits<Boxes, Values, pairs::wobbly>{}, 1 << 16));
  EXPECT_TRUE(same_on_host(all_hits<Boxes, Values, pairs::grazing>{}, 1 << 15));
  EXPECT_TRUE(same_on_host(all_hits<Boxes, Values, pairs::polar>{}, 1 << 15));
}
TEST_F(GpuGeometry, MixedAsOnTheHost) { expect_same_bits<float, ff_t>(); }
TEST_F(GpuGeometry, FloatsAsOnTheHost) { expect_same_bits<float, float>(); }
TEST_F(GpuGeometry, DoublesAsOnTheHost) { expect_same_bits<double, double>(); }
TEST_F(GpuGeometry, PairsAsOnTheHost) { expect_same_bits<ff_t, ff_t>(); }

// ---------------------------------------------------------------- by blocks

/// All kinds in turn, so that a block has hard pairs beside easy ones; some are out of the domain.
FF_HD pairs::pair mixture(uint64 i) {
  if (i % 3 == 0) return pairs::wobbly(i);
  pairs::pair p = i % 3 == 1 ? pairs::grazing(i) : pairs::polar(i);
  if (i % 64 == 7) p.s.p[0][3].z = ff::detail::quiet_nan;
  return p;
}

constexpr int threads = 128;

template <class Boxes, class Values, int Pairs>
__global__ void __launch_bounds__(threads)
    hits_of_blocks(block_store<Values, Pairs>* stores, const pairs::pair* all, int count, uint64* digests) {
  extern __shared__ uint64 bytes[];
  const int first = static_cast<int>(blockIdx.x) * Pairs;
  certified_hits_of_block(
      *reinterpret_cast<block_memory<Boxes, Values, Pairs, threads>*>(bytes), stores[blockIdx.x],
      ::min(Pairs, count - first), [&](int i) -> const pairs::pair& { return all[first + i]; },
      [&](int i, const patch_hits<Values>& h) { digests[first + i] = digest_of(h); });
}

/// Of `count` pairs, those that blocks search otherwise than a thread of the host does.
template <class Boxes, class Values, int Pairs>
int different_by_blocks(int count) {
  std::vector<pairs::pair> all;
  for (int i = 0; i < count; ++i) all.push_back(mixture(static_cast<uint64>(i)));
  const device_array<pairs::pair> on_device(all);
  const device_array<uint64> digests(all.size());
  const auto kernel = hits_of_blocks<Boxes, Values, Pairs>;
  const std::size_t bytes = sizeof(block_memory<Boxes, Values, Pairs, threads>);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
  const int blocks = (count + Pairs - 1) / Pairs;
  const device_array<block_store<Values, Pairs>> stores(static_cast<std::size_t>(blocks));
  kernel<<<static_cast<unsigned>(blocks), threads, bytes>>>(stores.data(), on_device.data(), count,
                                                            digests.data());
  check(cudaGetLastError(), "hits_of_blocks");
  const std::vector<uint64> seen = digests.on_host();
  int different = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    patch_hits<Values> h;
    certified_hits<Boxes>(all[i].r, all[i].s, h);
    different += seen[i] == digest_of(h) ? 0 : 1;
  }
  return different;
}
TEST_F(GpuGeometry, BlocksAsOneThread) {
  EXPECT_EQ((different_by_blocks<float, ff_t, 64>(20001)), 0);
  EXPECT_EQ((different_by_blocks<float, float, 64>(5001)), 0);
  EXPECT_EQ((different_by_blocks<double, double, 64>(5001)), 0);
  EXPECT_EQ((different_by_blocks<ff_t, ff_t, 64>(3001)), 0);
  EXPECT_EQ((different_by_blocks<float, ff_t, 5>(5001)), 0);  // with less room than some of them need
}

}  // namespace
