// Linear systems and least squares on the host.
#include "gesv.hpp"

#include "gesv_host.hpp"

namespace ff::linalg {

using detail::factor::solve_host;

status solve(matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
             const solve_options& options, solve_report* report) {
  if (const status s = detail::factor::checked_solve(a, b, x, options); !s) return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    solve_host on(options.threads);
    return detail::factor::solve_on(on, a, b, x, options, report);
  });
}

status least_squares(matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
                     const solve_options& options, solve_report* report) {
  if (const status s = detail::factor::checked_least_squares(a, b, x, options); !s) return s;
  return detail::with_memory(detail::factor::memory_expected, [&] {
    solve_host on(options.threads);
    return detail::factor::least_squares_on(on, a, b, x, options, report);
  });
}

}  // namespace ff::linalg
