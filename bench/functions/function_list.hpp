// The elementary functions measured, by the names of their entries in the catalogue, which this does not
// need.
#pragma once

// FUNCTION(entry, x from, x to, and y from, y to where there is a second argument) for each.
#define BENCH_FUNCTIONS(FUNCTION)      \
  FUNCTION(exp, -80, 80)               \
  FUNCTION(exp2, -120, 120)            \
  FUNCTION(exp10, -35, 35)             \
  FUNCTION(expm1, -10, 10)             \
  FUNCTION(log, 0.01f, 100)            \
  FUNCTION(log2, 0.01f, 100)           \
  FUNCTION(log10, 0.01f, 100)          \
  FUNCTION(log1p, -0.9f, 10)           \
  FUNCTION(pow, 0.1f, 10, -10, 10)     \
  FUNCTION(pown, 0.1f, 10, -10, 10)    \
  FUNCTION(rootn, 0.1f, 10, 2, 10)     \
  FUNCTION(cbrt, 0.01f, 100)           \
  FUNCTION(rcbrt, 0.01f, 100)          \
  FUNCTION(hypot, -10, 10, -10, 10)    \
  FUNCTION(rhypot, -10, 10, -10, 10)   \
  FUNCTION(sin, -100, 100)             \
  FUNCTION(cos, -100, 100)             \
  FUNCTION(sincos, -100, 100)          \
  FUNCTION(tan, -100, 100)             \
  FUNCTION(sinpi, -100, 100)           \
  FUNCTION(cospi, -100, 100)           \
  FUNCTION(sincospi, -100, 100)        \
  FUNCTION(tanpi, -100, 100)           \
  FUNCTION(asin, -1, 1)                \
  FUNCTION(acos, -1, 1)                \
  FUNCTION(atan, -10, 10)              \
  FUNCTION(atan2, -10, 10, -10, 10)    \
  FUNCTION(sinh, -10, 10)              \
  FUNCTION(cosh, -10, 10)              \
  FUNCTION(tanh, -5, 5)                \
  FUNCTION(asinh, -10, 10)             \
  FUNCTION(acosh, 1, 10)               \
  FUNCTION(atanh, -0.99f, 0.99f)       \
  FUNCTION(erf, -4, 4)                 \
  FUNCTION(erfc, -4, 9)                \
  FUNCTION(erfcx, -4, 20)              \
  FUNCTION(erfinv, -0.999f, 0.999f)    \
  FUNCTION(erfcinv, 0.001f, 1.999f)    \
  FUNCTION(normcdf, -10, 5)            \
  FUNCTION(normcdfinv, 0.001f, 0.999f) \
  FUNCTION(tgamma, -10, 30)            \
  FUNCTION(lgamma, 0.01f, 100)
