// A loop dealt to threads of the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <ff/platform.hpp>
#include <ff/platform/threads.hpp>

namespace ff::linalg::detail {

/// body(i) for 0 <= i < n, on so many threads.
template <class F>
void each_index(int64 n, int threads, F body) {
  std::atomic<int64> next{0};
  ff::detail::on_threads(static_cast<std::size_t>(std::min<int64>(threads, n)), [&] {
    for (int64 i; (i = next.fetch_add(1)) < n;) body(i);
  });
}

/// So many, or one for each processor for 0.
inline int threads_for(int asked) { return asked > 0 ? asked : static_cast<int>(ff::detail::processors()); }

}  // namespace ff::linalg::detail
