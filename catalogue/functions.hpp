// The elementary functions: the families of catalogue/math/.
#pragma once

#include "families.hpp"
#include "math/asin.hpp"
#include "math/atan.hpp"
#include "math/cbrt.hpp"
#include "math/erf.hpp"
#include "math/erfc.hpp"
#include "math/erfinv.hpp"
#include "math/exp.hpp"
#include "math/hyperbolic.hpp"
#include "math/hypot.hpp"
#include "math/inverse_hyperbolic.hpp"
#include "math/lgamma.hpp"
#include "math/log.hpp"
#include "math/pow.hpp"
#include "math/tgamma.hpp"
#include "math/trig.hpp"
#include "math/trig_pi.hpp"

namespace catalogue {

/// visit(row{}, info) for each.
template <class Visit>
void function_rows(Visit visit) {
#define FAMILY(name) name##_rows(visit);
  CATALOGUE_FUNCTION_FAMILIES(FAMILY)
#undef FAMILY
}

/// visit(entry{}) for each that has no row.
template <class Visit>
void functions_without_row(Visit visit) {
  cbrt_without_row(visit);
  hypot_without_row(visit);
  trig_without_row(visit);
  trig_pi_without_row(visit);
}

}  // namespace catalogue
