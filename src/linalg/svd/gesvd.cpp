// svd and eigh on the host.
#include "gesvd.hpp"

#include <ff/linalg/svd.hpp>

#include "../machine/memory.hpp"
#include "rotations_host.hpp"
#include "svd_host.hpp"

namespace ff::linalg {
namespace detail {
namespace {

template <class F>
status guarded(F body) {
  return with_memory("svd: expected memory for a dozen matrices of the size of A", [&]() -> status {
    try {
      return body();
    } catch (const status& s) {
      return s;
    }
  });
}

}  // namespace
}  // namespace detail

status svd(matrix_view<const ff_t> a, ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
           const svd_options& options, svd_report* report) {
  if (const status bad = detail::checked_svd(a, s, u, v, options); !bad) return bad;
  return detail::guarded([&] {
    detail::svd_host on(options.threads);
    return detail::svd_on(on, a, s, u, v, options, report);
  });
}

status eigh(matrix_view<const ff_t> a, ff_t* w, matrix_view<ff_t> v, const svd_options& options,
            svd_report* report) {
  if (const status bad = detail::checked_eigh(a, w, v, options); !bad) return bad;
  return detail::guarded([&] {
    detail::svd_host on(options.threads);
    return detail::eigh_on(on, a, w, v, options, report);
  });
}

}  // namespace ff::linalg
