// A loop dealt to threads of the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <ff/platform.hpp>
#include <system_error>
#include <thread>
#include <vector>

namespace ff::linalg::detail {

/// body(i) for 0 <= i < n, on so many threads.
template <class F>
void each_index(int64 n, int threads, F body) {
  std::atomic<int64> next{0};
  const auto work = [&] {
    for (int64 i; (i = next.fetch_add(1)) < n;) body(i);
  };
  const auto helpers = static_cast<std::size_t>(std::min<int64>(threads, n)) - (n > 0 ? 1 : 0);
  std::vector<std::thread> others;
  others.reserve(helpers);
  try {
    while (others.size() < helpers) others.emplace_back(work);
  } catch (const std::system_error&) {  // no more threads to be had: those at hand do it
  }
  work();
  for (std::thread& t : others) t.join();
}

/// So many, or one for each processor for 0.
inline int threads_for(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace ff::linalg::detail
