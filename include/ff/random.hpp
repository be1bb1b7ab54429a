// Random numbers: Philox, counter-based, and distributions on the bits of any engine.
//
// An engine's bits become numbers by exact steps and by functions that have one result everywhere, so the
// same engine gives the same numbers on host and device, by every compiler and standard library.
//
// Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3, SC'11.
#pragma once

#include <ff/math/erfinv.hpp>
#include <ff/operators.hpp>
#include <ff/platform/integers.hpp>

namespace ff {

/// Four words of 32 bits: a counter of Philox, or what it becomes.
struct philox_block {
  uint32 x, y, z, w;
};

/// Philox 4x32-10: ten rounds on a counter, with a key of two words.  A bijection of the counters for each
/// key; no state, so that any place of any stream is at hand.
FF_HD_LARGE constexpr philox_block philox_4x32_10(philox_block counter, uint32 key_x, uint32 key_y) {
  philox_block c = counter;
  for (int round = 0; round < 10; ++round) {
    const uint64 p = uint64{0xd2511f53u} * c.x, q = uint64{0xcd9e8d57u} * c.z;
    c = {static_cast<uint32>(q >> 32) ^ c.y ^ key_x, static_cast<uint32>(q),
         static_cast<uint32>(p >> 32) ^ c.w ^ key_y, static_cast<uint32>(p)};
    key_x += 0x9e3779b9u;  // Weyl sequences of the golden ratio and of sqrt(3) - 1
    key_y += 0xbb67ae85u;
  }
  return c;
}

/// An engine of 32-bit words for std's distributions and ff's, on host and device: 2^64 subsequences of 2^66
/// words for each seed.  The same arguments as curand_init, and the same words.
///
/// In a kernel: `philox g(seed, thread)`, and each thread has a stream of its own.
class philox {
 public:
  using result_type = uint32;
  FF_HD static constexpr result_type(min)() { return 0; }
  FF_HD static constexpr result_type(max)() { return 0xffffffffu; }

  /// The words from the one at `offset` on of a subsequence of the seed.
  FF_HD_LARGE constexpr explicit philox(uint64 seed = 0, uint64 subsequence = 0, uint64 offset = 0)
      : seed_(seed), subsequence_(subsequence), block_(offset / 4), next_(static_cast<uint32>(offset % 4)) {
    refill();
  }

  /// The next word.
  FF_HD_LARGE constexpr result_type operator()() {
    if (next_ == 4) {
      advance(1);
      next_ = 0;
      refill();
    }
    const uint32 i = next_++;
    return i == 0 ? words_.x : i == 1 ? words_.y : i == 2 ? words_.z : words_.w;
  }

  /// As n calls, at the price of one; past the end of a subsequence the next one follows.
  FF_HD_LARGE constexpr void discard(uint64 n) {
    const uint32 place = next_ + static_cast<uint32>(n % 4);
    advance(n / 4);
    advance(place / 4);
    next_ = place % 4;
    refill();
  }

  /// True where the same words follow.
  friend FF_HD_LARGE constexpr bool operator==(const philox& a, const philox& b) {
    philox c = a, d = b;
    c.discard(0);
    d.discard(0);
    return c.seed_ == d.seed_ && c.subsequence_ == d.subsequence_ && c.block_ == d.block_ &&
           c.next_ == d.next_;
  }
  friend FF_HD_LARGE constexpr bool operator!=(const philox& a, const philox& b) { return !(a == b); }

 private:
  FF_HD constexpr void advance(uint64 blocks) {
    block_ += blocks;
    if (block_ < blocks) ++subsequence_;
  }
  FF_HD_LARGE constexpr void refill() {
    words_ = philox_4x32_10({static_cast<uint32>(block_), static_cast<uint32>(block_ >> 32),
                             static_cast<uint32>(subsequence_), static_cast<uint32>(subsequence_ >> 32)},
                            static_cast<uint32>(seed_), static_cast<uint32>(seed_ >> 32));
  }

