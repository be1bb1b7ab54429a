// The elementary functions: the families of catalogue/math/.
#pragma once

#include "math/atan.hpp"
#include "math/erf.hpp"
#include "math/exp.hpp"
#include "math/gamma.hpp"
#include "math/hyperbolic.hpp"
#include "math/log.hpp"
#include "math/pow.hpp"
#include "math/roots.hpp"
#include "math/trig.hpp"

namespace catalogue {

/// visit(row{}, info) for each.
template <class Visit>
void function_rows(Visit visit) {
  exp_rows(visit);
  log_rows(visit);
  pow_rows(visit);
  roots_rows(visit);
  trig_rows(visit);
  atan_rows(visit);
  hyperbolic_rows(visit);
  erf_rows(visit);
  gamma_rows(visit);
}

}  // namespace catalogue
