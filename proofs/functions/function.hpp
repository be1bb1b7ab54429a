// A function to certify: its kernel, its exact value as a power series in balls, and where its bound is claimed.
#pragma once

#include <arb_poly.h>

#include <functional>
#include <string>
#include <vector>

#include "cells.hpp"

namespace proofs {

/// Writes the first n coefficients of f about x's constant term, x = x0 + t.
using series = std::function<void(arb_poly_t y, const arb_poly_t x, slong n, slong precision)>;

struct span {
  float first, last;  ///< of one sign
};

struct function {
  std::string name;   ///< the row of the bounds
  double stated;      ///< in u^2
  kernel steps;
  series exact;
  std::vector<span> where;
  bool subnormal = false;   ///< relative to |result| + 2^-103
  bool by_sum = true;       ///< see cell
  double goal = 0;          ///< cells are divided until their bound is below; 0: 0.8 of `stated`
};

/// All of them.
std::vector<function> all_functions();

}  // namespace proofs
