// Surfaces in long double, with the vocabulary of jets: what the intervals have to contain.
#pragma once

#include <cmath>

#include "apps/trace/gallery.hpp"

namespace implicit {

struct exact_real {
  long double x;
};

inline exact_real operator-(exact_real a) { return {-a.x}; }
inline exact_real operator+(exact_real a, exact_real b) { return {a.x + b.x}; }
inline exact_real operator-(exact_real a, exact_real b) { return {a.x - b.x}; }
inline exact_real operator*(exact_real a, exact_real b) { return {a.x * b.x}; }
inline exact_real operator+(exact_real a, float c) { return {a.x + c}; }
inline exact_real operator*(float c, exact_real a) { return {c * a.x}; }
inline exact_real sqr(exact_real a) { return {a.x * a.x}; }
// Its last bits do not matter here, and std::pow would take most of the tests' time.
inline exact_real power(exact_real a, int n) {
  exact_real result = a;
  while (--n > 0) result = result * a;
  return result;
}
template <int n>
exact_real power(exact_real a) {
  return power(a, n);
}
// The constants of the equations have few decimals.
inline long double exact_constant(const constant& c) {
  const ff::ff_t nearest = midpoint(c.pair);
  const long double near = static_cast<long double>(nearest.hi()) + nearest.lo();
  return std::round(near * 1e6L) / 1e6L;
}
inline exact_real operator+(exact_real a, const constant& c) { return {a.x + exact_constant(c)}; }
inline exact_real operator*(const constant& c, exact_real a) { return {exact_constant(c) * a.x}; }

inline long double value(const surface& f, long double x, long double y, long double z) {
  return std::visit([&](const auto& g) { return g(exact_real{x}, exact_real{y}, exact_real{z}).x; }, f);
}

/// f at the point t of the ray.
inline long double value(const surface& f, const ray& r, long double t) {
  return value(f, r.origin.x + t * r.direction.x, r.origin.y + t * r.direction.y,
               r.origin.z + t * r.direction.z);
}

inline search limits(float box, int depth = 18, int samples = 64) {
  const double diagonal = 2 * std::sqrt(3.0) * box;
  return {box, static_cast<float>(std::ldexp(diagonal, -depth)), static_cast<float>(diagonal / samples),
          samples};
}

inline long double number(float x) { return x; }
inline long double number(ff::ff_t x) { return static_cast<long double>(x.hi()) + x.lo(); }

}  // namespace implicit
