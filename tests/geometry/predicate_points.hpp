// Points for the geometric predicates, of every class that a stage has its own trouble with.  Vector i is the
// same on host and device and under every flag: its arithmetic is that of rounded_double.
#pragma once

#include <ff/predicates.hpp>
#include <ostream>
#include <type_traits>

#include "vectors.hpp"

namespace ff_test {

/// The coordinates of five points in space, or of the first four as points of a plane.
template <class T>
struct points_drawn {
  T c[15];

  FF_HD_LARGE constexpr ff::point2<T> in_plane(int i) const { return {c[3 * i], c[3 * i + 1]}; }
  FF_HD_LARGE constexpr ff::point3<T> in_space(int i) const { return {c[3 * i], c[3 * i + 1], c[3 * i + 2]}; }
};

template <class T>
std::ostream& operator<<(std::ostream& out, const points_drawn<T>& p) {
  for (int k = 0; k < 15; ++k) out << (k == 0 ? "" : k % 3 == 0 ? "; " : ", ") << p.c[k];
  return out;
}

/// The same in the words that the plain stages calculate with.
template <class T>
FF_HD_LARGE auto words_of(const points_drawn<T>& v) {
  using word = typename ff::detail::word_of<T>::type;
  points_drawn<word> w;
  for (int k = 0; k < 15; ++k) w.c[k] = word(v.c[k]);
  return w;
}

enum class point_class {
  uniform,       // in the unit cube
  lattice,       // small integers
  on_shape,      // rounded to a line and plane, or to a circle and sphere
  exactly_on,    // the fourth point of a parallelogram; integers on a circle and a sphere
  map,           // metres of UTM
  wide,          // any exponent
  huge,          // up to the largest number
  subnormal,     // small multiples of the least number
  underflowing,  // products that are lost in part
  moved,         // one of on_shape and exactly_on with a coordinate moved by one place
  repeated,      // equal points and coordinates
  count
};
inline constexpr int point_classes = static_cast<int>(point_class::count);

template <class T>
class point_source {
 public:
  FF_HD_LARGE explicit point_source(uint64 vector) : draws_(vector) {}

  FF_HD_LARGE points_drawn<T> of(point_class k) {
    if (k == point_class::moved) {
      points_drawn<T> p = drawn(draws_.coin() ? point_class::on_shape : point_class::exactly_on);
      T& c = p.c[draws_.between(0, 14)];
      c = from(as_bits(c) + (as_bits(c) << 1 == 0 || draws_.coin() ? 1 : ~word{0}));
      return p;
    }
    if (k == point_class::repeated) {
      points_drawn<T> p =
          drawn(static_cast<point_class>(draws_.between(0, static_cast<int>(point_class::underflowing))));
      const int from = draws_.between(0, 4), to = draws_.between(0, 4), places = draws_.between(1, 3);
      for (int i = 0; i < places; ++i) p.c[3 * to + i] = p.c[3 * from + i];
      return p;
    }
    return drawn(k);
  }

 private:
  using real = ff::detail::rounded_double;
  static constexpr bool is_float = sizeof(T) == 4;
  using word = std::conditional_t<is_float, uint32, uint64>;
  static constexpr int digits = is_float ? 24 : 53, bias = is_float ? 127 : 1023;

  FF_HD_LARGE static word as_bits(T x) { return ff::detail::bit_cast<word>(x); }
  FF_HD_LARGE static T from(word b) { return ff::detail::bit_cast<T>(b); }
  FF_HD_LARGE word sign() { return word{draws_.coin()} << (8 * sizeof(T) - 1); }

  // A number of either sign with this exponent; below the normal ones, a subnormal.
  FF_HD_LARGE T of_exponent(int e) {
    const word fraction = static_cast<word>(draws_.bits() >> (65 - digits));
    const int biased = e + bias;
    if (biased >= 1) return from(sign() | static_cast<word>(biased) << (digits - 1) | fraction);
    return from(sign() | (fraction | word{1} << (digits - 1)) >> (1 - biased > digits ? digits : 1 - biased));
  }
  FF_HD_LARGE T integer(int first, int last) { return static_cast<T>(draws_.between(first, last)); }
  FF_HD_LARGE T of_unit() { return static_cast<T>(draws_.bits() >> (64 - digits)) * power(-digits); }
  FF_HD_LARGE static T power(int e) { return from(static_cast<word>(e + bias) << (digits - 1)); }
  FF_HD_LARGE T rounded(real x) {
    if constexpr (is_float) return ff::narrow_rn(x.value());
    return static_cast<T>(x.value());
  }

  // Points of a class that is not made of another's: a device's stack does not grow with recursion.
  FF_HD_LARGE points_drawn<T> drawn(point_class k) {
    if (k == point_class::on_shape) return draws_.coin() ? on_plane() : on_sphere();
    if (k == point_class::exactly_on) return draws_.coin() ? parallelogram() : integers_on_sphere();
    points_drawn<T> p{};
    for (T& c : p.c) c = coordinate(k);
    return p;
  }

