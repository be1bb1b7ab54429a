// One kernel an operator: load, operate, store.  sass.py counts what ptxas makes of it.
#include <ff/operators.hpp>

using ff::ff_t;

#define KERNEL(name, expression)                                                     \
  extern "C" __global__ void name(const ff_t* __restrict in, ff_t* __restrict out) { \
    [[maybe_unused]] const ff_t x = in[0], y = in[1], z = in[2];                     \
    [[maybe_unused]] const float a = x.hi(), b = y.hi();                             \
    out[0] = expression;                                                             \
  }

KERNEL(null, x)
KERNEL(add12, ff::add12(a, b))
KERNEL(fast_add12, ff::fast_add12(a, b))
KERNEL(split, ff::split(a))
KERNEL(mul12, ff::mul12(a, b))
KERNEL(two_prod, ff::two_prod(a, b))
KERNEL(sqr12, ff::sqr12(a))
KERNEL(add22, ff::add22(x, y))
KERNEL(add22_accurate, ff::add22_accurate(x, y))
KERNEL(add22_sloppy, ff::add22_sloppy(x, y))
KERNEL(sub22, ff::sub22(x, y))
KERNEL(add21, ff::add21(x, b))
KERNEL(mul22, ff::mul22(x, y))
KERNEL(mul22_dw, ff::mul22_dw(x, y))
KERNEL(mul22_commutative, ff::mul22_commutative(x, y))
KERNEL(mul21, ff::mul21(x, b))
KERNEL(mul21_dw, ff::mul21_dw(x, b))
KERNEL(sqr22, ff::sqr22(x))
KERNEL(rcp22, ff::rcp22(y))
KERNEL(div22, ff::div22(x, y))
KERNEL(div21, ff::div21(x, b))
KERNEL(div12, ff::div12(a, y))
KERNEL(sqrt22, ff::sqrt22(x))
KERNEL(rsqrt22, ff::rsqrt22(x))
KERNEL(fma22, ff::fma22(x, y, z))
KERNEL(plus, x + y)
KERNEL(minus, x - y)
KERNEL(times, x* y)
KERNEL(divides, x / y)
KERNEL(sqrt_operator, ff::sqrt(x))
KERNEL(rsqrt_operator, ff::rsqrt(x))
