"""ff in PyTorch: custom operators on float32 tensors of shape (..., 2), the words of numbers of 48 bits.

On the CPU they are the C++ loops, on a GPU the same kernels that CuPy runs, in the tensors' own memory and on PyTorch's stream.

    python torch_operator.py
"""
# %% The operators: ff::exp and ff::fma of words
import contextlib

import numpy as np
import torch

import ff


@contextlib.contextmanager
def stream_of(tensor):
    """CuPy on the stream that PyTorch uses, and on its device."""
    if tensor.device.type != "cuda":
        yield
        return
    import cupy
    with cupy.cuda.Device(tensor.device.index), cupy.cuda.ExternalStream(torch.cuda.current_stream(tensor.device).cuda_stream):
        yield


def pairs(tensor):
    """The tensor's memory as an ff.array."""
    tensor = tensor.detach().contiguous()
    if tensor.device.type == "cuda":
        import cupy
        return ff.from_words(cupy.from_dlpack(tensor))
    return ff.from_words(tensor.numpy())


def elementwise(name, *tensors):
    """The function `name` of ff, the result in memory of PyTorch's."""
    with stream_of(tensors[0]):
        operands = [pairs(t) for t in tensors]
        shape = np.broadcast_shapes(*(x.shape for x in operands))
        result = torch.empty((*shape, 2), dtype=torch.float32, device=tensors[0].device)
        ff.call(name, *operands, out=(pairs(result),))
    return result


@torch.library.custom_op("ff::exp", mutates_args=(), device_types=("cpu", "cuda"))
def exp(x: torch.Tensor) -> torch.Tensor:
    return elementwise("exp", x)


@torch.library.custom_op("ff::fma", mutates_args=(), device_types=("cpu", "cuda"))
def fma(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
    return elementwise("fma", x, y, z)


@exp.register_fake
def _(x):
    return torch.empty_like(x)


@fma.register_fake
def _(x, y, z):
    return x.new_empty(torch.broadcast_shapes(x.shape, y.shape, z.shape))


# The derivative of exp is exp.  A number is the sum of its words, so that both have the number's derivative; float32 holds
# enough of it.
exp.register_autograd(lambda ctx, gradient: gradient * ctx.saved_tensors[0][..., :1],
                      setup_context=lambda ctx, inputs, output: ctx.save_for_backward(output))


# %% What they give
def words(numbers):
    return torch.from_numpy(ff.array(numbers).words.copy())


def main():
    x = words(["0.1", "1", "-2.5"])
    for device in ["cpu"] + ["cuda"] * torch.cuda.is_available():
        on = x.clone().to(device).requires_grad_()
        result = exp(on)
        result.sum().backward()
        print(device, ff.to_text(ff.from_words(result.detach().cpu().numpy()), "f", 14))
        expected = ff.exp(ff.from_words(x.numpy())).words
        assert (result.detach().cpu().numpy() == expected).all(), "the bits differ"
        assert torch.allclose(on.grad, result[..., :1].detach())
        again = torch.compile(exp, backend="eager")(x.to(device))
        assert torch.equal(again, result)
        torch.library.opcheck(fma, (x.to(device), x.to(device), x.to(device)))
    print("the bits are those of ff::exp in C++")


if __name__ == "__main__":
    main()
