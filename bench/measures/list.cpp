#include "measure.hpp"

namespace bench {

measure throughput();
measure latency();
measure functions();
measure streaming();
measure idioms();
measure predicates();
measure gemm();
measure svd();
measure svd_batched();
measure blas();
measure solve();
measure cpu();
measure host_arrays();
measure paper_tables();
measure company();

const std::vector<measure>& measures() {
  static const std::vector<measure> all{throughput(), latency(), functions(),   streaming(),    idioms(),
                                        predicates(), gemm(),    svd(),         svd_batched(),  blas(),
                                        solve(),      cpu(),     host_arrays(), paper_tables(), company()};
  return all;
}

}  // namespace bench
