// The judge: MPFR, exact or to hundreds of bits, the result's two words never rounded together.
#pragma once

#include "operators.hpp"

namespace accuracy {

bool is_finite(const recipe& r, const outcome& result);  ///< every component

/// The error of `result` in units of u^2 of the recipe's scale; infinity where the result is not finite
/// or the exact value is zero and the result is not.
class oracle {
 public:
  oracle();
  ~oracle();
  oracle(const oracle&) = delete;
  oracle& operator=(const oracle&) = delete;

  /// `exact` computes what an elementary function should.
  double error(const recipe& r, const operands& v, ff::ff_t result, exact_function exact = nullptr);
  /// Of any operator, a composite too.
  double error(const operator_info& op, const recipe& r, const operands& v, const outcome& result);

 private:
  struct numbers;
  numbers* n_;
};

}  // namespace accuracy
