// lgamma.
#pragma once

#include <ff/math/lgamma.hpp>

#include "tgamma.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(lgamma, (ff_t x), ff::lgamma(x))

}  // namespace entry

template <class Visit>
void lgamma_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::lgammas);
  add(row<entry::lgamma, near_integers>{}, "lgamma");
  add(row<entry::lgamma, near_integers>{}, "lgamma_near");
  add(row<entry::lgamma, near_integers>{}, "lgamma_stirling");
  add(row<entry::lgamma, near_integers>{}, "lgamma_negative");
}

}  // namespace catalogue
