// dd_t and QD's dd_real on one core of the host.
#include <chrono>
#include <cmath>
#include <ff/dd.hpp>
#if defined(FF_BENCH_QD)
#include <qd/dd_real.h>
#endif

#include "operations.hpp"

namespace bench {
namespace {

template <class T>
struct host_words;
template <>
struct host_words<ff::dd_t> {
  static ff::dd_t from(two_doubles w) { return ff::from_words(w.hi, w.lo); }
  static two_doubles to(ff::dd_t x) { return {x.hi(), x.lo()}; }
};
#if defined(FF_BENCH_QD)
template <>
struct host_words<dd_real> {
  static dd_real from(two_doubles w) { return {w.hi, w.lo}; }
  static two_doubles to(const dd_real& x) { return {x.x[0], x.x[1]}; }
};
#endif

/// The best of five passes over all arguments.
template <class T, class Operation>
void add_on_host(std::vector<dd_run>& all, const char* type) {
  if constexpr (has_dd<Operation, T>) {
    const dd_arguments drawn = dd_arguments_of(Operation::name);
    const std::size_t n = drawn.x.size();
    std::vector<T> x(n), y(n), z(n), result(n);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = host_words<T>::from(drawn.x[i]), y[i] = host_words<T>::from(drawn.y[i]),
      z[i] = host_words<T>::from(drawn.z[i]);
    dd_run run{Operation::name, type, HUGE_VAL, 0, {}};
    for (int pass = 0; pass < 5; ++pass) {
      const auto start = std::chrono::steady_clock::now();
      for (std::size_t i = 0; i < n; ++i) result[i] = Operation::of(x[i], y[i], z[i]);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      run.seconds_a_call = std::min(run.seconds_a_call, taken.count() / static_cast<double>(n));
    }
    for (const T& r : result) run.results.push_back(host_words<T>::to(r));
    all.push_back(run);
  }
}

template <class T>
void add_type_on_host(std::vector<dd_run>& all, const char* type) {
#define BENCH_DD_ADD(NAME, ...) add_on_host<T, dd_##NAME>(all, type);
  BENCH_DD_OPERATIONS(BENCH_DD_ADD)
#undef BENCH_DD_ADD
}

}  // namespace

void add_dd_host(std::vector<dd_run>& all) {
  add_type_on_host<ff::dd_t>(all, "dd_t, host");
#if defined(FF_BENCH_QD)
  add_type_on_host<dd_real>(all, "QD, host");
#endif
}

}  // namespace bench
