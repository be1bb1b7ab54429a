#!/usr/bin/env python3
"""The lemmas on sums that the prover of function bounds takes for granted, for all floats of 3 to 5 bits.

With s = RN(a + b), v = RN(s - a) and w = RN(s - v), all by rounding to nearest, ties to even:
  TwoSum      s - v, a - w and b - v are floats, and (a - w) + (b - v) = a + b - s is one.
  FastTwoSum  s - a is a float if |a| >= |b|, or a is a multiple of ulp(b).
Floats are integers times a power of two.  Exponents reach from operands that absorb the other to those that it absorbs,
and down to a least exponent, below which numbers are subnormal.
"""
import sys


def rounded(n, p):
    """The integer of p significant bits nearest to n, ties to even."""
    drop = max(abs(n).bit_length() - p, 0)
    low, half = n & ((1 << drop) - 1), (1 << drop) >> 1
    down = n - low
    up = low > half or (low == half and drop > 0 and (n >> drop) & 1)
    return down + (1 << drop) if up else down


def check(p):
    floats = sorted({sign * m << e for m in range(1 << p) for e in range(2 * p + 3) for sign in (-1, 1)})
    for a in floats:
        for b in floats:
            s = rounded(a + b, p)
            v = rounded(s - a, p)
            w = rounded(s - v, p)
            for exact in (s - v, a - w, b - v, a + b - s):
                assert rounded(exact, p) == exact, (p, a, b)
            assert (a - w) + (b - v) == a + b - s, (p, a, b)
            ulp = 1 << max(abs(b).bit_length() - p, 0)
            if abs(a) >= abs(b) or a % ulp == 0:
                assert rounded(s - a, p) == s - a, (p, a, b)
    return len(floats) ** 2


print(f"{sum(map(check, (3, 4, 5)))} pairs")
sys.exit(0)
