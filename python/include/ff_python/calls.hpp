// What Python calls and the library has in another form: results in place of pointers, NumPy's rules for NaN
// and for signs.  Compiled by the host's compiler and by NVRTC.
#pragma once

#include <ff/complex.hpp>
#include <ff/math/trig.hpp>
#include <ff/math/trig_pi.hpp>
#include <ff/operators.hpp>
#include <ff/type/integral.hpp>
#include <ff/vector.hpp>

namespace ff_python {

using ff::ff_t;

struct two_pairs {
  ff_t x, y;
};
struct pair_and_int {
  ff_t x;
  int n;
};

// ---------------------------------------------------------------- what has pointers in C++

FF_HD_LARGE constexpr pair_and_int frexp(ff_t x) {
  pair_and_int r{};
  r.x = ff::frexp(x, &r.n);
  return r;
}

FF_HD_LARGE constexpr two_pairs modf(ff_t x) {
  two_pairs r{};
  r.x = ff::modf(x, &r.y);
  return r;
}

FF_HD_LARGE constexpr pair_and_int remquo(ff_t x, ff_t y) {
  pair_and_int r{};
  r.x = ff::remquo(x, y, &r.n);
  return r;
}

// ---------------------------------------------------------------- NumPy's rules

// numpy.maximum and minimum: NaN where either operand is, the first if both are; fmax and fmin ignore it.
FF_HD_LARGE constexpr ff_t maximum(ff_t x, ff_t y) {
  return ff::isnan(x) ? x : ff::isnan(y) || x < y ? y : x;
}
FF_HD_LARGE constexpr ff_t minimum(ff_t x, ff_t y) {
  return ff::isnan(x) ? x : ff::isnan(y) || y < x ? y : x;
}

// numpy.sign: -1, 0, 1, NaN.
FF_HD_LARGE constexpr ff_t sign(ff_t x) {
  return ff::isnan(x) ? x : ff_t(0.0f < x ? 1.0f : x < 0.0f ? -1.0f : 0.0f);
}

// numpy.divmod, its algorithm (npy_divmod): the remainder has the divisor's sign, by one rounded addition
// where fmod's has the other; the quotient is floor((x - remainder)/y), each step rounded.  x is the
// quotient, y the remainder.
FF_HD_LARGE constexpr two_pairs divmod(ff_t x, ff_t y) {
  ff_t r = ff::fmod(x, y);
  if (y == 0.0f) return {x / y, r};
  ff_t q = (x - r) / y;
  if (r == 0.0f) {
    r = ff::copysign(0.0f, y);
  } else if ((y < 0.0f) != (r < 0.0f)) {
    r = r + y;
    q = q - 1.0f;
  }
  if (q == 0.0f) return {ff::copysign(0.0f, x / y), r};
  const ff_t below = ff::floor(q);
  return {0.5f < q - below ? below + 1.0f : below, r};
}

// ---------------------------------------------------------------- a result's parts, each to be stored in an
// array

// visit(k, part k).
template <class T, class Visit>
FF_HD_LARGE constexpr void each_part(T x, Visit visit) {
  visit(0, x);
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(two_pairs r, Visit visit) {
  visit(0, r.x), visit(1, r.y);
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(pair_and_int r, Visit visit) {
  visit(0, r.x), visit(1, r.n);
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(ff::sine_and_cosine r, Visit visit) {
  visit(0, r.s), visit(1, r.c);
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(ff::complex r, Visit visit) {
  visit(0, r.real()), visit(1, r.imag());
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(ff::ff2 r, Visit visit) {
  visit(0, r.x), visit(1, r.y);
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(ff::ff3 r, Visit visit) {
  visit(0, r.x), visit(1, r.y), visit(2, r.z);
}
template <class Visit>
FF_HD_LARGE constexpr void each_part(ff::ff4 r, Visit visit) {
  visit(0, r.x), visit(1, r.y), visit(2, r.z), visit(3, r.w);
}

}  // namespace ff_python
