// y = a x + y over arrays of ff_t, compiled twice: with the vectoriser and without.
#include <cstddef>
#include <ff/operators.hpp>

void AXPY(std::size_t n, ff::ff_t a, const ff::ff_t* __restrict x, ff::ff_t* __restrict y) {
  for (std::size_t i = 0; i < n; ++i) y[i] += a * x[i];
}
