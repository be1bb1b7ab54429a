// A function to certify: its kernel, its exact value as a power series in balls, and where its bound is
// claimed.
#pragma once

#if __has_include(<flint/arb_poly.h>)
#include <flint/arb.h>
#include <flint/arb_poly.h>
#else
#include <arb.h>
#include <arb_poly.h>
#endif

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
  double stated = 0;  ///< in u^2
  kernel steps;
  series exact;
  std::vector<span> where;
  bool not_tiny = false;     ///< results below 2^-90, next to a zero of the function, are left out
  bool by_sum = true;        ///< see cell
  bool pairs = false;        ///< see cell
  bool on_grids = false;     ///< see cell
  bool short_first = false;  ///< where 100 halvings do not reach the goal, the interval is halved first
  double goal = 0;           ///< cells are divided until their bound is below; 0: 0.9 of `stated`

  // These set the fields above by name, in a list of rows.
  function& without_tiny() { return not_tiny = true, *this; }
  function& through_heads() { return by_sum = false, *this; }
  function& keeping_pairs() { return pairs = true, *this; }
  function& with_grids() { return on_grids = true, *this; }
  function& with_short_searches() { return short_first = true, *this; }
  function& until(double bound) { return goal = bound, *this; }
};

/// All of them.
std::vector<function> all_functions();

}  // namespace proofs
