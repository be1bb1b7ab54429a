#!/usr/bin/env python3
"""Prints include/ff/math/hyperbolic_table.hpp: the tables of asinh."""
import math

import mpmath as mp

from common import bits, block, text, to_float

mp.mp.prec = 120
u2 = mp.mpf(2) ** -48


def log_cells(bits_per_octave, offset, top):
    """The cells of y = a + offset cut by the leading bits of y, up to a = top, as (first a, last a)."""
    result = []
    exponent, k = int(mp.floor(mp.log(offset, 2))), 0
    while True:
        width = mp.ldexp(1, exponent - bits_per_octave)
        low = mp.ldexp(1, exponent) + k * width - offset
        if low >= top:
            return result
        result.append((low, low + width))
        k += 1
        if k == 1 << bits_per_octave:
            exponent, k = exponent + 1, 0


def pair(x):
    head = to_float(x)
    return head, to_float(x - head)


def row(a, b, c, d):
    return "{0x%08x, 0x%08x, 0x%08x, 0x%08x}" % (bits(a), bits(b), bits(c), bits(d))


def table(kind, name, rows, per_line):
    print("inline constexpr %s %s = {{\n%s\n}};\n" % (kind, name, block(rows, per_line)))


# ---- the inverse functions: asinh t and sqrt(1 + t^2) / 2 at points t near the cells' centres.
def asinh_point(low, high, t):
    """A float in the cell around t, for small t near it, whose asinh is almost a float (Gal)."""
    ulp = 2.0 ** (math.frexp(float(t))[1] - 24)

    def lost(point):  # t - asinh t, in ulps of t
        return (point - math.asinh(point)) / ulp

    def excess(point):
        significand = math.ldexp(math.frexp(math.asinh(point))[0], 24)
        return abs(significand - round(significand))

    width, start = float(high - low), float(to_float(t))
    if high < 2 ** -5:  # `lost` grows slowly: solve for the nearest point where it is a whole number
        reach = 2 * width if start > 6 * width else 0
        goals = range(math.floor(lost(start - reach)) + 1, math.ceil(lost(start + reach)))
        points = []
        for goal in goals:
            a, b = start - reach, start + reach
            for _ in range(60):
                a, b = ((a + b) / 2, b) if lost((a + b) / 2) < goal else (a, (a + b) / 2)
            points.append(float(to_float(mp.mpf(a))))
        start = min(points + ([] if points else [start]), key=lambda point: abs(point - start))
    return mp.mpf(min((start - k * ulp for k in range(2000 if start > 2 ** -6 else 50)), key=excess))


def asinh_rows(offset, late, top):
    points, rows = [], []
    for low, high in log_cells(6, offset, top):
        t = asinh_point(low, high, (low + high) / 2 - late) if rows else mp.mpf(0)
        points.append("0x%08x" % bits(t))
        rows.append(row(*pair(mp.asinh(t)), *pair(mp.sqrt(1 + t * t) / 2)))
    return points, rows


late = mp.mpf(2) ** -20
asinh_offset = mp.mpf(2) ** -7 + mp.mpf(2) ** -14 - late
asinh_points, asinh = asinh_rows(asinh_offset, late, 2 ** 12 + 64)

print("""// Made by scripts/tables/hyperbolic.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {

// The bits of four floats.
struct alignas(16) hyperbolic_row {
  uint32 a, b, c, d;
};
""")
print("""// A cell of s: bits 17 and up of s + asinh_offset; the bits of its t.  A row: asinh t and sqrt(1 + t^2) / 2, in
// two floats each, to 2^-49 of themselves.
inline constexpr float asinh_offset = %s;
inline constexpr uint32 asinh_first_cell = %d, asinh_cells = %d;
struct asinh_points {
  uint32 at[asinh_cells];
};
struct asinh_rows {
  hyperbolic_row at[asinh_cells];
};""" % (text(asinh_offset), bits(asinh_offset) >> 17, len(asinh)))
table("asinh_points", "asinh_point_table", asinh_points, 8)
table("asinh_rows", "asinh_table", asinh, 2)
print("""}  // namespace detail
}  // namespace ff
// clang-format on""")
