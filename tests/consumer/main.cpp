// A third, to 48 bits, through the installed or fetched package.
#include <cstdio>
#include <ff/ff.hpp>

int main() {
  const ff::ff_t third = ff::div22(ff::ff_t(1), ff::ff_t(3));
  std::printf("ff %d.%d.%d: 1/3 = %a + %a\n", FF_VERSION_MAJOR, FF_VERSION_MINOR, FF_VERSION_PATCH,
              static_cast<double>(third.hi()), static_cast<double>(third.lo()));
  const double error = 3 * static_cast<double>(third) - 1;
  return error > -0x1p-47 && error < 0x1p-47 ? 0 : 1;
}
