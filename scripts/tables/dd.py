"""Prints include/ff/dd/coefficients.hpp: what the functions of dd_t are made of, in doubles.

A constant in n words is a sum of n doubles, each the nearest to what those before it leave; a step is a constant cut
into words of so few bits that their products with integers below 2^11 are exact.  Coefficients are those of the
Taylor series."""
import mpmath as mp

mp.mp.prec = 1200


def hexadecimal(x):
    return float(x).hex().replace("0x1.0000000000000p", "0x1p")


def words(x, count):
    """x as a sum of doubles."""
    all_words = []
    for _ in range(count):
        w = float(x)
        all_words.append(hexadecimal(w))
        x -= mp.mpf(w)
    return all_words


def cut(x, bits, count):
    """x as a sum of doubles of so many bits, the last of 53."""
    all_words = []
    for _ in range(count - 1):
        e = int(mp.floor(mp.log(abs(x), 2))) + 1
        w = mp.ldexp(mp.nint(mp.ldexp(x, bits - e)), e - bits)
        all_words.append(hexadecimal(w))
        x -= w
    return all_words + [hexadecimal(x)]


def constant(meaning, name, value):
    print(f"/// {meaning}")
    print(f"FF_HD_LARGE constexpr dd_t {name}() {{ return from_words({', '.join(words(value, 2))}); }}")


def several(meaning, name, all_words):
    print(f"/// {meaning}")
    print(f"FF_HD_LARGE constexpr double {name}(int n) {{")
    print(f"  constexpr double word[] = {{{', '.join(all_words)}}};\n  return word[n];\n}}")


def series(meaning, name, values, single):
    """A series whose terms from the index `single` on need one word."""
    print(f"/// {meaning}")
    print(f"struct {name} {{\n  static constexpr int last = {len(values) - 1}, single = {single};")
    print("  FF_HD_LARGE static constexpr dd_t at(int n) {\n    constexpr double word[][2] = {")
    for v in values:
        print(f"        {{{', '.join(words(v, 2))}}},")
    print("    };\n    return from_words(word[n][0], word[n][1]);\n  }\n};")


def special():
    """What dd/special.hpp is made of."""
    constant("pi.", "dd_pi", mp.pi)
    constant("log(2 pi) / 2.", "dd_half_log_2pi", mp.log(2 * mp.pi) / 2)
    series("erf(x) / x in powers of x^2.", "dd_erf_series",
           [2 / mp.sqrt(mp.pi) * mp.mpf(-1) ** n / (mp.factorial(n) * (2 * n + 1)) for n in range(22)], 13)
    step = mp.mpf(45) / 128
    constant("2 pi / h, h = 45/128.", "dd_two_pi_over_step", 2 * mp.pi / step)
    series("The weights of the trapezoidal rule for erfc: h/pi, and 2 h/pi e^-(nh)^2.", "dd_erfc_weights",
           [(1 if n == 0 else 2) * step / mp.pi * mp.exp(-(n * step) ** 2) for n in range(25)], 18)
    series("log Gamma(2 + z) / z in powers of z.", "dd_log_gamma_series",
           [1 - mp.euler] + [(-1) ** n * (mp.zeta(n) - 1) / n for n in range(2, 55)], 27)
    series("Stirling's series of log Gamma(x), times x, in powers of 1/x^2.", "dd_stirling_series",
           [mp.bernoulli(2 * k) / (2 * k * (2 * k - 1)) for k in range(1, 21)], 6)
    print("/// Word w of log(1 + i/64).")
    print("FF_HD_LARGE constexpr double dd_log_step(int i, int w) {\n  constexpr double word[][3] = {")
    for i in range(65):
        print(f"      {{{', '.join(words(mp.log(1 + mp.mpf(i) / 64), 3))}}},")
    print("  };\n  return word[i][w];\n}")


def main():
    print("// Made by scripts/tables/dd.py: do not edit.\n//\n// Constants and coefficients of the functions of dd_t.")
    print("#pragma once\n\n#include <ff/dd/number.hpp>\n\n// clang-format off\nnamespace ff {\nnamespace detail {\n")
    constant("ln 2.", "dd_ln2", mp.log(2))
    constant("1/ln 2.", "dd_log2e", 1 / mp.log(2))
    constant("1/ln 10.", "dd_log10e", 1 / mp.log(10))
    constant("ln 10.", "dd_ln10", mp.log(10))
    several("Word n of log10 2: multiples of the first three by integers below 2^13 are exact.", "dd_lg2_step",
            cut(mp.log(2, 10), 40, 4))
    several("Word n of pi/2.", "dd_half_pi", words(mp.pi / 2, 5))
    orders = range(3, 31, 2)
    series("1/n! with the signs of the sine, n = 3, 5, ..., 29.", "dd_sine",
           [(-1) ** (n // 2) / mp.factorial(n) for n in orders], 8)
    series("1/n! with the signs of the cosine, n = 4, 6, ..., 30.", "dd_cosine",
           [(-1) ** ((n + 1) // 2) / mp.factorial(n + 1) for n in orders], 8)
    special()
    print("\n}  // namespace detail\n}  // namespace ff\n// clang-format on")


if __name__ == "__main__":
    main()
