// The mixes, and the operators that they are made of, for any type; functions are found by their arguments or
// are CUDA's own.  What a mix uses twice has a name, but in `haversine_as_written`.
#pragma once

#include "company.cuh"

namespace bench {
namespace {
namespace mixes {

struct sum {
  template <class T>
  __device__ static T of(T a, T b) {
    return a + b;
  }
};
struct product {
  template <class T>
  __device__ static T of(T a, T b) {
    return a * b;
  }
};
struct quotient {
  template <class T>
  __device__ static T of(T a, T b) {
    return a / b;
  }
};
struct root {
  template <class T>
  __device__ static T of(T a) {
    return sqrt(a);
  }
};
struct fmod_of {
  template <class T>
  __device__ static T of(T a, T b) {
    return fmod(a, b);
  }
};
struct remainder_of {
  template <class T>
  __device__ static T of(T a, T b) {
    return remainder(a, b);
  }
};

struct exp_sin_log {
  template <class T>
  __device__ static T of(T a) {
    return exp(a) * sin(a) + log(a);
  }
};
struct six {
  template <class T>
  __device__ static T of(T a, T b) {
    return exp(-a) * sin(a) + log(a) * atan2(b, a) + pow(a, b) * erf(a);
  }
};
struct haversine {
  template <class T>
  __device__ static T of(T a, T b) {
    const T half(0.5f), quarter(0.25f), s = sin(a * half), t = sin(b * half);
    return asin(sqrt(s * s + cos(a) * cos(b) * t * t * quarter));
  }
};
struct haversine_as_written {
  template <class T>
  __device__ static T of(T a, T b) {
    const T half(0.5f), quarter(0.25f), u = a * half, v = b * half;
    return asin(sqrt(sin(u) * sin(u) + cos(a) * cos(b) * sin(v) * sin(v) * quarter));
  }
};
// Of a share at a, for b years: strike 100, rate 0.02, volatility 0.3.
struct black_scholes {
  template <class T>
  __device__ static T of(T a, T b) {
    const T strike(100.0f), rate(0.02f), variance(0.045f), volatility(0.3f), root_half(0.70710678f),
        half(0.5f);
    const T moneyness = log(a / strike), deviation = volatility * sqrt(b);
    const T above = (moneyness + (rate + variance) * b) / deviation,
            below = (moneyness + (rate - variance) * b) / deviation;
    return (a * erfc(-above * root_half) - strike * exp(-rate * b) * erfc(-below * root_half)) * half;
  }
};

template <class T>
void add_to(std::vector<company_kernel>& all) {
  add_company<sum, T, 2>(all, "+");
  add_company<product, T, 2>(all, "*");
  add_company<quotient, T, 2>(all, "/");
  add_company<root, T, 1>(all, "sqrt");
  add_company<fmod_of, T, 2>(all, "fmod");
  add_company<remainder_of, T, 2>(all, "remainder");
  add_company<exp_sin_log, T, 1>(all, "exp sin + log");
  add_company<six, T, 2>(all, "six functions");
  add_company<haversine, T, 2>(all, "haversine");
  add_company<haversine_as_written, T, 2>(all, "haversine, sines twice");
  add_company<black_scholes, T, 2>(all, "Black-Scholes");
}

}  // namespace mixes
}  // namespace
}  // namespace bench
