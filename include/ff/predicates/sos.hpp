// Predicates that are never zero: simulation of simplicity (Edelsbrunner, Muecke 1990, ACM Trans. Graph.
// 9(1)).
//
// Point i, of the index i, is thought to be moved: e^(2^(N c + i)) is added to its coordinate c, for one e >
// 0 that is smaller than any number that matters, and for N greater than every index.  Of c, 0 is the squared
// distance from the origin, which counts as a coordinate of its own; 1, 2, 3 are x, y, z.  That is one set of
// weighted points for all predicates, so that what is built with them is consistent: a triangulation is a
// triangulation, and one by incircle_sos is the regular triangulation of points whose weights are moved far
// more than they are (Devillers, Teillaud 2011, Comput. Geom. 44(3), move the weights alone, which leaves
// four points of a line undecided).
//
// Why this is the determinant's sign for every small enough e: a product of distinct moves is e to the sum of
// distinct powers of two, and no two such sums are equal.  So the determinant is a polynomial in e, whose
// coefficient for moves in the places M, no two in a row or a column, is the minor without the rows and
// columns of M, times the sign of M; its sign is that of the first coefficient that is not zero, in the order
// of the sums. The coefficient for moves of a whole column after another is 1.  The sums' order is that of
// odometers with a wheel for each coordinate, 0 the fastest, whose positions are: no move, the least index,
// the next.  Only the order of the indices matters to it.
#pragma once

#include <ff/predicates.hpp>
#include <ff/predicates/limbs.hpp>

namespace ff {
namespace detail {

FF_HD constexpr int number_of_bits(uint32 n) {
  int bits = 0;
  for (; n != 0; n &= n - 1) ++bits;
  return bits;
}

/// The sign after the moves of a determinant that is zero, with an index for each row.
template <class T, int dimension, bool lifted>
class moved_determinant {
  using matrix = determinant_in_limbs<T, dimension, lifted>;
  static constexpr int points = matrix::points, wheels = points - 1;

 public:
  template <class Index>
  FF_HD static constexpr sign of(const T* coordinates, const Index* index) {
    const matrix m(coordinates);
    array_of<int, points> row = {};  // by index; of equal ones the first argument's comes first
    for (int i = 0; i < points; ++i) {
      int before = 0;
      for (int j = 0; j < points; ++j) before += index[j] < index[i] || (!(index[i] < index[j]) && j < i);
      row[before] = i;
    }
    array_of<int, wheels> position = {};
    for (;;) {
      for (int c = 0; (position[c] = (position[c] + 1) % (points + 1)) == 0;) ++c;
      const sign s = coefficient(m, row, position);
      if (s != sign::zero) return s;
    }
  }

 private:
  // The matrix' columns are x, y, z, the squares, ones.
  FF_HD static constexpr int column_of(int wheel) {
    return !lifted ? wheel : wheel == 0 ? dimension : wheel - 1;
  }

