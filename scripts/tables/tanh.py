#!/usr/bin/env python3
"""Prints include/ff/math/tanh_table.hpp: the table of tanh."""
import math
import struct

import mpmath as mp

from common import bits, text, to_float
from words import table

BITS = 5                   # cells an octave of |x| + OFFSET, as a power of two
# 0 lies a quarter into its cell: in the next one |x| is at least 3/4 of its width.
OFFSET = 2.0 ** -7 * (1.5 + 1 / 128)
LAST = 18.0


def float_of(x):
    """A Python float rounded to 24 bits."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


def cells():
    """The cells of y = a + OFFSET cut by the leading bits of y, up to a = LAST, as (first a, last a)."""
    shift = 23 - BITS
    first, last = bits(mp.mpf(OFFSET)) >> shift, bits(to_float(LAST + OFFSET)) >> shift
    edges = [struct.unpack("<f", struct.pack("<I", i << shift))[0] - OFFSET for i in range(first, last + 2)]
    return first, list(zip(edges, edges[1:]))


def candidates(low, high, t):
    """(T, W, atanh T, error of W or of tanh) for points near t: T short and 1 - T^2 = W a float, exactly or
    nearly; where T rounds to 1, W/2 is what it lacks."""
    T0, width = math.tanh(t), high - low
    slope = 1 - T0 * T0
    for q in range(12, 25):
        unit = 2.0 ** -q
        reach = max(width / 4, unit / slope)
        last_step = int(min(reach * slope / unit + 1, 24))
        for step in range(-last_step, last_step + 1):
            T = round(T0 / unit) * unit + step * unit
            if 0 <= T < 1 and abs(math.atanh(T) - t) <= reach:
                W = float_of(1 - T * T)
                yield T, W, math.atanh(T), abs(W - (1 - T * T))
    if t > 8:
        for step in range(-40, 41):
            point = float_of(t + step * width / 200)
            delta = 2 / (math.exp(2 * point) + 1)
            W = float_of(2 * delta)
            yield 1.0, W, point, abs(W - 2 * delta) / 2 / width + abs(W - delta * (2 - delta))


lost = []  # by each row, in u^2 of tanh: what W lacks, times the largest d


def row(low, high):
    t = (low + high) / 2 if low > 1 / 32 else low + (high - low) * 7 / 16
    if low < 0:
        return 0, 0, 0, bits(mp.mpf(1))

    def parts(candidate):
        T, W, point, e = candidate
        reach = max(abs(low - point), abs(high - point))
        return reach, e * reach / max(T, 2.0 ** -13) * 2.0 ** 48

    def cost(candidate):
        T, W, point, e = candidate
        reach, error = parts(candidate)
        return error + W * reach ** 9 / 4725 / max(T, 2.0 ** -13) * 2.0 ** 48 + reach / (high - low) / 20

    best = min(candidates(low, high, t), key=cost)
    lost.append(parts(best)[1])
    T, W = mp.mpf(best[0]), mp.mpf(best[1])
    point = mp.atanh(T) if T < 1 else mp.mpf(best[2])
    head = to_float(point)
    return bits(head), bits(to_float(point - head)), bits(T), bits(W)


first, all_cells = cells()
rows = [row(low, high) for low, high in all_cells]
rows[-1] = bits(mp.mpf(LAST)), 0, bits(mp.mpf(1)), 0
print("""// Made by scripts/tables/tanh.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {

// A cell of |x|: bits %d and up of |x| + tanh_offset.  A row, bits of floats: t in two words, T = tanh t, W = 1 - T^2.
// T is exact for the t that is rounded, to 2^-49 of it; W is rounded, which costs at most %s u^2 of tanh.
inline constexpr float tanh_offset = %s;
inline constexpr uint32 tanh_shift = %d, tanh_first_cell = %d, tanh_cells = %d;
struct alignas(16) tanh_row {
  uint32 point, point_low, value, slope;
};
%s

}  // namespace detail
}  // namespace ff
// clang-format on""" % (23 - BITS, mp.nstr(mp.mpf(max(lost)), 2), text(mp.mpf(OFFSET)), 23 - BITS, first, len(rows), table("tanh_table", "tanh_row", rows)))
