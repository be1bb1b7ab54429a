// The families of the catalogue whose results are values, in the order of the report.  Each is compiled by a
// file of its own, which accuracy/CMakeLists.txt makes of family.cpp.in and family.cu.in for every name here.
#pragma once

#define FF_VALUE_FAMILIES(FAMILY) \
  FAMILY(arithmetic)              \
  FAMILY(exp)                     \
  FAMILY(log)                     \
  FAMILY(pow)                     \
  FAMILY(cbrt)                    \
  FAMILY(hypot)                   \
  FAMILY(trig)                    \
  FAMILY(trig_pi)                 \
  FAMILY(atan)                    \
  FAMILY(asin)                    \
  FAMILY(hyperbolic)              \
  FAMILY(inverse_hyperbolic)      \
  FAMILY(erf)                     \
  FAMILY(erfc)                    \
  FAMILY(erfinv)                  \
  FAMILY(tgamma)                  \
  FAMILY(lgamma)                  \
  FAMILY(geometry)                \
  FAMILY(complex)
