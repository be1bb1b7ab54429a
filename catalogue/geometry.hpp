// Lengths, scalar and vector products of small vectors, hypot of three, and the lengths of CUDA's names.
#pragma once

#include <ff/math/norm.hpp>
#include <ff/vector.hpp>

#include "approximation.hpp"
#include "vectors.hpp"

namespace catalogue {

template <class Vector, int n>
struct vector_parameter {
  static constexpr int operands = n;
  template <class Source>
  FF_HD_LARGE static constexpr Vector from(const Source& s, int k) {
    if constexpr (n == 2) {
      return {s.pair(k), s.pair(k + 1)};
    } else if constexpr (n == 3) {
      return {s.pair(k), s.pair(k + 1), s.pair(k + 2)};
    } else {
      return {s.pair(k), s.pair(k + 1), s.pair(k + 2), s.pair(k + 3)};
    }
  }
};
template <>
struct parameter<ff::ff2> : vector_parameter<ff::ff2, 2> {};
template <>
struct parameter<ff::ff3> : vector_parameter<ff::ff3, 3> {};
template <>
struct parameter<ff::ff4> : vector_parameter<ff::ff4, 4> {};

template <>
struct result<ff::ff2> {
  static constexpr int numbers = 2;
  FF_HD_LARGE static constexpr outcome to(ff::ff2 a) { return {a.x, a.y}; }
};
template <>
struct result<ff::ff3> {
  static constexpr int numbers = 3;
  FF_HD_LARGE static constexpr outcome to(ff::ff3 a) { return {a.x, a.y, a.z}; }
};
template <>
struct result<ff::ff4> {
  static constexpr int numbers = 4;
  FF_HD_LARGE static constexpr outcome to(ff::ff4 a) { return {a.x, a.y, a.z, a.w}; }
};

namespace entry {

using ff::ff2;
using ff::ff3;
using ff::ff4;
CATALOGUE_ENTRY(dot2, (ff2 a, ff2 b), ff::dot(a, b))
CATALOGUE_ENTRY(dot3, (ff3 a, ff3 b), ff::dot(a, b))
CATALOGUE_ENTRY(dot4, (ff4 a, ff4 b), ff::dot(a, b))
CATALOGUE_ENTRY(cross, (ff3 a, ff3 b), ff::cross(a, b))
CATALOGUE_ENTRY(length2, (ff2 a), ff::length(a))
CATALOGUE_ENTRY(length3, (ff3 a), ff::length(a))
CATALOGUE_ENTRY(length4, (ff4 a), ff::length(a))
CATALOGUE_ENTRY(normalize2, (ff2 a), ff::normalize(a))
CATALOGUE_ENTRY(normalize3, (ff3 a), ff::normalize(a))
CATALOGUE_ENTRY(normalize4, (ff4 a), ff::normalize(a))
CATALOGUE_ENTRY(hypot3, (ff_t x, ff_t y, ff_t z), ff::hypot(x, y, z))
CATALOGUE_ENTRY(norm3d, (ff_t x, ff_t y, ff_t z), ff::norm3d(x, y, z))
CATALOGUE_ENTRY(norm4d, (ff_t x, ff_t y, ff_t z, ff_t w), ff::norm4d(x, y, z, w))
CATALOGUE_ENTRY(rnorm3d, (ff_t x, ff_t y, ff_t z), ff::rnorm3d(x, y, z))
CATALOGUE_ENTRY(rnorm4d, (ff_t x, ff_t y, ff_t z, ff_t w), ff::rnorm4d(x, y, z, w))

}  // namespace entry

/// Near q/d, if that is a number to be near to; else x.
FF_HD_LARGE ff_t near_quotient(random_bits& bits, approximation q, ff_t d, ff_t x) {
  const double c = ff::widen(d.hi()) != 0 ? to_double(q / approximation(d)) : 0;
  return fabs(c) > 0x1p-120 && fabs(c) < 0x1p120 ? make_near(bits, ff_t(c), false) : x;
}

/// v[d] such that v[a] v[b] + v[c] v[d] almost vanishes, or the difference.
FF_HD_LARGE operands almost_orthogonal(operands v, random_bits& bits, int a, int b, int c, int d, bool sum) {
  const approximation p = approximation(v[a]) * approximation(v[b]);
  v[d] = near_quotient(bits, sum ? -p : p, v[c], v[d]);
  return v;
}

/// Two vectors of n; the last product almost cancels the others.
template <int n>
struct orthogonal : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    approximation s = approximation(v[0]) * approximation(v[n]);
    for (int i = 1; i < n - 1; ++i) s = s + approximation(v[i]) * approximation(v[n + i]);
    v[2 * n - 1] = near_quotient(bits, -s, v[n - 1], v[2 * n - 1]);
    return v;
  }
};

