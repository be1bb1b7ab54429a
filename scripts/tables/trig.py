"""Prints include/ff/math/trig_table.hpp: rows and constants of sin, cos, sincos and tan, and of the functions of pi x.

A cell holds the |r| whose |r| + offset share the leading bits (cells grow with |r|); its table point t lies a little
above the middle, by what the last bits of the row's f_low say.  These are chosen so that f(t) is almost a float (Gal,
ACM TOMS 17(1), 1991) and f_low, such as its last bits are, still good.  The first cell has the point 0.  Points are
multiples of 2^-28, which keeps the reduction's steps exact (docs/proofs/trig_reduction.md)."""
import math
import struct

import mpmath as mp

from common import bits, to_float
from words import table

mp.mp.prec = 160
LARGEST = math.pi / 4 + 2 ** -7.25  # of |r|: the quotient is found without the low word


def from_bits(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def nearest(x):
    """The float nearest to a double."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


class Grid:
    """Cells of |r| + offset, 2^digits an octave; the first begins `extra` cells below 2^-4, and 0 lies a part of it,
    `above`, above its start."""

    def __init__(self, digits, extra, field, above):
        self.field = field  # bits of f_low that move the point, by a small part of the cell
        self.shift = 23 - digits
        self.first = (bits(mp.mpf(2) ** -4) >> self.shift) - extra
        start = from_bits(self.first << self.shift)
        self.offset = start + (from_bits(self.first + 1 << self.shift) - start) * above
        self.middle = from_bits(self.bits_of_middle(self.first))  # of the first cell, whose point is 0
        self.last = self.first
        while from_bits(self.last + 1 << self.shift) - self.offset <= LARGEST:
            self.last += 1

    def bits_of_middle(self, cell):
        return cell << self.shift | 1 << (self.shift - 1)

    def points(self, cell):
        """Those that the bits of f_low can say."""
        word = self.bits_of_middle(cell)
        first, step = from_bits(word) - self.middle, from_bits(word + 1) - from_bits(word)
        return [first + i * step for i in range(1 << self.field)]

    def print(self, name):
        cells = self.last - self.first + 1
        print(f"inline constexpr cell_grid {name} = {{{{{self.first}, {cells}}}, {literal(self.offset)}, "
              f"{literal(self.middle)}, {self.shift}, {(1 << self.field) - 1}}};")


SINES = Grid(7, 17, 14, 3 / 16)
TANGENTS = Grid(7, 34, 11, 1 / 4)
TURNS = 51  # that large arguments are reduced by first (docs/proofs/trig_reduction.md says why 51)
QUIET_NAN = 0x7fc00000
POLES = 2  # cells of -cot next to 0 without a table point


def literal(x):
    text = float(x).hex()  # 0x1.8000000000000p-3
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return "0.0f" if x == 0 else f"{mantissa}p{int(exponent)}f"


def words(x, count):
    """x as floats, each the nearest to what the former leave."""
    result = []
    for _ in range(count):
        result.append(to_float(x))
        x -= result[-1]
    return result


def half_ulps(x):
    """The distance of a double from the nearest float, in half ulps of it."""
    scaled = math.frexp(x)[0] * 2.0 ** 24
    return 2 * abs(scaled - round(scaled))


def to_multiple(x, digits):
    """The multiple of 2^-digits nearest to x."""
    return mp.nint(x * mp.mpf(2) ** digits) / mp.mpf(2) ** digits


def with_field(x, i, count):
    """The float nearest to a double among those whose last bits are i, one of `count` such numbers."""
    word = struct.unpack("<I", struct.pack("<f", x))[0]
    return from_bits((word - i + count // 2) // count * count + i)


def row(f, exact, g, points):
    """t and f(t) in two words of which the second counts the point.  Of a sine (it has a derivative g) f_low and the error
    that the count leaves in it matter; of a tangent a distance of f from the floats costs about as many u^2."""
    best = None
    limit = 100.0
    scale = 0
    for i, t in enumerate(points):
        value = f(t)
        scale = scale or 2.0 ** (25 - math.frexp(value)[1])  # to half ulps, but for a binade's end
        distance = abs((value * scale + 1) % 2 - 1)
        cost = max(0, distance - 0.2) if g else distance
        if cost >= limit:
            continue
        head = nearest(value)
        if value == head:
            continue
        low = with_field(value - head, i, len(points))
        cost += (8 if g else 2) * abs(value - head - low) / abs(value) * 2.0 ** 48
        if cost < limit and g:
            cost += 0.5 * max(0, half_ulps(g(t)) - 0.25)
        if cost < limit and t < 2.0 ** -8:  # for the functions of pi x, which need pi times the float next to t/pi
            cost += 0.25 * max(0, half_ulps(t / math.pi) - 0.1) if g else half_ulps(t / math.pi)
        if cost < limit:
            best, limit = (i, t), cost
            if not g and cost < 0.2:
                break
    i, t = best
    value = exact(mp.mpf(t))
    head = to_float(value)
    return t, [head, with_field(float(value - head), i, len(points))]


def bits_of(row):
    return [QUIET_NAN if x == "pole" else bits(x) for x in row]


def sine_rows():
    for cell in range(SINES.first, SINES.last + 1):
        for f, exact, g, derivative in ((math.sin, mp.sin, math.cos, mp.cos),
                                        (math.cos, mp.cos, math.sin, lambda t: -mp.sin(t))):
            t, f_words = (0.0, words(exact(0), 2)) if cell == SINES.first else row(f, exact, g, SINES.points(cell))
            yield f_words + words(derivative(mp.mpf(t)), 2)


def tangent_rows():
    for cell in range(TANGENTS.first, TANGENTS.last + 1):
        points = TANGENTS.points(cell)
        yield [0, 0] if cell == TANGENTS.first else row(math.tan, mp.tan, None, points)[1]
        # the pole yields NaN, by which tan() knows it
        yield ["pole", 0] if cell < TANGENTS.first + POLES else row(lambda t: -1 / math.tan(t), lambda t: -mp.cot(t),
                                                                    None, points)[1]


def main():
    quarter = mp.pi / 2
    first = mp.floor(quarter * 2 ** 23) / mp.mpf(2) ** 23  # from below: a positive rest keeps -0
    second = mp.floor((quarter - first) * 2 ** 31) / mp.mpf(2) ** 31
    parts = [first, second] + words(quarter - first - second, 2)
    assert all(to_float(p) == p for p in parts)

    coarse = to_multiple(quarter, 18)
    fine = to_multiple(quarter - coarse, 36)
    steps = [coarse, fine] + words(quarter - coarse - fine, 2)
    turns = TURNS * 2 * mp.pi
    whole = [to_multiple(turns, 15)]
    for digits in (36, 54):
        whole.append(to_multiple(turns - sum(whole), digits))
    whole += words(turns - sum(whole), 1)
    assert all(to_float(p) == p for p in steps + whole)

    with mp.workprec(320):
        digits = int(mp.floor(2 / mp.pi * mp.mpf(2) ** 264))

    print(f"""// Made by scripts/tables/trig.py: do not edit.
//
// Rows of the cells: for each that of even quadrants, then that of odd ones.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {{
namespace detail {{

// pi/2 = the sum of these; the first two have few bits.""")
    print("\n".join(f"inline constexpr float half_pi_{i + 1} = {literal(p)};" for i, p in enumerate(parts)))
    print(f"inline constexpr float two_over_pi = {literal(to_float(2 / mp.pi))};")
    print("""
// Of large arguments: pi/2 in multiples of 2^-18, 2^-36 and two words more, 51 turns in multiples of 2^-15, 2^-36, 2^-54
// and a word more.""")
    print("\n".join(f"inline constexpr float quarter_{i + 1} = {literal(p)};" for i, p in enumerate(steps)))
    print("\n".join(f"inline constexpr float turns_{i + 1} = {literal(p)};" for i, p in enumerate(whole)))
    print(f"inline constexpr float per_turns = {literal(to_float(1 / turns))};\n")
    print("// 152 zero bits, then 264 bits of 2/pi.")
    print(table("two_over_pi_digit_table", "uint32", [[digits >> 32 * (12 - i) & 0xffffffff] for i in range(13)]) + "\n")
    print(f"""// The cell of |r| is what the bits of |r| + offset are above the lowest `shift`; `first` is that of 0, and
// `middle` the middle of its |r| + offset.  Of a row's f_low `point_bits` move the point up from the cell's middle.
struct cell_range {{
  uint32 first, cells;
}};
struct cell_grid : cell_range {{
  float offset, middle;
  uint32 shift, point_bits;
}};
// The first cells of odd quadrants, next to the pole, have no row in the table of tan.
inline constexpr uint32 pole_cells = {POLES};""")
    SINES.print("sine_grid")
    TANGENTS.print("tangent_grid")
    print("""
// f(t) and f'(t), in two words each: sin for even, cos for odd quadrants.
struct alignas(16) sine_row {
  float f, f_low, g, g_low;
};
// f(t) in two words: tan for even, -cot for odd quadrants.
struct alignas(8) tangent_row {
  float f, f_low;
};
""")
    print(table("sine_row_table", "sine_row", list(map(bits_of, sine_rows()))) + "\n")
    print(table("tangent_row_table", "tangent_row", list(map(bits_of, tangent_rows()))) + "\n")
    print("}  // namespace detail\n}  // namespace ff")


if __name__ == "__main__":
    main()
