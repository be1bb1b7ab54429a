"""ff.wide: arrays of wide numbers beside exact rational arithmetic and Python's floats."""
import decimal
import math
import random
from fractions import Fraction

import ff
import numpy as np
import pytest
from ff import wide

U2 = 2.0**-48


def exact(x):
    """The value of one number, from its record."""
    hi, lo, place, zero = x.records.reshape(1)[0].item()
    assert zero == 0
    return (Fraction(hi) + Fraction(lo)) * Fraction(2) ** (2 * (place - 2**30))


def error(x, right):
    """|x - right| / |right| in u^2."""
    right = Fraction(right)
    return float(abs(exact(x) - right) / abs(right)) / U2 if right else float(exact(x) != 0)


def randoms(count, span=3000):
    rng = random.Random(1)
    return [Fraction(rng.getrandbits(48) | 1) * Fraction(2) ** rng.randint(-span, span) * rng.choice((-1, 1)) for _ in range(count)]


def of_fractions(values):
    """Wide numbers equal to them: 48 digits times a power of two."""
    def one(f):
        e = f.numerator.bit_length() - f.denominator.bit_length() - 48
        return int(f / Fraction(2) ** e), e
    parts = [one(f) for f in values]
    return wide.ldexp(wide.array([p for p, _ in parts]), [e for _, e in parts])


def test_operators_keep_their_bounds():
    a, b = randoms(300), randoms(600)[300:]
    x, y = of_fractions(a), of_fractions(b)
    assert [exact(v) for v in x] == a
    for result, op, bound in ((x + y, lambda p, q: p + q, 2), (x - y, lambda p, q: p - q, 2), (x * y, lambda p, q: p * q, 4),
                              (x / y, lambda p, q: p / q, 5)):
        assert max(error(r, op(p, q)) for r, p, q in zip(result, a, b)) <= bound
    assert [bool(v) for v in x < y] == [p < q for p, q in zip(a, b)]
    assert [bool(v) for v in x == y] == [p == q for p, q in zip(a, b)]
    assert (x == x).all() and not (x != x).any() and (x <= x).all() and not (x > x).any()
    assert np.array_equal(np.signbit(x), [p < 0 for p in a])


def test_functions_leave_the_range_of_doubles():
    assert str(wide.exp(wide.array("1e6"))).endswith("e+434294")
    assert str(np.exp(wide.array(-1e4)))[:16] == "1.13548386531473"
    assert float(np.log(wide.exp(wide.array(12345)))) == 12345.0
    assert float(wide.pow("1e5000", "0.001")) == pytest.approx(1e5, rel=1e-13)
    assert float(np.sqrt(wide.array("1e-600"))) == pytest.approx(1e-300, rel=1e-14)
    assert float(np.hypot(wide.array("3e200"), "4e200") / wide.array("1e200")) == pytest.approx(5, rel=1e-14)
    assert float(wide.tgamma(201) / math.factorial(199)) == pytest.approx(200, rel=1e-12)
    assert float(wide.fmod(wide.ldexp(1, 100000), 7)) == 2**100000 % 7
    for name in ("sin", "cos", "tan", "arcsin", "arctan", "sinh", "tanh", "arcsinh", "expm1", "log1p", "exp2", "log2", "log10",
                 "cbrt", "floor", "ceil", "trunc", "rint", "absolute", "negative", "square", "reciprocal"):
        ufunc = getattr(np, name)
        assert ufunc(wide.array([0.3, 0.7])).to_float64() == pytest.approx(ufunc(np.array([0.3, 0.7])), rel=1e-13), name


