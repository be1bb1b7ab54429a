// ff/nccl.hpp on 1, 2, ... of the GPUs of this machine, a rank each.
#include <gtest/gtest.h>

#include <cstddef>
#include <ff/nccl.hpp>
#include <ff/reduce.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "everywhere.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using ff::ff_t;
using std::size_t;
using std::vector;

void check(ncclResult_t status, const char* what) {
  if (status != ncclSuccess) throw std::runtime_error(std::string(what) + ": " + ncclGetErrorString(status));
}
using ff_test::check;

uint64 bits_of(ff_t x) { return ff::detail::bit_cast<uint64>(static_cast<ff::float2>(x)); }

// One GPU of the communicator: its stream and its memory.
class gpu {
 public:
  gpu(int device, ncclComm_t comm) : device_(device), comm_(comm) {
    use();
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
  }
  ~gpu() {
    cudaSetDevice(device_);
    for (void* p : owned_) cudaFree(p);
    cudaStreamDestroy(stream_);
    ncclCommDestroy(comm_);
  }
  gpu(const gpu&) = delete;
  gpu& operator=(const gpu&) = delete;

  void use() const { check(cudaSetDevice(device_), "cudaSetDevice"); }
  ncclComm_t comm() const { return comm_; }
  cudaStream_t stream() const { return stream_; }

  template <class T>
  T* holding(const vector<T>& v) {
    T* const p = static_cast<T*>(bytes(v.size() * sizeof(T)));
    check(cudaMemcpyAsync(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice, stream_), "cudaMemcpy");
    check(cudaStreamSynchronize(stream_), "copied");
    return p;
  }
  void* bytes(std::size_t n) {
    use();
    void* p = nullptr;
    check(cudaMalloc(&p, n + 16), "cudaMalloc");
    // On the stream that reads it: the default stream's memset would not wait for it, nor it for the memset.
    check(cudaMemsetAsync(p, 0xee, n + 16, stream_), "cudaMemset");
    owned_.push_back(p);
    return p;
  }
  template <class T>
  vector<T> read(const T* p, std::size_t n) const {
    use();
    check(cudaStreamSynchronize(stream_), "stream");
    vector<T> v(n);
    check(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return v;
  }

 private:
  int device_;
  ncclComm_t comm_;
  cudaStream_t stream_ = nullptr;
  vector<void*> owned_;
};

vector<std::unique_ptr<gpu>> first_gpus(int ranks) {
  vector<ncclComm_t> comms(static_cast<std::size_t>(ranks));
  check(ncclCommInitAll(comms.data(), ranks, nullptr), "ncclCommInitAll");
  vector<std::unique_ptr<gpu>> gpus;
  for (int r = 0; r < ranks; ++r)
    gpus.push_back(std::make_unique<gpu>(r, comms[static_cast<std::size_t>(r)]));
  return gpus;
}

// queue(gpu, rank) for all of them, a thread for each rank.
template <class Queue>
void on_all(const vector<std::unique_ptr<gpu>>& gpus, Queue queue) {
  vector<std::thread> threads;
  vector<ncclResult_t> status(gpus.size(), ncclInternalError);
  for (std::size_t r = 0; r < gpus.size(); ++r) {
    threads.emplace_back([&, r] {
      gpus[r]->use();
      status[r] = queue(*gpus[r], r);
    });
  }
  for (std::thread& t : threads) t.join();
  for (const ncclResult_t s : status) check(s, "queued");
}

template <class T>
vector<T> random_elements(std::size_t n, uint64 seed) {
  draws d(seed);
  vector<T> x;
  for (std::size_t i = 0; i < n; ++i) {
    const float hi = from_bits(d.sign() | static_cast<uint32>(d.between(-20, 20) + 127) << 23 | d.fraction());
    if constexpr (sizeof(T) == 4)
      x.push_back(hi);
    else
      x.push_back(ff::add12(hi, hi * 0x1p-25f * static_cast<float>(d.between(-999, 999)) * 1e-3f));
  }
  return x;
}

// The sizes of tests/gpu/reduce.cu, and one of several rows a lane.
const size_t sizes[] = {0, 1, 513, 8192, 8193, 100000, 5000001, (size_t{1} << 25) + 4099};

// The run of rank r of so many: even ones, or all with the last.
template <class T>
struct distribution {
  size_t n;
  std::size_t ranks;
  bool even;
  size_t start(std::size_t r) const {
    const size_t full = ff::reduction_block<T>(n), blocks = (n + full - 1) / full;
    if (r == ranks) return n;
    return even ? std::min(n, blocks * r / ranks * full) : 0;
  }
  size_t count(std::size_t r) const {
    if (!even) return r + 1 == ranks ? n : 0;
    return start(r + 1) - start(r);
  }
};

class Nccl : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    const std::string reason = reason_to_skip();
    if (!reason.empty()) GTEST_SKIP() << reason;
    gpus_ = first_gpus(GetParam());
  }
  std::size_t ranks() const { return gpus_.size(); }
  vector<std::unique_ptr<gpu>> gpus_;
};