/// Two vectors of three, almost parallel, or in one component so.
struct parallel : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    const std::uint64_t b = bits.next();
    v = almost_orthogonal(v, bits, 0, 4, 1, 3, false);
    return b & 1 ? almost_orthogonal(v, bits, 0, 5, 2, 3, false) : v;
  }
};

template <int n>
FF_HD_LARGE operands not_zero(operands v) {
  bool zero = true;
  for (int k = 0; k < n; ++k) zero = zero && ff::equal(v[k].hi(), 0.0f);
  if (zero) v.x = ff_t(0x1p-100f);
  return v;
}

/// One vector of n; components of like size, where all words count.
template <int n>
struct alike : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    for (int k = 1; k < n; ++k) {
      if (bits.next() & 3) v[k] = make_near(bits, v.x, false);
    }
    return v;
  }
};
template <int n>
struct alike_not_zero : alike<n> {
  FF_HD_LARGE static operands fit(operands v, random_bits&) { return not_zero<n>(v); }
};

template <class Visit>
void geometry_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::small_vectors, group::composite);
  add(row<entry::dot2, orthogonal<2>>{}, "dot2");
  add(row<entry::dot3, orthogonal<3>>{}, "dot3");
  add(row<entry::dot4, orthogonal<4>>{}, "dot4");
  add(row<entry::cross, parallel>{}, "cross");
  add(row<entry::length2, alike<2>>{}, "length2");
  add(row<entry::length3, alike<3>>{}, "length3");
  add(row<entry::length4, alike<4>>{}, "length4");
  add(row<entry::length2, alike<2>>{}, "length2_underflow");
  add(row<entry::length3, alike<3>>{}, "length3_underflow");
  add(row<entry::length4, alike<4>>{}, "length4_underflow");
  add(row<entry::normalize2, alike_not_zero<2>>{}, "normalize2");
  add(row<entry::normalize3, alike_not_zero<3>>{}, "normalize3");
  add(row<entry::normalize4, alike_not_zero<4>>{}, "normalize4");
  add(row<entry::normalize2, alike_not_zero<2>>{}, "normalize2_wide");
  add(row<entry::normalize3, alike_not_zero<3>>{}, "normalize3_wide");
  add(row<entry::normalize4, alike_not_zero<4>>{}, "normalize4_wide");
  const rows_of add_length(visit, ff::bounds::euclidean_lengths, group::composite);
  add_length(row<entry::hypot3, alike<3>>{}, "hypot3");
  add_length(row<entry::hypot3, alike<3>>{}, "hypot3_underflow");
  const rows_of add_norm(visit, ff::bounds::norms, group::composite);
  using norm3d_row = row<entry::norm3d, alike<3>>;
  visit(norm3d_row{}, norm3d_row::info("norm3d", group::composite, ff::bounds::euclidean_lengths, "hypot3"));
  add_norm(row<entry::norm4d, alike<4>>{}, "norm4d");
  add_norm(row<entry::norm4d, alike<4>>{}, "norm4d_underflow");
  add_norm(row<entry::rnorm3d, alike_not_zero<3>>{}, "rnorm3d");
  add_norm(row<entry::rnorm3d, alike_not_zero<3>>{}, "rnorm3d_underflow");
  add_norm(row<entry::rnorm4d, alike_not_zero<4>>{}, "rnorm4d");
  add_norm(row<entry::rnorm4d, alike_not_zero<4>>{}, "rnorm4d_underflow");
}

}  // namespace catalogue
