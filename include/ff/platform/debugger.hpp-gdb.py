"""For gdb: shows an ff::ff_t as its value, in the fewest decimal digits that name it, and its two words in hexadecimal."""
import decimal
import math
from fractions import Fraction

import gdb
import gdb.printing


def nearest_float(x):
    """The fraction x rounded to a float of 24 bits, ties to even."""
    if x == 0:
        return x
    unit = Fraction(2) ** max(math.frexp(x)[1] - 24, -149)
    return round(x / unit) * unit


def decimal_of(hi, lo):
    """At most 17 digits; fewer where a reader of numbers would take them for the same pair."""
    with decimal.localcontext() as context:
        context.prec = 400  # holds the sum of any two floats exactly
        exact = decimal.Decimal(hi) + decimal.Decimal(lo)
    if not exact:
        return "-0" if math.copysign(1, hi) < 0 else "0"
    for digits in range(1, 18):
        rounded = decimal.Context(digits).plus(exact)
        head = nearest_float(Fraction(rounded))
        if head == Fraction(hi) and nearest_float(Fraction(rounded) - head) == Fraction(lo):
            break
    rounded = decimal.Context(digits).normalize(rounded)
    return f"{rounded:f}" if -5 < rounded.adjusted() < 16 else f"{rounded:e}"


def hexadecimal(word):
    """A float as C++ writes it, without the zeros that Python adds."""
    if not math.isfinite(word):
        return str(word)
    significand, power = word.hex().split("p")
    if "." in significand:
        significand = significand.rstrip("0").rstrip(".")
    return f"{significand}p{int(power):d}"


def text_of(hi, lo):
    """`0.1 (0x1.99999ap-4, -0x1.99999ap-30)`; a head that is infinite or NaN is the value."""
    value = decimal_of(hi, lo) if math.isfinite(hi) and math.isfinite(lo) else str(hi)
    return f"{value} ({hexadecimal(hi)}, {hexadecimal(lo)})"


class Number:
    """The printer of basic_ff<float>."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return text_of(float(self.value["hi_"]), float(self.value["lo_"]))


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("ff")
    collection.add_printer("ff_t", "^ff::basic_ff<float>$", Number)
    return collection


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
