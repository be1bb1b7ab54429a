"""Prints include/ff/math/erfinv_table.hpp: the polynomial of a float near the inverse of erfc."""
from mpmath import erfc, exp, log, lu_solve, matrix, mp, mpf, pi, polyval, sqrt

from erfc import single

mp.prec = 160
DEGREE = 11
FROM, TO = mpf("0.53"), mpf("10.18")  # sqrt(-log q) for q = 0.755 and 2^-149.5
SHIFT, BASE = mpf("1.4375"), mpf("0.3125")
GRID = 400


def upper_inverse(s, x):
    """Newton's iteration for log erfc(x) = -s^2."""
    for _ in range(60):
        step = (log(erfc(x)) + s * s) * erfc(x) * sqrt(pi) / 2 * exp(x * x)
        x += step
        if abs(step) < mpf(2) ** -60:
            break
    return x


def fit(values, scales, points, degree):
    """The polynomial of degree `degree` in the points whose largest error, each divided by its scale, is least, and that error:
    Remez's algorithm."""
    count = degree + 2
    chosen = [round((len(points) - 1) * (1 - mp.cos(pi * i / (count - 1))) / 2) for i in range(count)]
    for _ in range(12):
        solved = lu_solve(matrix([[points[k] ** j for j in range(degree + 1)] + [(-1) ** i * scales[k]] for i, k in enumerate(chosen)]),
                          matrix([values[k] for k in chosen]))
        coefficients = [solved[j] for j in range(degree + 1)]
        errors = [(polyval(coefficients[::-1], p) - v) / s for p, v, s in zip(points, values, scales)]
        turns = [0] + [i for i in range(1, len(errors)) if errors[i] * errors[i - 1] < 0] + [len(errors)]
        found = [max(range(i, j), key=lambda k: abs(errors[k])) for i, j in zip(turns, turns[1:])]
        if len(found) != count or found == chosen:
            break
        chosen = found
    return coefficients, max(abs(e) for e in errors)


def main():
    low, high = 1 / (TO + SHIFT), 1 / (FROM + SHIFT)
    point = mpf(round(high * 256)) / 256
    points = [(low + high) / 2 + (high - low) / 2 * mp.cos(pi * k / GRID) - point for k in range(GRID + 1)]
    roots = [1 / (point + p) - SHIFT for p in points]
    exact, x = [], mpf(10)
    for s in reversed(roots):  # from the smallest
        exact.insert(0, upper_inverse(s, s * s * mpf("0.75") if s < 1 else s * mpf("0.9")))
    coefficients, error = fit([x - s + BASE for x, s in zip(exact, roots)], exact, points, DEGREE)
    print("// Made by scripts/tables/erfinv.py: do not edit.\n#pragma once\n\nnamespace ff {\nnamespace detail {\n")
    print(f"""// erfcinv(q) = s - base + c0 + c1 d + .. + c{DEGREE} d^{DEGREE}, s = sqrt(-log q), to 2^{float(log(error, 2)):.1f} of it for
// 2^-149 <= q <= 0.755;
//   d = 1/(s + shift) - point = (offset - point s)/(s + shift).""")
    for name, c in [("base", BASE), ("shift", SHIFT), ("point", point), ("offset", 1 - point * SHIFT)] + list(enumerate(coefficients)):
        print(f"inline constexpr float erfcinv_seed_{name} = {single(c)};")
    squares = [mpf(4) / 9 * (1 - mp.cos(pi * (k + mpf(1) / 2) / GRID)) / 2 for k in range(GRID)]  # Z^2 for m in [1/2, 1)
    logs = [log((1 + sqrt(z) / 2) / (1 - sqrt(z) / 2)) for z in squares]
    scales = [x / z ** mpf("1.5") for x, z in zip(logs, squares)]
    coefficients, error = fit([2 * (x - sqrt(z)) / z ** mpf("1.5") for x, z in zip(logs, squares)], scales, squares, 3)
    print(f"\n// 2 (log m - Z)/Z^3 = c0 + .. + c3 Z^6, log m to 2^{float(log(error / 2, 2)):.1f} of it.")
    for n, c in enumerate(coefficients):
        print(f"inline constexpr float log_series_{n} = {single(c)};")
    print("\n}  // namespace detail\n}  // namespace ff")


if __name__ == "__main__":
    main()
