"""ff.array as NumPy's users know arrays: memory, operands, ufuncs, text, reductions, shapes."""
import copy
import math
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import ff

PI = "3.14159265358979323846264338327950288"
X = ff.array(["0.1", "-2.5", PI, "1e-20"])


def exact(x):
    """The numbers themselves."""
    words = x.words.reshape(-1, 2).astype(np.float64).tolist()
    return [Fraction(hi) + Fraction(lo) for hi, lo in words]


def same(x, y):
    x, y = ff.asarray(x), ff.asarray(y)
    assert x.shape == y.shape and (x.pairs.view(np.uint64) == y.pairs.view(np.uint64)).all()


# ---------------------------------------------------------------- memory


def test_memory_is_shared_both_ways():
    memory = np.zeros(3, ff.dtype)
    x = ff.asarray(memory)
    x[1] = 7
    assert memory["hi"].tolist() == [0, 7, 0] and x.pairs is memory and np.asarray(x) is memory
    words = np.array([[1, 0], [2, 0]], np.float32)
    y = ff.from_words(words)
    y += 1e-9
    assert words[0].tolist() == [1, np.float32(1e-9)] and np.shares_memory(y.words, words) and np.shares_memory(y.lo, words)
    assert ff.dtype.itemsize == 8
    assert not np.shares_memory(ff.array(memory).pairs, memory) and not np.shares_memory(x.copy().pairs, memory)
    bits = np.zeros(2, np.uint64)
    assert np.shares_memory(ff.from_pairs(bits).pairs, bits)


def test_memory_that_is_not_aligned_or_not_contiguous():
    raw = np.zeros(33, np.uint8)
    x = ff.asarray(raw[1:].view(ff.dtype))
    x[...] = X
    x += x
    same(x, X + X)
    same(x.sum(), (X + X).sum())
    columns = np.zeros((4, 3), ff.dtype)
    y = ff.asarray(columns)[:, 1]
    y += X
    same(y, X)
    assert (columns[:, 0]["hi"] == 0).all()
    odd = np.zeros((4, 3), np.float32)
    same(ff.from_words(odd[:, :2]), np.zeros(4))


def test_an_output_that_overlaps():
    x = ff.array(np.arange(1000.0))
    x[1:] += x[:-1]
    assert x.tolist() == [0.0, *(2.0 * k - 1 for k in range(1, 1000))]
    y = ff.array(np.arange(6.0))
    y[::-1] *= y
    assert y.tolist() == [0, 4, 6, 6, 4, 0]


# ---------------------------------------------------------------- numbers in and out


def test_from_float64_rounds_to_the_nearest_pair():
    x = ff.from_float64([0.1, 1 / 3, 2.0**-149, 1e38])
    assert x.hi.tolist() == [float(np.float32(v)) for v in (0.1, 1 / 3, 2.0**-149, 1e38)]
    assert x.lo[0] == np.float32(0.1 - float(np.float32(0.1)))
    assert ff.to_float64(ff.from_float64([0.5, 2.0**47 + 0.5])).tolist() == [0.5, 2.0**47 + 0.5]
    assert ff.to_float64(X).dtype == np.float64


def test_every_type_of_operand():
    for number in (3, 2**40 + 1, 2**63 + 2**20, -2**63, True, 0.1, np.float16(0.1), np.float32(0.1), np.float64(0.1), np.int8(-3),
                   np.uint64(2**63 + 2**20), np.longdouble("0.1"), Decimal("0.1"), "0.1", 2**100):
        x = ff.array(number)
        assert x.shape == ()
        if isinstance(number, (int, float, np.integer, np.floating)) and not isinstance(number, np.longdouble):
            value = Fraction(float(number)) if isinstance(number, (float, np.floating)) else Fraction(int(number))
            assert abs(exact(x)[0] - value) <= abs(value) / 2**48
    same(ff.array([1, 2.5, 2**70]), [1, 2.5, float(2**70)])
    same(ff.array([ff.array(1), 2]), [1.0, 2.0])
    same(ff.array([["0.1", 0.5]]), [[Decimal("0.1"), 0.5]])
    same(ff.array(np.array([Decimal("0.1"), 2], object)), ff.array(["0.1", "2"]))
    for nothing in (1j, None, object(), [1j], np.zeros(2, "datetime64[s]")):
        with pytest.raises(TypeError):
            ff.array(nothing)


