// Work in equal shares for several threads of the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace command {

inline unsigned cores_of_host() { return std::max(1u, std::thread::hardware_concurrency()); }

/// Calls work(first, last, thread) for shares of [0, n) until all are done, and report(share done) from the
/// calling thread, if there is a report.  The first exception is thrown again.
template <class Work, class Report>
void in_shares(unsigned threads, std::uint64_t n, const Work& work, const Report& report) {
  const std::uint64_t share = std::clamp<std::uint64_t>(n / (threads * 64 + 1), 1, 1 << 16);
  std::atomic<std::uint64_t> next{0};
  std::vector<std::exception_ptr> errors(threads);
  const auto take = [&](unsigned thread) {
    try {
      for (std::uint64_t first; (first = next.fetch_add(share)) < n;) {
        work(first, std::min(n, first + share), thread);
        if (thread == 0 && report)
          report(static_cast<double>(std::min(n, first + share)) / static_cast<double>(n));
      }
    } catch (...) {
      errors[thread] = std::current_exception();
      next = n;
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(take, i);
  take(0);
  for (std::thread& t : others) t.join();
  for (const std::exception_ptr& e : errors)
    if (e) std::rethrow_exception(e);
}
template <class Work>
void in_shares(unsigned threads, std::uint64_t n, const Work& work) {
  in_shares(threads, n, work, std::function<void(double)>());
}

}  // namespace command
