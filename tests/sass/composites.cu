// The kernels of vectors and complex numbers.
#include "catalogue/complex.hpp"
#include "catalogue/special_functions.hpp"
#include "catalogue/wide_numbers.hpp"
#include "kernels.cuh"

void composites() {
  catalogue::geometry_rows(compile{});
  catalogue::complex_rows(compile{});
  catalogue::wide_numbers_rows(compile{});
  catalogue::special_functions_rows(compile{});
}
