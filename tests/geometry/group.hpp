// A group of threads on the host: one after another, in an order that differs from round to round.
#pragma once

#include <ff/geometry/group_row.hpp>

namespace geometry_group {

class shuffled {
 public:
  explicit shuffled(int threads) : threads_(threads) {}

  int threads() const { return threads_; }
  template <class F>
  void each(int n, const F& f) const {
    const int stride = strides[round_++ % 4];  // primes above all n, so that all are met
    for (int k = 0; k < n; ++k) f(static_cast<int>((ff::int64{k} * stride + round_) % n));
  }
  void wait() const {}
  static int take(int& counter, int k) {
    const int before = counter;
    counter += k;
    return before;
  }
  static void lower(float& x, float y) { x = y < x ? y : x; }
  static void raise(float& x, float y) { x = y > x ? y : x; }

 private:
  static constexpr int strides[] = {1000003, 1000033, 1000037, 1000039};
  int threads_;
  mutable int round_ = 0;
};

}  // namespace geometry_group
