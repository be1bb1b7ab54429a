// Work on all cores.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ff/platform/threads.hpp>

namespace accuracy {

/// Runs each worker's `work(next)` on a core of its own, where next() deals 0, 1, .. count - 1 to all of them
/// and then `count`.  What one throws stops the others and is thrown here.  MPFR's caches end with the work.
/// Fewer threads do the work where the system has no more.
template <class Work>
void on_all_cores_by(std::uint64_t count, Work work) {
  std::atomic<std::uint64_t> dealt{0};
  const auto next = [&] { return std::min(dealt++, count); };
  ff::detail::on_threads(ff::detail::processors(), [&] {
    try {
      work(next);
    } catch (...) {
      dealt = count;
      mpfr_free_cache();
      throw;
    }
    mpfr_free_cache();
  });
}

/// each(i) for all i < count.
template <class Each>
void on_all_cores(std::uint64_t count, Each each) {
  on_all_cores_by(count, [&](auto next) {
    for (std::uint64_t i; (i = next()) < count;) each(i);
  });
}

}  // namespace accuracy
