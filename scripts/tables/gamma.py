#!/usr/bin/env python3
"""Prints include/ff/math/gamma_table.hpp: the cells of Gamma(x) and of log Gamma(x), and the sine of their reflection.

A cell's polynomial interpolates the function's value at its centre, so it is exact to the pair there; the rest,
(f(c + r) - f(c)) / r, is its truncated Chebyshev series.  Coefficients are rounded from the top down and what
a rounding leaves goes into the lower ones, which costs the least (the error of x^k shrinks by 2^(k-1)).
"""

import mpmath as mp

from words import bits, table

mp.mp.prec = 192
NODES = 24


def single(x):
    """The float nearest to x."""
    if x == 0:
        return mp.mpf(0)
    e = max(mp.frexp(x)[1], -125)
    return mp.ldexp(mp.nint(mp.ldexp(x, 24 - e)), e - 24)


def pair(x):
    h = single(x)
    return h, single(x - h)


def text(x):
    if x == 0:
        return "0"
    sign, digits = ("-", -x) if x < 0 else ("", x)
    m, e = mp.frexp(digits)
    n = int(mp.ldexp(m, 25))  # 1 <= m 2 < 2, 24 fraction bits
    fraction = f"{n - (1 << 24):06x}".rstrip("0")
    return f"{sign}0x1{'.' + fraction if fraction else ''}p{int(e) - 1}f"


ANGLES = [mp.pi * (2 * j + 1) / (2 * NODES) for j in range(NODES)]
POINTS = [mp.cos(t) for t in ANGLES]
SERIES = [[mp.cos(m * t) * (1 if m == 0 else 2) / NODES for t in ANGLES] for m in range(NODES)]


def cell(f, centre, low, high, pairs, floats):
    """f(centre + r), low <= r <= high: `pairs` coefficients as pairs, then `floats` as floats."""
    value, half = f(centre), (high - low) / 2
    offsets = [(high + low) / 2 + half * x for x in POINTS]
    exact = [f(centre + r) for r in offsets]
    samples = [(y - value) / r for y, r in zip(exact, offsets)]
    words = []
    for m in range(pairs + floats - 2, -1, -1):
        leading = mp.fdot(SERIES[m], samples) * mp.mpf(2) ** max(m - 1, 0) / half**m
        rounded = [single(leading)] if m + 1 >= pairs else list(pair(leading))
        samples = [s - sum(rounded) * r**m for s, r in zip(samples, offsets)]
        words[:0] = rounded
    worst[0] = max([worst[0]] + [abs(s * r / y) for s, r, y in zip(samples, offsets, exact)])
    return list(pair(value)) + words


worst = [mp.mpf(0)]


def error():
    """A power of two above the largest relative error since the last call, as text."""
    text = f"2^{int(mp.floor(mp.log(worst[0], 2))) + 1}"
    worst[0] = mp.mpf(0)
    return text


def print_table(name, note, cells):
    """Words 4 q to 4 q + 3 of every cell, for each q: loads of 16 bytes with a stride of 16 are the cheapest."""
    parts = len(cells[0]) // 4
    rows = [[bits(x) for x in words[4 * q : 4 * q + 4]] for q in range(parts) for words in cells]
    print(f"// {note}\n{table(name, 'gamma_row', rows, parts)}\n")


print("""// Made by scripts/tables/gamma.py: do not edit.
// clang-format off
#pragma once

#include <ff/math/table.hpp>

namespace ff {
namespace detail {

// Four words of a cell.
struct alignas(16) gamma_row {
  float a, b, c, d;
};
""")

least, most = -mp.mpf(3) / 32, mp.mpf(5) / 32
cells = [cell(mp.gamma, 1 + 2 * (i // 4) + mp.mpf(i % 4 + 1) / 4, least, most, 8, 4) for i in range(68)]
cells.append(cell(mp.gamma, mp.mpf(1), 0, most, 8, 4))
print_table("tgamma_table", "Gamma(c + r), -3/32 <= r <= 5/32, c = 2 floor(i/4) + (i%4 + 5)/4, in the last row 1: eight pairs, four floats;"
      f"\n// to {error()} of it.", cells)



def over_zero(zero):
    """log Gamma(x) / (x - zero)."""
    return lambda x: mp.digamma(x) if x == zero else mp.loggamma(x) / (x - zero)


cells = []
for i in range(81):
    octave = mp.mpf(2) ** (i // 16 - 1)
    centre = octave * (16 + i % 16) / 16
    function = over_zero(1) if centre < 1.5 else over_zero(2) if centre < 3 else mp.loggamma
    cells.append(cell(function, centre, -octave / 32, octave / 32, 4, 4))
print_table("lgamma_table", "log Gamma(c + r), c = 2^floor(i/16 - 1) (1 + i%16/16), |r| <= c/32; over c + r - 1 for c < 1.5, over c + r - 2 for\n"
      f"// 1.5 <= c < 3.  Four pairs, four floats; to {error()} of it.", cells)


def sine(s):
    """sin(pi r) / (pi r), s = r^2."""
    return mp.sinpi(mp.sqrt(s)) / (mp.pi * mp.sqrt(s)) if s else mp.mpf(1)


words = [text(x) for x in cell(sine, mp.mpf(0), mp.mpf(0), mp.mpf(1) / 4, 6, 2)]
print(f"// sin(pi r) / (pi r) = 1 + b s + c s^2 + ... + h s^7, s = r^2 <= 1/4, to {error()} of it.")
for name, row in (("bgh", words[2:4] + words[12:]), ("cd", words[4:8]), ("ef", words[8:12])):
    print(f"inline constexpr gamma_row gamma_sine_{name} = {{{', '.join(row)}}};")

print("\n}  // namespace detail\n}  // namespace ff")
