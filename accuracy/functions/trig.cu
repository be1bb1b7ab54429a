#include "../kernels.cuh"

namespace accuracy {

void add_trig_routines(std::vector<routines>& all) { fn::for_each_trig_function(gather{all}); }

}  // namespace accuracy
