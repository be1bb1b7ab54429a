// Says how a product is cut up, and where in the workspace its parts lie.
#pragma once

#include <algorithm>

#include "gemm_arguments.hpp"
#include "slices.hpp"

namespace ff::linalg::detail {

/// Sums of products of residues in [-128, 127] fit 32 bits up to here.
inline constexpr int64 longest_sum = 131071;
/// The part of the inner dimension that cuBLAS multiplies at once.
inline constexpr int64 inner_part = 65536;
/// Says what is padded to whole tiles of 128 and still an int of cuBLAS.
inline constexpr int64 largest_padded = largest_dimension / 128 * 128;

/// Says what a device can do.
struct abilities {
  bool own;     ///< kernel::own
  bool direct;  ///< kernel::direct
  int processors;
};

/// Rows of A, and of C, are taken in panels; of each matrix N planes of residues are made, padded by zeros to
/// whole tiles.  Or, `direct`, one kernel takes tiles of C and parts of the inner dimension.
struct gemm_plan {
  int moduli;
  bool direct;
  int64 measured;     ///< direct: as direct_task has them
  int64 part, parts;  ///< likewise
  bool own;           ///< the kernel of sm_90
  bool all_at_once;   ///< cuBLAS multiplies all planes in one call, and their sums of 32 bits are kept
  int64 panel;        ///< rows of A at a time, a multiple of 64 but where all are
  int64 rows, columns, inner;  ///< of a panel, of B and of both, padded
  int64 pitch_a;               ///< rows of the planes of A: those of a panel, or of all where A was prepared
  size_t residues_a, residues_b, residues_c, sums, scales_a, scales_b, norms, magnitudes;  ///< offsets
  size_t bytes;

  size_t plane_a() const { return static_cast<size_t>(pitch_a * inner); }
  size_t plane_b() const { return static_cast<size_t>(columns * inner); }
  size_t plane_c() const { return static_cast<size_t>(rows * columns); }
};

inline int64 padded(int64 n, int64 to) { return (n + to - 1) / to * to; }

/// Offsets of parts of a workspace, each aligned to 256 bytes.
class offsets {
 public:
  size_t place(size_t bytes) {
    const size_t here = next_;
    next_ += (bytes + 255) / 256 * 256;
    return here;
  }
  size_t bytes() const { return next_; }

