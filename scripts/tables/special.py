#!/usr/bin/env python3
"""Prints include/ff/special/boys_table.hpp, include/ff/special/bessel_i_table.hpp, include/ff/special/bessel_table.hpp,
include/ff/special/expint_table.hpp, include/ff/special/digamma_table.hpp, include/ff/special/lambert_table.hpp or
include/ff/special/zeta_table.hpp, whichever the argument names: coefficients of the functions of <ff/special.hpp>.

A cell's polynomial has the function's value at the centre, and from there the truncated Chebyshev series of what is left,
divided by the distance from the centre.  The leading coefficients are rounded to pairs, the others to floats.  --errors
prints the largest error of each table's rounded polynomials too, relative to the greatest value on a cell."""
import sys

import mpmath as mp

from words import bits, table

mp.mp.prec = 220
NODES = 32
SAMPLES = 17  # where a cell's error is measured


def single(x):
    """The float nearest to x."""
    if x == 0:
        return mp.mpf(0)
    e = max(mp.frexp(x)[1], -125)
    return mp.ldexp(mp.nint(mp.ldexp(x, 24 - e)), e - 24)


def pair(x):
    high = single(x)
    return [high, single(x - high)]


def chebyshev_powers():
    """The coefficients of T_0, .., T_(NODES - 1)."""
    t = [[1], [0, 1]]
    while len(t) < NODES:
        a, b = t[-2], t[-1]
        t.append([2 * y - z for y, z in zip([0] + b, a + [0] * (len(b) + 1 - len(a)))])
    return t


ANGLES = [mp.pi * (2 * j + 1) / (2 * NODES) for j in range(NODES)]
POINTS = [mp.cos(t) for t in ANGLES]
SERIES = [[mp.cos(m * t) * (1 if m == 0 else 2) / NODES for t in ANGLES] for m in range(NODES)]
POWERS = chebyshev_powers()


def shifted(c, mid):
    """Powers of d - mid as powers of d."""
    c = list(c)
    for k in range(len(c)):
        for j in range(len(c) - 2, k - 1, -1):
            c[j] -= mid * c[j + 1]
    return c


def polynomial(f, centre, half, pairs, floats, low=None):
    """The words of a cell: f(centre + d) for |d| <= half, or low <= d <= half; exact to the pair at d = 0."""
    low = -half if low is None else low
    mid, radius = (low + half) / 2, (half - low) / 2
    offsets, value = [mid + radius * x for x in POINTS], f(centre)
    quotients = [(f(centre + d) - value) / d for d in offsets]
    c = [mp.mpf(0)] * (pairs + floats - 1)
    for m in range(len(c)):
        a = mp.fdot(SERIES[m], quotients)
        for k, t in enumerate(POWERS[m]):
            c[k] += a * t / radius**k
    words = []
    for k, x in enumerate([value] + shifted(c, mid)):
        words += pair(x) if k < pairs else [single(x)]
    measure(f, centre, mid, radius, words, pairs)
    return words


worst = [mp.mpf(0)]


def measure(f, centre, mid, radius, words, pairs):
    c = [words[2 * k] + words[2 * k + 1] for k in range(pairs)] + words[2 * pairs:]
    points = [mid + radius * mp.cos(mp.pi * j / (SAMPLES - 1)) for j in range(SAMPLES)]
    exact = [f(centre + d) for d in points]
    size = max(abs(y) for y in exact)
    worst[0] = max([worst[0]] + [abs(mp.polyval(c[::-1], d) - y) / size for d, y in zip(points, exact)])


def rows(words):
    words = words + [mp.mpf(0)] * (-len(words) % 4)
    return [words[i:i + 4] for i in range(0, len(words), 4)]


def print_table(name, comment, all_rows):
    row_type = "coefficient_row" if len(all_rows[0]) == 4 else "coefficient_pair"
    print(f"\n// {comment}\n{table(name, row_type, [[bits(x) for x in row] for row in all_rows])}")


def report(name):
    error, worst[0] = worst[0], mp.mpf(0)
    errors.append(f"{name}: 2^{mp.nstr(mp.log(error, 2), 4)}")
    return f"to 2^{int(mp.ceil(mp.log(error, 2)))} of the greatest value on the cell"


errors = []


def cells(f, count, pairs, floats, first=0):
    """Unit cells about `first`, .., count - 1."""
    return [row for i in range(first, count) for row in rows(polynomial(f, mp.mpf(i), mp.mpf(1) / 2, pairs, floats))]


# ---------------------------------------------------------------- Boys's function

BOYS_ORDERS, BOYS_TERMS, BOYS_CELLS = 25, 14, 33  # n = 0 .. 24; terms of the Taylor series; x = 0, 1, .., 32


