#include "render_cpu.hpp"

namespace implicit {

template void render_on_host<interval_ff>(const surface&, const camera&, const search&, std::vector<pixel>&,
                                          const progress&);
template crossing<interval_ff> first_root_of<interval_ff>(const surface&, const ray&, range, float);
template jet<interval_ff, 1> slope_of<interval_ff>(const surface&, const ray&, const interval_ff&);

}  // namespace implicit