 private:
  size_t next_ = 0;
};

// ---------------------------------------------------------------- one kernel for all

inline constexpr int64 direct_tile = 32, direct_depth = 32;
/// Of a device's processor, by its registers.
inline constexpr int64 direct_blocks = 3;
/// Blocks of a grid's second dimension are at most 65535.
inline constexpr int64 longest_direct = 1 << 29;
/// The longest inner dimension whose scales the tiles' blocks find; each row is read once more by each of
/// them.
inline constexpr int64 shortest_measured = 256;

inline gemm_plan direct_plan_for(int64 m, int64 n, int64 k, int moduli, const abilities& device) {
  gemm_plan p{};
  p.moduli = moduli;
  p.direct = true;
  const int64 rows = padded(m, direct_tile), columns = padded(n, direct_tile);
  const int64 tiles = rows / direct_tile * (columns / direct_tile);
  const int64 needed = (k + longest_digit_sum - 1) / longest_digit_sum;
  const int64 useful = std::min((k + 127) / 128, device.processors * direct_blocks / tiles);
  const int64 parts = std::max<int64>({needed, useful, 1});
  p.part = std::max(padded((k + parts - 1) / parts, direct_depth), direct_depth);
  p.parts = std::max<int64>((k + p.part - 1) / p.part, 1);
  if (k > shortest_measured || p.parts > 1)
    p.measured = std::max<int64>(512, padded(k / 32768, direct_depth));
  offsets all;
  if (p.parts > 1) p.sums = all.place(static_cast<size_t>(p.parts * m * n) * sizeof(signed128));
  if (p.measured > 0) {
    p.norms = all.place(static_cast<size_t>(rows + columns) * sizeof(uint64));
    p.magnitudes = all.place(static_cast<size_t>(rows + columns) * sizeof(uint32));
  }
  p.bytes = all.bytes();
  return p;
}

/// Microseconds, as an H200 takes them: rough, but on the right side wherever both kernels were measured.
inline double direct_time(int64 m, int64 n, const gemm_plan& p, const abilities& device) {
  const int64 tiles = padded(m, direct_tile) / direct_tile * (padded(n, direct_tile) / direct_tile);
  const int64 at_once = device.processors * direct_blocks;
  const auto rounds = static_cast<double>((tiles * p.parts + at_once - 1) / at_once);
  const auto steps = static_cast<double>(p.part / direct_depth);
  return (p.measured > 0 ? 14.0 : 0.0) + (p.parts > 1 ? 10.0 : 0.0) + rounds * (3.0 + 5.0 * steps);
}
inline double planes_time(int64 m, int64 n, int64 k, int moduli_count, const abilities& device) {
  const double a = static_cast<double>(m), b = static_cast<double>(n), inner = static_cast<double>(k);
  const int64 tiles = padded(m, 128) / 128 * (padded(n, 256) / 256) * moduli_count;
  const auto rounds = static_cast<double>((tiles + device.processors - 1) / device.processors);
  const auto blocks = static_cast<double>(padded(k, 128) / 128);
  return 14.0 + rounds * (3.0 + 0.4 * blocks) + 1.2e-3 * ((a + b) * inner + a * b) / device.processors;
}

// ---------------------------------------------------------------- planes of residues

/// Returns whether planes are tiled, for kernel::own.
inline bool takes_own(int64 k, const gemm_options& options, const abilities& device) {
  return device.own && options.product != kernel::cublas && k <= longest_sum;
}

inline gemm_plan planes_for(int64 m, int64 n, int64 k, const gemm_options& options, bool own,
                            bool ready_a = false, bool ready_b = false) {
  gemm_plan p{};
  p.moduli = moduli_of(options.length);
  p.own = own;
  p.columns = padded(n, 64);
  p.inner = padded(k, 128);
  // 2^28 sums of 32 bits are a GiB.
  const int64 most = std::max<int64>(256, std::min<int64>(8192, (int64{1} << 28) / p.columns / 256 * 256));
  const int64 panels = (m + most - 1) / most;
  p.panel = panels > 1 ? padded((m + panels - 1) / panels, 256) : m;
  p.rows = padded(p.panel, 64);
  p.all_at_once = !p.own && p.inner <= inner_part && p.rows * p.columns <= int64{1} << 22;

  offsets all;
  const auto planes = static_cast<size_t>(p.moduli);
  p.pitch_a = ready_a ? padded(m, 64) : p.rows;
  p.residues_a = all.place(ready_a ? 0 : planes * p.plane_a());
  p.residues_b = all.place(ready_b ? 0 : planes * p.plane_b());
  p.residues_c = all.place(p.all_at_once ? 0 : planes * p.plane_c());
  p.sums = all.place(p.own ? 0 : (p.all_at_once ? planes : 1) * p.plane_c() * sizeof(int32));
  p.scales_a = all.place(ready_a ? 0 : static_cast<size_t>(p.rows) * sizeof(int32));
  p.scales_b = all.place(ready_b ? 0 : static_cast<size_t>(p.columns) * sizeof(int32));
  const auto longer = static_cast<size_t>(std::max(p.rows, p.columns));
  p.norms = all.place(longer * sizeof(uint64));
  p.magnitudes = all.place(longer * sizeof(uint32));
  p.bytes = all.bytes();
  return p;
}

inline gemm_plan plan_for(int64 m, int64 n, int64 k, const gemm_options& options, const abilities& device) {
  if (device.direct && k <= longest_direct &&
      (options.product == kernel::automatic || options.product == kernel::direct)) {
    const gemm_plan p = direct_plan_for(m, n, k, moduli_of(options.length), device);
    if (options.product == kernel::direct ||
        direct_time(m, n, p, device) < planes_time(m, n, k, p.moduli, device))
      return p;
  }
  return planes_for(m, n, k, options, takes_own(k, options, device));
}

/// Says what any product of these dimensions needs, in either orientation and with operands that were
/// prepared.
inline size_t workspace_for(int64 m, int64 n, int64 k, const gemm_options& options, const abilities& device) {
  size_t most = 0;
  for (const bool turned : {false, true}) {
    const int64 rows = turned ? n : m, columns = turned ? m : n;
    most = std::max(most, plan_for(rows, columns, k, options, device).bytes);
    if (options.product != kernel::direct)
      most = std::max(most, planes_for(rows, columns, k, options, takes_own(k, options, device)).bytes);
  }
  return most;
}

/// A matrix split for many products: its scales, its planes, and what finding the scales needs.
struct prepared_plan {
  bool tiled;
  int64 rows, inner;  ///< padded
  size_t scales, norms, magnitudes, residues, bytes;
};
inline prepared_plan prepared_plan_for(int64 rows, int64 length, const gemm_options& options,
                                       const abilities& device) {
  prepared_plan p{};
  p.tiled = takes_own(length, options, device);
  p.rows = padded(rows, 64);
  p.inner = padded(length, 128);
  const auto scales = static_cast<size_t>(p.rows);
  offsets all;
  p.scales = all.place(scales * sizeof(int32));
  p.norms = all.place(scales * sizeof(uint64));
  p.magnitudes = all.place(scales * sizeof(uint32));
  p.residues =
      all.place(static_cast<size_t>(moduli_of(options.length)) * scales * static_cast<size_t>(p.inner));
  p.bytes = all.bytes();
  return p;
}

/// C is written row by row.  Where its columns are the consecutive ones its transpose is computed, from the
/// transposes of B and A: the definition knows no difference.
inline gemm_arguments row_wise(const gemm_arguments& g) {
  if (magnitude_of(g.c.column_stride) <= magnitude_of(g.c.row_stride)) return g;
  gemm_arguments t = g;
  t.a = g.b.transposed(), t.stride_a = g.stride_b, t.ready_a = g.ready_b;
  t.b = g.a.transposed(), t.stride_b = g.stride_a, t.ready_b = g.ready_a;
  t.c = g.c.transposed();
  return t;
}

}  // namespace ff::linalg::detail
