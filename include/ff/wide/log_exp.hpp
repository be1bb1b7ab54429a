// Exponentials, logarithms and powers of wide numbers where the plain path does not hold: the calls out of
// line of wide/functions.hpp.
//
// The cores of ff_t's functions work on a step's digits; what a step contributes is exact, or a multiple of a
// constant in four words.  A sum that may cancel is kept exactly in four words.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/math/log.hpp>
#include <ff/math/pow.hpp>
#include <ff/wide/comparison.hpp>

namespace ff {
namespace detail {

/// A sum of many terms in four words of decreasing size; what is lost lies 2^-90 below the largest term.
struct long_sum {
  float word[4] = {};

  FF_HD constexpr void add(float term) {
    for (int i = 0; i < 3; ++i) {
      const auto [s, e] = add12(word[i], term);
      word[i] = s, term = e;
    }
    word[3] = add_rn(word[3], term);
  }
  FF_HD constexpr void add_product(float a, float b) {
    const auto [p, e] = two_prod(a, b);
    add(p), add(e);
  }
  /// The sum, and what the pair lacks.
  struct rounded {
    ff_t sum;
    float tail;
  };
  FF_HD constexpr rounded result() const {
    long_sum again;
    for (int i = 3; i >= 0; --i) again.add(word[i]);
    const auto [h, l] = fast_add12(again.word[0], again.word[1]);
    return {from_words(h, l), again.word[2]};
  }
};

/// 64 ln 2, 64 log10 2 and ln 10.
struct four_floats {
  float word[4];
};
FF_HD constexpr four_floats step_ln2() {
  return {{0x1.62e43p5f, -0x1.05c61p-23f, -0x1.950d88p-48f, 0x1.d9cc02p-73f}};
}
FF_HD constexpr four_floats step_lg2() {
  return {{0x1.344136p4f, -0x1.ec10cp-21f, -0x1.0cee0ep-48f, -0x1.a994fep-73f}};
}
FF_HD constexpr four_floats words_of_ln10() {
  return {{0x1.26bb1cp1f, -0x1.12aabap-25f, -0x1.3e915ap-50f, -0x1.253a9p-75f}};
}

/// sum -= n c, for an integer |n| < 2^27.
FF_HD constexpr void subtract_steps(long_sum& sum, int n, const four_floats& c) {
  const float upper = static_cast<float>(-(n & ~4095)), lower = static_cast<float>(-(n & 4095));
  for (int i = 0; i < 4; ++i) {
    sum.add_product(upper, c.word[i]);
    sum.add_product(lower, c.word[i]);
  }
}

/// 2^(64 step) (h + l) 2^k at home.
FF_HD constexpr wide_t wide_of_parts(float h, float l, int32 k, int step) {
  const int moved = (k + wide_step / 2) >> 6, left = k - wide_step * moved;
  return wide_at_home(from_words(mul_rn(h, power_of_two(left)), mul_rn(l, power_of_two(left))), step + moved);
}

/// Returns what e^x is where x is not finite, or beyond the range: above the largest step, or below the
/// least.
FF_HD constexpr wide_t wide_exp_limit(float head) {
  return wide_special(less(head, 0.0f) ? 0.0f : less(0.0f, head) ? infinity : head);
}
/// No base but e, 2 and 10 is asked for, and no result is that large.
inline constexpr float largest_exponent = 0x1p31f;
/// Up to this sum, or power of two, places beyond the range are seen to be: they do not wrap.
inline constexpr float largest_power = 0x1p32f;

/// 2^(64 more) e^sum, where `head` is the sum to a few bits.
FF_HD constexpr wide_t exp_of_sum(long_sum sum, float head, int more = 0) {
  if (!less(abs(head), largest_power)) return wide_exp_limit(head);
  const int step = static_cast<int>(rint(ff_t(head) / step_ln2().word[0]));
  subtract_steps(sum, step, step_ln2());
  const auto [rest, tail] = sum.result();
  const auto [h, l, k] = exp_core(rest, tail);
  return wide_of_parts(h, l, k, step + more);
}

struct exp_of_wide {
  FF_HD static constexpr wide_t of(wide_t anywhere) {
    const wide_t x = recentred(anywhere);
    if (x.step() < 0) return wide_t(add21(static_cast<ff_t>(x), 1.0f));
    return of_pair(static_cast<ff_t>(x), 0);
  }
  /// 2^(64 more) e^y.
  FF_HD static constexpr wide_t of_pair(ff_t y, int more) {
    if (!less(abs(y.hi()), largest_power)) return wide_exp_limit(y.hi());
    long_sum sum;
    sum.add(y.hi()), sum.add(y.lo());
    return exp_of_sum(sum, y.hi(), more);
  }
};

struct exp10_of_wide {
  FF_HD static constexpr wide_t of(wide_t anywhere) {
    const wide_t x = recentred(anywhere);
    const float head = x.pair().hi();
    if (x.step() < 0) return wide_t(exp10(static_cast<ff_t>(x)));
    const ff_t y = static_cast<ff_t>(x);
    if (!less(abs(y.hi()), largest_exponent)) return wide_exp_limit(head);
    long_sum sum;
    const four_floats ln10 = words_of_ln10();
    for (const float c : ln10.word) sum.add_product(y.hi(), c), sum.add_product(y.lo(), c);
    return exp_of_sum(sum, mul_rn(y.hi(), ln10.word[0]));
  }
};

struct exp2_of_wide {
  FF_HD static constexpr wide_t of(wide_t anywhere) {
    const wide_t x = recentred(anywhere);
    const float head = x.pair().hi();
    if (x.step() < 0) return wide_t(exp2(static_cast<ff_t>(x)));
    const ff_t y = static_cast<ff_t>(x);
    if (!less(abs(y.hi()), largest_power)) return wide_exp_limit(head);
    const ff_t whole = rint(y * 0x1p-6f);
    return wide_at_home(exp2(y - whole * 64.0f), static_cast<int>(whole));
  }
};

struct expm1_of_wide {
  FF_HD static constexpr wide_t of(wide_t anywhere) {
    const wide_t x = recentred(anywhere);
    if (is_zero_or_not_finite(x.pair().hi())) return wide_t(expm1(x.pair()));
    if (x.step() > 0 || (x.step() == 0 && !less(abs(x.pair().hi()), 64.0f)))
      return exp_of_wide::of(x) - wide_t(ff_t(1.0f));
    if (x.step() == 0) return wide_t(expm1(x.pair()));
    // x + x^2/2 + x^3/6, |x| < 2^-32: what is left out is 2^-100 of x.
    const ff_t y = static_cast<ff_t>(x);
    return x * wide_t(fma(fma(y, ff_t(1.0f) / 6.0f, ff_t(0.5f)), y, ff_t(1.0f)));
  }
};

/// log x - log(m) for a step: 64 k ln 2 by `c`, beside the logarithm of the digits.
FF_HD constexpr wide_t with_steps(ff_t digits, int step, const four_floats& c) {
  long_sum sum;
  subtract_steps(sum, -step, c);
  sum.add(digits.hi()), sum.add(digits.lo());
  return wide_t(sum.result().sum);
}

struct log_of_wide {
  FF_HD static constexpr wide_t of(wide_t x) {
    const wide_t y = canonical(x);
    return with_steps(log(y.pair()), y.step(), step_ln2());
  }
};
struct log10_of_wide {
  FF_HD static constexpr wide_t of(wide_t x) {
    const wide_t y = canonical(x);
    return with_steps(log10(y.pair()), y.step(), step_lg2());
  }
};
struct log2_of_wide {
  FF_HD static constexpr wide_t of(wide_t x) {
    const wide_t y = canonical(x);
    return wide_t(log2(y.pair()) + ff_t(y.step()) * 64.0f);
  }
};
struct log1p_of_wide {
  FF_HD static constexpr wide_t of(wide_t anywhere) {
    const wide_t x = recentred(anywhere);
    if (is_zero_or_not_finite(x.pair().hi())) return wide_t(log1p(x.pair()));
    if (x.step() == 0) return wide_t(log1p(x.pair()));
    if (x.step() > 0) return log_of_wide::of(x + wide_t(ff_t(1.0f)));
    // x - x^2/2 + x^3/3, |x| < 2^-32.
    const ff_t y = static_cast<ff_t>(x);
    return x * wide_t(fma(fma(y, ff_t(1.0f) / 3.0f, ff_t(-0.5f)), y, ff_t(1.0f)));
  }
};

/// A pair as odd, as even, and with the fraction that a recentred x has: x itself, of a large x its low word
/// beside an even integer, and of an x below 2^-32, which a pair may not hold, a half.
FF_HD constexpr ff_t last_digits(wide_t x) {
  if (x.step() < 0) return with_sign(0.5f, sign_bit(x.pair().hi()));
  if (x.step() <= 1) return static_cast<ff_t>(x);
  const float even = with_sign(0x1p30f, sign_bit(x.pair().hi()));
  const ff_t low = x.step() > 4 ? ff_t(0.0f) : scaled(ff_t(x.pair().lo()), wide_step * x.step());
  return less(abs(low.hi()), 0x1p23f) ? from_words(even, low.hi()) : ff_t(even);
}

struct pow_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t any_power) {
    const wide_t y = recentred(any_power);
    const float xh = x.pair().hi(), yh = y.pair().hi();
    if (is_zero_or_not_finite(xh) || is_zero_or_not_finite(yh) || equal(abs(x), wide_t(ff_t(1.0f))))
      return wide_special(pow(stand_in(x), exponent_stand_in(y)).hi());
    const power_parity kind = power_parity_of(last_digits(y));
    if (less(xh, 0.0f) && kind == power_parity::fraction) return wide_special(quiet_nan);
    const wide_t power = of_positive(canonical(abs(x)), y);
    return wide_from(flip_sign(power.pair(), kind == power_parity::odd ? sign_bit(xh) : 0u), power.step());
  }

