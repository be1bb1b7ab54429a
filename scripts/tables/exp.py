#!/usr/bin/env python3
"""Prints include/ff/math/exp_table.hpp: constants and table of exp, exp2, exp10 and expm1."""
import mpmath as mp

from common import bits, text, to_float

ROWS = 256  # cells of ln2/256
FINE = 1024  # cells of ln2/1024, for |x| < 1.5 2^-6
FINE_LAST = 35
ONE = 1 << 120  # fixed point
TRIES = 1 << 15


def point(j, cells):
    """The float D near j ln2/cells (0.8 of it for the fine j = +-1) with |e^D / T - 1| < 2^-31 |D|, T of 23 bits
    (Gal's method), or failing that the one with the least rest.  Returns D, T, the rest."""
    if j == 0:
        return mp.mpf(0), mp.mpf(1), mp.mpf(0)
    place = mp.sign(j) * mp.mpf("0.8") if abs(j) == 1 and cells == FINE else j  # where e^x - 1 cancels most
    centre = to_float(place * mp.log(2) / cells)
    ulp = mp.mpf(2) ** (mp.frexp(centre)[1] - 24)
    unit = ONE >> (23 if j < 0 else 22)
    wanted = int(abs(centre) * mp.exp(centre) * ONE) >> 31
    powers = [int(mp.exp(centre) * ONE)] * 2
    factors = [int(mp.exp(ulp) * ONE), int(mp.exp(-ulp) * ONE)]
    best = ONE, 0
    for step in range(min(TRIES, int(mp.log(2) / cells / 32 / ulp))):
        for side in (0, 1):
            rest = abs((powers[side] + unit // 2) % unit - unit // 2)
            if rest < best[0]:
                best = rest, -step if side else step
            powers[side] = powers[side] * factors[side] >> 120
        if best[0] < wanted:
            break
    D = centre + best[1] * ulp
    T = mp.nint(mp.exp(D) * ONE / unit) * unit / ONE
    return D, T, mp.exp(D) / T - 1


def rows(numbers, cells):
    for j in numbers:
        D, T, rest = point(j, cells)
        assert abs(rest) < mp.mpf(2) ** -30
        head = (bits(T) + bits(1) - ((j + ROWS // 2) << 15)) & 0xffffffff
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
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {

// Cells of ln2/256, and of ln2/1024 for |x| < exp_fine.
inline constexpr float exp_cells = %s, exp10_cells = %s;
inline constexpr float exp_fine_cells = %s, exp_fine = 0x1.8p-6f;
// ln2/256, 256 mid a power of two, and log10(2)/256, mid of 15 bits.""" %
      (text(to_float(ROWS / ln2)), text(to_float(ROWS * ln10 / ln2)), text(to_float(FINE / ln2))))
split(ln2 / ROWS, "ln2_cell", mp.mpf(2) ** -40)
split(ln2 / ln10 / ROWS, "lg2_cell", mp.mpf(2) ** -49)
print("""// ln2, ln10""")
for name, value in (("ln2", ln2), ("ln10", ln10)):
    constant(name + "_hi", to_float(value))
    constant(name + "_lo", to_float(value - to_float(value)))
print("""
// Row i, bits of floats: a point D near j ln2/256, j = i - 128, with e^D = T (1 + rest), T of 23 bits, and
// |rest| < 2^-31 |D| but for a few rows; the rest is rounded to a float.  `head` is T; `shifted` + (n << 15) is T 2^(127 + k)
// for n = 256 k + i.  The fine table has points near j ln2/1024, |j| <= %d, and its row i is that of j = i + exp_fine_first - 128.
inline constexpr uint32 exp_fine_first = %du;
struct alignas(16) exp_row { uint32 shifted, point, rest, head; };""" % (FINE_LAST, ROWS // 2 - FINE_LAST))


def print_table(name, table):
    print("""struct %s_rows { exp_row at[%d]; };
struct %s_table;
template <class Nothing>
inline constexpr %s_rows table_of<%s_table, Nothing> = {{""" % (name, len(table), name, name, name))
    line = ""
    for row in table:
        if len(line) + len(row) > 110:
            print(line)
            line = ""
        line += row
    print(line)
    print("}};")


print_table("exp", list(rows(range(-ROWS // 2, ROWS // 2), ROWS)))
print_table("exp_fine", list(rows(range(-FINE_LAST, FINE_LAST + 1), FINE)))
print("""
}  // namespace detail
}  // namespace ff
// clang-format on""")
