// Says what refinement does element by element, the same on host and device.  Each structure is a function of
// a row and a column; T is U^T A V, R is I - U^T U, S is I - V^T V.
#pragma once

#include <ff/linalg/view.hpp>
#include <ff/operators.hpp>
#include <ff/type/hash.hpp>

#include "../factor/elements.hpp"

namespace ff::linalg::detail {

using dense = matrix_view<ff_t>;
using dense_read = matrix_view<const ff_t>;

FF_HD constexpr float size_of_head(ff_t x) { return x.hi() < 0.0f ? -x.hi() : x.hi(); }
FF_HD constexpr float greater_of(float a, float b) { return a < b ? b : a; }

/// to = 2^e from, e as the sum of the exponents of two factors.
struct scaled_copy {
  dense_read from;
  dense to;
  float first, second;
  FF_HD void operator()(int64 i, int64 j) const {
    const ff_t x = from(i, j);
    to(i, j) = from_words(mul_rn(mul_rn(x.hi(), first), second), mul_rn(mul_rn(x.lo(), first), second));
  }
};

/// to = from, its columns multiplied by `by` where that is given.
struct copy_columns {
  dense_read from;
  dense to;
  const ff_t* by = nullptr;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = by ? from(i, j) * by[j] : from(i, j); }
};

/// to = value on the diagonal and `rest` elsewhere.
struct fill_diagonal {
  dense to;
  float value, rest;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = i == j ? value : rest; }
};

/// to = (from + from^T)/2, both multiplied by 2^e.
struct symmetric_part {
  dense_read from;
  dense to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = (from(i, j) + from(j, i)) * 0.5f; }
};

/// to = from + noise: SplitMix64 (Steele, Lea, Flood 2014) of the place, uniform in [-1, 1), times `size`.
struct noisy_copy {
  dense_read from;
  dense to;
  float size;
  FF_HD void operator()(int64 i, int64 j) const {
    const uint64 z =
        ff::detail::mix_bits((static_cast<uint64>(i * to.columns + j) + 1) * 0x9e3779b97f4a7c15u);
    const auto leading = static_cast<int32>(z >> 40) - (1 << 23);
    to(i, j) = from(i, j) + mul_rn(static_cast<float>(leading), mul_rn(size, 0x1p-23f));
  }
};

/// Column j of U is column order[j] of it, times sign[j]; likewise the rows and columns of R, S and T.
struct permuted {
  dense_read from;
  dense to;
  const int32* order;
  const float *sign_row, *sign_column;  ///< null: 1
  bool rows;                            ///< permuted too
  FF_HD void operator()(int64 i, int64 j) const {
    const ff_t x = from(rows ? order[i] : i, order[j]);
    const float s = (sign_row ? sign_row[i] : 1.0f) * (sign_column ? sign_column[j] : 1.0f);
    to(i, j) = s < 0.0f ? -x : x;
  }
};

/// The values that the diagonal says: T_ii / (1 - (R_ii + S_ii)/2), right to second order.
struct diagonal_values {
  dense_read t, r, s;
  ff_t* to;
  FF_HD void operator()(int64, int64 i) const { to[i] = t(i, i) / (1.0f - (r(i, i) + s(i, i)) * 0.5f); }
};

/// Says what corrections are made of.
struct defects {
  dense_read t, r, s;
  const ff_t* values;
  float noise, spread;  ///< what products leave: noise (max(|s_i|, |s_j|) + spread)
  bool symmetric;       ///< V = U: the second numerator is 0

  /// (s_j - s_i) K = (T + T^T)_ij + (s_i + s_j)/2 (R + S)_ij.
  FF_HD ff_t of_difference(int64 i, int64 j) const {
    const ff_t sum = (values[i] + values[j]) * 0.5f;
    return (t(i, j) + t(j, i)) + sum * (r(i, j) + s(i, j));
  }
  /// (s_j + s_i) L = (T - T^T)_ij + (s_j - s_i)/2 (R - S)_ij.
  FF_HD ff_t of_sum(int64 i, int64 j) const {
    if (symmetric) return 0.0f;
    const ff_t gap = (values[j] - values[i]) * 0.5f;
    return (t(i, j) - t(j, i)) + gap * (r(i, j) - s(i, j));
  }
  FF_HD float noise_of(int64 i, int64 j) const {
    return noise * (greater_of(size_of_head(values[i]), size_of_head(values[j])) + spread);
  }
};

