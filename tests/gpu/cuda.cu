// ff/cuda.hpp: CUDA's intrinsics for numbers, by bits; and what CUDA's libraries do with them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <cstddef>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cuda/atomic>
#include <ff/cuda.hpp>
#include <ff/fast.hpp>
#include <ff/math.hpp>
#include <ff/type/limits.hpp>
#include <vector>

#include "everywhere.hpp"
#include "gpu/device_array.cuh"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using ff::ff_t;
using ff::from_words;
using std::size_t;
using std::vector;

class GpuCuda : public Everywhere {};

template <class Body>
__global__ void for_each_thread(Body body) {
  body(blockIdx.x * blockDim.x + threadIdx.x);
}

/// body(thread) for each thread, in blocks of 256.
template <class Body>
void launch(unsigned threads, Body body) {
  const unsigned block = std::min(threads, 256u);
  for_each_thread<<<threads / block, block>>>(body);
  check(cudaGetLastError(), "kernel launch");
  check(cudaDeviceSynchronize(), "kernel");
}

uint64 bits_of(ff_t x) { return uint64{ff::detail::to_bits(x.hi())} << 32 | ff::detail::to_bits(x.lo()); }
vector<uint64> bits_of(const vector<ff_t>& numbers) {
  vector<uint64> bits;
  for (const ff_t x : numbers) bits.push_back(bits_of(x));
  return bits;
}

/// Any two words: infinities, NaN with payloads, subnormal words among them.
vector<ff_t> any_words(size_t n) {
  vector<ff_t> numbers;
  for (size_t i = 0; i < n; ++i) {
    draws draw(i);
    const auto hi = static_cast<uint32>(draw.bits()), lo = static_cast<uint32>(draw.bits());
    numbers.push_back(from_words(from_bits(i % 7 == 0 ? hi | 0x7f800000u : hi), from_bits(lo)));
  }
  return numbers;
}

// ---------------------------------------------------------------- within a warp

enum class way { from, up, down, across };

struct exchange {
  const ff_t* in;
  ff_t* out;
  way how;
  int lane, width;

  __device__ void operator()(unsigned thread) const {
    const ff_t x = in[thread];
    const auto delta = static_cast<unsigned>(lane);
    out[thread] = how == way::from   ? __shfl_sync(~0u, x, lane, width)
                  : how == way::up   ? __shfl_up_sync(~0u, x, delta, width)
                  : how == way::down ? __shfl_down_sync(~0u, x, delta, width)
                                     : __shfl_xor_sync(~0u, x, lane, width);
  }
};

// The CUDA C++ Programming Guide, Warp Shuffle Functions: a lane outside the group gives one's own.
size_t source_of(const exchange& e, size_t thread) {
  const int width = e.width, own = static_cast<int>(thread % static_cast<size_t>(width));
  const int other = e.how == way::from   ? e.lane % width
                    : e.how == way::up   ? own - e.lane
                    : e.how == way::down ? own + e.lane
                                         : own ^ e.lane;
  return other < 0 || other >= width ? thread
                                     : thread - static_cast<size_t>(own) + static_cast<size_t>(other);
}

TEST_F(GpuCuda, ShufflesMoveBothWords) {
  const vector<ff_t> in = any_words(1024);
  const device_array<ff_t> from(in), to(in.size());
  for (const way how : {way::from, way::up, way::down, way::across})
    for (const int width : {32, 8})
      for (const int lane : {0, 1, 3, 7}) {
        SCOPED_TRACE(::testing::Message()
                     << static_cast<int>(how) << ", width " << width << ", lane " << lane);
        const exchange e = {from.data(), to.data(), how, lane, width};
        launch(1024, e);
        vector<ff_t> wanted;
        for (size_t i = 0; i < in.size(); ++i) wanted.push_back(in[source_of(e, i)]);
        EXPECT_EQ(bits_of(to.on_host()), bits_of(wanted));
      }
}

struct sum_of_some_lanes {
  ff_t* out;
  __device__ void operator()(unsigned thread) const {
    if (thread % 32 >= 8) return;
    ff_t sum(thread);
    for (int apart = 4; apart > 0; apart /= 2) sum = sum + __shfl_xor_sync(0xffu, sum, apart);
    out[thread] = __shfl_sync(0xffu, sum, 3);
  }
};

