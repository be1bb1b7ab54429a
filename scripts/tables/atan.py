"""Prints include/ff/math/atan_table.hpp: the tangents' cells, which atan, atan2, asin and acos share, and their
points' angles.

A point is a, plus an offset, rounded to 7 bits, less the offset.  So points are equally far apart up to about the
offset and grow with a from there, the first is 0, and up to 1 they have so few bits that a remainder u - t v is exact.
The cells begin where a plus a little less than the offset is rounded up: in the second one, where the angle is
smaller than its point's, it is at least 3/4 of that."""
import mpmath as mp

from common import bits, block, text, to_float

FIRST, BITS = -6, 6  # 2^BITS cells an octave, the first of which begins at 2^FIRST
LARGEST = 256  # of the points' but for the last
FAR = mp.ldexp(1, 60)


def key(number):
    octave, fraction = divmod(number, 1 << BITS)
    return mp.ldexp(1 + mp.ldexp(fraction, -BITS), FIRST + octave)


def points(largest):
    """The points up to one that is not below `largest`."""
    result = [mp.mpf(0)]
    while result[-1] < largest:
        result.append(key(len(result)) - key(0))
    return result


def pair(x):
    hi = to_float(x)
    return [hi, to_float(x - hi)]


def rows(pairs, per_line=4):
    return block(["{" + ", ".join(f"{bits(v):#x}" for v in row) + "}" for row in pairs], per_line)


def main():
    tangents = points(LARGEST - key(0)) + [FAR]
    print(f"""// Made by scripts/tables/atan.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {{
namespace detail {{

// The upper 32 - tangent_shift bits of a + tangent_shifted, rounded, are those of the point plus tangent_offset, and
// tangent_first_cell and up.  From tangent_limit on the point is that of the last row, 2^60.
inline constexpr float tangent_offset = {text(key(0))}, tangent_shifted = {text(key(0) - key(0) / (4 << BITS))}, tangent_limit = {text(LARGEST - 1)};
inline constexpr uint32 tangent_shift = {23 - BITS}, tangent_first_cell = {(127 + FIRST) << BITS}, \
tangent_cells = {len(tangents)};

// The bits of both words of an angle, the nearest pair: to 2^-49 of itself.
struct alignas(8) angle_row {{
  uint32 hi, lo;
}};

// atan(t).
struct angle_rows {{
  angle_row at[{len(tangents)}];
}};
struct angle_table;\ntemplate <class Nothing>\ninline constexpr angle_rows table_of<angle_table, Nothing> = {{{{
{rows(pair(mp.atan(t)) for t in tangents)}
}}}};

}}  // namespace detail
}}  // namespace ff""")


if __name__ == "__main__":
    main()