def boys_values(x, count):
    """F_0(x), .., F_(count - 1)(x): the last by its series, the others by the downward recurrence."""
    n = count - 1
    term, total, k = 1 / mp.mpf(2 * n + 1), mp.mpf(0), 0
    while term > total * mp.mpf(2) ** -230:
        total += term
        k += 1
        term *= 2 * x / (2 * n + 2 * k + 1)
    values = [total * mp.exp(-x)]
    for m in range(n, 0, -1):
        values.append((2 * x * values[-1] + mp.exp(-x)) / (2 * m - 1))
    return values[::-1]


def boys():
    values = [boys_values(mp.mpf(i), BOYS_ORDERS + BOYS_TERMS) for i in range(BOYS_CELLS)]
    print(f"inline constexpr int boys_orders = {BOYS_ORDERS};")
    print(f"inline constexpr uint32 boys_row_length = {len(values[0])}, boys_last_cell = {BOYS_CELLS - 1};")
    print_table("boys_table", "F_0(x), F_1(x), .. for x = 0, 1, ..", [pair(v) for row in values for v in row])
    limits = [mp.gamma(n + mp.mpf(1) / 2) / 2 / mp.mpf(2) ** (4 * n + 2) for n in range(BOYS_ORDERS)]
    print_table("boys_limit_table", "Gamma(n + 1/2) / 2^(4n + 3).", [pair(v) for v in limits])


# ---------------------------------------------------------------- Bessel functions

PAIRS, FLOATS, FAR, HANKEL = 10, 4, (6, 8), (4, 8)  # numbers of coefficients


def far(f, last, pairs, floats):
    """The only cell of a function of v = 1/x, 0 <= v <= last."""
    return rows(polynomial(f, mp.mpf(0), last, pairs, floats, mp.mpf(0)))


def bessel_i():
    def scaled(n):
        return lambda v: mp.mpf(1) / mp.sqrt(2 * mp.pi) if v == 0 else mp.besseli(n, 1 / v) * mp.exp(-1 / v) / mp.sqrt(v)

    def of_one(x):
        return mp.mpf(1) / 2 if x == 0 else mp.besseli(1, x) / x

    count = 17
    near = cells(lambda x: mp.besseli(0, x), count, PAIRS, FLOATS) + cells(of_one, count, PAIRS, FLOATS)
    print(f"inline constexpr int bessel_i_cells = {count};")
    print_table("bessel_i_table", f"I_0(x), then I_1(x)/x, on cells about 0, 1, ..: {report('bessel_i near')}.", near)
    last = mp.mpf(1) / 16
    words = far(scaled(0), last, *FAR) + far(scaled(1), last, *FAR)
    print_table("bessel_i_far_table", f"exp(-x) sqrt(x) I_n(x), n = 0 and 1, in powers of 1/x: {report('bessel_i far')}.", words)


HANKEL_FROM = 16  # the far polynomials hold from here on; the cells end half a unit above


def hankel(n, odd):
    """Hankel's P_n/sqrt(pi), or x Q_n/sqrt(pi), as functions of 1/x^2."""
    def f(w):
        if w == 0:
            return (mp.mpf(4 * n * n - 1) / 8 if odd else mp.mpf(1)) / mp.sqrt(mp.pi)
        x = 1 / mp.sqrt(w)
        j, y, chi = mp.besselj(n, x), mp.bessely(n, x), x - n * mp.pi / 2 - mp.pi / 4
        part = x * (y * mp.cos(chi) - j * mp.sin(chi)) if odd else j * mp.cos(chi) + y * mp.sin(chi)
        return mp.sqrt(x / 2) * part
    return f


def bessel():
    count, with_log = HANKEL_FROM + 1, 4
    edge = mp.mpf(2) ** -40

    def at_zero(f):  # by continuity
        return lambda x: f(x) if abs(x) > edge else (f(edge) + f(-edge)) / 2

    def regular(n, x):  # Y_n without its logarithm and its pole; even, or over x
        a = abs(x)
        rest = mp.bessely(n, a) - 2 / mp.pi * mp.log(a) * mp.besselj(n, a)
        return rest if n == 0 else (rest + 2 / (mp.pi * a)) / a

    def y(n):
        near = cells(at_zero(lambda x: regular(n, x)), with_log, PAIRS, FLOATS)
        return near + cells(lambda x: mp.bessely(n, x), count, PAIRS, FLOATS, with_log)

    j = cells(lambda x: mp.besselj(0, x), count, PAIRS, FLOATS)
    j += cells(at_zero(lambda x: mp.besselj(1, x) / x), count, PAIRS, FLOATS)
    print(f"inline constexpr int bessel_cells = {count}, bessel_cells_with_log = {with_log};")
    print_table("bessel_j_table", f"J_0(x), then J_1(x)/x, on cells about 0, 1, ..: {report('bessel j')}.", j)
    words = y(0) + y(1)
    print_table("bessel_y_table", "Y_0(x) - (2/pi) log(x) J_0(x) on the first four cells, Y_0(x) beyond; then (Y_1(x) - (2/pi) log(x) J_1(x) +\n"
          f"// 2/(pi x))/x and Y_1(x): {report('bessel y')}.", words)
    last = mp.mpf(1) / HANKEL_FROM**2
    words = [row for n in (0, 1) for odd in (False, True) for row in far(hankel(n, odd), last, *HANKEL)]
    print_table("hankel_table", f"P_0, x Q_0, P_1, x Q_1 over sqrt(pi) in powers of 1/x^2: {report('hankel')}.", words)


