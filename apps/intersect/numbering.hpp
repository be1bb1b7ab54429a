// The pairs of all cells, a piece and a blue, numbered cell by cell, so that they can be dealt out in equal
// runs: a cell with many pairs is shared by several blocks, and one with few shares a warp.
#pragma once

#include "grid.hpp"

namespace intersect {

/// A cell with pairs: from number `start` on, up to the next cell's.
struct numbered_cell {
  uint64_t start;
  uint32_t cell;
};

constexpr unsigned run_of_pairs = 512;  // consecutive ones

/// A place among the numbered pairs, which only moves forwards.
template <class View>
class pair_walk {
 public:
  /// In the cell of pair n, by bisection.  After the `count` cells stands one more, that starts where they
  /// end.
  FF_HD constexpr pair_walk(const problem<View>& p, const numbered_cell* cells, uint32_t count, uint64_t n)
      : p_(p), next_(cells), start_(0), end_(0), cell_(0), first_piece_(0), first_blue_(0), blue_count_(0) {
    while (count > 1) {
      const uint32_t half = count / 2;
      const bool is_behind = next_[half].start <= n;
      next_ += is_behind ? half : 0;
      count = is_behind ? count - half : half;
    }
    enter();
  }

  /// To pair n.  Returns whether it is to be tested where it stands.
  FF_HD constexpr bool move_to(uint64_t n, uint32_t& piece, uint32_t& blue) {
    while (n >= end_) enter();
    const uint64_t place = n - start_;
    const bool is_short = place >> 32 == 0;  // a division of 32 bits is cheaper
    const uint32_t row =
        is_short ? static_cast<uint32_t>(place) / blue_count_ : static_cast<uint32_t>(place / blue_count_);
    piece = p_.pieces.items[first_piece_ + row];
    blue = p_.blues.items[first_blue_ + static_cast<uint32_t>(place - uint64_t{row} * blue_count_)];
    return p_.is_tested_in(cell_, piece, blue);
  }

 private:
  FF_HD constexpr void enter() {
    start_ = next_->start;
    cell_ = next_->cell;
    ++next_;
    end_ = next_->start;
    first_piece_ = p_.pieces.start[cell_];
    first_blue_ = p_.blues.start[cell_];
    blue_count_ = p_.blues.start[cell_ + 1] - first_blue_;
  }

  const problem<View>& p_;
  const numbered_cell* next_;
  uint64_t start_, end_;
  uint32_t cell_, first_piece_, first_blue_, blue_count_;
};

}  // namespace intersect
