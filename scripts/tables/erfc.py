"""Prints include/ff/math/erfc_table.hpp: polynomials for erfc and normcdf on the cells of erfc.hpp, one for erfcx beyond them, and
one for erfinv next to 0.

Those on cells are f(t + d) = exp(a (t + d)^2) times the function, with f' = factor t f - slope.  Of degree 7, they
are stored up to d^3; the rest follows from the equation: (n + 1) c_(n+1) = factor (t c_n + c_(n-1)).  The stored ones make up
for what floats make of that."""
import itertools
import math

from mpmath import cos, erfc, exp, factorial, floor, log, mp, mpf, pi, sqrt, workprec

from erf import cells, gal_point, pair, print_header, value, word

mp.prec = 640
WIDE_DEGREE = 11
WIDE_OFFSET, WIDE_SHIFT = 1 + mpf(2) ** -6, 18  # 32 cells to the octave, 0 in the middle of the first
SMALL_ERROR = mpf(2) ** mpf("-49.2")
POINTS = 48  # how many are tried where none is as good
POINT_BITS = (1 << 10) - 1  # the last bits of c0's low word, which are those of the cell's point
SHY = mpf(2) ** -16
LAST = "10.5"  # where erfc becomes 0
FAR_FROM = "10.734375"  # where the cells of erfc end: this and all beyond has the row behind them
CENTRAL = "0.2501"  # up to where erfinv(y) is a polynomial


def chebyshev(n):
    """The coefficients of T_n."""
    a, b = [mpf(1)], [mpf(0), mpf(1)]
    for _ in range(n - 1):
        a, b = b, [2 * x - y for x, y in zip([mpf(0)] + b, a + [mpf(0)] * 2)]
    return b if n else a


CHEBYSHEV = [chebyshev(n) for n in range(WIDE_DEGREE + 1)]


def fold(c, n, excess, h):
    """Takes `excess` d^n out of c, but for its smallest equal on [-h, h]: the terms of lower degree compensate."""
    for k in range(n + 1):
        c[k] -= excess * CHEBYSHEV[n][k] / CHEBYSHEV[n][n] * h ** (n - k)


def mills(first, slope, factor, t, degree=8):
    """Taylor's coefficients at t of f with f' = factor t f - slope, f(t) = first."""
    c = [first, factor * t * first - slope]
    for n in range(1, degree):
        c.append(factor * (t * c[n] + c[n - 1]) / (n + 1))
    return c


def fma(a, b, c):
    return value(word(a * b + c))


def continued(stored, factor, t):
    """c4 to c7 as the library has them: of c2, its low word, c3, its low word."""
    c2, c2_low, c3, c3_low = stored
    part = [None] + [value(word(mpf(factor) / n)) for n in range(1, 8)]
    c = {3: c3}
    c[4] = value(word(part[4] * value(word(fma(t, c3, c2) + fma(t, c3_low, c2_low)))))
    for n in (5, 6, 7):
        c[n] = value(word(part[n] * fma(t, c[n - 1], c[n - 2])))
    return [c[n] for n in (4, 5, 6, 7)]


def folded(series, used, least, h):
    """The polynomial `series` with the `used` coefficients from d^least on, up to d^7, and none above."""
    c = list(series)
    for n in range(WIDE_DEGREE, least - 1, -1):
        fold(c, n, c[n] - (used[n - least] if n < 8 else 0), h)
    return c[:least]


