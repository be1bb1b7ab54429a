// Mixes of ff's functions and operators, and the same of fast_t.
#include <ff/ff.hpp>

#include "company_mixes.cuh"

namespace bench {

void add_company_mixes(std::vector<company_kernel>& all) {
  mixes::add_to<ff::ff_t>(all);
  add_company_nulls<ff::fast_t>(all);
  mixes::add_to<ff::fast_t>(all);
}

}  // namespace bench