TEST_F(GpuCuda, ShufflesOfSomeLanes) {
  const device_array<ff_t> out(vector<ff_t>(64, ff_t(0)));
  launch(64, sum_of_some_lanes{out.data()});
  const vector<ff_t> sums = out.on_host();
  for (size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(sums[i], i % 32 >= 8 ? 0 : i < 32 ? 28 : 28 + 8 * 32) << i;
  }
}

// ---------------------------------------------------------------- atomics

constexpr unsigned adders = 1 << 18;
constexpr size_t cell_counts[] = {1, 7, 32, 4096, adders};

// Every sum of these numbers is exact, with a low word.
const ff_t start = from_words(0x1p46f, 1.0f);

enum class adding { add, subtract, accumulate };

// Thread i adds i to cell i mod `cells`, or the even ones alone do, so that warps come to it in parts.
struct add_own_number {
  ff_t* cell;
  size_t cells;
  adding how;
  bool only_even;

  __device__ void operator()(unsigned thread) const {
    if (only_even && thread % 2 != 0) return;
    ff_t* const at = cell + thread % cells;
    switch (how) {
      case adding::add:
        atomicAdd(at, thread);
        break;
      case adding::subtract:
        atomicSub(at, thread);
        break;
      case adding::accumulate:
        atomic_accumulate(at, thread);
    }
  }
};

TEST_F(GpuCuda, AtomicSumsLoseNothing) {
  for (const size_t cells : cell_counts)
    for (const adding how : {adding::add, adding::subtract, adding::accumulate})
      for (const bool only_even : {false, true}) {
        SCOPED_TRACE(::testing::Message()
                     << cells << " cells, " << static_cast<int>(how) << ", " << only_even);
        const device_array<ff_t> cell(vector<ff_t>(cells, start));
        launch(adders, add_own_number{cell.data(), cells, how, only_even});
        vector<ff_t> wanted(cells, start);
        for (unsigned i = 0; i < adders; i += only_even ? 2 : 1)
          wanted[i % cells] += how == adding::subtract ? -ff_t(i) : ff_t(i);
        EXPECT_EQ(cell.on_host(), wanted);
      }
}

// Each thread's result of adding 1, in global and in shared memory.
struct take_ticket {
  ff_t *cell, *tickets;
  __device__ void operator()(unsigned thread) const {
    if (thread % 5 == 0) return;  // the others of a warp come in two or more parts
    tickets[thread] = thread % 5 < 3 ? atomicAdd(cell, 1) : atomicSub(cell, -1);
  }
};
struct take_ticket_of_the_block {
  ff_t *first, *tickets;
  __device__ void operator()(unsigned thread) const {
    __shared__ ff_t cell[2];
    if (threadIdx.x == 0) cell[0] = cell[1] = *first;
    __syncthreads();
    tickets[thread] = atomicAdd(&cell[thread % 2], 1);
  }
};

TEST_F(GpuCuda, WhatAtomicAddReturnsWasThereOnce) {
  const device_array<ff_t> cell(vector<ff_t>(1, start)), all(vector<ff_t>(adders, ff_t(-1)));
  launch(adders, take_ticket{cell.data(), all.data()});
  vector<ff_t> tickets = all.on_host();
  std::sort(tickets.begin(), tickets.end());
  const unsigned idle = (adders + 4) / 5;
  for (unsigned i = 0; i < adders; ++i)
    ASSERT_EQ(tickets[i], i < idle ? ff_t(-1) : start + ff_t(i - idle)) << i;

  const device_array<ff_t> first(vector<ff_t>(1, start));
  launch(adders, take_ticket_of_the_block{first.data(), all.data()});
  tickets = all.on_host();
  for (unsigned block = 0; block < adders; block += 256) {
    vector<ff_t> own(tickets.begin() + block, tickets.begin() + block + 256);
    std::sort(own.begin(), own.end());
    for (unsigned i = 0; i < 256; ++i) ASSERT_EQ(own[i], start + ff_t(i / 2)) << block << ' ' << i;
  }
}

struct accumulate_in_the_block {
  ff_t* sums;
  __device__ void operator()(unsigned thread) const {
    __shared__ ff_t cell[3];
    if (threadIdx.x < 3) cell[threadIdx.x] = 0.0f;
    __syncthreads();
    atomic_accumulate(&cell[threadIdx.x % 3], thread);
    __syncthreads();
    if (threadIdx.x < 3) sums[3 * blockIdx.x + threadIdx.x] = cell[threadIdx.x];
  }
};

