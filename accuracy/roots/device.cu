// The CUDA side of the judge of roots.
#include <ff/polynomial/cuda.hpp>

#include "accuracy/judge/device.cuh"
#include "accuracy/roots/device.hpp"

namespace accuracy {

template <int N>
void roots_on_device(const std::vector<coefficients<N>>& polynomials,
                     std::vector<ff::polynomial::root_disks<N>>& disks) {
  static_assert(sizeof(coefficients<N>) == (N + 1) * sizeof(ff::ff_t));
  buffer<coefficients<N>> in;
  buffer<ff::polynomial::root_disks<N>> out;
  const coefficients<N>* const c = in.copy_in(polynomials.data(), polynomials.size());
  ff::polynomial::root_disks<N>* const found = out.at_least(disks.size());
  check(ff::polynomial::batch_roots<N>(reinterpret_cast<const ff::ff_t*>(c), disks.size(), found),
        "batch_roots");
  out.copy_out(disks.data(), disks.size());
}

template void roots_on_device<3>(const std::vector<coefficients<3>>&,
                                 std::vector<ff::polynomial::root_disks<3>>&);
template void roots_on_device<8>(const std::vector<coefficients<8>>&,
                                 std::vector<ff::polynomial::root_disks<8>>&);
template void roots_on_device<18>(const std::vector<coefficients<18>>&,
                                  std::vector<ff::polynomial::root_disks<18>>&);
template void roots_on_device<32>(const std::vector<coefficients<32>>&,
                                  std::vector<ff::polynomial::root_disks<32>>&);

}  // namespace accuracy
