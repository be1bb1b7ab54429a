// What the programs here share: vectors made of integers alone, and a hash of each entry's results over them,
// on the host or (--device) on the GPU.  Every compiler, set of flags and processor has to print the same
// text.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "catalogue/vectors.hpp"

namespace {

using ff::ff_t;
using ff::from_words;
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
constexpr ff_t pair(uint64 r, uint32 exponent, uint32 kind) {
  const auto hi_bits = static_cast<uint32>(r), lo_bits = static_cast<uint32>(r >> 32);
  const uint32 even = kind == 1 ? ~1u : ~0u;
  const float hi = word(hi_bits >> 31, exponent, hi_bits & even);
  if (kind == 2 || exponent < 64 || exponent == 255) return from_words(hi, word(lo_bits >> 31, 0, 0));
  if (kind == 1) return from_words(hi, word(lo_bits >> 31, exponent - 24, 0));
  return from_words(hi, word(lo_bits >> 31, exponent - 25 - (lo_bits >> 29 & 3u), lo_bits));
}

struct operands {
  ff_t x, y, z;
};

constexpr int classes = 16, plain_classes = 4;

constexpr operands vector(int i) {
  const auto n = static_cast<uint64>(i);
  const uint64 r = mix(4 * n), s = mix(4 * n + 1), t = mix(4 * n + 2), e = mix(4 * n + 3);
  const auto any = static_cast<uint32>(e & 0xffu), near = static_cast<uint32>(97 + (e >> 8) % 60);
  const auto other = static_cast<uint32>(97 + (e >> 16) % 60),
             third = static_cast<uint32>(97 + (e >> 24) % 60);
  const auto gap = static_cast<uint32>((e >> 32) % 56);
  // A low word that is not finite, beside a head that is, belongs to no number: processors give its NaN
  // either sign.
  const auto as_it_comes = [](uint64 b) {
    const auto hi = static_cast<uint32>(b), lo = static_cast<uint32>(b >> 32);
    const bool finite = (lo >> 23 & 0xffu) < 255;
    return from_words(ff::detail::from_bits(hi), ff::detail::from_bits(finite ? lo : lo & ~0x40000000u));
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
      return {x, from_words(ff::detail::from_bits(head), pair(s, near, 0).lo()), pair(t, third, 0)};
    }
    case 10: {  // cancellation of the heads, and of all but the end of the low words
      const ff_t x = pair(r, near, 0);
      const uint32 lo = (ff::detail::to_bits(x.lo()) ^ 0x80000000u) ^ static_cast<uint32>(e >> 48 & 7u);
      return {x, from_words(ff::neg(x.hi()), ff::detail::from_bits(lo)), pair(t, third, 0)};
    }
    case 11:  // powers of two
      return {word(any & 1u, near, 0), from_words(word(any >> 1 & 1u, other, 0), word(0, other - 25, 0)),
              pair(t, third, 0)};
    case 12:  // wide gaps
      return {pair(r, 100 + gap, 0), pair(s, 100, 0), pair(t, 200 - gap, 0)};
    case 13:  // single words
      return {pair(r, near, 2), pair(s, other, 2), pair(t, third, 2)};
    case 14:  // near overflow
      return {pair(r, 254 - any % 4, 0), pair(s, 127 + any % 3, 0), pair(t, 254, 0)};
    case 15:  // all-ones significands
      return {word(any & 1u, near, ~0u), from_words(word(0, other, ~0u), word(1, other - 25, ~0u)),
              pair(t, third, 1)};
    default:  // plain numbers around 1
      return {pair(r, near, 0), pair(s, other, 0), pair(t, third, 0)};
  }
}

// ---------------------------------------------------------------- vectors changed to suit a callable

// v with its exponent folded into [low, high], its low word kept where it still fits.
FF_HD constexpr ff_t folded(ff_t v, uint32 low, uint32 high) {
  const uint32 bits = ff::detail::to_bits(v.hi()), e = low + exponent_of(v.hi()) % (high - low + 1);
  return from_words(word(bits >> 31, e, bits), exponent_of(v.lo()) + 25 <= e ? v.lo() : 0.0f);
}
// Where the device's seeds are right (rounding.hpp); outside, the bare kernels promise nothing.
FF_HD constexpr ff_t divisor(ff_t v) { return folded(v, 1, 252); }
FF_HD constexpr ff_t radicand(ff_t v) {
  const ff_t f = folded(v, 25, 254);
  return f.hi() < 0 ? -f : f;
}
// A pair: |lo| <= ulp(hi)/2, or a head alone.
FF_HD constexpr ff_t valid(ff_t v) {
  return ff::equal(ff::add_rn(v.hi(), v.lo()), v.hi()) ? v : ff_t(v.hi());
}
// From 2^-12 to 2^13, where most functions have something to do.
FF_HD constexpr ff_t ordinary(ff_t v) { return valid(folded(v, 115, 139)); }
FF_HD constexpr ff_t fraction(ff_t v) { return valid(folded(v, 96, 126)); }
// |v| around 1, so that double holds v v + v.
FF_HD constexpr float moderate(ff_t v) { return folded(v, 122, 132).hi(); }

constexpr operands as_they_come(operands v) { return v; }
constexpr operands fit_to_divide(operands v) { return {v.x, divisor(v.y), v.z}; }
constexpr operands fit_to_invert(operands v) { return {divisor(v.x), v.y, v.z}; }
constexpr operands fit_for_root(operands v) { return {radicand(v.x), v.y, v.z}; }
constexpr operands all_valid(operands v) { return {valid(v.x), valid(v.y), valid(v.z)}; }
constexpr operands all_ordinary(operands v) { return {ordinary(v.x), ordinary(v.y), ordinary(v.z)}; }
constexpr operands all_fractions(operands v) { return {fraction(v.x), fraction(v.y), fraction(v.z)}; }
using change = operands (*)(operands);

