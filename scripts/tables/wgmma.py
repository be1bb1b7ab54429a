"""Prints src/linalg/gemm/wgmma.cuh: the wgmma instructions of the INT8 products, whose operands have to be written out one by
one.  The words of an accumulator are numbered as in the PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"."""

HEAD = """// Products of 64 by 32 and 32 by {columns} bytes, added to {words} sums of 32 bits in each thread
// of a warpgroup: wgmma.mma_async of sm_90a.  Printed by scripts/tables/wgmma.py.
//
// clang-format off
#pragma once

#include <ff/platform/types.hpp>

namespace ff::linalg::detail {{
namespace {{
"""

FUNCTION = """
/// c = a b + c, or a b unless `adding`; a and b are descriptors of tiles in shared memory.
__device__ __forceinline__ void multiply_add(int32 (&c)[{words}], uint64 a, uint64 b, int32 adding) {{
  asm volatile(
      "{{ .reg .pred adding; setp.ne.b32 adding, %{adding}, 0;"
      " wgmma.mma_async.sync.aligned.m64n{columns}k32.s32.s8.s8 {{"
{registers}
      "}}, %{words}, %{second}, adding; }}"
      : {operands}
      : "l"(a), "l"(b), "r"(adding));
}}
"""

TAIL = """
}  // namespace
}  // namespace ff::linalg::detail"""


def in_rows(items, count):
    return [", ".join(items[i:i + count]) for i in range(0, len(items), count)]


def function(columns):
    words = columns // 2
    rows = in_rows([f"%{i}" for i in range(words)], 16)
    registers = "\n".join(f'      "{row}{"," if row is not rows[-1] else ""}"' for row in rows)
    operands = ",\n        ".join(in_rows([f'"+r"(c[{i}])' for i in range(words)], 7))
    return FUNCTION.format(words=words, columns=columns, second=words + 1, adding=words + 2, registers=registers,
                           operands=operands)


print(HEAD.format(columns="64, 192 or 256", words="32, 96 or 128") + function(64) + function(192) + function(256) + TAIL)
