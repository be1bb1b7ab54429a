// Rows broken on purpose: the report has to convict every one.
//
// A family's mutants are listed as its rows are: visit("add22", mutant_of<Entry, Original>{}, 1.0), the name
// being that of the row that is broken, the number what its bound is multiplied by.
#pragma once

#include "catalogue/row.hpp"

namespace accuracy {

/// The row `Original` with its code replaced by Entry's.
template <class Entry, class Original>
struct mutant_of : catalogue::row<Entry, typename Original::vectors> {
  using judged_as = typename Original::entry;
};

}  // namespace accuracy
