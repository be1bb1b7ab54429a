// This hashes a row's results over fixed vectors, on the host.  Another hash means another function, and what
// was measured of the one says nothing about the other.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <ff/operators.hpp>
#include <string>

namespace accuracy {

/// A hash is of so many vectors of a row, of all its classes, from seed 1.
inline constexpr std::uint64_t hashed_vectors = 1 << 12;

/// Hashes results in their order.  All NaN count as one, and a pair whose head is not finite as its head,
/// since processors differ in the rest.
class bits_hash {
 public:
  void add(std::uint64_t word) {
    // The finaliser of splitmix64: each bit of the word reaches all of the sum.
    std::uint64_t z = sum_ * 0x9e3779b97f4a7c15u + word;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    sum_ = z ^ (z >> 31);
  }
  void add(int n) { add(static_cast<std::uint64_t>(n)); }
  void add(float a) { add(std::uint64_t{a != a ? 0x7fc00000u : ff::detail::to_bits(a)}); }
  void add(double a) { add(a != a ? ~std::uint64_t{0} : ff::detail::bit_cast<std::uint64_t>(a)); }
  void add(ff::ff_t a) {
    add(a.hi());
    add(isfinite(a) ? a.lo() : 0.0f);
  }

  std::string text() const { return fmt::format("{:016x}", sum_); }

 private:
  std::uint64_t sum_ = 1;
};

}  // namespace accuracy