def test_numbers_come_in_rounded_once_and_go_out():
    doubles = np.array([0.1, -1e308, 5e-324, 2.0**-1022, 0.0, -0.0, np.inf, 3.0])
    x = wide.array(doubles)
    assert all(error(v, Fraction(d)) <= 0.5 for v, d in zip(x, doubles) if np.isfinite(d))
    assert x.to_float64()[2:].tolist() == doubles[2:].tolist() and np.signbit(x.to_float64()[5])
    assert np.isnan(wide.array(np.nan)).all() and np.isinf(wide.array(-np.inf)) and not np.isfinite(wide.array("inf"))
    assert [exact(v) for v in wide.array([2**31, -7, 2**60, 10**40][:3])] == [2**31, -7, 2**60]
    assert error(wide.array(10**400), 10**400) <= 0.5 and error(wide.array(decimal.Decimal("1e-500")), Fraction(1, 10**500)) <= 0.5
    assert error(wide.array(np.uint64(2**64 - 1)), 2**64 - 1) <= 0.5
    pairs = ff.array(["0.1", "1e30"])
    assert exact(wide.array(pairs)[0]) == Fraction(float(pairs.hi[0])) + Fraction(float(pairs.lo[0]))
    assert ff.array_equal(wide.array(pairs).to_pairs(), pairs) and np.isinf(wide.array("1e50").to_pairs())
    assert float(wide.array("1e400")) == math.inf
    with pytest.raises(ValueError):
        wide.array("1e")
    with pytest.raises(TypeError):
        wide.array(1j)


def test_text_reads_back():
    x = of_fractions(randoms(200, 20000))
    assert (wide.array(wide.to_text(x)) == x).all()
    assert str(wide.array(["1e-400", "2.5"])) == "[1e-400 2.5]"
    assert repr(wide.array("1e-400")) == "wide.array('1e-400')" and repr(wide.array([1, 2])) == "wide.array(['1', '2'])"
    assert f"{wide.array(1) / 3:.5}" == "0.33333" and wide.array(["1e500"]).tolist() == ["1e+500"]


def test_shapes_and_elements():
    x = wide.array([[1, 2, 3], [4, 5, 6]])
    assert x.shape == (2, 3) and x.T.shape == (3, 2) and (x + wide.array([10, 20, 30])).shape == (2, 3)
    assert (x + [10, 20, 30])[1, 2] == 36 and (1 / x)[0, 1] == 0.5 and (x ** 2)[1].to_float64().tolist() == [16, 25, 36]
    assert (x.T + x.T)[2, 0] == 6 and (x[:, ::2] * 2).to_float64().tolist() == [[2, 6], [8, 12]]
    x[0] = "1e1000"
    assert (x[0] == wide.array("1e1000")).all() and len(x) == 2 and [row.shape for row in x] == [(3,), (3,)]
    y = x.copy()
    y += 1
    np.add(y, 1, out=y)
    assert y[1, 0] == 6 and x[1, 0] == 4 and not wide.array(0) and wide.array("1e-900")
    with pytest.raises(TypeError, match="spacing"):
        np.spacing(x)
    with pytest.raises(TypeError):
        wide.exp(1, 2)
    with pytest.raises(ValueError):
        x + wide.array([1, 2])


def test_reductions_are_the_librarys():
    a, b = randoms(1000, 600), randoms(2000, 600)[1000:]
    x, y = of_fractions(a), of_fractions(b)
    for got, terms, power in ((x.sum(), a, 1), (wide.dot(x, y), [p * q for p, q in zip(a, b)], 1), (wide.norm(x), [p * p for p in a], 2)):
        scale = sum(abs(t) for t in terms)
        assert float(abs(exact(got) ** power - sum(terms)) / scale) / U2 <= 100
    assert x @ y == wide.dot(x, y) and np.add.reduce(x) == x.sum() and wide.sum([]) == 0
    assert float(wide.norm(wide.array(["3e-400", "4e-400"])) * wide.array("1e400")) == pytest.approx(5)
    with pytest.raises(ValueError):
        x.dot(y[:5])


def test_every_function_is_there():
    for name in wide.functions:
        function = getattr(wide, name)
        assert function.__doc__ and function.__name__ == name
        count = {"fma": 3, "lerp": 3}.get(name, 1)
        try:
            result = function(*[wide.array(0.5)] * count)
        except TypeError:
            result = function(wide.array(0.5), wide.array(0.25))
        assert isinstance(result, wide.array)
