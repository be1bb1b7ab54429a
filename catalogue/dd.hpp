// What is judged of dd_t: a row for each callable, and its vectors.
//
// Vector i of a row is a function of (seed, row, i) alone.  Low words lie at the edge of a pair, just below
// it, far below it or anywhere; one vector of eight has its exponents at the ends of the row's domain.
#pragma once

#include <ff/dd.hpp>

#include "catalogue/vectors.hpp"

namespace catalogue {

using ff::dd_t;
using ff::bounds::observed, ff::bounds::proved;

struct dd_operands {
  dd_t x, y, z;
};

/// How the operands of a row are drawn: each by itself; y near -x; z near -x y; x positive; x as an argument
/// of exp; x near 1; x an angle, near a multiple of pi/2 in half of the vectors.
enum class dd_vectors { factors, summands, fused, radicands, arguments, near_one, angles };

/// The exponents of x and of y, from first to last.
struct dd_exponents {
  int first, last;
};

/// The exponents that most of the rows name.
inline constexpr dd_exponents dd_moderate{-470, 480}, dd_everywhere{-960, 1020}, dd_arguments{-110, 9},
    dd_angles{-200, 29};

struct dd_domain {
  dd_vectors drawn;
  dd_exponents x, y = dd_everywhere;
};

struct dd_row {
  const char* name;
  dd_t (*call)(const dd_operands& v);
  dd_domain where;
  ff::bounds::bound error;  ///< in u^2 = 2^-106
};

/// x, or 1/x, as an argument of log1p.
FF_HD_LARGE constexpr dd_t above_minus_one(dd_t x) { return x < -1.0 || x == -1.0 ? rcp(x) * 0.75 : x; }

/// -x, as an argument of log1p.
FF_HD_LARGE constexpr dd_t negated(dd_t x) { return -x; }

/// x, halved where erfc would be below 2^-960.
FF_HD_LARGE constexpr dd_t erfc_argument(dd_t x) { return x > 25.0 ? ff::ldexp(x, -1) : x; }
/// -|x|, and a quarter less where that is an integer.
FF_HD_LARGE constexpr dd_t below_zero(dd_t x) { return -abs(x) == floor(-abs(x)) ? -abs(x) - 0.25 : -abs(x); }

inline constexpr dd_row dd_rows[] = {
    {"add", [](const dd_operands& v) { return v.x + v.y; }, {dd_vectors::summands, dd_everywhere}, proved(2)},
    {"add_double",
     [](const dd_operands& v) { return v.x + v.y.hi(); },
     {dd_vectors::summands, dd_everywhere},
     proved(2)},
    {"mul",
     [](const dd_operands& v) { return v.x * v.y; },
     {dd_vectors::factors, dd_moderate, dd_moderate},
     proved(4)},
    {"mul_double",
     [](const dd_operands& v) { return v.x * v.y.hi(); },
     {dd_vectors::factors, dd_moderate, dd_moderate},
     proved(1)},
    {"sqr",
     [](const dd_operands& v) { return sqr(v.x); },
     {dd_vectors::factors, dd_moderate, dd_moderate},
     proved(3.5)},
    {"div",
     [](const dd_operands& v) { return v.x / v.y; },
     {dd_vectors::factors, dd_moderate, dd_moderate},
     proved(5)},
    {"div_double",
     [](const dd_operands& v) { return v.x / v.y.hi(); },
     {dd_vectors::factors, dd_moderate, dd_moderate},
     proved(2.5)},
    {"double_div",
     [](const dd_operands& v) { return v.x.hi() / v.y; },
     {dd_vectors::factors, dd_moderate, dd_moderate},
     proved(3)},
    {"rcp",
     [](const dd_operands& v) { return rcp(v.x); },
     {dd_vectors::factors, {-1021, 957}, dd_moderate},
     proved(2.5)},
    {"fma",
     [](const dd_operands& v) { return fma(v.x, v.y, v.z); },
     {dd_vectors::fused, dd_moderate, dd_moderate},
     proved(6.5)},
    {"sqrt",
     [](const dd_operands& v) { return sqrt(v.x); },
     {dd_vectors::radicands, dd_everywhere},
     proved(3.375)},
    {"rsqrt",
     [](const dd_operands& v) { return rsqrt(v.x); },
     {dd_vectors::radicands, dd_everywhere},
     proved(5)},
    {"hypot",
     [](const dd_operands& v) { return hypot(v.x, v.y); },
     {dd_vectors::summands, dd_everywhere},
     proved(6.25)},
    {"cbrt",
     [](const dd_operands& v) { return cbrt(v.x); },
     {dd_vectors::factors, dd_everywhere},
     observed(5)},
    {"exp", [](const dd_operands& v) { return exp(v.x); }, {dd_vectors::arguments, {-110, 9}}, observed(4)},
    {"log",
     [](const dd_operands& v) { return log(v.x); },
     {dd_vectors::radicands, dd_everywhere},
     observed(12)},
    {"log_near_one",
     [](const dd_operands& v) { return log(v.x); },
     {dd_vectors::near_one, {-180, -1}},
     observed(12)},
    {"expm1",
     [](const dd_operands& v) { return expm1(v.x); },
     {dd_vectors::arguments, dd_arguments},
     observed(10)},
    {"log1p",
     [](const dd_operands& v) { return log1p(above_minus_one(v.x)); },
     {dd_vectors::factors, {-180, 1000}},
     observed(10)},
    {"exp2",
     [](const dd_operands& v) { return exp2(v.x); },
     {dd_vectors::arguments, dd_arguments},
     observed(4)},
    {"exp10",
     [](const dd_operands& v) { return exp10(v.x * 0.25); },
     {dd_vectors::arguments, dd_arguments},
     observed(4)},
    {"log2",
     [](const dd_operands& v) { return log2(v.x); },
     {dd_vectors::radicands, dd_everywhere},
     observed(10)},
    {"log2_near_one",
     [](const dd_operands& v) { return log2(v.x); },
     {dd_vectors::near_one, {-180, -1}},
     observed(10)},
    {"log10",
     [](const dd_operands& v) { return log10(v.x); },
     {dd_vectors::radicands, dd_everywhere},
     observed(10)},
    {"pow",
     [](const dd_operands& v) { return pow(v.x, v.y); },
     {dd_vectors::radicands, {-20, 20}, {-60, 4}},
     observed(10)},
    {"sinh",
     [](const dd_operands& v) { return sinh(v.x); },
     {dd_vectors::arguments, dd_arguments},
     observed(10)},
    {"cosh",
     [](const dd_operands& v) { return cosh(v.x); },
     {dd_vectors::arguments, dd_arguments},
     observed(6)},
    {"tanh",
     [](const dd_operands& v) { return tanh(v.x); },
     {dd_vectors::arguments, dd_arguments},
     observed(12)},
    {"sin", [](const dd_operands& v) { return sin(v.x); }, {dd_vectors::angles, dd_angles}, observed(4)},
    {"cos", [](const dd_operands& v) { return cos(v.x); }, {dd_vectors::angles, dd_angles}, observed(4)},
    {"tan", [](const dd_operands& v) { return tan(v.x); }, {dd_vectors::angles, dd_angles}, observed(6)},
    {"atan",
     [](const dd_operands& v) { return atan(v.x); },
     {dd_vectors::factors, dd_everywhere},
     observed(4)},
    {"atan2",
     [](const dd_operands& v) { return atan2(v.x, v.y); },
     {dd_vectors::factors, {-100, 100}, {-100, 100}},
     observed(8)},
    {"asin", [](const dd_operands& v) { return asin(v.x); }, {dd_vectors::factors, {-180, -1}}, observed(8)},
    {"acos", [](const dd_operands& v) { return acos(v.x); }, {dd_vectors::factors, {-180, -1}}, observed(8)},
    {"asinh",
     [](const dd_operands& v) { return asinh(v.x); },
     {dd_vectors::factors, {-180, 1000}},
     observed(12)},
    {"acosh",
     [](const dd_operands& v) { return acosh(v.x); },
     {dd_vectors::radicands, {1, 1000}},
     observed(12)},
    {"atanh",
     [](const dd_operands& v) { return atanh(v.x); },
     {dd_vectors::factors, {-180, -1}},
     observed(12)},
    {"erf", [](const dd_operands& v) { return erf(v.x); }, {dd_vectors::factors, {-300, 3}}, observed(6)},
    {"erfc",
     [](const dd_operands& v) { return erfc(erfc_argument(v.x)); },
     {dd_vectors::factors, {-60, 4}},
     observed(10)},
    {"tgamma",
     [](const dd_operands& v) { return tgamma(v.x); },
     {dd_vectors::radicands, {-100, 6}},
     observed(14)},
    {"tgamma_negative",
     [](const dd_operands& v) { return tgamma(below_zero(v.x)); },
     {dd_vectors::factors, {-100, 6}},
     observed(16)},
    {"lgamma",
     [](const dd_operands& v) { return lgamma(v.x); },
     {dd_vectors::radicands, {-960, 1000}},
     observed(10)},
    {"lgamma_moderate",
     [](const dd_operands& v) { return lgamma(v.x); },
     {dd_vectors::radicands, {-4, 5}},
     observed(20)},
    {"lgamma_near_one",
     [](const dd_operands& v) { return lgamma(v.x); },
     {dd_vectors::near_one, {-60, -1}},
     observed(20)},
    {"lgamma_negative",
     [](const dd_operands& v) { return lgamma(below_zero(v.x)); },
     {dd_vectors::factors, {-100, 10}},
     observed(12)},
    {"log1p_below_minus_half",
     [](const dd_operands& v) { return log1p(negated(v.x)); },
     {dd_vectors::radicands, {-1, -1}},
     observed(10)},
};

namespace detail {

inline std::uint64_t dd_fraction(std::uint64_t bits) {
  constexpr std::uint64_t all = ~std::uint64_t{0} >> 12;
  switch (bits >> 56 & 7) {
    case 0:
      return bits & 7;
    case 1:
      return all - (bits & 7);
    case 2:
      return bits & all & ~(all >> (bits >> 59));
    default:
      return bits & all;
  }
}
inline double dd_double(bool negative, int exponent, std::uint64_t fraction) {
  return ff::detail::double_from_bits(std::uint64_t{negative} << 63 |
                                      static_cast<std::uint64_t>(exponent + 1023) << 52 | fraction);
}

inline dd_t draw_dd(random_bits& bits, dd_exponents range, bool at_edge) {
  const std::uint64_t b = bits.next(), head = bits.next(), low = bits.next();
  const int width = range.last - range.first + 1;
  const int e = at_edge ? ((b & 1) != 0 ? range.first : range.last)
                        : range.first + static_cast<int>((b >> 32) * static_cast<std::uint64_t>(width) >> 32);
  const double hi = dd_double(b >> 2 & 1, 0, dd_fraction(head));
  const bool negative = b >> 3 & 1;
  const int below = static_cast<int>(low >> 48 & 63);
  switch (b >> 4 & 7) {
    case 0:
      return ff::ldexp(dd_t(hi), e);
    case 1:  // half a unit in the last place, or the weak form's number above it
      return ff::ldexp(ff::from_words(hi, dd_double(negative, -53, b >> 7 & 1)), e);
    case 2:
      return ff::ldexp(ff::from_words(hi, dd_double(negative, -54, (~std::uint64_t{0} >> 12) - (low & 15))),
                       e);
    case 3:
      return ff::ldexp(ff::from_words(hi, dd_double(negative, -54 - below, dd_fraction(low))), e);
    default:
      return ff::ldexp(ff::from_words(hi, dd_double(negative, -54, dd_fraction(low))), e);
  }
}

/// A number near -x: of the same words but for the sign of the low one, or a few bits apart.
inline dd_t dd_opposite(random_bits& bits, dd_t x) {
  const std::uint64_t b = bits.next();
  if ((b & 3) == 0) return ff::from_words(-x.hi(), x.lo());
  const double ratio = 1 + dd_double(b >> 2 & 1, -static_cast<int>(b >> 32 & 63) - 1, 0);
  return ff::mul21(-x, ratio);
}

/// An angle of up to `size` bits as near to a multiple of pi/2 as a pair is.
inline dd_t dd_near_quarter(random_bits& bits, int size) {
  const double k =
      static_cast<double>(1 + (bits.next() & ((std::uint64_t{1} << (size < 29 ? size : 29)) - 1)));
  ff::detail::five_doubles sum;
  for (int i = 0; i < 3; ++i) {
    const dd_t p = ff::two_prod(k, ff::detail::dd_half_pi(i));
    sum.add(p.hi()), sum.add(p.lo());
  }
  return sum.pair();
}

}  // namespace detail

/// Vector i of a row.
inline dd_operands draw(const dd_row& row, std::uint64_t seed, std::uint64_t index) {
  using namespace detail;
  random_bits bits(seed, static_cast<std::uint64_t>(&row - dd_rows), index);
  const bool at_edge = index % 8 == 0;
  dd_operands v{draw_dd(bits, row.where.x, at_edge), draw_dd(bits, row.where.y, false),
                draw_dd(bits, row.where.y, false)};
  if (row.where.drawn == dd_vectors::radicands) v.x = abs(v.x);
  if (row.where.drawn == dd_vectors::near_one) v.x = v.x + 1.0;
  if (row.where.drawn == dd_vectors::angles && index % 2 == 0)
    v.x = dd_near_quarter(bits, static_cast<int>(index >> 1 & 31));
  if (row.where.drawn == dd_vectors::arguments && abs(v.x) > 660) v.x = ff::ldexp(v.x, -1);
  if (row.where.drawn == dd_vectors::summands && index % 4 != 0) v.y = dd_opposite(bits, v.x);
  if (row.where.drawn == dd_vectors::summands && index % 4 == 3)
    v.y = ff::ldexp(v.y, static_cast<int>(index >> 2 & 63) - 63);
  if (row.where.drawn == dd_vectors::fused && index % 2 == 0) v.z = dd_opposite(bits, v.x * v.y);
  return v;
}

}  // namespace catalogue