  uint64 seed_, subsequence_, block_;
  philox_block words_{};
  uint32 next_;  // of words_, 4 where none is left
};

namespace detail {

// The whole bits in a word of an engine: of a range that is no power of two the words above are drawn again.
FF_HD constexpr int bits_of_range(uint64 range) {
  if (range == ~uint64{0}) return 64;
  return 63 - leading_zeros(range + 1);
}

// 64 bits of an engine, the first word the highest.
FF_ANY_CALLEE
template <class Engine>
FF_HD_LARGE constexpr uint64 draw_64(Engine& engine) {
  constexpr int bits = bits_of_range(uint64{(Engine::max)()} - uint64{(Engine::min)()});
  constexpr uint64 most = ~uint64{0} >> (64 - bits);
  uint64 all = 0;
  for (int have = 0; have < 64; have += bits) {
    uint64 word = uint64{engine()} - uint64{(Engine::min)()};
    while (word > most) word = uint64{engine()} - uint64{(Engine::min)()};
    all = bits == 64 ? word : all << bits % 64 | word;
  }
  return all;
}

// n 2^-64, rounded to the nearest pair.
FF_HD constexpr ff_t of_2_64(uint64 n) {
  const ff_t x(n);
  return from_words(mul_rn(x.hi(), 0x1p-64f), mul_rn(x.lo(), 0x1p-64f));
}

// n 2^-64 with its first 48 digits: below 1 for every n.
FF_HD constexpr ff_t truncated_of_2_64(uint64 n) {
  const int below = 16 - leading_zeros(n);
  return of_2_64(below > 0 ? n >> below << below : n);
}

// The n-th of 2^64 normal numbers: its sign, and the |x| that a share of (2k + 1) 2^-64 lies within, k <
// 2^63. Near 0 that share is an exact argument of erf^-1, in the tails what is left is one of erfc^-1.
FF_HD_LARGE constexpr ff_t normal_of_2_64(uint64 n) {
  const uint64 within = n << 1 | 1u;
  const ff_t root = within >> 63 == 0 ? erfinv(of_2_64(within)) : erfcinv(of_2_64(0 - within));
  constexpr ff_t sqrt2 = constants::sqrt2;
  const ff_t x = mul22(root, sqrt2);
  return flip_sign(fast_add12(x.hi(), x.lo()), n >> 63 != 0 ? sign_bits : 0u);
}

}  // namespace detail

/// Uniform numbers in [low, high), with the interface of std's distributions but for reading and writing; for
/// every engine, on the device for those that run there.
///
/// [0, 1) is 64 bits n of the engine as n 2^-64, cut to its first 48 digits: multiples of 2^-48 in [1/2, 1),
/// of 2^-49 in [1/4, 1/2), and so on to 2^-64.  Zero has probability 2^-64, 1 does not occur; the mean is
/// 2^-49 low. Other ends: low + (high - low) u by the operators; what rounds to `high` becomes the number of
/// 48 digits below.
class uniform_distribution {
 public:
  using result_type = ff_t;
  struct param_type {
    using distribution_type = uniform_distribution;
    ff_t low, high;
    FF_HD constexpr explicit param_type(ff_t low_end = 0.0f, ff_t high_end = 1.0f)
        : low(low_end), high(high_end) {}
    friend FF_HD constexpr bool operator==(const param_type& p, const param_type& q) {
      return p.low == q.low && p.high == q.high;
    }
    friend FF_HD constexpr bool operator!=(const param_type& p, const param_type& q) { return !(p == q); }
  };

  /// low <= high, and high - low does not overflow.
  FF_HD constexpr explicit uniform_distribution(ff_t low = 0.0f, ff_t high = 1.0f) : param_(low, high) {}
  FF_HD constexpr explicit uniform_distribution(param_type p) : param_(p) {}