# ---------------------------------------------------------------- functions on eighths of octaves

OCTAVE = (6, 4)


def octave_cells(f, first, last):
    """Eight cells to the octave from `first` to `last`, about their middles."""
    words, low = [], mp.mpf(first)
    while low < last:
        for eighth in range(8):
            half = low / 16
            words += rows(polynomial(f, low + (2 * eighth + 1) * half, half, *OCTAVE))
        low *= 2
    return words


def expint():
    edge = mp.mpf(2) ** -40

    def entire(x):  # Ei(x) - log|x|
        return mp.ei(x) - mp.log(abs(x)) if abs(x) > edge else mp.euler + x + x * x / 4

    near = cells(entire, 2, PAIRS, FLOATS)
    print_table("expint_near_table", f"Ei(x) - log|x| on cells about 0 and 1: {report('expint near')}.", near)
    words = octave_cells(lambda x: x * mp.exp(-x) * mp.ei(x), 1, 128)
    words += octave_cells(lambda x: x * mp.exp(x) * mp.e1(x), 0.5, 128)
    print_table("expint_table", "x exp(-x) Ei(x) from 1 to 128, x exp(x) E_1(x) from 1/2 to 128, eight cells to the octave:\n"
          f"// {report('expint')}.", words)


def digamma():
    words = octave_cells(lambda x: mp.digamma(x), 1, 16)
    print_table("digamma_table", f"psi(x) from 1 to 16, eight cells to the octave: {report('digamma')}.", words)
    coefficients = [mp.bernoulli(2 * k) / (2 * k) for k in range(1, 8)]
    print_table("digamma_far_table", "B_(2k)/(2k): log(x) - 1/(2x) less their sum over x^(2k) is psi(x).",
          rows([w for c in coefficients[:2] for w in pair(c)] + [single(c) for c in coefficients[2:6]]))


# ---------------------------------------------------------------- Lambert's W, zeta

def lambert():
    def branch(p):  # (W + 1)/p, where x e = p^2/2 - 1; p < 0 is the lower branch
        if abs(p) < mp.mpf(2) ** -60:
            return 1 - p / 3
        w = mp.lambertw((p * p / 2 - 1) / mp.e, 0 if p > 0 else -1)
        return (mp.re(w) + 1) / p

    words = rows(polynomial(branch, mp.mpf(0), mp.mpf(1) / 2, 16, 8))
    print_table("lambert_table", f"(W + 1)/p in powers of p, |p| <= 1/2, p^2 = 2 (e x + 1): {report('lambert')}.", words)


def zeta():
    def entire(s):
        return mp.euler if s == 1 else mp.zeta(s) - 1 / (s - 1)

    words = cells(entire, 6, PAIRS, FLOATS) + cells(mp.zeta, 50, PAIRS, FLOATS, 6)
    print_table("zeta_table", f"zeta(s) - 1/(s - 1) on cells about 0 to 5, zeta(s) on cells about 6 to 49: {report('zeta')}.", words)


TABLES = {"boys_table": boys, "bessel_i_table": bessel_i, "bessel_table": bessel, "expint_table": expint, "digamma_table": digamma,
          "lambert_table": lambert, "zeta_table": zeta}


def main():
    name = next(a for a in sys.argv[1:] if a[0] != "-").replace(".hpp", "")
    print(f"""// Made by scripts/tables/special.py: do not edit.
// clang-format off
#pragma once

#include <ff/special/piecewise.hpp>

namespace ff {{
namespace detail {{
""")
    TABLES[name]()
    print("\n}  // namespace detail\n}  // namespace ff\n// clang-format on")
    if "--errors" in sys.argv:
        print("\n".join(errors), file=sys.stderr)


main()
