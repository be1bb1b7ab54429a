// A number as a function of the argument and of all roundings: p(t) + the sum of c_i(t) d_i, |t| <= 1.
//
// t is the argument's place in its cell.  p is its value without roundings, a polynomial.  d_i is the i-th
// rounding error, which is known by a bound, and c_i(t) what it is multiplied by on the way.  Sums of forms
// are exact, so an error that an algorithm adds to one word and subtracts from another cancels here too.
// Every coefficient is enclosed: what its arithmetic rounds, and the terms beyond its degree, stand in
// `radius` and `rest`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace proofs {

inline constexpr int degree = 7, slope_degree = 3;
inline constexpr double slack = 0x1p-50;       // relative: above the roundings of a few doubles
inline constexpr long double fine = 0x1p-62L;  // the same of long doubles
inline constexpr double upwards =
    1 + 0x1p-40;  // times a bound: above what up to 8000 additions of bounds lose
// Above what all products of doubles lose that underflow: a bound is no double below it.
inline constexpr double underflowed = 0x1p-900;

/// c(t) and the number of its rounding error.
struct slope {
  int error;
  double c[slope_degree + 1];
  double radius;

  double bound() const {
    double sum = radius;
    for (double x : c) sum += std::fabs(x);
    return sum * upwards;
  }
};

struct form {
  long double p[degree + 1] = {};
  double rest = 0;  ///< |value - p - slopes| is at most this
  std::vector<slope> slopes;

  long double spread() const {  // of p about p[0]
    long double sum = 0;
    for (int k = 1; k <= degree; ++k) sum += std::fabs(p[k]);
    return sum * (1 + fine);
  }
  bool is_zero() const {
    bool zero = rest == 0 && slopes.empty();
    for (const long double x : p) zero = zero && x == 0;
    return zero;
  }
  double magnitude() const {
    return static_cast<double>((std::fabs(p[0]) + spread()) * (1 + fine)) * upwards;
  }
};

/// The bounds of the rounding errors.
using bounds_of_errors = std::vector<double>;

inline double noise(const form& x, const bounds_of_errors& d) {
  double sum = x.rest;
  for (const slope& s : x.slopes) sum += s.bound() * d[static_cast<std::size_t>(s.error)];
  return sum * upwards;
}

inline form constant(long double v) {
  form f;
  f.p[0] = v;
  return f;
}

inline void add_slope(std::vector<slope>& to, const slope& s) {
  bool zero = s.radius == 0;  // false for NaN, which ends in a bound that no goal meets
  for (double x : s.c) zero = zero && x == 0;
  if (!zero) to.push_back(s);
}

inline form sum(const form& a, const form& b, double sign = 1) {
  form f;
  for (int k = 0; k <= degree; ++k) {
    f.p[k] = a.p[k] + static_cast<long double>(sign) * b.p[k];
    // a sum of numbers of a few bits is exact, which keeps a zero a zero
    const long double back = f.p[k] - a.p[k];
    const long double lost = (a.p[k] - (f.p[k] - back)) + (static_cast<long double>(sign) * b.p[k] - back);
    f.rest += static_cast<double>(std::fabs(lost));
  }
  f.rest = (f.rest + a.rest + b.rest) * upwards;
  std::size_t i = 0, j = 0;
  f.slopes.reserve(a.slopes.size() + b.slopes.size());
  while (i < a.slopes.size() || j < b.slopes.size()) {
    if (j == b.slopes.size() || (i < a.slopes.size() && a.slopes[i].error < b.slopes[j].error)) {
      f.slopes.push_back(a.slopes[i++]);
      continue;
    }
    slope s = b.slopes[j++];
    for (double& x : s.c) x *= sign;
    if (i < a.slopes.size() && a.slopes[i].error == s.error) {
      const slope& o = a.slopes[i++];
      s.radius += o.radius;
      for (int k = 0; k <= slope_degree; ++k) {
        const double before = s.c[k];
        s.c[k] += o.c[k];
        const double back = s.c[k] - before;
        s.radius += std::fabs((before - (s.c[k] - back)) + (o.c[k] - back));
      }
      s.radius *= upwards;
    }
    add_slope(f.slopes, s);
  }
  return f;
}

/// c(t) p(t), cut to c's degree.
inline slope times(const slope& s, const long double* p, double p_rest) {
  slope r{s.error, {}, 0};
  double dropped = 0, all = 0;
  for (int i = 0; i <= slope_degree; ++i) {
    if (s.c[i] == 0) continue;
    for (int k = 0; k <= degree; ++k) {
      if (p[k] == 0) continue;
      const double term = s.c[i] * static_cast<double>(p[k]);
      all += std::fabs(term);
      if (i + k <= slope_degree)
        r.c[i + k] += term;
      else
        dropped += std::fabs(term);
    }
  }
  double magnitude = p_rest;
  for (int k = 0; k <= degree; ++k) magnitude += static_cast<double>(std::fabs(p[k]));
  r.radius = (dropped + all * slack + s.radius * magnitude + s.bound() * p_rest) * upwards;
  return r;
}

/// The sum of x(t) c_i(t) d_i over `of`, merged into `to`.
inline void add_scaled(form& to, const form& of, const long double* p, double p_rest) {
  form part;
  part.slopes.reserve(of.slopes.size());
  for (const slope& s : of.slopes) add_slope(part.slopes, times(s, p, p_rest));
  const form joined = sum(to, part);
  to = joined;
}

