// A hash of every elementary function's results, wherever it is asked for and where most have something to
// do.
#include "catalogue/functions.hpp"

#include "bits.hpp"

int main(int argc, char** argv) {
  return print_on(argc, argv, [](auto machine) {
    std::set<std::string> seen;
    const printer<decltype(machine), all_valid, all_ordinary, all_fractions> print{&seen};
    catalogue::function_rows(print);
    catalogue::functions_without_row(print);
  });
}
