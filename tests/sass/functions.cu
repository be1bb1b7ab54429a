// The elementary functions' kernels.
#include "catalogue/functions.hpp"
#include "kernels.cuh"

void functions() {
  catalogue::function_rows(compile{});
  catalogue::trig_without_row(compile{});
}
