// ff-bench-polynomial [JSON]: 2^20 polynomials of each of several degrees, all roots in certified disks, on
// the GPU and on all cores of the host; beside numpy.roots on one core where there is numpy; and one
// polynomial of a large degree on the whole GPU.  The coefficients are normal; what was certified is counted.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ff/polynomial/cuda.hpp>
#include <ff/polynomial/host.hpp>
#include <ff/polynomial/large_cuda.hpp>
#include <ff/random.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/device.cuh"
#include "bench/small_program.cuh"

namespace {

using bench::buffer;
using bench::check;
using ff::ff_t;
using ff::polynomial::root_disks;
using ff::polynomial::root_status;

constexpr std::size_t count = std::size_t{1} << 20;

__global__ void draw(ff_t* coefficients, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  ff::philox g(1, i);
  coefficients[i] = ff::normal_distribution()(g);
}

// Says how many of the polynomials have each status.
template <int N>
__global__ void tally(const root_disks<N>* disks, std::size_t n, unsigned long long* of_status) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&of_status[static_cast<int>(disks[i].status)], 1ull);
}

// Seconds that numpy.roots takes for one polynomial of this degree, on one core: the least of five rounds.
// Nothing where there is no numpy.
std::optional<double> numpy_seconds(int degree) {
  const std::string program =
      "import sys, time, numpy\n"
      "c = numpy.random.default_rng(1).normal(size=(400, int(sys.argv[1]) + 1))\n"
      "best = 1e30\n"
      "for _ in range(5):\n"
      "    begin = time.perf_counter()\n"
      "    for p in c: numpy.roots(p)\n"
      "    best = min(best, (time.perf_counter() - begin) / len(c))\n"
      "print(best)\n";
  const std::string line = "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 python3 -c '" +
                           program + "' " + std::to_string(degree) + " 2>/dev/null";
  FILE* const printed = popen(line.c_str(), "r");
  if (printed == nullptr) return {};
  double seconds = 0;
  const bool read = std::fscanf(printed, "%lf", &seconds) == 1;
  return pclose(printed) == 0 && read && seconds > 0 ? std::optional<double>(seconds) : std::nullopt;
}

template <int N>
nlohmann::ordered_json timed() {
  constexpr std::size_t coefficients = count * (N + 1);
  constexpr unsigned block = 256;
  buffer<ff_t> coefficient_buffer;
  buffer<root_disks<N>> disk_buffer;
  buffer<unsigned long long> status_buffer;
  ff_t* const c = coefficient_buffer.at_least(coefficients);
  root_disks<N>* const disks = disk_buffer.at_least(count);
  unsigned long long seen[8] = {};
  unsigned long long* const of_status = status_buffer.copy_in(seen, 8);
  draw<<<static_cast<unsigned>((coefficients + block - 1) / block), block>>>(c, coefficients);
  double best = 1e30;
  for (int run = 0; run < 6; ++run) {  // the first warms up
    const double seconds =
        bench::seconds_of([&] { check(ff::polynomial::batch_roots<N>(c, count, disks), "batch_roots"); });
    if (run > 0) best = std::min(best, seconds);
  }
  tally<N><<<static_cast<unsigned>(count / block), block>>>(disks, count, of_status);
  status_buffer.copy_out(seen, 8);

  constexpr std::size_t fewer = 1 << 13;  // on the host
  std::vector<ff_t> host(fewer * (N + 1));
  std::vector<root_disks<N>> found(fewer);
  coefficient_buffer.copy_out(host.data(), host.size());
  const auto begin = std::chrono::steady_clock::now();
  ff::polynomial::batch_roots_on_host<N>(host.data(), fewer, found.data());
  const double host_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / fewer;

  const double isolated = static_cast<double>(seen[static_cast<int>(root_status::isolated)]) / count;
  std::printf("degree %2d: %8.3f ms for 10^6 on the GPU, %10.1f ms on the host; %.4f %% isolated\n", N,
              best * 1e9 / count, host_seconds * 1e9, 100 * isolated);
  nlohmann::ordered_json row;
  if (const auto numpy = numpy_seconds(N)) {
    row["numpy_seconds_each"] = *numpy;
    std::printf("           numpy.roots on one core: %.1f us each, %.0f times as long\n", *numpy * 1e6,
                *numpy * count / best);
  }
  row.update({{"degree", N},
              {"polynomials", count},
              {"gpu_seconds", best},
              {"host_seconds_each", host_seconds},
              {"isolated", seen[static_cast<int>(root_status::isolated)]},
              {"clustered", seen[static_cast<int>(root_status::clustered)]},
              {"not_certified", seen[static_cast<int>(root_status::not_certified)]}});
  return row;
}

// One polynomial: the second of two runs, the copies from and to the host included.
nlohmann::ordered_json timed_large(int degree) {
  std::vector<ff_t> c;
  for (int k = 0; k <= degree; ++k) {
    ff::philox g(1, static_cast<ff::uint64>(k));
    c.push_back(ff::normal_distribution()(g));
  }
  ff::polynomial::large_root_disks r;
  double seconds = 0;
  for (int run = degree < 1000000 ? 0 : 1; run < 2; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    check(ff::polynomial::large_roots_on_device(c.data(), degree, r), "large_roots_on_device");
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::printf("degree %7d: %8.3f s for one; %d roots isolated, %d in clusters, %d not certified\n", degree,
              seconds, r.isolated, r.clustered, r.uncertified);
  std::fflush(stdout);
  return {{"degree", degree},
          {"gpu_seconds", seconds},
          {"isolated", r.isolated},
          {"clustered", r.clustered},
          {"uncertified", r.uncertified},
          {"float_steps_a_root", static_cast<double>(r.float_steps) / degree},
          {"pair_steps_a_root", static_cast<double>(r.pair_steps) / degree}};
}

int run(int argc, char** argv) {
  bench::small_program program("ff-bench-polynomial", argc, argv);
  program.require_gpu();
  for (const auto& row :
       {timed<3>(), timed<5>(), timed<8>(), timed<12>(), timed<18>(), timed<24>(), timed<32>()})
    program.record["roots"].push_back(row);
  for (const int degree : {1000, 10000, 100000, 1000000})
    program.record["large"].push_back(timed_large(degree));
  return program.end();
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-bench-polynomial", argc, argv, run); }