TEST_F(GpuCuda, AccumulatesInSharedMemory) {
  constexpr unsigned blocks = 1000;
  const device_array<ff_t> out(3 * blocks);
  launch(256 * blocks, accumulate_in_the_block{out.data()});
  vector<ff_t> wanted(3 * blocks, ff_t(0));
  for (unsigned i = 0; i < 256 * blocks; ++i) wanted[3 * (i / 256) + i % 256 % 3] += ff_t(i);
  EXPECT_EQ(out.on_host(), wanted);
}

struct add_to_all {
  ff_t *cell, y;
  ff_t* old;
  __device__ void operator()(unsigned thread) const { old[thread] = atomicAdd(cell, y); }
};

TEST_F(GpuCuda, AtomicAddRoundsAsTheOperator) {
  const float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;
  const ff_t numbers[] = {-0.0f, 0.0f, 0x1p-149f, ff_t(1) / 3, inf, -inf, nan};
  for (const ff_t x : numbers)
    for (const ff_t y : numbers) {
      const device_array<ff_t> cell(vector<ff_t>(1, x)), old(1);
      launch(1, add_to_all{cell.data(), y, old.data()});
      EXPECT_EQ(bits_of(old.on_host()[0]), bits_of(x));
      const ff_t sum = cell.on_host()[0], wanted = x + y;
      if (isnan(wanted))
        EXPECT_TRUE(isnan(sum));
      else if (isinf(wanted))  // then the low word means nothing
        EXPECT_EQ(sum.hi(), wanted.hi()) << x.hi() << ' ' << y.hi();
      else
        EXPECT_EQ(bits_of(sum), bits_of(wanted)) << x.hi() << ' ' << y.hi();
    }
  const device_array<ff_t> cell(vector<ff_t>(1, ff_t(-0.0f))), old(32);
  launch(32, add_to_all{cell.data(), ff_t(-0.0f), old.data()});
  EXPECT_TRUE(signbit(cell.on_host()[0])) << "-0 and the lanes' -0";
}

struct find_ends {
  const ff_t* numbers;
  ff_t* ends;
  __device__ void operator()(unsigned thread) const {
    atomicMin(&ends[0], numbers[thread]);
    atomicMax(&ends[1], numbers[thread]);
  }
};

TEST_F(GpuCuda, AtomicMinAndMax) {
  const float nan = ff::detail::quiet_nan;
  vector<ff_t> numbers;
  for (unsigned i = 0; i < adders; ++i)  // all of one head
    numbers.push_back(
        i % 100 == 99 ? ff_t(nan)
                      : from_words(1.0f, static_cast<float>(static_cast<int>(i * 40503u % adders) - 100000) *
                                             0x1p-46f));
  ff_t least = nan, greatest = nan;
  for (const ff_t x : numbers) least = fmin(least, x), greatest = fmax(greatest, x);
  const device_array<ff_t> in(numbers), ends(vector<ff_t>(2, ff_t(nan)));
  launch(adders, find_ends{in.data(), ends.data()});
  EXPECT_EQ(bits_of(ends.on_host()), bits_of({least, greatest}));
}

struct exchange_own_number {
  ff_t *cell, *got;
  __device__ void operator()(unsigned thread) const {
    got[thread] = atomicExch(
        cell, from_words(static_cast<float>(thread + 1), static_cast<float>(thread + 1) * 0x1p-30f));
  }
};

TEST_F(GpuCuda, AtomicExchLosesNoNumber) {
  const device_array<ff_t> cell(vector<ff_t>(1, ff_t(0))), got(adders);
  launch(adders, exchange_own_number{cell.data(), got.data()});
  vector<ff_t> all = got.on_host();
  all.push_back(cell.on_host()[0]);
  std::sort(all.begin(), all.end());
  for (unsigned i = 0; i <= adders; ++i)
    ASSERT_EQ(bits_of(all[i]), bits_of(from_words(static_cast<float>(i), static_cast<float>(i) * 0x1p-30f)))
        << i;
}

// As the CUDA C++ Programming Guide makes atomic operations of atomicCAS.
struct count_by_cas {
  ff_t* cell;
  __device__ void operator()(unsigned) const {
    ff_t old = ff::load_volatile(cell), seen;
    do {
      seen = old;
      old = atomicCAS(cell, seen, seen + 1.0f);
    } while (old != seen);
  }
};
struct try_cas {
  ff_t *cell, expected, *old;
  __device__ void operator()(unsigned) const { *old = atomicCAS(cell, expected, 7); }
};

