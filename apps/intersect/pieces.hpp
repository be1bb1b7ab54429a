// Long segments in pieces, so that they are listed along their way and not in all cells of their box.
#pragma once

#include "grid.hpp"

namespace intersect {

/// Into how many pieces to cut a segment with this box: one, or as many as its box is cells long where the
/// box has several times as many cells.
template <int dimension>
FF_HD constexpr uint32_t pieces_of(const grid<dimension>& cells, const box<dimension>& b) {
  if (is_empty(common(b, cells.extent))) return 1;
  uint64_t longest = 1, all = 1;
  for (int k = 0; k < dimension; ++k) {
    const uint64_t along = cells.place(b.high[k], k) - cells.place(b.low[k], k) + 1;
    longest = along > longest ? along : longest;
    all *= along;
  }
  return all > 4 * longest ? static_cast<uint32_t>(longest) : 1;
}

/// The ends low <= high of piece j of n along one axis, of a segment from p to q.
///
/// With v_j the computed 2 (p/2 + j/n (q/2 - p/2)), the piece lies between v_j and v_(j+1) but for errors: of
/// j/n, of q/2 - p/2 and of the product u each, of the sum u/2, all of max(|p|, |q|), then doubled, and some
/// multiples of 2^-149 below the normal range.  That is less than the margin of 16 u max(|p|, |q|) + 2^-145.
/// Every step is monotonic in j, margin and clamp included, and so are the ends.
FF_HD constexpr void ends_of_piece(float p, float q, uint32_t j, uint32_t n, float& low, float& high) {
  const float half = ff::mul_rn(0.5f, p), way = ff::sub_rn(ff::mul_rn(0.5f, q), half);
  const float first = ff::div_rn(static_cast<float>(j), static_cast<float>(n));
  const float last = ff::div_rn(static_cast<float>(j + 1), static_cast<float>(n));
  const float v = ff::mul_rn(2.0f, ff::add_rn(half, ff::mul_rn(first, way)));
  const float w = ff::mul_rn(2.0f, ff::add_rn(half, ff::mul_rn(last, way)));
  const float margin = ff::fma_rn(ff::greatest(ff::abs(p), ff::abs(q)), 0x1p-20f, 0x1p-145f);
  low = ff::greatest(ff::sub_rn(ff::least(v, w), margin), ff::least(p, q));
  high = ff::least(ff::add_rn(ff::greatest(v, w), margin), ff::greatest(p, q));
}

FF_HD constexpr box<2> box_of_piece(const segment<point2>& s, uint32_t j, uint32_t n) {
  box<2> b{};
  ends_of_piece(s.p.x, s.q.x, j, n, b.low[0], b.high[0]);
  ends_of_piece(s.p.y, s.q.y, j, n, b.low[1], b.high[1]);
  return n == 1 ? box_of(s) : b;
}
FF_HD constexpr box<3> box_of_piece(const segment<point3>& s, uint32_t j, uint32_t n) {
  box<3> b{};
  ends_of_piece(s.p.x, s.q.x, j, n, b.low[0], b.high[0]);
  ends_of_piece(s.p.y, s.q.y, j, n, b.low[1], b.high[1]);
  ends_of_piece(s.p.z, s.q.z, j, n, b.low[2], b.high[2]);
  return n == 1 ? box_of(s) : b;
}

}  // namespace intersect
