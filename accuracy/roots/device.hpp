// batch_roots on the GPU for the judge of roots.  No CUDA here.
#pragma once

#include <vector>

#include "accuracy/roots/polynomials.hpp"

namespace accuracy {

/// disks[i] of polynomials[i]; as many of both.  N is 3, 8, 18 or 32.
template <int N>
void roots_on_device(const std::vector<coefficients<N>>& polynomials,
                     std::vector<ff::polynomial::root_disks<N>>& disks);

}  // namespace accuracy
