// Elements of arrays that are converted: numbers of every kind, among them those outside the plain path.
#pragma once

#include <cstddef>
#include <vector>

#include "vectors.hpp"

namespace ff_test {

using std::size_t;

inline uint64 bits_of(double x) { return ff::detail::bit_cast<uint64>(x); }
inline uint64 bits_of(ff_t x) { return ff::detail::bit_cast<uint64>(x); }

inline void draw(draws& d, double& x) {
  const int kind = d.between(0, 15);
  const uint64 any = d.bits(), sign = any & uint64{1} << 63, near_one = sign | uint64{1023} << 52 | any >> 12;
  const uint64 bits = kind == 0   ? sign
                      : kind == 1 ? sign | uint64{0x7ff} << 52
                      : kind == 2 ? any
                                  : near_one + (static_cast<uint64>(d.between(-40, 40)) << 52);
  x = ff::detail::bit_cast<double>(bits);
}
inline void draw(draws& d, ff_t& x) {
  const int kind = d.between(0, 15);
  x = d.pair(kind == 3 ? -126 : -40, kind == 3 ? 126 : 40);
  if (kind == 0) x = d.coin() ? 0.0f : -0.0f;
  if (kind == 1) x = ff::from_words(d.coin() ? ff::detail::infinity : -ff::detail::infinity, d.any());
  if (kind == 2) x = d.any();
}

/// n elements, no NaN among them.
template <class T>
std::vector<T> elements_of(size_t n) {
  std::vector<T> all(n);
  for (size_t i = 0; i < n; ++i) {
    draws d(i);
    do draw(d, all[i]);
    while (static_cast<double>(all[i]) != static_cast<double>(all[i]));
  }
  return all;
}

}  // namespace ff_test
