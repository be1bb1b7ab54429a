// Work in equal shares for several threads of the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ff/platform/threads.hpp>
#include <functional>
#include <thread>

namespace command {

inline unsigned cores_of_host() { return ff::detail::processors(); }

/// Says how many threads are started where so many are asked for, 0 for one a core: at most 4 a core, because
/// more cost their start and do not compute faster.
inline unsigned threads_for(unsigned asked) {
  return asked == 0 ? cores_of_host() : std::min(asked, 4 * cores_of_host());
}

/// Calls work(first, last, thread) for shares of [0, n) until all are done, thread < threads, and
/// report(share done) from the calling thread, if there is a report.  The first exception is thrown again.
/// Fewer threads do the work where the system has no more.
template <class Work, class Report>
void in_shares(unsigned threads, std::uint64_t n, const Work& work, const Report& report) {
  threads = std::clamp(threads, 1u, 4 * cores_of_host());
  const std::uint64_t share = std::clamp<std::uint64_t>(n / (threads * 64 + 1), 1, 1 << 16);
  std::atomic<std::uint64_t> next{0};
  std::atomic<unsigned> numbered{0};
  const std::thread::id caller = std::this_thread::get_id();
  ff::detail::on_threads(std::min<std::uint64_t>(threads, (n + share - 1) / share), [&] {
    const unsigned thread = numbered++;
    const bool reports = report && std::this_thread::get_id() == caller;
    try {
      for (std::uint64_t first; (first = next.fetch_add(share)) < n;) {
        const std::uint64_t last = std::min(n, first + share);
        work(first, last, thread);
        if (reports) report(static_cast<double>(last) / static_cast<double>(n));
      }
    } catch (...) {
      next = n;  // the others have no more to do
      throw;
    }
  });
}
template <class Work>
void in_shares(unsigned threads, std::uint64_t n, const Work& work) {
  in_shares(threads, n, work, std::function<void(double)>());
}

}  // namespace command
