// Vectors in space of floats and doubles, and the name under which templates find ff3 among them.
#pragma once

#include <ff/geometry/number.hpp>
#include <ff/vector.hpp>

namespace ff {
namespace geometry {

/// Three floats or doubles.  Of float-floats it is ff3: see vector3.
template <class T>
struct basic_vector3 {
  T x, y, z;
};

}  // namespace geometry

namespace detail {

template <class T>
struct vector3_of {
  using type = geometry::basic_vector3<T>;
};
template <>
struct vector3_of<ff_t> {
  using type = ff3;
};

}  // namespace detail

namespace geometry {

/// The vector whose components are float, double or ff_t.
template <class T>
using vector3 = typename detail::vector3_of<T>::type;

/// Component k = 0, 1, 2.
template <class V>
FF_HD constexpr auto component(const V& a, int k) {
  return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

/// Each component rounded once.
template <class T>
FF_HD constexpr basic_vector3<T> operator+(basic_vector3<T> a, basic_vector3<T> b) {
  using n = detail::number<T>;
  return {n::add(a.x, b.x), n::add(a.y, b.y), n::add(a.z, b.z)};
}
template <class T>
FF_HD constexpr basic_vector3<T> operator-(basic_vector3<T> a, basic_vector3<T> b) {
  using n = detail::number<T>;
  return {n::sub(a.x, b.x), n::sub(a.y, b.y), n::sub(a.z, b.z)};
}
template <class T>
FF_HD constexpr basic_vector3<T> operator-(basic_vector3<T> a) {
  using n = detail::number<T>;
  return {n::negative(a.x), n::negative(a.y), n::negative(a.z)};
}
template <class T>
FF_HD constexpr basic_vector3<T> operator*(T s, basic_vector3<T> a) {
  using n = detail::number<T>;
  return {n::mul(s, a.x), n::mul(s, a.y), n::mul(s, a.z)};
}

/// s a + b, each component rounded once.
template <class T>
FF_HD constexpr basic_vector3<T> fma(T s, basic_vector3<T> a, basic_vector3<T> b) {
  using n = detail::number<T>;
  return {n::fma(s, a.x, b.x), n::fma(s, a.y, b.y), n::fma(s, a.z, b.z)};
}
FF_HD constexpr ff3 fma(ff_t s, ff3 a, ff3 b) {
  return {ff::fma(s, a.x, b.x), ff::fma(s, a.y, b.y), ff::fma(s, a.z, b.z)};
}

/// The scalar and the vector product, fused: errors of a few u relative to the products' magnitudes.
template <class T>
FF_HD constexpr T dot(basic_vector3<T> a, basic_vector3<T> b) {
  using n = detail::number<T>;
  return n::fma(a.x, b.x, n::fma(a.y, b.y, n::mul(a.z, b.z)));
}
template <class T>
FF_HD constexpr basic_vector3<T> cross(basic_vector3<T> a, basic_vector3<T> b) {
  using n = detail::number<T>;
  return {n::fma(a.y, b.z, n::negative(n::mul(a.z, b.y))), n::fma(a.z, b.x, n::negative(n::mul(a.x, b.z))),
          n::fma(a.x, b.y, n::negative(n::mul(a.y, b.x)))};
}

}  // namespace geometry
}  // namespace ff
