// Who searches: this process alone, or all that mpirun has started, each with a GPU of its own where there
// are several.  The first rank runs the report as if it were alone; the others search what it deals out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accuracy/judge/runner.hpp"

namespace accuracy {

class fleet {
 public:
  virtual ~fleet() = default;
  virtual int size() const = 0;
  virtual bool is_first() const = 0;
  /// On the first rank: runner::hunt of a row by all ranks, in shares that depend on the search alone, so
  /// that any number of like machines finds the same.
  virtual std::vector<candidate> hunt(const std::string& row, runner& own, const stream& s,
                                      std::uint64_t evaluations, const std::vector<operands>& about) = 0;
  /// On the others: searches until the first rank is done; the exit status.
  virtual int serve() = 0;
};

/// The ranks of mpirun; null in a program that is not made for them.
std::unique_ptr<fleet> join_fleet();

/// Says how many shares a search falls into: enough for many ranks, and none so small that a machine does not
/// fill.
inline std::uint64_t shares_of(const runner& where, std::uint64_t evaluations) {
  constexpr std::uint64_t rounds_a_share = 8, most = 960;  // divided evenly by 2, 3, 4, 5, 6, 8, ..
  const std::uint64_t shares = evaluations / (rounds_a_share * where.evaluations_of_a_round());
  return std::clamp<std::uint64_t>(shares, 1, most);
}

/// Says what rank `rank` of `ranks` finds in its shares.
inline std::vector<candidate> hunt_own_shares(runner& where, stream s, std::uint64_t evaluations,
                                              const std::vector<operands>& about, std::uint64_t shares,
                                              int rank, int ranks) {
  const std::uint64_t seed = s.seed;
  std::vector<candidate> found;
  for (auto share = static_cast<std::uint64_t>(rank); share < shares;
       share += static_cast<std::uint64_t>(ranks)) {
    s.seed = seed + share * 0x9e3779b97f4a7c15u;  // the first share's is the search's
    const std::vector<candidate> more = where.hunt(s, evaluations / shares, about);
    found.insert(found.end(), more.begin(), more.end());
    found = worst_first(std::move(found));
  }
  return found;
}

}  // namespace accuracy
