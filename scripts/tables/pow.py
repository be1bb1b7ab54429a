#!/usr/bin/env python3
"""Prints include/ff/math/pow_table.hpp: the table and constants of the logarithm behind pow, pown and rootn."""
import mpmath as mp

from common import bits, text, to_float
from words import table

ROWS = 256
SHIFT = 23 - 8             # bits of a float below the row's index
CENTRE = 0x3f350000        # bits of the centre of row 0, just below sqrt(1/2); row 150 is centred on 1
FIRST = CENTRE - (1 << (SHIFT - 1))
HEAD, MIDDLE = mp.mpf(2) ** -17, mp.mpf(2) ** -32  # grids of the logarithms' first two words
SPARE = (1 << 12) - 1      # bits of c that the significand leaves free
SPARE_SCALE = mp.mpf(2) ** -45
LARGEST_K = 128
UNIT = mp.mpf(2) ** -23          # k comes times 2^23


def value(word):
    return mp.mpf((word & 0x7fffff) | 0x800000) * mp.mpf(2) ** ((word >> 23) - 150)


def on_grid(x, grid):
    return mp.nint(x / grid) * grid


ln2 = mp.log(2)
ln2_h = on_grid(ln2, HEAD)
ln2_m = on_grid(ln2 - ln2_h, MIDDLE)
ln2_l = to_float(ln2 - ln2_h - ln2_m)


def reciprocal(low, high, ulp):
    """c ~ 1/x of few bits: c x - 1 and its sum with the middle words are floats.  c and the largest |c x - 1|."""
    best = None
    for b in range(6, 12):
        grid = mp.mpf(2) ** -b
        nearest = on_grid(2 / (low + high), grid)
        for c in (nearest - grid, nearest, nearest + grid):
            r = max(abs(c * low - 1), abs(c * high - 1))
            exact = r + LARGEST_K * ln2_m + HEAD <= mp.mpf(2) ** 24 * min(ulp * grid, MIDDLE)
            if exact and (best is None or r < best[1]):
                best = c, r
    return best


largest, rows = 0, []
for i in range(ROWS):
    first = FIRST + (i << SHIFT)
    low, high = value(first), value(first + (1 << SHIFT))
    ulp = mp.mpf(2) ** -24 if low < 1 else mp.mpf(2) ** -23
    c, r = (mp.mpf(1), high - 1) if low < 1 < high else reciprocal(low, high, ulp)
    largest = max(largest, r)
    exact = -mp.log(c)
    h = on_grid(exact, HEAD)
    m = on_grid(exact - h, MIDDLE)
    l = to_float(exact - h - m)
    if l > exact - h - m:  # the rest has to be positive
        l = to_float(l - abs(l) * mp.mpf(2) ** -24)
    unit = mp.mpf(2) ** (-24 if c < 1 else -23) * SPARE_SCALE
    rest = int(mp.nint((exact - h - m - l) / unit))
    assert bits(c) & SPARE == 0 and 0 <= rest <= SPARE, (i, c, rest)
    assert abs(exact - h - m - l - rest * unit) < mp.mpf(2) ** -69
    rows.append((bits(c) + rest, bits(h), bits(m), bits(l)))

third = to_float(mp.mpf(1) / 3)

# log(1 + r) = r + r^2 (-1/2 + r (1/3 + r (-1/4 + r g(r)))), g near minimax.
fit = mp.chebyfit(lambda r: sum((-r) ** i / (i + 5) for i in range(20)), [-largest, largest], 2)
g = [to_float(x) for x in reversed(fit)]

print("""// Made by scripts/tables/pow.py: do not edit.
//
// -log c in its four words is within 2^-69 of it.  c is exact: what it differs from 1/x is in r.
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {
""")


def constant(name, x, comment):
    print("inline constexpr float %s = %s;%s" % (name, text(x), "  // " + comment if comment else ""))


print("inline constexpr uint32 power_first = 0x%08xu;  // bits of the least argument of row 0" % FIRST)
print("inline constexpr uint32 power_spare = 0x%xu;  // the bits of c that hold a fourth word" % SPARE)
constant("power_spare_scale", SPARE_SCALE, "its unit in that of c")
constant("power_ln2_h", ln2_h * UNIT, "log 2, a multiple of 2^-17, times 2^-23")
constant("power_ln2_m", ln2_m * UNIT, "a multiple of 2^-32")
constant("power_ln2_l", ln2_l * UNIT, "the rest")
constant("power_third_h", third, "1/3")
constant("power_third_l", to_float(mp.mpf(1) / 3 - third), "the rest")
constant("power_g0", g[0], "1/5 - r/6 + ... for |r| < %s" % mp.nstr(largest, 4))
constant("power_g1", g[1], "")
print("""
// Row of x, as bits of floats: c ~ 1/x with few bits; -log c = h + m + l + (the spare bits of c), in words of
// descending size, h a multiple of 2^-17, m of 2^-32.
struct alignas(16) power_row {
  uint32 c, h, m, l;
};
%s

}  // namespace detail
}  // namespace ff
// clang-format on""" % table("power_table", "power_row", rows))
