"""Prints include/ff/math/trig_table.hpp: table points, rows and constants of sin, cos, sincos and tan.

A cell holds the |r| whose |r| + offset share the leading bits (cells grow with |r|); its table point t lies
near the middle.  For sin and cos it is one that the cell's number gives, for tan one from a table, chosen so
that f(t) is almost a float (Gal, ACM TOMS 17(1), 1991).  The first cells have the point 0.  Points are multiples
of 2^-31, which keeps the reduction's steps exact (docs/proofs/trig_reduction.md)."""
import mpmath as mp

mp.mp.prec = 320
SCALE = 280  # fixed-point digits of the search
ALMOST = 9  # f(t) is within 2^-10 ulps of a float
LARGEST = mp.pi / 4 + mp.mpf(2) ** -7.25  # of |r|: the quotient is found without the low word


class Grid:
    """2^bits cells an octave of |r| + offset, offset about 2^low; the first `zeros` have the point 0.  0 lies
    `sixteenths` of a cell above the start of the first."""

    def __init__(self, bits, low, zeros, most, largest=LARGEST, sixteenths=7):
        self.bits, self.low, self.zeros, self.largest = bits, low, zeros, largest
        self.most = most  # of a cell, how far from its middle a point may lie
        self.width = mp.mpf(2) ** (low - bits)
        self.offset = mp.mpf(2) ** low + sixteenths * self.width / 16
        self.middle = mp.mpf(2) ** low + self.width / 2  # of the first cell, whose point is 0
        self.first = (127 + low) << bits

    def cells(self):
        """(middle, width) of every cell."""
        exponent = self.low
        while True:
            width = mp.mpf(2) ** (exponent - self.bits)
            for k in range(1 << self.bits):
                start = mp.mpf(2) ** exponent + k * width - self.offset
                if start > self.largest:
                    return
                yield start + width / 2, width
            exponent += 1

    def middles(self):
        """The middles of the cells' |r| + offset, less that of the first: points without a table."""
        return [middle + self.offset - self.middle for middle, _ in self.cells()]

    def points(self, f):
        result = []
        for i, (middle, width) in enumerate(self.cells()):
            # f(t) - t changes by t^2 du, or twice that, for a step du: near 0 it takes a large part of the cell
            # to meet a float
            ulp = mp.mpf(2) ** (mp.floor(mp.log(middle, 2)) - 23)
            radius = min(self.most * width, max(width / 24, 0.6 * ulp / middle ** 2))
            result.append(mp.mpf(0) if i < self.zeros else search(f, None, middle, radius))
        return result

    def constants(self, name):
        print(f"""inline constexpr cell_grid {name} = {{{literal(self.offset)}, {literal(self.middle)}, {23 - self.bits}, {self.first}, {len(list(self.cells()))}}};""")


SINES = Grid(7, -6, 1, None)
TANGENTS = Grid(7, -6, 3, 0.1)


def nearest(x):
    with mp.workprec(24):
        return +mp.mpf(x)


def literal(x):
    if x == "pole":
        return "quiet_nan"
    text = float(x).hex()  # 0x1.8000000000000p-3
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return "0.0f" if x == 0 else f"{mantissa}p{int(exponent)}f"


def words(x, count):
    """x as floats, each the nearest to what the former leave."""
    result = []
    for _ in range(count):
        result.append(nearest(x))
        x -= result[-1]
    return result


def lowness(value):
    """Distance of the fixed-point value from the nearest float, in half ulps of it."""
    shift = abs(value).bit_length() - 24
    rest = abs(value) & ((1 << shift) - 1)
    return min(rest, (1 << shift) - rest) * 2 / (1 << shift)


def search(f, other, middle, radius):
    """The multiple of 2^-31 near `middle` where f is almost a float, and then `other` nearly."""
    spread = int(mp.floor(mp.log(radius, 2))) - 12
    step = mp.mpf(2) ** max(-31, int(mp.floor(mp.log(middle, 2))) - 23, spread)
    reach = int(radius / step)
    first = mp.nint(middle / step) - reach
    # f at equidistant points by its forward differences
    order = 9
    column = [int(mp.nint(f((first + i) * step) * mp.mpf(2) ** SCALE)) for i in range(order)]
    differences = []
    while column:
        differences.append(column[0])
        column = [b - a for a, b in zip(column, column[1:])]
    best = None
    for j in range(2 * reach + 1):
        low = lowness(differences[0])
        if low < 2.0 ** -ALMOST or best is None or (best[0] > 2.0 ** -ALMOST and low < best[0]):
            t = (first + j) * step
            second = lowness(int(mp.nint(other(t) * mp.mpf(2) ** SCALE))) if low < 2.0 ** -ALMOST and other else 1.0
            rank = (max(low, 2.0 ** -ALMOST), second)
            if best is None or rank < best[:2]:
                best = rank + (t,)
        for i in range(order - 1):
            differences[i] += differences[i + 1]
    return best[2]


