// include/ff/platform/table.hpp on the host: rows read where they are, their floats being constants of the
// trace.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

template <class Name, class Nothing = void>
inline constexpr int table_of = 0;

/// A word of a table, which becomes what the row's member is.
struct table_word {
  uint32 bits;
  constexpr operator uint32() const { return bits; }
  constexpr operator traced() const { return traced(bit_cast<float>(bits)); }
};

// The words of a row, told by what its braces take: its size is no measure, a traced number being larger.
template <class Row>
constexpr auto words_of_row(int)
    -> decltype(Row{table_word{}, table_word{}, table_word{}, table_word{}}, size_t{}) {
  return 4;
}
template <class Row>
constexpr auto words_of_row(long) -> decltype(Row{table_word{}, table_word{}}, size_t{}) {
  return 2;
}
template <class Row>
constexpr size_t words_of_row(...) {
  return 1;
}

template <class Row, size_t count, size_t parts = 1>
struct table_text {
  using row_type = Row;
  static constexpr size_t rows = count, row_words = words_of_row<Row>(0);

  char bytes[4 * parts * count * row_words + 1];

  constexpr table_word word(size_t i) const {
    uint32 bits = 0;
    for (size_t b = 4; b > 0; --b) bits = bits << 8 | static_cast<unsigned char>(bytes[4 * i + b - 1]);
    return {bits};
  }
  constexpr Row row(size_t i) const {
    const size_t w = row_words * i;
    if constexpr (row_words == 4) return {word(w), word(w + 1), word(w + 2), word(w + 3)};
    if constexpr (row_words == 2) return {word(w), word(w + 1)};
    if constexpr (row_words == 1) return {word(w)};
  }
};

template <class Name>
using table_type = typename without_const<decltype(table_of<Name>)>::type;
template <class Name>
using table_row_type = typename table_type<Name>::row_type;

// A row that is none ends the trace: the prover also tries numbers that no argument leads to.
template <class Name, class I>
constexpr size_t place_within(I i) {
  if (static_cast<unsigned long long>(i) < table_type<Name>::rows) return static_cast<size_t>(i);
  trace::no_trace();
  return 0;
}
template <class Name, class I>
constexpr table_row_type<Name> table_row(I i) {
  return table_of<Name>.row(place_within<Name>(i));
}
template <class Name>
constexpr table_row_type<Name> table_row(size_t part, uint32 i) {
  return table_of<Name>.row(part * table_type<Name>::rows + place_within<Name>(i));
}

// The device's own, which nothing calls.
template <class Name>
const table_row_type<Name>* run_rows() {
  return device_only<const table_row_type<Name>*>();
}
template <class Name>
table_row_type<Name> run_row_at_byte(uint32) {
  return device_only<table_row_type<Name>>();
}

}  // namespace detail
}  // namespace ff