TEST_F(GpuCuda, AtomicCasComparesBits) {
  const device_array<ff_t> cell(vector<ff_t>(1, start));
  launch(1 << 12, count_by_cas{cell.data()});
  EXPECT_EQ(cell.on_host()[0], start + ff_t(1 << 12));

  const ff_t weak = from_words(1.0f, 0x1p-24f), other = from_words(1.0f + 0x1p-23f, -0x1p-24f);
  ASSERT_EQ(weak, other);
  const ff_t nan = from_words(ff::detail::quiet_nan, 3.0f);
  for (const ff_t x : {ff_t(0.0f), ff_t(-0.0f), weak, other, nan})
    for (const ff_t expected : {ff_t(0.0f), ff_t(-0.0f), weak, other, nan}) {
      const device_array<ff_t> tried(vector<ff_t>(1, x)), old(1);
      launch(1, try_cas{tried.data(), expected, old.data()});
      EXPECT_EQ(bits_of(old.on_host()[0]), bits_of(x));
      EXPECT_EQ(bits_of(tried.on_host()[0]), bits_of(bits_of(x) == bits_of(expected) ? ff_t(7) : x));
    }
}

// ---------------------------------------------------------------- fast_t and fused_t

template <class T>
struct update_all {
  T* cell;
  __device__ void operator()(unsigned thread) const {
    const T x = static_cast<int>(thread % 1000) - 300;
    atomicAdd(&cell[0], x);
    atomicSub(&cell[1], x * 2 + x);
    atomicMin(&cell[2], x);
    atomicMax(&cell[3], x + 1.0f);
    atomic_accumulate(&cell[4], 1);
    if (thread != 0) return;
    atomicExch(&cell[5], x * x);
    cell[6] = __ldg(&cell[7]);
    atomicCAS(&cell[7], T(7), 2.5f);
  }
};

template <class T>
class GpuFast : public Everywhere {};
using fast_numbers = ::testing::Types<ff::fast_t, ff::fused_t>;
TYPED_TEST_SUITE(GpuFast, fast_numbers);

TYPED_TEST(GpuFast, AtomicsAreThoseOfThePair) {
  vector<TypeParam> cells;
  for (int i = 0; i < 8; ++i) cells.push_back(i);
  const device_array<TypeParam> cell(cells);
  constexpr unsigned threads = 1024 * 256;
  launch(threads, update_all<TypeParam>{cell.data()});
  double sum = 0;
  for (unsigned i = 0; i < threads; ++i) sum += static_cast<int>(i % 1000) - 300;
  const double wanted[] = {sum, 1 - 3 * sum, -300, 700, 4 + double(threads), 90000, 7, 2.5};
  const vector<TypeParam> seen = cell.on_host();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(double(seen[i]), wanted[i]) << "cell " << i;
}

// Everything that fused_t does its own way, of any three numbers.
FF_HD_LARGE ff_t fused_expression(ff_t x, ff_t y, ff_t z) {
  const ff::fused_t a = x, b = y, c = z;
  const ff::fused_t s = a * b + c, difference = a - b, product = a * c;
  return difference / s + sqrt(fabs(c)) * product + (b + c) * rsqrt(fabs(a)) + (a < b + c ? 1 : 2);
}
struct express {
  const ff_t* in;
  ff_t* out;
  __device__ void operator()(unsigned i) const { out[i] = fused_expression(in[i], in[i + 1], in[i + 2]); }
};

TEST_F(GpuCuda, FusedNumbersHaveTheBitsOfTheHost) {
  constexpr unsigned n = 1 << 16;
  vector<ff_t> numbers;
  for (unsigned i = 0; i < n + 2; ++i) {
    draws draw(i);
    constexpr float special[] = {
        0.0f, -0.0f, 1.0f, 0x1p126f, ff::detail::infinity, -ff::detail::infinity, ff::detail::quiet_nan};
    const uint32 bits = static_cast<uint32>(draw.bits());  // next to 1, or to the end of the range
    const float head =
        from_bits(i % 7 == 0 ? (bits & 0x83ffffffu) | 0x7c000000u : (bits & 0x8fffffffu) | 0x38000000u);
    numbers.push_back(i % 5 == 0 ? ff_t(special[i / 5 % 7])
                                 : from_words(head, head * 0x1p-25f * (i % 3 == 0 ? -1.0f : 0.75f)));
  }
  const device_array<ff_t> in(numbers), out(n);
  launch(n, express{in.data(), out.data()});
  const vector<ff_t> seen = out.on_host();
  unsigned finite = 0, infinite = 0;
  for (unsigned i = 0; i < n; ++i) {
    const ff_t wanted = fused_expression(numbers[i], numbers[i + 1], numbers[i + 2]);
    finite += isfinite(wanted), infinite += isinf(wanted);
    if (isnan(wanted)) {
      ASSERT_TRUE(isnan(seen[i])) << i;
    } else {
      ASSERT_EQ(seen[i].hi(), wanted.hi()) << i;
    }
    if (isfinite(wanted)) ASSERT_EQ(bits_of(seen[i]), bits_of(wanted)) << i;
  }
  EXPECT_GT(finite, n / 4);
  EXPECT_GT(infinite, n / 50);
}