template <class T>
void expect_as_on_one_machine(const vector<std::unique_ptr<gpu>>& gpus) {
  for (const size_t n : sizes) {
    const vector<T> x = random_elements<T>(n, 1), y = random_elements<T>(n, 2);
    const vector<ff_t> wanted = {ff::sum(n, x.data()), ff::dot(n, x.data(), y.data()), ff::nrm2(n, x.data())};
    for (const bool even : {true, false}) {
      const distribution<T> parts{n, gpus.size(), even};
      vector<ff_t*> results(gpus.size());
      vector<vector<T>> own_x, own_y;
      for (std::size_t r = 0; r < gpus.size(); ++r) {
        const auto from = static_cast<std::ptrdiff_t>(parts.start(r)),
                   to = from + static_cast<std::ptrdiff_t>(parts.count(r));
        own_x.emplace_back(x.begin() + from, x.begin() + to);
        own_y.emplace_back(y.begin() + from, y.begin() + to);
      }
      const size_t bytes = ff::nccl::reduce_workspace_bytes<T>(n);
      on_all(gpus, [&](gpu& g, std::size_t r) {
        const T *px = g.holding(own_x[r]), *py = g.holding(own_y[r]);
        void* const workspace = g.bytes(bytes);
        results[r] = static_cast<ff_t*>(g.bytes(3 * sizeof(ff_t)));
        const size_t first = parts.start(r), count = parts.count(r);
        ncclResult_t status =
            ff::nccl::sum(n, first, count, px, results[r], workspace, bytes, g.comm(), g.stream());
        if (status == ncclSuccess)
          status =
              ff::nccl::dot(n, first, count, px, py, results[r] + 1, workspace, bytes, g.comm(), g.stream());
        if (status == ncclSuccess)
          status =
              ff::nccl::nrm2(n, first, count, px, results[r] + 2, workspace, bytes, g.comm(), g.stream());
        return status;
      });
      for (std::size_t r = 0; r < gpus.size(); ++r) {
        const vector<ff_t> got = gpus[r]->read(results[r], 3);
        for (std::size_t k = 0; k < 3; ++k)
          EXPECT_EQ(bits_of(got[k]), bits_of(wanted[k]))
              << n << " elements, rank " << r << ", function " << k;
      }
    }
  }
}

TEST_P(Nccl, ReductionsHaveTheBitsOfOneMachine) {
  expect_as_on_one_machine<float>(gpus_);
  expect_as_on_one_machine<ff_t>(gpus_);
}

TEST_P(Nccl, MissingBlocksGiveNan) {
  const size_t n = 100000, bytes = ff::nccl::reduce_workspace_bytes<float>(n);
  vector<ff_t*> results(ranks());
  on_all(gpus_, [&](gpu& g, std::size_t r) {
    const float* const x = g.holding(vector<float>(n, 1.0f));
    results[r] = static_cast<ff_t*>(g.bytes(sizeof(ff_t)));
    const size_t count = r == 0 ? ff::reduction_block<float>(n) : 0;
    return ff::nccl::sum(n, 0, count, x, results[r], g.bytes(bytes), bytes, g.comm(), g.stream());
  });
  for (std::size_t r = 0; r < ranks(); ++r) EXPECT_TRUE(isnan(gpus_[r]->read(results[r], 1)[0]));
}

