// QR and Cholesky factors on the device.
#include <ff/linalg/cuda/qr.hpp>

#include "../machine/device_machine.cuh"
#include "geqrf.hpp"

namespace ff::linalg {

using detail::factor::checked_context;
using detail::factor::device_machine;

status qr(const context& on, matrix_view<const ff_t> a, matrix_view<ff_t> q, matrix_view<ff_t> r,
          const qr_options& options, qr_report* report) {
  if (const status s = detail::first_fault(detail::factor::checked_qr(a, q, r, options), checked_context(on));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    device_machine there(on);
    return detail::factor::qr_on(there, a, q, r, options, report);
  });
}

status householder(const context& on, matrix_view<ff_t> a, vector_view<ff_t> tau) {
  if (const status s = detail::first_fault(detail::factor::checked_householder(a, tau), checked_context(on));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    device_machine there(on);
    return detail::factor::householder_on(there, a, tau);
  });
}

status apply_q(const context& on, matrix_view<const ff_t> a, vector_view<const ff_t> tau, bool transposed,
               matrix_view<ff_t> c) {
  if (const status s = detail::first_fault(detail::factor::checked_apply(a, tau, c), checked_context(on)); !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    device_machine there(on);
    if (tau.size > 0 && c.columns > 0) detail::factor::apply_reflections(there, a, tau, transposed, c);
    return there.said();
  });
}

status cholesky(const context& on, matrix_view<const ff_t> a, matrix_view<ff_t> l, cholesky_report* report) {
  if (const status s = detail::first_fault(detail::factor::checked_cholesky(a, l), checked_context(on)); !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    device_machine there(on);
    return detail::factor::cholesky_on(there, a, l, report);
  });
}

}  // namespace ff::linalg
