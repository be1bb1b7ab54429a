// A batch of sweeps along the rows of a matrix, several on their way at once; for host and device.
//
// A group of eight sweeps passes along a row, each sweep two columns behind the one before: so the eight
// rotations of a step have nothing to do with each other.  The next group takes the next eight sweeps, a
// chunk of columns behind.  Each element meets its rotations in the order of the sweeps, so that the bits are
// those of one sweep after the other.
#pragma once

#include "rotations.hpp"

namespace ff::linalg::detail {

inline constexpr int sweeps_of_group = 8, groups_of_sweeps = batched_sweeps / sweeps_of_group;
inline constexpr int32 columns_of_chunk = 32;
/// Says how many columns a group is behind the one before, in the same chunk.
inline constexpr int32 columns_behind = 2 * sweeps_of_group;

/// Columns first ... last of all sweeps of a batch.
struct columns_of_batch {
  int32 first, last;
  explicit columns_of_batch(const rotation_batch& b) : first(b.sweeps[0].first), last(first) {
    for (int s = 0; s < b.count; ++s) {
      const int32 end = b.sweeps[s].first + b.sweeps[s].pairs;
      first = b.sweeps[s].first < first ? b.sweeps[s].first : first;
      last = end > last ? end : last;
    }
  }
};

/// Chunks until the last of so many groups has left the last column.
FF_HD constexpr int32 chunks_of(const columns_of_batch& c, int groups) {
  const int32 steps = c.last - c.first + columns_behind * groups;
  return (steps + columns_of_chunk - 1) / columns_of_chunk;
}

/// f(0), ..., f(n - 1), with constants for arguments where it is inlined.
FF_ANY_CALLEE
template <int n, class F>
FF_HD void times(const F& f) {
  if constexpr (n > 0) {
    times<n - 1>(f);
    f(n - 1);
  }
}

/// A group of sweeps and one row.  At step j sweep s meets column j - 2 s, beside `carried`, the column
/// before.
class sweeps_on_row {
 public:
  FF_HD sweeps_on_row(const rotation_batch& batch, const columns_of_batch& columns, const rotation* by,
                      int group)
      : columns_(columns), behind_(columns_behind * group) {
    times<sweeps_of_group>([&](int s) {
      const int k = group * sweeps_of_group + s;
      const sweep_range range = k < batch.count ? batch.sweeps[k] : sweep_range{0, 0, 0};
      sweep_[s] = {by + (range.offset - range.first), range.first, range.pairs};
      carried_[s] = coming_[s] = 0.0f;
    });
  }

  /// The steps of a chunk, after the chunk before, and after the group before has had this chunk.  A row
  /// without elements is left alone.
  FF_HD void pass(const vector_view<ff_t>& row, int32 chunk) {
    const int32 begin = columns_.first + chunk * columns_of_chunk - behind_, end = begin + columns_of_chunk;
    ff_t next_column = load(row, begin);
    rotation next[sweeps_of_group];
    times<sweeps_of_group>([&](int s) { next[s] = sweep_[s].at(begin - 2 * s - 1); });
    for (int32 j = begin; j < end; ++j) {
      rotation now[sweeps_of_group];
      times<sweeps_of_group>([&](int s) {
        now[s] = next[s];
        next[s] = sweep_[s].at(j - 2 * s);
      });
      coming_[0] = next_column;
      if (j + 1 < end) next_column = load(row, j + 1);  // the next chunk's may not be there yet
      times<sweeps_of_group>([&](int of_step) {
        const int s = sweeps_of_group - 1 - of_step;
        ff_t x = carried_[s], y = coming_[s];
        rotate(now[s], x, y);
        const bool turns = sweep_[s].turns(j - 2 * s - 1);
        const ff_t leaving = turns ? x : carried_[s];
        carried_[s] = turns ? y : coming_[s];
        if (s + 1 < sweeps_of_group)
          coming_[s + 1] = leaving;
        else if (is_there(row, j - columns_behind + 1))
          row(j - columns_behind + 1) = leaving;
      });
    }
  }

 private:
  struct sweep {
    const rotation* by;  ///< of column 0, if it had one
    int32 first, pairs;

    /// Returns whether it turns columns i and i + 1.
    FF_HD bool turns(int32 i) const {
      return static_cast<uint32>(i) - static_cast<uint32>(first) < static_cast<uint32>(pairs);
    }
    FF_HD rotation at(int32 i) const { return turns(i) ? by[i] : rotation{1.0f, 0.0f}; }
  };

  columns_of_batch columns_;
  int32 behind_;
  sweep sweep_[sweeps_of_group];
  ff_t carried_[sweeps_of_group], coming_[sweeps_of_group];

  FF_HD bool is_there(const vector_view<ff_t>& row, int32 j) const {
    return row.size > 0 && j >= columns_.first && j <= columns_.last;
  }
  FF_HD ff_t load(const vector_view<ff_t>& row, int32 j) const {
    return is_there(row, j) ? row(j) : ff_t(0.0f);
  }
};

}  // namespace ff::linalg::detail
