// One operator's trial: every vector judged, then hunted, and what came of it.
#pragma once

#include <array>
#include <functional>

#include "backend.hpp"

namespace accuracy {

inline constexpr int histogram_bins = 64;

struct finding {
  double error = -1;  ///< in u^2; -1 when nothing was looked at
  operands v{};
  outcome result{};
  input_class cls = input_class::uniform;
};

struct trial {
  const operator_info* op = nullptr;
  recipe how{};
  double bound = 0;                                  ///< in u^2
  double slack = 0;                                  ///< ff::bounds::higher_order; 0 for exact operators
  std::uint64_t vectors = 0;                         ///< judged by MPFR
  finding worst;                                     ///< of those
  std::array<double, class_count> worst_of_class{};  ///< -1 where the class was not drawn
  std::uint64_t hunted = 0;                          ///< looked at by the search
  finding prey;                                      ///< the search's worst, as MPFR judges it
  bool exhausted = false;                            ///< whether all 2^32 floats were looked at, too
  finding worst_float;                               ///< the worst of them
  std::uint64_t not_finite = 0;
  std::array<std::uint64_t, histogram_bins> histogram{};  ///< errors, in 64ths of histogram_top()
  double seconds = 0, hunt_seconds = 0, exhaust_seconds = 0;

  const finding& worst_finding() const {
    const finding& found = worst.error > prey.error ? worst : prey;
    return found.error >= worst_float.error ? found : worst_float;
  }
  double worst_error() const { return worst_finding().error; }
  bool judged() const { return op->kind != group::outside; }
  bool within_bound() const { return !judged() || worst_error() <= bound + slack; }
  double histogram_top() const { return bound > 0 ? bound * 1.1 : 1; }
};

struct plan {
  stream vectors;
  std::uint64_t count = std::uint64_t{1} << 24;
  std::uint64_t hunt = 0;
  std::function<void(double)> progress;  ///< told the share done, from one thread at a time
  bool exhaust = false;                  ///< functions of one argument: all floats as well
};

/// Runs one operator.  `scale`, if given, replaces what the error is relative to.
trial study(backend& where, int op, const plan& p);
trial study(backend& where, int op, const plan& p, ff::bounds::relative_to scale);

}  // namespace accuracy
