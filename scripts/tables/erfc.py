"""Prints include/ff/math/erfc_table.hpp: polynomials of degree 5 for erfc, normcdf and erfcx on the cells of
erfc.hpp."""
from mpmath import erfc, exp, factorial, floor, log, mp, mpf, pi, sqrt

from erf import cells, gal_point, pair, print_header, value, word

mp.prec = 640
DEGREE = 8
SCALE = mpf(2) ** 64
OFFSET = 1 + mpf(2) ** -8
SHY = mpf(2) ** -16
POWER_CELLS = 256


def chebyshev(n):
    """The coefficients of T_n."""
    a, b = [mpf(1)], [mpf(0), mpf(1)]
    for _ in range(n - 1):
        a, b = b, [2 * x - y for x, y in zip([mpf(0)] + b, a + [mpf(0)] * 2)]
    return b if n else a


CHEBYSHEV = [chebyshev(n) for n in range(DEGREE + 1)]


def fold(c, n, excess, h):
    """Takes `excess` d^n out of c, but for its smallest equal on [-h, h]: the terms of lower degree compensate."""
    for k in range(n + 1):
        c[k] -= excess * CHEBYSHEV[n][k] / CHEBYSHEV[n][n] * h ** (n - k)


def shared_word(rest, lower):
    """The word nearest `rest` whose lower half is given."""
    upper = word(rest) >> 16
    candidates = [u << 16 | lower for u in (upper - 1, upper, upper + 1)]
    return min((w for w in candidates if 0 <= w < 2 ** 32 and w & 0x7F800000 != 0x7F800000),
               key=lambda w: abs(value(w) - rest))


def row(c, h):
    """Head (c0, c1 in two words each) and tail (c2; its low word in the upper half, c5 in the lower; c3; c4)
    of the polynomial c on [-h, h]; each coefficient makes up for the rounding of those above it."""
    c = list(c)
    for n in range(DEGREE, 5, -1):
        fold(c, n, c[n], h)
    c5 = (word(c[5]) + 0x8000) >> 16
    fold(c, 5, c[5] - value(c5 << 16), h)
    c4 = word(c[4])
    fold(c, 4, c[4] - value(c4), h)
    c3 = word(c[3])
    fold(c, 3, c[3] - value(c3), h)
    c2 = word(c[2])
    c2_low = shared_word(c[2] - value(c2), c5)
    fold(c, 2, c[2] - value(c2) - value(c2_low), h)
    return pair(c[0]) + pair(c[1]), [c2, c2_low, c3, c4]


def mills(first, slope, factor, t):
    """Taylor's coefficients at t of f with f' = factor t f - slope, f(t) = first."""
    c = [first, factor * t * first - slope]
    for n in range(1, DEGREE):
        c.append(factor * (t * c[n] + c[n - 1]) / (n + 1))
    return c


def erfcx(t):
    return mills(exp(t * t) * erfc(t), 2 / sqrt(pi), 2, t)


def far(t):
    """Taylor's coefficients at t of g(v) = erfcx(1/v) / v, from v^3 g' = 2/sqrt(pi) - (2 + v^2) g."""
    c = [exp(1 / t ** 2) * erfc(1 / t) / t]
    for n in range(DEGREE):
        at = lambda k: c[k] if k >= 0 else 0
        right = (2 / sqrt(pi) if n == 0 else 0) - (2 + t * t) * c[n] - 2 * t * at(n - 1) - at(n - 2)
        left = 3 * t * t * n * c[n] + 3 * t * (n - 1) * at(n - 1) + (n - 2) * at(n - 2)
        c.append((right - left) / (t ** 3 * (n + 1)))
    return c


def tail(first, slope, factor, t, degree=4):
    """Taylor's coefficients of a tail `first` of a distribution whose density -c1 has (log c1)' = -factor t."""
    g = [-slope]
    for n in range(degree - 1):
        g.append(-factor * (t * g[n] + (g[n - 1] if n else 0)) / (n + 1))
    return [first] + [x / (n + 1) for n, x in enumerate(g)]


def rows_on(series, taylor, centres, halves):
    """Points, heads and tails of the polynomials `series` whose first coefficient has the Taylor series `taylor`."""
    points = [gal_point(taylor(t), t, h) for t, h in zip(centres, halves)]
    rows = [row(series(t), h * 17 / 16) for t, h in zip(points, halves)]
    for t, (head, _) in zip(points, rows):
        if t == 0:  # exact
            head[:2] = pair(series(t)[0])
    errors = [row_error(series(t), r, h) for t, r, h in zip(points, rows, halves)]
    return [[word(t)] for t in points], [r[0] for r in rows], [r[1] for r in rows], errors


