// The judge of predicates: the exact sign by GMP.
#pragma once

#include "row.hpp"

namespace accuracy::predicates {

/// Coordinates are integers times one power of two, which the sign does not depend on; differences from the
/// last point and the determinant's cofactors are integers of GMP.
class judge {
 public:
  judge();
  ~judge();
  judge(const judge&) = delete;
  judge& operator=(const judge&) = delete;

  template <class T>
  sign exact_sign(determinant d, const operands<T>& v);

 private:
  struct numbers;
  std::unique_ptr<numbers> n_;
};

}  // namespace accuracy::predicates
