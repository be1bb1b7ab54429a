// Sums, dot products and norms of arrays of doubles and of dd_t, on the host: the reductions of ff/reduce/
// with doubles for words, in the same fixed order.
//
// reduction_bound<reductions::sum<dd_t>>(n) and its kin bound the error in u^2, u = 2^-53, as those of float
// and ff_t do in theirs.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/dd/operators.hpp>
#include <ff/reduce/host.hpp>

namespace ff {

/// x[0] + ... + x[n - 1]; 0 for n = 0.
inline dd_t sum(size_t n, const double* x) { return detail::reduce<reductions::sum<double>>(n, x, x); }
inline dd_t sum(size_t n, const dd_t* x) { return detail::reduce<reductions::sum<dd_t>>(n, x, x); }

/// x[0] y[0] + ... + x[n - 1] y[n - 1].
inline dd_t dot(size_t n, const double* x, const double* y) {
  return detail::reduce<reductions::dot<double>>(n, x, y);
}
inline dd_t dot(size_t n, const dd_t* x, const dd_t* y) {
  return detail::reduce<reductions::dot<dd_t>>(n, x, y);
}

/// sqrt(x[0]^2 + ... + x[n - 1]^2), without scaling: the sum of squares has to lie below 2^1022, and above
/// n 2^-960 (or be 0) to have all its digits.
inline dd_t nrm2(size_t n, const double* x) { return detail::reduce<reductions::nrm2<double>>(n, x, x); }
inline dd_t nrm2(size_t n, const dd_t* x) { return detail::reduce<reductions::nrm2<dd_t>>(n, x, x); }

}  // namespace ff

#endif
