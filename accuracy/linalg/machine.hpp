// Says where the functions of ff::linalg that are judged run: on the host, on the device, or broken on
// purpose.
#pragma once

#include <ff/linalg/blas.hpp>
#include <ff/linalg/qr.hpp>
#include <ff/linalg/solve.hpp>
#include <ff/linalg/svd.hpp>
#include <memory>
#include <optional>
#include <stdexcept>

#include "accuracy/linalg/families.hpp"

namespace accuracy {

struct qr_factors {
  dense q, r;
};
struct svd_factors {
  dense u, s, v;  ///< s is a column
};
/// Says what solve and least_squares say beside their status.
struct solution {
  dense x;
  ff::linalg::solve_report report;
};

/// Operands and results are on the host.  A status that is not ok is thrown; fault::numeric, where a function
/// says that a matrix has no such factors or solution, is an empty answer, and for values fault::overflow and
/// not_converged are too.
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
  virtual std::optional<qr_factors> qr(const dense& a, ff::linalg::qr_method method) const;
  virtual std::optional<dense> cholesky(const dense& a) const;
  /// By solve, or least_squares; an answer that they do not certify is one too.
  virtual std::optional<solution> solve(const dense& a, const dense& b, bool least_squares) const;
  virtual std::optional<svd_factors> svd(const dense& a, ff::linalg::svd_method method) const;
  /// By eigh; U is V.
  virtual std::optional<svd_factors> eigh(const dense& a) const;

  /// A subject whose function has no method here calls it on the host, and lets each result pass: a mutant
  /// changes it, the hash of the bits reads it.
  virtual void pass(dense& /*result*/) const {}

 protected:
  /// Returns whether there is an answer.
  static bool answered(const ff::linalg::status& s) {
    if (s.code() != ff::linalg::fault::numeric) expect(s);
    return s.ok();
  }
  /// Returns whether solve or least_squares wrote an answer for all that follows from it.
  static bool wrote(const ff::linalg::status& s) {
    using ff::linalg::fault;
    if (s.code() == fault::singular || s.code() == fault::not_converged || s.code() == fault::overflow)
      return true;
    return answered(s);
  }
  static bool has_values(const ff::linalg::status& s) {
    using ff::linalg::fault;
    if (s.code() != fault::overflow && s.code() != fault::not_converged) expect(s);
    return s.ok();
  }
  static void expect(const ff::linalg::status& s) {
    if (!s.ok()) throw std::runtime_error(s.text());
  }
};

/// That of the current device; null where this program has no code for one.
std::unique_ptr<machine> device_machine();

}  // namespace accuracy