  FF_HD_LARGE T coordinate(point_class k) {
    constexpr int least = 1 - bias - (digits - 1);
    switch (k) {
      case point_class::lattice:
        return integer(-4, 4);
      case point_class::map:
        return integer(500'000, 501'000) + integer(0, 1023) * power(-10);
      case point_class::wide:
        return of_exponent(draws_.between(least, bias));
      case point_class::huge:
        return of_exponent(draws_.between(bias - 3, bias));
      case point_class::subnormal:
        return from(sign() | static_cast<word>(draws_.between(0, 40)));
      case point_class::underflowing:
        return of_exponent(least / degree_ + draws_.between(-2, 2));
      default:
        return of_unit();
    }
  }

  // The point p + s (q - p) + t (r - p), rounded; in the plane, of x and y, with t = 0 on a line.
  FF_HD_LARGE points_drawn<T> on_plane() {
    points_drawn<T> p{};
    const point_class k = draws_.coin() ? point_class::uniform : point_class::map;
    for (T& c : p.c) c = coordinate(k);
    const real s(static_cast<double>(of_unit())), t(draws_.coin() ? 0.0 : static_cast<double>(of_unit()));
    const int last = draws_.between(2, 4);
    for (int i = 0; i < 3; ++i) {
      const real a = value(p.c[i]), b = value(p.c[3 + i]), c = value(p.c[last == 2 ? 9 + i : 6 + i]);
      p.c[3 * last + i] = rounded(add_rn(add_rn(a, mul_rn(s, sub_rn(b, a))), mul_rn(t, sub_rn(c, a))));
    }
    return p;
  }
  FF_HD_LARGE static real value(T x) { return real(static_cast<double>(x)); }

  // (2 s, 2 t, s^2 + t^2 - 1) / (s^2 + t^2 + 1), rounded; in the plane with t = 0 and z for y.
  FF_HD_LARGE points_drawn<T> on_sphere() {
    points_drawn<T> p{};
    const bool circle = draws_.coin();
    for (int i = 0; i < 5; ++i) {
      const real s = value(of_exponent(draws_.between(-2, 1)));
      const real t = circle ? real(0.0) : value(of_exponent(draws_.between(-2, 1)));
      const real r = add_rn(mul_rn(s, s), mul_rn(t, t)), below = add_rn(r, real(1.0));
      const auto quotient = [&](real a) { return rounded(real(a.value() / below.value())); };
      const T z = quotient(sub_rn(r, real(1.0)));
      p.c[3 * i] = quotient(add_rn(s, s));
      p.c[3 * i + 1] = circle ? z : quotient(add_rn(t, t));
      p.c[3 * i + 2] = circle ? T(0) : z;
    }
    return p;
  }

  // d = a + b - c, exactly, in multiples of a power of two.
  FF_HD_LARGE points_drawn<T> parallelogram() {
    points_drawn<T> p{};
    const T unit = power(draws_.between(-20, 20));
    for (int i = 0; i < 3; ++i) {
      const int a = draws_.between(0, 1 << 21), b = draws_.between(0, 1 << 21),
                c = draws_.between(0, 1 << 21);
      const int m[] = {a, b, c, a + b - c, 2 * a - b};
      for (int k = 0; k < 5; ++k) p.c[3 * k + i] = static_cast<T>(m[k]) * unit;
    }
    return p;
  }

  // Of x^2 + y^2 = 25 with z = 0, or x^2 + y^2 + z^2 = 9, moved and scaled exactly.
  FF_HD_LARGE points_drawn<T> integers_on_sphere() {
    constexpr int circle[] = {3, 4, 0, 4, 3, 0, 5, 0, 0, 0, 5, 0},
                  sphere[] = {1, 2, 2, 2, 1, 2, 2, 2, 1, 3, 0, 0};
    const bool flat = draws_.coin();
    const T unit = power(draws_.between(-20, 20));
    const int centre[] = {draws_.between(-1000, 1000), draws_.between(-1000, 1000),
                          draws_.between(-1000, 1000)};
    points_drawn<T> p{};
    for (int k = 0; k < 5; ++k) {
      const int which = 3 * draws_.between(0, 3);
      for (int i = 0; i < 3; ++i) {
        const int m = (flat ? circle : sphere)[which + i], moved = centre[i] + (draws_.coin() ? m : -m);
        p.c[3 * k + i] = static_cast<T>(moved) * unit;
      }
    }
    return p;
  }

  draws draws_;
  int degree_ = draws_.between(2, 5);
};

/// Vector i: of class i % point_classes.
template <class T>
FF_HD_LARGE points_drawn<T> points_at(uint64 i) {
  return point_source<T>(i).of(static_cast<point_class>(i % point_classes));
}

}  // namespace ff_test
