// Constant tables: table_row reads one of their rows, in every pass and in constant expressions.
//
//   struct exp_rows { exp_row at[257]; };
//   struct exp_table;
//   template <class Nothing>
//   inline constexpr exp_rows table_of<exp_table, Nothing> = {{ ... }};
//   const exp_row row = table_row<exp_table>(i);
//
// A table is a template that only its readers instantiate: NVRTC, which has no host to keep it on, would put
// any other constant into the object.  The host reads it where it is.  The device reads a constant of the
// function run_table, of which an object has one copy for all kernels, and none that no kernel reads.  That
// copy lies in device memory and is read through the L1 cache.  Gathers of 8 bytes a lane cost about 14 issue
// slots, of 16 bytes about 30, but in parallel with arithmetic; __constant__ memory serialises them.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

/// The table of that name: each is a specialisation.
template <class Name, class Nothing = void>
inline constexpr int table_of = 0;

template <class Reference>
struct referred;
template <class T>
struct referred<const T&> {
  using type = T;
};
template <const auto& Table>
using table_type = typename referred<decltype(Table)>::type;

/// *row, on the device as one load of 4, 8 or 16 bytes through the read-only path.
template <class Row>
FF_HD Row run_load(const Row* row) {
  static_assert(sizeof(Row) == 4 || sizeof(Row) == 8 || sizeof(Row) == 16, "a row is one load");
  static_assert(alignof(Row) == sizeof(Row), "alignas(sizeof) makes it one load");
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Row) == 4) return bit_cast<Row>(*reinterpret_cast<const uint32*>(row));
  if constexpr (sizeof(Row) == 8) return bit_cast<Row>(*reinterpret_cast<const ::uint2*>(row));
  if constexpr (sizeof(Row) == 16) return bit_cast<Row>(*reinterpret_cast<const ::uint4*>(row));
#else
  return *row;
#endif
}

/// The table in the memory of who runs.
template <const auto& Table>
FF_HD const auto& run_table() {
#if defined(__CUDA_ARCH__)
  static constexpr auto copy = Table;
  return copy;
#else
  return Table;
#endif
}

// The place of row i of an array, or of row i of part `part` of an array of arrays.
template <class Array, class Index>
FF_HD constexpr auto place_in(const Array& rows, Index i) {
  return rows + i;
}
template <class Array>
FF_HD constexpr auto place_in(const Array& parts, size_t part, uint32 i) {
  return parts[part] + i;
}

/// The row in a constant expression.  The device's pass may read the host's table only as a whole.
template <const auto& Table, auto Array, class... Index>
FF_HD constexpr auto folded_row(Index... i) {
#if defined(__CUDA_ARCH__)
  constexpr auto copy = Table;
  return *place_in(copy.*Array, i...);
#else
  return *place_in(Table.*Array, i...);
#endif
}

/// Row i of a table's array `at`, or of another array of it; with two arguments, row i of a part:
/// at[part][i].
template <const auto& Table, auto Array = &table_type<Table>::at, class... Index>
FF_HD constexpr auto table_row(Index... i) {
  if (constant_evaluated()) return folded_row<Table, Array>(i...);
  return run_load(place_in(run_table<Table>().*Array, i...));
}

template <class Name, class... Index>
FF_HD constexpr auto table_row(Index... i) {
  return table_row<table_of<Name>>(i...);
}
template <class Name, auto Array, class... Index>
FF_HD constexpr auto table_row(Index... i) {
  return table_row<table_of<Name>, Array>(i...);
}
template <class Name>
FF_HD const auto& run_table() {
  return run_table<table_of<Name>>();
}

/// The row that begins at a place in bytes, which spares the device the multiplication of an index.
template <const auto& Table>
FF_HD auto run_row_at_byte(uint32 place) {
  using row = typename referred<decltype(run_table<Table>().at[0])>::type;
  return run_load(reinterpret_cast<const row*>(reinterpret_cast<const char*>(run_table<Table>().at) + place));
}

template <class Name>
FF_HD auto run_row_at_byte(uint32 place) {
  return run_row_at_byte<table_of<Name>>(place);
}

}  // namespace detail
}  // namespace ff
