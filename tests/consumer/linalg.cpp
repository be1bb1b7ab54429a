// A product of two matrices, through the installed library.
#include <cstdio>
#include <ff/ff.hpp>
#include <ff/linalg/gemm.hpp>

int main() {
  const ff::ff_t a[] = {1, 2, 3, 4};
  ff::ff_t c[4] = {};
  const auto A = ff::linalg::row_major(a, 2, 2);
  const ff::linalg::status s = ff::linalg::gemm(1.0f, A, A, 0.0f, ff::linalg::row_major(c, 2, 2));
  std::printf("%s%g %g %g %g\n", s.text(), double(c[0]), double(c[1]), double(c[2]), double(c[3]));
  return s && c[0] == 7 && c[1] == 10 && c[2] == 15 && c[3] == 22 ? 0 : 1;
}
