// Work on all cores.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace accuracy {

/// Runs each worker's `work(next)` on a core of its own, where next() deals 0, 1, .. count - 1 to all of them
/// and then `count`.  What one throws stops the others and is thrown here.  MPFR's caches end with their
/// thread.
template <class Work>
void on_all_cores_by(std::uint64_t count, Work work) {
  std::atomic<std::uint64_t> dealt{0};
  std::mutex together;
  std::exception_ptr failure;
  const auto next = [&] { return std::min(dealt++, count); };
  std::vector<std::thread> pool;
  for (unsigned i = std::max(1u, std::thread::hardware_concurrency()); i > 0; --i) {
    pool.emplace_back([&] {
      try {
        work(next);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(together);
        failure = std::current_exception();
        dealt = count;
      }
      mpfr_free_cache();
    });
  }
  for (auto& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

/// each(i) for all i < count.
template <class Each>
void on_all_cores(std::uint64_t count, Each each) {
  on_all_cores_by(count, [&](auto next) {
    for (std::uint64_t i; (i = next()) < count;) each(i);
  });
}

}  // namespace accuracy