template <change made, operands (*drawn)(int) = vector, int count = vectors>
[[gnu::noinline]] const std::vector<operands>& inputs() {
  static const std::vector<operands> all = [] {
    std::vector<operands> v;
    for (int i = 0; i < count; ++i) v.push_back(made(drawn(i)));
    return v;
  }();
  return all;
}

// ---------------------------------------------------------------- what is hashed

// The operands of vector i.  Those past the third are another vector's of its class.
struct source {
  const operands* in;
  int i;

  FF_HD constexpr ff_t pair(int k) const {
    const operands& v = in[k < 3 ? i : (i + k / 3 * classes) % vectors];
    return k % 3 == 0 ? v.x : k % 3 == 1 ? v.y : v.z;
  }
  FF_HD constexpr float word(int k) const { return pair(k).hi(); }
  FF_HD constexpr int integer(int k) const {
    return static_cast<int>(ff::detail::to_bits(word(k))) >> (ff::detail::to_bits(word(k + 1)) & 31u);
  }
};

FF_HD constexpr uint64 hashed(int i, uint64 bits) { return mix(mix(static_cast<uint64>(i)) ^ bits); }
FF_HD constexpr uint32 canonical(float a) {
  const uint32 b = ff::detail::to_bits(a);
  return (b & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : b;
}
// A pair whose head is not finite is its head: processors leave different low words beside it.
FF_HD constexpr uint64 hash(int i, ff_t r) {
  const uint32 head = canonical(r.hi());
  const bool finite = (head & 0x7fffffffu) < 0x7f800000u;
  return hashed(i, uint64{head} << 32 | (finite ? canonical(r.lo()) : 0u));
}

template <int n>
struct numbers {
  ff_t part[n];
};

template <int n>
FF_HD constexpr uint64 hash(int i, const numbers<n>& r) {
  uint64 sum = 0;
  for (int k = 0; k < n; ++k) sum += hash(i + k * vectors, r.part[k]);
  return sum;
}

// An entry's value at vector i.
template <class Entry>
struct value {
  using input = operands;
  using result = numbers<catalogue::numbers_of<Entry>>;
  FF_HD static constexpr result at(const operands* in, int i) {
    const catalogue::outcome all = catalogue::apply<Entry>(source{in, i});
    result r{};
    for (int k = 0; k < catalogue::numbers_of<Entry>; ++k) r.part[k] = all.part[k];
    return r;
  }
};

// ---------------------------------------------------------------- where

// In a loop of its own over arrays, as user code has it and as a vectoriser likes it.
template <class Value>
[[gnu::noinline]] void apply(const typename Value::input* in, typename Value::result* out, int count) {
  for (int i = 0; i < count; ++i) out[i] = Value::at(in, i);
}

// Out of line, like all that no entry needs to itself: inlined for each, it would be most of what a compiler
// has to do.
template <class Input, class Result>
[[gnu::noinline]] uint64 sum_of(void (*applied)(const Input*, Result*, int), const std::vector<Input>& in) {
  const int count = static_cast<int>(in.size());
  std::vector<Result> out(in.size());
  applied(in.data(), out.data(), count);
  uint64 all = 0;
  for (int i = 0; i < count; ++i) all += hash(i, out[static_cast<std::size_t>(i)]);
  return all;
}

struct host {
  template <class Value>
  static uint64 sum(const std::vector<typename Value::input>& in) {
    return sum_of(&apply<Value>, in);
  }
};

#if defined(__CUDACC__)
template <class Value>
__global__ void apply_on_device(const typename Value::input* in, int count, unsigned long long* sum) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) atomicAdd(sum, static_cast<unsigned long long>(hash(i, Value::at(in, i))));
}

struct device {
  static void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "bits: %s\n", cudaGetErrorString(status));
    std::exit(1);
  }
  template <class Value>
  static uint64 sum(const std::vector<typename Value::input>& in) {
    const std::size_t bytes = in.size() * sizeof in[0];
    const int count = static_cast<int>(in.size());
    typename Value::input* there = nullptr;
    unsigned long long *sum = nullptr, result = 0;
    check(cudaMalloc(&there, bytes));
    check(cudaMalloc(&sum, sizeof *sum));
    check(cudaMemcpy(there, in.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaMemset(sum, 0, sizeof *sum));
    apply_on_device<Value><<<static_cast<unsigned>(count + 255) / 256, 256>>>(there, count, sum);
    check(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost));
    check(cudaFree(sum));
    check(cudaFree(there));
    return result;
  }
};
#endif

// Ordinary numbers are within the domain of every bare kernel.
template <class Entry>
constexpr change fitting(change made) {
  return catalogue::is_bare<Entry> && made == all_valid ? all_ordinary : made;
}

// Prints a line for each entry, however many rows it has: a hash for each change of the vectors.
template <class Machine, change... changes>
struct printer {
  std::set<std::string>* seen;

  template <class Row>
  void operator()(Row, const catalogue::row_info&) const {
    (*this)(typename Row::entry{});
  }
  template <class Entry>
  void operator()(Entry) const {
    if (!seen->insert(Entry::name).second) return;
    std::printf("%-22s", Entry::name);
    (std::printf(" %016llx", Machine::template sum<value<Entry>>(inputs<fitting<Entry>(changes)>())), ...);
    std::puts("");
  }
};

// print(Machine{}) with the machine that the argument names.
template <class Print>
int print_on(int argc, char** argv, Print print) {
  const std::string where = argc > 1 ? argv[1] : "";
#if defined(__CUDACC__)
  if (where == "--device") return print(device{}), 0;
#endif
  return print(host{}), 0;
}

}  // namespace
