"""Prints include/ff/math/erfinv_table.hpp: polynomials of degree 5 for the inverse of erf on [0, 5/8], and cubics
for a float near the inverse of erfc as a function of sqrt(-log q)."""
from mpmath import erf, erfc, erfinv, exp, log, mp, mpf, pi, sqrt

from erf import cells, pair, print_header, value, word
from erfc import DEGREE, stated, rows_on, shared_word

mp.prec = 320
OFFSET = mpf(2) ** -4 + mpf(2) ** -12
SHIFT = 16
SEED_CELLS = 160  # of width 1/16 in sqrt(-log q), which is below 10.2


def inverse(y, x):
    """Newton's iteration for erf(x) = y from a double x."""
    for _ in range(4):
        x -= (erf(x) - y) * sqrt(pi) / 2 * exp(x * x)
    return x


def taylor(t):
    """Taylor's coefficients of the inverse of erf at t: its derivative g has g' = (x^2)' g."""
    x = [inverse(t, mpf(float(erfinv(t))) if t else mpf(0))]
    g = [sqrt(pi) / 2 * exp(x[0] ** 2)]
    for n in range(DEGREE):
        x.append(g[n] / (n + 1))
        square = [sum(x[i] * x[k - i] for i in range(k + 1)) for k in range(n + 2)]
        g.append(sum(k * square[k] * g[n + 1 - k] for k in range(1, n + 2)) / (n + 1))
    return x[:DEGREE + 1]


def upper_inverse(q, x):
    """Newton's iteration for log erfc(x) = log q."""
    for _ in range(60):
        step = (log(erfc(x)) - log(q)) * erfc(x) * sqrt(pi) / 2 * exp(x * x)
        x += step
        if abs(step) < mpf(2) ** -60:
            break
    return x


def cubic(centre, half_width):
    """The cubic through erfcinv(exp(-s^2)) at Chebyshev's nodes around the centre: c0, c1, c2, and
    one word with the rest of c0 in its upper half and c3 in its lower."""
    with mp.workprec(120):
        nodes = [half_width * mp.cos((2 * k + 1) * pi / 8) for k in range(4)]
        values = []
        for node in nodes:
            s = centre + node
            values.append(upper_inverse(exp(-s * s), s * mpf("0.9")))
        for level in range(1, 4):  # Newton's divided differences
            for k in range(3, level - 1, -1):
                values[k] = (values[k] - values[k - 1]) / (nodes[k] - nodes[k - level])
        c = [mpf(0)] * 4
        for k in range(3, -1, -1):
            c = [values[k] - nodes[k] * c[0]] + [c[n - 1] - nodes[k] * c[n] for n in range(1, 4)]
        high, low = pair(c[0])
        return [high, word(c[1]), word(c[2]), shared_word(value(low), (word(c[3]) + 0x8000) >> 16)]


def main():
    numbers, centres, halves = cells(mpf(0), mpf(5) / 8, OFFSET, SHIFT)
    points, heads, tails, errors = rows_on(taylor, taylor, centres, halves)
    first = 15  # sqrt(-log(3/8)) is above that
    seeds = [cubic(mpf(max(j, first)) / 16, mpf(1) / 32) for j in range(SEED_CELLS + 4)]
    print_header(
        "erfinv.py", "Bit patterns of floats: the inverse of erf, and seeds for that of erfc.",
        {"erfcinv_seed_row": ["c0", "c1", "c2", "c0_low_c3"]},
        [("erfc_head", "erfinv_heads", f"The inverse of erf at t + d on the cells of y + 2^-4: c0 + c1 d + .. + c5 d^5, {stated(errors)}.", heads),
         ("erfc_tail", "erfinv_tails", "Their terms from d^2 on.", tails),
         ("uint32", "erfinv_points", "The points t.", points),
         ("erfcinv_seed_row", "erfcinv_seeds", "erfcinv(exp(-s^2)), s = j/16 + d: c0 + .. + c3 d^3.", seeds)],
        [f"uint32 erfinv_first_cell = 0x{numbers[0]:x}", f"float erfinv_offset = {float(OFFSET - mpf(2) ** -16).hex()}f",
         f"uint32 erfcinv_last_seed = {len(seeds) - 1}"],
        "ff/math/erfc_table.hpp")


if __name__ == "__main__":
    main()