def test_float32_takes_the_mixed_form_of_cpp():
    y = np.array([0.1, 0.3, 7, 1e9], np.float32)
    same(X + y, ff.call("plus_float", X, y))
    same(y + X, ff.call("plus_float", X, y))
    same(y - X, ff.call("float_minus", y, X))
    same(y / X, ff.call("float_div", y, X))
    same(X * np.float32(0.1), ff.call("times_float", X, np.float32(0.1)))
    random = np.random.default_rng(1)
    x = ff.from_float64(random.normal(size=100000))
    z = random.normal(size=100000).astype(np.float32)
    for mixed, pairs in ((x + z, x + ff.array(z)), (x - z, x - ff.array(z)), (z / x, ff.array(z) / x)):
        assert (mixed.pairs != pairs.pairs).any()  # so the forms can be told apart


def test_comparisons_see_the_number_itself():
    tenth = ff.array("0.1")
    assert tenth != 0.1 and tenth == ff.array(0.1) + (tenth - ff.array(0.1))
    big = ff.array(2**60)
    assert big < 2**60 + 1 and big > 2**60 - 1 and big == 2**60 and not big == np.int64(2**60 + 1)
    assert (X > 0).tolist() == [True, False, True, True] and (0 < X).tolist() == [True, False, True, True]
    for name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"):
        for other in (np.array([0.1, -3.0, 4.0, float(X[3])]), np.arange(4), ff.array([1, -3, 4, "1e-20"])):
            expected = getattr(operator, {"less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge", "equal": "eq",
                                          "not_equal": "ne"}[name])
            numbers = exact(other) if isinstance(other, ff.array) else [Fraction(n) for n in other.tolist()]
            assert getattr(np, name)(X, other).tolist() == [expected(a, b) for a, b in zip(exact(X), numbers)]
            assert getattr(np, name)(other, X).tolist() == [expected(b, a) for a, b in zip(exact(X), numbers)]
    assert (np.nan == X).tolist() == [False] * 4 and (X != np.nan).all()
    assert (X >= [0.2, -2.5, 4, 0]).tolist() == [False, True, False, True]


# ---------------------------------------------------------------- ufuncs


@pytest.mark.parametrize("name, reference, inputs", [
    ("sin", math.sin, 1), ("arctan2", math.atan2, 2), ("hypot", math.hypot, 2), ("cbrt", np.cbrt, 1), ("exp2", np.exp2, 1),
    ("log1p", math.log1p, 1), ("fmod", math.fmod, 2), ("remainder", operator.mod, 2), ("floor_divide", operator.floordiv, 2),
    ("power", math.pow, 2), ("copysign", math.copysign, 2), ("floor", math.floor, 1), ("maximum", max, 2), ("fmin", min, 2),
    ("square", lambda x: x * x, 1), ("reciprocal", lambda x: 1 / x, 1), ("arccosh", math.acosh, 1), ("sign", np.sign, 1),
    ("subtract", operator.sub, 2), ("true_divide", operator.truediv, 2), ("negative", operator.neg, 1), ("absolute", abs, 1)])
def test_ufuncs_are_these_functions(name, reference, inputs):
    """The bits are test_bits.py's; here, that the name means the function, operands in their order."""
    x, y = (1.75, 2.25, 7.5), (3.5, 1.5, 0.75)
    given = [np.array(v) for v in (x, y)][:inputs]
    result = getattr(np, name)(*map(ff.array, given)).to_float64()
    expected = [float(reference(*v)) for v in zip(*given)]
    assert np.allclose(result, expected, rtol=1e-13, atol=0)


