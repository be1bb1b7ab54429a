// QR and Cholesky factors on the host.
#include "geqrf.hpp"

#include "../machine/host_machine.hpp"

namespace ff::linalg {

using detail::factor::host_machine;

status qr(matrix_view<const ff_t> a, matrix_view<ff_t> q, matrix_view<ff_t> r, const qr_options& options,
          qr_report* report) {
  if (const status s = detail::factor::checked_qr(a, q, r, options); !s) return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    host_machine on(options.threads);
    return detail::factor::qr_on(on, a, q, r, options, report);
  });
}

status householder(matrix_view<ff_t> a, vector_view<ff_t> tau, int threads) {
  if (const status s =
          detail::first_fault(detail::factor::checked_householder(a, tau), detail::checked_threads(threads));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    host_machine on(threads);
    return detail::factor::householder_on(on, a, tau);
  });
}

status apply_q(matrix_view<const ff_t> a, vector_view<const ff_t> tau, bool transposed, matrix_view<ff_t> c,
               int threads) {
  if (const status s =
          detail::first_fault(detail::factor::checked_apply(a, tau, c), detail::checked_threads(threads));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    host_machine on(threads);
    if (tau.size > 0 && c.columns > 0) detail::factor::apply_reflections(on, a, tau, transposed, c);
    return on.said();
  });
}

status cholesky(matrix_view<const ff_t> a, matrix_view<ff_t> l, cholesky_report* report, int threads) {
  if (const status s =
          detail::first_fault(detail::factor::checked_cholesky(a, l), detail::checked_threads(threads));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    host_machine on(threads);
    return detail::factor::cholesky_on(on, a, l, report);
  });
}

}  // namespace ff::linalg