def wide_row(series, factor, t, h, point_bits):
    """c0 to c3 in two words each, on [-h, h], and the largest relative error there.  The heads of c2 and c3 are those next to
    the nearest floats whose c4 is rounded least."""
    at = lambda coefficients, d: sum(x * d ** n for n, x in enumerate(coefficients))
    exact = [(d, at(series, d)) for d in (h * k / 4 for k in range(-4, 5))]
    best = None
    for beside in itertools.product((0, 1, -1), repeat=2):
        used = series[4:8]
        for _ in range(2):
            upper = [[word(x) + k, word(x - value(word(x) + k))] for x, k in zip(folded(series, used, 4, h)[2:], beside)]
            used = continued([value(w) for w in sum(upper, [])], factor, t)
        stored = [value(high) + value(low) for high, low in upper] + used
        lower = [pair(x) for x in folded(series, stored, 2, h)]
        if t == 0:  # exact
            lower[0] = pair(series[0])
        low = lower[0][1] & ~POINT_BITS | point_bits
        lower[0][1] = min((low - POINT_BITS - 1, low, low + POINT_BITS + 1) if low > POINT_BITS else (low,),
                          key=lambda w: abs(value(w) - value(lower[0][1])))
        rounded = [value(high) + value(low) for high, low in lower] + stored
        error = max(abs(at(rounded, d) / y - 1) for d, y in exact)
        if best is None or error < best[1]:
            best = sum(lower + upper, []), error
        if error < SMALL_ERROR:
            break
    return best


def points_of(taylor, centre, unit):
    """The multiples of `unit` that POINT_BITS can tell from the cell's centre, those first whose value is nearest a float."""
    if centre == 0:
        return [0]
    c = [float(x) for x in taylor[:5]]
    def rest(k):
        d = k * float(unit)
        significand = math.frexp(c[0] + d * (c[1] + d * (c[2] + d * (c[3] + d * c[4]))))[0] * 2.0 ** 24
        return abs(significand - round(significand))
    return sorted(range(POINT_BITS + 1), key=rest)


def wide_rows(first, slope, factor, last):
    """The rows and the power of two above their errors."""
    numbers, centres, halves = cells(mpf(0), mpf(last), WIDE_OFFSET, WIDE_SHIFT, mpf(0))
    rows = []
    for number, centre, h in zip(numbers, centres, halves):
        unit = value((number << WIDE_SHIFT) + 1) - value(number << WIDE_SHIFT)
        best = None
        for k in points_of(mills(first(centre), slope, factor, centre), centre, unit)[:POINTS]:
            t = centre + k * unit
            row = wide_row(mills(first(t), slope, factor, t, WIDE_DEGREE), factor, t, h, k)
            if best is None or row[1] < best[1]:
                best = row
            if best[1] < SMALL_ERROR:
                break
        rows.append(best)
    return [half for row, _ in rows for half in (row[:4], row[4:])], [error for _, error in rows]


def stated(errors):
    """Powers of two above the errors, as text: of all cells but the last, and of that one where it is worse."""
    most, last = (int(floor(log(error, 2))) + 1 for error in (max(errors[:-1]), errors[-1]))
    return f"to 2^{most} of it" + (f", in the last cell, where words underflow, to 2^{last}" if last > most else "")


def single(x):
    """The float nearest x, as the library writes it."""
    text = float(value(word(x))).hex()
    return text[:text.index("p")].rstrip("0").rstrip(".") + text[text.index("p"):] + "f"


def polynomial(function, low, high, degree):
    """The coefficients of the polynomial through `function` at Chebyshev's nodes on [low, high]."""
    nodes = [(low + high) / 2 + (high - low) / 2 * cos((2 * k + 1) * pi / (2 * degree + 2)) for k in range(degree + 1)]
    c = [function(z) for z in nodes]
    for level in range(1, degree + 1):  # Newton's divided differences
        for k in range(degree, level - 1, -1):
            c[k] = (c[k] - c[k - 1]) / (nodes[k] - nodes[k - level])
    powers = [mpf(0)] * (degree + 1)
    for k in range(degree, -1, -1):
        powers = [c[k] - nodes[k] * powers[0]] + [powers[n - 1] - nodes[k] * powers[n] for n in range(1, degree + 1)]
    return powers


