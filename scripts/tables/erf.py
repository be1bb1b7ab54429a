"""Prints include/ff/math/erf_table.hpp: erf and its derivative at the centre of each of erf's cells.

The cells are those of the top bits of x + OFFSET, 2^-8 wide up to 1/4, then 64 to an octave.  The second has the
first one's row, since erf takes its point from there; that row has 2/sqrt(pi) - 1, as erf adds its argument itself.  erfc.py and erfinv.py import the functions for words,
points and headers."""
import math
import struct

from mpmath import erf, exp, mp, mpf, pi, sqrt, workprec

from words import table

mp.prec = 240
OFFSET = mpf(2) ** -2 + mpf(2) ** -9
LAST = 6
SHIFT = 17


def word(x):
    """The bits of the float nearest x."""
    with workprec(24):
        rounded = +x
    return struct.unpack("<I", struct.pack("<f", float(rounded)))[0]


def value(bits):
    return mpf(struct.unpack("<f", struct.pack("<I", bits))[0])


def pair(x):
    """The words of x as a float-float."""
    high = word(x)
    return [high, word(x - value(high))]


def cells(first, last, offset, shift, shy=mpf(2) ** -16):
    """The numbers of the cells from `first` to `last`, the centre of each in x, and half its width."""
    numbers = range(word(first + offset - shy) >> shift, (word(last + offset - shy) >> shift) + 1)
    centres = [value(n << shift | 1 << (shift - 1)) - offset for n in numbers]
    return numbers, centres, [(value((n + 1) << shift) - value(n << shift)) / 2 for n in numbers]


def gal_point(coefficients, centre, half_width, tolerance=2.0 ** -10):
    """The float next to `centre`, or within 1/16 of the half width, where the function with these Taylor
    coefficients is within `tolerance` ulp of a float, or comes nearest to that.  In doubles: IEEE everywhere."""
    if centre == 0:
        return centre
    c = [float(x) for x in coefficients[:5]]
    ulp = 2.0 ** (math.frexp(float(centre))[1] - 24)
    best = (1.0, 0)
    for n in range(1, 2 * int(half_width / 16 / ulp)):
        k = n // 2 if n % 2 == 0 else -(n // 2)
        d = k * ulp
        significand = math.frexp(c[0] + d * (c[1] + d * (c[2] + d * (c[3] + d * c[4]))))[0] * 2.0 ** 24
        best = min(best, (abs(significand - round(significand)), n, k))
        if best[0] < tolerance:
            break
    return centre + best[-1] * ulp


def print_header(script, comment, structures, tables, constants, include="ff/math/table.hpp"):
    """A header of row types {name: members}, tables (type, name, comment, rows) and constants."""
    print(f"// Made by scripts/tables/{script}: do not edit.\n//\n// {comment}\n#pragma once\n")
    print(f"#include <{include}>\n")
    print("// clang-format off\nnamespace ff {\nnamespace detail {\n")
    for name, members in structures.items():
        print(f"struct alignas({4 * len(members)}) {name} {{ uint32 {', '.join(members)}; }};")
    for text in constants:
        print(f"inline constexpr {text};")
    for row, name, text, rows in tables:
        print(f"\n// {text}\n{table(name, row, rows)}")
    print("\n}  // namespace detail\n}  // namespace ff\n// clang-format on")


def main():
    numbers, centres, _ = cells(mpf(0), mpf(LAST), OFFSET, SHIFT, mpf(0))
    rows = [pair(erf(t)) + pair(2 / sqrt(pi) * exp(-t * t)) for t in centres]
    rows[0] = rows[1] = [0, 0] + pair(2 / sqrt(pi) - 1)
    rows[-1] = [word(mpf(1)), 0, 0, 0]  # 1 exactly from about 5.97 on, within 2^-54
    print_header(
        "erf.py", "Bit patterns of floats: erf(t) and 2/sqrt(pi) exp(-t^2), t the centre of each cell.\n// A value in two words is the nearest pair: to 2^-49 of itself.",
        {"erf_row": ["value", "value_low", "slope", "slope_low"]},
        [("erf_row", "erf_table", f"The cells of x + {float(OFFSET).hex()}, 0 <= x <= {LAST}; t = 0 for the first two, where 1 is off the derivative.", rows)],
        [f"uint32 erf_first_cell = 0x{numbers[0]:x}", f"float erf_offset = {float(OFFSET).hex()}f"])


if __name__ == "__main__":
    main()