TEST_P(Nccl, AllReduceAddsInTheOrderOfTheRanks) {
  for (const size_t n : {size_t{0}, size_t{1}, size_t{2}, size_t{7}, size_t{1000003}}) {
    vector<vector<ff_t>> in;
    for (std::size_t r = 0; r < ranks(); ++r) in.push_back(random_elements<ff_t>(n, 10 + r));
    vector<ff_t> wanted = in[0];
    for (std::size_t r = 1; r < ranks(); ++r)
      for (size_t i = 0; i < n; ++i) wanted[i] = wanted[i] + in[r][i];
    for (const bool in_place : {false, true}) {
      vector<ff_t*> out(ranks());
      on_all(gpus_, [&](gpu& g, std::size_t r) {
        ff_t* const from = g.holding(in[r]);
        out[r] = in_place ? from : static_cast<ff_t*>(g.bytes(n * sizeof(ff_t)));
        const size_t bytes = ff::nccl::all_reduce_workspace_bytes(n, static_cast<int>(ranks()));
        return ff::nccl::all_reduce(from, out[r], n, g.bytes(bytes), bytes, g.comm(), g.stream());
      });
      for (std::size_t r = 0; r < ranks(); ++r) {
        const vector<ff_t> got = gpus_[r]->read(out[r], n);
        size_t differing = 0;
        for (size_t i = 0; i < n; ++i) differing += bits_of(got[i]) != bits_of(wanted[i]);
        EXPECT_EQ(differing, 0u) << n << " numbers, rank " << r << (in_place ? ", in place" : "");
      }
    }
  }
}

TEST_P(Nccl, BadArgumentsAreRefused) {
  gpu& g = *gpus_[0];  // refused before the others are needed
  const size_t n = 100000, full = ff::reduction_block<float>(n),
               bytes = ff::nccl::reduce_workspace_bytes<float>(n);
  const float* const x = g.holding(vector<float>(n, 1.0f));
  void* const workspace = g.bytes(bytes);
  auto* const result = static_cast<ff_t*>(g.bytes(sizeof(ff_t)));
  const auto sum = [&](size_t first, size_t count, const float* from, ff_t* to, void* at, size_t size) {
    return ff::nccl::sum(n, first, count, from, to, at, size, g.comm(), g.stream());
  };
  EXPECT_EQ(sum(1, n - 1, x, result, workspace, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(0, full + 1, x, result, workspace, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(0, n + 1, x, result, workspace, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(n + full, 0, x, result, workspace, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(0, n, nullptr, result, workspace, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(0, n, x, nullptr, workspace, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(0, n, x, result, nullptr, bytes), ncclInvalidArgument);
  EXPECT_EQ(sum(0, n, x, result, workspace, bytes - 1), ncclInvalidArgument);
  auto* const numbers = static_cast<ff_t*>(g.bytes(8 * sizeof(ff_t)));
  EXPECT_EQ(ff::nccl::all_reduce(numbers, numbers, 8, workspace, 8, g.comm(), g.stream()),
            ncclInvalidArgument);
  EXPECT_EQ(ff::nccl::all_reduce(nullptr, numbers, 8, workspace, bytes, g.comm(), g.stream()),
            ncclInvalidArgument);
}

// All powers of two up to the GPUs at hand; one where there is none, to say why it is skipped.
vector<int> rank_counts() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) devices = 0;
  vector<int> counts = {1};
  while (2 * counts.back() <= devices) counts.push_back(2 * counts.back());
  return counts;
}

INSTANTIATE_TEST_SUITE_P(Gpus, Nccl, ::testing::ValuesIn(rank_counts()),
                         [](const auto& info) { return std::to_string(info.param); });

}  // namespace
