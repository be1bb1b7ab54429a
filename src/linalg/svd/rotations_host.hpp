// Batches of rotations on the host.  rotations_device.cuh has them on the device.
#pragma once

#include <atomic>
#include <memory>

#include "../machine/host_machine.hpp"
#include "rotations.hpp"

namespace ff::linalg::detail {

/// Batches are turned at once, rows dealt to threads.
class host_rotations final : public rotation_sink {
 public:
  host_rotations(const factor::host_machine& on, const matrix_view<ff_t>& left,
                 const matrix_view<ff_t>& right, const places& memory)
      : on_(on), left_(left), right_(right), memory_(memory) {}

 protected:
  places memory_of_batch() override { return memory_; }

  void turn(const rotation_batch& batch, const places& by) override {
    turn_columns(batch, batch.reversed ? by.right : by.left, batch.reversed ? left_.reversed() : left_);
    turn_columns(batch, batch.reversed ? by.left : by.right, batch.reversed ? right_.reversed() : right_);
  }

 private:
  static constexpr int64 rows_at_once = 64;  // of which the columns stay in the second cache

  const factor::host_machine& on_;
  matrix_view<ff_t> left_, right_;
  places memory_;

  void turn_columns(const rotation_batch& batch, const rotation* by, const matrix_view<ff_t>& x) const {
    const int64 parts = (x.rows + rows_at_once - 1) / rows_at_once;
    each_index(parts, on_.threads_of(x.rows * x.columns * batch.count), [&](int64 part) {
      const int64 first = part * rows_at_once, last = std::min(x.rows, first + rows_at_once);
      for (int s = 0; s < batch.count; ++s) {
        const sweep_range& sweep = batch.sweeps[s];
        for (int64 k = 0; k < sweep.pairs; ++k)
          for (int64 i = first; i < last; ++i)
            rotate(by[sweep.offset + k], x(i, sweep.first + k), x(i, sweep.first + k + 1));
      }
    });
  }
};

namespace factor {

inline std::unique_ptr<rotation_sink> rotations_of(host_machine& on, const matrix_view<ff_t>& left,
                                                   const matrix_view<ff_t>& right) {
  const int64 most = batched_sweeps * (left.columns - 1);
  const rotation_sink::places memory{on.take<rotation>(most), on.take<rotation>(most)};
  return std::make_unique<host_rotations>(on, left, right, memory);
}

inline constexpr int most_lanes = 32;

/// A round of Jacobi's method: for each of the pairs, what its lanes measured, in a tree, and what they do
/// with it.  *again becomes 1 where one says so.
template <class F>
void turn_pairs(host_machine& on, int count, const F& f, int32* again) {
  if (!on.ok()) return;
  std::atomic<bool> any{false};
  each_index(count, on.threads_of(int64{count} * f.l.m), [&](int64 pair) {
    const auto k = static_cast<int>(pair);
    typename F::sum of_lane[most_lanes];
    for (int lane = 0; lane < f.lanes; ++lane) of_lane[lane] = f.measure(k, lane);
    for (int width = f.lanes / 2; width > 0; width /= 2)
      for (int lane = 0; lane < width; ++lane) of_lane[lane] = of_lane[lane] + of_lane[lane + width];
    for (int lane = 0; lane < f.lanes; ++lane)
      if (f.turned(k, lane, of_lane[0])) any = true;
  });
  if (any) *again = 1;
}

}  // namespace factor
}  // namespace ff::linalg::detail
