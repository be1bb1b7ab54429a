"""Prints include/ff/math/asin_table.hpp: the cells of asin and acos and the angles of their points.

A cell holds the v = min(a, 1 - a), a = |x|, whose SCALE v, plus an offset where a <= 1/2, share the leading bits: so many
cells an octave.  Its point is its middle, of so few bits that 1/SCALE times it, less the offset or from 1, is a float.
SCALE ends the last octave at v = 1/2.  The first cell has the point 0 and ends at 3/4 of a cell: in the second one, where
the angle is smaller than its point's, it is at least 3/4 of that."""
import mpmath as mp

from common import bits, text, to_float
from words import table

BITS = 6  # 2^BITS cells an octave
SHIFT = 23 - BITS
STEP = mp.mpf(17) / 16  # 1/SCALE
OFFSET = mp.mpf(60) / 2048  # begins the first cell
NEAREST = mp.ldexp(1, -10)  # of 1 - a


def number(y):
    """The number of the cell of a positive number."""
    significand, exponent = mp.frexp(y)
    return ((int(exponent) + 126) << BITS) + int(mp.floor(mp.ldexp(2 * significand - 1, BITS)))


def middle(cell):
    octave, fraction = divmod(2 * cell + 1, 2 << BITS)
    return mp.ldexp(1 + mp.ldexp(fraction, -BITS - 1), octave - 127)


def words(x):
    hi = to_float(x)
    return bits(hi), bits(to_float(x - hi))


def main():
    scale = to_float(1 / STEP)
    first, first_steep = number(OFFSET), number(NEAREST * scale)
    zero = middle(first)
    shifted = zero - (middle(first + 1) - zero) / 4
    assert shifted + scale / 2 < mp.mpf(1) / 2
    low = [STEP * (middle(cell) - zero) for cell in range(first, number(shifted + scale / 2) + 1)]
    steep = [1 - STEP * middle(cell) for cell in range(first_steep, number(scale / 2) + 1)]
    assert low[0] == 0 and all(mp.isint(mp.ldexp(t, 24)) for t in low + steep)
    print(f"""// Made by scripts/tables/asin.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {{
namespace detail {{

// The cell of a = |x| < arcsine_limit is what the bits of y = arcsine_scale v + offset are above arcsine_shift, v = min(a,
// 1 - a), offset arcsine_shifted up to 1/2 and 0 beyond; arcsine_first is the first one, steep_first that beyond 1/2 less
// the number of rows before it.  With m the middle of the y of a cell, its point is arcsine_step m - arcsine_zero up to
// 1/2 and 1 - arcsine_step m beyond.
inline constexpr float arcsine_scale = {text(scale)}, arcsine_step = {text(STEP)}, arcsine_limit = {text(1 - NEAREST)};
inline constexpr float arcsine_shifted = {text(shifted)}, arcsine_zero = {text(STEP * zero)};
inline constexpr uint32 arcsine_shift = {SHIFT}, arcsine_first = {first}, steep_first = {first_steep - len(low)};

// The bits of both words of an angle, the nearest pair: to 2^-49 of itself.
struct alignas(8) arcsine_row {{
  uint32 hi, lo;
}};

// asin t; in acos's table acos t where t > 1/2.""")
    for name, function in (("arcsine", mp.asin), ("arccosine", mp.acos)):
        angles = [mp.asin(t) for t in low] + [function(t) for t in steep]
        print(table(f"{name}_table", "arcsine_row", list(map(words, angles))))
    print("""
}  // namespace detail
}  // namespace ff""")


main()
