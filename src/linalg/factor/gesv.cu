// Linear systems and least squares on the device.
#include <ff/linalg/cuda/solve.hpp>

#include "gesv.hpp"
#include "gesv_device.cuh"

namespace ff::linalg {

using detail::factor::checked_context;
using detail::factor::solve_device;

status solve(const context& on, matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
             const solve_options& options, solve_report* report) {
  if (const status s =
          detail::first_fault(detail::factor::checked_solve(a, b, x, options), checked_context(on));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    solve_device there(on);
    return detail::factor::solve_on(there, a, b, x, options, report);
  });
}

status least_squares(const context& on, matrix_view<const ff_t> a, matrix_view<const ff_t> b,
                     matrix_view<ff_t> x, const solve_options& options, solve_report* report) {
  if (const status s =
          detail::first_fault(detail::factor::checked_least_squares(a, b, x, options), checked_context(on));
      !s)
    return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    solve_device there(on);
    return detail::factor::least_squares_on(there, a, b, x, options, report);
  });
}

}  // namespace ff::linalg
