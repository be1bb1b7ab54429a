// A hash of the results of every function of vectors and complex numbers.
#include "bits.hpp"
#include "catalogue/complex.hpp"
#include "catalogue/special_functions.hpp"
#include "catalogue/wide_numbers.hpp"

int main(int argc, char** argv) {
  return print_on(argc, argv, [](auto machine) {
    std::set<std::string> seen;
    const printer<decltype(machine), all_valid, all_ordinary, all_fractions> print{&seen};
    catalogue::geometry_rows(print);
    catalogue::complex_rows(print);
    catalogue::wide_numbers_rows(print);
    catalogue::special_functions_rows(print);
  });
}