  /// The next number; 64 bits of the engine.
  FF_ANY_CALLEE
  template <class Engine>
  FF_HD_LARGE constexpr ff_t operator()(Engine& engine) const {
    return (*this)(engine, param_);
  }
  FF_ANY_CALLEE
  template <class Engine>
  FF_HD_LARGE constexpr ff_t operator()(Engine& engine, param_type p) const {
    const ff_t u = detail::truncated_of_2_64(detail::draw_64(engine));
    if (p.low == 0.0f && p.high == 1.0f) return u;
    const ff_t x = p.low + (p.high - p.low) * u;
    return x < p.high ? x : nextafter(p.high, p.low);
  }

  FF_HD constexpr ff_t a() const { return param_.low; }
  FF_HD constexpr ff_t b() const { return param_.high; }
  FF_HD constexpr ff_t(min)() const { return param_.low; }
  FF_HD constexpr ff_t(max)() const { return param_.high; }
  FF_HD constexpr param_type param() const { return param_; }
  FF_HD constexpr void param(param_type p) { param_ = p; }
  FF_HD constexpr void reset() {}  // there is no state

  /// True where the parameters are the same.
  friend FF_HD constexpr bool operator==(const uniform_distribution& d, const uniform_distribution& e) {
    return d.param_ == e.param_;
  }
  friend FF_HD constexpr bool operator!=(const uniform_distribution& d, const uniform_distribution& e) {
    return !(d == e);
  }

 private:
  param_type param_;
};

/// Normal numbers of a mean and a standard deviation, likewise.
///
/// Of 64 bits one is the sign and 63 choose k: x = sqrt(2) erfinv((2k + 1) 2^-64), the middle of one of 2^63
/// equal shares of the distribution, to 18 u^2 (erfinv's 13, the product's 4, the root's rounding) of the
/// argument's nearest pair.  Near 0 the argument is exact, in the tails its distance from 1 is.  0 does not
/// occur, and |x| is at most 9.16: beyond that lie 2^-64 of the distribution.  Then mean + deviation x by
/// fma.
class normal_distribution {
 public:
  using result_type = ff_t;
  struct param_type {
    using distribution_type = normal_distribution;
    ff_t mean, deviation;
    FF_HD constexpr explicit param_type(ff_t middle = 0.0f, ff_t width = 1.0f)
        : mean(middle), deviation(width) {}
    friend FF_HD constexpr bool operator==(const param_type& p, const param_type& q) {
      return p.mean == q.mean && p.deviation == q.deviation;
    }
    friend FF_HD constexpr bool operator!=(const param_type& p, const param_type& q) { return !(p == q); }
  };

  /// deviation > 0.
  FF_HD constexpr explicit normal_distribution(ff_t mean = 0.0f, ff_t deviation = 1.0f)
      : param_(mean, deviation) {}
  FF_HD constexpr explicit normal_distribution(param_type p) : param_(p) {}

  /// The next number; 64 bits of the engine.
  FF_ANY_CALLEE
  template <class Engine>
  FF_HD_LARGE constexpr ff_t operator()(Engine& engine) const {
    return (*this)(engine, param_);
  }
  FF_ANY_CALLEE
  template <class Engine>
  FF_HD_LARGE constexpr ff_t operator()(Engine& engine, param_type p) const {
    const ff_t x = detail::normal_of_2_64(detail::draw_64(engine));
    return p.mean == 0.0f && p.deviation == 1.0f ? x : fma(p.deviation, x, p.mean);
  }

  FF_HD constexpr ff_t mean() const { return param_.mean; }
  FF_HD constexpr ff_t stddev() const { return param_.deviation; }
  FF_HD constexpr ff_t(min)() const { return -detail::infinity; }
  FF_HD constexpr ff_t(max)() const { return detail::infinity; }
  FF_HD constexpr param_type param() const { return param_; }
  FF_HD constexpr void param(param_type p) { param_ = p; }
  FF_HD constexpr void reset() {}

  /// True where the parameters are the same.
  friend FF_HD constexpr bool operator==(const normal_distribution& d, const normal_distribution& e) {
    return d.param_ == e.param_;
  }
  friend FF_HD constexpr bool operator!=(const normal_distribution& d, const normal_distribution& e) {
    return !(d == e);
  }

 private:
  param_type param_;
};

}  // namespace ff
