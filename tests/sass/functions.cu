// The elementary functions' kernels.
#include "catalogue/functions.hpp"
#include "kernels.cuh"

void functions() {
  catalogue::function_rows(compile{});
  catalogue::functions_without_row(compile{});
}
