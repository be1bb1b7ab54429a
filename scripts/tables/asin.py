"""Prints include/ff/math/asin_table.hpp: points and rows of asin and acos.

A cell holds the arguments a = |x| with the same (bits(a + OFFSET) - 4 bits(1 - a)) >> SHIFT, so cells are
about 2^-11 wide near 0, 2^-8 in the middle and 1/128 of 1 - a near 1, up to `LIMIT`.  Points are chosen so that
the second coefficient is almost a float (Gal, Bachelis, ACM TOMS 17(1), 1991); the point of the first cell is 0."""
import math
import struct

import mpmath as mp

from common import bits, block, text, to_float

OFFSET = 1.0 / 64 + 1.0 / 32768
LIMIT = 1.0 - 2.0 ** -11 - 2.0 ** -17  # the next cell, cut short, would have no good point
SHIFT = 18
CANDIDATES = 1 << 12
# 1/2 and 1/3 but for what economises d^5 in the widest cells, of 1/128 of 1 - a; where w = 1, 1/6 is left.
CUBIC = 0.5 + 52 * 2.0 ** -24
THIRD = CUBIC - 5592406 * 2.0 ** -25


def word(x):
    """The bits of x rounded to float."""
    return struct.unpack("<I", struct.pack("<f", x))[0]


def number(a):
    """The number of a's cell, from some first one on."""
    return (word(a + OFFSET) - 4 * word(1.0 - a)) % 2 ** 32 >> SHIFT


def first_of(cell):
    """The least float a of a cell or of one beyond, for 0 <= a < 1."""
    low, high = 0, word(1.0)
    while low < high:
        middle = (low + high) // 2
        if number(struct.unpack("<f", struct.pack("<I", middle))[0]) < cell:
            low = middle + 1
        else:
            high = middle
    return struct.unpack("<f", struct.pack("<I", low))[0]


def lowness(value):
    """The distance of a double from the nearest float, in half ulps."""
    scaled = math.ldexp(math.frexp(value)[0], 24)
    return 2 * abs(scaled - round(scaled))


def lowness_of_angles(t):
    """The largest of asin(t), acos(t) and acos(-t); near 0 and 1 of the one that changes fast relative to itself."""
    with mp.workprec(100):
        a, half_pi = mp.asin(t), mp.pi / 2
        angles = [a] if t < 0.25 else [half_pi - a] if t > 0.9 else [a, half_pi - a, half_pi + a]
        scaled = [mp.ldexp(mp.frexp(x)[0], 24) for x in angles]
        return max(float(2 * abs(x - mp.nint(x))) for x in scaled)


def roughly(t):
    """lowness_of_angles(t) to 2^-26, of doubles: a twentieth of its time."""
    angles = [math.asin(t)] if t < 0.25 else [math.acos(t)] if t > 0.9 else [math.asin(t), math.acos(t), math.acos(-t)]
    return max(map(lowness, angles))


def search(low, high):
    """A float near the middle of the cell where the second coefficient is almost a float, for asin, and the angles
    not far from one.  What is left of that coefficient and of the fifth term grows with the square and the fifth
    power of the largest |d|; a low word of half an ulp costs rounding errors of 1 u^2."""
    middle, half = (low + high) / 2, (high - low) / 2
    one = (1 - middle) * (1 + middle)
    angle = min(middle, math.sqrt(2 - 2 * middle))  # or a little more
    second = middle / (one * math.sqrt(one)) / 2 * half ** 2 * 2.0 ** 22 / middle
    fifth = (9 + 72 * middle ** 2 + 24 * middle ** 4) / (120 * one ** 4 * math.sqrt(one))
    fifth *= half ** 5 * 2.0 ** 45 / angle
    ulp = math.ldexp(1, math.frexp(middle)[1] - 24)
    step = ulp * max(1, int(half / ulp / CANDIDATES))
    start = round(middle / ulp) * ulp
    best = (100.0, start)
    for i in range(int(half / 2 / step)):
        rho = 1 + i * step / half
        if best[0] < fifth * rho ** 5 + 2.0 ** -3:
            break
        for t in (start + i * step, start - i * step):
            one = (1 - t) * (1 + t)
            cost = second * rho ** 2 * lowness(t / (one * math.sqrt(one))) + fifth * rho ** 5
            if cost < best[0] and cost + roughly(t) - 2.0 ** -24 < best[0]:
                best = min(best, (cost + lowness_of_angles(t), t))
    return best[1]


