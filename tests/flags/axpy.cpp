// y = a x + y over arrays of ff_t, compiled twice: with the vectoriser and without.
#include <cstddef>
#include <ff/arithmetic.hpp>

void AXPY(std::size_t n, ff::ff_t a, const ff::ff_t* __restrict x, ff::ff_t* __restrict y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = ff::add22(ff::mul22(a, x[i]), y[i]);
}
