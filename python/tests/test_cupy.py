"""On a GPU, by CuPy: the bits of the host, 10^6 operands of every function.  Operands are those of test_bits.py where
FF_PYTHON_BITS names its program, otherwise random pairs."""
import numpy as np
import pytest

import ff
from ff._entries import entries
from test_bits import COUNT, LISTED, bits, differing, given, written

cupy = pytest.importorskip("cupy", reason="there is no CuPy")


def has_gpu():
    try:
        return cupy.cuda.runtime.getDeviceCount() > 0
    except cupy.cuda.runtime.CUDARuntimeError:
        return False


pytestmark = pytest.mark.skipif(not has_gpu(), reason="there is no GPU")


def random_pairs(random, count, positive=False):
    """Heads of exponents from -20 to 20, low words to match."""
    hi = np.ldexp(random.uniform(1, 2, count), random.integers(-20, 20, count)).astype(np.float32)
    hi = hi if positive else np.where(random.random(count) < 0.5, -hi, hi)
    lo = (np.spacing(np.abs(hi)) * random.uniform(-0.5, 0.5, count)).astype(np.float32)
    return ff.from_sum(hi, lo).pairs


def operands_of(name):
    if name in LISTED:
        return written(name, COUNT)[0]
    random, makers = np.random.default_rng(4), {
        "f": lambda: random.normal(size=COUNT).astype(np.float32), "d": lambda: random.normal(size=COUNT),
        "i": lambda: random.integers(-30, 30, COUNT).astype(np.int32), "l": lambda: random.integers(-2**62, 2**62, COUNT),
        "u": lambda: random.integers(0, 2**62, COUNT).astype(np.uint64)}
    return [random_pairs(random, COUNT, positive="sqrt" in name) if kind == "p" else makers[kind]() for kind in entries[name].takes]


def on_gpu(kind, x):
    return ff.asarray(ff.from_pairs(x), "cuda") if kind == "p" else cupy.asarray(x)


def on_host(x):
    return x.get().pairs if isinstance(x, ff.array) else cupy.asnumpy(x)


@pytest.mark.parametrize("name", sorted(entries))
def test_bits_are_the_hosts(name):
    takes, operands = entries[name].takes, operands_of(name)
    expected = ff.call(name, *given(takes, operands))
    expected = expected if isinstance(expected, tuple) else (expected,)
    results = ff.call(name, *(on_gpu(kind, x) for kind, x in zip(takes, operands)))
    results = results if isinstance(results, tuple) else (results,)
    for k, places in enumerate(differing(tuple(on_host(r) for r in results), [np.asarray(e) for e in expected])):
        assert places.size == 0, f"result {k} differs at {places.size}, first {[x[places[0]] for x in operands]}"


@pytest.mark.parametrize("count", [0, 1, 2, 255, 4097, 1 << 17, 1234567, (1 << 24) + 3])
def test_reductions(count):
    random = np.random.default_rng(5)
    x, y = (ff.from_pairs(random_pairs(random, count)) for _ in range(2))
    gx, gy = ff.asarray(x, "cuda"), ff.asarray(y, "cuda")
    for name, here, there in (("sum", x.sum(), gx.sum()), ("dot", ff.dot(x, y), ff.dot(gx, gy)), ("norm", x.norm(), gx.norm())):
        assert there.device == "cuda" and (bits(there.get().pairs) == bits(here.pairs)).all(), name
    floats = random.normal(size=count).astype(np.float32)
    assert (bits(ff.sum(cupy.asarray(floats)).get().pairs) == bits(ff.sum(floats).pairs)).all()
    if count > 2:  # not aligned to 16 bytes
        assert (bits(gx[1:].sum().get().pairs) == bits(x[1:].sum().pairs)).all()
        assert (bits(gx[::2].sum().get().pairs) == bits(x[::2].sum().pairs)).all()


def test_operators_and_shapes():
    random = np.random.default_rng(6)
    x = ff.from_pairs(random_pairs(random, 12)).reshape(3, 4)
    g = ff.asarray(x, "cuda")
    for here, there in ((x + x[0], g + g[0]), (1 - x, 1 - g), (x.T * 0.1, g.T * 0.1), (np.sin(x), np.sin(g)), (x @ x.T, g @ g.T),
                        (x / np.float32(3), g / np.float32(3)), (x.sum(axis=0), g.sum(axis=0)), (x[::-1, 1:], g[::-1, 1:]),
                        (ff.sort(x), ff.sort(g)), (x.max(axis=0), g.max(axis=0)), (np.where(x > 0, x, 0), np.where(g > 0, g, 0))):
        assert there.device == "cuda" and there.shape == here.shape and (there.get().pairs == here.pairs).all()
    g[1:] += g[:-1]
    y = x.copy()
    y[1:] += y[:-1]
    assert (g.get().pairs == y.pairs).all() and (cupy.asnumpy(g < 0.5) == (y < 0.5)).all()
    assert str(g) == str(y) and (cupy.asnumpy(g.to_float64()) == y.to_float64()).all()
    words = cupy.zeros((5, 2), np.float32)
    z = ff.from_words(words)
    z += ff.array("0.1")
    assert (cupy.asnumpy(words) == (ff.zeros(5) + ff.array("0.1")).words).all()


def test_raw_module():
    module = ff.RawModule(r"""
        #include <ff/ff.hpp>
        extern "C" __global__ void axpy(int n, const ff::ff_t* a, const ff::ff_t* x, ff::ff_t* y) {
          const int i = blockIdx.x * blockDim.x + threadIdx.x;
          if (i < n) y[i] = fma(*a, x[i], y[i]);
        }""")
    x, y = (ff.from_pairs(random_pairs(np.random.default_rng(k), 1000)) for k in (7, 8))
    a, gx, gy = ff.asarray(ff.array("0.1"), "cuda"), ff.asarray(x, "cuda"), ff.asarray(y, "cuda")
    module.get_function("axpy")((4,), (256,), (np.int32(1000), a.pairs, gx.pairs, gy.pairs))
    assert (gy.get().pairs == ff.fma(ff.array("0.1"), x, y).pairs).all()
