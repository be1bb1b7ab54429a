// Mixes of ff's functions and operators.
#include <ff/ff.hpp>

#include "company_mixes.cuh"

namespace bench {

void add_company_mixes(std::vector<company_kernel>& all) { mixes::add_to<ff::ff_t>(all); }

}  // namespace bench
