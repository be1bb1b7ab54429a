// What a group of threads that searches many pairs does next: group_search.hpp.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

/// One step of all threads of a group.
enum class group_round { examine, settle, zoom, refill, end };

/// What fills the threads first, or more of them, then what lets more in, then what there is.  Counts of
/// boxes that wait, of single ones, of zooms that wait, of pairs that are finished, of free frames, and how
/// many finished pairs are worth a refill.
template <class Memory>
FF_HD constexpr group_round next_round(int waiting, int single, int zooms, int finished, int frames,
                                       int least_refilled) {
  constexpr int least_zooms = Memory::frames_at_once;
  if (single >= Memory::least_settled) return group_round::settle;
  if (zooms >= least_zooms && frames >= least_zooms) return group_round::zoom;
  if (waiting >= Memory::threads) return group_round::examine;
  if (single >= 3 * Memory::threads / 8 && single > waiting) return group_round::settle;
  if (finished >= least_refilled && zooms < Memory::pairs / 2) return group_round::refill;
  if (waiting > 0) return group_round::examine;
  if (single > 0) return group_round::settle;
  if (zooms > 0) return group_round::zoom;
  return finished > 0 ? group_round::refill : group_round::end;
}

}  // namespace detail
}  // namespace ff
