// Batches of predicates on the host, dealt to all cores.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <atomic>
#include <ff/platform/threads.hpp>
#include <ff/predicates/batch.hpp>
#include <mutex>

namespace ff {
namespace predicates {

/// signs[i] = the predicate `which` of item i, i < n: Items is arrays<P, count>, indexed<P, count>, or
/// anything that gives point k of item i as items(i, k).  On `threads` threads, 0: one a core.  The counts
/// of the stages are added to *counts unless it is null.  Needs the system's thread library (-pthread).
///
///   ff::predicates::evaluate<ff::predicates::determinant::orient2d>(
///       ff::predicates::arrays<ff::point2<float>, 3>{{a, b, c}}, n, signs);
template <determinant which, class Items>
void evaluate(const Items& items, size_t n, sign* signs, unsigned threads = 0,
              stage_counts* counts = nullptr) {
  constexpr size_t share = 4096;  // items a thread takes at a time
  std::atomic<size_t> next{0};
  std::mutex adding;
  const auto work = [&] {
    stage_counts mine;
    uncounted nothing;
    for (size_t first; (first = next.fetch_add(share)) < n;) {
      const size_t last = n - first < share ? n : first + share;
      for (size_t i = first; i < last; ++i) {
        const detail::batch_item<which, Items> item(items, i);
        signs[i] = counts == nullptr ? item.any(nothing) : item.any(mine);
      }
    }
    if (counts == nullptr) return;
    const std::lock_guard<std::mutex> guard(adding);
    *counts += mine;
  };
  if (threads == 0) threads = ff::detail::processors();
  const size_t shares = n / share + (n % share != 0 ? 1 : 0);
  ff::detail::on_threads(shares < threads ? shares : threads, work);
}

}  // namespace predicates
}  // namespace ff

#endif
