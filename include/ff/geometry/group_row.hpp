// A row of pairs, searched by a group of threads: group_search.hpp.
#pragma once

#include <ff/geometry/group_search.hpp>

namespace ff {
namespace detail {

/// The first `count` pairs of a row by a group: source(i) and done(i, hits) as in group_search.hpp, i the
/// number in the row.
FF_ANY_CALLEE
template <class Memory, class Group, class Source, class Done>
FF_HD void search_row(Memory& m, typename Memory::store& store, const Group& group, int count,
                      const Source& source, const Done& done) {
  const auto in_slot = [&](int slot) -> decltype(auto) { return source(m.number[slot]); };
  group_search<Memory, Group, decltype(in_slot)>(m, store, group, in_slot)
      .run(
          min_int(count, Memory::pairs),
          [&](int slot) {
            m.number[slot] = group.take(m.taken, 1);
            return m.number[slot] < count;
          },
          [&](int slot, const auto& hits) { done(m.number[slot], hits); });
}

}  // namespace detail
}  // namespace ff
