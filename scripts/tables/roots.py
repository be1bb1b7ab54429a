"""Prints include/ff/math/roots_table.hpp: the seeds of cbrt and rcbrt.

z0 = from_bits(magic - (bits(|x|) >> 16) * 21845) is about a constant times x^(-1/3), since 21845/2^16 is 1/3 but for
2^-16 of it.  v = |x| z0^3 then lies within 10 % of 1/3 whatever x, and x^(-1/3) = z0 v^(-1/3) by a polynomial."""
import struct

import mpmath as mp

from common import text, to_float

FACTOR = 21845
LEAST = (127 - 96) << 23


def from_bits(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def reach(magic):
    """The least and the largest x z0^3 for 1 <= x < 8; eight times x is half z0, for the whole range of floats."""
    products = []
    for upper in range(0x3f80, 0x4100):
        z = mp.mpf(from_bits(magic - upper * FACTOR))
        products += [from_bits(upper << 16) * z**3, from_bits((upper + 1) << 16) * z**3]
    return min(products), max(products)


def magic_for(centre):
    """The constant whose products lie around `centre`, in steps of 2^-11 of a power of two."""
    low, high = 0x54000000, 0x54ffffff
    while high - low > 0x1000:
        middle = (low + high) // 2
        least, largest = reach(middle)
        low, high = (middle, high) if mp.sqrt(least * largest) < centre else (low, middle)
    return low & ~0xfff


def main():
    magic = magic_for(mp.mpf(1) / 3)
    least, largest = reach(magic)
    print("""// Made by scripts/tables/roots.py.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

// The bits of 2^-96, and the seed: from key = 2 (bits(|x|) - cbrt_least_bits) with |x| >= 2^-96 comes
// z0 = from_bits(cbrt_magic - (key >> 17) * cbrt_factor), and v = |x| z0^3 lies in [%s, %s].""" %
          (mp.nstr(least, 5), mp.nstr(largest, 5)))
    print(f"inline constexpr uint32 cbrt_least_bits = {LEAST:#x}u;")
    print(f"inline constexpr uint32 cbrt_magic = {magic - (LEAST >> 16) * FACTOR:#x}u, cbrt_factor = {FACTOR}u;")
    for name, power, scale, degree in [("cbrt", -2, mp.mpf(1) / 3, 3), ("rcbrt", -1, mp.mpf(1), 2)]:
        exact = lambda v: scale * mp.cbrt(v) ** power
        fitted = mp.chebyfit(exact, [least, largest], degree + 1)  # the highest power first
        coefficients = [to_float(c) for c in reversed(fitted)]
        samples = [least + (largest - least) * i / 4000 for i in range(4001)]
        worst = max(abs(mp.polyval(coefficients[::-1], v) / exact(v) - 1) for v in samples)
        named = "v^(-2/3)/3" if name == "cbrt" else "v^(-1/3)"
        print(f"\n// {named}, relative error 2^{mp.nstr(mp.log(worst, 2), 4)}.")
        for n, c in enumerate(coefficients):
            print(f"inline constexpr float {name}_p{n} = {text(c)};")
    print("""
}  // namespace detail
}  // namespace ff""")


if __name__ == "__main__":
    main()