def test_remainder_has_the_divisors_sign():
    for a in (7.5, -7.5, 0.0, -0.0, 6.0, -6.0, 1e-30, -1e-30, math.inf, math.nan):
        for b in (2.5, -2.5, 3.0, -3.0, math.inf, -math.inf, 0.0, math.nan):
            with np.errstate(all="ignore"):
                quotient, rest = np.divmod(np.float64(a), np.float64(b))
            ours = np.divmod(ff.array(a), ff.array(b))
            for got, wanted in zip(ours, (quotient, rest)):
                got = float(got)
                near = math.isclose(got, wanted, rel_tol=1e-13) if math.isfinite(wanted) else got == wanted
                assert math.isnan(got) and math.isnan(wanted) or near and math.copysign(1, got) == math.copysign(1, wanted), (a, b)
            assert ours[1].pairs.tobytes() == (ff.array(a) % b).pairs.tobytes() or math.isnan(float(ours[1]))


def test_nan_in_maximum_and_fmax():
    x, y = ff.array([math.nan, 1, math.nan]), ff.array([1, math.nan, math.nan])
    assert np.isnan(np.maximum(x, y)).all() and np.isnan(np.minimum(x, y)).all()
    assert np.isnan(np.fmax(x, y)).tolist() == np.isnan(np.fmin(x, y)).tolist() == [False, False, True]


def test_ufuncs_with_other_results():
    fraction, exponent = np.frexp(X)
    assert exponent.dtype == np.int32 and exponent[:3].tolist() == [-3, 2, 2]
    same(np.ldexp(fraction, exponent), X)
    rest, whole = np.modf(X)
    same(rest + whole, X)
    assert np.isfinite(X).dtype == np.bool_ and np.signbit(X).tolist() == [False, True, False, False]
    same(ff.pown(X, np.array([2, 3, 1, -1])), [ff.pown(X[k], n) for k, n in enumerate((2, 3, 1, -1))])
    sine, cosine = ff.sincos(X)
    assert np.allclose(sine.to_float64(), np.sin(X.to_float64()), atol=1e-14)
    assert np.allclose(cosine.to_float64(), np.cos(X.to_float64()), atol=1e-14)
    assert isinstance(np.isnan(X[0]), np.bool_)


def test_out_and_in_place():
    out, flags = ff.zeros(4), np.zeros(4, bool)
    assert np.add(X, 1, out=out) is out
    same(out, X + 1)
    assert np.less(X, 1, out=flags) is flags and flags.tolist() == [True, True, False, True]
    same(ff.erfc(X, out=out), ff.erfc(X))
    y = X.copy()
    before = y
    y *= 2
    y -= 1
    y /= 3
    y **= 2
    assert y is before
    same(y, ((X * 2 - 1) / 3) ** 2)
    with pytest.raises(TypeError):
        np.add(X, 1, out=np.zeros(4))
    with pytest.raises(TypeError):
        np.less(X, 1, out=np.zeros(4))
    with pytest.raises(ValueError):
        np.add(X, 1, out=ff.zeros(3))


def test_broadcasting_without_copies():
    a = ff.array(np.arange(12.0).reshape(3, 4))
    same(a + X, np.array([[e for e in row] for row in (a + ff.array([X, X, X])).pairs]).view())
    assert (a[:, None, :] * a[None]).shape == (3, 3, 4) and (a.T + X[:, None]).shape == (4, 3)
    same((a.T + X[:, None]).T, a + X)
    same(a[::-1, ::2] + a[:, 1::2], [[float(a[2 - i, 2 * j]) + float(a[i, 2 * j + 1]) for j in range(2)] for i in range(3)])
    assert (ff.zeros((0, 3)) + X[:3]).shape == (0, 3)
    with pytest.raises(ValueError):
        a + X[:3]


def test_refusals_name_what_there_is():
    for call, said in ((lambda: np.nextafter(X, 1), "arctan2"), (lambda: np.multiply.reduce(X), "add.reduce"),
                       (lambda: np.cumsum(X), "concatenate"), (lambda: np.sin(X, where=[True] * 4), "where"),
                       (lambda: np.sin(X, dtype=np.float64), "dtype"), (lambda: ff.sin(X, X), "1 operands"),
                       (lambda: ff.pown(X, 2.5), "int32"), (lambda: ff.pown(X, 2**40), "int32"), (lambda: ff.add12(X, 1), "float32"),
                       (lambda: ff.sin(1j), "complex"), (lambda: X + 1j, "complex")):
        with pytest.raises(TypeError, match=said):
            call()


