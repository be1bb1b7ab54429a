// Powers and roots.
#pragma once

#include <ff/math/pow.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(pow, (ff_t x, ff_t y), ff::pow(x, y))
CATALOGUE_ENTRY(pown, (ff_t x, int n), ff::pown(x, n))
CATALOGUE_ENTRY(rootn, (ff_t x, int n), ff::rootn(x, n))

}  // namespace entry

/// log x for x > 0, relatively good near 1 too.
FF_HD_LARGE double log_of(ff_t x) {
  const double hi = ff::widen(x.hi()), lo = ff::widen(x.lo());
  return hi > 0.5 && hi < 2 ? ::log1p((hi - 1) + lo) : ::log(hi + lo);
}

/// A positive x and the y for which x^y = e^t.
FF_HD_LARGE operands with_result(ff_t x, double t) {
  x = ff::abs(x);
  const double y = t / log_of(x);
  return {x, fabs(y) < 0x1.fp126 ? ff_t(y) : ff_t(1.0f), 0.0f};
}

/// One of the numbers whose powers have something special: powers of two, small integers, simple fractions.
FF_HD_LARGE double simple_number(random_bits& bits) {
  const std::uint64_t b = bits.next();
  const double n = static_cast<double>(b >> 32 & 31), d = static_cast<double>(b >> 40 & 7);
  switch (b & 3) {
    case 0:
      return ff::widen(make_float(false, static_cast<int>(b >> 32) % 60 - 30, 0));
    case 1:
      return n + 1;
    case 2:
      return (n + 1) / (d + 1);
    default:
      return 0.5 * (n + 1);
  }
}

/// x and y such that x^y is anywhere in the range.
struct bases_and_exponents : arguments {
  static constexpr double least = -66.4, largest = 88.72;  // of log(x^y)
  FF_HD_LARGE static double some_result(random_bits& bits) {
    return least + (largest - least) * unit_interval(bits);
  }
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    return with_result(v.x, some_result(bits));
  }
  /// x near 1 and y huge; results near the ends of the range; simple x and y.
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const double t = some_result(bits);
    if (b & 1) return with_result(near_point(bits, 1), t);
    const double simple = simple_number(bits);
    const ff_t x = b & 2 ? ff_t(simple) : near_point(bits, simple);
    if (b & 4)
      return with_result(x,
                         b & 8 ? least + 0.01 * unit_interval(bits) : largest - 0.01 * unit_interval(bits));
    const operands v{x, b & 16 ? near_point(bits, simple_number(bits)) : ff_t(simple_number(bits)), 0.0f};
    const double result = static_cast<double>(v.y) * log_of(x);
    return result > least && result < largest ? v : with_result(x, t);
  }
};

/// ... whose words underflow.
struct underflowing_powers : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    return with_result(v.x, -105 + 39 * unit_interval(bits));
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const ff_t x = near_point(bits, bits.next() & 1 ? simple_number(bits) : 1);
    return with_result(x, -105 + 39 * unit_interval(bits));
  }
};

/// An integer of any size, small ones often.
FF_HD_LARGE int some_integer(random_bits& bits) {
  const std::uint64_t b = bits.next();
  const int n = static_cast<int>(static_cast<std::uint32_t>(b >> 32) >> (b & 31));
  return b & 32 ? n : static_cast<int>(0u - static_cast<unsigned>(n));
}

/// x and n such that x^n is anywhere in the range.
struct bases_and_integers : arguments {
  using powers = bases_and_exponents;
  /// n, and |x| = e^(t/n).
  FF_HD_LARGE static operands fit(operands, random_bits& bits) {
    const int drawn = some_integer(bits), n = drawn == 0 ? 1 : drawn;
    const double t = powers::some_result(bits);
    const double size = ::exp(t / n);
    const ff_t x(size > 0x1p-149 && size < 0x1.fffffp127 ? size : 1.0);
    return {bits.next() & 1 ? x : -x, ff_t(n), 0.0f};
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const operands v = fit({}, bits);
    const int n = static_cast<int>(bits.next() >> 61) - 3;
    const double t = static_cast<double>(n) * log_of(ff::abs(v.x));
    return t > powers::least && t < powers::largest ? operands{v.x, ff_t(n), 0.0f} : v;
  }
};

/// x and n for x^(1/n).
struct radicands_and_integers : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    const int drawn = some_integer(bits), n = drawn == 0 || drawn == -1 ? 2 : drawn;
    return {n & 1 ? v.x : ff::abs(v.x), ff_t(n), 0.0f};
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const double simple = simple_number(bits);
    const ff_t x = bits.next() & 1 ? ff_t(simple) : near_point(bits, simple);
    return fit({bits.next() & 1 ? x : -x, 0.0f, 0.0f}, bits);
  }
};

template <class Visit>
void pow_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::powers);
  add(row<entry::pow, bases_and_exponents>{}, "pow");
  add(row<entry::pow, underflowing_powers>{}, "pow_underflow");
  add(row<entry::pown, bases_and_integers>{}, "pown");
  add(row<entry::rootn, radicands_and_integers>{}, "rootn");
}

}  // namespace catalogue
