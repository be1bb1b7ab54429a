#!/usr/bin/env python3
"""Prints include/ff/math/exp_table.hpp: constants and table of exp, exp2, exp10 and expm1."""
import mpmath as mp

from common import bits, text, to_float

ROWS = 2048  # cells of ln2/2048
ONE = 1 << 120  # fixed point
REACH = mp.mpf(2) ** -15.5  # how far a table point may lie from the middle of its cell


def point(j):
    """The float D nearest j ln2/2048 (0.8 of it for j = +-1) with |e^D / T - 1| < 2^-29 |D|, T a float (Gal's
    method), or failing that the one with the least rest within REACH.  Returns D, T, the rest."""
    if j == 0:
        return mp.mpf(0), mp.mpf(1), mp.mpf(0)
    place = mp.sign(j) * mp.mpf("0.8") if abs(j) == 1 else j  # nearer to 0, where e^x - 1 cancels most
    centre = to_float(place * mp.log(2) / ROWS)
    ulp = mp.mpf(2) ** (mp.frexp(centre)[1] - 24)
    unit = ONE >> (24 if j < 0 else 23)
    wanted = int(abs(centre) * mp.exp(centre) * ONE) >> 29
    powers = [int(mp.exp(centre) * ONE)] * 2
    factors = [int(mp.exp(ulp) * ONE), int(mp.exp(-ulp) * ONE)]
    best = ONE, 0
    for step in range(int(REACH / ulp)):
        for side in (0, 1):
            rest = abs((powers[side] + unit // 2) % unit - unit // 2)
            if rest < best[0]:
                best = rest, -step if side else step
            powers[side] = powers[side] * factors[side] >> 120
        if best[0] < wanted:
            break
    D = centre + best[1] * ulp
    T = to_float(mp.exp(D))
    return D, T, mp.exp(D) / T - 1


def rows():
    for i in range(ROWS + 1):
        D, T, rest = point(i - ROWS // 2)
        assert abs(rest) < mp.mpf(2) ** -26
        head = (bits(T) + bits(1) - (i << 12)) & 0xffffffff
        yield "{0x%x,0x%x,0x%x,0x%x}," % (head, bits(D), bits(to_float(rest)), bits(T))


def constant(name, value):
    print("inline constexpr float %s = %s;" % (name, text(value)))


def split(value, name, grid):
    """value = hi + mid + lo: hi a float, mid a multiple of `grid`."""
    hi = to_float(value)
    mid = mp.nint((value - hi) / grid) * grid
    constant(name + "_hi", hi)
    constant(name + "_mid", mid)
    constant(name + "_lo", to_float(value - hi - mid))


ln2, ln10 = mp.log(2), mp.log(10)
print("""// Made by scripts/tables/exp.py: do not edit.
//
// T (1 + rest) is e^D to 2^-50: the rest, below 2^-26, is rounded to a float.
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {

// Times 2048: the arguments count k in 2048 k.
inline constexpr float exp_cells = %s, exp10_cells = %s;
// ln2/2048, mid a multiple of 2^-47, and log10(2)/2048, mid of 15 bits.""" % (text(to_float(ROWS / ln2)),
                                                                  text(to_float(ROWS * ln10 / ln2))))
split(ln2 / ROWS, "ln2_cell", mp.mpf(2) ** -47)
split(ln2 / ln10 / ROWS, "lg2_cell", mp.mpf(2) ** -52)
print("""// ln2, ln10""")
for name, value in (("ln2", ln2), ("ln10", ln10)):
    constant(name + "_hi", to_float(value))
    constant(name + "_lo", to_float(value - to_float(value)))
print("""
// Row i, bits of floats: a point D near (i - 1024) ln2/2048 with e^D = T (1 + rest), T a float; |rest| < 2^-28 |D|
// but in a dozen rows, where it is below 2^-26.  `head` is T; `shifted` + (n << 12) is T 2^(127 + k) for
// n = 2048 k + i.
struct alignas(16) exp_row { uint32 shifted, point, rest, head; };
struct exp_rows { exp_row at[%d]; };
struct exp_table;\ntemplate <class Nothing>\ninline constexpr exp_rows table_of<exp_table, Nothing> = {{""" % (ROWS + 1))
line = ""
for row in rows():
    if len(line) + len(row) > 110:
        print(line)
        line = ""
    line += row
print(line)
print("""}};

}  // namespace detail
}  // namespace ff
// clang-format on""")
