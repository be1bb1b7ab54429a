#!/usr/bin/env python3
"""Prints include/ff/math/gamma_table.hpp: the cells of Gamma(1 + y) and of log Gamma(x), and the factorials.

A cell's polynomial interpolates the function's value at its centre, so it is exact to the pair there; the rest,
(f(c + r) - f(c)) / r, is its truncated Chebyshev series.  Coefficients are rounded from the top down and what
a rounding leaves goes into the lower ones, which costs the least (the error of x^k shrinks by 2^(k-1)).
"""

import mpmath as mp

mp.mp.prec = 192
NODES = 16


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


def power(m):
    """x^m in Chebyshev polynomials."""
    c = [mp.mpf(0)] * (m + 1)
    for k in range(m // 2 + 1):
        c[m - 2 * k] = mp.ldexp(mp.binomial(m, k), 1 - m if m - 2 * k else -m)
    return c


POWERS = [power(m) for m in range(NODES)]


def cell(f, centre, half_width, unit, pairs, floats):
    """f(centre + unit z), |unit z| <= half_width: `pairs` coefficients as pairs, then `floats` as floats."""
    value = f(centre)
    reach = half_width / unit
    samples = [(f(centre + half_width * x) - value) / (reach * x) for x in POINTS]
    a = [mp.fdot(row, samples) for row in SERIES]
    words = []
    for m in range(pairs + floats - 2, -1, -1):
        c = a[m] / POWERS[m][m] / reach**m
        rounded = [single(c)] if m + 1 >= pairs else list(pair(c))
        for i, t in enumerate(POWERS[m]):
            a[i] -= t * sum(rounded) * reach**m
        words[:0] = rounded
    if pairs + floats > 2:
        rest = [words[2 * m] + words[2 * m + 1] for m in range(pairs - 1)] + words[2 * (pairs - 1):]
        for x, s in zip(POINTS, samples):
            exact = value + s * reach * x
            made = sum(pair(value)) + sum(c * (reach * x) ** (m + 1) for m, c in enumerate(rest))
            worst[0] = max(worst[0], abs(made / exact - 1))
    return list(pair(value)) + words


worst = [mp.mpf(0)]


def error():
    """A power of two above the largest relative error since the last call, as text."""
    text = f"2^{int(mp.floor(mp.log(worst[0], 2))) + 1}"
    worst[0] = mp.mpf(0)
    return text


def block(rows, indent):
    """The rows, as many to a line as fit."""
    line = indent
    for row in rows:
        entry = (" " if line != indent else "") + "{" + ", ".join(row) + "},"
        if len(line) + len(entry) > 110:
            print(line)
            line, entry = indent, entry.lstrip()
        line += entry
    print(line)


def table(name, note, row_type, shape, blocks):
    print(f"// {note}")
    print(f"struct {name}_rows {{\n  {row_type} at{shape};\n}};")
    print(f"struct {name};\ntemplate <class Nothing>\ninline constexpr {name}_rows table_of<{name}, Nothing> = {{{{")
    for rows in blocks:
        if len(blocks) > 1:
            print("  {")
        block(rows, "    ")
        if len(blocks) > 1:
            print("  },")
    print("}};\n")


def quarters(cells):
    """Words 4 q to 4 q + 3 of every cell, for each q: loads of 16 bytes with a stride of 16 are the cheapest."""
    return [[[text(x) for x in words[4 * q : 4 * q + 4]] for words in cells] for q in range(len(cells[0]) // 4)]


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

struct alignas(16) gamma_factorial_row {
  float hi, lo;   // n! 2^-exponent, 1 <= hi < 2
  float digamma;  // psi(n + 1)
  int exponent;
};
""")

eighth, sixteenth = mp.mpf(1) / 8, mp.mpf(1) / 16
cells = [cell(lambda y: mp.gamma(1 + y), i * eighth, sixteenth, sixteenth, 6, 4) for i in range(273)]
table("tgamma_table", f"Gamma(1 + i/8 + z/16), |z| <= 1: six coefficients as pairs, four as floats; to {error()} of it.", "gamma_row",
      "[4][273]", quarters(cells))

cells = []
for i in range(321):
    octave = mp.mpf(2) ** (i // 64 - 1)
    cells.append(cell(mp.loggamma, octave * (64 + i % 64) / 64, octave / 128, 1, 5, 2))
table("lgamma_table", f"log Gamma(c + r), c = 2^floor(i/64 - 1) (1 + i%64/64): five pairs, two floats; to {error()} of it.", "gamma_row",
      "[3][321]", quarters(cells))

rows = []
for n in range(65):
    factorial = mp.factorial(n)
    exponent = int(mp.frexp(factorial)[1]) - 1
    high, low = pair(mp.ldexp(factorial, -exponent))
    rows.append([text(high), text(low), text(single(mp.digamma(n + 1))), str(exponent)])
table("gamma_factorial_table", "n! to 2^-49 and psi(n + 1) to 2^-24 of itself.", "gamma_factorial_row", "[65]", [rows])

print("}  // namespace detail\n}  // namespace ff")
