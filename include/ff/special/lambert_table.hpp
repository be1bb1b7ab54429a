// Made by scripts/tables/special.py: do not edit.
// clang-format off
#pragma once

#include <ff/special/piecewise.hpp>

namespace ff {
namespace detail {


// (W + 1)/p in powers of p, |p| <= 1/2, p^2 = 2 (e x + 1): to 2^-52 of the greatest value on the cell.
struct lambert_table_rows {
  coefficient_row at[10];
};
struct lambert_table;
template <class Nothing>
inline constexpr lambert_table_rows table_of<lambert_table, Nothing> = {{
    {0x1p0f, 0, -0x1.555556p-2f, 0x1.555556p-27f},
    {0x1.38e38ep-3f, 0x1.c71c72p-30f, -0x1.4629b8p-4f, 0x1.e5739ep-33f},
    {0x1.6c901ep-5f, 0x1.5cea0ep-31f, -0x1.a9bbccp-6f, 0x1.b6064p-31f},
    {0x1.002c98p-6f, 0x1.30e7ap-31f, -0x1.3b2056p-7f, -0x1.7a8ccp-33f},
    {0x1.8a2b4ap-8f, 0x1.a2d6aep-34f, -0x1.f38dfp-9f, -0x1.8a22dep-35f},
    {0x1.3fee4ep-9f, 0x1.c38bdcp-34f, -0x1.9d6216p-10f, 0x1.d50326p-35f},
    {0x1.0d064ap-10f, -0x1.14ee42p-35f, -0x1.60585cp-11f, 0x1.022186p-36f},
    {0x1.d023cap-12f, 0x1.e65a1p-37f, -0x1.330e78p-12f, 0x1.89eae8p-38f},
    {0x1.9557cep-13f, -0x1.0dbc1cp-13f, 0x1.7f6654p-14f, -0x1.03dd8cp-14f},
    {0x1.bcc2e2p-16f, -0x1.195be8p-16f, 0x1.2a5f9ep-15f, -0x1.a145ep-16f},
}};

}  // namespace detail
}  // namespace ff
// clang-format on