 private:
  /// x^y for x > 0 in its canonical home, x != 1: e^(y log x), the product kept in four words.
  FF_HD static constexpr wide_t of_positive(wide_t x, wide_t y) {
    if (y.step() < -1) return exp_of_wide::of(y * log_of_wide::of(x));  // 1 and a little
    // A huge y meets a logarithm of nearly 0: the one is taken down, the other up.
    const int lift = max_int(0, min_int(y.step() - 1, 3));
    // |log x| is above 22 unless x's step is 0, and |y| at least 2^96: only the signs count.
    if (lift > 0 && x.step() != 0)
      return wide_exp_limit(flip_sign(static_cast<float>(x.step()), sign_bit(y.pair().hi())));
    const ff_t e = static_cast<ff_t>(wide_from(y.pair(), y.step() - lift));
    const power_log w = power_log_of(x.pair(), 0);
    float word[5] = {w.head, w.a, w.b, w.c, w.low};
    for (float& f : word)
      for (int i = 0; i < lift; ++i) f = mul_rn(f, 0x1p64f);
    const float of_step = mul_rn(static_cast<float>(x.step()), step_ln2().word[0]);
    const float size = mul_rn(e.hi(), add_rn(word[0], of_step));
    if (!less(abs(size), largest_exponent)) return wide_exp_limit(size);
    long_sum sum;
    for (const float f : word) sum.add_product(e.hi(), f), sum.add_product(e.lo(), f);
    if (x.step() != 0) add_steps_times(sum, x.step(), e);
    return exp_of_sum(sum, size);
  }