inline constexpr int measured = 5;
/// Corrections larger than one over this are left to a block's own decomposition.
inline constexpr float cluster_ratio = 24.0f;

/// Largest of: what is off the diagonal; the elements of R and S; the former in units of the noise; one where
/// anything is NaN.
struct measure_defects {
  defects of;
  FF_HD void operator()(int64 i, int64 j, float (&most)[measured]) const {
    const float orthogonality = greater_of(size_of_head(of.r(i, j)), size_of_head(of.s(i, j)));
    most[1] = greater_of(most[1], orthogonality);
    if (!(size_of_head(of.t(i, j)) + orthogonality < 0x1p126f)) most[3] = 1.0f;
    if (i == j) return;
    const float off = 0.5f * greater_of(size_of_head(of.of_difference(i, j)), size_of_head(of.of_sum(i, j)));
    most[0] = greater_of(most[0], off);
    const float noise = of.noise_of(i, j);
    if (off > 2.0f * noise) most[2] = 1.0f;
  }
};

/// Largest magnitude, and one where an element is not finite.
struct measure_elements {
  dense_read x;
  FF_HD void operator()(int64 i, int64 j, float (&most)[measured]) const {
    const float size = size_of_head(x(i, j));
    if (size <= 0x1.fffffep127f)
      most[0] = greater_of(most[0], size);
    else
      most[1] = 1.0f;
  }
};

/// Largest element of I - G.
struct measure_identity {
  dense_read g;
  FF_HD void operator()(int64 i, int64 j, float (&most)[measured]) const {
    const float off = size_of_head(i == j ? g(i, j) - 1.0f : g(i, j));
    most[0] = greater_of(most[0], off < 0x1p126f ? off : 0x1p126f);
  }
};

/// 1/sqrt(g_jj), which takes column j to unit length; 1 for none.
FF_HD float to_unit_length(dense_read g, int64 j) {
  const float square = g(j, j).hi();
  return square > 0x1p-120f ? div_rn(1.0f, sqrt_rn(square)) : 1.0f;
}

/// The Gram matrix of columns of unit length, `shift` added to its diagonal.
struct unit_gram {
  dense_read g;
  dense to;
  float shift;
  FF_HD void operator()(int64 i, int64 j) const {
    to(i, j) = g(i, j) * mul_rn(to_unit_length(g, i), to_unit_length(g, j)) + (i == j ? shift : 0.0f);
  }
};

/// The columns of x at unit length, given their Gram matrix.
struct unit_columns {
  dense_read g;
  dense x;
  FF_HD void operator()(int64 i, int64 j) const { x(i, j) = x(i, j) * to_unit_length(g, j); }
};

/// Finds clusters, whose values are too close for a quotient.  reach[i] becomes the last j with |K_ij| >
/// 1/24. count_to_end becomes the number of leading values with some |L_ij| > 1/24.
struct find_clusters {
  defects of;
  int32 *reach, *count_to_end;
  FF_HD void operator()(int64 i, int64 j) const {
    if (i >= j) return;
    const float limit = 2.0f * of.noise_of(i, j);
    const float difference = size_of_head(of.of_difference(i, j)), sum = size_of_head(of.of_sum(i, j));
    const float gap = size_of_head(of.values[i] - of.values[j]);
    const float together = size_of_head(of.values[i] + of.values[j]);
    if (difference > limit && difference * cluster_ratio > gap)
      factor::raise(reach + i, static_cast<int32>(j));
    if (sum > limit && sum * cluster_ratio > together)
      factor::raise(count_to_end, static_cast<int32>(of.t.rows - i));
  }
};

