#!/usr/bin/env python3
"""Prints include/ff/math/exp_table.hpp: constants and table of exp, exp2, exp10 and expm1."""
import mpmath as mp

from common import bits, text, to_float
from words import table

ROWS = 256  # cells of ln2/256
# Fine cells for |x| < 1.5 2^-6, where e^x - 1 cancels: eight to an octave from 2^-12 on, and one below.
FINE_FIRST, FINE_CELLS = -12, 52
ONE = 1 << 120  # fixed point
TRIES = 1 << 15


def point(j):
    """The float D near j ln2/256 with |e^D / T - 1| < 2^-31 |D|, T of 23 bits (Gal's method), or failing that the
    one with the least rest.  Returns D, T, the rest."""
    if j == 0:
        return mp.mpf(0), mp.mpf(1), mp.mpf(0)
    centre = to_float(j * mp.log(2) / ROWS)
    ulp = mp.mpf(2) ** (mp.frexp(centre)[1] - 24)
    unit = ONE >> (23 if j < 0 else 22)
    wanted = int(abs(centre) * mp.exp(centre) * ONE) >> 31
    powers = [int(mp.exp(centre) * ONE)] * 2
    factors = [int(mp.exp(ulp) * ONE), int(mp.exp(-ulp) * ONE)]
    best = ONE, 0
    for step in range(min(TRIES, int(mp.log(2) / ROWS / 32 / ulp))):
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


def fine_point(low, high, sign):
    """The float D near the middle of a fine cell whose rest is the least, for T a multiple of 2^-23."""
    centre, grid = mp.exp(sign * 2 * low * high / (low + high)), mp.mpf(2) ** -23
    best = None
    for step in range(-int((high - low) / 16 / grid), int((high - low) / 16 / grid) + 1):
        T = mp.nint(centre / grid + step) * grid
        D = to_float(mp.log(T))
        rest = mp.exp(D) / T - 1
        if best is None or abs(rest) < abs(best[2]):
            best = D, T, rest
    return best


def row(j, D, T, rest):
    assert abs(rest) < mp.mpf(2) ** -30
    head = (bits(T) + bits(1) - ((j + ROWS // 2) << 15)) & 0xffffffff
    return head, bits(D), bits(to_float(rest)), bits(T)


def fine_rows():
    for sign in 1, -1:
        yield row(0, mp.mpf(0), mp.mpf(1), mp.mpf(0))
        for i in range(FINE_CELLS):
            octave = mp.mpf(2) ** (FINE_FIRST + i // 8)
            yield row(0, *fine_point((1 + mp.mpf(i % 8) / 8) * octave, (1 + mp.mpf(i % 8 + 1) / 8) * octave, sign))


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

// Cells of ln2/256.
inline constexpr float exp_cells = %s, exp10_cells = %s;
// ln2/256, 256 mid a power of two, and log10(2)/256, mid of 15 bits.""" %
      (text(to_float(ROWS / ln2)), text(to_float(ROWS * ln10 / ln2))))
split(ln2 / ROWS, "ln2_cell", mp.mpf(2) ** -40)
split(ln2 / ln10 / ROWS, "lg2_cell", mp.mpf(2) ** -49)
print("""// ln2, ln10""")
for name, value in (("ln2", ln2), ("ln10", ln10)):
    constant(name + "_hi", to_float(value))
    constant(name + "_lo", to_float(value - to_float(value)))
print("""
// Row i, bits of floats: a point D near j ln2/256, j = i - 128, with e^D = T (1 + rest), T of 23 bits, and
// |rest| < 2^-31 |D| but for a few rows; the rest is rounded to a float.  `head` is T; `shifted` + (n << 15) is T 2^(127 + k)
// for n = 256 k + i.
//
// Next to 0, for |x| < exp_fine, cells are narrow beside x: that of the top bits of |x|, eight to an octave.  Row
// bits(|x|) >> 20 less exp_fine_first stands behind the %d rows; the first of these is all below 2^%d and has the point 0.
// The negative numbers' rows follow, exp_fine_sided later.
inline constexpr float exp_fine = 0x1.8p-6f;
inline constexpr uint32 exp_fine_first = %du, exp_fine_sided = %du;
struct alignas(16) exp_row { uint32 shifted, point, rest, head; };""" %
      (ROWS, FINE_FIRST, (bits(mp.mpf(2) ** FINE_FIRST) >> 20) - 1, FINE_CELLS + 1))


print(table("exp_table", "exp_row", [row(j, *point(j)) for j in range(-ROWS // 2, ROWS // 2)] + list(fine_rows())))
print("""
}  // namespace detail
}  // namespace ff
// clang-format on""")