def test_records_that_are_no_pairs():
    """NumPy stores a number into both words of a record, which would count twice."""
    records = np.zeros(3, ff.dtype)
    same(ff.asarray(records), ff.zeros(3))
    records[1] = X[0]
    for broken in (records, records[1], np.array([X[0], X[1]]), np.ones(2, ff.dtype), np.array([0.1], ff.dtype),
                   np.array([2]).astype(ff.dtype), np.fromiter(X, ff.dtype), np.array([(0, 1e-30)], ff.dtype)):
        for use in (ff.asarray, ff.array, lambda r: X[0] + r):
            with pytest.raises(ValueError, match="no pair"):
                use(broken)
    # Every pair is taken, products' too, and what is beside an infinity or NaN.
    random = np.random.default_rng(3)
    x = ff.from_float64(random.normal(size=100000)) * ff.from_float64(np.exp(random.uniform(-80, 80, 100000)))
    for y in (x, x * x, x / 3, x * 1e-30, np.sqrt(abs(x)), ff.array([math.inf, math.nan, 0])):
        same(ff.asarray(y.pairs), y)
    ff.asarray(np.array([(math.inf, math.nan), (math.nan, 1), (1, 2.0**-24)], ff.dtype))
    assert ff.asarray(X.pairs).pairs is X.pairs


def test_arrays_of_nothing():
    assert ff.array([]).shape == (0,) and ff.array([[], []]).shape == (2, 0) and ff.array(np.zeros((3, 0))).shape == (3, 0)
    assert float(ff.array([]).sum()) == 0


def test_comparison_with_integers_is_exact():
    ops = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
    for value in (2**53, 2**60 + 2**33, 2**63 + 2**35, 2**64 - 2**40, 2**64, 2**100 + 2**70, 2**127):
        for x, held in ((ff.array(value), value), (-ff.array(value), -value)):
            assert exact(x) == [held]
            for other in (held - 1, held, held + 1):
                for op in ops:
                    assert bool(op(x, other)) == op(held, other) and bool(op(other, x)) == op(other, held)
                    if 0 <= other < 2**64:
                        assert bool(op(x, np.uint64(other))) == op(held, other) == bool(op(x, np.array([other], np.uint64))[0])
    x = ff.array([1, math.inf, math.nan, -math.inf])
    assert (x < 2**200).tolist() == [True, False, False, True] and (x >= -2**200).tolist() == [True, True, False, False]
    assert (2**200 > x).tolist() == [True, False, False, True] and (x != 2**200).all() and not (x == 2**200).any()


def test_equality_with_what_is_no_number():
    for nothing in (None, "hello", ""):
        assert (X == nothing).tolist() == [False] * 4 and (X != nothing).tolist() == [True] * 4
        assert not X[0] == nothing and X[0] != nothing
    assert (X == "0.1").tolist() == [True, False, False, False] and X[0] in [None, X[0]]
    with pytest.raises(TypeError):
        X < None


# ---------------------------------------------------------------- text


def test_text_in():
    assert exact(ff.array(PI))[0] == Fraction(float(np.float32(math.pi))) + Fraction(float(np.float32(math.pi - float(np.float32(math.pi)))))
    same(ff.array([" 1.5 ", "0x1.8p0", "+1.5", "15e-1"]), [1.5] * 4)
    assert ff.array("-inf") == -math.inf and np.isnan(ff.array("nan"))
    with pytest.raises(ValueError, match="'1.5x'"):
        ff.array(["1", "1.5x"])
    for large in ("1e40", "-1e400", Decimal("1e999")):
        with pytest.raises(OverflowError):
            ff.array(large)
    # Below the range they are zeros with a sign, as a float's text is.
    same(ff.array(["1e-60", "-1e-400", "1.5"]), ff.array([0.0, -0.0, 1.5]))
    same(ff.array(Decimal("-1e-400")), ff.array(-0.0))