def row_error(c, row, h):
    """The largest relative error of a row's polynomial on [-h, h], taken at its ends and seven points between."""
    (c0, c0_low, c1, c1_low), (c2, c2_low_c5, c3, c4) = row
    rounded = [value(c0) + value(c0_low), value(c1) + value(c1_low), value(c2) + value(c2_low_c5), value(c3), value(c4),
               value(c2_low_c5 << 16 & 0xffffffff)]
    at = lambda coefficients, d: sum(x * d ** n for n, x in enumerate(coefficients))
    exact = [(d, at(c, d)) for d in (h * k / 4 for k in range(-4, 5))]
    return max(abs(at(rounded, d) / y - 1) for d, y in exact if y != 0)


def stated(errors):
    """Powers of two above the errors, as text: of all cells but the last, and of that one where it is worse."""
    most, last = (int(floor(log(error, 2))) + 1 for error in (max(errors[:-1]), errors[-1]))
    return f"to 2^{most} of it" + (f", in the last cell, where words underflow, to 2^{last}" if last > most else "")


def erfc_polynomial(t):
    return [c * SCALE * exp(-t * t) for c in erfcx(t)]


def normcdf_polynomial(t):
    first = exp(t * t / 2) * erfc(t / sqrt(2)) / 2
    return [c * SCALE * exp(-t * t / 2) for c in mills(first, 1 / sqrt(2 * pi), 1, t)]


def growing(t):
    """2^-64 exp(t^2) erfc(-t - d): erfcx(-t - d) without its second exponential."""
    return [c * exp(t * t) / SCALE for c in erfc_taylor(t, DEGREE, -1)]


def mirrored_erfcx(t):
    return [c / SCALE for c in mills(exp(t * t) * erfc(-t), -2 / sqrt(pi), 2, t)]


def erfc_taylor(t, degree=4, sign=1):
    return tail(erfc(sign * t), 2 * sign / sqrt(pi) * exp(-t * t), 2, t, degree)


def main():
    def normcdf_taylor(t):
        return tail(erfc(t / sqrt(2)) / 2, exp(-t * t / 2) / sqrt(2 * pi), 1, t)

    def on_cells(series, taylor, last):
        _, centres, halves = cells(mpf(0), mpf(last), OFFSET, 16)
        return rows_on(series, taylor, centres, halves)

    polynomials = [
        ("erfc", "2^64 exp(-t^2) erfcx(t + d) on the cells of |x| + 1",
         on_cells(erfc_polynomial, erfc_taylor, "10.5")),
        ("normcdf", "2^64 exp(x^2/2 - t^2/2) normcdf(-x), x = t + d, on the cells of |x| + 1",
         on_cells(normcdf_polynomial, normcdf_taylor, "14.5"))]
    near = on_cells(erfcx, erfcx, 2)
    negative = on_cells(growing, mirrored_erfcx, "9.4")
    reciprocal = rows_on(far, far, [max(mpf(j) / 256, mpf(2) ** -10) for j in range(129)], [mpf(2) ** -9] * 129)
    polynomials.append((
        "erfcx", "erfcx(t + d), 0 <= x <= 2, and 2^-64 exp(t^2) erfc(-t - d), x < 0, on the cells of |x| + 1;\n"
        "// erfcx(1/v)/v, v = t + d, t about j/256",
        [x + y + z for x, y, z in zip(near, negative, reciprocal)]))
    tables = []
    for name, text, (points, heads, tails, errors) in polynomials:
        tables.append(("erfc_head", f"{name}_heads", f"{text}, {stated(errors)}.", heads))
        tables.append(("erfc_tail", f"{name}_tails", "Their terms from d^2 on.", tails))
        tables.append(("uint32", f"{name}_points", "The points t.", points))
    powers, rests = [], []
    for j in range(2 * POWER_CELLS):
        centre = mpf(j if j < POWER_CELLS else j - 2 * POWER_CELLS) / POWER_CELLS
        point = gal_point([exp(centre) / factorial(n) for n in range(5)], centre, mpf(1) / 512)
        power = word(exp(point))
        powers.append([power, word(point)])
        rests.append([word(exp(point) / value(power) - 1)])
    tables.append(("erfc_power_row", "erfc_powers", "Points y near j/256, j modulo 512, and the float nearest to exp(y).", powers))
    tables.append(("uint32", "erfc_power_rests", "exp(y) over that float, less 1, to 2^-24 of it: with it exp(y) is known to 2^-49.", rests))
    print_header(
        "erfc.py", "Bit patterns of floats: polynomials c0 + c1 d + .. + c5 d^5 on cells, d from a point in each.",
        {"erfc_head": ["c0", "c0_low", "c1", "c1_low"], "erfc_tail": ["c2", "c2_low_c5", "c3", "c4"],
         "erfc_power_row": ["power", "point"]}, tables,
        [f"uint32 erfc_first_cell = 0x{cells(mpf(0), mpf(1), OFFSET, 16)[0][0]:x}",
         f"float erfc_offset = {float(OFFSET - SHY).hex()}f",
         f"uint32 erfcx_negative_rows = {len(near[0])}", f"uint32 erfcx_far_rows = {len(near[0]) + len(negative[0])}"])


if __name__ == "__main__":
    main()
