// Where the functions of ff::linalg that are judged run: on the host, on the device, or broken on purpose.
#pragma once

#include <ff/linalg/blas.hpp>
#include <memory>
#include <stdexcept>

#include "accuracy/linalg/families.hpp"

namespace accuracy {

/// Operands and results are on the host.  A status that is not ok is thrown.
class machine {
 public:
  machine() = default;
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;
  virtual ~machine() = default;

  /// C = A B.
  virtual dense gemm(const dense& a, const dense& b, const ff::linalg::gemm_options& o) const;
  virtual ff_t dot(const dense& x, const dense& y) const;
  virtual ff_t nrm2(const dense& x) const;
  /// A x, a column.
  virtual dense gemv(const dense& a, const dense& x) const;
  /// A + alpha x y^T.
  virtual dense ger(ff_t alpha, const dense& x, const dense& y, const dense& a) const;
  /// The solution of A X = B by the lower triangle of A, by trsv where B is a column that is not `many`.
  virtual dense solve_lower(const dense& a, const dense& b, bool many) const;

 protected:
  static void expect(const ff::linalg::status& s) {
    if (!s.ok()) throw std::runtime_error(s.text());
  }
};

/// That of the current device; null where this program has no code for one.
std::unique_ptr<machine> device_machine();

}  // namespace accuracy
