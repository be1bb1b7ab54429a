#include "../kernels.cuh"

namespace accuracy {

void add_complex_routines(std::vector<routines>& all) { cx::for_each_complex_function(gather{all}); }

}  // namespace accuracy
