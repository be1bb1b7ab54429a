"""Prints include/ff/math/atan_table.hpp: the tangents' cells, coarse ones for atan2 and fine ones for atan, and their
points' angles.

A point is a, plus an offset, rounded to 7 bits, less the offset.  So points are equally far apart up to about the
offset and grow with a from there, the first is 0, and they have few bits.  Up to 1 a coarse one has so few that a
remainder u - t v is exact.
The cells begin where a plus a little less than the offset is rounded up: in the second one the angle is smaller than
its point's, but at least 3/4 of that for coarse and 5/8 for fine cells.
The first fine cells are 2^-14 wide.  With 2^-12 atan errs by 2.02 u^2 next to 6e-4, because the quotient is a larger
part of the angle there; with 2^-13 its certificate is not reached from 2.7e-4 to 3.4e-4."""
import mpmath as mp

from common import bits, text, to_float
from words import table

BITS = 6  # 2^BITS cells an octave, the first of which begins at 2^first
COARSE, FINE = -6, -8
LARGEST = 256  # of the points' but for the last
FAR = mp.ldexp(1, 60)


def key(number, first):
    octave, fraction = divmod(number, 1 << BITS)
    return mp.ldexp(1 + mp.ldexp(fraction, -BITS), first + octave)


def points(first):
    """The coarse points up to 1; the fine ones up to about LARGEST, and FAR."""
    offset, result = key(0, first), [mp.mpf(0)]
    while result[-1] < (1 if first == COARSE else LARGEST - offset):
        result.append(key(len(result), first) - offset)
    return result if first == COARSE else result + [FAR]


def pair(x):
    hi = to_float(x)
    return bits(hi), bits(to_float(x - hi))


def grid(name, first, part):
    """The constants of a grid whose cells begin a `part` of the first cell's width early."""
    offset = key(0, first)
    return (f"inline constexpr angle_grid {name} = {{{text(offset)}, {text(offset - offset / (part << BITS))}, "
            f"{(127 + first) << BITS}, {len(points(first))}}};")


def angles(name, first):
    return table(name, "angle_row", [pair(mp.atan(t)) for t in points(first)])


def main():
    print(f"""// Made by scripts/tables/atan.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {{
namespace detail {{

// The upper 32 - tangent_shift bits of a + shifted, rounded, are those of the point plus the offset, and `first` and
// up.  From tangent_limit on the fine point is that of the last cell, 2^60.
struct angle_grid {{
  float offset, shifted;
  uint32 first, cells;
}};
{grid("coarse_tangents", COARSE, 4)}
{grid("fine_tangents", FINE, 8)}
inline constexpr uint32 tangent_shift = {23 - BITS};
inline constexpr float tangent_limit = {text(LARGEST - 1)};

// The bits of both words of an angle, the nearest pair: to 2^-49 of itself.
struct alignas(8) angle_row {{
  uint32 hi, lo;
}};

// atan(t) at the coarse points, then at the fine ones.
{angles("angle_table", COARSE)}

{angles("fine_angle_table", FINE)}

}}  // namespace detail
}}  // namespace ff""")


if __name__ == "__main__":
    main()