def single_cell(function, last):
    """A point t, the coefficients c0 to c7 of function(t + d) on [0, last], c0 to c3 being pairs, and the largest relative error.
    c0 is nearly a float, and each coefficient makes up for the rounding of those above it."""
    middle = value(word(last / 2))
    point = gal_point(polynomial(lambda d: function(middle + d), -middle / 16, middle / 16, 4), middle, middle)
    coefficients = []  # from d^n on
    for n in range(7, -1, -1):
        rest = lambda d: function(point + d) - sum(c * d ** (n + 1 + i) for i, c in enumerate(coefficients))
        c = polynomial(rest, -point, last - point, n)[n]
        coefficients.insert(0, value(word(c)) + (value(pair(c)[1]) if n < 4 else 0))
    fit = lambda d: sum(c * d ** n for n, c in enumerate(coefficients))
    return point, coefficients, max(abs(fit(z - point) / function(z) - 1) for z in (last * k / 64 for k in range(1, 65)))


def far(z):
    """x erfcx(x), x = 1/sqrt(z)."""
    return exp(1 / z) * erfc(1 / sqrt(z)) / sqrt(z)


def central(z):
    """erfinv(y)/y, y = sqrt(z)."""
    y = sqrt(z)
    x = y * sqrt(pi) / 2
    for _ in range(10):  # Newton's iteration
        x -= (1 - y - erfc(x)) * sqrt(pi) / 2 * exp(x * x)
    return x / y


def main():
    with workprec(240):
        tables = [("erfc_pairs", name, f"{text} on the wide cells of |x| + 1, {stated(errors)}; c0 and c1, c2 and c3 of each.", rows)
                  for name, text, (rows, errors) in (
                      ("erfc_table", "exp((t + d)^2) erfc(t + d)",
                       wide_rows(lambda t: exp(t * t) * erfc(t), 2 / sqrt(pi), 2, LAST)),
                      ("normcdf_table", "exp((t + d)^2/2) normcdf(-t - d)",
                       wide_rows(lambda t: exp(t * t / 2) * erfc(t / sqrt(2)) / 2, 1 / sqrt(2 * pi), 1, "14.5")))]
    kind, name, text, rows = tables[0]
    cell = (word(WIDE_OFFSET) >> WIDE_SHIFT) + len(rows) // 2
    numbers = [f"uint32 erfcx_far_cell = 0x{cell << WIDE_SHIFT:x}, erfinv_cell = 0x{cell + 1 << WIDE_SHIFT:x}"]
    words = [f"inverse_root_pi = {single(1 / sqrt(pi))}, inverse_root_pi_low = {single(value(pair(1 / sqrt(pi))[1]))}",
             f"erfcx_far_from = {single(mpf(FAR_FROM))}"]
    for names, meaning, function, last in (("erfcx_far", "x erfcx(x) for 1/x^2", far, 1 / mpf(FAR_FROM) ** 2),
                                           ("erfinv", "erfinv(y)/y for y^2", central, mpf(CENTRAL) ** 2)):
        point, coefficients, error = single_cell(function, last)
        rows += [sum(map(pair, coefficients[k:k + 2]), []) for k in (0, 2)]
        text += f"\n// Then those of {meaning} = {names}_point + d, to 2^{int(floor(log(error, 2))) + 1} of it."
        words.append(f"{names}_point = {single(point)}")
        words += [f"{names}_c{n} = {single(c)}" for n, c in enumerate(coefficients) if n > 3]
    tables[0] = kind, name, text, rows
    print_header(
        "erfc.py", "Bit patterns of floats: polynomials on cells, in d from points near their middles.",
        {"erfc_pairs": ["first", "first_low", "second", "second_low"]}, tables,
        numbers + [f"uint32 erfc_point_bits = 0x{POINT_BITS:x}", f"uint32 erfc_first_wide_cell = 0x{word(WIDE_OFFSET) >> WIDE_SHIFT:x}",
                   f"float erfc_wide_offset = {float(WIDE_OFFSET - SHY).hex()}f, erfc_first_middle = {float(WIDE_OFFSET).hex()}f"]
        + [f"float {text}" for text in words])


if __name__ == "__main__":
    main()