def table(kind, name, rows):
    count = len(rows)
    if kind == "uint32":
        rows = [f"0x{r:08x}u" for r in rows]
    items = ["{" + ", ".join(literal(v) for v in r) + "}" if isinstance(r, list) else r if isinstance(r, str)
             else literal(r) for r in rows]
    print(f"struct {name}s {{\n  {kind} at[{count}];\n}};\nstruct {name}_table;\ntemplate <class Nothing>\ninline constexpr {name}s table_of<{name}_table, Nothing> = {{{{")
    line = "   "
    for item in items:
        if len(line) + len(item) > 108:
            print(line)
            line = "   "
        line += " " + item + ","
    print(line.rstrip(",") + "}};\n")


def interleaved(even, odd):
    return [row for pair in zip(even, odd) for row in pair]


def main():
    sines = interleaved(*[[words(f(t), 2) + words(sign * g(t), 2) for t in SINES.middles()]
                          for f, g, sign in ((mp.sin, mp.cos, 1), (mp.cos, mp.sin, -1))])
    points, rows = [], []
    for f in (mp.tan, lambda t: -mp.cot(t)):
        points.append(TANGENTS.points(f))
        # the pole's row yields NaN, by which tan() knows it
        zero = [mp.mpf(0), mp.mpf(0), mp.mpf(1), mp.mpf(0)] if f is mp.tan else ["pole"] * 4
        rows.append([zero if t == 0 else words(f(t), 2) + words(1 + f(t) ** 2, 2) for t in points[-1]])

    quarter = mp.pi / 2
    first = mp.floor(quarter * 2 ** 23) / mp.mpf(2) ** 23  # from below: a positive rest keeps -0
    second = mp.floor((quarter - first) * 2 ** 31) / mp.mpf(2) ** 31
    parts = [first, second] + words(quarter - first - second, 2)
    assert all(nearest(p) == p for p in parts)

    digits = int(mp.floor(2 / mp.pi * mp.mpf(2) ** 288))
    two_over_pi = [0] * 5 + [(digits >> (288 - 32 * (i + 1))) & 0xffffffff for i in range(9)]

    print("""// Made by scripts/tables/trig.py: do not edit.
//
// Points and rows of the cells: for each that of even quadrants, then that of odd ones.
// Points are exact.  A value in two words is the nearest pair: to 2^-49 of itself.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {
namespace detail {

// pi/2 = the sum of these; the first two have few bits.""")
    print("\n".join(f"inline constexpr float half_pi_{i + 1} = {literal(p)};" for i, p in enumerate(parts)))
    print(f"inline constexpr float two_over_pi = {literal(nearest(2 / mp.pi))};\n")
    print("// 160 zero bits, then 288 bits of 2/pi.")
    table("uint32", "two_over_pi_digit", two_over_pi)
    print("""// The cell of |r| is what the bits of |r| + offset are above the lowest `shift`; `first` is that of 0, and
// `middle` the middle of its |r| + offset.
struct cell_grid {
  float offset, middle;
  uint32 shift, first, cells;
};""")
    SINES.constants("sine_grid")
    TANGENTS.constants("tangent_grid")
    print("""
// f(t) and f'(t), in two words each: sin for even, cos for odd quadrants.
struct alignas(16) sine_row {
  float f, f_low, g, g_low;
};
// f(t) and f'(t) = 1 + f(t)^2: tan for even, -cot for odd quadrants.
using tangent_row = sine_row;
""")
    table("sine_row", "sine_row", sines)
    table("float", "tangent_point", interleaved(*points))
    table("tangent_row", "tangent_row", interleaved(*rows))
    print("}  // namespace detail\n}  // namespace ff")


if __name__ == "__main__":
    main()
