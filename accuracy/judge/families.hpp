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
  FAMILY(atan)                    \
  FAMILY(hyperbolic)              \
  FAMILY(erf)                     \
  FAMILY(gamma)                   \
  FAMILY(geometry)                \
  FAMILY(complex)