/// The bits of a significand, to its last one that is not 0.
inline int length_of(long double x) {
  std::uint64_t m;
  std::memcpy(&m, &x, sizeof m);
  return 64 - __builtin_ctzll(m);
}

inline void polynomial_product(const long double* a, const long double* b, long double* out, double& rest) {
  long double lost = 0;
  for (int i = 0; i <= degree; ++i) {
    if (a[i] == 0) continue;
    for (int k = 0; k <= degree; ++k) {
      if (b[k] == 0) continue;
      const long double term = a[i] * b[k];
      if (i + k > degree) {
        lost += std::fabs(term);
        continue;
      }
      if (length_of(a[i]) + length_of(b[k]) > 64) lost += std::fabs(term) * fine;
      const long double before = out[i + k], after = before + term, back = after - before;
      lost += std::fabs((before - (after - back)) + (term - back));
      out[i + k] = after;
    }
  }
  rest += static_cast<double>(lost) * upwards;
}

/// Adds an error of its own, at most `bound`.
inline void add_error(form& f, double bound, bounds_of_errors& d) {
  if (bound == 0) return;
  if (!(bound >= 0)) bound = HUGE_VAL;  // NaN: infinity times 0 on the way
  bound += underflowed;
  slope s{static_cast<int>(d.size()), {}, 0};
  s.c[0] = 1;
  d.push_back(bound);
  f.slopes.push_back(s);
}

inline form product(const form& a, const form& b, bounds_of_errors& d) {
  form f;
  double rest = 0;
  polynomial_product(a.p, b.p, f.p, rest);
  add_scaled(f, a, b.p, 0);
  add_scaled(f, b, a.p, 0);
  // the products of errors, and what the polynomials lost, become one error, so that equal products stay
  // equal
  const double na = noise(a, d), nb = noise(b, d);
  add_error(f, (na * nb + a.rest * b.magnitude() + b.rest * a.magnitude() + rest) * upwards, d);
  return f;
}

/// The least magnitude of p, or 0.
inline long double least_magnitude(const form& x) {
  const long double least = std::fabs(x.p[0]) - x.spread();
  return least > 0 ? least * (1 - fine) : 0;
}

/// q with |a/b - q| <= rest for the polynomials a and b alone, b away from 0.
inline void polynomial_quotient(const long double* a, const form& b, long double* q, double& rest) {
  for (int k = 0; k <= degree; ++k) {
    long double left = a[k];
    for (int i = 0; i < k; ++i) left -= q[i] * b.p[k - i];
    q[k] = left / b.p[0];
  }
  long double back[degree + 1] = {};
  double lost = 0;
  polynomial_product(q, b.p, back, lost);
  for (int k = 0; k <= degree; ++k)
    lost += static_cast<double>(std::fabs(a[k] - back[k]) + fine * (std::fabs(a[k]) + std::fabs(back[k])));
  rest += lost * upwards / static_cast<double>(least_magnitude(b)) * upwards;
}

/// a/b for b away from 0.
inline form quotient(const form& a, const form& b, bounds_of_errors& d) {
  form f, inverse;
  double rest = 0;
  const long double one[degree + 1] = {1};
  polynomial_quotient(a.p, b, f.p, rest);
  polynomial_quotient(one, b, inverse.p, inverse.rest);
  // (a + ea)/(b + eb) = q + (ea - q eb)/b (1 - eb/(b + eb))
  form errors, turned = b;
  for (slope& s : turned.slopes)
    for (double& x : s.c) x = -x;
  add_scaled(errors, a, one, 0);
  add_scaled(errors, turned, f.p, rest);
  add_scaled(f, errors, inverse.p, inverse.rest);
  const double least = static_cast<double>(least_magnitude(b)), nb = noise(b, d);
  const double q = f.magnitude() + rest;
  const double plain = (a.rest + b.rest * q) / least;
  add_error(f,
            (rest + plain + (noise(errors, d) + a.rest + b.rest * q) * nb / (least * (least - nb))) * upwards,
            d);
  return f;
}

/// The square root of a > 0.
inline form square_root(const form& a, bounds_of_errors& d) {
  form f;
  f.p[0] = std::sqrt(a.p[0]);
  for (int k = 1; k <= degree; ++k) {
    long double left = a.p[k];
    for (int i = 1; i < k; ++i) left -= f.p[i] * f.p[k - i];
    f.p[k] = left / (2 * f.p[0]);
  }
  long double back[degree + 1] = {};
  double lost = 0;
  polynomial_product(f.p, f.p, back, lost);
  for (int k = 0; k <= degree; ++k)
    lost +=
        static_cast<double>(std::fabs(a.p[k] - back[k]) + fine * (std::fabs(a.p[k]) + std::fabs(back[k])));
  const double least = static_cast<double>(least_magnitude(a)), na = noise(a, d);
  const double root = std::sqrt(std::max(least - na, 0.0));
  double rest = lost * upwards / static_cast<double>(least_magnitude(f));
  // sqrt(a + e) = s + e/(2 s) - e^2/(2 (s + sqrt(a + e))^2 s)
  form twice = f, half;
  for (long double& x : twice.p) x *= 2;
  const long double one[degree + 1] = {1};
  polynomial_quotient(one, twice, half.p, half.rest);
  half.rest += rest / static_cast<double>(least_magnitude(f)) / root * upwards;
  add_scaled(f, a, half.p, half.rest);
  add_error(f, (rest + a.rest / (2 * root) + na * na / (8 * root * root * root) * (1 + 1e-6)) * upwards, d);
  return f;
}

}  // namespace proofs
