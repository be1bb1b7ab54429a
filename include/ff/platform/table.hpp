// Constant tables: table_row reads one of their rows, in every pass and in constant expressions.
//
//   struct alignas(16) exp_row { uint32 shifted, point, rest, head; };
//   struct exp_table;  // its name, by which readers of the table ask for it
//   template <class Nothing>
//   inline constexpr table_text<exp_row, 362> table_of<exp_table, Nothing> = {
//   "\xea\x04\xb5\x7e\x32\x72\xb1\xbe..."
//   };
//   const exp_row row = table_row<exp_table>(i);
//
// A table is the bytes of its words in a literal, the least significant byte of a word first, as all machines
// of CUDA have them.  A compiler copies a literal, where it makes an expression of each number of a list:
// lists of numbers were a fifth of the time that <ff/core.hpp> took nvcc.
//
// A table is a template that only its readers instantiate: NVRTC, which has no host to keep it on, would put
// any other constant into the object.  The host reads it where it is.  The device reads a constant of the
// function run_rows, of which an object has one copy for all kernels, and none that no kernel reads.  That
// copy lies in device memory and is read through the L1 cache.  Gathers of 8 bytes a lane cost about 14 issue
// slots, of 16 bytes about 30, but in parallel with arithmetic; __constant__ memory serialises them.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

/// The bytes of `parts` times `count` rows, one row after the other, then the zero that ends a literal and
/// others up to the next row: a copy of the whole has no byte without a value.
template <class Row, size_t count, size_t parts = 1>
struct alignas(Row) table_text {
  using row_type = Row;
  enum : size_t { rows = count, size = parts * count * sizeof(Row) };  // NVRTC would store a constant of each

  char bytes[size + alignof(Row)];
};

/// The words of a table, and the zeros behind them: another view of its bytes, by which the device's copy has
/// no more than the rows.  Compilers fold it word by word.
template <class Text>
struct alignas(Text) table_words {
  uint32 at[Text::size / sizeof(uint32)];
};
template <class Text>
struct padded_words {
  table_words<Text> words;
  char end[sizeof(Text) - sizeof(table_words<Text>)];
};

template <size_t count>
struct byte_row {
  char at[count];
};
/// Row i of the text, in constant expressions.
template <class Row, size_t count, size_t parts>
FF_HD constexpr Row row_of_text(const table_text<Row, count, parts>& text, size_t i) {
  byte_row<sizeof(Row)> row{};
  for (size_t b = 0; b < sizeof(Row); ++b) row.at[b] = text.bytes[i * sizeof(Row) + b];
  return bit_cast<Row>(row);
}

template <size_t count>
struct word_row {
  uint32 at[count];
};
template <class Row>
FF_HD constexpr Row row_of_words(const uint32* words, size_t i) {
  constexpr size_t each = sizeof(Row) / sizeof(uint32);
  word_row<each> row{};
  for (size_t w = 0; w < each; ++w) row.at[w] = words[i * each + w];
  return bit_cast<Row>(row);
}

/// The table of that name: each is a specialisation.
template <class Name, class Nothing = void>
inline constexpr int table_of = 0;

template <class Name>
using table_type = typename without_const<decltype(table_of<Name>)>::type;
template <class Name>
using table_row_type = typename table_type<Name>::row_type;

/// *row, on the device as one load of 4, 8 or 16 bytes through the read-only path.  The host copies the
/// bytes, which are a row's, but of the type of characters.
template <class Row>
FF_HD Row run_load(const Row* row) {
  static_assert(sizeof(Row) == 4 || sizeof(Row) == 8 || sizeof(Row) == 16, "a row is one load");
  static_assert(alignof(Row) == sizeof(Row), "alignas(sizeof) makes it one load");
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Row) == 4) return bit_cast<Row>(*reinterpret_cast<const uint32*>(row));
  if constexpr (sizeof(Row) == 8) return bit_cast<Row>(*reinterpret_cast<const ::uint2*>(row));
  if constexpr (sizeof(Row) == 16) return bit_cast<Row>(*reinterpret_cast<const ::uint4*>(row));
#else
  Row copy{};
  __builtin_memcpy(&copy, row, sizeof(Row));
  return copy;
#endif
}

/// The first row in the memory of who runs.
template <class Name>
FF_HD const table_row_type<Name>* run_rows() {
#if defined(__CUDA_ARCH__)
  static constexpr auto copy = bit_cast<padded_words<table_type<Name>>>(table_of<Name>).words;
  return reinterpret_cast<const table_row_type<Name>*>(copy.at);
#else
  return reinterpret_cast<const table_row_type<Name>*>(table_of<Name>.bytes);
#endif
}

/// The row in a constant expression.  The device's pass may read the host's table only as a whole: in words,
/// since nvcc -G stores each element of the copy in a function that nothing calls.
template <class Name>
FF_HD constexpr table_row_type<Name> folded_row(size_t i) {
#if defined(__CUDA_ARCH__)
  constexpr auto copy = bit_cast<padded_words<table_type<Name>>>(table_of<Name>).words;
  return row_of_words<table_row_type<Name>>(copy.at, i);
#else
  return row_of_text(table_of<Name>, i);
#endif
}

/// Row i of a table; with two arguments, row i of a part.
template <class Name, class Index>
FF_HD constexpr table_row_type<Name> table_row(Index i) {
  if (constant_evaluated()) return folded_row<Name>(static_cast<size_t>(i));
  return run_load(run_rows<Name>() + i);
}
template <class Name>
FF_HD constexpr table_row_type<Name> table_row(size_t part, uint32 i) {
  const size_t first = part * table_type<Name>::rows;
  if (constant_evaluated()) return folded_row<Name>(first + i);
  return run_load(run_rows<Name>() + first + i);
}

/// The row that begins at a place in bytes, which spares the device the multiplication of an index.
template <class Name>
FF_HD table_row_type<Name> run_row_at_byte(uint32 place) {
  return run_load(
      reinterpret_cast<const table_row_type<Name>*>(reinterpret_cast<const char*>(run_rows<Name>()) + place));
}

}  // namespace detail
}  // namespace ff