def test_text_out_reads_back():
    x = ff.from_float64(np.random.default_rng(2).normal(size=1000)) * 1e-9 + ff.array("0.7")
    same(ff.array(ff.to_text(x)), x)
    same(eval(repr(x[:20]), {"ff": ff}), x[:20])
    same(eval(repr(X[2]), {"ff": ff}), X[2])
    assert str(ff.array([1, "2.5"])) == "[1 2.5]" and str(X[2]) == "3.1415926535898"
    assert "..." in repr(ff.zeros(2000))
    assert ff.to_text(X[2], "e", 20) == "3.14159265358979666871e+00" and ff.to_text(ff.array(1), "a") == "0x1p+0"


def test_format():
    pi = X[2]
    assert f"{pi:.10f}|{pi:>20.3e}|{pi:<8.2f}|{pi:+.1f}|{-pi:08.2f}|{pi:^9.1f}|{pi:*>7.1f}|{pi:.3G}" == \
        "3.1415926536|           3.142e+00|3.14    |+3.1|-0003.14|   3.1   |****3.1|3.14"
    for x in (1.25, -1234.5, 1e-7):
        for spec in (".3f", "+.2e", "012.4f", "<12.1f", "^+12.1f", ".4g", "", " .1f"):
            assert format(ff.array(x), spec) == format(x, spec or "g")
    with pytest.raises(ValueError):
        format(pi, "d")


# ---------------------------------------------------------------- reductions


def test_sum_dot_norm():
    random = np.random.default_rng(3)
    x = ff.from_float64(random.normal(size=100003)) + ff.from_float64(random.normal(size=100003)) * 1e-9
    total = sum(exact(x))
    assert abs(exact(x.sum())[0] - total) < 1e-13 * sum(map(abs, exact(x))) and np.sum(x) == x.sum() == np.add.reduce(x)
    assert abs(exact(ff.dot(x, x))[0] / sum(v * v for v in exact(x)) - 1) < Fraction(1, 2**44)
    assert abs(float(x.norm()) ** 2 / float(ff.dot(x, x)) - 1) < 1e-12 and np.linalg.norm(x) == x.norm() == ff.norm(x)
    floats = np.full(1 << 20, np.float32(0.1))
    assert exact(ff.sum(floats))[0] == Fraction(float(np.float32(0.1))) * (1 << 20)
    a = ff.array(np.arange(12.0).reshape(3, 4))
    assert a.sum(axis=1).tolist() == [6, 22, 38] and a.sum(0).tolist() == [12, 15, 18, 21] and a.sum(axis=-1, keepdims=True).shape == (3, 1)
    assert (a @ a.T).tolist() == (a.to_float64() @ a.to_float64().T).tolist() and (a @ X).shape == (3,)
    assert (np.arange(4.0) @ ff.array([1, 2, 3, 4])) == 20 and ff.zeros(0).sum() == 0
    assert a.mean() == 5.5 and a[::2, ::-1].sum() == 44 and a.T.sum() == 66
    for wrong in (lambda: ff.dot(X, X[:2]), lambda: a @ a):
        with pytest.raises(ValueError):
            wrong()


def test_norms_of_numpy():
    a = np.array([[3.0, -4.0, 0.0], [1.0, 2.0, -2.0]])
    x = ff.array(a)
    for order in (None, "fro", 1, -1, np.inf, -np.inf):
        for keep in (False, True):
            got, want = np.linalg.norm(x, order, keepdims=keep), np.linalg.norm(a, order, keepdims=keep)
            assert got.shape == want.shape and np.allclose(got.to_float64(), want, rtol=1e-13)
    for order in (None, 0, 1, 2, np.inf, -np.inf):
        assert np.allclose(np.linalg.norm(x[0], order).to_float64(), np.linalg.norm(a[0], order), rtol=1e-13)
        for axis in (0, 1, -1):
            for keep in (False, True):
                got, want = np.linalg.norm(x, order, axis, keep), np.linalg.norm(a, order, axis, keep)
                assert got.shape == want.shape and np.allclose(got.to_float64(), want, rtol=1e-13)
    for refused in ((x, 2), (x, "nuc"), (x[0], 3), (x[0], "fro")):
        with pytest.raises(TypeError, match="norm of order"):
            np.linalg.norm(*refused)


