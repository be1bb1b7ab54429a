// Threads of the host.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <atomic>
#include <exception>
#include <ff/platform/types.hpp>
#include <thread>
#include <vector>

namespace ff {
namespace detail {

/// The threads that the host runs at once, at least 1.
inline unsigned processors() {
  const unsigned known = std::thread::hardware_concurrency();
  return known > 0 ? known : 1;
}

/// work() on so many threads, of which this is one, or on as many as are to be had.  What it throws is thrown
/// again once all have ended.
template <class Work>
void on_threads(size_t threads, const Work& work) {
  std::atomic<bool> failed{false};
  std::exception_ptr thrown;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      if (!failed.exchange(true)) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (size_t t = 1; t < threads; ++t) others.emplace_back(guarded);
  } catch (const std::exception&) {  // no more threads, or no memory for them: those at hand do it
  }
  guarded();
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace detail
}  // namespace ff

#endif
