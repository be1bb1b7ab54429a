// What bits.cpp and functions.cpp share: vectors made of integers alone, and a hash of an operator's results
// over them, on the host or on the GPU.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ff/operators.hpp>
#include <type_traits>
#include <vector>

namespace {

using ff::ff_t;
using ff::uint32;
using ff::uint64;

constexpr int vectors = 1 << 16;

// ---------------------------------------------------------------- inputs, in integers alone

FF_HD constexpr uint64 mix(uint64 z) {  // splitmix64
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

FF_HD constexpr float word(uint32 sign, uint32 biased_exponent, uint32 fraction) {
  return ff::detail::from_bits((sign << 31) | (biased_exponent << 23) | (fraction & 0x7fffffu));
}
FF_HD constexpr uint32 exponent_of(float a) { return ff::detail::to_bits(a) >> 23 & 0xffu; }

// A pair of the given head exponent; `kind` picks the low word: random, half an ulp, zero.
FF_HD constexpr ff_t pair(uint64 r, uint32 exponent, uint32 kind) {
  const auto hi_bits = static_cast<uint32>(r), lo_bits = static_cast<uint32>(r >> 32);
  const uint32 even = kind == 1 ? ~1u : ~0u;
  const float hi = word(hi_bits >> 31, exponent, hi_bits & even);
  if (kind == 2 || exponent < 64 || exponent == 255) return {hi, word(lo_bits >> 31, 0, 0)};
  if (kind == 1) return {hi, word(lo_bits >> 31, exponent - 24, 0)};
  return {hi, word(lo_bits >> 31, exponent - 25 - (lo_bits >> 29 & 3u), lo_bits)};
}

struct operands {
  ff_t x, y, z;
};

constexpr int classes = 16, plain_classes = 4;

FF_HD constexpr operands vector(int i) {
  const auto n = static_cast<uint64>(i);
  const uint64 r = mix(4 * n), s = mix(4 * n + 1), t = mix(4 * n + 2), e = mix(4 * n + 3);
  const auto any = static_cast<uint32>(e & 0xffu), near = static_cast<uint32>(97 + (e >> 8) % 60);
  const auto other = static_cast<uint32>(97 + (e >> 16) % 60),
             third = static_cast<uint32>(97 + (e >> 24) % 60);
  const auto gap = static_cast<uint32>((e >> 32) % 56);
  const auto as_it_comes = [](uint64 b) {
    return ff_t(ff::detail::from_bits(static_cast<uint32>(b)),
                ff::detail::from_bits(static_cast<uint32>(b >> 32)));
  };
  switch (i % classes) {
    case 4:  // any words at all: subnormals, infinities and NaN, unordered
      return {as_it_comes(r), as_it_comes(s), as_it_comes(t)};
    case 5:  // any exponents
      return {pair(r, any, 0), pair(s, static_cast<uint32>(e >> 40 & 0xffu), 0), pair(t, near, 0)};
    case 6:  // subnormal heads, and products that are
      return {pair(r, 0, 2), pair(s, any % 32, 2), pair(t, any % 2 ? 0 : 130, 0)};
    case 7:  // ties: low words of half an ulp
      return {pair(r, near, 1), pair(s, other, 1), pair(t, third, 1)};
    case 8:  // ties one exponent apart
      return {pair(r, near, 1), pair(s, near - any % 3, 1), pair(t, near, 2)};
    case 9: {  // cancellation: the same head, a few ulps off, the other sign
      const ff_t x = pair(r, near, any % 3);
      const uint32 head = (ff::detail::to_bits(x.hi()) ^ 0x80000000u) + static_cast<uint32>(e >> 48 & 3u);
      return {x, {ff::detail::from_bits(head), pair(s, near, 0).lo()}, pair(t, third, 0)};
    }
    case 10: {  // cancellation of the heads, and of all but the end of the low words
      const ff_t x = pair(r, near, 0);
      const uint32 lo = (ff::detail::to_bits(x.lo()) ^ 0x80000000u) ^ static_cast<uint32>(e >> 48 & 7u);
      return {x, {ff::neg(x.hi()), ff::detail::from_bits(lo)}, pair(t, third, 0)};
    }
    case 11:  // powers of two
      return {word(any & 1u, near, 0),
              {word(any >> 1 & 1u, other, 0), word(0, other - 25, 0)},
              pair(t, third, 0)};
    case 12:  // wide gaps
      return {pair(r, 100 + gap, 0), pair(s, 100, 0), pair(t, 200 - gap, 0)};
    case 13:  // single words
      return {pair(r, near, 2), pair(s, other, 2), pair(t, third, 2)};
    case 14:  // near overflow
      return {pair(r, 254 - any % 4, 0), pair(s, 127 + any % 3, 0), pair(t, 254, 0)};
    case 15:  // all-ones significands
      return {word(any & 1u, near, ~0u), {word(0, other, ~0u), word(1, other - 25, ~0u)}, pair(t, third, 1)};
    default:  // plain numbers around 1
      return {pair(r, near, 0), pair(s, other, 0), pair(t, third, 0)};
  }
}

// v with its exponent folded into [low, high], its low word kept where it still fits.
FF_HD constexpr ff_t folded(ff_t v, uint32 low, uint32 high) {
  const uint32 bits = ff::detail::to_bits(v.hi()), e = low + exponent_of(v.hi()) % (high - low + 1);
  return {word(bits >> 31, e, bits), exponent_of(v.lo()) + 25 <= e ? v.lo() : 0.0f};
}
// Where the device's seeds are right (rounding.hpp); outside, the bare kernels promise nothing.
FF_HD constexpr ff_t divisor(ff_t v) { return folded(v, 1, 252); }
FF_HD constexpr ff_t radicand(ff_t v) {
  const ff_t f = folded(v, 25, 254);
  return f.hi() < 0 ? -f : f;
}
// |v| around 1, so that double holds v v + v.
FF_HD constexpr float moderate(ff_t v) { return folded(v, 122, 132).hi(); }

// ---------------------------------------------------------------- operators

#define OPERATOR(name, ...)                                    \
  struct name {                                                \
    static constexpr const char* text = #name;                 \
    FF_HD constexpr ff_t operator()(const operands& v) const { \
      [[maybe_unused]] const ff_t x = v.x, y = v.y, z = v.z;   \
      [[maybe_unused]] const float a = x.hi(), b = y.hi();     \
      __VA_ARGS__;                                             \
    }                                                          \
  };

// ---------------------------------------------------------------- hashes

FF_HD constexpr uint32 canonical(float a) {
  const uint32 b = ff::detail::to_bits(a);
  return (b & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : b;
}
FF_HD constexpr uint64 hash(int i, ff_t r) {
  return mix(mix(static_cast<uint64>(i)) ^ (uint64{canonical(r.hi())} << 32 | canonical(r.lo())));
}

// The operator in a loop of its own over arrays, as user code has it and as a vectoriser likes it.
template <class Operator>
[[gnu::noinline]] void apply(const operands* in, ff_t* out) {
  for (int i = 0; i < vectors; ++i) out[i] = Operator{}(in[i]);
}

struct host {
  std::vector<operands> in = std::vector<operands>(vectors);
  std::vector<ff_t> out = std::vector<ff_t>(vectors);

  host() {
    for (int i = 0; i < vectors; ++i) in[static_cast<std::size_t>(i)] = vector(i);
  }
  template <class Operator>
  uint64 run() {
    apply<Operator>(in.data(), out.data());
    uint64 sum = 0;
    for (int i = 0; i < vectors; ++i) sum += hash(i, out[static_cast<std::size_t>(i)]);
    return sum;
  }
};

#if defined(__CUDACC__)
template <class Operator>
__global__ void apply_on_device(unsigned long long* sum) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(sum, static_cast<unsigned long long>(hash(i, Operator{}(vector(i)))));
}

struct device {
  unsigned long long* sum = nullptr;

  device() { cudaMalloc(&sum, sizeof *sum); }
  ~device() { cudaFree(sum); }
  template <class Operator>
  uint64 run() {
    unsigned long long result = 0;
    cudaMemset(sum, 0, sizeof *sum);
    apply_on_device<Operator><<<vectors / 256, 256>>>(sum);
    const cudaError_t status = cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    if (status != cudaSuccess) {
      std::fprintf(stderr, "bits: %s\n", cudaGetErrorString(status));
      std::exit(1);
    }
    return result;
  }
};
#endif

// What the compiler folds: plain numbers only, since an overflow is no constant expression.
template <class Operator>
constexpr uint64 folded_sum() {
  uint64 sum = 0;
  for (int i = 0; i < 8 * classes; ++i)
    if (i % classes < plain_classes) sum += hash(i, Operator{}(vector(i)));
  return sum;
}

template <class Machine, class... Operators>
void print(Machine machine) {
  (std::printf("%-18s %016llx\n", Operators::text, machine.template run<Operators>()), ...);
}

template <bool fold, class... Operators>
int print_on(const char* where) {
  if constexpr (fold) {
    if (std::strcmp(where, "--folded") == 0) {
      bool same = true;
      const auto check = [&](const char* name, uint64 compiled, uint64 run) {
        if (compiled != run) std::printf("%s: folded to %016llx, run %016llx\n", name, compiled, run);
        same = same && compiled == run;
      };
      volatile int zero = 0;
      const auto run_sum = [&](auto op) {
        uint64 sum = 0;
        for (int i = zero; i < 8 * classes; ++i)
          if (i % classes < plain_classes) sum += hash(i, op(vector(i)));
        return sum;
      };
      (check(Operators::text, std::integral_constant<uint64, folded_sum<Operators>()>::value,
             run_sum(Operators{})),
       ...);
      return same ? 0 : 1;
    }
  }
#if defined(__CUDACC__)
  if (std::strcmp(where, "--device") == 0) return print<device, Operators...>(device()), 0;
#endif
  return print<host, Operators...>(host()), 0;
}

}  // namespace
