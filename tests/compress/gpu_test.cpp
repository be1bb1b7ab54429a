// The GPU's decomposition beside the host's: the same values to rounding, and terms as close to the matrix.
#include <gtest/gtest.h>

#include <cmath>

#include "apps/compress/channels.hpp"
#include "apps/compress/decompose.hpp"
#include "apps/compress/sample.hpp"

namespace compress {
namespace {

TEST(CompressGpu, SameTermsAsTheHost) {
  std::string why;
  if (!command::first_gpu(why)) GTEST_SKIP() << "no GPU: " << why;
  const matrix a = to_matrix(sample(96), 3);
  const decomposition host = decompose_on_host(a), device = decompose_on_gpu(a);
  EXPECT_TRUE(device.report.converged) << device.report.residual << ' ' << device.report.orthogonality;
  ASSERT_EQ(device.all.rank(), host.all.rank());
  const std::vector<double> norms = distances(host.all.values);
  for (std::size_t i = 0; i < host.all.values.size(); ++i)
    EXPECT_NEAR(static_cast<double>(device.all.values[i]), static_cast<double>(host.all.values[i]),
                1e-12 * norms[0]);
  for (const int64 k : {1, 10, 50, 96})
    EXPECT_NEAR(distance(a, device.all.first(k).product()), norms[static_cast<std::size_t>(k)],
                1e-12 * norms[0])
        << k;
}

}  // namespace
}  // namespace compress
