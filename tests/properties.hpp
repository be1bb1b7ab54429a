// Properties of operands: a function that says whether it holds for one, two or three of them, and the
// operands that are drawn for it.  Both are known where they are compiled, so one body runs on host and
// device.
#pragma once

#include <algorithm>

#include "everywhere.hpp"
#include "vectors.hpp"

namespace ff_test {

// ---------------------------------------------------------------- operands of a range of exponents

struct floats_of {
  int first, last;
  FF_HD_LARGE one_float operator()(uint64 i) const { return {draws(i).in(first, last)}; }
};
struct pairs_of {
  int first, last;
  FF_HD_LARGE one_pair operator()(uint64 i) const { return {draws(i).pair(first, last)}; }
};
/// Every fourth of the weak form.
struct pairs_and_weak_of {
  int first, last;
  FF_HD_LARGE one_pair operator()(uint64 i) const {
    draws d(i);
    return {i % 4 == 0 ? d.weak_pair(first, last) : d.pair(first, last)};
  }
};
struct two_pairs_of {
  int first, last;
  FF_HD_LARGE two_pairs operator()(uint64 i) const {
    draws d(i);
    const ff_t x = d.pair(first, last);
    return {x, d.pair(first, last)};
  }
};
/// Those of another drawing, without their signs.
template <class Drawn>
struct positive {
  Drawn drawn;
  FF_HD_LARGE auto operator()(uint64 i) const { return abs(drawn(i)); }
  FF_HD_LARGE static constexpr one_float abs(one_float v) { return {ff::abs(v.a)}; }
  FF_HD_LARGE static constexpr one_pair abs(one_pair v) { return {v.x.hi() < 0 ? -v.x : v.x}; }
};
template <class Drawn>
positive(Drawn) -> positive<Drawn>;

/// The rows of a table, in order.
template <class Row, int count>
struct rows_of {
  Row rows[count];
  FF_HD_LARGE Row operator()(uint64 i) const { return rows[i]; }
};
template <class Row, int count>
rows_of<Row, count> table(const Row (&rows)[count]) {
  rows_of<Row, count> all;
  std::copy(rows, rows + count, all.rows);
  return all;
}

// ---------------------------------------------------------------- properties

template <auto* property>
FF_HD_LARGE constexpr bool judged(one_float v) {
  return property(v.a);
}
template <auto* property>
FF_HD_LARGE constexpr bool judged(two_floats v) {
  return property(v.a, v.b);
}
template <auto* property>
FF_HD_LARGE constexpr bool judged(three_floats v) {
  return property(v.a, v.b, v.c);
}
template <auto* property>
FF_HD_LARGE constexpr bool judged(one_pair v) {
  return property(v.x);
}
template <auto* property>
FF_HD_LARGE constexpr bool judged(two_pairs v) {
  return property(v.x, v.y);
}
template <auto* property>
FF_HD_LARGE constexpr bool judged(three_pairs v) {
  return property(v.x, v.y, v.z);
}

template <auto* property, class Drawn>
struct holds_where_drawn {
  Drawn drawn;
  FF_HD_LARGE auto input(uint64 i) const { return drawn(i); }
  FF_HD_LARGE bool operator()(uint64 i) const { return judged<property>(drawn(i)); }
};
/// Whether the property holds for the operands drawn for every i < count.
template <auto* property, class Drawn>
::testing::AssertionResult holds_for(Drawn drawn, uint64 count) {
  return holds(holds_where_drawn<property, Drawn>{drawn}, count);
}

template <auto* drawing>
struct drawn_by {
  FF_HD_LARGE auto operator()(uint64 i) const { return drawing(i); }
};
/// The same for operands that a function draws.
template <auto* property, auto* drawing>
::testing::AssertionResult holds_for(uint64 count) {
  return holds_for<property>(drawn_by<drawing>{}, count);
}

/// The same for every row of a table.
template <auto* property, class Row, int count>
::testing::AssertionResult holds_for(const Row (&rows)[count]) {
  return holds_for<property>(table(rows), count);
}

}  // namespace ff_test
