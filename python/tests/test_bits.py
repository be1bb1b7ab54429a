"""Every function gives the bits of the C++ library: ff-python-bits, compiled apart from the package, writes operands and
results; both are compared here, 10^6 of each entry."""
import os
import subprocess

import numpy as np
import pytest

import ff
from ff._entries import entries
from ff._host import DTYPES

PROGRAM = os.environ.get("FF_PYTHON_BITS")
COUNT = int(os.environ.get("FF_PYTHON_COUNT", 10**6))
pytestmark = pytest.mark.skipif(not PROGRAM, reason="FF_PYTHON_BITS does not name the program that ctest builds")


def listed():
    if not PROGRAM:
        return {}
    lines = subprocess.run([PROGRAM, "--list"], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: (takes, gives, bare == "1") for name, takes, gives, bare in map(str.split, lines)}


LISTED = listed()


def written(name, count):
    """The operands and results that C++ has, arrays."""
    takes, gives, _ = LISTED[name]
    with subprocess.Popen([PROGRAM, name, str(count)], stdout=subprocess.PIPE, pipesize=2**20) as program:
        data = program.stdout.read()
    assert program.returncode == 0
    columns, at = [], 0
    for kind in takes + gives:
        columns.append(np.frombuffer(data, DTYPES[kind], count, at))
        at += columns[-1].nbytes
    assert at == len(data)
    return columns[:len(takes)], columns[len(takes):]


def bits(x):
    """Bits, every NaN alike; a pair whose head is infinite or NaN is its head."""
    raw = np.asarray(x)
    if raw.dtype != ff.dtype:
        return np.where(raw != raw, raw.dtype.type(-1), raw).view(f"u{raw.dtype.itemsize}") if raw.dtype.kind == "f" else raw
    hi, lo = raw["hi"], np.where(np.isfinite(raw["hi"]), raw["lo"], np.float32(0))
    one = [np.where(w != w, np.uint32(0x7fc00000), np.ascontiguousarray(w).view(np.uint32)) for w in (hi, lo)]
    return one[0].astype(np.uint64) << np.uint64(32) | one[1]


def given(takes, operands):
    return [ff.from_pairs(x) if kind == "p" else x for kind, x in zip(takes, operands)]


def differing(results, expected):
    """Where the bits differ, for each result."""
    results = results if isinstance(results, tuple) else (results,)
    assert len(results) == len(expected)
    all_places = []
    for result, wanted in zip(results, expected):
        result = np.asarray(result.pairs if isinstance(result, ff.array) else result)
        assert result.dtype == wanted.dtype and result.shape == wanted.shape
        word = np.dtype(f"u{result.dtype.itemsize}")
        places = np.flatnonzero(result.view(word) != wanted.view(word))
        all_places.append(places[bits(result[places]) != bits(wanted[places])])
    return all_places


def test_every_entry_is_compared():
    assert set(LISTED) == set(entries)
    for name, (takes, gives, _) in LISTED.items():
        assert (entries[name].takes, entries[name].gives) == (takes, gives), name


@pytest.mark.parametrize("name", sorted(LISTED))
def test_bits(name):
    operands, expected = written(name, COUNT)
    for k, places in enumerate(differing(ff.call(name, *given(LISTED[name][0], operands)), expected)):
        assert places.size == 0, f"result {k} differs at {places.size}, first {[x[places[0]] for x in operands]}"
