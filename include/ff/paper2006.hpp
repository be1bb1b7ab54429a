// The operators as the 2006 paper has them, kept so that its Table 5 can be rerun beside ours.
// G. da Graca, D. Defour, "Implementation of float-float operators on graphics hardware", RNC7, 2006.
// Its Add12 is add12, its Split is split, its Mul12 is mul12.  Use none of these in new code.
#pragma once

#include <ff/eft.hpp>
#include <ff/type/bound.hpp>

namespace ff::paper2006 {

/// x + y with a branch on the larger head; 11 flops and a test.
/// Error at most max(2^-24 |xl + yl|, 2^-44 |x + y|): no relative bound under cancellation.
FF_HD constexpr ff_t add22(ff_t x, ff_t y) {
  const float r = add_rn(x.hi(), y.hi());
  const float s = less(abs(x.hi()), abs(y.hi()))
                      ? add_rn(add_rn(add_rn(sub_rn(y.hi(), r), x.hi()), x.lo()), y.lo())
                      : add_rn(add_rn(add_rn(sub_rn(x.hi(), r), y.hi()), y.lo()), x.lo());
  return fast_add12(r, s);
}

/// x y over the split product, without a fused multiply-add; 24 flops.  Relative error at most 2^-44.
FF_HD constexpr ff_t mul22(ff_t x, ff_t y) {
  const auto [p, e] = mul12(x.hi(), y.hi());
  const float cross = add_rn(mul_rn(x.hi(), y.lo()), mul_rn(x.lo(), y.hi()));
  return fast_add12(p, add_rn(cross, e));
}

}  // namespace ff::paper2006

namespace ff::bounds {

/// The errors of the 2006 paper's forms.
inline constexpr operator_row paper[] = {
    {"paper_add22", {"Add22, branching", 11}, proved(1, relative_to::paper), sums, "da Graca, Defour 2006"},
    {"paper_mul22", {"Mul22, by Split", 24}, proved(16), paper_products, "da Graca, Defour 2006"},
};

}  // namespace ff::bounds
