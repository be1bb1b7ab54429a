// Defines what lengths, scalar and vector products and hypot of three compute.
#pragma once

#include "catalogue/geometry.hpp"
#include "definition.hpp"

namespace accuracy {

template <int n>
struct scalar_product : formula {
  using definition = scalar_product;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[n];
    for (int i = 1; i < n; ++i) r[0] = r[0] + v[i] * v[n + i];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    s[0] = abs(v[0] * v[n]);
    for (int i = 1; i < n; ++i) s[0] = s[0] + abs(v[i] * v[n + i]);
  }
};
template <>
struct exact<entry::dot2> : scalar_product<2> {};
template <>
struct exact<entry::dot3> : scalar_product<3> {};
template <>
struct exact<entry::dot4> : scalar_product<4> {};

template <>
struct exact<entry::cross> : formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      r[i] = v[j] * v[3 + k] - v[k] * v[3 + j];
    }
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      s[i] = abs(v[j] * v[3 + k]) + abs(v[k] * v[3 + j]);
    }
  }
};

template <int n>
struct euclidean_norm : formula {
  using definition = euclidean_norm;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = catalogue::norm_of(v, n);
  }
};
template <>
struct exact<entry::length2> : euclidean_norm<2> {};
template <>
struct exact<entry::length3> : euclidean_norm<3> {};
template <>
struct exact<entry::length4> : euclidean_norm<4> {};
template <>
struct exact<entry::hypot3> : euclidean_norm<3> {};
template <>
struct exact<entry::norm3d> : euclidean_norm<3> {};
template <>
struct exact<entry::norm4d> : euclidean_norm<4> {};

template <int n>
struct inverse_norm : formula {
  using definition = inverse_norm;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = N(wide(1.0)) / catalogue::norm_of(v, n);
  }
};
template <>
struct exact<entry::rnorm3d> : inverse_norm<3> {};
template <>
struct exact<entry::rnorm4d> : inverse_norm<4> {};

template <int n>
struct direction : formula {
  using definition = direction;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const N size = catalogue::norm_of(v, n);
    for (int i = 0; i < n; ++i) r[i] = v[i] / size;
  }
};
template <>
struct exact<entry::normalize2> : direction<2> {};
template <>
struct exact<entry::normalize3> : direction<3> {};
template <>
struct exact<entry::normalize4> : direction<4> {};

}  // namespace accuracy
