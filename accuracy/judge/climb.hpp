// The last step of a search: from each of its best vectors to the largest error around it.
//
// About a bad vector the error is a sum of roundings, which look random from one low word to the next.  So a
// climb is a tournament.  One lap of it:
//
// 1. 255 rivals join the best vector so far: each differs from it in the head of one operand, every fourth in
// a
//    low word alone.
// 2. Every rival looks at some of its low words and keeps its worst.
// 3. The worst quarter of the rivals go on, with four times as many low words each, until four are left.
//
// The largest error found is where the next lap starts.
#pragma once

#include "runner.hpp"

namespace accuracy {

/// The error of the row at a vector, or its estimate; negative where there is neither.
using error_at = std::function<double(const operands&)>;

/// The rivals of a lap, and those that are left in the end.
inline constexpr std::size_t rivals_of_a_lap = 256, winners_of_a_lap = 4;

/// Says what one lap looks at, when each rival looks at `lows` low words first.
inline constexpr std::uint64_t evaluations_of_a_lap(std::uint64_t lows) { return 4 * rivals_of_a_lap * lows; }

/// Another head (or the single word) of one operand, or another low word.
inline operands rival_of(random_bits& bits, const recipe& r, const operands& v, bool low) {
  const std::uint64_t b = bits.next();
  const int which = static_cast<int>((b >> 8) % static_cast<std::uint64_t>(r.arguments));
  if (!low || catalogue::is_single(r, which) || (b & 0xf0) != 0)
    return catalogue::make_neighbour_word(b, r, v, low);
  // One in sixteen has a new exponent too.
  operands w = v;
  if (!ff::equal(v[which].hi(), 0.0f)) {
    const ff_t x = from_words(v[which].hi(), catalogue::make_low(bits, catalogue::exponent_of(v[which].hi()),
                                                                 catalogue::input_class::uniform));
    if (!r.of_values || catalogue::in_range(catalogue::span_of(r, which), x)) w[which] = x;
  }
  return w;
}

/// Climbs `laps` laps from one vector; adds what every lap ends with to `found`.
inline void climb_from(candidate best, const recipe& r, random_bits bits, std::uint64_t laps,
                       std::uint64_t lows, const error_at& error, std::vector<candidate>& found) {
  const auto look_at = [&](candidate& worst, const operands& v) {
    const double e = error(v);
    if (e >= worst.error) worst = {e, v};
  };
  for (std::uint64_t lap = 0; lap < laps; ++lap) {
    std::vector<candidate> rivals(rivals_of_a_lap, best);
    for (std::size_t i = 1; i < rivals.size(); ++i) {
      const operands v = rival_of(bits, r, best.v, i % 4 == 0);
      rivals[i] = {error(v), v};
    }
    for (std::uint64_t n = lows;; n *= 4) {
      for (candidate& rival : rivals) {
        for (std::uint64_t i = 0; i < n; ++i) look_at(rival, rival_of(bits, r, rival.v, true));
      }
      std::stable_sort(rivals.begin(), rivals.end(),
                       [](const candidate& a, const candidate& b) { return a.error > b.error; });
      if (rivals.size() <= winners_of_a_lap) break;
      rivals.resize(rivals.size() / 4);
    }
    if (rivals[0].error > best.error) best = rivals[0];
    found.insert(found.end(), rivals.begin(), rivals.end());
  }
}

/// Climbs from at most `starts` of the vectors, worst first, on all cores.  Returns the worst of all, at
/// most 64.
std::vector<candidate> climbed(const std::vector<candidate>& from, std::size_t starts, const recipe& r,
                               std::uint64_t seed, std::uint64_t laps, std::uint64_t lows,
                               const error_at& error);

}  // namespace accuracy
