"""Prints include/ff/math/asin_table.hpp: the cosines of the angles in atan_table.hpp, up to pi/4."""
import mpmath as mp

from atan import points, rows
from common import to_float


def main():
    tangents = points(1)
    cosines = []
    for t in tangents:
        cosine = 1 / mp.sqrt(1 + t * t)
        head = to_float(cosine)
        cosines.append([head, to_float(cosine / head - 1)])
    print(f"""// Made by scripts/tables/asin.py: do not edit.
#pragma once

#include <ff/math/table.hpp>

// clang-format off

namespace ff {{
namespace detail {{

// The bits of 1/sqrt(1 + t^2) as a float, and of what it has to be multiplied by, less 1.
struct alignas(8) cosine_row {{
  uint32 head, rest;
}};

// For the points t up to 1 of angle_table.
inline constexpr uint32 cosine_cells = {len(tangents)};
struct cosine_rows {{
  cosine_row at[{len(tangents)}];
}};
struct cosine_table;\ntemplate <class Nothing>\ninline constexpr cosine_rows table_of<cosine_table, Nothing> = {{{{
{rows(cosines)}
}}}};

}}  // namespace detail
}}  // namespace ff""")


if __name__ == "__main__":
    main()
