// log, log2, log10, log1p.
#pragma once

#include <ff/math/log.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(log, (ff_t x), ff::log(x))
CATALOGUE_ENTRY(log2, (ff_t x), ff::log2(x))
CATALOGUE_ENTRY(log10, (ff_t x), ff::log10(x))
CATALOGUE_ENTRY(log1p, (ff_t x), ff::log1p(x))

}  // namespace entry

struct near_one : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) { return {near_point(bits, 1), 1.0f, 0.0f}; }
};
struct near_minus_one : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) { return {near_point(bits, -1), 1.0f, 0.0f}; }
};

template <class Visit>
void log_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::logarithms);
  add(row<entry::log, near_one>{}, "log");
  add(row<entry::log2, near_one>{}, "log2");
  add(row<entry::log10, near_one>{}, "log10");
  add(row<entry::log1p, near_minus_one>{}, "log1p");
}

}  // namespace catalogue
