"""CUDA source, made of the catalogue's entries, for NVRTC."""
import functools
import hashlib
import os
from pathlib import Path

INCLUDE = Path(__file__).parent / "include"
TYPES = {"p": "ff::ff_t", "f": "float", "d": "double", "i": "int", "l": "long long", "u": "unsigned long long", "b": "bool"}


def options(given=()):
    """What NVRTC is told beside the given options."""
    standard = () if any("-std" in o for o in given) else ("-std=c++17",)
    return (*standard, f"-I{INCLUDE}", *given)


@functools.lru_cache(maxsize=None)
def stamp():
    """A comment that changes with the headers: CuPy keeps what it compiled by the source's text, which only names them."""
    digest = hashlib.sha256()
    headers = [Path(folder, name) for folder, _, names in os.walk(INCLUDE, followlinks=True) for name in names]
    for header in sorted(headers):
        digest.update(header.read_bytes())
    return f"\n// with ff's headers {digest.hexdigest()}\n"


def name_of(entry):
    return f"ff_{entry.name}"


def elementwise(entry):
    """A kernel of `count` elements; each operand has a step, 0 where it is one number."""
    places = [f"a{k}[i * step{k}]" for k in range(len(entry.takes))]
    arguments, k = [], 0
    for group in entry.groups:
        arguments.append(places[k] if group == 1 else "{" + ", ".join(places[k:k + group]) + "}")
        k += group
    takes = [f"const {TYPES[kind]}* a{k}, long long step{k}" for k, kind in enumerate(entry.takes)]
    gives = [f"{TYPES[kind]}* r{k}" for k, kind in enumerate(entry.gives)]
    return f"""#include <ff/ff.hpp>
#include <ff/paper2006.hpp>
#include <ff/radix.hpp>
#include <ff/special.hpp>
#include <ff_python/calls.hpp>

namespace {{
using ff::complex;
using ff::ff2;
using ff::ff3;
using ff::ff4;
using ff::ff_t;
struct entry {{
  static __device__ auto call{entry.parameters} {{ return {entry.code}; }}
}};
struct store {{
  void* const* results;
  long long i;
  template <class T>
  __device__ void operator()(int k, T part) const {{ static_cast<T*>(results[k])[i] = part; }}
}};
}}  // namespace

extern "C" __global__ void {name_of(entry)}(long long count, {", ".join(takes + gives)}) {{
  void* const results[] = {{{", ".join(f"r{k}" for k in range(len(entry.gives)))}}};
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
    ff_python::each_part(entry::call({", ".join(arguments)}), store{{results, i}});
}}
"""


def reduction(name, kind):
    """(source, the kernel of chunks where arrays are aligned to 16 bytes, where not, and the one that combines)."""
    of = f"ff::reductions::{ {'norm': 'nrm2'}.get(name, name)}<{TYPES[kind]}>"
    return ("#include <ff/reduce/kernels.hpp>\n", f"ff::detail::reduce_chunks<{of}, true>",
            f"ff::detail::reduce_chunks<{of}, false>", f"ff::detail::combine_chunks<{of}>")
