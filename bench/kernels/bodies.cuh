// The kernels of ff-bench-kernels as a user writes them: generic over the number T, with operators and
// functions alone.  The lines between `user code` and `end` are counted for the page.
//
// FF_PROBE costs nothing but in a probe; its lines are not counted.
//
// number<T> (numbers.cuh) makes a T of a double and gives its leading float; constants come as arguments, so
// that no kernel converts one.
#pragma once

#include "numbers.cuh"

namespace bench {
namespace {

// user code: multiply-add
template <class T>
__device__ T multiply_add(T x, T b, T c) {
  return x * b + c;
}
// end

// user code: N-body
template <int unrolled, class T>
__device__ void add_pulls(const T* xs, const T* ys, const T* zs, const T* masses, int n, T x, T y, T z,
                          T softening, T& ax, T& ay, T& az) {
#pragma unroll unrolled
  for (int j = 0; j < n; ++j) {
    T dx = xs[j] - x, dy = ys[j] - y, dz = zs[j] - z;
    T r2 = dx * dx + dy * dy + dz * dz + softening;
    FF_PROBE("r2", r2);
    T inverse = rsqrt(r2);
    T w = masses[j] * inverse * inverse * inverse;
    ax = ax + w * dx;
    ay = ay + w * dy;
    az = az + w * dz;
  }
}
// end

// user code: Mandelbrot
template <class T>
__device__ int escape_time(T cx, T cy, T zero, T four, int most) {
  T x = zero, y = zero;
  int n = 0;
#pragma unroll 1
  for (; n < most; ++n) {
    T xx = x * x, yy = y * y;
    if (xx + yy > four) break;
    T xy = x * y;
    y = xy + xy + cy;
    x = xx - yy + cx;
  }
  return n;
}
// end

// user code: Mandelbrot, auto
template <class T>
__device__ int escape_time_auto(T cx, T cy, T zero, T four, int most) {
  T x = zero, y = zero;
  int n = 0;
#pragma unroll 1
  for (; n < most; ++n) {
    auto xx = x * x, yy = y * y;
    if (xx + yy > four) break;
    auto xy = x * y;
    y = xy + xy + cy;
    x = xx - yy + cx;
  }
  return n;
}
// end

// user code: Kepler
template <class T>
__device__ void acceleration(T x, T y, T minus_one, T& ax, T& ay) {
  T r2 = x * x + y * y;
  T r = sqrt(r2);
  T k = minus_one / (r2 * r);
  ax = k * x;
  ay = k * y;
}

template <class T>
__device__ void runge_kutta(T& x, T& y, T& u, T& v, int steps, T h, T h2, T h6, T two, T minus_one) {
#pragma unroll 1
  for (int s = 0; s < steps; ++s) {
    T a1, b1, a2, b2, a3, b3, a4, b4;
    acceleration(x, y, minus_one, a1, b1);
    T u2 = u + h2 * a1, v2 = v + h2 * b1;
    acceleration<T>(x + h2 * u, y + h2 * v, minus_one, a2, b2);
    T u3 = u + h2 * a2, v3 = v + h2 * b2;
    acceleration<T>(x + h2 * u2, y + h2 * v2, minus_one, a3, b3);
    T u4 = u + h * a3, v4 = v + h * b3;
    acceleration<T>(x + h * u3, y + h * v3, minus_one, a4, b4);
    x = x + h6 * (u + two * (u2 + u3) + u4);
    y = y + h6 * (v + two * (v2 + v3) + v4);
    u = u + h6 * (a1 + two * (a2 + a3) + a4);
    v = v + h6 * (b1 + two * (b2 + b3) + b4);
  }
}
// end

// user code: heat
template <class T>
__device__ T heated(const T* a, long q, long row, long plane, T c, T six) {
  T u = a[q];
  T around = a[q - 1] + a[q + 1] + a[q - row] + a[q + row] + a[q - plane] + a[q + plane];
  return u + c * (around - six * u);
}
// end

// user code: SAR backprojection
// Adds to a pixel at (x, y, z) what each pulse recorded at the pixel's range.  A pulse has the place of the
// antenna and the range of the scene's centre, all in metres; its profile has `bins` complex samples.
template <class T>
__device__ void backproject(const T* xs, const T* ys, const T* zs, const T* centre, const float2* profiles,
                            int pulses, int bins, float bins_a_metre, T x, T y, T z, T turns_a_metre,
                            float2& pixel) {
#pragma unroll 1
  for (int k = 0; k < pulses; ++k) {
    T dx = xs[k] - x, dy = ys[k] - y, dz = zs[k] - z;
    T range = sqrt(dx * dx + dy * dy + dz * dz) - centre[k];
    T turns = range * turns_a_metre;
    float whole = rintf(number<T>::head(turns));
    float sine, cosine;
    sincospif(2 * number<T>::head(turns - number<T>::of(whole)), &sine, &cosine);
    float at = number<T>::head(range) * bins_a_metre + static_cast<float>(bins / 2);
    int bin = min(max(static_cast<int>(at), 0), bins - 2);
    float2 a = profiles[k * bins + bin], b = profiles[k * bins + bin + 1];
    float share = at - static_cast<float>(bin);
    float re = a.x + share * (b.x - a.x), im = a.y + share * (b.y - a.y);
    pixel.x += re * cosine - im * sine;
    pixel.y += re * sine + im * cosine;
  }
}
// end

// user code: Gaussian integrals
// The attraction of a nucleus at the origin, between a Gaussian of exponent a at (x, y, z) and n others: the
// sum of 2 pi / p exp(-a b r^2 / p) F0(p |P|^2) with p = a + b, P their product's centre and F0 Boys'
// function.
template <class T>
__device__ T attraction(const T* xs, const T* ys, const T* zs, const T* exponents, int n, T x, T y, T z, T a,
                        T one, T two_pi, T half_root_pi) {
  T sum = a - a;
#pragma unroll 1
  for (int j = 0; j < n; ++j) {
    T b = exponents[j];
    T dx = xs[j] - x, dy = ys[j] - y, dz = zs[j] - z;
    T q = one / (a + b);
    T px = (a * x + b * xs[j]) * q, py = (a * y + b * ys[j]) * q, pz = (a * z + b * zs[j]) * q;
    T t = (a + b) * (px * px + py * py + pz * pz);
    FF_PROBE("t", t);
    T root = sqrt(t);
    T boys = half_root_pi * erf(root) / root;
    sum = sum + two_pi * q * exp(-(a * b * q * (dx * dx + dy * dy + dz * dz))) * boys;
  }
  return sum;
}
// end

// user code: haversine
// The sum of half the angles from a point of the sphere to n others, in radians.
template <class T>
__device__ T half_angles(const T* latitudes, const T* longitudes, int n, T latitude, T longitude, T half) {
  T sum = half - half;
#pragma unroll 1
  for (int j = 0; j < n; ++j) {
    T u = (latitudes[j] - latitude) * half, v = (longitudes[j] - longitude) * half;
    sum = sum + asin(sqrt(sin(u) * sin(u) + cos(latitude) * cos(latitudes[j]) * sin(v) * sin(v)));
  }
  return sum;
}
// end

// user code: Black-Scholes
// The sum of the prices of n calls on a share.
template <class T>
__device__ T call_prices(const T* strikes, const T* years, int n, T share, T rate, T volatility, T half,
                         T root_half) {
  T sum = half - half;
#pragma unroll 1
  for (int j = 0; j < n; ++j) {
    T deviation = volatility * sqrt(years[j]);
    T above = (log(share / strikes[j]) + (rate + half * volatility * volatility) * years[j]) / deviation;
    T below = above - deviation;
    T worth = share * erfc(-(above * root_half));
    T due = strikes[j] * exp(-(rate * years[j])) * erfc(-(below * root_half));
    sum = sum + half * (worth - due);
  }
  return sum;
}
// end

// user code: long sum
template <class T>
__device__ T dot_share(const T* x, const T* y, long n, long first, long stride, T zero) {
  T sum = zero;
  for (long i = first; i < n; i += stride) sum = sum + x[i] * y[i];
  return sum;
}
// end

}  // namespace
}  // namespace bench
