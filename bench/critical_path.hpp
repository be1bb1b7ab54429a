// The critical path of an operator: the longest chain of dependent instructions from operand to result, per
// link of a long chain.  Found by running the library's own templates on a word that only keeps time.
#pragma once

#include <ff/arithmetic.hpp>
#include <map>
#include <optional>
#include <string>

#include "operations.hpp"

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

using timed_pair = ff::basic_ff<timed>;

/// The kernels that are one straight line, by their entries: as templates of the word.
#define BENCH_STRAIGHT_LINE(NAME)                               \
  template <class... X>                                         \
  constexpr timed_pair kernel(catalogue::entry::NAME, X... x) { \
    return ff::NAME(x...);                                      \
  }
BENCH_STRAIGHT_LINE(add12)
BENCH_STRAIGHT_LINE(add22)
BENCH_STRAIGHT_LINE(sub22)
BENCH_STRAIGHT_LINE(add22_accurate)
BENCH_STRAIGHT_LINE(add22_sloppy)
BENCH_STRAIGHT_LINE(add21)
BENCH_STRAIGHT_LINE(mul22)
BENCH_STRAIGHT_LINE(mul22_dw)
BENCH_STRAIGHT_LINE(mul22_commutative)
BENCH_STRAIGHT_LINE(mul21)
BENCH_STRAIGHT_LINE(fma22)
BENCH_STRAIGHT_LINE(rcp22)
BENCH_STRAIGHT_LINE(div22)
BENCH_STRAIGHT_LINE(sqrt22)
BENCH_STRAIGHT_LINE(rsqrt22)
#undef BENCH_STRAIGHT_LINE

/// The growth a link of a long chain, by which start and end are forgotten.
template <class Entry, class Loop, op::operand... fed,
          class = decltype(kernel(Entry(), op::chosen<fed>(timed_pair(), timed_pair(), timed_pair())...))>
std::optional<path> path_of(op::link<Entry, Loop, fed...>) {
  const timed_pair still = ff::from_words(timed(0.0f), timed(0.0f));
  timed_pair x = still;
  timed half(0.0f);
  constexpr int links = 64;
  for (int i = 0; i < 2 * links; ++i) {
    x = kernel(Entry(), op::chosen<fed>(x, still, still)...);
    if (i == links - 1) half = later(x.hi(), x.lo());
  }
  const timed end = later(x.hi(), x.lo());
  return path{double(end.arithmetic - half.arithmetic) / links, double(end.seeds - half.seeds) / links};
}
inline std::optional<path> path_of(op::float_fma) { return path{1, 0}; }
inline std::optional<path> path_of(op::float_add) { return path{1, 0}; }
inline std::optional<path> path_of(op::float_mul) { return path{1, 0}; }
inline std::optional<path> path_of(...) { return {}; }

/// By id, of the links that are one straight line.
inline const std::map<std::string, path>& critical_paths() {
  static const std::map<std::string, path> all = [] {
    std::map<std::string, path> known;
    for_each_operation([&](auto link, const operation& o) {
      if (const std::optional<path> p = path_of(link)) known[o.id] = *p;
    });
    return known;
  }();
  return all;
}

}  // namespace bench