def coefficients(t, reach):
    """Of asin(t + d) - asin(t) for |d| <= reach: c1 and c2, each in two words.  The header takes c3 = c1 w (CUBIC w -
    THIRD) and c4 = c2 w (5 w/4 - 1/2), w = c1^2; c1 levels what they leave of the odd terms."""
    w = 1 / (1 - t * t)
    c1 = mp.sqrt(w)
    c2 = t * c1 * w / 2
    if t:
        left3 = float(c1 * w * ((mp.mpf(1) / 2 - CUBIC) * w - mp.mpf(1) / 3 + THIRD))
        left5 = float((9 + 72 * t ** 2 + 24 * t ** 4) * c1 * w ** 4 / 120)
        places = [float(reach) * i / 64 for i in range(1, 65)]
        terms = [(left3 + left5 * d * d) * d ** 3 for d in places]
        shift, width = 0.0, 2 * max(map(abs, terms)) / float(reach)
        while width > 2.0 ** -60:
            errors = [term - shift * d for term, d in zip(terms, places)]
            shift += width if max(errors) > -min(errors) else -width
            width /= 2
        c1 += shift
    return pair(c1) + pair(c2)


def pair(x):
    hi = to_float(x)
    return [hi, to_float(x - hi)]


def main():
    first, last = number(0.0), number(LIMIT)
    edges = [first_of(cell) for cell in range(first, last + 2)]
    rows, tails, acos_tails = [[], [], []], [], []
    for i, (low, high) in enumerate(zip(edges, edges[1:])):
        t = mp.mpf(search(low, high) if i else 0)
        reach = max(t - low, high - t)
        c1, c1_low, c2, c2_low = coefficients(t, reach)
        # asin goes without c2_low and has half of its largest term in the angle
        for part, angle in enumerate((mp.asin(t) + c2_low * reach ** 2 / 2, mp.acos(t), mp.acos(-t))):
            rows[part].append([t] + pair(angle) + [c1])
        tails.append([c1_low, c2])
        acos_tails.append([c1_low, c2, c2_low])
    print(f"""// Made by scripts/tables/asin.py: do not edit.
//
// Words are bits of floats.  A value in two words is the nearest pair: to 2^-49 of itself.  asin goes without
// the rest of the second coefficient; half of its largest term is in the angle.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {{
namespace detail {{

// (bits(a + asin_offset) - 4 bits(1 - a)) >> asin_shift is asin_first_cell and up, for a < asin_limit.
inline constexpr float asin_offset = {text(OFFSET)}, asin_limit = {text(LIMIT)};
inline constexpr uint32 asin_shift = {SHIFT}, asin_first_cell = {first}, asin_cells = {len(tails)};

// c3 = c1 w (asin_cubic w - asin_third), w = c1^2, but for what economises the fifth term.
inline constexpr float asin_cubic = {text(CUBIC)}, asin_third = {text(THIRD)};

// The bits of a point, its angle in two words, the first coefficient; of its rest and the second one,
// of that one's rest.
struct alignas(16) asin_row {{
  uint32 point, hi, lo, first;
}};
struct alignas(8) asin_tail {{
  uint32 first_low, second;
}};
struct alignas(16) acos_tail {{
  uint32 first_low, second, second_low, unused = 0;
}};
// Rows of asin, acos and x -> acos(-x); the rest of asin's coefficients.
struct asin_rows {{
  asin_row at[{3 * len(tails)}];
  asin_tail tail[{len(tails)}];
  acos_tail acos_tail_at[{len(tails)}];
}};
struct asin_table;\ntemplate <class Nothing>\ninline constexpr asin_rows table_of<asin_table, Nothing> = {{""")
    for data, per_line in ((rows[0] + rows[1] + rows[2], 2), (tails, 4), (acos_tails, 2)):
        words = ["{" + ", ".join(f"{bits(v):#x}" for v in row) + "}" for row in data]
        print("{\n" + block(words, per_line) + "\n},")
    print("""};
""")
    print("}  // namespace detail\n}  // namespace ff")


main()
