"""The custom operators of examples/torch_operator.py: the bits of ff on the CPU and, where there is one, on a GPU."""
import sys
from pathlib import Path

import numpy as np
import pytest

import ff

torch = pytest.importorskip("torch", reason="there is no PyTorch")
sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))


@pytest.fixture(scope="module")
def example():
    import torch_operator
    return torch_operator


def devices():
    there = ["cpu"]
    try:
        import cupy  # noqa: F401
        there += ["cuda"] * torch.cuda.is_available()
    except ImportError:
        pass
    return there


@pytest.mark.parametrize("device", devices())
@pytest.mark.parametrize("count", [0, 1, 10**6])
def test_bits(example, device, count):
    random = np.random.default_rng(9)
    x, y, z = (ff.from_float64(random.normal(size=count)) for _ in range(3))
    on = [torch.from_numpy(a.words.copy()).to(device) for a in (x, y, z)]
    for result, expected in ((example.exp(on[0]), ff.exp(x)), (example.fma(*on), ff.fma(x, y, z))):
        assert result.device.type == device and result.dtype == torch.float32
        assert (result.cpu().numpy().view(np.uint32) == np.ascontiguousarray(expected.words).view(np.uint32)).all()


@pytest.mark.parametrize("device", devices())
def test_broadcasting_and_streams(example, device):
    x, y = ff.from_float64(np.linspace(-3, 3, 7)), ff.array("0.1")
    on = [torch.from_numpy(a.words.copy()).to(device) for a in (x[:, None], y, x[None, :])]
    with torch.cuda.stream(torch.cuda.Stream()) if device == "cuda" else torch.no_grad():
        result = example.fma(*on).cpu()
    assert (result.numpy() == ff.fma(x[:, None], y, x[None, :]).words).all()


def test_the_example_runs(example, capsys):
    example.main()
    assert "the bits are those of ff::exp in C++" in capsys.readouterr().out
