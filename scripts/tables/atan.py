"""Prints include/ff/math/atan_table.hpp: points and rows of atan, atan2, asin and acos.

A cell holds the arguments a whose scale a + offset share the leading bits: cells are equally wide up to
about `offset` and grow with a from there.  The point of the first one is 0.  The points of atan and asin
are chosen so that the angle is almost a float (Gal, Bachelis, ACM TOMS 17(1), 1991); those of atan2 have
few bits, which keeps its rotation exact."""
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


def search(f, middle, reach, coefficient=None):
    """A float within `reach` of `middle` where f is almost a float, and so is the coefficient if any."""
    ulp = mp.ldexp(1, mp.frexp(middle)[1] - 24)
    step = ulp * max(1, int(mp.floor(2 * reach / ulp / CANDIDATES)))
    start = mp.nint(middle / ulp) * ulp
    best, enough = (4.0, start), 2.0 ** -6 if coefficient else 2.0 ** -9
    for sign in (1, -1):
        # f at equidistant points by its forward differences
        column = [int(mp.nint(mp.ldexp(f(start + sign * i * step), SCALE))) for i in range(7)]
        differences = []
        while column:
            differences.append(column[0])
            column = [b - a for a, b in zip(column, column[1:])]
        for i in range(int(reach / step)):
            cost = lowness(differences[0])
            if cost < 2.0 ** -5 or cost < best[0]:
                t = start + sign * i * step
                if coefficient:
                    low = cost < 2.0 ** -5
                    cost = cost / 4 + lowness(int(mp.ldexp(coefficient(t), SCALE))) if low else cost + 2
                if cost < best[0]:
                    best = (cost, t)
                if cost < enough:
                    break
            for k in range(6):
                differences[k] += differences[k + 1]
        if best[0] < enough:
            break
    return to_float(best[1])


class Cells:
    """2^bits cells an octave, the first of which begins at 2^first."""

    def __init__(self, bits, first, scale=1):
        self.bits, self.first, self.scale = bits, first, mp.mpf(scale)
        self.offset = self.key(0) + (self.key(1) - self.key(0)) * 7 / 16

    def key(self, number):
        """The lower end of a cell's a + offset."""
        octave, fraction = divmod(number, 1 << self.bits)
        return mp.ldexp(1 + mp.ldexp(fraction, -self.bits), self.first + octave)

    def points(self, f, largest, second, coefficient=None):
        """A point for every cell up to the one that holds `largest`, near its middle.  That of the second,
        where f is never almost a float, is given: between half and twice any a in the cell, lest a - t round."""
        result, number = [mp.mpf(0), second], 2
        while (self.key(number) - self.offset) / self.scale <= largest:
            low = (self.key(number) - self.offset) / self.scale
            width = (self.key(number + 1) - self.key(number)) / self.scale
            result.append(search(f, low + width / 2, width / 8, coefficient))
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


def asin_row(f, scale, t, reach):
    """t, f(t) in two words, and the coefficients of f(t + d) for |d| <= reach: of d in two words, then of d^2,
    d^3 and d^4; d^5 has 3/2 of the last one, and d^3 makes up for that.  f is asin times `scale` and a constant."""
    one = 1 - t * t
    c1 = 1 / mp.sqrt(one)
    c2 = t * c1 / one / 2
    c3 = (1 + 2 * t * t) * c1 / one ** 2 / 6
    c4 = (9 + 6 * t * t) * t * c1 / one ** 3 / 24
    c5 = (9 + 72 * t ** 2 + 24 * t ** 4) * c1 / one ** 4 / 120
    if t:
        c3 += (c5 - 1.5 * c4) * mp.mpf("0.84") * reach ** 2
    return [t] + pair(f(t)) + pair(scale * c1) + [to_float(scale * c) for c in (c2, c3, c4)]


def print_table(kind, name, rows, per_line):
    words = ["{" + ", ".join(f"{bits(v):#x}" for v in row) + "}" if isinstance(row, list) else text(row)
             for row in rows]
    print(f"struct {name}s {{\n  {kind} at[{len(rows)}];\n}};\ninline constexpr {name}s {name}_table = {{{{")
    print(block(words, per_line) + "\n}};")
    print(f"#if defined(__CUDACC__)\n[[maybe_unused]] static __device__ constexpr {name}s {name}_table_on_device = "
          f"{name}_table;\n#endif\n")


def main():
    atan, atan2, asin = Cells(7, -5), Cells(7, -6), Cells(7, -4, 92 / 128)
    half_pi = mp.pi / 2
    tangents, ratios = atan.points(mp.atan, 256, mp.ldexp(1, -12)), atan2.keys(1)
    octants = [lambda a: a, lambda a: half_pi - a, lambda a: mp.pi - a, lambda a: half_pi + a]
    parts = [(1, mp.asin), (-2, lambda t: half_pi - 2 * mp.asin(t)), (-1, mp.acos),
             (1, lambda t: half_pi + mp.asin(t))]
    rows = []
    for scale, f in parts:
        points = asin.points(f, 0.6, to_float(mp.mpf(2) ** -10.5), lambda t: t / (1 - t * t) ** 1.5)
        for i, t in enumerate(points):
            low, high = ((asin.key(k) - asin.offset) / asin.scale for k in (i, i + 1))
            rows.append(asin_row(f, scale, t, max(t - low, high - t)))

    print("""// Generated by scripts/tables/atan.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {
namespace detail {

// The bits of a + atan_offset shifted right by atan_shift are atan_first_cell and up; for asin those of
// asin_scale a + asin_offset.""")
    print(f"inline constexpr float asin_scale = {text(asin.scale)};")
    atan.print_constants("atan", atan.offset)
    asin.print_constants("asin", asin.offset)
    print("// ... and a + atan2_offset, rounded before the shift.")
    atan2.print_constants("atan2", atan2.key(0))
    print(f"inline constexpr uint32 atan_cells = {len(tangents)}, atan2_cells = {len(ratios)}, "
          f"asin_cells = {len(rows) // 4};")
    print("""
// The bits of a point and of its angle's two words.
struct alignas(16) atan_row {
  uint32 point, hi, lo, unused = 0;
};
// The bits of an angle's two words.
struct alignas(8) atan2_row {
  uint32 hi, lo;
};
// The bits of a point, its angle in two words, the first coefficient; of its rest and the next three.
struct alignas(16) asin_row {
  uint32 point, hi, lo, first;
};
struct alignas(16) asin_tail {
  uint32 first_low, second, third, fourth;
};

// atan(t); in the end atan(2^60).""")
    print_table("atan_row", "atan_row", [[t] + pair(mp.atan(t)) for t in tangents + [FAR]], 2)
    print("// A = atan(t) for t up to 1, then pi/2 - A, pi - A, pi/2 + A.")
    print_table("atan2_row", "atan2_row", [pair(f(mp.atan(t))) for f in octants for t in ratios], 4)
    print("// asin(t), then pi/2 - 2 asin(t), pi/2 - asin(t), pi/2 + asin(t), each with points of its own.")
    print_table("asin_row", "asin_row", [row[:4] for row in rows], 2)
    print_table("asin_tail", "asin_tail", [row[4:] for row in rows], 2)
    print("}  // namespace detail\n}  // namespace ff")


main()
