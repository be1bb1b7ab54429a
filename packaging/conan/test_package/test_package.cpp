// The square of the root of two, from the package: float would miss two by 2^-23.
#include <cstdio>
#include <ff/ff.hpp>

int main() {
  const ff::ff_t error = sqr(sqrt(ff::ff_t(2))) - 2;
  std::printf("ff %d.%d.%d: sqrt(2)^2 - 2 = %g\n", FF_VERSION_MAJOR, FF_VERSION_MINOR, FF_VERSION_PATCH,
              double(error));
  return abs(error) < 0x1p-44 ? 0 : 1;
}
