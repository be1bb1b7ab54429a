"""The hardest arguments of sin, cos and tan: the pairs nearest to multiples of pi/2.

trig_worst.py          "function hex-hi hex-lo" for every exponent: the number of 48 bits nearest to a multiple
trig_worst.py --bound  that no pair but 0 is nearer than 2^-66 to a multiple, in units of pi/2 (some minutes)

Among M 2^e, M < 2^48, the nearest to a multiple of pi/2 is a convergent, or an intermediate fraction, of
2^e / (pi/2) (Muller, Elementary Functions, 11.3, after Kahan).  A pair may have a gap between its words; then
it is H 2^a + L 2^b with abs(H), abs(L) < 2^24, and a short vector of a lattice of three dimensions."""
import sys
from fractions import Fraction

import mpmath as mp

mp.mp.prec = 1400
SCALE = 1200
TWO_OVER_PI = int(mp.floor(2 / mp.pi * mp.mpf(2) ** SCALE))  # over 2^SCALE


def distance(numerator, exponent):
    """The signed distance of numerator 2^exponent from a multiple of pi/2, in units of pi/2, over 2^SCALE."""
    turns = numerator * TWO_OVER_PI
    turns = turns << exponent if exponent >= 0 else turns >> -exponent
    rest = turns & ((1 << SCALE) - 1)
    return rest - (1 << SCALE) if rest >> (SCALE - 1) else rest


def nearest_of_48_bits(exponent):
    """The M of 48 bits that brings M 2^exponent nearest to a multiple, not 0, of pi/2."""
    step = distance(1, exponent) if exponent >= 0 else TWO_OVER_PI >> -exponent
    value = Fraction(abs(step), 1 << SCALE)
    p0, q0, p1, q1 = 0, 1, 1, 0
    best = None
    while q1 < 2 ** 48:
        a = value.numerator // value.denominator
        # the convergent and the last intermediate fraction of 48 bits
        for k in {a, min(a, (2 ** 48 - 1 - q0) // q1 if q1 else a)}:
            q = k * q1 + q0
            if 0 < q < 2 ** 48:
                scaled = q << (48 - q.bit_length())  # the same value times a power of two is another exponent's
                if q.bit_length() == 48 or k == a:
                    error = abs(distance(q, exponent))
                    if (q.bit_length() == 48) and (best is None or error < best[0]):
                        best = (error, q)
        p0, p1 = p1, a * p1 + p0
        q0, q1 = q1, a * q1 + q0
        if value.denominator == 0 or value == a:
            break
        value = 1 / (value - a)
    return best


def nearest_float(x):
    with mp.workprec(24):
        return +x


def pairs():
    for exponent in range(-47, 80):
        found = nearest_of_48_bits(exponent)
        if found is None:
            continue
        x = mp.mpf(found[1]) * mp.mpf(2) ** exponent
        hi = nearest_float(x)
        if hi >= mp.mpf(2) ** 128:
            continue
        yield float(hi), float(x - hi)


def shortest_norm_at_least(rows, bound):
    """Whether no vector of the lattice is shorter: LLL, then the least Gram-Schmidt norm (a lower bound)."""
    rows = [list(r) for r in rows]

    def orthogonal():
        star, mu = [], [[Fraction(0)] * 3 for _ in range(3)]
        for i in range(3):
            v = [Fraction(c) for c in rows[i]]
            for j in range(i):
                mu[i][j] = sum(a * b for a, b in zip(rows[i], star[j])) / norms[j]
                v = [a - mu[i][j] * b for a, b in zip(v, star[j])]
            star.append(v)
            norms[i] = sum(a * a for a in v)
        return mu

    norms = [Fraction(0)] * 3
    k = 1
    mu = orthogonal()
    while k < 3:
        for j in range(k - 1, -1, -1):
            r = round(mu[k][j])
            if r:
                rows[k] = [a - r * b for a, b in zip(rows[k], rows[j])]
                mu = orthogonal()
        if norms[k] >= (Fraction(3, 4) - mu[k][k - 1] ** 2) * norms[k - 1]:
            k += 1
        else:
            rows[k], rows[k - 1] = rows[k - 1], rows[k]
            mu = orthogonal()
            k = max(k - 1, 1)
    return min(norms) > bound


def nearest_float_distance(exponent):
    """The least distance of H 2^exponent, 0 < H < 2^24, from a multiple of pi/2, in units of pi/2."""
    value = Fraction(abs(distance(1, exponent)), 1 << SCALE)
    p0, q0, p1, q1 = 0, 1, 1, 0
    rest = value
    least = Fraction(1)
    while True:
        a = rest.numerator // rest.denominator
        p0, q0, p1, q1 = p1, q1, a * p1 + p0, a * q1 + q0
        if q1 >= 2 ** 24:
            return least
        least = min(least, abs(q1 * value - p1))
        rest = 1 / (rest - a)


def no_pair_is_nearer(bits):
    """No H 2^a + L 2^b but 0, abs(H), abs(L) < 2^24, within 2^-bits (pi/2) of a multiple of pi/2 other than 0."""
    scale, least, weight = bits + 30, -62, 2 ** 8
    for a in range(-24, 105):
        # L 2^b with b < least is below 2^-38: the head alone decides
        if nearest_float_distance(a) < Fraction(1, 2 ** 36):
            return a, None
        alpha = distance(1, a) >> (SCALE - scale)
        for b in range(least, a - 24):  # abs(L 2^b) <= 2^(a-1), so b = a - 24 is among b = a - 25
            beta = distance(1, b) >> (SCALE - scale)
            # (weight H, weight L, H alpha + L beta - K 2^scale); the last is at most 2^30, and 2^25 for truncation
            if not shortest_norm_at_least([(weight, 0, alpha), (0, weight, beta), (0, 0, 1 << scale)],
                                          2 * 2 ** 64 + 2 ** 61):
                return a, b
    return None


if "--bound" in sys.argv:
    failed = no_pair_is_nearer(66)
    print("every pair but 0 is further than 2^-66 pi/2 from a multiple of pi/2" if failed is None else
          f"not shown for the exponents {failed}")
    sys.exit(failed is not None)
for h, l in pairs():
    for function in ("sin", "cos", "tan"):
        print(function, h.hex(), l.hex())
