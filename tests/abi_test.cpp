// What code that shares memory with ff_t relies on: size, alignment, layout as float2, the tuple protocol.
#include <cstddef>
#include <cstring>
#include <ff/ff_t.hpp>
#include <type_traits>
#include <vector>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

struct Abi : Everywhere {};

static_assert(sizeof(ff_t) == 8 && alignof(ff_t) == 8);
static_assert(sizeof(ff_t) == sizeof(ff::float2) && alignof(ff_t) == alignof(ff::float2));
static_assert(sizeof(ff_t[3]) == 24, "arrays have no padding");
static_assert(std::is_trivially_copyable<ff_t>::value && std::is_standard_layout<ff_t>::value);
static_assert(std::is_trivially_default_constructible<ff_t>::value, "__shared__ arrays need it");
static_assert(std::is_trivially_destructible<ff_t>::value && std::is_nothrow_move_constructible<ff_t>::value);
static_assert(std::is_same<ff_t::word, float>::value);

static_assert(std::tuple_size<ff_t>::value == 2);
static_assert(std::is_same<std::tuple_element<0, ff_t>::type, float>::value &&
              std::is_same<std::tuple_element<1, ff_t>::type, float>::value);
static_assert(ff::get<0>(from_words(1.0f, 0x1p-30f)) == 1.0f &&
              ff::get<1>(from_words(1.0f, 0x1p-30f)) == 0x1p-30f);

// In memory, through float2, and through a structured binding the words come back in the same order.
struct words_keep_their_places {
  FF_HD_LARGE two_floats input(uint64 i) const {
    draws d(i);
    return {d.any(), d.any()};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [a, b] = input(i);
    const ff_t x = from_words(a, b);
    float memory[2];
    memcpy(memory, &x, sizeof x);
    const ff::float2 v = static_cast<ff::float2>(x);
    const ff_t back(v);
    const auto [hi, lo] = x;
    const auto is = [a = a, b = b](float p, float q) {
      return to_bits(p) == to_bits(a) && to_bits(q) == to_bits(b);
    };
    return is(memory[0], memory[1]) && is(v.x, v.y) && is(back.hi(), back.lo()) && is(hi, lo) &&
           is(ff::get<0>(x), ff::get<1>(x)) && is(x.hi(), x.lo());
  }
};

TEST_F(Abi, words_keep_their_places) {
  EXPECT_TRUE(holds(words_keep_their_places{}, vectors(1 << 20, 1ull << 28)));
}

constexpr float sum_of_bound_words() {
  const auto [hi, lo] = from_words(1.0f, 0x1p-23f);
  return hi + lo;
}
static_assert(sum_of_bound_words() == 0x1.000002p0f, "structured bindings work in constant expressions");

#if defined(FF_TEST_ON_DEVICE)

// An array of float2 read as ff_t by a kernel, and the other way round.
__global__ void negate(const ff_t* in, ff_t* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = -in[i];
}

TEST_F(Abi, a_buffer_of_float2_is_a_buffer_of_ff_t) {
  constexpr int n = 1000;
  std::vector<ff::float2> in(n), out(n);
  for (int i = 0; i < n; ++i) {
    const ff_t x = draws(static_cast<uint64>(i)).pair(-60, 60);
    in[static_cast<std::size_t>(i)] = {x.hi(), x.lo()};
  }
  void *a = nullptr, *b = nullptr;
  check(cudaMalloc(&a, n * sizeof(ff::float2)), "cudaMalloc");
  check(cudaMalloc(&b, n * sizeof(ff::float2)), "cudaMalloc");
  check(cudaMemcpy(a, in.data(), n * sizeof(ff::float2), cudaMemcpyHostToDevice), "cudaMemcpy to the device");
  negate<<<(n + 127) / 128, 128>>>(static_cast<const ff_t*>(a), static_cast<ff_t*>(b), n);
  check(cudaGetLastError(), "kernel launch");
  check(cudaMemcpy(out.data(), b, n * sizeof(ff::float2), cudaMemcpyDeviceToHost),
        "cudaMemcpy from the device");
  check(cudaFree(a), "cudaFree");
  check(cudaFree(b), "cudaFree");
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(to_bits(out[i].x), to_bits(in[i].x) ^ 0x80000000u) << i;
    EXPECT_EQ(to_bits(out[i].y), to_bits(in[i].y) ^ 0x80000000u) << i;
  }
}

#else

TEST_F(Abi, a_buffer_of_float2_is_a_buffer_of_ff_t) {
  constexpr std::size_t n = 1000;
  std::vector<ff_t> in(n);
  std::vector<ff::float2> words(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = draws(i).pair(-60, 60);
  std::memcpy(static_cast<void*>(words.data()), in.data(), n * sizeof(ff_t));
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(to_bits(words[i].x), to_bits(in[i].hi())) << i;
    EXPECT_EQ(to_bits(words[i].y), to_bits(in[i].lo())) << i;
  }
}

#endif

}  // namespace
