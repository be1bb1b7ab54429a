#include "climb.hpp"

#include <array>
#include <map>

#include "parallel.hpp"

namespace accuracy {
namespace {

// The leading bits of the heads: sign, exponent and 4 bits of the significand.
std::array<std::uint32_t, 8> neighbourhood_of(const recipe& r, const operands& v) {
  std::array<std::uint32_t, 8> heads{};
  for (int k = 0; k < r.arguments; ++k)
    heads[static_cast<std::size_t>(k)] = ff::detail::to_bits(v[k].hi()) >> 19;
  return heads;
}

// The worst, at most two of a neighbourhood: a search's list may have little but relatives of one vector.
std::vector<candidate> starts_of(const std::vector<candidate>& from, std::size_t most, const recipe& r) {
  std::map<std::array<std::uint32_t, 8>, int> taken;
  std::vector<candidate> starts;
  for (const candidate& c : from) {
    if (c.error >= 0 && starts.size() < most && taken[neighbourhood_of(r, c.v)]++ < 2) starts.push_back(c);
  }
  return starts;
}

}  // namespace

std::vector<candidate> climbed(const std::vector<candidate>& from, std::size_t starts, const recipe& r,
                               std::uint64_t seed, std::uint64_t laps, std::uint64_t lows,
                               const error_at& error) {
  const std::vector<candidate> first = starts_of(from, starts, r);
  std::vector<std::vector<candidate>> reached(first.size());
  on_all_cores(first.size(), [&](std::uint64_t i) {
    const std::size_t at = static_cast<std::size_t>(i);
    climb_from(first[at], r, random_bits(seed, 1001, i), laps, lows, error, reached[at]);
  });
  std::vector<candidate> all = from;
  for (const auto& some : reached) all.insert(all.end(), some.begin(), some.end());
  return worst_first(std::move(all));
}

}  // namespace accuracy
