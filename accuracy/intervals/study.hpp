// The trial of one interval operation at one type.
#pragma once

#include <array>
#include <functional>

#include "engine.hpp"

namespace accuracy::intervals {

/// A vector and what came of it, in text that reads back exactly.
struct instance {
  double excess = -1;  ///< in ulps or u^2; -1 when nothing was looked at
  std::uint64_t index = 0;
  std::vector<std::string> input, result;  ///< words, lower and upper endpoint by turns
  theme of = theme::thin;
  fault wrong = fault::none;
};

struct trial {
  const row* which = nullptr;
  std::uint64_t vectors = 0;     ///< judged by MPFR
  std::uint64_t violations = 0;  ///< results that are wrong
  std::uint64_t loose = 0;       ///< results that are not the tightest
  std::uint64_t outside = 0;     ///< vectors outside the domain of ff_t's bound: only containment is judged
  double mean = 0;               ///< of the distances of all endpoints judged
  double total = 0;              ///< ff_t: the largest excess width, in u^2 of the larger endpoint
  instance worst, violation;     ///< the largest excess; the first wrong one
  std::array<double, theme_count> worst_of_theme{};
  std::uint64_t hunted = 0;
  double least_slack = 0;  ///< the hunt's estimate where it is least
  instance prey;           ///< the worst that the hunt found, as MPFR judges it
  double seconds = 0, hunt_seconds = 0;

  double bound() const;  ///< of the excess
  double worst_excess() const { return std::max(worst.excess, prey.excess); }
  const instance& worst_instance() const {
    return violations > 0 ? violation : prey.excess > worst.excess ? prey : worst;
  }
  bool passed() const;
  const char* verdict() const;
};

struct plan {
  stream vectors;
  std::uint64_t count = std::uint64_t{1} << 24;
  std::uint64_t hunt = 0;
  std::function<void(double)> progress;  ///< told the share done
};

trial study(engines& where, const row& which, const plan& p);

/// The operation on operands as `instance::input` holds them, judged; for recorded worst cases.
instance replay(engines& where, const row& which, const std::vector<std::string>& input);

}  // namespace accuracy::intervals
