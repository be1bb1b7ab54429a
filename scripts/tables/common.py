"""Floats, hexadecimal text and sollya for the scripts that print the library's tables."""
import subprocess

import mpmath as mp

from words import bits

mp.mp.prec = 300


def to_float(x):
    """x rounded to the nearest float, ties to even; in the normal range."""
    x = mp.mpf(x)
    if x == 0:
        return mp.mpf(0)
    significand, exponent = mp.frexp(x)
    return mp.ldexp(mp.nint(mp.ldexp(significand, 24)), exponent - 24)


def text(x):
    """A number that is a float, as C++ writes it in hexadecimal."""
    bits(x)
    significand, exponent = float(x).hex().split("p")
    if "." in significand:
        significand = significand.rstrip("0").rstrip(".")
    return significand + "p" + exponent.lstrip("+") + "f"


def minimax(function, monomials, low, high):
    """Float coefficients of the monomials of sollya's best absolute approximation of `function` on [low, high]."""
    program = "prec = 300; display = dyadic!; p = fpminimax(%s, [|%s|], [|%s|], [%s; %s], floating, absolute);" % (
        function, ",".join(str(m) for m in monomials), ",".join(["24"] * len(monomials)), mp.nstr(low, 20),
        mp.nstr(high, 20))
    program += "".join("print(coeff(p, %d));" % m for m in monomials) + "quit;"
    printed = subprocess.run(["sollya"], input=program, capture_output=True, text=True, check=True).stdout
    result = []
    for line in printed.split("\n"):
        if line.strip():
            significand, _, exponent = line.strip().partition("b")
            result.append(mp.ldexp(mp.mpf(int(significand)), int(exponent or 0)))
    assert len(result) == len(monomials), printed
    return result
