"""The Mandelbrot example runs, and its picture says what the guide says of it."""
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).parents[1] / "examples"


def panels(file):
    """The three pictures of a PNG that the example wrote."""
    data, at, chunks = Path(file).read_bytes()[8:], 0, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        chunks[kind] = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + chunks[kind])
        at += size + 12
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    pixels = lines[:, 1:].reshape(height, width, 3)
    return [pixels[:, k * (height + 4):k * (height + 4) + height].astype(int) for k in range(3)]


def check(file, size):
    flat, ours, doubles = panels(file)
    assert ours.shape == (size, size, 3)
    assert len(np.unique(flat.reshape(-1, 3), axis=0)) == 1
    assert len(np.unique(ours.reshape(-1, 3), axis=0)) > size
    assert np.mean(np.abs(ours - doubles).max(axis=2) <= 16) > 0.8


def test_mandelbrot(tmp_path):
    picture = tmp_path / "small.png"
    ran = subprocess.run([sys.executable, EXAMPLES / "mandelbrot.py", "--pixels", "40", "--out", picture], cwd=tmp_path,
                         capture_output=True, text=True, check=True)
    assert "float32       1 values" in ran.stdout
    check(picture, 40)


def test_the_guides_picture():
    file = EXAMPLES.parents[1] / "docs/guide/mandelbrot.png"
    assert file.stat().st_size < 300_000
    check(file, 240)
