// Pairs of doubles beside each other: what is asked of each type, and what a run of one gives.
//
// 1. An operation has arguments of its own, pairs whose low words are full; every type gets the same.
// 2. Each type computes all results on the GPU, or QD on the host, and is timed there (run.cuh, host.cpp).
// 3. MPFR judges the results (judge.cpp); main.cu prints the table.
#pragma once

#include <string>
#include <vector>

namespace bench {

/// A pair as its words, whatever the type.
struct two_doubles {
  double hi, lo;
};

/// NAME, its expression in x, y and z, and the spans of x and of y (and z).
#define BENCH_DD_OPERATIONS(ROW)        \
  ROW(add, x + y, -1, 1, -1, 1)         \
  ROW(mul, x* y, 1, 2, 1, 2)            \
  ROW(div, x / y, 1, 2, 1, 2)           \
  ROW(fma, fma(x, y, z), -1, 1, -1, 1)  \
  ROW(sqrt, sqrt(x), 0.1, 10, 1, 2)     \
  ROW(exp, exp(x), -10, 10, 1, 2)       \
  ROW(log, log(x), 0.001, 1000, 1, 2)   \
  ROW(pow, pow(x, y), 0.1, 10, -5, 5)   \
  ROW(sin, sin(x), -10, 10, 1, 2)       \
  ROW(atan2, atan2(x, y), -3, 3, -3, 3) \
  ROW(erf, erf(x), -3, 3, 1, 2)         \
  ROW(erfc, erfc(x), -3, 10, 1, 2)      \
  ROW(tgamma, tgamma(x), 0.1, 50, 1, 2) \
  ROW(lgamma, lgamma(x), 3, 100, 1, 2)

/// Arguments, and how many of them each type computes with.
struct dd_arguments {
  static constexpr int count = 1 << 15;
  std::vector<two_doubles> x, y, z;
};
dd_arguments dd_arguments_of(const std::string& operation);

struct dd_run {
  std::string operation, type;
  double seconds_a_call;  ///< on the whole GPU without the harness, or on one core of the host
  int registers;          ///< a thread; 0 on the host
  std::vector<two_doubles> results;
};

/// Those of the GPU; fp64mp2 adds nothing where there is no <cuda/fpmp_math>.
void add_dd_ours(std::vector<dd_run>& all);
void add_dd_fp64mp2(std::vector<dd_run>& all);
/// Float FMAs a second of the whole GPU: what a slot is counted in.
double dd_slots_a_second();
/// dd_t on the host, and QD where this build has it.
void add_dd_host(std::vector<dd_run>& all);

/// The largest and the mean error in u^2 = 2^-106 of the exact result; of fma, of |x y| + |z|.
struct dd_error {
  double worst, mean;
};
dd_error judged(const dd_run& run);

}  // namespace bench
