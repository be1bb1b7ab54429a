// How a product is cut up, and where in the workspace its parts lie.
#pragma once

#include <algorithm>

#include "arguments.hpp"

namespace ff::linalg::detail {

/// Sums of products of residues in [-128, 127] fit 32 bits up to here.
inline constexpr int64 longest_sum = 131071;
/// The part of the inner dimension that cuBLAS multiplies at once.
inline constexpr int64 inner_part = 65536;

/// Rows of A, and of C, are taken in panels; of each matrix N planes of residues are made, padded by zeros to
/// whole tiles.
struct gemm_plan {
  int moduli;
  bool own;          ///< the kernel of sm_90
  bool all_at_once;  ///< cuBLAS multiplies all planes in one call, and their sums of 32 bits are kept
  int64 panel;       ///< rows of A at a time, a multiple of 64 but where all are
  int64 rows, columns, inner;  ///< of a panel, of B and of both, padded
  size_t residues_a, residues_b, residues_c, sums, scales_a, scales_b, norms, magnitudes;  ///< offsets
  size_t bytes;

  size_t plane_a() const { return static_cast<size_t>(rows * inner); }
  size_t plane_b() const { return static_cast<size_t>(columns * inner); }
  size_t plane_c() const { return static_cast<size_t>(rows * columns); }
};

inline int64 padded(int64 n, int64 to) { return (n + to - 1) / to * to; }

inline gemm_plan plan_for(int64 m, int64 n, int64 k, const gemm_options& options, bool own_kernel) {
  gemm_plan p{};
  p.moduli = moduli_of(options.length);
  p.own = own_kernel && options.product != kernel::cublas && k <= longest_sum;
  p.columns = padded(n, 64);
  p.inner = padded(k, 128);
  // 2^28 sums of 32 bits are a GiB.
  const int64 most = std::max<int64>(256, std::min<int64>(8192, (int64{1} << 28) / p.columns / 256 * 256));
  const int64 panels = (m + most - 1) / most;
  p.panel = panels > 1 ? padded((m + panels - 1) / panels, 256) : m;
  p.rows = padded(p.panel, 64);
  p.all_at_once = !p.own && p.inner <= inner_part && p.rows * p.columns <= int64{1} << 22;

  size_t next = 0;
  const auto place = [&next](size_t bytes) {
    const size_t here = next;
    next += (bytes + 255) / 256 * 256;
    return here;
  };
  const auto planes = static_cast<size_t>(p.moduli);
  p.residues_a = place(planes * p.plane_a());
  p.residues_b = place(planes * p.plane_b());
  p.residues_c = place(p.all_at_once ? 0 : planes * p.plane_c());
  p.sums = place(p.own ? 0 : (p.all_at_once ? planes : 1) * p.plane_c() * sizeof(int32));
  p.scales_a = place(static_cast<size_t>(p.rows) * sizeof(int32));
  p.scales_b = place(static_cast<size_t>(p.columns) * sizeof(int32));
  const auto longer = static_cast<size_t>(std::max(p.rows, p.columns));
  p.norms = place(longer * sizeof(uint64));
  p.magnitudes = place(longer * sizeof(uint32));
  p.bytes = next;
  return p;
}

/// C is written row by row.  Where its columns are the consecutive ones its transpose is computed, from the
/// transposes of B and A: the definition knows no difference.
inline gemm_arguments row_wise(const gemm_arguments& g) {
  if (magnitude_of(g.c.column_stride) <= magnitude_of(g.c.row_stride)) return g;
  return {g.count,    g.alpha, g.b.transposed(), g.stride_b, g.a.transposed(),
          g.stride_a, g.beta,  g.c.transposed(), g.stride_c, g.options};
}

}  // namespace ff::linalg::detail
