// A uniform grid, and the pairs that it proposes: a red and a blue that have a cell in common.
#pragma once

#include "shapes.hpp"

namespace intersect {

/// Cells of one size.  The cell of a coordinate never falls as the coordinate grows, however it is rounded:
/// all that is right about the grid rests on that alone.
template <int dimension>
struct grid {
  box<dimension> extent;  // what lies outside of it has no cell
  float scale[dimension];
  uint32_t along[dimension];  // so many cells
  uint32_t cells;

  /// Halves, whose difference does not overflow.
  FF_HD constexpr uint32_t place(float x, int axis) const {
    const float from_low = ff::sub_rn(ff::mul_rn(0.5f, x), ff::mul_rn(0.5f, extent.low[axis]));
    const float at = ff::mul_rn(ff::greatest(0.0f, from_low), scale[axis]);
    return static_cast<uint32_t>(ff::least(at, static_cast<float>(along[axis] - 1)));
  }
  FF_HD constexpr uint32_t cell_of(const float (&x)[dimension]) const {
    uint32_t cell = 0;
    for (int axis = dimension - 1; axis >= 0; --axis) cell = cell * along[axis] + place(x[axis], axis);
    return cell;
  }

  /// Calls f(cell) for the cells that the box may meet.
  template <class F>
  FF_HD constexpr void for_each_cell(const box<dimension>& b, F&& f) const {
    if (is_empty(common(b, extent))) return;
    const uint32_t x0 = place(b.low[0], 0), x1 = place(b.high[0], 0);
    const uint32_t y0 = place(b.low[1], 1), y1 = place(b.high[1], 1);
    const uint32_t z0 = last_place(b.low), z1 = last_place(b.high);
    for (uint32_t z = z0; z <= z1; ++z) {
      for (uint32_t y = y0; y <= y1; ++y) {
        for (uint32_t x = x0; x <= x1; ++x) f((z * along[1] + y) * along[0] + x);
      }
    }
  }

 private:
  FF_HD constexpr uint32_t last_place(const float (&x)[dimension]) const {
    if constexpr (dimension == 3) return place(x[2], 2);
    return 0;
  }
};

/// The grid over what the boxes of all reds and all blues share; n cells along each axis.
template <int dimension>
grid<dimension> make_grid(const box<dimension>& reds, const box<dimension>& blues, uint32_t n) {
  grid<dimension> g{common(reds, blues), {}, {}, 1};
  for (int k = 0; k < dimension; ++k) {
    const float half = 0.5f * g.extent.high[k] - 0.5f * g.extent.low[k];
    g.scale[k] = half > 0 ? ff::least(static_cast<float>(n) / half, 0x1.fffffep127f) : 0;
    g.along[k] = n;
    g.cells *= n;
  }
  return g;
}

constexpr char too_many_items[] = "the cells list more than 2^32 items: a coarser --grid has fewer";

/// Says what lies in each cell: items[start[cell]] to items[start[cell + 1] - 1].
struct cell_lists {
  const uint32_t* start;
  const uint32_t* items;
};

/// All that a test of a pair needs.  The reds are listed by their pieces.
template <class View>
struct problem {
  static constexpr int dimension = View::dimension;
  View scene;
  grid<dimension> cells;
  const uint32_t* first_piece;  // of each red; one more for the end of the last
  const uint32_t* red_of;       // each piece
  const box<dimension>*piece_boxes, *blue_boxes;
  cell_lists pieces, blues;

  /// Returns whether a pair is to be tested here, of all the cells that its pieces share with the blue.
  ///
  /// Among the pieces it is the first whose box meets the blue's.  Those that do follow one another, since
  /// their ends are monotonic along each axis: so it is enough to ask the piece before.  Among the cells it
  /// is that of the lowest corner of what the two boxes share, the first cell common to both.  So each pair
  /// is tested once, and nothing has to be remembered or sorted.
  FF_HD constexpr bool is_tested_in(uint32_t cell, uint32_t piece, uint32_t blue) const {
    const box<dimension> of_blue = blue_boxes[blue], shared = common(piece_boxes[piece], of_blue);
    if (is_empty(shared) || cells.cell_of(shared.low) != cell) return false;
    const bool is_first = piece == 0 || red_of[piece - 1] != red_of[piece];
    return is_first || is_empty(common(piece_boxes[piece - 1], of_blue));
  }
};

}  // namespace intersect
