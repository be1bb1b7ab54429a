// Batches of rotations on the device, with the bits of the host's (rotations_host.hpp).
// rotation_pipeline.hpp says what a thread does.
#pragma once

#include <algorithm>
#include <memory>

#include "../machine/device_machine.cuh"
#include "jacobi_device.cuh"
#include "rotation_pipeline.hpp"

namespace ff::linalg::detail {
namespace {

/// One side of the decomposition.
struct turned_side {
  matrix_view<ff_t> x;
  const rotation* by;
};

/// A thread takes a row, a warp eight sweeps.
__global__ void __launch_bounds__(32 * groups_of_sweeps, 2)
    turn_columns(rotation_batch batch, columns_of_batch columns, turned_side side_0, turned_side side_1) {
  const turned_side side = blockIdx.y == 0 ? side_0 : side_1;
  const int warp = static_cast<int>(threadIdx.x) / 32, warps = static_cast<int>(blockDim.x) / 32;
  const int64 i = int64{blockIdx.x} * 32 + threadIdx.x % 32;
  const vector_view<ff_t> row = i < side.x.rows ? side.x.row(i) : vector_view<ff_t>();
  sweeps_on_row own(batch, columns, side.by, warp);
  const int32 chunks = chunks_of(columns, warps);
  for (int32 turn = 0; turn < chunks + warps - 1; ++turn) {
    const int32 chunk = turn - warp;
    if (chunk >= 0 && chunk < chunks) own.pass(row, chunk);
    __syncthreads();
  }
}

/// Batches are queued: rotations are written into pinned memory, of which there are some pieces, so that the
/// host goes on while the device turns.
class device_rotations final : public rotation_sink {
 public:
  device_rotations(factor::device_machine& on, const matrix_view<ff_t>& left, const matrix_view<ff_t>& right)
      : on_(on), left_(left), right_(right), most_(batched_sweeps * (left.columns - 1)) {
    for (piece& p : pieces_) {
      p.there = on.take<rotation>(2 * most_);
      const size_t bytes = 2 * static_cast<size_t>(std::max<int64>(most_, 1)) * sizeof(rotation);
      if (on.ok()) on.fail(of_cuda(cudaMallocHost(&p.here, bytes)));
      if (on.ok()) on.fail(of_cuda(cudaEventCreateWithFlags(&p.copied, cudaEventDisableTiming)));
    }
  }
  ~device_rotations() override {
    for (const piece& p : pieces_) {
      if (p.copied != nullptr) {
        cudaEventSynchronize(p.copied);
        cudaEventDestroy(p.copied);
      }
      if (p.here != nullptr) cudaFreeHost(p.here);
    }
  }

 protected:
  places memory_of_batch() override {
    at_ = (at_ + 1) % pieces;
    on_.fail(of_cuda(cudaEventSynchronize(pieces_[at_].copied)));
    auto* const here = static_cast<rotation*>(pieces_[at_].here);
    return {here, here + most_};
  }

  void turn(const rotation_batch& batch, const places& by) override {
    if (!on_.ok()) return;
    const piece& p = pieces_[at_];
    rotation *const left = p.there, *const right = p.there + most_;
    const sweep_range& last = batch.sweeps[batch.count - 1];
    const size_t bytes = static_cast<size_t>(last.offset + last.pairs) * sizeof(rotation);
    on_.fail(of_cuda(cudaMemcpyAsync(left, by.left, bytes, cudaMemcpyHostToDevice, on_.stream())));
    on_.fail(of_cuda(cudaMemcpyAsync(right, by.right, bytes, cudaMemcpyHostToDevice, on_.stream())));
    on_.fail(of_cuda(cudaEventRecord(p.copied, on_.stream())));
    const int64 rows = std::max(left_.rows, right_.rows);
    const auto warps = static_cast<unsigned>((batch.count + sweeps_of_group - 1) / sweeps_of_group);
    const turned_side to_left{batch.reversed ? left_.reversed() : left_, batch.reversed ? right : left};
    const turned_side to_right{batch.reversed ? right_.reversed() : right_, batch.reversed ? left : right};
    if (!on_.ok()) return;
    turn_columns<<<dim3(static_cast<unsigned>((rows + 31) / 32), 2), 32 * warps, 0, on_.stream()>>>(
        batch, columns_of_batch(batch), to_left, to_right);
    on_.launched();
  }

 private:
  static constexpr int pieces = 4;
  struct piece {
    rotation* there = nullptr;
    void* here = nullptr;
    cudaEvent_t copied = nullptr;  ///< its copies are made
  };

  factor::device_machine& on_;
  matrix_view<ff_t> left_, right_;
  int64 most_;  ///< of a side of a batch
  piece pieces_[pieces];
  int at_ = 0;
};

// ---------------------------------------------------------------- pairs of columns

constexpr int threads_of_pairs = 128;

/// A warp takes a pair.
template <class F>
__global__ void __launch_bounds__(threads_of_pairs) turn_pairs_kernel(int count, F f, int32* again) {
  const int k = static_cast<int>((blockIdx.x * unsigned{threads_of_pairs} + threadIdx.x) / 32),
            lane = static_cast<int>(threadIdx.x) % 32;
  if (k >= count) return;
  auto sum = f.measure(k, lane);
  for (int width = 16; width > 0; width /= 2) sum = sum + of_lane(sum, width);
  if (f.turned(k, lane, sum)) *again = 1;  // whoever writes, writes the same
}

}  // namespace

namespace factor {

inline std::unique_ptr<rotation_sink> rotations_of(device_machine& on, const matrix_view<ff_t>& left,
                                                   const matrix_view<ff_t>& right) {
  return std::make_unique<device_rotations>(on, left, right);
}

template <class F>
void turn_pairs(device_machine& on, int count, const F& f, int32* again) {
  if (!on.ok() || count == 0) return;
  const int64 threads = int64{count} * 32;
  turn_pairs_kernel<<<static_cast<unsigned>((threads + threads_of_pairs - 1) / threads_of_pairs),
                      threads_of_pairs, 0, on.stream()>>>(count, f, again);
  on.launched();
}

}  // namespace factor
}  // namespace ff::linalg::detail