def test_order():
    x = ff.array([3, math.nan, -1, 0.0, "1e-40", -0.0, "3.0000000001", -math.inf])
    assert str(ff.sort(x)) == "[-inf -1 0 -0 1e-40 3 3.0000000001 nan]"
    y = ff.array([2, "2.00000000001", -5])
    assert str(y.max()) == "2.00000000001" and y.min() == -5 and np.isnan(x.max()) and np.max(y) == y.max()
    a = ff.array(np.arange(12.0).reshape(3, 4))
    assert a.max(axis=0).tolist() == [8, 9, 10, 11] and a.min(axis=1).tolist() == [0, 4, 8]


# ---------------------------------------------------------------- the rest of an array


def test_elements_and_shapes():
    a = ff.array(np.arange(12.0).reshape(3, 4))
    assert len(a) == 3 and a.shape == (3, 4) and a.ndim == 2 and a.size == 12 and a.nbytes == 96 and a.T.shape == (4, 3)
    assert [float(e) for e in a[1]] == [4, 5, 6, 7] and float(a[1, 2]) == 6 and a[a > 9].tolist() == [10, 11]
    element = a[0, 0]
    element += 1
    assert a[0, 0] == 0 and element == 1
    view = a[0]
    view += 1
    assert a[0, 0] == 1
    a[:, 1] = ["0.1", 2, 3.5]
    assert str(a[0, 1]) == "0.1" and a.reshape(4, 3).shape == (4, 3) and a.ravel().shape == (12,)
    assert np.concatenate([a, a]).shape == (6, 4) and np.stack([X, X]).shape == (2, 4) and np.where(a > 3, a, 0)[0, 0] == 0
    assert np.array_equal(a, a) and not np.array_equal(a, X) and np.zeros_like(a).sum() == 0


def test_python_numbers():
    assert float(X[2]) == exact(X[2])[0] and int(X[1]) == -2 and int(ff.array("3e20")) == int(exact(ff.array("3e20"))[0])
    assert math.floor(float(X[2])) == 3 and round(X[1]) == -2 and bool(X[0]) and not bool(ff.array(0))
    assert hash(ff.array(0.5)) == hash(0.5) and hash(ff.array(7)) == hash(7) and len({ff.array(1), ff.array(1)}) == 1
    for wrong, error in ((lambda: float(X), TypeError), (lambda: hash(X), TypeError), (lambda: bool(X), ValueError)):
        with pytest.raises(error):
            wrong()
    assert X.astype(np.int32).tolist() == [0, -2, 3, 0] and X.astype(np.float32).dtype == np.float32
    assert ff.array([1e30, -1e30]).astype(np.int32).tolist() == [2**31 - 1, -2**31]


def test_pickles_and_copies():
    for x in (pickle.loads(pickle.dumps(X)), copy.copy(X), copy.deepcopy(X), pickle.loads(pickle.dumps(X[2:][::-1]))[::-1]):
        same(x, X[-len(x):])
        assert not np.shares_memory(x.pairs, X.pairs)


def test_threads_at_once():
    """Loops let go of the interpreter; results are the same."""
    from concurrent.futures import ThreadPoolExecutor
    x = ff.from_float64(np.linspace(0.1, 9, 200000))
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(np.exp, [x] * 8):
            same(result, np.exp(x))


def test_every_function_is_there_and_documented():
    assert len(ff.functions) > 100 and {"sin", "erfcinv", "pown", "hypot3", "complex_mul", "fma", "add22"} <= set(ff.functions)
    for name in ff.functions:
        assert getattr(ff, name).__doc__ and getattr(ff, name).__name__ == name
    from pathlib import Path
    assert Path(ff.include(), "ff", "ff.hpp").is_file()


@pytest.mark.skipif(not ff._processor.FEATURES, reason="compiled for every processor")
def test_a_processor_without_fma_is_refused():
    import subprocess
    import sys
    module = ff._processor.features_module.__name__
    script = f"import {module} as m; m.__cpu_features__ = dict(m.__cpu_features__, FMA3=False); import ff"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    assert "no FMA3: pip install ff with -C cmake.define.FF_PYTHON_PROCESSOR=x86-64" in done.stderr
