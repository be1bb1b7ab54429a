// The tables of the elementary functions.  Each is made by a script in scripts/tables/, which its first line
// names; a test makes it again and compares.
//
// A table is a literal of the bytes of its rows; table_row (platform/table.hpp) reads a row of it in one
// load:
//
//   struct exp_table;  // its name, by which readers of the table ask for it
//   template <class Nothing>
//   inline constexpr table_text<exp_row, 362> table_of<exp_table, Nothing> = {"..."};
//   const exp_row row = table_row<exp_table>(i);
#pragma once

#include <ff/ff_t.hpp>
#include <ff/platform/table.hpp>

namespace ff {
namespace detail {

/// i, or `last` where i is beyond it: keeps the lookup of a malformed pair (|lo| > |hi|, or uninitialised)
/// inside.
FF_HD_LARGE constexpr uint32 index_within(uint32 i, uint32 last) { return i < last ? i : last; }

}  // namespace detail
}  // namespace ff