  /// sum += 64 step ln2 e.
  FF_HD static constexpr void add_steps_times(long_sum& sum, int step, ff_t e) {
    const float part[2] = {static_cast<float>(step & ~4095), static_cast<float>(step & 4095)};
    const four_floats ln2 = step_ln2();
    for (const float c : ln2.word)
      for (const float s : part) {
        const auto [p, pe] = two_prod(s, c);
        sum.add_product(p, e.hi()), sum.add_product(p, e.lo());
        sum.add_product(pe, e.hi()), sum.add_product(pe, e.lo());
      }
  }

  /// Numbers for which C Annex F has the same cases: of x's sign and size beside 1, and of y's sign and
  /// parity.
  FF_HD static constexpr ff_t stand_in(wide_t x) {
    if (is_zero_or_not_finite(x.pair().hi())) return x.pair();
    const wide_t one(ff_t(1.0f)), size = abs(x);
    return with_sign(less(size, one) ? 0.5f : less(one, size) ? 2.0f : 1.0f, sign_bit(x.pair().hi()));
  }
  FF_HD static constexpr ff_t exponent_stand_in(wide_t y) {
    if (is_zero_or_not_finite(y.pair().hi())) return y.pair();
    const power_parity kind = power_parity_of(last_digits(y));
    const float size = kind == power_parity::odd ? 3.0f : kind == power_parity::even ? 2.0f : 2.5f;
    return with_sign(size, sign_bit(y.pair().hi()));
  }
};

}  // namespace detail
}  // namespace ff
