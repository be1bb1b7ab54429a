#!/usr/bin/env python3
"""Prints include/ff/math/hyperbolic_table.hpp: the tables of the hyperbolic functions and their inverses."""
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
    print("struct %s;\ntemplate <class Nothing>\ninline constexpr %s table_of<%s, Nothing> = {{\n%s\n}};\n"
          % (name, kind, name, block(rows, per_line)))


# ---- tanh: T short and 1 - T^2 = W a float, exactly or nearly; where T rounds to 1, W/2 is what it lacks.
def tanh_candidates(low, high, t):
    """(T, W, atanh T, error of W or of tanh) for points near t."""
    T0, width = mp.tanh(t), high - low
    for q in range(12, 25):
        unit = mp.ldexp(1, -q)
        reach = max(width / 4, unit / (1 - T0 * T0))
        last_step = int(min(reach * (1 - T0 * T0) / unit + 1, 24))
        for step in range(-last_step, last_step + 1):
            T = mp.nint(T0 / unit) * unit + step * unit
            if not 0 <= T < 1:
                continue
            point = mp.atanh(T)
            if abs(point - t) <= reach:
                W = to_float(1 - T * T)
                yield T, W, point, abs(W - (1 - T * T))
    if t > 8:
        for step in range(-40, 41):
            point = to_float(t + step * width / 200)
            delta = 1 - mp.tanh(point)
            W = to_float(2 * delta)
            yield mp.mpf(1), W, point, abs(W - 2 * delta) / 2 / width + abs(W - delta * (2 - delta))


lost = []  # by each row, in u^2 of tanh: what W lacks, times the largest d


def tanh_rows(cells):
    rows = []
    for low, high in cells:
        t = (low + high) / 2 if low > mp.mpf(1) / 32 else low + (high - low) * 7 / 16

        def cost(candidate):
            T, W, point, e = candidate
            reach = max(abs(low - point), abs(high - point))
            error = (e * reach + W * reach ** 7 / 6) / max(T, mp.mpf(2) ** -13)
            return error / u2 + reach / (high - low) / 20
        T, W, point, e = min(tanh_candidates(low, high, t), key=cost) if t != 0 else (0, 1, 0, 0)
        lost.append(e * max(abs(low - point), abs(high - point)) / max(T, mp.mpf(2) ** -13) / u2)
        rows.append(row(*pair(point), T, W))
    return rows


tanh_offset = mp.mpf(2) ** -5 + 7 * mp.mpf(2) ** -16
last = 18
tanh = tanh_rows(log_cells(7, tanh_offset, last))
tanh[-1] = row(last, 0, 1, 0)


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

// A cell of |x|: bits 16 and up of |x| + tanh_offset.  A row: t in two floats, T = tanh t, W = 1 - T^2.
// T is exact for the t that is rounded, to 2^-49 of it; W is rounded, which costs at most %s u^2 of tanh.
inline constexpr float tanh_offset = %s;
inline constexpr uint32 tanh_first_cell = %d, tanh_cells = %d;
struct tanh_rows {
  hyperbolic_row at[tanh_cells];
};""" % (mp.nstr(max(lost), 2), text(tanh_offset), bits(tanh_offset) >> 16, len(tanh)))
table("tanh_rows", "tanh_table", tanh, 2)
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