/// F = R/2 + (K + L)/2 and G = S/2 + (K - L)/2, K and L skew.  Where values are of one cluster K is left to
/// the block's own decomposition, and L too where the cluster holds zero.
struct corrections {
  defects of;
  dense f, g;
  const int32* cluster;  ///< of each value; -1 outside of all
  int32 holds_zero;      ///< the cluster that does, or -1
  int32* active;         ///< of each cluster: one where something exceeds the noise
  bool live;
  FF_HD void operator()(int64 i, int64 j) const {
    float k = 0.0f, l = 0.0f;
    if (live && i != j) {
      const ff_t difference = of.of_difference(i, j), sum = of.of_sum(i, j);
      const float limit = 2.0f * of.noise_of(i, j);
      const bool loud_k = size_of_head(difference) > limit, loud_l = size_of_head(sum) > limit;
      const bool block = cluster[i] >= 0 && cluster[i] == cluster[j];
      const bool by_its_block = block && cluster[i] == holds_zero;
      if (block && (loud_k || loud_l)) active[cluster[i]] = 1;
      if (loud_k && !block) k = 0.5f * (difference.hi() / (of.values[j] - of.values[i]).hi());
      if (loud_l && !by_its_block) l = 0.5f * (sum.hi() / (of.values[j] + of.values[i]).hi());
    }
    f(i, j) = of.r(i, j) * 0.5f + (k + l);
    if (!of.symmetric) g(i, j) = of.s(i, j) * 0.5f + (k - l);
  }
};

/// A cluster of the values first ... first + size - 1.  Its users subtract `mean` from the block's diagonal
/// and remove the block's skew part, unless the cluster contains 0.
struct block_of_values {
  int32 first, size;
  ff_t mean;
  int32 holds_zero;
};

/// T_ij + (R_ij s_j + s_i S_ij)/2: the block in bases made orthonormal, to first order.
FF_HD ff_t orthonormal_element(const defects& of, int64 i, int64 j) {
  return of.t(i, j) + (of.r(i, j) * of.values[j] + of.values[i] * of.s(i, j)) * 0.5f;
}
FF_HD ff_t block_element(const defects& of, const block_of_values& c, int64 i, int64 j) {
  const int64 a = c.first + i, b = c.first + j;
  if (c.holds_zero) return orthonormal_element(of, a, b);
  const ff_t x = (orthonormal_element(of, a, b) + orthonormal_element(of, b, a)) * 0.5f;
  return i == j ? x - c.mean : x;
}

inline constexpr int64 small_block = 16;

/// The blocks of small clusters, 256 elements apart.
struct gather_small_blocks {
  defects of;
  const block_of_values* clusters;
  ff_t* to;
  FF_HD void operator()(int64 c, int64 at) const {
    const int64 i = at / small_block, j = at % small_block;
    if (i < clusters[c].size && j < clusters[c].size)
      to[c * small_block * small_block + at] = block_element(of, clusters[c], i, j);
  }
};

/// F's columns of each small cluster become (I + F) P - I.
struct rotate_small_blocks {
  dense f;
  const block_of_values* clusters;
  const ff_t* rotations;
  FF_HD void operator()(int64 i, int64 c) const {
    const int64 n = clusters[c].size, first = clusters[c].first;
    const ff_t* const p = rotations + c * small_block * small_block;
    ff_t row[small_block];
    for (int64 k = 0; k < n; ++k) row[k] = f(i, first + k);
    for (int64 j = 0; j < n; ++j) {
      const int64 inside = i - first;
      ff_t sum = inside >= 0 && inside < n ? p[inside * small_block + j] - (inside == j ? 1.0f : 0.0f) : 0.0f;
      for (int64 k = 0; k < n; ++k) sum += row[k] * p[k * small_block + j];
      f(i, first + j) = sum;
    }
  }
};

/// One large block.
struct gather_block {
  defects of;
  block_of_values cluster;
  dense to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = block_element(of, cluster, i, j); }
};

/// F's columns of a large cluster, given F P.
struct rotated_block {
  dense_read product, p;
  dense f;
  int64 first;
  FF_HD void operator()(int64 i, int64 j) const {
    const int64 inside = i - first;
    const ff_t rotation =
        inside >= 0 && inside < p.rows ? p(inside, j) - (inside == j ? 1.0f : 0.0f) : ff_t(0.0f);
    f(i, first + j) = product(i, j) + rotation;
  }
};

/// x 2^40 of each element, for sums of squares that do not underflow.
struct magnified {
  dense_read x;
  FF_HD ff_t operator()(int64 i, int64 j) const { return x(i, j) * 0x1p40f; }
};

}  // namespace ff::linalg::detail
