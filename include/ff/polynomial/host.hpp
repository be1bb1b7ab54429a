// The roots of many polynomials on the host, dealt to all cores.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <atomic>
#include <ff/platform/threads.hpp>
#include <ff/polynomial/roots.hpp>

namespace ff {
namespace polynomial {

/// disks[i] = roots<Degree> of the polynomial whose coefficient of x^k is coefficients[(Degree + 1) i + k], i
/// < count: T is float or ff_t.  On `threads` threads, 0: one a core.  Needs the system's thread library
/// (-pthread).
///
///   ff::polynomial::batch_roots_on_host<18>(coefficients, count, disks);
template <int Degree, class T>
void batch_roots_on_host(const T* coefficients, size_t count, root_disks<Degree>* disks,
                         unsigned threads = 0) {
  constexpr size_t share = 64;  // polynomials a thread takes at a time
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t first; (first = next.fetch_add(share)) < count;) {
      const size_t last = count - first < share ? count : first + share;
      for (size_t i = first; i < last; ++i) disks[i] = roots<Degree>(coefficients + (Degree + 1) * i);
    }
  };
  if (threads == 0) threads = ff::detail::processors();
  const size_t shares = count / share + (count % share != 0 ? 1 : 0);
  ff::detail::on_threads(shares < threads ? shares : threads, work);
}

}  // namespace polynomial
}  // namespace ff

#endif
