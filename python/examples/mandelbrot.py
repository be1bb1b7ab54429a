"""One deep zoom into the Mandelbrot set, in float32, in ff and in float64, side by side.

    python mandelbrot.py [--pixels 240] [--steps 3000] [--width 1e-10] [--out mandelbrot.png]

The cells run one after the other in an editor that knows `# %%`, or as a script.
"""
# %% Where to look: a spiral, 10^-10 wide.  A float32 there has neighbours 6 10^-8 away.
import argparse
import struct
import time
import zlib

import numpy as np

import ff

X, Y = "-0.743643887037158704752191506114774", "0.131825904205311970493132056385139"

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--pixels", type=int, default=240, help="of a side")
parser.add_argument("--steps", type=int, default=3000)
parser.add_argument("--width", type=float, default=1e-10)
parser.add_argument("--out", default="mandelbrot.png")
options = parser.parse_args()


# %% Steps until z = z^2 + c leaves the circle of radius 16: the same lines for every kind of number
def escape(x, y, steps):
    count = np.zeros(x.shape, np.float64)
    left = np.arange(x.size)  # the pixels that are still inside
    zx, zy = x.copy(), y.copy()
    for step in range(1, steps + 1):
        xx, yy = zx * zx, zy * zy
        out = np.asarray(xx + yy > 256)
        if out.any():
            r2 = np.asarray((xx + yy)[out].astype(np.float64))
            count[left[out]] = step + 1 - np.log2(np.log2(r2) / 2)
            stay = ~out
            left, x, y, zx, zy, xx, yy = left[stay], x[stay], y[stay], zx[stay], zy[stay], xx[stay], yy[stay]
            if left.size == 0:
                break
        zx, zy = xx - yy + x, 2 * zx * zy + y
    return count


# %% The pixels' coordinates, in each kind of number
n = options.pixels
offset = (np.arange(n) - n / 2) * (options.width / n)
column, row = (a.ravel() for a in np.meshgrid(offset, -offset))
kinds = {
    "float32": lambda text, delta: np.float32(text) + delta.astype(np.float32),
    "ff": lambda text, delta: ff.array(text) + delta,
    "float64": lambda text, delta: np.float64(text) + delta,
}
counts = {}
for name, number in kinds.items():
    start = time.perf_counter()
    counts[name] = escape(number(X, column), number(Y, row), options.steps).reshape(n, n)
    print(f"{name:8} {len(np.unique(counts[name])):6} values, {time.perf_counter() - start:.1f} s")
same = np.mean(np.abs(counts["ff"] - counts["float64"]) <= 1)
print(f"ff and float64 agree to one step in {100 * same:.1f} % of the pixels")


# %% Colours, and a PNG
def coloured(count):
    turn = np.log(np.maximum(count, 1))[..., None] * 4 + np.array([0.0, 0.6, 1.2])
    shade = 127.5 - 127.5 * np.cos(turn)
    return np.where(count[..., None] > 0, shade, 0).astype(np.uint8)


def png(pixels):
    height, width, _ = pixels.shape
    lines = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1).tobytes()

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


gap = np.full((n, 4, 3), 255, np.uint8)
pictures = [coloured(counts[name]) for name in kinds]
with open(options.out, "wb") as file:
    file.write(png(np.concatenate([pictures[0], gap, pictures[1], gap, pictures[2]], axis=1)))
print(f"{options.out}: {', '.join(kinds)} from left to right")