// ---------------------------------------------------------------- memory

struct copy_with_hints {
  const ff_t* in;
  ff_t* out[4];
  ff_t* read[8];
  cudaTextureObject_t texture;
  __device__ void operator()(unsigned i) const {
    __stwb(&out[0][i], in[i]);
    __stcg(&out[1][i], in[i]);
    __stcs(&out[2][i], in[i]);
    __stwt(&out[3][i], in[i]);
    read[0][i] = __ldg(&in[i]);
    read[1][i] = __ldca(&in[i]);
    read[2][i] = __ldcg(&in[i]);
    read[3][i] = __ldcs(&in[i]);
    read[4][i] = __ldlu(&in[i]);
    read[5][i] = __ldcv(&in[i]);
    read[6][i] = ff::load_volatile(&in[i]);
    read[7][i] = tex1Dfetch<ff_t>(texture, static_cast<int>(i));
  }
};

TEST_F(GpuCuda, LoadsStoresAndTexturesKeepAllBits) {
  constexpr unsigned n = 1 << 16;
  const vector<ff_t> in = any_words(n);
  const device_array<ff_t> from(in), to(12 * n);
  cudaResourceDesc memory = {};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear.devPtr = from.data();
  memory.res.linear.desc = cudaCreateChannelDesc<float2>();
  memory.res.linear.sizeInBytes = from.bytes();
  cudaTextureDesc reading = {};
  reading.readMode = cudaReadModeElementType;
  copy_with_hints copy = {};
  check(cudaCreateTextureObject(&copy.texture, &memory, &reading, nullptr), "cudaCreateTextureObject");
  copy.in = from.data();
  for (size_t k = 0; k < 4; ++k) copy.out[k] = to.data() + k * n;
  for (size_t k = 0; k < 8; ++k) copy.read[k] = to.data() + (4 + k) * n;
  launch(n, copy);
  check(cudaDestroyTextureObject(copy.texture), "cudaDestroyTextureObject");
  const vector<uint64> wanted = bits_of(in), got = bits_of(to.on_host());
  for (size_t k = 0; k < 12; ++k)
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), got.begin() + static_cast<std::ptrdiff_t>(k * n)))
        << k;
}

// One block writes, the others read: never the head of one number and the low word of another.
struct watch_a_number {
  ff_t* number;
  unsigned* torn;
  __device__ void operator()(unsigned thread) const {
    constexpr int last = 100000;
    if (thread == 0)
      for (int i = 1; i <= last; ++i)
        ff::store_volatile(number, from_words(static_cast<float>(i), static_cast<float>(i) * 0x1p-30f));
    if (threadIdx.x != 0 || thread == 0) return;
    for (ff_t seen(0); seen.hi() < static_cast<float>(last);) {
      seen = ff::load_volatile(number);
      if (seen.lo() != seen.hi() * 0x1p-30f) atomicAdd(torn, 1u);
    }
  }
};

TEST_F(GpuCuda, VolatileNumbersAreNeverTorn) {
  const device_array<ff_t> number(vector<ff_t>(1, ff_t(0)));
  const device_array<unsigned> torn(vector<unsigned>(1, 0));
  launch(8 * 256, watch_a_number{number.data(), torn.data()});
  EXPECT_EQ(torn.on_host()[0], 0u);
  EXPECT_EQ(number.on_host()[0].hi(), 100000.0f);
}

// Beside CUDA's own min and max of ints and floats.
struct bound_numbers {
  const ff_t* in;
  ff_t* out;
  __device__ void operator()(unsigned i) const {
    const int own = min(static_cast<int>(i), 100);
    out[3 * i] = min(in[i], ff_t(0.5f));
    out[3 * i + 1] = max(in[i], 0.25);
    out[3 * i + 2] = clamp(in[own], ff_t(-0.5f), ff_t(max(0.25f, 0.5f)));
  }
};

