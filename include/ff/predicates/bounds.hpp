// These constants bound the errors of the predicates' plain stages; the code, the tests and the pages read
// them.  docs/proofs/predicates.md proves them all without underflow; filter.hpp adds what underflows.
#pragma once

#include <ff/type/bound.hpp>

namespace ff {
namespace bounds {

/// |the determinant that a stage computes - the exact one| is at most (leading + higher u) u^power of
/// `scale`. x, y, z are the largest of the rounded differences' magnitudes, and l is the largest of the
/// computed x^2 + y^2 (+ z^2).
struct stage_row {
  const char* predicate;
  const char* scale;
  int power;
  double leading, higher;

  /// In the format whose unit roundoff is u.  Without an error for u = 2^-24 and 2^-53.
  FF_HD constexpr double of(double u) const { return (leading + higher * u) * (power == 1 ? u : u * u); }
};

inline constexpr stage_row orient2d_filter{"orient2d", "|x1 y2| + |x2 y1|", 1, 3, 16};
inline constexpr stage_row orient3d_filter{"orient3d", "x y z", 1, 25, 160};
inline constexpr stage_row incircle_filter{"incircle", "l^2", 1, 25, 288};
inline constexpr stage_row insphere_filter{"insphere", "x y z l", 1, 220, 3584};

inline constexpr stage_row orient2d_pairs{"orient2d", "|x1 y2| + |x2 y1|", 2, 20, 192};
inline constexpr stage_row orient3d_pairs{"orient3d", "x y z", 2, 340, 4096};
inline constexpr stage_row incircle_pairs{"incircle", "l^2", 2, 305, 6144};
inline constexpr stage_row insphere_pairs{"insphere", "x y z l", 2, 4938, 155648};

}  // namespace bounds
}  // namespace ff
