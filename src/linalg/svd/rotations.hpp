// Rotations of neighbouring columns, in sweeps along a matrix, many sweeps at a time; for host and device.
//
// Sweep s turns columns first and first + 1, then first + 1 and first + 2, and so on.  Rows have nothing to
// do with each other, and the next sweep may turn a pair as soon as this one has left it: an element meets
// the same rotations in the same order however they are scheduled.
#pragma once

#include <ff/linalg/view.hpp>
#include <ff/operators.hpp>

namespace ff::linalg::detail {

/// x = c x + s y and y = c y - s x, at once.
struct alignas(16) rotation {
  ff_t c, s;
};
FF_HD void rotate(const rotation& r, ff_t& x, ff_t& y) {
  const ff_t a = x, b = y;
  x = fma(r.c, a, r.s * b);
  y = fma(r.c, b, -(r.s * a));
}

/// Says what a sweep turns: `pairs` of neighbours from column `first` on, by the rotations from `offset` on.
struct sweep_range {
  int32 first, pairs;
  int64 offset;
};

inline constexpr int batched_sweeps = 32;

/// Sweeps one after the other, for the two sides of a decomposition.
struct rotation_batch {
  sweep_range sweeps[batched_sweeps];
  int count = 0;
  bool reversed = false;  ///< columns are counted from the last one on, and the sides are exchanged
};

/// Says where the sweeps of an iteration go: a machine that has the vectors, and turns them batch by batch.
class rotation_sink {
 public:
  rotation_sink() = default;
  rotation_sink(const rotation_sink&) = delete;
  rotation_sink& operator=(const rotation_sink&) = delete;
  virtual ~rotation_sink() = default;

  /// Of one sweep, or of a batch.
  struct places {
    rotation *left, *right;
  };

  /// Says where a sweep's rotations are to be written before the next call.
  places next(int64 first, int64 pairs, bool reversed) {
    if (batch_.count == batched_sweeps || reversed != batch_.reversed) finish();
    if (batch_.count == 0) memory_ = memory_of_batch();
    const sweep_range* const before = batch_.sweeps + batch_.count - 1;
    const int64 offset = batch_.count == 0 ? 0 : before->offset + before->pairs;
    batch_.sweeps[batch_.count++] = {static_cast<int32>(first), static_cast<int32>(pairs), offset};
    batch_.reversed = reversed;
    return {memory_.left + offset, memory_.right + offset};
  }

  /// The rest is turned.
  void finish() {
    if (batch_.count > 0) turn(batch_, memory_);
    batch_.count = 0;
  }

 protected:
  /// Room for the rotations of a batch of the longest sweeps.
  virtual places memory_of_batch() = 0;
  virtual void turn(const rotation_batch& batch, const places& rotations) = 0;

 private:
  rotation_batch batch_;
  places memory_{nullptr, nullptr};
};

}  // namespace ff::linalg::detail
