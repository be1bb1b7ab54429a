// svd_batched on the host.
#include <algorithm>
#include <vector>

#include "../machine/memory.hpp"
#include "../machine/threads.hpp"
#include "jacobi_host.hpp"

namespace ff::linalg {
status svd_batched(int64 count, matrix_view<const ff_t> a, int64 stride_a, ff_t* s, int64 stride_s,
                   matrix_view<ff_t> u, int64 stride_u, matrix_view<ff_t> v, int64 stride_v,
                   const svd_batched_options& options, int32* sweeps) {
  using namespace detail;
  jacobi::batch b{};
  b.a = a, b.s = s, b.u = u, b.v = v, b.sweeps = sweeps, b.count = count, b.vectors = options.vectors;
  b.stride_a = stride_a, b.stride_s = stride_s, b.stride_u = stride_u, b.stride_v = stride_v;
  if (const status bad = jacobi::checked(b, options.threads); !bad) return bad;
  if (count == 0 || b.columns() == 0) return {};
  const auto elements = static_cast<size_t>(jacobi::layout{b.rows(), b.columns()}.elements());
  const auto threads = static_cast<int>(std::min<int64>(threads_for(options.threads), count));
  return with_memory("svd_batched: expected memory for three matrices on each thread", [&] {
    std::vector<int32> own(sweeps == nullptr ? static_cast<size_t>(count) : 0);
    if (sweeps == nullptr) b.sweeps = own.data();
    std::vector<ff_t> memory(elements * static_cast<size_t>(threads));
    each_index(threads, threads, [&](int64 t) {
      jacobi::host_group group;
      for (int64 p = t; p < count; p += threads)
        jacobi::decompose(group, b.at(p), memory.data() + static_cast<size_t>(t) * elements);
    });
    auto worst = jacobi::verdict::sound;
    for (int64 p = 0; p < count; ++p)
      worst = std::max(worst, jacobi::verdict_of(s[p * stride_s], b.sweeps[p]));
    return jacobi::status_of(worst);
  });
}

}  // namespace ff::linalg