TEST_F(GpuCuda, MinMaxAndClampInKernels) {
  constexpr unsigned n = 1024;
  vector<ff_t> in;
  for (unsigned i = 0; i < n; ++i) in.push_back(i == 77 ? ff_t(ff::detail::quiet_nan) : sin(ff_t(i)));
  const device_array<ff_t> from(in), to(3 * n);
  launch(n, bound_numbers{from.data(), to.data()});
  const vector<ff_t> got = to.on_host();
  for (unsigned i = 0; i < n; ++i) {
    const ff_t other = in[std::min(i, 100u)];
    EXPECT_EQ(bits_of(got[3 * i]), bits_of(std::min(in[i], ff_t(0.5f)))) << i;
    EXPECT_EQ(bits_of(got[3 * i + 1]), bits_of(std::max(in[i], ff_t(0.25f)))) << i;
    EXPECT_EQ(bits_of(got[3 * i + 2]), bits_of(std::clamp(other, ff_t(-0.5f), ff_t(0.5f)))) << i;
  }
}

// ---------------------------------------------------------------- CUDA's libraries

struct sums_of_libraries {
  ff_t* cell;
  ff_t* sums;  // five for each thread

  __device__ void operator()(unsigned thread) const {
    const ff_t x = from_words(static_cast<float>(thread), 0.0f) + 0x1p-24f;
    namespace cg = cooperative_groups;
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    sums[5 * thread] = cg::reduce(tile, x, cg::plus<ff_t>());
    sums[5 * thread + 1] = tile.shfl_xor(x, 1);

    using warp_reduce = cub::WarpReduce<ff_t>;
    __shared__ typename warp_reduce::TempStorage of_warp[256 / 32];
    const ff_t of_lanes = warp_reduce(of_warp[threadIdx.x / 32]).Sum(x);
    sums[5 * thread + 2] = __shfl_sync(~0u, of_lanes, 0);

    using block_reduce = cub::BlockReduce<ff_t, 256>;
    __shared__ typename block_reduce::TempStorage of_block;
    const ff_t all = block_reduce(of_block).Sum(x);
    if (threadIdx.x == 0) cell[blockIdx.x] = all;

    using block_scan = cub::BlockScan<ff_t, 256>;
    __shared__ typename block_scan::TempStorage of_scan;
    block_scan(of_scan).InclusiveSum(x, sums[5 * thread + 3]);

    // The whole block's again, in the cell of the last block's.
    const cuda::atomic_ref<ff_t, cuda::thread_scope_device> shared_cell(cell[gridDim.x]);
    ff_t old = shared_cell.load();
    while (!shared_cell.compare_exchange_weak(old, old + x)) {
    }
    sums[5 * thread + 4] = old;
  }
};

TEST_F(GpuCuda, LibrariesOfCuda) {
  constexpr unsigned threads = 1024, blocks = threads / 256;
  const device_array<ff_t> cell(vector<ff_t>(blocks + 1, ff_t(0))), out(5 * threads);
  launch(threads, sums_of_libraries{cell.data(), out.data()});
  const auto sum = [](unsigned first, unsigned end) {
    ff_t s = 0;
    for (unsigned i = first; i < end; ++i) s += ff_t(i) + 0x1p-24f;
    return s;
  };
  const vector<ff_t> sums = out.on_host(), cells = cell.on_host();
  for (unsigned i = 0; i < threads; ++i) {
    const ff_t of_warp = sum(i / 32 * 32, i / 32 * 32 + 32);
    ASSERT_EQ(sums[5 * i], of_warp) << "cooperative_groups::reduce, thread " << i;
    ASSERT_EQ(sums[5 * i + 1], ff_t(i ^ 1u) + 0x1p-24f) << "shfl_xor of a tile, thread " << i;
    ASSERT_EQ(sums[5 * i + 2], of_warp) << "cub::WarpReduce, thread " << i;
    ASSERT_EQ(sums[5 * i + 3], sum(i / 256 * 256, i + 1)) << "cub::BlockScan, thread " << i;
  }
  for (unsigned b = 0; b < blocks; ++b)
    EXPECT_EQ(cells[b], sum(256 * b, 256 * b + 256)) << "cub::BlockReduce";
  EXPECT_EQ(cells[blocks], sum(0, threads)) << "cuda::atomic_ref";
}

}  // namespace
