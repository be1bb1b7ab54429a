// ff-bench-nccl [JSON]: all-reduce over the GPUs of this machine, of numbers by ff::nccl, of doubles by NCCL.
#include <nccl.h>

#include <algorithm>
#include <cstdio>
#include <ff/nccl.hpp>
#include <thread>
#include <vector>

#include "bench/small_program.cuh"

namespace {

using command::check;
using ff::ff_t;

void check(ncclResult_t status, const char* what) {
  if (status != ncclSuccess) throw std::runtime_error(std::string(what) + ": " + ncclGetErrorString(status));
}

// One GPU of the communicator and its arrays; a thread of its own drives it.
struct rank_state {
  ncclComm_t comm;
  cudaStream_t stream = nullptr;
  char *in = nullptr, *out = nullptr, *workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

// Seconds of the slowest rank for one all-reduce, of `repeat` back to back, the best of five runs.
template <class Queue>
double seconds_of(std::vector<rank_state>& ranks, int repeat, Queue queue) {
  double best = 1e30;
  for (int run = 0; run < 6; ++run) {  // the first warms up
    std::vector<double> seconds(ranks.size());
    std::vector<std::thread> threads;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      threads.emplace_back([&, r] {
        cudaSetDevice(static_cast<int>(r));
        cudaEvent_t begin, end;
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        queue(ranks[r]);  // all are there when the clock starts
        cudaEventRecord(begin, ranks[r].stream);
        for (int i = 0; i < repeat; ++i) queue(ranks[r]);
        cudaEventRecord(end, ranks[r].stream);
        cudaEventSynchronize(end);
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, begin, end);
        seconds[r] = milliseconds * 1e-3 / repeat;
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
      });
    }
    for (std::thread& t : threads) t.join();
    check(cudaGetLastError(), "all-reduce");
    if (run > 0) best = std::min(best, *std::max_element(seconds.begin(), seconds.end()));
  }
  return best;
}

int run(int argc, char** argv) {
  bench::small_program program("ff-bench-nccl", argc, argv);
  int devices = 0;
  cudaGetDeviceCount(&devices);
  if (!program.gpu || devices < 2) throw command::bad_argument("expected two GPUs or more");

  constexpr std::size_t largest = std::size_t{1} << 28;
  for (int count = 2; count <= devices; count *= 2) {
    std::vector<ncclComm_t> comms(static_cast<std::size_t>(count));
    check(ncclCommInitAll(comms.data(), count, nullptr), "ncclCommInitAll");
    std::vector<rank_state> ranks;
    for (int r = 0; r < count; ++r) {
      check(cudaSetDevice(r), "cudaSetDevice");
      rank_state s{comms[static_cast<std::size_t>(r)]};
      s.workspace_bytes = ff::nccl::all_reduce_workspace_bytes(largest, count);
      check(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking), "cudaStreamCreate");
      check(cudaMalloc(&s.in, largest * 8), "cudaMalloc");
      check(cudaMalloc(&s.out, largest * 8), "cudaMalloc");
      check(cudaMalloc(&s.workspace, s.workspace_bytes), "cudaMalloc");
      check(cudaMemset(s.in, 0, largest * 8), "cudaMemset");
      ranks.push_back(s);
    }
    for (std::size_t n = 1 << 16; n <= largest; n *= 16) {
      const int repeat = n < (1 << 22) ? 100 : 10;
      const double ours = seconds_of(ranks, repeat, [n](rank_state& s) {
        ff::nccl::all_reduce(reinterpret_cast<ff_t*>(s.in), reinterpret_cast<ff_t*>(s.out), n, s.workspace,
                             s.workspace_bytes, s.comm, s.stream);
      });
      const double theirs = seconds_of(ranks, repeat, [n](rank_state& s) {
        ncclAllReduce(s.in, s.out, n, ncclDouble, ncclSum, s.comm, s.stream);
      });
      std::printf("%d GPUs, %10zu elements: ff %9.1f us, double %9.1f us, ratio %.2f\n", count, n, ours * 1e6,
                  theirs * 1e6, ours / theirs);
      program.record["all_reduce"].push_back(
          {{"gpus", count}, {"n", n}, {"ff_seconds", ours}, {"double_seconds", theirs}});
    }
    for (rank_state& s : ranks) {
      ncclCommDestroy(s.comm);
      cudaFree(s.in), cudaFree(s.out), cudaFree(s.workspace);
    }
  }
  return program.end();
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-bench-nccl", argc, argv, run); }
