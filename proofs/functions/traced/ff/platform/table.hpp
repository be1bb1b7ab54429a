// include/ff/platform/table.hpp on the host: rows read where they are, their floats being constants of the
// trace.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

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

// A row that is none ends the trace: the prover also tries numbers that no argument leads to.
template <class Array, class I>
constexpr I place_within(const Array& rows, I i) {
  constexpr auto n = static_cast<unsigned long long>(sizeof(rows) / sizeof(rows[0]));
  if (static_cast<unsigned long long>(i) < n) return i;
  trace::no_trace();
  return 0;
}
template <class Array, class I>
constexpr auto place_in(const Array& rows, I i) {
  return rows + place_within(rows, i);
}
template <class Array>
constexpr auto place_in(const Array& parts, size_t part, uint32 i) {
  const auto& rows = parts[place_within(parts, part)];
  return rows + place_within(rows, i);
}
template <const auto& Table, auto Array = &table_type<Table>::at, class... I>
constexpr auto table_row(I... i) {
  return *place_in(Table.*Array, i...);
}
template <class Name, class... I>
constexpr auto table_row(I... i) {
  return table_row<table_of<Name>>(i...);
}
template <class Name, auto Array, class... I>
constexpr auto table_row(I... i) {
  return table_row<table_of<Name>, Array>(i...);
}
template <class Name>
constexpr const auto& run_table() {
  return table_of<Name>;
}
template <class Name>
auto run_row_at_byte(uint32 place) {
  const auto& rows = table_of<Name>.at;
  return rows[place / sizeof(rows[0])];
}

}  // namespace detail
}  // namespace ff
