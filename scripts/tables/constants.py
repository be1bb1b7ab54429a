"""Prints include/ff/type/constants.hpp: mathematical constants as correctly rounded pairs and as three floats."""
import mpmath as mp

from common import text, to_float

mp.mp.prec = 400

PAIRS = [
    ("pi", mp.pi, "pi"), ("two_pi", 2 * mp.pi, "2 pi"), ("half_pi", mp.pi / 2, "pi/2"),
    ("quarter_pi", mp.pi / 4, "pi/4"), ("inv_pi", 1 / mp.pi, "1/pi"), ("two_over_pi", 2 / mp.pi, "2/pi"),
    ("sqrt_pi", mp.sqrt(mp.pi), "sqrt(pi)"), ("inv_sqrt_pi", 1 / mp.sqrt(mp.pi), "1/sqrt(pi)"),
    ("two_over_sqrt_pi", 2 / mp.sqrt(mp.pi), "2/sqrt(pi)"), ("sqrt_two_pi", mp.sqrt(2 * mp.pi), "sqrt(2 pi)"),
    ("e", mp.e, "e"), ("ln2", mp.log(2), "log(2)"), ("ln10", mp.log(10), "log(10)"),
    ("log2e", 1 / mp.log(2), "log2(e)"), ("log10e", 1 / mp.log(10), "log10(e)"),
    ("log2_10", mp.log(10) / mp.log(2), "log2(10)"), ("log10_2", mp.log(2) / mp.log(10), "log10(2)"),
    ("sqrt2", mp.sqrt(2), "sqrt(2)"), ("inv_sqrt2", 1 / mp.sqrt(2), "1/sqrt(2)"), ("sqrt3", mp.sqrt(3), "sqrt(3)"),
    ("inv_sqrt3", 1 / mp.sqrt(3), "1/sqrt(3)"), ("cbrt2", mp.cbrt(2), "2^(1/3)"), ("third", mp.mpf(1) / 3, "1/3"),
    ("phi", (1 + mp.sqrt(5)) / 2, "the golden ratio"),
    ("egamma", mp.euler, "Euler's constant, 0.5772..."), ("catalan", mp.catalan, "Catalan's constant, 0.9159..."),
    ("degree", mp.pi / 180, "pi/180"), ("radian", 180 / mp.pi, "180/pi"),
]
TRIPLES = [("pi", "pi"), ("half_pi", "pi/2"), ("two_over_pi", "2/pi"), ("ln2", "log(2)"), ("log2e", "log2(e)"),
           ("ln10", "log(10)")]


def words(value, count):
    """`value` as so many floats, each what the ones before it leave, rounded to nearest."""
    result = []
    for _ in range(count):
        result.append(to_float(value))
        value -= result[-1]
    return ", ".join(text(w) for w in result)


def main():
    print("""// Mathematical constants.  Made by scripts/tables/constants.py.
//
// Device code may use their values, as in ff::constants::pi * x, but not their addresses: where a reference
// is wanted, as by a unary minus, copy first (constexpr ff_t pi = ff::constants::pi).
#pragma once

#include <ff/ff_t.hpp>

namespace ff {

/// A constant as three floats, each the rest of those before it, rounded to nearest: 72 bits or more.
struct three_words {
  float hi, mid, lo;
};

namespace constants {

// clang-format off

// ---- the pairs nearest to them, with 48 bits or more
""")
    values = {name: value for name, value, _ in PAIRS}
    for name, value, meaning in PAIRS:
        print(f"inline constexpr ff_t {name} = from_words({words(value, 2)});".ljust(88) + f"///< {meaning}")
    print("\n// ---- as three floats\n")
    for name, meaning in TRIPLES:
        print(f"inline constexpr three_words {name}_words{{{words(values[name], 3)}}};".ljust(98) + f"///< {meaning}")
    print("""
// clang-format on
}  // namespace constants
}  // namespace ff""")


if __name__ == "__main__":
    main()
