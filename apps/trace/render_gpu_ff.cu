#include "render_gpu.cuh"

namespace implicit {

template double render_on_device<interval_ff>(const surface&, const camera&, const search&, pixel*, int);

}  // namespace implicit
