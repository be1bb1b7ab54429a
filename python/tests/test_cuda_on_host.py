"""What Python does for arrays on a GPU, on the stand-in for CuPy; the kernels' text is compiled by g++."""
import shutil
import sys

import fake_cupy
import numpy as np
import pytest

import ff
from ff import _array

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
X = ["0.1", "-2.5", "3.14159265358979323846", "1e-20"]


@pytest.fixture(autouse=True)
def cupy(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", fake_cupy)
    monkeypatch.delitem(sys.modules, "ff._cuda", raising=False)
    monkeypatch.delattr(ff, "_cuda", raising=False)
    _array._cuda.cache_clear()
    yield fake_cupy
    _array._cuda.cache_clear()
    sys.modules.pop("ff._cuda", None)


def same(on_gpu, on_host):
    assert type(on_gpu) is type(on_host) or not isinstance(on_host, ff.array)
    if isinstance(on_host, ff.array):
        assert on_gpu.device == "cuda" and on_gpu.shape == on_host.shape
        on_gpu, on_host = on_gpu.get().pairs, on_host.pairs
    else:
        on_gpu = fake_cupy.asnumpy(on_gpu)
    assert on_gpu.shape == np.shape(on_host) and (on_gpu == on_host).all()


def test_moves_there_and_back():
    x = ff.asarray(ff.array(X), "cuda")
    assert x.device == "cuda" and isinstance(x.pairs, fake_cupy.ndarray) and x.pairs.dtype == np.uint64
    assert ff.asarray(x) is x and (x.get().pairs == ff.array(X).pairs).all()
    assert repr(x).endswith("device='cuda')") and ff.zeros(3, "cuda").device == "cuda"
    with pytest.raises(TypeError, match="on the GPU"):
        x + ff.array(X)
    with pytest.raises(TypeError, match="on the GPU"):
        np.asarray(x)


def test_operators_broadcast_and_mix():
    host = ff.array(X)
    x = ff.asarray(host, "cuda")
    same(x + x, host + host)
    same(x[:, None] + x[None, :], host[:, None] + host[None, :])
    same(1 + x, 1 + host)
    same(x + ff.array("0.1"), host + "0.1")
    same(x + ["1", 2, 3, 4], host + ["1", 2, 3, 4])
    same(x + np.float32(0.1), host + np.float32(0.1))
    same(x + fake_cupy.asarray(np.arange(4, dtype=np.float32)), host + np.arange(4, dtype=np.float32))
    same(x < 0.1, host < 0.1)
    same(x[::-2] + x[::2], host[::-2] + host[::2])
    same(np.where(host > 0, x, 0), np.where(host > 0, host, 0))
    same(ff.sort(x), ff.sort(host))
    same(x.max(), host.max())
    same(np.concatenate([x, x[:1]]), np.concatenate([host, host[:1]]))
    assert float(x[2]) == float(host[2]) and bool(x[0]) and format(x[2], ".12f") == format(host[2], ".12f")
    same(x.to_float64(), host.to_float64())
    for part, expected in zip(np.frexp(x), np.frexp(host)):
        same(part, expected)


def test_in_place():
    host = ff.array(X)
    x = ff.asarray(host, "cuda")
    x += 1
    x[1:] += x[:-1]
    host += 1
    host[1:] += host[:-1]
    same(x, host)
    x[::2] += x[::2]
    host[::2] += host[::2]
    same(x, host)
    x[0] = "1e-3"
    x[1:3] = [1, 2]
    host[1:3] = [1, 2]
    host[0] = "1e-3"
    same(x, host)


def test_words_are_not_copied():
    w = fake_cupy.asarray(np.array([[1, 1e-9], [2, 0]], np.float32))
    x = ff.from_words(w)
    x += x
    assert w[0, 0] == 2 and w[0, 1] == np.float32(2e-9) and x.words.shape == (2, 2)
    assert x.hi.tolist() == [2, 4] and x.lo.tolist() == [np.float32(2e-9), 0]
    assert ff.from_pairs(x.pairs).device == "cuda" and (x.to_float64() == [2 + 2 * float(np.float32(1e-9)), 4]).all()


def test_complex_and_several_results():
    host = [ff.array(X), ff.array(X)[::-1]]
    x = [ff.asarray(a, "cuda") for a in host]
    for part, expected in zip(ff.complex_mul(*x, *x), ff.complex_mul(*host, *host)):
        same(part, expected)


def test_a_kernel_is_made_once_and_knows_its_headers():
    x = ff.asarray(ff.array(X), "cuda")
    before = len(fake_cupy.compiled)
    ff.rcp(x), ff.rcp(x[:2])
    assert len(fake_cupy.compiled) == before + 1
    empty_digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert "with ff's headers" in fake_cupy.compiled[-1] and empty_digest not in fake_cupy.compiled[-1]


def test_raw_module_has_the_headers():
    module = ff.RawModule("#include <ff/ff.hpp>\nextern \"C\" void twice(ff::ff_t* x) { x[0] = x[0] + x[0]; }")
    x = ff.asarray(ff.array([1.5]), "cuda")
    module.get_function("twice")((1,), (1,), (x.pairs,))
    assert float(x.get()[0]) == 3
