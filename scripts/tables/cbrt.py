"""Prints include/ff/math/cbrt_table.hpp: the seeds of cbrt and rcbrt.

An integer multiple of the bits of |x| taken from a magic constant is a float near a constant times a power of x:
21845/2^16 being 1/3 but for 2^-16 of it, g0 = from_bits(magic - (2 bits(|x|) >> 16) * 21845) is near x^(-2/3), and
v = x^2 g0^3 within 15 % of a constant of our choice whatever x; z0 = from_bits(magic - (bits(|x|) >> 16) * 21845) is
near x^(-1/3), and v = |x| z0^3 within 11 %.
Then x^(-2/3) = g0 v^(-1/3) and x^(-1/3) = z0 v^(-1/3) by a polynomial.  For cbrt the constant is the one that makes
the leading coefficient of the cubic -1: with the quadratic term shifted away, (m - v)^3 + b (m - v) + a takes one
operation less than Horner's form of v."""
import struct

import mpmath as mp

from common import text, to_float

FACTOR = 21845
LEAST = (127 - 96) << 23


def from_bits(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def square_reach(magic):
    """The least and the largest x^2 g0^3, at both ends of the steps of 2^15 floats on which g0 is constant, in the lowest
    and in the highest three binades; between them g0 is a quarter for eight times x, but for the factor's error."""
    products = []
    for base in (0, (0x7f80 - 0x180 << 16) - LEAST):
        for first in range(LEAST + base, LEAST + base + (0x180 << 16), 0x8000):
            g = mp.mpf(from_bits(magic - (2 * (first - LEAST) >> 16) * FACTOR))
            products += [mp.mpf(from_bits(word))**2 * g**3 for word in (first, first + 0x7fff)]
    return min(products), max(products)


def reach(magic):
    """The least and the largest x z0^3 for 1 <= x < 8; eight times x is half z0, for the whole range of floats."""
    products = []
    for upper in range(0x3f80, 0x4100):
        z = mp.mpf(from_bits(magic - upper * FACTOR))
        products += [from_bits(upper << 16) * z**3, from_bits((upper + 1) << 16) * z**3]
    return min(products), max(products)


def magic_for(centre):
    """The constant whose products lie around `centre`, in steps of 2^-11 of a power of two."""
    low, high = 0x54000000, 0x54ffffff
    while high - low > 0x1000:
        middle = (low + high) // 2
        least, largest = reach(middle)
        low, high = (middle, high) if mp.sqrt(least * largest) < centre else (low, middle)
    return low & ~0xfff


def relative_fit(exact, least, largest, degree, leading=None):
    """The polynomial of least relative error, lowest power first, and that error; the leading coefficient free or given."""
    free = degree + (leading is None)
    middle, radius = (least + largest) / 2, (largest - least) / 2
    grid = [least + (largest - least) * i / 300 for i in range(301)]
    points = [middle - radius * mp.cos(mp.pi * i / free) for i in range(free + 1)]
    for _ in range(6):  # Remez
        rows = [[x**j / exact(x) for j in range(free)] + [(-1)**i] for i, x in enumerate(points)]
        fixed = [0 if leading is None else leading * x**degree / exact(x) for x in points]
        solved = mp.lu_solve(mp.matrix(rows), mp.matrix([1 - f for f in fixed]))
        coefficients = [solved[j] for j in range(free)] + ([] if leading is None else [mp.mpf(leading)])
        errors = [mp.polyval(coefficients[::-1], x) / exact(x) - 1 for x in grid]
        turns = [0] + [i for i in range(1, len(grid)) if errors[i] * errors[i - 1] < 0] + [len(grid)]
        found = [max(range(i, j), key=lambda k: abs(errors[k])) for i, j in zip(turns, turns[1:])]
        while len(found) > free + 1:  # a given leading coefficient close to the best leaves one more
            found.pop(0 if abs(errors[found[0]]) < abs(errors[found[-1]]) else -1)
        if len(found) != free + 1:
            break
        points = [grid[k] for k in found]
    return coefficients, max(abs(e) for e in errors)


def monic_cubic():
    """The magic constant for which v^(-1/3)/3 is best approximated by a cubic with leading coefficient -1, and it."""
    exact = lambda v: 1 / mp.cbrt(v) / 3
    best = None
    for at_one in range(0x3f3d0000, 0x3f410000, 0x2000):  # the bits of g0 for x = 1
        magic = at_one + (2 * (0x3f800000 - LEAST) >> 16) * FACTOR
        least, largest = square_reach(magic)
        coefficients, error = relative_fit(exact, least, largest, 3, -1)
        if best is None or error < best[0]:
            best = error, magic, least, largest, coefficients
    return best


def offset(magic):
    """What times -FACTOR is `magic`, modulo 2^32: a sum of it and a shifted key is one instruction."""
    return -magic * pow(FACTOR, -1, 2**32) % 2**32


def constant(name, value):
    return f"inline constexpr float {name} = {text(to_float(value))};"


def main():
    third = magic_for(mp.mpf(1) / 3)
    error, magic, least, largest, (c0, c1, c2, _) = monic_cubic()
    m = c2 / 3  # -v^3 + c2 v^2 + c1 v + c0 = w^3 + b w + a with w = m - v
    b, a = -c1 - 3 * m**2, c0 + c1 * m + 2 * m**3
    print("""// Made by scripts/tables/cbrt.py: do not edit.  The errors are those of the polynomials in exact arithmetic.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

// The bits of 2^-96, and the seeds: from key = 2 (bits(|x|) - cbrt_least_bits) with |x| >= 2^-96 come g0 with
// bits ((key >> 16) + cbrt_offset) * cbrt_factor and z0 with bits ((key >> 17) + rcbrt_offset) * cbrt_factor,
// modulo 2^32.""")
    print(f"inline constexpr uint32 cbrt_least_bits = {LEAST:#x}u, cbrt_factor = 0u - {FACTOR}u;")
    print(f"""
// v = x^2 g0^3 lies in [{mp.nstr(least, 5)}, {mp.nstr(largest, 5)}]; w^3 + cbrt_b w + cbrt_a, w = cbrt_m - v, is
// v^(-1/3)/3 to 2^{mp.nstr(mp.log(error, 2), 4)}.""")
    print(f"inline constexpr uint32 cbrt_offset = {offset(magic):#x}u;")
    print("\n".join(constant(f"cbrt_{n}", v) for n, v in [("m", m), ("b", b), ("a", a)]))
    least, largest = reach(third)
    fitted = mp.chebyfit(lambda v: 1 / mp.cbrt(v), [least, largest], 3)[::-1]
    coefficients = [mp.mpf(to_float(c)) for c in fitted]
    samples = [least + (largest - least) * i / 4000 for i in range(4001)]
    worst = max(abs(mp.polyval(coefficients[::-1], v) * mp.cbrt(v) - 1) for v in samples)
    print(f"""
// v in [{mp.nstr(least, 5)}, {mp.nstr(largest, 5)}]; v^(-1/3), relative error 2^{mp.nstr(mp.log(worst, 2), 4)}.""")
    print(f"inline constexpr uint32 rcbrt_offset = {offset(third - (LEAST >> 16) * FACTOR):#x}u;")
    print("\n".join(constant(f"rcbrt_p{n}", c) for n, c in enumerate(coefficients)))
    print("""
}  // namespace detail
}  // namespace ff""")


if __name__ == "__main__":
    main()
