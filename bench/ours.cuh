// ff's elementary functions as the benchmarks call them: the catalogue's entries.
#pragma once

#include <type_traits>

#include "catalogue/functions.hpp"
#include "peers.cuh"

namespace bench {
namespace {

using ff::ff_t;

// ff's function: the catalogue's.  Both results are mixed where it has two, and an integer is made of a
// float.
template <class Entry>
__device__ ff_t ours(ff_t x) {
  if constexpr (catalogue::numbers_of<Entry> == 1) {
    return Entry::call(x);
  } else {
    const auto [a, b] = Entry::call(x);
    return both(a, b);
  }
}
template <class Entry>
__device__ ff_t ours(ff_t x, ff_t y) {
  if constexpr (std::is_invocable_v<decltype(&Entry::call), ff_t, ff_t>) {
    return Entry::call(x, y);
  } else {
    return Entry::call(x, static_cast<int>(y.hi()));
  }
}

}  // namespace
}  // namespace bench
