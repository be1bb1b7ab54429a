#include "climb.hpp"

#include "parallel.hpp"

namespace accuracy {

std::vector<candidate> climbed(const std::vector<candidate>& from, std::size_t starts, const recipe& r,
                               std::uint64_t seed, std::uint64_t laps, std::uint64_t lows,
                               const error_at& error) {
  starts = std::min(starts, from.size());
  std::vector<std::vector<candidate>> reached(starts);
  on_all_cores(starts, [&](std::uint64_t i) {
    const std::size_t at = static_cast<std::size_t>(i);
    climb_from(from[at], r, random_bits(seed, 1001, i), laps, lows, error, reached[at]);
  });
  std::vector<candidate> all = from;
  for (const auto& some : reached) all.insert(all.end(), some.begin(), some.end());
  return worst_first(std::move(all));
}

}  // namespace accuracy
