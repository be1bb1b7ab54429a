// The device routines of all functions; each family is compiled by a file of its own.
#include "kernels.cuh"

namespace accuracy {

void add_exp_routines(std::vector<routines>& all);
void add_log_routines(std::vector<routines>& all);
void add_pow_routines(std::vector<routines>& all);
void add_roots_routines(std::vector<routines>& all);
void add_trig_routines(std::vector<routines>& all);
void add_atan_routines(std::vector<routines>& all);
void add_hyperbolic_routines(std::vector<routines>& all);
void add_erf_routines(std::vector<routines>& all);
void add_gamma_routines(std::vector<routines>& all);

void add_function_routines(std::vector<routines>& all) {
  add_exp_routines(all);
  add_log_routines(all);
  add_pow_routines(all);
  add_roots_routines(all);
  add_trig_routines(all);
  add_atan_routines(all);
  add_hyperbolic_routines(all);
  add_erf_routines(all);
  add_gamma_routines(all);
  for_each_function_mutant(gather{all});
}

}  // namespace accuracy
