"""Tables of the instructions that tests/sass/sass.py counted, of sm_90."""
from report import read, table


def counts(kind):
    return {name: of["sm_90"] if isinstance(of, dict) else of for name, of in read("tests/sass/counts.json")[kind].items()}


def fast():
    """What an expression takes of floating-point instructions, tests of the range included."""
    of = {name: sum(row) for name, row in counts("operators").items()}
    rows = [["`x + y`", "plus", "fused_plus", "fast_plus"], ["`x * y`", "times", "fused_times", "fast_times"],
            ["`x * y + z`", None, "fused_multiply_add", "fast_multiply_add"], ["`fma(x, y, z)`", "fma", "fused_multiply_add", "fast_multiply_add"]]
    both = of["times"] + of["plus"]
    return (f"nvcc {read('tests/sass/counts.json')['nvcc']}, sm_90.\n\n" +
            table(["expression", "`ff_t`", "`fused_t`", "`fast_t`"],
                  ([text, *(str(of[name] if name else both) for name in names)] for text, *names in rows)))


def dd():
    """What operators and functions of dd_t have of FP64 instructions, rare paths included."""
    return (f"nvcc {read('tests/sass/counts.json')['nvcc']}, sm_90.\n\n" +
            table(["", "DADD", "DMUL", "DFMA"],
                  ([f"`{name}`", *map(str, row[1:4])] for name, row in sorted(counts("dd").items(), key=lambda item: item[1][0]))))
