// A kernel for every entry of the catalogue: load, call, store.  sass.py counts what ptxas makes of it.
#pragma once

#include "catalogue/row.hpp"

namespace {

struct memory {
  const ff::ff_t* in;

  FF_HD ff::ff_t pair(int k) const { return in[k]; }
  FF_HD float word(int k) const { return in[k].hi(); }
  FF_HD int integer(int k) const { return reinterpret_cast<const int*>(in)[2 * k]; }
};

template <class Entry>
__global__ void kernel(const ff::ff_t* __restrict in, ff::ff_t* __restrict out) {
  const catalogue::outcome all = catalogue::apply<Entry>(memory{in});
  for (int k = 0; k < catalogue::numbers_of<Entry>; ++k) out[k] = all.part[k];
}

// Has the compiler make the kernel of each entry that is visited.
struct compile {
  template <class Row>
  void operator()(Row, const catalogue::row_info&) const {
    (*this)(typename Row::entry{});
  }
  template <class Entry>
  void operator()(Entry) const {
    kernel<Entry><<<1, 1>>>(nullptr, nullptr);
  }
};

}  // namespace
