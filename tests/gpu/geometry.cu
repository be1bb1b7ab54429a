// Certified hits on the device against the host, bit for bit, in every arithmetic.
#include <ff/geometry/certified.hpp>

#include "geometry/pairs.hpp"
#include "vectors.hpp"
// after what it names
#include "gpu/same_bits.cuh"

namespace {

using namespace ff_test;
using namespace ff::geometry;
using ff::ff_t;

class GpuGeometry : public Everywhere {};

template <class Boxes, class Values, pairs::pair (*draw)(uint64)>
struct all_hits {
  FF_HD uint64 operator()(uint64 i) const {
    const pairs::pair p = draw(i);
    patch_hits<Values> h;
    certified_hits<Boxes>(p.r, p.s, h);
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

}  // namespace
