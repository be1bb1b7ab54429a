// Eigen::Matrix<ff::wide_t, ...>: expressions, solvers and decompositions without overflow.  Host only; needs
// Eigen 3.4.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <Eigen/Core>
#include <ff/wide.hpp>

namespace Eigen {

/// Eigen asks these of a scalar; the others come from std::numeric_limits<wide_t>.  Costs are in flops, of +
/// and *, the test of the home included.
template <>
struct NumTraits<ff::wide_t> : GenericNumTraits<ff::wide_t> {
  enum { RequireInitialization = 0, ReadCost = 4, AddCost = 24, MulCost = 9 };

  /// 2^-35: what isApprox takes for equal, as for ff_t.
  static constexpr ff::wide_t dummy_precision() { return ff::ff_t(0x1p-35f); }
};

/// 2.0 * m, m / 3.0f: the other operand is rounded once to the nearest pair.
template <class Operation>
struct ScalarBinaryOpTraits<ff::wide_t, double, Operation> {
  using ReturnType = ff::wide_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<double, ff::wide_t, Operation> {
  using ReturnType = ff::wide_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<ff::wide_t, float, Operation> {
  using ReturnType = ff::wide_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<float, ff::wide_t, Operation> {
  using ReturnType = ff::wide_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<ff::wide_t, ff::ff_t, Operation> {
  using ReturnType = ff::wide_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<ff::ff_t, ff::wide_t, Operation> {
  using ReturnType = ff::wide_t;
};

}  // namespace Eigen

#endif
