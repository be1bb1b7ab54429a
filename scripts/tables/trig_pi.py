"""Prints include/ff/math/trig_pi_table.hpp: table points and rows of sinpi, cospi, sincospi and tanpi.

The points are in half-turns: x less its point is exact, and pi multiplies only what is left.  So are the cells
of sinpi and cospi; those of tanpi are trig.py's, by the angle."""
import mpmath as mp

from trig import Grid, interleaved, search, table, words

GRID = Grid(7, -6, 2, None)
# the second cell, where sin(pi t) is far from a float, begins where the result is not much smaller than that
SINES = Grid(7, -8, 1, None, mp.mpf(1) / 4 + mp.mpf(2) ** -10, 3)


def points_and_rows(f):
    """For one parity of quadrants: points that make f almost a float, f and f' = 1 + f^2."""
    points = [mp.mpf(0) if i < GRID.zeros else search(lambda t: f(mp.pi * t), None, middle / mp.pi, width / 24 / mp.pi)
              for i, (middle, width) in enumerate(GRID.cells())]
    return points, [words(f(mp.pi * t), 2) + words(1 + f(mp.pi * t) ** 2, 2) for t in points]


def minus_cot(t):
    return mp.nan if t == 0 else -mp.cot(t)


def main():
    sines = interleaved(*[[words(f(mp.pi * t), 2) + words(sign * g(mp.pi * t), 2) for t in SINES.middles()]
                          for f, g, sign in ((mp.sin, mp.cos, 1), (mp.cos, mp.sin, -1))])
    tan, cot = points_and_rows(mp.tan), points_and_rows(minus_cot)
    cot[1][:GRID.zeros] = [["pole"] * 4] * GRID.zeros  # yields NaN, by which tanpi() knows the pole
    print("""// Made by scripts/tables/trig_pi.py: do not edit.
//
// Points, in half-turns, and rows of the cells: for each that of even quadrants, then that of odd ones.
// Points are exact.  A value in two words is the nearest pair: to 2^-49 of itself.
#pragma once

#include <ff/math/trig_table.hpp>

// clang-format off

namespace ff {
namespace detail {
""")
    print("// In half-turns for sin and cos, by the angle for tan.")
    SINES.constants("sine_pi_grid")
    GRID.constants("tangent_pi_grid")
    print("// A row is f(t) and f'(t), the derivative by the angle: sin or cos, tan or -cot.")
    table("sine_row", "sine_pi_row", sines)
    table("float", "tangent_pi_point", interleaved(tan[0], cot[0]))
    table("tangent_row", "tangent_pi_row", interleaved(tan[1], cot[1]))
    print("}  // namespace detail\n}  // namespace ff")


if __name__ == "__main__":
    main()
