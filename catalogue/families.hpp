// The families of the catalogue whose results are values, in the order of the report: what is made of the
// files of catalogue/math/, and of catalogue/.
#pragma once

#define CATALOGUE_FUNCTION_FAMILIES(FAMILY) \
  FAMILY(exp)                               \
  FAMILY(log)                               \
  FAMILY(pow)                               \
  FAMILY(cbrt)                              \
  FAMILY(hypot)                             \
  FAMILY(trig)                              \
  FAMILY(trig_pi)                           \
  FAMILY(atan)                              \
  FAMILY(asin)                              \
  FAMILY(hyperbolic)                        \
  FAMILY(inverse_hyperbolic)                \
  FAMILY(erf)                               \
  FAMILY(erfc)                              \
  FAMILY(erfinv)                            \
  FAMILY(tgamma)                            \
  FAMILY(lgamma)

#define CATALOGUE_FAMILIES(FAMILY)    \
  FAMILY(arithmetic)                  \
  CATALOGUE_FUNCTION_FAMILIES(FAMILY) \
  FAMILY(geometry)                    \
  FAMILY(complex)                     \
  FAMILY(wide_numbers)                \
  FAMILY(special_functions)
