"""Prints include/ff/math/atan_table.hpp: points and rows of atan and atan2.

A cell of atan holds the arguments a whose a + offset share the leading bits: cells are equally wide up to
about `offset` and grow with a from there.  The point of the first one is 0.  The points of atan are chosen so
that the angle is almost a float (Gal, Bachelis, ACM TOMS 17(1), 1991); those of atan2 have few bits, which keeps
its rotation exact, and begin their cells but for 1/16 of the least width."""
import mpmath as mp

from common import bits, block, text, to_float

FAR = mp.ldexp(1, 60)  # the point of atan's last cell
SCALE = 160  # fixed-point digits of the search
CANDIDATES = 1 << 13


def lowness(value):
    """The distance of a fixed-point value from the nearest float, in half ulps."""
    shift = value.bit_length() - 24
    rest = value & ((1 << shift) - 1)
    return min(rest, (1 << shift) - rest) * 2.0 ** (1 - shift)


def search(f, middle, reach):
    """A float within `reach` of `middle` where f is almost a float."""
    ulp = mp.ldexp(1, mp.frexp(middle)[1] - 24)
    step = ulp * max(1, int(mp.floor(2 * reach / ulp / CANDIDATES)))
    start = mp.nint(middle / ulp) * ulp
    best, enough = (4.0, start), 2.0 ** -9
    for sign in (1, -1):
        # f at equidistant points by its forward differences
        column = [int(mp.nint(mp.ldexp(f(start + sign * i * step), SCALE))) for i in range(7)]
        differences = []
        while column:
            differences.append(column[0])
            column = [b - a for a, b in zip(column, column[1:])]
        for i in range(int(reach / step)):
            cost = lowness(differences[0])
            if cost < best[0]:
                best = (cost, start + sign * i * step)
            if cost < enough:
                break
            for k in range(6):
                differences[k] += differences[k + 1]
        if best[0] < enough:
            break
    return to_float(best[1])


class Cells:
    """2^bits cells an octave, the first of which begins at 2^first."""

    def __init__(self, bits, first):
        self.bits, self.first = bits, first
        self.offset = self.key(0) + (self.key(1) - self.key(0)) * 7 / 16

    def key(self, number):
        """The lower end of a cell's a + offset."""
        octave, fraction = divmod(number, 1 << self.bits)
        return mp.ldexp(1 + mp.ldexp(fraction, -self.bits), self.first + octave)

    def points(self, f, largest, second):
        """A point for every cell up to the one that holds `largest`, near its middle.  That of the second,
        where f is never almost a float, is given: between half and twice any a in the cell, lest a - t round."""
        result, number = [mp.mpf(0), second], 2
        while self.key(number) - self.offset <= largest:
            low = self.key(number) - self.offset
            width = self.key(number + 1) - self.key(number)
            result.append(search(f, low + width / 2, width / 8))
            number += 1
        return result

    def keys(self, largest):
        """The keys less 2^first, up to the first that is at least `largest`."""
        result = [mp.mpf(0)]
        while result[-1] < largest:
            result.append(self.key(len(result)) - self.key(0))
        return result

    def print_constants(self, name, offset):
        print(f"inline constexpr float {name}_offset = {text(offset)};\n"
              f"inline constexpr uint32 {name}_shift = {23 - self.bits}, "
              f"{name}_first_cell = {(127 + self.first) << self.bits};")


def pair(x):
    hi = to_float(x)
    return [hi, to_float(x - hi)]


def print_table(kind, name, rows, per_line):
    words = ["{" + ", ".join(f"{bits(v):#x}" for v in row) + "}" if isinstance(row, list) else text(row)
             for row in rows]
    print(f"struct {name}s {{\n  {kind} at[{len(rows)}];\n}};\nstruct {name}_table;\ntemplate <class Nothing>\ninline constexpr {name}s table_of<{name}_table, Nothing> = {{{{")
    print(block(words, per_line) + "\n}};\n")


def main():
    atan, atan2 = Cells(7, -5), Cells(8, -6)
    half_pi = mp.pi / 2
    tangents, ratios = atan.points(mp.atan, 256, mp.ldexp(1, -12)), atan2.keys(1)
    octants = [(0, 1), (half_pi, -1), (mp.pi, -1), (half_pi, 1)]

    print("""// Made by scripts/tables/atan.py: do not edit.
//
// Words are bits of floats.  An angle in two words is the nearest pair: to 2^-49 of itself.  1/(1 + t^2) is
// rounded to a float.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {
namespace detail {

// The bits of a + atan_offset shifted right by atan_shift are atan_first_cell and up.""")
    atan.print_constants("atan", atan.offset)
    start = atan2.key(0)
    print("// ... of |u/v| + atan2_offset.")
    atan2.print_constants("atan2", start + (atan2.key(1) - start) / 16)
    print(f"inline constexpr uint32 atan_cells = {len(tangents)}, atan2_cells = {len(ratios)};")
    print("""
// The bits of a point and of its angle's two words.
struct alignas(16) atan_row {
  uint32 point, hi, lo, unused = 0;
};
// The bits of a point, of its angle's two words and of 1/(1 + t^2).
struct alignas(16) atan2_row {
  uint32 point, hi, lo, inverse;
};

// atan(t); in the end atan(2^60).""")
    print_table("atan_row", "atan_row", [[t] + pair(mp.atan(t)) for t in tangents + [FAR]], 2)
    print("// atan(t) for t = 0 ... 1, pi/2 + atan(t) and pi + atan(t) for t = 0 ... -1, "
          "pi/2 + atan(t) for t = 0 ... 1.")
    rows = [[sign * t] + pair(axis + mp.atan(sign * t)) + [to_float(1 / (1 + t * t))] for axis, sign in octants
            for t in ratios]
    print_table("atan2_row", "atan2_row", rows, 2)
    print("}  // namespace detail\n}  // namespace ff")


main()