  FF_HD static constexpr sign coefficient(const matrix& m, const array_of<int, points>& row,
                                          const array_of<int, wheels>& position) {
    uint32 rows = matrix::all, columns = matrix::all;
    bool odd = false;
    for (int c = 0; c < wheels; ++c) {
      if (position[c] == 0) continue;
      const uint32 r = 1u << row[position[c] - 1], k = 1u << column_of(c);
      if ((rows & r) == 0) return sign::zero;  // two moves in a row
      odd ^= ((number_of_bits(rows & (r - 1)) + number_of_bits(columns & (k - 1))) & 1) != 0;
      rows ^= r, columns ^= k;
    }
    const sign s = m.of(rows, columns);
    return odd ? -s : s;
  }
};

// A call takes coordinates and indices as arguments.
template <class T, class Index>
struct sign_after_moves {
  FF_HD static constexpr sign of(T ax, T ay, T bx, T by, T cx, T cy, Index a, Index b, Index c) {
    const T x[] = {ax, ay, bx, by, cx, cy};
    const Index index[] = {a, b, c};
    return moved_determinant<T, 2, false>::of(x, index);
  }
  FF_HD static constexpr sign of(T ax, T ay, T bx, T by, T cx, T cy, T dx, T dy, Index a, Index b, Index c,
                                 Index d) {
    const T x[] = {ax, ay, bx, by, cx, cy, dx, dy};
    const Index index[] = {a, b, c, d};
    return moved_determinant<T, 2, true>::of(x, index);
  }
  FF_HD static constexpr sign of(T ax, T ay, T az, T bx, T by, T bz, T cx, T cy, T cz, T dx, T dy, T dz,
                                 Index a, Index b, Index c, Index d) {
    const T x[] = {ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz};
    const Index index[] = {a, b, c, d};
    return moved_determinant<T, 3, false>::of(x, index);
  }
  FF_HD static constexpr sign of(T ax, T ay, T az, T bx, T by, T bz, T cx, T cy, T cz, T dx, T dy, T dz, T ex,
                                 T ey, T ez, Index a, Index b, Index c, Index d, Index e) {
    const T x[] = {ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz, ex, ey, ez};
    const Index index[] = {a, b, c, d, e};
    return moved_determinant<T, 3, true>::of(x, index);
  }
};

}  // namespace detail

/// orient2d where it is not zero, else its sign after a symbolic perturbation of the points, which tells them
/// by their indices, integers of one type: never zero where the indices are distinct, not even of one point
/// given thrice, and changed by an exchange of two points together with their indices as a determinant is.
/// Depends on the indices' order alone.  If two indices are equal, the first argument's is treated as the
/// smaller, which no longer is antisymmetric.  not_finite as orient2d.  Simulation of simplicity
/// (Edelsbrunner, Muecke 1990).
template <class P, class Index, class Count = predicates::uncounted>
FF_HD constexpr sign orient2d_sos(const P& a, const P& b, const P& c, Index ia, Index ib, Index ic,
                                  Count&& count = Count{}) {
  const sign s = orient2d(a, b, c, count);
  if (s != sign::zero) return s;
  return detail::out_of_line<detail::sign_after_moves<detail::coordinate<P>, Index>>(a.x, a.y, b.x, b.y, c.x,
                                                                                     c.y, ia, ib, ic);
}

/// orient3d of points that are moved as for orient2d_sos.
template <class P, class Index, class Count = predicates::uncounted>
FF_HD constexpr sign orient3d_sos(const P& a, const P& b, const P& c, const P& d, Index ia, Index ib,
                                  Index ic, Index id, Count&& count = Count{}) {
  const sign s = orient3d(a, b, c, d, count);
  if (s != sign::zero) return s;
  return detail::out_of_line<detail::sign_after_moves<detail::coordinate<P>, Index>>(
      a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z, ia, ib, ic, id);
}

/// incircle of points that are moved as for orient2d_sos; their distances from the origin are moved by more.
template <class P, class Index, class Count = predicates::uncounted>
FF_HD constexpr sign incircle_sos(const P& a, const P& b, const P& c, const P& d, Index ia, Index ib,
                                  Index ic, Index id, Count&& count = Count{}) {
  const sign s = incircle(a, b, c, d, count);
  if (s != sign::zero) return s;
  return detail::out_of_line<detail::sign_after_moves<detail::coordinate<P>, Index>>(
      a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y, ia, ib, ic, id);
}

/// insphere of points that are moved as for incircle_sos, in space.
template <class P, class Index, class Count = predicates::uncounted>
FF_HD constexpr sign insphere_sos(const P& a, const P& b, const P& c, const P& d, const P& e, Index ia,
                                  Index ib, Index ic, Index id, Index ie, Count&& count = Count{}) {
  const sign s = insphere(a, b, c, d, e, count);
  if (s != sign::zero) return s;
  return detail::out_of_line<detail::sign_after_moves<detail::coordinate<P>, Index>>(
      a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z, e.x, e.y, e.z, ia, ib, ic, id, ie);
}

}  // namespace ff
