// The critical path of an operator: the longest chain of dependent instructions from operand to result, per
// link of a long chain.  Found by running the library's own templates on a word that only keeps time.
#pragma once

#include <ff/arithmetic.hpp>
#include <map>
#include <string>

namespace bench {

/// A word ready after so many dependent instructions: floating-point ones, and MUFU seeds, which take longer.
struct timed {
  timed() = default;
  explicit constexpr timed(float) : arithmetic(0), seeds(0) {}
  constexpr timed(int a, int s) : arithmetic(a), seeds(s) {}
  int arithmetic, seeds;

  constexpr timed after(int more) const { return {arithmetic + more, seeds}; }
};

constexpr timed later(timed a, timed b) {
  return a.seeds != b.seeds ? (a.seeds > b.seeds ? a : b) : (a.arithmetic > b.arithmetic ? a : b);
}
constexpr timed add_rn(timed a, timed b) { return later(a, b).after(1); }
constexpr timed sub_rn(timed a, timed b) { return later(a, b).after(1); }
constexpr timed mul_rn(timed a, timed b) { return later(a, b).after(1); }
constexpr timed fma_rn(timed a, timed b, timed c) { return later(later(a, b), c).after(1); }
constexpr timed neg(timed a) { return a; }  // a modifier of the operand

// As the device computes them (rounding.hpp).
constexpr timed mufu(timed a) { return {a.arithmetic, a.seeds + 1}; }
constexpr timed rcp_rn(timed b) {
  const timed r = mufu(b);
  return fma_rn(r, fma_rn(b, r, timed(1.0f)), r);
}
constexpr ff::sqrt_seeds<timed> sqrt_seed(timed a) {
  const timed r = mufu(a), s0 = mul_rn(a, r), h0 = mul_rn(timed(0.5f), r);
  const timed s = fma_rn(fma_rn(s0, s0, a), h0, s0), e = fma_rn(s, r, timed(1.0f));
  return {s, fma_rn(fma_rn(e, e, e), h0, h0)};
}
constexpr timed rsqrt_rn(timed a) {
  const timed r = mufu(a), s = mul_rn(a, r), q = fma_rn(a, r, s);
  const timed e = fma_rn(q, r, fma_rn(s, r, timed(1.0f)));
  return fma_rn(mul_rn(e, r), fma_rn(e, timed(0.375f), timed(0.5f)), r);
}

struct path {
  double arithmetic = 0, seeds = 0;  ///< dependent instructions a link
};

/// The growth a link of a long chain, by which start and end are forgotten.
template <class Link>
path path_of(Link link) {
  using pair = ff::basic_ff<timed>;
  const pair still(timed(0.0f), timed(0.0f));
  pair x = still;
  timed half(0.0f);
  constexpr int links = 64;
  for (int i = 0; i < 2 * links; ++i) {
    x = link(x, still);
    if (i == links - 1) half = later(x.hi(), x.lo());
  }
  const timed end = later(x.hi(), x.lo());
  return {double(end.arithmetic - half.arithmetic) / links, double(end.seeds - half.seeds) / links};
}

/// By id, for the operators that are one straight line.
inline const std::map<std::string, path>& critical_paths() {
  static const std::map<std::string, path> all{
      {"float_fma", {1, 0}},
      {"float_add", {1, 0}},
      {"float_mul", {1, 0}},
      {"ff_add12", path_of([](auto x, auto) { return ff::add12(x.hi(), x.lo()); })},
      {"ff_add22", path_of([](auto x, auto y) { return ff::add22(x, y); })},
      {"ff_sub22", path_of([](auto x, auto y) { return ff::add22(x, y); })},
      {"ff_add22_accurate", path_of([](auto x, auto y) { return ff::add22_accurate(x, y); })},
      {"ff_add22_sloppy", path_of([](auto x, auto y) { return ff::add22_sloppy(x, y); })},
      {"ff_add21", path_of([](auto x, auto y) { return ff::add21(x, y.hi()); })},
      {"ff_mul22", path_of([](auto x, auto y) { return ff::mul22(x, y); })},
      {"ff_mul22_dw", path_of([](auto x, auto y) { return ff::mul22_dw(x, y); })},
      {"ff_mul22_commutative", path_of([](auto x, auto y) { return ff::mul22_commutative(x, y); })},
      {"ff_mul21", path_of([](auto x, auto y) { return ff::mul21(x, y.hi()); })},
      {"ff_fma22", path_of([](auto x, auto y) { return ff::fma22(x, y, y); })},
      {"ff_rcp22", path_of([](auto x, auto) { return ff::rcp22(x); })},
      {"ff_div22", path_of([](auto x, auto y) { return ff::div22(y, x); })},
      {"ff_sqrt22", path_of([](auto x, auto) { return ff::sqrt22(x); })},
      {"ff_rsqrt22", path_of([](auto x, auto) { return ff::rsqrt22(x); })},
  };
  return all;
}

}  // namespace bench
