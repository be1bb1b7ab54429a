// Forward-mode automatic differentiation: a value and N derivatives in one of the three arithmetics.  With
// intervals the derivatives are enclosed over the whole argument, as the value is.
#pragma once

#include "number.hpp"

namespace implicit {

/// N = 0: the value alone; N = 1: along a ray; N = 3: the gradient.
template <class I, int N>
struct jet {
  I value;
  I slope[N > 0 ? N : 1];
};

template <class I, int N>
FF_HD constexpr jet<I, N> operator-(const jet<I, N>& a) {
  jet<I, N> r{-a.value, {}};
  for (int i = 0; i < N; ++i) r.slope[i] = -a.slope[i];
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> operator+(const jet<I, N>& a, const jet<I, N>& b) {
  jet<I, N> r{a.value + b.value, {}};
  for (int i = 0; i < N; ++i) r.slope[i] = a.slope[i] + b.slope[i];
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> operator-(const jet<I, N>& a, const jet<I, N>& b) {
  jet<I, N> r{a.value - b.value, {}};
  for (int i = 0; i < N; ++i) r.slope[i] = a.slope[i] - b.slope[i];
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> operator*(const jet<I, N>& a, const jet<I, N>& b) {
  jet<I, N> r{a.value * b.value, {}};
  for (int i = 0; i < N; ++i) r.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> sqr(const jet<I, N>& a) {
  jet<I, N> r{sqr(a.value), {}};
  for (int i = 0; i < N; ++i) r.slope[i] = scale(2.0f, a.value * a.slope[i]);
  return r;
}

/// a^n for n >= 2.
template <int n, class I, int N>
FF_HD constexpr jet<I, N> power(const jet<I, N>& a) {
  jet<I, N> r{power<n>(a.value), {}};
  if constexpr (N > 0) {
    const I factor = scale(float(n), power<n - 1>(a.value));
    for (int i = 0; i < N; ++i) r.slope[i] = factor * a.slope[i];
  }
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> power(const jet<I, N>& a, int n) {
  jet<I, N> r{pown(a.value, n), {}};
  if constexpr (N > 0) {
    const I factor = scale(float(n), pown(a.value, n - 1));
    for (int i = 0; i < N; ++i) r.slope[i] = factor * a.slope[i];
  }
  return r;
}

// ---- with constants: floats are exact, other decimals enclosed

template <class I, int N>
FF_HD constexpr jet<I, N> operator+(const jet<I, N>& a, const constant& c) {
  jet<I, N> r = a;
  r.value = a.value + c.as<I>();
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> operator+(const jet<I, N>& a, float c) {
  jet<I, N> r = a;
  r.value = a.value + exact<I>(c);
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> operator*(float c, const jet<I, N>& a) {
  jet<I, N> r{scale(c, a.value), {}};
  for (int i = 0; i < N; ++i) r.slope[i] = scale(c, a.slope[i]);
  return r;
}
template <class I, int N>
FF_HD constexpr jet<I, N> operator*(const constant& c, const jet<I, N>& a) {
  jet<I, N> r{c.as<I>() * a.value, {}};
  for (int i = 0; i < N; ++i) r.slope[i] = c.as<I>() * a.slope[i];
  return r;
}

}  // namespace implicit
