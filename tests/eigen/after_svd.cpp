// The singular values of Hilbert's matrices where <Eigen/Dense> comes before <ff/eigen.hpp>, as sorted
// includes have it.
#include <Eigen/Dense>
#include <cstdio>
#include <ff/eigen.hpp>

#include "linalg/matrices.hpp"

using ff_test::dynamic;
using ff_test::exactly;

#ifdef REAL_QZ
Eigen::RealQZ<dynamic<ff::ff_t>> refused(4);
#endif
#ifdef COMPLEX_SVD
Eigen::JacobiSVD<dynamic<std::complex<ff::ff_t>>> refused(dynamic<std::complex<ff::ff_t>>::Random(4, 4));
#endif

#if !defined(REAL_QZ) && !defined(COMPLEX_SVD)
int main() {
  int failures = 0;
  for (Eigen::Index n = 3; n <= 10; ++n) {
    using matrix = dynamic<ff::ff_t>;
    const matrix a = ff_test::hilbert<ff::ff_t>(n);
    const Eigen::JacobiSVD<matrix> svd = a.jacobiSvd(Eigen::ComputeFullU | Eigen::ComputeFullV);
    const matrix s = svd.singularValues().asDiagonal();
    const double error =
        ff_test::residual(a, exactly(svd.matrixU()) * exactly(s) * exactly(svd.matrixV()).transpose());
    const bool good = error <= 6 * static_cast<double>(n) * 0x1p-47;
    std::printf("order %d: residual %.2g%s\n", static_cast<int>(n), error, good ? "" : ", too large");
    failures += !good;
  }
  return failures;
}
#endif
