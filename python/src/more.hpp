// Entries beside the catalogue's: what it judges by tests of another kind, and Python needs too.
//
// Where an operand is a float, a double or an integer, the entry's name ends in _float, _double, _integer or
// _unsigned; float_ comes first where the first operand is one.  Python finds an entry by the kinds of
// operands that it has.
#pragma once

#include <ff/radix.hpp>
#include <ff_python/calls.hpp>

#include "catalogue/entry.hpp"

namespace catalogue {

template <>
struct parameter<double> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr double from(const Source& s, int k) {
    return s.binary64(k);
  }
};
template <>
struct parameter<long long> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr long long from(const Source& s, int k) {
    return s.wide(k);
  }
};
template <>
struct parameter<unsigned long long> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr unsigned long long from(const Source& s, int k) {
    return s.wide_unsigned(k);
  }
};

}  // namespace catalogue

namespace more {

using ff::ff_t;

// clang-format off
#define MORE_ENTRIES(ENTRY)                                                             \
  ENTRY(minus_float, (ff_t x, float y), x - y)                                          \
  ENTRY(float_minus, (float x, ff_t y), x - y)                                          \
  ENTRY(div_float, (ff_t x, float y), x / y)                                            \
  ENTRY(float_div, (float x, ff_t y), x / y)                                            \
  ENTRY(neg, (ff_t x), -x)                                                              \
  ENTRY(pos, (ff_t x), x)                                                               \
  ENTRY(abs, (ff_t x), ff::abs(x))                                                      \
  ENTRY(copysign, (ff_t x, ff_t y), ff::copysign(x, y))                                 \
  ENTRY(fdim, (ff_t x, ff_t y), ff::fdim(x, y))                                         \
  ENTRY(fmin, (ff_t x, ff_t y), ff::fmin(x, y))                                         \
  ENTRY(fmax, (ff_t x, ff_t y), ff::fmax(x, y))                                         \
  ENTRY(ldexp, (ff_t x, int n), ff::ldexp(x, n))                                        \
  ENTRY(ilogb, (ff_t x), ff::ilogb(x))                                                  \
  ENTRY(logb, (ff_t x), ff::logb(x))                                                    \
  ENTRY(isnan, (ff_t x), ff::isnan(x))                                                  \
  ENTRY(isinf, (ff_t x), ff::isinf(x))                                                  \
  ENTRY(isfinite, (ff_t x), ff::isfinite(x))                                            \
  ENTRY(isnormal, (ff_t x), ff::isnormal(x))                                            \
  ENTRY(signbit, (ff_t x), ff::signbit(x))                                              \
  ENTRY(less, (ff_t x, ff_t y), x < y)                                                  \
  ENTRY(less_double, (ff_t x, double y), x < y)                                         \
  ENTRY(less_integer, (ff_t x, long long y), x < y)                                     \
  ENTRY(less_unsigned, (ff_t x, unsigned long long y), x < y)                           \
  ENTRY(less_equal, (ff_t x, ff_t y), x <= y)                                           \
  ENTRY(less_equal_double, (ff_t x, double y), x <= y)                                  \
  ENTRY(less_equal_integer, (ff_t x, long long y), x <= y)                              \
  ENTRY(less_equal_unsigned, (ff_t x, unsigned long long y), x <= y)                    \
  ENTRY(greater, (ff_t x, ff_t y), x > y)                                               \
  ENTRY(greater_double, (ff_t x, double y), x > y)                                      \
  ENTRY(greater_integer, (ff_t x, long long y), x > y)                                  \
  ENTRY(greater_unsigned, (ff_t x, unsigned long long y), x > y)                        \
  ENTRY(greater_equal, (ff_t x, ff_t y), x >= y)                                        \
  ENTRY(greater_equal_double, (ff_t x, double y), x >= y)                               \
  ENTRY(greater_equal_integer, (ff_t x, long long y), x >= y)                           \
  ENTRY(greater_equal_unsigned, (ff_t x, unsigned long long y), x >= y)                 \
  ENTRY(equal, (ff_t x, ff_t y), x == y)                                                \
  ENTRY(equal_double, (ff_t x, double y), x == y)                                       \
  ENTRY(equal_integer, (ff_t x, long long y), x == y)                                   \
  ENTRY(equal_unsigned, (ff_t x, unsigned long long y), x == y)                         \
  ENTRY(not_equal, (ff_t x, ff_t y), x != y)                                            \
  ENTRY(not_equal_double, (ff_t x, double y), x != y)                                   \
  ENTRY(not_equal_integer, (ff_t x, long long y), x != y)                               \
  ENTRY(not_equal_unsigned, (ff_t x, unsigned long long y), x != y)                     \
  ENTRY(from_sum, (float x, float y), ff::from_sum(x, y))                               \
  ENTRY(pair_of_float, (float x), ff_t(x))                                              \
  ENTRY(pair_of_double, (double x), ff_t(x))                                            \
  ENTRY(pair_of_integer, (long long x), ff_t(x))                                        \
  ENTRY(pair_of_unsigned, (unsigned long long x), ff_t(x))                              \
  ENTRY(float_of, (ff_t x), static_cast<float>(x))                                      \
  ENTRY(double_of, (ff_t x), static_cast<double>(x))                                    \
  ENTRY(integer_of, (ff_t x), static_cast<long long>(x))                                \
  ENTRY(radix_key, (ff_t x), static_cast<unsigned long long>(ff::radix_key(x)))          \
  ENTRY(frexp, (ff_t x), ff_python::frexp(x))                                           \
  ENTRY(modf, (ff_t x), ff_python::modf(x))                                             \
  ENTRY(remquo, (ff_t x, ff_t y), ff_python::remquo(x, y))                              \
  ENTRY(maximum, (ff_t x, ff_t y), ff_python::maximum(x, y))                            \
  ENTRY(minimum, (ff_t x, ff_t y), ff_python::minimum(x, y))                            \
  ENTRY(sign, (ff_t x), ff_python::sign(x))                                             \
  ENTRY(divmod, (ff_t x, ff_t y), ff_python::divmod(x, y))                              \
  ENTRY(floor_div, (ff_t x, ff_t y), ff_python::divmod(x, y).x)                         \
  ENTRY(mod, (ff_t x, ff_t y), ff_python::divmod(x, y).y)
// clang-format on

MORE_ENTRIES(CATALOGUE_ENTRY)

/// visit(entry{}) for each.
template <class Visit>
void entries(Visit visit) {
#define MORE_VISIT(name, parameters, ...) visit(name{});
  MORE_ENTRIES(MORE_VISIT)
#undef MORE_VISIT
}

}  // namespace more
