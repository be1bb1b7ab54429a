// A third, to 48 bits, and the sign of a triangle, through the installed or fetched package.
#include <cstdio>
#include <ff/ff.hpp>
#include <ff/predicates.hpp>

int main() {
  const ff::ff_t third = ff::div22(ff::ff_t(1), ff::ff_t(3));
  std::printf("ff %d.%d.%d: 1/3 = %a + %a\n", FF_VERSION_MAJOR, FF_VERSION_MINOR, FF_VERSION_PATCH,
              static_cast<double>(third.hi()), static_cast<double>(third.lo()));
  const double error = 3 * static_cast<double>(third) - 1;
  const ff::point2<float> a{0, 0}, b{1, 0}, c{0, 1};
  const bool left = ff::orient2d(a, b, c) == ff::sign::positive;
  return error > -0x1p-47 && error < 0x1p-47 && left ? 0 : 1;
}
